"""Exact arithmetic on arrays: every integer, fraction and float is a rational number."""

import math
from fractions import Fraction

import numpy as np

from perceptron_lib.checks import Array


def integers(array: Array) -> tuple[Array, int]:
    """Return Python integers (an object array) and a scale >= 1 with array = integers / scale."""
    ratios = [value.as_integer_ratio() for value in array.ravel().tolist()]
    scale = math.lcm(*{denominator for _, denominator in ratios})
    scaled = np.empty(len(ratios), dtype=object)
    scaled[:] = [numerator * (scale // denominator) for numerator, denominator in ratios]
    return scaled.reshape(array.shape), scale


def solve(A: Array, b: Array) -> list[Fraction]:
    """Solve A x = b for a positive semidefinite A of Python integers; an empty list if A is singular.

    Bareiss's form of Gauss-Jordan elimination: every division on the way leaves an integer, and no pivot of a positive
    definite A is zero.
    """
    table, n, before = np.column_stack([A, b]), len(A), 1
    for k in range(n):
        pivot, row = table[k, k], table[k].copy()
        if pivot == 0:
            return []
        table = (table * pivot - np.outer(table[:, k], row)) // before
        table[k], before = row, pivot
    return [Fraction(value, before) for value in table[:, n]]


def root(square: Fraction) -> tuple[float, float]:
    """Return floats with lower <= sqrt(square) <= upper: neighbours, or equal where a float is the root itself."""
    low, high = rational_root(square)
    return below(low), above(high)


def rational_root(square: Fraction) -> tuple[Fraction, Fraction]:
    """Return fractions with low <= sqrt(square) <= high: equal where one is the root itself, else 64 bits near it."""
    p, q = square.numerator, square.denominator
    bits = max(0, 64 - (p.bit_length() - q.bit_length()) // 2)
    whole = math.isqrt((p << 2 * bits) // q)
    low = Fraction(whole, 1 << bits)
    return low, low if low * low == square else Fraction(whole + 1, 1 << bits)


def below(value: Fraction) -> float:
    """Return the largest float that is not above a value."""
    nearest = float(value)
    return math.nextafter(nearest, -math.inf) if Fraction(nearest) > value else nearest


def above(value: Fraction) -> float:
    """Return the smallest float that is not below a value; infinity beyond the range of floats."""
    try:
        return -below(-value) + 0.0  # no minus zero
    except OverflowError:
        return math.inf


def unit(v: Array) -> Array:
    """Return v / ||v|| in floats, however long or short v is; zero remains zero."""
    exact, _ = integers(v)
    longest = max(abs(exact))
    if not longest:
        return np.zeros(len(v))
    scaled = np.array([float(Fraction(value, longest)) for value in exact])
    result: Array = scaled / np.linalg.norm(scaled)
    return result
