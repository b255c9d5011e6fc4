"""All classes at once, against the textbook in fractions and brute force."""

from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris

from perceptron_lib import radius
from perceptron_lib.multiclass import margin, mistake_bound, train_multiclass
from perceptron_lib.reductions import Scores
from tests.library.strategies import DYADIC, FLOATS, INTEGERS, class_problems, dot, exact, facts, replay, told_facts

EVERY_KIND = pytest.mark.parametrize("kind", [INTEGERS, DYADIC], ids=["integers", "dyadic"])
NAN = float("nan")
IRIS = load_iris(return_X_y=True)


def padded(W, b):
    return [[Fraction(v) for v in (*row, bias)] for row, bias in zip(W, b, strict=True)]


def textbook(X, y, *, W0=None, b0=None, eta=1, delta=0, order="cyclic", max_passes, rng=None):
    """The multiclass perceptron in fractions, replayed with its rivals; two rivals may be a close call too."""
    X, y, c = [[*map(Fraction, x), 1] for x in np.asarray(X).tolist()], list(y), len(set(y))
    rivals, gaps = [], []

    def lead(W, i):
        scores = [dot(w, X[i]) for w in W]
        best, *others = sorted((score for k, score in enumerate(scores) if k != y[i]), reverse=True)
        gaps.append(best - max(others, default=best - 10**9))
        return scores[y[i]] - best

    def update(W, i):
        scores = [dot(w, X[i]) for w in W]
        rival = max((k for k in range(c) if k != y[i]), key=scores.__getitem__)  # the first of several
        rivals.append(rival)
        change = {y[i]: Fraction(eta), rival: -Fraction(eta)}
        return [[v + change.get(k, 0) * x for v, x in zip(w, X[i], strict=True)] for k, w in enumerate(W)]

    start = padded(W0 or [[0] * (len(X[0]) - 1)] * c, b0 or [0] * c)
    told = replay(len(X), start, lead, update, delta=delta, order=order, max_passes=max_passes, rng=rng)
    told.rivals, told.closest = rivals, min(told.closest, *gaps)
    return told


def agrees(run, told):
    return facts(run) == told_facts(told) and run.rivals.tolist() == told.rivals


# --- one algorithm, in floats, integers and fractions ------------------------------------------------------------


@EVERY_KIND
@settings(max_examples=50)
@given(data=st.data())
def test_runs_in_each_kind_of_numbers_are_the_textbook_run(kind, data):
    problem = data.draw(class_problems(kind))
    told = textbook(problem.X, problem.y, **problem.options)
    for X in (problem.X, problem.exact):
        run = train_multiclass(X, problem.y, **problem.options)
        assert agrees(run, told)
        assert run.converged == (told.stopped == "no mistakes")
        assert run.weights.tolist() == told.path
        assert padded(run.W.tolist(), run.b.tolist()) == told.path[-1]
        assert {run.W.dtype, run.b.dtype, run.weights.dtype, run.scores(X).dtype} == {X.dtype}


@settings(max_examples=30)
@given(class_problems(FLOATS))
def test_on_any_floats_the_runs_agree_unless_a_call_is_within_rounding(problem):
    W0 = np.random.default_rng(0).normal(size=(len(set(problem.y)), len(problem.X[0]))).tolist()
    problem.options["W0"] = problem.options["W0"] or W0
    told = textbook(problem.X, problem.y, **problem.options)
    assume(told.closest > 1e-9)
    run = train_multiclass(problem.X, problem.y, **problem.options)
    assert agrees(run, told)
    assert run.weights[-1].tolist() == np.column_stack([run.W, run.b]).tolist()
    np.testing.assert_allclose(run.weights, np.array(told.path, dtype=float), rtol=1e-9, atol=1e-9)


def test_a_tie_at_the_start_is_a_mistake_and_punishes_the_first_rival():
    run = train_multiclass([[1], [2], [3]], [0, 1, 2], max_passes=1)
    assert (next(iter(run.mistakes)), run.rivals[0]) == ((0, 1), 1)
    assert run.weights[1].tolist() == [[1, 1], [-1, -1], [0, 0]]


@pytest.mark.parametrize("option", [{"eta": Fraction(1, 3)}, {"b0": [0, 0, Fraction(1, 7)]}, {"delta": Fraction(1, 9)}])
def test_a_fraction_among_integers_makes_the_run_exact(option):
    X, y = [[0, 3], [4, 0], [-2, -2], [1, 5]], [0, 1, 2, 0]
    run = train_multiclass(X, y, **option)
    assert run.W.dtype == object
    assert run.W.tolist() == train_multiclass(exact(X), y, **option).W.tolist()


def test_a_start_of_whole_floats_leaves_integers_integers():
    assert train_multiclass([[1], [2]], [0, 1], W0=np.zeros((2, 1)), b0=[1.0, 0.0]).W.dtype == np.int64
    assert train_multiclass([[1], [2]], [0, 1], W0=np.zeros((2, 1)), b0=[0.5, 0.0]).W.dtype == np.float64


def test_given_arrays_are_not_changed():
    X, y, W0, b0 = IRIS[0].copy(), IRIS[1].copy(), np.ones((3, 4)), np.ones(3)
    run = train_multiclass(X, y, W0=W0, b0=b0, max_passes=5)
    assert len(run.mistakes) > 0
    assert (W0 == 1).all()
    assert (b0 == 1).all()
    np.testing.assert_array_equal(X, IRIS[0])
    np.testing.assert_array_equal(y, IRIS[1])
    np.testing.assert_array_equal(run.W0, W0)
    np.testing.assert_array_equal(run.b0, b0)
    assert np.shares_memory(run.X, X)


def test_a_run_keeps_what_was_run_and_its_labels_as_positions():
    run = train_multiclass([[1], [2], [3]], ["c", "a", "b"], eta=2, delta=3, max_passes=4, W0=[[1], [2], [3]])
    assert run.y.tolist() == [2, 0, 1]
    assert (run.eta, run.delta, run.passes, run.stopped) == (2, 3, 4, "max_passes")
    assert (run.X.tolist(), run.W0.tolist(), run.b0.tolist()) == ([[1], [2], [3]], [[1], [2], [3]], [0, 0, 0])
    assert run.visits == 12
    assert repr(run) == f"MulticlassRun(3 classes, {len(run.mistakes)} mistakes in 4 passes, stopped: max_passes)"
    assert (run.rivals.dtype, run.mistakes.example.dtype) == (np.int64, np.int64)
    with pytest.raises(FrozenInstanceError):
        run.stopped = "never"


# --- the mistake bound and the margin ----------------------------------------------------------------------------


@st.composite
def planted(draw):
    """Draw integer examples of the classes that some planted weights give them, without ties, and these weights."""
    c, d, n = draw(st.integers(2, 4)), draw(st.integers(1, 3)), draw(st.integers(3, 10))
    small = st.integers(-9, 9)
    W = np.array(draw(st.lists(st.lists(small, min_size=d + 1, max_size=d + 1), min_size=c, max_size=c)))
    X = np.array(draw(st.lists(st.lists(small, min_size=d, max_size=d), min_size=n, max_size=n)))
    scores = X @ W[:, :-1].T + W[:, -1]
    ranked = np.sort(scores, axis=1)
    clear = ranked[:, -1] > ranked[:, -2]
    X, y = X[clear], scores[clear].argmax(axis=1)
    present = np.unique(y)
    assume(len(present) >= 2)
    return X, y, Scores(present, W[present, :-1], W[present, -1])


def brute_margin(machine, X, y):
    W, classes = padded(machine.W.tolist(), machine.b.tolist()), machine.classes.tolist()
    scores = [[dot(w, [*map(Fraction, x), 1]) for w in W] for x in np.asarray(X).tolist()]
    owns = [classes.index(label) for label in y]
    least = min(row[own] - max(v for k, v in enumerate(row) if k != own) for row, own in zip(scores, owns, strict=True))
    return float(least) / float(sum(v * v for w in W for v in w)) ** 0.5


@settings(max_examples=50)
@given(planted(), st.integers(1, 4), st.integers(0, 9), st.sampled_from(["cyclic", "shuffled", "random"]))
def test_no_run_on_separable_examples_makes_more_mistakes_than_the_bound(data, eta, delta, order):
    X, y, oracle = data
    bound = mistake_bound(radius(X), margin(oracle, X, y), delta, eta)
    run = train_multiclass(X, y, eta=eta, delta=delta, order=order, rng=0, max_passes=200)
    assert len(run.mistakes) <= bound
    assert run.stopped == "no mistakes" or len(run.mistakes) >= 200 or order == "random"
    if run.converged:
        assert margin(run, X, y) > 0
        assert run.predict(X).tolist() == y.tolist()


@settings(max_examples=30)
@given(class_problems(DYADIC))
def test_the_margin_is_the_least_lead_over_the_best_rival_of_weights_of_length_one(problem):
    run = train_multiclass(problem.X, problem.y, **problem.options)
    assume(run.W.any() or run.b.any())
    assert margin(run, problem.X, problem.y) == pytest.approx(brute_margin(run, problem.X, problem.y), abs=1e-13)
    label = np.array([*"abcd"])
    named = Scores(label[run.classes], run.W * 7, run.b * 7)
    some = problem.y == problem.y[0]  # only one class
    judge = brute_margin(named, problem.X[some], label[problem.y[some]])
    assert margin(named, problem.X[some], label[problem.y[some]]) == pytest.approx(judge, abs=1e-13)


@settings(max_examples=30)
@given(
    st.fractions(1, 100, max_denominator=99),
    st.fractions(Fraction(1, 50), 3, max_denominator=99),
    st.fractions(0, 9, max_denominator=99),
    st.fractions(Fraction(1, 9), 9, max_denominator=99),
)
def test_the_bound_is_its_formula_rounded_up(R, gamma, delta, eta):
    true = (2 * R**2 + 2 * delta / eta) / gamma**2
    assert true <= Fraction(mistake_bound(R, gamma, delta, eta)) <= true * (1 + Fraction(1, 10**14))
    assert mistake_bound(R, gamma) == mistake_bound(R, gamma, 0, 1)


# --- unusable ----------------------------------------------------------------------------------------------------

X, Y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 2, 1]


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("W0", np.zeros((2, 3)), r"W0 has shape \(2, 3\), but needs \(3, 2\)"),
        ("W0", [[NAN, 0]] * 3, "W0 holds NaN in row 0, column 0"),
        ("b0", 0, r"b0 has shape \(\), but needs \(3,\)"),
    ],
)
def test_the_start_must_have_a_row_for_each_class(name, value, says):
    with pytest.raises(ValueError, match="^" + says):
        train_multiclass(X, Y, **{name: value})


def test_the_margin_refuses_zero_weights_and_data_that_do_not_suit():
    zero = Scores(np.array([0, 1]), np.zeros((2, 2)), np.zeros(2))
    with pytest.raises(ValueError, match="all weights are zero, so they have no direction and no margin"):
        margin(zero, X, [0, 1, 0, 1])
    bias_only = Scores(np.array([0, 1]), np.zeros((2, 2)), np.array([0.0, 2]))
    assert margin(bias_only, X, [1] * 4) == 1
    for features, labels, says in [
        ([[1]], [0], "^X has 1 features, but needs 2"),
        (X, [0, 1], "^y has 2 labels, but there are 4 examples"),
        (X, [0, 1, 2, 1], "^y has the class 2, which is not among the classes learned"),
        (X, [0, 1, NAN, 1], "^y holds NaN"),
    ]:
        with pytest.raises(ValueError, match=says):
            margin(bias_only, features, labels)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [1e-200, 1e200, 10**400], ids=["tiny", "huge", "beyond floats"])
def test_the_margin_does_not_depend_on_the_length_of_the_weights(size):
    W = np.array([[size], [-size]], dtype=object if isinstance(size, int) else float)
    machine = Scores(np.array([0, 1]), W, np.zeros_like(W[:, 0]))
    assert margin(machine, [[1], [-1]], [0, 1]) == pytest.approx(2**0.5)


# --- large numbers -----------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("features", "options"),
    [
        ([[2**62], [1], [2]], {}),
        ([[1], [-1], [2]], {"eta": 2**58, "delta": 2**63 - 1}),
        ([[3], [1], [2]], {"W0": [[2**61], [0], [0]]}),
        ([[3], [1], [2]], {"b0": [0, 0, -(2**62)]}),
        ([[1], [1], [1]], {"eta": 2**44 + 1}),  # only in so many visits
        ([[1], [1], [1]], {"W0": [[-(2**61)], [2**61], [0]], "b0": [-(2**61), 2**61, 0]}),  # a lead of -2**63
    ],
)
def test_integers_that_would_overflow_are_trained_exactly(features, options):
    run = train_multiclass(features, [0, 1, 2], max_passes=40, **options)
    told = textbook(features, [0, 1, 2], max_passes=40, **options)
    assert agrees(run, told)
    assert run.weights.tolist() == told.path
    assert run.W.dtype == object


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("features", "options"),
    [([[1e200], [-1e200], [0]], {}), ([[1.0], [-1.0], [0]], {"W0": [[0], [0], [1e308]]})],
)
def test_floats_that_could_overflow_are_refused(features, options):
    with pytest.raises(ValueError, match=r"^the weights could overflow float64: .*Rescale"):
        train_multiclass(features, [0, 1, 2], **options)
