"""Many classes: one perceptron for each class, one for each pair of classes, or one machine that learns all at once.

Chapter *Many classes* defines every term.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks, convergence
from perceptron_lib.checks import Array, Number
from perceptron_lib.exact import root, unit
from perceptron_lib.halfspaces import pad, scores
from perceptron_lib.passes import Mistakes, Rows, counted, run_passes
from perceptron_lib.training import Run, compiled, train


@dataclass(frozen=True, eq=False)
class Scores:
    """One linear score for each class; the class with the highest score is predicted, the first one in a tie.

    Attributes
    ----------
    classes : array of shape (c,)
        The labels in rising order.
    W : array of shape (c, d)
        The weights, one class a row.
    b : array of shape (c,)
        The biases.
    """

    classes: Array
    W: Array
    b: Array

    def scores(self, X: ArrayLike) -> Array:
        """Return <w_k, x> + b_k for every row x of X and every class k: shape (n, c)."""
        return scores(X, self.W, self.b)

    def predict(self, X: ArrayLike) -> Array:
        """Return the class with the highest score for every row of X: shape (n,)."""
        predicted: Array = self.classes[self.scores(X).argmax(axis=1)]
        return predicted


@dataclass(frozen=True, eq=False)
class OneVsRest(Scores):
    """One perceptron for each class, trained to tell it from all others.

    Attributes
    ----------
    classes, W, b
        As for `Scores`.
    runs : tuple of c Run
        The training of each perceptron.
    """

    runs: tuple[Run, ...]


@dataclass(frozen=True, eq=False)
class OneVsOne:
    """One perceptron for each pair of classes.

    Attributes
    ----------
    classes : array of shape (c,)
        The labels in rising order.
    pairs : tuple of c (c - 1) / 2 pairs (j, k) with j < k
        The positions in `classes` that each perceptron tells apart: a positive score speaks for k, any other for j.
    W : array of shape (pairs, d)
    b : array of shape (pairs,)
    runs : tuple of Run
        The training of each perceptron, on the examples of its two classes.
    """

    classes: Array
    pairs: tuple[tuple[int, int], ...]
    W: Array
    b: Array
    runs: tuple[Run, ...]

    def votes(self, X: ArrayLike) -> NDArray[np.int64]:
        """Return how many of its c - 1 duels each class wins, for every row of X: shape (n, c)."""
        won_minus_lost = np.where(scores(X, self.W, self.b) > 0, 1, -1) @ self._sides
        votes: NDArray[np.int64] = (won_minus_lost + len(self.classes) - 1) // 2
        return votes

    def scores(self, X: ArrayLike) -> Array:
        """Return the sum of the scores of its c - 1 duels for each class, each counted in its favour: shape (n, c)."""
        sums: Array = scores(X, self.W, self.b) @ self._sides
        return sums

    def predict(self, X: ArrayLike, by: str = "votes") -> Array:
        """Return a class for every row of X: shape (n,).

        Parameters
        ----------
        X : array of shape (n, d)
        by : "votes" or "scores", default "votes"
            The class with the most votes, and if several have them, the one of these with the highest summed score;
            or, at once, the class with the highest summed score. If that is a tie too, the first class.

        Raises
        ------
        ValueError
            If `by` is something else, or X does not suit.
        """
        if by not in ("votes", "scores"):
            raise ValueError(f"by must be 'votes' or 'scores', but is {by!r}")
        sums = self.scores(X)
        if by == "votes":
            votes = self.votes(X)
            sums = np.where(votes == votes.max(axis=1, keepdims=True), sums, sums.min() - 1)
        predicted: Array = self.classes[sums.argmax(axis=1)]
        return predicted

    @property
    def _sides(self) -> NDArray[np.int64]:
        """+1 for the class that a positive score speaks for, -1 for the other, 0 elsewhere: shape (pairs, c)."""
        sides = np.zeros((len(self.pairs), len(self.classes)), dtype=np.int64)
        for row, (j, k) in zip(sides, self.pairs, strict=True):
            row[j], row[k] = -1, +1
        return sides


def one_vs_rest(
    X: ArrayLike,
    y: ArrayLike,
    *,
    eta: Number = 1.0,
    delta: Number = 0.0,
    order: str | Sequence[int] | NDArray[Any] = "cyclic",
    max_passes: int = 1000,
    rng: np.random.Generator | int | None = None,
) -> OneVsRest:
    """Train one perceptron for each class on all examples: +1 for the class, -1 for the rest.

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of shape (n,)
        Labels of two or more classes, any values that can be sorted.
    eta, delta, order, max_passes
        As in `train`; every perceptron starts from zero.
    rng : Generator or seed, optional
        Each perceptron gets a generator of its own, spawned from this one.

    Returns
    -------
    OneVsRest

    Raises
    ------
    ValueError
        If an input is unusable.

    Notes
    -----
    Also called one-vs-all.
    """
    X = checks.features(X)
    codes, classes = checks.classes(y, len(X))
    generators = checks.generator(rng).spawn(len(classes))
    options: dict[str, Any] = {"eta": eta, "delta": delta, "order": order, "max_passes": max_passes}
    runs = [train(X, codes == k, rng=generator, **options) for k, generator in enumerate(generators)]
    return OneVsRest(classes, *stacked(runs), tuple(runs))


def one_vs_one(
    X: ArrayLike,
    y: ArrayLike,
    *,
    eta: Number = 1.0,
    delta: Number = 0.0,
    order: str = "cyclic",
    max_passes: int = 1000,
    rng: np.random.Generator | int | None = None,
) -> OneVsOne:
    """Train one perceptron for each pair of classes, on the examples of these two; the later class is +1.

    Parameters
    ----------
    X, y, eta, delta, max_passes, rng
        As for `one_vs_rest`.
    order : "cyclic", "shuffled" or "random", default "cyclic"
        As in `train`, among the examples of the two classes.

    Returns
    -------
    OneVsOne

    Raises
    ------
    ValueError
        If an input is unusable.
    """
    if not isinstance(order, str):
        raise ValueError("order must be 'cyclic', 'shuffled' or 'random': a sequence of rows would not suit every pair")
    X = checks.features(X)
    codes, classes = checks.classes(y, len(X))
    pairs = tuple(combinations(range(len(classes)), 2))
    options: dict[str, Any] = {"eta": eta, "delta": delta, "order": order, "max_passes": max_passes}
    runs = []
    for pair, generator in zip(pairs, checks.generator(rng).spawn(len(pairs)), strict=True):
        rows = np.isin(codes, pair)
        runs.append(train(X[rows], codes[rows], rng=generator, **options))
    return OneVsOne(classes, pairs, *stacked(runs), tuple(runs))


def stacked(runs: Sequence[Run]) -> tuple[Array, Array]:
    """Return the weights of several runs, one a row, and their biases."""
    return np.stack([run.w for run in runs]), np.array([run.b for run in runs], dtype=runs[0].w.dtype)


def _visit(
    X: Any, y: Any, rows: Any, passes: int, W: Any, b: Any, eta: Any, delta: Any, mistakes: Any, rivals: Any
) -> tuple[int, int]:  # Numba infers the types
    """Visit as in `training.visit`; on a mistake, update W and b in place, and note when and whom. Count both."""
    updates = visits = 0
    for _ in range(passes):
        before = updates
        for i in rows:
            own, rival, scores = y[i], -1, W @ X[i] + b
            for k in range(len(b)):
                if k != own and (rival < 0 or scores[k] > scores[rival]):
                    rival = k
            if scores[own] - scores[rival] <= delta:
                if updates == len(mistakes):
                    return updates, visits
                W[own] += eta * X[i]
                W[rival] -= eta * X[i]
                b[own] += eta
                b[rival] -= eta
                mistakes[updates], rivals[updates] = visits, rival
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
    classes: ArrayLike | None = None,
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
    classes : array of shape (c,), optional
        All classes, if some of them may be missing in y.
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
    if classes is None:
        codes, classes = checks.classes(y, len(X))
    else:
        _, classes = checks.classes(classes, np.size(classes), "classes")
        codes = _codes(y, len(X), classes)
    start, bias = checks.start(W0, (len(classes), X.shape[1]), "W0"), checks.start(b0, (len(classes),), "b0")
    visits = len(X) * checks.count(max_passes, "max_passes")
    X, start, bias, eta, delta = checks.one_dtype(X, start, bias, eta, delta, visits)
    inner = X.dtype if X.dtype == object else np.float64  # which holds the integers of such a run exactly
    numbers, W, b, rivals = X.astype(inner, copy=False), start.astype(inner), bias.astype(inner), []
    loop = (X.dtype != object and compiled(_visit)) or _visit

    def visit_rows(rows: Rows, passes: int, budget: int) -> tuple[Rows, int]:
        when, whom = np.empty((2, min(passes * len(rows), budget)), dtype=np.int64)
        updates, visits = loop(numbers, codes, rows, passes, W, b, eta, delta, when, whom)
        rivals.append(whom[:updates])
        return when[:updates], visits

    mistakes, visits, stopped = run_passes(visit_rows, order, len(X), rng, max_passes)
    W, b, whom = W.astype(X.dtype), b.astype(X.dtype), np.concatenate(rivals)
    return MulticlassRun(classes, W, b, mistakes, whom, visits, stopped, X, codes, start, bias, eta, delta)


def _codes(y: ArrayLike, n: int, classes: Array) -> NDArray[np.int64]:
    return checks.coded(y, n, {label: k for k, label in enumerate(classes.tolist())})


def margin(machine: Scores, X: ArrayLike, y: ArrayLike) -> float:
    """Return the least lead of the own class over its best rival, for weights scaled to length one.

    Negative if some example is wrong. It is min over i and r != y_i of <w_y - w_r, (x_i, 1)> / ||(W, b)||, all weights
    taken as one long vector.
    """
    rows = checks.features(X, machine.W.shape[1])
    codes = _codes(y, len(rows), machine.classes)
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
