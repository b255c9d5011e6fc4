"""Halfspaces: the set on which an affine score is positive, and the geometry of its boundary.

Chapter *Halfspaces* defines every term.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_lib import checks
from perceptron_lib.checks import Array, Number


def pad(X: ArrayLike) -> Array:
    """Append a 1 to every example, so that the bias becomes one more weight.

    Parameters
    ----------
    X : array of shape (n, d), or one example of shape (d,)

    Returns
    -------
    array of shape (n, d + 1) or (d + 1,), of the same dtype; <(w, b), pad(x)> = <w, x> + b.

    Raises
    ------
    ValueError
        If X holds anything but finite real numbers, or is neither one example nor a table of them.
    """
    X = checks.numbers(X, "X")
    if X.ndim not in (1, 2):
        raise ValueError(f"X has {X.ndim} dimensions, but pad needs one example (d,) or a table of them (n, d)")
    return np.concatenate([X, np.ones((*X.shape[:-1], 1), dtype=X.dtype)], axis=-1)


def scores(X: ArrayLike, w: Array, b: Any) -> Array:
    """Return <w, x> + b for every row x of X: shape (n,), or (n, c) for weights and biases of c classes."""
    X = checks.features(X, w.shape[-1])
    dtype = np.result_type(X, w)
    if dtype == np.int64 and checks.largest_score(X, w, b) >= 2**63:
        X = X.astype(object)  # Python's integers have no largest one
    with np.errstate(over="ignore", invalid="ignore"):
        result: Array = X @ w.T + b
    if result.dtype == np.float64 and not np.isfinite(result).all():
        raise ValueError("the scores could overflow float64: rescale X, w and b")
    return result


@dataclass(frozen=True, eq=False, init=False)
class Halfspace:
    """The halfspace {x : <w, x> + b > 0} and the classifier that predicts +1 on it and -1 elsewhere.

    Parameters
    ----------
    w : array of shape (d,)
        The normal vector of the boundary. It points into the positive halfspace. It is copied.
    b : number, default 0
        The bias: the score of the origin.

    Raises
    ------
    ValueError
        If w is not a vector of finite real numbers or b is not one such number. The geometry (`unit_normal`,
        `signed_distance`, `foot`, `boundary`) also needs w != 0: for w = 0 there is no boundary.

    Notes
    -----
    Integers and fractions stay exact in `score` and `predict`.
    """

    w: Array
    b: Number = 0

    def __init__(self, w: ArrayLike, b: Number = 0) -> None:
        weights = checks.numbers(w, "w")
        if weights.ndim != 1 or not len(weights):
            raise ValueError(f"w has shape {weights.shape}, but needs one weight for each feature, shape (d,)")
        object.__setattr__(self, "w", weights.copy())
        object.__setattr__(self, "b", checks.number(b, "b"))

    def score(self, X: ArrayLike) -> Array:
        """Return <w, x> + b for every row x of X: shape (n,)."""
        return scores(X, self.w, self.b)

    def predict(self, X: ArrayLike) -> NDArray[np.int64]:
        """Return +1 where the score is positive and -1 elsewhere (so sign(0) = -1): shape (n,)."""
        return np.where(self.score(X) > 0, 1, -1)

    def signed_distance(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return (<w, x> + b) / ||w||, the distance to the boundary, positive on the side of w: shape (n,)."""
        _, _, norm = self._floats()
        try:
            distance: NDArray[np.float64] = (self.score(X) / norm).astype(np.float64)
        except OverflowError as error:
            raise ValueError("the distances leave the range of floats: rescale X, w and b") from error
        return distance

    @property
    def unit_normal(self) -> NDArray[np.float64]:
        """The normal vector of length one, e = w / ||w||: shape (d,)."""
        w, _, norm = self._floats()
        return w / norm

    @property
    def foot(self) -> NDArray[np.float64]:
        """The foot point of the origin, the point of the boundary nearest to it, -b e / ||w||: shape (d,)."""
        w, b, norm = self._floats()
        return -b / norm * (w / norm) + 0.0  # no minus zero

    def boundary(self, x1: ArrayLike) -> NDArray[np.float64]:
        """Return the x2 of the boundary line at each x1, in two dimensions: -(w1 x1 + b) / w2.

        Raises
        ------
        ValueError
            If there are not two features, or if w2 = 0: then the line is vertical, x1 = -b / w1.
        """
        if len(self.w) != 2:
            raise ValueError(f"the boundary is a line for 2 features only, but w has {len(self.w)}")
        (w1, w2), b, _ = self._floats()
        if w2 == 0:
            raise ValueError(f"the boundary is vertical, x1 = {-b / w1:g}: no x2 belongs to an x1")
        line: NDArray[np.float64] = -(w1 * np.asarray(x1, dtype=np.float64) + b) / w2
        return line

    def _floats(self) -> tuple[NDArray[np.float64], float, float]:
        """Return w, b and ||w|| as floats, refusing what has no boundary or leaves their range."""
        if not any(self.w):
            raise ValueError("w is zero, so there is no boundary: every point has the score b")
        try:
            w, b = self.w.astype(np.float64), float(self.b)
            norm = math.hypot(*w)  # neither under- nor overflows on the way
            if norm == 0 or not math.isfinite(norm + abs(b) / norm):
                raise OverflowError
        except OverflowError as error:
            raise ValueError("the geometry of w and b leaves the range of floats: rescale both") from error
        return w, b, norm
