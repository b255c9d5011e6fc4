"""Problem set 1: typical mistakes with the test cells that each one loses, and correct programs of other styles."""

DISTANCE = {"distance_values", "distance_random"}
NEAREST = {"nearest_values", "nearest_random"}
PADDED = {"padded_scores", "padded_places"}
MARGIN = {"margin_values", "margin_signed"}
MEANS = {"means_values", "means_sizes"}

NORM = " / np.linalg.norm(w)"
PADDED_NORM = " / np.linalg.norm(np.append(w, b))"

MUTANTS = {
    "zero is positive": ([("predict", "> 0", ">= 0")], {"predict_border"}),
    "zero stays zero": (
        [("predict", "np.where(X @ w + b > 0, 1, -1)", "np.sign(X @ w + b)")],
        {"predict_border"},
    ),
    "no bias in predict": ([("predict", "X @ w + b", "X @ w")], {"predict_labels"}),
    "bias subtracted": ([("predict", "X @ w + b", "X @ w - b")], {"predict_labels"}),
    "labels 0 and 1": ([("predict", "1, -1)", "1, 0)")], {"predict_labels", "predict_border"}),
    "always positive": ([("predict", "X @ w + b > 0", "X @ w < np.inf")], {"predict_labels", "predict_border"}),
    "distance is the score": ([("distance", NORM, "")], DISTANCE),
    "distance over the square": ([("distance", "np.linalg.norm(w)", "(w @ w)")], DISTANCE),
    "distance over the padded length": ([("distance", NORM, PADDED_NORM)], DISTANCE),
    "distance without sign": ([("distance", "(X @ w + b)", "np.abs(X @ w + b)")], DISTANCE),
    "bias not divided": ([("distance", "(X @ w + b) / np.linalg.norm(w)", "X @ w / np.linalg.norm(w) + b")], DISTANCE),
    "distance in the plane only": (
        [("distance", "(X @ w + b)", "(X[:, 0] * w[0] + X[:, -1] * w[-1] + b)")],
        {"distance_random"},
    ),
    "step in the wrong direction": ([("nearest", "X - steps", "X + steps")], NEAREST),
    "step divided once": ([("nearest", "(w @ w)", "np.linalg.norm(w)")], NEAREST),
    "along the first axis": (
        [("nearest", "X - steps[:, None] * w", "X - np.outer((X @ w + b) / w[0], np.eye(len(w))[0])")],
        NEAREST,
    ),
    "steps across the columns": ([("nearest", "steps[:, None] * w", "steps * w")], NEAREST),
    "one ahead of the features": (
        [("padded", "[X, ones]", "[ones, X]"), ("padded", "np.append(w, b)", "np.append(b, w)")],
        PADDED,
    ),
    "one and bias do not meet": ([("padded", "[X, ones]", "[ones, X]")], PADDED),
    "padded with zeros": ([("padded", "np.ones", "np.zeros")], PADDED),
    "bias in the examples": (
        [
            ("padded", "np.ones((len(X), 1))", "np.full((len(X), 1), b)"),
            ("padded", "np.append(w, b)", "np.append(w, 1)"),
        ],
        PADDED,
    ),
    "flattened": ([("padded", "np.hstack([X, ones])", "np.append(X, 1)")], PADDED),
    "weights not padded": ([("padded", "np.append(w, b)", "w")], PADDED),
    "margin not divided": ([("margin", NORM, "")], MARGIN),
    "margin without sign": ([("margin", "y * (X @ w + b)", "np.abs(X @ w + b)")], MARGIN),
    "margin without labels": ([("margin", "y * (X @ w + b)", "X @ w + b")], MARGIN),
    "margin of the farthest": ([("margin", "np.min", "np.max")], MARGIN),
    "margin on average": ([("margin", "np.min", "np.mean")], MARGIN),
    "margin with padded length": ([("margin", NORM, PADDED_NORM)], MARGIN),
    "margin never negative": (
        [("margin", "np.min(y * (X @ w + b))", "max(0, np.min(y * (X @ w + b)))")],
        MARGIN,
    ),
    "margin for each example": ([("margin", "np.min(y * (X @ w + b))", "(y * (X @ w + b))")], MARGIN),
    "mean of all examples": ([("means", "(plus + minus) / 2", "X.mean(axis=0)")], MEANS),
    "the midpoint as bias": ([("means", "-w @ (plus", "(plus")], MEANS),
    "means exchanged": ([("means", "plus - minus", "minus - plus")], MEANS),
    "sum of the means": ([("means", "(plus + minus) / 2", "(plus + minus)")], MEANS),
    "bias with the wrong sign": ([("means", "-w @", "w @")], MEANS),
    "sums instead of means": ([("means", ".mean(axis=0)", ".sum(axis=0)")], MEANS),
    "one mean over all pixels": ([("means", ".mean(axis=0)", ".mean()")], MEANS),
    "trap: a scaled copy": ([("trap", "5.0", "0.0")], {"trap_fooled"}),
    "trap: exchanged": (
        [("trap", "first =", "spare ="), ("trap", "second =", "first ="), ("trap", "spare =", "second =")],
        {"trap_fooled"},
    ),
    "trap: nothing is fooled": ([("trap", "[10.0]), 5.0", "[1.0]), 0.5")], {"trap_fooled"}),
    "trap: nearly as good": (
        [("trap", "[10.0]), 5.0", "[2.0]), 0.1")],
        {"trap_fooled"},
    ),
    "trap: w too long": ([("trap", "np.array([10.0])", "np.array([10.0, 0.0])")], {"trap_fooled"}),
    "trap: does not separate": ([("trap", "5.0", "15.0")], {"trap_fooled"}),
    "trap: one label": ([("trap", "np.array([-1, 1])", "np.array([1, 1])")], {"trap_fooled"}),
}

LISTS = {
    "predict": """
def predict(X, w, b):
    out = []
    for x in X:
        s = b
        for j in range(len(w)):
            s += w[j] * x[j]
        if s > 0:
            out.append(1)
        else:
            out.append(-1)
    return out
""",
    "distance": """
def signed_distance(X, w, b):
    length = sum(v * v for v in w) ** 0.5
    return [(sum(p * q for p, q in zip(w, x)) + b) / length for x in X]
""",
    "nearest": """
def nearest(X, w, b):
    square = sum(v * v for v in w)
    points = []
    for x in X:
        t = (sum(p * q for p, q in zip(w, x)) + b) / square
        points.append([q - t * p for p, q in zip(w, x)])
    return points
""",
    "padded": """
def padded(X, w, b):
    return [list(x) + [1] for x in X], list(w) + [b]
""",
    "margin": """
import math
def margin(X, y, w, b):
    best = math.inf
    for x, l in zip(X, y):
        m = l * (sum(p * q for p, q in zip(w, x)) + b)
        best = min(best, m)
    return best / math.sqrt(sum(v * v for v in w))
""",
    "means": """
def mean_halfspace(X, y):
    sums, counts = {1: [0] * len(X[0]), -1: [0] * len(X[0])}, {1: 0, -1: 0}
    for x, l in zip(X, y):
        counts[l] += 1
        sums[l] = [s + v for s, v in zip(sums[l], x)]
    p = [s / counts[1] for s in sums[1]]
    m = [s / counts[-1] for s in sums[-1]]
    w = [u - v for u, v in zip(p, m)]
    b = -sum(a * (u + v) / 2 for a, u, v in zip(w, p, m))
    return w, b
""",
    "experiment": """
def accuracy(X, y, w, b):
    return sum(p == l for p, l in zip(predict(X, w, b), y)) / len(y)
A = mean_halfspace(X_build, y_build)
B = (A[0], 0)
C = mean_halfspace(X_build[:10], y_build[:10])
for w, b in [A, B, C]:
    print(accuracy(X_build, y_build, w, b), margin(X_build, y_build, w, b))
    print(accuracy(X_aside, y_aside, w, b), margin(X_aside, y_aside, w, b))
""",
    "trap": """
X_trap = [[0, 0], [4, 0]]
y_trap = [-1, 1]
first = ([1, 0], -2)
second = ([100, 100], -100)
""",
}

PADDING = {
    "predict": """
def _scores(X, w, b):
    return np.c_[X, np.ones(X.shape[0])] @ np.r_[w, b]
def predict(X, w, b):
    return 2 * (_scores(X, w, b) > 0) - 1
""",
    "distance": """
def signed_distance(X, w, b):
    e = w / np.sqrt(w @ w)
    return np.sum((X + b * w / (w @ w)) * e, axis=1)
""",
    "nearest": """
def nearest(X, w, b):
    e = w / np.linalg.norm(w)
    X -= np.outer(X @ e, e)
    X -= b / np.linalg.norm(w) * e
    return X
""",
    "padded": """
def padded(X, w, b):
    n, d = X.shape
    out = np.ones((n, d + 1))
    out[:, :d] = X
    weights = np.zeros(d + 1)
    weights[:-1], weights[-1] = w, b
    return [out, weights]
""",
    "margin": """
def margin(X, y, w, b):
    m = y * signed_distance(X, w, b)
    return m[np.argmin(m)]
""",
    "means": """
def mean_halfspace(X, y):
    share = np.where(y > 0, 1 / np.sum(y > 0), 0)
    plus = share @ X
    minus = np.average(X, axis=0, weights=(y < 0))
    return (w := plus - minus), (minus @ minus - plus @ plus) / 2
""",
    "experiment": """
w_A, b_A = mean_halfspace(X_build, y_build)
w_C, b_C = mean_halfspace(X_build[0:10], y_build[0:10])
table = np.array([
    [np.mean(predict(P, w, b) == q), margin(P, q, w, b)]
    for w, b in ((w_A, b_A), (w_A, 0), (w_C, b_C))
    for P, q in ((X_build, y_build), (X_aside, y_aside))
])
print(table)
""",
    "trap": """
X_trap = np.array([[1, 1], [2, 2], [-1, -1], [0, -3]])
y_trap = np.array([1, 1, -1, -1])
first = (np.array([1, 1]), 0)
second = tuple([np.array([1000, 0]), 100])
second = (second[0] * 1.0 + [0, 300.0], np.float64(second[1]))
""",
}

CLASSES = {
    "predict": """
class Line:
    def __init__(self, w, b):
        self.w, self.b = np.asarray(w), b
    def __call__(self, x):
        return float(np.dot(self.w, x)) + self.b
    @property
    def length(self):
        return np.hypot.reduce(self.w)
predict = lambda X, w, b: np.array([1.0 if Line(w, b)(x) > 0 else -1.0 for x in X])
""",
    "distance": """
def signed_distance(X, w, b):
    line = Line(w, b)
    return np.fromiter((line(x) / line.length for x in X), float)
""",
    "nearest": """
def nearest(X, w, b):
    line = Line(w, b)
    def one(x):
        return x - line(x) * line.w / line.length**2
    return np.apply_along_axis(one, 1, X)
""",
    "padded": """
def padded(X, w, b):
    return np.pad(X, ((0, 0), (0, 1)), constant_values=1), np.concatenate((w, [b]))
""",
    "margin": """
def margin(X, y, w, b):
    line = Line(w, b)
    def smallest(i):
        here = y[i] * line(X[i]) / line.length
        return here if i == 0 else min(here, smallest(i - 1))
    return smallest(len(X) - 1)
""",
    "means": """
def mean_halfspace(X, y):
    means = [np.mean([x for x, l in zip(X, y) if l == k], axis=0) for k in (1, -1)]
    w = np.subtract(*means)
    return [w, -Line(w, 0)(np.mean(means, axis=0))]
""",
    "experiment": """
def report(data, line):
    (X, y), (w, b) = data, line
    return (predict(X, w, b) == y).sum() / len(y), margin(X, y, w, b)
build, aside = (X_build, y_build), (X_aside, y_aside)
first10 = mean_halfspace(X_build[:10], y_build[:10])
full = mean_halfspace(*build)
for line in (full, (full[0], 0), first10):
    print(report(build, line), report(aside, line))
""",
    "trap": """
X_trap, y_trap = [(0.0,), (1.0,)], (1, -1)
first = (np.array([-2.0]), 1.0)
second = (np.array([-2000.0]), 1500.0)
""",
}

STYLES = {"loops and lists": LISTS, "padded and in place": PADDING, "classes and closures": CLASSES}
