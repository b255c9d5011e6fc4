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


def arrows(ax):
    """Return the arrows of a picture as (tail, tip, dash)."""
    return [
        (text.xyann, text.xy, text.arrow_patch.get_linestyle())
        for text in ax.texts
        if getattr(text, "arrow_patch", None) is not None
    ]


def colours(collection):
    """Return the colours of an area, or of points."""
    return [to_hex(colour).upper() for colour in collection.get_facecolors()]


def marks(ax):
    """Return the collections that hold points."""
    return [c for c in ax.collections if isinstance(c, mpl.collections.PathCollection)]


def tints(ax):
    """Return the filled regions."""
    return [c for c in ax.collections if isinstance(c, mpl.contour.QuadContourSet) and c.filled]


def test_the_two_classes_differ_in_colour_and_in_shape():
    ax = plots.data(*datasets.or_())
    negative, positive = sorted(ax.collections, key=lambda c: len(c.get_offsets()))  # OR: one against three
    assert (len(negative.get_offsets()), len(positive.get_offsets())) == (1, 3)
    assert (colours(negative), colours(positive)) == ([plots.ORANGE], [plots.BLUE])
    assert len(negative.get_paths()[0].vertices) == 5  # a square, closed; a circle has many more


def test_the_examples_asked_for_are_circled():
    *_, rings = plots.data(*datasets.or_(), circled=(3, 1)).collections
    np.testing.assert_array_equal(rings.get_offsets(), [[1, 1], [0, 1]])
    assert not len(rings.get_facecolors())


@pytest.mark.parametrize("halfspace", [Halfspace([1, 2], -1), Halfspace([1, 0], 3), Halfspace([0, -2], 1)])
def test_a_boundary_lies_where_the_score_is_zero(halfspace):
    ax = plots.boundary(halfspace, normal=True, shade=True)
    ((tail, tip, _),) = arrows(ax)
    np.testing.assert_allclose((tail, tip), [halfspace.foot, halfspace.foot + halfspace.unit_normal])
    np.testing.assert_allclose(halfspace.score(ends(ax.lines[0])), 0, atol=1e-12)


def test_the_positive_side_is_tinted_blue():
    for ax in (
        plots.boundary(Halfspace([1, 0], -0.5), shade=True),
        plots.regions(lambda P: P[:, 0] - 0.5, *datasets.xor()),
    ):
        (area,) = tints(ax)
        negative, positive = area.get_paths()
        assert negative.vertices[:, 0].max() <= 0.5 + 1e-9
        assert positive.vertices[:, 0].min() >= 0.5 - 1e-9
        assert colours(area) == [plots.ORANGE, plots.BLUE]


def test_a_score_of_zero_is_on_the_negative_side():
    ax = plots.regions(lambda P: np.maximum(P[:, 0] - 0.5, 0), *datasets.xor())
    negative, _ = tints(ax)[0].get_paths()
    assert negative.vertices[:, 0].max() == pytest.approx(0.5, abs=0.02)


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
    ((tail, tip, _),) = arrows(ax)
    np.testing.assert_allclose((tail, tip), [(0.28, 1.04), (3.28, 5.04)])  # from the foot of the middle (1, 2)
    way, cross = ax.lines
    np.testing.assert_allclose(way.get_xydata(), [(3, 4), (0.6, 0.8)])
    assert [(text.get_text(), text.xy) for text in ax.texts[1:]] == [("$w$", tip), ("$x$", (3, 4))]
    np.testing.assert_array_equal(cross.get_xydata(), [(3, 4)])


def test_hulls_of_xor_are_the_two_diagonals():
    ax = plots.hulls(*datasets.xor())
    hulls = {to_hex(p.get_edgecolor()).upper(): np.unique(p.get_xy(), axis=0).tolist() for p in ax.patches}
    assert hulls == {plots.BLUE: [[0, 1], [1, 0]], plots.ORANGE: [[0, 0], [1, 1]]}


def test_a_projection_lands_each_point_on_the_arrow_along_w_straight_across():
    points, w, across = np.array([[0, 0], [2, 1], [1, 3], [4, 1]]), (2, 1), (1, -2)
    ax = plots.projection(points, [-1, 1, -1, 1], w)
    [(tail, tip, _)] = arrows(ax)
    assert np.dot(np.subtract(tip, tail), across) == pytest.approx(0)
    assert np.dot(np.subtract(tip, tail), w) > 0
    for line, point in zip(ax.lines, points, strict=True):
        start, foot = np.transpose(line.get_data())
        assert start.tolist() == point.tolist()
        assert np.dot(foot - start, w) == pytest.approx(0)
        assert np.dot(foot - tail, across) == pytest.approx(0)
        assert foot[1] < start[1]
    feet = [tuple(foot) for collection in marks(ax)[2:] for foot in collection.get_offsets()]
    assert sorted(feet) == sorted(tuple(np.transpose(line.get_data())[1]) for line in ax.lines)


def test_padding_lifts_each_point_to_height_one():
    x = np.array([[-1], [2]])
    ax = plots.padding(Halfspace([1], -1), x, [-1, 1])
    heights = sorted(tuple(p) for c in marks(ax) for p in c.get_offsets() if p[1] == 1)
    assert heights == [(-1, 1), (2, 1)]
    np.testing.assert_allclose(ends(ax.lines[0]) @ [1, -1], 0, atol=1e-12)  # the line of the padded weights


def test_arrows_end_where_their_vectors_do():
    ax = plots.vectors({"a": [2, 1], "b": [-1, 3]}, dashed=["b"])
    assert arrows(ax) == [((0, 0), (2, 1), "-"), ((0, 0), (-1, 3), "--")]
    assert [text.get_text() for text in ax.texts if text.get_text()] == ["a", "b"]


def test_a_turn_shows_two_right_triangles_with_the_same_side_orthogonal_to_the_example():
    ax = plots.turn([-2, 3], [2, 1])
    assert [(tip, dash) for _, tip, dash in arrows(ax) if dash] == [((-2, 3), "--"), ((2, 1), "-"), ((0, 4), "-")]
    sides = [line.get_xydata() for line in ax.lines if line.get_linestyle() == ":"]
    np.testing.assert_allclose([end for _, end in sides], [(-2, 3), (0, 4)])
    np.testing.assert_allclose([end - foot for foot, end in sides], [(-1.6, 3.2), (-1.6, 3.2)])  # q, twice
    assert [text.get_text() for text in ax.texts if "theta" in text.get_text()] == [r"$\theta$", r"$\theta'$"]


def test_an_update_shows_the_old_line_dashed_the_new_one_solid_and_a_ring_around_the_example():
    run = train(*datasets.clouds(), w0=[0, 5])
    ax = plots.update(run, 1)
    old, new = ax.lines
    assert (old.get_linestyle(), new.get_linestyle()) == ("--", "-")
    for line, weights in ((old, run.weights[1]), (new, run.weights[2])):
        np.testing.assert_allclose(Halfspace(weights[:-1], weights[-1]).score(ends(line)), 0, atol=1e-9)
    np.testing.assert_array_equal(ax.collections[-1].get_offsets(), run.X[[run.mistakes.example[1]]])
    assert f"training error {run.training_error[2]:.2f}" in ax.get_title()


@pytest.mark.parametrize("k", [-1, 9])
def test_an_update_that_the_run_did_not_make_is_refused(k):
    with pytest.raises(ValueError, match=f"no update k = {k}: this run has 9"):
        plots.update(train(*datasets.or_()), k)


def test_a_strip_has_one_picture_for_each_update_asked_for():
    run = train(*datasets.or_())
    titles = [ax.get_title() for ax in plots.updates(run, [0, 3, 5]).flat]
    assert [title.split(":")[0] for title in titles] == ["update 1", "update 4", "update 6", ""]


def test_in_weight_space_each_example_is_a_line_with_its_correct_side_shaded_and_updates_walk_into_the_cone():
    run = train([[1], [-2], [0], [2]], [1, -1, -1, 1])
    above, below = plots.weight_space(run)
    signed = np.array([[1, 1], [2, -1], [0, -1], [2, 1]])  # y * (x, 1)
    lines = [line for line in below.lines if hasattr(line, "get_xy1")]
    for z, line, side in zip(signed, lines, below.patches, strict=True):
        np.testing.assert_allclose(ends(line) @ z, 0)
        assert (side.get_xy() @ z >= -1e-9).all()  # the weights that are right on the example
        assert side.contains_point(below.transData.transform(run.weights[-1]))
    assert [(tail, tip) for tail, tip, _ in arrows(below)] == [
        (tuple(tail), tuple(tip)) for tail, tip in zip(run.weights[:-1].tolist(), run.weights[1:].tolist(), strict=True)
    ]
    numbers = {text.get_text(): text.get_position() for text in below.texts if text.get_text()}
    for z, number in zip(signed, "1234", strict=True):
        assert np.dot(numbers[number], z) == pytest.approx(0)
    np.testing.assert_allclose(ends(above.lines[0]) @ run.weights[-1], 0, atol=1e-12)


def test_in_a_slice_of_weight_space_each_example_is_a_line_with_its_shadow_where_the_weights_are_right():
    run = train(*datasets.xor(), max_passes=1)
    for k, ax in enumerate(plots.weight_slices(run, range(4)).flat):
        b = float(run.weights[k + 1, 2])
        assert ax.get_title() == f"slice at $b = {b:g}$"
        names = [text for text in ax.texts if text.get_text() in "234" and text.get_text()]
        lines = {text.get_text(): line for text, line in zip(names, ax.lines[::2], strict=False)}
        for i, shadow in zip((1, 2, 3), ax.patches, strict=False):
            z = run.y[i] * np.array([*run.X[i], b])
            np.testing.assert_allclose(lines[f"{i + 1}"].get_xydata() @ z[:2] + z[2], 0, atol=1e-12)
            assert (shadow.get_xy() @ z[:2] + z[2] >= -1e-9).all()
        assert len(ax.patches) == 3  # no weights are right on all
        (origin,) = (text.get_text() for text in ax.texts if text.get_text().startswith("1"))
        assert origin == f"1: {'right' if b < 0 else 'wrong'} everywhere"
        np.testing.assert_array_equal(ax.lines[-2].get_xydata(), run.weights[: k + 2, :2])
        hops = [(tail, tip) for tail, tip, _ in arrows(ax)]
        (tail, tip) = run.weights[k : k + 2, :2].tolist()
        assert hops == ([(tuple(tail), tuple(tip))] if tail != tip else [])


def test_the_weights_that_are_right_on_all_examples_are_tinted_in_their_slice():
    rng = np.random.default_rng(0)
    for _ in range(20):
        X = rng.integers(-3, 4, (6, 2))
        y = np.where(X @ rng.normal(size=2) + 0.3 > 0, 1, -1)
        run = train(X, y, max_passes=200)
        ax = plots.weight_slice(run.X, run.y, run.weights)
        assert run.converged
        cone = ax.patches[-1]
        assert cone.contains_point(ax.transData.transform(run.weights[-1, :2]))
        walls = y * (cone.get_xy() @ X.T + float(run.b))
        assert (walls >= -1e-9).all()
        plt.close()


def test_the_path_of_two_weights_is_drawn_as_far_as_asked_with_the_direction_of_its_end():
    run = train(*datasets.and_())
    walk, start, way = plots.path(run, 5).lines
    np.testing.assert_array_equal(walk.get_xydata(), run.weights[:6, :2])
    np.testing.assert_array_equal(start.get_xydata(), [(0, 0)])
    np.testing.assert_allclose(ends(way), [(0, 0), (3, 2)])
    assert way.get_linestyle() == ":"


def test_the_length_of_the_weights_is_drawn_after_each_update():
    run = train(*datasets.and_())
    np.testing.assert_allclose(plots.length(run).lines[0].get_ydata(), np.sqrt((run.weights**2).sum(axis=1)))


def test_accuracies_along_a_run_hold_until_the_next_update_and_their_curves_differ():
    given = {"last": [0.5, 0.9, 0.6], "average": [0.5, 0.8, 0.9], "pocket": [0.5, 0.9, 0.9]}
    lines = plots.along(given).lines
    for line, (name, values) in zip(lines, given.items(), strict=True):
        assert line.get_label() == name
        np.testing.assert_array_equal(line.get_xydata(), np.column_stack([range(3), values]))
        assert line.get_drawstyle() == "steps-post"
    assert len({line.get_color() for line in lines}) == 3
    assert len({(line.get_linestyle(), line.get_linewidth()) for line in lines}) == 3


def test_states_and_the_walk_of_a_cycle_lie_in_the_plane_of_w():
    xor = datasets.xor()
    ax = plots.states(reachable(*xor), find_cycle(*xor))
    assert {tuple(place) for place in ax.collections[0].get_offsets()} == {tuple(w) for w in reachable(*xor)[:, :2]}
    walk = [(tuple(tail), tuple(tip)) for tail, tip, _ in arrows(ax)]
    assert walk == [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (0, 0))]


def test_lifted_points_stand_on_the_side_of_the_sheet_on_which_the_plane_has_them():
    X, y = datasets.xor()
    plane = Halfspace([2, 2, -5], -1)
    ax = plots.lifted(plane, np.column_stack([X, X[:, 0] * X[:, 1]]), y)
    floor, sheet = (patch.get_xy()[:4] for patch in ax.patches)  # over (0, 0), (1, 0), (1, 1), (0, 1)
    np.testing.assert_allclose(sheet - floor, [[0, -0.2], [0, 0.2], [0, 0.6], [0, 0.2]], atol=1e-12)
    names = {"(0, 0, 0)": 0.2, "(0, 1, 0)": -0.2, "(1, 0, 0)": -0.2, "(1, 1, 1)": 0.4}  # heights above the sheet
    assert sorted(text.get_text() for text in ax.texts) == sorted(names)
    for text in ax.texts:
        (way,) = (line for line in ax.lines if np.allclose(line.get_xydata()[0], text.xy))
        (mark,) = (mark for mark in marks(ax) if np.allclose(mark.get_offsets(), text.xy))
        place, foot = way.get_ydata()
        assert place - foot == pytest.approx(names[text.get_text()])
        assert colours(mark) == [plots.ORANGE if place > foot else plots.BLUE] == [way.get_color().upper()]
        assert (mark.get_zorder() > ax.patches[1].get_zorder()) == (place > foot)  # the sheet covers what is below it


def test_the_nearest_point_is_drawn_at_the_end_of_an_arrow_beside_the_whole_hull():
    X, y = np.array([[-2], [0], [1], [3]]), np.array([-1, -1, 1, 1])
    ax = plots.nearest(separate(X, y), X, y)
    ((_, tip, _),) = arrows(ax)
    np.testing.assert_allclose(tip, [0.4, -0.2])
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


def test_a_run_winds_outward_and_inward_with_one_update_at_the_end_of_the_weights():
    run = train(*datasets.spiral(0.2))
    ax = plots.winding(run, step=5)
    out, back = (line.get_xydata() for line in ax.lines)
    np.testing.assert_array_equal(np.concatenate([out, back[1:]]), run.weights[:, :2])
    lengths = np.linalg.norm(run.weights[:, :2], axis=1)
    assert lengths[len(out) - 1] == lengths.max() == np.linalg.norm(back[0])
    assert [line.get_linestyle() for line in ax.lines] == ["-", "--"]
    (zero, tip, _), (tail, end, _) = arrows(ax)
    np.testing.assert_array_equal([zero, tip, tail, end], run.weights[[0, 5, 5, 6], :2])


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


def test_losses_are_drawn_as_their_values_each_with_its_own_dash():
    chosen = (losses.zero_one, losses.perceptron, losses.hinge, losses.logistic, losses.squared)
    curves = plots.losses(*chosen).lines[: len(chosen)]
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


@pytest.mark.parametrize("d", [1, 2, 5])
@pytest.mark.parametrize("padded", [False, True])
def test_a_unit_has_an_arrow_for_each_input_and_a_dashed_one_for_the_bias(d, padded):
    names = [f"x{j}" for j in range(d)]
    ax = plots.unit(names, padded=padded)
    place = {text.get_text(): text.get_position() for text in ax.texts}
    into_sum = {tail: dash for tail, tip, dash in arrows(ax) if tip == place[r"$\sum$"]}
    constant = place["$1$" if padded else "$b$"]  # an input like the others, or the bias as an arrow of its own
    assert into_sum == {place[name]: "-" for name in names} | {constant: "--"}
    assert (constant[0] == place["x0"][0]) == padded
    assert {f"$w_{{{j + 1}}}$" for j in range(d)} | {"$b$"} <= set(place)
    shapes = {text.get_text(): text.get_bbox_patch().get_boxstyle() for text in ax.texts if text.get_bbox_patch()}
    assert not padded or type(shapes["$1$"]) is not type(shapes["x0"])


def test_a_nerve_cell_has_its_parts_in_the_columns_of_a_unit():
    cell, unit = plots.neuron(), plots.unit(["$x_1$", "$x_2$", "$x_3$"])
    columns = [{t.get_position(): t.get_text() for t in ax.texts if t.get_position()[1] < -1.2} for ax in (cell, unit)]
    assert list(columns[0]) == list(columns[1])  # so that one can stand above the other
    assert [columns[k][0.75, -1.45] for k in (0, 1)] == ["synapses", "weights"]
    assert (cell.get_xlim(), cell.get_ylim()) == (unit.get_xlim(), unit.get_ylim())
    synapses = [line for line in cell.lines if line.get_marker() == "o" and line.get_color() == plots.GREY]
    assert len({line.get_markersize() for line in synapses}) == len(synapses) == 3  # strong and weak ones
    body = cell.patches[0]
    dendrites = [line.get_xydata()[-1] for line in cell.lines if len(line.get_xydata()) == 30]
    assert len(dendrites) == 3
    assert all(body.contains_point(cell.transData.transform(end)) for end in dendrites)


def test_the_votes_of_the_active_inputs_and_the_bias_add_up_to_the_score():
    emails = datasets.spam()
    halfspace = Halfspace(train(*emails).w, Fraction(1, 2))
    for x in [*emails.X, np.zeros(5)]:
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


def test_the_share_of_labellings_is_one_up_to_d_points_and_half_at_twice_as_many():
    ax = plots.capacity(lambda n, d: 2 * sum(comb(n - 1, k) for k in range(d)), (3, 10, 40))
    curves = [line.get_xydata() for line in ax.lines[2:]]
    assert [len(curve) for curve in curves] == [12, 40, 160]
    for curve in curves:
        assert (curve[curve[:, 0] <= 1, 1] == 1).all()
        np.testing.assert_allclose(curve[curve[:, 0] == 2], [[2, 0.5]])
        assert (np.diff(curve[:, 1]) <= 0).all()
    looks = {(line.get_linestyle(), line.get_marker(), line.get_color()) for line in ax.lines[2:]}
    assert len({dash for dash, *_ in looks}) + len({mark for _, mark, _ in looks}) == 5  # grey print tells them apart


def quadrant(P):
    """Return the label of the nearest corner of the square."""
    return np.array([[3, 7], [5, 9]])[(P[:, 0] > 2).astype(int), (P[:, 1] > 2).astype(int)]


def test_four_classes_differ_in_colour_shape_and_hatch():
    ax = plots.classes(quadrant, POINTS, LABELS, names="abcd")
    assert [len(c.get_offsets()) for c in marks(ax)] == [2, 1, 1, 1]
    assert len({to_hex(c.get_facecolor()[0]) for c in marks(ax)}) == 4
    assert len({c.get_paths()[0].vertices.tobytes() for c in marks(ax)}) == 4
    regions = tints(ax)
    assert len({to_hex(c.get_facecolor()[0]) for c in regions}) == len({c.hatches[0] for c in regions}) == 4
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list("abcd")


def test_each_region_is_tinted_around_its_own_points():
    ax = plots.classes(quadrant, POINTS, LABELS, legend=False)
    for points, region in zip(marks(ax), tints(ax), strict=True):
        (path,) = region.get_paths()
        assert quadrant(path.vertices.mean(axis=0, keepdims=True)) == quadrant(points.get_offsets())[0]
        assert all(path.contains_point(point) for point in points.get_offsets())
        pure, tint = points.get_facecolor()[0, :3], region.get_facecolor()[0, :3]
        np.testing.assert_allclose((1 - tint) / (1 - tint).max(), (1 - pure) / (1 - pure).max())
    assert ax.get_legend() is None


def test_where_no_class_is_predicted_the_plane_stays_blank():
    ax = plots.classes(lambda P: np.where(P[:, 0] > 2, 5, -1), POINTS, LABELS, limits=(-1, 5, -1, 5))
    (region,) = tints(ax)
    assert region.get_paths()[0].vertices[:, 0].min() >= 1.95
    assert (ax.get_xlim(), ax.get_ylim()) == ((-1, 5), (-1, 5))


def test_more_classes_than_looks_are_refused():
    with pytest.raises(ValueError, match="at most 4 classes, but y has 5"):
        plots.classes(quadrant, POINTS, range(5))


def test_no_class_and_no_image_is_left_out_for_want_of_a_name():
    with pytest.raises(ValueError, match="shorter"):
        plots.classes(quadrant, POINTS, LABELS, names="abc")
    with pytest.raises(ValueError, match="shorter"):
        plots.images(np.eye(4), "abc")


def test_pixels_show_sign_by_shape_and_size_by_value():
    ax = plots.pixels([[1, 0, -2], [0, 4, 0]])
    positive, negative = ax.collections
    np.testing.assert_array_equal(positive.get_offsets(), [[0, 0], [1, 1]])
    np.testing.assert_array_equal(negative.get_offsets(), [[2, 0]])
    one, four, two = *positive.get_sizes(), *negative.get_sizes()
    assert (two, four) == (2 * one, 4 * one)
    assert len(negative.get_paths()[0].vertices) == 5 < len(positive.get_paths()[0].vertices)
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the first row is on top


def test_images_show_ink_in_grey_each_under_its_title():
    X, _ = datasets.digits()
    axes = plots.images(X[:6], list("abcdef"))
    assert axes.shape == (2, 5)
    for ax, row, title in zip(axes.flat, X[:6], "abcdef", strict=False):
        np.testing.assert_array_equal(ax.images[0].get_array(), row.reshape(8, 8))
        assert ax.images[0].get_clim() == (0, 16)
        assert ax.get_title() == title
    assert [ax.axison for ax in axes.flat] == [True] * 6 + [False] * 4


def test_an_unrolled_image_has_the_same_numbers_in_its_pixels_and_its_bars():
    row = datasets.digits().X[5]
    image, bars = plots.unrolled(row, marked=3)
    np.testing.assert_array_equal(image.images[0].get_array(), row.reshape(8, 8))
    texts = {text.get_position(): int(text.get_text()) for text in image.texts}
    assert texts == {(c, r): row[8 * r + c] for r in range(8) for c in range(8)}
    *drawn, box = bars.patches
    assert [bar.get_height() for bar in drawn] == row.tolist()
    assert [bar.get_x() + bar.get_width() / 2 for bar in drawn] == pytest.approx(range(1, 65))
    assert box.get_bbox().intervalx.tolist() == [24.5, 32.5]  # features 25 to 32
    assert image.patches[0].get_bbox().bounds == (-0.5, 2.5, 8, 1)  # are the fourth line


def test_images_with_signs_show_them_by_shape():
    ax = plots.images([[1, 0, -2, 0]], ["w"])[0, 0]
    positive, negative = ax.collections
    np.testing.assert_array_equal(positive.get_offsets(), [[0, 0]])
    np.testing.assert_array_equal(negative.get_offsets(), [[0, 1]])
    assert not ax.images


def test_a_confusion_matrix_has_true_classes_as_rows_and_bold_errors():
    counts = np.array([[5, 2, 0], [0, 7, 0], [1, 0, 3]])
    ax = plots.confusion(counts, ["x", "y", "z"])
    drawn = {(*text.get_position()[::-1],): (int(text.get_text()), text.get_fontweight()) for text in ax.texts}
    expected = {(0, 0): 5, (0, 1): 2, (1, 1): 7, (2, 0): 1, (2, 2): 3}
    assert drawn == {(i, j): (n, "normal" if i == j else "bold") for (i, j), n in expected.items()}
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted", "true")
    shown = np.asarray(ax.images[0].get_array())
    assert to_hex(shown[1, 1]).upper() == plots.BLUE
    assert to_hex(shown[0, 1]).upper() == plots.ORANGE
    assert shown[0, 1, 3] == 2 * shown[2, 0, 3] > shown[1, 0, 3] == 0  # the more errors, the darker
    assert [label.get_text() for label in ax.get_yticklabels()] == ["x", "y", "z"]


@pytest.mark.parametrize(
    ("draw", "says"),
    [
        (lambda: plots.data(*datasets.spam()), "X has 5 features, but needs 2"),
        (lambda: plots.data([1, -1], [[0, 0], [1, 1]]), "labels come second"),
        (lambda: plots.classes(quadrant, np.zeros((5, 3)), LABELS), "X has 3 features, but needs 2"),
        (lambda: plots.boundary(Halfspace([0, 0])), "w is zero"),
    ],
)
def test_what_cannot_be_drawn_in_the_plane_is_refused(draw, says):
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
