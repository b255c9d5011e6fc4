"""The playground of the perceptron algorithm."""

from typing import Any

from numpy.typing import ArrayLike

from perceptron_lib import plots
from perceptron_lib.checks import Array
from perceptron_lib.training import Run, train
from perceptron_lib.widgets.base import (
    Checked,
    LiveFigure,
    bundle,
    number_of,
    order_on,
    rows_of,
    tried_passes,
    vector_of,
    whole,
)


class Playground(LiveFigure):
    """The perceptron algorithm, visit by visit, on points that the reader moves, adds, flips and deletes.

    Parameters
    ----------
    X : array of shape (n, 2), optional
    y : array of shape (n,), optional
        The points, with labels -1 and +1; by default eight on which the fourth update does more harm than good.
    order, delta, w0, b0, visits : optional

    Attributes
    ----------
    order : list of int
        The rows in the order of a pass; empty, or not for these points, for the rows as they stand.
    delta, w0, b0
        Threshold and start, as in `train`; the learning rate is 1.
    visits : int
        How many visits to examples have been made, or more than there are: then the run is at its end.

    Notes
    -----
    Belongs to the chapter *The algorithm*.
    """

    _esm = bundle("playground")

    order = Checked(rows_of, [])
    delta = Checked(number_of(least=0), 0.0)
    w0 = Checked(vector_of(2), [0.0, 0.0])
    b0 = Checked(number_of(), 0.0)
    visits = Checked(whole, 0)

    def __init__(self, X: ArrayLike | None = None, y: ArrayLike | None = None, **state: Any) -> None:
        if X is None and "points" not in state:
            eight = [[0.5, 1.5], [-2.5, -2.5], [1.5, 1.5], [-0.5, -2.5], [-2, -1], [-0.5, 2.5], [2.5, -0.5], [0.5, -2]]
            labels = [-1, 1, -1, 1, 1, 1, -1, -1]
            state = {"points": eight, "labels": labels, "window": [-3, 3, -3, 3], "visits": 14} | state
        super().__init__(X, y, **state)

    @property
    def run(self) -> Run:
        """The run to its end: until it rests, or through 1000 passes; fewer from thirty points on."""
        n, start = len(self.points), {"w0": self.w0, "b0": self.b0, "delta": self.delta}
        return train(self.points, self.labels, **start, order=order_on(self.order, n), max_passes=tried_passes(n))

    @property
    def mistakes(self) -> int:
        """The mistakes so far, in the first `visits` visits."""
        return int((self.run.mistakes.visit < self.visits).sum())

    @property
    def w(self) -> Array:
        """The weights that are shown, of shape (2,)."""
        w: Array = self._padded[:2]
        return w

    @property
    def b(self) -> float:
        """The bias that is shown."""
        return float(self._padded[2])

    @property
    def _padded(self) -> Any:
        return self.run.weights[self.mistakes]

    def picture(self) -> None:
        """Draw the points, and the line before and after the last update."""
        left, right, bottom, top = self.window
        run, k = self.run, self.mistakes
        ax = plots.update(run, k - 1) if k else plots.data(self.points, self.labels, names=self.names)
        ax.set(xlim=(left, right), ylim=(bottom, top))
