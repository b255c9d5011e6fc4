"""The proof explorer."""

import re
from dataclasses import replace
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import traitlets
from matplotlib.axes import Axes

from perceptron_lib import plots
from perceptron_lib.convergence import Verification, longest_stream, mistake_bound, radius, verify
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.passes import Mistakes, counted
from perceptron_lib.separability import Nonseparable, Separator, separate
from perceptron_lib.training import Run, train
from perceptron_lib.widgets.base import RunFigure, bundle, rows, vector


class ProofExplorer(RunFigure):
    """Novikoff's proof on points that the reader moves: the length of the weights and their progress, update by update.

    In the chapter *Convergence*. By default its points are six on which a run makes nine of at most 22 mistakes.

    Attributes
    ----------
    chooser : "order", "adversary" or "reader"
        Who chooses the next example: the passes in their `order`, an adversary who looks ahead for the longest stream
        of mistakes, or the reader.
    stream : str
        What the reader has presented, by the numbers of the points: "3,6,3". What is no mistake is passed over.
    updates : int
        How many updates have been made, or more than there are: then the run is at its end.
    brief : bool
        Whether the figure is only the plane, and a line with the mistakes and the bound.
    """

    _esm = bundle("proof")
    points = rows([[-0.5, 2.5], [-2.5, -0.5], [4, 0], [-4, -1.5], [0, 1], [4, -2]])
    labels = traitlets.List(traitlets.Enum([-1, 1]), [1, -1, 1, -1, 1, -1]).tag(sync=True)
    window = vector(-5, 5, -3, 3)
    chooser = traitlets.Enum(["order", "adversary", "reader"], "order").tag(sync=True)
    stream = traitlets.Unicode("").tag(sync=True)
    updates = traitlets.Int(0, min=0).tag(sync=True)
    brief = traitlets.Bool(False).tag(sync=True)

    @traitlets.validate("stream")
    def _numbers(self, proposal: Any) -> str:
        if not re.fullmatch(r"(\d{1,6}(,\d{1,6})*)?", proposal.value):
            raise traitlets.TraitError(f"a stream is numbers of points such as 3,6,3, but is {proposal.value!r}")
        return str(proposal.value)

    @property
    def run(self) -> Run:
        """The run to its end."""
        if self.chooser == "order":
            return super().run
        if self.chooser == "adversary":
            stream = longest_stream(self.points, self.labels)[0]
        else:
            numbers = [int(name) for name in self.stream.split(",") if name]
            stream = [i - 1 for i in numbers if 1 <= i <= len(self.points)]
        run = train(self.points, self.labels, order=stream or [0], max_passes=1)
        nothing = Mistakes(*np.zeros((3, 0), dtype=np.int64))
        return run if stream else replace(run, w=run.w0, b=run.b0, mistakes=nothing, visits=0)

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
        if self.brief:
            self._lines(plt.subplots(figsize=(4.6, 3.2))[1], run, oracle)
            return
        _, (plane, chart) = plt.subplots(2, 1, figsize=(4.6, 6.2))
        self._lines(plane, run, oracle)
        if isinstance(oracle, Separator):
            plots.proof(verify(run, oracle), ax=chart)
        else:
            chart.set_axis_off()
            chart.text(0.5, 0.5, "Nothing separates these points:\nno margin, no oracle, no bound.", ha="center")

    def _lines(self, plane: Axes, run: Run, oracle: Separator | Nonseparable) -> None:
        plots.data(self.points, self.labels, names=self.names, legend=False, ax=plane)
        plane.set(xlim=self.window[:2], ylim=self.window[2:], aspect="equal")
        if run.w.any():
            plots.boundary(run.halfspace, label="run", ax=plane)
        if not isinstance(oracle, Separator):
            return
        for shift, line, label in ((0, "--", "oracle"), (oracle.margin, ":", None), (-oracle.margin, ":", None)):
            plots.boundary(Halfspace(oracle.w, oracle.b + shift), line=line, label=label, color=plots.BLUE, ax=plane)
        plane.legend(loc="best")
        if self.brief:
            bound = mistake_bound(radius(self.points), oracle.margin)
            plane.set_title(f"{counted(len(run.mistakes), 'mistake')}, at most {int(bound):,}")
