"""What a run does where nothing separates: on integers in a fixed order, its state comes back exactly.

Chapter *XOR* defines every term.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks
from perceptron_lib.checks import Array, Number
from perceptron_lib.passes import counted, visits
from perceptron_lib.training import _steps, problem_of


@dataclass(frozen=True, eq=False)
class Cycle:
    """The cycle in which a run on exact numbers in a fixed order ends.

    A state is the padded weights with the position in the order; a step is the visit to one example.

    Attributes
    ----------
    before : int
        Steps before the first state that comes back.
    weights : array of shape (steps + 1, d + 1)
        The padded weights at each step of the cycle; the last row is the first one again.
    rows : int array of shape (steps,)
        The example visited in each step.
    length : int
        Steps in a pass.
    largest_squared_norm : number
        The largest ||(w, b)||^2 from the start to the end of the first cycle.
    """

    before: int
    weights: Array
    rows: NDArray[np.intp]
    length: int
    largest_squared_norm: Number

    @property
    def steps(self) -> int:
        """The number of steps after which the state comes back."""
        return len(self.rows)

    @property
    def passes(self) -> int:
        """The number of passes after which the state comes back."""
        return self.steps // self.length

    @property
    def mistakes(self) -> int:
        """The mistakes in one cycle; 0 if the run has come to rest."""
        return int((self.weights[1:] != self.weights[:-1]).any(axis=1).sum())

    def __repr__(self) -> str:
        passes = counted(self.passes, "pass")
        return f"Cycle({self.steps} steps ({passes}) with {self.mistakes} mistakes, after {self.before} steps)"


def find_cycle(
    X: ArrayLike,
    y: ArrayLike,
    *,
    w0: ArrayLike | None = None,
    b0: Number = 0,
    eta: Number = 1,
    delta: Number = 0,
    order: str | Sequence[int] | NDArray[Any] = "cyclic",
    max_steps: int = 1_000_000,
) -> Cycle:
    """Run the perceptron until its state repeats, and return the cycle.

    Parameters
    ----------
    X : array of shape (n, d)
        Integers, or an object array of integers and `fractions.Fraction`.
    y, w0, b0, eta, delta
        As in `train`, and exact numbers too.
    order : "cyclic" or a sequence of row numbers, default "cyclic"
        The fixed order of every pass.
    max_steps : int, default 1,000,000
        How many steps to try.

    Raises
    ------
    ValueError
        If an input is unusable or not exact, the order is not fixed, or no state came back within `max_steps`.

    Notes
    -----
    For delta = 0 the weights stay bounded (Block and Levin 1970), and there are finitely many multiples of one fraction
    within a bound, so a state must come back. Defined in the chapter *XOR*.
    """
    rows, signs, w, b, eta, delta = _exact_problem(X, y, w0, b0, eta, delta)
    if isinstance(order, str) and order != "cyclic":
        raise ValueError(f"order must be fixed for a run to cycle, 'cyclic' or a sequence of rows, but is {order!r}")
    next_visits, length = visits(order, len(rows), np.random.default_rng())
    visited = next_visits(1).tolist()
    seen: dict[tuple[Any, ...], int] = {}
    path: list[tuple[Any, ...]] = []
    for t in range(checks.count(max_steps, "max_steps") + 1):
        state = (*w.tolist(), b)
        path.append(state)
        before = seen.setdefault((*state, t % length), t)
        if before < t:
            return Cycle(
                before,
                np.array(path[before:], dtype=object),
                np.array([visited[step % length] for step in range(before, t)]),
                length,
                max(sum(value * value for value in weights) for weights in path),
            )
        b, _, _ = _steps(rows, signs, visited[t % length :][:1], w, b, eta, delta, [0])
    raise ValueError(f"no state came back within {max_steps} steps; try a larger max_steps")


def reachable(
    X: ArrayLike,
    y: ArrayLike,
    *,
    w0: ArrayLike | None = None,
    b0: Number = 0,
    eta: Number = 1,
    delta: Number = 0,
    max_states: int = 100_000,
) -> Array:
    """Return all weights that some order of the examples leads to: the padded weights, one a row.

    Parameters
    ----------
    X, y, w0, b0, eta, delta
        As in `find_cycle`.
    max_states : int, default 100,000
        How many weights to collect before giving up.

    Returns
    -------
    array of shape (m, d + 1)
        In the order in which they were found; the start comes first.

    Raises
    ------
    ValueError
        If an input is unusable or not exact, or there are more than `max_states`.

    Notes
    -----
    For delta = 0 there are finitely many, separable or not. Defined in the chapter *XOR*.
    """
    rows, signs, w, b, eta, delta = _exact_problem(X, y, w0, b0, eta, delta)
    limit = checks.count(max_states, "max_states")
    found = {(*w.tolist(), b): None}
    fresh = list(found)
    while fresh:
        coming = []
        for state in fresh:
            for i in range(len(rows)):
                w[:] = state[:-1]
                b, _, _ = _steps(rows, signs, [i], w, state[-1], eta, delta, [0])
                after = (*w.tolist(), b)
                if after not in found:
                    found[after] = None
                    coming.append(after)
            if len(found) > limit:
                raise ValueError(f"more than {limit} weights can be reached; try a larger max_states")
        fresh = coming
    return np.array(list(found), dtype=object)


def _exact_problem(
    X: ArrayLike, y: ArrayLike, w0: ArrayLike | None, b0: Number, eta: Number, delta: Number
) -> tuple[Array, Array, Array, Any, Any, Any]:
    """Check the input, and return it in Python's own exact numbers."""
    rows, _, signs, _, start, b0, eta, delta = problem_of(X, y, w0, b0, eta, delta)
    if rows.dtype == np.float64:
        raise ValueError(
            "only exact numbers come back exactly, but X, the start, eta or delta holds floats. Use integers, "
            "X.astype(int), or fractions.Fraction"
        )
    return rows.astype(object), signs.astype(object), start.astype(object), b0, eta, delta
