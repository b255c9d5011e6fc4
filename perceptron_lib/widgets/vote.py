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
    """Switch the words of an email on and off, and see how the weights vote on it.

    In the chapter *Learning machines*. By default the words are those of the first of its six emails, and the weights
    what `train` learns from all six.

    Attributes
    ----------
    words : list of five int, 0 or 1
        Which of the words are in the email.
    w : list of five numbers
    b : number
        The weight of each word, and the bias.
    emails, labels, names, classes
        The emails of `datasets.spam`, their labels, the words, and what the labels -1 and +1 mean; they stay.
    machines : list of dict
        Weights to choose from: those learned, those that the first four emails teach in another order, and a neuron.
    """

    _esm = bundle("vote")
    _data = datasets.spam()

    words = traitlets.List(traitlets.Enum([0, 1]), _data.X[0].tolist(), 5, 5).tag(sync=True)
    w = vector(0, 0, 0, 0, 0)
    b = Number(0.0).tag(sync=True)
    emails = traitlets.List(_data.X.tolist(), read_only=True).tag(sync=True)
    labels = traitlets.List(_data.y.tolist(), read_only=True).tag(sync=True)
    names = traitlets.List(list(_data.feature_names), read_only=True).tag(sync=True)
    classes = traitlets.List([_data.label_names[-1], _data.label_names[1]], read_only=True).tag(sync=True)
    machines = traitlets.List(traitlets.Dict()).tag(sync=True)

    def __init__(self, **state: Any) -> None:
        learned = train(*self._data)
        other = train(self._data.X[:4], self._data.y[:4], order=[1, 2, 3, 0])
        machines = [
            {"name": "learned", "w": learned.w.tolist(), "b": float(learned.b)},
            {"name": "learned in another order", "w": other.w.tolist(), "b": float(other.b)},
            {"name": "a neuron of 1943", "w": [1.0] * 5, "b": 0.5 - 2},  # it fires if at least two words are there
        ]
        super().__init__(**({"machines": machines, "w": learned.w, "b": learned.b} | state))

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
        """The share of the six emails with y * score > 0."""
        return float((np.array(self.labels) * self.halfspace.score(self.emails) > 0).mean())

    def __repr__(self) -> str:
        written = " ".join(name for name, bit in zip(self.names, self.words, strict=True) if bit)
        return f"VoteExplorer({written or 'no words'}: score {self.score:g})"

    def picture(self) -> None:
        """Draw the votes on the words that are switched on, and the scores of the six emails."""
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
