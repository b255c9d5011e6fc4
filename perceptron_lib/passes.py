"""Pass after pass over the examples: in which order they are visited, and when to stop.

Everything that makes mistakes in this library makes them in such passes. Chapter *The algorithm* defines the orders and
the stopping criteria.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_lib import checks
from perceptron_lib.checks import Number

Rows = NDArray[np.intp]
Visit = Callable[[Rows, int, int], tuple[NDArray[np.int64], int]]


@dataclass(frozen=True, eq=False)
class Mistakes:
    """The mistakes of a run in the order in which they were made; each led to one update.

    Iterating gives the example and the pass of each mistake.

    Attributes
    ----------
    example : int array of shape (k,)
        The row of X on which each mistake was made.
    visit : int array of shape (k,)
        The visits to examples before each mistake, in all passes together.
    per_pass : int array of shape (passes,)
        How many mistakes each pass made.
    """

    example: NDArray[np.intp]
    visit: NDArray[np.int64]
    per_pass: NDArray[np.int64]

    @cached_property
    def in_pass(self) -> NDArray[np.int64]:
        """The pass in which each mistake was made, counted from 1: shape (k,)."""
        return np.repeat(np.arange(1, len(self.per_pass) + 1), self.per_pass)

    def __len__(self) -> int:
        return len(self.example)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(zip(self.example.tolist(), self.in_pass.tolist(), strict=True))


def rows_of_passes(
    order: str | Sequence[int] | NDArray[Any], n: int, rng: np.random.Generator | int | None
) -> Iterator[Rows]:
    """Return the rows that each pass visits, one pass after another without end."""
    rng = checks.generator(rng)
    if isinstance(order, str):
        ways: dict[str, Iterator[Rows]] = {
            "cyclic": repeat(np.arange(n)),
            "shuffled": (rng.permutation(n) for _ in repeat(None)),
            "random": (rng.integers(n, size=n, dtype=np.uint32).astype(np.intp) for _ in repeat(None)),
        }
        if order not in ways:
            names = ", ".join(map(repr, ways))
            raise ValueError(f"order must be one of {names} or a sequence of rows, but is {order!r}")
        return ways[order]
    rows = checks.as_array(order, "order")
    if rows.ndim != 1 or rows.dtype.kind not in "iu" or not len(rows):
        raise ValueError("order must be a sequence of row numbers, one-dimensional, whole and not empty")
    missing = np.flatnonzero((rows < 0) | (rows >= n))
    if len(missing):
        at = missing[0]
        raise ValueError(f"order names row {rows[at]} at position {at}, but the rows of X are 0 to {n - 1}")
    return repeat(rows.astype(np.intp))


def most_visits(order: str | Sequence[int] | NDArray[Any], n: int, max_passes: int) -> int:
    """Return how many visits max_passes passes over n examples make."""
    length = n if isinstance(order, str) else checks.as_array(order, "order").size
    return min(checks.count(max_passes, "max_passes") * length, sys.maxsize)


def run_passes(
    visit: Visit,
    order: str | Sequence[int] | NDArray[Any],
    n: int,
    rng: np.random.Generator | int | None,
    max_passes: int,
    max_updates: int | None = None,
    criteria: Mapping[str, Callable[[], bool]] = {},
) -> tuple[Mistakes, int, str]:
    """Make passes until one makes no mistake or a stopping criterion holds.

    Parameters
    ----------
    visit : function (rows, passes, budget) -> (when, visits)
        Visits the rows in order, so many times or until a pass makes no mistake, and makes at most `budget` updates: it
        ends before the visit that would need one more. It returns the visits before each mistake, and all of them.
    order, n, rng
        The order of the n examples in a pass.
    max_passes, max_updates
        The first two stopping criteria; None is no limit.
    criteria : functions by their names
        Further ones, each asked after every pass.

    Returns
    -------
    mistakes : Mistakes
    visits : int
        Visits to examples, those of the last pass included.
    stopped : str
        "no mistakes", or the name of the criterion that ended the run.
    """
    updates_left = sys.maxsize if max_updates is None else checks.count(max_updates, "max_updates")
    fixed = not isinstance(order, str) or order == "cyclic"

    def no_row_is_a_mistake() -> bool:
        return visit(np.arange(n), 1, 0)[1] == n  # without an update it visits all

    example, when, per_pass = [], [], []
    passes, visits, stopped = 0, 0, None
    for rows in rows_of_passes(order, n, rng):
        # One call makes many short passes, unless something is to be done after each.
        at_once = max(1, min(65_536 // len(rows), max_passes - passes)) if fixed and not criteria else 1
        at, seen = visit(rows, at_once, updates_left)
        last = at[-1] if len(at) else -1
        clean = seen % len(rows) == 0 and last < seen - len(rows)
        cut_short = not clean and seen < at_once * len(rows)
        begins = len(rows) * np.arange(seen // len(rows) + cut_short + 1)
        per_pass.append(np.diff(np.searchsorted(at, begins)))
        example.append(rows[at if at_once == 1 else at - np.repeat(begins[:-1], per_pass[-1])])
        when.append(visits + at)
        passes, visits, updates_left = passes + len(per_pass[-1]), visits + seen, updates_left - len(at)
        if cut_short:
            stopped = "max_updates"
        elif clean and (fixed or no_row_is_a_mistake()):  # a random pass may have missed rows
            stopped = "no mistakes"
        elif passes == max_passes:
            stopped = "max_passes"
        else:
            stopped = next((name for name, holds in criteria.items() if holds()), None)
        if stopped is not None:
            break
    assert stopped is not None  # the passes have no end of their own
    return Mistakes(*map(np.concatenate, (example, when, per_pass))), visits, stopped


def stopping_criteria(
    max_seconds: Number | None,
    watch: str | None,
    watched: Mapping[str, Callable[[], Any] | None],
    patience: int,
    tol: Number,
) -> dict[str, Callable[[], bool]]:
    """Return the criteria that are asked after each pass; `watched` has the quantities, None where one is not given."""
    patience, tol = checks.count(patience, "patience"), checks.number(tol, "tol", least=0)
    criteria: dict[str, Callable[[], bool]] = {}
    if max_seconds is not None:
        end = time.monotonic() + checks.number(max_seconds, "max_seconds", above=0)
        criteria["max_seconds"] = lambda: time.monotonic() > end
    if watch not in (None, *watched):
        raise ValueError(f"watch must be one of {', '.join(map(repr, watched))} or None, but is {watch!r}")
    if (watched["validation error"] is None) == (watch == "validation error"):
        raise ValueError("watch='validation error' and validation=(X, y) go together: give both or neither")
    history: list[Any] = []
    value = watched.get(watch or "")

    def stands_still() -> bool:
        history.append(value and value())
        before, recent = history[:-patience], history[-patience:]
        if not before:
            return False
        if watch == "validation error":  # it must go on falling; the others must go on changing
            return bool(min(before) - min(recent) <= tol)
        recent = [before[-1], *recent]
        if watch == "weights":
            return all(abs(v - u).max() <= tol * abs(v).max() for u, v in pairwise(recent))
        return bool(max(recent) - min(recent) <= tol)

    if watch is not None:
        criteria[watch] = stands_still
    return criteria


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 pass", "2 passes", "3 mistakes"."""
    return f"{number} {noun}" + ("" if number == 1 else "es" if noun.endswith("s") else "s")
