"""Separable or not, and the largest margin: judged by brute force in fractions, by HiGHS, and by the certificates."""

from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import inf, isclose, nextafter, sqrt
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from perceptron_lib import datasets, separate
from perceptron_lib.separability import _nearest, _solvable
from tests.library.strategies import dot

SMALL, SEEDS = st.integers(-3, 3), st.integers(0, 2**32 - 1)
UNDECIDED = "floats cannot decide whether these data are separable: if there is a margin, it is at most"


# --- judges that share nothing with the library ------------------------------------------------------------------


def signed(X, y):
    """The rows y_i (x_i, 1), in fractions."""
    return [[int(s) * Fraction(v) for v in (*x, 1)] for x, s in zip(np.asarray(X).tolist(), y, strict=True)]


def total(weights, Z):
    """The sum of the weighted rows, in fractions."""
    pairs = [(Fraction(a), z) for a, z in zip(weights, Z, strict=True) if a]
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


def longest(X):
    return max(np.linalg.norm([*x, 1]) for x in np.asarray(X, dtype=float))


def nearly(a, b, within):
    return all(abs(p - q) <= within for p, q in zip(a, b, strict=True))


def check(X, y, found, square=None, gap=None):
    """Verify the certificate, in fractions wherever it is claimed to be exact; `square` is the true squared margin."""
    X, y = np.asarray(X), np.asarray(y)
    R, in_fractions = longest(X), {type(a) for a in found.alpha} == {Fraction}
    assert len(found.alpha) == len(X)
    assert min(found.alpha) >= 0
    assert found.support.tolist() == [i for i, a in enumerate(found.alpha) if a > 0]
    weight = sum(map(Fraction, found.alpha))
    assert weight == 1 if in_fractions else isclose(weight, 1, rel_tol=1e-12)
    point = [v / weight for v in total(found.alpha[found.support], signed(X[found.support], y[found.support]))]
    norm = dot(point, point)
    if not found.separable:
        assert square in (None, 0)
        assert norm == found.norm == 0 if in_fractions else norm <= Fraction(found.norm) ** 2
        assert found.norm <= 1e-13 * R
        return

    if in_fractions:  # the point is in the hull, and the hull on the far side of it: it is the nearest one
        assert point == found.point.tolist()
        assert norm == min(dot(point, z) for z in signed(X, y)) > 0
        assert square in (None, norm)
        square = norm
        assert found.upper in (found.lower, nextafter(found.lower, inf))
    if square is not None:
        assert Fraction(found.lower) ** 2 <= square <= Fraction(found.upper) ** 2
    assert 0 <= found.margin == found.lower <= found.upper
    assert norm <= Fraction(found.upper) ** 2
    u = [*found.w.tolist(), found.b]
    assert isclose(np.linalg.norm(u), 1, rel_tol=1e-14)
    assert (found.halfspace.w.tolist(), found.halfspace.b) == (u[:-1], u[-1])
    near = np.argsort(y * (X.astype(float) @ found.w + found.b))[:100]
    u = [Fraction(v) for v in u]
    attained = min(dot(u, z) for z in signed(X[near], y[near]))
    assert attained >= Fraction(found.lower) - Fraction(R) / 10**14
    if found.lower > 1e-13 * R:
        assert 0 < attained**2 <= Fraction(found.upper) ** 2 * dot(u, u)
        off = 2 * sqrt((found.upper - found.lower) * (found.upper + found.lower)) + 1e-14 * R  # by Pythagoras
        assert nearly(found.point, [Fraction(found.margin) * v for v in u], off)
        assert nearly(found.point, point, off)
    if gap is not None:
        assert found.upper - found.lower <= gap * found.lower


def never_wrong(X, y, square=None):
    """Check the answer in floats, or that they decline where there is little or no margin, and the exact answer."""
    truth = separate(X, y, exact=True)
    check(X, y, truth, square)
    square = dot(truth.point, truth.point) if truth.separable else 0
    try:
        found = separate(X, y)
    except ValueError as error:
        assert str(error).startswith(UNDECIDED)  # noqa: PT017 (there need not be an error)
        bound = float(str(error).removeprefix(UNDECIDED).split(",")[0])
        assert truth.separable is False or truth.lower <= bound * 1.01
        assert square <= (Fraction(longest(X)) / 10**12) ** 2
        return None
    check(X, y, found, square)
    assert found.separable == truth.separable
    return found


@st.composite
def small_problems(draw, most=6, number=SMALL):
    n, d = draw(st.integers(1, most)), draw(st.integers(1, 3))
    X = draw(st.lists(st.lists(number, min_size=d, max_size=d), min_size=n, max_size=n))
    return np.array(X), np.array(draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n)))


def planted(n, d, margin, seed):
    """Points on two sides of a random hyperplane, many of them `margin` times the longest one away from it."""
    rng = np.random.default_rng(seed)
    u, X = rng.normal(size=d + 1), rng.normal(size=(n, d))
    u /= np.linalg.norm(u)
    scores, close = X @ u[:-1] + u[-1], rng.permutation(n)[: max(2, n // 3)]
    y, away = np.where(scores > 0, 1, -1), margin * longest(X)
    size = np.maximum(np.abs(scores), 1.5 * away)
    size[close] = away
    return X + np.outer((y * size - scores) / (u[:-1] @ u[:-1]), u[:-1]), y


# --- one answer, three judges ------------------------------------------------------------------------------------


@settings(max_examples=120)
@given(small_problems())
def test_on_small_integers_the_margin_is_the_one_of_brute_force(problem):
    square = squared_margin(*problem)
    check(*problem, separate(*problem, exact=True), square)
    check(*problem, separate(*problem), square, gap=1e-12)
    check(*problem, separate(problem[0].astype(float), problem[1]), square, gap=1e-12)


@settings(max_examples=60)
@given(small_problems(5, st.integers(-9, 9).map(lambda k: Fraction(k, 7))))
def test_on_fractions_the_margin_is_the_one_of_brute_force(problem):
    found = separate(*problem)
    check(*problem, found, squared_margin(*problem))
    assert {type(a) for a in found.alpha} == {Fraction}


@settings(max_examples=60)
@given(small_problems(5, st.integers(-9, 9).map(lambda k: k / 10)))
def test_floats_such_as_a_tenth_are_taken_as_the_binary_fractions_that_they_are(problem):
    never_wrong(*problem, squared_margin(*problem))


@settings(max_examples=100)
@given(SEEDS)
def test_highs_finds_the_same_integer_data_separable(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 30), rng.integers(1, 6)
    X, y = rng.integers(-3, 4, (n, d)), rng.choice([-1, 1], n)
    if seed % 2:
        y = np.where(X @ rng.integers(-3, 4, d) > rng.integers(-2, 3), 1, -1)
    found = separate(X, y)
    check(X, y, found, gap=1e-12)
    assert found.separable == (highs(X, y) > 1e-6) == separate(X, y, exact=True).separable


@settings(max_examples=100)
@given(SEEDS)
def test_highs_finds_the_same_float_data_separable_unless_they_are_close_to_the_border(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 60), rng.integers(1, 10)
    X, y = rng.normal(size=(n, d)), rng.choice([-1, 1], n)
    if seed % 2:
        y = np.where(X @ rng.normal(size=d) > rng.normal(), 1, -1)
    found, t = separate(X, y), highs(X, y)
    check(X, y, found, gap=1e-9)
    if abs(t) < 1e-10 or t > 1e-6:
        assert found.separable == (t > 1e-6)


@pytest.mark.parametrize("margin", [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6])
@pytest.mark.parametrize(("n", "d"), [(2, 1), (2, 30), (9, 2), (40, 5), (31, 30), (300, 8), (700, 2), (3000, 30)])
def test_a_planted_margin_is_found_to_nine_digits(n, d, margin):
    X, y = planted(n, d, 1.1 * margin, seed=n + d)
    found = separate(X, y)
    check(X, y, found, gap=1e-9)
    assert found.upper >= margin * longest(X)  # the largest margin is not less than the planted one


@pytest.mark.parametrize("seed", [59, 64])
def test_the_rounding_of_the_direction_is_refined_away(seed):
    X, y = planted(100, 10, 1.1e-6, seed)
    check(X, y, separate(X, y), gap=2e-10)


@settings(max_examples=60)
@given(small_problems(), st.data())
def test_wolfes_method_ends_at_the_nearest_point_from_any_guess(problem, data):
    Z = np.array(signed(*problem)).astype(int).astype(object)
    guess = data.draw(st.lists(st.integers(0, len(Z) - 1), unique=True, min_size=1))
    rows, weights, point = _nearest(Z, guess)
    assert min(weights) > 0
    assert sum(weights) == 1
    assert total(weights, Z[rows].tolist()) == point.tolist()
    assert dot(point, point) == squared_margin(*problem)


@pytest.mark.parametrize("margin", [1e-8, 1e-10, 1e-12, 1e-14, 1e-16])
@pytest.mark.parametrize(("n", "d"), [(2, 1), (5, 2), (12, 3), (9, 8), (600, 2)])
def test_a_tiny_margin_is_found_or_declined_but_never_denied(n, d, margin):
    for seed in range(4):
        found = never_wrong(*planted(n, d, margin, seed))
        assert found is not None or margin < 1e-11


# --- close to the border -----------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(SEEDS)
def test_within_rounding_of_the_border_the_answer_is_not_wrong(seed):
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
    never_wrong(np.vstack([X, others])[order], y[order])


def test_a_linear_system_passes_only_if_its_exact_solution_is_not_negative():
    rng, target = np.random.default_rng(0), np.array([0, 0, 1.0])
    for i in range(4000):
        z = np.array([rng.integers(1, 10) / 10, 1])  # two rows that nearly cancel, and one that hardly counts
        M = np.vstack([np.c_[z, -rng.uniform(0.2, 3) * z, rng.normal(size=2)], np.ones(3)])
        alpha = np.linalg.solve(M, target)
        alpha[2] = abs(alpha[2]) + 10.0 ** -(i % 20)
        if alpha.min() > 0 and _solvable(M, target, alpha):
            assert min(eliminate(np.c_[M, target].tolist())) >= 0
    assert not _solvable(np.ones((2, 2)), target[1:], np.array([0.5, 0.5]))  # singular
    assert _solvable(np.array([[1.0, -3], [1, 1]]), target[1:], np.array([0.75, 0.25]))


@settings(max_examples=100)
@given(SEEDS)
def test_collinear_and_nearly_collinear_rows_are_not_judged_wrong(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 9), rng.integers(1, 5)
    X = np.outer(0.1 * rng.integers(-5, 6, n), rng.normal(size=d)) + rng.choice([0, 0.3])
    X += rng.choice([0, 1e-17, 1e-15, 1e-9]) * rng.normal(size=(n, d))
    never_wrong(X, rng.choice([-1, 1], n))


@settings(max_examples=100)
@given(SEEDS)
def test_columns_of_very_different_scales_are_not_judged_wrong(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 9), rng.integers(1, 5)
    X = rng.normal(size=(n, d)) * 10.0 ** rng.integers(-12, 12, d)
    never_wrong(X, rng.choice([-1, 1], n) if seed % 2 else np.where(X @ rng.normal(size=d) > 0, 1, -1))


@settings(max_examples=30)
@given(small_problems())
def test_if_the_least_squares_do_not_end_the_answer_is_declined_or_right(problem):
    with patch("scipy.optimize.nnls", side_effect=RuntimeError("Maximum number of iterations reached.")):
        try:
            check(*problem, separate(*problem), squared_margin(*problem))
        except ValueError as error:
            assert str(error).startswith(UNDECIDED)  # noqa: PT017 (there need not be an error)
        check(*problem, separate(*problem, exact=True), squared_margin(*problem))


BORDER = {  # data within rounding of the border, and whether they are separable
    "0.1, 0.2, 0.3 on a line": ([[0.1, 0.3], [0.2, 0.6], [0.3, 0.9]], [1, -1, 1], True),  # 3 * 0.1 is not 0.3
    "1, 2, 3 on a line": ([[1, 3], [2, 6], [3, 9]], [1, -1, 1], False),
    "neighbouring floats": ([[1.0], [nextafter(1, 2)]], [-1, 1], True),
    "large neighbouring floats": ([[1e15], [1e15 + 0.125]], [-1, 1], True),
    "a float between its neighbours": ([[nextafter(1, 0)], [1.0], [nextafter(1, 2)]], [-1, 1, -1], False),
    "tiny differences": ([[0.0], [1e-150]], [-1, 1], True),
    "tiny differences, both ways": ([[0.0], [1e-200], [2e-200]], [-1, 1, -1], False),
    "huge numbers": ([[1e90, 0], [0, 1e90], [-1e90, 1e90]], [-1, 1, 1], True),
    "huge numbers, hidden bias": ([[1e90], [2e90]], [-1, 1], True),
    "huge numbers, both ways": ([[1e90], [2e90], [3e90]], [-1, 1, -1], False),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("X", "y", "separable"), BORDER.values(), ids=BORDER)
def test_where_floats_decline_exact_numbers_decide(X, y, separable):
    assert separate(X, y, exact=True).separable == separable
    never_wrong(np.array(X), y, squared_margin(X, y))


def test_what_floats_cannot_decide_is_declined_with_a_remedy():
    with pytest.raises(ValueError, match=UNDECIDED + r" 5e-201, beside examples of length 1\. .*exact=True\) decides"):
        separate([[0.0], [1e-200]], [-1, 1])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [1e-200, 1e-300, Fraction(1, 10**400)])
def test_the_oracle_of_a_margin_whose_square_underflows_is_still_a_unit_vector(size):
    found = separate(np.array([[0], [size]], dtype=object), [-1, 1], exact=True)
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
    "a zero column": ([[1, 0], [-1, 0]], [1, -1], 1),
    "a constant column": ([[1, 5], [-1, 5]], [1, -1], 1),
    "a column twice": ([[1, 1], [-1, -1]], [1, -1], 2),
    "a column twice, nonseparable": ([[0, 0], [1, 1], [2, 2]], [1, -1, 1], 0),
    "fewer examples than features": ([[1, 0, 0, 0], [0, 1, 0, 0]], [1, -1], Fraction(1, 2)),
    "points on a line": ([[0, 0], [1, 1], [2, 2], [3, 3]], [-1, -1, 1, 1], Fraction(1, 11)),
    "alternating points on a line": ([[0, 0], [1, 1], [2, 2], [3, 3]], [-1, 1, -1, 1], 0),
    "a weight that is tiny but needed": ([[-1], [0], [10**14]], [1, -1, 1], 0),
    "one of many rows": ([[1], [-1]] * 50 + [[0]], [1, -1] * 50 + [1], Fraction(1, 5)),
}


@pytest.mark.parametrize(("X", "y", "square"), DEGENERATE.values(), ids=DEGENERATE)
@pytest.mark.parametrize("kind", [int, float, object])
def test_degenerate_data_are_decided(X, y, square, kind):
    X = np.array(X).astype(kind)
    if len(X) < 9:
        assert squared_margin(X, y) == square
    for found in (separate(X, y), separate(X, y, exact=True)):
        check(X, y, found, square, gap=1e-12)
        assert found.separable == (square > 0)


@pytest.mark.parametrize("d", [5, 30, 41, 60])
@pytest.mark.parametrize("column", ["new", "constant", "zero", "twice", "rare"])
def test_data_far_from_the_border_are_decided_although_a_column_tells_little_or_nothing_new(d, column):
    rng = np.random.default_rng(d)
    X, y = rng.normal(size=(8 * d, d)), rng.choice([-1, 1], 8 * d)
    X[:, 0] = {"twice": X[:, 1], "constant": 0.1, "zero": 0}.get(column, X[:, 0])
    if column == "rare":
        X[1:, : d // 5] *= np.eye(8 * d - 1, d // 5)  # each of these features is nonzero in one other row and in row 0
    assert highs(X, y) < 1e-9
    found = separate(X, y)
    assert not found.separable
    check(X, y, found)


@pytest.mark.parametrize("digit", [5, 8, 9])
def test_digits_have_constant_pixels_and_are_decided(digit):
    X, y = datasets.digits(digit)
    found = separate(X, y)
    check(X, y, found, gap=1e-9)
    assert found.separable == (digit == 5)


# --- a working set -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [500, 501, 2500])
@pytest.mark.parametrize("noise", [0, 1])
def test_the_margin_of_many_rows_is_the_one_of_all_rows(n, noise):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        X = rng.integers(-30, 31, (n, 2 + seed))
        y = np.where(X @ rng.integers(-3, 4, 2 + seed) > rng.integers(-20, 20), 1, -1)
        y[rng.integers(n, size=noise * (1 + seed))] *= -1
        truth, found = separate(X, y, exact=True), separate(X, y)
        check(X, y, truth)
        assert found.separable == truth.separable == (highs(X, y) > 1e-6)
        check(X, y, found, dot(truth.point, truth.point) if truth.separable else 0, gap=1e-12)


@pytest.mark.parametrize("d", [1, 2, 5, 20])
def test_the_margin_between_far_clouds_of_many_rows_is_found_to_nine_digits(d):
    rng = np.random.default_rng(d)
    y = rng.choice([-1, 1], 1500)
    X = rng.normal(size=(1500, d)) + 9 * y[:, None]
    check(X, y, separate(X, y), gap=1e-9)


@pytest.mark.parametrize("closer", [1e-3, 1e-5, 1e-7, 1e-9])
def test_one_row_that_is_hardly_closer_than_hundreds_of_others_is_noticed(closer):
    X, y = np.repeat([[1.0], [-1.0]], 300, axis=0), np.repeat([1, -1], 300)
    X[7] -= closer
    check(X, y, separate(X, y), squared_margin([[1 - Fraction(X[8, 0] - X[7, 0])], [-1]], [1, -1]), gap=1e-11)


def test_thousands_of_rows_on_the_margin_are_all_within_the_bounds():
    rng = np.random.default_rng(3)
    for r in (rng.normal(size=(3000, 4)), rng.choice([-1, 1], (3000, 4))):
        y = rng.permutation(np.repeat([1, -1], 1500))
        X, y = 7 * np.vstack([np.c_[y, r], np.c_[y, -r]]), np.append(y, y)  # they are the same in all but one feature
        check(X, y, separate(X, y), 49, gap=1e-11)
    for feature in range(1, 40):
        X, y = np.repeat([[feature / 10], [-feature / 10]], 600, axis=0), np.repeat([1, -1], 600)
        check(X, y, separate(X, y), Fraction(feature / 10) ** 2, gap=1e-11)
    X, y = planted(5, 2, 1.1e-6, 0)
    check(
        np.repeat(X, 600, axis=0), np.repeat(y, 600), separate(np.repeat(X, 600, axis=0), np.repeat(y, 600)), gap=1e-9
    )


@pytest.mark.parametrize("far", [0, 1])
def test_few_rows_among_many_decide(far):
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(4000, 3)), np.ones(4000, dtype=int)
    X[:, 0] = abs(X[:, 0]) + 2
    X[[1717, 2929]], y[[1717, 2929]] = [[1.0, 0, 0], [1.0 - far / 8, 0, 0]], [1, -1]  # alone, next to each other
    found = separate(X, y)
    assert found.support.tolist() == [1717, 2929]
    check(X, y, found, squared_margin(X[found.support], y[found.support]), gap=1e-12)
    assert found.separable == bool(far)


# --- numbers and labels of every kind ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "square"),
    [(datasets.spam(), 3), (datasets.or_(), 9), (datasets.and_(), 17), (datasets.printed_bound(), 189)],
    ids=["spam", "or", "and", "printed bound"],
)
def test_the_margins_of_the_books_data(data, square):
    check(*data, separate(*data, exact=True), Fraction(1, square))
    check(*data, separate(*data), Fraction(1, square), gap=1e-12)


def test_nothing_separates_xor():
    for exactly in (False, True):
        found = separate(*datasets.xor(), exact=exactly)
        check(*datasets.xor(), found)
        np.testing.assert_allclose(found.alpha.astype(float), 0.25)
        assert not found.separable


@pytest.mark.parametrize("pair", [(0, 1), (-1, 1), ("ham", "spam"), (False, True), (0.5, 2.5), (-7, -3)])
def test_any_two_labels_will_do_and_the_larger_is_plus_one(pair):
    X, y = datasets.spam()
    found = separate(X, np.array([pair[int(s > 0)] for s in y]))
    check(X, y, found, Fraction(1, 3), gap=1e-12)


@pytest.mark.parametrize("offset", [2**53, 2**62, 10**40])
def test_integers_that_floats_cannot_tell_apart_are_judged_exactly(offset):
    X = [[offset], [offset + 1], [offset + 2]]
    for y in ([-1, 1, 1], [-1, 1, -1]):
        found = separate(X, y)
        check(X, y, found, squared_margin(X, y))
        assert {type(a) for a in found.alpha} == {Fraction}


def test_integers_are_judged_in_floats_as_long_as_they_are_exact_there():
    for sign in (-1, 1):
        assert separate([[sign * (2**53 - 1)], [-sign]], [1, -1]).alpha.dtype == np.float64
        assert separate([[sign * 2**53], [-sign]], [1, -1]).alpha.dtype == object


@settings(max_examples=50)
@given(small_problems(6, st.integers(-9, 9)), st.integers(-12, 80))
def test_the_scale_of_the_features_is_respected(problem, exponent):
    never_wrong(problem[0] * 10.0**exponent, problem[1])


# --- what changes nothing ----------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(SEEDS)
def test_order_repetition_and_names_of_sides_change_nothing(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 20), rng.integers(1, 6)
    X, y = rng.normal(size=(n, d)), rng.choice([-1, 1], n)
    if seed % 3:
        y = np.where(X @ rng.normal(size=d) > 0, 1, -1)
    found, order = separate(X, y), rng.permutation(n)
    shuffled, twice, swapped, mirrored = (
        separate(X[order], y[order]),
        separate(np.vstack([X, X]), [*y, *y]),
        separate(X, -y),
        separate(-X, y),
    )
    assert found.separable == shuffled.separable == twice.separable == swapped.separable == mirrored.separable
    if found.separable:
        close = partial(np.testing.assert_allclose, rtol=1e-7, atol=1e-9)
        close([shuffled.margin, twice.margin, swapped.margin, mirrored.margin], found.margin)
        close([*shuffled.w, shuffled.b], [*found.w, found.b])
        close([*twice.w, twice.b], [*found.w, found.b])
        close([*swapped.w, swapped.b], [*-found.w, -found.b])
        close([*mirrored.w, mirrored.b], [*-found.w, found.b])


@pytest.mark.parametrize("exactly", [False, True])
def test_nothing_given_is_changed_and_the_answer_is_frozen(exactly):
    X, y = datasets.and_().X.astype(float), datasets.and_().y
    found = separate(X, y, exact=exactly)
    np.testing.assert_array_equal(X, datasets.and_().X)
    np.testing.assert_array_equal(y, datasets.and_().y)
    with pytest.raises(FrozenInstanceError):
        found.lower = 1
    with pytest.raises(FrozenInstanceError):
        separate(*datasets.xor(), exact=exactly).norm = 1


def test_an_answer_says_what_it_is():
    assert repr(separate(*datasets.or_(), exact=True)).startswith("Separator(margin=0.333333, support=[0, 1, 2], w=[0.")
    assert repr(separate(*datasets.xor(), exact=True)) == "Nonseparable(support=[0, 1, 2, 3])"
