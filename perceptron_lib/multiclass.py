"""Many classes: one perceptron for each class, one for each pair of classes, or one machine that learns all at once.

Chapter *Many classes* defines every term.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks, convergence
from perceptron_lib.checks import Array, Number
from perceptron_lib.exact import root, unit
from perceptron_lib.halfspaces import pad
from perceptron_lib.passes import Passes, Rules, counted
from perceptron_lib.training import LoopLearner, Mistakes, Problem, Run, one_kind, train_checked

LOWEST = {"i": np.iinfo(np.int64).min, "f": -np.inf, "O": -np.inf}  # below every score


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

    Notes
    -----
    Defined in the chapter *Many classes*.
    """

    classes: Array
    W: Array
    b: Array

    def scores(self, X: ArrayLike) -> Array:
        """Return <w_k, x> + b_k for every row x of X and every class k: shape (n, c)."""
        return _scores(X, self.W, self.b)

    def predict(self, X: ArrayLike) -> Array:
        """Return the class with the highest score for every row of X: shape (n,)."""
        predicted: Array = self.classes[self.scores(X).argmax(axis=1)]
        return predicted


@dataclass(frozen=True, eq=False)
class OneVsAll(Scores):
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

    Notes
    -----
    Defined in the chapter *Many classes*.
    """

    classes: Array
    pairs: tuple[tuple[int, int], ...]
    W: Array
    b: Array
    runs: tuple[Run, ...]

    def votes(self, X: ArrayLike) -> NDArray[np.int64]:
        """Return how many of its c - 1 duels each class wins, for every row of X: shape (n, c)."""
        won_minus_lost = np.where(_scores(X, self.W, self.b) > 0, 1, -1) @ self._sides
        votes: NDArray[np.int64] = (won_minus_lost + len(self.classes) - 1) // 2
        return votes

    def scores(self, X: ArrayLike) -> Array:
        """Return the sum of the scores of its c - 1 duels for each class, each counted in its favour: shape (n, c)."""
        sums: Array = _scores(X, self.W, self.b) @ self._sides
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
        scores = self.scores(X)
        if by == "votes":
            votes = self.votes(X)
            scores = np.where(votes == votes.max(axis=1, keepdims=True), scores, LOWEST[scores.dtype.kind])
        predicted: Array = self.classes[scores.argmax(axis=1)]
        return predicted

    @property
    def _sides(self) -> NDArray[np.int64]:
        """+1 for the class that a positive score speaks for, -1 for the other, 0 elsewhere: shape (pairs, c)."""
        sides = np.zeros((len(self.pairs), len(self.classes)), dtype=np.int64)
        for row, (j, k) in zip(sides, self.pairs, strict=True):
            row[j], row[k] = -1, +1
        return sides


def one_vs_all(
    X: ArrayLike,
    y: ArrayLike,
    *,
    eta: Number = 1.0,
    delta: Number = 0.0,
    order: str | Sequence[int] | NDArray[Any] = "cyclic",
    rng: np.random.Generator | int | None = None,
    **rules: Unpack[Rules],
) -> OneVsAll:
    """Train one perceptron for each class on all examples: +1 for the class, -1 for all others.

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of shape (n,)
        Labels of two or more classes, any values that can be sorted.
    eta, delta, order
        As in `train`; every perceptron starts from zero.
    rng : Generator or seed, optional
        Each perceptron gets a generator of its own, spawned from this one.
    max_passes, max_updates, max_seconds, watch, patience, tol, validation, callback, progress
        The rules of `train`, for each perceptron.

    Returns
    -------
    OneVsAll

    Raises
    ------
    ValueError
        If an input is unusable.

    Notes
    -----
    Also called one-vs-rest. Defined in the chapter *Many classes*.
    """
    table = _table(X, y, eta, delta)
    runs = train_against_all(table, range(len(table.classes)), order, rng, rules)
    return OneVsAll(table.classes, *_stacked(runs), tuple(runs))


def train_against_all(
    table: "Table", targets: Iterable[int], order: Any, rng: np.random.Generator | int | None, rules: Rules
) -> list[Run]:
    """Train one perceptron for each of the targets, positions in the classes, against all other examples."""
    runs, rules_of = [], _rules_of(rules, table)
    for k, generator in zip(targets, checks.generator(rng).spawn(len(table.classes)), strict=False):
        signs = np.where(table.y == k, np.int8(1), np.int8(-1))
        passes = Passes(order, len(table.X), generator, **rules_of(k, range(len(table.classes))))
        runs.append(train_checked(table.problem(k, table.X, signs), passes))
    return runs


def one_vs_one(
    X: ArrayLike,
    y: ArrayLike,
    *,
    eta: Number = 1.0,
    delta: Number = 0.0,
    order: str = "cyclic",
    rng: np.random.Generator | int | None = None,
    **rules: Unpack[Rules],
) -> OneVsOne:
    """Train one perceptron for each pair of classes, on the examples of these two; the later class is +1.

    Parameters
    ----------
    X, y, eta, delta, rng
        As for `one_vs_all`.
    order : "cyclic", "shuffled" or "random", default "cyclic"
        As in `train`, among the examples of the two classes.
    max_passes, max_updates, max_seconds, watch, patience, tol, validation, callback, progress
        The rules of `train`, for each perceptron.

    Returns
    -------
    OneVsOne

    Raises
    ------
    ValueError
        If an input is unusable.

    Notes
    -----
    Defined in the chapter *Many classes*.
    """
    if not isinstance(order, str):
        raise ValueError("order must be 'cyclic', 'shuffled' or 'random': a sequence of rows would not suit every pair")
    table = _table(X, y, eta, delta)
    pairs = tuple(combinations(range(len(table.classes)), 2))
    rows_of = [np.flatnonzero(table.y == k) for k in range(len(table.classes))]
    runs, rules_of = [], _rules_of(rules, table)
    for (j, k), generator in zip(pairs, checks.generator(rng).spawn(len(pairs)), strict=True):
        rows = np.sort(np.concatenate([rows_of[j], rows_of[k]]))
        signs = np.where(table.y[rows] == k, np.int8(1), np.int8(-1))
        problem = table.problem(k, table.X.take(rows, axis=0), signs)
        runs.append(train_checked(problem, Passes(order, len(rows), generator, **rules_of(k, (j, k)))))
    return OneVsOne(table.classes, pairs, *_stacked(runs), tuple(runs))


def _steps(
    X: Any, y: Any, order: Any, W: Any, b: Any, eta: Any, delta: Any, mistakes: Any, rivals: Any
) -> tuple[int, int]:  # Numba infers the types
    """Visit the examples in order; on a mistake, update W and b in place and note when and whom. Count both."""
    k = 0
    for t in range(len(order)):
        i = order[t]
        own, rival = y[i], -1
        own_score = highest = b[own]
        for c in range(len(b)):
            score = b[c]
            for j in range(X.shape[1]):
                score += W[c, j] * X[i, j]
            if c == own:
                own_score = score
            elif rival < 0 or score > highest:
                rival, highest = c, score
        if own_score - highest <= delta:
            if k == len(mistakes):  # no update is left
                return k, t
            for j in range(X.shape[1]):
                W[own, j] += eta * X[i, j]
                W[rival, j] -= eta * X[i, j]
            b[own] += eta
            b[rival] -= eta
            mistakes[k], rivals[k] = t, rival
            k += 1
    return k, len(order)


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
    passes, visits : int
        Passes begun, and visits to examples in them.
    stopped : str
        As for `Run`.
    X, y, W0, b0, eta, delta
        What was run; y as positions in `classes`.

    Notes
    -----
    Defined in the chapter *Many classes*.
    """

    mistakes: Mistakes
    rivals: NDArray[np.int64]
    passes: int
    visits: int
    stopped: str
    X: Array
    y: NDArray[np.int64]
    W0: Array
    b0: Array
    eta: Number
    delta: Number

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
    rng: np.random.Generator | int | None = None,
    **rules: Unpack[Rules],
) -> MulticlassRun:
    """Train all classes at once: an example is a mistake iff a rival class scores at least as high as its own.

    On a mistake eta * (x, 1) is added to the weights of the example's own class and taken from those of the worst
    rival, the one with the highest score (the first of several).

    Parameters
    ----------
    X : array of shape (n, d)
        Floats are run in float64, integers in int64, integers and fractions in an object array exactly.
    y : array of shape (n,)
        Labels of two or more classes, any values that can be sorted.
    W0, b0 : arrays of shape (c, d) and (c,), default zero
        The start.
    eta, order, rng
        As in `train`.
    delta : number >= 0, default 0
        The threshold: a mistake is made iff own score - highest rival score <= delta.
    max_passes, max_updates, max_seconds, watch, patience, tol, validation, callback, progress
        The rules of `train`. An error is the share of examples that `predict` would get wrong.

    Returns
    -------
    MulticlassRun

    Raises
    ------
    ValueError
        If an input is unusable, or if the weights would grow beyond the range of their numbers.

    Notes
    -----
    Source: Duda and Hart (1973), who call it Kesler's construction; Crammer and Singer (2003). Defined in the
    chapter *Many classes*.
    """
    table = _table(X, y, eta, delta, W0, b0)
    return train_table(table, Passes(order, len(table.X), rng, **rules))


def train_table(table: "Table", rules: Passes) -> MulticlassRun:
    """Train on what has been checked already."""
    learner = _Multiclass(table)
    trace = rules.run(learner)
    return MulticlassRun(
        table.classes,
        *learner.weights(),
        mistakes=Mistakes(trace.rows, trace.per_pass, trace.when),
        rivals=np.array(learner.rivals, dtype=np.int64),
        passes=len(trace.per_pass),
        visits=trace.visits,
        stopped=trace.stopped,
        X=table.X,
        y=table.y,
        W0=table.W0,
        b0=table.b0,
        eta=table.eta,
        delta=table.delta,
    )


def margin(scores: Scores, X: ArrayLike, y: ArrayLike) -> float:
    """Return the least lead of the own class over its best rival, for weights scaled to length one.

    Negative if some example is wrong. It is min over i and r != y_i of <w_y - w_r, (x_i, 1)> / ||(W, b)||, all weights
    taken as one long vector.

    Notes
    -----
    Defined in the chapter *Many classes*.
    """
    rows = checks.features(X, scores.W.shape[1])
    codes = codes_among(y, len(rows), scores.classes, "y")
    weights = unit(np.column_stack([scores.W, scores.b]).ravel()).reshape(len(scores.b), -1)
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

    Notes
    -----
    Proved in the chapter *Many classes*.
    """
    length = root(2 * Fraction(checks.number(R, "R", above=0)) ** 2)[1]  # of an update, divided by eta
    return convergence.mistake_bound(length, margin, delta, eta)


@dataclass(frozen=True, eq=False)
class Table:
    """Examples of many classes, checked and of one kind of numbers."""

    X: Array
    reach: Any
    y: NDArray[np.int64]
    classes: Array
    W0: Array
    b0: Array
    eta: Number
    delta: Number

    def problem(self, k: int, X: Array, signs: NDArray[np.int8]) -> Problem:
        """Return a problem of two classes on these examples, which starts from the weights of class k."""
        return Problem(X, self.reach, signs, (-1, 1), self.W0[k], self.b0.tolist()[k], self.eta, self.delta)


def _table(
    X: ArrayLike, y: ArrayLike, eta: Number, delta: Number, W0: ArrayLike | None = None, b0: ArrayLike | None = None
) -> Table:
    rows, reach = checks.measured_features(X)
    codes, classes = checks.classes(y, len(rows))
    eta, delta = checks.number(eta, "eta", above=0), checks.number(delta, "delta", least=0)
    shapes = {"W0": (len(classes), rows.shape[1]), "b0": (len(classes),)}
    start = []
    for (name, shape), given in zip(shapes.items(), (W0, b0), strict=True):
        values = np.zeros(shape, dtype=np.int64) if given is None else checks.numbers(given, name)
        if values.shape != shape:
            raise ValueError(f"{name} has shape {values.shape}, but needs {shape}: one row for each class")
        start.append(values.ravel())
    rows, flat, _, eta, delta = one_kind(rows, np.concatenate(start), 0, eta, delta)
    size = start[0].size
    return Table(rows, reach, codes, classes, flat[:size].reshape(shapes["W0"]), flat[size:], eta, delta)


def codes_among(y: ArrayLike, n: int, classes: Array, name: str) -> NDArray[np.int64]:
    """Return labels as positions in `classes`; it is an error if there are others."""
    own, found = checks.classes(y, n, name, least=1)
    unknown = [label for label in found.tolist() if label not in classes.tolist()]
    if unknown:
        raise ValueError(f"{name} has the class {unknown[0]!r}, which is not among the classes learned")
    position: NDArray[np.int64] = np.array([classes.tolist().index(label) for label in found.tolist()])[own]
    return position


def _validation(given: Any, table: Table) -> tuple[Array, NDArray[np.int64]]:
    """Return validation examples with labels as positions in the classes that are learned."""
    X, y = checks.pair(given, "validation")
    rows = checks.features(X, table.X.shape[1], "validation X")
    return rows, codes_among(y, len(rows), table.classes, "validation y")


def _rules_of(rules: Rules, table: Table) -> Callable[[int, Iterable[int]], Rules]:
    """Return the rules as a perceptron sees them that tells class k from the others among some classes."""
    if rules.get("validation") is None:
        return lambda k, among: rules
    X, codes = _validation(rules["validation"], table)

    def of(k: int, among: Iterable[int]) -> Rules:
        seen = np.isin(codes, list(among))
        return {**rules, "validation": (X[seen], np.where(codes[seen] == k, 1, -1))}

    return of


def _scores(X: ArrayLike, W: Array, b: Array) -> Array:
    """Return X @ W.T + b; integers that could overflow, also in a sum over the classes, become Python's."""
    rows, reach = checks.measured_features(X, W.shape[1])
    kind = np.result_type(rows, W)
    if not checks.fits(kind, reach, W.ravel(), checks.largest(b)):
        if kind == np.float64:
            raise ValueError("the scores could overflow float64: rescale X, W and b")
        rows = rows.astype(object)  # Python's integers have no largest one
    scores: Array = rows @ W.T + b
    return scores


def _stacked(runs: Sequence[Run]) -> tuple[Array, Array]:
    return np.stack([run.w for run in runs]), np.array([run.b for run in runs], dtype=runs[0].w.dtype)


class _Multiclass(LoopLearner):
    """The weights of all classes in training."""

    def __init__(self, table: Table) -> None:
        super().__init__(_steps, table.X, table.reach, table.eta, width=table.W0.size)
        self.table, self.delta = table, table.delta
        self.y: Any = table.y.tolist() if self.plain else table.y
        self.W, self.b = table.W0.astype(self.kind), table.b0.astype(self.kind)
        self.rivals: list[int] = []

    def loop(self, order: Any, noted: NDArray[np.uint32]) -> tuple[int, int]:
        rivals = np.empty_like(noted)
        k, seen = self.steps(self.X, self.y, order, self.W, self.b, self.eta, self.delta, noted, rivals)
        self.rivals.extend(rivals[:k].tolist())
        return k, seen

    def unsure(self, rows: NDArray[np.uint32]) -> NDArray[np.bool_]:
        W, b = self.weights()
        scores = self.table.X[rows] @ W.T + b
        own = np.arange(len(rows)), self.table.y[rows]
        own_scores, scores[own] = scores[own], scores.min() - 1  # the rivals alone count now
        rounding = self.rounding(W.shape[1], abs(W).sum(axis=1).max(), abs(b).max())
        unsure: NDArray[np.bool_] = own_scores - scores.max(axis=1) <= self.delta + 2 * rounding  # of two scores
        return unsure

    def fits(self, growth: Number) -> bool:
        # A lead is the difference of two scores, which the biases as further weights make room for.
        return checks.fits(self.dtype, self.reach, np.append(self.W, self.b), 0, growth)

    def largest_weight(self) -> Any:
        return max(checks.largest(self.W), checks.largest(self.b))

    def weights(self) -> tuple[Array, Array]:
        """Return copies of W and b, in the kind of numbers that the data have."""
        return self.W.astype(self.dtype), self.b.astype(self.dtype)

    def measure(self, what: str, validation: tuple[ArrayLike, ArrayLike] | None) -> Callable[[], float]:
        """Return a function that gives the share of examples, here or on the validation examples, that are wrong."""
        X, y = (self.table.X, self.table.y) if validation is None else _validation(validation, self.table)
        return lambda: float(np.mean(_scores(X, self.W, self.b).argmax(axis=1) != y))
