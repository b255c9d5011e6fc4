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
from perceptron_lib.halfspaces import pad
from perceptron_lib.passes import counted, rows_of_passes

MOST = 100_000  # weights that `reachable` collects before it gives up
State = tuple[Any, ...]  # the padded weights, in Python's own exact numbers


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
        """The mistakes in one cycle; 0 if the run has converged."""
        return int((self.weights[1:] != self.weights[:-1]).any(axis=1).sum())

    def __repr__(self) -> str:
        passes = counted(self.passes, "pass")
        return f"Cycle({self.steps} steps ({passes}) with {self.mistakes} mistakes, after {self.before} steps)"


def find_cycle(
    X: ArrayLike,
    y: ArrayLike,
    *,
    order: str | Sequence[int] | NDArray[Any] = "cyclic",
    max_steps: int = 1_000_000,
) -> Cycle:
    """Run the perceptron from zero, with eta = 1 and delta = 0, until its state repeats, and return the cycle.

    Parameters
    ----------
    X : array of shape (n, d)
        Integers, or an object array of integers and `fractions.Fraction`.
    y : array of shape (n,)
        As in `train`.
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
    The weights stay bounded (Block and Levin 1970), and there are finitely many multiples of one fraction within a
    bound, so a state must come back.
    """
    signed = _signed(X, y)
    if isinstance(order, str) and order != "cyclic":
        raise ValueError(f"order must be fixed for a run to cycle, 'cyclic' or a sequence of rows, but is {order!r}")
    rows = next(rows_of_passes(order, len(signed), None)).tolist()
    state: State = (0,) * len(signed[0])
    seen: dict[tuple[State, int], int] = {}
    path = []
    for t in range(checks.count(max_steps, "max_steps") + 1):
        path.append(state)
        at = t % len(rows)
        before = seen.setdefault((state, at), t)
        if before < t:
            visited = np.array([rows[step % len(rows)] for step in range(before, t)])
            largest = max(sum(value * value for value in weights) for weights in path)
            return Cycle(before, np.array(path[before:], dtype=object), visited, len(rows), largest)
        state = _visited(state, signed[rows[at]])
    raise ValueError(f"no state came back within {max_steps} steps; try a larger max_steps")


def reachable(X: ArrayLike, y: ArrayLike) -> Array:
    """Return all weights that some order of the examples leads to, from zero: the padded weights, one a row.

    Parameters
    ----------
    X, y
        As in `find_cycle`.

    Returns
    -------
    array of shape (m, d + 1)
        In the order in which they were found; the start comes first.

    Raises
    ------
    ValueError
        If an input is unusable or not exact, or there are more than 100,000.

    Notes
    -----
    There are finitely many, separable or not.
    """
    signed = _signed(X, y)
    found: dict[State, None] = {(0,) * len(signed[0]): None}
    fresh = list(found)
    while fresh:
        after = dict.fromkeys(_visited(state, z) for state in fresh for z in signed)
        fresh = [state for state in after if state not in found]
        found.update(dict.fromkeys(fresh))
        if len(found) > MOST:
            raise ValueError(f"more than {MOST:,} weights can be reached; take fewer examples or smaller numbers")
    return np.array(list(found), dtype=object)


def _visited(state: State, z: State) -> State:
    """Return the weights after the visit to an example, given as z = y (x, 1)."""
    mistake = sum(a * c for a, c in zip(state, z, strict=True)) <= 0
    return tuple(a + c for a, c in zip(state, z, strict=True)) if mistake else state


def _signed(X: ArrayLike, y: ArrayLike) -> list[State]:
    """Return y_i (x_i, 1) for every example."""
    X = checks.features(X)
    if X.dtype == np.float64:
        raise ValueError(
            "only exact numbers come back exactly, but X holds floats. Use integers, X.astype(int), or "
            "fractions.Fraction"
        )
    signs = checks.signs(y, len(X)).astype(object)
    return [tuple(row) for row in (signs[:, None] * pad(X.astype(object))).tolist()]
