"""The classes explorer."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptron_lib import checks, plots
from perceptron_lib.checks import Array
from perceptron_lib.reductions import OneVsOne, OneVsRest, one_vs_one, one_vs_rest
from perceptron_lib.widgets.base import Checked, LiveFigure, bundle, points_of, vector_of, whole_up_to


def three_classes(value: Any, name: str) -> list[int]:
    """Return labels 0, 1, 2 for labels of any three classes that can be sorted."""
    codes, found = checks.classes(value, len(value), name)
    if len(found) != 3:
        raise ValueError(f"{name} has {len(found)} classes; this figure shows three")
    labels: list[int] = codes.tolist()
    return labels


def rule_of(value: Any, name: str) -> str:
    """Return the name of a rule that makes one answer of the perceptrons' answers."""
    rules = ("one-vs-all", "votes", "scores")
    if value not in rules:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, rules))}, but is {value!r}")
    return str(value)


class ClassesExplorer(LiveFigure):
    """The regions of one-vs-all and of one-vs-one by votes or scores, on three classes, and where two rules differ.

    Parameters
    ----------
    X : array of shape (n, 2), optional
    y : array of shape (n,), optional
        The points, with labels of three classes; by default three of the chapter's four activities.
    rule, other, passes : optional

    Attributes
    ----------
    labels : list of int
        One for each point: 0, 1 or 2.
    rule : {"one-vs-all", "votes", "scores"}
        The rule whose regions are shown.
    other : {"one-vs-all", "votes", "scores"}
        The rule that it is compared with.
    passes : int
        At most so many passes are made by each perceptron: 1 to 100.

    Notes
    -----
    Belongs to the chapter *Many classes*.
    """

    _esm = bundle("classes")

    points = Checked(points_of, [[-3, -3], [-4, -2], [-4, -4], [0, 0], [1, 2], [0, 2], [5, 1], [6, 1], [6, 0]])
    labels = Checked(three_classes, [0, 0, 0, 1, 1, 1, 2, 2, 2])
    window = Checked(vector_of(4), [-7.0, 8.0, -6.0, 8.0])
    rule = Checked(rule_of, "one-vs-all")
    other = Checked(rule_of, "votes")
    passes = Checked(whole_up_to(100), 100)

    @property
    def one_vs_rest(self) -> OneVsRest:
        """One perceptron for each class, trained on the points."""
        return one_vs_rest(self.points, self.labels, max_passes=self.passes)

    @property
    def one_vs_one(self) -> OneVsOne:
        """One perceptron for each pair of classes, trained on the points."""
        return one_vs_one(self.points, self.labels, max_passes=self.passes)

    def predict(self, X: ArrayLike, rule: str | None = None) -> Array:
        """Return the class that a rule, by default the one shown, predicts for each row of X."""
        rule = rule or self.rule
        return self.one_vs_rest.predict(X) if rule == "one-vs-all" else self.one_vs_one.predict(X, by=rule)

    def picture(self) -> None:
        """Draw the points, the regions of the rule, and where the other one differs from it."""
        names = [f"class {k}" for k in range(3)]
        ax = plots.classes(self.predict, self.points, self.labels, names=names, limits=tuple(self.window))
        left, right, bottom, top = self.window
        x1, x2 = np.meshgrid(np.linspace(left, right, 52)[1:-1], np.linspace(bottom, top, 46)[1:-1])
        grid = np.column_stack([x1.ravel(), x2.ravel()])
        differ = self.predict(grid) != self.predict(grid, self.other)
        ax.plot(*grid[differ].T, ".", color="black", markersize=1.5, label="the rules differ", zorder=1)
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, fontsize=9)
