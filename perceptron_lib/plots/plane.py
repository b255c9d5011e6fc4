"""Points of the plane, the line between their classes, and what is measured there."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import Polygon
from numpy.typing import ArrayLike

from perceptron_lib import checks
from perceptron_lib.checks import Array
from perceptron_lib.halfspaces import Halfspace
from perceptron_lib.plots.style import GREY, MARKS, PURPLE, arrow, canvas, tint


def data(
    X: ArrayLike,
    y: ArrayLike,
    *,
    names: Sequence[str] = ("$x_1$", "$x_2$"),
    circled: Sequence[int] = (),
    legend: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Draw labelled points in the plane.

    Parameters
    ----------
    X, y : arrays of shape (n, 2) and (n,)
        Two labels; the larger is drawn as +1.
    names : the names of the axes
    circled : the rows to circle
    """
    X, signs = labelled(X, y, 2)
    ax = canvas(ax)
    for sign, mark in MARKS.items():
        x1, x2 = X[signs == sign].T
        ax.scatter(x1, x2, s=50, edgecolors="white", linewidths=0.6, label=f"$y = {sign:+d}$", zorder=3, **mark)
    if len(circled):
        x1, x2 = X[list(circled)].T
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
    """Draw the boundary line of a halfspace with two weights, within the limits that the axes have.

    Parameters
    ----------
    line, color, label : the look of the line, and its name in the legend
    normal : draw the unit normal, too, from the foot point of the origin; the axes become equally long
    shade : tint the positive halfspace blue and the negative one orange
    """
    ax = canvas(ax)
    ax.set(xlim=ax.get_xlim(), ylim=ax.get_ylim())  # from here on the limits stay
    (x1, x2), (e1, e2) = halfspace.foot, halfspace.unit_normal
    ax.axline((x1, x2), (x1 - e2, x2 + e1), color=color, linestyle=line, label=label)
    if normal:
        arrow(ax, (x1, x2), (x1 + e1, x2 + e2), color=color)
        ax.text(x1 + 1.2 * e1, x2 + 1.2 * e2, "$e$", ha="center", va="center")
        ax.set_aspect("equal")
    if shade:
        tint(ax, halfspace.score, 2)
    return ax


def distances(halfspace: Halfspace, X: ArrayLike, y: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw points, boundary, and each point's perpendicular to the boundary with its signed distance."""
    ax = data(X, y, ax=ax)
    X, _ = labelled(X, y, 2)
    for x, distance in zip(X, halfspace.signed_distance(X), strict=True):
        foot = x - distance * halfspace.unit_normal
        ax.plot(*np.stack([x, foot]).T, color=GREY, linestyle=":", linewidth=1.5)
        offset = (8, 5) if distance > 0 else (8, -14)
        ax.annotate(f"{distance:+.2f}", x, xytext=offset, textcoords="offset points", fontsize=9)
    ax.set_aspect("equal")
    return boundary(halfspace, shade=True, ax=ax)


def measure(halfspace: Halfspace, x: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw the normal vector w from the middle of the boundary, and the way from a point x to its foot point."""
    ax = canvas(ax)
    middle, point = [np.mean(ax.get_xlim()), np.mean(ax.get_ylim())], np.asarray(x, dtype=float)
    start, foot = (p - halfspace.signed_distance([p])[0] * halfspace.unit_normal for p in (middle, point))
    tip = start + halfspace.w.astype(float)
    arrow(ax, tuple(start), tuple(tip))
    ax.annotate("$w$", tuple(tip), xytext=(6, 4), textcoords="offset points")
    ax.plot(*np.stack([point, foot]).T, color=PURPLE, linestyle=":")
    ax.plot(*point, "+", color=PURPLE, markersize=10, markeredgewidth=2)
    ax.annotate("$x$", tuple(point), xytext=(6, 4), textcoords="offset points")
    return ax


def hulls(X: ArrayLike, y: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw points of the plane and the convex hull of each of their two classes."""
    ax = data(X, y, ax=ax)
    X, signs = labelled(X, y, 2)
    for sign, line in ((+1, "-"), (-1, "--")):
        color = MARKS[sign]["color"]
        look = {"facecolor": to_rgba(color, 0.12), "edgecolor": color, "linestyle": line}
        ax.fill(*corners(X[signs == sign]).T, linewidth=1.5, **look)
    return ax


def regions(
    score: Callable[[Array], Array], X: ArrayLike, y: ArrayLike, *, line: bool = True, ax: Axes | None = None
) -> Axes:
    """Draw points, and tint where `score`, from an array (m, 2) to m numbers, is positive (blue) or not (orange).

    Between the two runs a line, which a score that jumps makes jagged: then draw the line by `boundary` instead.
    """
    ax = data(X, y, legend=False, ax=ax)
    tint(ax, score, 141, line=line)
    return ax


def projection(X: ArrayLike, y: ArrayLike, w: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw points of the plane and, on an arrow along w below them, where each point falls if it is projected on w."""
    ax = data(X, y, legend=False, ax=ax)
    X, signs = labelled(X, y, 2)
    along = np.asarray(w, dtype=float) / np.linalg.norm(np.asarray(w, dtype=float))
    across = np.array([along[1], -along[0]]) * (1 if along[0] > 0 else -1)  # points down
    t, depth = X @ along, (X @ across).max() + 0.1 * np.ptp(X @ along)
    feet = np.outer(t, along) + depth * across
    for x, foot in zip(X, feet, strict=True):
        ax.plot(*np.stack([x, foot]).T, color=GREY, linestyle=":", linewidth=0.6, zorder=0)
    for sign, mark in MARKS.items():
        x1, x2 = feet[signs == sign].T
        ax.scatter(x1, x2, s=30, alpha=0.7, edgecolors="white", linewidths=0.4, zorder=5, **mark)
    tail, tip = (end * along + depth * across for end in (t.min() - 0.1 * np.ptp(t), t.max() + 0.15 * np.ptp(t)))
    arrow(ax, tuple(tail), tuple(tip), linewidth=1)
    ax.annotate("$w$", tuple(tip), xytext=(4, 4), textcoords="offset points")
    ax.update_datalim([tail, tip])
    ax.set_aspect("equal")
    ax.autoscale_view()
    return ax


def padding(halfspace: Halfspace, x: ArrayLike, y: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw points x of shape (n, 1) lifted to height 1, and the line through the origin that separates them there."""
    x, signs = labelled(x, y, 1)
    ax = canvas(ax)
    for sign, mark in MARKS.items():
        on_line = x[signs == sign, 0]
        ax.scatter(on_line, 0 * on_line, s=45, alpha=0.3, linewidths=0, **mark)
        ax.scatter(on_line, 0 * on_line + 1, s=45, zorder=3, label=f"$y = {sign:+d}$", **mark)
    ax.vlines(x[:, 0], 0, 1, color=GREY, linewidth=0.8, linestyle=":", zorder=0)
    ax.set(xlabel="$x$", xlim=(x.min() - 0.8, x.max() + 0.8), ylabel="the appended coordinate", ylim=(-0.35, 2.2))
    padded = Halfspace([halfspace.w[0], halfspace.b])
    boundary(padded, shade=True, label=r"$\langle \tilde w, \tilde x\rangle = 0$", ax=ax)
    ax.plot(0, 0, "+", color="black")
    ax.annotate("origin", (0, 0), xytext=(6, -14), textcoords="offset points", fontsize=9)
    ax.set_aspect("equal")
    ax.legend(loc="upper left", fontsize=9)
    return ax


def lifted(halfspace: Halfspace, X: ArrayLike, y: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw points of space, shape (n, 3), seen from the side, and how far above or below a plane each of them is.

    The plane, whose third weight must not be 0, is a grey sheet. The dotted floor is where the third feature is 0.
    """
    X, signs = labelled(X, y, 3)
    ax = canvas(ax, (4.6, 3.6))
    square = X[:, :2].min(axis=0) + np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * np.ptp(X[:, :2], axis=0)
    ax.add_patch(Polygon(_seen(square, 0 * square[:, 0]), fill=False, linestyle=":", edgecolor=GREY))
    sheet = Polygon(_seen(square, _height(halfspace, square)), facecolor=to_rgba(GREY, 0.25), edgecolor="black")
    ax.add_patch(sheet).set(linewidth=1.5, zorder=2)
    places, feet = _seen(X[:, :2], X[:, 2]), _seen(X[:, :2], _height(halfspace, X[:, :2]))
    for (x1, x2, x3), sign, place, foot in zip(X.tolist(), signs.tolist(), places, feet, strict=True):
        mark, above = MARKS[sign], place[1] > foot[1]
        ax.plot(*np.stack([place, foot]).T, color=mark["color"], zorder=3 if above else 1)
        ax.scatter(place[0], place[1], s=70, edgecolors="white", linewidths=0.6, zorder=4 if above else 1, **mark)
        name: Any = {"xytext": (0, 9 if above else -16), "textcoords": "offset points", "ha": "center", "fontsize": 9}
        ax.annotate(f"({x1:g}, {x2:g}, {x3:g})", place, **name)
    ax.margins(0.2)
    ax.set_aspect("equal")
    ax.set_axis_off()
    return ax


def _seen(places: Array, heights: Array) -> Array:
    """Return points of space as the picture shows them: x1 to the right, x2 to the back, x3 upwards."""
    x1, x2 = places.T
    seen: Array = np.column_stack([x1 + 0.55 * x2, 0.4 * x2 - 0.15 * x1 + heights])
    return seen


def _height(halfspace: Halfspace, places: Array) -> Array:
    """Return the third feature of the points of a plane that have these first two."""
    w1, w2, w3 = halfspace.w.astype(float)
    height: Array = -(places @ [w1, w2] + float(halfspace.b)) / w3
    return height


def vectors(arrows: Mapping[str, ArrayLike], *, dashed: Sequence[str] = (), ax: Axes | None = None) -> Axes:
    """Draw arrows of the plane from the origin, each with its name at its tip; those named in `dashed` are dashed."""
    ax = canvas(ax)
    tips = np.array(list(arrows.values()), dtype=float)
    low, high = np.minimum(0, tips.min(axis=0)), np.maximum(0, tips.max(axis=0))
    room = 0.2 * (high - low).max()
    (left, bottom), (right, top) = low - room, high + room
    ax.set(xlim=(left, right), ylim=(bottom, top), aspect="equal")
    ax.axhline(0, color=GREY, linewidth=0.6)
    ax.axvline(0, color=GREY, linewidth=0.6)
    for name, (x1, x2) in zip(arrows, tips, strict=True):
        arrow(ax, (0, 0), (x1, x2), linestyle="--" if name in dashed else "-")
        beyond = 1 + 0.4 * room / np.hypot(x1, x2)
        ax.text(beyond * x1, beyond * x2, name, ha="center", va="center")
    return ax


def turn(w: ArrayLike, x: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw the update of padded weights w on a positive x, and the two right triangles that hold the angles to x."""
    old, example, after = r"$\tilde w$", r"$\tilde x$", r"$\tilde w'$"
    w, x = np.asarray(w, dtype=float), np.asarray(x, dtype=float)
    unit = x / np.hypot(*x)
    ax = vectors({old: w, example: x, after: w + x}, dashed=[old], ax=ax)
    ax.axline((0, 0), tuple(unit), color=GREY, linewidth=0.8, zorder=0)
    for end, name, radius, place in ((w, r"$\theta$", 0.5, 33), (w + x, r"$\theta'$", 0.9, 18)):
        foot = (end @ unit) * unit
        ax.plot(*np.stack([foot, end]).T, color=PURPLE, linestyle=":")
        ax.annotate("$q$", tuple((foot + end) / 2), xytext=(-8, -4), textcoords="offset points", ha="center")
        first, last = np.sort([np.arctan2(v[1], v[0]) for v in (x, end)])
        angles = np.linspace(first, last, 40)
        ax.plot(*(radius * np.stack([np.cos(angles), np.sin(angles)])), color="black", linewidth=0.8)
        beside = (radius + 0.22) * np.array([np.cos(angles[place]), np.sin(angles[place])])
        ax.text(beside[0], beside[1], name, ha="center", va="center")
    return ax


def labelled(X: ArrayLike, y: ArrayLike, d: int) -> tuple[Array, Array]:
    """Return points with d features as floats, and their labels as -1 and +1."""
    X = checks.features(X, d).astype(float)
    return X, checks.signs(y, len(X))


def corners(points: Array) -> Array:
    """Return the corners of the convex hull of points of the plane, in order."""
    from scipy.spatial import ConvexHull  # here, because few pictures need it

    on_a_line = np.linalg.matrix_rank(points - points[0]) < 2
    found: Array = points[np.lexsort(points.T[::-1])[[0, -1]] if on_a_line else ConvexHull(points).vertices]
    return found
