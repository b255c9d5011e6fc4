"""Novikoff's theorem: its oracle as a nearest point, the curves of its proof, a spiral, and true mistakes."""

from collections.abc import Mapping
from itertools import cycle

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptron_lib.convergence import Verification
from perceptron_lib.halfspaces import Halfspace, pad
from perceptron_lib.plots.plane import boundary, corners, data, labelled
from perceptron_lib.plots.style import BLUE, GREY, ORANGE, arrow, canvas, whole_numbers
from perceptron_lib.separability import Separator
from perceptron_lib.training import Run


def nearest(separator: Separator, X: ArrayLike, y: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw the points y_i (x_i, 1) of examples X of shape (n, 1), their hull, and its point nearest to the origin.

    The separator is what `separate(X, y)` returns.
    """
    X, signs = labelled(X, y, 1)
    signed, (v1, v2) = signs[:, None] * pad(X), separator.point.astype(float)
    ax = data(signed, signs, names=("$y\\,x$", "$y$"), legend=False, ax=ax)
    ax.fill(*corners(signed).T, facecolor="#66666620", edgecolor=GREY, linewidth=1.5, zorder=0)
    ax.plot(0, 0, "+", color="black", markersize=10)
    ax.margins(0.2)
    boundary(Halfspace([v1, v2]), line=":", ax=ax)
    beside = (-12 * v2 / np.hypot(v1, v2), 12 * v1 / np.hypot(v1, v2))
    ax.annotate("$v$", (v1, v2), xytext=beside, textcoords="offset points", ha="center")
    arrow(ax, (0, 0), (v1, v2))
    ax.set_aspect("equal")
    return ax


def proof(verification: Verification, *, ax: Axes | None = None) -> Axes:
    """Draw a run between the two curves of Novikoff's proof.

    Dashed is what the length may be at most, dotted what the progress is at least; where the two meet, no further
    update is possible.
    """
    ax = canvas(ax)
    k = np.arange(verification.mistakes + 1)
    most = np.sqrt(verification.most_squared_norm.astype(float))
    length = np.sqrt(verification.squared_norm.astype(float))
    ax.plot(k, most, "--", color=GREY, label="length at most")
    ax.plot(k, length, color=ORANGE, label=r"length $\Vert\tilde w_k\Vert$")
    ax.plot(k, verification.progress, "-.", color=BLUE, label=r"progress $\langle\tilde u,\tilde w_k\rangle$")
    ax.plot(k, verification.least_progress, ":", color="black", label="progress at least")
    ax.set(xlabel="updates $k$", ylim=(min(0, verification.least_progress.min()), None))
    whole_numbers(ax.xaxis)
    ax.legend(loc="best", fontsize=9)
    return ax


def winding(run: Run, *, step: int, ax: Axes | None = None) -> Axes:
    """Draw the first two weights of a run after each update, and one update as an arrow, at the end of the weights.

    The path is solid as far as its point that is farthest from the start, and dashed from there on.
    """
    ax = canvas(ax)
    path = run.weights[:, :2].astype(float)
    far = ((path - path[0]) ** 2).sum(axis=1).argmax()
    ax.plot(*path[: far + 1].T, ".-", color=BLUE, linewidth=1, label="outward")
    ax.plot(*path[far:].T, ".--", color=ORANGE, linewidth=1, label="inward")
    arrow(ax, path[0], path[step])
    arrow(ax, path[step], path[step + 1])
    ax.set(xlabel="$w_1$", ylabel="$w_2$", aspect="equal")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, fontsize=9)
    return ax


def shares(values: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw the distribution of mistakes over bound: a histogram from 0 to 1 on a logarithmic axis, and the bound."""
    ax = canvas(ax)
    given = np.asarray(values, dtype=float)
    bins = np.geomspace(min(given.min(), 0.5), max(given.max(), 1) * (1 + 1e-9), 30)
    ax.hist(given, bins=bins.tolist(), color=BLUE, edgecolor="white", linewidth=0.5)
    ax.axvline(1, color=ORANGE, linestyle="--", label="the bound")
    ax.set(xscale="log", xlabel="mistakes / bound", ylabel="data sets")
    ax.legend(loc="best")
    return ax


def against_margin(series: Mapping[str, tuple[ArrayLike, ArrayLike]], *, ax: Axes | None = None) -> Axes:
    """Draw mistakes against the relative margin, pairs (margins, mistakes) by name, under Novikoff's bound.

    Each margin is divided by the length R of the longest padded example, so that the bound is 1 / margin^2.
    """
    ax = canvas(ax)
    margins = np.concatenate([np.asarray(x, dtype=float) for x, _ in series.values()])
    ends = np.array([margins.min(), margins.max()])
    ax.plot(ends, 1 / ends**2, "--", color="black", label=r"the bound $R^2/\gamma^2$")
    for (name, pair), (marker, color) in zip(series.items(), cycle((("o", BLUE), ("s", ORANGE), ("^", GREY)))):
        ax.plot(*pair, marker, color=color, markersize=5, label=name)
    ax.set(xscale="log", yscale="log", xlabel=r"relative margin $\gamma / R$", ylabel="mistakes")
    ax.legend(loc="best")
    return ax
