"""Every picture of the book. Each function draws on `ax`, or on a new figure, and returns the axes.

One style: class +1 is a blue circle and class -1 an orange square; a line is solid, the line before an update is
dashed; the example at hand is circled. Colour is never the only sign.
"""

import io
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from perceptron_lib import checks
from perceptron_lib.checks import Array
from perceptron_lib.convergence import Verification
from perceptron_lib.cycling import Cycle
from perceptron_lib.halfspaces import Halfspace, pad
from perceptron_lib.losses import Descent, Loss, objective
from perceptron_lib.separability import Separator
from perceptron_lib.training import Run

BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#666666"
MARKS: dict[int, Any] = {+1: {"marker": "o", "color": BLUE}, -1: {"marker": "s", "color": ORANGE}}
CLASSES = (("o", BLUE, "//"), ("s", ORANGE, "||"), ("^", "#009E73", "\\\\"), ("D", "#CC79A7", "--"))
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
    text = _NUMBER.sub(_rounded, file.getvalue())
    figure_id = f"p{zlib.crc32(_NAME.sub('', text).encode()):x}"
    numbers: dict[str, int] = {}
    return _NAME.sub(lambda name: f"{figure_id}-{numbers.setdefault(name[0], len(numbers))}", text)


_NUMBER = re.compile(r"scale\([^)]*\)|-?\d+\.\d{3,}|(?<=[\s\"(])-0(?=[\s\")])")
_NAME = re.compile(r'(?<=["#])(?:[hmp]|image|C\w+_)[0-9a-f]{10}(?=[")])')


def _rounded(number: re.Match[str]) -> str:
    if number[0].startswith("scale"):  # of a glyph, which has large coordinates
        return number[0]
    return f"{round(float(number[0]), 2) + 0.0:g}"  # no minus zero


def data(
    X: ArrayLike,
    y: ArrayLike,
    *,
    names: Sequence[str] = ("$x_1$", "$x_2$"),
    circled: Iterable[int] = (),
    legend: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Draw labelled points in the plane.

    Parameters
    ----------
    X : array of shape (n, 2)
    y : array of shape (n,)
        Two labels; the larger is drawn as +1.
    names : two str
        The names of the axes.
    circled : rows to circle
    legend : bool, default True
    ax : Axes, optional
    """
    X = checks.features(X)
    if X.shape[1] != 2 or len(names) != 2:
        raise ValueError(
            f"a plane shows 2 features and needs 2 names, but X has {X.shape[1]} features (choose two of its columns) "
            f"and names has {len(names)}"
        )
    signs = checks.signs(y, len(X))
    ax = _axes(ax)
    for sign, mark in MARKS.items():
        x1, x2 = X[signs == sign].T
        ax.scatter(x1, x2, s=50, edgecolors="white", linewidths=0.6, label=f"$y = {sign:+d}$", zorder=3, **mark)
    x1, x2 = X[list(circled)].T
    if len(x1):
        ax.scatter(x1, x2, s=200, facecolors="none", edgecolors="black", linewidths=1.5, zorder=4)
    ax.margins(0.15)
    ax.set(xlabel=names[0], ylabel=names[1])
    if legend:
        ax.legend(loc="best")
    return ax


def boundary(
    halfspace: Halfspace,
    *,
    line: str = "-",
    color: str = "black",
    label: str | None = None,
    normal: bool = False,
    shade: bool = False,
    ax: Axes | None = None,
) -> Axes:
    """Draw the boundary line of a halfspace in the plane, within the limits that the axes have.

    Parameters
    ----------
    halfspace : Halfspace with two weights
    line, color, label : the look and the legend's name of the line
    normal : bool, default False
        Draw the unit normal from the foot point of the origin; makes the two axes equally long.
    shade : bool, default False
        Tint the positive halfspace blue and the negative one orange.
    ax : Axes, optional
    """
    _check(halfspace, 2)
    ax = _axes(ax)
    ax.set(xlim=ax.get_xlim(), ylim=ax.get_ylim())  # from here on the limits stay
    (x1, x2), (e1, e2) = halfspace.foot, halfspace.unit_normal
    ax.axline((x1, x2), (x1 - e2, x2 + e1), color=color, linestyle=line, label=label)
    if normal:
        ax.set_aspect("equal", adjustable="box")
        arrow = {"arrowstyle": "-|>", "color": color, "linewidth": 1.8, "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", (x1 + e1, x2 + e2), (x1, x2), arrowprops=arrow)
        ax.text(x1 + 1.2 * e1, x2 + 1.2 * e2, "$e$", ha="center", va="center")
    if shade:
        corners = np.meshgrid(ax.get_xlim(), ax.get_ylim())
        score = halfspace.score(np.stack(corners, axis=-1).reshape(4, 2)).astype(float).reshape(2, 2)
        reach = np.abs(score).max()
        ax.contourf(*corners, score, [-reach, 0, reach], cmap=ListedColormap([ORANGE, BLUE]), alpha=0.1, zorder=0)
    return ax


def distances(halfspace: Halfspace, X: ArrayLike, y: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw points, boundary, and each point's perpendicular to the boundary with its signed distance."""
    _check(halfspace, 2)
    X = checks.features(X, 2).astype(float)
    ax = data(X, y, ax=ax)
    t = halfspace.signed_distance(X)
    feet = X - t[:, None] * halfspace.unit_normal
    for x, foot, distance in zip(X, feet, t, strict=True):
        ax.plot(*np.stack([x, foot]).T, color=GREY, linestyle=":", linewidth=1.5)
        offset = (8, 5) if distance > 0 else (8, -14)
        ax.annotate(f"{distance:+.2f}", x, xytext=offset, textcoords="offset points", fontsize=9)
    ax.set_aspect("equal", adjustable="box")
    return boundary(halfspace, shade=True, ax=ax)


def measure(halfspace: Halfspace, x: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw the normal vector w from the middle of the boundary, and the way from a point x to its foot point."""
    _check(halfspace, 2)
    ax, violet = _axes(ax), CLASSES[3][1]
    middle = np.array([np.mean(ax.get_xlim()), np.mean(ax.get_ylim())])
    point = checks.features(np.asarray(x)[None], 2, "x")[0].astype(float)
    (m1, m2), foot = (p - halfspace.signed_distance([p])[0] * halfspace.unit_normal for p in (middle, point))
    tip = np.array([m1, m2]) + halfspace.w.astype(float)
    arrow = {"arrowstyle": "-|>", "color": "black", "linewidth": 1.8, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", tuple(tip), (m1, m2), arrowprops=arrow)
    ax.annotate("$w$", tuple(tip), xytext=(6, 4), textcoords="offset points")
    ax.plot(*np.stack([point, foot]).T, color=violet, linestyle=":")
    ax.plot(*point, "+", color=violet, markersize=10, markeredgewidth=2)
    ax.annotate("$x$", tuple(point), xytext=(6, 4), textcoords="offset points")
    return ax


def hulls(X: ArrayLike, y: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw points and the convex hull of each class."""
    X = checks.features(X, 2).astype(float)
    signs = checks.signs(y, len(X))
    ax = data(X, y, ax=ax)
    for sign, mark in MARKS.items():
        points = X[signs == sign]
        if not len(points):
            continue
        edge = {"edgecolor": mark["color"], "linestyle": "-" if sign > 0 else "--", "linewidth": 1.5}
        ax.fill(*_outline(points).T, facecolor=(*mpl.colors.to_rgb(mark["color"]), 0.12), **edge)
    return ax


def padding(halfspace: Halfspace, x: ArrayLike, y: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw one-dimensional points lifted to height 1, and the line through the origin that separates them there.

    Parameters
    ----------
    halfspace : Halfspace with one weight
    x : array of shape (n, 1)
    y : array of shape (n,)
    ax : Axes, optional
    """
    _check(halfspace, 1)
    x = checks.features(x, 1).astype(float)
    signs = checks.signs(y, len(x))
    ax = _axes(ax)
    for sign, mark in MARKS.items():
        on_line = x[signs == sign, 0]
        ax.scatter(on_line, 0 * on_line, s=45, alpha=0.3, linewidths=0, **mark)
        ax.scatter(on_line, 0 * on_line + 1, s=45, zorder=3, label=f"$y = {sign:+d}$", **mark)
    ax.vlines(x[:, 0], 0, 1, color=GREY, linewidth=0.8, linestyle=":", zorder=0)
    padded = Halfspace(np.array([halfspace.w[0], halfspace.b]))
    ax.set(xlabel="$x$", ylabel="the appended coordinate", ylim=(-0.35, 2.2), xlim=(x.min() - 0.8, x.max() + 0.8))
    boundary(padded, ax=ax, shade=True, label=r"$\langle \tilde w, \tilde x\rangle = 0$")
    ax.plot(0, 0, "+", color="black")
    ax.annotate("origin", (0, 0), xytext=(6, -14), textcoords="offset points", fontsize=9)
    ax.set_aspect("equal", adjustable="box")
    ax.legend(loc="upper left", fontsize=9)
    return ax


def vectors(arrows: Mapping[str, ArrayLike], *, dashed: Sequence[str] = (), ax: Axes | None = None) -> Axes:
    """Draw arrows of the plane from the origin, each with its name at its tip.

    Parameters
    ----------
    arrows : mapping of names to arrays of shape (2,)
    dashed : the names of the arrows to draw dashed
    ax : Axes, optional
    """
    ax = _axes(ax)
    tips = checks.features(np.asarray(list(arrows.values())), 2, "arrows").astype(float)
    low, high = np.minimum(0, tips.min(axis=0)), np.maximum(0, tips.max(axis=0))
    room = 0.2 * (high - low).max()
    ax.set(xlim=(low[0] - room, high[0] + room), ylim=(low[1] - room, high[1] + room))
    ax.set_aspect("equal", adjustable="box")
    ax.axhline(0, color=GREY, linewidth=0.6)
    ax.axvline(0, color=GREY, linewidth=0.6)
    for name, (x1, x2) in zip(arrows, tips, strict=True):
        style = {"arrowstyle": "-|>", "linewidth": 1.8, "linestyle": "--" if name in dashed else "-", "shrinkA": 0}
        ax.annotate("", (x1, x2), (0, 0), arrowprops={**style, "shrinkB": 0, "color": "black"})
        beyond = 1 + 0.4 * room / np.hypot(x1, x2)
        ax.text(beyond * x1, beyond * x2, name, ha="center", va="center")
    return ax


def update(run: Run, k: int, *, legend: bool = True, ax: Axes | None = None) -> Axes:
    """Draw the line before (dashed) and after (solid) update k of a run in the plane, its example circled.

    Parameters
    ----------
    run : Run on two features
    k : int
        0 for the first update, which leads from `run.weights[0]` to `run.weights[1]`.
    legend : bool, default True
    ax : Axes, optional

    Raises
    ------
    ValueError
        If the run has no update k, or not two features.
    """
    if not len(run.mistakes):
        raise ValueError("this run has no updates: it made no mistake")
    if not 0 <= k < len(run.mistakes):
        raise ValueError(f"k must be from 0 to {len(run.mistakes) - 1}, the updates of this run, but is {k}")
    ax = data(run.X, run.y, circled=[run.mistakes.example[k]], legend=False, ax=ax)
    for weights, line, label in ((run.weights[k], "--", "before"), (run.weights[k + 1], "-", "after")):
        if weights[:-1].any():  # w = 0 has no line
            boundary(Halfspace(weights[:-1], weights[-1]), line=line, label=label, ax=ax)
    ax.set_title(f"update {k + 1}: loss {run.loss[k + 1]:.2f}")
    if legend:
        ax.legend(loc="best")
    return ax


def updates(run: Run, ks: Sequence[int], *, columns: int = 2) -> Array:
    """Draw several updates of a run side by side, each with the loss after it in the title. Return the axes."""
    rows = -(-len(ks) // columns)
    size = (2.4 * columns, 2.2 * rows)
    _, axes = plt.subplots(rows, columns, figsize=size, sharex=True, sharey=True, squeeze=False)
    for ax, k in zip(axes.flat, ks, strict=False):
        update(run, k, legend=False, ax=ax)
        ax.label_outer()
    for ax in axes.flat[len(ks) :]:
        ax.set_axis_off()
    grid: Array = axes
    return grid


def loss(run: Run, *, label: str | None = None, color: str = "black", line: str = "-", ax: Axes | None = None) -> Axes:
    """Draw the share of mistakes after each update; a grey line where a pass ends."""
    ax = _axes(ax)
    ax.step(range(len(run.loss)), run.loss, "o", where="post", ms=4, color=color, ls=line, label=label)
    ends = np.unique(np.cumsum(run.mistakes.per_pass))[:-1]
    ax.vlines(ends, 0, 1, color=GREY, linewidth=0.5, transform=ax.get_xaxis_transform(), zorder=0)
    ax.set(xlabel="updates", ylabel="loss (share of mistakes)", ylim=(0, None))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return ax


def weights(run: Run, names: Sequence[str], *, ax: Axes | None = None) -> Axes:
    """Draw the path of the padded weights as a table: a row for each update, a column for each weight."""
    path = run.weights.astype(float)
    if len(names) != path.shape[1] - 1:
        raise ValueError(f"names has {len(names)} names, but the run has {path.shape[1] - 1} features")
    if ax is None:
        ax = plt.subplots(figsize=(4.8, 0.42 * len(path) + 0.6))[1]
    reach = max(1.0, np.abs(path).max())
    colours = mpl.colors.LinearSegmentedColormap.from_list("classes", [ORANGE, "white", BLUE])
    ax.imshow(path, cmap=colours, vmin=-2 * reach, vmax=2 * reach, aspect="auto")
    for (k, j), value in np.ndenumerate(path):
        ax.text(j, k, f"{value:g}", ha="center", va="center")
    ax.set_xticks(range(path.shape[1]), [*names, "bias"])
    ax.set_yticks(range(len(path)), ["start", *(f"after $x_{{{i + 1}}}$" for i in run.mistakes.example)])
    ax.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    ax.spines[:].set_visible(False)
    return ax


def nearest(separator: Separator, X: ArrayLike, y: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw the points y_i (x_i, 1) of one-dimensional examples, their hull, and its point nearest to the origin.

    Parameters
    ----------
    separator : Separator
        What `separate(X, y)` returns.
    X : array of shape (n, 1)
    y : array of shape (n,)
    ax : Axes, optional
    """
    _check(separator.halfspace, 1)
    X = checks.features(X, 1).astype(float)
    signs = checks.signs(y, len(X))
    signed, v = signs[:, None] * pad(X), separator.point.astype(float)
    ax = data(signed, signs, names=("$y\\,x$", "$y$"), legend=False, ax=ax)
    ax.fill(*_outline(signed).T, facecolor="#66666620", edgecolor=GREY, linewidth=1.5, zorder=0)
    ax.plot(0, 0, "+", color="black", markersize=10)
    ax.margins(0.2)
    boundary(Halfspace(v), line=":", ax=ax)
    arrow = {"arrowstyle": "-|>", "color": "black", "linewidth": 1.8, "shrinkA": 0, "shrinkB": 0}
    (v1, v2), room = v.tolist(), np.linalg.norm(v)
    ax.annotate("", (v1, v2), (0, 0), arrowprops=arrow, zorder=5)
    ax.annotate("$v$", (v1, v2), xytext=(-12 * v2 / room, 12 * v1 / room), textcoords="offset points", ha="center")
    ax.set_aspect("equal", adjustable="box")
    return ax


def proof(verification: Verification, *, ax: Axes | None = None) -> Axes:
    """Draw a run between the two curves of Novikoff's proof.

    Dashed is what the length may be at most, dotted what the progress is at least; where the two meet, no further
    update is possible.
    """
    ax = _axes(ax)
    k = np.arange(verification.mistakes + 1)
    most = np.sqrt(verification.most_squared_norm.astype(float))
    length = np.sqrt(verification.squared_norm.astype(float))
    ax.plot(k, most, "--", color=GREY, label="length at most")
    ax.plot(k, length, color=ORANGE, label=r"length $\Vert\tilde w_k\Vert$")
    ax.plot(k, verification.progress, color=BLUE, linestyle="-.", label=r"progress $\langle\tilde u,\tilde w_k\rangle$")
    ax.plot(k, verification.least_progress, ":", color="black", label="progress at least")
    ax.set(xlabel="updates $k$", ylim=(min(0, verification.least_progress.min()), None))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(loc="best", fontsize=9)
    return ax


def shares(values: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw the distribution of mistakes over bound: a histogram from 0 to 1 on a logarithmic axis, and the bound."""
    given = checks.numbers(values, "values").astype(float)
    if given.ndim != 1 or not len(given) or given.min() <= 0:
        raise ValueError("values must be a list of numbers above 0: mistakes divided by their bound")
    ax = _axes(ax)
    bins = np.geomspace(min(given.min(), 0.5), max(given.max(), 1) * (1 + 1e-9), 30)
    ax.hist(given, bins=bins.tolist(), color=BLUE, edgecolor="white", linewidth=0.5)
    ax.axvline(1, color=ORANGE, linestyle="--", label="the bound")
    ax.set(xscale="log", xlabel="mistakes / bound", ylabel="data sets")
    ax.legend(loc="best")
    return ax


def against_margin(series: Mapping[str, tuple[ArrayLike, ArrayLike]], *, ax: Axes | None = None) -> Axes:
    """Draw mistakes against the relative margin, both on logarithmic axes, under Novikoff's bound.

    Parameters
    ----------
    series : mapping of at most three names to pairs (margins, mistakes)
        Each margin is divided by the length R of the longest padded example, so that the bound is 1 / margin^2.
    ax : Axes, optional
    """
    ax = _axes(ax)
    looks = (("o", BLUE), ("s", ORANGE), ("^", GREY))
    pairs = [(checks.numbers(x, "margins").astype(float), checks.numbers(y, "mistakes")) for x, y in series.values()]
    ends = np.array([min(x.min() for x, _ in pairs), max(x.max() for x, _ in pairs)])
    ax.plot(ends, 1 / ends**2, "--", color="black", label=r"the bound $R^2/\gamma^2$")
    for name, (x, mistakes), (marker, color) in zip(series, pairs, looks, strict=False):
        ax.plot(x, mistakes, marker, color=color, markersize=5, label=name)
    ax.set(xscale="log", yscale="log", xlabel=r"relative margin $\gamma / R$", ylabel="mistakes")
    ax.legend(loc="best")
    return ax


def states(weights: ArrayLike, cycle: Cycle | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw padded weights on two features as points in the plane of w, and over them the walk of a cycle.

    Parameters
    ----------
    weights : array of shape (m, 3)
        For example all that `reachable` finds. States that differ in the bias alone share a point.
    cycle : Cycle, optional
    ax : Axes, optional
    """
    if cycle is not None and cycle.weights.shape[1] != 3:
        raise ValueError(f"the plane shows 2 weights, but the cycle has {cycle.weights.shape[1] - 1}")
    ax = _axes(ax)
    places, counts = np.unique(checks.features(weights, 3, "weights").astype(float)[:, :2], axis=0, return_counts=True)
    ax.scatter(places[:, 0], places[:, 1], s=12 * counts, color=GREY, alpha=0.35, linewidths=0, label="all states")
    if cycle is not None:
        arrow = {"arrowstyle": "-|>", "color": BLUE, "linewidth": 1.8, "shrinkA": 0, "shrinkB": 0}
        for (w1, w2, _), (v1, v2, _) in pairwise(cycle.weights.astype(float).tolist()):
            if (w1, w2) != (v1, v2):
                ax.annotate("", (v1, v2), (w1, w2), arrowprops=arrow)
    ax.set_aspect("equal", adjustable="box")
    ax.set(xlabel="$w_1$", ylabel="$w_2$")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    return ax


def length(run: Run, *, label: str | None = None, line: str = "-", color: str = BLUE, ax: Axes | None = None) -> Axes:
    """Draw the length of the padded weights after each update."""
    ax = _axes(ax)
    ax.plot(np.linalg.norm(run.weights.astype(float), axis=1), line, color=color, linewidth=1, label=label)
    ax.set(xlabel="updates", ylabel=r"$\Vert\tilde w\Vert$", ylim=(0, None))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return ax


def regions(score: Callable[[Array], Array], X: ArrayLike, y: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw points of the plane, and tint where a score is positive (blue) and where it is not (orange).

    Parameters
    ----------
    score : function
        From an array of shape (m, 2) to the m scores.
    X : array of shape (n, 2)
    y : array of shape (n,)
    ax : Axes, optional
    """
    ax = data(X, y, legend=False, ax=ax)
    limits = ax.get_xlim(), ax.get_ylim()
    x1, x2 = np.meshgrid(*(np.linspace(low, high, 141) for low, high in limits))
    values = score(np.column_stack([x1.ravel(), x2.ravel()])).reshape(x1.shape)
    zero, reach = np.nextafter(0, 1), max(1, np.abs(values).max())  # a score of 0 is on the negative side
    ax.contourf(x1, x2, values, [-reach, zero, reach], cmap=ListedColormap([ORANGE, BLUE]), alpha=0.1, zorder=0)
    ax.contour(x1, x2, values, [zero], colors="black", linewidths=1.8)
    return ax


def unit(names: Sequence[str], *, padded: bool = False, ax: Axes | None = None) -> Axes:
    """Draw a threshold unit: inputs, weights, sum, threshold, output.

    Parameters
    ----------
    names : the names of the inputs
    padded : bool, default False
        Draw the bias as the weight of one more input, the constant 1, instead of as an arrow of its own.
    ax : Axes, optional

    Raises
    ------
    ValueError
        If there is no input.
    """
    if not names:
        raise ValueError("names must name at least one input")
    if ax is None:
        ax = plt.subplots(figsize=(4.8, 2.6))[1]
    inputs = [(name, f"$w_{{{j + 1}}}$") for j, name in enumerate(names)] + ([("$1$", "$b$")] if padded else [])
    heights = np.linspace(1, -1, len(inputs)).tolist() if len(inputs) > 1 else [0.0]
    arrow = {"arrowstyle": "-|>", "color": "black", "linewidth": 1.5, "shrinkA": 11}
    around = {"boxstyle": "circle,pad=0.35", "facecolor": "white", "edgecolor": BLUE, "linewidth": 1.5}
    centred: Any = {"ha": "center", "va": "center"}
    for k, ((name, weight), y) in enumerate(zip(inputs, heights, strict=True)):
        constant = padded and k == len(names)
        box = {**around, "boxstyle": "square,pad=0.35", "edgecolor": "black"} if constant else around
        style = {**arrow, "shrinkB": 16, "linestyle": "--" if constant else "-"}
        ax.annotate("", (1.6, 0), (0, y), arrowprops=style)
        ax.text(0, y, name, bbox=box, zorder=3, **centred)
        beside = 0.14 + 0.08 * abs(y)
        ax.text(0.62, 0.61 * y + (-beside if constant else beside), weight, **centred)
    if not padded:
        ax.annotate("", (1.6, 0), (1.6, 1), arrowprops={**arrow, "shrinkB": 16, "linestyle": "--"})
        ax.text(1.6, 1, "$b$", zorder=3, **centred)
    for (left, right), ends in (((1.6, 2.7), (12, 21)), ((2.7, 3.65), (20, 2))):
        ax.annotate("", (right, 0), (left, 0), arrowprops={**arrow, "shrinkA": ends[0], "shrinkB": ends[1]})
    ax.text(1.6, 0, r"$\sum$", bbox={**around, "edgecolor": "black"}, zorder=3, **centred)
    ax.text(2.7, 0, "$> 0\\,?$", bbox={**around, "boxstyle": "square,pad=0.5", "edgecolor": "black"}, **centred)
    ax.text(3.75, 0, r"$\pm1$", **centred)
    for x, what in ((0, "inputs"), (0.75, "weights"), (1.6, "sum"), (2.7, "threshold"), (3.75, "output")):
        ax.text(x, -1.45, what, color=GREY, fontsize=9, **centred)
    ax.set(xlim=(-0.35, 4.1), ylim=(-1.65, 1.25))
    ax.set_axis_off()
    return ax


def votes(halfspace: Halfspace, x: ArrayLike, names: Sequence[str], *, ax: Axes | None = None) -> Axes:
    """Draw a decision as a vote: a bar w_j x_j for each active input, one for the bias, and their sum, the score.

    Parameters
    ----------
    halfspace : Halfspace
    x : array of shape (d,)
        One example. Inputs that are 0 are left out: they have no vote.
    names : d str
    ax : Axes, optional
    """
    given = checks.features(np.asarray(x)[None], name="x")[0]
    _check(halfspace, len(given))
    if len(names) != len(given):
        raise ValueError(f"names has {len(names)} names, but x has {len(given)} features")
    active = np.flatnonzero(given)
    score = float(halfspace.score(given[None])[0])
    bars = [(names[j], float(halfspace.w[j] * given[j])) for j in active.tolist()]
    bars += [("bias", float(halfspace.b)), ("score", score)]
    if ax is None:
        ax = plt.subplots(figsize=(4.6, 0.36 * len(bars) + 0.8))[1]
    reach = max(1.0, *(abs(value) for _, value in bars))
    for k, (_, value) in enumerate(bars):
        look: dict[str, Any] = {"color": BLUE} if value > 0 else {"color": ORANGE, "hatch": "///"}
        total = k == len(bars) - 1
        ax.barh(k, value, height=0.6, edgecolor="black" if total else "white", linewidth=1.5 if total else 0.5, **look)
        beside = value + (0.08 if value >= 0 else -0.08) * reach
        ax.text(beside, k, f"{value:+g}".replace("-", "\N{MINUS SIGN}") if value else "0", ha="center", va="center")
    ax.axhline(len(bars) - 1.5, color=GREY, linewidth=0.8)
    ax.axvline(0, color="black", linewidth=0.8)
    ax.set_yticks(range(len(bars)), [name for name, _ in bars])
    ax.set(xlim=(-1.2 * reach, 1.2 * reach), xlabel=r"vote: $-$ against, $+$ for")
    ax.invert_yaxis()
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return ax


def capacity(count: Callable[[int, int], int], dimensions: Sequence[int], *, ax: Axes | None = None) -> Axes:
    """Draw the share of all labellings that a hyperplane can make, against points per parameter.

    Parameters
    ----------
    count : function
        count(n, k) labellings of n points with k coordinates can be made, out of 2^n.
    dimensions : at most three int >= 1
        A curve for each k, from n = 1 to n = 4k.
    ax : Axes, optional

    Raises
    ------
    ValueError
        If there are more than three dimensions, or one is not a whole number of at least 1.
    """
    looks = (("o-", BLUE), ("s--", ORANGE), ("-", "black"))
    if len(dimensions) > len(looks):
        raise ValueError(f"this picture holds at most {len(looks)} curves, but {len(dimensions)} are asked for")
    ax = _axes(ax)
    ax.axvline(2, color=GREY, linewidth=0.8, linestyle=":", zorder=0)
    ax.axhline(0.5, color=GREY, linewidth=0.8, linestyle=":", zorder=0)
    for k, (look, color) in zip(dimensions, looks, strict=False):
        n = range(1, 4 * checks.count(k, "dimensions") + 1)
        shares = [count(m, k) / 2**m for m in n]
        ax.plot(np.array(n) / k, shares, look, color=color, markersize=3.5, linewidth=1.3, label=f"$d + 1 = {k}$")
    ax.set(xlabel="points per parameter, $n/(d + 1)$", ylabel="share of the labellings", ylim=(0, 1.05))
    ax.legend(loc="upper right", fontsize=9)
    return ax


def pixels(values: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw numbers on a grid: a blue circle for a positive one, an orange square for a negative one, larger for larger.

    Parameters
    ----------
    values : array of shape (rows, columns)
        A picture, or the weights of its pixels. Zeros stay empty.
    ax : Axes, optional
    """
    grid = checks.features(values, name="values").astype(float)
    ax = plt.subplots(figsize=(2.4, 2.4))[1] if ax is None else ax
    reach = np.abs(grid).max() or 1.0
    for sign, mark in MARKS.items():
        row, column = np.nonzero(sign * grid > 0)
        ax.scatter(column, row, s=40 * np.abs(grid[row, column]) / reach, linewidths=0, **mark)
    ax.set(xlim=(-0.7, grid.shape[1] - 0.3), ylim=(grid.shape[0] - 0.3, -0.7), xticks=[], yticks=[], aspect="equal")
    ax.spines[:].set_visible(True)
    return ax


def losses(*chosen: Loss, ax: Axes | None = None) -> Axes:
    """Draw losses as curves over the agreement y * score, each with a dash of its own; at most five."""
    ax = _axes(ax)
    m = np.linspace(-2.5, 2.5, 1001)
    looks = (("black", "-"), (BLUE, "-"), (ORANGE, "--"), ("#007A5A", "-."), (GREY, ":"))
    for loss, (color, line) in zip(chosen, looks, strict=False):
        ax.plot(m, loss(m), line, color=color, label=loss.name)
    ax.axvline(0, color=GREY, linewidth=0.6)
    ax.set(xlabel=r"agreement $m = y \cdot \mathrm{score}$", ylabel="loss", ylim=(-0.1, 3.6))
    ax.legend(loc="upper right", fontsize=9)
    return ax


def steps(cost: Callable[[float], float], path: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw a cost of one weight as a curve, and on it the weights of a descent, joined in their order."""
    ax = _axes(ax)
    stops = checks.floats(path, "path")
    room = 0.25 * (np.ptp(stops) or 1.0)
    w = np.linspace(stops.min() - room, stops.max() + room, 401)
    ax.plot(w, [cost(value) for value in w], color="black")
    heights = [cost(value) for value in stops]
    ax.plot(stops, heights, "o--", color=ORANGE, markersize=5, linewidth=1)
    ax.plot(stops[0], heights[0], "s", color=ORANGE, markersize=9)
    ax.set(xlabel="$w$", ylabel="cost")
    return ax


def surface(
    paths: Mapping[str, Descent], *, limits: Sequence[float] = (-1.5, 2.5, -3.5, 3.5), ax: Axes | None = None
) -> Axes:
    """Draw the objective of descents on one feature as level lines over weight and bias, and their paths on it.

    Parameters
    ----------
    paths : mapping of at most two names to Descent
        Descents on the same data, loss and penalty; the start is a square.
    limits : four numbers
        The least and largest w, the least and largest b.
    ax : Axes, optional
    """
    ax = _axes(ax)
    first = next(iter(paths.values()))
    if first.X.shape[1] != 1:
        raise ValueError(f"a surface shows one feature and the bias, but X has {first.X.shape[1]} features")
    w, b = np.meshgrid(*(np.linspace(low, high, 81) for low, high in (limits[:2], limits[2:])))
    grid = np.column_stack([w.ravel(), b.ravel()])
    height = objective(grid, first.X, first.y, first.loss, penalty=first.penalty).reshape(w.shape)
    levels = height.min() + np.ptp(height) * np.linspace(0, 1, 13) ** 2
    ax.contour(w, b, height, levels, colors=GREY, linewidths=0.8)
    ax.contourf(w, b, height, levels, cmap="Greys", alpha=0.35, zorder=0)
    looks = ((BLUE, "-", "o"), (ORANGE, "--", "s"))
    for (name, descent), (color, line, marker) in zip(paths.items(), looks, strict=False):
        w_path, b_path = descent.weights.T
        ax.plot(w_path, b_path, line, color=color, marker=marker, markersize=3, linewidth=1.3, label=name)
    ax.plot(*first.weights[0], "s", color="black", markersize=8)
    ax.set(xlabel="$w$", ylabel="$b$", xlim=limits[:2], ylim=limits[2:])
    ax.legend(loc="best", fontsize=9)
    return ax


def classes(
    predict: Callable[[Array], Array] | None,
    X: ArrayLike,
    y: ArrayLike,
    *,
    names: Sequence[str] | None = None,
    axes: Sequence[str] = ("$x_1$", "$x_2$"),
    limits: tuple[float, float, float, float] | None = None,
    legend: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Draw points of up to four classes in the plane, and tint and hatch the region of each class.

    Parameters
    ----------
    predict : function, optional
        From an array of shape (m, 2) to m labels. Where the answer is none of the classes the plane stays blank.
    X : array of shape (n, 2)
    y : array of shape (n,)
    names : the names of the classes in rising order of their labels, by default the labels
    axes : two str
        The names of the axes.
    limits : (left, right, bottom, top), optional
    legend : bool, default True
    ax : Axes, optional

    Raises
    ------
    ValueError
        If there are more than four classes, or not as many names as classes.
    """
    X = checks.features(X, 2).astype(float)
    codes, labels = checks.classes(y, len(X), least=1)
    names = [str(label) for label in labels.tolist()] if names is None else names
    if len(labels) > len(CLASSES) or len(names) != len(labels):
        raise ValueError(
            f"this picture holds at most {len(CLASSES)} classes, each with a name, but has {len(labels)} classes "
            f"and {len(names)} names"
        )
    ax = _axes(ax)
    for k, (name, (marker, color, _)) in enumerate(zip(names, CLASSES, strict=False)):
        x1, x2 = X[codes == k].T
        ax.scatter(x1, x2, s=50, marker=marker, color=color, edgecolors="white", linewidths=0.6, label=name, zorder=3)
    ax.margins(0.15)
    left, right, bottom, top = limits or (*ax.get_xlim(), *ax.get_ylim())
    ax.set(xlim=(left, right), ylim=(bottom, top), xlabel=axes[0], ylabel=axes[1])
    if predict is not None:
        from scipy.ndimage import gaussian_filter  # here, because only this picture needs it

        x1, x2 = np.meshgrid(np.linspace(left, right, 201), np.linspace(bottom, top, 201))
        predicted = predict(np.column_stack([x1.ravel(), x2.ravel()])).reshape(x1.shape)
        for label, (_, color, hatch) in zip(labels, CLASSES, strict=False):
            if (predicted == label).any():
                mine = gaussian_filter((predicted == label).astype(float), 1.5, mode="nearest")  # no stairs
                pure = np.array(mpl.colors.to_rgb(color))
                # Opaque, because SVG fades a hatch with its fill.
                tint, line = 1 - 0.15 * (1 - pure), 1 - 0.4 * (1 - pure)
                region = ax.contourf(x1, x2, mine, [0.5, 1.5], colors=[tuple(tint)], hatches=[hatch], zorder=0)
                region.set(edgecolor=tuple(line), linewidth=0)  # the colour of the hatch
                ax.contour(x1, x2, mine, [0.5], colors="black", linewidths=1)
    if legend:
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, fontsize=9)
    return ax


def images(rows: ArrayLike, titles: Sequence[str], *, columns: int = 5) -> Array:
    """Draw square images in a grid: ink in grey, or, where a number is negative, `pixels`. Return the axes.

    Parameters
    ----------
    rows : array of shape (m, side * side)
        One image a row. If one of them has a negative number, all are drawn with `pixels`.
    titles : m str
    columns : int, default 5

    Raises
    ------
    ValueError
        If the images are not square, or there are not as many titles as images.
    """
    given = checks.features(rows, name="rows").astype(float)
    side = round(given.shape[1] ** 0.5)
    if side * side != given.shape[1] or len(titles) != len(given):
        raise ValueError(
            f"images must be square and each needs a title, but rows has {given.shape[1]} pixels in a row, "
            f"{len(given)} rows and {len(titles)} titles"
        )
    height = -(-len(given) // columns)
    _, axes = plt.subplots(height, columns, figsize=(0.95 * columns, 1.2 * height), squeeze=False)
    for ax in axes.flat:
        ax.set_axis_off()
    for ax, image, title in zip(axes.flat, given.reshape(-1, side, side), titles, strict=False):
        ax.set_axis_on()
        if given.min() < 0:
            pixels(image, ax=ax)
        else:
            ax.imshow(image, cmap="Greys", vmin=0, vmax=max(given.max(), 1))
            ax.set(xticks=[], yticks=[])
            ax.spines[:].set_visible(True)
        ax.set_title(title, fontsize=10)
    grid: Array = axes
    return grid


def confusion(matrix: ArrayLike, labels: Sequence[str], *, ax: Axes | None = None) -> Axes:
    """Draw how often each true class (row) was predicted as each class (column); right is blue, wrong orange.

    Parameters
    ----------
    matrix : int array of shape (c, c)
    labels : c str
    ax : Axes, optional

    Raises
    ------
    ValueError
        If the matrix does not have a row and a column for each label.
    """
    counts = checks.features(matrix, len(labels), "matrix")
    if len(counts) != len(labels):
        raise ValueError(f"matrix has {len(counts)} rows, but there are {len(labels)} labels")
    ax = plt.subplots(figsize=(4.6, 4.2))[1] if ax is None else ax
    right = np.eye(len(labels), dtype=bool)
    most = max(counts[~right].max(initial=0), 1)
    colours = np.ones((*counts.shape, 4))
    colours[right], colours[~right] = mpl.colors.to_rgba(BLUE, 0.3), mpl.colors.to_rgba(ORANGE)
    colours[~right, 3] = 0.7 * counts[~right] / most
    ax.imshow(colours)
    for (row, column), count in np.ndenumerate(counts):
        if count:
            bold = "bold" if row != column else "normal"
            ax.text(column, row, f"{count}", ha="center", va="center", fontsize=9, fontweight=bold)
    ax.set_xticks(range(len(labels)), labels)
    ax.set_yticks(range(len(labels)), labels)
    ax.set(xlabel="predicted", ylabel="true")
    ax.tick_params(length=0)
    return ax


def along(accuracies: Mapping[str, ArrayLike], *, ax: Axes | None = None) -> Axes:
    """Draw accuracies after 0, 1, ..., k updates of a run, a step curve for each name.

    Parameters
    ----------
    accuracies : mapping of at most three names to arrays of shape (k + 1,)
    ax : Axes, optional

    Raises
    ------
    ValueError
        If there are more than three names, or one has no list of numbers.
    """
    looks = ((ORANGE, "-", 0.9), (BLUE, "-", 2.4), ("black", ":", 1.8))
    if len(accuracies) > len(looks):
        raise ValueError(f"this picture holds at most {len(looks)} curves, but {len(accuracies)} are asked for")
    ax = _axes(ax)
    for (name, values), (color, line, width) in zip(accuracies.items(), looks, strict=False):
        curve = checks.numbers(values, name).astype(float)
        if curve.ndim != 1 or not len(curve):
            raise ValueError(f"{name} has shape {curve.shape}, but needs one accuracy for each of the run's weights")
        ax.step(range(len(curve)), curve, where="post", color=color, linestyle=line, linewidth=width, label=name)
    ax.set(xlabel="updates", ylabel="accuracy on held-out examples")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(loc="lower right")
    return ax


def _outline(points: Array) -> Array:
    """Return the corners of the convex hull of points of the plane, in order."""
    from scipy.spatial import ConvexHull  # here, because only hulls need it

    if np.linalg.matrix_rank(points - points[0]) == 2:
        corners: Array = points[ConvexHull(points).vertices]
    else:  # on a line: the hull is a segment
        corners = points[np.lexsort(points.T[::-1])][[0, -1]]
    return corners


def _check(halfspace: Halfspace, d: int) -> None:
    if not isinstance(halfspace, Halfspace):
        raise ValueError(f"this picture needs a Halfspace, not a {type(halfspace).__name__}; a run has run.halfspace")
    if len(halfspace.w) != d:
        raise ValueError(f"this picture needs w to have length {d}, but it has {len(halfspace.w)}")


def _axes(ax: Axes | None) -> Axes:
    return plt.subplots()[1] if ax is None else ax
