"""The descent explorer."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import traitlets

from perceptron_lib import plots
from perceptron_lib.halfspaces import Halfspace
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
    looks : int
        How many looks at an example are shown, of the `max_passes`, 60, that each path makes, or more than there are.
    start : list of two numbers
        w and b, where both paths begin. The window, a part of the plane of w and b, follows it.
    order : list of int
        The rows that each pass visits; empty, or beyond the examples, for the rows as they stand.
    m : number
        The functional margin at which the loss and its slope are shown.
    brief : bool
        Whether the figure has only the surface with the batch path, as under the title of a chapter.
    """

    _esm = bundle("descent")
    points = rows([[-3], [0], [4], [-4], [3], [2]])
    labels = traitlets.List(traitlets.Enum([-1, 1]), [-1, 1, 1, -1, 1, -1]).tag(sync=True)
    window = vector(-1.5, 2.5, -3.5, 3.5)
    names = traitlets.List(traitlets.Unicode(), ["w", "b"], 2, 2).tag(sync=True)
    loss = traitlets.Enum([*LOSSES], "hinge").tag(sync=True)
    eta = Number(0.2, min=0.001).tag(sync=True)
    max_passes = traitlets.Int(60, read_only=True).tag(sync=True)
    looks = traitlets.Int(0, min=0).tag(sync=True)
    start = vector(-1, 3)
    order = traitlets.List(traitlets.Int(), [5, 2, 0, 4, 1, 3]).tag(sync=True)
    m = Number(0.5).tag(sync=True)
    brief = traitlets.Bool(False).tag(sync=True)

    @property
    def batch(self) -> Descent:
        """Descent on all examples at once, to its end. A ValueError says so if the weights overflow on the way."""
        return self._descent(self.max_passes)

    @property
    def stochastic(self) -> Descent:
        """Descent on one example at a time; it may overflow as `batch` may."""
        return self._descent(self.max_passes, batch_size=1)

    def path(self, batch_size: int | None = None) -> Descent:
        """Return a descent as far as `looks` looks lead, all of them in one pass: by default that in batches."""
        order = visited(self.order, len(self.points))
        size = batch_size or len(order)
        looks = min(self.looks, self.max_passes * len(order)) // size * size
        path = self._descent(1, size, np.resize(order, max(looks, size)))
        start: dict[str, Any] = {"weights": path.weights[:1], "batches": (), "per_pass": path.per_pass[:0]}
        return path if looks else replace(path, **start)

    def _descent(self, passes: int, batch_size: int | None = None, order: Any = None) -> Descent:
        w, b = self.start
        order = visited(self.order, len(self.points)) if order is None else order
        options: dict[str, Any] = {"w0": [w], "b0": b, "order": order, "max_passes": passes, "batch_size": batch_size}
        return descend(self.points, self.labels, LOSSES[self.loss], eta=self.eta, **options)

    def _drawn(self, batch_size: int | None = None) -> Descent:
        """Return as many passes of a descent as stay within the floats."""
        for passes in range(self.max_passes, 1, -1):
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
        """Draw the surface with the whole paths, and the losses with the tangent at `m`; in `brief`, the surface."""
        paths = {"batch": self._drawn()}
        if self.brief:
            plots.surface(paths, limits=self.window)
            return
        _, (above, below) = plt.subplots(2, figsize=(4.6, 6.2), height_ratios=(3, 2), layout="constrained")
        paths["stochastic"] = self._drawn(batch_size=1)
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


class MachinesExplorer(DescentExplorer):
    """Four machines that differ in their loss, on points of one feature that the reader moves.

    In the chapter *Neighbours*. The perceptron, the support vector machine (without its penalty), logistic regression
    and Fisher's discriminant take the steps of a batch path; drawn is their score over the feature.
    """

    _esm = bundle("machines")
    points = rows([[-1.2], [-0.9], [-0.7], [-0.4], [0.1], [0.5], [0.8], [1.1]])
    labels = traitlets.List(traitlets.Enum([-1, 1]), 4 * [-1] + 4 * [1]).tag(sync=True)
    window = vector(-1.6, 3.8, -2.6, 2.6)
    names = traitlets.List(traitlets.Unicode(), ["x", "score"], 2, 2).tag(sync=True)
    loss = traitlets.Enum([*LOSSES], "perceptron").tag(sync=True)
    eta = Number(0.12, min=0.001).tag(sync=True)
    looks = traitlets.Int(480, min=0).tag(sync=True)
    start = vector(-0.5, 1)
    order = traitlets.List(traitlets.Int()).tag(sync=True)

    def picture(self) -> None:
        """Draw the points at the heights of their labels, and the score of the machine with its sides."""
        machine, across = self.path().halfspace, np.array(self.window[:2])
        ax = plots.data(np.c_[np.ravel(self.points), self.labels], self.labels, names=self.names)
        ax.set(xlim=self.window[:2], ylim=self.window[2:])
        plots.boundary(Halfspace([*machine.w, 0], machine.b), shade=True, ax=ax)
        ax.plot(across, machine.score(across[:, None]), color="black")
