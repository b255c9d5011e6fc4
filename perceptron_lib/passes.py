"""Pass after pass over the examples: in which order they are visited, and when to stop.

Everything that learns in this library learns in such passes and obeys the same rules. Chapter *The algorithm* defines
them.
"""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple, Protocol, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks
from perceptron_lib.checks import Array, Number

BLOCK = 65_536  # visits in one call of a loop: small against a large X, large against the cost of a call


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 pass", "2 passes", "3 mistakes"."""
    return f"{number} {noun}" + ("" if number == 1 else "es" if noun.endswith("s") else "s")


class Progress(NamedTuple):
    """What a callback is told after each pass: passes and updates so far, and the current w (a copy) and b."""

    passes: int
    updates: int
    w: Array
    b: Any


class Rules(TypedDict, total=False):
    """When to stop; `train` documents each rule."""

    max_passes: int
    max_updates: int | None
    max_seconds: float | None
    watch: str | None
    patience: int
    tol: float
    validation: tuple[ArrayLike, ArrayLike] | None
    callback: Callable[[Progress], bool | None] | None
    progress: bool


class Learner(Protocol):
    """What learns: it visits examples in a given order, and updates what it likes."""

    def visit(self, order: NDArray[np.uint32], updates_left: int) -> tuple[NDArray[np.uint32], int]:
        """Visit the rows in order. Return when updates were made, and how many visits there was budget for."""

    def at_rest(self) -> bool:
        """Whether no example at all would lead to an update."""

    def weights(self) -> tuple[Array, Any]:
        """Return a copy of w, and b."""

    def measure(self, what: str, validation: tuple[ArrayLike, ArrayLike] | None) -> Callable[[], float]:
        """Return a function that gives a watched quantity other than the weights."""


@dataclass(frozen=True, eq=False)
class Trace:
    """What happened: when updates were made, how many in each pass, and how it ended."""

    rows: NDArray[np.intp]  # visited at the updates
    per_pass: NDArray[np.int64]
    when: NDArray[np.int64] | int  # the visits before each update; of cyclic passes, from which they follow, the length
    visits: int
    stopped: str


def visits(
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


class Passes:
    """Passes in a given order under given rules, all of them checked; `run` lets a learner make them."""

    def __init__(
        self,
        order: str | Sequence[int] | NDArray[Any],
        n: int,
        rng: np.random.Generator | int | None,
        *,
        max_passes: int = 1000,
        max_updates: int | None = None,
        max_seconds: float | None = None,
        watch: str | None = None,
        patience: int = 5,
        tol: Number = 0.0,
        validation: tuple[ArrayLike, ArrayLike] | None = None,
        callback: Callable[[Progress], bool | None] | None = None,
        progress: bool = False,
        watchable: tuple[str, ...] = ("training error", "validation error", "weights"),
    ) -> None:
        self.max_passes = checks.count(max_passes, "max_passes")
        self.max_updates = sys.maxsize if max_updates is None else checks.count(max_updates, "max_updates")
        self.max_seconds = None if max_seconds is None else checks.number(max_seconds, "max_seconds", above=0)
        self.next_visits, self.length = visits(order, n, checks.generator(rng))
        self.cyclic = isinstance(order, str) and order == "cyclic"
        self.may_rest_too_soon = isinstance(order, str) and not self.cyclic  # rows missed, or new batches to come
        self.patience, self.tol = checks.count(patience, "patience"), checks.number(tol, "tol", least=0)
        if watch not in (None, *watchable):
            raise ValueError(f"watch must be one of {', '.join(map(repr, watchable))} or None, but is {watch!r}")
        if (validation is None) == (watch == "validation error"):
            raise ValueError("watch='validation error' and validation=(X, y) go together: give both or neither")
        if validation is not None:
            checks.pair(validation, "validation")
        if callback is not None and not callable(callback):
            raise ValueError(f"callback must be a function of a Progress, but is {callback!r}")
        self.watch, self.validation, self.callback, self.progress = watch, validation, callback, progress

    def run(self, learner: Learner, at_rest: str = "no mistakes") -> Trace:
        """Let the learner make its passes; `at_rest` names the end after a pass without an update."""
        stands_still = self._watcher(learner)
        report = _reporter(self.max_passes) if self.progress else None
        each_pass = any(extra is not None for extra in (stands_still, self.callback, report, self.max_seconds))
        rows, when, per_pass = [], [], []
        passes, updates, last_update, at_once, began = 0, 0, 0, 1, time.monotonic()
        stopped: str | None = None
        while stopped is None:
            order = self.next_visits(at_once)
            at, seen = learner.visit(order, self.max_updates - updates)
            rows.append(order[at])
            if not self.cyclic:  # else the rows tell the times
                when.append(passes * self.length + at.astype(np.int64))
            per_pass.append(np.diff(np.searchsorted(at, self.length * np.arange(at_once + 1, dtype=at.dtype))))
            updates, visited = updates + len(at), passes * self.length + seen
            last_update = passes + 1 + int(at[-1]) // self.length if len(at) else last_update
            passes += at_once if seen == len(order) else 1 + seen // self.length

            if seen < len(order):
                stopped = "max_updates"
            elif last_update < passes and (not self.may_rest_too_soon or learner.at_rest()):
                stopped, passes = at_rest, last_update + 1
                visited = passes * self.length
            elif passes >= self.max_passes:
                stopped = "max_passes"
            elif self.max_seconds is not None and time.monotonic() - began > self.max_seconds:
                stopped = "max_seconds"
            elif stands_still is not None and stands_still():
                stopped = self.watch
            if each_pass:
                now = Progress(passes, updates, *learner.weights())
                if report is not None:
                    report(now, stopped)
                if self.callback is not None and self.callback(now) and stopped is None:
                    stopped = "callback"
            at_once = 1 if each_pass else max(1, min(2 * at_once, BLOCK // self.length, self.max_passes - passes))
        times = self.length if self.cyclic else np.concatenate(when)
        return Trace(np.concatenate(rows, dtype=np.intp), np.concatenate(per_pass)[:passes], times, visited, stopped)

    def _watcher(self, learner: Learner) -> Callable[[], bool] | None:
        """Return a function that says after each pass whether the watched quantity stands still."""
        if self.watch is None:
            return None
        if self.watch == "weights":
            states: list[Array] = []

            def weights_stand_still() -> bool:
                w, b = learner.weights()
                states[:] = [*states[-self.patience :], np.append(w, b)]
                still = [abs(v - u).max() <= self.tol * abs(v).max() for u, v in pairwise(states)]
                return len(still) == self.patience and all(still)

            return weights_stand_still
        measure, values = learner.measure(self.watch, self.validation), list[float]()
        may_not_rise = self.watch == "validation error"  # which must go on falling; the others must go on changing

        def value_stands_still() -> bool:
            values.append(measure())
            before, recent = values[: -self.patience], values[-self.patience :]
            if not before:
                return False
            if may_not_rise:
                return bool(min(before) - min(recent) <= self.tol)
            return bool(max(before[-1], *recent) - min(before[-1], *recent) <= self.tol)

        return value_stands_still


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
