"""Cycles, and all weights within reach, against a plain simulation with a dictionary."""

from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_lib import cycling, datasets, find_cycle, reachable, train
from tests.library.strategies import dot, exact

XOR, Y = datasets.xor()
SIGNS = 2 * XOR - 1  # the same in the coding -1, +1
INTEGER, FRACTION = st.integers(-2, 2), st.integers(-4, 4).map(lambda k: Fraction(k, 2))


def visit(w, x, label):
    """The padded weights after one visit to one example, in Python's own arithmetic."""
    x = [*x, 1]
    return tuple(a + label * c for a, c in zip(w, x, strict=True)) if label * dot(w, x) <= 0 else w


def simulate(X, y, *, order=None, steps):
    """The weights before each step up to the first repetition, and the step of their first occurrence, if any."""
    X, y, order = X.tolist(), [int(v) for v in y], order or range(len(X))
    w = (0,) * (len(X[0]) + 1)
    path, times = [w], {(w, 0): 0}
    for t in range(1, steps + 1):
        i = order[(t - 1) % len(order)]
        w = visit(w, X[i], y[i])
        path.append(w)
        if (w, t % len(order)) in times:
            return path, times[w, t % len(order)]
        times[w, t % len(order)] = t
    return path, None


@st.composite
def exact_problems(draw, number):
    n, d = draw(st.integers(2, 4)), draw(st.integers(1, 2))
    X = np.array(draw(st.lists(st.lists(number, min_size=d, max_size=d), min_size=n, max_size=n)))
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n).filter(lambda y: len(set(y)) == 2))
    return X, y


BOTH = pytest.mark.parametrize("number", [INTEGER, FRACTION], ids=["integers", "fractions"])


# --- the cycle of a fixed order ----------------------------------------------------------------------------------


@BOTH
@settings(max_examples=120)
@given(data=st.data())
def test_the_cycle_is_the_one_of_a_plain_simulation(number, data):
    X, y = data.draw(exact_problems(number))
    order = data.draw(st.none() | st.lists(st.integers(0, len(X) - 1), min_size=1, max_size=6))
    path, before = simulate(X, y, order=order, steps=1500)
    given_order = "cyclic" if order is None else data.draw(st.sampled_from([order, tuple(order), np.array(order)]))
    if before is None:
        with pytest.raises(ValueError, match="no state came back within 1500 steps; try a larger max_steps"):
            find_cycle(X, y, order=given_order, max_steps=1500)
        return

    enough, order = len(path) - 1, order or list(range(len(X)))
    cycle = find_cycle(X, y, order=given_order, max_steps=enough)
    assert (cycle.before, cycle.steps, cycle.length) == (before, enough - before, len(order))
    assert [tuple(w) for w in cycle.weights.tolist()] == path[before:]
    assert cycle.rows.tolist() == [order[t % len(order)] for t in range(before, enough)]
    assert cycle.largest_squared_norm == max(dot(w, w) for w in path)
    assert cycle.mistakes == sum(v != w for v, w in zip(path[before:], path[before + 1 :], strict=False))
    assert cycle.steps == cycle.passes * cycle.length

    run = train(X, y, order=given_order, max_passes=before // len(order) + 2 * cycle.passes + 2)
    assert run.converged == (cycle.mistakes == 0)
    if enough > 1:
        with pytest.raises(ValueError, match=f"no state came back within {enough - 1} steps"):
            find_cycle(X, y, order=given_order, max_steps=enough - 1)


@pytest.mark.parametrize("kind", [np.array, exact])
def test_xor_comes_back_after_every_pass(kind):
    cycle = find_cycle(kind(XOR), Y)
    assert (cycle.before, cycle.steps, cycle.passes, cycle.mistakes, cycle.length) == (0, 4, 1, 4, 4)
    assert cycle.weights.tolist() == [[0, 0, 0], [0, 0, -1], [0, 1, 0], [1, 1, 1], [0, 0, 0]]
    assert cycle.rows.tolist() == [0, 1, 2, 3]
    assert cycle.largest_squared_norm == 3
    in_signs = find_cycle(kind(SIGNS), Y)
    assert in_signs.weights.tolist() == [[0, 0, 0], [1, 1, -1], [0, 2, 0], [1, 1, 1], [0, 0, 0]]


def test_a_run_that_has_converged_has_a_cycle_of_one_pass_without_mistakes():
    cycle, run = find_cycle(*datasets.and_()), train(*datasets.and_())
    assert (cycle.mistakes, cycle.passes) == (0, 1)
    assert cycle.weights.tolist() == [run.weights[-1].tolist()] * 5
    assert 4 * (run.passes - 2) < cycle.before <= 4 * (run.passes - 1)


def test_a_cycle_is_frozen_and_says_what_it_is():
    with pytest.raises(FrozenInstanceError):
        find_cycle(XOR, Y).before = 1
    assert repr(find_cycle(XOR, Y)) == "Cycle(4 steps (1 pass) with 4 mistakes, after 0 steps)"


# --- every order -------------------------------------------------------------------------------------------------


def explore(X, y, *, limit):
    """All weights that visits lead to, nearest first, or more than `limit` of them."""
    found = [(0,) * (X.shape[1] + 1)]
    known, examples = set(found), list(zip(X.tolist(), y, strict=True))
    for w in found:  # grows
        for x, label in examples:
            after = visit(w, x, label)
            if after not in known:
                known.add(after)
                found.append(after)
        if len(found) > limit:
            break
    return found


@BOTH
@settings(max_examples=60)
@given(data=st.data())
def test_what_can_be_reached_is_what_a_plain_search_reaches(number, data):
    X, y = data.draw(exact_problems(number))
    found = explore(X, y, limit=600)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cycling, "MOST", 600)
        if len(found) > 600:
            with pytest.raises(ValueError, match="more than 600 weights can be reached; take fewer examples or"):
                reachable(X, y)
            return
        patch.setattr(cycling, "MOST", len(found))
        assert [tuple(w) for w in reachable(X, y).tolist()] == found
    for order in ("cyclic", "shuffled", "random", [len(X) - 1, 0]):
        run = train(X, y, order=order, max_passes=20, rng=len(found))
        assert {tuple(w) for w in run.weights.tolist()} <= set(found)


@pytest.mark.parametrize("kind", [np.array, exact])
def test_xor_reaches_162_weights_and_in_signs_15(kind):
    states = reachable(kind(XOR), Y)
    assert states.shape == (162, 3)
    assert states[0].tolist() == [0, 0, 0]
    assert max(w1**2 + w2**2 for w1, w2, _ in states.tolist()) == 18
    assert reachable(kind(SIGNS), Y).shape == (15, 3)


def test_more_than_100_000_weights_are_too_many():
    with pytest.raises(ValueError, match="more than 100,000 weights can be reached"):
        reachable([[0, 999], [997, 0], [-991, 983], [0, 1]], [-1, 1, 1, -1])


# --- both --------------------------------------------------------------------------------------------------------


def test_nothing_given_is_changed():
    X, y = XOR.astype(object), Y.copy()
    find_cycle(X, y, order=np.array([0, 1]))
    reachable(X, y)
    np.testing.assert_array_equal(X, XOR)
    np.testing.assert_array_equal(y, Y)


def test_weights_that_leave_int64_on_the_way_stay_exact():
    s = 2**62
    X, y = [[s, s], [-s, s + 1]], [1, -1]  # the second is a mistake after the first
    assert find_cycle(X, y).weights.tolist() == [[2 * s, -1, 0]] * 3
    assert reachable(X, y).tolist() == [[0, 0, 0], [s, s, 1], [s, -s - 1, -1], [2 * s, -1, 0]]


@pytest.mark.parametrize("function", [find_cycle, reachable])
def test_floats_are_refused(function):
    with pytest.raises(ValueError, match="only exact numbers come back exactly, but X holds floats"):
        function(XOR.astype(float), Y)


@pytest.mark.parametrize("order", ["shuffled", "random", "cylic"])
def test_an_order_that_is_not_fixed_is_refused(order):
    with pytest.raises(ValueError, match=f"order must be fixed .*'cyclic' or a sequence of rows, but is '{order}'"):
        find_cycle(XOR, Y, order=order)


@pytest.mark.parametrize("limit", [0, -1, 2.5, True, None])
def test_the_limit_must_be_a_whole_number(limit):
    with pytest.raises(ValueError, match="max_steps must be a whole number of at least 1"):
        find_cycle(XOR, Y, max_steps=limit)
