"""The halfspace explorer."""

from typing import Any

import traitlets
from numpy.typing import ArrayLike

from perceptron_lib import datasets, plots
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.widgets.base import Checked, LiveFigure, Refused, bundle, number_of, vector_of


class HalfspaceExplorer(LiveFigure):
    """Turn the normal vector of a line, shift the line, and measure distances from it.

    Parameters
    ----------
    X : array of shape (n, 2), optional
    y : array of shape (n,), optional
        The points; the default offers the book's students and clouds.
    w, b, probe : optional
        The weights, the bias and the point that is measured.

    Attributes
    ----------
    w : list of two numbers, not both zero
    b : number
    probe : list of two numbers

    Notes
    -----
    Belongs to the chapter *Halfspaces*.
    """

    _esm = bundle("halfspace")

    w = Checked(vector_of(2), [1.0, 1.0])
    b = Checked(number_of(), 0.0)
    probe = Checked(vector_of(2), [0.0, 0.0])
    sets: Any = traitlets.List().tag(sync=True)
    shown = traitlets.Unicode().tag(sync=True)

    def __init__(self, X: ArrayLike | None = None, y: ArrayLike | None = None, **state: Any) -> None:
        if X is None and "points" not in state:
            sets = _book_sets()
            state = {"sets": sets, "shown": sets[0]["name"]} | {k: v for k, v in sets[0].items() if k != "name"} | state
        super().__init__(X, y, **state)

    @property
    def halfspace(self) -> Halfspace:
        """The halfspace that is shown."""
        return Halfspace(self.w, self.b)

    @traitlets.validate("w")
    def _has_a_line(self, proposal: Any) -> Any:
        if not any(proposal.value):
            raise Refused("w is zero, so there is no line to show: at least one weight must differ from zero")
        return proposal.value

    def picture(self) -> None:
        """Draw points, line and halves, the normal vector, and the distance of the measured point."""
        left, right, bottom, top = self.window
        ax = plots.data(self.points, self.labels, names=self.names)
        ax.set(xlim=(left, right), ylim=(bottom, top), aspect="equal")
        plots.boundary(self.halfspace, shade=True, ax=ax)
        plots.measure(self.halfspace, self.probe, ax=ax)


def _book_sets() -> list[dict[str, Any]]:
    """Return the students of divination, in tens of hours and tenths of a share, and the clouds."""
    students, clouds = datasets.divination(), datasets.clouds(60)
    return [
        {
            "name": "students",
            "points": (students.X * [0.1, 10]).round(6).tolist(),
            "labels": students.y.tolist(),
            "w": [-1.0, -2.0],
            "b": 16.5,
            "probe": [3.0, 2.0],
            "window": [0.0, 14.0, 0.0, 12.0],
            "names": ["tens of hours", "tenths on exams"],
        },
        {
            "name": "clouds",
            "points": clouds.X.round(2).tolist(),
            "labels": clouds.y.tolist(),
            "w": [1.0, -1.0],
            "b": 0.0,
            "probe": [1.0, 0.0],
            "window": [-1.0, 2.0, -1.0, 2.0],
            "names": ["x₁", "x₂"],
        },
    ]
