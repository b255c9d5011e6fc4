"""The book's data sets, against the tables of the lectures, Python's own operators, and scikit-learn."""

import operator
import subprocess
import sys
from fractions import Fraction
from math import floor, isclose

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris

from perceptron_lib import datasets, separate, train, verify

ALL = {
    "spam": (datasets.spam(), 6, 5),
    "divination": (datasets.divination(), 6, 2),
    "or": (datasets.or_(), 4, 2),
    "and": (datasets.and_(), 4, 2),
    "xor": (datasets.xor(), 4, 2),
    "axes": (datasets.axes(7), 7, 7),
    "two axes": (datasets.axes(2, 2), 2, 2),
    "spiral": (datasets.spiral(), 2499, 3),
    "wide spiral": (datasets.spiral(0.7), 2, 3),
    "printed bound": (datasets.printed_bound(), 3, 2),
    "clouds": (datasets.clouds(), 100, 2),
    "odd clouds": (datasets.clouds(7), 7, 2),
    "digits": (datasets.digits(), 1797, 64),
    "digit 5": (datasets.digits(5), 1797, 64),
    "irises": (datasets.irises(), 100, 4),
}


@pytest.mark.parametrize(("data", "n", "d"), ALL.values(), ids=ALL)
def test_every_data_set_knows_its_shape_names_and_source(data, n, d):
    X, y = data
    assert X is data.X
    assert y is data.y
    assert (X.shape, y.shape) == ((n, d), (n,))
    assert X.flags.c_contiguous
    assert y.dtype == np.int64
    assert set(y.tolist()) == set(data.label_names) == (set(range(10)) if data is ALL["digits"][0] else {-1, 1})
    assert len(set(data.feature_names)) == d
    assert all(isinstance(name, str) and name for name in (*data.feature_names, *data.label_names.values()))
    assert len(data.source) > 20


def test_the_six_emails():
    data = datasets.spam()
    table = """
        and      1 0 0 1 1 1
        viagra   1 0 1 0 0 0
        the      0 1 1 0 1 1
        of       1 1 0 1 0 1
        nigeria  1 0 0 0 1 0
    """
    rows = [line.split() for line in table.strip().splitlines()]
    assert data.feature_names == tuple(row[0] for row in rows)
    assert data.X.T.tolist() == [[int(v) for v in row[1:]] for row in rows]
    assert ["+" if label > 0 else "-" for label in data.y] == ["+", "-", "+", "-", "+", "-"]
    assert data.label_names[1] == "spam"


def test_the_divination_students():
    data = datasets.divination()
    table = [(20, 0.8, "no"), (50, 0.5, "yes"), (90, 0.1, "yes"), (70, 0.9, "no"), (80, 0.2, "yes"), (120, 0.3, "no")]
    assert [(*x, "yes" if y > 0 else "no") for x, y in zip(data.X.tolist(), data.y, strict=True)] == table
    assert data.label_names == {-1: "failed", 1: "passed"}


@pytest.mark.parametrize(
    ("table", "connective"),
    [(datasets.or_, operator.or_), (datasets.and_, operator.and_), (datasets.xor, operator.xor)],
)
def test_truth_tables(table, connective):
    X, y = table()
    assert X.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert y.tolist() == [1 if connective(bool(p), bool(q)) else -1 for p, q in X]


def test_the_axes_are_the_unit_vectors_made_longer():
    X, y = datasets.axes(3, 7)
    assert X.tolist() == [[7, 0, 0], [0, 7, 0], [0, 0, 7]]
    assert X.dtype == np.int64
    assert y.tolist() == [1, -1, 1]
    assert datasets.axes(4).X.max() == 10


@pytest.mark.parametrize(("n", "length"), [(2, 2), (3, 2), (8, 3), (9, 3), (24, 5), (98, 10), (120, 10)])
def test_each_point_on_an_axis_is_a_mistake_once_and_novikoffs_bound_leaves_no_room_for_more(n, length):
    data = datasets.axes(n, length)
    run = train(*data)
    assert run.mistakes.example.tolist() == list(range(n))
    assert run.passes == 2
    verified = verify(run, separate(*data))
    assert verified.holds
    if n % 2 == 0:
        assert isclose(verified.bound, n + Fraction(n, length**2), rel_tol=1e-14)
        assert (floor(verified.bound + 1e-9) == n) == (n < length**2)


@pytest.mark.parametrize("margin", [0.005, 0.02, 0.1, 1 / 3, 0.5, 0.7])
def test_the_spiral_has_its_length_and_its_margin(margin):
    X, y = datasets.spiral(margin)
    n = len(X)
    assert y.tolist() == [(-1) ** k for k in range(n)]
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1000, rtol=1e-12)
    assert X[0, 0] > 0 == X[0, 1]  # where the spiral begins
    np.testing.assert_allclose(y * X[:, 2], 1000 * margin, rtol=1e-12)
    assert abs(n - 1 / margin**2) < 2
    found = separate(X, y)
    assert found.margin >= 1000 * margin * (1 - 1e-9)
    if margin < 0.2:
        run = train(X, y)
        assert run.mistakes.example[:n].tolist() == list(range(n))
        verified = verify(run, found)
        assert verified.holds  # and so at most one mistake more
        assert n > verified.bound - 2
        plane = run.y[:, None] * X[:, :2] / 1000
        scores = np.sum(plane[1:] * np.cumsum(plane, axis=0)[:-1], axis=1) + np.arange(1, n) * margin**2
        assert np.all((scores < 0) & (scores > -1e-10))  # just below zero, when the turn comes
        before, turns = np.cumsum(plane, axis=0)[:-1], plane[1:]
        assert np.all(before[:, 0] * turns[:, 1] - before[:, 1] * turns[:, 0] > 0)  # always to the left: a spiral


def test_the_spiral_of_the_book_makes_2499_mistakes():
    data = datasets.spiral()
    run = train(*data)
    assert (len(data.X), len(run.mistakes), run.converged) == (2499, 2499, True)
    assert floor(verify(run, separate(*data)).bound) == 2500


def test_three_points_break_the_printed_bound():
    X, y = datasets.printed_bound()
    assert X.tolist() == [[-1, 1], [2, 2], [-2, 1]]
    assert X.dtype == np.int64
    assert y.tolist() == [1, -1, -1]
    square = Fraction(1, 189)  # of the margin
    found = separate(X, y)
    assert found.point @ found.point == square
    R2 = max(x @ x + 1 for x in X)
    assert (2 + R2) ** 2 / square < 151.3**2 < 189**2
    assert R2 / square == 1701
    assert len(train(X, y).mistakes) == 189


def test_clouds_lie_around_their_centres_with_the_noise_asked_for():
    X, y = datasets.clouds(20_000, noise=0.3, rng=4)
    for label, centre in [(-1, 0), (1, 1)]:
        cloud = X[y == label]
        assert len(cloud) == 10_000
        np.testing.assert_allclose(cloud.mean(axis=0), centre, atol=5 * 0.3 / 100)  # five standard errors
        np.testing.assert_allclose(np.cov(cloud.T), 0.09 * np.eye(2), atol=0.01)
    assert datasets.clouds(7).y.tolist() == [-1, -1, -1, 1, 1, 1, 1]
    assert datasets.clouds(4, noise=0).X.tolist() == [[0, 0], [0, 0], [1, 1], [1, 1]]


def test_clouds_are_the_same_for_the_same_seed_only():
    np.testing.assert_array_equal(datasets.clouds().X, datasets.clouds(rng=0).X)
    np.testing.assert_array_equal(datasets.clouds(rng=8).X, datasets.clouds(rng=np.random.default_rng(8)).X)
    assert not np.array_equal(datasets.clouds(rng=8).X, datasets.clouds(rng=9).X)
    assert not np.array_equal(datasets.clouds(rng=None).X, datasets.clouds(rng=None).X)


def test_digits_are_scikit_learns():
    X, y = datasets.digits()
    judge = load_digits()
    np.testing.assert_array_equal(X, judge.data)
    np.testing.assert_array_equal(y, judge.target)
    assert datasets.digits().feature_names[8 * 2 + 5] == "row 2, column 5"
    for k in range(10):
        data = datasets.digits(k)
        np.testing.assert_array_equal(data.X, judge.data)
        np.testing.assert_array_equal(data.y > 0, judge.target == k)
        assert data.label_names == {-1: f"not a {k}", 1: f"a {k}"}


def test_irises_are_scikit_learns():
    X, y = datasets.irises()
    judge = load_iris()
    np.testing.assert_allclose(X / 10, judge.data[50:])
    assert X.dtype == int
    assert [f"{name} (cm)" for name in datasets.irises().feature_names] == judge.feature_names
    assert [datasets.irises().label_names[label] for label in y] == list(judge.target_names[judge.target[50:]])


@pytest.mark.parametrize("margin", [0, 0.0049, 0.71, float("nan")])
def test_what_makes_no_data_set_is_refused(margin):
    with pytest.raises(ValueError, match=r"margin must be from 0\.005 to 0\.7"):
        datasets.spiral(margin)
    with pytest.raises(ValueError, match="positive must be a digit from 0 to 9"):
        datasets.digits(10)


def test_no_data_set_imports_scikit_learn():
    code = (
        "import sys; from perceptron_lib import datasets as d; d.digits(3); d.irises(); print('sklearn' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_a_data_set_is_made_anew_at_each_call():
    datasets.spam().X[:] = 9
    datasets.digits().X[:] = 99
    assert datasets.spam().X.max() == 1
    assert datasets.digits().X.max() == 16
