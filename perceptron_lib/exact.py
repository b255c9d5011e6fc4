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
    p, q = square.numerator, square.denominator
    bits = max(0, 64 - (p.bit_length() - q.bit_length()) // 2)
    whole = math.isqrt((p << 2 * bits) // q)
    low = Fraction(whole, 1 << bits)
    high = low if low * low == square else Fraction(whole + 1, 1 << bits)
    lower, upper = float(low), float(high)
    return (
        math.nextafter(lower, 0) if Fraction(lower) > low else lower,
        math.nextafter(upper, math.inf) if Fraction(upper) < high else upper,
    )
