"""The geometry of a halfspace, judged by exact arithmetic."""

from dataclasses import FrozenInstanceError
from fractions import Fraction
from math import isclose, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_lib import Halfspace, pad
from tests.library.strategies import dot, exact

SMALL = st.integers(-50, 50)
HUGE = st.integers(-(10**40), 10**40)
REAL = st.integers(-6400, 6400).map(lambda k: k / 64)  # floats on which sums and products do not round


@st.composite
def scenes(draw, number=REAL, least=1, most=4):
    """Return w (not zero), b, and three points."""
    d = draw(st.integers(least, most))
    vector = st.lists(number, min_size=d, max_size=d)
    return draw(vector.filter(any)), draw(number), draw(st.lists(vector, min_size=3, max_size=3))


def project(w, b, x):
    """Return the foot of the perpendicular from x to the boundary, in fractions: x + t w with <w, x + t w> + b = 0."""
    w, b, x = [Fraction(v) for v in w], Fraction(b), [Fraction(v) for v in x]
    t = -(dot(w, x) + b) / dot(w, w)
    return [xi + t * wi for xi, wi in zip(x, w, strict=True)]


def distance(x, z):
    return sqrt(sum((Fraction(a) - Fraction(c)) ** 2 for a, c in zip(x, z, strict=True)))


@pytest.mark.parametrize("number", [SMALL, REAL, HUGE], ids=["integers", "floats", "huge integers"])
@given(data=st.data())
def test_the_score_is_the_inner_product_plus_the_bias_and_the_prediction_its_sign(number, data):
    w, b, X = data.draw(scenes(number))
    assert Halfspace(w, b).score(X).tolist() == [dot(w, x) + b for x in X]
    assert Halfspace(w, b).predict(X).tolist() == [1 if dot(w, x) + b > 0 else -1 for x in X]


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=4, max_size=4), st.integers(-(2**63), 2**64))
def test_the_score_of_int64_values_does_not_wrap_around(values, b):
    w, x = values[:2], values[2:]
    assert Halfspace(np.array(w), b).score(np.array([x])).tolist() == [dot(w, x) + b]


@given(scenes(SMALL), st.integers(1, 9))
def test_the_score_of_fractions_is_exact(scene, denominator):
    w, b, X = scene
    scores = Halfspace([Fraction(v, denominator) for v in w], Fraction(b, 7)).score(X)
    assert scores.tolist() == [Fraction(dot(w, x), denominator) + Fraction(b, 7) for x in X]


def test_the_prediction_on_the_boundary_is_minus_one():
    assert Halfspace([1, -1]).predict([[2, 2], [3, 2], [2, 3]]).tolist() == [-1, 1, -1]
    assert Halfspace([0, 0]).predict([[2, 2]]).tolist() == [-1]


@given(scenes())
def test_the_signed_distance_is_the_length_of_the_perpendicular_with_the_sign_of_the_score(scene):
    w, b, X = scene
    feet = [project(w, b, x) for x in X]
    for x, measured in zip(X, Halfspace(w, b).signed_distance(X), strict=True):
        assert isclose(abs(measured), distance(x, project(w, b, x)), rel_tol=1e-12)
        assert np.sign(measured) == np.sign(dot(w, x) + b)
        assert all(distance(x, z) >= abs(measured) * (1 - 1e-12) for z in feet)  # no boundary point is nearer


@given(scenes())
def test_the_unit_normal_has_length_one_and_the_direction_of_w(scene):
    w, b, (x, z, _) = scene
    e = Halfspace(w, b).unit_normal
    assert isclose(np.linalg.norm(e), 1, rel_tol=1e-12)
    assert np.all(e * np.sign(w) >= 0)
    np.testing.assert_allclose(np.outer(e, w), np.outer(w, e), rtol=1e-12)  # parallel
    inside = [float(p - q) for p, q in zip(project(w, b, x), project(w, b, z), strict=True)]
    assert abs(e @ inside) < 1e-9  # orthogonal to the boundary


@given(scenes())
def test_the_foot_is_the_point_of_the_boundary_nearest_to_the_origin(scene):
    w, b, X = scene
    foot = Halfspace(w, b).foot
    np.testing.assert_allclose(foot, [float(v) for v in project(w, b, [0] * len(w))], rtol=1e-12, atol=1e-300)
    assert isclose(abs(Halfspace(w, b).signed_distance([[0] * len(w)])[0]), np.linalg.norm(foot), rel_tol=1e-12)
    for x in X:
        assert np.linalg.norm(foot) <= distance([0] * len(w), project(w, b, x)) * (1 + 1e-12)


@given(scenes(least=2, most=2), st.sampled_from([2, 0.25, 3, 1e-3, 1e100, 1e-100]))
def test_a_factor_changes_the_scores_but_not_the_geometry(scene, c):
    w, b, X = scene
    one, other = Halfspace(w, b), Halfspace([c * v for v in w], c * b)
    np.testing.assert_allclose(other.score(X), c * one.score(X), rtol=1e-9, atol=1e-9 * c)
    np.testing.assert_allclose(other.signed_distance(X), one.signed_distance(X), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(other.unit_normal, one.unit_normal, rtol=1e-12)
    np.testing.assert_allclose(other.foot, one.foot, rtol=1e-12)
    flipped = Halfspace([-v for v in w], -b)  # a negative factor swaps the sides
    np.testing.assert_array_equal(flipped.signed_distance(X), -one.signed_distance(X))
    np.testing.assert_array_equal(flipped.foot, one.foot)
    if w[1] != 0:
        np.testing.assert_allclose(other.boundary([-1, 2]), one.boundary([-1, 2]), rtol=1e-9, atol=1e-9)


@given(scenes(SMALL, least=2, most=2), SMALL)
def test_the_boundary_line_lies_on_the_hyperplane(scene, x1):
    w, b, _ = scene
    w[1] = w[1] or 1
    (x2,) = Halfspace(w, b).boundary([x1])
    assert isclose(x2, Fraction(-(w[0] * x1 + b), w[1]), rel_tol=1e-12)


def test_the_boundary_keeps_the_shape_of_x1():
    assert Halfspace([1, 2], 3).boundary(np.zeros((2, 5))).shape == (2, 5)
    assert Halfspace([1, 2], 3).boundary(1) == -2


def test_what_has_no_geometry_says_so():
    with pytest.raises(ValueError, match=r"the boundary is vertical, x1 = -1\.5: no x2 belongs to an x1"):
        Halfspace([2, 0], 3).boundary([1])
    for w in ([1], [1, 2, 3]):
        with pytest.raises(ValueError, match=f"the boundary is a line for 2 features only, but w has {len(w)}"):
            Halfspace(w).boundary([1])
    for geometry in (
        lambda h: h.unit_normal,
        lambda h: h.foot,
        lambda h: h.signed_distance([[1, 2]]),
        lambda h: h.boundary([1]),
    ):
        with pytest.raises(ValueError, match="w is zero, so there is no boundary"):
            geometry(Halfspace([0, 0], 3))


def test_very_small_and_very_large_weights_keep_their_direction():
    for c in (1e-300, 1e300):
        np.testing.assert_allclose(Halfspace([3 * c, 4 * c], c).unit_normal, [0.6, 0.8])
        np.testing.assert_allclose(Halfspace([3 * c, 4 * c], c).foot, [-0.12, -0.16])


def test_a_halfspace_is_frozen_and_leaves_what_it_is_given_alone():
    w = np.array([3.0, 4.0])
    halfspace = Halfspace(w, 5)
    with pytest.raises(FrozenInstanceError):
        halfspace.b = 1
    w *= -1  # the halfspace has a copy
    assert halfspace.score([[1, 1]]) == 12


def test_what_leaves_the_range_of_floats_is_refused_not_rounded_away():
    for w, b in (([10**400, 1], 0), ([Fraction(1, 10**400), 0], 0), ([1.5e308, 1.5e308], 0), ([1e-200, 0], 1e200)):
        for geometry in (lambda h: h.unit_normal, lambda h: h.foot, lambda h: h.boundary([1])):
            with pytest.raises(ValueError, match="geometry of w and b leaves the range of floats"):
                geometry(Halfspace(w, b))
    with pytest.raises(ValueError, match="distances leave the range of floats"):
        Halfspace([1]).signed_distance([[10**400]])
    with pytest.raises(ValueError, match="scores could overflow float64"):
        Halfspace([1e308, 1e308]).score([[10, 10]])


def test_the_foot_has_no_minus_zero():
    assert str(Halfspace([3, 4]).foot) == "[0. 0.]"


# --- padding -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [SMALL, REAL, HUGE], ids=["integers", "floats", "huge integers"])
@given(data=st.data())
def test_padding_makes_the_bias_one_more_weight(number, data):
    w, b, X = data.draw(scenes(number))
    assert [dot([*w, b], x) for x in pad(X).tolist()] == [dot(w, x) + b for x in X]
    assert [dot([*w, b], pad(x).tolist()) for x in X] == [dot(w, x) + b for x in X]
    np.testing.assert_array_equal(Halfspace([*w, b]).score(pad(X)), Halfspace(w, b).score(X))


@pytest.mark.parametrize("X", [np.array([[1, 2]]), np.array([[1.0, 2.0]]), exact([[1, 2]])])
def test_padding_appends_a_one_last_and_keeps_the_kind_of_numbers(X):
    assert pad(X).tolist() == [[1, 2, 1]]
    assert pad(X[0]).tolist() == [1, 2, 1]
    assert pad(X).dtype == X.dtype
    assert X.shape == (1, 2)
