"""The perceptron's relatives: its average, its pocket, and its form for kernels.

Chapter *Better perceptrons* defines every term.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks
from perceptron_lib.checks import Array, Number
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.passes import Mistakes, Rows, counted, most_visits, run_passes
from perceptron_lib.training import Run, compiled


def survival(run: Run) -> NDArray[np.int64]:
    """Return how many visits each of `run.weights` was in force for, from the visit that made it: shape (k + 1,).

    The counts add up to `run.visits`. In the voted perceptron of Freund and Schapire (1999) they are the votes that
    each of the weights has.
    """
    return np.diff(run.mistakes.visit, prepend=0, append=run.visits)


def average(run: Run) -> Halfspace:
    """Return the averaged perceptron: the mean of the weights after each visit of the run.

    An update at visit t (from 0) of T is in T - t of these weights, so one sum over the mistakes gives the mean.

    Notes
    -----
    Source: Freund and Schapire (1999). Exact for a run in exact numbers, else a float.
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
    Source: Gallant (1990).
    """
    w = run.weights[run.accuracy.argmax()]
    return Halfspace(w[:-1], w[-1])


def _visit(
    K: Any, y: Any, rows: Any, passes: int, coefficients: Any, scores: Any, eta: Any, delta: Any, when: Any
) -> tuple[int, int]:  # Numba infers the types
    """Visit as in `training.visit`; on a mistake, update coefficients and scores in place, note when. Count both."""
    updates = visits = 0
    for _ in range(passes):
        before = updates
        for i in rows:
            if y[i] * scores[i] <= delta:
                if updates == len(when):
                    return updates, visits
                coefficients[i] += eta * y[i]
                scores += eta * y[i] * (K[i] + 1)
                when[updates] = visits
                updates += 1
            visits += 1
        if updates == before:
            break
    return updates, visits


@dataclass(frozen=True, eq=False)
class KernelRun:
    """A finished run of the kernel perceptron: w = sum of coefficients[i] * phi(x_i), and b is their sum.

    Attributes
    ----------
    coefficients : array of shape (n,)
        eta * y_i times the mistakes made on example i.
    mistakes : Mistakes
    visits : int
        Visits to examples, in all passes together.
    stopped : str
        As for `Run`.
    """

    coefficients: Array
    mistakes: Mistakes
    visits: int
    stopped: str

    @property
    def passes(self) -> int:
        """The passes begun."""
        return len(self.mistakes.per_pass)

    @property
    def b(self) -> Any:
        """The bias."""
        return self.coefficients.sum()

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
    max_passes: int = 1000,
    rng: np.random.Generator | int | None = None,
) -> KernelRun:
    """Train a perceptron from zero that sees its examples through a kernel only.

    With the linear kernel K = X @ X.T it is `train`, mistake by mistake.

    Parameters
    ----------
    K : array of shape (n, n)
        The kernel of every two examples; symmetric. The bias is our own: leave it out of K.
    y, eta, delta, order, max_passes, rng
        As in `train`.

    Returns
    -------
    KernelRun

    Notes
    -----
    Source: Aizerman, Braverman and Rozonoer (1964); Freund and Schapire (1999).
    """
    K = checks.features(K, name="K")
    n = len(K)
    if K.shape != (n, n):
        raise ValueError(f"K has shape {K.shape}, but needs (n, n): the kernel of every two examples")
    signs = checks.signs(y, n)
    zeros = checks.start(None, (n,), "start")
    K, zeros, _, eta, delta = checks.one_dtype(K, zeros, zeros, eta, delta, most_visits(order, n, max_passes))
    if not (np.allclose(K, K.T, atol=1e-8 * abs(K).max()) if K.dtype == np.float64 else np.array_equal(K, K.T)):
        raise ValueError("K is not symmetric; a kernel is, K[i, j] = K[j, i]")
    coefficients, scores, labels = zeros.copy(), zeros.copy(), signs.astype(K.dtype)
    loop = (K.dtype != object and compiled(_visit)) or _visit

    def visit_rows(rows: Rows, passes: int, budget: int) -> tuple[Array, int]:
        when = np.empty(min(passes * len(rows), budget), dtype=np.int64)
        updates, visits = loop(K, labels, rows, passes, coefficients, scores, eta, delta, when)
        return when[:updates], visits

    return KernelRun(coefficients, *run_passes(visit_rows, order, n, rng, max_passes))
