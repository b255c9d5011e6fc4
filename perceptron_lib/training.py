"""The perceptron algorithm, once.

`_steps` is the whole algorithm and the only place where it stands. Numba compiles it where Numba is installed;
elsewhere, and for exact numbers, Python runs it as it is. Everything around it chooses the order of the
examples, decides when to stop, and keeps the mistakes, from which the path of the weights follows.

Chapter *The algorithm* defines every term.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks
from perceptron_lib.checks import Array, Number
from perceptron_lib.halfspaces import Halfspace, pad

BLOCK = 65_536  # visits in one call of the loop: small against a large X, large against the cost of a call


def _steps(
    X: Any, y: Any, order: Any, w: Any, b: Any, eta: Any, delta: Any, mistakes: Any
) -> tuple[Any, int, int]:  # Numba infers the types
    """Visit the examples in order; on a mistake, update w in place and note when. Return b, updates, visits."""
    k = 0
    for t in range(len(order)):
        i = order[t]
        score = b
        for j in range(len(w)):
            score += w[j] * X[i, j]
        if y[i] * score <= delta:
            if k == len(mistakes):  # no update is left
                return b, k, t
            for j in range(len(w)):
                w[j] += eta * y[i] * X[i, j]
            b += eta * y[i]
            mistakes[k] = t
            k += 1
    return b, k, len(order)


@dataclass(frozen=True, eq=False)
class Mistakes:
    """The mistakes of a run in the order in which they were made; each led to one update.

    Attributes
    ----------
    example : int array of shape (k,)
        The row of X on which each mistake was made.
    per_pass : int array of shape (passes,)
        How many mistakes each pass made.
    """

    example: NDArray[np.int64]
    per_pass: NDArray[np.int64]

    @cached_property
    def in_pass(self) -> NDArray[np.int64]:
        """The pass in which each mistake was made, counted from 1: shape (k,)."""
        return np.repeat(np.arange(1, len(self.per_pass) + 1), self.per_pass)

    def __len__(self) -> int:
        return len(self.example)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(zip(self.example.tolist(), self.in_pass.tolist(), strict=True))


class Progress(NamedTuple):
    """What a callback is told after each pass: passes and updates so far, and the current w (a copy) and b."""

    passes: int
    updates: int
    w: Array
    b: Number


@dataclass(frozen=True, eq=False)
class Run:
    """A finished run of the perceptron: the weights, and the mistakes from which their whole path follows.

    Attributes
    ----------
    w : array of shape (d,)
        The weights at the end: int64, float64 or exact, as the data were.
    b : number
        The bias at the end.
    mistakes : Mistakes
        Example and pass of each mistake.
    passes : int
        Passes begun, the last one included even where it was cut short.
    stopped : str
        Why the run stopped: "no mistakes" (a pass without one), or the name of the rule that ended it.
    classes : tuple
        The two labels; the second is the one called +1.
    X, y, w0, b0, eta, delta
        What was run: the features as numbers, the labels as -1 and +1, the start, the learning rate, the threshold.

    Notes
    -----
    Defined in the chapter *The algorithm*. `weights`, `loss` and `accuracy` are computed when first asked for, from
    an X that may be the caller's own array: do not change it while you use the run.
    """

    w: Array
    b: Number
    mistakes: Mistakes
    passes: int
    stopped: str
    classes: tuple[Any, Any]
    X: Array
    y: NDArray[np.int8]
    w0: Array
    b0: Number
    eta: Number
    delta: Number

    @property
    def converged(self) -> bool:
        """Whether the run ended because a pass made no mistake, on the rows that its order names."""
        return self.stopped == "no mistakes"

    @property
    def halfspace(self) -> Halfspace:
        """The halfspace that was learned."""
        return Halfspace(self.w, self.b)

    @cached_property
    def weights(self) -> Array:
        """The padded weights (w, b) after 0, 1, ..., k updates: shape (k + 1, d + 1)."""
        i = self.mistakes.example
        updates = self.eta * self.y[i, None].astype(self.w.dtype) * pad(self.X[i])
        start = np.append(self.w0, np.array([self.b0], dtype=self.w0.dtype))
        return np.add.accumulate(np.vstack([start, updates]), axis=0)

    @cached_property
    def loss(self) -> NDArray[np.float64]:
        """The share of examples that are mistakes, y * score <= delta, after 0, 1, ..., k updates: shape (k + 1,)."""
        return self._share(lambda agreement: agreement <= self.delta)

    @cached_property
    def accuracy(self) -> NDArray[np.float64]:
        """The share of examples with y * score > 0 after 0, 1, ..., k updates: shape (k + 1,)."""
        return self._share(lambda agreement: agreement > 0)

    def _share(self, test: Callable[[Array], Array]) -> NDArray[np.float64]:
        rows = max(1, 4_000_000 // len(self.X))  # of weights at a time: at most 32 MB of scores
        signed = pad(self.X) * self.y[:, None].astype(self.w.dtype)
        parts = [self.weights[k : k + rows] for k in range(0, len(self.weights), rows)]
        return np.concatenate([test(part @ signed.T).mean(axis=1) for part in parts]).astype(np.float64)

    def __repr__(self) -> str:
        mistakes = f"{len(self.mistakes)} mistake" + ("s" if len(self.mistakes) != 1 else "")
        passes = f"{self.passes} pass" + ("es" if self.passes > 1 else "")
        shown = np.array2string(self.w, threshold=8, formatter={"object": str})
        return f"Run({mistakes} in {passes}, stopped: {self.stopped}, w={shown}, b={self.b})"


def train(
    X: ArrayLike,
    y: ArrayLike,
    *,
    w0: ArrayLike | None = None,
    b0: Number = 0.0,
    eta: Number = 1.0,
    delta: Number = 0.0,
    order: str | Sequence[int] | NDArray[Any] = "cyclic",
    max_passes: int = 1000,
    max_updates: int | None = None,
    max_seconds: float | None = None,
    watch: str | None = None,
    patience: int = 5,
    tol: float = 0.0,
    validation: tuple[ArrayLike, ArrayLike] | None = None,
    rng: np.random.Generator | int | None = None,
    callback: Callable[[Progress], bool | None] | None = None,
    progress: bool = False,
) -> Run:
    """Train a perceptron: visit the examples one by one and, on each mistake, add eta * y * x to w, eta * y to b.

    Parameters
    ----------
    X : array of shape (n, d)
        The features. Floats are run in float64 (with Numba, an array that already is float64 in C order is not
        copied), integers in int64, and an object array of integers and `fractions.Fraction` exactly.
    y : array of shape (n,)
        Labels, any two values; the larger one is called +1.
    w0, b0 : array of shape (d,), default zero, and number, default 0
        The start.
    eta : number > 0, default 1
        The learning rate. On exact data a float is taken at its binary value: write Fraction(1, 10), not 0.1.
    delta : number >= 0, default 0
        The threshold: an example is a mistake iff y * score <= delta.
    order : "cyclic", "shuffled", "random" or a sequence of row numbers, default "cyclic"
        The order of a pass: the rows as they stand; the rows in a new random order in each pass; n rows drawn
        with replacement; or these rows, in this order, in every pass (rows not named are not seen).
    max_passes : int, default 1000
        Stop after so many passes.
    max_updates : int, optional
        Stop when one more update than this would be needed.
    max_seconds : float, optional
        Stop at the end of the first pass that ends later than this.
    watch : "training error", "validation error" or "weights", optional
        Stop when, for `patience` passes in a row, the training error has not changed by more than `tol`, the
        error on `validation` has not fallen by more than `tol`, or no pass has moved a coordinate of (w, b) by more
        than `tol` times the largest one. The errors are shares of mistakes.
    patience : int, default 5
    tol : number >= 0, default 0
    validation : (X, y), optional
        Examples to watch but not to learn from; their labels must be the two of y.
    rng : Generator or seed, optional
        The randomness of "shuffled" and "random"; None draws anew in every run. How far a Generator is advanced
        beyond what the run used is not defined.
    callback : function of a `Progress`, optional
        Called after each pass; the run stops when it returns True.
    progress : bool, default False
        Write passes and updates to stderr while running.

    Returns
    -------
    Run

    Raises
    ------
    ValueError
        If an input is unusable (the message says what, where, and what to do), or if the weights would grow
        beyond the range of their numbers.

    Notes
    -----
    The run ends by itself ("no mistakes") after a pass without a mistake; for "random", which may miss rows,
    only if no row at all is a mistake. Two runs on floats may differ where two ways of adding up the same score
    fall on different sides of delta by rounding; on integers and fractions nothing differs.

    Source: Rosenblatt (1958); the threshold delta and the start as in the lectures. Defined in the chapter
    *The algorithm*.
    """
    rows, reach, signs, classes, start, b0, eta, delta = _problem(X, y, w0, b0, eta, delta)
    max_passes = checks.count(max_passes, "max_passes")
    updates_left = sys.maxsize if max_updates is None else checks.count(max_updates, "max_updates")
    limit = float("inf") if max_seconds is None else checks.number(max_seconds, "max_seconds", above=0)
    next_visits, length = _visits(order, len(rows), checks.generator(rng))
    may_miss_rows = isinstance(order, str) and order == "random"
    watcher = _watcher(watch, patience, tol, validation, rows, signs, classes, delta)
    if callback is not None and not callable(callback):
        raise ValueError(f"callback must be a function of a Progress, but is {callback!r}")
    reporter = _reporter(max_passes) if progress else None
    each_pass = any(extra is not None for extra in (watcher, callback, reporter, max_seconds))

    learner = _Learner(rows, reach, signs, start, b0, eta, delta)
    examples, per_pass = [], []  # the rows of the mistakes, and how many there were in each pass
    passes, updates, last_mistake, at_once, began = 0, 0, 0, 1, time.monotonic()
    stopped: str | None = None
    while stopped is None:
        visits = next_visits(at_once)
        at, seen = learner.visit(visits, updates_left)
        examples.append(visits.take(at))
        per_pass.append(np.diff(np.searchsorted(at, length * np.arange(at_once + 1, dtype=at.dtype))))
        updates, updates_left = updates + len(at), updates_left - len(at)
        last_mistake = passes + 1 + int(at[-1]) // length if len(at) else last_mistake
        passes += at_once if seen == len(visits) else 1 + seen // length

        if seen < len(visits):
            stopped = "max_updates"
        elif last_mistake < passes and (not may_miss_rows or learner.makes_no_mistake()):
            stopped, passes = "no mistakes", last_mistake + 1
        elif passes >= max_passes:
            stopped = "max_passes"
        elif time.monotonic() - began > limit:
            stopped = "max_seconds"
        elif watcher is not None and watcher(learner.w, learner.b):
            stopped = watcher.what
        if each_pass:
            now = Progress(passes, updates, learner.weights(), learner.b)
            if reporter is not None:
                reporter(now, stopped)
            if callback is not None and callback(now) and stopped is None:
                stopped = "callback"
        at_once = 1 if each_pass else max(1, min(2 * at_once, BLOCK // length, max_passes - passes))

    mistakes = Mistakes(np.concatenate(examples, dtype=np.int64), np.concatenate(per_pass)[:passes])
    w, b = learner.weights(), learner.b
    return Run(w, b, mistakes, passes, stopped, classes, rows, signs, start, b0, eta, delta)


def _problem(
    X: ArrayLike, y: ArrayLike, w0: ArrayLike | None, b0: Number, eta: Number, delta: Number
) -> tuple[Array, Any, NDArray[np.int8], tuple[Any, Any], Array, Number, Number, Number]:
    """Check what every run needs; return X and its reach, the labels and classes, w0, b0, eta and delta."""
    rows, reach = checks.measured_features(X)
    signs, classes = checks.labels(y, len(rows))
    start = np.zeros(rows.shape[1], dtype=np.int64) if w0 is None else checks.numbers(w0, "w0")
    if start.shape != (rows.shape[1],):
        raise ValueError(f"w0 has shape {start.shape}, but needs one weight for each of the {rows.shape[1]} features")
    b0, eta = checks.number(b0, "b0"), checks.number(eta, "eta", above=0)
    delta = checks.number(delta, "delta", least=0)
    rows, start, b0, eta, delta = _one_kind(rows, start, b0, eta, delta)
    return rows, reach, signs, classes, start, b0, eta, delta


class _Learner:
    """The weights in training: `_steps`, compiled where it can be, on arrays that suit it."""

    def __init__(
        self, X: Array, reach: Any, y: NDArray[np.int8], w0: Array, b0: Number, eta: Number, delta: Number
    ) -> None:
        self.dtype, self.reach = X.dtype, reach
        self.steps = _compiled() if X.dtype != object else None
        kind = X.dtype if self.steps else np.dtype(object)  # plain Python is quickest on Python's own numbers
        self.X, self.w = X.astype(kind, copy=False), w0.astype(kind)
        self.y = y if self.steps else y.astype(object)
        self.b: Any = b0
        self.eta: Any = eta
        self.delta = delta
        self.noted = np.empty(BLOCK, dtype=np.uint32)  # when the mistakes of the block at hand were made

    def visit(self, order: NDArray[np.uint32], updates_left: int) -> tuple[NDArray[np.uint32], int]:
        """Visit the rows in order. Return when the mistakes were made, and how many visits there was budget for."""
        when, seen, begin = [], 0, 0
        while seen == begin < len(order):
            part = order[begin : begin + self._safe_visits(len(order) - begin)]
            k, visited = self._run(part, self.noted[: min(len(part), updates_left)])
            when.append(begin + self.noted[:k])
            updates_left -= k
            seen, begin = begin + visited, begin + len(part)
        return np.concatenate(when), seen

    def makes_no_mistake(self) -> bool:
        """Whether every example is right, seen by a visit that may not update."""
        everyone = np.arange(len(self.X), dtype=np.uint32)
        return self._run(everyone, self.noted[:0])[1] == len(everyone)

    def weights(self) -> Array:
        """Return a copy of w, in the kind of numbers that the data have."""
        return self.w.astype(self.dtype)

    def _run(self, order: NDArray[np.uint32], noted: NDArray[np.uint32]) -> tuple[int, int]:
        steps, visits = (self.steps, order) if self.steps else (_steps, order.tolist())
        self.b, k, seen = steps(self.X, self.y, visits, self.w, self.b, self.eta, self.delta, noted)
        return k, seen

    def _safe_visits(self, visits: int) -> int:
        """Return how many of the next visits, BLOCK at most, cannot overflow; refuse if one already could."""
        visits, growth = min(visits, BLOCK), self.eta * max(self.reach, 1)
        while not checks.fits(self.dtype, self.reach, self.w, self.b, visits * growth):
            if visits == 1:
                remedy = "Rescale the features"
                if self.dtype == np.int64:
                    remedy += ", or pass X.astype(object) to train on integers of any size"
                raise ValueError(
                    f"the weights could overflow {self.dtype} in the next update: features reach "
                    f"{checks.largest(self.X):.3g}, weights {max(checks.largest(self.w), abs(self.b)):.3g}, "
                    f"and eta is {self.eta:.3g}. {remedy}"
                )
            visits //= 2
        return visits


class _Watcher:
    """Says after each pass whether the watched quantity stands still; `train` documents the three."""

    def __init__(self, what: str, patience: int, tol: Any, X: Array, y: NDArray[np.int8], delta: Any) -> None:
        self.what, self.patience, self.tol = what, patience, tol
        self.X, self.y, self.delta = X, y, delta
        self.errors: list[float] = []
        self.weights: list[Array] = []

    def __call__(self, w: Array, b: Any) -> bool:
        if self.what == "weights":
            self.weights = [*self.weights[-self.patience :], np.append(w, b)]
            still = [abs(v - u).max() <= self.tol * abs(v).max() for u, v in pairwise(self.weights)]
            return len(still) == self.patience and all(still)
        self.errors.append(float(np.mean(self.y * Halfspace(w, b).score(self.X) <= self.delta)))
        before, recent = self.errors[: -self.patience], self.errors[-self.patience :]
        if not before:
            return False
        if self.what == "training error":
            return bool(max(before[-1], *recent) - min(before[-1], *recent) <= self.tol)
        return bool(min(before) - min(recent) <= self.tol)


def _watcher(
    watch: str | None,
    patience: int,
    tol: Number,
    validation: tuple[ArrayLike, ArrayLike] | None,
    X: Array,
    y: NDArray[np.int8],
    classes: tuple[Any, Any],
    delta: Number,
) -> _Watcher | None:
    """Check what is to be watched, and make the watcher."""
    watchable = ("training error", "validation error", "weights")
    patience, tol = checks.count(patience, "patience"), checks.number(tol, "tol", least=0)
    if watch not in (None, *watchable):
        raise ValueError(f"watch must be one of {', '.join(map(repr, watchable))} or None, but is {watch!r}")
    if (validation is None) == (watch == "validation error"):
        raise ValueError("watch='validation error' and validation=(X, y) go together: give both or neither")
    if validation is not None:
        if not isinstance(validation, (tuple, list)) or len(validation) != 2:
            raise ValueError("validation must be a pair (X, y)")
        X = checks.features(validation[0], X.shape[1], "validation X")
        y, found = checks.labels(validation[1], len(X), "validation y")
        if found != classes:
            raise ValueError(f"validation y has the classes {found}, but y has {classes}")
    return None if watch is None else _Watcher(watch, patience, tol, X, y, delta)


def _visits(
    order: str | Sequence[int] | NDArray[Any], n: int, rng: np.random.Generator
) -> tuple[Callable[[int], NDArray[np.uint32]], int]:
    """Return a function that gives the rows visited in the next so many passes, and the length of a pass."""
    rows = np.arange(n, dtype=np.uint32)
    if isinstance(order, str):
        ways: dict[str, Callable[[int], NDArray[np.uint32]]] = {
            "cyclic": cache(lambda passes: rows if passes == 1 else np.tile(rows, passes)),
            "shuffled": lambda passes: np.concatenate([rng.permutation(rows) for _ in range(passes)]),
            "random": lambda passes: rng.integers(n, size=passes * n, dtype=np.uint32),
        }
        if order not in ways:
            raise ValueError(
                f"order must be one of {', '.join(map(repr, ways))} or a sequence of rows, but is {order!r}"
            )
        return ways[order], n
    given = checks.as_array(order, "order")
    if given.ndim != 1 or given.dtype.kind not in "iu" or not len(given):
        raise ValueError("order must be a sequence of row numbers, one-dimensional, whole and not empty")
    missing = np.flatnonzero((given < 0) | (given >= n))
    if len(missing):
        at = missing[0]
        raise ValueError(f"order names row {given[at]} at position {at}, but the rows of X are 0 to {n - 1}")
    fixed = given.astype(np.uint32)
    return cache(lambda passes: np.tile(fixed, passes)), len(fixed)


def _one_kind(
    X: Array, w0: Array, b0: Number, eta: Number, delta: Number
) -> tuple[Array, Array, Number, Number, Number]:
    """Bring everything to one kind of numbers: exact if X is, float64 if anything is a float, else int64."""
    if w0.dtype == np.float64 and (w0 == np.rint(w0)).all() and checks.reach(w0) < 2**53:
        w0 = w0.astype(np.int64)  # zeros(d) should not turn integer data into floats
    given: list[Any] = [b0, eta, delta]
    kinds = {X.dtype.kind, w0.dtype.kind, *(checks.numbers(v, "number").dtype.kind for v in given)}
    if X.dtype == object or ("O" in kinds and "f" not in kinds):
        values: list[Any] = [b0, eta, delta, *w0.tolist()]
        b0, eta, delta, *start = (v if isinstance(v, int) else Fraction(v) for v in values)
        return X.astype(object, copy=False), np.array(start, dtype=object), b0, eta, delta
    if "f" in kinds:
        X, w0 = X.astype(np.float64, copy=False), w0.astype(np.float64)
        return X, w0, float(b0), float(eta), float(delta)
    return X, w0, b0, eta, delta


def _reporter(max_passes: int) -> Callable[[Progress, str | None], None]:
    """Return a function that writes one line to stderr, at most ten times a second and once at the end."""
    last = 0.0

    def report(now: Progress, stopped: str | None) -> None:
        nonlocal last
        if stopped or time.monotonic() - last > 0.1:
            last = time.monotonic()
            end = f", stopped: {stopped}\n" if stopped else ""
            sys.stderr.write(f"\rpass {now.passes} of at most {max_passes}, {now.updates} updates{end}")
            sys.stderr.flush()

    return report


@cache
def _compiled() -> Callable[..., tuple[Number, int, int]] | None:
    """Compile `_steps`, or return None where there is no Numba. Imported here: only a fit needs it."""
    try:
        from numba import njit
    except ImportError:
        return None
    # The sum of a score may be taken in any order; nothing else may change (fused multiply-adds would change w).
    compiled: Callable[..., tuple[Number, int, int]]
    try:
        compiled = njit(cache=True, fastmath={"reassoc"})(_steps)
    except RuntimeError:  # there is no folder to keep the compiled loop in
        compiled = njit(fastmath={"reassoc"})(_steps)
    return compiled
