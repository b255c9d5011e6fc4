"""The perceptron algorithm.

`visit` is the whole of it: what a mistake is, and what it changes. Where Numba is installed, it compiles the same with
a loop in the place of every vector; exact numbers, and all others without Numba, are run as `visit` stands. `passes`
chooses the order of the examples and decides when to stop. What a run keeps are its mistakes: the path of the weights
follows from them.

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
from perceptron_lib.passes import Mistakes, Rows, counted, run_passes, stopping_criteria


def visit(
    X: Array, y: Array, rows: Rows, passes: int, w: Array, b: Any, eta: Any, delta: Any, mistakes: Rows
) -> tuple[Any, int, int]:
    """Visit the rows pass after pass, until one makes no mistake; on a mistake, update w in place and note the visit.

    Return b, the updates and the visits. It ends before an update that cannot be noted.
    """
    updates = visits = 0
    for _ in range(passes):
        before = updates
        for i in rows:
            if y[i] * (X[i] @ w + b) <= delta:
                if updates == len(mistakes):
                    return b, updates, visits
                w += eta * y[i] * X[i]
                b += eta * y[i]
                mistakes[updates] = visits
                updates += 1
            visits += 1
        if updates == before:
            break
    return b, updates, visits


def _visit_for_numba(
    X: Any, y: Any, rows: Any, passes: Any, w: Any, b: Any, eta: Any, delta: Any, mistakes: Any
) -> tuple[Any, int, int]:
    """Do the same as `visit`, with a loop in the place of every vector: this is what Numba makes fast."""
    updates = visits = 0
    for _ in range(passes):
        before = updates
        for i in rows:
            score = b
            for j in range(len(w)):
                score += X[i, j] * w[j]
            if y[i] * score <= delta:
                if updates == len(mistakes):
                    return b, updates, visits
                for j in range(len(w)):
                    w[j] += eta * y[i] * X[i, j]
                b += eta * y[i]
                mistakes[updates] = visits
                updates += 1
            visits += 1
        if updates == before:
            break
    return b, updates, visits


@cache
def compiled(loop: Callable[..., Any]) -> Callable[..., Any] | None:
    """Compile a loop, or return None where there is no Numba, or it is off. Imported here: only a fit needs it."""
    try:
        from numba import njit
    except ImportError:
        return None
    # The sum of a score may be taken in any order; nothing else may change (fused multiply-adds would change w).
    fast: Callable[..., Any]
    try:
        fast = njit(cache=True, fastmath={"reassoc"})(loop)
    except RuntimeError:  # there is no folder to keep the compiled loop in
        fast = njit(fastmath={"reassoc"})(loop)
    return None if fast is loop else fast  # under NUMBA_DISABLE_JIT=1 Numba gives back what it got


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
    `weights`, `loss` and `accuracy` are computed when first asked for, from
    an X that may be the caller's own array: do not change it while you use the run.
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
        return self._share(lambda margins: margins <= self.delta)

    @cached_property
    def accuracy(self) -> NDArray[np.float64]:
        """The share of examples with y * score > 0 after 0, 1, ..., k updates: shape (k + 1,)."""
        return self._share(lambda margins: margins > 0)

    def _share(self, test: Callable[[Array], Array]) -> NDArray[np.float64]:
        rows = max(1, 4_000_000 // len(self.X))  # of weights at a time: at most 32 MB of scores
        signed = pad(self.X) * self.y[:, None].astype(self.w.dtype)
        parts = [self.weights[k : k + rows] for k in range(0, len(self.weights), rows)]
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
        in int64, or as Python's own where they might reach 2**53, and an object array of integers and
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
        The randomness of "shuffled" and "random"; None draws anew in every run. How far a Generator is advanced
        beyond what the run used is not defined.

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
    visits = len(X) * checks.count(max_passes, "max_passes")
    X, start, bias, eta, delta = checks.one_dtype(X, start, bias, eta, delta, visits)
    w, b, labels = start.copy(), bias.item(), signs.astype(X.dtype)
    fast = compiled(_visit_for_numba) if X.dtype != object else None

    def visit_rows(rows: Rows, passes: int, budget: int) -> tuple[Rows, int]:
        nonlocal b
        when = np.empty(min(passes * len(rows), budget), dtype=np.int64)
        loop, rows = (fast, rows) if fast else (visit, rows.tolist())  # plain Python is quicker on its own integers
        b, updates, visits = loop(X, labels, rows, passes, w, b, eta, delta, when)
        return when[:updates], visits

    def error(X: Array, y: Array) -> float:
        return float(np.mean(y * Halfspace(w, b).score(X) <= delta))

    held_out = None if validation is None else _held_out(validation, X.shape[1], y, signs)
    watched = {
        "training error": lambda: error(X, signs),
        "validation error": held_out and (lambda: error(*held_out)),
        "weights": lambda: np.append(w, b),
    }
    criteria = stopping_criteria(max_seconds, watch, watched, patience, tol)
    mistakes, visits, stopped = run_passes(visit_rows, order, len(X), rng, max_passes, max_updates, criteria)
    b = np.asarray(b, dtype=X.dtype).item()
    return Run(w, b, mistakes, visits, stopped, X, signs, start, bias.item(), eta, delta)


def _held_out(validation: Any, d: int, y: ArrayLike, signs: NDArray[np.int8]) -> tuple[Array, NDArray[np.int64]]:
    """Return the validation examples, their labels -1 and +1 as in the training examples."""
    try:
        rows, labels = validation
    except (TypeError, ValueError) as error:
        raise ValueError("validation must be a pair (X, y)") from error
    X = checks.features(rows, d, "validation X")
    codes = dict(zip(np.asarray(y).tolist(), signs.tolist(), strict=True))
    return X, checks.coded(labels, len(X), codes, "validation y")
