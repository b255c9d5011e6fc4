"""Exact arithmetic, judged by fractions."""

import math
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_lib.exact import above, below, integers, rational_root, root, solve, unit
from tests.library.strategies import dot

HUGE = st.integers(-(10**40), 10**40)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
FRACTIONS = st.builds(Fraction, HUGE, st.integers(1, 10**20))


@given(st.lists(HUGE | FRACTIONS, min_size=6, max_size=6) | st.lists(FINITE, min_size=6, max_size=6))
def test_numbers_are_integers_over_one_scale(values):
    array = np.array(values, dtype=float if isinstance(values[0], float) else object).reshape(2, 3)
    whole, scale = integers(array)
    assert whole.shape == (2, 3)
    assert scale >= 1
    assert all(type(v) is int for v in (*whole.flat, scale))
    assert [Fraction(v, scale) for v in whole.flat] == [Fraction(v) for v in values]


@given(st.data())
def test_a_positive_semidefinite_system_is_solved_in_fractions(data):
    n, rank = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
    entries = st.lists(st.integers(-4, 4) | HUGE, min_size=n * rank, max_size=n * rank)
    B = np.array(data.draw(entries), dtype=object).reshape(n, rank)
    A, b = B @ B.T, B @ np.array(data.draw(st.lists(HUGE, min_size=rank, max_size=rank)), dtype=object)
    before, modulus = A.copy(), data.draw(st.sampled_from([2**27 - 39, 101, 1001]))  # with a small one, pivots vanish
    x = solve(A, b, modulus)
    np.testing.assert_array_equal(A, before)
    assert {type(v) for v in x} == {Fraction}
    assert [dot(row, x) for row in A.tolist()] == b.tolist()


def test_of_unknowns_that_depend_on_each_other_the_later_ones_are_zero():
    A = np.array([[2, 2, 0], [2, 2, 0], [0, 0, 3]], dtype=object)
    assert solve(A, np.array([1, 1, 1], dtype=object)) == [Fraction(1, 2), 0, Fraction(1, 3)]
    for unlucky in (5, 2**27 - 39):
        assert solve(np.array([[unlucky]], dtype=object), np.array([1], dtype=object)) == [Fraction(1, unlucky)]
    assert solve(np.array([[0]], dtype=object), np.array([0], dtype=object)) == [0]


def test_a_system_with_many_digits_is_solved():
    rng = np.random.default_rng(0)
    B, _ = integers(rng.normal(size=(40, 30)))
    A, b = B @ B.T, B @ integers(rng.normal(size=30))[0]
    x = solve(A, b)
    assert x[30:] == [0] * 10
    assert [dot(row, x) for row in A.tolist()] == b.tolist()


@given(st.integers(0, 10**60), st.integers(1, 10**60), st.integers(-600, 600))
def test_a_root_lies_between_neighbouring_floats(p, q, exponent):
    square = Fraction(p, q) * Fraction(2) ** exponent
    lower, upper = root(square)
    assert Fraction(lower) ** 2 <= square <= Fraction(upper) ** 2
    assert upper in (lower, math.nextafter(lower, math.inf))
    assert (lower == upper) == (Fraction(lower) ** 2 == square)
    low, high = rational_root(square)
    assert low**2 <= square <= high**2
    assert high - low <= high / 2**63
    assert (low == high) == (low**2 == square)


@given(FRACTIONS | FINITE.map(Fraction) | HUGE.map(Fraction))
def test_a_fraction_lies_between_the_floats_below_and_above_it(value):
    assert Fraction(below(value)) <= value <= Fraction(above(value))
    assert above(value) in (below(value), math.nextafter(below(value), math.inf))
    assert (below(value) == above(value)) == (Fraction(below(value)) == value)


def test_above_and_below_zero_there_is_no_minus_zero():
    assert str((below(Fraction(0)), above(Fraction(0)), root(Fraction(0)))) == "(0.0, 0.0, (0.0, 0.0))"


def test_above_the_floats_there_is_only_infinity():
    assert above(Fraction(10**400)) == math.inf
    assert above(Fraction(sys.float_info.max) + 1) == math.inf


@given(st.lists(st.integers(-99, 99), min_size=1, max_size=4).filter(any), st.sampled_from([-900, -400, 0, 400, 900]))
def test_a_unit_vector_has_length_one_and_the_direction_however_long_the_vector_is(v, exponent):
    expected = np.array(v) / np.linalg.norm(v)
    np.testing.assert_allclose(unit(np.array(v) * 10.0 ** (exponent // 3)), expected, rtol=1e-14)
    np.testing.assert_allclose(unit(np.array(v, dtype=object) * Fraction(10) ** exponent), expected, rtol=1e-14)
    assert unit(np.zeros(2)).tolist() == [0, 0]


@given(st.floats(min_value=0, max_value=1e300), st.integers(-2, 2))
def test_the_root_of_a_float_squared_is_the_float_and_that_of_its_neighbour_is_not(value, off):
    square = Fraction(value) ** 2 + off * Fraction(1, 10**700)
    lower, upper = root(max(square, Fraction(0)))
    if off == 0 or square < 0:
        assert lower == upper == (0 if square < 0 else value)
    else:
        assert (lower, upper)[off < 0] == value
        assert upper == math.nextafter(lower, math.inf)


@pytest.mark.parametrize("exponent", [-1200, -1074, -1022, 1023])
def test_a_root_at_the_ends_of_the_floats_is_bracketed_too(exponent):
    square = Fraction(3) * Fraction(4) ** exponent / 4
    lower, upper = root(square)
    assert Fraction(lower) ** 2 < square < Fraction(upper) ** 2
    assert upper == math.nextafter(lower, math.inf)
