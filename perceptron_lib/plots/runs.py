"""A run from update to update: its lines, the path of its weights, its accuracy."""

from collections.abc import Mapping, Sequence
from itertools import cycle, pairwise
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptron_lib.checks import Array
from perceptron_lib.cycling import Cycle
from perceptron_lib.halfspaces import Halfspace, pad
from perceptron_lib.plots.plane import boundary, data, labelled, padding
from perceptron_lib.plots.style import BLUE, GREY, MARKS, ORANGE, PURPLE, arrow, canvas, grid, whole_numbers
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


def weight_slice(
    X: ArrayLike, y: ArrayLike, weights: ArrayLike, *, whole: ArrayLike | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the path of padded weights, shape (k, 3), in the plane of w, and examples with two features as lines there.

    The bias is a third axis; this is the slice at the last one, which is the title. The weights on its line score 0 on
    an example, and those on the side with the shadow are right on it; the example at the origin has no line. The
    weights that are right on all examples, if there are any, are tinted. The window has room for a `whole` path, if it
    is given.
    """
    X, signs = labelled(X, y, 2)
    walk, ax = np.asarray(weights, dtype=float), canvas(ax)
    frame = _around(walk if whole is None else np.asarray(whole, dtype=float))
    cone, signed = frame, signs[:, None] * np.column_stack([X, np.full(len(X), walk[-1, 2])])
    for i, (z, sign) in enumerate(zip(signed, signs.tolist(), strict=True)):  # right: all w with <z, (w, 1)> > 0
        cone = _part(cone, z)
        if z[:2].any():
            _example(ax, frame, z, f"{i + 1}", MARKS[sign])
        else:
            text = f"{i + 1}: {'right' if z[2] > 0 else 'wrong'} everywhere"
            ax.annotate(text, (1, 1.02), xycoords="axes fraction", ha="right", fontsize=9, color=MARKS[sign]["color"])
    if len(cone) and (pad(cone.mean(axis=0)) @ signed.T > 1e-9).all():
        ax.fill(*cone.T, color=PURPLE, alpha=0.35, linewidth=0)
    ax.plot(*walk[:, :2].T, color="black", linewidth=0.8, marker=".", markersize=6)
    ax.plot(*walk[-1, :2], "o", color="black", markersize=6)
    if len(walk) > 1 and (walk[-1, :2] != walk[-2, :2]).any():
        arrow(ax, tuple(walk[-2, :2]), tuple(walk[-1, :2]))
    (left, bottom), (right, top) = frame[[0, 2]]
    ax.set(xlabel="$w_1$", ylabel="$w_2$", xlim=(left, right), ylim=(bottom, top), aspect="equal")
    ax.set_title(f"slice at $b = {walk[-1, 2]:g}$", x=0, ha="left")
    return ax


def weight_slices(run: Run, ks: Sequence[int], *, columns: int = 2) -> Array:
    """Draw weight space after several updates k = 0, 1, ... of a run, in rows, each with its bias. Return the axes."""
    axes = grid(len(ks), columns=columns, width=5.6 / columns, height=5.4 / columns)
    for ax, k in zip(axes.flat, ks, strict=False):
        weight_slice(run.X, run.y, run.weights[: k + 2], whole=run.weights, ax=ax).title.set_fontsize("small")
        ax.label_outer()
    return axes


def _around(walk: Array) -> Array:
    """Return the corners of a square of the plane of w with room around the origin and some padded weights."""
    low, high = np.minimum(0, walk[:, :2].min(axis=0)), np.maximum(0, walk[:, :2].max(axis=0))
    half = 1.75 * max((high - low).max(), 0.5)
    square: Array = (low + high) / 2 + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return square


def _part(polygon: Array, z: Array) -> Array:
    """Return the part of a convex polygon, its corners as rows, where <z, (w, 1)> >= 0."""
    kept = []
    for p, q in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        at, then = z @ pad(p), z @ pad(q)
        if at >= 0:
            kept.append(p)
        if (at >= 0) != (then >= 0):
            kept.append(p + at / (at - then) * (q - p))
    return np.array(kept).reshape(-1, 2)


def _example(ax: Axes, frame: Array, z: Array, name: str, mark: Mapping[str, Any]) -> None:
    """Draw the line <z, (w, 1)> = 0 of an example in weight space, its shadow and, near an end, its name."""
    size = np.ptp(frame[:, 0])
    side, beyond = _part(frame, z), z - [0, 0, 0.03 * size * np.hypot(*z[:2])]
    ax.fill(*_part(side, -beyond).T, color=mark["color"], alpha=0.22, linewidth=0)
    ends = sorted((p for p in side if abs(z @ pad(p)) < 1e-9 * size * np.abs(z).max()), key=lambda p: p @ [1, 1.1])
    if len(ends) > 1:
        ax.plot(*np.transpose([ends[0], ends[-1]]), color=mark["color"], linewidth=1.2)
        place = ends[-1] + 0.07 * size * (ends[0] - ends[-1]) / max(np.hypot(*(ends[0] - ends[-1])), 0.14 * size)
        ax.plot(*place, markersize=11, **mark)
        ax.text(place[0], place[1], name, color="white", ha="center", va="center", fontsize=8)


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
