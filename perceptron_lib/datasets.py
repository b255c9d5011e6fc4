"""The book's data sets. Each is a `Dataset` with its names and its source, and unpacks as `X, y = ...`."""

import importlib.util
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perceptron_lib.checks import Array


@dataclass(frozen=True, eq=False)
class Dataset:
    """Labelled examples that know what their columns and labels mean.

    Attributes
    ----------
    X : array of shape (n, d)
        One example a row.
    y : int array of shape (n,)
        The labels, -1 and +1 unless the data set has more classes.
    feature_names : tuple of d str
    label_names : dict
        What each label means.
    source : str
        Where the data come from.
    """

    X: Array
    y: NDArray[np.int64]
    feature_names: tuple[str, ...]
    label_names: dict[int, str]
    source: str

    def __post_init__(self) -> None:
        """Give integers 64 bits, as documented, where NumPy's own have 32: in a browser."""
        for name, value in (("X", self.X), ("y", self.y)):
            if value.dtype.kind == "i":
                object.__setattr__(self, name, value.astype(np.int64, copy=False))

    def __iter__(self) -> Iterator[Array]:
        return iter((self.X, self.y))


def spam() -> Dataset:
    """Six emails, five words: which words are in an email, and whether it is spam (+1). X is (6, 5), 0 or 1."""
    words = {
        "and": [1, 0, 0, 1, 1, 1],
        "viagra": [1, 0, 1, 0, 0, 0],
        "the": [0, 1, 1, 0, 1, 1],
        "of": [1, 1, 0, 1, 0, 1],
        "nigeria": [1, 0, 0, 0, 1, 0],
    }
    X = np.array(list(words.values())).T.copy()
    y = np.array([+1, -1, +1, -1, +1, -1])
    source = "H. Zhang, CS480/680 Lecture 2: Perceptron, University of Waterloo, 2024"
    return Dataset(X, y, tuple(words), {-1: "not spam", +1: "spam"}, source)


def divination() -> Dataset:
    """Six students of divination: hours of work, the share of it spent on exams, and who passed (+1). X is (6, 2)."""
    X = np.array([[20, 0.8], [50, 0.5], [90, 0.1], [70, 0.9], [80, 0.2], [120, 0.3]])
    y = np.array([-1, +1, +1, -1, +1, -1])
    source = "K. Simone, CS480/680 Lecture 1: Halfspaces and the Perceptron Algorithm, University of Waterloo, 2024"
    return Dataset(X, y, ("total time", "share on exams"), {-1: "failed", +1: "passed"}, source)


def or_() -> Dataset:
    """Logical OR on (0,0), (0,1), (1,0), (1,1), in this order. X is (4, 2), 0 or 1."""
    return _truth_table("or", [-1, +1, +1, +1])


def and_() -> Dataset:
    """Logical AND on (0,0), (0,1), (1,0), (1,1), in this order. X is (4, 2), 0 or 1."""
    return _truth_table("and", [-1, -1, -1, +1])


def xor() -> Dataset:
    """Exclusive OR on (0,0), (0,1), (1,0), (1,1), in this order: no halfspace separates it. X is (4, 2), 0 or 1."""
    return _truth_table("xor", [-1, +1, +1, -1])


def axes(n: int, length: int = 10) -> Dataset:
    """Points on n coordinate axes, labelled in turn +1 and -1: x_i = length * e_i. X is (n, n), integer.

    From zero in order each example is a mistake once, and Novikoff's bound, n (1 + 1 / length^2) for an even n, leaves
    no room for another one while n < length^2.

    Parameters
    ----------
    n : int >= 2
        The number of points and of dimensions.
    length : int >= 2, default 10
        The distance of each point from the origin; at length 1 an example may be a mistake twice.
    """
    X = length * np.eye(n, dtype=np.int64)
    y = np.where(np.arange(n) % 2 == 0, 1, -1)
    source = "the book's own; without a bias, x_i = e_i is the usual example on which Novikoff's bound is met"
    return Dataset(X, y, tuple(f"x{j + 1}" for j in range(n)), {-1: "even axes", +1: "odd axes"}, source)


def spiral(margin: float = 0.02) -> Dataset:
    """Points in three dimensions on which a run in order nearly reaches Novikoff's bound. X is (n, 3), float.

    All y_i x_i have length 1000 and the last coordinate 1000 * margin. The first two coordinates are chosen one after
    the other so that each example, when its turn comes, scores just below zero: so the length of the weights grows as
    fast as the proof allows. In that plane they wind outward and, after half of the run, inward. With margin 0.02 a run
    makes 2,499 mistakes, where the bound is 2,500.

    Parameters
    ----------
    margin : number from 0.005 to 0.7, default 0.02
        The margin relative to the length of the examples, of which there are about 1 / margin^2.
    """
    if not 0.005 <= margin <= 0.7:
        raise ValueError(f"margin must be from 0.005 to 0.7, but is {margin}")
    flat = math.sqrt(1 - margin**2)  # the length in the first two coordinates
    points: list[tuple[float, float, float]] = []
    w, cosine = np.zeros(2), 1.0
    while cosine >= -1:
        angle = math.atan2(w[1], w[0]) + math.acos(cosine)
        points.append((flat * math.cos(angle), flat * math.sin(angle), margin))
        w = w + points[-1][:2]
        k, length = len(points), math.hypot(*w)
        cosine = (-k * margin**2 - 1e-11) / (flat * length)  # <w, x> + k margin^2 just below zero
    y = np.where(np.arange(len(points)) % 2 == 0, 1, -1)
    X = 1000 * y[:, None] * np.array(points)
    labels = {-1: "every second point", +1: "the others"}
    return Dataset(X, y, ("x1", "x2", "x3"), labels, "the book's own construction")


def printed_bound() -> Dataset:
    """Three points that break the bound (2 + R^2) / margin, printed with the margin not squared. X is (3, 2), integer.

    A run in order makes 189 mistakes; the printed bound is 151.2, the true one, R^2 / margin^2, is 1,701.
    """
    X = np.array([[-1, 1], [2, 2], [-2, 1]])
    y = np.array([+1, -1, -1])
    source = "the book's own; the printed bound is in P. Chodrow, course notes, chapter 7: The Perceptron, 2024"
    return Dataset(X, y, ("x1", "x2"), {-1: "negative", +1: "positive"}, source)


def clouds(n: int = 100, noise: float = 0.2, rng: np.random.Generator | int | None = 0) -> Dataset:
    """Two Gaussian clouds in the plane, -1 around (0, 0) and +1 around (1, 1).

    Parameters
    ----------
    n : int >= 2, default 100
        The number of points; the first half (rounded down) is the negative cloud.
    noise : float >= 0, default 0.2
        The standard deviation of each coordinate.
    rng : Generator or seed, default 0
        None draws new clouds at every call.
    """
    positive = np.arange(n) >= n // 2
    X = positive[:, None] + np.random.default_rng(rng).normal(0, noise, size=(n, 2))
    source = "after P. Chodrow, course notes, chapter 7: The Perceptron, 2024"
    return Dataset(X, np.where(positive, 1, -1), ("x1", "x2"), {-1: "around (0, 0)", +1: "around (1, 1)"}, source)


def digits(positive: int | None = None) -> Dataset:
    """Handwritten digits of 8 x 8 pixels with ink from 0 to 16. X is (1797, 64), float.

    Parameters
    ----------
    positive : int from 0 to 9, optional
        Label this digit +1 and all others -1. By default y holds the digit itself, 0 to 9.
    """
    if positive not in (None, *range(10)):
        raise ValueError(f"positive must be a digit from 0 to 9, but is {positive!r}")
    table = np.loadtxt(_shipped_with_scikit_learn("digits.csv.gz"), delimiter=",")
    X, y = np.ascontiguousarray(table[:, :-1]), table[:, -1].astype(int)
    labels = {k: str(k) for k in range(10)}
    if positive is not None:
        y, labels = np.where(y == positive, 1, -1), {-1: f"not a {positive}", +1: f"a {positive}"}
    names = tuple(f"row {r}, column {c}" for r in range(8) for c in range(8))
    source = (
        "scikit-learn's load_digits: the test part of E. Alpaydin and C. Kaynak, Optical Recognition of "
        "Handwritten Digits, UCI Machine Learning Repository, 1998, doi:10.24432/C50P49"
    )
    return Dataset(X, y, names, labels, source)


def irises() -> Dataset:
    """Two kinds of iris, 50 flowers each: versicolor -1 and virginica +1. X is (100, 4), integer, in millimetres."""
    table = np.loadtxt(_shipped_with_scikit_learn("iris.csv"), delimiter=",", skiprows=1)
    two = table[table[:, -1] > 0]
    X = np.rint(10 * two[:, :-1]).astype(int)  # the file has centimetres with one decimal
    names = ("sepal length", "sepal width", "petal length", "petal width")
    source = (
        "scikit-learn's load_iris: measured by E. Anderson, published by R. A. Fisher, The Use of Multiple "
        "Measurements in Taxonomic Problems, Annals of Eugenics 7, 1936, doi:10.1111/j.1469-1809.1936.tb02137.x"
    )
    return Dataset(X, np.where(two[:, -1] == 2, 1, -1), names, {-1: "versicolor", +1: "virginica"}, source)


def _shipped_with_scikit_learn(name: str) -> Path:
    """Return a data file of scikit-learn, which is found but not imported: that would take seconds."""
    spec = importlib.util.find_spec("sklearn")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("this data set comes with scikit-learn, which is not installed")
    return Path(spec.submodule_search_locations[0]) / "datasets" / "data" / name


def _truth_table(name: str, y: list[int]) -> Dataset:
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    where = "in the perceptron lectures of H. Zhang (Waterloo, 2024) and Z. Khalid (LUMS, 2023)"
    return Dataset(X, np.array(y), ("x1", "x2"), {-1: "false", +1: "true"}, f"the truth table of {name}; {where}")
