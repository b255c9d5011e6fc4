"""Separable or not: a certificate either way.

Both certificates are one geometric fact. Let v be the point of conv{y_i (x_i, 1)} that is nearest to the origin. If
v != 0, its direction separates the data with the largest margin, ||v||; if v = 0, the weights of v on the examples
show that nothing separates them. Floats guess which examples carry v; from there Wolfe's method finds v without any
rounding.

Chapter *Convergence* defines every term.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks
from perceptron_lib.checks import Array
from perceptron_lib.exact import integers, root, solve, unit
from perceptron_lib.halfspaces import Halfspace, pad

COLUMNS, ENTRIES = 200, 1_000_000  # the most features, and the most numbers in X


@dataclass(frozen=True, eq=False)
class Separator:
    """A proof that the data are separable: the oracle, the direction with the largest margin.

    Attributes
    ----------
    w, b : array of shape (d,) and float
        The oracle, padded of length one: the unit vector (w, b) with the largest min y * (<w, x> + b). It is rounded,
        so with a margin as small as rounding it may fail to separate; the proof is `point`.
    margin : float
        The margin of the data, ||point||, rounded down so that a bound made from it is true.
    point : array of shape (d + 1,), of `fractions.Fraction`
        The point of conv{y_i (x_i, 1)} nearest to the origin: the oracle times the margin. Its squared length is the
        squared margin.
    alpha : array of shape (n,), of `fractions.Fraction`
        Weights >= 0 with sum 1 for which sum alpha_i y_i (x_i, 1) is the `point`. Others may do as well.
    """

    w: NDArray[np.float64]
    b: float
    margin: float
    point: Array
    alpha: Array

    separable = True

    @property
    def halfspace(self) -> Halfspace:
        """The halfspace of the oracle."""
        return Halfspace(self.w, self.b)

    @property
    def support(self) -> NDArray[np.int64]:
        """The rows with alpha > 0: they alone determine the oracle."""
        return np.flatnonzero(self.alpha)

    def __repr__(self) -> str:
        return f"Separator(margin={self.margin:.6g}, support={self.support.tolist()}, w={self.w}, b={self.b:.6g})"


@dataclass(frozen=True, eq=False)
class Nonseparable:
    """A proof that no halfspace separates the data: weights under which they cancel.

    Attributes
    ----------
    alpha : array of shape (n,), of `fractions.Fraction`
        Weights >= 0 with sum 1 and sum alpha_i y_i (x_i, 1) = 0.
    """

    alpha: Array

    separable = False

    @property
    def support(self) -> NDArray[np.int64]:
        """The rows with alpha > 0: no halfspace separates these already."""
        return np.flatnonzero(self.alpha)

    def __repr__(self) -> str:
        return f"Nonseparable(support={self.support.tolist()})"


def separate(X: ArrayLike, y: ArrayLike) -> Separator | Nonseparable:
    """Return the largest margin and the unit vector that has it, or the proof that nothing separates the data.

    The answer is computed without rounding; a float counts as the binary fraction that it is.

    Parameters
    ----------
    X : array of shape (n, d)
        At most 200 features, and a million numbers. Some thousand rows with 64 features take less than a second.
    y : array of shape (n,)
        Labels, any two values; the larger one is called +1. One class alone must be labelled -1 or +1.

    Returns
    -------
    Separator or Nonseparable
        `.separable` tells which.

    Raises
    ------
    ValueError
        If an input is unusable, or larger than that.

    Notes
    -----
    Source: Gordan (1873); Wolfe (1976) for the nearest point, Lawson and Hanson (1974) for the guess. Defined in the
    chapter *Convergence*.
    """
    X = checks.features(X)
    signs = checks.signs(y, len(X))
    if X.shape[1] > COLUMNS or X.size > ENTRIES:
        raise ValueError(
            f"X has {len(X):,} rows and {X.shape[1]} features, but separate, which computes exactly, takes at most "
            f"{COLUMNS} features and {ENTRIES:,} numbers. For more, sklearn.svm.LinearSVC finds a separator in floats, "
            "scipy.optimize.linprog whether there is one"
        )
    rows, scale = integers(pad(X))
    Z = signs.astype(object)[:, None] * rows
    support, weights = _nearest(Z, *_guess(Z))
    alpha = np.full(len(Z), Fraction(0))
    alpha[support] = weights
    shares, whole = integers(weights)
    point = shares @ Z[support] * Fraction(1, whole * scale)
    if not any(point):
        return Nonseparable(alpha)
    oracle = unit(point)
    return Separator(oracle[:-1], float(oracle[-1]), root(point @ point)[0], point, alpha)


@np.errstate(all="ignore")
def _guess(Z: Array) -> tuple[Array, Array]:
    """Return rows and weights > 0 that probably make v, the point of conv(Z) nearest to the origin.

    Any rows would do, and any of the tolerances below: only the time of Wolfe's method depends on them. Least squares
    find them in floats; where numbers decide whose differences floats do not hold, these differences are computed
    exactly and scaled up, and the least squares solved once more.
    """
    longest = abs(Z).max()
    floats = (Z / longest).astype(np.float64)
    # Among short integers many rows tie. A tilt of the sums, and w rounded, let all processors choose the same.
    tilt = 1e-7 if longest < 2**26 else 0
    alpha = _least_squares(floats, tilt)
    if np.linalg.norm(alpha @ floats) < 1e-13 * alpha.sum():  # v looks like 0
        _, sizes, directions = np.linalg.svd(floats, full_matrices=False)
        thin, _ = integers(directions[sizes < 1e-11 * sizes[0]])  # in which the hull looks flat: v may lie there
        if len(thin):
            alpha = _least_squares(np.column_stack([floats, _scaled(Z @ thin.T)]), tilt)
    rows = np.flatnonzero(alpha)
    w = np.linalg.lstsq(floats[rows], np.ones(len(rows)))[0]  # in the direction of v, and v scores 1
    w = w.round(12 - int(np.log10(abs(w).max() or 1))) if tilt else w
    scores, rounding = floats @ w, 1e-11 * np.linalg.norm(w)
    near = np.flatnonzero(abs(scores - 1) < rounding)
    if len(near) > len(w) and scores.min() > 1 - rounding:  # more rows score 1, up to rounding, than can make v
        direction, size = integers(w)
        excess = 1e-3 * _scaled(Z[near] @ direction - longest * size)  # of the exact score over 1
        alpha = np.zeros(len(Z))
        alpha[near] = _least_squares(floats[near] + np.outer(excess, w / (w @ w)), tilt)
        rows = np.flatnonzero(alpha)
    return rows, integers(alpha[rows])[0]


def _scaled(differences: Array) -> Array:
    """Return the columns of integers as floats, each column divided by its largest number."""
    result: Array = (differences / abs(differences).max(axis=0, initial=1)).astype(np.float64)
    return result


def _least_squares(Z: Array, tilt: float) -> Array:
    """Return the a >= 0 with the least ||sum a_i z_i||^2 + (sum a_i - 1)^2: the weights of v, but for a factor.

    With a = t alpha and sum alpha_i = 1 it is t^2 ||sum alpha_i z_i||^2 + (t - 1)^2: whatever t, alpha is best at v. A
    tilt makes later rows count a little less in the second sum.
    """
    from scipy.optimize import nnls  # here, because SciPy takes long to import

    try:
        ones = 1 - tilt * np.arange(len(Z)) / len(Z)
        alpha: Array = nnls(np.vstack([Z.T, ones]), np.append(np.zeros(Z.shape[1]), 1), maxiter=30 * len(Z))[0]
    except RuntimeError:  # it went round in circles
        alpha = np.eye(len(Z))[0]
    return alpha


def _nearest(Z: Array, rows: Array, weights: Array) -> tuple[Array, Array]:
    """Return rows that make the point of conv(Z) nearest to the origin, and their weights > 0, by Wolfe's method.

    It may start at any rows with any weights > 0. All rows that make the nearest point of an affine hull score the same
    against it. If no row of Z scores less, the point is the nearest of conv(Z). Else the lowest row leads to a nearer
    one, so that no set of rows comes twice, and the search ends.
    """
    while True:
        while min(goal := _affine(Z[rows])) <= 0:  # walk towards the goal until a weight is zero
            falling = goal <= 0
            step = min(weights[falling] / (weights[falling] - goal[falling]))
            weights = weights + step * (goal - weights)
            rows, weights = rows[weights > 0], weights[weights > 0]
        weights = goal
        point = integers(weights)[0] @ Z[rows]  # but for a positive factor
        point //= math.gcd(*point) or 1
        scores = Z @ point
        worst = np.argmin(scores)
        if scores[worst] >= scores[rows[0]]:
            return rows, weights
        rows, weights = np.append(rows, worst), np.append(weights, 0)


def _affine(Z: Array) -> Array:
    """Return the weights with sum 1 of the point nearest to the origin in the affine hull of the rows.

    They solve (G + 11^T) a = c 1 with the Gram matrix G. Rows that depend affinely on earlier ones get the weight 0.
    """
    weights = np.array(solve(Z @ Z.T + 1, np.full(len(Z), 1, dtype=object)))
    result: Array = weights / weights.sum()
    return result
