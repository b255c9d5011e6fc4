"""The estimators against scikit-learn's own checks, its Perceptron, and the modules that they are made of."""

import pickle
from itertools import combinations, pairwise

import numpy as np
import pandas as pd
import pytest
from sklearn import linear_model
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.exceptions import NotFittedError
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.multiclass import OneVsOneClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from perceptron_lib import datasets, multiclass, train, variants
from perceptron_lib.estimators import (
    AveragedPerceptron,
    KernelPerceptron,
    MulticlassPerceptron,
    OneVsOnePerceptron,
    Perceptron,
    PocketPerceptron,
)

FAMILY = [
    Perceptron(),
    AveragedPerceptron(),
    PocketPerceptron(),
    KernelPerceptron(),
    OneVsOnePerceptron(),
    MulticlassPerceptron(),
]


@parametrize_with_checks(
    [*FAMILY, OneVsOnePerceptron(by="scores"), Perceptron(order="shuffled"), KernelPerceptron(kernel="linear")]
)
def test_scikit_learn_finds_nothing_wrong(estimator, check):
    check(estimator)


def whole_numbers(n, d, classes, seed=0):
    """Examples with labels at random: nothing separates them, and no score of a perceptron on them rounds."""
    rng = np.random.default_rng(seed)
    return rng.integers(-9, 10, size=(n, d)).astype(float), np.resize(np.arange(classes), n)


def real_data():
    found = {}
    for load, rows in ((load_iris, slice(None)), (load_wine, slice(None)), (load_digits, slice(0, 600))):
        X, y = load(return_X_y=True)
        found[load.__name__[5:]] = X[rows], y[rows]
    X, y = found["iris"]
    found["two irises"] = X[50:], y[50:]
    found["digit 5"] = found["digits"][0], found["digits"][1] == 5
    found["tumours"] = load_breast_cancer(return_X_y=True)
    return found


DATA = real_data()
IRIS = np.rint(10 * DATA["iris"][0]), DATA["iris"][1]
BINARY, TERNARY = whole_numbers(40, 3, 2), whole_numbers(60, 3, 3)
EVERYONE = pytest.mark.parametrize("cls", [type(member) for member in FAMILY])
LINEAR = pytest.mark.parametrize("cls", [Perceptron, AveragedPerceptron, PocketPerceptron, MulticlassPerceptron])
ONLINE = pytest.mark.parametrize("cls", [Perceptron, AveragedPerceptron, MulticlassPerceptron])
EVERY_DATA = pytest.mark.parametrize("name", DATA)
TWO_OR_THREE = pytest.mark.parametrize("data", [BINARY, TERNARY], ids=["two classes", "three classes"])


def judge(**options):
    return linear_model.Perceptron(shuffle=False, tol=None, penalty=None, **options)


def learned(model):
    """Return everything that a fit leaves, by name."""
    return {name: value for name, value in vars(model).items() if name.endswith("_") and not name.startswith("_")}


def same(model, other, rtol=0):
    """Whether two fits left the same."""
    mine, others = learned(model), learned(other)
    assert mine.keys() == others.keys()
    for name, value in mine.items():
        if rtol and np.asarray(value).dtype.kind == "f":
            np.testing.assert_allclose(value, others[name], rtol=rtol, atol=rtol, err_msg=name)
        else:
            np.testing.assert_array_equal(value, others[name], err_msg=name)
    return True


# --- scikit-learn as judge ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("eta", [1, 0.1])
@EVERY_DATA
def test_the_perceptron_is_that_of_scikit_learn(name, eta):
    X, y = DATA[name]
    model, other = Perceptron(eta=eta, max_passes=6).fit(X, y), judge(eta0=eta, max_iter=6).fit(X, y)
    np.testing.assert_array_equal(model.classes_, other.classes_)
    np.testing.assert_array_equal(model.coef_, other.coef_)
    np.testing.assert_array_equal(model.intercept_, other.intercept_)
    new = X[::-1] + 0.25
    np.testing.assert_allclose(model.decision_function(new), other.decision_function(new), rtol=1e-12, atol=1e-9)
    np.testing.assert_array_equal(model.predict(new), other.predict(new))
    assert model.score(X, y) == other.score(X, y) == np.mean(model.predict(X) == y)


@pytest.mark.parametrize("name", ["iris", "two irises", "digits"])
def test_partial_fit_is_that_of_scikit_learn(name):
    X, y = DATA[name]
    model, other = Perceptron(), judge()
    for start in range(0, len(X) - 20, 20):  # no batch has all classes
        batch = slice(start, start + 20)
        model.partial_fit(X[batch], y[batch], classes=np.unique(y))
        other.partial_fit(X[batch], y[batch], classes=np.unique(y))
        np.testing.assert_array_equal(model.coef_, other.coef_)
        np.testing.assert_array_equal(model.intercept_, other.intercept_)


@pytest.mark.parametrize("name", ["iris", "wine", "digits"])
def test_one_against_one_by_votes_is_that_of_scikit_learn(name):
    X, y = DATA[name]
    model = OneVsOnePerceptron(max_passes=5).fit(X, y)
    other = OneVsOneClassifier(judge(max_iter=5)).fit(X, y)
    np.testing.assert_array_equal(model.coef_, np.vstack([duel.coef_ for duel in other.estimators_]))
    np.testing.assert_array_equal(model.intercept_, np.ravel([duel.intercept_ for duel in other.estimators_]))
    new = X[::-1] + 0.25
    np.testing.assert_allclose(model.decision_function(new), other.decision_function(new), rtol=1e-12, atol=1e-12)
    np.testing.assert_array_equal(model.predict(new), other.predict(new))


def test_one_against_one_of_two_classes_predicts_like_scikit_learn():
    X, y = DATA["two irises"]
    model, other = OneVsOnePerceptron(max_passes=5).fit(X, y), OneVsOneClassifier(judge(max_iter=5)).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), other.predict(X))
    np.testing.assert_array_equal(model.decision_function(X), judge(max_iter=5).fit(X, y).decision_function(X))


# --- the modules, and brute force, as judges ---------------------------------------------------------------------


def signs(y, k):
    return [1 if label == k else -1 for label in y]


def sides(y):
    """The +1 of each perceptron: the second of two classes, else each class in turn."""
    labels = sorted(set(y.tolist()))
    return [signs(y, k) for k in (labels[1:] if len(labels) == 2 else labels)]


def visited(X, signs, eta, delta, max_passes):
    """Brute force in cyclic order: the padded weights after each visit."""
    padded, w, after = np.hstack([X, np.ones((len(X), 1))]), np.zeros(X.shape[1] + 1), []
    for _ in range(max_passes):
        wrong = 0
        for x, sign in zip(padded, signs, strict=True):
            if sign * (w @ x) <= delta:
                w, wrong = w + eta * sign * x, wrong + 1
            after.append(w)
        if not wrong:
            break
    return np.array(after)


OPTIONS = pytest.mark.parametrize("options", [{}, {"eta": 0.5, "delta": 3.0}], ids=["plain", "eta and delta"])
WHOLE = pytest.mark.parametrize("data", [BINARY, TERNARY, IRIS], ids=["two classes", "three classes", "iris"])


@WHOLE
@OPTIONS
def test_the_linear_perceptrons_are_brute_force_visit_by_visit(data, options):
    X, y = data
    padded = np.hstack([X, np.ones((len(X), 1))])
    paths = [visited(X, side, **{"eta": 1.0, "delta": 0.0, **options}, max_passes=7) for side in sides(y)]
    expected = {Perceptron: [path[-1] for path in paths], AveragedPerceptron: [path.mean(axis=0) for path in paths]}
    expected[PocketPerceptron] = []
    for path, side in zip(paths, sides(y), strict=True):
        path = np.vstack([np.zeros(path.shape[1]), path])
        expected[PocketPerceptron].append(path[np.argmax((path @ padded.T * side > 0).sum(axis=1))])
    for cls, rows in expected.items():
        model = cls(max_passes=7, **options).fit(X, y)
        found = np.column_stack([model.coef_, model.intercept_])
        np.testing.assert_allclose(found, rows, rtol=1e-12, atol=1e-12 if cls is AveragedPerceptron else 0)
        assert model.n_iter_ == max(len(path) for path in paths) // len(X)
        scores = padded @ found.T
        np.testing.assert_allclose(model.decision_function(X), scores[:, 0] if len(rows) == 1 else scores, atol=1e-9)
        np.testing.assert_array_equal(
            model.predict(X), (scores[:, 0] > 0) if len(rows) == 1 else np.argmax(scores, axis=1)
        )


@WHOLE
@OPTIONS
def test_the_multiclass_perceptron_is_brute_force_visit_by_visit(data, options):
    X, y = data
    padded, eta, delta = np.hstack([X, np.ones((len(X), 1))]), options.get("eta", 1), options.get("delta", 0)
    W = np.zeros((len(set(y.tolist())), padded.shape[1]))
    for _ in range(7):
        for x, own in zip(padded, y.tolist(), strict=True):
            rivals = W @ x
            rivals[own] = -np.inf
            rival = rivals.argmax()
            if W[own] @ x - rivals[rival] <= delta:
                W[own] += eta * x
                W[rival] -= eta * x
    model = MulticlassPerceptron(max_passes=7, **options).fit(X, y)
    assert model.n_iter_ == 7
    np.testing.assert_array_equal(np.column_stack([model.coef_, model.intercept_]), W[1:] - W[:1] if len(W) == 2 else W)


def test_of_two_classes_the_multiclass_perceptron_is_the_perceptron_with_twice_the_learning_rate():
    model, other = MulticlassPerceptron(eta=0.5, delta=1).fit(*BINARY), Perceptron(eta=1, delta=1).fit(*BINARY)
    assert same(model, other)


@WHOLE
@pytest.mark.parametrize("by", ["votes", "scores"])
@OPTIONS
def test_one_against_one_is_brute_force_duel_by_duel(data, by, options):
    X, y = data
    padded, c = np.hstack([X, np.ones((len(X), 1))]), len(set(y.tolist()))
    pairs, rows, sums, votes = list(combinations(range(c), 2)), [], np.zeros((len(X), c)), np.zeros((len(X), c))
    for j, k in pairs:
        duel = (y == j) | (y == k)
        path = visited(X[duel], signs(y[duel], k), **{"eta": 1.0, "delta": 0.0, **options}, max_passes=7)
        rows.append(path[-1])
        score = padded @ path[-1]
        sums[:, k] += score
        sums[:, j] -= score
        votes[:, k] += score > 0
        votes[:, j] += score <= 0
    model = OneVsOnePerceptron(by=by, max_passes=7, **options).fit(X, y)
    np.testing.assert_array_equal(np.column_stack([model.coef_, model.intercept_]), rows)
    assert list(model.pairs_) == pairs
    if c == 2:
        np.testing.assert_array_equal(model.decision_function(X), padded @ rows[0])
        np.testing.assert_array_equal(model.predict(X), padded @ rows[0] > 0)
    else:
        decision = sums if by == "scores" else votes + sums / (3 * (np.abs(sums) + 1))
        np.testing.assert_allclose(model.decision_function(X), decision, rtol=1e-12)
        np.testing.assert_array_equal(model.predict(X), decision.argmax(axis=1))
        duels = multiclass.one_vs_one(X, y, max_passes=7, **options)
        np.testing.assert_array_equal(model.predict(X), duels.predict(X, by=by))


def test_votes_and_scores_differ():
    votes, scores = (
        OneVsOnePerceptron(by=by, max_passes=7).fit(*TERNARY).predict(TERNARY[0]) for by in ("votes", "scores")
    )
    assert np.any(votes != scores)


ORDERS = pytest.mark.parametrize("order", ["cyclic", [5, 3, 0, 1, 2, 4, 3], np.arange(30)[::-1]], ids=str)


@ORDERS
def test_the_estimators_are_what_the_modules_learn(order):
    options = {"order": order, "eta": 0.5, "delta": 1, "max_passes": 9}
    X, y = BINARY
    run = train(X, y, **options)
    for cls, halfspace in (
        (Perceptron, run.halfspace),
        (AveragedPerceptron, variants.average(run)),
        (PocketPerceptron, variants.pocket(run)),
    ):
        model = cls(**options).fit(X, y)
        np.testing.assert_allclose(model.coef_[0], halfspace.w, rtol=1e-12)
        np.testing.assert_allclose(model.intercept_[0], halfspace.b, rtol=1e-12, atol=1e-12)
    X, y = TERNARY
    all_, at_once = multiclass.one_vs_rest(X, y, **options), multiclass.train_multiclass(X, y, **options)
    for model, others in ((Perceptron(**options), all_), (MulticlassPerceptron(**options), at_once)):
        np.testing.assert_array_equal(model.fit(X, y).coef_, others.W)
        np.testing.assert_array_equal(model.intercept_, others.b)
        np.testing.assert_array_equal(model.predict(X), others.predict(X))


@WHOLE
@pytest.mark.parametrize("order", ["shuffled", "random"])
def test_with_the_linear_kernel_and_a_random_state_it_is_the_perceptron_too(data, order):
    options = {"order": order, "max_passes": 7, "random_state": 5}
    kernel, linear = KernelPerceptron(kernel="linear", **options).fit(*data), Perceptron(**options).fit(*data)
    np.testing.assert_array_equal(kernel.dual_coef_ @ kernel.support_vectors_, linear.coef_)
    np.testing.assert_array_equal(kernel.intercept_, linear.intercept_)


@WHOLE
@OPTIONS
@pytest.mark.parametrize("order", ["cyclic", [5, 3, 30, 1, 2, 4, 3]], ids=str)
def test_with_the_linear_kernel_the_kernel_perceptron_is_the_perceptron(data, options, order):
    X, y = data
    options = {**options, "order": order, "max_passes": 7}
    kernel, linear = KernelPerceptron(kernel="linear", **options).fit(X, y), Perceptron(**options).fit(X, y)
    np.testing.assert_array_equal(kernel.dual_coef_ @ kernel.support_vectors_, linear.coef_)
    np.testing.assert_array_equal(kernel.intercept_, linear.intercept_)
    np.testing.assert_array_equal(kernel.decision_function(X[::-1] + 1), linear.decision_function(X[::-1] + 1))
    np.testing.assert_array_equal(kernel.predict(X), linear.predict(X))
    assert kernel.n_iter_ == linear.n_iter_
    runs = [train(X, side, **options) for side in sides(y)]
    often = np.array([run.eta * run.y * np.bincount(run.mistakes.example, minlength=len(X)) for run in runs])
    np.testing.assert_array_equal(kernel.support_, np.flatnonzero(often.any(axis=0)))
    assert len(kernel.support_) < len(X) or order == "cyclic"
    np.testing.assert_array_equal(kernel.support_vectors_, X[kernel.support_])
    np.testing.assert_array_equal(kernel.dual_coef_, often[:, kernel.support_])


KERNELS = {
    "rbf by default": ({}, lambda X, Z: rbf_kernel(X, Z)),
    "rbf": ({"gamma": 0.03}, lambda X, Z: rbf_kernel(X, Z, gamma=0.03)),
    "poly by default": ({"kernel": "poly"}, lambda X, Z: polynomial_kernel(X, Z)),
    "poly": (
        {"kernel": "poly", "degree": 2, "gamma": 0.5, "coef0": 3},
        lambda X, Z: polynomial_kernel(X, Z, degree=2, gamma=0.5, coef0=3),
    ),
    "a function": ({"kernel": lambda x, z: (x @ z + 2.0) ** 2}, lambda X, Z: (X @ Z.T + 2.0) ** 2),
    "a function, whatever gamma": ({"kernel": np.dot, "gamma": 5.0, "degree": 7}, lambda X, Z: X @ Z.T),
}


@TWO_OR_THREE
@pytest.mark.parametrize(("options", "kernel"), KERNELS.values(), ids=KERNELS)
def test_the_kernel_and_its_parameters_are_those_asked_for(data, options, kernel):
    X, y = data
    model = KernelPerceptron(max_passes=8, **options).fit(X, y)
    new = X[::-1] + 0.5
    runs = [variants.train_kernel(kernel(X, X), side, max_passes=8) for side in sides(y)]
    scores = np.column_stack([run.score(kernel(new, X)) for run in runs])
    coefficients = np.array([run.coefficients for run in runs])
    np.testing.assert_array_equal(model.dual_coef_, coefficients[:, model.support_])
    np.testing.assert_array_equal(model.intercept_, coefficients.sum(axis=1))
    np.testing.assert_allclose(model.decision_function(new), scores if len(runs) > 1 else scores[:, 0], atol=1e-8)


def test_a_kernel_learns_what_no_halfspace_can():
    X, y = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]]), np.array(["no", "yes", "yes", "no"])
    assert KernelPerceptron(gamma=1).fit(X, y).score(X, y) == KernelPerceptron(kernel="poly").fit(X, y).score(X, y) == 1
    assert Perceptron().fit(X, y).score(X, y) < 1


# --- learning that goes on ---------------------------------------------------------------------------------------


@ONLINE
@TWO_OR_THREE
@pytest.mark.parametrize(
    "options", [{}, {"eta": 0.5, "delta": 3.0, "order": [*range(39, -1, -1), 7, 7]}], ids=["plain", "more"]
)
def test_partial_fit_again_and_again_is_one_fit_with_as_many_passes(cls, data, options):
    X, y = data
    online = cls(**options)
    for p in range(1, 6):
        online.partial_fit(X, y, classes=np.unique(y))
        at_once = cls(max_passes=p, **options).fit(X, y)
        assert at_once.n_iter_ == online.n_iter_ == p  # or the mean would be over other visits
        assert same(online, at_once, rtol=1e-12)
        np.testing.assert_array_equal(online.predict(X), at_once.predict(X))


@ONLINE
def test_partial_fit_goes_on_where_a_fit_ended(cls):
    X, y = TERNARY
    model = cls(max_passes=3).fit(X, y).partial_fit(X, y).partial_fit(X, y)
    assert same(model, cls(max_passes=5).fit(X, y), rtol=1e-12)


def test_the_mean_of_batches_of_different_size_is_over_all_visits():
    X, y = TERNARY
    model, at, after = AveragedPerceptron(), [0, 7, 8, 40, 60], []
    for start, end in pairwise(at):
        model.partial_fit(X[start:end], y[start:end], classes=[0, 1, 2])
        path = [visited(X[:end], side[:end], eta=1, delta=0, max_passes=1) for side in sides(y)]
        after = np.array([rows.mean(axis=0) for rows in path])
        np.testing.assert_allclose(np.column_stack([model.coef_, model.intercept_]), after, rtol=1e-12, atol=1e-12)
    assert model.n_iter_ == 4


@ONLINE
@TWO_OR_THREE
def test_a_batch_may_lack_classes_and_the_classes_come_in_any_order(cls, data):
    X, y = data
    model, other = cls(), cls(max_passes=1).fit(X, y)
    for start in range(len(X)):  # one example at a time
        model.partial_fit(X[start : start + 1], y[start : start + 1], classes=[*np.unique(y)[::-1]])
    np.testing.assert_allclose(model.coef_, other.coef_, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(model.intercept_, other.intercept_, rtol=1e-12, atol=1e-12)
    np.testing.assert_array_equal(model.classes_, np.unique(y))


@ONLINE
def test_a_class_that_never_came_is_known(cls):
    X, y = BINARY
    model = cls().partial_fit(X, y, classes=[0, 1, 7])
    assert model.classes_.tolist() == [0, 1, 7]
    assert model.coef_.shape == (3, 3)


@ONLINE
def test_a_fit_forgets_what_came_before(cls):
    X, y = BINARY
    model = cls(max_passes=4)
    model.partial_fit(*TERNARY, classes=[0, 1, 2]).partial_fit(*TERNARY)
    assert same(model.fit(X[:, :2], y), cls(max_passes=4).fit(X[:, :2], y))
    flipped = cls(max_passes=4).fit(X[:, :2], 1 - y)
    assert same(model.fit(X[:, :2], 1 - y), flipped)  # of the same shape, but something else
    model.fit(X[:, :2], y)
    assert same(model.partial_fit(X[:, :2], y), cls(max_passes=5).fit(X[:, :2], y), rtol=1e-12)


@ONLINE
def test_partial_fit_refuses_what_does_not_suit(cls):
    X, y = TERNARY
    with pytest.raises(ValueError, match="first call of partial_fit needs classes"):
        cls().partial_fit(X, y)
    with pytest.raises(ValueError, match="classes has one class only, 0; at least two are needed"):
        cls().partial_fit(X, y, classes=[0])
    with pytest.raises(ValueError, match="classes has shape"):
        cls().partial_fit(X, y, classes=3)
    with pytest.raises(ValueError, match="y has the class 2, which is not among the classes learned"):
        cls().partial_fit(X, y, classes=[0, 1])
    model = cls().partial_fit(X, y, classes=[0, 1, 2])
    before = clone(model).partial_fit(X, y, classes=[0, 1, 2])
    for classes in ([0, 1], [0, 1, 3], [0, 1, 2, 3], ["0", "1", "2"]):
        with pytest.raises(ValueError, match=r"^classes is .* but was"):
            model.partial_fit(X, y, classes=classes)
    with pytest.raises(ValueError, match="y has the class 9, which is not among the classes learned"):
        model.partial_fit(X, np.where(y == 2, 9, y))
    with pytest.raises(ValueError, match="X has 2 features"):
        model.partial_fit(X[:, :2], y)
    with pytest.raises(ValueError, match="Unknown label type"):
        model.partial_fit(X, y + 0.5)
    assert same(model, before)  # nothing that was refused left a trace
    model.partial_fit(X, y, classes=[2, 1, 0])


@ONLINE
def test_after_a_first_call_that_was_refused_another_can_follow(cls):
    X, y = TERNARY
    model = cls()
    with pytest.raises(ValueError, match="not among the classes"):
        model.partial_fit(X[:, :2], y, classes=[0, 1])
    with pytest.raises(NotFittedError):
        model.predict(X)
    assert same(model.partial_fit(X, y, classes=[0, 1, 2]), cls(max_passes=1).fit(X, y), rtol=1e-12)


@pytest.mark.parametrize("cls", [PocketPerceptron, KernelPerceptron, OneVsOnePerceptron])
def test_who_needs_all_examples_at_once_has_no_partial_fit(cls):
    assert not hasattr(cls(), "partial_fit")


# --- labels and features of any kind -----------------------------------------------------------------------------

LABELS = {
    "words": np.array(["ham", "junk", "spam"]),
    "words as objects": np.array(["ham", "junk", "spam"], dtype=object),
    "floats": np.array([-1.0, 0.0, 2.0]),
    "bytes": np.array([1, 2, 200], dtype=np.uint8),
    "booleans": np.array([False, True]),
}


@EVERYONE
@pytest.mark.parametrize("names", LABELS.values(), ids=LABELS)
def test_labels_of_any_kind_are_returned_as_they_came(cls, names):
    for X, y in (BINARY, TERNARY):
        if y.max() >= len(names):
            continue
        used = names[: y.max() + 1]
        model, plain = cls(max_passes=5).fit(X, used[y]), cls(max_passes=5).fit(X, y)
        np.testing.assert_array_equal(model.classes_, used)
        np.testing.assert_array_equal(model.decision_function(X), plain.decision_function(X))
        np.testing.assert_array_equal(model.predict(X), used[plain.predict(X)])
        assert model.predict(X).dtype == model.classes_.dtype == names.dtype
        assert model.score(X, used[y]) == plain.score(X, y)
        if hasattr(model, "partial_fit"):
            online = cls().partial_fit(X, used[y], classes=used)
            assert online.predict(X).dtype == names.dtype
            np.testing.assert_array_equal(online.coef_, cls().partial_fit(X, y, classes=np.unique(y)).coef_)


@EVERYONE
@TWO_OR_THREE
def test_features_of_any_kind_give_the_same(cls, data):
    X, y = data
    model = cls(max_passes=5).fit(X, y)
    for given in (
        X.astype(np.float32),
        X.astype(np.int64),
        X.astype(np.int8),
        np.asfortranarray(X),
        np.repeat(X, 2, axis=0)[::2],
        X.tolist(),
        pd.DataFrame(X).to_numpy(),
    ):
        assert same(cls(max_passes=5).fit(given, y), model)
        np.testing.assert_array_equal(model.predict(given), model.predict(X))
        np.testing.assert_allclose(model.decision_function(given), model.decision_function(X), rtol=1e-12, atol=1e-12)
        if hasattr(model, "partial_fit"):
            online = [cls().partial_fit(x, y, classes=np.unique(y)) for x in (given, X)]
            assert same(*online)
    assert model.coef_.dtype == model.intercept_.dtype == np.float64 if hasattr(model, "coef_") else True


@EVERYONE
def test_nothing_given_is_changed(cls):
    X, y = TERNARY[0].copy(), TERNARY[1].copy()
    X.flags.writeable = y.flags.writeable = False
    cls(max_passes=5).fit(X, y).predict(X)
    np.testing.assert_array_equal(X, TERNARY[0])


@EVERYONE
def test_data_frames_keep_their_names_and_another_order_of_columns_is_refused(cls):
    X, y = TERNARY
    table, labels = pd.DataFrame(X, columns=["a", "b", "c"]), pd.Series(np.array(["x", "y", "z"])[y])
    model = cls(max_passes=5).fit(table, labels)
    plain = cls(max_passes=5).fit(X, y)
    assert model.feature_names_in_.tolist() == ["a", "b", "c"]
    assert not hasattr(plain, "feature_names_in_")
    np.testing.assert_array_equal(model.decision_function(table), plain.decision_function(X))
    assert model.predict(table).tolist() == ["xyz"[k] for k in plain.predict(X)]
    with pytest.raises(ValueError, match="Feature names must be in the same order"):
        model.predict(table[["b", "a", "c"]])
    with pytest.warns(UserWarning, match="X does not have valid feature names"):
        model.predict(X)
    with pytest.warns(UserWarning, match="X has feature names, but"):
        plain.predict(table)
    if hasattr(model, "partial_fit"):
        with pytest.raises(ValueError, match="Feature names must be in the same order"):
            model.partial_fit(table[["b", "a", "c"]], labels)
        online = cls().partial_fit(table, labels, classes=pd.Series(["z", "y", "x"]))
        np.testing.assert_array_equal(online.coef_, cls().partial_fit(X, y, classes=[0, 1, 2]).coef_)


# --- the ways of scikit-learn ------------------------------------------------------------------------------------


@EVERYONE
def test_the_shapes_are_those_of_the_docstrings(cls):
    for X, y in (BINARY, TERNARY, whole_numbers(50, 2, 5)):
        n, d, c = *X.shape, y.max() + 1
        model = cls(max_passes=6).fit(X, y)
        rows = c * (c - 1) // 2 if cls is OneVsOnePerceptron else 1 if c == 2 else c
        assert model.classes_.tolist() == list(range(c))
        assert model.n_features_in_ == d
        assert model.n_iter_ == 6 or (cls is KernelPerceptron and model.n_iter_ < 6)  # its examples are separable
        assert isinstance(model.n_iter_, int)
        assert model.intercept_.shape == (rows,)
        assert model.decision_function(X).shape == ((n,) if c == 2 else (n, c))
        assert model.predict(X).shape == (n,)
        if cls is KernelPerceptron:
            m = len(model.support_)
            assert model.support_.shape == (m,)
            assert model.support_vectors_.shape == (m, d)
            assert model.dual_coef_.shape == (rows, m)
        else:
            assert model.coef_.shape == (rows, d)
        if cls is OneVsOnePerceptron:
            assert model.pairs_ == tuple(combinations(range(c), 2))


@EVERYONE
def test_it_stops_after_a_pass_without_a_mistake(cls):
    X, y = np.array([[-4.0, 1], [-5, 0], [4, 1], [6, 0]]), np.array([0, 0, 1, 1])
    model = cls(**({"kernel": "linear"} if cls is KernelPerceptron else {})).fit(X, y)
    assert model.n_iter_ == 2
    assert model.score(X, y) == 1
    assert np.all((model.decision_function(X) > 0) == y)


@EVERYONE
def test_it_counts_the_passes_of_the_perceptron_that_made_most(cls):
    X, y = IRIS  # class 0 is soon told from the others, 1 and 2 never
    options = {"kernel": "linear"} if cls is KernelPerceptron else {}
    assert cls(max_passes=30, **options).fit(X, y).n_iter_ == 30


@EVERYONE
@TWO_OR_THREE
def test_where_no_class_is_ahead_the_first_is_predicted(cls, data):
    X, y = data
    model = cls(max_passes=2).fit(X, y)
    weights = model.dual_coef_ if cls is KernelPerceptron else model.coef_
    weights[:] = model.intercept_[:] = 0
    assert set(model.predict(X).tolist()) == {0}


INVALID = [
    ({"eta": 0}, "eta must be greater than 0"),
    ({"eta": "fast"}, "eta holds"),
    ({"eta": np.nan}, "eta holds NaN"),
    ({"delta": -1}, "delta must be at least 0"),
    ({"order": "zigzag"}, "order must be one of 'cyclic', 'shuffled', 'random'"),
    ({"max_passes": 0}, "max_passes must be a whole number of at least 1"),
    ({"max_passes": 2.5}, "max_passes must be a whole number of at least 1"),
    ({"random_state": "dice"}, "cannot be used to seed"),
]


@EVERYONE
def test_parameters_that_mean_nothing_are_refused_by_fit_and_not_before(cls):
    for options, says in INVALID:
        model = cls(**options)
        with pytest.raises(ValueError, match=says):
            model.fit(*TERNARY)


def test_one_against_one_decides_by_votes_or_scores():
    with pytest.raises(ValueError, match="by must be 'votes' or 'scores', but is 'luck'"):
        OneVsOnePerceptron(by="luck").fit(*TERNARY)
    with pytest.raises(ValueError, match="a sequence of rows would not suit every pair"):
        OneVsOnePerceptron(order=[0, 1]).fit(*TERNARY)


def test_a_kernel_must_be_one_of_scikit_learn_and_no_table():
    with pytest.raises(ValueError, match="'metric' parameter of pairwise_kernels"):
        KernelPerceptron(kernel="magic").fit(*BINARY)
    with pytest.raises(ValueError, match="precomputed"):  # which rows of a new K to keep, nobody could say
        KernelPerceptron(kernel="precomputed").fit(BINARY[0] @ BINARY[0].T, BINARY[1])
    with pytest.raises(ValueError, match="the kernel holds infinity"):
        KernelPerceptron(kernel=lambda x, z: np.inf).fit(*BINARY)


@EVERYONE
def test_who_has_not_learned_does_not_predict(cls):
    for method in ("predict", "decision_function"):
        with pytest.raises(NotFittedError):
            getattr(cls(), method)(BINARY[0])


@EVERYONE
def test_unusable_examples_are_refused(cls):
    X, y = BINARY
    model, hole = cls(max_passes=3).fit(X, y), X.copy()
    hole[2, 1] = np.nan
    for method in (model.predict, model.decision_function):
        with pytest.raises(ValueError, match=f"X has 2 features, but {cls.__name__} is expecting 3"):
            method(X[:, :2])
        with pytest.raises(ValueError, match="NaN"):
            method(hole)
    with pytest.raises(ValueError, match="NaN"):
        cls().fit(hole, y)
    with pytest.raises(ValueError, match="one class only, 0; at least two are needed"):
        cls().fit(X, np.zeros(len(X), dtype=int))
    with pytest.raises(ValueError, match="Unknown label type"):
        cls().fit(X, np.linspace(0, 1, len(X)))
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        cls().fit(X, y[1:])


@EVERYONE
@TWO_OR_THREE
def test_a_random_state_makes_a_run_reproducible(cls, data):
    X, y = data
    for order in ("shuffled", "random"):
        options = {"order": order, "max_passes": 3}
        one, two, other = (cls(random_state=seed, **options).fit(X, y).decision_function(X) for seed in (1, 1, 2))
        np.testing.assert_array_equal(one, two)
        assert np.any(one != other)
        state = np.random.RandomState(1)
        first, second = (cls(random_state=state, **options).fit(X, y).decision_function(X) for _ in range(2))
        np.testing.assert_array_equal(
            first, cls(random_state=np.random.RandomState(1), **options).fit(X, y).decision_function(X)
        )
        assert np.any(first != second)  # the state has moved on


@EVERYONE
def test_clones_pickles_and_parameters(cls):
    X, y = TERNARY
    model = cls(eta=0.25, delta=2, order="shuffled", max_passes=4, random_state=7).fit(X, y)
    copy = clone(model)
    assert copy.get_params() == model.get_params()
    assert not learned(copy)
    assert same(copy.fit(X, y), model)
    again = pickle.loads(pickle.dumps(model))
    assert same(again, model)
    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    if hasattr(model, "partial_fit"):
        assert same(again.partial_fit(X, y), model.partial_fit(X, y))
    assert cls().set_params(eta=0.25, delta=2, order="shuffled", max_passes=4, random_state=7).get_params() == (
        model.get_params()
    )
    for word in (cls.__name__, "delta=2", "eta=0.25", "order='shuffled'", "max_passes=4", "random_state=7"):
        assert word in repr(model)
    assert repr(cls()) == f"{cls.__name__}()"
    with pytest.raises(ValueError, match="Invalid parameter 'speed'"):
        cls().set_params(speed=3)


def test_the_defaults_are_those_of_the_docstrings():
    common = {"eta": 1, "delta": 0, "order": "cyclic", "max_passes": 1000, "random_state": None}
    kernel = {"kernel": "rbf", "gamma": None, "degree": 3, "coef0": 1}
    for cls, more in ((Perceptron, {}), (OneVsOnePerceptron, {"by": "votes"}), (KernelPerceptron, kernel)):
        assert cls().get_params() == common | more


@EVERYONE
def test_pipelines_cross_validation_and_grid_searches_work(cls):
    X, y = DATA["iris"]
    words = np.array(["setosa", "versicolor", "virginica"])[y]
    options = {"max_passes": 15, "order": "shuffled", "random_state": 0}
    pipeline = make_pipeline(StandardScaler(), cls(**options))
    by_hand = cls(**options).fit(StandardScaler().fit_transform(X), words)
    np.testing.assert_array_equal(pipeline.fit(X, words).predict(X), by_hand.predict(StandardScaler().fit_transform(X)))
    scores = cross_val_score(pipeline, X, words, cv=3)
    assert scores.shape == (3,)
    assert scores.mean() > 0.75
    name = cls.__name__.lower()
    grid = {f"{name}__eta": [0.1, 1.0], f"{name}__delta": [0.0, 1.0]}
    if cls is KernelPerceptron:
        grid[f"{name}__gamma"] = [1e-9, 0.25]  # None is 1 / 4, one over the number of features
    search = GridSearchCV(pipeline, grid, cv=3, error_score="raise").fit(X, words)
    assert search.best_params_.keys() == grid.keys()
    assert search.best_score_ >= scores.mean()
    if cls is KernelPerceptron:
        assert search.best_params_[f"{name}__gamma"] == 0.25


@pytest.mark.parametrize("estimator", FAMILY, ids=repr)
def test_a_fit_that_is_refused_neither_learns_nor_forgets(estimator):
    X, y = datasets.or_()
    fresh = clone(estimator).set_params(eta=0)
    with pytest.raises(ValueError, match="eta"):
        fresh.fit(X, y)
    with pytest.raises(NotFittedError):
        fresh.predict(X)
    learned = clone(estimator).fit(X, y)
    before = learned.decision_function(X)
    with pytest.raises(ValueError, match="delta"):
        learned.set_params(delta=-1).fit(X, -y)
    np.testing.assert_array_equal(learned.decision_function(X), before)
