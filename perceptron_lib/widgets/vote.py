"""The vote explorer."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import traitlets

from perceptron_lib import datasets, plots
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.training import train
from perceptron_lib.widgets.base import Live, Number, bundle, vector


class VoteExplorer(Live):
    """Switch the words of an email on and off, see how the weights vote on it, and let them learn.

    In the chapter *Learning machines*. By default the words are those of the first of its six emails, and the weights
    what `train` learns from all six.

    Attributes
    ----------
    words : list of five int, 0 or 1
        Which of the words are in the email.
    w : list of five numbers
    b : number
        The weight of each word, and the bias.
    lessons : list of int
        The rows of the emails from which these weights were learned, an update each, since they were last chosen.
    brief : bool
        Whether the figure is only the votes, to learn from the first four emails; by default it begins at the second,
        with what the first has taught.
    emails, labels, names, classes
        The emails of `datasets.spam`, their labels, the words, and what the labels -1 and +1 mean; they stay.
    machines : list of dict
        Weights to choose from: those learned, those that the first four emails teach in another order, a neuron, and
        nothing learned yet.
    """

    _esm = bundle("vote")
    _data = datasets.spam()

    words = traitlets.List(traitlets.Enum([0, 1]), _data.X[0].tolist(), 5, 5).tag(sync=True)
    w = vector(0, 0, 0, 0, 0)
    b = Number(0.0).tag(sync=True)
    lessons = traitlets.List(traitlets.Enum(range(6))).tag(sync=True)
    brief = traitlets.Bool(False).tag(sync=True)
    emails = traitlets.List(_data.X.tolist(), read_only=True).tag(sync=True)
    labels = traitlets.List(_data.y.tolist(), read_only=True).tag(sync=True)
    names = traitlets.List(list(_data.feature_names), read_only=True).tag(sync=True)
    classes = traitlets.List([_data.label_names[-1], _data.label_names[1]], read_only=True).tag(sync=True)
    machines = traitlets.List(traitlets.Dict()).tag(sync=True)

    def __init__(self, **state: Any) -> None:
        X, y = self._data
        learned = train(X, y)
        other = train(X[:4], y[:4], order=[1, 2, 3, 0])
        machines = [
            {"name": "learned", "w": learned.w.tolist(), "b": float(learned.b)},
            {"name": "learned in another order", "w": other.w.tolist(), "b": float(other.b)},
            {"name": "a neuron of 1943", "w": [1.0] * 5, "b": 0.5 - 2},  # it fires if at least two words are there
            {"name": "nothing learned yet", "w": [0.0] * 5, "b": 0.0},
        ]
        start: dict[str, Any] = {"w": learned.w, "b": learned.b}
        if state.get("brief"):
            first = train(X[:1], y[:1])
            start = {"words": X[1].tolist(), "w": first.w, "b": first.b, "lessons": [0]}
        super().__init__(**({"machines": machines} | start | state))
        if self.brief:
            self.set_trait("emails", X[:4].tolist())
            self.set_trait("labels", y[:4].tolist())

    @property
    def halfspace(self) -> Halfspace:
        """The halfspace of these weights."""
        return Halfspace(self.w, self.b)

    @property
    def score(self) -> float:
        """The sum of the votes, the bias among them."""
        return float(self.halfspace.score([self.words])[0])

    @property
    def accuracy(self) -> float:
        """The share of the emails with y * score > 0."""
        return float((np.array(self.labels) * self.halfspace.score(self.emails) > 0).mean())

    def __repr__(self) -> str:
        written = " ".join(name for name, bit in zip(self.names, self.words, strict=True) if bit)
        return f"VoteExplorer({written or 'no words'}: score {self.score:g})"

    def picture(self) -> None:
        """Draw the votes on the words that are switched on, and the scores of the six emails; if brief, the votes."""
        if self.brief:
            plots.votes(self.halfspace, self.words, self.names)
            return
        sizes = [sum(self.words) + 2, len(self.emails)]
        figsize = (5.4, 0.34 * sum(sizes) + 1.6)
        _, (above, below) = plt.subplots(2, figsize=figsize, height_ratios=sizes, layout="constrained")
        plots.votes(self.halfspace, self.words, self.names, ax=above)
        scores = self.halfspace.score(self.emails)
        titles = [f"email {k + 1}, {self.classes[y > 0]}" for k, y in enumerate(self.labels)]
        looks = {"color": np.where(scores > 0, plots.BLUE, plots.ORANGE), "hatch": np.where(scores > 0, "", "///")}
        below.barh(range(len(scores)), scores, height=0.6, edgecolor="white", tick_label=titles, **looks)
        for k, margin in enumerate(scores * self.labels):
            result = "right" if margin > 0 else "mistake"
            below.text(1.02, k, result, transform=below.get_yaxis_transform(), va="center")
        below.axvline(0, color="black", linewidth=0.8)
        reach = max(1, *abs(scores))
        below.set(xlim=(-1.2 * reach, 1.2 * reach), xlabel="score")
        below.invert_yaxis()
