"""Every picture of the book. Each function draws on `ax`, or on a new figure, and returns the axes.

One style: class +1 is a blue circle and class -1 an orange square; a line is solid, the line before an update is
dashed; the example at hand is circled. Colour is never the only sign.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from perceptron_lib import checks
from perceptron_lib.checks import Array
from perceptron_lib.convergence import Verification
from perceptron_lib.cycling import Cycle
from perceptron_lib.halfspaces import Halfspace, pad
from perceptron_lib.separability import Separator
from perceptron_lib.training import Run

BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#666666"
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


def use_book_style() -> None:
    """Set the book's style for all pictures that follow; in a notebook, draw them as reproducible SVG."""
    plt.style.use(["default", STYLE])  # a reader's own settings do not show in the book
    if "inline" in mpl.get_backend():
        from matplotlib_inline.backend_inline import set_matplotlib_formats

        set_svg: Any = set_matplotlib_formats  # it has no types
        set_svg("svg", metadata={"Date": None, "Creator": None})


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
    x1, x2 = np.meshgrid(*(np.linspace(low, high, 301) for low, high in limits))
    positive = np.where(score(np.column_stack([x1.ravel(), x2.ravel()])) > 0, 1.0, -1.0).reshape(x1.shape)
    ax.contourf(x1, x2, positive, [-2, 0, 2], cmap=ListedColormap([ORANGE, BLUE]), alpha=0.1, zorder=0)
    ax.contour(x1, x2, positive, [0], colors="black", linewidths=1.8)
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
