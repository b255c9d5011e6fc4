"""Separable or not, and the largest margin: judged by brute force in fractions, by HiGHS, and by the certificates."""

from dataclasses import FrozenInstanceError
from fractions import Fraction
from itertools import combinations
from math import inf, nextafter, sqrt
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from perceptron_lib import datasets, exact, separate
from tests.library.strategies import dot

SMALL, SEEDS = st.integers(-3, 3), st.integers(0, 2**32 - 1)


# --- judges that share nothing with the library ------------------------------------------------------------------


def signed(X, y):
    """The rows y_i (x_i, 1), in fractions."""
    return [[int(s) * Fraction(v) for v in (*x, 1)] for x, s in zip(np.asarray(X).tolist(), y, strict=True)]


def total(weights, Z):
    """The sum of the weighted rows, in fractions."""
    pairs = [(a, z) for a, z in zip(weights, Z, strict=True) if a]
    return [sum((a * z[j] for a, z in pairs), Fraction(0)) for j in range(len(Z[0]))]


def eliminate(rows):
    """Solve the system whose rows end in the right side, by Gauss's method; None if it is singular."""
    rows = [list(map(Fraction, row)) for row in rows]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for i in range(len(rows)):
            if i != k and rows[i][k]:
                rows[i] = [a - rows[i][k] * c for a, c in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def squared_margin(X, y):
    """The squared distance of the hull from the origin: the least one of all its faces. 0: nothing separates."""
    Z, squares = signed(X, y), []
    for size in range(1, min(len(Z), len(Z[0]) + 1) + 1):
        for face in combinations(Z, size):
            stationary = [[dot(z, v) for v in face] + [1, 0] for z in face]  # minimise ||sum a z||^2 with sum a = 1
            solution = eliminate([*stationary, [1] * size + [0, 1]])
            if solution and min(solution[:-1]) >= 0:
                point = total(solution[:-1], face)
                squares.append(dot(point, point))
    return min(squares)


def highs(X, y):
    """The largest t with y_i (<w, x_i> + b) >= t for weights and bias from -1 to 1, in floats."""
    Z = np.asarray(y)[:, None] * np.c_[np.asarray(X, dtype=float), np.ones(len(y))]
    judged = linprog(
        [0] * Z.shape[1] + [-1],
        A_ub=np.c_[-Z, np.ones(len(Z))],
        b_ub=np.zeros(len(Z)),
        bounds=[(-1, 1)] * Z.shape[1] + [(None, None)],
    )
    assert judged.status == 0
    return -judged.fun


def check(X, y, square=None):
    """Ask, and verify the certificate in fractions; `square` is the true squared margin. Return the answer."""
    found, Z = separate(X, y), signed(X, y)
    assert len(found.alpha) == len(Z)
    assert {type(a) for a in found.alpha} == {Fraction}
    assert min(found.alpha) >= 0
    assert sum(found.alpha) == 1
    assert found.support.tolist() == [i for i, a in enumerate(found.alpha) if a > 0]
    point = total(found.alpha, Z)
    norm = dot(point, point)
    assert square in (None, norm)
    assert found.separable == (norm > 0)
    if found.separable:  # the point is in the hull, and the hull on the far side of it: it is the nearest one
        assert point == found.point.tolist()
        assert norm == min(dot(point, z) for z in Z)
        assert Fraction(found.margin) ** 2 <= norm < Fraction(nextafter(found.margin, inf)) ** 2
        direction = np.array([float(v / max(map(abs, point))) for v in point])
        np.testing.assert_allclose([*found.w, found.b], direction / np.linalg.norm(direction), rtol=1e-14)
        assert (found.halfspace.w.tolist(), found.halfspace.b) == (found.w.tolist(), found.b)
    return found


@st.composite
def small_problems(draw, most=6, number=SMALL):
    n, d = draw(st.integers(1, most)), draw(st.integers(1, 3))
    X = draw(st.lists(st.lists(number, min_size=d, max_size=d), min_size=n, max_size=n))
    return np.array(X), np.array(draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n)))


def planted(n, d, margin, seed):
    """Points on two sides of a random hyperplane, a third of them `margin` times the longest one away from it."""
    rng = np.random.default_rng(seed)
    u, X = rng.normal(size=d + 1), rng.normal(size=(n, d))
    u /= np.linalg.norm(u)
    scores, close = X @ u[:-1] + u[-1], rng.permutation(n)[: max(2, n // 3)]
    y, away = np.where(scores > 0, 1, -1), margin * max(np.linalg.norm([*x, 1]) for x in X)
    size = np.maximum(np.abs(scores), 1.5 * away)
    size[close] = away
    return X + np.outer((y * size - scores) / (u[:-1] @ u[:-1]), u[:-1]), y


# --- one answer, three judges ------------------------------------------------------------------------------------


@settings(max_examples=120)
@given(small_problems())
def test_on_small_integers_the_margin_is_the_one_of_brute_force(problem):
    (X, y), square = problem, squared_margin(*problem)
    for features in (X, X.astype(float), X.astype(object)):
        check(features, y, square)


@settings(max_examples=60)
@given(small_problems(5, st.integers(-9, 9).map(lambda k: Fraction(k, 7))))
def test_on_fractions_the_margin_is_the_one_of_brute_force(problem):
    check(*problem, squared_margin(*problem))


@settings(max_examples=60)
@given(small_problems(5, st.integers(-9, 9).map(lambda k: k / 10)))
def test_floats_such_as_a_tenth_are_taken_as_the_binary_fractions_that_they_are(problem):
    check(*problem, squared_margin(*problem))


@settings(max_examples=100)
@given(SEEDS)
def test_highs_finds_the_same_data_separable(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 60), rng.integers(1, 10)
    X, y = rng.integers(-3, 4, (n, d)), rng.choice([-1, 1], n)
    if seed % 2:
        X = rng.normal(size=(n, d))
    if seed % 3:
        y = np.where(X @ rng.integers(-3, 4, d) > rng.integers(-2, 3), 1, -1)
    t = highs(X, y)
    separable = check(X, y).separable
    assert separable == (t > 1e-6) or 1e-10 < abs(t) <= 1e-6


@settings(max_examples=100)
@given(small_problems(), st.data())
def test_a_wrong_guess_costs_time_and_nothing_else(problem, data):
    n = len(problem[1])
    guess = np.array(data.draw(st.lists(st.integers(0, 5), min_size=n, max_size=n).filter(any)), dtype=float)
    with patch("scipy.optimize.nnls", return_value=(guess, 0.0)):
        check(*problem, squared_margin(*problem))
    with patch("scipy.optimize.nnls", side_effect=RuntimeError("Maximum number of iterations reached.")):
        check(*problem, squared_margin(*problem))


# --- close to the border -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("margin", [1e-1, 1e-3, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14, 1e-16])
@pytest.mark.parametrize(("n", "d"), [(2, 1), (5, 2), (40, 5), (31, 30), (300, 8), (700, 2)])
def test_a_planted_margin_is_found(n, d, margin):
    check(*planted(n, d, margin, seed=n + d))


@settings(max_examples=150)
@given(SEEDS)
def test_within_rounding_of_the_border_the_answer_is_right(seed):
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 5))
    X, y = rng.integers(-3, 4, (d, d)) * rng.choice([1, 0.1, 1 / 3, 1e5]), rng.choice([-1, 1], d)
    X = X if seed % 3 else rng.normal(size=(d, d))
    share = rng.dirichlet(np.ones(d)) * y
    if abs(share.sum()) < 0.01:
        share, y = abs(share), abs(y)
    X = np.vstack([X, share @ X / share.sum()])  # up to rounding, these rows cancel under positive weights
    y = np.append(y, -np.sign(share.sum()).astype(int))
    normal = np.linalg.svd(y[:, None] * np.c_[X, np.ones(d + 1)])[2][-1]
    others = rng.normal(size=(rng.integers(1, 4), d))  # all on one side of them
    y = np.append(y, np.where(others @ normal[:-1] + normal[-1] > 0, 1, -1))
    order = rng.permutation(len(y))
    check(np.vstack([X, others])[order], y[order])


@settings(max_examples=100)
@given(SEEDS)
def test_columns_that_nearly_depend_on_others_or_differ_in_scale_are_judged_right(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 9), rng.integers(1, 5)
    X = np.outer(0.1 * rng.integers(-5, 6, n), rng.normal(size=d)) + rng.choice([0, 0.3])
    X += rng.choice([0, 1e-17, 1e-15, 1e-9, 1]) * rng.normal(size=(n, d))
    X *= 10.0 ** (rng.integers(-12, 12, d) if seed % 2 else rng.integers(-12, 80))
    check(X, rng.choice([-1, 1], n) if seed % 3 else np.where(X @ rng.normal(size=d) > 0, 1, -1))


BORDER = {  # data within rounding of the border, and whether they are separable
    "0.1, 0.2, 0.3 on a line": ([[0.1, 0.3], [0.2, 0.6], [0.3, 0.9]], [1, -1, 1], True),  # 3 * 0.1 is not 0.3
    "1, 2, 3 on a line": ([[1, 3], [2, 6], [3, 9]], [1, -1, 1], False),
    "neighbouring floats": ([[1.0], [nextafter(1, 2)]], [-1, 1], True),
    "a float between its neighbours": ([[nextafter(1, 0)], [1.0], [nextafter(1, 2)]], [-1, 1, -1], False),
    "tiny differences": ([[0.0], [1e-300]], [-1, 1], True),
    "tiny differences, both ways": ([[0.0], [1e-200], [2e-200]], [-1, 1, -1], False),
    "the smallest float": ([[0.0], [5e-324]], [-1, 1], True),
    "huge numbers": ([[1e300, 0], [0, 1e300], [-1e300, 1e300]], [-1, 1, 1], True),
    "huge numbers, hidden bias": ([[1e90], [2e90]], [-1, 1], True),
    "huge numbers, both ways": ([[1e90], [2e90], [3e90]], [-1, 1, -1], False),
    "integers beside each other": ([[2**62], [2**62 + 1], [2**62 + 2]], [-1, 1, 1], True),
    "integers between each other": ([[10**40], [10**40 + 1], [10**40 + 2]], [-1, 1, -1], False),
    "numbers beyond the floats": ([[10**400], [-(10**400)]], [-1, 1], True),
    "fractions beyond the floats": ([[0], [Fraction(1, 10**400)]], [-1, 1], True),
    "a weight that is tiny but needed": ([[-1], [0], [10**14]], [1, -1, 1], False),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("X", "y", "separable"), BORDER.values(), ids=BORDER)
def test_numbers_at_the_border_and_at_the_ends_of_the_floats_are_decided(X, y, separable):
    assert separate(X, y).separable == separable
    if all(abs(v) < 1e300 for x in X for v in x):
        check(X, y, squared_margin(X, y))


@pytest.mark.parametrize("size", [1e-200, 1e-300, Fraction(1, 10**400)])
def test_the_oracle_of_a_margin_whose_square_underflows_is_still_a_unit_vector(size):
    found = separate(np.array([[0], [size]], dtype=object), [-1, 1])
    assert (found.w.tolist(), found.b) == ([1], pytest.approx(-float(size) / 2))


# --- degenerate data ---------------------------------------------------------------------------------------------

DEGENERATE = {  # the squared margin; 0: nothing separates them
    "one example": ([[3, 4]], [1], 26),
    "one negative example": ([[3, 4]], [-1], 26),
    "one class": ([[1], [2], [-1]], [1, 1, 1], 1),
    "one negative class": ([[1], [2], [-1]], [-1, -1, -1], 1),
    "one class on one side": ([[1], [2]], [1, 1], 2),
    "an example twice": ([[1], [1], [-1]], [1, 1, -1], 1),
    "an example with both labels": ([[1, 2], [1, 2]], [1, -1], 0),
    "an example with both labels among others": ([[1, 2], [9, 9], [1, 2], [-9, -9]], [1, 1, -1, -1], 0),
    "all zero": ([[0, 0], [0, 0]], [1, -1], 0),
    "all zero, one class": ([[0, 0], [0, 0]], [1, 1], 1),
    "a zero example": ([[0, 0], [0, 2]], [-1, 1], Fraction(1, 2)),
    "a constant column": ([[1, 5], [-1, 5]], [1, -1], 1),
    "a column twice": ([[1, 1], [-1, -1]], [1, -1], 2),
    "a column twice, nonseparable": ([[0, 0], [1, 1], [2, 2]], [1, -1, 1], 0),
    "fewer examples than features": ([[1, 0, 0, 0], [0, 1, 0, 0]], [1, -1], Fraction(1, 2)),
    "points on a line": ([[0, 0], [1, 1], [2, 2], [3, 3]], [-1, -1, 1, 1], Fraction(1, 11)),
    "alternating points on a line": ([[0, 0], [1, 1], [2, 2], [3, 3]], [-1, 1, -1, 1], 0),
    "one of many rows": ([[1], [-1]] * 50 + [[0]], [1, -1] * 50 + [1], Fraction(1, 5)),
}


@pytest.mark.parametrize(("X", "y", "square"), DEGENERATE.values(), ids=DEGENERATE)
@pytest.mark.parametrize("kind", [int, float, object])
def test_degenerate_data_are_decided(X, y, square, kind):
    check(np.array(X).astype(kind), y, square)
    assert len(X) > 9 or squared_margin(X, y) == square


# --- data of the book's size: the guess is right, or nearly --------------------------------------------------------


def guessed(X, y, systems=1):
    """Check the answer, and that it took so many exact linear systems at most: these take the time."""
    with patch("perceptron_lib.separability.solve", wraps=exact.solve) as solve:
        found = check(X, y)
    assert solve.call_count <= systems
    return found


@pytest.mark.parametrize("d", [2, 10, 25])
@pytest.mark.parametrize("noise", [0, 1, 100])
def test_many_rows_take_one_linear_system(d, noise):
    rng = np.random.default_rng(d + noise)
    for X in (rng.normal(size=(700, d)), rng.integers(-(10**6), 10**6, (700, d))):
        y = np.where(X @ rng.integers(-3, 4, d) > np.median(X[:, 0]), 1, -1)
        y[:noise] *= -1
        assert guessed(X, y).separable == (highs(X / abs(X).max(), y) > 1e-9)


@pytest.mark.parametrize("digit", [5, 8, 9])
def test_digits_have_constant_pixels_and_are_decided(digit):
    assert guessed(*datasets.digits(digit), systems=2).separable == (digit == 5)


@pytest.mark.parametrize("margin", [1e-1, 1e-4, 1e-7])
@pytest.mark.parametrize(("n", "d"), [(300, 8), (700, 2), (400, 25)])
def test_rows_that_only_rounding_moves_off_the_margin_are_told_apart(n, d, margin):
    guessed(*planted(n, d, margin, seed=n + d))


def test_rows_that_are_all_on_the_margin_are_as_good_as_each_other():
    rng = np.random.default_rng(3)
    r, y = rng.choice([-1, 1], (300, 4)), rng.permutation(np.repeat([1, -1], 150))
    X = 7 * np.vstack([np.c_[y, r], np.c_[y, -r]])
    assert guessed(X, [*y, *y], systems=2).margin == 7


@pytest.mark.parametrize("column", ["new", "constant", "zero", "twice", "rare", "mean", "sum", "nearly twice"])
def test_columns_that_tell_little_or_nothing_new_cost_little(column):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(240, 30)), rng.choice([-1, 1], 240)
    known = {"twice": X[:, 1], "constant": 0.1, "zero": 0, "mean": X[:, 1:].mean(axis=1)}  # the mean but for rounding
    X[:, 0] = known.get(column, X[:, 0])
    if column == "rare":
        X[1:, :6] *= np.eye(239, 6)  # each of these features is nonzero in one other row and in row 0
    if column == "sum":
        X = abs(X) / abs(X).sum(axis=1)[:, None]
    if column == "nearly twice":
        X[:, 0] = X[:, 1] + 1e-15 * X[:, 0]
    assert not guessed(X, y, systems=2).separable


@pytest.mark.parametrize("far", [0, 1])
def test_few_rows_among_many_decide(far):
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(4000, 3)), np.ones(4000, dtype=int)
    X[:, 0] = abs(X[:, 0]) + 2
    X[[1717, 2929]], y[[1717, 2929]] = [[1.0, 0, 0], [1.0 - far / 8, 0, 0]], [1, -1]  # alone, next to each other
    found = separate(X, y)
    assert found.support.tolist() == [1717, 2929]
    check(X[found.support], y[found.support], squared_margin(X[found.support], y[found.support]))
    assert found.separable == bool(far)


def test_more_than_that_is_refused_with_a_remedy():
    assert separate(np.eye(2, 200), [1, -1]).separable
    for shape in ((2, 201), (10_001, 100)):
        says = rf"X has {shape[0]:,} rows and {shape[1]} features, .* at most 200 features and 1,000,000 numbers\. "
        with pytest.raises(ValueError, match=says + r".*LinearSVC.*linprog"):
            separate(np.eye(*shape), np.resize([1, -1], shape[0]))


# --- what changes nothing, and what it is called -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "square"),
    [(datasets.spam(), 3), (datasets.or_(), 9), (datasets.and_(), 17), (datasets.printed_bound(), 189)],
    ids=["spam", "or", "and", "printed bound"],
)
def test_the_margins_of_the_books_data(data, square):
    assert check(*data, Fraction(1, square)).margin <= 1 / sqrt(square)


def test_nothing_separates_xor():
    assert separate(*datasets.xor()).alpha.tolist() == [Fraction(1, 4)] * 4


@pytest.mark.parametrize("pair", [(0, 1), (-1, 1), ("ham", "spam"), (False, True), (0.5, 2.5), (-7, -3)])
def test_any_two_labels_will_do_and_the_larger_is_plus_one(pair):
    X, y = datasets.spam()
    assert (separate(X, [pair[int(s > 0)] for s in y]).point == separate(X, y).point).all()


@settings(max_examples=60)
@given(SEEDS)
def test_order_repetition_and_names_of_sides_change_nothing(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 20), rng.integers(1, 6)
    X, y = rng.normal(size=(n, d)), rng.choice([-1, 1], n)
    if seed % 3:
        y = np.where(X @ rng.normal(size=d) > 0, 1, -1)
    found, order = separate(X, y), rng.permutation(n)
    others = [
        (separate(X[order], y[order]), 1, 1),
        (separate(np.vstack([X, X]), [*y, *y]), 1, 1),
        (separate(X, -y), -1, -1),
        (separate(-X, y), -1, 1),
    ]
    assert {other.separable for other, *_ in others} == {found.separable}
    if found.separable:
        v = found.point
        for other, normal, bias in others:
            assert [*other.point] == [*(normal * v[:-1]), bias * v[-1]]


def test_nothing_given_is_changed_and_the_answer_is_frozen():
    X, y = datasets.and_().X.astype(float), datasets.and_().y
    found = separate(X, y)
    np.testing.assert_array_equal(X, datasets.and_().X)
    np.testing.assert_array_equal(y, datasets.and_().y)
    with pytest.raises(FrozenInstanceError):
        found.margin = 1
    with pytest.raises(FrozenInstanceError):
        separate(*datasets.xor()).alpha = 1


def test_an_answer_says_what_it_is():
    assert repr(separate(*datasets.or_())).startswith("Separator(margin=0.333333, support=[0, 1, 2], w=[0.")
    assert repr(separate(*datasets.xor())) == "Nonseparable(support=[0, 1, 2, 3])"
