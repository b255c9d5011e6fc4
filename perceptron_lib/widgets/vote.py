"""The vote explorer."""

from collections.abc import Callable
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import traitlets

from perceptron_lib import datasets, plots
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.training import train
from perceptron_lib.widgets.base import Checked, Live, bundle, number_of, vector_of


def bits_of(length: int) -> Callable[[Any, str], list[int]]:
    """Return a check for vectors of zeros and ones of this length."""

    def check(value: Any, name: str) -> list[int]:
        vector = vector_of(length)(value, name)
        if not set(vector) <= {0.0, 1.0}:
            raise ValueError(f"{name} needs a 0 or a 1 for each word, but is {value!r}")
        return [int(bit) for bit in vector]

    return check


class VoteExplorer(Live):
    """Switch the words of an email on and off, and see how the weights vote on it.

    Parameters
    ----------
    words, w, b : optional
        By default the first of the six emails, and the weights and the bias that `train` learns from all six.

    Attributes
    ----------
    words : list of five int, 0 or 1
        Which of the words are in the email.
    w : list of five numbers
        The weight of each word.
    b : number
        The bias.
    emails, labels, names, classes
        The emails of `datasets.spam`, their labels, the words, and what the labels -1 and +1 mean; they stay.
    machines : list of dict
        Weights with a name, to choose from.

    Notes
    -----
    Belongs to the chapter *Learning machines*.
    """

    _esm = bundle("vote")
    _data = datasets.spam()

    words = Checked(bits_of(5), _data.X[0].tolist())
    w = Checked(vector_of(5), [0.0] * 5)
    b = Checked(number_of(), 0.0)
    emails = traitlets.List(_data.X.tolist(), read_only=True).tag(sync=True)
    labels = traitlets.List(_data.y.tolist(), read_only=True).tag(sync=True)
    names = traitlets.List(list(_data.feature_names), read_only=True).tag(sync=True)
    classes = traitlets.List([_data.label_names[-1], _data.label_names[1]], read_only=True).tag(sync=True)
    machines = traitlets.List(traitlets.Dict()).tag(sync=True)

    def __init__(self, **state: Any) -> None:
        machines = _book_machines()
        super().__init__(**({"machines": machines, "w": machines[0]["w"], "b": machines[0]["b"]} | state))

    @property
    def halfspace(self) -> Halfspace:
        """The halfspace of these weights."""
        return Halfspace(self.w, self.b)

    @property
    def score(self) -> float:
        """The sum of the votes, the bias among them."""
        return float(self.halfspace.score([self.words])[0])

    @property
    def prediction(self) -> int:
        """The verdict on these words: +1 is spam."""
        return int(self.halfspace.predict([self.words])[0])

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
        _, (above, below) = plt.subplots(
            2, figsize=(5.4, 0.34 * sum(sizes) + 1.6), height_ratios=sizes, layout="constrained"
        )
        plots.votes(self.halfspace, self.words, self.names, ax=above)
        scores = self.halfspace.score(self.emails)
        for k, (score, y) in enumerate(zip(scores.tolist(), self.labels, strict=True)):
            look: dict[str, Any] = {"color": plots.BLUE} if score > 0 else {"color": plots.ORANGE, "hatch": "///"}
            below.barh(k, score, height=0.6, edgecolor="white", **look)
            below.text(
                1.02, k, "right" if y * score > 0 else "mistake", transform=below.get_yaxis_transform(), va="center"
            )
        titles = [f"email {k + 1}, {self.classes[y > 0]}" for k, y in enumerate(self.labels)]
        below.set_yticks(range(len(titles)), titles)
        below.axvline(0, color="black", linewidth=0.8)
        reach = max(1, *abs(scores))
        below.set(xlim=(-1.2 * reach, 1.2 * reach), xlabel="score")
        below.invert_yaxis()


def _book_machines() -> list[dict[str, Any]]:
    """Return what the six emails teach, what the first four teach in another order, and a neuron without weights."""
    X, y = datasets.spam()
    learned, other = train(X, y), train(X[:4], y[:4], order=[1, 2, 3, 0])
    machines = {
        "learned": (learned.w, learned.b),
        "learned in another order": (other.w, other.b),
        "a neuron of 1943": (np.ones(5), 0.5 - 2),  # it fires if at least two words are there
    }
    return [{"name": name, "w": w.tolist(), "b": float(b)} for name, (w, b) in machines.items()]
