"""Novikoff's theorem: the bound on the mistakes, and the check of its proof, step by step, on a run.

Chapter *Convergence* defines every term and gives the proof.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks
from perceptron_lib.checks import Array, Number
from perceptron_lib.exact import above, integers, rational_root, root, unit
from perceptron_lib.halfspaces import Halfspace, pad
from perceptron_lib.separability import Separator
from perceptron_lib.training import Run

EPS = float(np.finfo(np.float64).eps)


def radius(X: ArrayLike) -> float:
    """Return R, the length of the longest padded example, max ||(x, 1)||, rounded up.

    Parameters
    ----------
    X : array of shape (n, d)

    Notes
    -----
    Defined in the chapter *Convergence*.
    """
    rows, reach = checks.measured_features(X)
    if reach > 1e100:
        raise ValueError(f"features reach {float(reach):.3g}; beyond 1e100 their squares leave the floats: rescale X")
    floats = rows.astype(np.float64, copy=False)
    squares = np.einsum("ij,ij->i", floats, floats) + 1
    near = rows[
        squares >= squares.max() * (1 - 4 * (len(rows[0]) + 3) * EPS)
    ]  # the longest, and what rounding may hide
    exact, scale = integers(near if near.dtype == object else np.unique(near, axis=0))
    return root(Fraction(max((exact * exact).sum(axis=1)), scale**2) + 1)[1]


def mistake_bound(
    R: Number,
    margin: Number,
    delta: Number = 0,
    eta: Number = 1,
    *,
    start: Number = 0,
    along: Number | None = None,
) -> float:
    """Return the number of mistakes that no run exceeds, whatever its order: (R^2 + 2 delta/eta) / margin^2 from zero.

    Parameters
    ----------
    R : number > 0
        At least the length of every padded example; `radius` gives it, rounded up.
    margin : number > 0
        At most the margin of the data; `separate` gives it, rounded down.
    delta : number >= 0, default 0
        The threshold of the run.
    eta : number > 0, default 1
        The learning rate of the run.
    start : number >= 0, default 0
        The length ||(w0, b0)|| of the start.
    along : number from -start to start, optional
        How far the start already points the right way: <u, (w0, b0)> for the oracle u that has the margin. The default
        is the worst case, -start, which adds 2 start / (eta margin) to the bound.

    Returns
    -------
    float
        The bound, rounded up (to infinity, beyond the floats). The number of mistakes is at most its whole part.

    Raises
    ------
    ValueError
        If a number is out of its range.

    Notes
    -----
    Source: Novikoff (1962) for delta = 0 and the zero start; the general form is proved in the chapter *Convergence*.
    """
    R, margin = Fraction(checks.number(R, "R", above=0)), Fraction(checks.number(margin, "margin", above=0))
    delta, eta = Fraction(checks.number(delta, "delta", least=0)), Fraction(checks.number(eta, "eta", above=0))
    start = Fraction(checks.number(start, "start", least=0))
    along = -start if along is None else Fraction(checks.number(along, "along"))
    if abs(along) > start * (1 + Fraction(1, 10**9)):  # a little more is rounding in an inner product
        raise ValueError(
            f"along must be from -start to start, {-float(start)} to {float(start)}, but is {float(along)}"
        )
    aside = max(Fraction(0), start**2 - along**2)
    step = eta * margin
    return above(_largest_k((R**2 + 2 * delta / eta) / margin**2, along / step, aside / step**2))


def _largest_k(growth: Fraction, ahead: Fraction, aside: Fraction) -> Fraction:
    """Return the largest k with (ahead + k)^2 <= ahead^2 + aside + k growth, or a little more.

    This is <u, w_k>^2 <= ||w_k||^2 in units of eta * margin: `ahead` is the part of the start along u, `aside` the
    squared length of the rest, and `growth` what an update adds to ||w||^2 at most.
    """
    half = growth / 2 - ahead
    low, high = rational_root(half**2 + aside)
    if half >= 0:
        return half + high
    return aside / (low - half)  # the same without the difference of two large numbers


@dataclass(frozen=True, eq=False)
class Verification:
    """Novikoff's proof on one run: each of its quantities after 0, 1, ..., k updates.

    Attributes
    ----------
    progress : float array of shape (k + 1,)
        <u, w_j>: the weights after j updates along the unit oracle u, all vectors padded.
    least_progress : float array of shape (k + 1,)
        What the first lemma promises at least: <u, w_0> + j * eta * margin.
    squared_norm : array of shape (k + 1,)
        ||w_j||^2, in the kind of numbers of the run.
    most_squared_norm : array of shape (k + 1,)
        What the second lemma allows at most: ||w_0||^2 + j * (eta^2 R^2 + 2 eta delta).
    progress_holds, norm_holds : bool arrays of shape (k + 1,)
        Whether the two lemmas hold; decided exactly if `exact`.
    bound_holds : bool
        Whether the number of updates is within the bound; decided exactly if `exact`.
    R, margin : float
        The length of the longest padded example, and the least y * <u, x> over all examples.
    bound : float
        The bound on the number of updates, for this start.
    exact : bool
        Whether the run was on integers or fractions, so that nothing was rounded in the comparison.
    """

    progress: NDArray[np.float64]
    least_progress: NDArray[np.float64]
    squared_norm: Array
    most_squared_norm: Array
    progress_holds: NDArray[np.bool_]
    norm_holds: NDArray[np.bool_]
    bound_holds: bool
    R: float
    margin: float
    bound: float
    exact: bool

    @property
    def mistakes(self) -> int:
        """The number of updates of the run."""
        return len(self.progress) - 1

    @property
    def cosine(self) -> NDArray[np.float64]:
        """The cosine of the angle between oracle and weights, <u, w_j> / ||w_j||; NaN where the weights are zero."""
        norm = np.sqrt(self.squared_norm.astype(np.float64))
        cosine: NDArray[np.float64] = np.divide(self.progress, norm, out=np.full(len(norm), np.nan), where=norm > 0)
        return cosine

    @property
    def holds(self) -> bool:
        """Whether every inequality of the proof holds at every update, and the bound in the end."""
        return bool(self.progress_holds.all() and self.norm_holds.all()) and self.bound_holds

    def __repr__(self) -> str:
        how = "exactly" if self.exact else "up to rounding"
        verdict = f"holds {how}" if self.holds else "FAILS"
        return f"Verification({self.mistakes} mistakes, at most {self.bound:.6g}; every step {verdict})"


def verify(run: Run, oracle: Separator | Halfspace) -> Verification:
    """Check the proof of Novikoff's theorem on a run, update by update.

    Parameters
    ----------
    run : Run
    oracle : Separator or Halfspace
        Any halfspace that separates the data of the run; its length does not matter. The one from `separate` has the
        largest margin and so gives the smallest bound.

    Returns
    -------
    Verification
        On a run on integers or fractions the inequalities are decided in exact arithmetic, whatever the oracle: a
        float is the binary fraction that it is. On floats they are compared with a slack for the rounding of the run.

    Raises
    ------
    ValueError
        If the oracle does not separate the data, or has another number of features.

    Notes
    -----
    Defined in the chapter *Convergence*.
    """
    given = oracle.point if isinstance(oracle, Separator) else np.array([*oracle.w.tolist(), oracle.b], dtype=object)
    if len(given) != len(run.w) + 1:
        raise ValueError(f"the oracle has {len(given) - 1} features, but the run has {len(run.w)}")
    exact, u = run.X.dtype != np.float64, unit(given)
    kind: Any = object if exact else np.float64
    v = integers(given)[0] if exact else u  # along the oracle; its length does not matter
    X, path, y = pad(run.X).astype(kind), run.weights.astype(kind), run.y.astype(kind)
    agreement = y * (X @ v)
    margin, squared_radius = agreement.min(), (X * X).sum(axis=1).max()
    if margin <= 0:
        raise ValueError(
            f"the oracle does not separate the data of the run: row {agreement.argmin()} is on the wrong side. "
            "separate(X, y) finds one that does, or proves that there is none"
        )

    k, eta, delta = np.arange(len(path)).astype(kind), run.eta, run.delta
    along, squared_norm = path @ v, (path * path).sum(axis=1)
    least = along[0] + k * (eta * margin)
    most = squared_norm[0] + k * (eta * eta * squared_radius + 2 * eta * delta)
    slack: Any = 0 if exact else 4 * EPS * len(path) * len(u)  # every update rounds every weight
    give: Any = 0 if exact else slack * math.sqrt(squared_norm.max())

    w0, v0 = (np.array([Fraction(value) for value in vector], dtype=object) for vector in (path[0], v))
    step, squared_length = Fraction(eta) * Fraction(margin), v0 @ v0
    growth = (Fraction(squared_radius) + 2 * Fraction(delta) / Fraction(eta)) * squared_length / Fraction(margin) ** 2
    ahead = (v0 @ w0) / step
    aside = (squared_length * (w0 @ w0) - (v0 @ w0) ** 2) / step**2
    updates = len(path) - 1
    reached, room = ahead + updates, ahead**2 + aside + growth * updates  # <u, w> reaches so far, ||w||^2 has this room
    progress, unit_margin = path.astype(np.float64) @ u, root(Fraction(margin) ** 2 / squared_length)[0]
    return Verification(
        progress=progress,
        least_progress=progress[0] + k.astype(np.float64) * float(eta) * unit_margin,
        squared_norm=squared_norm,
        most_squared_norm=most,
        progress_holds=(along >= least - give).astype(bool),
        norm_holds=(squared_norm <= most * (1 + slack)).astype(bool),
        bound_holds=bool(reached <= 0 or reached**2 <= room * (1 + Fraction(slack))),
        R=root(Fraction(squared_radius))[1],
        margin=unit_margin,
        bound=above(_largest_k(growth, ahead, aside)),
        exact=exact,
    )
