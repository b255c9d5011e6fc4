"""Machines that know two classes, for many: against `train`, scikit-learn, and a count of votes by hand."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.linear_model import Perceptron
from sklearn.multiclass import OneVsOneClassifier

from perceptron_lib import train, train_multiclass
from perceptron_lib.reductions import OneVsOne, Scores, one_vs_one, one_vs_rest
from tests.library.strategies import DYADIC, INTEGERS, class_problems, dot, facts, problems

EVERY_KIND = pytest.mark.parametrize("kind", [INTEGERS, DYADIC], ids=["integers", "dyadic"])
IRIS = load_iris(return_X_y=True)


# --- scikit-learn, and the perceptron itself, as judges ----------------------------------------------------------

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
    of_pairs = of_rest | {"order": of_rest["order"] if isinstance(of_rest["order"], str) else "random"}
    rest, pairwise = one_vs_rest(X, y, **of_rest, rng=seed), one_vs_one(X, y, **of_pairs, rng=seed)
    assert pairwise.pairs == tuple(combinations(range(c), 2))
    for machine, options, tasks in (
        (rest, of_rest, [(range(c), k) for k in range(c)]),
        (pairwise, of_pairs, [((j, k), k) for j, k in pairwise.pairs]),
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
def test_with_two_classes_all_three_machines_are_the_perceptron(kind, data):
    problem = data.draw(problems(kind))
    options = problem.without("w0", "b0", "rng", "max_updates") | {"order": "cyclic"}
    judge = train(problem.X, problem.y, **options)
    pair, rest = (way(problem.X, problem.y, **options) for way in (one_vs_one, one_vs_rest))
    assert pair.W.tolist() == [judge.w.tolist()]
    assert pair.b.tolist() == [judge.b]
    assert rest.W.tolist() == [[-v for v in judge.w.tolist()], judge.w.tolist()]
    assert rest.b.tolist() == [-judge.b, judge.b]
    half = train_multiclass(problem.X, problem.y, **{**options, "delta": 2 * options["delta"]})
    assert half.W.tolist() == rest.W.tolist()  # the lead of the own class is twice its score
    assert half.b.tolist() == rest.b.tolist()
    predicted = judge.halfspace.predict(problem.X).tolist()
    for machine in (pair, rest, half):
        assert machine.classes.tolist() == [-1, 1]
        assert machine.predict(problem.X).tolist() == predicted
    assert pair.predict(problem.X, by="scores").tolist() == predicted


# --- votes and scores --------------------------------------------------------------------------------------------


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


def from_biases(*biases, kind=float, classes=("a", "b", "c")):
    """Return a machine for three classes that scores every point with these biases."""
    W, b = np.zeros((3, 1), dtype=kind), np.array(biases, dtype=kind)
    return OneVsOne(np.array(classes), ((0, 1), (0, 2), (1, 2)), W, b, ())


@pytest.mark.parametrize("kind", [int, float, object])
def test_ties_among_pairs(kind):
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
        machine = from_biases(*biases, kind=kind)
        assert machine.votes([[3]]).tolist() == [votes]
        assert machine.scores([[3]]).tolist() == [sums]
        assert machine.predict([[3]]).tolist() == machine.predict([[3]], by="votes").tolist() == [by_votes]
        assert machine.predict([[3]], by="scores").tolist() == [by_scores]


@pytest.mark.parametrize("kind", [int, float, object])
def test_the_most_votes_win_even_where_their_summed_score_is_far_below_zero(kind):
    b = np.array([-1, 1, 1, -(10**17), -1, -1, 1, -1, 1, 1], dtype=kind)
    machine = OneVsOne(np.array([*"abcde"]), tuple(combinations(range(5), 2)), np.zeros((10, 1), dtype=kind), b, ())
    assert machine.votes([[3]]).tolist() == [[2, 2, 2, 1, 3]]
    assert machine.scores([[3]]).argmin() == 4
    assert machine.predict([[3]]).tolist() == ["e"]
    assert machine.predict([[3]], by="scores").tolist() == ["a"]


def test_a_tie_of_scores_goes_to_the_first_class():
    machine = Scores(np.array(["x", "y", "z"]), np.array([[0], [1], [1]]), np.array([0, 0, 0]))
    assert machine.predict([[0], [2], [-2]]).tolist() == ["x", "y", "x"]


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


# --- unusable, and large -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [[0, 1], np.array([0, 1]), None])
def test_one_vs_one_refuses_an_order_of_rows(order):
    with pytest.raises(ValueError, match=r"^order must be 'cyclic', 'shuffled' or 'random': a sequence of rows"):
        one_vs_one([[0], [1], [2]], [0, 1, 2], order=order)


@pytest.mark.parametrize("by", ["vote", None, 1])
def test_one_vs_one_refuses_another_way_to_predict(by):
    with pytest.raises(ValueError, match=f"^by must be 'votes' or 'scores', but is {by!r}"):
        one_vs_one([[0], [1], [2]], [0, 1, 2]).predict([[0]], by=by)


def test_pairs_of_integers_of_which_some_are_large_have_weights_of_one_dtype():
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
