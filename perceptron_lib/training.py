"""The perceptron algorithm, once.

`_steps` is the whole algorithm and the only place where it stands. Numba compiles it where Numba is installed;
elsewhere, and for exact numbers, Python runs it as it is. `passes` chooses the order of the examples and decides when
to stop; what is kept are the mistakes, from which the path of the weights follows.

Chapter *The algorithm* defines every term.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks, passes
from perceptron_lib.checks import Array, Number
from perceptron_lib.halfspaces import Halfspace, pad
from perceptron_lib.passes import Passes, Progress, counted


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


WIDE = 16  # from so many multiplications a visit on, NumPy finds the next mistake sooner than the plain loop


@dataclass(frozen=True, eq=False)
class Mistakes:
    """The mistakes of a run in the order in which they were made; each led to one update.

    Attributes
    ----------
    example : int array of shape (k,)
        The row of X on which each mistake was made.
    per_pass : int array of shape (passes,)
        How many mistakes each pass made.
    when : int array of shape (k,), or int
        The visits to examples before each mistake, in all passes together; or the number of rows if every pass takes
        them as they stand, so that example and pass tell the time. `visit` gives the times in either case.
    """

    example: NDArray[np.intp]
    per_pass: NDArray[np.int64]
    when: NDArray[np.int64] | int

    @cached_property
    def in_pass(self) -> NDArray[np.int64]:
        """The pass in which each mistake was made, counted from 1: shape (k,)."""
        return np.repeat(np.arange(1, len(self.per_pass) + 1), self.per_pass)

    @cached_property
    def visit(self) -> NDArray[np.int64]:
        """The visits to examples before each mistake, in all passes together: shape (k,)."""
        return (self.in_pass - 1) * self.when + self.example if isinstance(self.when, int) else self.when

    def __len__(self) -> int:
        return len(self.example)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(zip(self.example.tolist(), self.in_pass.tolist(), strict=True))


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
    passes, visits : int
        Passes begun, the last one included even where it was cut short; visits to examples in them.
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
    visits: int
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
    problem = problem_of(X, y, w0, b0, eta, delta)
    rules = Passes(
        order,
        len(problem.X),
        rng,
        max_passes=max_passes,
        max_updates=max_updates,
        max_seconds=max_seconds,
        watch=watch,
        patience=patience,
        tol=tol,
        validation=validation,
        callback=callback,
        progress=progress,
    )
    return train_checked(problem, rules)


class Problem(NamedTuple):
    """What a run needs, checked and of one kind of numbers."""

    X: Array
    reach: Any  # of X, see `checks`
    y: NDArray[np.int8]
    classes: tuple[Any, Any]
    w0: Array
    b0: Number
    eta: Number
    delta: Number


def train_checked(problem: Problem, rules: Passes) -> Run:
    """Train on what has been checked already."""
    learner = _Perceptron(problem)
    trace = rules.run(learner)
    w, b = learner.weights()
    mistakes = Mistakes(trace.rows, trace.per_pass, trace.when)
    return Run(
        w=w,
        b=b,
        mistakes=mistakes,
        passes=len(trace.per_pass),
        visits=trace.visits,
        stopped=trace.stopped,
        classes=problem.classes,
        X=problem.X,
        y=problem.y,
        w0=problem.w0,
        b0=problem.b0,
        eta=problem.eta,
        delta=problem.delta,
    )


def problem_of(
    X: ArrayLike, y: ArrayLike, w0: ArrayLike | None, b0: Number, eta: Number, delta: Number, name: str = "X"
) -> Problem:
    """Check what every run needs."""
    rows, reach = checks.measured_features(X, name=name)
    signs, classes = checks.labels(y, len(rows))
    start = np.zeros(rows.shape[1], dtype=np.int64) if w0 is None else checks.numbers(w0, "w0")
    if start.shape != (rows.shape[1],):
        raise ValueError(f"w0 has shape {start.shape}, but needs one weight for each of the {rows.shape[1]} features")
    b0, eta = checks.number(b0, "b0"), checks.number(eta, "eta", above=0)
    delta = checks.number(delta, "delta", least=0)
    rows, start, b0, eta, delta = one_kind(rows, start, b0, eta, delta)
    return Problem(rows, reach, signs, classes, start, b0, eta, delta)


class LoopLearner:
    """A learner whose loop is compiled where it can be, and called for a block of visits at a time."""

    def __init__(self, steps: Callable[..., Any], X: Array, reach: Any, eta: Number, width: int = 1) -> None:
        self.dtype, self.reach, self.width = X.dtype, reach, width  # of a visit, in multiplications
        loop = compiled(steps) if X.dtype != object else None
        self.steps, self.plain = loop or steps, loop is None
        self.kind = np.dtype(object) if self.plain else X.dtype  # plain Python is quickest on Python's own numbers
        self.X, self.eta = X.astype(self.kind, copy=False), eta
        self.noted = np.empty(passes.BLOCK, dtype=np.uint32)  # when the mistakes of the block at hand were made

    def loop(self, order: Any, noted: NDArray[np.uint32]) -> tuple[int, int]:
        """Run `steps`. Return the number of updates, at most as many as can be noted, and of visits."""
        raise NotImplementedError

    def fits(self, growth: Number) -> bool:
        """Whether no score overflows while every weight grows by at most `growth`."""
        raise NotImplementedError

    def largest_weight(self) -> Any:
        """Return the largest absolute value of a weight, to tell in an error."""
        raise NotImplementedError

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

    def at_rest(self) -> bool:
        """Whether every example is right, seen by a visit that may not update."""
        everyone = np.arange(len(self.X), dtype=np.uint32)
        return self._run(everyone, self.noted[:0])[1] == len(everyone)

    def unsure(self, rows: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which of these rows are not surely right, whatever the rounding of their scores."""
        raise NotImplementedError

    def rounding(self, terms: int, weights: float, bias: Any) -> float:
        """Return a bound on how far two ways of adding up a score lie apart, for weights with this sum of sizes."""
        if self.dtype != np.float64:
            return 0
        return 4 * (terms + 2) * float(np.finfo(float).eps) * (float(self.reach) * weights + float(bias))

    def _run(self, order: NDArray[np.uint32], noted: NDArray[np.uint32]) -> tuple[int, int]:
        if not self.plain:
            return self.loop(order, noted)
        if self.dtype == object or self.width < WIDE:
            return self.loop(order.tolist(), noted)
        return self._run_in_jumps(order, noted)

    def _run_in_jumps(self, order: NDArray[np.uint32], noted: NDArray[np.uint32]) -> tuple[int, int]:
        """Run the plain loop on what may be a mistake, and on nothing else."""
        k = t = 0
        while (t := self._next_unsure(order, t)) < len(order):
            made, seen = self.loop(order[t : t + 1].tolist(), noted[k : k + 1])
            if not seen:  # no update is left
                break
            noted[k : k + made] = t
            k, t = k + made, t + 1
        return k, t

    def _next_unsure(self, order: NDArray[np.uint32], t: int) -> int:
        size = 16
        while t < len(order):
            unsure = self.unsure(order[t : t + size])
            if unsure.any():
                return t + int(unsure.argmax())
            t, size = t + len(unsure), min(3 * size, 4096)
        return t

    def _safe_visits(self, visits: int) -> int:
        """Return how many of the next visits, BLOCK at most, cannot overflow; refuse if one already could."""
        visits, growth = min(visits, passes.BLOCK), self.eta * max(self.reach, 1)
        while not self.fits(visits * growth):
            if visits == 1:
                remedy = "Rescale the features"
                if self.dtype == np.int64:
                    remedy += ", or pass X.astype(object) to train on integers of any size"
                raise ValueError(
                    f"the weights could overflow {self.dtype} in the next update: features reach "
                    f"{checks.largest(self.X):.3g}, weights {self.largest_weight():.3g}, "
                    f"and eta is {self.eta:.3g}. {remedy}"
                )
            visits //= 2
        return visits


class _Perceptron(LoopLearner):
    """The weights of one perceptron in training."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(_steps, problem.X, problem.reach, problem.eta, width=problem.X.shape[1])
        self.problem = problem
        self.y: Any = problem.y.astype(object) if self.plain else problem.y
        self.w, self.b = problem.w0.astype(self.kind), problem.b0
        self.delta: Any = problem.delta

    def loop(self, order: Any, noted: NDArray[np.uint32]) -> tuple[int, int]:
        self.b, k, seen = self.steps(self.X, self.y, order, self.w, self.b, self.eta, self.delta, noted)
        return k, seen

    def unsure(self, rows: NDArray[np.uint32]) -> NDArray[np.bool_]:
        X, y, w = self.problem.X, self.problem.y, self.weights()[0]
        agreement = y[rows] * (X[rows] @ w + self.b)
        unsure: NDArray[np.bool_] = agreement <= self.delta + self.rounding(len(w), abs(w).sum(), abs(self.b))
        return unsure

    def fits(self, growth: Number) -> bool:
        return checks.fits(self.dtype, self.reach, self.w, self.b, growth)

    def largest_weight(self) -> Any:
        return max(checks.largest(self.w), abs(self.b))

    def weights(self) -> tuple[Array, Any]:
        """Return a copy of w, in the kind of numbers that the data have, and b."""
        return self.w.astype(self.dtype), self.b

    def measure(self, what: str, validation: tuple[ArrayLike, ArrayLike] | None) -> Callable[[], float]:
        """Return a function that gives the share of mistakes, on the examples themselves or on others."""
        X, y = self.problem.X, self.problem.y
        if validation is not None:
            X, y = checks.validation(*validation, X.shape[1], self.problem.classes)
        return lambda: float(np.mean(y * Halfspace(self.w, self.b).score(X) <= self.delta))


def one_kind(
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


@cache
def compiled(steps: Callable[..., Any]) -> Callable[..., Any] | None:
    """Compile a loop, or return None where there is no Numba, or it is off. Imported here: only a fit needs it."""
    try:
        from numba import njit
    except ImportError:
        return None
    # The sum of a score may be taken in any order; nothing else may change (fused multiply-adds would change w).
    loop: Callable[..., Any]
    try:
        loop = njit(cache=True, fastmath={"reassoc"})(steps)
    except RuntimeError:  # there is no folder to keep the compiled loop in
        loop = njit(fastmath={"reassoc"})(steps)
    return None if loop is steps else loop  # under NUMBA_DISABLE_JIT=1 Numba gives back what it got
