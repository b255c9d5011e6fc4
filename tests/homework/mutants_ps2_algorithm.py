"""Problem set 2: typical mistakes with the test cells that each one loses, and correct programs of other styles."""

UPDATE = {"update_weights", "update_border", "update_bias"}
FIT = {"fit_separates", "fit_counts", "fit_bias", "fit_stops", "fit_max_passes"}
EFFECT = {"effect_or", "effect_random"}
ERROR = {"error_values", "error_border"}

MUTANTS = {
    "strict update": ([("update", "<= 0", "< 0")], {"update_border"}),
    "update where the prediction differs": (
        [("update", "y * (w @ x + b) <= 0", "(1 if w @ x + b > 0 else -1) != y")],
        {"update_border"},
    ),
    "update in place": ([("update", "return w + y * x, b + y", "w += y * x; return w, b + y")], {"update_weights"}),
    "update without bias": ([("update", "b + y", "b")], {"update_weights", "update_bias"}),
    "score without bias": ([("update", "w @ x + b", "w @ x")], {"update_bias"}),
    "update away from the example": ([("update", "w + y * x", "w - y * x")], {"update_weights", "update_border"}),
    "update without the label": ([("update", "w + y * x", "w + x")], {"update_weights", "update_border"}),
    "label tested, not the mistake": ([("update", "y * (w @ x + b)", "(w @ x + b)")], UPDATE),
    "update on what is right": ([("update", "<= 0", "> 0")], UPDATE),
    "update always": ([("update", "<= 0", "< np.inf")], UPDATE),
    "bias down": ([("update", "b + y", "b - y")], {"update_weights", "update_bias"}),
    "strict fit": ([("fit", "<= 0", "< 0")], FIT),
    "fit where the prediction differs": (
        [("fit", "label * (w @ x + b) <= 0", "(1 if w @ x + b > 0 else -1) != label")],
        {"fit_counts"},
    ),
    "fit without bias": ([("fit", "b + label", "b")], {"fit_separates", "fit_bias"}),
    "in place, and asks whether w is another array": (
        [
            ("fit", "w, b = w + label * x, b + label", "old, b = w, b + label; w += label * x"),
            ("fit", "mistakes += 1", "mistakes += w is not old"),
        ],
        FIT,
    ),
    "fit on every example": ([("fit", "<= 0", "< np.inf")], FIT - {"fit_max_passes"}),
    "fit in the wrong direction": ([("fit", "w + label * x", "w - label * x")], FIT - {"fit_max_passes"}),
    "one pass": ([("fit", "range(max_passes)", "range(1)")], FIT),
    "endless": ([("fit", "for _ in range(max_passes)", "while True")], {"fit_max_passes"}),
    "one pass too many": ([("fit", "range(max_passes)", "range(max_passes + 1)")], {"fit_max_passes"}),
    "never stops early": ([("fit", "if mistakes == 0", "if False")], {"fit_counts", "fit_stops"}),
    "the clean pass is not counted": (
        [
            ("fit", "        counts.append(mistakes)\n", ""),
            ("fit", "            break\n", "            break\n        counts.append(mistakes)\n"),
        ],
        {"fit_counts", "fit_stops"},
    ),
    "mistakes since the start": (
        [("fit", "        mistakes = 0\n", ""), ("fit", "    for _ in range", "    mistakes = 0\n    for _ in range")],
        {"fit_counts", "fit_stops"},
    ),
    "content with two mistakes": ([("fit", "        if mistakes == 0", "        if mistakes <= 2")], FIT),
    "mistakes of the end of the pass": (
        [("fit", "counts.append(mistakes)", "counts.append(int((y * (X @ w + b) <= 0).sum()))")],
        {"fit_counts", "fit_stops"},
    ),
    "from the last row to the first": ([("fit", "zip(X, y)", "zip(X[::-1], y[::-1])")], {"fit_counts"}),
    "updates at the end of a pass": (
        [
            ("fit", "label * (w @ x + b)", "label * (w0 @ x + b0)"),
            ("fit", "        mistakes = 0\n", "        mistakes, w0, b0 = 0, w, b\n"),
        ],
        {"fit_counts"},
    ),
    "effect without the bias": ([("effect", " + 1", "")], EFFECT),
    "effect without labels": ([("effect", "np.outer(y, y) * ", "")], EFFECT),
    "effect with one label": ([("effect", "np.outer(y, y)", "y[:, None]")], EFFECT),
    "features, not examples": ([("effect", "np.outer(y, y) * (X @ X.T + 1)", "X.T @ X + 1")], EFFECT),
    "effect only on itself": ([("effect", "(X @ X.T + 1)", "np.diag((X**2).sum(axis=1) + 1)")], EFFECT),
    "the lemma for every example": ([("effect", "(X @ X.T + 1)", "((X**2).sum(axis=1) + 1)")], EFFECT),
    "strict error": ([("error", "<= 0", "< 0")], {"error_border"}),
    "sign(0) = -1 in the error": (
        [("error", "y * (X @ w + b) <= 0", "np.where(X @ w + b > 0, 1, -1) != y")],
        {"error_border"},
    ),
    "a number, not a share": ([("error", "np.mean", "np.sum")], ERROR),
    "accuracy": ([("error", "<= 0", "> 0")], ERROR),
    "error without the bias": ([("error", "X @ w + b", "X @ w")], {"error_values"}),
    "trap: from zero": ([("trap", "np.array([-1]), -1", "np.array([0]), 0")], {"trap_strict"}),
    "trap: it works": ([("trap", "np.array([-1]), -1", "np.array([-2]), -1")], {"trap_strict"}),
    "trap: only a negative one on the line": (
        [("trap", "np.array([1, -1])", "np.array([-1, 1])"), ("trap", "np.array([-1]), -1", "np.array([0]), 1")],
        {"trap_strict"},
    ),
    "trap: nothing separates": ([("trap", "[[1], [-1]]", "[[1], [1]]")], {"trap_strict"}),
    "trap: fractions": ([("trap", "np.array([-1]), -1", "np.array([-0.5]), -1")], {"trap_strict"}),
    "trap: one label": ([("trap", "np.array([1, -1])", "np.array([1, 1])")], {"trap_strict"}),
}

LISTS = {
    "update": """
def update(w, b, x, y):
    s = b
    for j in range(len(w)):
        s += w[j] * x[j]
    if s * y > 0:
        return w, b
    new = []
    for j in range(len(w)):
        new.append(w[j] + y * x[j])
    return new, b + y
""",
    "fit": """
def fit(X, y, max_passes=100):
    w, b, counts = [0] * len(X[0]), 0, []
    while len(counts) < max_passes:
        k = 0
        for i in range(len(X)):
            s = sum(p * q for p, q in zip(w, X[i])) + b
            if (y[i] == 1 and s <= 0) or (y[i] == -1 and s >= 0):
                w = [p + y[i] * q for p, q in zip(w, X[i])]
                b += y[i]
                k += 1
        counts += [k]
        if not k:
            return w, b, counts
    return w, b, counts
""",
    "effect": """
def effect(X, y):
    n = len(X)
    table = []
    for i in range(n):
        row = []
        for j in range(n):
            row.append(y[i] * y[j] * (sum(p * q for p, q in zip(X[i], X[j])) + 1))
        table.append(row)
    return table
""",
    "error": """
def error_rate(X, y, w, b):
    wrong = 0
    for x, l in zip(X, y):
        if l * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
            wrong += 1
    return wrong / len(y)
""",
    "experiment": """
for n in [1, 5]:
    w, b, c = fit(X_train, y_train, n)
    print(len(c), c[-1], error_rate(X_train, y_train, w, b), error_rate(X_aside, y_aside, w, b))
    w, b, c = fit(X_sorted, y_sorted, n)
    print(len(c), c[-1], error_rate(X_train, y_train, w, b), error_rate(X_aside, y_aside, w, b))
""",
    "trap": """
X_trap = [[1], [-1], [0]]
y_trap = [1, -1, 1]
w_trap = [-2]
b_trap = 0
""",
}

PADDED = {
    "update": """
def update(w, b, x, y):
    v, z = np.append(w, b), np.append(x, 1)
    v += (y * (v @ z) <= 0) * y * z
    return v[:-1], v[-1]
""",
    "fit": """
def fit(X, y, max_passes=100):
    Z = y[:, None] * np.hstack([X, np.ones((len(X), 1))])
    v, counts = np.zeros(Z.shape[1]), np.zeros(max_passes, dtype=int)
    for k in range(max_passes):
        i = 0
        while True:
            wrong = np.nonzero(Z[i:] @ v <= 0)[0]
            if len(wrong) == 0:
                break
            i += wrong[0]
            v += Z[i]
            counts[k] += 1
            i += 1
        if counts[k] == 0:
            break
    return v[:-1], v[-1], counts[: k + 1]
""",
    "effect": """
def effect(X, y):
    Z = y[:, None] * np.c_[X, np.ones(len(X))]
    return np.einsum("ij,kj->ik", Z, Z)
""",
    "error": """
def error_rate(X, y, w, b):
    Z = np.c_[X, np.ones(len(X))]
    m = y * np.dot(Z, np.r_[w, b])
    return 1 - np.count_nonzero(m > 0) / m.size
""",
    "experiment": """
runs = {(k, p): fit(*d, p) for p in (1, 5, 200)
        for k, d in {"m": (X_train, y_train), "s": (X_sorted, y_sorted)}.items()}
for key, (w, b, c) in runs.items():
    print(key, len(c), c[-1], error_rate(X_train, y_train, w, b), error_rate(X_aside, y_aside, w, b))
""",
    "trap": """
X_trap = np.array([[1, 0], [0, 1], [-1, -1]])
y_trap = np.array([1, 1, -1])
w_trap, b_trap = np.array([-1, 1]), np.int64(-1)
""",
}

CLASSES = {
    "update": """
class Perceptron:
    def __init__(self, w, b=0):
        self.w, self.b = w, b
    def is_wrong(self, x, y):
        return np.sign(np.inner(self.w, x) + self.b) != y
    def look(self, x, y):
        wrong = self.is_wrong(x, y)
        if wrong:
            self.w += y * x
            self.b += y
        return bool(wrong)
def update(w, b, x, y):
    p = Perceptron(w.copy(), b)
    p.look(x, y)
    return [p.w, p.b]
""",
    "fit": """
def fit(X, y, max_passes=100):
    p = Perceptron(np.zeros_like(X[0]))
    def passes(left):
        while left:
            left -= 1
            k = sum([p.look(*example) for example in zip(X, y)])
            yield k
            if k == 0:
                return
    counts = tuple(passes(max_passes))
    return p.w, p.b, counts
""",
    "effect": """
def effect(X, y):
    def changes(i):
        w, b = y[i] * X[i], y[i]
        return y * (X @ w + b)
    return np.array([changes(i) for i in range(len(y))])
""",
    "error": """
def error_rate(X, y, w, b):
    p = Perceptron(np.asarray(w), b)
    return np.array([p.is_wrong(x, l) for x, l in zip(X, y)]).mean()
""",
    "experiment": """
def report(X, y, k):
    w, b, counts = fit(X, y, max_passes=k)
    return len(counts), counts[-1], error_rate(X, y, w, b), error_rate(X_aside, y_aside, w, b)
for k in (1, 5, 20):
    print(k, report(X_train, y_train, k), report(X_sorted, y_sorted, k))
""",
    "trap": """
X_trap, y_trap = ((3, 1), (-3, -1)), (1.0, -1.0)
w_trap, b_trap = (-3, -1), -1
""",
}

STYLES = {"loops and lists": LISTS, "padded and vectorised": PADDED, "classes and generators": CLASSES}
