"""Mistakes that students make in problem set 4, and correct programs of other styles."""

MUTANTS = {
    "padding forgotten": (
        [("is_certificate", "np.ones(len(X))", "np.zeros(len(X))")],
        {"certificate_padding"},
    ),
    "labels forgotten": (
        [("is_certificate", "Z = y[:, None] * ", "Z = ")],
        {"certificate_xor", "certificate_signs", "certificate_padding"},
    ),
    "negative weights allowed": (
        [("is_certificate", "a.min() < 0 or ", "")],
        {"certificate_signs"},
    ),
    "all zero allowed": (
        [("is_certificate", "a.sum() <= 0", "False"), ("is_certificate", "a / a.sum()", "a / (a.sum() or 1)")],
        {"certificate_signs"},
    ),
    "no weight may be zero": (
        [("is_certificate", "a.min() < 0", "a.min() <= 0")],
        {"certificate_signs"},
    ),
    "sum must be one": (
        [("is_certificate", "a.sum() <= 0", "not np.isclose(a.sum(), 1)")],
        {"certificate_xor", "certificate_signs", "certificate_padding"},
    ),
    "rounding not forgiven": ([("is_certificate", "<= 1e-9", "== 0")], {"certificate_padding"}),
    "one coordinate is enough": (
        [("is_certificate", ".max() <=", ".min() <=")],
        {"certificate_xor", "certificate_padding"},
    ),
    "always yes": (
        [("is_certificate", "return False", "return True"), ("is_certificate", "return bool(", "return True or (")],
        {"certificate_xor", "certificate_signs", "certificate_padding"},
    ),
    "not divided by the sum": ([("is_certificate", "a / a.sum()", "a")], {"certificate_padding"}),
    "small weights taken for zero": (
        [("is_certificate", "a.sum() <= 0", "a.sum() <= 1e-9")],
        {"certificate_padding"},
    ),
    "zero is no mistake": ([("one_pass", "<= 0", "< 0")], {"pass_or", "pass_zero"}),
    "update on every row": (
        [("one_pass", "if z @ w <= 0:", "if True:")],
        {"pass_or", "pass_order"},
    ),
    "bias forgotten": (
        [("one_pass", "np.append(X[i], 1)", "np.append(X[i], 0)")],
        {"pass_or", "pass_zero", "pass_order"},
    ),
    "begins at zero": ([("one_pass", "np.array(w)", "np.zeros(len(w), int)")], {"pass_order"}),
    "all rows judged by the first weights": (
        [
            ("one_pass", "w = np.array(w)", "w = first = np.array(w)"),
            ("one_pass", "z @ w <= 0", "z @ first <= 0"),
        ],
        {"pass_or", "pass_order"},
    ),
    "wrong sign": (
        [("one_pass", "w = w + z", "w = w - z")],
        {"pass_or", "pass_zero", "pass_order"},
    ),
    "updates not counted": (
        [("one_pass", "updates[i] = 1", "updates[0] += 1")],
        {"pass_or", "pass_zero", "pass_order"},
    ),
    "weights as an array": ([("one_pass", "tuple(w.tolist())", "w")], {"pass_or"}),
    "period counts states": (
        [("cycle", "t - seen[state]", "t - seen[state] + 1")],
        {"cycle_small", "cycle_any"},
    ),
    "steps in all for the period": (
        [("cycle", "t - seen[state]", "t")],
        {"cycle_small", "cycle_any"},
    ),
    "before counted from one": (
        [("cycle", "return seen[state],", "return seen[state] + 1,")],
        {"cycle_small", "cycle_any"},
    ),
    "waits for the start": (
        [("cycle", "while state not in seen:", "while t == 0 or state != start:")],
        {"cycle_small", "cycle_any"},
    ),
    "stops only where nothing changes": (
        [("cycle", "while state not in seen:", "while t < 2 or state != step(state):")],
        {"cycle_small", "cycle_any"},
    ),
    "only a hundred states": (
        [("cycle", "while state not in seen:", "while state not in seen and t < 100:")],
        {"cycle_any"},
    ),
    "cycle one pass too long": (
        [("read_certificate", "before + period]", "before + period + 1]")],
        {"read_shares", "read_any"},
    ),
    "cycle one pass late": (
        [("read_certificate", "before : before + period", "before + 1 : before + 1 + period")],
        {"read_any"},
    ),
    "all passes": (
        [("read_certificate", "counts[before : before + period]", "counts")],
        {"read_shares", "read_any"},
    ),
    "all passes from there": (
        [("read_certificate", "before : before + period", "before:")],
        {"read_shares", "read_any"},
    ),
    "passes ahead not skipped": (
        [("read_certificate", "before : before + period", ": before + period")],
        {"read_shares", "read_any"},
    ),
    "counts instead of shares": (
        [("read_certificate", "total / total.sum()", "total")],
        {"read_shares", "read_any"},
    ),
    "divided by the passes": (
        [("read_certificate", "total.sum()", "period")],
        {"read_shares", "read_any"},
    ),
    "updates of each pass": (
        [("read_certificate", "sum(axis=0)", "sum(axis=1)")],
        {"read_shares", "read_any"},
    ),
    "nothing changed": ([("broken", "y[7] = 1", "y[7] = -1")], {"broken_once", "broken_rests"}),
    "a row that the cycle rules out": ([("broken", "y[7] = 1", "y[5] = -1")], {"broken_rests"}),
    "the wrong row of the cycle": ([("broken", "y[7] = 1", "y[3] = -1")], {"broken_rests"}),
    "two rows": ([("broken", "y[7] = 1", "y[7] = 1; y[3] = -1; y[1] = 1")], {"broken_once", "broken_rests"}),
    "two rows, at rest": (
        [("broken", "return eight_X, y", "return eight_X + (eight_X == 4) + (eight_X == [2, 2]), y")],
        {"broken_once"},
    ),
    "one row fewer": (
        [("broken", "return eight_X, y", "return eight_X[:7], eight_y[:7]")],
        {"broken_once"},
    ),
}

STYLES = {
    "pure loops over lists": {
        "is_certificate": """
def is_certificate(X, y, a):
    some = False
    for weight in a:
        if weight < 0:
            return False
        if weight > 0:
            some = True
    if not some:
        return False
    for j in range(len(X[0]) + 1):
        total = 0
        for x, label, weight in zip(X, y, a):
            total += weight / sum(a) * label * (x[j] if j < len(x) else 1)
        if abs(total) > 1e-9:
            return False
    return True
""",
        "one_pass": """
def one_pass(X, y, w):
    w = list(w)
    updates = []
    for x, label in zip(X, y):
        score = w[-1]
        for j in range(len(x)):
            score += w[j] * x[j]
        if label * score <= 0:
            for j in range(len(x)):
                w[j] += int(label * x[j])
            w[-1] += int(label)
            updates.append(1)
        else:
            updates.append(0)
    return tuple(w), updates
""",
        "cycle": """
def cycle(step, start):
    states = [start]
    while True:
        new = step(states[-1])
        if new in states:
            return states.index(new), len(states) - states.index(new)
        states.append(new)
""",
        "read_certificate": """
def read_certificate(counts, before, period):
    n = len(counts[0])
    total = [0] * n
    for t in range(before, before + period):
        for i in range(n):
            total[i] += counts[t][i]
    return [c / sum(total) for c in total]
""",
        "iris_cycle": """
before, period = cycle(lambda w: one_pass(size, kind, w)[0], (0,) * 5)
print(before, period)
""",
        "broken": """
def broken():
    X = [list(row) for row in eight_X]
    X[7] = [0, -1]
    return X, list(eight_y)
""",
    },
    "vectorised on padded examples": {
        "is_certificate": """
def is_certificate(X, y, a):
    padded, total = np.hstack([X, np.ones((len(X), 1))]), np.sum(a)
    if not total > 0:
        return np.False_
    return np.all(a >= 0) & np.all(np.abs(padded.T @ (a * y)) <= 1e-9 * total)
""",
        "one_pass": """
def one_pass(X, y, w):
    Z = np.pad(X, ((0, 0), (0, 1)), constant_values=1) * y[:, np.newaxis]
    w, updates, i = np.asarray(w), np.zeros(len(Z)), 0
    while True:
        wrong = np.nonzero(Z[i:] @ w <= 0)[0]
        if not wrong.size:
            return tuple(w), updates
        i += wrong[0]
        w = w + Z[i]
        updates[i] = 1
        i += 1
""",
        "cycle": """
def cycle(step, start):
    # the tortoise and the hare
    slow, fast = step(start), step(step(start))
    while slow != fast:
        slow, fast = step(slow), step(step(fast))
    before, slow = 0, start
    while slow != fast:
        slow, fast, before = step(slow), step(fast), before + 1
    period, fast = 1, step(slow)
    while slow != fast:
        fast, period = step(fast), period + 1
    return before, period
""",
        "read_certificate": """
def read_certificate(counts, before, period):
    part = counts[np.arange(before, before + period)]
    return np.mean(part, axis=0) / np.mean(part, axis=0).sum()
""",
        "iris_cycle": """
w, seen, C = (0,) * 5, [], []
while w not in seen:
    seen.append(w)
    w, c = one_pass(size, kind, w)
    C.append(c)
first = seen.index(w)
print(is_certificate(size, kind, read_certificate(np.array(C), first, len(C) - first)))
""",
        "broken": """
def broken():
    flip = np.where(np.arange(8) == 7, -1, 1)
    return eight_X.astype(float), eight_y * flip
""",
    },
    "closures, classes and in-place updates": {
        "is_certificate": """
def is_certificate(X, y, a):
    a = np.asarray(a, dtype=float)
    if (a < 0).any() or a.sum() == 0:
        return False
    a /= a.sum()
    s, b = np.zeros(X.shape[1]), 0.0
    for i, weight in enumerate(a):
        s += weight * y[i] * X[i]
        b += weight * y[i]
    return np.linalg.norm(np.append(s, b)) < 1e-9
""",
        "one_pass": """
class State:
    def __init__(self, w):
        self.w, self.b = np.array(w[:-1], dtype=float), w[-1]

    def visit(self, x, label):
        wrong = label * (self.w.dot(x) + self.b) <= 0
        if wrong:
            self.w += label * x
            self.b += label
        return wrong

def one_pass(X, y, w):
    state = State(w)
    updates = np.array([state.visit(X[i], y[i]) for i in range(len(y))])
    return (*state.w, state.b), updates
""",
        "cycle": """
def cycle(step, start):
    def follow(state):
        while True:
            yield state
            state = step(state)

    first = {}
    for t, state in enumerate(follow(start)):
        t0 = first.setdefault(tuple(state), t)
        if t0 != t:
            return [t0, t - t0]
""",
        "read_certificate": """
def read_certificate(counts, before, period):
    total = sum(counts[t] for t in range(before, before + period))
    total = total.astype(float)
    total /= np.linalg.norm(total, 1)
    return total
""",
        "iris_cycle": """
w = (0, 0, 0, 0, 0)
for _ in range(5):
    w, updates = one_pass(size, kind, w)
    print(w, updates.sum())
""",
        "broken": """
def broken():
    X = eight_X.copy()
    X[-1] -= 5
    return X, eight_y
""",
    },
}
