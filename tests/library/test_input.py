"""Unusable input is refused at the door, in words that say what is wrong, where, and what to do; the rest works.

What the door refuses is tested once, through one function; every other function is sent there once.
"""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse import csr_array

from perceptron_lib import (
    Halfspace,
    datasets,
    descend,
    find_cycle,
    losses,
    mistake_bound,
    multiclass,
    one_vs_one,
    one_vs_rest,
    pad,
    radius,
    reachable,
    separate,
    train,
    train_multiclass,
    variants,
)

NAN, INF = float("nan"), float("inf")
X, Y = [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, 1]


def with_value(value):
    """Return X with one value, in row 2 and column 1, replaced."""
    return [[0, 0], [0, 1], [1, value], [1, 1]]


BAD_FEATURES = {  # what is wrong: the features, and what the error must say after their name
    "one-dimensional": ([0, 1, 2, 3], r"has shape \(4,\), but needs two dimensions .*\[x\].*x\[:, None\]"),
    "three-dimensional": (np.zeros((4, 2, 2)), r"has 3 dimensions, but needs two"),
    "a number": (3, r"has 0 dimensions, but needs two"),
    "nothing": ([], r"has shape \(0,\), but needs two dimensions"),
    "no examples": (np.empty((0, 2)), r"has shape \(0, 2\): it needs at least one example and one feature"),
    "no columns": (np.empty((4, 0)), r"has shape \(4, 0\): it needs at least one example and one feature"),
    "ragged": ([[0, 0], [0, 1], [1], [1, 1]], r"is not a rectangular array: its rows differ in length"),
    "NaN": (with_value(NAN), r"holds NaN in row 2, column 1\. Replace or drop"),
    "infinity": (with_value(INF), r"holds infinity in row 2, column 1\. Replace or drop"),
    "minus infinity": (with_value(-INF), r"holds infinity in row 2, column 1\. Replace or drop"),
    "many": ([[0, NAN], [INF, 1], [1, -INF], [1, 1]], r"holds NaN in row 0, column 1 and 2 more"),
    "NaN in float32": (np.array(with_value(NAN), np.float32), r"holds NaN in row 2, column 1"),
    "NaN in objects": (np.array(with_value(NAN), object), r"holds NaN in row 2, column 1"),
    "NaN by columns": (np.asfortranarray(with_value(NAN)), r"holds NaN in row 2, column 1"),
    "None": (with_value(None), r"holds None in row 2, column 1, which is not a real number\. Replace or drop"),
    "text": (with_value("1"), r"holds text; .* needs real numbers\. Convert"),
    "text among objects": (np.array(with_value("1"), object), r"holds '1' in row 2, column 1, which is not a real"),
    "bytes": (np.array(with_value(b"1"), object), r"holds b'1' in row 2, column 1, which is not a real number"),
    "complex": (with_value(1j), r"holds complex numbers; .* needs real numbers\. Convert"),
    "complex among objects": (np.array(with_value(1j), object), r"holds 1j in row 2, column 1, which is not a real"),
    "dates": (np.zeros((4, 2), "datetime64[D]"), r"holds datetime64\[D\] values; .* needs real numbers"),
    "a dictionary": ({1: 2}, r"holds \{1: 2\}, which is not a real number"),
    "sparse": (csr_array(X), r"holds <Compressed(?s:.*), which is not a real number"),
}

BAD_LABELS = {
    "one class": ([3, 3, 3, 3], r"y has one class only, 3; a perceptron needs two"),
    "one class of words": (["ham"] * 4, r"y has one class only, 'ham'; a perceptron needs two"),
    "three classes": ([0, 1, 2, 1], r"y has 3 classes \(0, 1, 2\); a perceptron needs two"),
    "targets of a regression": ([0.5, 0.1, 0.7, 0.9], r"y has 4 classes \(0\.1, 0\.5, 0\.7, 0\.9\); .* needs two"),
    "NaN": ([1, -1, NAN, 1], r"y holds NaN at position 2\. Replace or drop"),
    "NaN in objects": (np.array([1, 1, NAN, 1], object), r"y holds NaN at position 2"),
    "infinity": ([1, 1, INF, 1], r"y holds infinity at position 2"),
    "None": ([1, -1, None, 1], r"y mixes types of labels; use values of one type"),
    "complex": ([1, 1j, 1, 1], r"y holds complex numbers; labels are two values"),
    "too few": ([1, -1], r"y has 2 labels, but there are 4 examples"),
    "too many": ([1, -1] * 3, r"y has 6 labels, but there are 4 examples"),
    "none": ([], r"y has 0 labels, but there are 4 examples"),
    "a number": (1, r"y has shape \(\), but needs one label for each example, shape \(4,\)"),
    "a word": ("spam", r"y has shape \(\), but needs one label for each example"),
    "a column": ([[-1], [1], [1], [1]], r"y has shape \(4, 1\), but needs .* shape \(4,\); .*y\.ravel\(\)"),
    "the features": (X, r"y has shape \(4, 2\), but needs .*features, they come first: train\(X, y\)"),
    "ragged": ([[1], [1, 2], 1, 1], r"y is not a rectangular array"),
}

BAD_NUMBERS = {
    "NaN": (NAN, "holds NaN"),
    "infinity": (INF, "holds infinity"),
    "text": ("1", "holds text; .* real numbers"),
    "None": (None, "holds None, which is not a real number"),
    "complex": (1j, "holds complex numbers"),
    "two numbers": ([1, 2], r"must be one number, but has shape \(2,\)"),
}

BAD_START = {
    "too short": ([1], r"has shape \(1,\), but needs \(2,\)"),
    "too long": ([1, 2, 3], r"has shape \(3,\), but needs \(2,\)"),
    "two-dimensional": ([[1, 2]], r"has shape \(1, 2\), but needs"),
    "a number": (3, r"has shape \(\), but needs"),
    "NaN": ([NAN, 0], r"holds NaN at position 0\. Replace"),
    "text": ("ab", r"holds text"),
}


def refused(says, call, *args, **options):
    with pytest.raises(ValueError, match="^" + says):
        call(*args, **options)


def cases(table):
    return pytest.mark.parametrize(("value", "says"), table.values(), ids=table)


# --- unusable ----------------------------------------------------------------------------------------------------


@cases(BAD_FEATURES)
def test_features(value, says):
    refused("X " + says, train, value, Y)


@cases(BAD_LABELS)
def test_labels(value, says):
    refused(says, train, X, value)


@cases({name: case for name, case in BAD_LABELS.items() if not name.startswith(("one class", "three", "targets"))})
def test_labels_of_many_classes(value, says):
    refused(says, train_multiclass, X, value)


@cases(BAD_NUMBERS)
def test_numbers(value, says):
    refused("eta " + says, train, X, Y, eta=value)


@cases(BAD_START)
def test_the_start(value, says):
    refused("w0 " + says, train, X, Y, w0=value)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("delta", -1, "must be at least 0, but is -1"),
        ("delta", -1e-300, "must be at least 0, but is -1e-300"),
        ("eta", 0, "must be greater than 0, but is 0"),
        ("eta", -0.5, "must be greater than 0, but is -0.5"),
    ],
)
def test_numbers_out_of_range(name, value, says):
    refused(f"{name} {says}", train, X, Y, **{name: value})


def test_features_and_labels_that_are_swapped():
    refused(r"X has shape \(4,\).*labels come second: train\(X, y", train, Y, X)


# --- every function sends what it is given to the door -----------------------------------------------------------

LEARN = {  # from features and labels
    **{f.__name__: f for f in (descend, train_multiclass, one_vs_rest, one_vs_one, find_cycle, reachable, separate)},
    "objective": lambda X, y, **options: losses.objective([[1, 2, 3]], X, y, **options),
    "gradient": lambda X, y, **options: losses.gradient([1, 2, 3], X, y, **options),
}
MACHINES = [Halfspace([1, 2]), train_multiclass(X, Y), one_vs_one(X, Y)]
METHODS = {  # from features alone
    **{
        f"{type(machine).__name__}.{name}": getattr(machine, name)
        for machine in MACHINES
        for name in ("score", "predict", "signed_distance", "scores", "votes")
        if hasattr(machine, name)
    },
    "margin": lambda X: multiclass.margin(MACHINES[1], X, [1] * len(X)),
}


@pytest.mark.parametrize("function", LEARN.values(), ids=LEARN)
def test_what_learns_from_features_and_labels(function):
    refused("X holds NaN in row 2, column 1", function, with_value(NAN), Y)
    refused("y has 2 labels, but there are 4 examples", function, X, [1, -1])
    refused("y has one class only, 3", function, X, [3] * 4)


@pytest.mark.parametrize("function", [descend, train_multiclass, one_vs_rest, one_vs_one])
def test_what_has_a_learning_rate(function):
    refused("eta must be greater than 0, but is 0", function, X, Y, eta=0)


@pytest.mark.parametrize("function", [train_multiclass, one_vs_rest, one_vs_one])
def test_what_has_a_threshold(function):
    refused("delta must be at least 0, but is -1", function, X, Y, delta=-1)


def test_what_has_a_start():
    refused("w0 has shape", descend, X, Y, w0=[1])
    refused("b0 holds NaN", descend, X, Y, b0=NAN)


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_what_scores_points(method):
    refused("X holds NaN in row 2, column 1", method, with_value(NAN))
    refused("X has 3 features, but needs 2", method, [[1, 2, 3]])


def test_what_has_a_kernel():
    refused("K holds NaN in row 0, column 1", variants.train_kernel, [[0, NAN], [NAN, 0]], [-1, 1])
    refused(r"K has shape \(1, 3\), but needs \(n, n\)", variants.train_kernel, [[1, 2, 3]], [1])
    refused("eta must be greater than 0", variants.train_kernel, np.eye(2), [-1, 1], eta=0)
    refused("delta must be at least 0", variants.train_kernel, np.eye(2), [-1, 1], delta=-1)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: radius([1, 2]), r"X has shape \(2,\), but needs two dimensions"),
        (lambda: radius(with_value(NAN)), "X holds NaN in row 2, column 1"),
        (lambda: pad(with_value(NAN)), "X holds NaN in row 2, column 1"),
        (lambda: pad(np.zeros((2, 2, 2))), r"X has 3 dimensions, but pad needs one example \(d,\) or a table"),
        (lambda: Halfspace([]), r"w has shape \(0,\), but needs one weight for each feature"),
        (lambda: Halfspace(3), r"w has shape \(\), but needs one weight for each feature"),
        (lambda: Halfspace([[1, 2]]), r"w has shape \(1, 2\), but needs one weight for each feature"),
        (lambda: Halfspace([1, NAN]), r"w holds NaN at position 1"),
        (lambda: Halfspace([1, 2], NAN), "b holds NaN"),
        (lambda: find_cycle(X, Y, order=[4]), "order names row 4 at position 0, but the rows of X are 0 to 3"),
        (lambda: losses.hinge([1, NAN]), "margins holds NaN at position 1"),
        (lambda: losses.objective([[1, 2, NAN]], X, Y), "weights holds NaN in row 0, column 2"),
        (lambda: losses.gradient([1, 2, NAN], X, Y), "weights holds NaN at position 2"),
        (lambda: losses.shifted_hinge(-1), "delta must be at least 0, but is -1"),
        (lambda: descend([[10**400], [0]], [0, 1]), "X holds numbers beyond the floats. Rescale X"),
        (lambda: multiclass.mistake_bound(0, 1), "R must be greater than 0"),
        (lambda: multiclass.mistake_bound(1, 1, delta=-1), "delta must be at least 0"),
        (lambda: mistake_bound(NAN, 1), "R holds NaN"),
    ],
)
def test_the_others(call, says):
    refused(says, call)


# --- what single functions refuse --------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, 2, 1.5, False, "1", "spam"])
def test_one_class_alone_must_be_labelled_minus_one_or_plus_one(value):
    refused(f"y has one class only, {value!r}; a perceptron needs two", train, X, [value] * 4)


# --- overflow while training -------------------------------------------------------------------------------------

OVERFLOWS = {
    "at once": ([[1e200], [-1e200]], {}),
    "later": ([[1.0], [-1.0]], {"eta": 1e304, "delta": 1.7e308}),
    "by the start": ([[1e10], [1.0]], {"w0": [1e300]}),
    "in a long order": ([[1e152], [1.0]], {"delta": 1.79e308, "order": [0] * 10**5, "max_passes": 1}),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("features", "options"), OVERFLOWS.values(), ids=OVERFLOWS)
def test_overflow_is_an_error_and_no_infinity(features, options):
    says = "the weights could overflow float64: .*Rescale the features"
    refused(says, train, features, [1, -1], **{"max_passes": 10**5} | options)


LARGE = {
    "at once": ([[2**62], [1]], {}),
    "at the lowest": ([[-(2**63)], [1]], {}),
    "later": ([[1], [-1]], {"eta": 2**50, "delta": 2**63 - 1}),
    "by the start": ([[3], [1]], {"w0": [2**62]}),
    "by the bias": ([[3], [1]], {"b0": 2**63 - 1}),
}


@pytest.mark.parametrize(("features", "options"), LARGE.values(), ids=LARGE)
def test_integers_that_might_leave_int64_are_trained_exactly(features, options):
    run = train(features, [1, -1], max_passes=10**4, **options)
    assert all(type(v) is int for v in (*run.w, run.b))
    judge = train(np.array(features, dtype=object), [1, -1], max_passes=10**4, **options)
    assert run.weights.tolist() == judge.weights.tolist()


@pytest.mark.parametrize("scale", [1, 10**6, 10**9])
def test_large_integers_are_trained(scale):
    X, y = datasets.xor()
    run = train(X * scale, y, max_passes=300)
    assert (len(run.mistakes), run.stopped) == (4 * 300, "max_passes")
    assert run.w.dtype == (object if scale == 10**9 else np.int64)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("value", [1.7e308, [INF, -INF]])
def test_extreme_values_are_judged_without_a_warning(value):
    refused(".*(infinity|overflow)", train, np.full((2, 2), value), [0, 1])


# --- unusual, but usable -----------------------------------------------------------------------------------------


class Table:
    """Anything that NumPy can turn into an array, such as a data frame."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=dtype)


def read_only(values):
    array = np.array(values, dtype=float)
    array.flags.writeable = False
    return array


USABLE = {
    "lists": X,
    "tuples": tuple(map(tuple, X)),
    "lists of arrays": [np.array(row) for row in X],
    "booleans": np.array(X, dtype=bool),
    **{kind: np.array(X, dtype=kind) for kind in ("i1", "u1", "u4", "u8", "f2", "f4", "f8", "g", ">f8", ">i4")},
    "columns first": np.asfortranarray(X, dtype=float),
    "read-only": read_only(X),
    "every second column": np.repeat(np.array(X, dtype=float), 2, axis=1)[:, ::2],
    "reversed twice": np.array(X, dtype=float)[::-1][::-1],
    "a table": Table(X),
    "a matrix": np.array(X).view(np.matrix),
    "integers as objects": np.array(X, dtype=object),
    "floats as objects": np.array(X, dtype=float).astype(object),
    "decimals": [[Decimal(v) for v in row] for row in X],
    "fractions": [[Fraction(v) for v in row] for row in X],
    "NumPy integers as objects": np.array([[np.int8(v) for v in row] for row in X], dtype=object),
}


@pytest.mark.parametrize("features", USABLE.values(), ids=USABLE)
def test_train_takes_features_in_any_shape_of_container(features):
    run = train(features, Y)
    assert len(run.mistakes) == 9
    assert (run.w.tolist(), run.b) == ([2, 2], -1)
    assert run.weights[-1].tolist() == [2, 2, -1]


@pytest.mark.parametrize("kind", ["i1", "u1", "u4", "u8", "?"])
def test_integers_of_every_size_are_trained_as_integers(kind):
    assert train(np.array(X, dtype=kind), Y).w.dtype == np.int64


@pytest.mark.parametrize(
    "wrap", [tuple, np.array, Table, np.float32, np.int8, read_only, lambda y: np.repeat(y, 2)[::2]]
)
def test_train_takes_labels_in_any_container(wrap):
    assert len(train(X, wrap(Y)).mistakes) == 9


@pytest.mark.parametrize(
    "number", [int, float, np.float32, np.float64, np.int8, np.uint64, Fraction, Decimal, np.array]
)
def test_train_takes_any_kind_of_number_for_its_options(number):
    run = train(X, Y, eta=number(2), delta=number(1), b0=number(3), max_passes=50)
    same = train(X, Y, eta=2, delta=1, b0=3, max_passes=50)
    assert list(run.mistakes) == list(same.mistakes)
    assert (run.w.tolist(), run.b) == (same.w.tolist(), same.b)


def test_train_takes_whole_numbers_of_numpy():
    run = train(X, Y, max_passes=np.int64(2), max_updates=np.uint8(100), rng=np.int32(0), patience=np.int8(1))
    assert run.passes == 2


def test_one_feature_and_two_examples_suffice():
    assert train([[0], [1]], [0, 1]).converged


def test_a_row_twice_with_both_labels_is_data_that_nothing_separates():
    assert train([[1, 2], [1, 2]], [0, 1], max_passes=50).stopped == "max_passes"
