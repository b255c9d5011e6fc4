"""The playground of the perceptron algorithm."""

from typing import Any

import numpy as np
import traitlets
from numpy.typing import ArrayLike

from perceptron_lib import datasets, plots
from perceptron_lib.checks import Array
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.training import Run
from perceptron_lib.widgets.base import Number, RunFigure, bundle, rows, vector

EIGHT: list[list[float]] = [
    [0.5, 1.5],
    [-2.5, -2.5],
    [1.5, 1.5],
    [-0.5, -2.5],
    [-2, -1],
    [-0.5, 2.5],
    [2.5, -0.5],
    [0.5, -2],
]
SIGNS = [-1, 1, -1, 1, 1, 1, -1, -1]
CORNERS, CLOUDS = datasets.xor(), datasets.clouds(60, noise=0.3, rng=29)
TURNS = np.arange(60).reshape(2, 30).T.ravel()  # the clouds by turns
SPREAD, SIDES = (2 * CLOUDS.X - 0.5).round(2)[TURNS], CLOUDS.y[TURNS]


def _problem(points: Any, labels: Any, visits: int = 0) -> dict[str, Any]:
    """Return the state of a run on these points, from zero and as numbered, after so many visits."""
    listed = {"points": np.asarray(points, dtype=float).tolist(), "labels": np.asarray(labels).tolist()}
    return {**listed, "order": [], "delta": 0.0, "w0": [0.0, 0.0], "b0": 0.0, "visits": visits}


SETS: list[dict[str, Any]] = [
    {"shown": name, **_problem(points, labels)}
    for name, points, labels in (
        ("eight points", EIGHT, SIGNS),
        ("barely separable", [*EIGHT[:4], [0, -2], *EIGHT[5:]], SIGNS),
        ("XOR", 4 * CORNERS.X - 2, CORNERS.y),
        ("two clouds", SPREAD, SIDES),
        ("an outlier", [*SPREAD[:19], [1, 1.5]], [*SIDES[:19], -1]),
    )
]

SOLVED: list[dict[str, Any]] = [
    {"shown": "eight points", **_problem(EIGHT, SIGNS, visits=14)},
    {"shown": "eight points", **_problem([*EIGHT[:5], [1.5, -2.5], *EIGHT[6:]], SIGNS, visits=10**6)},
    {
        "shown": "eight points",
        **_problem([[3, 2.5], [2, 2.5], [-1.5, 2], [-1, 2], [2.5, 2.5], [-2, 2]], [1, -1, 1, 1, -1, -1], visits=10**6),
    },
]


class Playground(RunFigure):
    """The perceptron algorithm, visit by visit, on points that the reader moves, adds, flips and deletes.

    In the chapter *The algorithm*. By default its points are eight on which the fourth update does more harm than good.

    Attributes
    ----------
    delta, w0, b0
        Threshold and start, as in `train`; the learning rate is 1.
    visits : int
        How many visits to examples have been made, or more than there are: then the run is at its end.
    sets : list of dict
        States to choose from.
    shown : str
        The name of the state that was chosen.
    solved : list of dict
        For each of the figure's goals a state in which it is reached.
    brief : str
        "" for the whole figure. A small one is only the plane and a button: to "learn" from the next mistake, as on the
        front page, to "step" to the next point, or to learn beside the "average" of all lines so far.
    """

    _esm = bundle("playground")
    points = rows(EIGHT)
    labels = traitlets.List(traitlets.Enum([-1, 1]), SIGNS).tag(sync=True)
    window = vector(-3, 3, -3, 3)
    delta = Number(0.0, min=0).tag(sync=True)
    w0 = vector(0, 0)
    b0 = Number(0.0).tag(sync=True)
    visits = traitlets.Int(0, min=0).tag(sync=True)
    sets = traitlets.List(traitlets.Dict(), SETS).tag(sync=True)
    shown = traitlets.Unicode("eight points").tag(sync=True)
    solved = traitlets.List(traitlets.Dict(), SOLVED).tag(sync=True)
    brief = traitlets.Enum(["", "learn", "step", "average"], "").tag(sync=True)

    def __init__(self, *points_and_labels: ArrayLike, **state: Any) -> None:
        none: dict[str, Any] = {"sets": [], "solved": []} if state.get("brief") else {}  # it has no use for them
        super().__init__(*points_and_labels, **none | state)

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

    @property
    def average(self) -> Halfspace:
        """The average of the weights after each visit so far; at the start, the weights there."""
        run, k = self._now
        visits = min(self.visits, run.visits)
        lived = np.diff(run.mistakes.visit[:k], prepend=0, append=visits) if visits else np.ones(1)
        *w, b = lived @ run.weights[: k + 1] / max(1, visits)
        return Halfspace(w, b)

    def picture(self) -> None:
        """Draw the points, and the line before and after the last update, or with the average of all lines so far."""
        run, k = self._now
        averaged = self.brief == "average" and k > 0
        if k and not averaged:
            ax = plots.update(run, k - 1)
        else:
            ax = plots.data(self.points, self.labels, names=self.names, legend=not averaged)
        ax.set(xlim=self.window[:2], ylim=self.window[2:])
        if averaged:
            plots.boundary(Halfspace(self.w, self.b), ax=ax)
            plots.boundary(self.average, color="#8a3a8680", ax=ax).lines[-1].set_linewidth(6)
