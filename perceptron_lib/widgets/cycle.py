"""The cycle explorer."""

from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_lib import plots
from perceptron_lib.checks import Array
from perceptron_lib.cycling import Cycle, find_cycle
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.passes import counted
from perceptron_lib.training import train
from perceptron_lib.widgets.base import Checked, LiveFigure, bundle, points_of, signs_of, vector_of, whole

STEPS = 50_000  # how far a run is followed for its cycle, here and in cycling.js


def sixteenths_of(value: Any, name: str) -> list[list[float]]:
    """Return the rows of a table with two columns, if all are sixteenths, and not so many that floats would round."""
    points = points_of(value, name)
    if any(abs(number) > 1000 or not (16 * number).is_integer() for point in points for number in point):
        raise ValueError(f"{name} must be whole sixteenths from -1000 to 1000, so that every sum is exact")
    return points


def step_of(value: Any, name: str) -> int:
    """Return a number of steps, no more than are followed."""
    if (step := whole(value, name)) > STEPS:
        raise ValueError(f"{name} must be at most {STEPS}, the steps that are followed, but is {step}")
    return step


class CycleExplorer(LiveFigure):
    """The states of a run that goes round, step by step, on corners that the reader moves.

    Parameters
    ----------
    X : array of shape (n, 2), optional
    y : array of shape (n,), optional
        The points, with labels -1 and +1; by default the corners of XOR.
    step : int, optional

    Attributes
    ----------
    points : list of [x1, x2]
        Whole sixteenths, so that floats hold all weights and scores exactly.
    step : int
        How many steps, visits to examples, have been made: from zero, in the order of the rows, with delta = 0 and
        eta = 1. At most 50,000.

    Notes
    -----
    Belongs to the chapter *XOR*.
    """

    _esm = bundle("cycle")

    points = Checked(sixteenths_of, [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    labels = Checked(signs_of, [-1, 1, 1, -1])
    window = Checked(vector_of(4), [-0.75, 1.75, -0.75, 1.75])
    step = Checked(step_of, 3)

    @property
    def cycle(self) -> Cycle:
        """The cycle of the run, exactly; one without mistakes where the run comes to rest.

        Raises ValueError if no state comes back within 50,000 steps.
        """
        points = [[Fraction(number) for number in point] for point in self.points]
        return find_cycle(np.array(points), self.labels, max_steps=STEPS)

    @property
    def certificate(self) -> list[Fraction] | None:
        """Each example's share of the mistakes in the cycle, a proof that nothing separates; None if there are none."""
        cycle = self.cycle
        wrong = (cycle.weights[1:] != cycle.weights[:-1]).any(axis=1)
        counts = np.bincount(cycle.rows[wrong], minlength=cycle.length).tolist()
        return [Fraction(count, cycle.mistakes) for count in counts] if cycle.mistakes else None

    @property
    def w(self) -> Array:
        """The weights after `step` steps, of shape (2,)."""
        return self._path[-1, :2]

    @property
    def b(self) -> float:
        """The bias after `step` steps."""
        return float(self._path[-1, 2])

    @property
    def _path(self) -> Array:
        run = train(self.points, self.labels, max_passes=self.step // len(self.points) + 1)
        return run.weights[: 1 + (run.mistakes.visit < self.step).sum()]

    def picture(self) -> None:
        """Draw the points, the example at hand circled, and the lines now and before the last update."""
        left, right, bottom, top = self.window
        path, hand = self._path, self.step % len(self.points)
        ax = plots.data(self.points, self.labels, names=self.names, circled=[hand], legend=False)
        ax.set(xlim=(left, right), ylim=(bottom, top), aspect="equal")
        for (*w, b), line in zip(path[-2:][::-1], ("-", "--"), strict=False):
            if any(w):  # w = 0 has no line
                plots.boundary(Halfspace(w, b), line=line, shade=line == "-", ax=ax)
        w1, w2, b = (Fraction(number) for number in path[-1])
        ax.set_title(f"after {counted(self.step, 'step')}: w = ({w1}, {w2}), b = {b}")
