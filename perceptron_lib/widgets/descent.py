"""The descent explorer."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import traitlets

from perceptron_lib import checks, losses, plots
from perceptron_lib.losses import Descent, Loss, descend
from perceptron_lib.passes import counted
from perceptron_lib.widgets.base import (
    Checked,
    LiveFigure,
    bundle,
    number_of,
    order_on,
    rows_of,
    signs_of,
    vector_of,
    whole_up_to,
)

FIVE = (losses.zero_one, losses.perceptron, losses.hinge, losses.logistic, losses.squared)
LOSSES = {loss.name: loss for loss in FIVE}


def loss_of(value: Any, name: str) -> str:
    """Return the name of one of the five losses, given the name or the loss."""
    found = value.name if isinstance(value, Loss) else value
    if not isinstance(found, str) or found not in LOSSES:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, LOSSES))}, but is {value!r}")
    return found


def column_of(value: Any, name: str) -> list[list[float]]:
    """Return the rows of a table with one column."""
    rows: list[list[float]] = (checks.floats(checks.features(value, 1, name), name) + 0.0).tolist()
    return rows


class DescentExplorer(LiveFigure):
    """Descend on the mean loss over (w, b), with all examples at once and with one at a time; move along a loss.

    Parameters
    ----------
    X : array of shape (n, 1), optional
    y : array of shape (n,), optional
        The examples, of one feature; by default the six students of the chapter.
    loss, eta, passes, start, order, m : optional

    Attributes
    ----------
    loss : str
        "0-1", "perceptron", "hinge", "logistic" or "squared"; the losses themselves can be set as well.
    eta : number > 0
        The step size of both paths.
    passes : int
        At most so many passes, from 1 to 60, are made.
    start : list of two numbers
        w and b, where both paths begin.
    order : list of int
        The rows that each pass visits; empty, or beyond the examples, for the rows as they stand.
    m : number
        The agreement at which the loss and its slope are shown.
    window : list of four numbers
        The part of the plane of w and b that is shown. It follows a start that is set beyond it.

    Notes
    -----
    Belongs to the chapter *Losses*.
    """

    _esm = bundle("descent")

    points = Checked(column_of, [[-3.0], [0.0], [4.0], [-4.0], [3.0], [2.0]])
    labels = Checked(signs_of, [-1, 1, 1, -1, 1, -1])
    window = Checked(vector_of(4), [-1.5, 2.5, -3.5, 3.5])
    names = traitlets.List(traitlets.Unicode(), ["w", "b"], 2, 2).tag(sync=True)
    loss = Checked(loss_of, "hinge")
    eta = Checked(number_of(above=0), 0.2)
    passes = Checked(whole_up_to(60), 30)
    start = Checked(vector_of(2), [-1.0, 3.0])
    order = Checked(rows_of, [5, 2, 0, 4, 1, 3])
    m = Checked(number_of(), 0.5)

    @property
    def batch(self) -> Descent:
        """Descent on all examples at once. A ValueError says so if `eta` is so large that the weights overflow."""
        return self._descent(self.passes)

    @property
    def stochastic(self) -> Descent:
        """Descent on one example at a time; it may overflow as `batch` may."""
        return self._descent(self.passes, batch_size=1)

    def _descent(self, passes: int, **options: Any) -> Descent:
        (w, b), loss = self.start, LOSSES[self.loss]
        start = {"w0": [w], "b0": b, "order": order_on(self.order, len(self.points)), "max_passes": passes}
        return descend(self.points, self.labels, loss, eta=self.eta, **start, **options)

    @traitlets.observe("start")
    def _widen(self, change: Any = None) -> None:
        (left, right, bottom, top), (w, b) = self.window, self.start
        self.window = [min(left, w), max(right, w), min(bottom, b), max(top, b)]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({counted(len(self.points), 'example')}, {self.loss} loss, eta={self.eta:g})"

    def picture(self) -> None:
        """Draw the surface with both paths, and below it the losses with the tangent at `m`."""
        _, (above, below) = plt.subplots(2, figsize=(4.6, 6.2), height_ratios=(3, 2), layout="constrained")
        paths = {"batch": self._drawn(), "stochastic": self._drawn(batch_size=1)}
        plots.surface(paths, limits=self.window, ax=above)
        plots.losses(*LOSSES.values(), ax=below)
        plt.setp([line for line in below.lines if line.get_label() == self.loss], linewidth=3)
        loss, m = LOSSES[self.loss], np.array(self.m)
        ends = paths["batch"].y * paths["batch"].halfspace.score(self.points)
        below.plot(ends, loss(ends), "o", color=plots.BLUE, markersize=5)
        tangent = np.array([m - 0.8, m + 0.8])
        below.plot(tangent, loss(m) + loss.slope(m) * (tangent - m), color="black", linewidth=2)
        below.plot([m, m], [0, loss(m)], ":o", color="black", markersize=5)
        below.set(xlim=(-3, 3), ylim=(-0.45, 4))

    def _drawn(self, **options: Any) -> Descent:
        """Return as many passes of a descent as stay within the floats."""
        for passes in range(self.passes, 1, -1):
            try:
                return self._descent(passes, **options)
            except ValueError:
                continue
        return self._descent(1, **options)
