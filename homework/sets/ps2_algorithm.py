# %% [markdown]
# # Problem set 2 · The algorithm
#
# In this set you write the perceptron: one update, and a run in passes that counts its mistakes. You write two tools
# to judge it: the error rate, and a table of what an update does to *every* example. You prove which examples an
# update helps and which it hurts, see on handwritten digits what the order of the examples does, and build a case in
# which `<` instead of `<=` goes wrong although the weights do move.
#
# | part | points |
# |---|---|
# | 1 One update | 3 |
# | 2 A run in passes | 5 |
# | 3 What an update does to the others (with a proof) | 5 |
# | 4 The error rate | 2 |
# | 5 Is it a three? (an experiment) | 2 |
# | 6 Break it: the strict test | 3 |
#
# The set belongs to the chapter *The algorithm*, is worth 20 points and takes 75 to 90 minutes. Run the notebook
# from top to bottom. Write only where it says `YOUR CODE HERE` or `YOUR ANSWER HERE`. The tests that you see
# check your functions on a few examples. Hidden tests check the same functions on other data, and each names the
# section of the book that helps. Before you hand in, choose *Run > Restart Kernel and Run All Cells…*.
#
# You may add cells of your own, for trials and drawings. Write the functions with NumPy alone: of `perceptron_lib`
# use only what the set imports. A proof may be typed as plain text or in LaTeX.
#
# Throughout, `X` is a float array of shape $(n, d)$ with one example a row, `y` an integer array of shape $(n,)$
# that holds $+1$ and $-1$, `w` a float array of shape $(d,)$ and `b` a float. The score of $x$ is
# $s = \langle w, x\rangle + b$. An example is a *mistake* if $y\,s\le0$; a score of exactly $0$ is a mistake
# whatever the label. The learning rate is $\eta=1$ and the threshold $\delta=0$.

# %% locked="setup"
import numpy as np

from perceptron_lib import datasets

# %% [markdown]
# ## Part 1 · One update
#
# Look at one example. If it is a mistake, return the new weights and the new bias. If not, return the old ones. The
# caller's `w` stays as it was.

# %% solution="update"
def update(w, b, x, y):
    """Return the weights and the bias after the perceptron has looked at (x, y).

    w : float array (d,)
    b : float
    x : float array (d,), one example
    y : its label, +1 or -1

    Returns the tuple (w, b): a float array of shape (d,) and one float. After
    a mistake w is a new array; the function never changes the caller's w.
    """
    ### BEGIN SOLUTION
    if y * (w @ x + b) <= 0:
        return w + y * x, b + y
    return w, b
    ### END SOLUTION

# %% test="update_weights" points=1 book="algorithm#the-rule"
_x = np.array([1.0, 2.0])
_w, _ = update(np.array([3.0, 0.0]), 0.0, _x.copy(), -1)
assert np.allclose(_w, [2, -2]), (
    f"the score is 3 and the label -1, a mistake: subtract (1, 2) from w = (3, 0); "
    f"you return {_w}"
)
_w, _ = update(np.array([-3.0, 0.0]), 0.0, _x.copy(), 1)
assert np.allclose(_w, [-2, 2]), (
    f"the score is -3 and the label +1, a mistake: add (1, 2) to w = (-3, 0); "
    f"you return {_w}"
)
_w, _ = update(np.array([3.0, 0.0]), 0.0, _x.copy(), 1)
assert np.allclose(_w, [3, 0]), (
    f"the score is 3 and the label +1, no mistake: w must stay (3, 0); you return {_w}"
)
_w, _wrong = np.array([3.0, 0.0]), np.array([-1.0, 1.0])
_, _b = update(_w, 0.0, _wrong, 1)
assert np.isclose(_b, 1), (
    f"a mistake moves the bias by the label as well, here from 0 to 1; you return {_b}"
)
assert _w.tolist() == [3, 0], (
    f"you changed the caller's w from (3, 0) to {_w}: return a new array (w += ... "
    f"changes the old one)"
)

# %% hidden="update_border" points=1 title="a score of exactly zero" book="algorithm#the-rule"
for _y in (1, -1):
    _w, _ = update(np.array([2.0, -1.0]), 0.0, np.array([1.0, 2.0]), _y)
    assert np.allclose(_w, [2 + _y, -1 + 2 * _y]), (
        f"w = (2, -1), b = 0, x = (1, 2), y = {_y:+d}: the score is exactly 0, which "
        f"is a mistake whatever the label, so w becomes {(2 + _y, -1 + 2 * _y)}; "
        f"you return {_w}"
    )
    _w, _ = update(np.array([2.0 * _y, 0.0]), 0.0, np.array([1.0, 2.0]), _y)
    assert np.allclose(_w, [2 * _y, 0]), "y * score is 2, no mistake: w must stay"

# %% hidden="update_bias" points=1 title="the bias" book="algorithm#the-rule"
for _y in (1, -1):
    _, _b = update(np.array([-_y, 0.0]), 0.5, np.array([2.0, 1.0]), _y)
    assert np.isclose(_b, 0.5 + _y), (
        f"a mistake on an example with label {_y:+d} moves the bias from 0.5 to "
        f"{0.5 + _y}; you return {_b}"
    )
    _, _b = update(np.array([_y, 0.0]), 0.5, np.array([2.0, 1.0]), _y)
    assert np.isclose(_b, 0.5), f"no mistake: the bias must stay 0.5; you return {_b}"
_w, _b = update(np.array([1.0, 0.0]), -3.0, np.array([2.0, 1.0]), 1)
assert np.isclose(_b, -2), (
    "w = (1, 0), b = -3, x = (2, 1), y = +1: the score 2 - 3 = -1 contains the bias, "
    f"so this is a mistake and the bias becomes -2; you return {_b}"
)

# %% [markdown]
# ## Part 2 · A run in passes
#
# Start from $w=0$, $b=0$. A *pass* looks at all rows of `X` once, from the first to the last, and updates at
# once on each mistake. Stop after the first pass without a mistake, or after `max_passes` passes. Count the
# mistakes of each pass; a pass without a mistake counts as a pass, so its $0$ stands at the end of the list.
#
# You may call `update` or repeat its test in `fit`. `update` does not tell whether it made an update, so find a way
# to count. Comparing `w` before and after is not enough, because an update on $x=0$ changes only the bias.

# %% solution="fit"
def fit(X, y, max_passes=100):
    """Train a perceptron from zero, in passes over the rows in order.

    X : float array (n, d)
    y : int array (n,) of +1 and -1
    max_passes : int >= 1

    Returns the tuple (w, b, counts): a float array of shape (d,), one float, and a
    list with the number of mistakes in each pass that was made.
    """
    ### BEGIN SOLUTION
    w, b, counts = np.zeros(X.shape[1]), 0.0, []
    for _ in range(max_passes):
        mistakes = 0
        for x, label in zip(X, y):
            if label * (w @ x + b) <= 0:
                w, b = w + label * x, b + label
                mistakes += 1
        counts.append(mistakes)
        if mistakes == 0:
            break
    return w, b, counts
    ### END SOLUTION

# %% test="fit_separates" points=1 book="algorithm#the-rule"
_X = np.array([[3.0, 4.0], [-4.0, -4.0], [0.0, 1.0], [3.0, -1.0], [-5.0, -3.0]])
_y = np.array([1, -1, 1, -1, 1])
for _sign in (1, -1):
    _w, _b, _counts = fit(_X.copy(), _sign * _y)
    _m = _sign * _y * (_X @ np.asarray(_w, dtype=float) + _b)
    assert np.all(_m > 0) or np.ravel(_counts).tolist() != [0], (
        "your run stopped after one pass and counted no mistake; from zero the first "
        "example is always a mistake"
    )
    assert np.all(_m > 0), (
        f"these examples can be separated, so at the end every y * score must be "
        f"positive; yours are {_m.tolist()}"
    )
_X, _y = np.array([[0.0, 1.0], [1.0, 3.0], [0.0, 3.0], [1.0, 0.0]]), [-1, 1, 1, -1]
_w, _b, _ = fit(_X.copy(), np.array(_y))
_m = _y * (_X @ np.asarray(_w, dtype=float) + _b)
assert np.all(_m > 0), (
    f"(0, 1) and (0, 3) have different labels, so no line through the origin separates "
    f"these examples; your bias is {_b} and your y * scores are {_m.tolist()}"
)

# %% test="fit_counts" points=1 book="algorithm#the-rule"
_X = np.array([[-5.0, -5.0], [0.0, -4.0], [-1.0, 2.0], [2.0, 5.0], [-4.0, 3.0]])
_counts = [int(_k) for _k in fit(_X.copy(), np.array([1, -1, 1, -1, 1]))[2]]
assert _counts != [0], (
    "your run stopped after one pass and counted no mistake; from zero the first "
    "example is always a mistake"
)
assert _counts == [2, 2, 1, 0], (
    f"by hand: 2 mistakes in the first pass, 2 in the second, 1 in the third, none in "
    f"the fourth, so the list is [2, 2, 1, 0]; yours is {_counts}"
)
_X = np.array([[5.0, 5.0], [1.0, 0.0], [-3.0, 0.0], [-3.0, -1.0], [5.0, 2.0]])
_counts = [int(_k) for _k in fit(_X.copy(), np.array([1, -1, 1, -1, 1]))[2]]
assert _counts != [3, 3, 2, 2, 2, 2, 1, 0], (
    f"for the second data set the list is [3, 3, 1, 0]; yours is {_counts}. Does a "
    f"score of exactly 0 count as a mistake for the label -1 too?"
)
assert _counts == [3, 3, 1, 0], (
    f"for the second data set the list is [3, 3, 1, 0]; yours is {_counts}"
)

# %% hidden="fit_bias" points=1 title="data that need a bias" book="algorithm#the-rule"
for _X, _y in (
    ([[1.0, 1.0], [2.0, 2.0], [4.0, 4.0], [5.0, 5.0]], [-1, -1, 1, 1]),
    ([[1.0], [2.0], [4.0]], [1, 1, -1]),
    ([[0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 2.0, 0.0]], [1, -1, -1]),
):
    _X, _y = np.array(_X), np.array(_y)
    _w, _b, _ = fit(_X.copy(), _y.copy(), max_passes=1000)
    _m = _y * (_X @ np.asarray(_w, dtype=float) + _b)
    assert np.all(_m > 0), (
        f"here only a boundary that misses the origin separates; your run ends with "
        f"y * score = {_m.tolist()}; all must be positive: look at your bias"
    )

# %% hidden="fit_stops" points=1 title="the end of a run" book="algorithm#when-to-stop"
for _seed in range(6):
    _rng = np.random.default_rng(_seed)
    _X = _rng.integers(-6, 7, size=(8, 2)).astype(float)
    _s = _X @ np.array([2.0, -3.0])
    _X, _y = _X[_s != 0], np.where(_s[_s != 0] > 0, 1, -1)
    _counts = [int(_k) for _k in fit(_X.copy(), _y.copy(), max_passes=5000)[2]]
    assert _counts[0] > 0, (
        "from zero the first example is always a mistake, so the first number in the "
        "list cannot be 0"
    )
    assert len(_counts) < 5000, (
        "separable data: stop after the first pass without a mistake, not only after "
        "max_passes"
    )
    assert _counts[-1] == 0, (
        f"separable data: the last pass has no mistake, and its 0 stands in the list; "
        f"your list ends with {_counts[-3:]}"
    )
    assert 0 not in _counts[:-1], (
        f"stop after the FIRST pass without a mistake; in your list a 0 stands "
        f"before the end: ... {_counts[-5:]}"
    )

# %% hidden="fit_max_passes" points=1 title="inseparable data" book="algorithm#when-to-stop"
_X = np.array([[1.0, 2.0], [1.0, 2.0], [-3.0, 0.0]])
for _max in (1, 7, 20):
    _counts = list(fit(_X.copy(), np.array([1, -1, -1]), max_passes=_max)[2])
    assert len(_counts) == _max, (
        f"one example occurs with both labels, so every pass makes a mistake; with "
        f"max_passes={_max} the list must have {_max} entries, yours has {len(_counts)}"
    )
    assert min(_counts) > 0, (
        "one example occurs with both labels, so no pass is without a mistake, but "
        "your list contains a 0"
    )

# %% [markdown]
# ## Part 3 · What an update does to the others
#
# Write $m_i$ for $y_i s_i$. The chapter's lemma *An update helps its own example* says by how much an update on
# example $i$ changes $m_i$. What does this update do to $m_j$ of another example $j$? Write the answer as a table.
# The change does not depend on $w$ and $b$, so the table has a row for every $i$, whether example $i$ is a mistake or
# not.

# %% solution="effect"
def effect(X, y):
    """Return what an update on each example does to each example.

    X : float array (n, d)
    y : int array (n,) of +1 and -1

    Returns a float array of shape (n, n). Row i, column j is the number by which
    y[j] * score of example j changes when an update is made on example i.
    """
    ### BEGIN SOLUTION
    return np.outer(y, y) * (X @ X.T + 1)
    ### END SOLUTION

# %% test="effect_or" points=1 book="algorithm#what-one-update-does"
_X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
_E = np.asarray(effect(_X, np.array([-1, 1, 1, 1])), dtype=float)
assert _E.shape == (4, 4), f"n = 4 examples make a table of 4 x 4, not {_E.shape}"
assert np.allclose(np.diag(_E), [1, 2, 2, 3]), (
    f"by the lemma y * score of the example itself grows by its squared length plus 1, "
    f"here 1, 2, 2, 3; your diagonal is {np.diag(_E).tolist()}"
)
assert np.allclose(_E[0], [1, -1, -1, -1]), (
    f"an update on (0, 0) with label -1 changes only the bias, to b - 1; its own "
    f"y * score grows by 1, the three others fall by 1; your row is {_E[0].tolist()}"
)
assert np.allclose(_E[3], [-1, 2, 2, 3]), (
    f"an update on (1, 1) with label +1 changes the four y * scores by -1, 2, 2, 3; "
    f"your row is {_E[3].tolist()}"
)

# %% hidden="effect_random" points=1 title="real updates" book="algorithm#what-one-update-does"
for _n, _d, _seed in ((5, 3, 0), (3, 3, 1), (2, 6, 2), (1, 2, 3), (6, 1, 4)):
    _rng = np.random.default_rng(_seed)
    _X = _rng.integers(-4, 5, size=(_n, _d)).astype(float)
    _y, _w, _b = _rng.choice([-1, 1], size=_n), _rng.normal(size=_d), 0.5
    _E = np.asarray(effect(_X.copy(), _y.copy()), dtype=float)
    assert _E.shape == (_n, _n), (
        f"X of shape {(_n, _d)} makes a table of shape {(_n, _n)}, not {_E.shape}"
    )
    for _i in range(_n):
        _new_w, _new_b = _w + _y[_i] * _X[_i], _b + _y[_i]
        _change = _y * (_X @ _new_w + _new_b) - _y * (_X @ _w + _b)
        assert np.allclose(_E[_i], _change), (
            f"an update on an example with label {_y[_i]:+d} changed the y * scores by "
            f"{np.round(_change, 6).tolist()}, but your row is {_E[_i].tolist()}: "
            f"think of both labels and of the bias"
        )

# %% [markdown]
# Now prove it. An update with $\eta=1$ is made on the example $(x_i, y_i)$.
#
# 1. Show that $m_j = y_j s_j$ changes by exactly $y_iy_j\,(\langle x_i, x_j\rangle + 1)$, for every $j$, and
#    say why the lemma is the case $j=i$.
# 2. Say that the update *helps* example $j$ if $m_j$ grows, and that it *hurts* example $j$ if $m_j$ falls. Suppose
#    that all features are $0$ or $1$, as for the emails. Show that the update helps every example with the same label
#    as example $i$ and hurts every example with the other label.
# 3. If features may be negative, this is no longer true. Give two examples of the *same* label for which an update on
#    one hurts the other. Compute the change.

# %% [markdown] written="others" points=3 book="algorithm#what-one-update-does"
# **Model answer.**
#
# 1. After the update the score of $x_j$ is
#    $\langle w + y_ix_i, x_j\rangle + b + y_i = \langle w, x_j\rangle + b + y_i\,(\langle x_i, x_j\rangle + 1)$,
#    because the inner product is linear. The first two terms are the old score. Multiply by $y_j$: $m_j$ has
#    changed by $y_iy_j\,(\langle x_i, x_j\rangle+1)$. For $j=i$ we have $y_i^2=1$ and
#    $\langle x_i,x_i\rangle=\lVert x_i\rVert^2$, so $m_i$ grows by $\lVert x_i\rVert^2+1$, as the lemma says for
#    $\eta = 1$.
# 2. With features $0$ and $1$ no term of $\langle x_i, x_j\rangle$ is negative, so
#    $\langle x_i, x_j\rangle+1\ge1>0$. The change therefore has the sign of $y_iy_j$: it is positive if the
#    labels are equal and negative if they differ.
# 3. $x_1=(2)$ and $x_2=(-1)$, both with label $+1$: an update on $x_1$ changes $m_2$ by $2\cdot(-1)+1=-1$.
#
# **Rubric.**
# - 1 point: the new score of $x_j$ computed with the bias, multiplied by $y_j$; the case $j=i$ with $y_i^2=1$.
# - 1 point: $\langle x_i, x_j\rangle+1>0$ for features $0$ and $1$, so the sign of the change is that of $y_iy_j$.
# - 1 point: two examples of one label with $\langle x_i, x_j\rangle<-1$, and the change computed correctly.

# %% [markdown]
# ## Part 4 · The error rate
#
# The error rate of $(w, b)$ is the share of examples that are mistakes. On the training examples it is the *training
# error* of the chapter. Remember how a score of $0$ counts.

# %% solution="error"
def error_rate(X, y, w, b):
    """Return the share of the examples (X, y) that are mistakes of (w, b).

    X : float array (n, d)
    y : int array (n,) of +1 and -1
    w : float array (d,)
    b : float

    Returns one float from 0 to 1.
    """
    ### BEGIN SOLUTION
    return np.mean(y * (X @ w + b) <= 0)
    ### END SOLUTION

# %% test="error_values" points=1 book="algorithm#watch-it-learn"
_X, _w = np.array([[1.0], [2.0], [3.0], [4.0], [5.0]]), np.array([2.0])
_y = np.array([-1, -1, 1, -1, 1])
_e = error_rate(_X.copy(), _y.copy(), _w.copy(), -5.0)
assert np.isclose(_e, 0.2), (
    f"the scores are -3, -1, 1, 3, 5; of the five examples only the fourth is a "
    f"mistake, a share of 0.2; yours is {_e}"
)
_e = error_rate(_X.copy(), -_y, _w.copy(), -5.0)
assert np.isclose(_e, 0.8), (
    f"with all labels exchanged four of the five are mistakes, a share of 0.8; "
    f"yours is {_e}"
)

# %% hidden="error_border" points=1 title="scores of zero" book="halfspaces#which-of-two-lines"
_X = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 1.0], [0.0, 4.0]])
_w = np.array([1.0, -1.0])
for _y, _want in (([1, -1, 1, -1], 0.5), ([1] * 4, 0.75), ([-1] * 4, 0.75)):
    _e = error_rate(_X.copy(), np.array(_y), _w.copy(), 0.0)
    assert np.isclose(_e, _want), (
        f"the scores are 0, 0, 2, -4 and the labels {_y}; a score of 0 is a mistake "
        f"whatever the label, so the error rate is {_want}; yours is {_e}"
    )

# %% [markdown]
# ## Part 5 · Is it a three?
#
# The next cell labels the handwritten threes $+1$ and all other digits $-1$. Each image has $8\times8$ pixels, so
# $d = 64$; a pixel is a number from $0$ (white) to $16$ (black). The first 1,000 images are for training, the
# others are set aside. Then the cell makes a second copy of the training images in another order: first all that
# are not threes, then all threes.

# %% locked="digits"
X, y = datasets.digits(positive=3)
X_train, y_train, X_aside, y_aside = X[:1000], y[:1000], X[1000:], y[1000:]
order = np.argsort(y_train, kind="stable")
X_sorted, y_sorted = X_train[order], y_train[order]

# %% [markdown]
# Train on both copies, in the given order and in the sorted one, each with `max_passes` 1, 5 and 200. For each of the
# six runs print the number of passes made, the number of mistakes in the last pass, and the error rates on the
# training images and on those set aside. The cell takes a second or two if your `fit` computes a score with `@`, and
# ten or more if it loops over the pixels. Guess before you run the cell: which of the two orders makes fewer mistakes
# in its first pass, and which has the lower error rate after this pass? Write your guess as a comment in the first
# line of the cell.

# %% solution="experiment"
### BEGIN SOLUTION
# My guess: the given order makes fewer mistakes and has the lower error rate.
copies = {"given": (X_train, y_train), "sorted": (X_sorted, y_sorted)}
for name, (Xs, ys) in copies.items():
    for max_passes in (1, 5, 200):
        w, b, counts = fit(Xs, ys, max_passes)
        train = error_rate(Xs, ys, w, b)
        aside = error_rate(X_aside, y_aside, w, b)
        print(f"{name}: {len(counts)} passes, {counts[-1]} mistakes in the last,")
        print(f"    error rate {train:.3f} in training, {aside:.3f} aside")
### END SOLUTION

# %% [markdown]
# An error rate may be higher after 5 passes than after 1. If yours is, this need not be a bug: does anything in the
# rule look at the error rate? Think about this question, but you need not write about it.
#
# Describe what you see in four to eight sentences, and give only the numbers that you need. Compare the numbers of
# mistakes in the two first passes with the error rates after these passes. Why do the mistakes and the error rates
# not agree? What is left of the difference between the orders in the runs with `max_passes=200`, and after how many
# passes do these runs stop?

# %% [markdown] written="threes" points=2 book="algorithm#order-start-and-rate"
# **Model answer.** In the given order the first pass makes 58 mistakes, and afterwards $0.011$ of the training images
# and $0.024$ of the others are wrong. In the sorted order the first pass makes only 3 mistakes, but afterwards
# $0.896$ and $0.901$ are wrong. Until the threes come, all labels are $-1$, and one update is enough to predict $-1$
# always: no pixel is negative, so an update on one image helps all images with its label. So the next images are
# right for a bad reason. The threes come at the end of the pass, and the last update makes the perceptron say "three"
# to nearly everything, but about $0.9$ of the images are not threes. A mistake is counted with the weights of its
# moment, the error rate with the weights of the end. So the error rate may also rise, as in the given order from
# $0.011$ after 1 pass to $0.079$ after 5: one late update is enough to spoil many images. With `max_passes=200` both
# orders reach a pass without a mistake, after 44 and 80 passes. Then no training image is wrong, and $0.024$ and
# $0.023$ of the images set aside are. So the order changed the run, but hardly how good its last weights are.
#
# **Rubric.**
# - 1 point: the student's own numbers, read correctly: few mistakes but a high error rate in the sorted order.
# - 1 point: the reason (the last updates, all on threes, decide); both long runs end with weights that separate and
#   are equally good.

# %% [markdown]
# ## Part 6 · Break it: the strict test
#
# Somebody writes `<` instead of `<=`, so that only $y\,s<0$ is a mistake. From zero such a perceptron never moves, as
# the chapter says. But does it work once it moves? Call it the *strict* perceptron: from a given start $(w_0, b_0)$
# it goes through the rows in order and updates when $y\,s<0$, and it stops after a pass without such a mistake.
#
# Build a case in which it moves, stops, and is wrong. Define four names, with integers only:
#
# - `X_trap`, shape $(n, d)$, and `y_trap`, shape $(n,)$: a data set in which both labels occur. One feature and
#   two examples are enough;
# - `w_trap`, shape $(d,)$, and `b_trap`, a number: the start.
#
# From this start the strict perceptron must make at least one update and stop within 100 passes, and then at least
# one *positive* example must have score $0$. This example is predicted as $-1$, because $\operatorname{sign}(0)=-1$.
# The perceptron with `<=`, from the same start, must separate your examples within 100 passes. Work on paper or with
# a copy of your `fit` that takes a start.

# %% solution="trap"
### BEGIN SOLUTION
X_trap, y_trap = np.array([[1], [-1]]), np.array([1, -1])
w_trap, b_trap = np.array([-1]), -1
### END SOLUTION

# %% test="trap_strict" points=1 book="algorithm#the-rule"
_X, _y = np.array(X_trap, dtype=float), np.array(y_trap, dtype=float)
_start = np.append(np.array(w_trap, dtype=float), float(b_trap))
assert (_X.ndim, _y.shape) == (2, (len(_X),)), (
    f"X_trap must have shape (n, d) and y_trap shape (n,), not {_X.shape}, {_y.shape}"
)
assert set(_y.tolist()) == {-1, 1}, "y_trap must hold +1 and -1, each at least once"
assert len(_start) == _X.shape[1] + 1, "w_trap needs one weight for each feature"
_Z = np.column_stack([_X, np.ones(len(_X))])
assert np.all(_Z == np.round(_Z)), "use integers only, so that a score can be exactly 0"
assert np.all(_start == np.round(_start)), "start from integers, w_trap and b_trap"
_end, _updates, _last = {}, {}, {}
for _rule in ("<", "<="):
    _v, _updates[_rule] = _start.copy(), 0
    for _ in range(100):
        _last[_rule] = 0
        for _z, _label in zip(_Z, _y, strict=True):
            _m = _label * (_v @ _z)
            if _m < 0 or (_rule == "<=" and _m == 0):
                _v, _last[_rule] = _v + _label * _z, _last[_rule] + 1
        _updates[_rule] += _last[_rule]
        if _last[_rule] == 0:
            break
    _end[_rule] = _v
assert _updates["<"] > 0, (
    "the strict perceptron makes no update: at least one example must have "
    "y * score < 0 at some moment"
)
assert _last["<"] == 0, "the strict perceptron has not stopped after 100 passes"
assert np.any((_Z @ _end["<"] == 0) & (_y == 1)), (
    f"the strict perceptron ends with the scores {(_Z @ _end['<']).tolist()} for the "
    f"labels {y_trap}; at least one positive example must have score 0"
)
assert _last["<="] == 0, (
    "the perceptron with <= does not separate your examples within 100 passes"
)

# %% [markdown]
# Explain what happens in your example, update by update. What does a pass without a mistake promise about the
# numbers $y_is_i$ under each of the two tests?

# %% [markdown] written="strict_why" points=2 book="algorithm#the-rule"
# **Model answer.** At the start, $w=-1$ and $b=-1$, the example $x=1$ with label $+1$ has score $-2$: an update
# leads to $w=0$, $b=0$. Now all scores are $0$, no $y\,s$ is below $0$, and the strict perceptron stops in the
# next pass. It predicts $-1$ for $x=1$, which is wrong. With `<=` the second example is a mistake as well, and
# the next update leads to $w=1$, $b=-1$; the score of $x=1$ is then $0$, a mistake again, and the update to
# $w=2$, $b=0$ separates. A pass without a mistake promises $y_is_i>0$ for all $i$ under `<=`, and this is what
# "to separate" means. Under `<` it promises only $y_is_i\ge0$, which $w=0$, $b=0$ fulfils on all data.
#
# **Rubric.**
# - 1 point: the updates of the student's own example, and the score $0$ at which the strict perceptron stops.
# - 1 point: $y_is_i>0$ for all $i$ under `<=`, which means separating; only $y_is_i\ge0$ under `<`, which does not.
