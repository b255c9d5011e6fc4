"""Mistakes that students make in problem set 3, and correct programs of other styles."""

MUTANTS = {
    "radius of the unpadded examples": (
        [("two_numbers", "np.linalg.norm(padded, axis=1)", "np.linalg.norm(X, axis=1)")],
        {"numbers_radius"},
    ),
    "radius squared": (
        [("two_numbers", "R = np.linalg.norm(padded, axis=1).max()", "R = (padded**2).sum(axis=1).max()")],
        {"numbers_radius"},
    ),
    "length of the whole matrix": (
        [("two_numbers", "np.linalg.norm(padded, axis=1).max()", "np.linalg.norm(padded)")],
        {"numbers_radius"},
    ),
    "margin without normalising": (
        [("two_numbers", " / np.linalg.norm(u)", "")],
        {"numbers_margin", "numbers_signed"},
    ),
    "margin over the length of the weights alone": (
        [("two_numbers", "np.linalg.norm(u)", "np.linalg.norm(u[:-1])")],
        {"numbers_margin", "numbers_signed"},
    ),
    "margin without sign": (
        [("two_numbers", "(y * (padded @ u)).min()", "np.abs(padded @ u).min()")],
        {"numbers_signed"},
    ),
    "margin without labels": (
        [("two_numbers", "(y * (padded @ u)).min()", "(padded @ u).min()")],
        {"numbers_margin", "numbers_signed"},
    ),
    "zero is no mistake": (
        [("record", "<= delta", "< delta")],
        {"record_by_hand", "record_separates"},
    ),
    "bias forgotten": (
        [("record", "np.ones(len(X))", "np.zeros(len(X))")],
        {"record_by_hand", "record_separates"},
    ),
    "every example updates": (
        [("record", "if z @ w <= delta:", "if True:")],
        {"record_by_hand", "record_separates", "record_delta"},
    ),
    "one pass": (
        [("record", "range(max_passes)", "range(1)")],
        {"record_by_hand", "record_separates", "record_delta", "record_stops"},
    ),
    "wrong sign": (
        [("record", "w = w + z", "w = w - z")],
        {"record_by_hand", "record_separates", "record_delta", "record_stops"},
    ),
    "one array for all rows": (
        [("record", "w = w + z", "w += z")],
        {"record_by_hand", "record_separates", "record_delta"},
    ),
    "start not recorded": (
        [("record", "W = [w]", "W = []")],
        {"record_by_hand", "record_stops"},
    ),
    "threshold ignored": ([("record", "<= delta", "<= 0")], {"record_delta"}),
    "limit of passes ignored": ([("record", "for _ in range(max_passes):", "while True:")], {"record_stops"}),
    "one pass too many": ([("record", "range(max_passes)", "range(max_passes + 1)")], {"record_stops"}),
    "rounding not forgiven": (
        [("check", " - 1e-9", ""), ("check", " + 1e-9", "")],
        {"check_rounding"},
    ),
    "equality reported": (
        [("check", "< k * gamma - 1e-9", "<= k * gamma"), ("check", "> k * R**2 + 1e-9", ">= k * R**2")],
        {"check_finds", "check_rounding"},
    ),
    "first row skipped": (
        [("check", "in enumerate(W):", "in list(enumerate(W))[1:]:")],
        {"check_every_row"},
    ),
    "rows counted from one": (
        [("check", "enumerate(W)", "enumerate(W, 1)")],
        {"check_finds", "check_rounding", "check_every_row"},
    ),
    "length not squared": (
        [("check", "w @ w > k", "np.linalg.norm(w) > k")],
        {"check_finds", "check_every_row"},
    ),
    "radius not squared": (
        [("check", "R**2", "R")],
        {"check_finds", "check_every_row"},
    ),
    "one failure a row": ([("check", "if w @ w", "elif w @ w")], {"check_every_row"}),
    "stops at the first failure": (
        [("check", 'failed.append((k, "progress"))', 'return [(k, "progress")]')],
        {"check_finds", "check_every_row"},
    ),
    "only yes or no": (
        [("check", "return failed", "return len(failed) == 0")],
        {"check_finds", "check_rounding", "check_every_row"},
    ),
    "data at the origin": (
        [("far_data", "[[20.0], [30.0]]", "[[-5.0], [5.0]]"), ("far_data", "-25.0", "0.0")],
        {"far_breaks"},
    ),
    "classes too close": (
        [("far_data", "[[20.0], [30.0]]", "[[24.5], [25.5]]")],
        {"far_breaks"},
    ),
    "a promise of too many": (
        [("far_data", "[[20.0], [30.0]]", "[[200.0], [203.0]]"), ("far_data", "-25.0", "-201.5")],
        {"far_separates", "far_breaks"},
    ),
    "more than promised, but not twice as many": (
        [("far_data", "[[20.0], [30.0]]", "[[10.0], [13.0]]"), ("far_data", "-25.0", "-11.5")],
        {"far_breaks"},
    ),
    "sign of the bias": ([("far_data", "-25.0", "25.0")], {"far_separates", "far_breaks"}),
    "a line that does not separate": (
        [("far_data", "-25.0", "-30.0")],
        {"far_separates", "far_breaks"},
    ),
}

STYLES = {
    "pure loops over lists": {
        "two_numbers": """
def two_numbers(X, y, u):
    longest, least = 0, None
    for x, label in zip(X, y):
        x = list(x) + [1]
        longest = max(longest, sum(v * v for v in x))
        m = label * sum(a * b for a, b in zip(u, x))
        least = m if least is None or m < least else least
    return longest ** 0.5, least / sum(v * v for v in u) ** 0.5
""",
        "record": """
def record(X, y, delta=0, max_passes=1000):
    w = [0] * (len(X[0]) + 1)
    W = [list(w)]
    passes = 0
    while passes < max_passes:
        mistakes = 0
        for x, label in zip(X, y):
            x = list(x) + [1]
            if label * sum(a * b for a, b in zip(w, x)) <= delta:
                for j in range(len(w)):
                    w[j] += label * x[j]
                W.append(list(w))
                mistakes += 1
        passes += 1
        if mistakes == 0:
            break
    return W
""",
        "check": """
def check(W, u, R, gamma):
    out = []
    for k in range(len(W)):
        progress = sum(a * b for a, b in zip(W[k], u))
        square = sum(a * a for a in W[k])
        if k * gamma - progress > 1e-9:
            out.append([k, "progress"])
        if square - k * R * R > 1e-9:
            out.append([k, "length"])
    return out
""",
        "digits_runs": """
W = record(X38, y38)
print(len(W))
""",
        "far_data": """
def far_data():
    X = [[100], [105]]  # 1764 promised, 20,543 made: more than in 1000 passes
    return X, [1, -1], [-1], 102.5
""",
    },
    "vectorised on padded examples": {
        "two_numbers": """
def two_numbers(X, y, u):
    P = np.hstack((X, np.ones((X.shape[0], 1))))
    unit = u / np.sqrt(u @ u)
    return float(np.sqrt(np.max(np.sum(P * P, axis=1)))), float(np.min(P @ unit * y))
""",
        "record": """
def record(X, y, delta=0, max_passes=1000):
    Z = np.c_[X, np.ones(len(y))] * y.reshape(-1, 1)
    W = np.zeros((1, Z.shape[1]))
    for epoch in range(max_passes):
        i, updated = 0, False
        while True:  # the next mistake of this pass, all scores at once
            wrong = np.nonzero(Z[i:] @ W[-1] <= delta)[0]
            if len(wrong) == 0:
                break
            W = np.vstack([W, W[-1] + Z[i + wrong[0]]])
            i, updated = i + wrong[0] + 1, True
        if not updated:
            return W
    return W
""",
        "check": """
def check(W, u, R, gamma):
    k = np.arange(len(W))
    slow = np.nonzero(W @ u + 1e-9 < k * gamma)[0]
    long = np.nonzero((W * W).sum(1) - 1e-9 > k * R ** 2)[0]
    return [(i, "length") for i in long] + [(i, "progress") for i in slow]
""",
        "digits_runs": """
counts = []
for seed in range(5):
    p = np.random.default_rng(seed).permutation(len(y38))
    counts.append(record(X38[p], y38[p]).shape[0] - 1)
print(counts)
""",
        "far_data": """
def far_data():
    X = 50 + np.array([[-10.0], [-12.0], [10.0], [11.0]])
    y = np.where(X[:, 0] > 50, 1, -1)
    return X, y, np.ones(1), np.array([-50.0])
""",
    },
    "classes, recursion and in-place updates": {
        "two_numbers": """
def pad(x):
    return np.append(x, 1)

def two_numbers(X, y, u):
    R = max(np.linalg.norm(pad(x)) for x in X)
    e = np.asarray(u) / np.linalg.norm(u)
    return [R, min(yi * np.dot(e, pad(x)) for x, yi in zip(X, y))]
""",
        "record": """
class Machine:
    def __init__(self, d):
        self.w, self.b, self.path = np.zeros(d), 0.0, []
        self.save()

    def save(self):
        self.path.append((*self.w, self.b))

    def learn(self, x, label, delta):
        if label * (self.w @ x + self.b) > delta:
            return 0
        self.w += label * x
        self.b += label
        self.save()
        return 1

def record(X, y, delta=0, max_passes=1000):
    machine = Machine(X.shape[1])
    while max_passes:
        max_passes -= 1
        if sum([machine.learn(X[i], y[i], delta) for i in range(len(X))]) == 0:
            break
    return np.array(machine.path)
""",
        "check": """
def check(W, u, R, gamma, k=0):
    if k == len(W):
        return []
    bad = []
    if not (np.inner(u, W[k]) >= k * gamma or np.isclose(np.inner(u, W[k]), k * gamma)):
        bad += [(k, "progress")]
    n2 = np.linalg.norm(W[k]) ** 2
    if not (n2 <= k * R ** 2 or np.isclose(n2, k * R ** 2)):
        bad += [(k, "length")]
    return bad + check(W, u, R, gamma, k + 1)
""",
        "digits_runs": """
W = record(X38, y38, 5000)
u = W[-1] / np.linalg.norm(W[-1])
print(check(record(X38, y38), u, *two_numbers(X38, y38, u)))
""",
        "far_data": """
def far_data():
    rows = [[30, 1], [30, -1], [40, 1], [40, -1]]
    return np.array(rows), (-1, -1, 1, 1), (2, 0), -70
""",
    },
}
