"""The pictures draw what they say: shapes, lines and rings at the right places."""

import re
from fractions import Fraction
from math import comb

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

from perceptron_lib import (
    Halfspace,
    datasets,
    descend,
    find_cycle,
    losses,
    plots,
    reachable,
    separate,
    train,
    verify,
)

POINTS, LABELS = np.array([[0, 0], [4, 0], [0, 4], [4, 4], [1, 0]]), np.array([3, 5, 7, 9, 3])  # four classes


@pytest.fixture(autouse=True)
def own_figures():
    before = mpl.get_backend()
    plt.switch_backend("agg")
    yield
    plt.close("all")
    plt.switch_backend(before)


def ends(line):
    """Return two points of a line drawn by axline."""
    return np.array([line.get_xy1(), line.get_xy2()])


def rings(ax):
    """Return the centres of the rings around examples."""
    empty = [c for c in ax.collections if len(c.get_facecolors()) == 0 and len(c.get_offsets())]
    return np.vstack([c.get_offsets() for c in empty]) if empty else np.empty((0, 2))


def test_classes_differ_in_colour_and_in_shape():
    ax = plots.data(*datasets.or_())
    looks = {
        (to_hex(c.get_facecolor()[0]), len(c.get_paths()[0].vertices)): len(c.get_offsets()) for c in ax.collections
    }
    assert sorted(looks.values()) == [1, 3]
    assert len({colour for colour, _ in looks}) == len({shape for _, shape in looks}) == 2
    negative, positive = sorted(ax.collections, key=lambda c: len(c.get_offsets()))  # OR: one against three
    assert to_hex(positive.get_facecolor()[0]).upper() == plots.BLUE
    assert to_hex(negative.get_facecolor()[0]).upper() == plots.ORANGE
    assert len(negative.get_paths()[0].vertices) == 5  # a square, closed; a circle has many more


@pytest.mark.parametrize("halfspace", [Halfspace([1, 2], -1), Halfspace([1, 0], 3), Halfspace([0, -2], 1)])
def test_a_boundary_lies_where_the_score_is_zero(halfspace):
    ax = plots.boundary(halfspace, normal=True, shade=True)
    np.testing.assert_allclose(ax.texts[0].xy, halfspace.foot + halfspace.unit_normal)  # the tip of the arrow
    np.testing.assert_allclose(halfspace.score(ends(ax.lines[0])), 0, atol=1e-12)


def test_the_positive_side_is_tinted_blue():
    ax = plots.boundary(Halfspace([1, 0], -0.5), shade=True)
    negative, positive = ax.collections[0].get_paths()
    assert negative.vertices[:, 0].max() <= 0.5 <= positive.vertices[:, 0].min()
    colours = [to_hex(colour).upper() for colour in ax.collections[0].get_facecolors()]
    assert colours == [plots.ORANGE, plots.BLUE]


def test_a_boundary_keeps_the_limits_that_the_data_set():
    ax = plots.data(*datasets.clouds())
    limits = ax.get_xlim(), ax.get_ylim()
    plots.boundary(Halfspace([1, 1], -100), shade=True, ax=ax)
    assert (ax.get_xlim(), ax.get_ylim()) == limits


def test_perpendiculars_have_the_length_of_the_signed_distance():
    halfspace, (X, y) = Halfspace([3, 4], -10), datasets.clouds(10)
    ax = plots.distances(halfspace, X, y)
    dotted = [line.get_xydata() for line in ax.lines if line.get_linestyle() == ":"]
    lengths = [np.linalg.norm(a - b) for a, b in dotted]
    np.testing.assert_allclose(lengths, np.abs(halfspace.signed_distance(X)))
    assert [text.get_text() for text in ax.texts] == [f"{t:+.2f}" for t in halfspace.signed_distance(X)]


def test_a_measure_shows_w_from_the_boundary_and_the_way_to_the_foot_point():
    ax = plt.axes(xlim=(-2, 4), ylim=(-1, 5))
    plots.measure(Halfspace([3, 4], -5), [3, 4], ax=ax)
    arrow, w, x = ax.texts
    np.testing.assert_allclose(arrow.xyann, (0.28, 1.04))  # the foot of the middle (1, 2)
    np.testing.assert_allclose((arrow.xy, w.xy), [(3.28, 5.04)] * 2)  # and w further on
    way, cross = ax.lines
    np.testing.assert_allclose(way.get_xydata(), [(3, 4), (0.6, 0.8)])
    np.testing.assert_allclose([*cross.get_xydata(), x.xy], [(3, 4)] * 2)
    assert (w.get_text(), x.get_text()) == ("$w$", "$x$")


def test_an_update_shows_the_old_line_dashed_the_new_one_solid_and_a_ring_around_the_example():
    run = train(*datasets.clouds(), w0=[0, 5])
    ax = plots.update(run, 1)
    old, new = ax.lines
    assert (old.get_linestyle(), new.get_linestyle()) == ("--", "-")
    for line, weights in ((old, run.weights[1]), (new, run.weights[2])):
        np.testing.assert_allclose(Halfspace(weights[:-1], weights[-1]).score(ends(line)), 0, atol=1e-9)
    np.testing.assert_array_equal(rings(ax), run.X[[run.mistakes.example[1]]])
    assert f"loss {run.loss[2]:.2f}" in ax.get_title()


def test_a_strip_has_one_picture_for_each_update_asked_for():
    run = train(*datasets.or_())
    titles = [ax.get_title() for ax in plots.updates(run, [0, 3, 5]).flat]
    assert [title.split(":")[0] for title in titles] == ["update 1", "update 4", "update 6", ""]


def test_the_loss_is_drawn_after_each_update_and_each_pass_end_is_marked():
    run = train(*datasets.and_())
    ax = plots.loss(run)
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), run.loss)
    assert ax.lines[0].get_drawstyle() == "steps-post"  # the loss holds until the next update
    marks = [segment[0][0] for segment in ax.collections[0].get_segments()]
    assert marks == [k for k in range(1, 18) if run.mistakes.in_pass[k] != run.mistakes.in_pass[k - 1]]


def test_hulls_of_xor_are_the_two_diagonals():
    ax = plots.hulls(*datasets.xor())
    corners = {tuple(map(tuple, np.unique(patch.get_xy(), axis=0))) for patch in ax.patches}
    assert corners == {((0, 0), (1, 1)), ((0, 1), (1, 0))}


def test_the_table_of_weights_shows_the_whole_path():
    run = train(*datasets.spam())
    ax = plots.weights(run, datasets.spam().feature_names)
    assert [float(text.get_text()) for text in ax.texts] == run.weights.ravel().tolist()


def test_padding_lifts_each_point_to_height_one():
    x = np.array([[-1], [2]])
    ax = plots.padding(Halfspace([1], -1), x, [-1, 1])
    heights = sorted(tuple(p) for c in ax.collections if len(c.get_offsets()) for p in c.get_offsets() if p[1] == 1)
    assert heights == [(-1, 1), (2, 1)]


def test_one_class_alone_can_be_drawn():
    halfspace, X = Halfspace([1, 1], 5), [[0, 0], [1, 2]]
    assert len(plots.distances(halfspace, X, halfspace.predict(X)).texts) == 2
    assert len(plots.hulls([[0, 0], [1, 2], [2, 0]], [-1, -1, -1]).patches) == 1


def test_arrows_end_where_their_vectors_do():
    ax = plots.vectors({"a": [2, 1], "b": [-1, 3]}, dashed=["b"])
    tips = [text.xy for text in ax.texts if text.get_text() == ""]
    np.testing.assert_array_equal(tips, [[2, 1], [-1, 3]])


def test_the_nearest_point_is_drawn_at_the_end_of_an_arrow_beside_the_whole_hull():
    X, y = np.array([[-2], [0], [1], [3]]), np.array([-1, -1, 1, 1])
    ax = plots.nearest(separate(X, y, exact=True), X, y)
    arrow = next(text for text in ax.texts if text.get_text() == "")
    np.testing.assert_allclose(arrow.xy, [0.4, -0.2])
    corners = np.unique(ax.patches[0].get_xy(), axis=0)
    np.testing.assert_array_equal(corners, [[0, -1], [1, 1], [2, -1], [3, 1]])
    np.testing.assert_allclose(ends(ax.lines[-1]) @ [0.4, -0.2], 0, atol=1e-12)  # the dotted line is orthogonal to v


def test_a_run_is_drawn_between_the_curves_of_the_proof():
    data = datasets.and_()
    verification = verify(train(*data, eta=2), separate(*data))
    drawn = [line.get_ydata() for line in plots.proof(verification).lines]
    k, length = np.arange(19), np.linalg.norm(train(*data, eta=2).weights, axis=1)
    expected = [2 * np.sqrt(3 * k), length, verification.progress, 2 * k / np.sqrt(17)]
    np.testing.assert_allclose(drawn, expected)
    assert (drawn[0] >= drawn[1]).all()
    assert (drawn[2] >= drawn[3] - 1e-9).all()


def test_shares_of_the_bound_are_all_counted_and_the_bound_is_marked():
    ax = plots.shares([0.001, 0.1, 0.1, 1])
    assert sum(bar.get_height() for bar in ax.patches) == 4
    assert list(ax.lines[0].get_xdata()) == [1, 1]


def test_mistakes_are_drawn_under_the_bound():
    ax = plots.against_margin({"a": ([0.5, 0.1], [2, 50]), "b": ([0.2], [25])})
    bound, first, second = (line.get_xydata() for line in ax.lines)
    np.testing.assert_allclose(bound, [[0.1, 100], [0.5, 4]])
    np.testing.assert_array_equal(first, [[0.5, 2], [0.1, 50]])
    np.testing.assert_array_equal(second, [[0.2, 25]])


def test_states_and_the_walk_of_a_cycle_lie_in_the_plane_of_w():
    xor = datasets.xor()
    ax = plots.states(reachable(*xor), find_cycle(*xor))
    assert {tuple(place) for place in ax.collections[0].get_offsets()} == {tuple(w) for w in reachable(*xor)[:, :2]}
    walk = [(text.xyann, text.xy) for text in ax.texts]
    assert walk == [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (0, 0))]


def test_the_length_of_the_weights_is_drawn_after_each_update():
    run = train(*datasets.and_())
    np.testing.assert_allclose(plots.length(run).lines[0].get_ydata(), np.sqrt((run.weights**2).sum(axis=1)))


def test_regions_are_tinted_by_the_sign_of_the_score():
    ax = plots.regions(lambda P: P[:, 0] - 0.5, *datasets.xor())
    tints = next(c for c in ax.collections if len(c.get_facecolors()) == 2)
    negative, positive = tints.get_paths()
    assert negative.vertices[:, 0].max() <= 0.51
    assert positive.vertices[:, 0].min() >= 0.49
    assert [to_hex(colour).upper() for colour in tints.get_facecolors()] == [plots.ORANGE, plots.BLUE]


def test_losses_are_drawn_as_their_values_each_with_its_own_dash():
    chosen = (losses.zero_one, losses.perceptron, losses.hinge, losses.logistic, losses.squared)
    ax = plots.losses(*chosen)
    curves = ax.lines[: len(chosen)]
    for loss, curve in zip(chosen, curves, strict=True):
        m, values = curve.get_xydata().T
        np.testing.assert_array_equal(values, loss(m))
        assert curve.get_label() == loss.name
    assert len({(curve.get_linestyle(), curve.get_color()) for curve in curves}) == len(chosen)


def test_steps_lie_on_the_curve_of_the_cost():
    ax = plots.steps(lambda w: (w - 1) ** 2, [3, -1, 0.5])
    curve, path, start = (line.get_xydata() for line in ax.lines)
    np.testing.assert_array_equal(path, [[3, 4], [-1, 4], [0.5, 0.25]])
    np.testing.assert_array_equal(start, [[3, 4]])
    np.testing.assert_allclose(curve[:, 1], (curve[:, 0] - 1) ** 2)


def test_paths_of_descent_lie_on_the_surface_of_their_objective():
    X, y = [[-3], [0], [4]], [-1, 1, 1]
    paths = {name: descend(X, y, losses.hinge, batch_size=size, max_passes=3) for name, size in (("a", None), ("b", 1))}
    ax = plots.surface(paths, limits=(-1, 1, -2, 2))
    for descent, line in zip(paths.values(), ax.lines, strict=False):
        np.testing.assert_array_equal(line.get_xydata(), descent.weights)
    assert ax.lines[0].get_linestyle() != ax.lines[1].get_linestyle()
    assert (ax.get_xlim(), ax.get_ylim()) == ((-1, 1), (-2, 2))
    levels = ax.collections[0]  # along each of its lines the objective is the same
    for level, line in zip(levels.levels, levels.get_paths(), strict=True):
        if len(line.vertices):
            heights = losses.objective(line.vertices, X, y, losses.hinge)
            np.testing.assert_allclose(heights, level, atol=0.02)


def cover(n, d):
    return 2 * sum(comb(n - 1, k) for k in range(d))


def arrows(ax):
    """Return the arrows of a unit as (tail, tip, dash)."""
    return [
        (text.xyann, text.xy, text.arrow_patch.get_linestyle())
        for text in ax.texts
        if getattr(text, "arrow_patch", None) is not None
    ]


@pytest.mark.parametrize("d", [1, 2, 5])
def test_a_unit_has_an_arrow_for_each_input_and_a_dashed_one_for_the_bias(d):
    names = [f"x{j}" for j in range(d)]
    for padded in (False, True):
        ax = plots.unit(names, padded=padded)
        into_sum = [(tail, dash) for tail, tip, dash in arrows(ax) if tip == (1.6, 0)]
        assert len(into_sum) == d + 1
        (bias,) = [tail for tail, dash in into_sum if dash == "--"]
        assert (bias[0] == 0) == padded  # a constant among the inputs, or an arrow of its own
        shown = [text.get_text() for text in ax.texts]
        assert all(shown.count(name) == 1 for name in [*names, "$b$"])
        assert shown.count("$1$") == padded
        assert [f"$w_{{{j + 1}}}$" in shown for j in range(d + 1)] == [True] * d + [False]


def test_the_constant_input_differs_in_shape():
    shapes = {
        text.get_text(): type(text.get_bbox_patch().get_boxstyle()).__name__
        for text in plots.unit(["$x$"], padded=True).texts
        if text.get_bbox_patch()
    }
    assert (shapes["$x$"], shapes["$1$"]) == ("Circle", "Square")


def test_the_votes_of_the_active_inputs_and_the_bias_add_up_to_the_score():
    emails = datasets.spam()
    halfspace = Halfspace(train(*emails).w, Fraction(1, 2))
    for x in emails.X:
        ax = plots.votes(halfspace, x, emails.feature_names)
        *bars, score = [bar.get_width() for bar in ax.patches]
        assert bars == [*halfspace.w[x == 1], 0.5]
        assert sum(bars) == score == halfspace.score([x])[0]
        named = [label.get_text() for label in ax.get_yticklabels()]
        assert named == [*np.array(emails.feature_names)[x == 1], "bias", "score"]


def test_votes_for_and_against_differ_in_colour_hatch_and_sign():
    ax = plots.votes(Halfspace([2, -3, 5], 0), [1, 2, 0], "abc")
    looks = [(bar.get_width(), to_hex(bar.get_facecolor()).upper(), bool(bar.get_hatch())) for bar in ax.patches]
    assert looks == [
        (2, plots.BLUE, False),
        (-6, plots.ORANGE, True),
        (0, plots.ORANGE, True),
        (-4, plots.ORANGE, True),
    ]
    assert [text.get_text() for text in ax.texts] == ["+2", "\N{MINUS SIGN}6", "0", "\N{MINUS SIGN}4"]


def test_without_words_the_bias_decides():
    ax = plots.votes(Halfspace([1, 1], -2), [0, 0], ["a", "b"])
    assert [bar.get_width() for bar in ax.patches] == [-2, -2]


def test_the_share_of_labellings_is_one_up_to_d_points_and_half_at_twice_as_many():
    ax = plots.capacity(cover, (3, 10, 40))
    curves = [line.get_xydata() for line in ax.lines[2:]]
    assert [len(curve) for curve in curves] == [12, 40, 160]
    for curve in curves:
        assert (curve[curve[:, 0] <= 1, 1] == 1).all()
        np.testing.assert_allclose(curve[curve[:, 0] == 2], [[2, 0.5]])
        assert (np.diff(curve[:, 1]) <= 0).all()
    looks = {(line.get_linestyle(), line.get_marker(), line.get_color()) for line in ax.lines[2:]}
    assert len({dash for dash, *_ in looks}) + len({mark for _, mark, _ in looks}) == 5  # grey print tells them apart


def test_pixels_show_sign_by_shape_and_size_by_value():
    ax = plots.pixels([[1, 0, -2], [0, 4, 0]])
    positive, negative = ax.collections
    np.testing.assert_array_equal(positive.get_offsets(), [[0, 0], [1, 1]])
    np.testing.assert_array_equal(negative.get_offsets(), [[2, 0]])
    np.testing.assert_allclose(positive.get_sizes(), [10, 40])
    np.testing.assert_allclose(negative.get_sizes(), [20])
    assert len(negative.get_paths()[0].vertices) == 5 < len(positive.get_paths()[0].vertices)
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the first row is on top


def test_a_picture_without_ink_is_empty():
    assert [len(marks.get_offsets()) for marks in plots.pixels(np.zeros((2, 3))).collections] == [0, 0]


def quadrant(P):
    """Return the label of the nearest corner of the square."""
    return np.array([[3, 7], [5, 9]])[(P[:, 0] > 2).astype(int), (P[:, 1] > 2).astype(int)]


def marks(ax):
    """Return the collections that hold points."""
    return [c for c in ax.collections if isinstance(c, mpl.collections.PathCollection)]


def tints(ax):
    """Return the filled regions."""
    return [c for c in ax.collections if isinstance(c, mpl.contour.QuadContourSet) and c.filled]


def test_four_classes_differ_in_colour_shape_and_hatch():
    ax = plots.classes(quadrant, POINTS, LABELS)
    assert [len(c.get_offsets()) for c in marks(ax)] == [2, 1, 1, 1]
    assert len({to_hex(c.get_facecolor()[0]) for c in marks(ax)}) == 4
    assert len({c.get_paths()[0].vertices.tobytes() for c in marks(ax)}) == 4
    regions = tints(ax)
    assert len({to_hex(c.get_facecolor()[0]) for c in regions}) == len({c.hatches[0] for c in regions}) == 4


def test_each_region_is_tinted_around_its_own_points():
    ax = plots.classes(quadrant, POINTS, LABELS)
    for points, region in zip(marks(ax), tints(ax), strict=True):
        pure, tint = points.get_facecolor()[0, :3], region.get_facecolor()[0, :3]
        np.testing.assert_allclose(tint, 1 - 0.15 * (1 - pure))
        (path,) = region.get_paths()
        assert quadrant(path.vertices.mean(axis=0, keepdims=True)) == quadrant(points.get_offsets())[0]
        assert all(path.contains_point(point) for point in points.get_offsets())


def test_where_no_class_is_predicted_the_plane_stays_blank():
    ax = plots.classes(lambda P: np.where(P[:, 0] > 2, 5, -1), POINTS, LABELS, limits=(-1, 5, -1, 5))
    (region,) = tints(ax)
    assert region.get_paths()[0].vertices[:, 0].min() >= 1.95
    assert (ax.get_xlim(), ax.get_ylim()) == ((-1, 5), (-1, 5))


def test_points_alone_can_be_drawn_and_the_legend_has_the_names():
    ax = plots.classes(None, POINTS, LABELS, names="abcd")
    assert tints(ax) == []
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list("abcd")
    assert plots.classes(None, POINTS, LABELS, legend=False).get_legend() is None


def test_images_show_ink_in_grey_each_under_its_title():
    X, _ = datasets.digits()
    axes = plots.images(X[:3], ["a", "b", "c"], columns=2)
    assert axes.shape == (2, 2)
    for ax, row, title in zip(axes.flat, X, "abc", strict=False):
        np.testing.assert_array_equal(ax.images[0].get_array(), row.reshape(8, 8))
        assert ax.images[0].get_clim() == (0, 16)
        assert ax.get_title() == title
    assert [ax.axison for ax in axes.flat] == [True, True, True, False]


def test_images_with_signs_show_them_by_shape():
    (ax,) = plots.images([[1, 0, -2, 0]], ["w"], columns=1).flat
    positive, negative = ax.collections
    np.testing.assert_array_equal(positive.get_offsets(), [[0, 0]])
    np.testing.assert_array_equal(negative.get_offsets(), [[0, 1]])
    assert not ax.images


def test_images_without_ink_are_blank():
    axes = plots.images(np.zeros((1, 4)), [""])
    assert axes.shape == (1, 5)
    assert axes[0, 0].images[0].get_clim() == (0, 1)


def test_a_confusion_matrix_has_true_classes_as_rows_and_bold_errors():
    counts = np.array([[5, 2, 0], [0, 7, 0], [1, 0, 3]])
    ax = plots.confusion(counts, ["x", "y", "z"])
    drawn = {(*text.get_position()[::-1],): (int(text.get_text()), text.get_fontweight()) for text in ax.texts}
    expected = {(0, 0): 5, (0, 1): 2, (1, 1): 7, (2, 0): 1, (2, 2): 3}
    assert drawn == {(i, j): (n, "normal" if i == j else "bold") for (i, j), n in expected.items()}
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted", "true")
    colours = np.asarray(ax.images[0].get_array())
    assert to_hex(colours[1, 1]).upper() == plots.BLUE
    assert to_hex(colours[0, 1]).upper() == plots.ORANGE
    np.testing.assert_allclose(colours[[0, 2, 1], [1, 0, 0], 3], [0.7, 0.35, 0])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["x", "y", "z"]


def test_a_confusion_matrix_without_errors_can_be_drawn():
    assert len(plots.confusion(np.eye(2), ["a", "b"]).texts) == 2


def test_accuracies_along_a_run_hold_until_the_next_update():
    given = {"last": [0.5, 0.9, 0.6], "average": [0.5, 0.8, 0.9], "pocket": [0.5, 0.9, 0.9]}
    ax = plots.along(given)
    for line, (name, values) in zip(ax.lines, given.items(), strict=True):
        assert line.get_label() == name
        np.testing.assert_array_equal(line.get_xydata(), np.column_stack([range(3), values]))
        assert line.get_drawstyle() == "steps-post"


def test_curves_along_a_run_differ_in_colour_and_in_dash_or_width():
    lines = plots.along({"a": [1], "b": [1], "c": [1]}).lines
    assert len({line.get_color() for line in lines}) == 3
    assert len({(line.get_linestyle(), line.get_linewidth()) for line in lines}) == 3


@pytest.mark.parametrize(
    ("draw", "says"),
    [
        (lambda: plots.unit([]), "at least one input"),
        (lambda: plots.votes(Halfspace([1, 2]), [1], ["a"]), "w to have length 1, but it has 2"),
        (lambda: plots.votes(Halfspace([1]), [1], ["a", "b"]), "names has 2 names, but x has 1 features"),
        (lambda: plots.votes(train(*datasets.or_()), [1, 1], ["a", "b"]), "a run has run.halfspace"),
        (lambda: plots.capacity(cover, (1, 2, 3, 4)), "at most 3 curves, but 4"),
        (lambda: plots.capacity(cover, (0,)), "dimensions must be a whole number of at least 1"),
        (lambda: plots.pixels([1, 2]), "values has shape"),
        (lambda: plots.classes(None, np.zeros((5, 2)), range(5)), "at most 4 classes"),
        (lambda: plots.classes(None, POINTS, LABELS, names=["a"]), "4 classes and 1 names"),
        (lambda: plots.classes(None, np.zeros((5, 3)), LABELS), "X has 3 features, but needs 2"),
        (lambda: plots.images([[1, 2, 3]], ["a"]), "rows has 3 pixels"),
        (lambda: plots.images([[1, 2, 3, 4]], []), "1 rows and 0 titles"),
        (lambda: plots.confusion([[1, 2]], ["a", "b"]), "matrix has 1 rows"),
        (lambda: plots.confusion([[1, 2], [3, 4]], ["a"]), "matrix has 2 features, but needs 1"),
        (lambda: plots.along({name: [1] for name in "abcd"}), "at most 3 curves, but 4"),
        (lambda: plots.along({"last": []}), "last"),
        (lambda: plots.along({"last": [[0.5]]}), "one accuracy for each"),
        (lambda: plots.surface({"a": descend(*datasets.or_())}), "one feature and the bias, but X has 2"),
        (lambda: plots.data(*datasets.spam()), "choose two of its columns"),
        (lambda: plots.data(*datasets.or_(), names=("x",)), "names has 1"),
        (lambda: plots.boundary(Halfspace([1, 2, 3])), "w to have length 2, but it has 3"),
        (lambda: plots.boundary(train(*datasets.or_())), "not a Run; a run has run.halfspace"),
        (lambda: plots.padding(Halfspace([1, 2]), [[1]], [1]), "w to have length 1, but it has 2"),
        (lambda: plots.hulls(*datasets.spam()), "X has 5 features, but needs 2"),
        (lambda: plots.vectors({"a": [1, 2, 3]}), "arrows has 3 features, but needs 2"),
        (lambda: plots.vectors({}), "arrows"),
        (lambda: plots.weights(train(*datasets.spam()), ["a"]), "names has 1 names, but the run has 5 features"),
        (lambda: plots.boundary(Halfspace([0, 0])), "w is zero"),
        (lambda: plots.nearest(separate(*datasets.or_()), *datasets.or_()), "w to have length 1, but it has 2"),
        (lambda: plots.states(np.zeros((3, 4))), "weights has 4 features, but needs 3"),
        (lambda: plots.states(reachable(*datasets.or_()), find_cycle(*datasets.spam())), "the cycle has 5"),
        (lambda: plots.shares([0]), "values"),
        (lambda: plots.update(train(*datasets.or_()), 9), "from 0 to 8"),
        (lambda: plots.update(train([[-1], [1]], [-1, 1], w0=[1]), 0), "no updates"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw, says):
    with pytest.raises(ValueError, match=says):
        draw()


def drawn(noise=0.0, marker="o"):
    """A picture with clipped marks and a mathematical label, whose numbers are off by some noise; its SVG."""
    with plt.style.context(["default", plots.STYLE]):
        figure, ax = plt.subplots()
        ax.plot(np.array([0, 1, 2]) / 3 + noise, np.array([-1, 0, 1]) / 7 - noise, marker)
        ax.set(xlabel="$x_1$", xlim=(-noise, 1 + noise))
        return plots.svg(figure)


def test_an_svg_is_the_same_text_whatever_the_last_digits_of_its_numbers():
    assert drawn(1e-12) == drawn(-1e-12) == drawn()
    assert drawn(1e-3) != drawn()


def test_no_length_in_an_svg_is_finer_than_a_hundredth_of_a_point():
    svg = re.sub(r"scale\([^)]*\)", "", drawn())
    assert not re.search(r"\d\.\d{3}", svg)
    assert "scale(0.7)" in drawn()  # of the index in the label; a glyph's scale is no length


def test_two_svgs_in_one_page_share_no_name_and_every_name_is_there():
    one, other = ({*re.findall(r'"(p[0-9a-f]+-\d+)"', drawn(marker=marker))} for marker in "os")
    assert len(one) == len(other) > 1
    assert not one & other
    assert {*re.findall(r"#(p[\w-]+)", drawn())} == one
