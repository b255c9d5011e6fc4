"""Many classes by machines that know two: one for each class against the rest, or one for each pair of classes.

Chapter *Many classes* defines every term.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks
from perceptron_lib.checks import Array
from perceptron_lib.halfspaces import Halfspace, scores
from perceptron_lib.training import Run, train


@dataclass(frozen=True, eq=False)
class Scores:
    """One linear score for each class; the class with the highest score is predicted, the first one in a tie.

    Attributes
    ----------
    classes : array of shape (c,)
        The labels in rising order.
    W : array of shape (c, d)
        The weights, one class a row.
    b : array of shape (c,)
        The biases.
    """

    classes: Array
    W: Array
    b: Array

    def scores(self, X: ArrayLike) -> Array:
        """Return <w_k, x> + b_k for every row x of X and every class k: shape (n, c)."""
        return scores(X, self.W, self.b)

    def predict(self, X: ArrayLike) -> Array:
        """Return the class with the highest score for every row of X: shape (n,)."""
        predicted: Array = self.classes[self.scores(X).argmax(axis=1)]
        return predicted


@dataclass(frozen=True, eq=False)
class OneVsRest(Scores):
    """One perceptron for each class, trained to tell it from all others.

    Attributes
    ----------
    classes, W, b
        As for `Scores`.
    runs : tuple of c Run
        The training of each perceptron.
    """

    runs: tuple[Run, ...]


@dataclass(frozen=True, eq=False)
class OneVsOne:
    """One perceptron for each pair of classes.

    Attributes
    ----------
    classes : array of shape (c,)
        The labels in rising order.
    pairs : tuple of c (c - 1) / 2 pairs (j, k) with j < k
        The positions in `classes` that each perceptron tells apart: a positive score speaks for k, any other for j.
    W : array of shape (pairs, d)
    b : array of shape (pairs,)
    runs : tuple of Run
        The training of each perceptron, on the examples of its two classes.
    """

    classes: Array
    pairs: tuple[tuple[int, int], ...]
    W: Array
    b: Array
    runs: tuple[Run, ...]

    def votes(self, X: ArrayLike) -> NDArray[np.int64]:
        """Return how many of its c - 1 pairwise perceptrons each class wins, for every row of X: shape (n, c)."""
        won_minus_lost = np.where(scores(X, self.W, self.b) > 0, 1, -1) @ self._sides
        votes: NDArray[np.int64] = (won_minus_lost + len(self.classes) - 1) // 2
        return votes

    def scores(self, X: ArrayLike) -> Array:
        """Return, for each class, the sum of its c - 1 pairwise scores, each counted in its favour: shape (n, c)."""
        sums: Array = scores(X, self.W, self.b) @ self._sides
        return sums

    def predict(self, X: ArrayLike, by: str = "votes") -> Array:
        """Return a class for every row of X: shape (n,).

        Parameters
        ----------
        X : array of shape (n, d)
        by : "votes" or "scores", default "votes"
            The class with the most votes, and if several have them, the one of these with the highest summed score;
            or, at once, the class with the highest summed score. If that is a tie too, the first class.

        Raises
        ------
        ValueError
            If `by` is something else, or X does not suit.
        """
        if by not in ("votes", "scores"):
            raise ValueError(f"by must be 'votes' or 'scores', but is {by!r}")
        sums = self.scores(X)
        if by == "votes":
            votes, lowest = self.votes(X), sums.min() - 1 if sums.dtype == np.int64 else -np.inf
            sums = np.where(votes == votes.max(axis=1, keepdims=True), sums, lowest)
        predicted: Array = self.classes[sums.argmax(axis=1)]
        return predicted

    @property
    def _sides(self) -> NDArray[np.int64]:
        """+1 for the class that a positive score speaks for, -1 for the other, 0 elsewhere: shape (pairs, c)."""
        sides = np.zeros((len(self.pairs), len(self.classes)), dtype=np.int64)
        for row, (j, k) in zip(sides, self.pairs, strict=True):
            row[j], row[k] = -1, +1
        return sides


def one_vs_rest(
    X: ArrayLike, y: ArrayLike, *, rng: np.random.Generator | int | None = None, **options: Any
) -> OneVsRest:
    """Train one perceptron for each class on all examples: +1 for the class, -1 for the rest.

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of shape (n,)
        Labels of two or more classes, any values that can be sorted.
    rng : Generator or seed, optional
        Each perceptron gets a generator of its own, spawned from this one.
    options
        Those of `train`: eta, delta, order, max_passes, ...

    Returns
    -------
    OneVsRest

    Notes
    -----
    Also called one-vs-all.
    """
    X = checks.features(X)
    codes, classes = checks.classes(y, len(X))
    generators = checks.generator(rng).spawn(len(classes))
    runs = [train(X, codes == k, rng=generator, **options) for k, generator in enumerate(generators)]
    return OneVsRest(classes, *stacked(runs), tuple(runs))


def one_vs_one(X: ArrayLike, y: ArrayLike, *, rng: np.random.Generator | int | None = None, **options: Any) -> OneVsOne:
    """Train one perceptron for each pair of classes, on the examples of these two; the later class is +1.

    Parameters
    ----------
    X, y, rng, options
        As for `one_vs_rest`; the order cannot be a sequence of rows, which would not suit every pair.

    Returns
    -------
    OneVsOne
    """
    if not isinstance(options.get("order", "cyclic"), str):
        raise ValueError("order must be 'cyclic', 'shuffled' or 'random': a sequence of rows would not suit every pair")
    X = checks.features(X)
    codes, classes = checks.classes(y, len(X))
    pairs, runs = tuple(combinations(range(len(classes)), 2)), []
    for pair, generator in zip(pairs, checks.generator(rng).spawn(len(pairs)), strict=True):
        rows = np.isin(codes, pair)
        runs.append(train(X[rows], codes[rows], rng=generator, **options))
    return OneVsOne(classes, pairs, *stacked(runs), tuple(runs))


def stacked(machines: Sequence[Run | Halfspace]) -> tuple[Array, Array]:
    """Return the weights of several runs or halfspaces, one a row, and their biases."""
    W = np.stack([h.w for h in machines])  # exact if one of them is
    return W, np.array([h.b for h in machines], dtype=W.dtype)
