"""The playground of the perceptron algorithm."""

import traitlets

from perceptron_lib import plots
from perceptron_lib.checks import Array
from perceptron_lib.training import Run
from perceptron_lib.widgets.base import Number, RunFigure, bundle, rows, vector


class Playground(RunFigure):
    """The perceptron algorithm, visit by visit, on points that the reader moves, adds, flips and deletes.

    In the chapter *The algorithm*. By default its points are eight on which the fourth update does more harm than good.

    Attributes
    ----------
    delta, w0, b0
        Threshold and start, as in `train`; the learning rate is 1.
    visits : int
        How many visits to examples have been made, or more than there are: then the run is at its end.
    brief : bool
        Whether the figure is only the plane and a button to learn, as on the front page.
    """

    _esm = bundle("playground")
    points = rows([[0.5, 1.5], [-2.5, -2.5], [1.5, 1.5], [-0.5, -2.5], [-2, -1], [-0.5, 2.5], [2.5, -0.5], [0.5, -2]])
    labels = traitlets.List(traitlets.Enum([-1, 1]), [-1, 1, -1, 1, 1, 1, -1, -1]).tag(sync=True)
    window = vector(-3, 3, -3, 3)
    delta = Number(0.0, min=0).tag(sync=True)
    w0 = vector(0, 0)
    b0 = Number(0.0).tag(sync=True)
    visits = traitlets.Int(14, min=0).tag(sync=True)
    brief = traitlets.Bool(False).tag(sync=True)

    @property
    def _now(self) -> tuple[Run, int]:
        """The run, and the mistakes so far."""
        run = self.run
        return run, int((run.mistakes.visit < self.visits).sum())

    @property
    def mistakes(self) -> int:
        """The mistakes so far, in the first `visits` visits."""
        return self._now[1]

    @property
    def w(self) -> Array:
        """The weights that are shown, of shape (2,)."""
        run, k = self._now
        return run.weights[k, :2]

    @property
    def b(self) -> float:
        """The bias that is shown."""
        run, k = self._now
        return float(run.weights[k, 2])

    def picture(self) -> None:
        """Draw the points, and the line before and after the last update."""
        run, k = self._now
        ax = plots.update(run, k - 1) if k else plots.data(self.points, self.labels, names=self.names)
        ax.set(xlim=self.window[:2], ylim=self.window[2:])
