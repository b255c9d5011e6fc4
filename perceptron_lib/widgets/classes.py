"""The classes explorer."""

import numpy as np
import traitlets
from numpy.typing import ArrayLike

from perceptron_lib import plots
from perceptron_lib.checks import Array
from perceptron_lib.multiclass import train_multiclass
from perceptron_lib.reductions import Scores, one_vs_one, one_vs_rest
from perceptron_lib.widgets.base import LiveFigure, bundle, rows, vector

RULES = ["one-vs-rest", "votes", "scores", "multiclass"]


class ClassesExplorer(LiveFigure):
    """The regions of one-vs-rest, one-vs-one and the multiclass perceptron, three classes, and where two rules differ.

    In the chapter *Many classes*. By default its points are three of the chapter's four activities.

    Attributes
    ----------
    labels : list of int
        One for each point: 0, 1 or 2.
    classes : list of three str
        Their names.
    rule, other : {"one-vs-rest", "votes", "scores", "multiclass"}
        The rule whose regions are shown, and the rule that it is compared with; votes and scores are one-vs-one's.
    passes : int
        At most so many passes are made by each perceptron: 1 to `max_passes`, which is 100.
    visits : int
        The multiclass perceptron is shown after so many visits; `max_visits`, the default, is the end of any run.
    brief : bool
        The small figure at the beginning of the chapter: one rule, no comparison.
    """

    _esm = bundle("classes")
    points = rows([[-3, -3], [-4, -2], [-4, -4], [0, 0], [1, 2], [0, 2], [5, 1], [6, 1], [6, 0]])
    labels = traitlets.List(traitlets.Enum([0, 1, 2]), [0, 0, 0, 1, 1, 1, 2, 2, 2]).tag(sync=True)
    classes = traitlets.List(traitlets.Unicode(), ["sitting", "standing up", "falling"], 3, 3).tag(sync=True)
    window = vector(-7, 8, -6, 8)
    rule = traitlets.Enum(RULES, "one-vs-rest").tag(sync=True)
    other = traitlets.Enum(RULES, "votes").tag(sync=True)
    max_passes = traitlets.Int(100, read_only=True).tag(sync=True)
    passes = traitlets.Int(100, min=1, max=max_passes.default_value).tag(sync=True)
    max_visits = traitlets.Int(30_000, read_only=True).tag(sync=True)
    visits = traitlets.Int(30_000, min=0, max=max_visits.default_value).tag(sync=True)
    brief = traitlets.Bool(False).tag(sync=True)

    def predict(self, X: ArrayLike, rule: str | None = None) -> Array:
        """Return the class that a rule, by default the one shown, predicts for each row of X."""
        rule = rule or self.rule
        if rule == "one-vs-rest":
            return one_vs_rest(self.points, self.labels, max_passes=self.passes).predict(X)
        if rule == "multiclass":
            run = train_multiclass(self.points, self.labels, max_passes=self.passes)
            after = run.weights[np.searchsorted(run.mistakes.visit, self.visits)]
            return Scores(run.classes, after[:, :-1], after[:, -1]).predict(X)
        return one_vs_one(self.points, self.labels, max_passes=self.passes).predict(X, by=rule)

    def picture(self) -> None:
        """Draw the points, the regions of the rule, and where the other one differs from it."""
        names = [f"{k} {name}".strip() for k, name in enumerate(self.classes)]
        ax = plots.classes(self.predict, self.points, self.labels, names=names, limits=tuple(self.window))
        if self.brief:
            return
        left, right, bottom, top = self.window
        x1, x2 = np.linspace(left, right, 52)[1:-1], np.linspace(bottom, top, 46)[1:-1]
        grid = np.stack(np.meshgrid(x1, x2), axis=-1).reshape(-1, 2)
        differ = self.predict(grid) != self.predict(grid, self.other)
        ax.plot(*grid[differ].T, ".", color="black", markersize=1.5, label="the rules differ", zorder=1)
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, fontsize=9)
