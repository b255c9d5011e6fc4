# %% [markdown]
# # A tiny problem set
#
# It has what a set has, so that the grader can be tested in seconds.

# %% locked="setup"
import numpy as np

# %% [markdown]
# ## Update


# %% solution="update"
def update(w, x, y):
    """Return the weights after the perceptron saw the example (x, y)."""
    ### BEGIN SOLUTION
    return w + y * x if y * (w @ x) <= 0 else w
    ### END SOLUTION


# %% test="update_moves" points=1 book="algorithm#the-rule"
_moved = update(np.array([1.0, 0.0]), np.array([1.0, 2.0]), -1)
assert np.allclose(_moved, [0.0, -2.0]), "a mistake on a negative example subtracts x"

# %% hidden="update_zero" points=2 book="algorithm#the-rule" title="a score of zero"
_moved_from_zero = update(np.zeros(2), np.array([1.0, 2.0]), +1)
assert np.allclose(_moved_from_zero, [1.0, 2.0]), "a score of exactly 0 is a mistake too"

# %% [markdown]
# ## Margin


# %% solution="margin"
def margin(X, y, w):
    """Return the margin of the oracle w."""
    ### BEGIN SOLUTION
    return min(y * (X @ w)) / np.linalg.norm(w)
    ### END SOLUTION


# %% test="margin_value" points=1 book="convergence#two-numbers-radius-and-margin"
_X, _y = np.array([[3.0, 4.0], [-3.0, -4.0]]), np.array([1, -1])
assert np.isclose(margin(_X, _y, np.array([3.0, 4.0])), 5.0), "divide by the length of w"

# %% hidden="margin_sign" points=1 book="convergence#two-numbers-radius-and-margin" title="a mistake"
assert np.isclose(margin(_X, -_y, np.array([3.0, 4.0])), -5.0), "the margin of a set with a mistake is negative"

# %% [markdown]
# ## Why
#
# Why is a score of zero a mistake?

# %% [markdown] written="why" points=3 book="algorithm#the-rule"
# **Model answer.** From the start at zero nothing would ever move.
#
# **Rubric.**
#
# - 3 points: the start.
