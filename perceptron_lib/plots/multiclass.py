"""Many classes: their regions in the plane, which is taken for which, and the images of the digits."""

from collections.abc import Callable, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb, to_rgba
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from perceptron_lib import checks
from perceptron_lib.checks import Array
from perceptron_lib.plots.style import BLUE, GREY, MARKS, ORANGE, PURPLE, canvas, grid, mesh

LOOKS = (("o", BLUE, "//"), ("s", ORANGE, "||"), ("^", "#009E73", "\\\\"), ("D", PURPLE, "--"))  # mark, colour, hatch


def classes(
    predict: Callable[[Array], Array],
    X: ArrayLike,
    y: ArrayLike,
    *,
    names: Sequence[str] | None = None,
    limits: Sequence[float] | None = None,
    legend: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Draw points of up to four classes in the plane, and tint and hatch the region of each class.

    Parameters
    ----------
    predict : function
        From an array of shape (m, 2) to m labels. Where the answer is none of the classes the plane stays blank.
    X, y : arrays of shape (n, 2) and (n,)
    names : the names of the classes in rising order of their labels; by default the labels
    limits : the left, right, bottom and top of the plane; by default around the points
    """
    from scipy.ndimage import gaussian_filter  # here, because only this picture needs it

    X, y = checks.features(X, 2).astype(float), np.asarray(y)
    labels = np.unique(y).tolist()
    if len(labels) > len(LOOKS):
        raise ValueError(f"this picture holds at most {len(LOOKS)} classes, but y has {len(labels)}")
    looks = LOOKS[: len(labels)]
    ax = canvas(ax)
    for label, name, (marker, color, _) in zip(labels, names or labels, looks, strict=True):
        x1, x2 = X[y == label].T
        ax.scatter(x1, x2, s=50, marker=marker, color=color, edgecolors="white", linewidths=0.6, label=name, zorder=3)
    ax.margins(0.15)
    left, right, bottom, top = limits or (*ax.get_xlim(), *ax.get_ylim())
    ax.set(xlim=(left, right), ylim=(bottom, top), xlabel="$x_1$", ylabel="$x_2$")
    x1, x2, P = mesh(ax, 201)
    predicted = predict(P).reshape(x1.shape)
    for label, (_, color, hatch) in zip(labels, looks, strict=True):
        if (predicted == label).any():
            region = gaussian_filter((predicted == label).astype(float), 1.5, mode="nearest")  # no stairs
            dark = 1 - np.array(to_rgb(color))
            tint, line = tuple(1 - 0.15 * dark), tuple(1 - 0.4 * dark)  # opaque: SVG fades a hatch with its fill
            filled = ax.contourf(x1, x2, region, [0.5, 1.5], colors=[tint], hatches=[hatch], zorder=0)
            filled.set(edgecolor=line, linewidth=0)  # the colour of the hatch
            ax.contour(x1, x2, region, [0.5], colors="black", linewidths=1)
    if legend:
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, fontsize=9)
    return ax


def confusion(matrix: ArrayLike, labels: Sequence[str], *, ax: Axes | None = None) -> Axes:
    """Draw how often each true class (row) was predicted as each class (column); right is blue, wrong orange."""
    ax = canvas(ax, (4.6, 4.2))
    counts = np.asarray(matrix)
    wrong = ~np.eye(len(labels), dtype=bool)
    colours = np.full((*counts.shape, 4), to_rgba(BLUE, 0.3))
    colours[wrong] = to_rgba(ORANGE)
    colours[wrong, 3] = 0.7 * counts[wrong] / max(counts[wrong].max(), 1)
    ax.imshow(colours)
    for row, column in np.argwhere(counts):
        weight = "bold" if wrong[row, column] else "normal"
        ax.text(column, row, f"{counts[row, column]}", ha="center", va="center", fontsize=9, fontweight=weight)
    ax.set_xticks(range(len(labels)), labels)
    ax.set_yticks(range(len(labels)), labels)
    ax.set(xlabel="predicted", ylabel="true")
    ax.tick_params(length=0)
    return ax


def pixels(values: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw a grid of numbers: blue circles, or orange squares below 0, larger for larger ones, and nothing for 0."""
    ax = canvas(ax, (2.4, 2.4))
    values = np.asarray(values, dtype=float)
    for sign, mark in MARKS.items():
        row, column = np.nonzero(sign * values > 0)
        sizes = 40 * np.abs(values[row, column]) / np.abs(values).max()
        ax.scatter(column, row, s=sizes, linewidths=0, **mark)
    rows, columns = values.shape
    ax.set(xlim=(-0.7, columns - 0.3), ylim=(rows - 0.3, -0.7), xticks=[], yticks=[], aspect="equal")
    ax.spines[:].set_visible(True)
    return ax


def unrolled(row: ArrayLike, *, marked: int = 2) -> Array:
    """Draw a square image, given as a row of numbers, above this row as bars; box one line in both. Return the axes."""
    numbers = np.asarray(row, dtype=float)
    side = round(len(numbers) ** 0.5)
    above, below = axes = plt.subplots(2, figsize=(4.6, 4.9), height_ratios=(2.3, 1))[1]
    above.imshow(numbers.reshape(side, side), cmap="Greys")
    for place, ink in enumerate(numbers):
        colour = "white" if ink > numbers.max() / 2 else "black"
        above.text(place % side, place // side, f"{ink:.0f}", color=colour, ha="center", va="center", fontsize=10)
    above.set(xticks=[], yticks=[])
    above.spines[:].set_visible(True)
    own = np.arange(side * side) // side == marked
    below.bar(np.arange(1, side * side + 1), numbers, color=np.where(own, "black", GREY))
    below.set(
        xlabel="feature", ylabel="ink", xticks=[1, *range(side, side * side + 1, side)], xlim=(0, side * side + 1)
    )
    box: Any = {"fill": False, "linewidth": 2.5, "edgecolor": ORANGE, "clip_on": False}
    above.add_patch(Rectangle((-0.5, marked - 0.5), side, 1, **box))
    below.add_patch(Rectangle((marked * side + 0.5, 0), side, numbers.max(), **box))
    return np.array(axes)


def images(rows: ArrayLike, titles: Sequence[str]) -> Array:
    """Draw square images, given as rows of numbers: in grey or, if any is negative, as `pixels`. Return the axes."""
    given = np.asarray(rows, dtype=float)
    side = round(given.shape[1] ** 0.5)
    axes = grid(len(given), columns=5, width=0.95, height=1.2)
    for ax, image, title in zip(axes.flat[: len(given)], given.reshape(-1, side, side), titles, strict=True):
        if given.min() < 0:
            pixels(image, ax=ax)
        else:
            ax.imshow(image, cmap="Greys", vmin=0, vmax=given.max())
            ax.set(xticks=[], yticks=[])
            ax.spines[:].set_visible(True)
        ax.set_title(title, fontsize=10)
    return axes
