"""Novikoff's theorem: the bound on the mistakes, and the check of its proof, step by step, on a run.

Chapter *Convergence* defines every term and gives the proof.
"""

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


def radius(X: ArrayLike) -> float:
    """Return R, the length of the longest padded example, max ||(x, 1)||, rounded up.

    Parameters
    ----------
    X : array of shape (n, d)
    """
    rows, scale = integers(pad(checks.features(X)))
    return root(Fraction(max((rows * rows).sum(axis=1)), scale**2))[1]


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
        raise ValueError(f"along must be from -start to start, which is {float(start)}, but is {float(along)}")
    return _bound(R**2, margin, delta, eta, start**2, along, Fraction(1))


def _bound(
    R2: Fraction, margin: Fraction, delta: Fraction, eta: Fraction, start2: Fraction, along: Fraction, length2: Fraction
) -> float:
    """Return the largest k with (along + k eta margin)^2 <= length2 (start2 + k (eta^2 R2 + 2 eta delta)), rounded up.

    For an oracle u with ||u||^2 = length2 this is <u, w_k>^2 <= ||u||^2 ||w_k||^2, where the left is as small and the
    right as large as the lemmas allow. In units of eta * margin: (ahead + k)^2 <= ahead^2 + aside + k growth.
    """
    ahead = along / (eta * margin)
    aside = max(Fraction(0), length2 * start2 / (eta * margin) ** 2 - ahead**2)
    growth = length2 * (R2 + 2 * delta / eta) / margin**2
    half = growth / 2 - ahead
    low, high = rational_root(half**2 + aside)
    return above(half + high if half >= 0 else aside / (low - half))  # the same, but not a difference of large numbers


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
        ||w_j||^2, of the same dtype as the weights.
    most_squared_norm : array of shape (k + 1,)
        What the second lemma allows at most: ||w_0||^2 + j * (eta^2 R^2 + 2 * eta * delta).
    bound : float
        The bound on the number of updates, for this start and the margin of this oracle.
    holds : bool
        Whether both lemmas hold after every update, decided exactly if `exact`, and the updates are within the bound.
    exact : bool
        Whether the run was on integers or fractions, so that nothing was rounded in the comparison.
    """

    progress: NDArray[np.float64]
    least_progress: NDArray[np.float64]
    squared_norm: Array
    most_squared_norm: Array
    bound: float
    holds: bool
    exact: bool

    @property
    def mistakes(self) -> int:
        """The number of updates of the run."""
        return len(self.progress) - 1

    @property
    def cosine(self) -> NDArray[np.float64]:
        """The cosine of the angle between oracle and weights, <u, w_j> / ||w_j||; NaN where the weights are zero."""
        with np.errstate(invalid="ignore"):
            return self.progress / np.sqrt(self.squared_norm.astype(np.float64))

    def __repr__(self) -> str:
        verdict = f"holds {'exactly' if self.exact else 'up to rounding'}" if self.holds else "FAILS"
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
    """
    given = oracle.point if isinstance(oracle, Separator) else np.array([*oracle.w.tolist(), oracle.b], dtype=object)
    if len(given) != len(run.w) + 1:
        raise ValueError(f"the oracle has {len(given) - 1} features, but the run has {len(run.w)}")
    v: Any = integers(given)[0]  # exact; its length does not matter
    rows, scale = integers(pad(run.X))
    scores = run.y.astype(object) * (rows @ v)
    if min(scores) <= 0:
        raise ValueError(
            f"the oracle does not separate the data of the run: row {scores.argmin()} is on the wrong side. "
            "separate(X, y) finds one that does, or proves that there is none"
        )
    margin, R2 = Fraction(min(scores), scale), Fraction(max((rows * rows).sum(axis=1)), scale**2)
    eta, delta = Fraction(run.eta), Fraction(run.delta)
    start: Any = checks.exactly(run.weights[0])
    bound = _bound(R2, margin, delta, eta, start @ start, start @ v, v @ v)

    exact = run.X.dtype != np.float64
    k: Array = np.arange(len(run.weights))
    path = run.weights.astype(object if exact else np.float64)
    progress, squared_norm = path.astype(np.float64) @ unit(given), (path * path).sum(axis=1)
    least_progress = progress[0] + k * float(eta) * root(margin**2 / (v @ v))[0]
    growth = eta**2 * R2 + 2 * eta * delta
    most_squared_norm = squared_norm[0] + k * (growth if exact else float(growth))
    slack: Any = 0 if exact else 4 * np.finfo(np.float64).eps * path.size  # every update rounds every weight
    if exact:
        first_lemma = (path - path[0]) @ v >= k * (eta * margin)
    else:
        first_lemma = progress >= least_progress - slack * np.sqrt(squared_norm.max())
    second_lemma = squared_norm <= most_squared_norm * (1 + slack)
    holds = bool(first_lemma.all() and second_lemma.all() and k[-1] <= bound * (1 + slack))
    return Verification(progress, least_progress, squared_norm, most_squared_norm, bound, holds, exact)


def longest_stream(X: ArrayLike, y: ArrayLike, looks: int = 100_000) -> tuple[list[int], bool]:
    """Return the longest stream of mistakes from zero, the rows that an adversary presents, and whether none is longer.

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of shape (n,)
        The labels, -1 and +1.
    looks : int, default 100,000
        About how often the search may look at an example; without an end to the mistakes, this is what ends it.

    Notes
    -----
    All weights after k mistakes lead to all those after k + 1. Of more than 600 / n the shortest are kept, which have
    the longest way to go: then a longer stream may exist. All is done in floats, and in this order, as the live figure
    does it.
    """
    signed = np.asarray(y, dtype=np.float64)[:, None] * pad(np.asarray(X, dtype=np.float64))
    z: list[tuple[float, ...]] = [tuple(row) for row in signed.tolist()]
    width = max(1, 600 // len(z))
    start = (0.0,) * len(z[0])
    levels: list[dict[tuple[float, ...], tuple[tuple[float, ...], int]]] = [{start: (start, -1)}]
    everything = True
    while looks > 0:
        looks -= len(levels[-1]) * len(z)
        after: dict[tuple[float, ...], tuple[tuple[float, ...], int]] = {}
        for v in levels[-1]:
            for i, row in enumerate(z):
                if _dot(row, v) <= 0:
                    after.setdefault(tuple(a + b for a, b in zip(v, row, strict=True)), (v, i))
        if not after:
            break
        if len(after) > width:
            everything = False
            after = dict(sorted(after.items(), key=lambda found: _dot(found[0], found[0]))[:width])
        levels.append(after)
    stream: list[int] = []
    v = next(iter(levels[-1]))
    for level in levels[:0:-1]:
        v, i = level[v]
        stream.append(i)
    return stream[::-1], everything and looks > 0


def _dot(u: tuple[float, ...], v: tuple[float, ...]) -> float:
    """Return <u, v>, added from left to right; `sum` rounds otherwise."""
    total = 0.0
    for a, b in zip(u, v, strict=True):
        total += a * b
    return total
