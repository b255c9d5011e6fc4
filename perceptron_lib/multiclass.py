"""Many classes, learned all at once.

Chapter *Many classes* defines every term.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks, convergence
from perceptron_lib.checks import Array, Number
from perceptron_lib.exact import root, unit
from perceptron_lib.halfspaces import pad
from perceptron_lib.passes import Mistakes, Rows, counted, most_visits, run_passes
from perceptron_lib.reductions import Scores
from perceptron_lib.training import compiled


def _visit(
    X: Any, y: Any, rows: Any, passes: int, W: Any, b: Any, eta: Any, delta: Any, when: Any, rivals: Any
) -> tuple[int, int]:  # Numba infers the types
    """Visit as in `training.visit`; on a mistake, update W and b in place, and note the rival too. Count both."""
    scores, updates, visits = np.empty_like(b), 0, 0
    for _ in range(passes):
        before = updates
        for i in rows:
            own, rival = y[i], -1
            np.dot(W, X[i], scores)  # into the same array on every visit
            scores += b
            for k in range(len(b)):
                if k != own and (rival < 0 or scores[k] > scores[rival]):
                    rival = k
            if scores[own] - scores[rival] <= delta:
                if updates == len(when):
                    return updates, visits
                W[own] += eta * X[i]
                W[rival] -= eta * X[i]
                b[own] += eta
                b[rival] -= eta
                when[updates], rivals[updates] = visits, rival
                updates += 1
            visits += 1
        if updates == before:
            break
    return updates, visits


@dataclass(frozen=True, eq=False)
class MulticlassRun(Scores):
    """A finished run of the multiclass perceptron.

    Attributes
    ----------
    classes, W, b
        As for `Scores`, at the end of the run.
    mistakes : Mistakes
        Example and pass of each mistake.
    rivals : int array of shape (k,)
        The position in `classes` of the rival that each mistake punished.
    visits : int
        Visits to examples, in all passes together.
    stopped : str
        As for `Run`.
    X, y, W0, b0, eta, delta
        What was run; y as positions in `classes`.
    """

    mistakes: Mistakes
    rivals: NDArray[np.int64]
    visits: int
    stopped: str
    X: Array
    y: NDArray[np.int64]
    W0: Array
    b0: Array
    eta: Number
    delta: Number

    @property
    def passes(self) -> int:
        """The passes begun."""
        return len(self.mistakes.per_pass)

    @property
    def converged(self) -> bool:
        """Whether the run ended because a pass made no mistake."""
        return self.stopped == "no mistakes"

    @cached_property
    def weights(self) -> Array:
        """The padded weights, one class a row, after 0, 1, ..., k updates: shape (k + 1, c, d + 1)."""
        i, k = self.mistakes.example, np.arange(len(self.mistakes))
        updates = np.zeros((len(k), len(self.classes), self.W.shape[1] + 1), dtype=self.W.dtype)
        updates[k, self.y[i]] = self.eta * pad(self.X[i])
        updates[k, self.rivals] = -updates[k, self.y[i]]
        start = np.column_stack([self.W0, self.b0])[None]
        return np.add.accumulate(np.concatenate([start, updates]), axis=0)

    def __repr__(self) -> str:
        mistakes, passes = counted(len(self.mistakes), "mistake"), counted(self.passes, "pass")
        return f"MulticlassRun({len(self.classes)} classes, {mistakes} in {passes}, stopped: {self.stopped})"


def train_multiclass(
    X: ArrayLike,
    y: ArrayLike,
    *,
    W0: ArrayLike | None = None,
    b0: ArrayLike | None = None,
    eta: Number = 1.0,
    delta: Number = 0.0,
    order: str | Sequence[int] | NDArray[Any] = "cyclic",
    max_passes: int = 1000,
    rng: np.random.Generator | int | None = None,
) -> MulticlassRun:
    """Train all classes at once: an example is a mistake iff a rival class scores at least as high as its own.

    On a mistake eta * (x, 1) is added to the weights of the example's own class and taken from those of the worst
    rival, the one with the highest score (the first of several).

    Parameters
    ----------
    X : array of shape (n, d)
        As in `train`.
    y : array of shape (n,)
        Labels of two or more classes, any values that can be sorted.
    W0, b0 : arrays of shape (c, d) and (c,), default zero
        The start.
    delta : number >= 0, default 0
        The threshold: a mistake is made iff own score - highest rival score <= delta.
    eta, order, max_passes, rng
        As in `train`.

    Returns
    -------
    MulticlassRun

    Raises
    ------
    ValueError
        If an input is unusable, or if the weights could grow beyond the floats.

    Notes
    -----
    Source: Duda and Hart (1973), who call it Kesler's construction; Crammer and Singer (2003).
    """
    X = checks.features(X)
    codes, classes = checks.classes(y, len(X))
    start, bias = checks.start(W0, (len(classes), X.shape[1]), "W0"), checks.start(b0, (len(classes),), "b0")
    most = most_visits(order, len(X), max_passes)
    X, start, bias, eta, delta = checks.one_dtype(X, start, bias, eta, delta, most)
    inner = X.dtype if X.dtype == object else np.float64  # which holds the integers of such a run exactly
    numbers, W, b, rivals = X.astype(inner, copy=False), start.astype(inner), bias.astype(inner), []
    loop = (X.dtype != object and compiled(_visit)) or _visit

    def visit_rows(rows: Rows, passes: int, budget: int) -> tuple[Array, int]:
        when, whom = np.empty((2, min(passes * len(rows), budget)), dtype=np.int64)
        updates, visits = loop(numbers, codes, rows, passes, W, b, eta, delta, when, whom)
        rivals.append(whom[:updates])
        return when[:updates], visits

    mistakes, visits, stopped = run_passes(visit_rows, order, len(X), rng, max_passes)
    W, b, whom = W.astype(X.dtype), b.astype(X.dtype), np.concatenate(rivals)
    return MulticlassRun(classes, W, b, mistakes, whom, visits, stopped, X, codes, start, bias, eta, delta)


def margin(machine: Scores, X: ArrayLike, y: ArrayLike) -> float:
    """Return the least lead of the own class over its best rival, for weights scaled to length one.

    Negative if some example is wrong. It is min over i and r != y_i of <w_y - w_r, (x_i, 1)> / ||(W, b)||, all weights
    taken as one long vector.
    """
    rows = checks.features(X, machine.W.shape[1])
    codes = checks.coded(y, len(rows), {label: k for k, label in enumerate(machine.classes.tolist())})
    weights = unit(np.column_stack([machine.W, machine.b]).ravel()).reshape(len(machine.b), -1)
    if not weights.any():
        raise ValueError("all weights are zero, so they have no direction and no margin")
    all_scores, each = pad(checks.floats(rows, "X")) @ weights.T, np.arange(len(rows))
    own = all_scores[each, codes]
    all_scores[each, codes] = -np.inf
    return float((own - all_scores.max(axis=1)).min())


def mistake_bound(R: Number, margin: Number, delta: Number = 0, eta: Number = 1) -> float:
    """Return the number of mistakes that no run of `train_multiclass` from zero exceeds, rounded up.

    It is (2 R^2 + 2 delta / eta) / margin^2.

    Parameters
    ----------
    R : number > 0
        At least the length of every padded example.
    margin : number > 0
        At most the `margin` of some weights on the data.
    delta, eta
        As in `train_multiclass`.
    """
    length = root(2 * Fraction(checks.number(R, "R", above=0)) ** 2)[1]  # of an update, divided by eta
    return convergence.mistake_bound(length, margin, delta, eta)
