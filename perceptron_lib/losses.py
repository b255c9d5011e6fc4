"""Losses as functions of the functional margin y * score, and descent on them.

Chapter *Losses* defines every term.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks
from perceptron_lib.checks import Number
from perceptron_lib.halfspaces import Halfspace, pad
from perceptron_lib.passes import counted, rows_of_passes

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Loss:
    """What one example costs, as a function of its functional margin m = y * score, large where the score is right.

    Parameters
    ----------
    name : str
    value : function
        From functional margins, an array of any shape, to the costs.
    slope : function
        From functional margins to the derivatives of the cost. At a kink it is one of the subgradients; each loss of
        this module says which one.

    Notes
    -----
    Calling a loss checks its argument: `hinge(0.5)` is `hinge.value` of 0.5.
    """

    name: str
    value: Callable[[Floats], Floats]
    slope: Callable[[Floats], Floats]

    def __call__(self, margins: ArrayLike) -> Floats:
        """Return the cost at each functional margin, in the same shape."""
        return self.value(checks.floats(margins, "margins"))

    def __repr__(self) -> str:
        return f"Loss({self.name})"


def shifted_hinge(delta: Number) -> Loss:
    """Return max(0, delta - m): zero iff the example clears the threshold, with slope -1 below it.

    At the kink m = delta the slope is -1, so that an example with y * score <= delta leads to an update: then
    stochastic descent is the perceptron with threshold delta.

    Parameters
    ----------
    delta : number >= 0
        0 gives the perceptron's own loss, 1 the hinge loss.
    """
    delta = float(checks.number(delta, "delta", least=0))
    name = {0.0: "perceptron", 1.0: "hinge"}.get(delta, f"hinge shifted to {delta:g}")
    return Loss(name, lambda m: np.maximum(delta - m, 0), lambda m: -(m <= delta).astype(np.float64))


def _logistic_slope(m: Floats) -> Floats:
    e = np.exp(-np.abs(m))  # never overflows
    slope: Floats = -np.where(m > 0, e, 1) / (1 + e)
    return slope


# At its jump m = 0 the 0-1 loss counts a mistake, as everywhere in the book. Its slope is 0 wherever it has one, and
# at the jump too: nothing tells a descent which way to go.
zero_one = Loss("0-1", lambda m: np.where(m <= 0, 1.0, 0.0), lambda m: np.zeros_like(m))
perceptron = shifted_hinge(0)
hinge = shifted_hinge(1)
logistic = Loss("logistic", lambda m: np.logaddexp(0, -m), _logistic_slope)
squared = Loss("squared", lambda m: (1 - m) ** 2, lambda m: 2 * (m - 1))


def objective(
    weights: ArrayLike, X: ArrayLike, y: ArrayLike, loss: Loss = perceptron, *, penalty: Number = 0
) -> Floats:
    """Return the mean loss plus penalty / 2 * ||w||^2 for each row (w, b) of padded weights; the bias is not penalised.

    Parameters
    ----------
    weights : array of shape (m, d + 1)
    X : array of shape (n, d)
    y : array of shape (n,)
        Two labels; the larger one is +1.
    loss : Loss, default `perceptron`
    penalty : number >= 0, default 0

    Returns
    -------
    float array of shape (m,)
    """
    _check(loss)
    signed = _signed(X, y)
    path = checks.floats(checks.features(weights, signed.shape[1], "weights"), "weights")
    penalty = float(checks.number(penalty, "penalty", least=0))
    at_once = max(1, 4_000_000 // len(signed))  # at most 32 MB of margins
    with np.errstate(over="ignore"):  # then the objective is infinite
        means = [loss.value(path[k : k + at_once] @ signed.T).mean(axis=1) for k in range(0, len(path), at_once)]
        total: Floats = np.concatenate(means)
        if penalty:
            total += penalty / 2 * (path[:, :-1] ** 2).sum(axis=1)
    return total


def gradient(weights: ArrayLike, X: ArrayLike, y: ArrayLike, loss: Loss = perceptron, *, penalty: Number = 0) -> Floats:
    """Return the (sub)gradient of `objective` at the padded weights (w, b): shape (d + 1,).

    It is the mean of slope(m_i) * y_i * (x_i, 1), plus penalty * (w, 0). Parameters as for `objective`.
    """
    _check(loss)
    signed = _signed(X, y)
    w = checks.floats(weights, "weights")
    if w.shape != signed.shape[1:]:
        raise ValueError(f"weights has shape {w.shape}, but needs (w, b), shape {signed.shape[1:]}")
    return _gradient(loss.slope(signed @ w), signed, w, float(checks.number(penalty, "penalty", least=0)))


def _check(loss: Any) -> None:
    if not isinstance(loss, Loss):
        raise ValueError(f"loss must be a Loss such as losses.hinge, but is {loss!r}")


def _signed(X: ArrayLike, y: ArrayLike) -> Floats:
    """Return the rows y_i * (x_i, 1)."""
    rows = checks.floats(checks.features(X), "X")
    signed: Floats = pad(rows) * checks.signs(y, len(rows))[:, None]
    return signed


def _gradient(slopes: Floats, signed: Floats, w: Floats, penalty: float) -> Floats:
    """Return the gradient from the slopes of the loss at each of the signed rows."""
    gradient: Floats = slopes @ signed / len(signed)
    if penalty:
        gradient[:-1] += penalty * w[:-1]
    return gradient


@dataclass(frozen=True, eq=False)
class Descent:
    """A finished descent: the weights, and the whole path that led to them.

    Attributes
    ----------
    weights : float array of shape (k + 1, d + 1)
        The padded weights (w, b) after 0, 1, ..., k updates. A step on which the gradient is zero is no update.
    batches : tuple of k int arrays
        The rows of X that each update was made on.
    per_pass : int array of shape (passes,)
        The updates of each pass.
    stopped : str
        "no updates" (a pass in which every gradient was zero), or "max_passes".
    X, y, loss, penalty
        What was descended on: the labels as -1 and +1.
    """

    weights: Floats
    batches: tuple[NDArray[np.int64], ...]
    per_pass: NDArray[np.int64]
    stopped: str
    X: Floats
    y: NDArray[np.int8]
    loss: Loss
    penalty: float

    @property
    def w(self) -> Floats:
        """The weights at the end: shape (d,)."""
        return self.weights[-1, :-1]

    @property
    def b(self) -> float:
        """The bias at the end."""
        return float(self.weights[-1, -1])

    @property
    def halfspace(self) -> Halfspace:
        """The halfspace that was learned."""
        return Halfspace(self.w, self.b)

    @property
    def passes(self) -> int:
        """The passes begun."""
        return len(self.per_pass)

    @cached_property
    def objective(self) -> Floats:
        """The mean loss with its penalty after 0, 1, ..., k updates: shape (k + 1,)."""
        return objective(self.weights, self.X, self.y, self.loss, penalty=self.penalty)

    def __repr__(self) -> str:
        updates, passes = counted(len(self.batches), "update"), counted(self.passes, "pass")
        w = np.array2string(self.w, threshold=8, precision=4)
        return f"Descent({updates} in {passes}, stopped: {self.stopped}, w={w}, b={self.b:.4g})"


def descend(
    X: ArrayLike,
    y: ArrayLike,
    loss: Loss = perceptron,
    *,
    batch_size: int | None = None,
    eta: Number | Callable[[int], float] = 1.0,
    penalty: Number = 0.0,
    w0: ArrayLike | None = None,
    b0: Number = 0.0,
    order: str | Sequence[int] | NDArray[Any] = "cyclic",
    max_passes: int = 1000,
    rng: np.random.Generator | int | None = None,
) -> Descent:
    """Go down the mean loss: w -= eta * gradient, each gradient taken on all examples or on the next few.

    Parameters
    ----------
    X : array of shape (n, d)
        Computed in float64, whatever the numbers are.
    y : array of shape (n,)
        Two labels; the larger one is +1.
    loss : Loss, default `perceptron`
    batch_size : int, optional
        The examples of one step: None is all of them (batch descent), 1 is stochastic descent, and between them are
        mini-batches. The last batch of a pass may be smaller.
    eta : number > 0, or function of the step number 0, 1, 2, ... that returns one; default 1
        The step size, or its schedule.
    penalty : number >= 0, default 0
        Adds penalty / 2 * ||w||^2 to every objective, also to that of a single example.
    w0, b0, order, max_passes, rng
        As in `train`.

    Returns
    -------
    Descent

    Raises
    ------
    ValueError
        If an input is unusable, or if the weights leave the range of floats, as they do when eta is too large.

    Notes
    -----
    With `batch_size=1` and `shifted_hinge(delta)` this is `train` with the same delta and eta, mistake by mistake.
    """
    _check(loss)
    X = checks.floats(checks.features(X), "X")
    signs = checks.signs(y, len(X))
    signed: Floats = pad(X) * signs[:, None]
    w = checks.floats(np.append(checks.start(w0, X.shape[1:], "w0"), checks.start(b0, (), "b0")), "the start")
    step_size = eta if callable(eta) else None
    rate = 0.0 if callable(eta) else float(checks.number(eta, "eta", above=0))
    penalty = float(checks.number(penalty, "penalty", least=0))
    max_passes = checks.count(max_passes, "max_passes")
    size = None if batch_size is None else checks.count(batch_size, "batch_size")
    fixed = not isinstance(order, str) or order == "cyclic"

    path, batches, per_pass, stopped, step = [w], list[NDArray[np.int64]](), [], "max_passes", 0
    for rows in islice(rows_of_passes(order, len(X), rng), max_passes):
        before = len(batches)
        for begin in range(0, len(rows), size or len(rows)):
            batch = rows[begin : begin + (size or len(rows))]
            with np.errstate(over="ignore", invalid="ignore"):  # `_refuse_infinity` says it better than a warning
                slope = _gradient(loss.slope(signed[batch] @ w), signed[batch], w, penalty)
                if slope.any():
                    if step_size is not None:
                        rate = float(checks.number(step_size(step), "eta", above=0))
                    w = w - rate * slope
                    path.append(w)
                    batches.append(batch)
            step += 1
        _refuse_infinity(path)
        per_pass.append(len(batches) - before)
        # A changing order may bring other batches: then every single gradient has to be zero.
        if not per_pass[-1] and (fixed or not loss.slope(signed @ w).any()):
            stopped = "no updates"
            break
    return Descent(np.array(path), tuple(batches), np.array(per_pass), stopped, X, signs, loss, penalty)


def _refuse_infinity(path: list[Floats]) -> None:
    if not np.isfinite(path[-1]).all():
        first = next(k for k, w in enumerate(path) if not np.isfinite(w).all())
        raise ValueError(
            f"the weights left the range of floats in update {first}: eta is too large for these data. "
            "Take a smaller eta, or rescale the features"
        )
