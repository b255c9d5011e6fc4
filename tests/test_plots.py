"""The pictures draw what they say: shapes, lines and rings at the right places."""

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


@pytest.mark.parametrize(
    ("draw", "says"),
    [
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
