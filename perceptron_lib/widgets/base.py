"""What all live figures share: an ES module in one piece, a checked state, a picture for where no script runs."""

import re
from pathlib import Path
from typing import Any

import anywidget
import matplotlib.pyplot as plt
import numpy as np
import traitlets
from numpy.typing import ArrayLike

from perceptron_lib import plots
from perceptron_lib.passes import counted
from perceptron_lib.training import Run, train

STATIC = Path(__file__).parents[1] / "static"
IMPORT = re.compile(r'^import (\{[^}]*\}) from "(\S+/(\w+)\.js)";$', re.M)
EXPORT = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.M)
# Comments, empty lines and indents, which a page need not carry.
IDLE = re.compile(r"^\s*//.*\n|^/\*[^*]*\*/\n| +// .*$|^\s+", re.M)


def bundle(name: str) -> str:
    """Return the ES module of a figure in one piece.

    Each module that it imports stands before it, without its comments, in a function, which keeps its names to itself:
    `modules.plane = (() => { ... return { Plane, ticks }; })();`
    """
    parts: dict[str, str] = {}

    def read(path: Path) -> str:
        text = IDLE.sub("", path.read_text(encoding="utf-8"))
        for _, address, module in IMPORT.findall(text):
            if module not in parts:
                inner = read(path.parent / address)
                end = f"return {{ {', '.join(EXPORT.findall(inner))} }};\n}})();\n"
                parts[module] = f"modules.{module} = (() => {{\n{EXPORT.sub('', inner)}{end}"
        return IMPORT.sub(r"const \1 = modules.\3;", text)

    figure = read(STATIC / "figures" / f"{name}.js")
    return "\n".join(["const modules = {};", *parts.values(), figure])


class Number(traitlets.CFloat[float, Any]):
    """A number up to `most` in size, and a multiple of `step` if there is one; NaN is no number."""

    def __init__(self, default: float = 0.0, most: float = 1e9, step: float | None = None, **limits: Any) -> None:
        super().__init__(default, **limits)
        self.most, self.step = most, step
        self.info_text = f"a number from {-most:g} to {most:g}{f' in steps of {step}' if step else ''}"

    def validate(self, obj: Any, value: Any) -> float:
        """Return the number as a float."""
        number = super().validate(obj, value)
        if not abs(number) <= self.most or (self.step and number % self.step):
            self.error(obj, value)
        return number + 0.0  # no minus zero


def rows(default: list[list[float]], **limits: Any) -> Any:
    """Return the trait of a table of numbers with as many columns as this default, of any length."""
    d = len(default[0])
    row = traitlets.List(Number(**limits), minlen=d, maxlen=d)
    row.info = lambda: f"a list of {d} numbers"  # type: ignore[method-assign]
    row.length_error = row.error  # type: ignore[method-assign]
    return traitlets.List(row, default).tag(sync=True)


def vector(*default: float) -> Any:
    """Return the trait of a list of as many numbers as this default."""
    return traitlets.List(Number(), [*default], len(default), len(default)).tag(sync=True)


def visited(order: list[int], n: int) -> list[int]:
    """Return the rows that a pass over n points visits: those of `order` if it fits them, else all as they stand."""
    return order if order and {*order} <= {*range(n)} else [*range(n)]


class Live(anywidget.AnyWidget):
    """What all live figures share: a style, and a picture for where no script runs."""

    _css = IDLE.sub("", (STATIC / "live.css").read_text(encoding="utf-8"))

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; JavaScript gets NumPy's arrays and numbers as lists and Python's own numbers."""
        super().__setattr__(name, value.tolist() if isinstance(value, np.ndarray | np.generic) else value)

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
    """What live figures of points share: checked points in a window of the plane. Each has points of its own at first.

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
    traitlets.TraitError
        If what is set is not what it should be, or not as many points as labels; what was there before stays.
    """

    points = rows([[0, 0], [1, 1]])
    labels: Any = traitlets.List(traitlets.Enum([-1, 1]), [-1, 1]).tag(sync=True)
    window = vector(0, 1, 0, 1)
    names = traitlets.List(traitlets.Unicode(), ["x₁", "x₂"], 2, 2).tag(sync=True)

    def __init__(self, *points_and_labels: ArrayLike, **state: Any) -> None:
        super().__init__(**state)
        if points_and_labels:
            self.put(*points_and_labels)

    def put(self, X: ArrayLike, y: ArrayLike) -> None:
        """Replace all points and their labels: X of shape (n, 2), y of shape (n,)."""
        with self.hold_sync(), self.hold_trait_notifications():
            self.points, self.labels = X, y

    @traitlets.validate("points", "labels")
    def _one_label_each(self, proposal: Any) -> Any:
        both = {"points": self.points, "labels": self.labels, proposal.trait.name: proposal.value}
        n, m = map(len, both.values())
        if n != m:
            raise traitlets.TraitError(f"there are {n} points and {m} labels: figure.put(X, y) replaces both together")
        return proposal.value

    @traitlets.observe("points")
    def _widen(self, change: Any) -> None:
        left, right, bottom, top = self.window
        low, high = np.min(self.points, axis=0), np.max(self.points, axis=0)
        if (low < (left, bottom)).any() or (high > (right, top)).any():
            middle, half = (low + high) / 2, 0.6 * max(*(high - low), 1.0)
            (left, bottom), (right, top) = middle - half, middle + half
            self.window = np.round([left, right, bottom, top], 2)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({counted(len(self.points), 'point')})"


class RunFigure(LiveFigure):
    """What live figures of a run share.

    Attributes
    ----------
    order : list of int
        The rows in the order of a pass; empty, or not for these points, for the rows as they stand.
    max_passes, max_visits : int
        A run ends after 1000 passes, or the first that makes 30,000 visits: it is made anew at each move of a point.
    """

    order = traitlets.List(traitlets.Int()).tag(sync=True)
    max_passes = traitlets.Int(1000, read_only=True).tag(sync=True)
    max_visits = traitlets.Int(30_000, read_only=True).tag(sync=True)

    @property
    def run(self) -> Run:
        """The run to its end."""
        n = len(self.points)
        start = {name: getattr(self, name) for name in ("w0", "b0", "delta") if self.has_trait(name)}
        passes = min(self.max_passes, -(-self.max_visits // n))
        return train(self.points, self.labels, **start, order=visited(self.order, n), max_passes=passes)
