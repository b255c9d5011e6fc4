"""Halfspaces: the set on which an affine score is positive, and the geometry of its boundary.

Chapter *Halfspaces* defines every term.
"""

import math
from dataclasses import dataclass

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
    array of shape (n, d + 1) or (d + 1,), of the same kind of numbers; <(w, b), pad(x)> = <w, x> + b.

    Raises
    ------
    ValueError
        If X holds anything but finite real numbers, or is neither one example nor a table of them.

    Notes
    -----
    Defined in the chapter *Halfspaces*, section *The padding trick*.
    """
    X = checks.numbers(X, "X")
    if X.ndim not in (1, 2):
        raise ValueError(f"X has {X.ndim} dimensions, but pad needs one example (d,) or a table of them (n, d)")
    return np.concatenate([X, np.ones((*X.shape[:-1], 1), dtype=X.dtype)], axis=-1)


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
    Defined in the chapter *Halfspaces*. Integers and fractions stay exact in `score` and `predict`.
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
        X, reach = checks.measured_features(X, len(self.w))
        kind = np.result_type(X, self.w)
        if not checks.fits(kind, reach, self.w, self.b):
            if kind == np.float64:
                raise ValueError("the scores could overflow float64: rescale X, w and b")
            X = X.astype(object)  # Python's integers have no largest one
        result: Array = X @ self.w + self.b
        return result

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
