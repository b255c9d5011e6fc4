"""Unusable input is refused at the door, in words that say what is wrong, where, and what to do; the rest works."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse import csr_array

from perceptron_lib import Halfspace, datasets, find_cycle, pad, radius, reachable, separate, train

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
    "no examples": (np.empty((0, 2)), r"is empty: it needs at least one example"),
    "no columns": (np.empty((4, 0)), r"has no columns: it needs at least one feature"),
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
    "records": (np.zeros((4, 2), [("a", float)]), r"holds .* needs real numbers"),
    "a dictionary": ({1: 2}, r"holds \{1: 2\}, which is not a real number"),
    "sparse": (csr_array(X), r"is a sparse matrix; .* dense .*toarray\(\)"),
    "masked": (np.ma.array(X, mask=[[0, 0], [0, 0], [0, 1], [0, 0]]), r"has masked entries\. Fill or drop"),
}

BAD_LABELS = {
    "one class": ([1, 1, 1, 1], r"y has one class only, 1; a perceptron needs two"),
    "one class of words": (["ham"] * 4, r"y has one class only, 'ham'; a perceptron needs two"),
    "three classes": ([0, 1, 2, 1], r"y has 3 classes \(0, 1, 2\); a perceptron needs two"),
    "targets of a regression": ([0.5, 0.1, 0.7, 0.9], r"y has 4 classes \(0\.1, 0\.5, 0\.7, 0\.9\); .* needs two"),
    "NaN": ([1, -1, NAN, 1], r"y holds NaN at position 2\. Replace or drop"),
    "NaN in objects": (np.array([1, 1, NAN, 1], object), r"y holds NaN at position 2"),
    "infinity": ([1, 1, INF, 1], r"y holds infinity at position 2"),
    "None": ([1, -1, None, 1], r"y mixes kinds of labels; use two values of one kind"),
    "complex": ([1, 1j, 1, 1], r"y holds complex numbers; labels are two values"),
    "too few": ([1, -1], r"y has 2 labels, but there are 4 examples"),
    "too many": ([1, -1] * 3, r"y has 6 labels, but there are 4 examples"),
    "none": ([], r"y has 0 labels, but there are 4 examples"),
    "a number": (1, r"y has shape \(\), but needs one label for each example, shape \(4,\)"),
    "a word": ("spam", r"y has shape \(\), but needs one label for each example"),
    "a column": ([[-1], [1], [1], [1]], r"y has shape \(4, 1\), but needs .* shape \(4,\); .*y\.ravel\(\)"),
    "the features": (X, r"y has shape \(4, 2\), but needs .*features, they come first: train\(X, y\)"),
    "ragged": ([[1], [1, 2], 1, 1], r"y is not a rectangular array"),
    "masked": (np.ma.array(Y, mask=[0, 0, 1, 0]), r"y has masked entries"),
}

BAD_NUMBERS = {
    "NaN": (NAN, "holds NaN"),
    "infinity": (INF, "holds infinity"),
    "text": ("1", "holds text; .* real numbers"),
    "None": (None, "holds None, which is not a real number"),
    "complex": (1j, "holds complex numbers"),
    "two numbers": ([1, 2], r"must be one number, but has shape \(2,\)"),
}

WHOLE = "must be a whole number of at least 1, but is"
BAD_OPTIONS = [
    ("delta", -1, "delta must be at least 0, but is -1"),
    ("delta", -1e-300, "delta must be at least 0, but is -1e-300"),
    ("eta", 0, "eta must be greater than 0, but is 0"),
    ("eta", -0.5, "eta must be greater than 0, but is -0.5"),
    ("w0", [1], r"w0 has shape \(1,\), but needs one weight for each of the 2 features"),
    ("w0", [1, 2, 3], r"w0 has shape \(3,\), but needs one weight for each of the 2 features"),
    ("w0", [[1, 2]], r"w0 has shape \(1, 2\), but needs"),
    ("w0", 3, r"w0 has shape \(\), but needs"),
    ("w0", [NAN, 0], r"w0 holds NaN at position 0\. Replace"),
    ("w0", [1j, 0], r"w0 holds complex numbers"),
    ("w0", "ab", r"w0 holds text"),
    *(("max_passes", v, f"max_passes {WHOLE} {v}") for v in (0, -1, 1.5, 2.0, True, None)),
    *(("max_updates", v, f"max_updates {WHOLE} {v}") for v in (0, -1, 1.5, True)),
    *(("patience", v, f"patience {WHOLE} {v}") for v in (0, 1.5)),
    ("callback", 5, "callback must be a function of a Progress, but is 5"),
    ("max_seconds", 0, "max_seconds must be greater than 0, but is 0"),
    ("max_seconds", NAN, "max_seconds holds NaN"),
    ("tol", -1, "tol must be at least 0, but is -1"),
    ("tol", NAN, "tol holds NaN"),
    ("order", "cylic", r"order must be one of 'cyclic', 'shuffled', 'random' or a sequence of rows, but is 'cylic'"),
    ("order", [0, 4], r"order names row 4 at position 1, but the rows of X are 0 to 3"),
    ("order", [0, 1, -1], r"order names row -1 at position 2, but the rows of X are 0 to 3"),
    *(("order", v, "order must be a sequence of row numbers") for v in ([], [0.0], [True], [[0, 1]], 5, None, ["a"])),
    ("order", [[0], [0, 1]], "order is not a rectangular array"),
    ("watch", "error", "watch must be one of 'training error', 'validation error', 'weights' or None, but is 'error'"),
    ("watch", "validation error", "go together: give both or neither"),
    ("validation", (X, Y), "go together: give both or neither"),
    ("rng", "0", "rng must be a seed, a numpy.random.Generator or None, but is '0'"),
    ("rng", 1.5, "rng must be a seed"),
    ("rng", -1, "rng must not be negative, but is -1"),
]

BAD_VALIDATION = {
    "a number": (5, r"validation must be a pair \(X, y\)"),
    "features only": (X, r"validation must be a pair \(X, y\)"),
    "three arrays": ((X, Y, Y), r"validation must be a pair \(X, y\)"),
    "more features": (([[1, 2, 3]] * 4, Y), r"validation X has 3 features, but needs 2"),
    "NaN": ((with_value(NAN), Y), r"validation X holds NaN in row 2, column 1"),
    "other labels": ((X, [0, 1, 1, 1]), r"validation y has the classes \(0, 1\), but y has \(-1, 1\)"),
    "one class": ((X, [1, 1, 1, 1]), r"validation y has one class only"),
    "fewer labels": ((X, [1, -1]), r"validation y has 2 labels, but there are 4 examples"),
}


def cases(table):
    return pytest.mark.parametrize(("value", "says"), table.values(), ids=table)


# --- unusable ----------------------------------------------------------------------------------------------------


@cases(BAD_FEATURES)
def test_train_refuses_features(value, says):
    with pytest.raises(ValueError, match="^X " + says):
        train(value, Y)


@cases(BAD_FEATURES)
@pytest.mark.parametrize("function", [separate, find_cycle, reachable])
def test_separation_and_cycles_refuse_features(function, value, says):
    with pytest.raises(ValueError, match="^X " + says):
        function(value, Y)


@cases(BAD_FEATURES)
def test_the_radius_refuses_features(value, says):
    with pytest.raises(ValueError, match="^X " + says):
        radius(value)


@cases(BAD_LABELS)
@pytest.mark.parametrize("function", [separate, find_cycle, reachable])
def test_separation_and_cycles_refuse_labels(function, value, says):
    if function is separate and says == BAD_LABELS["one class"][1]:
        value, says = [2, 2, 2, 2], "y has one class only, 2; a perceptron needs two"
    with pytest.raises(ValueError, match="^" + says):
        function(X, value)


@pytest.mark.parametrize("value", [0, 2, 1.5, False, "1", "spam"])
def test_one_class_alone_must_be_labelled_minus_one_or_plus_one(value):
    with pytest.raises(ValueError, match=f"^y has one class only, {value!r}; a perceptron needs two"):
        separate(X, [value] * 4)


@cases(BAD_NUMBERS)
@pytest.mark.parametrize("name", ["b0", "eta", "delta"])
@pytest.mark.parametrize("function", [find_cycle, reachable])
def test_cycles_refuse_what_is_not_one_number(function, name, value, says):
    with pytest.raises(ValueError, match=f"^{name} {says}"):
        function(X, Y, **{name: value})


CYCLE_OPTIONS = [row for row in BAD_OPTIONS if row[0] in ("delta", "eta", "w0")]


@pytest.mark.parametrize(("name", "value", "says"), CYCLE_OPTIONS, ids=[f"{n} = {v!r}" for n, v, _ in CYCLE_OPTIONS])
@pytest.mark.parametrize("function", [find_cycle, reachable])
def test_cycles_refuse_options(function, name, value, says):
    with pytest.raises(ValueError, match=says):
        function(X, Y, **{name: value})


@pytest.mark.parametrize(("value", "says"), [(v, s) for n, v, s in BAD_OPTIONS if n == "order" and v != "cylic"])
def test_cycles_refuse_orders(value, says):
    with pytest.raises(ValueError, match=says):
        find_cycle(X, Y, order=value)


def test_separation_takes_at_most_200_features():
    assert separate(np.eye(2, 200), [1, -1]).separable
    with pytest.raises(ValueError, match=r"^X has 201 features, but separate takes at most 200: .*LinearSVC"):
        separate(np.eye(2, 201), [1, -1])


@pytest.mark.parametrize("big", [1.1e100, -1.1e100, 10**101, Fraction(10**101, 3)])
def test_features_whose_squares_leave_the_floats_are_refused(big):
    features = np.array([[0], [big]], dtype=float if isinstance(big, float) else object)
    for function in (lambda: separate(features, [1, -1]), lambda: radius(features)):
        with pytest.raises(ValueError, match=r"^features reach .*e\+(99|100|101); beyond 1e100 .*rescale X"):
            function()
    assert separate(features / 100, [1, -1], exact=True).separable
    assert radius(features / 100) > 1e97


@cases(BAD_FEATURES)
def test_a_halfspace_refuses_points(value, says):
    for method in (Halfspace([1, 2], 3).score, Halfspace([1, 2], 3).predict, Halfspace([1, 2], 3).signed_distance):
        with pytest.raises(ValueError, match="^X " + says):
            method(value)


@cases(BAD_LABELS)
def test_train_refuses_labels(value, says):
    with pytest.raises(ValueError, match="^" + says):
        train(X, value)


def test_train_says_so_when_features_and_labels_are_swapped():
    with pytest.raises(ValueError, match=r"X has shape \(4,\).*labels come second: train\(X, y"):
        train(Y, X)


@cases(BAD_NUMBERS)
@pytest.mark.parametrize("name", ["b0", "eta", "delta", "tol"])
def test_train_refuses_what_is_not_one_number(name, value, says):
    with pytest.raises(ValueError, match=f"^{name} {says}"):
        train(X, Y, **{name: value})


@pytest.mark.parametrize(("name", "value", "says"), BAD_OPTIONS, ids=[f"{n} = {v!r}" for n, v, _ in BAD_OPTIONS])
def test_train_refuses_options(name, value, says):
    with pytest.raises(ValueError, match=says):
        train(X, Y, **{name: value})


@cases(BAD_VALIDATION)
def test_train_refuses_validation_data(value, says):
    with pytest.raises(ValueError, match="^" + says):
        train(X, Y, watch="validation error", validation=value)


@pytest.mark.parametrize(
    ("w", "says"),
    [
        ([], r"w has shape \(0,\), but needs one weight for each feature"),
        (3, r"w has shape \(\), but needs one weight for each feature"),
        ([[1, 2]], r"w has shape \(1, 2\), but needs one weight for each feature"),
        ([1, NAN], r"w holds NaN at position 1"),
        ([1, INF], r"w holds infinity at position 1"),
        ([1j, 0], r"w holds complex numbers"),
        ("ab", r"w holds text"),
        ([[1], [1, 2]], r"w is not a rectangular array"),
    ],
)
def test_a_halfspace_refuses_weights(w, says):
    with pytest.raises(ValueError, match="^" + says):
        Halfspace(w)


@cases(BAD_NUMBERS)
def test_a_halfspace_refuses_a_bias_that_is_not_one_number(value, says):
    with pytest.raises(ValueError, match="^b " + says):
        Halfspace([1, 2], value)


def test_a_halfspace_refuses_points_of_another_dimension():
    with pytest.raises(ValueError, match="X has 3 features, but needs 2"):
        Halfspace([1, 2]).score([[1, 2, 3]])


@pytest.mark.parametrize("name", ["one-dimensional", "NaN", "ragged", "text", "complex", "None", "sparse", "masked"])
def test_pad_refuses_what_cannot_be_padded(name):
    value, says = BAD_FEATURES[name]
    if name == "one-dimensional":
        value, says = np.zeros((2, 2, 2)), r"has 3 dimensions, but pad needs one example \(d,\) or a table"
    with pytest.raises(ValueError, match="^X " + says):
        pad(value)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"n": 1}, "n must be at least 2, one point for each cloud"),
        ({"n": 2.0}, "n must be a whole number"),
        ({"n": True}, "n must be a whole number"),
        ({"noise": -1}, "noise must be at least 0, but is -1"),
        ({"noise": NAN}, "noise holds NaN"),
        ({"rng": "a"}, "rng must be a seed"),
        ({"rng": -1}, "rng must not be negative"),
    ],
)
def test_clouds_refuse_options(options, says):
    with pytest.raises(ValueError, match=says):
        datasets.clouds(**options)


@pytest.mark.parametrize(
    ("function", "options", "says"),
    [
        (datasets.axes, {"n": 1}, "n must be at least 2, one point for each label"),
        (datasets.axes, {"n": 5, "length": 1}, "length must be at least 2, or an example may be a mistake twice"),
        (datasets.axes, {"n": 0}, f"n {WHOLE} 0"),
        (datasets.axes, {"n": 2.0}, f"n {WHOLE} 2.0"),
        (datasets.axes, {"n": True}, f"n {WHOLE} True"),
        (datasets.axes, {"n": 2, "length": 0}, f"length {WHOLE} 0"),
        (datasets.axes, {"n": 2, "length": 1.5}, f"length {WHOLE} 1.5"),
        (datasets.spiral, {"margin": 0.0049}, "margin must be at least 0.005, but is 0.0049"),
        (datasets.spiral, {"margin": 0}, "margin must be at least 0.005, but is 0"),
        (datasets.spiral, {"margin": -0.1}, "margin must be at least 0.005, but is -0.1"),
        (datasets.spiral, {"margin": 0.71}, "margin must be at most 0.7, but is 0.71"),
        (datasets.spiral, {"margin": NAN}, "margin holds NaN"),
        (datasets.spiral, {"margin": "0.1"}, "margin holds text"),
    ],
)
def test_axes_and_spiral_refuse_options(function, options, says):
    with pytest.raises(ValueError, match="^" + says):
        function(**options)


@pytest.mark.parametrize("positive", [-1, 10, 1.5, 3.0, "3", True, [1]])
def test_digits_refuse_what_is_not_a_digit(positive):
    with pytest.raises(ValueError, match="positive must be a digit from 0 to 9, but is"):
        datasets.digits(positive)


# --- overflow while training -------------------------------------------------------------------------------------

OVERFLOWS = {
    "int64 at once": ([[2**62], [1]], {}, "int64"),
    "int64 at the lowest": ([[-(2**63)], [1]], {}, "int64"),
    "int64 later": ([[1], [-1]], {"eta": 2**50, "delta": 2**63 - 1}, "int64"),
    "int64 by the start": ([[3], [1]], {"w0": [2**62]}, "int64"),
    "int64 by the bias": ([[3], [1]], {"b0": 2**63 - 1}, "int64"),
    "float at once": ([[1e200], [-1e200]], {}, "float64"),
    "float later": ([[1.0], [-1.0]], {"eta": 1e304, "delta": 1.7e308}, "float64"),
    "float by the start": ([[1e10], [1.0]], {"w0": [1e300]}, "float64"),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("features", "options", "kind"), OVERFLOWS.values(), ids=OVERFLOWS)
def test_overflow_is_an_error_and_no_infinity(features, options, kind):
    with pytest.raises(ValueError, match=f"weights could overflow {kind} .*Rescale the features"):
        train(features, [1, -1], max_passes=10**5, **options)


@pytest.mark.parametrize("name", [name for name in OVERFLOWS if name.startswith("int64")])
def test_what_overflows_int64_is_trained_exactly_as_objects(name):
    features, options, _ = OVERFLOWS[name]
    run = train(np.array(features, dtype=object), [1, -1], max_passes=10**4, **options)
    assert all(type(v) is int for v in (*run.w, run.b))
    assert name != "int64 later" or run.converged


@pytest.mark.parametrize("scale", [10**6, 10**8, 10**9])
@pytest.mark.parametrize("callback", [None, lambda now: False], ids=["in chunks", "pass by pass"])
def test_large_integers_that_do_not_overflow_are_trained(scale, callback):
    X, y = datasets.xor()
    run = train(X * scale, y, max_passes=3000, callback=callback)
    assert (len(run.mistakes), run.stopped) == (4 * 3000, "max_passes")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("value", [1.7e308, [INF, -INF]])
def test_extreme_values_are_judged_without_a_warning(value):
    with pytest.raises(ValueError, match=r"infinity|overflow"):
        train(np.full((2, 2), value), [0, 1])


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
    "masked nowhere": np.ma.array(X),
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


@pytest.mark.parametrize(
    "order", [[3, 1, 2, 0], (3, 1, 2, 0), range(3, -1, -1), np.array([3, 1, 2, 0]), np.uint8([0, 3])]
)
def test_train_takes_an_order_in_any_container(order):
    run = train(X, Y, order=order)
    assert run.converged
    assert set(run.mistakes.example.tolist()) <= set(order)


def test_one_feature_and_two_examples_suffice():
    assert train([[0], [1]], [0, 1]).converged


def test_a_row_twice_with_both_labels_is_data_that_nothing_separates():
    assert train([[1, 2], [1, 2]], [0, 1], max_passes=50).stopped == "max_passes"
