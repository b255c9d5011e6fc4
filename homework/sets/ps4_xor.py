# %% [markdown]
# # Problem set 4 · XOR
#
# A perceptron that fails is not useless: on whole numbers, in a fixed order, it goes round in a cycle, and the cycle *proves* that nobody can separate the data. In this set you check such proofs, find the cycle of a run, read the proof off the cycle, and do all this with real flowers. You prove a theorem of which XOR is one case. At the end you break a cycle by changing a single row. The set goes with the chapter *XOR*.
#
# | part | points |
# |---|---|
# | 1. Check a certificate | 3 |
# | 2. One pass | 3 |
# | 3. Find the cycle | 2 |
# | 4. Read off the certificate | 2 |
# | 5. Two segments that meet | 3 |
# | 6. Two kinds of iris | 2 |
# | 7. Break the cycle | 5 |
#
# Write only where it says YOUR CODE HERE or YOUR ANSWER HERE. Work from top to bottom. Before you hand in, choose *Run > Restart Kernel and Run All Cells…*. Besides the tests that you see, hidden tests check the same functions on other data. You may add cells of your own, for trials and drawings. Write the functions with NumPy alone: of `perceptron_lib` use only what the set imports. A proof may be typed as plain text or in LaTeX. Plan for 75 to 90 minutes.
#
# As in the book, $\tilde x=(x,1)$ is a padded example, the $1$ comes last, labels are $-1$ and $+1$, and $z_i=y_i\tilde x_i$. A score of $0$ counts as negative in a prediction and as a mistake in a run. Your functions may assume that their input is as described; they need not check it.

# %% locked="setup"
import matplotlib.pyplot as plt
import numpy as np

from perceptron_lib import datasets

# %% [markdown]
# ## 1. Check a certificate
#
# Weights $a_1,\dots,a_n$ prove that no halfspace separates the data if all are $\ge0$, not all are $0$, and $\sum_ia_iy_i\tilde x_i=0$. Your function gets weights of any kind. Look at their signs first: return False if one of them is negative, however slightly, or if all are $0$. Otherwise their sum is positive. The book asks for $\sum_ia_i=1$, so divide the weights by their sum. Sums of rounded numbers are seldom exactly $0$, so after dividing, a coordinate of $\sum_ia_iy_i\tilde x_i$ counts as $0$ if it is at most $10^{-9}$ in absolute value.

# %% solution="is_certificate"
def is_certificate(X, y, a):
    """Return whether the weights prove that no halfspace separates the data.

    X: array of shape (n, d), one example a row
    y: array of shape (n,), labels -1 and +1
    a: array of shape (n,), the weights; their sum need not be 1
    Returns True or False.
    """
    ### BEGIN SOLUTION
    if a.min() < 0 or a.sum() <= 0:
        return False
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    return bool(np.abs(a / a.sum() @ Z).max() <= 1e-9)
    ### END SOLUTION

# %% test="certificate_xor" points=1 book="halfspaces#separable-or-not-a-certificate-either-way"
_X, _y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([-1, 1, 1, -1])
assert is_certificate(_X, _y, np.array([3, 3, 3, 3])), (
    "all weights are equal, so the z_i of XOR cancel, whatever the sum of the weights"
)
assert not is_certificate(_X, _y, np.array([0.5, 0.5, 0, 0])), (
    "here the sum is (0, 1/2, 0): every coordinate must be 0"
)

# %% hidden="certificate_signs" points=1 title="signs" book="xor#why-no-line-can-do-it"
_X, _y = np.array([[1], [2], [3], [9]]), np.array([1, -1, 1, 1])
assert is_certificate(_X, _y, np.array([1.0, 2.0, 1.0, 0.0])), (
    "a weight may be 0, and the sum of the weights need not be 1"
)
assert not is_certificate(_X, _y, np.zeros(4)), (
    "if all weights are 0, the sum is 0 for any data, so it proves nothing"
)
_X, _y = np.array([[0], [2], [1]]), np.array([-1, 1, 1])
assert not is_certificate(_X, _y, np.array([1.0, -1.0, 2.0])), (
    "these examples can be separated: a negative weight is not allowed"
)

# %% hidden="certificate_padding" points=1 title="padding, rounding, scale" book="halfspaces#the-padding-trick"
_X, _y = np.array([[1, 2], [2, 4], [0, -1]]), np.array([1, -1, -1])
assert not is_certificate(_X, _y, np.array([2.0, 1.0, 0.0])), (
    "the features cancel, but not the 1 of the padded examples: the bias can still help"
)
_X, _y = np.array([[0, 3], [7, 1], [5, 5], [4, 3]]), np.array([1, 1, 1, -1])
assert is_certificate(_X, _y, np.array([1.0, 1.0, 1.0, 3.0]) / 6) and is_certificate(
    0.1 * _X, _y, np.array([1.0, 1.0, 1.0, 3.0]) / 3
), "sums of rounded numbers are not exactly 0: allow 1e-9"
assert not is_certificate(_X, _y, np.array([1.0, 1.0, 1.001, 3.001])), (
    "after dividing, the sum still misses 0 by 1e-4, which is more than rounding"
)
for _scale in (1e-12, 1e-10, 1e10, 1e12):
    assert is_certificate(0.1 * _X, _y, _scale * np.array([1.0, 1.0, 1.0, 3.0]) / 3), (
        "a certificate stays one at any scale: divide the weights by their sum before "
        "you allow for rounding"
    )
    assert not is_certificate(_X, _y, _scale * np.array([1.0, 1.0, 2.0, 3.0])), (
        "these weights are no certificate at any scale: divide them by their sum "
        "before you allow for rounding"
    )

# %% [markdown]
# ## 2. One pass
#
# Write one pass of the perceptron, from any padded weights. Take the rows in their order. On a mistake, $y_i\langle\tilde w,\tilde x_i\rangle\le0$, and only then, add $y_i\tilde x_i$ to the weights at once, before you look at the next row. Return the weights after the pass as a *tuple*, so that they can be remembered and compared, and the number of updates on each row. Keep to integers: pad with an integer $1$, and `w.tolist()` turns an array into Python numbers.

# %% solution="one_pass"
def one_pass(X, y, w):
    """Make one pass of the perceptron over the rows, in their order.

    X: integer array of shape (n, d), one example a row
    y: array of shape (n,), labels -1 and +1
    w: tuple of d + 1 integers, the padded weights before the pass
    Returns a pair (w, updates): a tuple of d + 1 integers, the padded weights
    after the pass, and an array of shape (n,), 1 for each row with an update
    and 0 for the others.
    """
    ### BEGIN SOLUTION
    w = np.array(w)
    updates = np.zeros(len(X), dtype=int)
    for i in range(len(X)):
        z = y[i] * np.append(X[i], 1)
        if z @ w <= 0:
            w = w + z
            updates[i] = 1
    return tuple(w.tolist()), updates
    ### END SOLUTION

# %% test="pass_or" points=1 book="algorithm#the-rule"
_X, _y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([-1, 1, 1, 1])
_w, _updates = one_pass(_X, _y, (0, 0, 0))
assert list(_w) == [1, 1, 1], (
    "OR, from zero: (0, 0, -1), (0, 1, 0), then (1, 1, 1), which is right on (1, 1)"
)
assert list(_updates) == [1, 1, 1, 0], "one update on each of the first three rows"
assert isinstance(_w, tuple), "return a tuple: cycle must remember and compare it"

# %% hidden="pass_zero" points=1 title="a score of zero" book="algorithm#the-rule"
for _p, _q in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
    _w, _updates = one_pass(np.array([[1, 1], [1, -2]]), np.array([_p, _q]), (0, 0, 0))
    assert list(_updates) == [1, 1], (
        "a score of exactly 0 is a mistake, whichever label the example has; here the "
        "second example has score 0 after the update on the first"
    )
    assert list(_w) == [_p + _q, _p - 2 * _q, _p + _q], (
        "two mistakes, so y * (x, 1) of both rows is added"
    )

# %% hidden="pass_order" points=1 title="a pass from any weights" book="algorithm#the-rule"
for _seed in range(6):
    _rng = np.random.default_rng(_seed)
    _X, _y = _rng.integers(-4, 5, (9, 2)), _rng.choice([-1, 1], 9)
    _start = tuple(_rng.integers(-6, 7, 3).tolist())
    _w, _updates = one_pass(_X.copy(), _y.copy(), _start)
    _sum, _expected = list(_start), []
    for _row, _label in zip(_X.tolist(), _y.tolist()):
        _z = [_label * _value for _value in (*_row, 1)]
        _wrong = sum(_p * _q for _p, _q in zip(_z, _sum)) <= 0
        _expected.append(int(_wrong))
        _sum = [_q + _wrong * _p for _p, _q in zip(_z, _sum)]
    assert list(_updates) == _expected, (
        "from a start other than zero the wrong rows were updated: begin with the "
        "given w, and judge each row by the weights of that moment"
    )
    assert list(_w) == _sum, (
        "the weights after the pass are those before it plus y * (x, 1) of each mistake"
    )

# %% [markdown]
# ## 3. Find the cycle
#
# Every pass begins at the same row, so the weights at its beginning decide everything that follows. They are the *state* of the run. Let `step` be any function that turns a state into the next one. It leads from $s_0=$ `start` to $s_1=$ `step(`$s_0$`)`, $s_2=$ `step(`$s_1$`)` and so on. Return `before`, the number of states before the first one that comes back, and `period`, the number of steps after which this state comes back. For $7, 5, 1, 2, 1, 2, \dots$ both numbers are $2$. Assume that some state does come back.

# %% solution="cycle"
def cycle(step, start):
    """Follow step from start until a state comes back.

    step: function that takes a state and returns the next one
    start: the first state; states are tuples of integers
    Returns a pair (before, period) of ints: the number of states before the
    first one that comes back, and the number of steps after which this one
    comes back.
    """
    ### BEGIN SOLUTION
    seen = {}
    state, t = start, 0
    while state not in seen:
        seen[state] = t
        state, t = step(state), t + 1
    return seen[state], t - seen[state]
    ### END SOLUTION

# %% test="cycle_small" points=1 book="xor#does-it-always-cycle"
_next = {7: 5, 5: 1, 1: 2, 2: 1}
_before, _period = cycle(lambda s: (_next[s[0]],), (7,))
assert _period == 2, "1, 2, 1, 2, ... comes back after two steps"
assert _before == 2, "7 and 5 never come back: two states come before the cycle"

# %% hidden="cycle_any" points=1 title="other cycles" book="xor#does-it-always-cycle"
for _tail, _length in ((0, 5), (0, 1), (6, 1), (3, 8), (150, 40)):
    _calls = []

    def _step(s, tail=_tail, length=_length):
        _calls.append(s)
        p, q = s
        return (p + 1, q) if p < tail else (p, (q + 1) % length)

    _before, _period = cycle(_step, (0, 0))
    assert _before == _tail, (
        "before counts the states before the first one that comes back; it is 0 if "
        "the start itself comes back"
    )
    assert _period == _length, (
        "period counts the steps from a state to its return; it is 1 if the state does "
        "not change any more"
    )

# %% [markdown]
# ## 4. Read off the certificate
#
# Somebody has recorded the number of updates on each example in each pass: row $t$ of `counts` belongs to the pass from $s_t$ to $s_{t+1}$, and column $i$ to example $i$. With `before` and `period` you know which passes make one cycle. Return each example's share of the updates in this cycle. These shares are a certificate. `counts` may have more rows than you need. Assume that the cycle has updates.

# %% solution="read_certificate"
def read_certificate(counts, before, period):
    """Return the certificate that one cycle of a run gives.

    counts: integer array of shape (passes, n), passes >= before + period; row t
        holds the number of updates on each example in pass t, counted from 0
    before, period: ints, as cycle returns them
    Returns an array of shape (n,): the share of each example in the updates of
    one cycle. The shares sum to 1.
    """
    ### BEGIN SOLUTION
    total = counts[before : before + period].sum(axis=0)
    return total / total.sum()
    ### END SOLUTION

# %% test="read_shares" points=1 book="xor#a-failed-run-is-a-certificate"
_counts = np.array([[1, 1, 1], [0, 1, 1], [1, 0, 1], [1, 0, 0], [0, 1, 1]])
_a = np.asarray(read_certificate(_counts, 1, 3), dtype=float)
assert _a.shape == (3,), "one share for each example"
assert np.isclose(_a.sum(), 1), "divide by the number of updates in the cycle"
assert np.allclose(_a, [0.4, 0.2, 0.4]), (
    "pass 0 comes before the cycle; passes 1, 2 and 3 make the cycle, with 2, 1 and "
    "2 updates on the three examples"
)

# %% hidden="read_any" points=1 title="the passes" book="xor#a-failed-run-is-a-certificate"
_a, _b, _c, _d = [0, 0, 0, 1], [1, 1, 1, 1], [0, 1, 1, 0], [0, 1, 0, 0]
for _tail, _loop, _more in (([], [_a], 0), ([], [_a, _b], 1), ([_b], [_d, _a, _d], 0),
                            ([_c, _a], [_b, _d], 1), ([_b, _b], [_c, _d, _d, _a], 3)):
    _counts = np.array(_tail + _loop + (_loop * 2)[:_more])
    _shares = np.array(_loop).sum(axis=0) / np.sum(_loop)
    _found = read_certificate(_counts.copy(), len(_tail), len(_loop))
    assert np.allclose(_found, _shares), (
        "one cycle is the passes with numbers from before to before + period - 1, "
        "counted from 0; a share is the number of updates on an example, divided by "
        "the number of all updates in the cycle"
    )

# %% [markdown]
# ## 5. Two segments that meet
#
# XOR is one case of a theorem. Let $p$ and $q$ be positive examples and $u$ and $v$ negative ones, in any dimension. Suppose that the segment from $p$ to $q$ meets the segment from $u$ to $v$. That means that there are numbers $t$ and $t'$ between $0$ and $1$ (both included) with
#
# $$t\,p+(1-t)\,q=t'\,u+(1-t')\,v.$$
#
# 1. **Prove** that no $w$ and $b$ give $p$ and $q$ a positive score and $u$ and $v$ a score $\le0$. Use the score $\langle w,m\rangle+b$ of the common point $m$.
# 2. Give weights $\alpha$ for $p,q,u,v$ that are a certificate, and verify that $\sum_i\alpha_iy_i\tilde x_i=0$, the last coordinate included.
# 3. Which $t$ and $t'$ belong to XOR? (3 points)

# %% [markdown] written="segments" points=3 book="xor#why-no-line-can-do-it"
# **Model answer.** 1. Suppose that $w$ and $b$ give such scores, and write $f(x)=\langle w,x\rangle+b$. Let $m$ be the common point. The inner product is linear, and $b=t\,b+(1-t)\,b$, so
#
# $$f(m)=t\,f(p)+(1-t)\,f(q)>0,$$
#
# because $f(p)>0$ and $f(q)>0$, neither $t$ nor $1-t$ is negative, and at least one of them is positive. In the same way $f(m)=t'f(u)+(1-t')f(v)\le0$. Both cannot hold.
#
# 2. $\alpha=\frac12\,(t,\,1-t,\,t',\,1-t')$ for $p,q,u,v$. No entry is negative, and the sum is $\frac12+\frac12=1$. In the features $\sum_i\alpha_iy_ix_i=\frac12\bigl(tp+(1-t)q\bigr)-\frac12\bigl(t'u+(1-t')v\bigr)=\frac12(m-m)=0$; in the last coordinate $\frac12\bigl(t+(1-t)\bigr)-\frac12\bigl(t'+(1-t')\bigr)=0$.
#
# 3. The diagonals of the square meet in their middle: $p,q=(0,1),(1,0)$ and $u,v=(0,0),(1,1)$ with $t=t'=\frac12$ and $m=(\frac12,\frac12)$.
#
# **Rubric.**
#
# - 1 point: the score of the common point is $t\,f(p)+(1-t)\,f(q)$ (bias included), and it is positive because the weights are not negative and not both zero.
# - 1 point: the same score is $\le0$ by $u$ and $v$, which is a contradiction; and $t=t'=\frac12$ for XOR.
# - 1 point: $\alpha$ proportional to $(t,1-t,t',1-t')$, verified in the features and in the last coordinate.

# %% [markdown]
# ## 6. Two kinds of iris
#
# The data are a hundred flowers, fifty *Iris versicolor* ($-1$) and fifty *Iris virginica* ($+1$). The four features are the length and the width of the sepals and of the petals, in whole millimetres. From each feature we subtract a number near its mean: $63$, $29$, $49$ and $17$.

# %% locked="iris"
size, kind = datasets.irises()
size = size - [63, 29, 49, 17]


def replay(X, y, passes):
    """Make passes from zero; return the weights after each, and the updates in each."""
    w, weights, counts = (0,) * (X.shape[1] + 1), [], []
    for _ in range(passes):
        w, updates = one_pass(X, y, w)
        weights.append(w)
        counts.append(updates)
    return np.array(weights), np.array(counts)


# %% [markdown]
# Run the perceptron on `size`, of shape (100, 4), and `kind`, from zero. The step that `cycle` wants is `lambda w: one_pass(size, kind, w)[0]`. `cycle` keeps no counts, but once you know its two numbers, `replay` above makes the passes again and keeps weights and updates. You will need `cycle` and `replay` again in section 7, for other data. Use your functions to print
#
# 1. how many passes come before the cycle, and how many make one cycle,
# 2. whether the shares of the updates in one cycle are a certificate,
# 3. the smallest and the largest share of flowers with $y\cdot$score $>0$ at the ends of the passes of one cycle.

# %% solution="iris_cycle"
### BEGIN SOLUTION
before, period = cycle(lambda w: one_pass(size, kind, w)[0], (0,) * 5)
print(before, "passes, then a cycle of", period)
weights, counts = replay(size, kind, before + period)
alpha = read_certificate(counts, before, period)
print("a certificate:", is_certificate(size, kind, alpha))
scores = size @ weights[before:, :-1].T + weights[before:, -1]
right = (kind[:, None] * scores > 0).mean(axis=0)
print("share right: from", right.min(), "to", right.max())
### END SOLUTION

# %% [markdown]
# Answer each in 2 or 3 sentences:
#
# 1. What is proved about these hundred flowers? Does the proof also hold for the sizes in plain millimetres, without subtracting $63,29,49,17$? Does it hold for a machine that gets one more feature?
# 2. At the ends of the passes of the cycle, how many flowers are wrong at least, and how many at most? Within these passes there are moments with 7 wrong. Somebody stops the run at some moment, perhaps in the middle of a pass, and hands in the weights of that moment. Why is it a matter of luck how good these weights are, even if the weights at the end of your cycle are good? Which weights would you hand in? (2 points)

# %% [markdown] written="iris_words" points=2 book="xor#the-training-error-never-settles"
# **Model answer.** 1. After 69 passes the run goes through a cycle of 76 passes, and the shares of its updates are a certificate that uses only 7 flowers: no halfspace separates these hundred flowers by these four sizes. About other flowers of the two kinds the certificate says only that a halfspace that is right on them is wrong on some of these hundred. The proof also holds in plain millimetres, because subtracting $c$ only changes the bias: $\langle w,x-c\rangle+b=\langle w,x\rangle+(b-\langle w,c\rangle)$. With a fifth feature nothing is proved, because the seven padded examples need not cancel in that feature.
#
# 2. At the ends of the passes at least 1 and at most 3 of the 100 flowers are wrong. The run never settles. My cycle happens to end with 1 wrong, but a few passes earlier 3 are wrong, and inside a pass up to 7. All these moments come back for ever, so how good the last weights are depends on the moment. I would hand in the best weights seen so far (the pocket), or the mean of the weights.
#
# **Rubric.**
#
# - 1 point: the cell prints the cycle and True; nothing separates these flowers by these features, nor in plain millimetres (with a reason); nothing is said about more features.
# - 1 point: 1 to 3 flowers are wrong; the weights go on changing, so how good they are at one moment is luck; names the pocket, the mean or another choice that does not depend on the moment.

# %% [markdown]
# ## 7. Break the cycle
#
# The next cell draws eight points of the plane with the numbers of their rows. Circles are positive, squares are negative. A run on these points cycles.

# %% locked="eight"
eight_X = np.array([[0, 0], [3, 3], [1, 0], [2, 2], [0, 1], [3, 1], [1, 3], [4, 4]])
eight_y = np.array([-1, 1, -1, 1, -1, 1, 1, -1])
for _label, _marker in ((1, "o"), (-1, "s")):
    plt.plot(*eight_X[eight_y == _label].T, _marker)
for _i, _point in enumerate(eight_X):
    plt.annotate(_i, _point + 0.1)

# %% [markdown]
# Find the cycle and its certificate, in a cell of your own. Then write `broken()`, which returns the data with *exactly one* row changed, either its label or its point. A run on the changed data, from zero and in the order of the rows, must converge within 3000 passes. The test that you see looks at what has changed. A hidden test makes the run, so make it yourself first. (2 points)

# %% solution="broken"
def broken():
    """Return eight_X and eight_y with one row changed so that a run converges.

    Returns X of shape (8, 2) and y of shape (8,), labels -1 and +1. In one row the
    point or the label differs from eight_X and eight_y; the other rows are the same.
    """
    ### BEGIN SOLUTION
    y = eight_y.copy()
    y[7] = 1
    return eight_X, y
    ### END SOLUTION

# %% test="broken_once" points=1 book="xor#a-failed-run-is-a-certificate"
_X0 = np.array([[0, 0], [3, 3], [1, 0], [2, 2], [0, 1], [3, 1], [1, 3], [4, 4]])
_y0 = np.array([-1, 1, -1, 1, -1, 1, 1, -1])
_X, _y = (np.asarray(_part) for _part in broken())
assert _X.shape == (8, 2) and _y.shape == (8,), "return eight points and eight labels"
assert set(_y.tolist()) == {-1, 1}, "labels are -1 and +1, and both must occur"
_moved, _flipped = (_X != _X0).any(axis=1), _y != _y0
assert (_moved | _flipped).sum() == 1, "exactly one row must differ from the eight"
assert not (_moved & _flipped).any(), "change the point or the label, not both"

# %% hidden="broken_rests" points=1 title="the run converges" book="convergence#the-theorem"
_X, _y = (np.asarray(_part).tolist() for _part in broken())
_w, _passes, _wrong = [0, 0, 0], 0, True
while _wrong and _passes < 3000:
    _passes, _wrong = _passes + 1, False
    for (_p, _q), _label in zip(_X, _y):
        if _label * (_w[0] * _p + _w[1] * _q + _w[2]) <= 0:
            _w = [_w[0] + _label * _p, _w[1] + _label * _q, _w[2] + _label]
            _wrong = True
assert not _wrong, (
    "a run on your data has not converged after 3000 passes; look at the rows on "
    "which the cycle makes updates: which of them lies on the wrong side?"
)

# %% [markdown]
# **Explain.**
#
# 1. Suppose that a certificate gives row $i$ the weight $0$. Change row $i$, its label or its point, as you like. Why can the run not converge, although it may end in another cycle? Which rows does the certificate of your cycle rule out in this way?
# 2. Four of the points lie on the diagonal: $(0,0)$, $(2,2)$, $(3,3)$ and $(4,4)$. There are two certificates that use only three of these four. Find both by hand. Which rows are ruled out neither by these two nor by the certificate of your cycle?
# 3. Why does the run converge after *your* change? (3 points)

# %% [markdown] written="broken_words" points=3 book="xor#a-failed-run-is-a-certificate"
# **Model answer.** 1. If row $i$ has weight $0$, its $z_i$ does not enter the sum $\sum_j\alpha_jz_j=0$. However you change the row, the sum stays $0$. So the weights are a certificate for the new data too, nothing separates these data, and a run on them makes a mistake in every pass, perhaps in another cycle. My cycle has 6 passes, with 0, 6, 1, 3, 3, 0, 1 and 6 updates on the rows 0 to 7. So rows 0 and 5 are ruled out.
#
# 2. $(2,2)=\frac12(0,0)+\frac12(4,4)$: weight $\frac12$ for row 3 and $\frac14$ each for rows 0 and 7 is a certificate. It rules out rows 1, 2, 4, 5 and 6. And $(3,3)=\frac14(0,0)+\frac34(4,4)$: weight $\frac12$ for row 1, $\frac18$ for row 0 and $\frac38$ for row 7 rules out rows 2 to 6. The cycle rules out rows 0 and 5. Only row 7 is left.
#
# 3. I made row 7, $(4,4)$, positive. Now the score $2x_1+2x_2-5$ is positive on $(3,3),(2,2),(3,1),(1,3),(4,4)$ and negative on $(0,0),(1,0),(0,1)$. So the data are separable, and by Novikoff's theorem there are at most $R^2/\gamma^2$ mistakes: at some point a pass has none.
#
# **Rubric.**
#
# - 1 point: a row with weight $0$ does not enter the sum, so the certificate survives every change of this row, and no pass is without a mistake; the cycle rules out rows 0 and 5.
# - 1 point: both certificates on three points of the diagonal, with their weights (whatever the sum), and only row 7 is left.
# - 1 point: names a line that separates the changed data (or argues geometrically that there is one), and concludes by Novikoff's theorem that the run ends.
