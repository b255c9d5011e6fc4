"""The perceptron's relatives: its average, its pocket, and its form for kernels.

Chapter *Beyond* defines every term.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks
from perceptron_lib.checks import Array, Number
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.passes import Passes, Rules, counted
from perceptron_lib.training import LoopLearner, Mistakes, Problem, Run, problem_of


def survival(run: Run) -> NDArray[np.int64]:
    """Return how many visits each of `run.weights` was in force for, from the visit that made it: shape (k + 1,).

    The counts add up to `run.visits`. In the voted perceptron of Freund and Schapire (1999) they are the votes that
    each of the weights has.

    Notes
    -----
    Defined in the chapter *Beyond*.
    """
    return np.diff(run.mistakes.visit, prepend=0, append=run.visits)


def average(run: Run) -> Halfspace:
    """Return the averaged perceptron: the mean of the weights after each visit of the run.

    An update at visit t (from 0) of T is in T - t of these weights, so one sum over the mistakes gives the mean.

    Notes
    -----
    Source: Freund and Schapire (1999). Exact for a run in exact numbers, else a float. Defined in the chapter *Beyond*.
    """
    exact = run.w.dtype == object
    left = run.visits - run.mistakes.visit
    share = np.zeros(len(run.X), dtype=object if exact else np.float64)
    np.add.at(share, run.mistakes.example, left.astype(share.dtype))
    share = share * run.y.astype(share.dtype) * (run.eta * (Fraction(1, run.visits) if exact else 1 / run.visits))
    return Halfspace(run.w0 + share @ run.X, run.b0 + share.sum())


def pocket(run: Run) -> Halfspace:
    """Return the weights of the run that get the most of its examples right, the earliest of several.

    It is Gallant's pocket with a ratchet that looks after every update. It takes a sweep over all examples for each
    mistake of the run.

    Notes
    -----
    Source: Gallant (1990). Defined in the chapter *Beyond*.
    """
    w = run.weights[run.accuracy.argmax()]
    return Halfspace(w[:-1], w[-1])


def _steps(
    K: Any, y: Any, order: Any, coefficients: Any, scores: Any, eta: Any, delta: Any, mistakes: Any
) -> tuple[int, int]:  # Numba infers the types
    """Visit the examples in order; on a mistake, update coefficients and scores in place and note when. Count both."""
    k = 0
    for t in range(len(order)):
        i = order[t]
        if y[i] * scores[i] <= delta:
            if k == len(mistakes):  # no update is left
                return k, t
            coefficients[i] += eta * y[i]
            for j in range(len(scores)):
                scores[j] += eta * y[i] * (K[i, j] + 1)
            mistakes[k] = t
            k += 1
    return k, len(order)


@dataclass(frozen=True, eq=False)
class KernelRun:
    """A finished run of the kernel perceptron: w = sum of coefficients[i] * phi(x_i), and b is their sum.

    Attributes
    ----------
    coefficients : array of shape (n,)
        eta * y_i times the mistakes made on example i.
    mistakes : Mistakes
    passes, visits : int
        Passes begun, and visits to examples in them.
    stopped : str
        As for `Run`.
    classes : tuple
        The two labels; the second is the one called +1.

    Notes
    -----
    Defined in the chapter *Beyond*.
    """

    coefficients: Array
    mistakes: Mistakes
    passes: int
    visits: int
    stopped: str
    classes: tuple[Any, Any]

    @property
    def b(self) -> Any:
        """The bias."""
        return self.coefficients.sum()

    def score(self, K: ArrayLike) -> Array:
        """Return the scores of m points from their kernel values K with the n examples, shape (m, n): shape (m,)."""
        return Halfspace(self.coefficients, self.b).score(checks.features(K, len(self.coefficients), "K"))

    def __repr__(self) -> str:
        mistakes, passes = counted(len(self.mistakes), "mistake"), counted(self.passes, "pass")
        return f"KernelRun({mistakes} in {passes}, stopped: {self.stopped})"


def train_kernel(
    K: ArrayLike,
    y: ArrayLike,
    *,
    eta: Number = 1.0,
    delta: Number = 0.0,
    order: str | Sequence[int] | NDArray[Any] = "cyclic",
    rng: np.random.Generator | int | None = None,
    **rules: Unpack[Rules],
) -> KernelRun:
    """Train a perceptron from zero that sees its examples through a kernel only.

    With the linear kernel K = X @ X.T it is `train`, mistake by mistake.

    Parameters
    ----------
    K : array of shape (n, n)
        The kernel of every two examples; symmetric. The bias is our own: leave it out of K.
    y, eta, delta, order, rng
        As in `train`.
    max_passes, max_updates, max_seconds, callback, progress; watch="weights", patience, tol
        The rules of `train`, with the coefficients in the place of the weights.

    Returns
    -------
    KernelRun

    Raises
    ------
    ValueError
        If an input is unusable.

    Notes
    -----
    Source: Aizerman, Braverman and Rozonoer (1964); Freund and Schapire (1999). Defined in the chapter *Beyond*.
    """
    problem = problem_of(K, y, None, 0, eta, delta, "K")
    n = len(problem.X)
    if problem.X.shape != (n, n):
        raise ValueError(f"K has shape {problem.X.shape}, but needs (n, n): the kernel of every two examples")
    rounded = problem.X.dtype == np.float64 and np.allclose(
        problem.X, problem.X.T, atol=1e-8 * checks.largest(problem.X)
    )
    if not rounded and not np.array_equal(problem.X, problem.X.T):
        raise ValueError("K is not symmetric; a kernel is, K[i, j] = K[j, i]")
    return train_kernel_checked(problem, Passes(order, n, rng, **rules, watchable=("weights",)))


def train_kernel_checked(problem: Problem, rules: Passes) -> KernelRun:
    """Train on what has been checked already; X of the problem is K."""
    learner = _KernelPerceptron(problem)
    trace = rules.run(learner)
    return KernelRun(
        learner.weights()[0],
        Mistakes(trace.rows, trace.per_pass, trace.when),
        len(trace.per_pass),
        trace.visits,
        trace.stopped,
        problem.classes,
    )


class _KernelPerceptron(LoopLearner):
    """The coefficients in training, and the scores of all examples under them."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(_steps, problem.X, problem.reach, problem.eta)
        self.delta: Any = problem.delta
        self.y: Any = problem.y.astype(object) if self.plain else problem.y
        self.coefficients: Array = np.zeros(len(self.X), dtype=self.kind)
        self.scores: Array = np.zeros(len(self.X), dtype=self.kind)

    def loop(self, order: Any, noted: NDArray[np.uint32]) -> tuple[int, int]:
        k, seen = self.steps(self.X, self.y, order, self.coefficients, self.scores, self.eta, self.delta, noted)
        return k, seen

    def fits(self, growth: Number) -> bool:
        scores_fit = checks.fits(self.dtype, 1, self.scores, 0, 2 * growth)
        return scores_fit and checks.fits(self.dtype, 1, self.coefficients, 0, growth)

    def largest_weight(self) -> Any:
        return checks.largest(self.coefficients)

    def weights(self) -> tuple[Array, Any]:
        """Return a copy of the coefficients, and their sum, the bias."""
        return self.coefficients.astype(self.dtype), self.coefficients.sum()

    def measure(self, what: str, validation: tuple[ArrayLike, ArrayLike] | None) -> Callable[[], float]:
        """Only the weights can be watched."""
        raise NotImplementedError
