# %% [markdown]
# # Problem set 5 · Losses
#
# This set belongs to the chapter *Losses*. You write the losses of the perceptron, of the support vector machine and of logistic regression, a gradient and an independent judge for it, and stochastic gradient descent for any loss. You prove that the perceptron cost is convex, compare three losses on handwritten digits, and find a slope at one single point that ruins the perceptron.
#
# | part | | by tests | by hand |
# |---|---|---|---|
# | 1 | Two losses and their slopes | 4 | |
# | 2 | A judge for gradients | 2 | |
# | 3 | The gradient of the cost | 2 | |
# | 4 | A corner and a convex cost | | 4 |
# | 5 | One example at a time | 3 | |
# | 6 | Is it an 8? | | 2 |
# | 7 | Break it | 1 | 2 |
#
# That makes 20 points, and should take 60 to 90 minutes.
#
# **How to work.** Run the notebook from top to bottom. Write only where it says YOUR CODE HERE or YOUR ANSWER HERE, and delete the line `raise NotImplementedError()` there. You see some of the tests; hidden tests check the same functions on other data. You may add cells of your own, for trials and drawings. Write the functions with NumPy alone: of `perceptron_lib` use only what the set imports. A proof may be typed as plain text or in LaTeX. Before you hand in, choose *Run > Restart Kernel and Run All Cells…*.
#
# As everywhere in the book, the score of an example is $s_i=\langle w,x_i\rangle+b$, its functional margin is $m_i=y_is_i$, and it is a mistake if $m_i\le0$. The next cell has the functional margins ready for you.

# %% locked="setup"
import numpy as np
from perceptron_lib import datasets


def functional_margins(X, y, w, b):
    """The functional margins y_i (<w, x_i> + b): an array of shape (n,)."""
    return y * (X @ w + b)


# %% [markdown]
# ## 1. Two losses and their slopes
#
# In this set a *loss* is a function of the functional margins, an array `m` of shape `(n,)`. It returns two arrays of the same shape: the values $\ell(m_i)$ and the slopes $\ell'(m_i)$.
#
# The first is the shifted hinge, $\ell_\delta(m)=\max(0,\delta-m)$. With $\delta=0$ it is the loss of the perceptron, with $\delta=1$ the hinge loss. At the kink $m=\delta$ take the slope $-1$.

# %% solution="hinge"
def hinge(m, delta):
    """The shifted hinge loss max(0, delta - m).

    Takes m, a float array of shape (n,), and delta, a number >= 0.
    Returns (values, slopes), two arrays of shape (n,);
    the slope at m = delta is -1.
    """
    ### BEGIN SOLUTION
    return np.maximum(0, delta - m), np.where(m <= delta, -1, 0)
    ### END SOLUTION


# %% test="hinge_values" points=1 book="losses#other-losses-other-machines"
_m = np.array([-2.0, -0.5, 0.5, 3.0])
_v, _s = hinge(_m.copy(), 0)
assert np.allclose(_v, [2, 0.5, 0, 0]), \
    "delta = 0: the loss is max(0, -m), for each functional margin"
assert np.allclose(_s, [-1, -1, 0, 0]), \
    "delta = 0: the slope is -1 where m < 0 and 0 where m > 0"
_v, _s = hinge(_m.copy(), 1)
assert np.allclose(_v, [3, 1.5, 0.5, 0]), \
    "delta = 1: the loss is max(0, 1 - m), so m = 0.5 still costs 0.5"
assert np.allclose(_s, [-1, -1, -1, 0]), \
    "delta = 1: the slope is -1 up to m = 1, not only up to m = 0"

# %% hidden="hinge_kink" points=1 title="the corner" book="losses#which-way-is-down"
for _d in (0, 0.5, 1, 2.5):
    _m = np.array([_d - 1, _d, _d + 1, _d, _d + 0.25])
    _v, _s = hinge(_m.copy(), _d)
    assert np.shape(_v) == np.shape(_s) == (5,), \
        "return two arrays of the shape of m: the values and the slopes"
    assert np.allclose(_v, [1, 0, 0, 0, 0]), \
        f"the values are max(0, delta - m); look at delta = {_d}"
    assert np.allclose(np.asarray(_s)[[1, 3]], -1), \
        "at the kink m = delta the slope is -1: use <=, not <"
    assert np.allclose(np.asarray(_s)[[0, 2, 4]], [-1, 0, 0]), \
        f"the slope is -1 below delta, 0 above; look at delta = {_d}"

# %% [markdown]
# The second is the logistic loss, $\ell(m)=\ln(1+e^{-m})$ with the slope $\ell'(m)=-1/(1+e^m)$. Take care: $e^{1000}$ is too large for a float, but $\ell(-1000)$ is an ordinary number, $1000$ up to rounding, and your function must return it. The slope needs no such care: where $e^m$ overflows, NumPy makes it infinite, and $-1/\infty$ is $0$. NumPy may print a warning, but only the numbers count. Try large numbers in a cell of your own: `print(logistic(np.array([-1000.0, 0.0, 1000.0])))`.
#
# *Hint.* $\ln(1+e^{-m})=\ln(1+e^{m})-m$. One of the two forms is harmless for $m\ge0$, the other for $m\le0$. Or look up `np.logaddexp`.

# %% solution="logistic"
def logistic(m):
    """The logistic loss ln(1 + exp(-m)), also for |m| as large as 1000.

    Takes m, a float array of shape (n,).
    Returns (values, slopes), two arrays of shape (n,).
    """
    ### BEGIN SOLUTION
    e = np.exp(-np.abs(m))  # at most 1
    values = np.maximum(0, -m) + np.log(1 + e)
    return values, -np.where(m > 0, e, 1) / (1 + e)
    ### END SOLUTION


# %% test="logistic_values" points=1 book="losses#other-losses-other-machines"
_v, _s = logistic(np.array([0.0, np.log(3), -np.log(3)]))
assert np.allclose(_v, [np.log(2), np.log(4 / 3), np.log(4)]), \
    "the loss is ln(1 + exp(-m)): ln 2 at m = 0, ln(4/3) at m = ln 3"
assert np.allclose(_s, [-1 / 2, -1 / 4, -3 / 4]), \
    "the slope is -1 / (1 + exp(m)): -1/2 at m = 0, -1/4 at m = ln 3"

# %% hidden="logistic_large" points=1 title="large numbers" book="losses#other-losses-other-machines"
with np.errstate(all="ignore"):
    _v, _s = logistic(np.array([-1000.0, 1000.0, -30.0, 2.0, 30.0]))
assert np.isfinite(_v).all(), \
    "at m = -1000 or 1000 a value is infinite or nan: avoid exp(1000)"
assert np.allclose(_v, [1000, 0, 30, np.log1p(np.exp(-2)), 0]), \
    "the loss is nearly -m for very negative m, and nearly 0 for large m"
assert np.isfinite(_s).all(), \
    "at m = -1000 or 1000 a slope is infinite or nan"
assert np.allclose(_s, [-1, 0, -1, -1 / (1 + np.exp(2)), 0]), \
    "the slope is -1 far to the left and 0 far to the right"

# %% [markdown]
# ## 2. A judge for gradients
#
# A gradient is easily wrong by a sign or a factor. An independent judge is the *central difference quotient*. Let $f$ be a function of the weights and the bias, and let $e_j$ be the vector that has a $1$ at place $j$ and $0$ elsewhere. The quotients for the weight $w_j$ and for the bias are
#
# $$
# \frac{f(w+he_j,\,b)-f(w-he_j,\,b)}{2h}
# \qquad\text{and}\qquad
# \frac{f(w,\,b+h)-f(w,\,b-h)}{2h}.
# $$
#
# Write a function that computes them. It knows nothing about losses: `f` is any function that takes `w` and `b` and returns a number.

# %% solution="quotient"
def quotient(f, w, b, h):
    """The central difference quotients of f at (w, b).

    Takes f, a function of (w, b) that returns a number; w, a float
    array of shape (d,), which must have the same values afterwards;
    b, a number; h, a number > 0.
    Returns (by_w, by_b): an array of shape (d,) and a number.
    """
    ### BEGIN SOLUTION
    steps = h * np.eye(len(w))
    by_w = np.array([f(w + e, b) - f(w - e, b) for e in steps])
    by_b = f(w, b + h) - f(w, b - h)
    return by_w / (2 * h), by_b / (2 * h)
    ### END SOLUTION


# %% test="quotient_square" points=1 book="losses#which-way-is-down"
def _f(w, b):  # its derivatives: 2 w[0] + 3 w[1], then 3 w[0], then 2
    return w[0] ** 2 + 3 * w[0] * w[1] + 2 * b


_g, _gb = quotient(_f, np.array([1.0, 2.0]), 5.0, 0.5)
assert np.shape(_g) == (2,), "one quotient for each weight"
assert np.allclose(_g, [8, 3]), \
    "by the weights: (f(w + h e_j) - f(w - h e_j)) / (2h); " \
    "the other weights stay"
assert np.allclose(_gb, 2), \
    "by the bias: (f(w, b + h) - f(w, b - h)) / (2h)"

# %% hidden="quotient_cube" points=1 title="other functions" book="losses#which-way-is-down"
_a = np.array([2.0, -1.0, 0.5, 3.0])
for _h in (0.5, 0.1):
    _w, _b = np.array([1.0, -2.0, 0.0, 0.5]), -1.5
    _g, _gb = quotient(
        lambda w, b: np.sum(_a * w**3) + w[0] * w[3] * b + b**3, _w, _b, _h)
    assert np.allclose(_w, [1, -2, 0, 0.5]), \
        "your function changed w: use a copy, or undo each step"
    assert np.allclose(
        _g, _a * (3 * np.array([1, 4, 0, 0.25]) + _h**2)
        + np.array([0.5, 0, 0, 1]) * _b), \
        "by the weights this is not the quotient; look at 2h, and move " \
        "one weight at a time"
    assert np.allclose(_gb, 3 * _b**2 + _h**2 + 0.5), \
        "by the bias this is not the quotient; look at b + h, b - h and 2h"

# %% [markdown]
# ## 3. The gradient of the cost
#
# The cost is the *mean* loss, $\frac1n\sum_i\ell(m_i)$. By the chain rule its gradient is
#
# $$
# \frac1n\sum_{i=1}^n \ell'(m_i)\,y_i\,x_i\ \text{ by } w,
# \qquad
# \frac1n\sum_{i=1}^n \ell'(m_i)\,y_i\ \text{ by } b.
# $$
#
# At a kink take the slope that the loss gives you; then the formula gives a subgradient.

# %% solution="gradient"
def gradient(X, y, w, b, loss):
    """The (sub)gradient of the mean loss at (w, b).

    Takes X of shape (n, d); y of shape (n,), -1 and +1; w of shape
    (d,); b, a number; loss, a function of the functional margins
    (an array) that returns (values, slopes).
    Returns (by_w, by_b): an array of shape (d,) and a number.
    """
    ### BEGIN SOLUTION
    values, slopes = loss(functional_margins(X, y, w, b))
    pull = slopes * y
    return pull @ X / len(y), pull.mean()
    ### END SOLUTION


# %% test="gradient_hand" points=1 book="losses#which-way-is-down"
# The squared loss (1 - m)^2 on two examples, with functional margins 2 and 4
_g, _gb = gradient(
    np.array([[1.0, 2.0], [3.0, 0.0]]), np.array([1, -1]),
    np.array([-1.0, 2.0]), -1.0, lambda m: ((1 - m) ** 2, 2 * (m - 1)))
assert np.shape(_g) == (2,), "by w the gradient has one entry per weight"
assert np.allclose(_g, [-8, 2]), \
    "by w: the slopes are 2 and 6, so take the mean of 2 (1, 2) and -6 (3, 0)"
assert np.allclose(_gb, -2), "by b: the mean of slope times label, 2 and -6"

# %% hidden="gradient_judged" points=1 title="other data, a kink" book="losses#which-way-is-down"
for _seed in range(5):
    _rng = np.random.default_rng(_seed)
    _n, _d = 7 + _seed, 3
    _X, _y = _rng.normal(size=(_n, _d)), np.where(np.arange(_n) % 3, 1, -1)
    _w, _b = _rng.normal(size=_d), 0.75
    _loss = lambda m: (np.exp(-m / 2), -np.exp(-m / 2) / 2)
    _cost = lambda w, b: np.exp(-_y * (_X @ w + b) / 2).mean()
    _g, _gb = gradient(_X.copy(), _y.copy(), _w.copy(), _b, _loss)
    _e = 1e-5 * np.eye(_d)
    assert np.allclose(_g, [
        (_cost(_w + e, _b) - _cost(_w - e, _b)) / 2e-5 for e in _e],
        rtol=1e-4, atol=1e-6), \
        "by w the difference quotient disagrees; look at the sign, " \
        "the labels, and mean or sum"
    assert np.allclose(
        _gb, (_cost(_w, _b + 1e-5) - _cost(_w, _b - 1e-5)) / 2e-5,
        rtol=1e-4, atol=1e-6), \
        "by b the difference quotient disagrees; look at the sign, " \
        "the labels, and mean or sum"
    _corner = lambda m: (np.maximum(0, -m), np.where(m <= 0, -1.0, 0.0))
    _g, _gb = gradient(_X.copy(), _y.copy(), np.zeros(_d), 0.0, _corner)
    assert np.allclose(_g, -(_y @ _X) / _n) and np.allclose(_gb, -_y.mean()), \
        "at zero weights use the slope that the loss gives at its kink"

# %% [markdown]
# Now let your judge check your own gradient. The next cell has no points, but the two lines that it prints must agree to about nine digits. No functional margin is at a kink here; at a kink a difference quotient tells you nothing about a subgradient.

# %% locked="judge"
points = np.array([[1.0, 2.0], [-1.0, 0.5], [2.0, -1.0]])
labels = np.array([1, 1, -1])
start_w, start_b = np.array([0.5, -0.25]), 0.125


def cost(w, b):
    return hinge(functional_margins(points, labels, w, b), 1)[0].mean()


print(gradient(points, labels, start_w, start_b, lambda m: hinge(m, 1)))
print(quotient(cost, start_w, start_b, 1e-6))

# %% [markdown]
# ## 4. A corner and a convex cost
#
# Let $\ell(m)=\max(0,-m)$ be the loss of the perceptron and $L(\tilde w)=\frac1n\sum_i\ell(m_i)$ with $m_i=y_i\langle\tilde w,\tilde x_i\rangle$ its cost. Weights and examples are padded as in the chapter: $\tilde w=(w,b)$, $\tilde x=(x,1)$.
#
# **(a)** (2 points) A number $g$ is a *subgradient* of $\ell$ at $0$ if $\ell(m)\ge g\,m$ for *all* numbers $m$. Prove: $g$ is a subgradient of $\ell$ at $0$ if and only if $-1\le g\le0$.
#
# **(b)** (2 points) Prove that $L$ is *convex*. This means: for all padded weights $\tilde u,\tilde v$ and all $t$ with $0\le t\le1$,
#
# $$
# L\bigl(t\tilde u+(1-t)\tilde v\bigr)\ \le\ t\,L(\tilde u)+(1-t)\,L(\tilde v).
# $$
#
# *Hint.* First show the inequality for the loss $\ell$ and two numbers $p,q$: its right side is at least $0$, and it is also at least $-(tp+(1-t)q)$.

# %% [markdown] written="convex" points=4 book="losses#which-way-is-down"
# **Model answer.**
#
# (a) Let $-1\le g\le0$. For $m\ge0$ we have $g\,m\le0=\ell(m)$. For $m<0$, multiply $g\ge-1$ by the negative number $m$: $g\,m\le-m=\ell(m)$. So $g$ is a subgradient. Conversely, let $\ell(m)\ge g\,m$ for all $m$. With $m=1$ this says $0\ge g$. With $m=-1$ it says $1\ge-g$, that is $g\ge-1$.
#
# (b) Begin with one example. For all numbers $p,q$,
#
# $$
# \ell\bigl(tp+(1-t)q\bigr)\ \le\ t\,\ell(p)+(1-t)\,\ell(q),
# $$
#
# because the right side is at least $0$, and it is at least $t(-p)+(1-t)(-q)=-(tp+(1-t)q)$, since $t\ge0$, $1-t\ge0$, $\ell(p)\ge-p$ and $\ell(q)\ge-q$. So the right side is at least the larger of these two numbers, which is the left side. Now the functional margin of example $i$ is linear in the weights: under $t\tilde u+(1-t)\tilde v$ it is $t\,p_i+(1-t)\,q_i$, with $p_i=y_i\langle\tilde u,\tilde x_i\rangle$ and $q_i=y_i\langle\tilde v,\tilde x_i\rangle$. So the inequality holds for each example, and then for the mean.
#
# **Rubric.**
#
# - 1 point: (a), if $-1\le g\le0$ then $\ell(m)\ge g\,m$, for $m\ge0$ and for $m<0$ (the inequality turns round).
# - 1 point: (a), the converse, by a positive and a negative $m$.
# - 1 point: (b), the inequality for $\ell$ itself, with $0\le t\le1$ used; a proof by cases of the signs counts, and so does "the larger of two linear functions is convex" if a reason is given.
# - 1 point: (b), from $\ell$ to $L$: the functional margin is linear in the weights, and the mean keeps the inequality.

# %% [markdown]
# ## 5. One example at a time
#
# Stochastic gradient descent takes the examples one after the other, here in the order of the rows. For each example it steps against the slope of this one example's loss, with the step size $\eta$:
#
# $$
# w\leftarrow w-\eta\,\ell'(m_i)\,y_i\,x_i,\qquad
# b\leftarrow b-\eta\,\ell'(m_i)\,y_i,
# $$
#
# where $m_i$ is the functional margin under the weights *before* this step. A pass goes once through all rows. Make exactly as many passes as the argument `passes` says. A loss takes an array, so give it an array with one entry, and take the one slope that comes back.

# %% solution="sgd"
def sgd(X, y, w, b, loss, eta, passes):
    """Stochastic gradient descent from the start (w, b), row by row.

    Takes X of shape (n, d); y of shape (n,), -1 and +1; w, a float
    array of shape (d,), which must have the same values afterwards;
    b, a number; loss, a function of the functional margins (an array)
    that returns (values, slopes); eta, a number > 0; passes, an
    int >= 0.
    Returns (w, b) at the end: an array of shape (d,) and a number.
    """
    ### BEGIN SOLUTION
    for _ in range(passes):
        for i in range(len(y)):
            m = functional_margins(X[i : i + 1], y[i : i + 1], w, b)
            slope = loss(m)[1][0]
            w = w - eta * slope * y[i] * X[i]
            b = b - eta * slope * y[i]
    return w, b
    ### END SOLUTION


# %% test="sgd_hand" points=1 book="losses#one-example-at-a-time"
_X, _y = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([1, -1])


def _squared(m):  # the squared loss
    assert isinstance(m, np.ndarray) and m.ndim == 1, \
        "a loss takes an array: for one example, an array with one entry"
    return (1 - m) ** 2, 2 * (m - 1)


# First step: m = 0 and the slope is -2; second: m = -1, slope -4
_w, _b = sgd(_X.copy(), _y.copy(), np.zeros(2), 0.0, _squared, 0.25, 1)
assert np.allclose(_w, [-0.5, -1]), \
    "the steps for w: +0.5 (1, 0), then -1 (1, 1); compute m anew for each row"
assert np.allclose(_b, -0.5), "the bias moves too: +0.5, then -1"
_w0 = np.array([1.0, 2.0])
_w, _b = sgd(_X.copy(), _y.copy(), _w0, 1.0, _squared, 0.5, 2)
assert np.allclose(_w0, [1, 2]), \
    "your function changed the start w: copy w first"
assert np.allclose(_w, [-4, -9]) and np.allclose(_b, -4), \
    "begin at the w and b given and make two passes: on the way from " \
    "w = (1, 2), b = 1 the functional margins are 2, -2, -6, -7"

# %% hidden="sgd_perceptron" points=1 title="as the perceptron" book="losses#one-example-at-a-time"
_corner = lambda m: (np.maximum(0, -m), np.where(m <= 0, -1.0, 0.0))
for _seed in range(6):
    _rng = np.random.default_rng(_seed)
    _X = _rng.integers(-3, 4, size=(9, 2)).astype(float)
    _y = np.where(np.arange(9) % 2, 1, -1)
    _v, _c = np.zeros(2), 0.0
    for _i in list(range(9)) * 4:
        if _y[_i] * (_X[_i] @ _v + _c) <= 0:
            _v, _c = _v + 0.5 * _y[_i] * _X[_i], _c + 0.5 * _y[_i]
    _w, _b = sgd(_X.copy(), _y.copy(), np.zeros(2), 0.0, _corner, 0.5, 4)
    assert np.allclose(_w, _v) and np.allclose(_b, _c), \
        "4 passes with eta = 0.5 on max(0, -m) must make the perceptron's " \
        "updates: look at the order of the rows, eta, the bias, the passes, " \
        "and at the slope that the loss gives at its kink"

# %% hidden="sgd_start" points=1 title="another start" book="losses#one-example-at-a-time"
_curve = lambda m: (np.exp(-m / 4), -np.exp(-m / 4) / 4)
for _seed in range(4):
    _rng = np.random.default_rng(_seed)
    _X, _y = _rng.normal(size=(6, 3)), np.array([1, -1, 1, 1, -1, -1])
    _w0, _b0 = np.array([0.5, -1.0, 2.0]), 0.25
    _w, _b = sgd(_X.copy(), _y.copy(), _w0, _b0, _curve, 0.5, 3)
    assert np.allclose(_w0, [0.5, -1, 2]), \
        "your function changed the start w: copy w first"
    _v, _c = np.array([0.5, -1.0, 2.0]), 0.25
    for _i in list(range(6)) * 3:
        _step = 0.5 * _curve(_y[_i] * (_X[_i] @ _v + _c))[1] * _y[_i]
        _v, _c = _v - _step * _X[_i], _c - _step
    assert np.allclose(_w, _v) and np.allclose(_b, _c), \
        "from a start other than zero the end is wrong: begin at the w and " \
        "b given; step on every row, against its slope; for w and b alike " \
        "take the functional margin before the step"

# %% [markdown]
# ## 6. Is it an 8?
#
# The chapter asked the digits "is it a 5?". An 8 is harder. The cell below takes the first $1200$ digits to learn from and the other $597$ to test on, with the ink scaled to numbers from $0$ to $1$.

# %% locked="digits"
eights = datasets.digits(8)
ink, is_8 = eights.X / 16, eights.y
train_X, train_y = ink[:1200], is_8[:1200]
test_X, test_y = ink[1200:], is_8[1200:]
print("right by always saying no:", np.mean(test_y == -1).round(3))

# %% [markdown]
# Run `sgd` from zero weights with $\eta=0.1$ on three losses: the perceptron loss, the hinge loss ($\delta=1$) and the logistic loss. Make five passes, one call of `sgd` for each pass, and after each pass compute the share of *test* digits that are right ($m>0$). Print the five shares of each loss. The cell runs for about a second. To pass a loss with its $\delta$, write `lambda m: hinge(m, 1)`, as in the cell at the end of part 3.

# %% solution="experiment"
### BEGIN SOLUTION
three = {"perceptron": lambda m: hinge(m, 0),
         "hinge": lambda m: hinge(m, 1), "logistic": logistic}
for name, loss in three.items():
    w, b, shares = np.zeros(64), 0.0, []
    for _ in range(5):
        w, b = sgd(train_X, train_y, w, b, loss, 0.1, 1)
        shares.append(np.mean(functional_margins(test_X, test_y, w, b) > 0))
    print(f"{name:10}", np.round(shares, 3))
### END SOLUTION

# %% [markdown]
# Answer in two or three sentences: how steady are the five shares of each loss, and how do they compare with the share of the machine that always says no? Explain what you see by the slope that each loss has for an example that is *barely* right ($m$ a little above $0$).

# %% [markdown] written="eights" points=2 book="losses#other-losses-other-machines"
# **Model answer.** From pass to pass the logistic loss stays between $0.943$ and $0.948$. The perceptron jumps between $0.871$ and $0.943$, twice below the $0.908$ of the machine that always says no. The hinge, from $0.936$ to $0.946$, is nearly as steady as the logistic loss. Both are above $0.908$ after every pass. For a barely right digit the perceptron's slope is $0$: SGD makes no step on this digit, and the next update, on another digit, easily makes it wrong. So the share depends on which updates came last. For the hinge this slope is $-1$, and it stays $-1$ up to $m=1$. The logistic slope is near $-\frac12$ and fades slowly. Both push a barely right digit further, so most digits have something in reserve when a late update comes. How much this reserve helps depends on $\eta$, because what counts for the shifted hinge is $\delta/\eta$. With $\eta=10$ the hinge jumps too. The perceptron, with $\delta=0$, has the same shares for every $\eta$.
#
# **Rubric.**
#
# - 1 point: numbers from a run of the student's own: the perceptron jumps from pass to pass and falls below "always no", hinge and logistic loss are steadier and stay above. (Other numbers count if their program gives them.)
# - 1 point: a reason from the slopes of a barely right example: $0$ for the perceptron, which leaves it barely right, against $-1$ and about $-\frac12$, which push it further. An answer that says that the ratio of threshold and $\eta$ decides, alone or as well, also gets the point.

# %% [markdown]
# ## 7. Break it
#
# The chapter shows that with the slope $0$ at the kink a run from zero never moves. But $0$ is at least a subgradient. Your task is to find a worse choice. Keep the perceptron's loss $\max(0,-m)$ and its slopes everywhere but at $m=0$. At $m=0$ use *one number other than zero*, from $-10$ to $10$. With your number the following run must never succeed. The run starts from zero, with $\eta=1$, and it gets the same *one* example $(x,y)$ again and again. However long the run goes on, the functional margin of the example is never positive after a step. Several numbers do this, although one example is always separable and the perceptron is done with it after one step.
#
# *Hint.* Every step changes the weights by a multiple of $y\,\tilde x$, so the weights are always $t\,y\,\tilde x$ with a number $t$. How does $t$ move?

# %% solution="unlucky"
def unlucky(m):
    """The perceptron's loss with a ruinous slope at m = 0.

    Takes m, a float array of shape (n,).
    Returns (values, slopes), two arrays of shape (n,);
    the slope at m = 0 is a number from -10 to 10 that is not 0.
    """
    ### BEGIN SOLUTION
    return np.maximum(0, -m), np.where(m < 0, -1, 0) + (m == 0)
    ### END SOLUTION


# %% test="unlucky_cycles" points=1 book="losses#which-way-is-down"
_v, _s = unlucky(np.array([-3.0, -0.5, 0.25, 2.0, 0.0]))
assert np.allclose(_v, [3, 0.5, 0, 0, 0]), "the values stay max(0, -m)"
assert np.allclose(_s[:4], [-1, -1, 0, 0]), \
    "only the slope at m = 0 may differ from the perceptron's"
assert not np.isclose(_s[4], 0), "the slope at m = 0 must not be 0"
assert abs(_s[4]) <= 10, "the slope at m = 0 must be from -10 to 10"
for _x, _y in (([2, 1], 1), ([1, 0, 3], -1), ([4], 1)):
    _p = _y * np.array([*_x, 1.0])  # y times the padded example
    _v = np.zeros(len(_p))
    for _ in range(500):  # far longer than any run that ends takes
        _v = _v - np.asarray(unlucky(np.array([_p @ _v]))[1])[0] * _p
        assert _p @ _v <= 0, "the functional margin became positive, " \
            "so this run ends: follow t from 0, step by step"

# %% [markdown]
# Explain what your run does, step by step. Why would the run be done after one step with any subgradient other than $0$ at the kink? Would the difference quotient of part 2 have found the fault at points where no functional margin is $0$?

# %% [markdown] written="unlucky_why" points=2 book="losses#which-way-is-down"
# **Model answer.** With the slope $+1$ at the kink, the step from zero weights is $-y\,\tilde x$, away from the example: $t$ goes from $0$ to $-1$ and the functional margin to $-\lVert\tilde x\rVert^2$. That is a mistake, the slope there is $-1$, and the next step adds $y\,\tilde x$: back to $t=0$, exactly on the kink. The run cycles, $0,-1,0,-1,\dots$, and $t$ is never positive. A larger whole number $g$ also works: $t$ goes to $-g$ and climbs back to $0$ in $g$ steps. A positive $g$ that is not whole does not work: $t$ steps over $0$ and stays positive. A subgradient $g$ with $-1\le g<0$ gives $t=-g>0$ after one step, so the functional margin is $-g\lVert\tilde x\rVert^2>0$, and nothing moves any more. A positive $g$ is no subgradient: the line $g\,m$ lies above the loss for $m>0$. The difference quotient finds no fault: away from the kink all slopes are right. The run lands on the one point that such a check leaves out.
#
# **Rubric.**
#
# - 1 point: the cycle (a step away from the example, steps back exactly onto the kink), and that with a $g$ from $-1$ up to, but not including, $0$ the run steps towards the example and is done.
# - 1 point: the check at points off the kink finds nothing, because there all slopes are right.
