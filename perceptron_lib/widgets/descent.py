"""The descent explorer."""

from contextlib import suppress
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import traitlets

from perceptron_lib import plots
from perceptron_lib.losses import Descent, descend, hinge, logistic, perceptron, squared, zero_one
from perceptron_lib.passes import counted
from perceptron_lib.widgets.base import LiveFigure, Number, bundle, rows, vector, visited

LOSSES = {loss.name: loss for loss in (zero_one, perceptron, hinge, logistic, squared)}


class DescentExplorer(LiveFigure):
    """Descend on the mean loss over (w, b), with all examples at once and with one at a time; move along a loss.

    In the chapter *Losses*, whose six students are the examples by default. They have one feature, X the shape (n, 1).

    Attributes
    ----------
    loss : {"0-1", "perceptron", "hinge", "logistic", "squared"}
    eta : number
        The step size of both paths, at least 0.001.
    passes : int
        At most so many passes are made: 1 to `max_passes`, which is 60.
    start : list of two numbers
        w and b, where both paths begin. The window, a part of the plane of w and b, follows it.
    order : list of int
        The rows that each pass visits; empty, or beyond the examples, for the rows as they stand.
    m : number
        The functional margin at which the loss and its slope are shown.
    """

    _esm = bundle("descent")
    points = rows([[-3], [0], [4], [-4], [3], [2]])
    labels = traitlets.List(traitlets.Enum([-1, 1]), [-1, 1, 1, -1, 1, -1]).tag(sync=True)
    window = vector(-1.5, 2.5, -3.5, 3.5)
    names = traitlets.List(traitlets.Unicode(), ["w", "b"], 2, 2).tag(sync=True)
    loss = traitlets.Enum([*LOSSES], "hinge").tag(sync=True)
    eta = Number(0.2, min=0.001).tag(sync=True)
    max_passes = traitlets.Int(60, read_only=True).tag(sync=True)
    passes = traitlets.Int(30, min=1, max=max_passes.default_value).tag(sync=True)
    start = vector(-1, 3)
    order = traitlets.List(traitlets.Int(), [5, 2, 0, 4, 1, 3]).tag(sync=True)
    m = Number(0.5).tag(sync=True)

    @property
    def batch(self) -> Descent:
        """Descent on all examples at once. A ValueError says so if `eta` is so large that the weights overflow."""
        return self._descent(self.passes)

    @property
    def stochastic(self) -> Descent:
        """Descent on one example at a time; it may overflow as `batch` may."""
        return self._descent(self.passes, batch_size=1)

    def _descent(self, passes: int, batch_size: int | None = None) -> Descent:
        (w, b), order = self.start, visited(self.order, len(self.points))
        options: dict[str, Any] = {"w0": [w], "b0": b, "order": order, "max_passes": passes, "batch_size": batch_size}
        return descend(self.points, self.labels, LOSSES[self.loss], eta=self.eta, **options)

    def _drawn(self, batch_size: int | None = None) -> Descent:
        """Return as many passes of a descent as stay within the floats."""
        for passes in range(self.passes, 1, -1):
            with suppress(ValueError):
                return self._descent(passes, batch_size)
        return self._descent(1, batch_size)

    @traitlets.observe("start")
    def _widen(self, change: Any) -> None:
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
