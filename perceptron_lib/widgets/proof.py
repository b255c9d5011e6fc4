"""The proof explorer."""

from typing import Any

import matplotlib.pyplot as plt
from numpy.typing import ArrayLike

from perceptron_lib import plots
from perceptron_lib.convergence import Verification, mistake_bound, radius, verify
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.separability import Nonseparable, Separator, separate
from perceptron_lib.training import Run, train
from perceptron_lib.widgets.base import Checked, LiveFigure, bundle, order_on, rows_of, tried_passes


class ProofExplorer(LiveFigure):
    """Novikoff's proof on points that the reader moves: the length of the weights and their progress, update by update.

    Parameters
    ----------
    X : array of shape (n, 2), optional
    y : array of shape (n,), optional
        The points, with labels -1 and +1; by default six on which a run makes nine of at most 22 mistakes.
    order : optional

    Attributes
    ----------
    order : list of int
        The rows in the order of a pass; empty, or not for these points, for the rows as they stand.

    Notes
    -----
    Belongs to the chapter *Convergence*.
    """

    _esm = bundle("proof")

    order = Checked(rows_of, [])

    def __init__(self, X: ArrayLike | None = None, y: ArrayLike | None = None, **state: Any) -> None:
        if X is None and "points" not in state:
            X = [[-0.5, 2.5], [-2.5, -0.5], [4.0, 0.0], [-4.0, -1.5], [0.0, 1.0], [4.0, -2.0]]
            y, state = [1, -1, 1, -1, 1, -1], {"window": [-5, 5, -3, 3]} | state
        super().__init__(X, y, **state)

    @property
    def run(self) -> Run:
        """The run from zero to its end: until it rests, or through 1000 passes; fewer from thirty points on."""
        n = len(self.points)
        return train(self.points, self.labels, order=order_on(self.order, n), max_passes=tried_passes(n))

    @property
    def oracle(self) -> Separator | Nonseparable:
        """The oracle with the margin, or the proof that nothing separates the points."""
        return separate(self.points, self.labels)

    @property
    def bound(self) -> float:
        """R^2 / margin^2, which no number of mistakes exceeds; infinite where nothing separates the points."""
        oracle = self.oracle
        return mistake_bound(radius(self.points), oracle.margin) if isinstance(oracle, Separator) else float("inf")

    @property
    def verification(self) -> Verification:
        """The proof, checked on the run; a ValueError where nothing separates the points."""
        oracle = self.oracle
        if not isinstance(oracle, Separator):
            raise ValueError("nothing separates these points, so there is no oracle, and no proof to check")
        return verify(self.run, oracle)

    def picture(self) -> None:
        """Draw the points with the lines of run (solid) and oracle (dashed), and under them the curves of the proof."""
        left, right, bottom, top = self.window
        run, oracle = self.run, self.oracle
        _, (plane, chart) = plt.subplots(2, 1, figsize=(4.6, 6.2))
        plots.data(self.points, self.labels, names=self.names, legend=False, ax=plane)
        plane.set(xlim=(left, right), ylim=(bottom, top), aspect="equal")
        if run.w.any():
            plots.boundary(run.halfspace, label="run", ax=plane)
        if not isinstance(oracle, Separator):
            chart.set_axis_off()
            chart.text(0.5, 0.5, "Nothing separates these points:\nno margin, no oracle, no bound.", ha="center")
            return
        for shift, line in ((0, "--"), (oracle.margin, ":"), (-oracle.margin, ":")):
            label = None if shift else "oracle"
            plots.boundary(Halfspace(oracle.w, oracle.b + shift), line=line, label=label, color=plots.BLUE, ax=plane)
        plane.legend(loc="best")
        plots.proof(verify(run, oracle), ax=chart)
