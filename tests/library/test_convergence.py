"""Novikoff's theorem: its bound against brute force, and the check of its proof against the proof in fractions."""

from contextlib import suppress
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from math import floor, inf, isclose, sqrt
from operator import ge, le

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_lib import Halfspace, Mistakes, datasets, mistake_bound, radius, separate, train, verify
from perceptron_lib.convergence import longest_stream
from tests.library.strategies import dot, exact

POSITIVE = st.builds(Fraction, st.integers(1, 30), st.integers(1, 9))
NONNEGATIVE = st.just(Fraction(0)) | POSITIVE
SHARE = st.integers(-8, 8).map(lambda k: Fraction(k, 8))
INTEGER, FRACTION = st.integers(-5, 5), st.builds(Fraction, st.integers(-9, 9), st.integers(1, 4))


# --- the bound ---------------------------------------------------------------------------------------------------


def possible(k, R2, margin, delta, eta, start2, along, length2=1):
    """Whether the lemmas leave room for k mistakes: <u, w_k> <= ||u|| ||w_k||, with squared lengths of u and w_0."""
    return (along + k * eta * margin) ** 2 <= length2 * (start2 + k * (eta**2 * R2 + 2 * eta * delta))


@given(POSITIVE, POSITIVE, NONNEGATIVE, POSITIVE, NONNEGATIVE)
def test_the_bound_has_its_closed_forms(R, margin, delta, eta, start):
    from_zero, shift = (R**2 + 2 * delta / eta) / margin**2, 2 * start / (eta * margin)
    for options, closed in (
        ({}, from_zero),
        ({"along": 0}, from_zero),
        ({"start": start}, from_zero + shift),
        ({"start": start, "along": -start}, from_zero + shift),
        ({"start": start, "along": start}, max(0, from_zero - shift)),
    ):
        bound = mistake_bound(R, margin, delta, eta, **options)
        assert type(bound) is float
        assert isclose(bound, closed, rel_tol=1e-12, abs_tol=1e-12 * (from_zero + shift))


@given(POSITIVE, POSITIVE, NONNEGATIVE, POSITIVE, NONNEGATIVE, SHARE)
def test_the_bound_is_the_largest_number_of_mistakes_that_the_lemmas_leave_room_for(
    R, margin, delta, eta, start, share
):
    bound = mistake_bound(R, margin, delta, eta, start=start, along=share * start)
    problem = (R**2, margin, delta, eta, start**2, share * start)
    assert possible(Fraction(bound) * (1 - Fraction(1, 10**15)), *problem)
    assert not possible(Fraction(bound) + Fraction(1, 10**99), *problem)  # the bound is rounded up


@given(POSITIVE, POSITIVE, NONNEGATIVE, POSITIVE, NONNEGATIVE, SHARE, POSITIVE)
def test_the_bound_is_monotone(R, margin, delta, eta, start, share, more):
    given = {"R": R, "margin": margin, "delta": delta, "eta": eta, "start": start}
    for usual in (given, {**given, "along": share * start}):
        bound, signs = mistake_bound(**usual), {"R": 1, "margin": -1, "delta": 1, "start": 1}
        for name, sign in (signs if "along" in usual else {**signs, "eta": -1}).items():
            assert sign * (mistake_bound(**{**usual, name: usual[name] + more}) - bound) >= -1e-9 * (1 + bound)
    assert bound <= mistake_bound(R, margin, delta, eta, start=start) * (1 + 1e-9)


MEETING = {  # start and threshold of runs that make exactly as many mistakes as their bound
    "one feature": ([[-1], [1]], [1, -1], [-2, -1], 1),
    "one feature, another start": ([[-2], [2]], [-1, 1], [1, 1], 1),
    "two features": ([[-1, -1], [-1, 1]], [-1, 1], [-1, 2, 1], 0),
    "two mistakes": ([[1], [-1]], [-1, 1], [-2, 0], 2),
}


@pytest.mark.parametrize("kind", [int, float])
@pytest.mark.parametrize(("X", "y", "start", "delta"), MEETING.values(), ids=MEETING)
def test_a_run_that_meets_its_bound_does_not_exceed_the_whole_part(X, y, start, delta, kind):
    run = train(np.array(X, dtype=kind), y, w0=start[:-1], b0=start[-1], delta=delta)
    verified = verify(run, separate(X, y))
    assert verified.holds
    assert isclose(verified.bound, len(run.mistakes), rel_tol=1e-12)
    assert len(run.mistakes) <= floor(verified.bound)


@pytest.mark.parametrize("far", [10**3, 10**6, 10**8, 10**12])
def test_a_start_far_along_the_oracle_does_not_blur_the_bound(far):
    run = train([[1], [-1]], [1, -1], w0=[11 * far**2], b0=11 * far)  # k^2 + 2 ahead k = aside + 2 k, so k = 5.5
    bound = verify(run, Halfspace([1])).bound
    assert possible(floor(bound), 2, 1, 0, 1, (11 * far**2) ** 2 + (11 * far) ** 2, 11 * far**2)
    assert isclose(bound, 5.5, rel_tol=1e-6)


@pytest.mark.parametrize(
    ("R", "margin", "start"),
    [(1e200, 1, 0), (1, 1e-200, 0), (1, 1, 1e200), (10**400, 1, 0)],
    ids=["R", "margin", "start", "beyond floats"],
)
def test_extreme_numbers_give_a_bound_or_are_refused(R, margin, start):
    with suppress(ValueError):
        assert mistake_bound(R, margin, start=start) >= 1e200


@pytest.mark.parametrize("number", [INTEGER, st.integers(-9999, 9999).map(lambda k: k / 997), FRACTION])
@given(data=st.data())
def test_the_radius_is_not_rounded_below_the_longest_example(number, data):
    X = np.array(data.draw(st.lists(st.lists(number, min_size=2, max_size=2), min_size=1, max_size=4)))
    squares = [sum(Fraction(v) ** 2 for v in (*x, 1)) for x in X.tolist()]
    assert max(squares) <= Fraction(radius(X)) ** 2 <= max(squares) * (1 + Fraction(1, 10**14))


@pytest.mark.parametrize(
    ("X", "R"),
    [([[3, 4]], sqrt(26)), ([[0], [-7], [5]], sqrt(50)), ([[0.5]], sqrt(1.25)), ([[1e300]], 1e300), ([[10**400]], inf)],
)
@pytest.mark.parametrize("kind", [np.array, exact])
def test_the_radius_is_the_length_of_the_longest_padded_example(X, R, kind):
    assert type(radius(kind(X))) is float
    assert isclose(radius(kind(X)), R, rel_tol=1e-14)


BOUNDS = {  # the bound and the mistakes from zero in order
    "spam": (datasets.spam(), 15, 4),
    "or": (datasets.or_(), 27, 9),
    "and": (datasets.and_(), 51, 18),
    "printed bound": (datasets.printed_bound(), 1701, 189),
    "8 axes": (datasets.axes(8, 3), Fraction(80, 9), 8),
    "98 axes": (datasets.axes(98), Fraction(9898, 100), 98),
}


@pytest.mark.parametrize(("data", "bound", "mistakes"), BOUNDS.values(), ids=BOUNDS)
def test_the_bounds_of_the_books_data(data, bound, mistakes):
    run, oracle = train(*data), separate(*data)
    verified, bound_of_floats = verify(run, oracle), mistake_bound(radius(data.X), oracle.margin)
    assert (verified.mistakes, verified.exact, verified.holds) == (mistakes, True, True)
    assert floor(verified.bound) == floor(bound_of_floats) == floor(bound)
    assert isclose(verified.bound, bound, rel_tol=1e-15)
    assert isclose(bound_of_floats, bound, rel_tol=1e-12)


# --- the proof, step by step -------------------------------------------------------------------------------------


@st.composite
def runs(draw, number=INTEGER, eta=POSITIVE):
    """Return a run on data that are separable, and a halfspace that separates them, as fractions (w, b)."""
    n, d = draw(st.integers(2, 7)), draw(st.integers(1, 3))
    vector = st.lists(number, min_size=d, max_size=d)
    X = draw(st.lists(vector, min_size=n, max_size=n, unique_by=tuple))
    w, cut = draw(vector), draw(st.integers(1, n - 1))
    w = [Fraction(v) + Fraction(1, 97 + 2 * j) for j, v in enumerate(w)]  # no two examples have the same score
    scores = sorted(dot(w, x) for x in X)
    u = [*w, -(scores[cut - 1] + scores[cut]) / 2]
    y = [1 if dot(u, [*x, 1]) > 0 else -1 for x in X]
    rows = st.lists(st.integers(0, n - 1), min_size=1, max_size=2 * n)
    options = {
        "w0": draw(st.none() | vector),
        "b0": draw(st.just(0) | number),
        "eta": draw(eta),
        "delta": draw(st.just(0) | number.map(abs)),
        "order": draw(st.sampled_from(["cyclic", "shuffled", "random"]) | rows),
        "max_updates": draw(st.integers(1, 60)),
        "rng": draw(st.integers(0, 99)),
    }
    return train(np.array(X), y, **options), u


def path(run):
    """The padded weights after each update, one update at a time, in fractions."""
    w = [Fraction(v) for v in (*run.w0.tolist(), run.b0)]
    yield w
    for i, _ in run.mistakes:
        step = Fraction(run.eta) * int(run.y[i])
        w = [a + step * Fraction(v) for a, v in zip(w, (*run.X[i].tolist(), 1), strict=True)]
        yield w


def judge(run, u, weights, verified):
    """Compare each quantity with the proof in fractions, for the oracle u of any length; say whether it holds."""
    u, X = [Fraction(v) for v in u], [[Fraction(v) for v in (*x, 1)] for x in run.X.tolist()]
    margin, R2 = min(s * dot(u, x) for s, x in zip(run.y.tolist(), X, strict=True)), max(dot(x, x) for x in X)
    eta, delta, length2 = Fraction(run.eta), Fraction(run.delta), dot(u, u)
    along, squares = [dot(u, w) for w in weights], [dot(w, w) for w in weights]
    least = [along[0] + k * eta * margin for k in range(len(weights))]
    most = [squares[0] + k * (eta**2 * R2 + 2 * eta * delta) for k in range(len(weights))]
    length = sqrt(length2)
    scale = 1e-12 * sqrt(max(squares) + 1)

    assert verified.mistakes == len(weights) - 1
    np.testing.assert_allclose(verified.progress, [v / length for v in along], rtol=1e-9, atol=scale)
    np.testing.assert_allclose(verified.least_progress, [v / length for v in least], rtol=1e-9, atol=scale)
    bound = Fraction(verified.bound)
    problem = (R2, margin, delta, eta, squares[0], along[0], length2)
    assert possible(bound * (1 - Fraction(1, 10**9)), *problem)
    assert not possible(bound * (1 + Fraction(1, 10**9)) + Fraction(1, 10**9), *problem)
    cosine = [a / length / sqrt(s) if s else np.nan for a, s in zip(along, squares, strict=True)]
    np.testing.assert_allclose(verified.cosine, cosine, rtol=1e-9, atol=1e-12)
    if verified.exact:
        assert verified.squared_norm.tolist() == squares
        assert verified.most_squared_norm.tolist() == most
        assert not possible(bound + Fraction(1, 10**99), *problem)
    else:
        np.testing.assert_allclose(verified.squared_norm, [float(v) for v in squares], rtol=1e-9)
        np.testing.assert_allclose(verified.most_squared_norm, [float(v) for v in most], rtol=1e-9)
    return all(map(ge, along, least)) and all(map(le, squares, most)) and possible(verified.mistakes, *problem)


def oracles(run, u):
    """Three oracles, each with the numbers that it stands for."""
    found = separate(run.X, run.y)
    yield found, found.point.tolist()
    yield Halfspace(u[:-1], u[-1]), u
    floats = [float(v) for v in u]
    yield Halfspace(floats[:-1], floats[-1]), floats


@pytest.mark.parametrize("number", [INTEGER, FRACTION], ids=["integers", "fractions"])
@settings(max_examples=60)
@given(data=st.data())
def test_the_proof_holds_exactly_on_exact_runs_whatever_the_oracle(number, data):
    run, u = data.draw(runs(number))
    weights = list(path(run))
    for oracle, numbers in oracles(run, u):
        verified = verify(run, oracle)
        assert judge(run, numbers, weights, verified)
        assert verified.exact
        assert verified.holds
        assert verified.mistakes <= verified.bound * (1 + 1e-12)


@settings(max_examples=60)
@given(runs(st.integers(-9999, 9999).map(lambda k: k / 997), st.sampled_from([0.1, 1 / 3, 1.0, 7.3])))
def test_the_proof_holds_up_to_rounding_on_floats(drawn):
    run, u = drawn
    weights = list(path(run))
    for oracle, numbers in oracles(run, u):
        verified = verify(run, oracle)
        judge(run, numbers, weights, verified)
        assert not verified.exact
        assert verified.holds


@settings(max_examples=60)
@given(runs(FRACTION), st.data())
def test_the_check_fails_where_the_path_breaks_a_lemma_and_only_there(drawn, data):
    run, u = drawn
    k, broken = len(run.mistakes), replace(run)
    j, off = data.draw(st.integers(0, k)), data.draw(st.lists(FRACTION, min_size=len(u), max_size=len(u)))
    weights = list(path(run))
    weights[j:] = [[a + b for a, b in zip(w, off, strict=True)] for w in weights[j:]]
    vars(broken)["weights"] = np.array(weights, dtype=object)
    for oracle, numbers in oracles(run, u):
        verified = verify(broken, oracle)
        assert verified.holds == judge(run, numbers, weights, verified)


TWO = np.array([[1, 0], [-1, 0]])  # in the direction (1, 0), both padded examples have length sqrt(2) and margin 1
CORRUPTED = {  # start and threshold of a run, what is changed in it, and the first update where the second lemma breaks
    "a right example updated": (
        [0, 0],
        0,
        {"mistakes": Mistakes(np.zeros(9, int), np.array([9]), np.arange(9))},
        2,
    ),  # 2 k^2 <= 2 k
    "a wrong learning rate": ([-9, 0], 0, {"eta": 9}, 5),  # 9^2 (k - 1)^2 <= 9^2 (1 + 2 k) for an even k; + 9^2
    "a wrong threshold": ([0, 0], 50, {"delta": 0}, 3),  # k^2 <= 2 k for an even k; + 1
}


@pytest.mark.parametrize("kind", [int, float, object])
@pytest.mark.parametrize(("start", "delta", "changes", "at"), CORRUPTED.values(), ids=CORRUPTED)
def test_a_corrupted_run_breaks_the_second_lemma(start, delta, changes, at, kind):
    run = train(TWO.astype(kind), [1, -1], w0=start, delta=delta)
    assert verify(run, Halfspace([1, 0])).holds
    verified = verify(replace(run, **changes), Halfspace([1, 0]))
    assert (verified.progress >= verified.least_progress).all()
    assert np.flatnonzero(verified.squared_norm > verified.most_squared_norm)[0] == at
    assert not verified.holds
    assert "FAILS" in repr(verified)


@pytest.mark.parametrize("kind", [int, float, object])
def test_a_path_away_from_the_oracle_breaks_the_first_lemma(kind):
    run = train(TWO.astype(kind), [1, -1], delta=5)
    assert len(run.mistakes) == 6
    vars(run)["weights"] = run.weights * np.array([1, 1, 1, 1, -1, 1, 1])[:, None]
    verified = verify(run, Halfspace([1, 0]))
    assert (verified.squared_norm <= verified.most_squared_norm).all()
    assert np.flatnonzero(verified.progress < verified.least_progress).tolist() == [4]
    assert not verified.holds


TINY = Fraction(1, 10**30)
NUDGES = [  # the dtype, a change of an update, and whether the proof still holds: too long, or too little progress
    *((object, nudge, nudge == 0) for nudge in (TINY, -TINY, 0)),
    *((float, nudge, abs(nudge) < 1e-15) for nudge in (2**-52, -(2**-52), 1e-13, -1e-13)),
]


@pytest.mark.parametrize(("kind", "nudge", "held"), NUDGES)
def test_runs_on_floats_are_given_slack_for_their_rounding_and_exact_runs_none(kind, nudge, held):
    run = train(TWO.astype(kind), [1, -1], max_updates=1)
    assert run.weights.tolist() == [[0, 0, 0], [1, 0, 1]]  # both lemmas hold with equality
    nudged = replace(run)
    vars(nudged)["weights"] = run.weights * (1 + np.array([[0], [nudge]], dtype=kind))
    verified = verify(nudged, Halfspace([1, 0]))
    assert verified.holds == held


@pytest.mark.parametrize(
    ("kind", "size", "holds"),
    [(int, 1, True), (int, 4, False), (float, 1, True), (float, 1 + 1e-13, False), (object, 1 + TINY, False)],
)
def test_more_mistakes_than_the_bound_do_not_pass(kind, size, holds):
    twice = Mistakes(np.array([0, 1]), np.array([2]), np.array([0, 1]))  # where the bound is 1 + 1 / size^2
    verified = verify(replace(train(size * TWO.astype(kind), [1, -1]), mistakes=twice), Halfspace([1, 0]))
    assert verified.mistakes == 2
    assert verified.holds == holds


# --- every oracle and every run ----------------------------------------------------------------------------------


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("factor", [1e-200, 1e200, 10**400, Fraction(1, 10**400)], ids=[-200, 200, 400, -400])
@pytest.mark.parametrize("kind", [int, float])
def test_the_length_of_the_oracle_does_not_matter(factor, kind):
    run = train(datasets.and_().X.astype(kind), datasets.and_().y)
    usual, scaled = verify(run, Halfspace([2, 2], -3)), verify(run, Halfspace([2 * factor, 2 * factor], -3 * factor))
    assert usual.holds
    assert scaled.holds
    np.testing.assert_allclose(scaled.progress, usual.progress, rtol=1e-12)
    assert isclose(scaled.bound, usual.bound, rel_tol=1e-12)


@pytest.mark.parametrize(
    ("b", "scale"),
    [(-0.5, 1), (Fraction(-1, 2), 1), (-(2**63) - 1, 2**63)],
    ids=["a float", "a fraction", "beyond int64"],
)
def test_a_halfspace_of_integers_keeps_its_bias(b, scale):
    X, y = datasets.or_().X.astype(object) * scale, datasets.or_().y
    oracle = Halfspace([2, 2], b)
    assert np.all(y * oracle.score(X) > 0)
    assert verify(train(X, y), oracle).holds


@pytest.mark.parametrize("length", [1, 1e3, 1e6, 1e9, 1e12, 1e15])
def test_rounding_on_the_way_from_a_long_start_is_no_failure(length):
    turn = np.array([[np.cos(0.7), np.sin(0.7)], [-np.sin(0.7), np.cos(0.7)]])
    X, y = np.array([[1, 0.3], [-1, 0.3]]) @ turn, [1, -1]
    verified = verify(train(X, y, w0=[0, length] @ turn, max_updates=50), separate(X, y))
    assert verified.mistakes > 0
    assert verified.holds


def test_rounding_is_no_failure_where_the_margin_is_small():
    X, y = 1e8 + np.array([[2.9, 2.8], [2.4, -2.1], [-2.8, -0.1]]), [1, 1, -1]
    oracle = separate(X, y)
    assert oracle.margin > 1e-9 * radius(X)
    assert verify(train(X, y, max_updates=300), oracle).holds


def test_a_verification_is_frozen_and_says_what_it_is():
    verified = verify(train(*datasets.or_()), separate(*datasets.or_()))
    with pytest.raises(FrozenInstanceError):
        verified.bound = 1
    assert repr(verified) == "Verification(9 mistakes, at most 27; every step holds exactly)"
    in_floats = verify(train(datasets.or_().X.astype(float), datasets.or_().y), separate(*datasets.or_()))
    assert repr(in_floats) == "Verification(9 mistakes, at most 27; every step holds up to rounding)"


def test_an_oracle_that_does_not_separate_the_data_is_refused():
    run = train(*datasets.and_())
    for oracle in (Halfspace([1, 1], -1), Halfspace([1, 1], 0), Halfspace([0, 0], 0), Halfspace([0.0, 0.0], 1.0)):
        with pytest.raises(ValueError, match=r"does not separate the data of the run: row \d is on the wrong side\."):
            verify(run, oracle)
    with pytest.raises(ValueError, match=r"oracle does not separate the data of the run: row 2 is on the wrong side"):
        verify(replace(run, y=run.y * [1, 1, -1, 1]), separate(*datasets.and_()))


def test_an_oracle_of_another_dimension_is_refused():
    for oracle in (Halfspace([1, 1, 1]), separate(*datasets.spam())):
        with pytest.raises(ValueError, match=r"the oracle has [35] features, but the run has 2"):
            verify(train(*datasets.and_()), oracle)


BAD_BOUNDS = [
    ((0, 1), {}, "R must be greater than 0, but is 0"),
    ((-1, 1), {}, "R must be greater than 0, but is -1"),
    ((1, 0), {}, "margin must be greater than 0, but is 0"),
    ((1, 1, -1), {}, "delta must be at least 0, but is -1"),
    ((1, 1, 0, 0), {}, "eta must be greater than 0, but is 0"),
    ((1, 1), {"start": -1}, "start must be at least 0, but is -1"),
    ((1, 1), {"along": 0.1}, "along must be from -start to start, .*, but is 0.1"),
    ((1, 1), {"start": 2, "along": -2.01}, "along must be from -start to start, .*, but is -2.01"),
    ((float("nan"), 1), {}, "R holds NaN"),
    ((1, "1"), {}, "margin holds text"),
    ((1, 1), {"along": [1, 2]}, r"along must be one number, but has shape \(2,\)"),
]


@pytest.mark.parametrize(("numbers", "options", "says"), BAD_BOUNDS, ids=[says for *_, says in BAD_BOUNDS])
def test_a_bound_of_impossible_numbers_is_refused(numbers, options, says):
    with pytest.raises(ValueError, match="^" + says):
        mistake_bound(*numbers, **options)


def test_a_start_may_point_along_the_oracle_up_to_rounding():
    assert mistake_bound(1, 1, start=0.5, along=0.5 * (1 + 1e-10)) == 0
    assert mistake_bound(1, 1, start=0.1, along=0.1 * (1 + 1e-12)) > 0


# --- the longest stream of mistakes ------------------------------------------------------------------------------


def longest(z, w):
    """The most mistakes that can follow the weights w: every stream is followed to its end."""
    after = [tuple(a + b for a, b in zip(w, row, strict=True)) for row in z if dot(row, w) <= 0]
    return max((1 + longest(z, v) for v in after), default=0)


def test_no_stream_is_longer_than_the_longest():
    rng, sure = np.random.default_rng(0), 0
    while sure < 40:
        X, y = rng.integers(-3, 4, (rng.integers(2, 6), 2)), rng.choice([-1, 1], 5)
        y, oracle = y[: len(X)], separate(X, y[: len(X)])
        if not oracle.separable or mistake_bound(radius(X), oracle.margin) > 30:
            continue
        stream, everything = longest_stream(X, y)
        run = train(X, y, order=stream, max_passes=1)
        assert run.mistakes.example.tolist() == stream
        assert (y * run.halfspace.score(X) > 0).all()
        z = [tuple(int(sign) * value for value in (*row, 1)) for row, sign in zip(X.tolist(), y, strict=True)]
        assert everything
        assert len(stream) == longest(z, (0, 0, 0))
        sure += 1


def test_the_longest_stream_of_the_emails_is_eight_and_of_xor_has_no_end():
    stream, everything = longest_stream(*datasets.spam())
    assert everything
    assert len(stream) == 8
    stream, everything = longest_stream(*datasets.xor(), looks=20_000)
    assert not everything
    assert len(train(*datasets.xor(), order=stream, max_passes=1).mistakes) == len(stream) > 50


def test_where_the_search_is_cut_the_stream_is_one_of_mistakes_and_ends_when_none_is_left():
    rng = np.random.default_rng(4)
    X = rng.uniform(-3, 3, (40, 2))
    y = np.where(X @ [1, 2] > 0.5, 1, -1)
    stream, everything = longest_stream(X, y)
    run = train(X, y, order=stream, max_passes=1)
    assert not everything
    assert len(run.mistakes) == len(stream) > len(train(X, y).mistakes)
    assert (y * run.halfspace.score(X) > 0).all()
