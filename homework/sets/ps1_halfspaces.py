# %% [markdown]
# # Problem set 1 · Halfspaces
#
# In this set you write functions for a halfspace: its predictions, its signed distances, the nearest points of its
# hyperplane, its padding, and its margin on a data set. You prove how far apart two parallel hyperplanes are, build a
# halfspace that tells handwritten sevens from ones, and fool a measure that forgets one division.
#
# | part | points |
# |---|---|
# | 1 Predict and measure | 6 |
# | 2 Padding | 2 |
# | 3 The margin of a data set | 2 |
# | 4 Two parallel hyperplanes (a proof) | 3 |
# | 5 Ones and sevens (an experiment) | 4 |
# | 6 Break it: a margin without the division | 3 |
#
# The set belongs to the chapter *Halfspaces*, is worth 20 points and takes 60 to 90 minutes. Run the notebook from
# top to bottom. Write only where it says `YOUR CODE HERE` or `YOUR ANSWER HERE`. The tests that you see check your
# functions on a few examples. Hidden tests check the same functions on other data, and each names the section of
# the book that helps. Before you hand in, choose *Run > Restart Kernel and Run All Cells…*.
#
# You may add cells of your own, for trials and drawings. Write the functions with NumPy alone: of `perceptron_lib`
# use only what the set imports. A proof may be typed as plain text or in LaTeX.
#
# Throughout, `X` is a float array of shape $(n, d)$ with one example a row, `w` a float array of shape $(d,)$ that
# is not zero, `b` a float, and `y` an integer array of shape $(n,)$ that holds $+1$ and $-1$. The score of $x$ is
# $s = \langle w, x\rangle + b$.

# %% locked="setup"
import numpy as np

from perceptron_lib import datasets

# %% [markdown]
# ## Part 1 · Predict and measure
#
# The halfspace $(w, b)$ predicts $\operatorname{sign}(\langle w, x\rangle + b)$. In the book
# $\operatorname{sign}(0) = -1$.

# %% solution="predict"
def predict(X, w, b):
    """Return what the halfspace (w, b) predicts.

    X : float array (n, d)
    w : float array (d,)
    b : float

    Returns an array of shape (n,) that holds +1 and -1.
    """
    ### BEGIN SOLUTION
    return np.where(X @ w + b > 0, 1, -1)
    ### END SOLUTION

# %% test="predict_labels" points=1 book="halfspaces#two-halves-and-a-classifier"
_X = np.array([[3.0, 1.0], [0.0, 0.0], [1.0, 0.5], [-1.0, 4.0]])
_p = np.asarray(predict(_X, np.array([1.0, 2.0]), -3.0))
assert _p.shape == (4,), "return one prediction for each row of X: shape (n,)"
assert _p.tolist() == [1, -1, -1, 1], (
    f"the scores are 2, -3, -1 and 4, so the predictions are +1, -1, -1 and +1; "
    f"yours are {_p.tolist()}"
)

# %% hidden="predict_border" points=1 title="points on the hyperplane" book="halfspaces#two-halves-and-a-classifier"
_X = np.array([[2.0, 1.0], [0.0, 0.0], [3.0, 1.0], [1.0, 1.0]])
_p = np.asarray(predict(_X.copy(), np.array([1.0, -2.0]), 0.0))
assert _p.tolist() == [-1, -1, 1, -1], (
    f"w = (1, -2), b = 0 gives (2, 1), (0, 0), (3, 1), (1, 1) the scores 0, 0, 1, -1; "
    f"sign(0) = -1 in the book, so the predictions are -1, -1, +1, -1, "
    f"but yours are {_p.tolist()}"
)

# %% [markdown]
# The signed distance of $x$ is positive on the side to which $w$ points and negative on the other. On the
# hyperplane it is zero.

# %% solution="distance"
def signed_distance(X, w, b):
    """Return the signed distance of each row of X to the hyperplane of (w, b).

    X : float array (n, d)
    w : float array (d,)
    b : float

    Returns a float array of shape (n,).
    """
    ### BEGIN SOLUTION
    return (X @ w + b) / np.linalg.norm(w)
    ### END SOLUTION

# %% test="distance_values" points=1 book="halfspaces#the-normal-vector-and-the-signed-distance"
_X = np.array([[2.0, 1.0], [1.0, 0.5], [0.0, 0.0]])
_t = np.asarray(signed_distance(_X, np.array([6.0, 8.0]), -10.0), dtype=float)
assert _t.shape == (3,), "return one number for each row of X: shape (n,)"
assert not np.allclose(_t, [10, 0, -10]), (
    "these are the scores; a score is a distance only if w has length 1, "
    "and here w has length 10"
)
assert np.allclose(_t, [1, 0, -1]), (
    f"w has length 10 and the scores are 10, 0, -10, so the signed distances are "
    f"1, 0, -1; yours are {_t.tolist()}"
)

# %% hidden="distance_random" points=1 title="any dimension, any scale" book="halfspaces#the-normal-vector-and-the-signed-distance"
for _seed in range(12):
    _rng = np.random.default_rng(_seed)
    _n, _d = _rng.integers(1, 7, size=2)
    _X, _w = _rng.normal(size=(_n, _d)), _rng.normal(size=_d) + 2
    _b = float(_rng.normal())
    _t = np.asarray(signed_distance(_X.copy(), _w.copy(), _b), dtype=float)
    _s = np.array([sum(_w[j] * _x[j] for j in range(_d)) + _b for _x in _X])
    _length = sum(_v**2 for _v in _w) ** 0.5
    assert _t.shape == (_n,), (
        f"with n = {_n} rows in d = {_d} dimensions the result has shape {_t.shape}, "
        f"but it must have one number for each row"
    )
    assert np.allclose(_t, _s / _length), (
        f"wrong for n = {_n} examples in d = {_d} dimensions: a signed distance is the "
        f"whole score, bias included, divided by the length of w (without the bias)"
    )
    _t3 = np.asarray(signed_distance(_X.copy(), 3 * _w, 3 * _b), dtype=float)
    assert np.allclose(_t3, _t), (
        "multiplying both w and b by 3 does not move the hyperplane, so the signed "
        "distances must not change"
    )

# %% [markdown]
# Walk from $x$ to the hyperplane by the shortest way. Where do you arrive? Each row takes its own step: if `t` holds
# one number for each row, in shape `(n,)`, then `t[:, None]` makes a column of them, and a column times `w` has shape
# `(n, d)`.

# %% solution="nearest"
def nearest(X, w, b):
    """Return, for each row of X, the point of the hyperplane of (w, b) nearest to it.

    X : float array (n, d)
    w : float array (d,)
    b : float

    Returns a float array of shape (n, d).
    """
    ### BEGIN SOLUTION
    steps = (X @ w + b) / (w @ w)
    return X - steps[:, None] * w
    ### END SOLUTION

# %% test="nearest_values" points=1 book="halfspaces#the-normal-vector-and-the-signed-distance"
_X = np.array([[7.0, 6.0], [0.0, 0.0], [3.0, 1.0]])
_p = np.asarray(nearest(_X, np.array([1.0, 2.0]), -5.0), dtype=float)
assert _p.shape == (3, 2), "return one point for each row of X: shape (n, d)"
_s = _p @ np.array([1.0, 2.0]) - 5.0
assert np.allclose(_s, 0), (
    f"a point of the hyperplane has score 0; yours have the scores {_s.tolist()}: "
    "check the length and the direction of your step"
)
assert np.allclose(_p, [[4.2, 0.4], [1, 2], [3, 1]]), (
    "your points lie on the line, but they are not the nearest ones; the step from x "
    f"goes along w: {_p.tolist()}"
)

# %% hidden="nearest_random" points=1 title="more lines and planes" book="halfspaces#the-normal-vector-and-the-signed-distance"
for _n, _d, _seed in ((4, 2, 0), (3, 3, 1), (2, 2, 2), (1, 5, 3), (6, 1, 4), (5, 5, 5)):
    _rng = np.random.default_rng(_seed)
    _X, _w = _rng.normal(size=(_n, _d)), _rng.normal(size=_d) + 2
    _X[0], _b = 0, 3.0 - _seed
    _p = np.asarray(nearest(_X.copy(), _w.copy(), _b), dtype=float)
    assert _p.shape == (_n, _d), f"for X of shape {(_n, _d)} the shape is {_p.shape}"
    assert np.allclose(_p @ _w + _b, 0), (
        f"with n = {_n} examples in d = {_d} dimensions, not all of your points lie on "
        "the hyperplane; each row needs its own step"
    )
    _way = np.sqrt(((_X - _p) ** 2).sum(axis=1))
    _short = np.abs(_X @ _w + _b) / np.sqrt((_w**2).sum())
    assert np.allclose(_way, _short), (
        "your points lie on the hyperplane, but there are nearer ones; the way from x "
        "to the nearest point has the direction of w"
    )
    assert np.allclose(_p[0], -_b * _w / (_w @ _w)), (
        "for x = 0 the nearest point is the foot point of the hyperplane"
    )

# %% [markdown]
# ## Part 2 · Padding
#
# Padding turns a bias into one more weight. Return both parts: the padded examples, with a $1$ appended as the
# *last* column, and the padded weights $\tilde w = (w, b)$.

# %% solution="padded"
def padded(X, w, b):
    """Return the padded examples and the padded weights.

    X : float array (n, d)
    w : float array (d,)
    b : float

    Returns a tuple of two float arrays, of shapes (n, d + 1) and (d + 1,).
    """
    ### BEGIN SOLUTION
    ones = np.ones((len(X), 1))
    return np.hstack([X, ones]), np.append(w, b)
    ### END SOLUTION

# %% test="padded_scores" points=1 book="halfspaces#the-padding-trick"
_X = np.array([[1.0, 2.0], [0.0, 0.0], [-3.0, 0.5]])
_Xt, _wt = padded(_X, np.array([4.0, -2.0]), 1.5)
_Xt, _wt = np.asarray(_Xt, dtype=float), np.asarray(_wt, dtype=float)
assert (_Xt.shape, _wt.shape) == ((3, 3), (3,)), (
    f"for n = 3 and d = 2 the shapes must be (3, 3) and (3,), "
    f"but yours are {_Xt.shape} and {_wt.shape}"
)
assert np.allclose(_Xt @ _wt, [1.5, 1.5, -11.5]), (
    f"padding must not change a score: the scores are 1.5, 1.5, -11.5, but the inner "
    f"products of your padded examples and weights are {(_Xt @ _wt).tolist()}"
)
assert np.allclose(_Xt[:, -1], 1), (
    f"the scores are right, but the 1 must stand in the last column; your last column "
    f"holds {_Xt[:, -1].tolist()}"
)

# %% hidden="padded_places" points=1 title="where the one and the bias stand" book="halfspaces#the-padding-trick"
for _n, _d, _seed in ((5, 3, 0), (1, 4, 1), (4, 1, 2), (3, 3, 3)):
    _rng = np.random.default_rng(_seed)
    _X, _w = _rng.normal(size=(_n, _d)), _rng.normal(size=_d)
    _b = 2.5 + _seed
    _Xt, _wt = padded(_X.copy(), _w.copy(), _b)
    _Xt, _wt = np.asarray(_Xt, dtype=float), np.asarray(_wt, dtype=float)
    assert _Xt.shape == (_n, _d + 1), (
        f"X has the shape {(_n, _d)}, so the padded examples have the shape "
        f"{(_n, _d + 1)}, not {_Xt.shape}"
    )
    assert np.allclose(_Xt, np.column_stack([_X, [1] * _n])), (
        "each padded example is the example, then a 1 in the last column"
    )
    assert _wt.shape == (_d + 1,), f"the padded weights must have shape {(_d + 1,)}"
    assert np.allclose(_wt, [*_w, _b]), (
        "the padded weights are the weights, then the bias in the last place"
    )

# %% [markdown]
# ## Part 3 · The margin of a data set
#
# The margin of labelled examples for a given halfspace is the smallest of the numbers
#
# $$
# \frac{y_i\,(\langle w, x_i\rangle + b)}{\lVert w\rVert}, \qquad i = 1,\dots,n.
# $$
#
# If the margin is positive, the halfspace separates the examples, and the margin is the distance of the nearest
# example. If an example lies on the hyperplane, the margin is at most $0$. If an example is on the wrong side, the
# margin is negative. The starred section *Both certificates, checked* of the chapter measures OR in another way: it
# pads the examples and takes a $\tilde w$ of length $1$. Here you do not pad the examples, and you divide by
# $\lVert w\rVert$.

# %% solution="margin"
def margin(X, y, w, b):
    """Return the margin of the examples (X, y) for the halfspace (w, b).

    X : float array (n, d)
    y : int array (n,) of +1 and -1
    w : float array (d,)
    b : float

    Returns one float.
    """
    ### BEGIN SOLUTION
    return np.min(y * (X @ w + b)) / np.linalg.norm(w)
    ### END SOLUTION

# %% test="margin_values" points=1 book="halfspaces#separable-or-not-a-certificate-either-way"
_X = np.array([[4.0, 2.0], [6.0, 3.0], [0.0, 0.0], [1.0, 0.0]])
_y, _w = np.array([1, 1, -1, -1]), np.array([3.0, 4.0])
_m = margin(_X.copy(), _y.copy(), _w.copy(), -10.0)
assert np.ndim(_m) == 0, "return one number, not an array"
assert np.isclose(_m, 1.4), (
    f"the scores are 10, 20, -10, -7 and w has length 5: the nearest example is the "
    f"last one, on its correct side at distance 7/5 = 1.4; yours is {_m}"
)
_m = margin(_X.copy(), _y.copy(), _w.copy(), -12.0)
assert np.isclose(_m, 1.6), (
    f"with b = -12 the nearest example is the first one, at distance 8/5 = 1.6; "
    f"yours is {_m}"
)
_m = margin(_X.copy(), -_y, _w.copy(), -10.0)
assert np.isclose(_m, -4), (
    f"with all labels exchanged and b = -10 every example is on the wrong side, the "
    f"second one at distance 20/5 = 4: the smallest number is -4; yours is {_m}"
)

# %% hidden="margin_signed" points=1 title="wrong sides; order, copies of examples, scale" book="halfspaces#separable-or-not-a-certificate-either-way"
_X, _w = np.array([[0.0, 5.0], [5.0, 0.0], [0.0, 0.0]]), np.array([3.0, 4.0])
_m = margin(_X.copy(), np.array([1, -1, -1]), _w.copy(), -10.0)
assert np.ndim(_m) == 0, "return one number for the whole data set, not an array"
assert np.isclose(_m, -1), (
    "one negative example lies at distance 1 on the positive side; the margin must "
    "then be negative: -1"
)
for _seed in range(8):
    _rng = np.random.default_rng(_seed)
    _n, _d = _rng.integers(2, 7, size=2)
    _X, _w = _rng.normal(size=(_n, _d)), _rng.normal(size=_d) + 1
    _y, _b = _rng.choice([-1, 1], size=_n), float(_rng.normal())
    _m = margin(_X.copy(), _y.copy(), _w.copy(), _b)
    assert np.ndim(_m) == 0, "return one number for the whole data set, not an array"
    _all = [_y[i] * (_X[i] @ _w + _b) / np.sqrt((_w**2).sum()) for i in range(_n)]
    assert np.isclose(_m, min(_all)), (
        f"for n = {_n}, d = {_d} the margin is not the smallest of the numbers "
        "y (<w, x> + b) / ||w||, with their signs"
    )
    _o = np.append(_rng.permutation(_n), 0)
    assert np.isclose(margin(_X[_o], _y[_o], 5 * _w, 5 * _b), _m), (
        "the order of the examples, a copy of one of them, and a factor 5 on w and b "
        "together must not change the margin"
    )

# %% [markdown]
# ## Part 4 · Two parallel hyperplanes
#
# Let $w \ne 0$ and let $b \ne b'$ be two numbers. Write $H$ for the hyperplane of $(w, b)$ and $H'$ for that of
# $(w, b')$. Use the theorem on the geometry of a hyperplane from the chapter.
#
# 1. Show that every point of $H'$ has the same signed distance to $H$, and compute it.
# 2. The distance between $H$ and $H'$ is the smallest $\lVert p - q\rVert$ with $p\in H$ and $q\in H'$. Compute it
#    from 1, and show that some $p$ and $q$ attain it. For one $(w, b)$, the points with score $+1$ form a hyperplane,
#    and the points with score $-1$ form another. What is the distance between these two?
# 3. Now multiply $w$, $b$ and $b'$ by the same $c \ne 0$, which may be negative. Show that $H$ and $H'$ stay the
#    same sets, and check that your formula gives the same distance. What happens to the signed distance of a
#    point $x$ to $H$?

# %% [markdown] written="parallel" points=3 book="halfspaces#the-normal-vector-and-the-signed-distance"
# **Model answer.**
#
# 1. Let $x\in H'$, so $\langle w, x\rangle = -b'$. Its signed distance to $H$ is
#    $t = (\langle w, x\rangle + b)/\lVert w\rVert = (b - b')/\lVert w\rVert$. This is the same for all $x\in H'$.
# 2. Take any $q\in H'$. By part 3 of the theorem, the point of $H$ nearest to $q$ is at the distance
#    $|t| = |b-b'|/\lVert w\rVert$ from $q$. So no $p\in H$ is nearer to $q$, and one $p$ attains this distance. The
#    distance $|t|$ is the same for every $q$, so it is the distance between $H$ and $H'$. The points with score $+1$
#    form the hyperplane of $(w, b-1)$, and those with score $-1$ form the hyperplane of $(w, b+1)$. So these two are
#    $2/\lVert w\rVert$ apart.
# 3. $\langle cw, x\rangle + cb = c\,(\langle w, x\rangle + b)$ is zero exactly when $\langle w, x\rangle + b$ is,
#    because $c\ne0$. So $H$ stays the same set, and so does $H'$. The distance is now
#    $|cb-cb'|/\lVert cw\rVert = |c|\,|b-b'|/(|c|\,\lVert w\rVert)$, and $|c|$ cancels. The signed distance of $x$ to
#    $H$ is multiplied by $c/|c|$: it stays the same for $c>0$, and it changes its sign for $c<0$, because the two
#    sides are exchanged.
#
# **Rubric.**
# - 1 point: the signed distance $(b-b')/\lVert w\rVert$, from $\langle w, x\rangle = -b'$ for points of $H'$.
# - 1 point: the distance $|b-b'|/\lVert w\rVert$, never less and attained (by the theorem), and $2/\lVert w\rVert$
#   for the scores $\pm1$.
# - 1 point: the scaling: $H$ and $H'$ stay, $|c|$ cancels (not $c$), and the signed distance changes sign for $c<0$.

# %% [markdown]
# ## Part 5 · Ones and sevens
#
# Can you write down a halfspace without any learning? Here is one idea. Let $\mu_+$ be the mean of the positive
# examples and $\mu_-$ that of the negative ones. Let $w = \mu_+ - \mu_-$, and choose $b$ so that the midpoint
# $\frac12(\mu_+ + \mu_-)$ has score $0$. Each label occurs at least once in `y`, but the two need not occur
# equally often.

# %% solution="means"
def mean_halfspace(X, y):
    """Return the halfspace half-way between the means of the two classes.

    X : float array (n, d)
    y : int array (n,) of +1 and -1, each at least once

    Returns the tuple (w, b): a float array of shape (d,) and one float.
    """
    ### BEGIN SOLUTION
    plus, minus = X[y == 1].mean(axis=0), X[y == -1].mean(axis=0)
    w = plus - minus
    return w, -w @ (plus + minus) / 2
    ### END SOLUTION

# %% test="means_values" points=1 book="halfspaces#hyperplanes-and-why-not-slope-and-intercept"
_X = np.array([[0.0, 0.0], [4.0, 2.0], [2.0, 0.0], [6.0, 4.0], [1.0, 0.0]])
_w, _b = mean_halfspace(_X, np.array([-1, 1, -1, 1, -1]))
assert np.allclose(_w, [4, 3]), (
    f"the means are (5, 3) for +1 and (1, 0) for -1, so w is (4, 3); yours is {_w}"
)
assert np.size(_b) == 1, (
    f"b must be one number, not a point: which b gives the midpoint score 0? You "
    f"return b = {_b}"
)
assert np.isclose(_b, -16.5), (
    f"the midpoint (3, 1.5) must have score 0, so b is -(4 * 3 + 3 * 1.5) = -16.5; "
    f"yours is {_b}"
)

# %% hidden="means_sizes" points=1 title="classes of different sizes" book="halfspaces#hyperplanes-and-why-not-slope-and-intercept"
for _k, _l, _d in ((1, 4, 3), (5, 2, 2), (1, 1, 4), (6, 1, 1)):
    _rng = np.random.default_rng(_k)
    _plus = _rng.integers(0, 9, size=(_k, _d)) + 4.0
    _minus = _rng.integers(-9, 1, size=(_l, _d)) - 4.0
    _o = _rng.permutation(_k + _l)
    _X, _y = np.vstack([_plus, _minus])[_o], np.repeat([1, -1], [_k, _l])[_o]
    _w, _b = mean_halfspace(_X.copy(), _y.copy())
    assert np.size(_b) == 1, (
        "b must be one number, not a point: which b gives the midpoint score 0?"
    )
    _p, _m = _plus.sum(axis=0) / _k, _minus.sum(axis=0) / _l
    assert np.allclose(_w, _p - _m), (
        f"with {_k} positive and {_l} negative examples w is not the difference of the "
        "two means"
    )
    assert np.isclose((_p - _m) @ (_p + _m) / 2 + _b, 0), (
        f"with {_k} positive and {_l} negative examples the point half-way between the "
        "two means must have score 0; the mean of all examples is another point"
    )

# %% [markdown]
# The next cell takes the sevens, labelled $+1$, and the ones, labelled $-1$, from the book's handwritten digits.
# Each image has $8\times8$ pixels, so $d = 64$; a pixel is a number from $0$ (white) to $16$ (black). The first
# 200 images are for building a halfspace, the others are set aside.

# %% locked="digits"
digits = datasets.digits()
rows = np.isin(digits.y, [1, 7])
X, y = digits.X[rows], np.where(digits.y[rows] == 7, 1, -1)
X_build, y_build, X_aside, y_aside = X[:200], y[:200], X[200:], y[200:]

# %% [markdown]
# Build three halfspaces:
#
# - A: `mean_halfspace` of the 200 images;
# - B: the $w$ of A, but $b = 0$;
# - C: `mean_halfspace` of only the first 10 of the 200 images.
#
# For each halfspace print three things, for the 200 images and for those set aside: the share of right predictions,
# the margin, and how many ones and how many sevens are predicted wrongly. No score is exactly $0$ here, so the share
# of right predictions is the chapter's accuracy. Guess before you run the cell: does A separate the images that it
# was built from? Does it separate the others? Write your guess as a comment in the first line of the cell.

# %% solution="experiment"
### BEGIN SOLUTION
# My guess: A separates the 200 images, but not all of the others.
w, b = mean_halfspace(X_build, y_build)
w10, b10 = mean_halfspace(X_build[:10], y_build[:10])
for name, weights, bias in (("A", w, b), ("B", w, 0.0), ("C", w10, b10)):
    for part, Xs, ys in (("build", X_build, y_build), ("aside", X_aside, y_aside)):
        right = np.asarray(predict(Xs, weights, bias)) == ys
        ones, sevens = np.sum(~right & (ys == -1)), np.sum(~right & (ys == 1))
        print(f"{name} {part}: {right.mean():.3f} right, ", end="")
        print(f"margin {margin(Xs, ys, weights, bias):.2f}, ", end="")
        print(f"wrong: {ones} ones, {sevens} sevens")
### END SOLUTION

# %% [markdown]
# Describe what you see in four to eight sentences, and give only the numbers that you need. Which of the halfspaces
# separate which images? A and B differ only in the bias. A and C differ only in the number of images from which the
# means are computed. What does each change cost in right predictions and in margin, and which of the two digits is
# then wrong more often?

# %% [markdown] written="sevens" points=2 book="halfspaces#which-of-two-lines"
# **Model answer.** A separates the 200 images it was built from, with margin $1.58$. It does not separate those set
# aside: one seven is wrong, so $0.994$ of them are right, and the margin is $-0.50$. B and C separate neither group.
# B has the direction of A, but its hyperplane goes through the origin. Two images in each group are then wrong
# ($0.990$ and $0.988$ right), and the margin falls to $-0.86$ and $-5.34$. All four images are sevens: A's bias of
# about $157$ was in their favour, and B does not have it. C costs more: the means of 10 images give another direction
# and bias, $0.955$ and $0.950$ are right, and the margins are $-8.16$ and $-5.78$. Here only ones are wrong, 9 in the
# first group and 8 in the second. So both the bias and the number of images matter, and a halfspace that separates
# the examples that it was built from need not separate new ones.
#
# **Rubric.**
# - 1 point: the student's own numbers, read correctly: A separates the 200 images, and nothing else is separated.
# - 1 point: what each change costs: without the bias some sevens are wrong, with ten images some ones; both margins
#   fall.

# %% [markdown]
# ## Part 6 · Break it: a margin without the division
#
# Somebody forgets to divide by $\lVert w\rVert$ and ranks halfspaces by $\min_i y_i(\langle w, x_i\rangle + b)$, the
# larger the better. Construct a case in which this ranking picks the wrong halfspace. Define four names:
#
# - `X_trap`, shape $(n, d)$, and `y_trap`, shape $(n,)$: a data set of at least two examples in which both
#   labels occur. One or two dimensions are enough;
# - `first` and `second`, each a tuple `(w, b)`: two halfspaces that both separate the examples.
#
# `first` must be the better one: its margin must be at least $1.1$ times that of `second`. But the measure
# without the division must prefer `second`.

# %% solution="trap"
### BEGIN SOLUTION
X_trap, y_trap = np.array([[-1.0], [1.0]]), np.array([-1, 1])
first = np.array([1.0]), 0.0
second = np.array([10.0]), 5.0
### END SOLUTION

# %% test="trap_fooled" points=1 book="halfspaces#the-normal-vector-and-the-signed-distance"
_X, _y = np.array(X_trap, dtype=float), np.array(y_trap, dtype=float)
assert (_X.ndim, _y.shape) == (2, (len(_X),)), (
    f"X_trap must have shape (n, d) and y_trap shape (n,), not {_X.shape}, {_y.shape}"
)
assert set(_y.tolist()) == {-1, 1}, "y_trap must hold +1 and -1, each at least once"
_raw, _true = [], []
for _w, _b in (first, second):
    _w = np.array(_w, dtype=float).reshape(-1)
    assert len(_w) == _X.shape[1], (
        f"the examples have {_X.shape[1]} feature(s), so each w needs as many numbers; "
        f"one of yours has {len(_w)}"
    )
    _raw.append(np.min(_y * (_X @ _w + float(_b))))
    _true.append(_raw[-1] / np.sqrt((_w**2).sum()))
assert min(_raw) > 0, (
    f"both halfspaces must separate the examples, but the smallest y (<w, x> + b) are "
    f"{_raw[0]} for first and {_raw[1]} for second"
)
assert _true[0] >= 1.1 * _true[1], (
    f"the margin of first must be at least 1.1 times that of second, but the margins "
    f"are {_true[0]:.3f} for first and {_true[1]:.3f} for second; scaling one and the "
    f"same halfspace is not enough"
)
assert _raw[1] > _raw[0], (
    f"the measure without the division must prefer second, but it gives {_raw[0]:.3f} "
    f"to first and {_raw[1]:.3f} to second: how can you change the scores "
    f"of a halfspace without moving its hyperplane?"
)

# %% [markdown]
# Explain your construction. Why does the measure without the division prefer `second`? Given any halfspace that
# separates, how large can you make $\min_i y_i(\langle w, x_i\rangle + b)$ without moving its hyperplane? What must
# all the halfspaces have in common so that no division is needed?

# %% [markdown] written="trap_why" points=2 book="halfspaces#the-normal-vector-and-the-signed-distance"
# **Model answer.** `first` cuts at $0$, in the middle, at distance $1$ from both points. `second` cuts at $-0.5$,
# only $0.5$ away from the point $-1$. But its $w$ is ten times as long, so the nearest point has the score $-5$, and
# without the division $5$ beats $1$: the measure mixes the distance with the length of $w$. Multiply $w$ and $b$ of a
# separating halfspace by $c>0$: the hyperplane and its sides stay, and the minimum is multiplied by $c$. So the
# minimum can be made as large as you like, and it tells only whether the hyperplane separates. If all $w$ have the
# same length, for example $\lVert w\rVert=1$, the division changes no comparison.
#
# **Rubric.**
# - 1 point: score = signed distance times $\lVert w\rVert$; the longer $w$ of `second` outweighs its distance.
# - 1 point: $c>0$ on $w$ and $b$ makes the minimum as large as you like and moves nothing; with a common length of
#   all $w$ no division is needed.
