"""The 16 data sets on which the library is timed: five shapes in three kinds, and the digits, 5 against the rest."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits

Examples = tuple[NDArray[np.float64], NDArray[np.int64]]

KINDS = {"wide margin": 0.5, "narrow margin": 0.02, "noise": 0.0}

# n, d, and the most passes for separable and for noisy data, which never converges
SHAPES = [
    (300, 2, 1000, 1000),
    (10_000, 10, 100, 100),
    (100_000, 50, 300, 8),
    (1_000_000, 20, 20, 8),
    (20_000, 1000, 20, 8),
]


@dataclass(frozen=True)
class Case:
    """A data set by name, made when asked for, so that only one is in memory; and the most passes to run on it."""

    name: str
    make: Callable[..., Examples]
    arguments: tuple[Any, ...]
    passes: int

    def examples(self) -> Examples:
        """Return X (float64, C order) and the labels -1 and +1."""
        return self.make(*self.arguments)


def gaussian(n: int, d: int, kind: str, seed: int = 0) -> Examples:
    """Draw normal data, labelled by the side of a random hyperplane.

    Points nearer to it than the margin of the kind are moved out to the margin; with "noise", one label in ten
    is flipped.
    """
    rng = np.random.default_rng(seed)
    X, normal, bias = rng.standard_normal((n, d)), rng.standard_normal(d), 0.1
    normal /= np.linalg.norm(normal)
    distance = X @ normal + bias
    y = np.where(distance >= 0, 1, -1)
    near = np.flatnonzero(np.abs(distance) < KINDS[kind])
    X[near] += (y[near] * KINDS[kind] - distance[near])[:, None] * normal
    if kind == "noise":
        y[rng.random(n) < 0.1] *= -1
    return X, y


def five_or_not() -> Examples:
    """Return the 1,797 digits of 8 x 8 pixels that come with scikit-learn, +1 for a five."""
    X, digit = load_digits(return_X_y=True)
    return np.ascontiguousarray(X, dtype=np.float64), np.where(digit == 5, 1, -1)


def cases() -> Iterator[Case]:
    """Yield the 16 data sets, the small ones first."""
    yield Case("digits, 5 v rest", five_or_not, (), 200)
    for n, d, separable, noisy in SHAPES:
        for kind in KINDS:
            passes = noisy if kind == "noise" else separable
            yield Case(f"{n:,} × {d:,}, {kind}", gaussian, (n, d, kind), passes)
