"""What all live figures share: an ES module in one piece, a checked state, a picture for where no script runs."""

import re
from collections.abc import Callable
from copy import deepcopy
from numbers import Integral
from pathlib import Path
from typing import Any

import anywidget
import matplotlib.pyplot as plt
import numpy as np
import traitlets
from numpy.typing import ArrayLike

from perceptron_lib import checks, plots
from perceptron_lib.passes import counted

STATIC = Path(__file__).parents[1] / "static"
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.M)


def bundle(name: str) -> str:
    """Return an ES module of `static/` in one piece: the modules that it imports stand before it."""
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        text = (STATIC / f"{name}.js").read_text(encoding="utf-8")
        for imported in IMPORT.findall(text):
            if imported not in parts:
                add(imported)
        parts[name] = IMPORT.sub("", text)

    add(name)
    figure = parts.pop(name)
    return "\n".join([*(re.sub(r"^export ", "", text, flags=re.M) for text in parts.values()), figure])


class Refused(ValueError, traitlets.TraitError):
    """A ValueError that traitlets knows as its own, so that it takes back the values that do not go together."""


class Checked(traitlets.TraitType[Any, Any]):
    """A part of the state that both sides know: what is set is passed through `check(value, name)`."""

    def __init__(self, check: Callable[[Any, str], Any], default: Any) -> None:
        super().__init__()
        self.check, self.initial = check, default
        self.tag(sync=True)

    def make_dynamic_default(self) -> Any:
        """Return a default that nobody shares."""
        return deepcopy(self.initial)

    def validate(self, obj: Any, value: Any) -> Any:
        """Return the value as JavaScript will see it, in lists and numbers."""
        return self.check(value, self.name or "value")


def points_of(value: Any, name: str) -> list[list[float]]:
    """Return the rows of a table with two columns."""
    rows: list[list[float]] = (checks.floats(checks.features(value, 2, name), name) + 0.0).tolist()
    return rows


def signs_of(value: Any, name: str) -> list[int]:
    """Return labels -1 and +1."""
    labels: list[int] = checks.signs(value, len(value), name).tolist()
    return labels


def vector_of(length: int) -> Callable[[Any, str], list[float]]:
    """Return a check for vectors of this length."""

    def check(value: Any, name: str) -> list[float]:
        vector = checks.floats(value, name) + 0.0
        if vector.shape != (length,):
            raise ValueError(f"{name} needs {length} numbers, but has the shape {vector.shape}")
        numbers: list[float] = vector.tolist()
        return numbers

    return check


def number_of(**limits: float) -> Callable[[Any, str], float]:
    """Return a check for numbers within limits."""
    return lambda value, name: float(checks.number(value, name, **limits))


def rows_of(value: Any, name: str) -> list[int]:
    """Return row numbers; none at all stand for the rows as they are."""
    rows = checks.as_array(value, name)
    if rows.ndim != 1 or (len(rows) and (rows.dtype.kind not in "iu" or rows.min() < 0)):
        raise ValueError(f"{name} must be a sequence of row numbers, but is {value!r}")
    order: list[int] = rows.astype(int).tolist()
    return order


def whole(value: Any, name: str) -> int:
    """Return a whole number, zero or more."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 0:
        raise ValueError(f"{name} must be a whole number, zero or more, but is {value!r}")
    return int(value)


def whole_up_to(most: int) -> Callable[[Any, str], int]:
    """Return a check for whole numbers from 1 to `most`, as many as the page can do while a point is dragged."""

    def check(value: Any, name: str) -> int:
        if checks.count(value, name) > most:
            raise ValueError(f"{name} must be at most {most}, but is {value!r}")
        return int(value)

    return check


def order_on(order: list[int], n: int) -> list[int]:
    """Return the rows that a pass over n points visits: those of `order` if it fits them, else all as they stand.

    `rows` in JavaScript; the points may be replaced after an order was chosen.
    """
    return order if order and max(order) < n else [*range(n)]


def tried_passes(n: int) -> int:
    """Return how many passes a live figure tries on n points; `passesFor` in JavaScript."""
    return min(1000, -(-30_000 // n))


class Live(anywidget.AnyWidget):
    """What all live figures share: a style, and a picture for where no script runs."""

    _css = (STATIC / "live.css").read_text(encoding="utf-8")

    def picture(self) -> None:
        """Draw the state with Matplotlib on a new figure: what paper shows, and browsers without scripts."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        with plt.ioff(), plt.style.context(["default", plots.STYLE]):
            self.picture()
            picture = plots.svg(plt.gcf())
            plt.close()
        return data | {"image/svg+xml": picture}, metadata


class LiveFigure(Live):
    """What live figures of points share: checked points in a window of the plane.

    Attributes
    ----------
    points : list of [x1, x2]
    labels : list of int
        One for each point, -1 or +1.
    window : list of four numbers
        The part of the plane that is shown: left, right, bottom, top. It follows points that are set beyond it.
    names : list of two str
        The names of the axes.

    Raises
    ------
    ValueError
        If something that is set is not what it should be; what was there before stays. Points and labels must have the
        same length: `put` replaces both.
    """

    points = Checked(points_of, [[0.0, 0.0], [1.0, 1.0]])
    labels = Checked(signs_of, [-1, 1])
    window = Checked(vector_of(4), [0.0, 1.0, 0.0, 1.0])
    names = traitlets.List(traitlets.Unicode(), ["x₁", "x₂"], 2, 2).tag(sync=True)

    def put(self, X: ArrayLike, y: ArrayLike) -> None:
        """Replace all points and their labels: X of shape (n, 2), y of shape (n,)."""
        with self.hold_sync(), self.hold_trait_notifications():
            self.points, self.labels = X, y

    def __init__(self, X: ArrayLike | None = None, y: ArrayLike | None = None, **state: Any) -> None:
        if X is not None:
            state |= {"points": X, "labels": y}
        super().__init__(**state)
        self._widen()

    @traitlets.validate("points", "labels")
    def _one_label_each(self, proposal: Any) -> Any:
        both = {"points": self.points, "labels": self.labels, proposal.trait.name: proposal.value}
        if len(both["points"]) != len(both["labels"]):
            raise Refused(
                f"there are {len(both['points'])} points and {len(both['labels'])} labels: "
                "figure.put(X, y) replaces both together"
            )
        return proposal.value

    @traitlets.observe("points")
    def _widen(self, change: Any = None) -> None:
        left, right, bottom, top = self.window
        low, high = np.min(self.points, axis=0), np.max(self.points, axis=0)
        if (low < (left, bottom)).any() or (high > (right, top)).any():
            middle, reach = (low + high) / 2, 0.6 * max(*(high - low), 1.0)
            (left, bottom), (right, top) = middle - reach, middle + reach
            self.window = np.round([left, right, bottom, top], 2)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({counted(len(self.points), 'point')})"
