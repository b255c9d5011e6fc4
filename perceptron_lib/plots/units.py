"""The threshold unit: how it is built, how it decides, and how much it can decide."""

from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Ellipse
from numpy.typing import ArrayLike

from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.plots.style import BLUE, GREY, ORANGE, arrow, canvas, whole_numbers


def unit(names: Sequence[str], *, padded: bool = False, ax: Axes | None = None) -> Axes:
    """Draw a threshold unit: inputs with these names, weights, sum, threshold, output.

    The bias is an arrow of its own or, if `padded`, the weight of one more input, the constant 1.
    """
    ax = canvas(ax, (4.8, 2.6))
    circle = {"boxstyle": "circle,pad=0.35", "facecolor": "white", "edgecolor": "black", "linewidth": 1.5}
    square = circle | {"boxstyle": "square,pad=0.35"}
    centred: Any = {"ha": "center", "va": "center"}
    into_sum: Any = {"linewidth": 1.5, "shrinkA": 11, "shrinkB": 16}
    inputs = [(name, f"$w_{{{j + 1}}}$", circle | {"edgecolor": BLUE}, "-", +1) for j, name in enumerate(names)]
    if padded:
        inputs.append(("$1$", "$b$", square, "--", -1))
    for (name, weight, box, line, side), y in zip(inputs, np.linspace(1, -1, len(inputs)).tolist(), strict=True):
        arrow(ax, (0, y), (1.6, 0), linestyle=line, **into_sum)
        ax.text(0, y, name, bbox=box, **centred)
        ax.text(0.62, 0.61 * y + side * (0.14 + 0.08 * abs(y)), weight, **centred)
    if not padded:
        arrow(ax, (1.6, 1), (1.6, 0), linestyle="--", **into_sum)
        ax.text(1.6, 1, "$b$", **centred)
    arrow(ax, (1.6, 0), (2.7, 0), linewidth=1.5, shrinkA=12, shrinkB=21)
    arrow(ax, (2.7, 0), (3.65, 0), linewidth=1.5, shrinkA=20, shrinkB=2)
    ax.text(1.6, 0, r"$\sum$", bbox=circle, **centred)
    ax.text(2.7, 0, "$> 0\\,?$", bbox=circle | {"boxstyle": "square,pad=0.5"}, **centred)
    ax.text(3.75, 0, r"$\pm1$", **centred)
    for x, what in ((0, "inputs"), (0.75, "weights"), (1.6, "sum"), (2.7, "threshold"), (3.75, "output")):
        ax.text(x, -1.45, what, color=GREY, fontsize=9, **centred)
    ax.set(xlim=(-0.35, 4.1), ylim=(-1.65, 1.25))
    ax.set_axis_off()
    return ax


def neuron(*, ax: Axes | None = None) -> Axes:
    """Draw a nerve cell with its parts named, each where `unit` draws what does the same in a threshold unit."""
    ax = canvas(ax, (4.8, 2.6))
    centred: Any = {"ha": "center", "va": "center"}
    bow = np.linspace(0, 1, 30)
    for y, strength in ((1.0, 9), (0.0, 5), (-1.0, 13)):  # the signals of three other cells, through synapses
        ax.plot([-0.35, 0.4], [y, y], color=GREY, linewidth=1.5)
        ax.plot(0.45, y, "o", color=GREY, markersize=strength)
        ax.plot(0.68 + 0.82 * bow, 0.95 * y * (1 - bow) ** 2, color=BLUE, linewidth=3)  # a dendrite
        ax.plot([0.65, 0.65], [0.95 * y - 0.14, 0.95 * y + 0.14], color=BLUE, linewidth=3)
    ax.add_patch(Ellipse((1.6, 0), 0.62, 0.8, facecolor="white", edgecolor=BLUE, linewidth=3, zorder=3))
    ax.plot(1.6, 0, "o", color=BLUE, markersize=9, zorder=4)  # its nucleus
    ax.plot([1.91, 3.45], [0, 0], color=BLUE, linewidth=4)  # the axon, which forks
    for y in (0.4, 0.0, -0.4):
        ax.plot([3.4, 3.75], [0, y], color=BLUE, linewidth=2)
        ax.plot(3.75, y, "o", color=BLUE, markersize=6)
    ax.plot([2.3, 2.55, 2.55, 2.75, 2.75, 3.0], [0.35, 0.35, 0.85, 0.85, 0.35, 0.35], color="black", linewidth=1.5)
    ax.text(1.12, 0.85, "dendrites", color=BLUE, fontsize=9, ha="left", va="center")
    for x, what in ((0, "signals"), (0.75, "synapses"), (1.6, "cell body"), (2.7, "fires"), (3.75, "axon")):
        ax.text(x, -1.45, what, color=GREY, fontsize=9, **centred)
    ax.set(xlim=(-0.35, 4.1), ylim=(-1.65, 1.25))
    ax.set_axis_off()
    return ax


def votes(halfspace: Halfspace, x: ArrayLike, names: Sequence[str], *, ax: Axes | None = None) -> Axes:
    """Draw the decision on one example x, shape (d,), as a vote on its d named inputs.

    There is a bar w_j x_j for each input that is not 0, one for the bias, and one for their sum, the score.
    """
    x = np.asarray(x)
    active = np.flatnonzero(x).tolist()
    labels = [*(names[j] for j in active), "bias", "score"]
    bars = [float(vote) for vote in (*(halfspace.w * x)[active], halfspace.b, *halfspace.score(x[None]))]
    longest = max(1.0, *map(abs, bars))
    ax = canvas(ax, (4.6, 0.36 * len(bars) + 0.8))
    for k, value in enumerate(bars):
        color, hatch = (BLUE, "") if value > 0 else (ORANGE, "///")
        (bar,) = ax.barh(k, value, height=0.6, color=color, hatch=hatch, edgecolor="white", linewidth=0.5)
        text = f"{value:+g}".replace("-", "\N{MINUS SIGN}") if value else "0"
        ax.text(value + (0.08 if value >= 0 else -0.08) * longest, k, text, ha="center", va="center")
    bar.set(edgecolor="black", linewidth=1.5)  # the last one, the score
    ax.axhline(len(bars) - 1.5, color=GREY, linewidth=0.8)
    ax.axvline(0, color="black", linewidth=0.8)
    ax.set_yticks(range(len(bars)), labels)
    ax.set(xlim=(-1.2 * longest, 1.2 * longest), xlabel=r"vote: $-$ against, $+$ for")
    ax.invert_yaxis()
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    whole_numbers(ax.xaxis)
    return ax


def capacity(count: Callable[[int, int], int], dimensions: Sequence[int], *, ax: Axes | None = None) -> Axes:
    """Draw the share of all labellings that a hyperplane can make, against points per parameter.

    Of the 2^n labellings of n points with k coordinates it can make count(n, k). There is a curve for each k of
    `dimensions`, from n = 1 to n = 4k.
    """
    ax = canvas(ax)
    ax.axvline(2, color=GREY, linewidth=0.8, linestyle=":", zorder=0)
    ax.axhline(0.5, color=GREY, linewidth=0.8, linestyle=":", zorder=0)
    for k, (look, color) in zip(dimensions, cycle((("o-", BLUE), ("s--", ORANGE), ("-", "black")))):
        n = np.arange(1, 4 * k + 1)
        shares = [count(m, k) / 2**m for m in n.tolist()]
        ax.plot(n / k, shares, look, color=color, markersize=3.5, linewidth=1.3, label=f"$d + 1 = {k}$")
    ax.set(xlabel="points per parameter, $n/(d + 1)$", ylabel="share of the labellings", ylim=(0, 1.05))
    ax.legend(loc="upper right", fontsize=9)
    return ax
