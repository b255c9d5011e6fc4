"""A run from update to update: its lines, the path of its weights, its accuracy."""

from collections.abc import Mapping, Sequence
from itertools import cycle, pairwise

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from numpy.typing import ArrayLike

from perceptron_lib.checks import Array
from perceptron_lib.cycling import Cycle
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.plots.plane import boundary, data, padding
from perceptron_lib.plots.style import BLUE, GREY, MARKS, ORANGE, arrow, canvas, grid, whole_numbers
from perceptron_lib.training import Run


def update(run: Run, k: int, *, legend: bool = True, ax: Axes | None = None) -> Axes:
    """Draw update k = 0, 1, ... of a run in the plane: its example circled, the line before dashed and after solid."""
    if not 0 <= k < len(run.mistakes):
        raise ValueError(f"there is no update k = {k}: this run has {len(run.mistakes)}")
    ax = data(run.X, run.y, circled=[run.mistakes.example[k]], legend=False, ax=ax)
    for (*w, b), line, label in ((run.weights[k], "--", "before"), (run.weights[k + 1], "-", "after")):
        if any(w):  # w = 0 has no line
            boundary(Halfspace(w, b), line=line, label=label, ax=ax)
    ax.set_title(f"update {k + 1}: training error {run.training_error[k + 1]:.2f}")
    if legend:
        ax.legend(loc="best")
    return ax


def updates(run: Run, ks: Sequence[int]) -> Array:
    """Draw several updates, two in a row, each with the training error after it in the title. Return the axes."""
    axes = grid(len(ks), columns=2, width=2.4, height=2.2)
    for ax, k in zip(axes.flat, ks, strict=False):
        update(run, k, legend=False, ax=ax).title.set_fontsize("small")
        ax.label_outer()
    return axes


def weights(run: Run, names: Sequence[str], *, ax: Axes | None = None) -> Axes:
    """Draw the path of the padded weights as a table: a row for each update, a column for each feature's name."""
    path = run.weights.astype(float)
    ax = canvas(ax, (4.8, 0.42 * len(path) + 0.6))
    limit = 2 * max(1.0, np.abs(path).max())
    colours = LinearSegmentedColormap.from_list("signs", [ORANGE, "white", BLUE])
    ax.imshow(path, cmap=colours, vmin=-limit, vmax=limit, aspect="auto")
    for (k, j), value in np.ndenumerate(path):
        ax.text(j, k, f"{value:g}", ha="center", va="center")
    ax.set_xticks(range(path.shape[1]), [*names, "bias"])
    ax.set_yticks(range(len(path)), ["start", *(f"after $x_{{{i + 1}}}$" for i in run.mistakes.example)])
    ax.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    ax.spines[:].set_visible(False)
    return ax


def weight_space(run: Run) -> Array:
    """Draw a run on one feature in two planes: its padded examples and the line at the end; the path of (w, b).

    In the plane of (w, b) an example is a line; the side of the weights that are right on it is shaded.
    """
    axes: Array = plt.subplots(2, 1, figsize=(4.6, 6.2), height_ratios=(1, 2))[1]
    padding(run.halfspace, run.X, run.y, ax=axes[0]).legend().set_visible(False)
    axes[0].set_ylabel("padding")
    walk, ax = run.weights.astype(float), axes[1]
    room = 1.25 * np.abs(walk).max()
    for i, (x, sign) in enumerate(zip(run.X[:, 0].astype(float), run.y, strict=True)):
        axes[0].annotate(f"{i + 1}", (x, 1), xytext=(0, 8), textcoords="offset points", ha="center")
        along, side = room * np.array([1, -x]) / max(1, abs(x)), 4 * room * sign * np.array([x, 1])
        ax.axline((0, 0), tuple(along), color=MARKS[sign]["color"], linewidth=1.2)
        ax.fill(*np.array([4 * along, 4 * along + side, side - 4 * along, -4 * along]).T, color=GREY, alpha=0.18, lw=0)
        ax.plot(*(0.92 * along), markersize=14, **MARKS[sign])
        ax.text(*(0.92 * along), f"{i + 1}", color="white", ha="center", va="center", fontsize=9)
    for tail, tip in pairwise(walk.tolist()):
        arrow(ax, tail, tip)
    ax.set(xlabel="$w$", ylabel="$b$", xlim=(-room, room), ylim=(-room, room), aspect="equal")
    whole_numbers(ax.xaxis, ax.yaxis)
    return axes


def path(run: Run, most: int, *, ax: Axes | None = None) -> Axes:
    """Draw the path of two weights from the start, a large dot, through `most` updates; dotted: its last direction."""
    ax = canvas(ax)
    w = run.weights[:, :2].astype(float)
    ax.plot(*w[: most + 1].T, color=BLUE, linewidth=1, marker=".", markersize=5)
    ax.plot(*w[0], "o", color="black")
    ax.set(xlabel="$w_1$", ylabel="$w_2$", xlim=ax.get_xlim(), ylim=ax.get_ylim())
    ax.axline((0, 0), tuple(w[-1]), color="black", linestyle=":", linewidth=1.5)
    return ax


def length(run: Run, *, ax: Axes | None = None) -> Axes:
    """Draw the length of the padded weights after each update."""
    ax = canvas(ax)
    ax.plot(np.linalg.norm(run.weights.astype(float), axis=1), color=BLUE, linewidth=1)
    ax.set(xlabel="updates", ylabel=r"$\Vert\tilde w\Vert$", ylim=(0, None))
    whole_numbers(ax.xaxis)
    return ax


def along(accuracies: Mapping[str, Sequence[float]], *, ax: Axes | None = None) -> Axes:
    """Draw accuracies after 0, 1, ..., k updates of a run, a step curve for each name."""
    ax = canvas(ax)
    looks = ((ORANGE, "-", 0.9), (BLUE, "-", 2.4), ("black", ":", 1.8))
    for (name, values), (color, line, width) in zip(accuracies.items(), cycle(looks)):
        ax.step(range(len(values)), values, where="post", color=color, linestyle=line, linewidth=width, label=name)
    ax.set(xlabel="updates", ylabel="accuracy on held-out examples")
    whole_numbers(ax.xaxis)
    ax.legend(loc="lower right")
    return ax


def states(weights: ArrayLike, cycle: Cycle, *, ax: Axes | None = None) -> Axes:
    """Draw padded weights, shape (m, 3), as points in the plane of w, and over them the walk of a cycle."""
    ax = canvas(ax)
    (w1, w2), biases = np.unique(np.asarray(weights, dtype=float)[:, :2].T, axis=1, return_counts=True)
    ax.scatter(w1, w2, s=12 * biases, color=GREY, alpha=0.35, linewidths=0, label="all states")
    for (*before, _), (*after, _) in pairwise(cycle.weights.astype(float).tolist()):
        if before != after:
            arrow(ax, before, after, color=BLUE)
    ax.set(xlabel="$w_1$", ylabel="$w_2$", aspect="equal")
    whole_numbers(ax.xaxis, ax.yaxis)
    return ax
