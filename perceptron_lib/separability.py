"""Separable or not: a certificate either way.

Both certificates are one geometric fact. Let v be the point of conv{y_i (x_i, 1)} that is nearest to the origin. If
v != 0, its direction separates the data with the largest margin, ||v||; if v = 0, the weights of v on the examples
show that nothing separates them. Non-negative least squares find v in floats; what is returned is proved, in exact
arithmetic or with a bound on all rounding.

Chapter *Convergence* defines every term.
"""

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks
from perceptron_lib.checks import Array
from perceptron_lib.exact import integers, root, solve, unit
from perceptron_lib.halfspaces import Halfspace, pad

COLUMNS = 200  # the most features
EPS = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False)
class Separator:
    """A proof that the data are separable: the oracle, the direction with the largest margin.

    Attributes
    ----------
    w, b : array of shape (d,) and float
        The oracle, padded of length one: the unit vector (w, b) with the largest min y * (<w, x> + b).
    lower, upper : float
        The margin of the data lies between them. Both are proved; (w, b) attains `lower` up to its own rounding.
    alpha : array of shape (n,)
        Weights >= 0 with sum 1 for which sum alpha_i y_i (x_i, 1) is the `point`.
    point : array of shape (d + 1,)
        The point of conv{y_i (x_i, 1)} nearest to the origin: the oracle times the margin. Its squared length is the
        squared margin, exactly so if `exact` was asked for.
    """

    alpha: Array
    point: Array
    lower: float
    upper: float
    w: NDArray[np.float64] = field(init=False)
    b: float = field(init=False)

    separable = True

    def __post_init__(self) -> None:
        oracle = unit(self.point)
        object.__setattr__(self, "w", oracle[:-1])
        object.__setattr__(self, "b", float(oracle[-1]))

    @property
    def margin(self) -> float:
        """The margin of the data, rounded down so that a bound made from it is true: the same as `lower`."""
        return self.lower

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
    alpha : array of shape (n,)
        Weights >= 0 with sum 1 and sum alpha_i y_i (x_i, 1) = 0.
    norm : float
        The length of that sum for the stored alpha. Without `exact`, alpha is rounded to floats, and `norm` is what the
        rounding leaves; that exact weights exist is proved.
    """

    alpha: Array
    norm: float

    separable = False

    @property
    def support(self) -> NDArray[np.int64]:
        """The rows with alpha > 0: no halfspace separates these already."""
        return np.flatnonzero(self.alpha)

    def __repr__(self) -> str:
        return f"Nonseparable(support={self.support.tolist()})"


def separate(X: ArrayLike, y: ArrayLike, *, exact: bool = False) -> Separator | Nonseparable:
    """Return the largest margin and the unit vector that has it, or the proof that nothing separates the data.

    Parameters
    ----------
    X : array of shape (n, d)
        At most 200 features.
    y : array of shape (n,)
        Labels, any two values; the larger one is called +1. One class alone must be labelled -1 or +1.
    exact : bool, default False
        Return alpha and point as `fractions.Fraction`, computed without rounding; a float counts as the binary fraction
        that it is. Always so for object arrays and for integers of 2**53 and more. Meant for small data.

    Returns
    -------
    Separator or Nonseparable
        `.separable` tells which.

    Raises
    ------
    ValueError
        If an input is unusable, or if the data are so close to the border between separable and not that floats cannot
        decide; `exact=True` always can.

    Notes
    -----
    The nearest point of the hull comes from one non-negative least squares problem, min ||sum a_i z_i||^2 +
    s^2 (sum a_i - 1)^2 over a >= 0 with z_i = y_i (x_i, 1), whose direction does not depend on s > 0; with many
    examples, from a growing working set of them. A Separator is proved by exact scores of the examples nearest to the
    boundary; a Nonseparable by a bound on the rounding of its linear system, or exactly. With `exact`, Wolfe's method
    starts from the same guess and ends at the nearest point in finitely many steps.

    Source: Gordan (1873); Lawson and Hanson (1974) for the least squares; Wolfe (1976). Defined in the chapter
    *Convergence*.
    """
    rows, reach = checks.measured_features(X)
    signs = checks.signs(y, len(rows))
    if rows.shape[1] > COLUMNS:
        raise ValueError(
            f"X has {rows.shape[1]} features, but separate takes at most {COLUMNS}: the work grows with their cube. "
            "Use fewer features, or an iterative solver such as sklearn.svm.LinearSVC"
        )
    if reach > 1e100:
        raise ValueError(f"features reach {float(reach):.3g}; beyond 1e100 their squares leave the floats: rescale X")
    exact = exact or rows.dtype == object or (rows.dtype == np.int64 and reach >= 2**53)
    floats = rows.astype(np.float64, copy=False)
    support, alpha = _search(floats, signs)
    if exact:
        return _exactly(*integers(signs[:, None] * pad(rows).astype(object)), support)

    Z = _signed(floats, signs, support)
    return (
        _separator(floats, signs, support, alpha, Z)
        or _nonseparable(len(rows), support, alpha, Z)
        or _undecided(Z, alpha)
    )


def _signed(X: Array, y: Array, rows: Array) -> Array:
    """Return the rows y_i (x_i, 1)."""
    return y[rows, None] * pad(X[rows])


def _search(X: Array, y: Array) -> tuple[Array, Array]:
    """Return the rows whose hull has, up to rounding, the same nearest point as all, and their weights."""
    n, few, s = len(X), 3 * (X.shape[1] + 1), 1.0
    working = np.arange(n) if n <= max(few, 500) else np.linspace(0, n - 1, few).astype(np.intp)
    while True:  # each round adds a row at least
        Z = _signed(X, y, working)
        alpha, s = _weights(Z, s)
        support = np.flatnonzero(alpha)
        v = _direction(Z[support], alpha[support])
        if len(working) == n or not v.any():
            break
        agreement = y * (X @ v[:-1] + v[-1])
        inside = agreement[working].min()
        if inside <= 0 or agreement.min() >= inside * (1 - 1e-12):
            break
        worst = np.argpartition(agreement, few)[:few]
        working = np.union1d(working, worst)
    return working[support], alpha[support]


def _weights(Z: Array, s: float) -> tuple[Array, float]:
    """Return the weights of the point of conv(Z) nearest to the origin, and the scale at which they were found."""
    from scipy.optimize import nnls  # here, because SciPy takes long to import

    Z = Z / np.linalg.norm(Z, axis=1).max()
    target, alpha = np.zeros(Z.shape[1] + 1), np.full(len(Z), 1 / len(Z))
    for _ in range(4):  # rounding in the solution is relative to s, so s follows the length of the point
        target[-1] = s
        try:
            a = nnls(np.vstack([Z.T, np.full(len(Z), s)]), target, maxiter=30 * len(Z))[0]
        except RuntimeError:  # it went round in circles: what is built on this alpha will prove nothing, and decline
            break
        if not a.any():  # s was too small for these rows
            s = 1.0
            continue
        alpha = a / a.sum()
        length = float(np.linalg.norm(alpha @ Z))
        if not 10 * EPS < length < 0.01 * s:
            break
        s = length
    return alpha, s


def _direction(Z: Array, alpha: Array) -> Array:
    """Return the w with z w = 1 on the support, or zero where the support's hull holds the origin."""
    scale = np.linalg.norm(Z, axis=1).max()
    if np.linalg.norm(alpha @ Z) < 10 * EPS * scale:
        return np.zeros(Z.shape[1])
    w: Array = np.linalg.lstsq(Z / scale, np.ones(len(Z)))[0] / scale
    return w


def _separator(X: Array, y: Array, support: Array, alpha: Array, Z: Array) -> Separator | None:
    """Return the proof that the support's direction separates all examples, if it does."""
    w = _direction(Z, alpha)
    if not w.any():
        return None
    multipliers = np.linalg.lstsq(Z.T, w)[0]
    if (multipliers > 0).all():
        alpha = multipliers / multipliers.sum()
    upper = _length(alpha, Z)
    lower = _attained(X, y, w)
    for _ in range(2):  # refine with exact residuals where rounding has cost too much
        if upper - lower <= 1e-10 * lower:
            break
        residual = _residual(Z, w)
        refined = w + np.linalg.lstsq(Z, residual)[0]
        if (attained := _attained(X, y, refined)) > lower:
            w, lower = refined, attained
    if lower <= 0:
        return None
    length = np.linalg.norm(w)  # one over the margin
    return Separator(_spread(alpha, support, len(X)), w / length / length, lower, upper)


def _attained(X: Array, y: Array, w: Array) -> float:
    """Return min y * (<w, (x, 1)>) / ||w|| over all examples, rounded down; 0 if it is not positive."""
    agreement = y * (X @ w[:-1] + w[-1])
    longest = np.sqrt(np.einsum("ij,ij->i", X, X).max() + 1)
    error = (len(w) + 3) * EPS * longest * np.linalg.norm(w)  # of each of these scores
    near = np.flatnonzero(agreement <= agreement.min() + 2 * error)
    direction, size = integers(w)
    if len(near) > 1000 and error < 1e-12 * agreement.min():
        least = Fraction(agreement.min() - error)
    else:  # few, or too near to the boundary for floats: exactly
        rows, scale = integers(np.unique(_signed(X, y, near), axis=0))
        least = Fraction(min(rows @ direction), scale * size)
    return root(least**2 * size**2 / int(direction @ direction))[0] if least > 0 else 0.0


def _residual(Z: Array, w: Array) -> Array:
    """Return 1 - Z w, rounded only at the end."""
    rows, scale = integers(Z)
    direction, size = integers(w)
    return np.array([float(1 - Fraction(score, scale * size)) for score in rows @ direction])


def _nonseparable(n: int, support: Array, alpha: Array, Z: Array) -> Nonseparable | None:
    """Return the proof that exact weights on the support let it cancel, if that can be shown."""
    for keep in (alpha > 1e-12, alpha > 0):  # at first without the rows that only rounding has kept
        weights = _cancelling(Z[keep], alpha[keep])
        if weights is not None:
            return Nonseparable(_spread(weights, support[keep], n), _length(weights, Z[keep]))
    return None


def _cancelling(Z: Array, alpha: Array) -> Array | None:
    """Return weights near which there are exact ones, for certain, that let the rows cancel."""
    scale = 2.0 ** np.ceil(np.log2(np.abs(Z).max()))  # a power of two, so that dividing by it is exact
    M = np.vstack([Z[:, _essential(Z)].T / scale, np.ones(len(Z))])
    target = np.zeros(len(M))
    target[-1] = 1
    polished = np.linalg.lstsq(M, target)[0]
    if (polished > 0).all():
        alpha = min(alpha, polished, key=lambda weights: _length(weights, Z))
    if _solvable(M, target, alpha):
        return alpha
    exact, _ = integers(Z)
    if len(Z) ** 4 * int(abs(exact).max()).bit_length() > 2e8:  # the numbers grow with every row: too slow
        return None
    rows, weights, point = _nearest(exact, list(range(len(Z))))
    if any(point):
        return None
    alpha = np.zeros(len(Z))
    alpha[rows] = [float(weight) for weight in weights]
    return alpha


def _essential(Z: Array) -> list[int]:
    """Return the columns that are neither zero nor multiples of earlier ones: what cancels in them cancels in all."""
    columns: dict[tuple[int, ...], int] = {}
    for j, column in enumerate(integers(Z)[0].T):
        if any(column):
            divisor = math.gcd(*column) * (1 if next(filter(None, column)) > 0 else -1)
            columns.setdefault(tuple(column // divisor), j)
    return list(columns.values())


def _solvable(M: Array, target: Array, alpha: Array) -> bool:
    """Whether M a = target has an exact solution a >= 0 near alpha, for certain whatever the rounding.

    With a float inverse N and E = I - N M, the solution is alpha + (I - E)^-1 N r, where r = target - M alpha.
    """
    m = len(M)
    if M.shape != (m, m) or np.linalg.matrix_rank(M) < m:
        return False
    N, rounding = np.linalg.inv(M), 2 * (m + 2) * EPS
    E = np.abs(np.eye(m) - N @ M) + rounding * (np.abs(N) @ np.abs(M) + np.eye(m))
    if E.sum(axis=1).max() >= 0.5:
        return False
    rows, scale = integers(np.hstack([M, target[:, None]]))
    correction = N @ _left(rows, scale, alpha)
    r = np.abs(_left(rows, scale, alpha, correction)) * (1 + 2 * EPS)
    return bool((alpha + correction).min() * (1 - 4 * EPS) > 2 * (1 + rounding) * (np.abs(N) @ r).max())


def _left(rows: Array, scale: int, *parts: Array) -> Array:
    """Return target - M (sum of the parts), rounded only at the end."""
    weights, size = integers(np.stack(parts))
    sums = np.append(-weights.sum(axis=0), size)
    return np.array([float(Fraction(value, scale * size)) for value in rows @ sums])


def _undecided(Z: Array, alpha: Array) -> Separator | Nonseparable:
    raise ValueError(
        f"floats cannot decide whether these data are separable: if there is a margin, it is at most "
        f"{_length(alpha, Z):.3g}, beside examples of length {np.linalg.norm(Z, axis=1).max():.3g}. "
        "separate(X, y, exact=True) decides; rescaling the features may help"
    )


def _exactly(Z: Array, scale: int, guess: Array) -> Separator | Nonseparable:
    """Return the certificate in fractions, from Z = scale * y_i (x_i, 1) in integers."""
    rows, weights, point = _nearest(Z, guess.tolist())
    alpha = np.full(len(Z), Fraction(0))
    alpha[rows] = weights
    if not any(point):
        return Nonseparable(alpha, 0.0)
    point = point / scale
    return Separator(alpha, point, *root(sum((value * value for value in point), Fraction(0))))


def _nearest(Z: Array, guess: list[int]) -> tuple[list[int], list[Fraction], Array]:
    """Return the point of conv(Z) nearest to the origin, and rows and weights > 0 that make it, by Wolfe's method.

    The rows at hand are affinely independent at all times, so the nearest point of their affine hull is unique.
    """
    rows, weights = guess, _affine(Z, guess)
    if not weights or min(weights) <= 0:
        rows, weights = [int(np.argmin((Z * Z).sum(axis=1)))], [Fraction(1)]
    while True:
        shares, whole = integers(np.array(weights))
        sum_ = shares @ Z[rows]  # whole times the point
        scores = Z @ sum_
        worst = int(np.argmin(scores))
        if not any(sum_) or scores[worst] * whole >= sum_ @ sum_:
            return rows, weights, sum_ * Fraction(1, whole)
        rows, weights = [*rows, worst], [*weights, Fraction(0)]
        while min(goal := _affine(Z, rows)) <= 0:  # walk towards the goal until a weight is zero
            step = min(a / (a - g) for a, g in zip(weights, goal, strict=True) if g <= 0)
            walked = [a + step * (g - a) for a, g in zip(weights, goal, strict=True)]
            rows = [row for row, a in zip(rows, walked, strict=True) if a > 0]
            weights = [a for a in walked if a > 0]
        weights = goal


def _affine(Z: Array, rows: list[int]) -> list[Fraction]:
    """Return the weights with sum 1 of the point nearest to the origin in the affine hull of the rows.

    They solve (G + 11^T) a = c 1 with the Gram matrix G. The left side is definite iff the rows are affinely
    independent; if they are not, the result is empty.
    """
    solution = solve(Z[rows] @ Z[rows].T + 1, np.full(len(rows), 1, dtype=object))
    return [a / sum(solution) for a in solution] if solution else []


def _length(alpha: Array, Z: Array) -> float:
    """Return ||sum alpha_i z_i|| / sum alpha_i, rounded up."""
    weights, _ = integers(alpha)
    rows, scale = integers(Z)
    point = weights @ rows
    return root(Fraction(point @ point, (scale * sum(weights)) ** 2))[1]


def _spread(alpha: Array, support: Array, n: int) -> Array:
    everyone = np.zeros(n)
    everyone[support] = alpha
    return everyone
