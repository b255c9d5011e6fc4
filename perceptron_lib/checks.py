"""What every public function checks at its door, with errors that say what was wrong, where, and what to do.

Arrays have one of three dtypes: float64, int64, or object, which holds exact numbers (Python integers and
`fractions.Fraction`). The dtype decides the arithmetic of everything that follows.
"""

import math
import sys
from collections.abc import Mapping
from fractions import Fraction
from numbers import Integral, Rational
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[Any]
Number = int | float | Fraction


def numbers(values: ArrayLike | Number, name: str) -> Array:
    """Return `values` as a C-ordered array of float64, int64 or exact numbers, all finite.

    A float64 array in C order is returned as it is, not copied.
    """
    array = as_array(values, name)
    if array.dtype.kind == "f" and isinstance(values, (list, tuple)) and abs(array).max(initial=0) >= 2**63:
        array = np.asarray(values, dtype=object)  # NumPy makes floats of integers on both sides of 2**63
    if array.dtype.kind == "O":
        array = _from_objects(array, name)
    elif array.dtype.kind in "biu":
        array = array.astype(object if array.dtype == np.uint64 and (array >= 2**63).any() else np.int64, copy=False)
    elif array.dtype.kind == "f":
        array = array.astype(np.float64, copy=False)
    else:
        what = {"c": "complex numbers", "U": "text", "S": "text"}.get(array.dtype.kind, f"{array.dtype} values")
        raise ValueError(f"{name} holds {what}; the perceptron needs real numbers. Convert {name} first")
    _refuse_nonfinite(array, name)
    return np.ascontiguousarray(array) if array.ndim else array


def features(X: ArrayLike, d: int | None = None, name: str = "X") -> Array:
    """Return `X` as `numbers` of shape (n, d) with n, d >= 1."""
    array = numbers(X, name)
    if array.ndim == 1:
        raise ValueError(
            f"{name} has shape {array.shape}, but needs two dimensions (n examples, d features). For one example "
            f"write [x], for one feature x[:, None]; labels come second: train(X, y)"
        )
    if array.ndim != 2:
        raise ValueError(f"{name} has {array.ndim} dimensions, but needs two (n examples, d features)")
    if 0 in array.shape:
        raise ValueError(f"{name} has shape {array.shape}: it needs at least one example and one feature")
    if d is not None and array.shape[1] != d:
        raise ValueError(f"{name} has {array.shape[1]} features, but needs {d}")
    return array


def floats(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return `values` as `numbers` of float64."""
    try:
        return numbers(values, name).astype(np.float64, copy=False)
    except OverflowError as error:
        raise ValueError(f"{name} holds numbers beyond the floats. Rescale {name}") from error


def signs(y: ArrayLike, n: int, name: str = "y") -> NDArray[np.int8]:
    """Return the labels of two classes as -1 and +1; the larger class is +1.

    One class alone must be labelled -1 or +1: what it is called otherwise does not tell which of the two it is.
    """
    array = _labels(y, n, name)
    array = array.astype(object) if array.dtype.kind in "US" else array  # NumPy finds no least one among strings
    low, high = array.min(), array.max()
    if low == high:
        if array.dtype.kind not in "iuf" or abs(high) != 1:
            raise ValueError(f"{name} has one class only, {_plain(high)!r}; a perceptron needs two")
        return np.full(n, high, dtype=np.int8)
    if not ((array == low) | (array == high)).all():
        found = np.unique(array).tolist()
        shown = ", ".join(map(repr, found[:5])) + (", ..." if len(found) > 5 else "")
        raise ValueError(f"{name} has {len(found)} classes ({shown}); a perceptron needs two")
    return np.where(array == high, np.int8(1), np.int8(-1))


def classes(y: ArrayLike, n: int, name: str = "y") -> tuple[NDArray[np.int64], Array]:
    """Return the labels as positions in the classes, and the two or more classes in rising order."""
    found, positions = np.unique(_labels(y, n, name), return_inverse=True)
    if len(found) < 2:
        raise ValueError(f"{name} has one class only, {_plain(found[0])!r}; at least two are needed")
    return positions.astype(np.int64), found


def coded(y: ArrayLike, n: int, codes: Mapping[Any, int], name: str = "y") -> NDArray[np.int64]:
    """Return the code of every label; it is an error if there are others."""
    labels = _labels(y, n, name).tolist()
    unknown = [label for label in labels if label not in codes]
    if unknown:
        raise ValueError(f"{name} has the class {unknown[0]!r}, which is not among the classes learned")
    return np.array([codes[label] for label in labels])


def number(value: Any, name: str, *, above: float | None = None, least: float | None = None) -> Number:
    """Return one real, finite number; a float with a (not huge) integer value becomes that integer."""
    array = numbers(value, name)
    if array.ndim:
        raise ValueError(f"{name} must be one number, but has shape {array.shape}")
    if above is not None and not array > above:
        raise ValueError(f"{name} must be greater than {above}, but is {value}")
    if least is not None and not array >= least:
        raise ValueError(f"{name} must be at least {least}, but is {value}")
    result: Number = _whole(array).item()
    return result


def count(value: Any, name: str) -> int:
    """Return a whole number of at least one."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 1:
        raise ValueError(f"{name} must be a whole number of at least 1, but is {value!r}")
    return int(value)


def generator(rng: np.random.Generator | int | None) -> np.random.Generator:
    """Return a random generator from itself, a seed, or nothing."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        raise ValueError(f"rng must be a seed >= 0, a numpy.random.Generator or None, but is {rng!r}") from error


def start(values: ArrayLike | Number | None, shape: tuple[int, ...], name: str) -> Array:
    """Return the weights that a run starts from, zero if none are given."""
    array = np.zeros(shape, dtype=np.int64) if values is None else numbers(values, name).copy()
    if array.shape != shape:
        raise ValueError(f"{name} has shape {array.shape}, but needs {shape}")
    return _whole(array)


def one_dtype(
    X: Array, w0: Array, b0: Array, eta: Any, delta: Any, visits: int
) -> tuple[Array, Array, Array, Any, Any]:
    """Bring the features, the start, the learning rate and the threshold to the dtype that a run is made in.

    It is exact if X is; else float64 if anything is a float; else int64, or exact where so many visits might lead to
    integers that float64 does not hold.
    """
    eta, delta = numbers(number(eta, "eta", above=0), "eta"), numbers(number(delta, "delta", least=0), "delta")
    given: tuple[Array, ...] = (X, w0, b0, eta, delta)
    kinds = {array.dtype.kind for array in given}
    if X.dtype != object and "f" in kinds:
        try:
            given = tuple(array.astype(np.float64, copy=False) for array in given)
        except OverflowError as error:
            raise ValueError("the start, eta or delta is beyond the floats") from error
        if not max(largest_score(X, w0, b0, float(eta), visits), float(delta)) < sys.float_info.max:
            largest = f"features reach {abs(X).max():.3g}, the start {abs(w0).max():.3g}, eta is {float(eta):.3g}"
            raise ValueError(f"the weights could overflow float64: {largest}. Rescale the features")
    elif "O" in kinds or max(largest_score(X, w0, b0, float(eta), visits), float(delta)) >= 2**53:
        given = tuple(map(exactly, given))
    X, w0, b0, eta, delta = given
    return X, w0, b0, eta.item(), delta.item()


def largest_score(X: Array, w: Array, b: Any, eta: float = 0, visits: int = 0) -> float:
    """Return a bound on every score, and sum or difference of scores, after a mistake in each of so many visits."""
    longest = max(max_abs(X), 1)
    weight = max(max_abs(w), max_abs(np.asarray(b))) + eta * longest * visits
    return 2 * weight * longest * (w.size + 1)


def exactly(array: Array) -> Array:
    """Return an array of the same numbers as Python integers and fractions."""
    exact = np.empty(array.shape, dtype=object)
    exact.ravel()[:] = [v if isinstance(v, Rational) else Fraction(v) for v in array.ravel().tolist()]
    return exact


def max_abs(array: Array) -> float:
    """Return a bound on the absolute values, without a copy: of floats the length of all of them, else the largest."""
    if array.dtype == np.float64:
        return math.sqrt(np.vdot(array, array))  # the quickest sweep; infinity beyond the floats
    try:
        return max(float(array.max()), -float(array.min()))
    except OverflowError:
        return math.inf


def as_array(values: Any, name: str) -> Array:
    """Return `numpy.asarray(values)`, refusing rows of different lengths."""
    try:
        return np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name} is not a rectangular array: its rows differ in length") from error


def _labels(y: ArrayLike, n: int, name: str) -> Array:
    """Return n labels that can be sorted."""
    array = as_array(y, name)
    if array.ndim != 1:
        column = array.ndim == 2 and array.shape[1] == 1
        features_first = "; if these are the features, they come first: train(X, y)" if array.ndim == 2 else ""
        raise ValueError(
            f"{name} has shape {array.shape}, but needs one label for each example, shape ({n},)"
            + (f"; flatten the column with {name}.ravel()" if column else features_first)
        )
    if len(array) != n:
        raise ValueError(f"{name} has {len(array)} labels, but there are {n} examples")
    if array.dtype.kind == "c":
        raise ValueError(f"{name} holds complex numbers; labels are two values such as -1 and +1")
    _refuse_nonfinite(array, name)
    try:
        np.sort(array if array.dtype == object else array[:0])
    except TypeError as error:
        raise ValueError(f"{name} mixes types of labels; use values of one type such as -1 and +1") from error
    return array


def _from_objects(array: Array, name: str) -> Array:
    """Keep integers and fractions exact; anything else must be a float."""
    values = array.ravel().tolist()
    if all(isinstance(v, Rational) for v in values):  # NumPy's own integers would overflow: make them Python's
        exact = np.empty(array.shape, dtype=object)
        exact.ravel()[:] = [int(v) if isinstance(v, Integral) else v for v in values]
        return exact
    for position, value in enumerate(values):
        try:
            if isinstance(value, (str, bytes)):
                raise TypeError
            float(value)
        except (TypeError, ValueError, OverflowError) as error:
            where = _where(array, position)
            raise ValueError(
                f"{name} holds {value!r}{where}, which is not a real number. Replace or drop it"
            ) from error
    return array.astype(np.float64)


def _refuse_nonfinite(array: Array, name: str) -> None:
    if array.dtype.kind == "O":
        finite = np.array([v == v for v in array.ravel().tolist()], dtype=bool)  # NaN alone differs from itself
    elif array.dtype.kind != "f" or math.isfinite(np.vdot(array, array)):  # one quick sweep, and no copy
        return
    else:
        finite = np.isfinite(array.ravel())
    bad = np.flatnonzero(~finite)
    if len(bad):
        value = "infinity" if array.dtype.kind == "f" and np.isinf(array.flat[bad[0]]) else "NaN"
        more = f" and {len(bad) - 1} more" if len(bad) > 1 else ""
        raise ValueError(f"{name} holds {value}{_where(array, bad[0])}{more}. Replace or drop such values")


def _where(array: Array, position: int) -> str:
    index = [int(i) for i in np.unravel_index(position, array.shape)]
    if len(index) == 2:
        return f" in row {index[0]}, column {index[1]}"
    return f" at position {', '.join(map(str, index))}" if index else ""


def _whole(array: Array) -> Array:
    """Return integers for floats that are integers, and not so large that they may have been rounded."""
    if array.dtype.kind == "f" and (array == np.rint(array)).all() and max_abs(array) < 2**53:
        return array.astype(np.int64)
    return array


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
