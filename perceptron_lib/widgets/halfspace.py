"""The halfspace explorer."""

from typing import Any

import traitlets

from perceptron_lib import datasets, plots
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.widgets.base import LiveFigure, Number, bundle, vector

STUDENTS, CLOUDS = datasets.divination(), datasets.clouds(60)
SETS: list[dict[str, Any]] = [  # the students in tens of hours and tenths of a share
    {"shown": "students", "points": (STUDENTS.X * [0.1, 10]).round(6).tolist(), "labels": STUDENTS.y.tolist()}
    | {"w": [-1.0, -2.0], "b": 16.5, "probe": [3.0, 2.0]}
    | {"window": [0.0, 14.0, 0.0, 12.0], "names": ["tens of hours", "tenths on exams"]},
    {"shown": "clouds", "points": CLOUDS.X.round(2).tolist(), "labels": CLOUDS.y.tolist()}
    | {"w": [1.0, -1.0], "b": 0.0, "probe": [1.0, 0.0]}
    | {"window": [-1.0, 2.0, -1.0, 2.0], "names": ["x₁", "x₂"]},
]


class HalfspaceExplorer(LiveFigure):
    """Turn the normal vector of a line, shift the line, and measure distances from it.

    In the chapter *Halfspaces*. By default it offers the book's students and clouds.

    Attributes
    ----------
    w : list of two numbers, not both zero
    b : number
        The weights and the bias.
    probe : list of two numbers
        The point that is measured.
    sets : list of dict
        States to choose from: points with a line and a window of their own.
    shown : str
        The name of the state that was chosen.
    brief : bool
        Whether the figure is only the plane and the bias, as at the beginning of the chapter.
    """

    _esm = bundle("halfspace")
    w = vector(1, 1)
    b = Number().tag(sync=True)
    probe = vector(0, 0)
    sets = traitlets.List(traitlets.Dict(), SETS).tag(sync=True)
    shown = traitlets.Unicode().tag(sync=True)
    brief = traitlets.Bool(False).tag(sync=True)

    def __init__(self, **state: Any) -> None:
        super().__init__(**(SETS[0] | state))

    @property
    def halfspace(self) -> Halfspace:
        """The halfspace that is shown."""
        return Halfspace(self.w, self.b)

    @traitlets.validate("w")
    def _has_a_line(self, proposal: Any) -> Any:
        if not any(proposal.value):
            raise traitlets.TraitError("w is zero, so there is no line: at least one weight must differ from zero")
        return proposal.value

    def picture(self) -> None:
        """Draw points, line and halves, the normal vector, and the distance of the measured point."""
        ax = plots.data(self.points, self.labels, names=self.names)
        ax.set(xlim=self.window[:2], ylim=self.window[2:], aspect="equal")
        plots.boundary(self.halfspace, shade=True, ax=ax)
        plots.measure(self.halfspace, self.probe, ax=ax)
