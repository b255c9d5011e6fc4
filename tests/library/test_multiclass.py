"""Many classes against the textbook in fractions, brute force, scikit-learn, and `train`."""

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

from perceptron_lib import radius, train
from perceptron_lib.multiclass import OneVsOne, Scores, margin, mistake_bound, one_vs_one, one_vs_rest, train_multiclass
from tests.library.strategies import DYADIC, FLOATS, INTEGERS, Problem, dot, exact, facts, problems, replay, told_facts

EVERY_KIND = pytest.mark.parametrize("kind", [INTEGERS, DYADIC], ids=["integers", "dyadic"])
NAN = float("nan")
IRIS = load_iris(return_X_y=True)


@st.composite
def class_problems(draw, kind):
    dtype, feature, eta = kind
    c, d = draw(st.integers(2, 4)), draw(st.integers(1, 3))
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
        "rng": draw(st.integers(0, 99)),
    }
    return Problem(np.array(draw(table(n)), dtype=dtype), np.array(y), options)


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


# --- all at once: one algorithm, in floats, integers and fractions -----------------------------------------------


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


@EVERY_KIND
@settings(max_examples=30)
@given(data=st.data())
def test_with_two_classes_all_three_machines_are_the_perceptron(kind, data):
    problem = data.draw(problems(kind))
    options = problem.without("w0", "b0", "rng", "max_updates") | {"order": "cyclic"}
    judge = train(problem.X, problem.y, **options)
    duel, rest = (way(problem.X, problem.y, **options) for way in (one_vs_one, one_vs_rest))
    assert duel.W.tolist() == [judge.w.tolist()]
    assert duel.b.tolist() == [judge.b]
    assert rest.W.tolist() == [[-v for v in judge.w.tolist()], judge.w.tolist()]
    assert rest.b.tolist() == [-judge.b, judge.b]
    half = train_multiclass(problem.X, problem.y, **{**options, "delta": 2 * options["delta"]})
    assert half.W.tolist() == rest.W.tolist()  # the lead of the own class is twice its score
    assert half.b.tolist() == rest.b.tolist()
    predicted = judge.halfspace.predict(problem.X).tolist()
    for machine in (duel, rest, half):
        assert machine.classes.tolist() == [-1, 1]
        assert machine.predict(problem.X).tolist() == predicted
    assert duel.predict(problem.X, by="scores").tolist() == predicted


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


# --- one against the rest, one against one: scikit-learn as judge ------------------------------------------------

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
def test_scikit_learn_finds_the_same_weights_one_against_the_rest_to_the_last_bit(name, eta):
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
    X, y, c, seed = problem.X, problem.y, max(problem.y) + 1, problem.options["rng"]
    of_rest = problem.without("W0", "b0", "rng")
    of_duels = of_rest | {"order": of_rest["order"] if isinstance(of_rest["order"], str) else "random"}
    rest, duels = one_vs_rest(X, y, **of_rest, rng=seed), one_vs_one(X, y, **of_duels, rng=seed)
    assert duels.pairs == tuple(combinations(range(c), 2))
    for machine, options, tasks in (
        (rest, of_rest, [(range(c), k) for k in range(c)]),
        (duels, of_duels, [((j, k), k) for j, k in duels.pairs]),
    ):
        own_rng = np.random.default_rng(seed).spawn(len(tasks))
        for (among, k), run, w, b, rng in zip(tasks, machine.runs, machine.W, machine.b, own_rng, strict=True):
            mine = np.isin(y, among)
            judge = train(X[mine], np.where(y[mine] == k, 1, -1), **options, rng=rng)
            assert facts(run) == facts(judge)
            assert (w.tolist(), b) == (run.w.tolist(), run.b) == (judge.w.tolist(), judge.b)


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
    b = np.array([-1, 1, 1, -(10**18), -1, -1, 1, -1, 1, 1], dtype=kind)
    machine = OneVsOne(np.array([*"abcde"]), tuple(combinations(range(5), 2)), np.zeros((10, 1), dtype=kind), b, ())
    assert machine.votes([[3]]).tolist() == [[2, 2, 2, 1, 3]]
    assert machine.scores([[3]]).argmin() == 4
    assert machine.predict([[3]]).tolist() == ["e"]
    assert machine.predict([[3]], by="scores").tolist() == ["a"]


def test_a_tie_of_scores_goes_to_the_first_class():
    machine = Scores(np.array(["x", "y", "z"]), np.array([[0], [1], [1]]), np.array([0, 0, 0]))
    assert machine.predict([[0], [2], [-2]]).tolist() == ["x", "y", "x"]


# --- labels ------------------------------------------------------------------------------------------------------


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
def test_any_labels_that_can_be_sorted_will_do_and_classes_rise(names):
    keep = IRIS[1] < len(names)
    X, y = IRIS[0][keep][::-1], IRIS[1][keep][::-1]
    labels = np.array(names)[y]
    for way, given_labels in ((train_multiclass, labels), (one_vs_one, labels.tolist())):
        machine, judge = way(X, given_labels, max_passes=5), way(X, y, max_passes=5)
        assert machine.classes.tolist() == list(names)
        assert (machine.W.tolist(), machine.b.tolist()) == (judge.W.tolist(), judge.b.tolist())
        predicted = machine.predict(X)
        assert predicted.tolist() == [names[k] for k in judge.predict(X)]
        assert set(map(type, predicted.tolist())) == {type(np.array(names).tolist()[0])}


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
        ("W0", np.zeros((2, 3)), r"W0 has shape \(2, 3\), but needs \(3, 2\)"),
        ("W0", [[NAN, 0]] * 3, "W0 holds NaN in row 0, column 0"),
        ("b0", 0, r"b0 has shape \(\), but needs \(3,\)"),
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


# --- large numbers -----------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("features", "options"),
    [
        ([[2**62], [1], [2]], {}),
        ([[1], [-1], [2]], {"eta": 2**58, "delta": 2**63 - 1}),
        ([[3], [1], [2]], {"W0": [[2**61], [0], [0]]}),
        ([[3], [1], [2]], {"b0": [0, 0, -(2**62)]}),
        ([[1], [1], [1]], {"W0": [[-(2**61)], [2**61], [0]], "b0": [-(2**61), 2**61, 0]}),  # a lead of -2**63
    ],
)
def test_integers_that_would_overflow_are_trained_exactly(features, options):
    run = train_multiclass(features, [0, 1, 2], max_passes=40, **options)
    told = textbook(features, [0, 1, 2], max_passes=40, **options)
    assert agrees(run, told)
    assert run.weights.tolist() == told.path


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("features", "options"),
    [([[1e200], [-1e200], [0]], {}), ([[1.0], [-1.0], [0]], {"W0": [[0], [0], [1e308]]})],
)
def test_floats_that_could_overflow_are_refused(features, options):
    with pytest.raises(ValueError, match=r"^the weights could overflow float64: .*Rescale"):
        train_multiclass(features, [0, 1, 2], **options)


def test_duels_on_integers_of_which_some_are_large_have_weights_of_one_dtype():
    machine = one_vs_one([[1], [-1], [2**40], [5 - 2**40]], [0, 1, 2, 2], max_passes=20)
    assert {run.w.dtype for run in machine.runs} == {np.dtype(np.int64), np.dtype(object)}
    assert machine.W.dtype == machine.b.dtype == object


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
    with pytest.raises(ValueError, match="the scores could overflow float64: rescale X, w and b"):
        machine.predict([[1e10]])
