"""Exact arithmetic on arrays: every integer, fraction and float is a rational number."""

import math
from fractions import Fraction
from itertools import count

import numpy as np

from perceptron_lib.checks import Array


def integers(array: Array) -> tuple[Array, int]:
    """Return Python integers (an object array) and a scale >= 1 with array = integers / scale."""
    ratios = [value.as_integer_ratio() for value in array.ravel().tolist()]
    scale = math.lcm(*{denominator for _, denominator in ratios})
    scaled = np.empty(len(ratios), dtype=object)
    scaled[:] = [numerator * (scale // denominator) for numerator, denominator in ratios]
    return scaled.reshape(array.shape), scale


def solve(A: Array, b: Array, m: int = 2**27 - 39) -> list[Fraction]:
    """Solve A x = b for a positive semidefinite A of Python integers, if there is a solution.

    Where there are several, the unknowns whose columns depend on earlier ones are zero. The rank is at most 511, so
    that no sum of products below m^2 leaves int64.

    Dixon's method (1982). The inverse of A modulo m (a prime, at first) gives x modulo m. Then b - A x is divisible by
    m, and the quotient, as a new b, gives the next digit of x to the base m in the same way. When there are enough
    digits, Euclid's algorithm finds the fractions that they stand for. This is much quicker than elimination, whose
    numbers grow with every row.
    """
    inverse = _inverse(A, m)
    places = 27 * np.arange(int(abs(A).max()).bit_length() // 27 + 1).astype(object)
    parts = A >> places[:, None, None]  # A is the sum of the parts at their places: NumPy multiplies them as int64
    parts[:-1] %= 2**27
    parts = parts.astype(np.int64)
    x, modulus, rest, attempt = b * 0, 1, b, 1
    for digits in count(1):
        digit = inverse @ (rest % m).astype(np.int64) % m
        product = ((parts @ digit).astype(object) << places[:, None]).sum(axis=0)
        x, modulus, rest = x + modulus * digit.astype(object), modulus * m, (rest - product) // m
        if digits == attempt:
            attempt += digits // 2 + 1
            numerators, denominator = _fractions(x, modulus)
            right = A @ numerators == denominator * b
            if right.all():
                return [Fraction(numerator, denominator) for numerator in numerators]
            if right[inverse.any(axis=1)].all():  # m divides a pivot of A that is not zero: take another
                break
    return solve(A, b, m - 2)


def _inverse(A: Array, m: int) -> Array:
    """Return the inverse of A modulo m by Gauss-Jordan elimination; where a pivot has none, row and column are zero."""
    n = len(A)
    table = np.hstack([(A % m).astype(np.int64), np.eye(n, dtype=np.int64)])
    for k in range(n):
        pivot = int(table[k, k])
        if math.gcd(pivot, m) > 1:
            table[k] = 0
        else:
            row = table[k] * pow(pivot, -1, m) % m
            table = (table - np.outer(table[:, k], row)) % m
            table[k] = row
    return table[:, n:]


def _fractions(x: Array, modulus: int) -> tuple[Array, int]:
    """Return small numerators with a denominator, numerators = denominator * x modulo `modulus`, if there are such."""
    bound, denominator = math.isqrt(modulus // 2), 1
    for value in x:
        before, left, factor_before, factor = modulus, value * denominator % modulus, 0, 1
        while left > bound:  # left = factor * value * denominator modulo `modulus`
            quotient = before // left
            before, left = left, before - quotient * left
            factor_before, factor = factor, factor_before - quotient * factor
        denominator *= abs(factor)
        if denominator > bound:  # there are too few digits
            break
    numerators = x * denominator % modulus
    return np.where(numerators > modulus // 2, numerators - modulus, numerators), denominator


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
    try:
        nearest = float(value)
    except OverflowError:
        nearest = math.inf if value > 0 else -math.inf
    return math.nextafter(nearest, -math.inf) if nearest > value else nearest


def above(value: Fraction) -> float:
    """Return the smallest float that is not below a value."""
    return -below(-value) + 0.0  # no minus zero


def unit(v: Array) -> Array:
    """Return v / ||v|| in floats, however long or short v is; zero remains zero."""
    exact, _ = integers(v)
    scaled = (exact / (max(abs(exact)) or 1)).astype(np.float64)
    result: Array = scaled / (np.linalg.norm(scaled) or 1)
    return result
