"""The training loop against the textbook, exact arithmetic, scikit-learn, and the numbers of the lectures."""

import tracemalloc
from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.linear_model import Perceptron

from perceptron_lib import datasets, train
from tests.library.strategies import DYADIC, FLOATS, INTEGERS, dot, exact, facts, problems, replayed, told_facts

try:
    from numba import config

    COMPILED = not config.DISABLE_JIT
except ImportError:
    COMPILED = False

EVERY_KIND = pytest.mark.parametrize("kind", [INTEGERS, DYADIC], ids=["integers", "dyadic"])
NOISY = datasets.clouds(60, noise=0.7, rng=1)  # no halfspace separates these


def weights(run):
    return [Fraction(v) for v in (*run.w.tolist(), run.b)]


def same(run, other):
    return facts(run) == facts(other) and weights(run) == weights(other)


# --- one algorithm, in floats, integers and fractions ------------------------------------------------------------


@EVERY_KIND
@given(data=st.data())
def test_runs_in_each_kind_of_numbers_are_the_textbook_run(kind, data):
    problem = data.draw(problems(kind))
    told = replayed(problem.X, problem.y, **problem.options)
    run = train(problem.X, problem.y, **problem.options)
    in_fractions = train(problem.exact, problem.y, **problem.options)
    wide = train(
        np.hstack([problem.X, np.zeros((len(problem.X), 20), dtype=problem.X.dtype)]),
        problem.y,
        **{**problem.options, "w0": [*(problem.options["w0"] or [0] * problem.X.shape[1]), *[0] * 20]},
    )  # features that are always zero change nothing
    for other in (run, in_fractions, wide):
        assert facts(other) == told_facts(told)
    assert run.weights.tolist() == in_fractions.weights.tolist() == told.path
    assert wide.weights.tolist() == [[*w, *[0] * 20, b] for *w, b in told.path]
    for other in (run, in_fractions):
        assert [*other.w.tolist(), other.b] == told.path[-1]
        assert other.mistakes.per_pass.tolist() == [
            sum(q == p for _, q, _ in told.mistakes) for p in range(1, told.passes + 1)
        ]
    assert run.w.dtype == run.weights.dtype == wide.w.dtype == problem.X.dtype
    assert run.converged == in_fractions.converged == (told.stopped == "no mistakes")


@given(problems(FLOATS))
def test_on_any_floats_the_runs_agree_unless_a_score_is_within_rounding_of_delta(problem):
    told = replayed(problem.exact, problem.y, **problem.options)
    run = train(problem.X, problem.y, **problem.options)
    in_fractions = train(problem.exact, problem.y, **problem.options)
    assert in_fractions.weights.tolist() == told.path
    assert run.weights[-1].tolist() == [*run.w.tolist(), run.b]  # to the last bit
    assume(told.closest > 1e-9)
    assert facts(run) == facts(in_fractions) == told_facts(told)
    np.testing.assert_allclose(run.weights, np.array(told.path, dtype=float), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("exactly", [{"eta": Fraction(1, 3)}, {"b0": Fraction(1, 7)}, {"w0": [Fraction(1, 9), 0]}])
def test_a_fraction_among_integers_makes_the_run_exact(exactly):
    run = train(*datasets.and_(), **exactly)
    assert run.converged
    assert run.w.dtype == object
    assert same(run, train(exact(datasets.and_().X), datasets.and_().y, **exactly))


def test_integers_beyond_int64_are_trained_exactly():
    for X in ([[0, 2**63 + 1], [2**64 - 1, 0]], [[0, 10**40], [10**40 + 1, 0]]):
        options = {"b0": 1, "eta": 1, "delta": 0, "order": "cyclic", "max_passes": 30, "max_updates": None, "rng": 0}
        told = replayed(np.array(X, dtype=object), np.array([-1, 1]), **options)
        run = train(X, [-1, 1], **options)
        assert facts(run) == told_facts(told)
        assert run.weights.tolist() == told.path
        assert weights(run) == told.path[-1]


def test_options_beyond_int64_are_kept_exactly():
    assert train([[0], [1]], [-1, 1], b0=2**63 + 1, max_passes=1).b == 2**63
    assert train([[0], [1]], [-1, 1], delta=2**63, max_passes=1).stopped == "max_passes"
    assert train([[0], [1]], [-1, 1], eta=2**63 + 1, order=[1], max_passes=1).w.tolist() == [2**63 + 1]


# --- scikit-learn as judge ---------------------------------------------------------------------------------------

DATA = {
    **{f"normal {n} x {d}": (n, d) for n, d in [(2, 1), (20, 2), (50, 7), (80, 33), (300, 5)]},
    "clouds": datasets.clouds(100, noise=0.2),
    "noisy clouds": NOISY,
    "emails": datasets.spam(),
    "xor": datasets.xor(),
    "digit 5": datasets.digits(5),
}


def judged_data(name):
    if isinstance(DATA[name], tuple):
        rng, shape = np.random.default_rng(DATA[name][0]), DATA[name]
        return rng.normal(size=shape), np.where(np.arange(shape[0]) % 2, 1, -1)
    return DATA[name].X, DATA[name].y


def sklearn_fit(X, y, passes, eta):
    return Perceptron(shuffle=False, tol=None, penalty=None, max_iter=passes, eta0=eta).fit(X, y)


@pytest.mark.parametrize("eta", [1, 0.1, 2.5])
@pytest.mark.parametrize("name", DATA)
def test_scikit_learn_finds_the_same_weights_to_the_last_bit(name, eta):
    X, y = judged_data(name)
    run = train(X, y, eta=eta, max_passes=15)
    judge = sklearn_fit(X, y, run.passes, eta)
    np.testing.assert_array_equal(run.w, judge.coef_[0])
    assert run.b == judge.intercept_[0]


@pytest.mark.parametrize("name", DATA)
def test_scikit_learn_finds_the_same_weights_in_another_order(name):
    X, y = judged_data(name)
    order = np.random.default_rng(3).permutation(len(X))
    run = train(X, y, order=order, max_passes=10)
    np.testing.assert_array_equal(run.w, sklearn_fit(X[order], y[order], run.passes, 1).coef_[0])


@pytest.mark.parametrize("name", DATA)
def test_scikit_learn_makes_the_same_mistakes(name):
    X, y = judged_data(name)
    X, y, d = X[:300], y[:300], X.shape[1] + 1
    run = train(X, y, max_passes=8)
    # One more column for each example: its weight becomes nonzero iff the example was a mistake in this pass.
    marked = np.hstack([X, np.ones((len(X), 1)), np.eye(len(X))])
    judge, mistakes = Perceptron(shuffle=False, penalty=None, fit_intercept=False), []
    for p in range(1, run.passes + 1):
        judge.partial_fit(marked, y, classes=[-1, 1])
        mistakes += [(int(i), p) for i in np.flatnonzero(judge.coef_[0, d:])]
        judge.coef_[0, d:] = 0
    assert list(run.mistakes) == mistakes
    np.testing.assert_array_equal([*run.w, run.b], judge.coef_[0, :d])


# --- what a run tells --------------------------------------------------------------------------------------------


@EVERY_KIND
@given(data=st.data())
def test_loss_and_accuracy_are_shares_of_all_examples_after_each_update(kind, data):
    problem = data.draw(problems(kind))
    run = train(problem.X, problem.y, **problem.options)
    X, y, delta = problem.X.tolist(), problem.y.tolist(), problem.options["delta"]
    margins = [[s * dot(w, [*x, 1]) for x, s in zip(X, y, strict=True)] for w in run.weights.tolist()]
    assert run.training_error.tolist() == [np.mean([a <= delta for a in row]) for row in margins]
    assert run.accuracy.tolist() == [np.mean([a > 0 for a in row]) for row in margins]


def test_a_long_path_is_measured_in_parts_without_a_seam():
    run = train(np.tile(datasets.xor().X, (500, 1)), np.tile(datasets.xor().y, 500), max_passes=2)
    assert len(run.weights) > 4_000_000 // len(run.X)  # more than one part
    signed = run.y * (run.weights[:, :2] @ run.X.T + run.weights[:, 2:])
    np.testing.assert_array_equal(run.training_error, (signed <= 0).mean(axis=1))
    np.testing.assert_array_equal(run.accuracy, (signed > 0).mean(axis=1))


def test_float64_features_are_not_copied_and_nothing_given_is_changed():
    X, y = NOISY.X.copy(), NOISY.y.copy()
    w0, order = np.array([0.5, -0.25]), np.arange(len(X))[::-1].copy()
    run = train(X, y, w0=w0, order=order, max_passes=10)
    assert len(run.mistakes) > 0
    assert np.shares_memory(run.X, X)
    for now, before in [(X, NOISY.X), (y, NOISY.y), (w0, [0.5, -0.25]), (order, np.arange(60)[::-1])]:
        np.testing.assert_array_equal(now, before)
    w0 += 100  # the run has a start of its own
    assert run.weights[-1].tolist() == [*run.w.tolist(), run.b]
    for kind in (np.int64, object):
        start = np.array([3, 4], dtype=kind)
        train(datasets.and_().X.astype(kind), datasets.and_().y, w0=start)
        assert start.tolist() == [3, 4]


@pytest.mark.skipif(not COMPILED, reason="without Numba the features are copied into Python's own numbers")
def test_training_takes_little_memory_beyond_the_features():
    X = np.random.default_rng(0).normal(size=(5000, 400))
    y = np.where(X[:, 0] > 0, 1, -1)
    train(X, y, max_passes=1)  # compiles
    tracemalloc.start()
    run = train(X, y, max_passes=2)
    beyond = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    trace = run.mistakes.example.nbytes + run.mistakes.in_pass.nbytes
    assert beyond < 0.05 * X.nbytes + trace


def test_a_pass_of_many_visits():
    X, y = np.tile(NOISY.X, (2000, 1)), np.tile(NOISY.y, 2000)  # 120,000 of them
    run = train(X, y, max_passes=2)
    np.testing.assert_array_equal(run.w, sklearn_fit(X, y, 2, 1).coef_[0])
    half = train(X, y, max_updates=len(run.mistakes) // 2)
    assert list(half.mistakes) == list(run.mistakes)[: len(run.mistakes) // 2]
    assert half.stopped == "max_updates"
    assert len(train(X, y, delta=10**9, max_passes=1).mistakes) == 120_000


# --- labels ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", [(0, 1), (-1, 1), ("ham", "spam"), (False, True), (0.5, 2.5), (-7, -3), ("B", "a")])
def test_any_two_labels_will_do_and_the_larger_is_plus_one(pair):
    X, y = datasets.spam()
    for labels in ([pair[int(v > 0)] for v in y], np.array([pair[int(v > 0)] for v in y])):
        run = train(X, labels)
        assert run.y.tolist() == y.tolist()
        assert same(run, train(X, y))


# --- the numbers of the lectures ---------------------------------------------------------------------------------


@pytest.mark.parametrize("X", [datasets.spam().X, datasets.spam().X.astype(float), exact(datasets.spam().X)])
def test_six_emails_are_learned_in_four_updates(X):
    run = train(X, datasets.spam().y)
    assert run.w.tolist() == [0, 2, 0, -1, 1]
    assert run.b == 0
    assert len(run.mistakes) == 4
    assert run.converged
    assert run.accuracy[-1] == 1


@pytest.mark.parametrize(("data", "mistakes"), [(datasets.or_(), 9), (datasets.and_(), 18)], ids=["or", "and"])
def test_or_and_and_are_learned_from_zero(data, mistakes):
    run = train(*data)
    assert len(run.mistakes) == mistakes
    assert run.converged
    assert run.training_error[-1] == 0


def test_one_step_with_learning_rate_one_tenth():
    run = train([[2, 1], [0, 0]], [1, -1], w0=[-1, 1], eta=Fraction(1, 10), order=[0], max_passes=1)
    assert run.halfspace.score([[2, 1]]) < 0  # better than -1, but still wrong
    assert list(run.mistakes) == [(0, 1)]
    assert (run.b, *run.w) == (Fraction(1, 10), Fraction(-8, 10), Fraction(11, 10))
    intercept, at_one = run.halfspace.boundary([0, 1])
    assert round(intercept, 4) == -0.0909
    assert round(at_one - intercept, 4) == 0.7273


def test_raw_divination_data_are_unsolved_after_2000_passes_and_standardised_ones_take_eight_updates():
    X, y = datasets.divination()
    raw = train(X, y, max_passes=2000)
    assert (len(raw.mistakes), raw.stopped) == (8799, "max_passes")
    standardised = train((X - X.mean(axis=0)) / X.std(axis=0), y)
    assert (len(standardised.mistakes), standardised.stopped) == (8, "no mistakes")


def test_an_update_raises_the_score_of_its_example_by_its_padded_squared_length():
    X, y = datasets.spam()
    run = train(X, y)
    for k, (i, _) in enumerate(run.mistakes):
        x = np.append(X[i], 1)
        assert y[i] * (run.weights[k + 1] - run.weights[k]) @ x == x @ x


def test_from_zero_with_delta_zero_the_learning_rate_changes_no_mistake():
    runs = [train(*datasets.and_(), eta=eta) for eta in (1, 2, 0.5, Fraction(1, 7))]
    assert all(list(run.mistakes) == list(runs[0].mistakes) for run in runs)


def test_a_solved_start_makes_no_mistake():
    solved = train(*datasets.and_(), w0=[2, 2], b0=-3)
    assert (solved.stopped, solved.passes, solved.weights.tolist()) == ("no mistakes", 1, [[2, 2, -3]])


def test_a_run_is_frozen_and_says_what_it_is_in_good_english():
    run = train(*datasets.and_())
    with pytest.raises(FrozenInstanceError):
        run.w = None
    with pytest.raises(FrozenInstanceError):
        run.mistakes.example = None
    assert repr(run) == f"Run(18 mistakes in {run.passes} passes, stopped: no mistakes, w={run.w}, b={run.b})"
    assert repr(train([[-1], [1]], [-1, 1], max_passes=1)).startswith("Run(2 mistakes in 1 pass, stopped: max_passes")
    assert repr(train([[-1], [1]], [-1, 1], w0=[1], b0=-1)).startswith("Run(1 mistake in 2 passes, stopped: no mist")
