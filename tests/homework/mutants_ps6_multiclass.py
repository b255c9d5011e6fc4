"""Problem set 6: typical mistakes, with the tests that each must lose, and correct programs of other styles."""

PREDICT, LABELS = {"predict_three", "predict_ties"}, {"one_vs_rest_labels", "one_vs_rest_other"}
UPDATE, FIT = {"update_moves", "update_ties"}, {"fit_loop", "fit_learns"}
VOTES, CONFUSION = {"votes_three", "votes_other"}, {"confusion_small", "confusion_counts"}

BEST, TEST = "(pad(X) @ W.T).argmax(axis=1)", "scores[y] > scores[rival]"

MUTANTS = {
    "last_class_in_a_tie": (
        [("predict", BEST, "len(W) - 1 - (pad(X) @ W.T)[:, ::-1].argmax(axis=1)")],
        {"predict_ties"},
    ),
    "bias_forgotten": ([("predict", BEST, "(X @ W[:, :-1].T).argmax(axis=1)")], PREDICT),
    "best_example_for_best_class": ([("predict", "axis=1", "axis=0")], PREDICT),
    "lowest_score": ([("predict", "argmax", "argmin")], PREDICT),
    "labels_0_and_1": ([("one_vs_rest", "1, -1)", "1, 0)")], LABELS),
    "labels_transposed": ([("one_vs_rest", "np.arange(c)[:, None] == y", "np.arange(c) == y[:, None]")], LABELS),
    "classes_that_occur": ([("one_vs_rest", "np.arange(c)", "np.unique(y)")], {"one_vs_rest_other"}),
    "rest_against_one": ([("one_vs_rest", "1, -1)", "-1, 1)")], LABELS),
    "tie_is_right": ([("update", TEST, "scores[y] >= scores[rival]")], {"update_ties"}),
    "predicted_is_right": ([("update", TEST, "scores.argmax() == y")], {"update_ties"}),
    "positive_is_right": ([("update", TEST, "scores[y] > 0")], UPDATE),
    "every_example": ([("update", TEST, "False")], UPDATE),
    "nobody_punished": ([("update", "W[rival] -= x", "pass")], UPDATE),
    "all_rivals_punished": ([("update", "W[rival] -= x", "W[rivals] -= x")], UPDATE),
    "own_class_not_helped": ([("update", "W[y] += x", "pass")], UPDATE),
    "own_class_a_rival": ([("update", " if r != y]", "]")], UPDATE),
    "first_rival": ([("update", "max(rivals, key=lambda r: scores[r])", "rivals[0]")], UPDATE),
    "rivals_renumbered": (
        [("update", "max(rivals, key=lambda r: scores[r])", "np.delete(scores, y).argmax()")],
        UPDATE,
    ),
    "punished_row_renumbered": (
        [("update", "W[rival] -= x", "W[np.delete(scores, y).argmax()] -= x")],
        UPDATE,
    ),
    "last_worst_rival": ([("update", "max(rivals,", "max(reversed(rivals),")], {"update_ties"}),
    "wrong_sign": ([("update", "+= x", "= W[y] - x"), ("update", "-= x", "= W[rival] + x")], UPDATE),
    "mistake_not_reported": ([("update", "return W, True", "return W, False")], UPDATE),
    "one_pass": ([("fit", "range(max_passes)", "range(1)")], FIT),
    "endless": ([("fit", "for _ in range(max_passes)", "while True")], FIT),
    "one_pass_too_many": ([("fit", "range(max_passes)", "range(max_passes + 1)")], FIT),
    "never_stops_early": ([("fit", "mistakes == before", "False")], FIT),
    "one_right_row_ends_it": ([("fit", "mistakes == before", "not made")], {"fit_learns"}),
    "last_pass_counted": ([("fit", "before = mistakes", "before = mistakes = 0")], FIT),
    "not_padded": ([("fit", "pad(X)", "X")], FIT),
    "starts_at_one": ([("fit", "np.zeros", "np.ones")], {"fit_loop"}),
    "weights_dropped": ([("fit", "W, made = step", "dropped, made = step")], FIT),
    "votes_for_the_loser": ([("votes", "s > 0", "s < 0"), ("votes", "s <= 0", "s >= 0")], VOTES),
    "zero_for_the_later": ([("votes", "s > 0", "s >= 0"), ("votes", "s <= 0", "s < 0")], {"votes_other"}),
    "zero_for_nobody": ([("votes", "s <= 0", "s < 0")], {"votes_other"}),
    "scores_for_votes": (
        [("votes", "dtype=int", "dtype=float"), ("votes", "+= s > 0", "+= s"), ("votes", "+= s <= 0", "-= s")],
        VOTES,
    ),
    "pairs_in_order": ([("votes", "zip(pairs", "zip(sorted(pairs)")], {"votes_other"}),
    "matrix_transposed": ([("confusion", "[own, said]", "[said, own]")], CONFUSION),
    "counted_once": ([("confusion", "+= 1", "= 1")], CONFUSION),
    "pairs_counted_at_once": (
        [("confusion", "for own, said in zip(y, guess):\n        matrix[own, said]", "matrix[y, guess]")],
        CONFUSION,
    ),
    "mistakes_only": ([("confusion", "+= 1", "+= own != said")], CONFUSION),
    "size_from_the_data": ([("confusion", "((c, c)", "((max(y) + 1, max(guess) + 1)")], {"confusion_counts"}),
    "not_broken": ([("lenient", "scores[y] >= scores[rival]", TEST)], {"lenient_breaks"}),
    "broken_too_much": ([("lenient", "scores[y] >= scores[rival]", "True")], {"lenient_breaks"}),
    "broken_and_renumbered": (
        [("lenient", "W[rival] -= x", "W[np.delete(scores, y).argmax()] -= x")],
        {"lenient_breaks"},
    ),
}

STYLES = {
    "lists": {
        "predict": """
def predict(W, X):
    result = []
    for x in X:
        best, best_score = None, None
        for r in range(len(W)):
            score = W[r][-1]
            for j in range(len(x)):
                score += W[r][j] * x[j]
            if best is None or score > best_score:
                best, best_score = r, score
        result.append(best)
    return np.array(result)
""",
        "one_vs_rest": """
def one_vs_rest(y, c):
    labels = []
    for r in range(c):
        labels.append([1 if own == r else -1 for own in y])
    return labels
""",
        "update": """
def update(W, x, y):
    scores = [sum(p * q for p, q in zip(row, x)) for row in W]
    worst = None
    for r in range(len(W)):
        if r == y:
            continue
        if worst is None or scores[r] > scores[worst]:
            worst = r
    if scores[y] - scores[worst] <= 0:
        for j in range(len(x)):
            W[y][j] += x[j]
            W[worst][j] -= x[j]
        return W, True
    else:
        return W, False
""",
        "fit": """
def fit(X, y, c, step, max_passes=100):
    W = np.zeros((c, len(X[0]) + 1))
    mistakes = 0
    passes = 0
    while passes < max_passes:
        clean = True
        for i in range(len(X)):
            W, made = step(W, np.array(list(X[i]) + [1]), int(y[i]))
            if made:
                mistakes += 1
                clean = False
        passes += 1
        if clean:
            return W, mistakes
    return W, mistakes
""",
        "votes": """
def votes(S, pairs, c):
    table = []
    for scores in S:
        row = [0] * c
        for q in range(len(pairs)):
            j, k = pairs[q]
            if scores[q] > 0:
                row[k] += 1
            else:
                row[j] += 1
        table.append(row)
    return np.array(table)
""",
        "confusion": """
def confusion(y, guess, c):
    return [[sum(1 for i in range(len(y)) if y[i] == r and guess[i] == s)
             for s in range(c)] for r in range(c)]
""",
        "experiment": """
W, _ = fit(train_X, train_y, 10, update, 1)
print(np.mean(predict(W, test_X) == test_y))
pairs, V = pairwise(train_X, train_y, 10, 1)
guess = np.argmax(votes(pad(test_X) @ V.T, pairs, 10), axis=1)
print(np.mean(guess == test_y))
print(np.array(confusion(test_y, guess, 10)))
""",
        "lenient": """
def lenient(W, x, y):
    scores = [sum(p * q for p, q in zip(row, x)) for row in W]
    others = scores[:y] + scores[y + 1 :]
    if scores[y] >= max(others):
        return W, False
    worst = scores.index(max(others))
    W[y] += x
    W[worst] -= x
    return W, True
""",
    },
    "vectorised": {
        "predict": """
def predict(W, X):
    return np.argmax(X @ W[:, :-1].T + W[:, -1], axis=1)
""",
        "one_vs_rest": """
def one_vs_rest(y, c):
    labels = -np.ones((c, len(y)), dtype=int)
    labels[y, np.arange(len(y))] = 1
    return labels
""",
        "update": """
def update(W, x, y):
    scores = W @ x
    rivals = scores.copy()
    rivals[y] = -np.inf
    worst = np.argmax(rivals)
    made = scores[y] <= scores[worst]
    if made:
        W[[y, worst]] += np.outer([1, -1], x)
    return W, made
""",
        "fit": """
def fit(X, y, c, step, max_passes=100):
    P, W, per_pass = pad(X), np.zeros((c, X.shape[1] + 1)), []
    while len(per_pass) < max_passes and (not per_pass or per_pass[-1]):
        per_pass.append(0)
        for i in np.arange(len(P)):
            W, made = step(W, P[i], y[i])
            per_pass[-1] += int(made)
    return W, sum(per_pass)
""",
        "votes": """
def votes(S, pairs, c):
    j, k = np.array(pairs).T
    winners = np.where(S > 0, k, j)
    return (winners[:, :, None] == np.arange(c)).sum(axis=1)
""",
        "confusion": """
def confusion(y, guess, c):
    return np.bincount(c * y + guess, minlength=c * c).reshape(c, c)
""",
        "experiment": """
labels = one_vs_rest(train_y, 10)
W = np.stack([two_class(train_X, row, 1) for row in labels])
guess = predict(W, test_X)
print((guess == test_y).mean(), confusion(test_y, guess, 10), sep="\\n")
""",
        "lenient": """
def lenient(W, x, y):
    if (W @ x).max() == W[y] @ x:
        return W, False
    worst = np.argmax(W @ x)
    V = np.array(W)
    V[y], V[worst] = W[y] + x, W[worst] - x
    return V, True
""",
    },
    "closures": {
        "predict": """
def predict(W, X):
    def best(x):
        scores = list(W @ np.append(x, 1))
        return scores.index(max(scores))

    return [best(x) for x in X]
""",
        "one_vs_rest": """
def one_vs_rest(y, c):
    return np.array([2 * (y == r).astype(int) - 1 for r in range(c)])
""",
        "update": """
class Machine:
    def __init__(self, W):
        self.W = np.array(W, dtype=float)

    def worst(self, x, y):
        order = sorted((-self.W[r] @ x, r) for r in range(len(self.W)) if r != y)
        return order[0][1]

    def lead(self, x, y):
        return self.W[y] @ x - self.W[self.worst(x, y)] @ x


def update(W, x, y):
    machine = Machine(W)
    if machine.lead(x, y) > 0:
        return machine.W, False
    r = machine.worst(x, y)
    machine.W[y] = machine.W[y] + x
    machine.W[r] = machine.W[r] - x
    return machine.W, True
""",
        "fit": """
def fit(X, y, c, step, max_passes=100):
    def go(W, total, left):
        new = 0
        for x, own in zip(X, y):
            W, made = step(W, np.append(x, 1.0), own)
            new += bool(made)
        if new == 0 or left == 1:
            return W, total + new
        return go(W, total + new, left - 1)

    return go(np.zeros((c, X.shape[1] + 1)), 0, max_passes)
""",
        "votes": """
from collections import Counter


def votes(S, pairs, c):
    rows = []
    for s in S.tolist():
        won = Counter(pair[t > 0] for pair, t in zip(pairs, s))
        rows.append([won[r] for r in range(c)])
    return rows
""",
        "confusion": """
def confusion(y, guess, c):
    eye = np.eye(c)
    return eye[y].T @ eye[guess]
""",
        "experiment": """
W, k = fit(train_X, train_y, 10, update, 1)
print(k, confusion(test_y, np.array(predict(W, test_X)), 10))
""",
        "lenient": """
def lenient(W, x, y):
    machine = Machine(W)
    if machine.lead(x, y) < 0:
        r = machine.worst(x, y)
        machine.W[[y, r]] += [x, -x]
        return machine.W, 1
    return machine.W, 0
""",
    },
    "numpy_tools": {
        "predict": """
def predict(W, X):
    scores = np.einsum("cd,nd->nc", W, np.insert(X, X.shape[1], 1, axis=1))
    return scores.argmax(1)
""",
        "one_vs_rest": """
def one_vs_rest(y, c):
    return 2 * np.eye(c, dtype=int)[y].T - 1
""",
        "update": """
def update(W, x, y):
    others = np.delete(np.arange(len(W)), y)
    r = others[np.argmax(W[others] @ x)]
    push = np.zeros(len(W))
    if (W[y] - W[r]) @ x <= 0:
        push[y], push[r] = 1, -1
    return W + np.outer(push, x), push.any()
""",
        "fit": """
def fit(X, y, c, step, max_passes=100):
    W, k = np.zeros((c, 1 + X.shape[1])), 0
    for _ in range(max_passes):
        flags = []
        for x, own in zip(pad(X), y.tolist()):
            W, made = step(W, x, own)
            flags.append(made)
        k += sum(flags)
        if not any(flags):
            break
    return [W, k]
""",
        "votes": """
def votes(S, pairs, c):
    result = np.zeros((c, S.shape[0]))
    for q in range(S.shape[1]):
        np.add.at(result, (np.array(pairs[q])[(S[:, q] > 0) * 1],
                           np.arange(S.shape[0])), 1)
    return result.T.astype(int)
""",
        "confusion": """
def confusion(y, guess, c):
    matrix = np.zeros((c, c), int)
    np.add.at(matrix, (y, guess), 1)
    return matrix
""",
        "experiment": """
pairs, V = pairwise(train_X, train_y, 10, 1)
counts = votes(pad(test_X) @ V.T, pairs, 10)
print((counts.argmax(1) == test_y).mean())
""",
        "lenient": """
def lenient(W, x, y):
    new, made = update(W.copy(), x, y)
    if made and (W @ x).max() > W[y] @ x:
        return new, True
    return W, False
""",
    },
}
