"""Losses as curves, and the paths of a descent on their mean."""

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptron_lib.losses import Descent, Loss, objective
from perceptron_lib.plots.style import BLUE, GREY, ORANGE, canvas, mesh


def losses(*chosen: Loss, ax: Axes | None = None) -> Axes:
    """Draw losses as curves over the functional margin y * score, each with a dash of its own."""
    ax = canvas(ax)
    m = np.linspace(-2.5, 2.5, 1001)
    looks = (("black", "-"), (BLUE, "-"), (ORANGE, "--"), ("#007A5A", "-."), (GREY, ":"))
    for loss, (color, line) in zip(chosen, cycle(looks)):
        ax.plot(m, loss(m), line, color=color, label=loss.name)
    ax.axvline(0, color=GREY, linewidth=0.6)
    ax.set(xlabel=r"functional margin $m = y \cdot \mathrm{score}$", ylabel="loss", ylim=(-0.1, 3.6))
    ax.legend(loc="upper right", fontsize=9)
    return ax


def steps(cost: Callable[[float], float], path: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw a cost of one weight as a curve, and on it the weights of a descent, joined in their order."""
    ax = canvas(ax)
    stops = np.asarray(path, dtype=float)
    room = 0.25 * np.ptp(stops)
    w = np.linspace(stops.min() - room, stops.max() + room, 401)
    ax.plot(w, [cost(value) for value in w], color="black")
    ax.plot(stops, [cost(value) for value in stops], "o--", color=ORANGE, markersize=5, linewidth=1)
    ax.plot(stops[0], cost(stops[0]), "s", color=ORANGE, markersize=9)
    ax.set(xlabel="$w$", ylabel="cost")
    return ax


def surface(
    paths: Mapping[str, Descent], *, limits: Sequence[float] = (-1.5, 2.5, -3.5, 3.5), ax: Axes | None = None
) -> Axes:
    """Draw the objective of descents on one feature as level lines over weight and bias, and their paths on it.

    The descents share data, loss and penalty. The limits are the least and largest w, the least and largest b.
    """
    ax = canvas(ax)
    ax.set(xlabel="$w$", ylabel="$b$", xlim=limits[:2], ylim=limits[2:])
    first = next(iter(paths.values()))
    w, b, grid = mesh(ax, 81)
    height = objective(grid, first.X, first.y, first.loss, penalty=first.penalty).reshape(w.shape)
    levels = height.min() + np.ptp(height) * np.linspace(0, 1, 13) ** 2
    ax.contour(w, b, height, levels, colors=GREY, linewidths=0.8)
    ax.contourf(w, b, height, levels, cmap="Greys", alpha=0.35, zorder=0)
    for (name, descent), (color, look) in zip(paths.items(), cycle(((BLUE, "o-"), (ORANGE, "s--")))):
        ax.plot(*descent.weights.T, look, color=color, markersize=3, linewidth=1.3, label=name)
    ax.plot(*first.weights[0], "s", color="black", markersize=8)
    ax.legend(loc="best", fontsize=9)
    return ax
