"""Problem set 5: typical mistakes, with the tests that each must lose, and correct programs of other styles."""

HINGE, LOGISTIC = {"hinge_values", "hinge_kink"}, {"logistic_values", "logistic_large"}
QUOTIENT, GRADIENT = {"quotient_square", "quotient_cube"}, {"gradient_hand", "gradient_judged"}
SGD = {"sgd_hand", "sgd_perceptron", "sgd_start"}

VALUES, SLOPE = "np.maximum(0, -m) + np.log(1 + e)", "-np.where(m > 0, e, 1) / (1 + e)"
BY_W = "by_w = np.array([f(w + e, b) - f(w - e, b) for e in steps])"
NOT_UNDONE = """by_w = np.zeros(len(w))
    for j in range(len(w)):
        w[j] += h
        above = f(w, b)
        w[j] -= 2 * h
        by_w[j] = above - f(w, b)"""

MUTANTS = {
    "slope_zero_at_the_kink": ([("hinge", "m <= delta", "m < delta")], {"hinge_kink"}),
    "always_the_hinge": ([("hinge", "delta - m", "1 - m")], HINGE),
    "slope_ends_at_zero": ([("hinge", "m <= delta", "m <= 0")], HINGE),
    "slope_upside_down": ([("hinge", "-1, 0)", "1, 0)")], HINGE),
    "one_maximum_for_all": ([("hinge", "np.maximum(0, delta - m)", "max(0, np.max(delta - m))")], HINGE),
    "log_of_infinity": ([("logistic", VALUES, "np.log(1 + np.exp(-m))")], {"logistic_large"}),
    "infinity_by_infinity": ([("logistic", SLOPE, "-np.exp(-m) / (1 + np.exp(-m))")], {"logistic_large"}),
    "logistic_slope_rises": ([("logistic", SLOPE, SLOPE.removeprefix("-"))], LOGISTIC),
    "forward_quotient": ([("quotient", "f(w - e, b)", "f(w, b)"), ("quotient", "b - h", "b")], QUOTIENT),
    "h_for_2h": ([("quotient", "(2 * h)", "h")], QUOTIENT),
    "all_weights_at_once": ([("quotient", "h * np.eye(len(w))", "h * np.ones((len(w), len(w)))")], QUOTIENT),
    "step_not_undone": ([("quotient", BY_W, NOT_UNDONE)], QUOTIENT),
    "w_left_shifted": (
        [("quotient", "return by_w", "w += h\n    return by_w")],
        {"quotient_cube"},
    ),
    "bias_not_judged": ([("quotient", "f(w, b + h) - f(w, b - h)", "0.0")], QUOTIENT),
    "sum_for_mean": ([("gradient", " / len(y), pull.mean()", ", pull.sum()")], GRADIENT),
    "gradient_without_labels": ([("gradient", "slopes * y", "slopes")], GRADIENT),
    "gradient_of_minus_the_cost": ([("gradient", "slopes * y", "-slopes * y")], GRADIENT),
    "values_for_slopes": ([("gradient", "slopes * y", "values * y")], GRADIENT),
    "nothing_at_zero": (
        [("gradient", "slopes * y", "slopes * y * (functional_margins(X, y, w, b) != 0)")],
        {"gradient_judged"},
    ),
    "uphill": ([("sgd", "w - eta", "w + eta"), ("sgd", "b - eta", "b + eta")], SGD),
    "bias_forgotten": ([("sgd", "b = b - eta * slope * y[i]", "pass")], SGD),
    "rate_forgotten": ([("sgd", "eta * slope", "slope")], SGD),
    "one_pass": ([("sgd", "range(passes)", "range(1)")], SGD),
    "start_overwritten": ([("sgd", "w = w - eta", "w -= eta")], {"sgd_hand", "sgd_start"}),
    "start_ignored": (
        [("sgd", "for _ in", "w, b = np.zeros(len(w)), 0.0\n    for _ in")],
        {"sgd_hand", "sgd_start"},
    ),
    "steps_on_mistakes_only": (
        [("sgd", "loss(m)[1][0]", "loss(m)[1][0] * (m[0] <= 0)")],
        {"sgd_hand", "sgd_start"},
    ),
    "loss_of_a_number": ([("sgd", "loss(m)[1][0]", "loss(m[0])[1]")], {"sgd_hand"}),
    "functional_margin_of_the_start": (
        [("sgd", "for _ in", "v, c = w, b\n    for _ in"), ("sgd", "y[i : i + 1], w, b", "y[i : i + 1], v, c")],
        SGD,
    ),
    "no_step_at_zero": ([("sgd", "loss(m)[1][0]", "loss(m)[1][0] * (m[0] < 0)")], SGD),
    "stuck_at_zero": ([("unlucky", " + (m == 0)", "")], {"unlucky_cycles"}),
    "half_a_step": ([("unlucky", "+ (m == 0)", "- 0.5 * (m == 0)")], {"unlucky_cycles"}),
    "over_the_kink": ([("unlucky", "+ (m == 0)", "+ 9.5 * (m == 0)")], {"unlucky_cycles"}),
    "ends_late": ([("unlucky", "+ (m == 0)", "+ 1000.5 * (m == 0)")], {"unlucky_cycles"}),
}

STYLES = {
    "lists": {
        "hinge": """
def hinge(m, delta):
    values, slopes = [], []
    for a in m:
        values.append(max(0, delta - a))
        slopes.append(-1 if a <= delta else 0)
    return np.array(values), np.array(slopes)
""",
        "logistic": """
import math


def logistic(m):
    values, slopes = [], []
    for a in m:
        if a >= 0:
            values.append(math.log(1 + math.exp(-a)))
            slopes.append(-math.exp(-a) / (1 + math.exp(-a)))
        else:
            values.append(math.log(1 + math.exp(a)) - a)
            slopes.append(-1 / (1 + math.exp(a)))
    return [np.array(values), np.array(slopes)]
""",
        "quotient": """
def quotient(f, w, b, h):
    by_w = []
    for j in range(len(w)):
        up, down = w.copy(), w.copy()
        up[j] += h
        down[j] -= h
        by_w.append((f(up, b) - f(down, b)) / (2 * h))
    return by_w, (f(w, b + h) - f(w, b - h)) / (2 * h)
""",
        "gradient": """
def gradient(X, y, w, b, loss):
    by_w, by_b = [0.0] * len(w), 0.0
    for x, label in zip(X.tolist(), y.tolist()):
        m = label * (sum(p * q for p, q in zip(w, x)) + b)
        slope = loss(np.array([m]))[1][0]
        for j in range(len(w)):
            by_w[j] += slope * label * x[j] / len(y)
        by_b += slope * label / len(y)
    return by_w, by_b
""",
        "sgd": """
def sgd(X, y, w, b, loss, eta, passes):
    w = list(w)
    for _ in range(passes):
        for x, label in zip(X.tolist(), y.tolist()):
            m = label * (sum(p * q for p, q in zip(w, x)) + b)
            slope = float(loss(np.array([m]))[1][0])
            w = [p - eta * slope * label * q for p, q in zip(w, x)]
            b -= eta * slope * label
    return np.array(w), b
""",
        "experiment": """
def perceptron_loss(m):
    return hinge(m, 0)


def hinge_loss(m):
    return hinge(m, 1)


for loss in [perceptron_loss, hinge_loss, logistic]:
    w = np.zeros(64)
    b = 0
    for k in range(5):
        w, b = sgd(train_X, train_y, w, b, loss, 0.1, 1)
        right = 0
        for m in functional_margins(test_X, test_y, w, b):
            if m > 0:
                right += 1
        print(right / len(test_y))
""",
        "unlucky": """
def unlucky(m):
    values = [max(0, -a) for a in m]
    slopes = [-1.0 if a < 0 else 1.0 if a == 0 else 0.0 for a in m]
    return values, slopes
""",
    },
    "padded": {
        "hinge": """
def hinge(m, delta):
    return np.clip(delta - m, 0, None), -(m <= delta).astype(float)
""",
        "logistic": """
def logistic(m):
    return np.logaddexp(0, -m), -1 / (1 + np.exp(m))
""",
        "quotient": """
def quotient(f, w, b, h):
    v = np.append(w, b)
    E = h * np.eye(len(v))
    q = [(f((v + e)[:-1], (v + e)[-1]) - f((v - e)[:-1], (v - e)[-1])) / 2 / h
         for e in E]
    return np.array(q[:-1]), q[-1]
""",
        "gradient": """
def gradient(X, y, w, b, loss):
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    g = np.mean(loss(Z @ np.append(w, b))[1][:, None] * Z, axis=0)
    return g[:-1], g[-1]
""",
        "sgd": """
def sgd(X, y, w, b, loss, eta, passes):
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    v = np.append(w, b)
    for z in np.tile(Z, (passes, 1)):
        v -= eta * loss(z[None] @ v)[1] * z
    return v[:-1], v[-1]
""",
        "experiment": """
results = []
for loss in (lambda m: hinge(m, 0), lambda m: hinge(m, 1), logistic):
    state, row = (np.zeros(64), 0.0), []
    for _ in range(5):
        state = sgd(train_X, train_y, *state, loss, 0.1, 1)
        row.append((functional_margins(test_X, test_y, *state) > 0).mean())
    results.append([min(row), max(row), row[-1]])
print(np.round(results, 3))
""",
        "unlucky": """
def unlucky(m):
    return -np.minimum(m, 0), np.select([m < 0, m == 0], [-1.0, 10.0])
""",
    },
    "own_helpers": {
        "hinge": """
class Hinge:
    def __init__(self, delta):
        self.delta = delta

    def value(self, m):
        gap = self.delta - m
        gap[gap < 0] = 0
        return gap

    def slope(self, m):
        return -np.heaviside(self.delta - m, 1)


def hinge(m, delta):
    loss = Hinge(delta)
    return loss.value(m), loss.slope(m)
""",
        "logistic": """
def logistic(m):
    small = np.abs(m) < 50
    safe = np.where(small, m, 0)
    values = np.where(small, np.log1p(np.exp(-safe)), np.where(m < 0, -m, 0))
    slopes = np.where(small, -1 / (1 + np.exp(safe)), np.where(m < 0, -1, 0))
    return np.array([values, slopes])
""",
        "quotient": """
def quotient(f, w, b, h):
    result = np.empty_like(w)
    for j, old in enumerate(w.copy()):
        w[j] = old + h
        above = f(w, b)
        w[j] = old - h
        below = f(w, b)
        w[j] = old
        result[j] = (above - below) / (2 * h)
    return result, 0.5 / h * (f(w, b + h) - f(w, b - h))
""",
        "gradient": """
def gradient(X, y, w, b, loss):
    n, slopes = X.shape[0], np.asarray(loss(functional_margins(X, y, w, b))[1])
    return X.T.dot(slopes * y) / n, np.dot(slopes, y) / n
""",
        "sgd": """
def sgd(X, y, w, b, loss, eta, passes):
    w = np.array(w, dtype=float)
    done = 0
    while done < passes:
        for i in range(X.shape[0]):
            by_w, by_b = gradient(X[[i]], y[[i]], w, b, loss)
            w -= eta * by_w
            b -= eta * by_b
        done += 1
    return w, b
""",
        "experiment": """
def race(loss, passes=5):
    w, b = np.zeros(train_X.shape[1]), 0.0
    for _ in range(passes):
        w, b = sgd(train_X, train_y, w, b, loss, 0.1, 1)
        yield np.mean(functional_margins(test_X, test_y, w, b) > 0)


for delta in (0, 1):
    print(delta, *race(lambda m, delta=delta: hinge(m, delta)))
print(*race(logistic))
""",
        "unlucky": """
def unlucky(m):
    values, slopes = hinge(m, 0)
    slopes[m == 0] = 1
    return values, slopes
""",
    },
    "recursive": {
        "hinge": """
def hinge(m, delta):
    below = m <= delta
    return below * (delta - m), -1 * below
""",
        "logistic": """
def logistic(m):
    small = np.minimum(m, 0)
    return (np.log1p(np.exp(-np.abs(m))) - small,
            -np.exp(small - np.maximum(m, 0)) ** (m > 0)
            / (1 + np.exp(-np.abs(m))))
""",
        "quotient": """
def quotient(f, w, b, h):
    def along(e, c):
        return (f(w + e, b + c) - f(w - e, b - c)) / (h + h)

    by_w = tuple(along(h * (np.arange(w.size) == j), 0) for j in range(w.size))
    return by_w, along(np.zeros_like(w), h)
""",
        "gradient": """
def gradient(X, y, w, b, loss):
    each = [loss(np.array([t * (np.dot(w, x) + b)]))[1] * t * np.append(x, 1)
            for x, t in zip(X, y)]
    total = sum(each) / len(each)
    return total[: len(w)], total[len(w) :]
""",
        "sgd": """
def sgd(X, y, w, b, loss, eta, passes):
    if passes == 0:
        return w, b
    for x, t in zip(X, y):
        push = -eta * loss(np.array([t * (w @ x + b)]))[1][0] * t
        w, b = w + push * x, b + push
    return sgd(X, y, w, b, loss, eta, passes - 1)
""",
        "experiment": """
for loss in (lambda m: hinge(m, 0), lambda m: hinge(m, 1), logistic):
    for passes in (1, 2, 3):
        w, b = sgd(train_X, train_y, np.zeros(64), 0.0, loss, 0.1, passes)
        print(passes, (functional_margins(test_X, test_y, w, b) > 0).mean())
""",
        "unlucky": """
def unlucky(m):
    return np.maximum(0, -m), (1 - np.sign(m)) / 2 - 2 * (m < 0) + (m == 0) / 2
""",
    },
}
