"""Cycles, and all weights within reach, against a plain simulation with a dictionary."""

from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_lib import datasets, find_cycle, reachable, train
from tests.library.strategies import dot, exact

XOR, Y = datasets.xor()
SIGNS = 2 * XOR - 1  # the same in the coding -1, +1
INTEGER, FRACTION = st.integers(-2, 2), st.integers(-4, 4).map(lambda k: Fraction(k, 2))


def visit(w, x, label, eta, delta):
    """The padded weights after one visit to one example, in Python's own arithmetic."""
    x = [*x, 1]
    return tuple(a + eta * label * c for a, c in zip(w, x, strict=True)) if label * dot(w, x) <= delta else w


def simulate(X, y, *, w0=None, b0=0, eta=1, delta=0, order=None, steps):
    """The weights before each step up to the first repetition, and the step of their first occurrence, if any."""
    X, y, order, w = X.tolist(), [int(v) for v in y], order or range(len(X)), (*(w0 or [0] * len(X[0])), b0)
    path, times = [w], {(w, 0): 0}
    for t in range(1, steps + 1):
        i = order[(t - 1) % len(order)]
        w = visit(w, X[i], y[i], eta, delta)
        path.append(w)
        if (w, t % len(order)) in times:
            return path, times[w, t % len(order)]
        times[w, t % len(order)] = t
    return path, None


@st.composite
def exact_problems(draw, number):
    n, d = draw(st.integers(2, 4)), draw(st.integers(1, 2))
    vector = st.lists(number, min_size=d, max_size=d)
    X = np.array(draw(st.lists(vector, min_size=n, max_size=n)))
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n).filter(lambda y: len(set(y)) == 2))
    options = {
        "w0": draw(st.none() | vector),
        "b0": draw(st.just(0) | number),
        "eta": draw(st.just(1) | number.map(lambda v: abs(v) + 1)),
        "delta": draw(st.just(0) | number.map(abs)),
    }
    return X, y, options


BOTH = pytest.mark.parametrize("number", [INTEGER, FRACTION], ids=["integers", "fractions"])


# --- the cycle of a fixed order ----------------------------------------------------------------------------------


@BOTH
@settings(max_examples=120)
@given(data=st.data())
def test_the_cycle_is_the_one_of_a_plain_simulation(number, data):
    X, y, options = data.draw(exact_problems(number))
    order = data.draw(st.none() | st.lists(st.integers(0, len(X) - 1), min_size=1, max_size=6))
    path, before = simulate(X, y, **options, order=order, steps=1500)
    given_order = "cyclic" if order is None else data.draw(st.sampled_from([order, tuple(order), np.array(order)]))
    if before is None:
        with pytest.raises(ValueError, match="no state came back within 1500 steps; try a larger max_steps"):
            find_cycle(X, y, **options, order=given_order, max_steps=1500)
        return

    cycle, order = find_cycle(X, y, **options, order=given_order), order or list(range(len(X)))
    assert (cycle.before, cycle.steps, cycle.length) == (before, len(path) - 1 - before, len(order))
    assert [tuple(w) for w in cycle.weights.tolist()] == path[before:]
    assert cycle.rows.tolist() == [order[t % len(order)] for t in range(before, len(path) - 1)]
    assert cycle.largest_squared_norm == max(dot(w, w) for w in path)
    assert cycle.mistakes == sum(v != w for v, w in zip(path[before:], path[before + 1 :], strict=False))
    assert cycle.steps == cycle.passes * cycle.length

    states = {(*w, t % len(order)) for t, w in enumerate(cycle.weights.tolist()[:-1], before)}
    assert len(states) == cycle.steps  # no state comes back earlier
    w = tuple(cycle.weights[0])
    for i, after in zip(cycle.rows, cycle.weights.tolist()[1:], strict=True):
        w = visit(w, X[i].tolist(), y[i], options["eta"], options["delta"])
        assert w == tuple(after)
    assert w == tuple(cycle.weights[0])

    run = train(X, y, **options, order=given_order, max_passes=before // len(order) + 2 * cycle.passes + 2)
    assert run.converged == (cycle.mistakes == 0)
    enough = len(path) - 1
    assert find_cycle(X, y, **options, order=given_order, max_steps=enough).before == before
    if enough > 1:
        with pytest.raises(ValueError, match=f"no state came back within {enough - 1} steps"):
            find_cycle(X, y, **options, order=given_order, max_steps=enough - 1)


@pytest.mark.parametrize("kind", [np.array, exact])
def test_xor_comes_back_after_every_pass(kind):
    cycle = find_cycle(kind(XOR), Y)
    assert (cycle.before, cycle.steps, cycle.passes, cycle.mistakes, cycle.length) == (0, 4, 1, 4, 4)
    assert cycle.weights.tolist() == [[0, 0, 0], [0, 0, -1], [0, 1, 0], [1, 1, 1], [0, 0, 0]]
    assert cycle.rows.tolist() == [0, 1, 2, 3]
    assert cycle.largest_squared_norm == 3


@pytest.mark.parametrize("kind", [np.array, exact])
def test_xor_in_signs_comes_back_after_every_pass(kind):
    cycle = find_cycle(kind(SIGNS), Y)
    assert (cycle.before, cycle.steps, cycle.passes, cycle.mistakes) == (0, 4, 1, 4)
    assert cycle.weights.tolist() == [[0, 0, 0], [1, 1, -1], [0, 2, 0], [1, 1, 1], [0, 0, 0]]
    assert cycle.largest_squared_norm == 4


def test_a_run_that_has_come_to_rest_has_a_cycle_of_one_pass_without_mistakes():
    cycle, run = find_cycle(*datasets.and_()), train(*datasets.and_())
    assert (cycle.mistakes, cycle.passes) == (0, 1)
    assert cycle.weights.tolist() == [run.weights[-1].tolist()] * 5
    assert 4 * (run.passes - 2) < cycle.before <= 4 * (run.passes - 1)


def test_the_largest_norm_may_lie_before_the_cycle():
    cycle = find_cycle(XOR, Y, w0=[30, 40], b0=7)
    assert cycle.before > 0
    assert cycle.largest_squared_norm == 30**2 + 40**2 + 7**2
    assert all(dot(w, w) < 100 for w in cycle.weights.tolist())


def test_a_cycle_is_frozen_and_says_what_it_is():
    with pytest.raises(FrozenInstanceError):
        find_cycle(XOR, Y).before = 1
    assert repr(find_cycle(XOR, Y)) == "Cycle(4 steps (1 pass) with 4 mistakes, after 0 steps)"
    three = find_cycle([[0], [1], [2]], [1, -1, 1])
    assert (
        repr(three) == f"Cycle({three.steps} steps ({three.passes} passes) with {three.mistakes} mistakes, after "
        f"{three.before} steps)"
    )
    assert three.passes > 1


# --- every order -------------------------------------------------------------------------------------------------


def explore(X, y, *, w0=None, b0=0, eta=1, delta=0, limit):
    """All weights that visits lead to, nearest first, or more than `limit` of them."""
    found = [(*(w0 or [0] * X.shape[1]), b0)]
    known, examples = set(found), list(zip(X.tolist(), y, strict=True))
    for w in found:  # grows
        for x, label in examples:
            after = visit(w, x, label, eta, delta)
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
    X, y, options = data.draw(exact_problems(number))
    found = explore(X, y, **options, limit=600)
    if len(found) > 600:
        with pytest.raises(ValueError, match="more than 600 weights can be reached; try a larger max_states"):
            reachable(X, y, **options, max_states=600)
        return

    states = reachable(X, y, **options, max_states=len(found))
    assert [tuple(w) for w in states.tolist()] == found
    if len(found) > 1:
        with pytest.raises(ValueError, match=f"more than {len(found) - 1} weights can be reached"):
            reachable(X, y, **options, max_states=len(found) - 1)
    for order in ("cyclic", "shuffled", "random", [len(X) - 1, 0]):
        run = train(X, y, **options, order=order, max_passes=20, rng=len(found))
        assert {tuple(w) for w in run.weights.tolist()} <= set(found)


@pytest.mark.parametrize("kind", [np.array, exact])
def test_xor_reaches_162_weights(kind):
    states = reachable(kind(XOR), Y)
    assert states.shape == (162, 3)
    assert states[0].tolist() == [0, 0, 0]
    assert max(w1**2 + w2**2 for w1, w2, _ in states.tolist()) == 18


@pytest.mark.parametrize("kind", [np.array, exact])
def test_xor_in_signs_reaches_15_weights(kind):
    states = reachable(kind(SIGNS), Y)
    assert states.shape == (15, 3)
    closed = {tuple(w) for w in states.tolist()}
    assert {visit(w, x, label, 1, 0) for w in closed for x, label in zip(SIGNS.tolist(), Y, strict=True)} == closed


def test_nothing_given_is_changed():
    X, y, w0 = XOR.astype(object), Y.copy(), np.array([1, 2], dtype=object)
    find_cycle(X, y, w0=w0, order=np.array([0, 1]))
    reachable(X, y, w0=w0)
    for now, before in ((X, XOR), (y, Y), (w0, [1, 2])):
        np.testing.assert_array_equal(now, before)


def test_a_large_learning_rate_scales_everything_beyond_int64():
    size = 2**70
    start, large = {"w0": [3, -5], "b0": 1}, {"w0": [3 * size, -5 * size], "b0": size, "eta": size}
    assert find_cycle(XOR, Y, **large).weights.tolist() == (find_cycle(XOR, Y, **start).weights * size).tolist()
    assert reachable(XOR, Y, **large).tolist() == (reachable(XOR, Y, **start) * size).tolist()


def test_weights_that_leave_int64_on_the_way_stay_exact():
    X, y, size = np.array([[2**62, 2**62], [0, 0]]), [1, -1], 2**62
    path, before = simulate(X, y, w0=[size, -size], steps=99)
    cycle = find_cycle(X, y, w0=[size, -size])
    assert [tuple(w) for w in cycle.weights.tolist()] == path[before:]
    assert (2 * size, 0, 1) in {tuple(w) for w in reachable(X, y, w0=[size, -size]).tolist()}


# --- refused -----------------------------------------------------------------------------------------------------

INEXACT = {
    "floats": ({"X": XOR.astype(float)}, "only exact numbers come back exactly, but X, the start, eta or delta holds"),
    "eta": ({"eta": 0.5}, "only exact numbers"),
    "delta": ({"delta": 0.5}, "only exact numbers"),
    "w0": ({"w0": [0.5, 0]}, "only exact numbers"),
    "b0": ({"b0": 0.5}, "only exact numbers"),
}


@pytest.mark.parametrize("function", [find_cycle, reachable])
@pytest.mark.parametrize(("options", "says"), INEXACT.values(), ids=INEXACT)
def test_floats_are_refused(function, options, says):
    with pytest.raises(ValueError, match=says):
        function(**{"X": XOR, "y": Y, **options})


@pytest.mark.parametrize("function", [find_cycle, reachable])
@pytest.mark.parametrize(
    "options", [{"eta": 2.0}, {"delta": 1.0}, {"w0": [1.0, 0.0]}, {"b0": -1.0}, {"w0": np.zeros(2)}]
)
def test_floats_that_are_whole_numbers_are_exact(function, options):
    assert function(XOR, Y, **options) is not None


@pytest.mark.parametrize("order", ["shuffled", "random", "cylic"])
def test_an_order_that_is_not_fixed_is_refused(order):
    with pytest.raises(ValueError, match=f"order must be fixed .*'cyclic' or a sequence of rows, but is '{order}'"):
        find_cycle(XOR, Y, order=order)


@pytest.mark.parametrize("limit", [0, -1, 2.5, True, None])
def test_a_limit_must_be_a_whole_number(limit):
    with pytest.raises(ValueError, match="max_steps must be a whole number of at least 1"):
        find_cycle(XOR, Y, max_steps=limit)
    with pytest.raises(ValueError, match="max_states must be a whole number of at least 1"):
        reachable(XOR, Y, max_states=limit)


def test_limits_that_just_suffice():
    assert find_cycle(XOR, Y, max_steps=4).steps == 4
    with pytest.raises(ValueError, match="no state came back within 3 steps; try a larger max_steps"):
        find_cycle(XOR, Y, max_steps=3)
    assert len(reachable(XOR, Y, max_states=162)) == 162
    with pytest.raises(ValueError, match="more than 161 weights can be reached; try a larger max_states"):
        reachable(XOR, Y, max_states=161)
