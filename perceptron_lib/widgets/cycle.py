"""The cycle explorer."""

from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import traitlets

from perceptron_lib import plots
from perceptron_lib.checks import Array
from perceptron_lib.cycling import Cycle, find_cycle
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.passes import counted
from perceptron_lib.training import train
from perceptron_lib.widgets.base import LiveFigure, bundle, rows, vector


class CycleExplorer(LiveFigure):
    """The states of a run that goes round, step by step, on corners that the reader moves.

    In the chapter *XOR*, whose corners are the points by default.

    Attributes
    ----------
    points : list of [x1, x2]
        Whole sixteenths from -1000 to 1000, so that floats hold all weights and scores exactly.
    step : int
        How many steps, visits to examples, have been made: from zero, in the order of the rows, with delta = 0 and
        eta = 1. At most `max_steps`, which is 50,000.
    brief : bool
        Whether the figure is only the plane of the weights and what plays the run.
    """

    _esm = bundle("cycle")
    points = rows([[0, 0], [0, 1], [1, 0], [1, 1]], most=1000, step=1 / 16)
    labels = traitlets.List(traitlets.Enum([-1, 1]), [-1, 1, 1, -1]).tag(sync=True)
    window = vector(-0.75, 1.75, -0.75, 1.75)
    max_steps = traitlets.Int(50_000, read_only=True).tag(sync=True)
    step = traitlets.Int(3, min=0, max=max_steps.default_value).tag(sync=True)
    brief = traitlets.Bool(False).tag(sync=True)

    @property
    def cycle(self) -> Cycle:
        """The exact cycle, one without mistakes where the run converges; a ValueError if `max_steps` do not show it."""
        points = [[Fraction(number) for number in point] for point in self.points]
        return find_cycle(np.array(points), self.labels, max_steps=self.max_steps)

    @property
    def certificate(self) -> list[Fraction] | None:
        """Each example's share of the mistakes in the cycle, a proof that nothing separates; None if there are none."""
        cycle = self.cycle
        wrong = cycle.rows[(cycle.weights[1:] != cycle.weights[:-1]).any(axis=1)].tolist()
        return [Fraction(wrong.count(i), len(wrong)) for i in range(len(self.points))] if wrong else None

    @property
    def w(self) -> Array:
        """The weights after `step` steps, of shape (2,)."""
        return self._path(self.step)[-1, :2]

    @property
    def b(self) -> float:
        """The bias after `step` steps."""
        return float(self._path(self.step)[-1, 2])

    def _path(self, step: int) -> Array:
        run = train(self.points, self.labels, max_passes=step // len(self.points) + 1)
        return run.weights[: 1 + (run.mistakes.visit < step).sum()]

    def picture(self) -> None:
        """Draw the points, the example at hand circled, with the lines now and before; beside them, weight space.

        Where the figure is `brief`, draw weight space alone, after the first pass if it is not over.
        """
        n = len(self.points)
        step = max(n, self.step) if self.brief else self.step
        path = self._path(step)
        plane, space = (None, plt.gca()) if self.brief else plt.subplots(1, 2, figsize=(7.4, 3.6))[1]
        plots.weight_slice(self.points, self.labels, path, ax=space)
        space.title.set_text(f"slice at b = {Fraction(path[-1, 2])}")
        if plane:
            plots.data(self.points, self.labels, names=self.names, circled=[step % n], legend=False, ax=plane)
            plane.set(xlim=self.window[:2], ylim=self.window[2:], aspect="equal")
            for (*w, b), line in zip(path[-2:][::-1], ("-", "--"), strict=False):
                if any(w):  # w = 0 has no line
                    plots.boundary(Halfspace(w, b), line=line, shade=line == "-", ax=plane)
            w1, w2, _ = (Fraction(number) for number in path[-1])
            plane.set_title(f"after {counted(step, 'step')}: w = ({w1}, {w2})")
