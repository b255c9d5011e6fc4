"""The look of all pictures: their colours and settings, the SVG they become, and what many of them are made of."""

import io
import re
import zlib
from collections.abc import Callable
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from perceptron_lib.checks import Array

BLUE, ORANGE, PURPLE, GREY = "#0072B2", "#D55E00", "#CC79A7", "#666666"
MARKS: dict[int, Any] = {+1: {"marker": "o", "color": BLUE}, -1: {"marker": "s", "color": ORANGE}}
STYLE: Any = {
    "figure.figsize": (4.6, 3.3),
    "figure.constrained_layout.use": True,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": "medium",
    "font.size": 11,
    "legend.frameon": False,
    "lines.linewidth": 1.8,
    "lines.markersize": 8,
    "svg.fonttype": "path",  # looks the same on every machine
    "svg.hashsalt": "perceptron",  # an unchanged picture is an unchanged text
}
NUMBER = re.compile(r"scale\([^)]*\)|-?\d+\.\d{3,}|(?<=[\s\"(])-0(?=[\s\")])")
NAME = re.compile(r'(?<=["#])(?:[hmp]|image|C\w+_)[0-9a-f]{10}(?=[")])')


def use_book_style() -> None:
    """Set the book's style for all pictures that follow; in a notebook, draw them as reproducible SVG."""
    plt.style.use(["default", STYLE])  # a reader's own settings do not show in the book
    if "inline" in mpl.get_backend():
        from IPython import get_ipython
        from matplotlib_inline.backend_inline import set_matplotlib_formats

        set_formats: Any = set_matplotlib_formats  # it has no types
        set_formats("svg")
        get_ipython().display_formatter.formatters["image/svg+xml"].for_type(Figure, svg)


def svg(figure: Figure) -> str:
    """Return a figure as an SVG that is the same text on every machine.

    Lengths are rounded to 0.01 points, which nobody sees: processors differ in the last of 16 digits. Matplotlib names
    clip paths and marks by hashes of the unrounded lengths; here they are numbered, after a hash of the rounded text,
    so that several figures can stand in one page.
    """
    file = io.StringIO()
    figure.savefig(file, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
    text = NUMBER.sub(_rounded, file.getvalue())
    figure_id = f"p{zlib.crc32(NAME.sub('', text).encode()):x}"
    numbers: dict[str, int] = {}
    return NAME.sub(lambda name: f"{figure_id}-{numbers.setdefault(name[0], len(numbers))}", text)


def _rounded(number: re.Match[str]) -> str:
    if number[0].startswith("scale"):  # of a glyph, which has large coordinates
        return number[0]
    return f"{round(float(number[0]), 2) + 0.0:g}"  # no minus zero


def canvas(ax: Axes | None, size: tuple[float, float] | None = None) -> Axes:
    """Return `ax`, or the axes of a new figure of this size, in inches."""
    return plt.subplots(figsize=size)[1] if ax is None else ax


def grid(count: int, columns: int, width: float, height: float) -> Array:
    """Return an array of axes on a new figure for so many pictures, each of this size; the other axes are off."""
    rows = -(-count // columns)
    size = (width * columns, height * rows)
    axes: Array = plt.subplots(rows, columns, figsize=size, sharex=True, sharey=True, squeeze=False)[1]
    for ax in axes.flat[count:]:
        ax.set_axis_off()
    return axes


def arrow(ax: Axes, tail: tuple[float, float], tip: tuple[float, float], **look: Any) -> None:
    """Draw an arrow, black and from point to point unless `look` says otherwise."""
    usual = {"arrowstyle": "-|>", "color": "black", "linewidth": 1.8, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", tip, tail, arrowprops=usual | look)


def mesh(ax: Axes, side: int) -> tuple[Array, Array, Array]:
    """Return the coordinates x1 and x2 of side * side points over the axes, and the points as rows."""
    x1, x2 = np.meshgrid(np.linspace(*ax.get_xlim(), side), np.linspace(*ax.get_ylim(), side))
    return x1, x2, np.column_stack([x1.ravel(), x2.ravel()])


def tint(ax: Axes, score: Callable[[Array], ArrayLike], side: int, *, line: bool = False) -> None:
    """Tint the axes by the scores of a mesh: blue where they are positive, else orange; draw the line between."""
    x1, x2, P = mesh(ax, side)
    scores = np.asarray(score(P), dtype=float).reshape(x1.shape)
    zero, max_abs = np.nextafter(0, 1), max(1, np.abs(scores).max())  # a score of 0 is on the negative side
    ax.contourf(x1, x2, scores, [-max_abs, zero, max_abs], cmap=ListedColormap([ORANGE, BLUE]), alpha=0.1, zorder=0)
    if line:
        ax.contour(x1, x2, scores, [zero], colors="black", linewidths=1.8)


def whole_numbers(*axes: Axis) -> None:
    """Put ticks at whole numbers only."""
    for axis in axes:
        axis.set_major_locator(MaxNLocator(integer=True))
