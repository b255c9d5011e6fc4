"""The estimators against scikit-learn's own checks, its Perceptron, and the modules that they are made of."""

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

from perceptron_lib import multiclass, reductions, train, variants
from perceptron_lib.estimators import (
    AveragedPerceptron,
    KernelPerceptron,
    MulticlassPerceptron,
    Perceptron,
    PocketPerceptron,
)

FAMILY = [Perceptron(), AveragedPerceptron(), PocketPerceptron(), KernelPerceptron(), MulticlassPerceptron()]


@parametrize_with_checks([*FAMILY, Perceptron(order="shuffled"), KernelPerceptron(kernel="linear")])
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
TWO_OR_THREE = pytest.mark.parametrize("data", [BINARY, TERNARY], ids=["two classes", "three classes"])


def judge(**options):
    return linear_model.Perceptron(shuffle=False, tol=None, penalty=None, **options)


def same(model, other):
    """Whether two fits left the same attributes, by name."""
    mine, others = (
        {name: value for name, value in vars(fitted).items() if name.endswith("_") and not name.startswith("_")}
        for fitted in (model, other)
    )
    assert mine.keys() == others.keys()
    for name, value in mine.items():
        np.testing.assert_array_equal(value, others[name], err_msg=name)
    return True


# --- scikit-learn as judge ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("eta", [1, 0.1])
@pytest.mark.parametrize("name", DATA)
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
        model.partial_fit(X[batch], y[batch], classes=np.unique(y)[::-1])
        other.partial_fit(X[batch], y[batch], classes=np.unique(y))
        np.testing.assert_array_equal(model.coef_, other.coef_)
        np.testing.assert_array_equal(model.intercept_, other.intercept_)


def test_in_scikit_learns_one_against_one_the_perceptrons_are_those_of_the_module():
    X, y = DATA["wine"]
    model = OneVsOneClassifier(Perceptron(max_passes=5)).fit(X, y)
    pairwise = reductions.one_vs_one(X, y, max_passes=5)
    np.testing.assert_array_equal(np.vstack([pair.coef_ for pair in model.estimators_]), pairwise.W)
    np.testing.assert_array_equal(model.predict(X), pairwise.predict(X))


# --- the modules as judges ---------------------------------------------------------------------------------------


def sides(y):
    """The +1 of each perceptron: the second of two classes, else each class in turn."""
    labels = np.unique(y)
    return [np.where(y == k, 1, -1) for k in (labels[1:] if len(labels) == 2 else labels)]


WHOLE = pytest.mark.parametrize("data", [BINARY, TERNARY, IRIS], ids=["two classes", "three classes", "iris"])
ORDERS = pytest.mark.parametrize("order", ["cyclic", [5, 3, 0, 1, 2, 4, 3], np.arange(30)[::-1]], ids=str)


@WHOLE
@ORDERS
def test_the_estimators_are_what_the_modules_learn(data, order):
    X, y = data
    options = {"order": order, "eta": 0.5, "delta": 1, "max_passes": 9}
    runs = [train(X, side, **options) for side in sides(y)]
    at_once = multiclass.train_multiclass(X, y, **options)
    W, b = at_once.W, at_once.b
    all_at_once = list(zip(W, b, strict=True)) if len(b) > 2 else [(W[1] - W[0], b[1] - b[0])]
    for cls, learned, passes in (
        (Perceptron, [(run.w, run.b) for run in runs], max(run.passes for run in runs)),
        (AveragedPerceptron, [(h.w, h.b) for h in map(variants.average, runs)], max(run.passes for run in runs)),
        (PocketPerceptron, [(h.w, h.b) for h in map(variants.pocket, runs)], max(run.passes for run in runs)),
        (MulticlassPerceptron, all_at_once, at_once.passes),
    ):
        model = cls(**options).fit(X, y)
        np.testing.assert_array_equal(model.coef_, [w for w, _ in learned])
        np.testing.assert_array_equal(model.intercept_, [b for _, b in learned])
        assert model.n_iter_ == passes
        scores = np.column_stack([X @ w + b for w, b in learned])
        found = model.decision_function(X)
        np.testing.assert_allclose(found, scores[:, 0] if len(learned) == 1 else scores, rtol=1e-12, atol=1e-9)
        np.testing.assert_array_equal(model.predict(X), found > 0 if len(learned) == 1 else found.argmax(axis=1))


def test_of_two_classes_the_multiclass_perceptron_is_the_perceptron_with_twice_the_learning_rate():
    model, other = MulticlassPerceptron(eta=0.5, delta=1).fit(*BINARY), Perceptron(eta=1, delta=1).fit(*BINARY)
    assert same(model, other)


@WHOLE
@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random", [5, 3, 30, 1, 2, 4, 3]], ids=str)
def test_with_the_linear_kernel_the_kernel_perceptron_is_the_perceptron(data, order):
    X, y = data
    options = {"eta": 0.5, "delta": 3.0, "order": order, "max_passes": 7, "random_state": 5}
    kernel, linear = KernelPerceptron(kernel="linear", **options).fit(X, y), Perceptron(**options).fit(X, y)
    np.testing.assert_array_equal(kernel.dual_coef_ @ kernel.support_vectors_, linear.coef_)
    np.testing.assert_array_equal(kernel.intercept_, linear.intercept_)
    np.testing.assert_array_equal(kernel.decision_function(X[::-1] + 1), linear.decision_function(X[::-1] + 1))
    np.testing.assert_array_equal(kernel.predict(X), linear.predict(X))
    assert kernel.n_iter_ == linear.n_iter_
    np.testing.assert_array_equal(kernel.support_vectors_, X[kernel.support_])
    assert kernel.dual_coef_.any(axis=0).all()
    assert set(kernel.support_) <= (set(range(len(X))) if isinstance(order, str) else set(order))


KERNELS = {
    "rbf by default": ({}, lambda X, Z: rbf_kernel(X, Z)),
    "rbf": ({"gamma": 0.03}, lambda X, Z: rbf_kernel(X, Z, gamma=0.03)),
    "poly by default": ({"kernel": "poly"}, lambda X, Z: polynomial_kernel(X, Z)),
    "poly": (
        {"kernel": "poly", "degree": 2, "gamma": 0.5, "coef0": 3},
        lambda X, Z: polynomial_kernel(X, Z, degree=2, gamma=0.5, coef0=3),
    ),
    "a function, whatever gamma": ({"kernel": np.dot, "gamma": 5.0, "degree": 7}, lambda X, Z: X @ Z.T),
}


@TWO_OR_THREE
@pytest.mark.parametrize(("options", "kernel"), KERNELS.values(), ids=KERNELS)
def test_the_kernel_and_its_parameters_are_those_asked_for(data, options, kernel):
    X, y = data
    model = KernelPerceptron(max_passes=8, **options).fit(X, y)
    new = X[::-1] + 0.5
    runs = [variants.train_kernel(kernel(X, X), side, max_passes=8) for side in sides(y)]
    scores = np.column_stack([kernel(new, X) @ run.coefficients + run.b for run in runs])
    coefficients = np.array([run.coefficients for run in runs])
    np.testing.assert_array_equal(model.support_, np.flatnonzero(coefficients.any(axis=0)))
    np.testing.assert_array_equal(model.dual_coef_, coefficients[:, model.support_])
    np.testing.assert_array_equal(model.intercept_, coefficients.sum(axis=1))
    np.testing.assert_allclose(model.decision_function(new), scores if len(runs) > 1 else scores[:, 0], atol=1e-8)


def test_a_kernel_learns_what_no_halfspace_can():
    X, y = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]]), np.array(["no", "yes", "yes", "no"])
    assert KernelPerceptron(gamma=1).fit(X, y).score(X, y) == KernelPerceptron(kernel="poly").fit(X, y).score(X, y) == 1
    assert Perceptron().fit(X, y).score(X, y) < 1


# --- learning that goes on ---------------------------------------------------------------------------------------


@TWO_OR_THREE
@pytest.mark.parametrize(
    "options", [{}, {"eta": 0.5, "delta": 3.0, "order": [*range(39, -1, -1), 7, 7]}], ids=["plain", "more"]
)
def test_partial_fit_again_and_again_is_one_fit_with_as_many_passes(data, options):
    X, y = data
    online, after_a_fit = Perceptron(**options), Perceptron(max_passes=1, **options).fit(X, y)
    for p in range(1, 6):
        at_once = Perceptron(max_passes=p, **options).fit(X, y)
        assert same(online.partial_fit(X, y, classes=np.unique(y)), at_once)
        assert same(after_a_fit if p == 1 else after_a_fit.partial_fit(X, y), at_once)
        assert at_once.n_iter_ == p


def test_a_class_that_never_came_is_known():
    model = Perceptron().partial_fit(*BINARY, classes=[0, 1, 7])
    assert model.classes_.tolist() == [0, 1, 7]
    assert model.coef_.shape == (3, 3)


@EVERYONE
def test_a_fit_forgets_what_came_before(cls):
    X, y = BINARY
    model = cls(max_passes=4).fit(*TERNARY)
    assert same(model.fit(X[:, :2], y), cls(max_passes=4).fit(X[:, :2], y))
    assert same(model.fit(X[:, :2], 1 - y), cls(max_passes=4).fit(X[:, :2], 1 - y))  # of the same shape


def test_partial_fit_refuses_what_does_not_suit():
    X, y = TERNARY
    for classes, says in (
        (None, "first call of partial_fit needs classes"),
        ([0], "classes has one class only, 0; at least two are needed"),
        (3, "classes has shape"),
        ([0, 1], "y has the class 2, which is not among the classes learned"),
    ):
        model = Perceptron()
        with pytest.raises(ValueError, match=says):
            model.partial_fit(X, y, classes=classes)
        with pytest.raises(NotFittedError):
            model.predict(X)
    model = Perceptron().partial_fit(X, y, classes=[0, 1, 2])
    before = clone(model).partial_fit(X, y, classes=[0, 1, 2])
    for classes in ([0, 1], [0, 1, 3], [0, 1, 2, 3], ["0", "1", "2"]):
        with pytest.raises(ValueError, match=r"^classes is .* but was"):
            model.partial_fit(X, y, classes=classes)
    with pytest.raises(ValueError, match="y has the class 9, which is not among the classes learned"):
        model.partial_fit(X, np.where(y == 2, 9, y))
    with pytest.raises(ValueError, match="Unknown label type"):
        model.partial_fit(X, y + 0.5)
    assert same(model, before)  # nothing that was refused left a trace


# --- the ways of scikit-learn ------------------------------------------------------------------------------------

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
    X, y = TERNARY if len(names) == 3 else BINARY
    model, plain = cls(max_passes=5).fit(X, names[y]), cls(max_passes=5).fit(X, y)
    np.testing.assert_array_equal(model.classes_, names)
    np.testing.assert_array_equal(model.predict(X), names[plain.predict(X)])
    assert model.predict(X).dtype == model.classes_.dtype == names.dtype
    assert model.score(X, names[y]) == plain.score(X, y)
    from_a_table = cls(max_passes=5).fit(pd.DataFrame(X).add_prefix("x"), pd.Series(names[y]))
    np.testing.assert_array_equal(from_a_table.predict(pd.DataFrame(X).add_prefix("x")), model.predict(X))


@EVERYONE
def test_the_shapes_are_those_of_the_docstrings(cls):
    for X, y in (BINARY, TERNARY, whole_numbers(50, 2, 5)):
        n, d, c = *X.shape, y.max() + 1
        model = cls(max_passes=6).fit(X, y)
        rows = 1 if c == 2 else c
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


@EVERYONE
def test_it_stops_after_a_pass_without_a_mistake_and_counts_the_passes_of_the_perceptron_that_made_most(cls):
    options = {"kernel": "linear"} if cls is KernelPerceptron else {}
    X, y = np.array([[-4.0, 1], [-5, 0], [4, 1], [6, 0]]), np.array([0, 0, 1, 1])
    model = cls(**options).fit(X, y)
    assert (model.n_iter_, model.score(X, y)) == (2, 1)
    assert cls(max_passes=30, **options).fit(*IRIS).n_iter_ == 30  # class 0 is soon told from the others, 1 and 2 never


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
def test_a_fit_whose_parameters_mean_nothing_neither_learns_nor_forgets(cls):
    X, y = BINARY
    for options, says in INVALID:
        fresh, fitted = cls(**options), cls(max_passes=3).fit(X, y)
        before = fitted.decision_function(X)
        for model in (fresh, fitted.set_params(**options)):
            with pytest.raises(ValueError, match=says):
                model.fit(X, 1 - y)
        with pytest.raises(NotFittedError):
            fresh.predict(X)
        np.testing.assert_array_equal(fitted.decision_function(X), before)


@EVERYONE
def test_a_fit_that_fails_while_it_learns_forgets_nothing(cls):
    X, y = BINARY
    fitted = cls(max_passes=3).fit(X, y)
    before = fitted.decision_function(X)
    with pytest.raises(ValueError, match=r"overflow|holds infinity"), np.errstate(all="ignore"):
        fitted.set_params(**{"kernel": "linear"} if cls is KernelPerceptron else {}).fit(X * 1e200, y + 5)
    np.testing.assert_array_equal(fitted.classes_, [0, 1])
    if cls is not KernelPerceptron:
        np.testing.assert_array_equal(fitted.decision_function(X), before)


@EVERYONE
def test_one_class_is_refused(cls):
    with pytest.raises(ValueError, match="one class only, 0; at least two are needed"):
        cls().fit(BINARY[0], np.zeros(len(BINARY[0]), dtype=int))


def test_a_kernel_must_be_one_of_scikit_learn_and_no_table():
    with pytest.raises(ValueError, match="'metric' parameter of pairwise_kernels"):
        KernelPerceptron(kernel="magic").fit(*BINARY)
    with pytest.raises(ValueError, match="precomputed"):  # which rows of a new K to keep, nobody could say
        KernelPerceptron(kernel="precomputed").fit(BINARY[0] @ BINARY[0].T, BINARY[1])
    with pytest.raises(ValueError, match="K holds infinity"):
        KernelPerceptron(kernel=lambda x, z: np.inf).fit(*BINARY)


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
        np.testing.assert_array_equal(first, one)
        assert np.any(first != second)  # the state has moved on


def test_the_defaults_are_those_of_the_docstrings():
    common = {"eta": 1, "delta": 0, "order": "cyclic", "max_passes": 1000, "random_state": None}
    kernel = {"kernel": "rbf", "gamma": None, "degree": 3, "coef0": 1}
    for cls, more in ((Perceptron, {}), (KernelPerceptron, kernel)):
        assert cls().get_params() == common | more


@EVERYONE
def test_pipelines_cross_validation_and_grid_searches_work(cls):
    X, y = DATA["iris"]
    pipeline = make_pipeline(StandardScaler(), cls(max_passes=15, order="shuffled", random_state=0))
    scores = cross_val_score(pipeline, X, y, cv=3)
    assert scores.shape == (3,)
    assert scores.mean() > 0.75
    name = cls.__name__.lower()
    grid = {f"{name}__eta": [0.1, 1.0], f"{name}__delta": [0.0, 1.0]}
    if cls is KernelPerceptron:
        grid[f"{name}__gamma"] = [1e-9, 0.25]  # None is 1 / 4, one over the number of features
    search = GridSearchCV(pipeline, grid, cv=3, error_score="raise").fit(X, y)
    assert search.best_params_.keys() == grid.keys()
    assert search.best_score_ >= scores.mean()
    if cls is KernelPerceptron:
        assert search.best_params_[f"{name}__gamma"] == 0.25
