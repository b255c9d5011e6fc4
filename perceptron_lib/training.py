"""The perceptron algorithm.

`visit` is the algorithm: what a mistake is, and what it changes. `_visit_for_numba` is the same, spelled out for Numba.
`train` checks the input; `passes.run_passes` calls `visit` pass after pass and decides when to stop; a `Run` is the
result. It keeps the mistakes, from which all weights on the way can be computed again.

Chapter *The algorithm* defines every term.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks
from perceptron_lib.checks import Array, Number
from perceptron_lib.halfspaces import Halfspace, pad
from perceptron_lib.passes import Mistakes, Rows, counted, most_visits, run_passes, stopping_criteria


def visit(
    X: Array, y: Array, rows: Any, passes: int, w: Array, b: Any, eta: Any, delta: Any, when: Array
) -> tuple[Any, int, int]:
    """Visit the rows, pass after pass, until a pass makes no mistake; update w in place.

    `when` is filled: when[k] becomes the number of visits before mistake k. Its length is the largest number of updates
    allowed; the visit that would need one more is not made. Return the new b, the updates and the visits.
    """
    updates = visits = 0
    for _ in range(passes):
        before = updates
        for i in rows:
            if y[i] * (X[i] @ w + b) <= delta:
                if updates == len(when):
                    return b, updates, visits
                w += eta * y[i] * X[i]
                b += eta * y[i]
                when[updates] = visits
                updates += 1
            visits += 1
        if updates == before:
            break
    return b, updates, visits


def _visit_for_numba(
    X: Any, y: Any, rows: Any, passes: Any, w: Any, b: Any, eta: Any, delta: Any, when: Any
) -> tuple[Any, int, int]:
    """Do the same as `visit`: Numba cannot multiply vectors of integers by @, and makes plain loops fastest."""
    updates = visits = 0
    for _ in range(passes):
        before = updates
        for i in rows:
            score = b
            for j in range(len(w)):
                score += X[i, j] * w[j]
            if y[i] * score <= delta:
                if updates == len(when):
                    return b, updates, visits
                for j in range(len(w)):
                    w[j] += eta * y[i] * X[i, j]
                b += eta * y[i]
                when[updates] = visits
                updates += 1
            visits += 1
        if updates == before:
            break
    return b, updates, visits


@cache
def compiled(loop: Callable[..., Any]) -> Callable[..., Any] | None:
    """Compile a loop, or return None where Numba is missing or off. It is imported here: only a run needs it."""
    try:
        from numba import njit
    except ImportError:
        return None
    # "reassoc" lets the terms of a score be added in any order, several at a time. Nothing else is allowed: a multiply
    # and an add fused into one operation, say, would round w otherwise than scikit-learn does.
    fast: Callable[..., Any]
    try:
        fast = njit(cache=True, fastmath={"reassoc"})(loop)
    except RuntimeError:  # Numba finds no folder that it may write the compiled loop to
        fast = njit(fastmath={"reassoc"})(loop)
    return None if fast is loop else fast  # under NUMBA_DISABLE_JIT=1 Numba returns the loop as it was


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
    visits : int
        Visits to examples, in all passes together.
    stopped : str
        Why the run stopped: "no mistakes" (a pass without one), or the name of the stopping criterion.
    X, y, w0, b0, eta, delta
        What was run: the features as numbers, the labels as -1 and +1, the start, the learning rate, the threshold.

    Notes
    -----
    `weights`, `training_error` and `accuracy` are computed when first asked for, from an X that may be the caller's own
    array: do not change it while you use the run.
    """

    w: Array
    b: Number
    mistakes: Mistakes
    visits: int
    stopped: str
    X: Array
    y: NDArray[np.int8]
    w0: Array
    b0: Number
    eta: Number
    delta: Number

    @property
    def passes(self) -> int:
        """The passes begun, the last one included even where it was cut short."""
        return len(self.mistakes.per_pass)

    @property
    def converged(self) -> bool:
        """Whether a pass made no mistake (where the order names some rows only: on these)."""
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
    def training_error(self) -> NDArray[np.float64]:
        """The share of examples that are mistakes, y * score <= delta, after 0, 1, ..., k updates: shape (k + 1,)."""
        return self._share(lambda margins: margins <= self.delta)

    @cached_property
    def accuracy(self) -> NDArray[np.float64]:
        """The share of examples with y * score > 0 after 0, 1, ..., k updates: shape (k + 1,)."""
        return self._share(lambda margins: margins > 0)

    def _share(self, test: Callable[[Array], Array]) -> NDArray[np.float64]:
        signed = pad(self.X) * self.y[:, None].astype(self.w.dtype)
        size = max(1, 4_000_000 // len(self.X))  # some of the weights at a time: about 32 MB of scores
        parts = [self.weights[k : k + size] for k in range(0, len(self.weights), size)]
        return np.concatenate([test(part @ signed.T).mean(axis=1) for part in parts]).astype(np.float64)

    def __repr__(self) -> str:
        mistakes, passes = counted(len(self.mistakes), "mistake"), counted(self.passes, "pass")
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
) -> Run:
    """Train a perceptron: visit the examples one by one and, on each mistake, add eta * y * x to w, eta * y to b.

    Parameters
    ----------
    X : array of shape (n, d)
        The features. Floats are run in float64 (an array that already is float64 in C order is not copied), integers
        in int64, or as Python's integers if a weight or score might reach 2**53, and an object array of integers and
        `fractions.Fraction` exactly.
    y : array of shape (n,)
        Labels, any two values; the larger one is called +1. One class alone must be labelled -1 or +1.
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
        Examples to watch but not to learn from, with the labels of y.
    rng : Generator or seed, optional
        The randomness of "shuffled" and "random"; None draws anew in every run.

    Returns
    -------
    Run

    Raises
    ------
    ValueError
        If an input is unusable (the message says what, where, and what to do), or if the weights could grow beyond the
        floats.

    Notes
    -----
    The run ends by itself ("no mistakes") after a pass without a mistake; for "random", which may miss rows,
    only if no row at all is a mistake. Two runs on floats may differ where two ways of adding up the same score
    fall on different sides of delta by rounding; on integers and fractions nothing differs.

    Source: Rosenblatt (1958); the threshold delta and the start as in the lectures.
    """
    X = checks.features(X)
    signs = checks.signs(y, len(X))
    start, bias = checks.start(w0, X.shape[1:], "w0"), checks.start(b0, (), "b0")
    most = most_visits(order, len(X), max_passes)
    X, start, bias, eta, delta = checks.one_dtype(X, start, bias, eta, delta, most)
    w, b, labels = start.copy(), bias.item(), signs.astype(X.dtype)
    loop = (X.dtype != object and compiled(_visit_for_numba)) or visit

    def visit_rows(rows: Rows, passes: int, budget: int) -> tuple[Array, int]:
        nonlocal b  # a number cannot change in place, as w does
        when = np.empty(min(passes * len(rows), budget), dtype=np.int64)
        b, updates, visits = loop(X, labels, rows, passes, w, b, eta, delta, when)
        return when[:updates], visits

    def error(examples: Array, their_signs: Array) -> float:
        return float(np.mean(their_signs * Halfspace(w, b).score(examples) <= delta))

    held_out = None if validation is None else _held_out(validation, X.shape[1], y, signs)
    watched = {
        "training error": lambda: error(X, signs),
        "validation error": None if held_out is None else lambda: error(*held_out),
        "weights": lambda: np.append(w, b),
    }
    criteria = stopping_criteria(max_seconds, watch, watched, patience, tol)
    mistakes, visits, stopped = run_passes(visit_rows, order, len(X), rng, max_passes, max_updates, criteria)
    b = np.asarray(b, dtype=X.dtype).item()  # Python's number, where NumPy made it its own
    return Run(w, b, mistakes, visits, stopped, X, signs, start, bias.item(), eta, delta)


def _held_out(validation: Any, d: int, y: ArrayLike, signs: NDArray[np.int8]) -> tuple[Array, NDArray[np.int64]]:
    """Return the validation examples, their labels -1 and +1 as in the training examples."""
    try:
        X_held_out, y_held_out = validation
    except (TypeError, ValueError) as error:
        raise ValueError("validation must be a pair (X, y)") from error
    X_held_out = checks.features(X_held_out, d, "validation X")
    sign_of = dict(zip(np.asarray(y).tolist(), signs.tolist(), strict=True))
    if len(sign_of) == 1:  # one class alone, which is labelled -1 or +1
        sign_of = {-1: -1, 1: 1}
    return X_held_out, checks.coded(y_held_out, len(X_held_out), sign_of, "validation y")
