# %% [markdown]
# # Problem set 6 · Many classes
#
# This set belongs to the chapter *Many classes*. You write the multiclass perceptron, one-vs-rest and the votes of one-vs-one, each in a few lines. You prove that the multiclass perceptron can do what one-vs-rest cannot, and you bound its mistakes. Then the three machines read handwritten digits, and at the end you break the rule so quietly that the run reports no mistake.
#
# | part | | by tests | by hand |
# |---|---|---|---|
# | 1 | Predict | 2 | |
# | 2 | Labels for one-vs-rest | 2 | |
# | 3 | One step of the multiclass perceptron | 2 | |
# | 4 | Passes | 2 | |
# | 5 | Three classes on a line | | 3 |
# | 6 | Votes | 2 | |
# | 7 | Who is taken for whom | 2 | |
# | 8 | Ten digits | | 2 |
# | 9 | Break it | 1 | 2 |
#
# That makes 20 points, and should take 60 to 90 minutes.
#
# **How to work.** Run the notebook from top to bottom. Write only where it says YOUR CODE HERE or YOUR ANSWER HERE, and delete the line `raise NotImplementedError()` there. You see some of the tests; hidden tests check the same functions on other data. You may add cells of your own, for trials and drawings. Write the functions with NumPy alone: of `perceptron_lib` use only what the set imports. A proof may be typed as plain text or in LaTeX. Before you hand in, choose *Run > Restart Kernel and Run All Cells…*.
#
# There are $c$ classes, numbered $0,\dots,c-1$. The rows of $W$ are the padded weights of the classes, $\tilde w_0,\dots,\tilde w_{c-1}$. So $W$ has the shape $(c,d+1)$, and the bias comes last in each row. The score of class $r$ for the example $x$ is $\langle\tilde w_r,\tilde x\rangle$. The next cell has the padding ready for you.

# %% locked="setup"
import numpy as np
from perceptron_lib import datasets


def pad(X):
    """The rows of X, each with a 1 at its end: (n, d) becomes (n, d + 1)."""
    return np.column_stack([X, np.ones(len(X))])


# %% [markdown]
# ## 1. Predict
#
# Predict the class with the highest score. In a tie, predict the first of the tied classes.

# %% solution="predict"
def predict(W, X):
    """The class with the highest score; in a tie the first of them.

    Takes W of shape (c, d + 1), padded weights, one class a row, and
    X of shape (n, d), not padded.
    Returns an int array of shape (n,).
    """
    ### BEGIN SOLUTION
    return (pad(X) @ W.T).argmax(axis=1)
    ### END SOLUTION


# %% test="predict_three" points=1 book="multiclass#the-multiclass-perceptron"
_W = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, -1.0, 4.0]])
_X = np.array([[5.0, 1.0], [2.0, 6.0], [0.0, 0.0], [1.0, 1.0]])
_p = np.asarray(predict(_W.copy(), _X.copy()))
assert _p.shape == (4,), "predict one class for each row of X"
assert list(_p) == [0, 1, 2, 2], \
    "the scores are 5, 1, -2 for the first row, then 2, 6, -4, then " \
    "0, 0, 4, then 1, 1, 2: take the class of the highest"

# %% hidden="predict_ties" points=1 title="ties, other data" book="multiclass#the-multiclass-perceptron"
assert list(predict(np.zeros((4, 3)), np.ones((2, 2)))) == [0, 0], \
    "with zero weights all classes tie, and the first one is predicted"
for _seed in range(5):
    _rng = np.random.default_rng(_seed)
    _W = _rng.integers(-1, 2, size=(5, 4)).astype(float)
    _X = _rng.integers(-2, 3, size=(40, 3)).astype(float)
    _p = list(predict(_W.copy(), _X.copy()))
    for _x, _r in zip(_X, _p):
        _s = [float(_w[:-1] @ _x + _w[-1]) for _w in _W]
        assert _s[_r] == max(_s), \
            "another class has a higher score; the bias is the last column of W"
        assert _r == _s.index(max(_s)), \
            "in a tie predict the first of the classes with the highest score"

# %% [markdown]
# ## 2. Labels for one-vs-rest
#
# One-vs-rest trains a perceptron for each class $r$, on all examples: those of class $r$ are labelled $+1$, all others $-1$. Make the labels of all $c$ perceptrons at once. A class may have no example.

# %% solution="one_vs_rest"
def one_vs_rest(y, c):
    """The labels of the c perceptrons of one-vs-rest.

    Takes y, an int array of shape (n,) with classes 0, ..., c - 1,
    and c, an int >= 2.
    Returns an int array of shape (c, n): row r has +1 for the
    examples of class r and -1 for the others.
    """
    ### BEGIN SOLUTION
    return np.where(np.arange(c)[:, None] == y, 1, -1)
    ### END SOLUTION


# %% test="one_vs_rest_labels" points=1 book="multiclass#one-vs-rest"
_L = np.asarray(one_vs_rest(np.array([2, 0, 1, 2]), 3))
assert _L.shape == (3, 4), "one row for each class, one column for each example"
assert _L.tolist() == [[-1, 1, -1, -1], [-1, -1, 1, -1], [1, -1, -1, 1]], \
    "row r has +1 where the class is r and -1 (not 0) everywhere else"

# %% hidden="one_vs_rest_other" points=1 title="other classes" book="multiclass#one-vs-rest"
for _c, _y in ((4, [3, 3, 0, 1, 0, 3]), (2, [1, 0, 0]), (5, [4, 1, 1, 0])):
    _L = np.asarray(one_vs_rest(np.array(_y), _c))
    assert _L.shape == (_c, len(_y)), \
        "one row for each of the c classes, even for one without an example"
    for _r in range(_c):
        for _i in range(len(_y)):
            assert _L[_r, _i] == (1 if _y[_i] == _r else -1), \
                "row r has +1 for the examples of class r, -1 for the others"

# %% [markdown]
# ## 3. One step of the multiclass perceptron
#
# Here is one step on the padded example $\tilde x$ of class $y$, with $\delta=0$ and $\eta=1$:
#
# - The worst rival $r$ is the class other than $y$ with the highest score. If several tie, it is the first of them.
# - If $\langle\tilde w_y,\tilde x\rangle-\langle\tilde w_r,\tilde x\rangle\le0$, the example is a mistake: add $\tilde x$ to row $y$ and subtract it from row $r$. A tie is a mistake.
# - Otherwise change nothing.
#
# You may change `W` in place or make a new array, as you like; return it in either case.

# %% solution="update"
def update(W, x, y):
    """One step of the multiclass perceptron.

    Takes W, a float array of shape (c, d + 1); x, a padded example,
    shape (d + 1,); y, its class, an int.
    Returns (W, made): the weights after the step, shape (c, d + 1),
    and whether the example was a mistake, True or False.
    """
    ### BEGIN SOLUTION
    scores = W @ x
    rivals = [r for r in range(len(W)) if r != y]
    rival = max(rivals, key=lambda r: scores[r])
    if scores[y] > scores[rival]:
        return W, False
    W = W.copy()
    W[y] += x
    W[rival] -= x
    return W, True
    ### END SOLUTION


# %% test="update_moves" points=1 book="multiclass#the-multiclass-perceptron"
_W = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
_x = np.array([2.0, 3.0, 1.0])  # the scores of the classes are 2, 3, 1
_V, _made = update(_W.copy(), _x.copy(), 1)
assert not _made and np.allclose(_V, _W), \
    "class 1 has the highest score, so its example is right: change nothing"
_V, _made = update(_W.copy(), _x.copy(), 2)
assert _made, "class 2 has a lower score than class 1: that is a mistake"
assert np.shape(_V) == (3, 3), "return all the rows of W"
assert np.allclose(_V[2], [2, 3, 2]), "add x to the row of the own class"
assert np.allclose(_V[1], [-2, -2, -1]), "subtract x from the worst rival's row"
assert np.allclose(_V[0], [1, 0, 0]), "a rival that is not the worst stays"
_V, _made = update(_W.copy(), _x.copy(), 0)
assert _made and np.allclose(_V, [[3, 3, 1], [-2, -2, -1], [0, 0, 1]]), \
    "an example of class 0: the worst rival is class 1, so x is added to " \
    "row 0 and subtracted from row 1 of W; a rival's place among the " \
    "rivals is not its row"

# %% hidden="update_ties" points=1 title="ties" book="multiclass#the-multiclass-perceptron"
_x = np.array([2.0, -1.0, 1.0])
for _y, _r in ((0, 1), (1, 0), (2, 0), (3, 0)):
    _V, _made = update(np.zeros((4, 3)), _x.copy(), _y)
    assert _made, "a tie is a mistake, whichever class is predicted in it"
    _want = np.zeros((4, 3))
    _want[_y] += _x
    _want[_r] -= _x
    assert np.allclose(_V, _want), \
        "in a tie add x to the row of the own class, and subtract x from the " \
        "row of one rival, the first that ties; never from the own row"
_W = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [1.0, 0.0, 1.0]])
_V, _made = update(_W.copy(), _x.copy(), 1)
assert _made and np.allclose(_V, _W + np.outer([0, 1, -1], _x)), \
    "the own class and a later rival tie for the highest score: a mistake"
_V, _made = update(_W.copy(), _x.copy(), 0)
assert _made and np.allclose(_V, _W + np.outer([1, -1, 0], _x)), \
    "two rivals tie as the worst: subtract x from the first of them only"
_W = np.array([[-1.0, 0.0, 0.0], [-3.0, 0.0, 0.0], [-2.0, 0.0, 0.0]])
_V, _made = update(_W.copy(), _x.copy(), 0)
assert not _made and np.allclose(_V, _W), \
    "all scores are negative, but the own class has the highest: no mistake"

# %% [markdown]
# ## 4. Passes
#
# Write the loop around the step. Start from zero weights. A pass takes the rows of `X` in order and calls `step` once on each padded row. The weights that `step` returns are the weights for the next row. Stop after the first pass without a mistake, and after `max_passes` passes at the latest.
#
# The step is an argument, so that you can exchange it. With your own step the call is `fit(X, y, c, update)`. The tests use other steps, even some that learn nothing. So `fit` must not judge by itself whether a row was a mistake: `step` says so.

# %% solution="fit"
def fit(X, y, c, step, max_passes=100):
    """Passes over the rows, from zero weights, until one has no mistake.

    Takes X of shape (n, d); y, an int array of shape (n,); c, the
    number of classes; step, a function like update: from (W, x, y)
    to (W, made), where x is padded; max_passes, an int >= 1.
    Returns (W, mistakes): the weights at the end, shape (c, d + 1),
    and the number of mistakes of the whole run.
    """
    ### BEGIN SOLUTION
    W, mistakes = np.zeros((c, X.shape[1] + 1)), 0
    for _ in range(max_passes):
        before = mistakes
        for x, own in zip(pad(X), y):
            W, made = step(W, x, own)
            mistakes += made
        if mistakes == before:
            break
    return W, mistakes
    ### END SOLUTION


# %% test="fit_loop" points=1 book="multiclass#the-multiclass-perceptron"
_X, _y, _calls = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([2, 0]), []


def _never(W, x, y):  # finds no mistake in anything
    _calls.append([*x, y])
    return W, False


_W, _k = fit(_X.copy(), _y.copy(), 4, _never, 5)
assert np.shape(_W) == (4, 3) and np.allclose(_W, 0), \
    "start from zero weights, one row for each of the c classes"
assert len(_calls) == 2 and _k == 0, \
    "stop after a pass without a mistake: here the first pass has none"
assert np.allclose(_calls, [[1, 2, 1, 2], [3, 4, 1, 0]]), \
    "call step on each row in order, padded with a 1 at its end"
_W, _k = fit(_X.copy(), _y.copy(), 4, lambda W, x, y: (W + 1, True), 3)
assert _k == 6, "every step is a mistake: 3 passes over 2 rows make 6"
assert np.allclose(_W, 6), "go on with the weights that step returns"

# %% hidden="fit_learns" points=1 title="stopping, the bound" book="multiclass#the-mistake-bound"
_made = iter([True, True, True, False, True, False] + [False] * 50)
_calls = []
_W, _k = fit(np.eye(2), np.array([0, 1]), 2,
             lambda W, x, y: (_calls.append(0), (W, next(_made)))[1], 20)
assert len(_calls) == 8 and _k == 4, \
    "stop only after a pass without any mistake: one right row is not enough, " \
    "and mistakes of all passes count"


def _step(W, x, y):
    W, s = np.array(W, dtype=float), np.asarray(W) @ x
    r = max((q for q in range(len(W)) if q != y), key=lambda q: s[q])
    if s[y] > s[r]:
        return W, False
    W[y], W[r] = W[y] + x, W[r] - x
    return W, True


for _seed in range(6):
    _o = np.random.default_rng(_seed).permutation(3)
    _X, _y = np.array([[-1.0], [0.0], [1.0]])[_o], np.arange(3)[_o]
    _W, _k = fit(_X.copy(), _y.copy(), 3, _step)
    _s = np.column_stack([_X, np.ones(3)]) @ np.asarray(_W).T
    assert (_s.argmax(axis=1) == _y).all(), \
        "these three classes can be separated, but your run did not do it"
    assert 1 <= _k <= 40, "the mistake bound allows at most 40 mistakes here"
_W, _k = fit(np.array([[1.0], [1.0]]), np.array([0, 1]), 2, _step, 7)
assert _k == 14, "the same example in two classes: max_passes must end the run"

# %% [markdown]
# ## 5. Three classes on a line
#
# There is one feature, and there are three examples, one for each class: $x=-1$ is of class $0$, $x=0$ of class $1$, and $x=1$ of class $2$.
#
# **(a)** (1 point) Prove that no $w$, $b$ give a positive score to $x=0$ and negative scores to $x=-1$ and $x=1$. Explain in one sentence why the one-vs-rest perceptron of class $1$ therefore never converges.
#
# **(b)** (1 point) Let $a_0=-1$, $a_1=0$, $a_2=1$, and let $W$ have the rows $\tilde w_r=(2a_r,\,-a_r^2)$. Prove that on the example of class $y$, which is $x=a_y$, the score of class $y$ is higher than that of every rival $r$ by $(a_y-a_r)^2$. So this $W$ separates all classes at once.
#
# **(c)** (1 point) Conclude from the mistake bound of the chapter that the multiclass perceptron, started from zero with $\delta=0$, makes at most $40$ mistakes on these examples, in whatever order they come. Note that $R$ is the length of the longest *padded* example, and that the bound needs a $U$ of length $1$.

# %% [markdown] written="line" points=3 book="multiclass#the-mistake-bound"
# **Model answer.**
#
# (a) The score $s(x)=wx+b$ satisfies $s(0)=b=\frac12\bigl(s(-1)+s(1)\bigr)$. If $s(-1)<0$ and $s(1)<0$, then $s(0)<0$, which is not positive. A pass of the perceptron of class $1$ without a mistake would give such $w$, $b$, so there is no such pass.
#
# (b) The score of class $r$ at $x$ is $2a_rx-a_r^2=x^2-(x-a_r)^2$. At $x=a_y$ it is $a_y^2-(a_y-a_r)^2$ for a rival and $a_y^2$ for the own class. The difference is $(a_y-a_r)^2$, which is positive, since $a_r\ne a_y$ for $r\ne y$.
#
# (c) The rows of $W$ are $(-2,-1)$, $(0,0)$, $(2,-1)$, so $\lVert W\rVert^2=4+1+4+1=10$. The smallest lead in (b) is $1$, since the $a_r$ are at least $1$ apart. So $U=W/\lVert W\rVert$ has length $1$ and margin $1/\sqrt{10}$. The longest padded examples are $(\pm1,1)$: $R^2=2$. The theorem, with $\delta=0$, gives at most $2R^2/\gamma^2=2\cdot2\cdot10=40$ updates, and every mistake is an update.
#
# **Rubric.**
#
# - 1 point: (a), a complete argument: the score in the middle is the mean of the other two (or $b>0$, $b<w$ and $b<-w$ contradict each other); and that a pass without a mistake would give such $w$, $b$.
# - 1 point: (b), the lead computed for a general pair (or for all six cases), and that it is positive.
# - 1 point: (c), $W$ scaled to length $1$, so $\gamma=1/\sqrt{10}$ for it, with the padded $R^2=2$, put into $2R^2/\gamma^2$.

# %% [markdown]
# ## 6. Votes
#
# One-vs-one has a pairwise perceptron for each pair $(j,k)$ of classes with $j<k$. Here these perceptrons are trained already, and you get their scores. A positive score is a vote for the *later* class $k$. Every other score, even zero, is a vote for $j$. Count the votes.

# %% solution="votes"
def votes(S, pairs, c):
    """The votes that each class gets.

    Takes S, a float array of shape (n, p): S[i, q] is the score of
    pairwise perceptron q for example i; pairs, a list of p pairs
    (j, k) with j < k, in any order; c, the number of classes.
    Returns an int array of shape (n, c).
    """
    ### BEGIN SOLUTION
    count = np.zeros((len(S), c), dtype=int)
    for (j, k), s in zip(pairs, S.T):
        count[:, k] += s > 0
        count[:, j] += s <= 0
    return count
    ### END SOLUTION


# %% test="votes_three" points=1 book="multiclass#one-vs-one"
_S = np.array([[2.0, -3.0, -1.0], [-5.0, -0.5, 4.0]])
_v = np.asarray(votes(_S.copy(), [(0, 1), (0, 2), (1, 2)], 3))
assert _v.shape == (2, 3), "one row for each example, one column for each class"
assert _v[0].tolist() == [1, 2, 0], \
    "example 0: class 1 beats 0, class 0 beats 2, class 1 beats 2"
assert _v[1].tolist() == [2, 0, 1], \
    "example 1: class 0 beats 1 and 2, class 2 beats 1; the size of a " \
    "score does not matter"

# %% hidden="votes_other" points=1 title="zeros, other pairs" book="multiclass#one-vs-one"
for _seed in range(5):
    _rng = np.random.default_rng(_seed)
    _c = 3 + _seed % 3
    _pairs = [(j, k) for j in range(_c) for k in range(j + 1, _c)]
    _pairs = [_pairs[q] for q in _rng.permutation(len(_pairs))]
    _S = _rng.integers(-2, 3, size=(8, len(_pairs))).astype(float)
    _v = np.asarray(votes(_S.copy(), list(_pairs), _c))
    assert _v.shape == (8, _c), "one column for each of the c classes"
    assert (_v.sum(axis=1) == len(_pairs)).all(), \
        "each pair has one vote to give, even if its score is zero"
    for _s, _row in zip(_S, _v):
        _want = [0] * _c
        for (_j, _k), _t in zip(_pairs, _s):
            _want[_k if _t > 0 else _j] += 1
        assert _row.tolist() == _want, \
            "a positive score votes for the later class of the pair, a zero " \
            "or negative one for the earlier; take the pairs as they are given"

# %% [markdown]
# ## 7. Who is taken for whom
#
# A confusion matrix has a row for each true class and a column for each predicted one. All entries add up to $n$.

# %% solution="confusion"
def confusion(y, guess, c):
    """How many examples of each class were predicted as each class.

    Takes y and guess, int arrays of shape (n,), the true and the
    predicted classes, and c, the number of classes.
    Returns an int array of shape (c, c): row y, column guess.
    """
    ### BEGIN SOLUTION
    matrix = np.zeros((c, c), dtype=int)
    for own, said in zip(y, guess):
        matrix[own, said] += 1
    return matrix
    ### END SOLUTION


# %% test="confusion_small" points=1 book="multiclass#which-digits-does-it-get-wrong"
_y, _g = np.array([0, 1, 2, 1, 2]), np.array([0, 2, 0, 1, 0])
_M = np.asarray(confusion(_y, _g, 3))
assert _M.shape == (3, 3), "a row and a column for each class"
assert _M[1].tolist() == [0, 1, 1], \
    "the true class is the row, the predicted class the column; an example " \
    "that is right counts too, on the diagonal"
assert _M.tolist() == [[1, 0, 0], [0, 1, 1], [2, 0, 0]], \
    "count every example, even if its pair of classes came before"

# %% hidden="confusion_counts" points=1 title="counts" book="multiclass#which-digits-does-it-get-wrong"
for _seed in range(4):
    _rng = np.random.default_rng(_seed)
    _c = 4 + _seed
    _y, _g = _rng.integers(0, 3, size=50), _rng.integers(1, 4, size=50)
    _M = np.asarray(confusion(_y.copy(), _g.copy(), _c))
    assert _M.shape == (_c, _c), \
        "a row and a column for each of the c classes, even for an empty one"
    assert _M.sum() == 50, \
        "every example counts, even if several have the same two classes"
    for _r in range(_c):
        for _s in range(_c):
            assert _M[_r, _s] == sum((_y == _r) & (_g == _s)), \
                "row r, column s must count the examples of r that were taken for s"

# %% [markdown]
# ## 8. Ten digits
#
# The next cell takes the first $1200$ digits to learn from and the other $597$ to test on. Its two functions train perceptrons for two classes with *your* `fit` and `update`, because for two classes the multiclass perceptron is the perceptron. `two_class` trains one perceptron, and `pairwise` trains one for each pair of classes.

# %% locked="digits"
digits = datasets.digits()
train_X, train_y = digits.X[:1200] / 16, digits.y[:1200]
test_X, test_y = digits.X[1200:] / 16, digits.y[1200:]


def two_class(X, labels, passes):
    """Padded weights (w, b), shape (d + 1,), for labels -1 and +1."""
    W, mistakes = fit(X, (np.asarray(labels, dtype=int) + 1) // 2, 2, update, passes)
    return np.asarray(W)[1] - np.asarray(W)[0]


def pairwise(X, y, c, passes):
    """All pairs (j, k), and the padded weights of their perceptrons."""
    pairs = [(j, k) for j in range(c) for k in range(j + 1, c)]
    rows = [(y == j) | (y == k) for j, k in pairs]
    V = [two_class(X[own], np.where(y[own] == k, 1, -1), passes)
         for own, (j, k) in zip(rows, pairs)]
    return pairs, np.array(V)


# %% [markdown]
# Train three machines on the training digits with *five* passes each:
#
# - the multiclass perceptron, with `fit`;
# - one-vs-rest: one `two_class` for each row of `one_vs_rest(train_y, 10)`; its ten weight vectors are the rows of a `W` for `predict`;
# - one-vs-one: `pairwise`, then `votes` of the scores `pad(test_X) @ V.T`; predict the class with the most votes, the first in a tie.
#
# For each machine print the share of *test* digits that it gets right, and for the best machine print the confusion matrix. The cell runs for about a second. Expect lower shares than in the chapter, because you make only five passes, and because the test digits are the last ones in the file, not drawn at random.

# %% solution="experiment"
### BEGIN SOLUTION
W, mistakes = fit(train_X, train_y, 10, update, 5)
labels = one_vs_rest(train_y, 10)
rest_W = np.array([two_class(train_X, row, 5) for row in labels])
pairs, V = pairwise(train_X, train_y, 10, 5)
counted = votes(pad(test_X) @ V.T, pairs, 10)
guesses = {"multiclass": predict(W, test_X),
           "one-vs-rest": predict(rest_W, test_X),
           "one-vs-one": counted.argmax(axis=1)}
for name, guess in guesses.items():
    print(f"{name:12}{np.mean(guess == test_y):.3f}")
print(confusion(test_y, guesses["one-vs-one"], 10))
### END SOLUTION

# %% [markdown]
# Answer in two or three sentences: which machine is best here, and which digit does it most often take for which other? Can this one split tell you which machine is best on digits? Give a reason.

# %% [markdown] written="digits_read" points=2 book="multiclass#ten-digits"
# **Model answer.** The votes of one-vs-one get $0.896$ of the test digits right, one-vs-rest $0.889$, the multiclass perceptron $0.871$. One-vs-one most often takes a 5 for an 8 ($12$ of the $59$) and a 1 for an 8 ($11$ of the $61$). One split cannot rank the machines. The last weights of a run are noisy, because they depend on which examples made the last updates. Another split or another number of passes gives other shares, perhaps in another order. In the chapter the votes beat the multiclass perceptron in all ten splits, but ten splits do not decide between the multiclass perceptron and one-vs-rest.
#
# **Rubric.**
#
# - 1 point: three shares and the largest entries off the diagonal, read the right way round (the row is the true digit), from a run of the student's own.
# - 1 point: why one split does not decide, with a reason: noisy last weights, spread over splits, few test digits of each class.

# %% [markdown]
# ## 9. Break it
#
# Write `lenient`, a step that is broken in one point only: it counts a *tie* with the worst rival as right. The lead of class $y$ is $\langle\tilde w_y,\tilde x\rangle-\langle\tilde w_r,\tilde x\rangle$. If it is below zero, the example is a mistake as before, and `lenient` changes the weights as `update` does.

# %% solution="lenient"
def lenient(W, x, y):
    """A step like update that lets ties pass as right.

    Takes W of shape (c, d + 1), x of shape (d + 1,), y, an int.
    Returns (W, made), as update does.
    """
    ### BEGIN SOLUTION
    scores = W @ x
    rivals = [r for r in range(len(W)) if r != y]
    rival = max(rivals, key=lambda r: scores[r])
    if scores[y] >= scores[rival]:
        return W, False
    W = W.copy()
    W[y] += x
    W[rival] -= x
    return W, True
    ### END SOLUTION


# %% test="lenient_breaks" points=1 book="multiclass#the-multiclass-perceptron"
_W = np.zeros((3, 2))
for _x, _y in [([-1.0, 1.0], 0), ([0.0, 1.0], 1), ([1.0, 1.0], 2)] * 3:
    _W, _made = lenient(np.array(_W, dtype=float), np.array(_x), _y)
    assert not _made and np.allclose(_W, 0), \
        "a tie must pass as right, and at zero weights all classes tie"
_W = np.array([[2.0, 0.0], [2.0, 0.0], [1.0, 0.0]])
_V, _made = lenient(_W.copy(), np.array([1.0, 1.0]), 1)
assert not _made and np.allclose(_V, _W), "any tie passes, not only at zero"
_V, _made = lenient(_W.copy(), np.array([1.0, 1.0]), 2)
assert _made and np.allclose(_V, [[1, -1], [2, 0], [2, 1]]), \
    "a lead below zero is still a mistake: add x to the own row and " \
    "subtract it from the worst rival's, the first of several"
_W = np.array([[1.0, 0.0], [2.0, 0.0], [2.0, 0.0]])
_V, _made = lenient(_W.copy(), np.array([1.0, 1.0]), 0)
assert _made and np.allclose(_V, [[2, 1], [1, -1], [2, 0]]), \
    "an example of class 0: x is added to row 0 and subtracted from row 1 " \
    "of W; a rival's place among the rivals is not its row"

# %% [markdown]
# Run it on the three examples of part 5. Look at the weights, the number of mistakes and the predictions.

# %% locked="lenient_run"
line, own = np.array([[-1.0], [0.0], [1.0]]), np.array([0, 1, 2])
W, mistakes = fit(line, own, 3, lenient)
print("weights", *np.asarray(W), " mistakes", mistakes)
print("predicted", predict(W, line), " true", own)

# %% [markdown]
# Explain what happened. The theorem still holds, because $0\le40$. What does the theorem not promise? What does a pass without a mistake tell you with `update`, and what with `lenient`?

# %% [markdown] written="lenient_why" points=2 book="multiclass#the-mistake-bound"
# **Model answer.** At zero weights all scores are $0$, so every example ties with its rivals. `lenient` lets every tie pass, so the first pass has no mistake, and `fit` stops with zero weights and reports no mistakes. The tie rule of `predict` gives class $0$ to everything, which is right for one example of the three, by luck of the numbering. The theorem says that there are at *most* $40$ updates, and $0\le40$. Its proof needs only that the lead is at most $0$ at each update, and this is true for `lenient`. The theorem does not promise that the weights at the end separate, nor that anything is learned. That comes from the mistake test: with `update` a pass without a mistake means that every lead is positive, so all examples are right. With `lenient` it means only that no lead is negative, and all of them may be zero.
#
# **Rubric.**
#
# - 1 point: at zero all classes tie, no step is ever made, the first pass has no mistake; the predictions come from the tie rule alone.
# - 1 point: the theorem bounds the number of updates from above and does not promise that the weights separate; a pass without a mistake means all leads $>0$ with `update`, but only $\ge0$ with `lenient`.
