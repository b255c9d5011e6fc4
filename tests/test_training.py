"""The training loop against the textbook, exact arithmetic, scikit-learn, and the numbers of the lectures."""

import tracemalloc
from dataclasses import FrozenInstanceError
from fractions import Fraction
from itertools import pairwise
from types import SimpleNamespace
from unittest.mock import patch

import numba
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.linear_model import Perceptron
from strategies import DYADIC, FLOATS, INTEGERS, dot, exact, problems

from perceptron_lib import datasets, passes, train, training

EVERY_KIND = pytest.mark.parametrize("kind", [INTEGERS, DYADIC], ids=["integers", "dyadic"])
RANDOM_ORDERS = pytest.mark.parametrize("order", ["shuffled", "random"])
NOISY = datasets.clouds(60, noise=0.7, rng=1)  # no halfspace separates these


def textbook(X, y, *, w0, b0, eta, delta, order, max_passes, max_updates, rng):
    """The algorithm straight from the lectures, in fractions: (w, b), mistakes, passes, why it stopped, closest call.

    The closest call is the smallest distance of a visited y * score from delta, the start w = 0, b = 0 set aside.
    """
    padded, closest = [[*map(Fraction, x), Fraction(1)] for x in X.tolist()], Fraction(10**9)
    w = [Fraction(v) for v in (*(w0 or [0] * X.shape[1]), b0)]
    eta, delta, mistakes = Fraction(eta), Fraction(delta), []
    next_passes, _ = passes.visits(order, len(X), np.random.default_rng(rng))
    for p in range(1, max_passes + 1):
        for i in next_passes(1).tolist():
            agreement = int(y[i]) * dot(w, padded[i])
            closest = min(closest, abs(agreement - delta)) if mistakes or any(w) else closest
            if agreement <= delta:
                if len(mistakes) == max_updates:
                    return w, mistakes, p, "max_updates", closest
                w = [a + eta * int(y[i]) * c for a, c in zip(w, padded[i], strict=True)]
                mistakes.append((i, p))
        all_right = all(s * dot(w, x) > delta for s, x in zip(y.tolist(), padded, strict=True))
        if (p not in [q for _, q in mistakes]) and (all_right or not isinstance(order, str) or order != "random"):
            return w, mistakes, p, "no mistakes", closest
    return w, mistakes, max_passes, "max_passes", closest


def train_plainly(*args, **options):
    with patch.object(training, "compiled", return_value=None):
        return train(*args, **options)


def facts(run):
    return list(run.mistakes), run.passes, run.stopped


def weights(run):
    return [Fraction(v) for v in (*run.w.tolist(), run.b)]


def same(run, other):
    return facts(run) == facts(other) and weights(run) == weights(other)


# --- one algorithm, three ways to run it -------------------------------------------------------------------------


def test_the_compiled_loop_is_the_one_under_test():
    assert training.compiled(training._steps) is not None, (
        "install Numba: the tests compare the compiled loop with the plain one"
    )


@EVERY_KIND
@given(data=st.data())
def test_compiled_plain_and_exact_runs_are_the_textbook_run(kind, data):
    problem = data.draw(problems(kind))
    w, mistakes, passes, stopped, _ = textbook(problem.X, problem.y, **problem.options)
    for run in (
        train(problem.X, problem.y, **problem.options),
        train_plainly(problem.X, problem.y, **problem.options),
        train(problem.exact, problem.y, **problem.options),
    ):
        assert facts(run) == (mistakes, passes, stopped)
        assert weights(run) == w


@given(problems(FLOATS))
def test_on_any_floats_the_runs_agree_unless_a_score_is_within_rounding_of_delta(problem):
    w, mistakes, passes, stopped, closest = textbook(problem.X, problem.y, **problem.options)
    assume(closest > 1e-9)
    compiled = train(problem.X, problem.y, **problem.options)
    plain = train_plainly(problem.X, problem.y, **problem.options)
    in_fractions = train(problem.exact, problem.y, **problem.options)
    assert facts(compiled) == facts(plain) == facts(in_fractions) == (mistakes, passes, stopped)
    assert weights(in_fractions) == w
    assert weights(compiled) == weights(plain)  # to the last bit
    np.testing.assert_allclose([*compiled.w, compiled.b], [float(v) for v in w], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("kind", [INTEGERS, DYADIC, FLOATS], ids=["integers", "dyadic", "floats"])
@given(data=st.data())
def test_the_plain_loop_in_jumps_is_the_plain_loop_to_the_last_bit(kind, data):
    problem = data.draw(problems(kind))
    with patch.object(training, "WIDE", 1):
        jumping = train_plainly(problem.X, problem.y, **problem.options)
    assert same(jumping, train_plainly(problem.X, problem.y, **problem.options))


@pytest.mark.parametrize("X", [NOISY.X, np.round(10 * NOISY.X).astype(int)], ids=["floats", "integers"])
def test_the_plain_run_keeps_the_kind_of_numbers(X):
    run, plain = train(X, NOISY.y, max_passes=20), train_plainly(X, NOISY.y, max_passes=20)
    assert same(run, plain)
    assert run.w.dtype == plain.w.dtype == run.weights.dtype == plain.weights.dtype == X.dtype
    np.testing.assert_array_equal(run.weights, plain.weights)


@pytest.mark.parametrize("exactly", [{"eta": Fraction(1, 3)}, {"b0": Fraction(1, 7)}, {"w0": [Fraction(1, 9), 0]}])
def test_a_fraction_among_integers_makes_the_run_exact(exactly):
    run = train(*datasets.and_(), **exactly)
    assert run.converged
    assert run.w.dtype == object
    assert same(run, train(exact(datasets.and_().X), datasets.and_().y, **exactly))


def test_integers_beyond_int64_are_trained_exactly():
    options = {"w0": None, "b0": 1, "eta": 1, "delta": 0, "order": "cyclic"}
    options |= {"max_passes": 30, "max_updates": None, "rng": None}
    for X in ([[0, 2**63 + 1], [2**64 - 1, 0]], [[0, 10**40], [10**40 + 1, 0]]):
        w, mistakes, *_ = textbook(np.array(X, dtype=object), np.array([-1, 1]), **options)
        run = train(X, [-1, 1], **options)
        assert list(run.mistakes) == mistakes
        assert weights(run) == w
        assert run.weights[-1].tolist() == w


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
def test_the_path_of_weights_has_one_row_for_the_start_and_one_for_each_update(kind, data):
    problem = data.draw(problems(kind))
    run = train(problem.X, problem.y, **problem.options)
    X, y, eta, delta = problem.X.tolist(), problem.y.tolist(), problem.options["eta"], problem.options["delta"]
    start = [*(problem.options["w0"] or [0] * len(X[0])), problem.options["b0"]]
    assert run.weights.shape == (len(run.mistakes) + 1, len(start))
    assert run.weights[0].tolist() == start
    assert run.weights[-1].tolist() == [*run.w.tolist(), run.b]
    for k, (i, _) in enumerate(run.mistakes):
        before, after = run.weights[k : k + 2].tolist()
        assert [v - u for u, v in zip(before, after, strict=True)] == [eta * y[i] * x for x in (*X[i], 1)]
        assert y[i] * dot(before, [*X[i], 1]) <= delta  # truly a mistake when it was made


@EVERY_KIND
@given(data=st.data())
def test_loss_and_accuracy_are_shares_of_all_examples_after_each_update(kind, data):
    problem = data.draw(problems(kind))
    run = train(problem.X, problem.y, **problem.options)
    X, y, delta = problem.X.tolist(), problem.y.tolist(), problem.options["delta"]
    agreements = [[s * dot(w, [*x, 1]) for x, s in zip(X, y, strict=True)] for w in run.weights.tolist()]
    assert run.loss.tolist() == [np.mean([a <= delta for a in row]) for row in agreements]
    assert run.accuracy.tolist() == [np.mean([a > 0 for a in row]) for row in agreements]


@EVERY_KIND
@given(data=st.data())
def test_a_converged_run_makes_no_mistake_on_the_rows_it_saw(kind, data):
    problem = data.draw(problems(kind))
    run = train(problem.X, problem.y, **{**problem.options, "max_passes": 300})
    order = problem.options["order"]
    seen = range(len(problem.X)) if isinstance(order, str) else order
    agreements = [int(problem.y[i]) * dot(run.weights[-1].tolist(), [*problem.X[i].tolist(), 1]) for i in seen]
    if run.converged:
        assert min(agreements) > problem.options["delta"]
        assert run.passes > max(run.mistakes.in_pass, default=0)
        assert run.mistakes.per_pass[-1] == 0
    else:
        assert run.stopped in ("max_passes", "max_updates")
    assert len(run.mistakes.per_pass) == run.passes
    assert run.mistakes.per_pass.sum() == len(run.mistakes)


@given(problems(FLOATS))
def test_on_any_floats_the_path_ends_at_the_weights_to_the_last_bit(problem):
    run = train(problem.X, problem.y, **problem.options)
    assert run.weights[-1].tolist() == [*run.w.tolist(), run.b]


def test_a_long_path_is_measured_in_parts_without_a_seam():
    run = train(np.tile(datasets.xor().X, (500, 1)), np.tile(datasets.xor().y, 500), max_passes=2)
    assert len(run.weights) > 4_000_000 // len(run.X)  # more than one part
    signed = run.y * (run.weights[:, :2] @ run.X.T + run.weights[:, 2:])
    np.testing.assert_array_equal(run.loss, (signed <= 0).mean(axis=1))
    np.testing.assert_array_equal(run.accuracy, (signed > 0).mean(axis=1))


def test_a_run_is_frozen_and_says_what_it_is():
    run = train(*datasets.and_())
    with pytest.raises(FrozenInstanceError):
        run.w = None
    with pytest.raises(FrozenInstanceError):
        run.mistakes.example = None
    assert len(run.mistakes) == 18
    for word in ("18 mistakes", f"{run.passes} passes", "no mistakes", str(run.w), f"b={run.b}"):
        assert word in repr(run)
    np.testing.assert_array_equal(run.halfspace.score(datasets.and_().X) > 0, datasets.and_().y > 0)


def test_float64_features_are_not_copied_and_nothing_given_is_changed():
    X, y = NOISY.X.copy(), NOISY.y.copy()
    w0, order = np.array([0.5, -0.25]), np.arange(len(X))[::-1].copy()
    run = train(X, y, w0=w0, order=order, max_passes=10)
    assert len(run.mistakes) > 0
    assert np.shares_memory(run.X, X)
    for now, before in [(X, NOISY.X), (y, NOISY.y), (w0, [0.5, -0.25]), (order, np.arange(60)[::-1])]:
        np.testing.assert_array_equal(now, before)
    for kind in (np.int64, object):
        start = np.array([3, 4], dtype=kind)
        train(datasets.and_().X.astype(kind), datasets.and_().y, w0=start)
        assert start.tolist() == [3, 4]


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


# --- randomness, and passes in chunks ----------------------------------------------------------------------------


@given(problems(INTEGERS), st.integers(1, 400), st.integers(1, 50))
def test_neither_a_callback_nor_the_size_of_a_chunk_changes_a_run(problem, max_passes, block):
    options = {**problem.options, "max_passes": max_passes}
    run = train(problem.X, problem.y, **options)
    assert same(run, train(problem.X, problem.y, **options, callback=lambda _: None))
    with patch.object(passes, "BLOCK", block):
        assert same(run, train(problem.X, problem.y, **options))


@RANDOM_ORDERS
def test_the_same_seed_gives_the_same_run_and_another_seed_another(order):
    runs = [train(*NOISY, order=order, max_passes=30, rng=seed) for seed in (5, np.random.default_rng(5), 6)]
    assert same(runs[0], runs[1])
    assert not same(runs[0], runs[2])


def test_without_a_seed_every_run_draws_anew():
    assert not same(*(train(*NOISY, order="shuffled", max_passes=30) for _ in range(2)))


def test_a_pass_in_more_visits_than_one_call_of_the_loop_takes():
    X, y = np.tile(NOISY.X, (2000, 1)), np.tile(NOISY.y, 2000)
    assert len(X) > passes.BLOCK
    run = train(X, y, max_passes=2)
    np.testing.assert_array_equal(run.w, sklearn_fit(X, y, 2, 1).coef_[0])
    half = train(X, y, max_updates=len(run.mistakes) // 2)
    assert list(half.mistakes) == list(run.mistakes)[: len(run.mistakes) // 2]
    assert half.stopped == "max_updates"


@given(st.integers(1, 30), st.integers(0, 99))
def test_a_shuffled_pass_holds_every_row_once_and_a_random_pass_holds_rows(n, seed):
    shuffled, length = passes.visits("shuffled", n, np.random.default_rng(seed))
    assert length == n
    assert np.sort(shuffled(3).reshape(3, n), axis=1).tolist() == [list(range(n))] * 3
    drawn, length = passes.visits("random", n, np.random.default_rng(seed))
    rows = drawn(3)
    assert length == n
    assert len(rows) == 3 * n
    assert set(rows.tolist()) <= set(range(n))


def test_shuffled_passes_differ_and_random_rows_come_equally_often():
    shuffled = passes.visits("shuffled", 20, np.random.default_rng(0))[0](2).reshape(2, 20)
    assert not np.array_equal(*shuffled)
    often = np.bincount(passes.visits("random", 20, np.random.default_rng(0))[0](1000), minlength=20)
    assert np.all(np.abs(often - 1000) < 150)  # five standard deviations


@pytest.mark.parametrize("seed", range(20))
def test_a_random_order_goes_on_until_every_row_is_right(seed):
    X, y = np.ones((30, 1)), np.ones(30)
    X[0], y[0] = -1, -1  # the only row that the start gets wrong, and a pass misses it one time in three
    run = train(X, y, b0=2, order="random", rng=seed)
    assert run.converged
    assert np.all(y * (X @ run.w + run.b) > 0)


def test_a_random_order_does_pass_by_a_wrong_row_without_stopping():
    X, y = np.ones((30, 1)), np.ones(30)
    X[0], y[0] = -1, -1
    first = [train(X, y, b0=2, order="random", rng=seed).mistakes.in_pass[0] for seed in range(20)]
    assert max(first) > 1


# --- when to stop ------------------------------------------------------------------------------------------------


@given(problems(INTEGERS), st.integers(1, 30))
def test_max_passes_cuts_the_same_run_shorter(problem, max_passes):
    options = {**problem.options, "max_updates": None}
    full = train(problem.X, problem.y, **{**options, "max_passes": 30})
    cut = train(problem.X, problem.y, **{**options, "max_passes": max_passes})
    assert list(cut.mistakes) == [(i, p) for i, p in full.mistakes if p <= max_passes]
    assert cut.passes == min(max_passes, full.passes)
    assert cut.stopped == ("no mistakes" if full.converged and full.passes <= max_passes else "max_passes")


@given(problems(INTEGERS), st.integers(1, 60))
def test_max_updates_allows_so_many_and_never_more(problem, budget):
    options = {**problem.options, "max_passes": 100}
    full = train(problem.X, problem.y, **{**options, "max_updates": None})
    cut = train(problem.X, problem.y, **{**options, "max_updates": budget})
    assert list(cut.mistakes) == list(full.mistakes)[:budget]
    if len(full.mistakes) <= budget:
        assert same(cut, full)  # "no mistakes", too, where the budget just suffices
    else:
        assert cut.stopped == "max_updates"
        assert cut.passes == full.mistakes.in_pass[budget]  # the pass of the mistake that found no budget


def test_a_budget_that_just_suffices_ends_without_mistakes():
    assert train(*datasets.and_(), max_updates=18).stopped == "no mistakes"
    assert train(*datasets.and_(), max_updates=17).stopped == "max_updates"


def test_max_seconds_stops_at_the_end_of_the_first_pass_that_ends_later():
    clock = iter(range(1000))  # one second a look: one at the start, one after each pass
    with patch.object(passes, "time", SimpleNamespace(monotonic=lambda: next(clock))):
        run = train(*datasets.xor(), max_seconds=7)
    assert (run.stopped, run.passes) == ("max_seconds", 8)


def test_a_run_within_its_time_is_not_cut():
    assert train(*datasets.and_(), max_seconds=3600).stopped == "no mistakes"


def after_each_pass(measure, passes=200, **options):
    measured = []
    train(*NOISY, max_passes=passes, callback=lambda now: measured.append(measure(now.w, now.b)), **options)
    return measured


def share_of_mistakes(X, y):
    return lambda w, b: float(np.mean(y * (X @ w + b) <= 0))


def test_watching_the_training_error_stops_when_it_has_stood_still_for_patience_passes():
    errors = after_each_pass(share_of_mistakes(*NOISY))
    still = [p for p in range(3, 201) if len(set(errors[p - 3 : p])) == 1]  # two passes that changed nothing
    run = train(*NOISY, watch="training error", patience=2)
    assert len(set(errors[: still[0]])) > 1
    assert (run.stopped, run.passes) == ("training error", still[0])
    assert train(*NOISY, watch="training error", patience=4, tol=1).passes == 5


@pytest.mark.parametrize("patience", [1, 2, 4])
@pytest.mark.parametrize("tol", [0, 0.05])
@pytest.mark.parametrize("seed", [2, 3])
def test_watching_the_validation_error_stops_when_its_best_has_not_fallen_for_patience_passes(patience, tol, seed):
    held_out = tuple(datasets.clouds(40, noise=0.7, rng=seed))
    best = np.minimum.accumulate(after_each_pass(share_of_mistakes(*held_out)))
    late = [p for p in range(patience + 1, 201) if best[p - 1 - patience] - best[p - 1] <= tol]
    run = train(*NOISY, watch="validation error", validation=held_out, patience=patience, tol=tol)
    assert (run.stopped, run.passes) == ("validation error", late[0])
    assert same_mistakes_as_unwatched(run)  # watched, but not learned from


def same_mistakes_as_unwatched(run):
    return list(run.mistakes) == list(train(*NOISY, max_passes=run.passes).mistakes)


def test_watching_the_weights_stops_when_passes_hardly_move_them():
    path = after_each_pass(lambda w, b: np.array([*w, b]))
    moves = [np.linalg.norm(v - u) / np.linalg.norm(v) for u, v in pairwise(path)]
    small = [p for p in range(4, 200) if max(moves[p - 4 : p - 1]) <= 0.3]
    run = train(*NOISY, watch="weights", patience=3, tol=0.3)
    assert small[0] > 4
    assert (run.stopped, run.passes) == ("weights", small[0])


def test_xor_is_stopped_by_its_weights_because_each_pass_brings_them_back():
    run = train(*datasets.xor(), watch="weights")
    assert (run.stopped, run.passes) == ("weights", 6)
    assert len(run.mistakes) > 0


def test_the_watched_error_is_exact_where_int64_would_wrap_around():
    X, y = datasets.xor()
    far = [[2**62, 0], [0, -(2**62)]]  # times a weight of 4, this would wrap around to 0
    errors = []

    def judge(now):
        w, b = now.w.tolist(), now.b
        errors.append(np.mean([s * (dot(w, x) + b) <= 0 for x, s in zip(far, [1, -1], strict=True)]))

    watched = {"watch": "validation error", "validation": (far, [1, -1]), "patience": 1}
    run = train(X, y, w0=[4, 4], b0=-1, callback=judge, **watched)
    stop = next(p for p in range(2, 1001) if min(errors[: p - 1]) <= errors[p - 1])
    assert (run.stopped, run.passes) == ("validation error", stop)


def test_a_callback_is_told_each_pass_and_stops_the_run_with_true():
    told = []
    run = train(*NOISY, callback=lambda now: told.append(now) or now.passes == 7)
    assert (run.stopped, run.passes) == ("callback", 7)
    assert [now.passes for now in told] == list(range(1, 8))
    for now in told:
        assert now.updates == np.sum(run.mistakes.in_pass <= now.passes)
        np.testing.assert_array_equal([*now.w, now.b], run.weights[now.updates])


def test_a_callback_cannot_change_the_weights_and_does_not_hide_that_the_run_is_done():
    def vandal(now):
        now.w[:] = 99
        return now.passes >= free.passes

    free = train(*datasets.and_())
    assert same(train(*datasets.and_(), callback=vandal), free)


def test_progress_is_written_to_stderr(capsys):
    run = train(*datasets.and_(), progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert f"pass {run.passes} " in err
    assert err.endswith("18 updates, stopped: no mistakes\n")


# --- labels ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", [(0, 1), (-1, 1), ("ham", "spam"), (False, True), (0.5, 2.5), (-7, -3), ("B", "a")])
def test_any_two_labels_will_do_and_the_larger_is_plus_one(pair):
    X, y = datasets.spam()
    for labels in ([pair[int(v > 0)] for v in y], np.array([pair[int(v > 0)] for v in y])):
        run = train(X, labels)
        assert run.classes == pair
        assert list(map(type, run.classes)) == list(map(type, pair))
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
    assert run.loss[-1] == 0


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


def test_a_larger_start_takes_longer_and_a_solved_start_makes_no_mistake():
    assert train(*datasets.and_(), w0=[2, 2], b0=-3).stopped == "no mistakes"
    solved = train(*datasets.and_(), w0=[2, 2], b0=-3)
    assert (len(solved.mistakes), solved.passes, solved.weights.tolist()) == (0, 1, [[2, 2, -3]])


def test_training_works_where_compiled_code_cannot_be_kept(monkeypatch):
    compile_ = numba.njit

    def njit(*args, cache=False, **options):
        if cache:
            raise RuntimeError("cannot cache function '_steps': no locator available")
        return compile_(*args, **options)

    monkeypatch.setattr(numba, "njit", njit)
    monkeypatch.setattr(training, "compiled", training.compiled.__wrapped__)
    assert same(train(*datasets.or_()), train_plainly(*datasets.or_()))


def test_a_run_counts_in_good_english():
    assert repr(train([[-1], [1]], [-1, 1], max_passes=1)).startswith("Run(2 mistakes in 1 pass, stopped: max_passes")
    assert repr(train([[-1], [1]], [-1, 1], w0=[1], b0=-1)).startswith("Run(1 mistake in 2 passes, stopped: no mist")
