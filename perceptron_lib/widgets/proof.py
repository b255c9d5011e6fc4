"""The proof explorer."""

import matplotlib.pyplot as plt
import traitlets

from perceptron_lib import plots
from perceptron_lib.convergence import Verification, verify
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.separability import Nonseparable, Separator, separate
from perceptron_lib.widgets.base import RunFigure, bundle, rows, vector


class ProofExplorer(RunFigure):
    """Novikoff's proof on points that the reader moves: the length of the weights and their progress, update by update.

    In the chapter *Convergence*. By default its points are six on which a run makes nine of at most 22 mistakes.
    """

    _esm = bundle("proof")
    points = rows([[-0.5, 2.5], [-2.5, -0.5], [4, 0], [-4, -1.5], [0, 1], [4, -2]])
    labels = traitlets.List(traitlets.Enum([-1, 1]), [1, -1, 1, -1, 1, -1]).tag(sync=True)
    window = vector(-5, 5, -3, 3)

    @property
    def oracle(self) -> Separator | Nonseparable:
        """The oracle with the margin, or the proof that nothing separates the points."""
        return separate(self.points, self.labels)

    @property
    def verification(self) -> Verification:
        """The proof, checked on the run; a ValueError where nothing separates the points."""
        oracle = self.oracle
        if not isinstance(oracle, Separator):
            raise ValueError("nothing separates these points, so there is no oracle, and no proof to check")
        return verify(self.run, oracle)

    def picture(self) -> None:
        """Draw the points with the lines of run (solid) and oracle (dashed), and under them the curves of the proof."""
        run, oracle = self.run, self.oracle
        _, (plane, chart) = plt.subplots(2, 1, figsize=(4.6, 6.2))
        plots.data(self.points, self.labels, names=self.names, legend=False, ax=plane)
        plane.set(xlim=self.window[:2], ylim=self.window[2:], aspect="equal")
        if run.w.any():
            plots.boundary(run.halfspace, label="run", ax=plane)
        if not isinstance(oracle, Separator):
            chart.set_axis_off()
            chart.text(0.5, 0.5, "Nothing separates these points:\nno margin, no oracle, no bound.", ha="center")
            return
        for shift, line, label in ((0, "--", "oracle"), (oracle.margin, ":", None), (-oracle.margin, ":", None)):
            plots.boundary(Halfspace(oracle.w, oracle.b + shift), line=line, label=label, color=plots.BLUE, ax=plane)
        plane.legend(loc="best")
        plots.proof(verify(run, oracle), ax=chart)
