"""What every public function checks at its door, with errors that say what was wrong, where, and what to do.

Numbers come in three kinds, and so do arrays: float64, int64, and exact (Python integers and
`fractions.Fraction` in an object array). The kind decides the arithmetic of everything that follows.
"""

import math
import sys
from fractions import Fraction
from numbers import Integral, Rational
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[Any]
Number = int | float | Fraction


def numbers(values: ArrayLike, name: str) -> Array:
    """Return `values` as a C-ordered array of float64, int64 or exact numbers, all finite.

    A float64 array in C order is returned as it is, not copied.
    """
    array = _convert(values, name)
    reach(array, name)
    return array


def _convert(values: ArrayLike, name: str) -> Array:
    array = as_array(values, name)
    if array.dtype.kind == "f" and isinstance(values, (list, tuple)) and array.size and np.abs(array).max() >= 2**63:
        array = np.asarray(values, dtype=object)  # NumPy makes floats of a list with integers on both sides of 2**63
    if array.dtype.kind == "O":
        array = _from_objects(array, name)
    elif array.dtype.kind == "u" and array.size and array.max() >= 2**63:
        array = array.astype(object)
    elif array.dtype.kind in "biu":
        array = array.astype(np.int64, copy=False)
    elif array.dtype.kind == "f":
        array = array.astype(np.float64, copy=False)
    else:
        what = {"c": "complex numbers", "U": "text", "S": "text"}.get(array.dtype.kind, f"{array.dtype} values")
        raise ValueError(f"{name} holds {what}; the perceptron needs real numbers. Convert {name} first")
    return np.ascontiguousarray(array) if array.ndim else array


def as_array(values: Any, name: str) -> Array:
    """Return `numpy.asarray(values)`, refusing what would lose its shape or its mask."""
    if np.ma.is_masked(values):
        raise ValueError(f"{name} has masked entries. Fill or drop them")
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name} is not a rectangular array: its rows differ in length") from error
    if hasattr(values, "toarray") and array.ndim == 0:
        raise ValueError(f"{name} is a sparse matrix; the perceptron needs a dense one. Convert it with .toarray()")
    return array


def features(X: ArrayLike, d: int | None = None, name: str = "X") -> Array:
    """Return `X` as `numbers` of shape (n, d) with n, d >= 1."""
    return measured_features(X, d, name)[0]


def measured_features(X: ArrayLike, d: int | None = None, name: str = "X") -> tuple[Array, Any]:
    """Return `features(X)` and their `reach`; a large X is read only once for both."""
    array = _convert(X, name)
    if array.ndim == 1:
        raise ValueError(
            f"{name} has shape {array.shape}, but needs two dimensions (n examples, d features). For one example "
            f"write [x], for one feature x[:, None]; labels come second: train(X, y)"
        )
    if array.ndim != 2:
        raise ValueError(f"{name} has {array.ndim} dimensions, but needs two (n examples, d features)")
    if array.shape[0] == 0:
        raise ValueError(f"{name} is empty: it needs at least one example")
    if array.shape[1] == 0:
        raise ValueError(f"{name} has no columns: it needs at least one feature")
    if d is not None and array.shape[1] != d:
        raise ValueError(f"{name} has {array.shape[1]} features, but needs {d}")
    return array, reach(array, name)


def floats(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return `values` as `numbers` of float64."""
    try:
        return numbers(values, name).astype(np.float64, copy=False)
    except OverflowError as error:
        raise ValueError(f"{name} holds numbers beyond the floats. Rescale {name}") from error


def labels(y: ArrayLike, n: int, name: str = "y") -> tuple[NDArray[np.int8], tuple[Any, Any]]:
    """Return the labels as -1 and +1 (int8, shape (n,)) and the two classes; the larger class is +1."""
    array = _label_array(y, n, name)
    if array.dtype.kind in "biuf" and n:  # the quick way, without sorting a million labels
        low, high = array.min(), array.max()
        found = [low, high] if low != high else [low]
        if not ((array == low) | (array == high)).all():
            found = list(np.unique(array))
    else:
        found = _distinct(array, name)
    if len(found) == 1:
        raise ValueError(f"{name} has one class only, {_plain(found[0])!r}; a perceptron needs two")
    if len(found) > 2:
        shown = ", ".join(repr(_plain(c)) for c in found[:5]) + (", ..." if len(found) > 5 else "")
        raise ValueError(f"{name} has {len(found)} classes ({shown}); a perceptron needs two")
    low, high = map(_plain, found)
    return np.where(array == high, np.int8(1), np.int8(-1)), (low, high)


def classes(y: ArrayLike, n: int, name: str = "y", least: int = 2) -> tuple[NDArray[np.int64], Array]:
    """Return the labels as positions in the classes, and the classes in rising order, `least` of them or more."""
    array = _label_array(y, n, name)
    _distinct(array, name)  # refuses what cannot be sorted
    found, codes = np.unique(array, return_inverse=True)
    if len(found) < least:
        raise ValueError(f"{name} has one class only, {_plain(found[0])!r}; at least two are needed")
    return codes.astype(np.int64), found


def _label_array(y: ArrayLike, n: int, name: str) -> Array:
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
    return array


def _distinct(array: Array, name: str) -> list[Any]:
    try:
        return sorted(set(array.tolist()))
    except TypeError as error:
        raise ValueError(f"{name} mixes kinds of labels; use two values of one kind such as -1 and +1") from error


def signs(y: ArrayLike, n: int, name: str = "y") -> NDArray[np.int8]:
    """Return the labels as -1 and +1; there may be one class alone, if it is labelled -1 or +1 already."""
    given = as_array(y, name)
    plain = given.shape == (n,) and given.dtype.kind in "biuf" and bool(np.isin(given, (-1, 1)).all())
    return given.astype(np.int8) if plain else labels(given, n, name)[0]


def pair(value: Any, name: str) -> tuple[Any, Any]:
    """Return a pair (X, y)."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise ValueError(f"{name} must be a pair (X, y)")
    return value[0], value[1]


def validation(X: ArrayLike, y: ArrayLike, d: int, classes: tuple[Any, Any]) -> tuple[Array, NDArray[np.int8]]:
    """Return validation examples with d features and the same two classes as those that are learned."""
    rows = features(X, d, "validation X")
    signs, found = labels(y, len(rows), "validation y")
    if found != classes:
        raise ValueError(f"validation y has the classes {found}, but y has {classes}")
    return rows, signs


def number(value: Any, name: str, *, above: float | None = None, least: float | None = None) -> Number:
    """Return one real, finite number; a float with a (not huge) integer value becomes that integer."""
    result: Any = value
    if type(value) is not int and not (type(value) is float and math.isfinite(value)):
        array = numbers(value, name)
        if array.ndim:
            raise ValueError(f"{name} must be one number, but has shape {array.shape}")
        result = array.item()
    if above is not None and not result > above:
        raise ValueError(f"{name} must be greater than {above}, but is {value}")
    if least is not None and not result >= least:
        raise ValueError(f"{name} must be at least {least}, but is {value}")
    exact: Number = int(result) if abs(result) < 2**53 and result == int(result) else result
    return exact


def reach(array: Array, name: str = "array") -> Any:
    """Return a bound on the absolute values, refusing NaN and infinity, in one sweep and without a copy.

    Of floats it is the length of all of them, unless that overflows; otherwise it is the largest one.
    """
    if array.dtype == np.float64:
        length = math.sqrt(np.vdot(array, array))
        if math.isfinite(length):
            return length
        _refuse_nonfinite(array, name)
    return largest(array) if array.size else 0


def largest(array: Array) -> Any:
    """Return the largest absolute value, as a Python number and without a copy."""
    return max(_plain(array.max()), -_plain(array.min()))


def fits(dtype: np.dtype[Any], x: Any, w: Array, b: Any, growth: Any = 0) -> bool:
    """Whether every score <w, x> + b stays in the range of `dtype`.

    No feature is larger in absolute value than `x`, and each weight may still grow by `growth`.
    """
    limit = {"i": 2**63, "f": sys.float_info.max}.get(dtype.kind)
    return limit is None or bool((max(reach(w), abs(b)) + growth) * max(x, 1) * (len(w) + 1) < limit)


def count(value: Any, name: str) -> int:
    """Return a whole number of at least one."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 1:
        raise ValueError(f"{name} must be a whole number of at least 1, but is {value!r}")
    return int(value)


def generator(rng: np.random.Generator | int | None) -> np.random.Generator:
    """Return a random generator from itself, a seed, or nothing."""
    if isinstance(rng, bool) or not (rng is None or isinstance(rng, (Integral, np.random.Generator))):
        raise ValueError(f"rng must be a seed, a numpy.random.Generator or None, but is {rng!r}")
    if isinstance(rng, Integral) and rng < 0:
        raise ValueError(f"rng must not be negative, but is {rng}")
    return np.random.default_rng(rng)


def _from_objects(array: Array, name: str) -> Array:
    """Keep integers and fractions exact; anything else must be a float."""
    flat = array.ravel().tolist()
    if all(isinstance(v, Rational) for v in flat):  # NumPy's own integers would overflow: make them Python's
        exact = np.empty(len(flat), dtype=object)
        exact[:] = [int(v) if isinstance(v, Integral) else v for v in flat]
        return exact.reshape(array.shape)
    for position, value in enumerate(flat):
        try:
            if isinstance(value, (str, bytes)):
                raise TypeError
            float(value)
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(
                f"{name} holds {value!r}{_where(array, position)}, which is not a real number. Replace or drop it"
            ) from error
    return array.astype(np.float64)


def _refuse_nonfinite(array: Array, name: str) -> None:
    if array.dtype.kind == "O":  # labels of any kind; NaN alone differs from itself
        finite = np.array([bool(v == v) for v in array.ravel().tolist()])
    elif array.dtype.kind == "f":
        finite = np.isfinite(array.ravel())
    else:
        return
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


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
