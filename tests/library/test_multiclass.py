"""Many classes against the textbook, Kesler's construction, exact arithmetic and scikit-learn."""

from dataclasses import FrozenInstanceError
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.linear_model import Perceptron
from sklearn.multiclass import OneVsOneClassifier

from perceptron_lib import convergence, radius, separate, train
from perceptron_lib.multiclass import OneVsOne, Scores, margin, mistake_bound, one_vs_one, one_vs_rest, train_multiclass
from tests.library.strategies import (
    DYADIC,
    FLOATS,
    INTEGERS,
    Problem,
    dot,
    exact,
    may_miss_rows,
    problems,
    rows_of_a_pass,
)

EVERY_KIND = pytest.mark.parametrize("kind", [INTEGERS, DYADIC], ids=["integers", "dyadic"])
EVERY_WAY = pytest.mark.parametrize("way", [one_vs_rest, one_vs_one, train_multiclass])
NAN = float("nan")
IRIS = load_iris(return_X_y=True)


@st.composite
def class_problems(draw, kind, least=2, most=4):
    dtype, feature, eta = kind
    c, d = draw(st.integers(least, most)), draw(st.integers(1, 3))
    n = draw(st.integers(c, 8))

    def table(rows):
        return st.lists(st.lists(feature, min_size=d, max_size=d), min_size=rows, max_size=rows)

    y = draw(st.permutations([*range(c), *draw(st.lists(st.integers(0, c - 1), min_size=n - c, max_size=n - c))]))
    rows = st.lists(st.integers(0, n - 1), min_size=1, max_size=2 * n)
    options = {
        "W0": draw(st.none() | table(c)),
        "b0": draw(st.none() | st.lists(feature, min_size=c, max_size=c)),
        "eta": draw(eta),
        "delta": draw(st.just(0) | feature.map(abs)),
        "order": draw(st.sampled_from(["cyclic", "shuffled", "random"]) | rows | rows.map(np.array)),
        "max_passes": draw(st.integers(1, 20)),
        "max_updates": draw(st.none() | st.integers(1, 40)),
        "rng": draw(st.integers(0, 99)),
    }
    return Problem(np.array(draw(table(n)), dtype=dtype), np.array(y), options)


def padded(W, b):
    return [[Fraction(v) for v in (*row, bias)] for row, bias in zip(W, b, strict=True)]


def start(problem):
    c, d = max(problem.y) + 1, problem.X.shape[1]
    W0, b0 = problem.options["W0"], problem.options["b0"]
    return padded(W0 or [[0] * d] * c, b0 or [0] * c)


def textbook(problem):
    """The multiclass perceptron in fractions: path, mistakes, rivals, passes, why it stopped, and the closest call.

    The closest call is the smallest distance of a visited lead from delta, or of two rivals' scores from each other.
    """
    options = problem.options
    X, y, W = [[*map(Fraction, x), Fraction(1)] for x in problem.X.tolist()], problem.y.tolist(), start(problem)
    eta, delta = Fraction(options["eta"]), Fraction(options["delta"])
    path, mistakes, rivals, closest = [W], [], [], Fraction(10**9)

    def lead(i):
        scores = [dot(w, X[i]) for w in W]
        others = [(score, -k) for k, score in enumerate(scores) if k != y[i]]
        best, second = [*sorted(others, reverse=True), (-(10**9), 0)][:2]
        return scores[y[i]] - best[0], -best[1], best[0] - second[0]

    rows = rows_of_a_pass(options["order"], len(X), options["rng"])
    for p in range(1, options["max_passes"] + 1):
        for i in rows():
            ahead, rival, gap = lead(i)
            closest = min(closest, abs(ahead - delta), gap)
            if ahead <= delta:
                if len(mistakes) == options["max_updates"]:
                    return path, mistakes, rivals, p, "max_updates", closest
                W = [list(w) for w in W]
                W[y[i]] = [v + eta * x for v, x in zip(W[y[i]], X[i], strict=True)]
                W[rival] = [v - eta * x for v, x in zip(W[rival], X[i], strict=True)]
                path, mistakes, rivals = [*path, W], [*mistakes, (i, p)], [*rivals, rival]
        everyone_right = all(lead(i)[0] > delta for i in range(len(X)))
        if p not in [q for _, q in mistakes] and (everyone_right or not may_miss_rows(options["order"])):
            return path, mistakes, rivals, p, "no mistakes", closest
    return path, mistakes, rivals, options["max_passes"], "max_passes", closest


def facts(run):
    return list(run.mistakes), run.rivals.tolist(), run.passes, run.stopped


# --- all at once: one algorithm, in floats, integers and fractions -----------------------------------------------


@EVERY_KIND
@settings(max_examples=50)
@given(data=st.data())
def test_runs_in_each_kind_of_numbers_are_the_textbook_run(kind, data):
    problem = data.draw(class_problems(kind))
    path, mistakes, rivals, passes, stopped, _ = textbook(problem)
    run = train_multiclass(problem.X, problem.y, **problem.options)
    in_fractions = train_multiclass(problem.exact, problem.y, **problem.options)
    zeros = np.zeros((len(problem.X), 20), dtype=problem.X.dtype)
    W0 = problem.options["W0"] or np.zeros((max(problem.y) + 1, problem.X.shape[1]), dtype=int)
    wide_start = np.hstack([W0, np.zeros((len(W0), 20), dtype=int)])  # features that are always zero change nothing
    wide = train_multiclass(np.hstack([problem.X, zeros]), problem.y, **problem.options | {"W0": wide_start})
    for other in (run, in_fractions, wide):
        assert facts(other) == (mistakes, rivals, passes, stopped)
        assert other.converged == (stopped == "no mistakes")
        assert other.mistakes.per_pass.tolist() == [sum(q == p for _, q in mistakes) for p in range(1, passes + 1)]
    assert run.weights.tolist() == in_fractions.weights.tolist() == path
    assert (
        padded(run.W.tolist(), run.b.tolist()) == padded(in_fractions.W.tolist(), in_fractions.b.tolist()) == path[-1]
    )
    assert wide.W.tolist() == [[*w, *[0] * 20] for w in run.W.tolist()]
    assert {run.W.dtype, run.b.dtype, run.weights.dtype, run.scores(problem.X).dtype} == {problem.X.dtype}
    assert {in_fractions.W.dtype, in_fractions.b.dtype, in_fractions.scores(problem.X).dtype} == {np.dtype(object)}


@settings(max_examples=30)
@given(class_problems(FLOATS))
def test_on_any_floats_the_runs_agree_unless_a_call_is_within_rounding(problem):
    problem.options["W0"] = (
        problem.options["W0"] or np.random.default_rng(0).normal(size=(max(problem.y) + 1, len(problem.X[0]))).tolist()
    )
    path, mistakes, rivals, passes, stopped, closest = textbook(problem)
    assume(closest > 1e-9)
    run = train_multiclass(problem.X, problem.y, **problem.options)
    in_fractions = train_multiclass(problem.exact, problem.y, **problem.options)
    assert facts(run) == facts(in_fractions) == (mistakes, rivals, passes, stopped)
    assert in_fractions.weights.tolist() == path
    assert run.weights[-1].tolist() == np.column_stack([run.W, run.b]).tolist()
    np.testing.assert_allclose(run.weights, np.array(path, dtype=float), rtol=1e-9, atol=1e-9)


@settings(max_examples=30)
@given(class_problems(INTEGERS))
def test_the_run_is_a_binary_perceptron_on_keslers_rows(problem):
    run = train_multiclass(problem.X, problem.y, **problem.options)
    eta, delta, c = problem.options["eta"], problem.options["delta"], len(run.classes)
    w = [v for row in start(problem) for v in row]
    for i, rival in zip(run.mistakes.example.tolist(), run.rivals.tolist(), strict=True):
        rows = kesler(problem.X[i : i + 1], problem.y[i : i + 1], c)
        others = [k for k in range(c) if k != problem.y[i]]
        agreements = [dot(w, row) for row in rows.tolist()]
        assert min(agreements) <= delta
        assert others[agreements.index(min(agreements))] == rival
        w = [v + eta * z for v, z in zip(w, rows[others.index(rival)].tolist(), strict=True)]
    assert w == [v for row in padded(run.W.tolist(), run.b.tolist()) for v in row]
    if run.converged and isinstance(problem.options["order"], str):
        assert min(dot(w, row) for row in kesler(problem.X, problem.y, c).tolist()) > delta


def kesler(X, y, c):
    """Return a row for each example and rival: the padded example in its own block, its negative in the rival's."""
    rows = []
    for x, own in zip(X, y, strict=True):
        for rival in (k for k in range(c) if k != own):
            blocks = np.zeros((c, len(x) + 1), dtype=X.dtype)
            blocks[own], blocks[rival] = [*x, 1], [-v for v in (*x, 1)]
            rows.append(blocks.ravel())
    return np.array(rows)


@EVERY_KIND
@settings(max_examples=30)
@given(data=st.data())
def test_with_two_classes_the_difference_of_the_weights_is_a_perceptron_with_twice_the_learning_rate(kind, data):
    problem = data.draw(class_problems(kind, most=2))
    options = {**problem.options}
    run = train_multiclass(problem.X, problem.y, **options)
    first, second = start(problem)
    *w0, b0 = [v - u for u, v in zip(first, second, strict=True)]
    options = {k: v for k, v in options.items() if k not in ("W0", "b0")} | {"eta": 2 * options["eta"]}
    judge = train(problem.exact, problem.y, w0=w0, b0=b0, **options)
    assert list(run.mistakes) == list(judge.mistakes)
    assert (run.passes, run.visits, run.stopped) == (judge.passes, judge.visits, judge.stopped)
    assert (run.weights[:, 1] - run.weights[:, 0]).tolist() == judge.weights.tolist()
    assert run.rivals.tolist() == (1 - run.y[run.mistakes.example]).tolist()
    assert (run.weights.sum(axis=1) == run.weights[0].sum(axis=0)).all()  # what one gains, the other loses


@EVERY_KIND
@settings(max_examples=30)
@given(data=st.data())
def test_with_two_classes_all_three_machines_are_the_perceptron(kind, data):
    problem = data.draw(problems(kind))
    options = {k: v for k, v in problem.options.items() if k not in ("w0", "b0", "rng")}
    options["order"] = "cyclic"
    judge = train(problem.X, problem.y, **options)
    duel, all_ = (way(problem.X, problem.y, **options) for way in (one_vs_one, one_vs_rest))
    assert duel.W.tolist() == [judge.w.tolist()]
    assert duel.b.tolist() == [judge.b]
    assert all_.W.tolist() == [[-v for v in judge.w.tolist()], judge.w.tolist()]
    assert all_.b.tolist() == [-judge.b, judge.b]
    half = train_multiclass(problem.X, problem.y, **{**options, "delta": 2 * options["delta"]})
    assert half.W.tolist() == all_.W.tolist()  # the lead of the own class is twice its score
    assert half.b.tolist() == all_.b.tolist()
    predicted = judge.halfspace.predict(problem.X).tolist()
    for machine in (duel, all_, half):
        assert machine.classes.tolist() == [-1, 1]
        assert machine.predict(problem.X).tolist() == predicted
    assert duel.predict(problem.X, by="scores").tolist() == predicted


@settings(max_examples=30)
@given(class_problems(FLOATS, least=4), st.permutations(range(4)))
def test_renaming_the_classes_permutes_the_weights_unless_there_is_a_tie(problem, names):
    rng = np.random.default_rng(problem.options["rng"])
    problem.options |= {"W0": rng.normal(size=(4, len(problem.X[0]))).tolist(), "b0": rng.normal(size=4).tolist()}
    assume(textbook(problem)[-1] > 1e-9)
    run, place = train_multiclass(problem.X, problem.y, **problem.options), np.argsort(names)
    options = {**problem.options, **{k: np.array(problem.options[k])[place] for k in ("W0", "b0")}}
    renamed = train_multiclass(problem.X, np.array(names)[problem.y], **options)
    assert renamed.W.tolist() == run.W[place].tolist()
    assert renamed.b.tolist() == run.b[place].tolist()
    assert list(renamed.mistakes) == list(run.mistakes)
    assert [place[k] for k in renamed.rivals] == run.rivals.tolist()


def test_a_tie_at_the_start_is_a_mistake_and_punishes_the_first_rival():
    run = train_multiclass([[1], [2], [3]], [0, 1, 2], max_updates=1)
    assert (list(run.mistakes), run.rivals.tolist()) == ([(0, 1)], [1])
    assert run.weights[1].tolist() == [[1, 1], [-1, -1], [0, 0]]
    run = train_multiclass([[1], [2], [3]], [0, 1, 2], order=[2], max_updates=1)
    assert (list(run.mistakes), run.rivals.tolist()) == ([(2, 1)], [0])


@pytest.mark.parametrize("option", [{"eta": Fraction(1, 3)}, {"b0": [0, 0, Fraction(1, 7)]}, {"delta": Fraction(1, 9)}])
def test_a_fraction_among_integers_makes_the_run_exact(option):
    X, y = [[0, 3], [4, 0], [-2, -2], [1, 5]], [0, 1, 2, 0]
    run = train_multiclass(X, y, **option)
    assert run.W.dtype == object
    assert run.W.tolist() == train_multiclass(exact(X), y, **option).W.tolist()
    run = train_multiclass(X, y, W0=[[0.5, 0], [0, 0], [0, 0]], b0=[Fraction(1, 3), 0, 0], max_updates=1)
    assert run.weights[0].tolist() == [[Fraction(1, 2), 0, Fraction(1, 3)], [0, 0, 0], [0, 0, 0]]


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


def test_validation_examples_may_lack_a_class_but_have_no_other():
    X, y = IRIS
    few, errors = (X[60:], y[60:]), []
    train_multiclass(
        X, y, max_passes=60, callback=lambda now: errors.append((few[0] @ now.w.T + now.b).argmax(axis=1) != few[1])
    )
    late = next(p for p in range(2, 61) if min(e.mean() for e in errors[: p - 1]) <= errors[p - 1].mean())
    assert train_multiclass(X, y, watch="validation error", validation=few, patience=1).passes == late
    for way in (one_vs_rest, one_vs_one, train_multiclass):
        with pytest.raises(ValueError, match=r"^validation y has the class 3, which is not among the classes learned"):
            way(X, y, watch="validation error", validation=(X, y + 1))
        with pytest.raises(ValueError, match=r"^validation must be a pair \(X, y\)"):
            way(X, y, watch="validation error", validation=X)


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
@given(planted())
def test_the_largest_margin_is_that_of_keslers_rows(data):
    X, y, oracle = data
    c, codes = len(oracle.classes), np.searchsorted(oracle.classes, y)
    z = kesler(X, codes, c)
    best = separate(np.vstack([z, -z]), np.repeat([1, -1], len(z)))
    assert best.separable
    blocks = best.w.reshape(c, -1)
    attained = Scores(oracle.classes, blocks[:, :-1], blocks[:, -1])
    assert margin(attained, X, y) == pytest.approx(best.margin, rel=1e-6)
    run = train_multiclass(X, y, max_passes=300, order="shuffled", rng=0)
    for machine in (oracle, run):
        if machine is oracle or run.converged:
            assert 0 < margin(machine, X, y) <= best.upper * (1 + 1e-12)
    assert len(run.mistakes) <= mistake_bound(radius(X), best.margin)


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


def test_the_bound_is_that_of_the_binary_perceptron_on_keslers_rows():
    X, y = [[3, 4], [-3, 4], [0, -5]], [0, 1, 2]
    rows = kesler(np.array(X), y, 3)
    longest = max(float(np.linalg.norm(row)) for row in rows)
    assert mistake_bound(radius(X), 0.5, 2, 3) == pytest.approx(convergence.mistake_bound(longest, 0.5, 2, 3))


# --- one against all, one against one: scikit-learn as judge -----------------------------------------------------

RNG = np.random.default_rng(0)
JUDGED = {
    "iris": (*IRIS, 30),
    "wine": (*load_wine(return_X_y=True), 15),
    "digits": (*load_digits(return_X_y=True), 4),
    "random integers": (RNG.integers(-9, 10, size=(40, 3)), RNG.integers(5, size=40), 10),
    "random floats": (RNG.normal(size=(60, 7)), RNG.permutation(np.arange(60) % 4), 10),
}
EVERY_DATA = pytest.mark.parametrize("name", JUDGED)


def judge_perceptron(passes, eta):
    return Perceptron(shuffle=False, tol=None, penalty=None, max_iter=passes, eta0=eta)


@EVERY_DATA
@pytest.mark.parametrize("eta", [1, 0.1])
def test_scikit_learn_finds_the_same_weights_one_against_all_to_the_last_bit(name, eta):
    X, y, n = JUDGED[name]
    machine, judge = one_vs_rest(X, y, eta=eta, max_passes=n), judge_perceptron(n, eta).fit(X, y)
    np.testing.assert_array_equal(machine.W, judge.coef_)
    np.testing.assert_array_equal(machine.b, judge.intercept_)
    np.testing.assert_array_equal(machine.predict(X), judge.predict(X))
    np.testing.assert_array_equal(machine.classes, judge.classes_)
    np.testing.assert_allclose(machine.scores(X), judge.decision_function(X), rtol=1e-9, atol=1e-9)


@EVERY_DATA
def test_scikit_learn_finds_the_same_weights_and_votes_one_against_one(name):
    X, y, n = JUDGED[name]
    machine, judge = one_vs_one(X, y, max_passes=n), OneVsOneClassifier(judge_perceptron(n, 1)).fit(X, y)
    np.testing.assert_array_equal(machine.W, [e.coef_[0] for e in judge.estimators_])
    np.testing.assert_array_equal(machine.b, [e.intercept_[0] for e in judge.estimators_])
    np.testing.assert_array_equal(machine.predict(X), judge.predict(X))
    np.testing.assert_array_equal(machine.predict(X, by="votes"), judge.predict(X))
    np.testing.assert_array_equal(machine.votes(X), np.rint(judge.decision_function(X)))  # it adds less than 1/3


@EVERY_KIND
@settings(max_examples=30)
@given(data=st.data())
def test_every_perceptron_is_a_run_of_train_on_its_own_labels(kind, data):
    problem = data.draw(class_problems(kind))
    options = {k: v for k, v in problem.options.items() if k not in ("W0", "b0", "rng")}
    if not isinstance(options["order"], str) or data.draw(st.booleans()):
        all_ = one_vs_rest(problem.X, problem.y, **options | {"order": [0, *range(len(problem.X))]})
        options |= {"order": "cyclic"}
        for k, run in enumerate(all_.runs):
            judge = train(
                problem.X, np.where(problem.y == k, 1, -1), **options | {"order": [0, *range(len(problem.X))]}
            )
            assert (run.w.tolist(), run.b, list(run.mistakes)) == (judge.w.tolist(), judge.b, list(judge.mistakes))
    seed = problem.options["rng"]
    all_ = one_vs_rest(problem.X, problem.y, **options, rng=seed)
    c = max(problem.y) + 1
    for k, rng in enumerate(np.random.default_rng(seed).spawn(c)):
        judge = train(problem.X, np.where(problem.y == k, 1, -1), **options, rng=rng)
        assert (all_.W[k].tolist(), all_.b[k], all_.runs[k].stopped) == (judge.w.tolist(), judge.b, judge.stopped)
    duels = one_vs_one(problem.X, problem.y, **options, rng=seed)
    assert duels.pairs == tuple(combinations(range(c), 2))
    for (j, k), run, w, b, rng in zip(
        duels.pairs, duels.runs, duels.W, duels.b, np.random.default_rng(seed).spawn(len(duels.pairs)), strict=True
    ):
        two = np.isin(problem.y, (j, k))
        judge = train(problem.X[two], problem.y[two], **options, rng=rng)
        assert (w.tolist(), b, list(run.mistakes)) == (judge.w.tolist(), judge.b, list(judge.mistakes))
        assert (run.w.tolist(), run.b, run.stopped) == (judge.w.tolist(), judge.b, judge.stopped)


@EVERY_KIND
@settings(max_examples=30)
@given(data=st.data())
def test_votes_and_summed_scores_are_those_of_a_count_by_hand(kind, data):
    problem = data.draw(class_problems(kind))
    machine = one_vs_one(problem.X, problem.y, max_passes=data.draw(st.integers(1, 5)))
    c = len(machine.classes)
    for row, x in enumerate(problem.X.tolist()):
        votes, sums = [0] * c, [Fraction(0)] * c
        for (j, k), w, b in zip(machine.pairs, machine.W.tolist(), machine.b.tolist(), strict=True):
            score = Fraction(dot(w, x) + b)
            votes[k if score > 0 else j] += 1
            sums[j], sums[k] = sums[j] - score, sums[k] + score
        assert machine.votes(problem.X)[row].tolist() == votes
        assert machine.scores(problem.X)[row].tolist() == sums
        assert machine.predict(problem.X, by="scores")[row] == sums.index(max(sums))
        best = max((v, s) for v, s in zip(votes, sums, strict=True))
        assert machine.predict(problem.X)[row] == list(zip(votes, sums, strict=True)).index(best)


def duels(*biases, kind=float, classes=("a", "b", "c")):
    """Return a machine for three classes that scores every point with these biases."""
    W, b = np.zeros((3, 1), dtype=kind), np.array(biases, dtype=kind)
    return OneVsOne(np.array(classes), ((0, 1), (0, 2), (1, 2)), W, b, ())


@pytest.mark.parametrize("kind", [int, float, object])
def test_ties_among_duels(kind):
    for biases, votes, sums, by_votes, by_scores in [
        ((0, 0, 0), [2, 1, 0], [0, 0, 0], "a", "a"),  # a zero score speaks for the earlier class
        ((-1, 1, -1), [1, 1, 1], [0, 0, 0], "a", "a"),  # each beats one: a complete tie
        ((-1, 2, -5), [1, 1, 1], [-1, 4, -3], "b", "b"),  # a cycle, broken by the scores
        ((1, -1, 2), [1, 1, 1], [0, -1, 1], "c", "c"),  # the other cycle
        ((-1, -1, -100), [2, 1, 0], [2, 99, -101], "a", "b"),  # narrow victories win votes
        ((-9, 1, -1), [1, 1, 1], [8, -8, 0], "a", "a"),
        ((1, 1, -1), [0, 2, 1], [-2, 2, 0], "b", "b"),
        ((5, 1, 7), [0, 1, 2], [-6, -2, 8], "c", "c"),
        ((-9, -9, 1), [2, 0, 1], [18, -10, -8], "a", "a"),
        ((1, -50, -1), [1, 2, 0], [49, 2, -51], "b", "a"),
    ]:
        machine = duels(*biases, kind=kind)
        assert machine.votes([[3]]).tolist() == [votes]
        assert machine.scores([[3]]).tolist() == [sums]
        assert machine.predict([[3]]).tolist() == machine.predict([[3]], by="votes").tolist() == [by_votes]
        assert machine.predict([[3]], by="scores").tolist() == [by_scores]


@pytest.mark.parametrize("kind", [int, float, object])
def test_the_most_votes_win_even_where_their_summed_score_is_far_below_zero(kind):
    b = np.array([-3000, -1, 9000, -1, -1, -1], dtype=kind)
    machine = OneVsOne(np.array([*"abcd"]), tuple(combinations(range(4), 2)), np.zeros((6, 1), dtype=kind), b, ())
    assert machine.votes([[3]]).tolist() == [[2, 2, 1, 1]]
    assert machine.scores([[3]]).tolist() == [[-5999, -2998, -1, 8998]]
    assert machine.predict([[3]]).tolist() == ["b"]
    assert machine.predict([[3]], by="scores").tolist() == ["d"]


def test_a_tie_of_scores_goes_to_the_first_class():
    machine = Scores(np.array(["x", "y", "z"]), np.array([[0], [1], [1]]), np.array([0, 0, 0]))
    assert machine.predict([[0], [2], [-2]]).tolist() == ["x", "y", "x"]


def test_a_validation_error_is_watched_in_each_perceptron():
    X, y = IRIS[0][::2], IRIS[1][::2]
    held_out = IRIS[0][1::2], IRIS[1][1::2]
    names = np.array(["x", "y", "z"])
    rules = {"watch": "validation error", "patience": 2}
    all_, duel = (
        way(X, names[y], **rules, validation=(held_out[0], names[held_out[1]])) for way in (one_vs_rest, one_vs_one)
    )
    for k, run in enumerate(all_.runs):
        signs = [np.where(v == k, 1, -1) for v in (y, held_out[1])]
        judge = train(X, signs[0], **rules, validation=(held_out[0], signs[1]))
        assert (run.passes, run.stopped, run.w.tolist()) == (judge.passes, judge.stopped, judge.w.tolist())
    for (j, k), run in zip(duel.pairs, duel.runs, strict=True):
        mine, theirs = np.isin(y, (j, k)), np.isin(held_out[1], (j, k))
        judge = train(X[mine], y[mine], **rules, validation=(held_out[0][theirs], held_out[1][theirs]))
        assert (run.passes, run.stopped, run.w.tolist()) == (judge.passes, judge.stopped, judge.w.tolist())


@pytest.mark.parametrize("way", [one_vs_rest, one_vs_one])
def test_each_perceptron_draws_its_own_order_and_a_seed_repeats_them(way):
    first, again, other, drawn = (
        way(*IRIS, order="shuffled", max_passes=3, rng=rng) for rng in (5, np.random.default_rng(5), 6, None)
    )
    assert same_weights(first, again)
    assert not same_weights(first, other)
    assert not same_weights(first, drawn)
    for order in ("shuffled", "random"):
        machine = way(*IRIS, order=order, max_passes=3, rng=5)
        for k, (run, rng) in enumerate(zip(machine.runs, np.random.default_rng(5).spawn(3), strict=True)):
            pair = [(0, 1), (0, 2), (1, 2)][k]
            mine = np.isin(IRIS[1], pair if way is one_vs_one else (0, 1, 2))
            high = IRIS[1][mine] == (pair[1] if way is one_vs_one else k)
            judge = train(IRIS[0][mine], high, order=order, max_passes=3, rng=rng)
            assert list(run.mistakes) == list(judge.mistakes)
    twins = way(np.tile(IRIS[0][:100], (2, 1)), np.repeat([0, 1, 2, 3], 50), order="random", max_passes=1, rng=1)
    assert len({tuple(run.mistakes.visit[:9].tolist()) for run in twins.runs}) == len(twins.runs)


def same_weights(one, other):
    return one.W.tolist() == other.W.tolist() and one.b.tolist() == other.b.tolist()


# --- labels ------------------------------------------------------------------------------------------------------


@EVERY_WAY
@pytest.mark.parametrize(
    "names",
    [
        ["ant", "bee", "cat"],
        [-5, 0, 12],
        [0.5, 1.5, 3.25],
        [False, True],
        np.array(["ant", "bee", "cat"], dtype=object),
        np.array([10**30, 10**31, 10**32], dtype=object),
        [np.str_("B"), np.str_("a"), np.str_("b")],
    ],
    ids=str,
)
def test_any_labels_that_can_be_sorted_will_do_and_classes_rise(way, names):
    keep = IRIS[1] < len(names)
    X, y = IRIS[0][keep][::-1], IRIS[1][keep][::-1]
    judge = way(X, y, max_passes=5)
    labels = np.array(names)[y]
    for given_labels in (labels, labels.tolist()):
        machine = way(X, given_labels, max_passes=5)
        assert machine.classes.tolist() == list(names)
        assert same_weights(machine, judge)
        predicted = machine.predict(X)
        assert predicted.tolist() == [names[k] for k in judge.predict(X)]
        assert set(map(type, predicted.tolist())) == {type(np.array(names).tolist()[0])}
    assert judge.classes.tolist() == list(range(len(names)))


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


# --- unusable ----------------------------------------------------------------------------------------------------

X, Y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 2, 1]


@pytest.mark.parametrize("order", [[0, 1], np.array([0, 1]), None])
def test_duels_refuse_an_order_of_rows(order):
    with pytest.raises(ValueError, match=r"^order must be 'cyclic', 'shuffled' or 'random': a sequence of rows"):
        one_vs_one(X, Y, order=order)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("W0", np.zeros((2, 3)), r"W0 has shape \(2, 3\), but needs \(3, 2\): one row for each class"),
        ("W0", np.zeros(6), r"W0 has shape \(6,\), but needs \(3, 2\)"),
        ("W0", np.zeros((3, 3)), r"W0 has shape \(3, 3\), but needs \(3, 2\)"),
        ("W0", 0, r"W0 has shape \(\), but needs \(3, 2\)"),
        ("W0", [[NAN, 0]] * 3, "W0 holds NaN in row 0, column 0"),
        ("b0", 0, r"b0 has shape \(\), but needs \(3,\): one row for each class"),
        ("b0", [0, 0], r"b0 has shape \(2,\), but needs \(3,\)"),
        ("b0", [[0], [0], [0]], r"b0 has shape \(3, 1\), but needs \(3,\)"),
        ("b0", [0, 0, "a"], "b0 holds"),
    ],
)
def test_the_start_must_have_a_row_for_each_class(name, value, says):
    with pytest.raises(ValueError, match="^" + says):
        train_multiclass(X, Y, **{name: value})


@pytest.mark.parametrize("by", ["vote", None, 1])
def test_duels_refuse_another_way_to_predict(by):
    with pytest.raises(ValueError, match=f"^by must be 'votes' or 'scores', but is {by!r}"):
        one_vs_one(X, Y).predict(X, by=by)


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


# --- overflow ----------------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("features", "options", "kind"),
    [
        ([[2**62], [1], [2]], {}, "int64"),
        ([[1], [-1], [2]], {"eta": 2**58, "delta": 2**63 - 1}, "int64"),
        ([[3], [1], [2]], {"W0": [[2**61], [0], [0]]}, "int64"),
        ([[3], [1], [2]], {"b0": [0, 0, -(2**62)]}, "int64"),
        ([[1e200], [-1e200], [0]], {}, "float64"),
        ([[1.0], [-1.0], [0]], {"W0": [[0], [0], [1e308]]}, "float64"),
    ],
)
def test_overflow_is_an_error_and_no_wrong_number(features, options, kind):
    with pytest.raises(ValueError, match=f"^the weights could overflow {kind} in the next update: .*Rescale"):
        train_multiclass(features, [0, 1, 2], max_passes=10**5, **options)
    if kind == "int64":
        run = train_multiclass(np.array(features, dtype=object), [0, 1, 2], max_passes=20, **options)
        assert run.W.dtype == object


def test_a_lead_that_overflows_is_refused_where_the_scores_do_not():
    a = 2**63 // 3 - 10
    options = {"W0": [[-a], [a]], "b0": [-a, a], "max_passes": 1}  # the lead is 4 a, more than int64 holds
    exactly = train_multiclass(np.array([[1], [1]], dtype=object), [0, 1], **options)
    assert list(exactly.mistakes) == [(0, 1)]
    with pytest.raises(ValueError, match="the weights could overflow int64"):
        train_multiclass([[1], [1]], [0, 1], **options)


@pytest.mark.parametrize("c", [2, 3, 4, 5])
def test_large_integer_scores_are_exact(c):
    large, points = 2**62, [[3, -2], [1, 1], [-(2**61), 2**62]]
    W, b = np.array([[large - k, -large + 3 * k] for k in range(c)]), np.arange(c)
    machine = Scores(np.arange(c), W, b)
    right = [[dot(w, x) + v for w, v in zip(W.tolist(), b.tolist(), strict=True)] for x in points]
    assert machine.scores(points).tolist() == right
    assert machine.predict(points).tolist() == [row.index(max(row)) for row in right]
    pairs = tuple(combinations(range(c), 2))
    for size in (2**60, 2**62 // c, 2**63 // (2 * c + 1)):
        same_side = OneVsOne(np.arange(c), pairs, np.full((len(pairs), 1), size), np.full(len(pairs), size), ())
        expected = [2 * size * (2 * k - c + 1) for k in range(c)]
        assert same_side.scores([[1]]).tolist() == [expected]
        assert same_side.predict([[1], [-3]]).tolist() == [c - 1, 0]


def test_float_scores_that_overflow_are_refused():
    machine = Scores(np.array([0, 1]), np.array([[1e300], [0]]), np.zeros(2))
    with pytest.raises(ValueError, match="the scores could overflow float64: rescale X, W and b"):
        machine.predict([[1e10]])
