"""The live figures as objects in Python: what they compute from their state, what they refuse, and their pictures."""

from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import pytest
import traitlets

from perceptron_lib import (
    Halfspace,
    datasets,
    descend,
    find_cycle,
    losses,
    one_vs_one,
    one_vs_rest,
    pad,
    train,
    variants,
    widgets,
)
from perceptron_lib.multiclass import train_multiclass
from perceptron_lib.widgets.descent import LOSSES

XOR, EMAILS = datasets.xor(), datasets.spam()


@pytest.fixture(params=widgets.__all__)
def figure(request):
    return getattr(widgets, request.param)()


# What is refused

COMMON = [("b", "a"), ("b", np.inf), ("w", [1]), ("w", [1, np.nan]), ("order", [0.5]), ("delta", -1)]
POINTS = [("points", [[1, 2, 3]]), ("points", [[1, np.nan]]), ("points", [[1, 2]]), ("points", "far"), ("labels", [1])]
REFUSED = {
    "Playground": [*POINTS, ("labels", [1, 2, 3]), ("w0", [1]), ("visits", 1.5), ("visits", -1), ("brief", "small")],
    "ProofExplorer": [*POINTS, ("chooser", "chance"), ("stream", "3, 6"), ("updates", -1)],
    "HalfspaceExplorer": [*POINTS, ("w", [0, 0])],
    "CycleExplorer": [("step", -1), ("step", 50_001), ("points", [[0, 0], [0, 0.1], [1, 0], [1, 1]])],
    "DescentExplorer": [("loss", "log"), ("eta", 0), ("looks", -1), ("start", [1]), ("points", [[1, 2]] * 6)],
    "ClassesExplorer": [*POINTS, ("labels", [0, 3] * 4 + [1]), ("rule", "best"), ("passes", 101), ("visits", -1)],
    "MachinesExplorer": [("loss", "log"), ("points", [[1], [2]]), ("labels", [0] * 8)],
    "VoteExplorer": [("words", [2] * 5), ("words", [1, 0]), ("words", "spam!"), ("emails", [[1]]), ("lessons", [6])],
}


def test_what_is_not_a_state_is_refused_and_nothing_is_lost(figure):
    before = figure.get_state()
    for name, value in [*COMMON, *REFUSED[type(figure).__name__]]:
        if figure.has_trait(name):
            with pytest.raises(traitlets.TraitError, match=name):
                setattr(figure, name, value)
    assert figure.get_state() == before


@pytest.mark.parametrize("labels", [[1, -1, 1], [1, 0], [1]])
def test_points_and_labels_are_refused_together(labels):
    figure = widgets.Playground()
    before = figure.get_state()
    with pytest.raises(traitlets.TraitError, match="labels"):
        figure.put([[0, 0], [1, 1]], labels)
    assert figure.get_state() == before


# What follows from the state


def test_points_beyond_the_window_are_shown(figure):
    if figure.has_trait("points") and not isinstance(figure, widgets.DescentExplorer):
        figure.put(np.array([[0, 0], [30, 1], [2, 2]]), np.array([-1, 1, -1]) if -1 in figure.labels else [0, 1, 2])
        assert figure.points == [[0, 0], [30, 1], [2, 2]]
        left, right, bottom, top = figure.window
        assert left < 0 < 30 < right
        assert bottom < 0 < 2 < top


def test_playground():
    assert widgets.Playground(*XOR).labels == widgets.Playground(points=XOR.X, labels=XOR.y).labels == XOR.y.tolist()
    figure = widgets.Playground(visits=14)
    assert figure.mistakes == 4
    assert (*figure.w, figure.b) == (*figure.run.weights[4],)
    figure.visits = np.int64(10**6)
    assert figure.mistakes == len(figure.run.mistakes) == 10
    assert figure.b == figure.run.b
    assert figure.average.w == pytest.approx(variants.average(figure.run).w)
    figure.visits = 0
    assert (*figure.average.w, figure.average.b) == (0, 0, 0)
    figure.delta, figure.order, figure.w0 = 1, np.arange(8)[::-1], [1, 2]
    run = train(figure.points, figure.labels, delta=1, order=figure.order, w0=[1, 2])
    assert (figure.run.weights == run.weights).all()


def test_proof():
    figure = widgets.ProofExplorer()
    assert len(figure.run.mistakes) == figure.verification.mistakes == 9
    assert figure.verification.holds
    figure.order = [7, 8]  # not of these points
    assert figure.run.mistakes.example.tolist() == widgets.ProofExplorer().run.mistakes.example.tolist()
    figure.order, figure.chooser = [], "adversary"
    assert figure.run.mistakes.example.tolist() == [2, 5] * 5 + [2]
    assert figure.verification.holds
    figure.chooser, figure.stream = "reader", "3,3,9,6"  # the second is no mistake any more, the third no point
    assert figure.run.mistakes.example.tolist() == [2, 5]
    figure.stream = ""
    assert len(figure.run.mistakes) == 0
    figure.chooser = "order"
    figure.put(*XOR)
    assert not figure.oracle.separable
    assert figure.run.passes == 1000
    with pytest.raises(ValueError, match="nothing separates"):
        _ = figure.verification


def test_halfspace():
    figure = widgets.HalfspaceExplorer()
    assert (figure.halfspace.predict(figure.points) == figure.labels).all()


def test_cycle():
    figure = widgets.CycleExplorer()
    assert repr(figure.cycle) == repr(find_cycle(*XOR))
    assert figure.certificate == [Fraction(1, 4)] * 4
    rng = np.random.default_rng(1)
    for _ in range(20):
        figure.points, figure.step = (rng.integers(-16, 17, (4, 2)) / 16).tolist(), int(rng.integers(200))
        w = np.zeros(3)
        for t in range(figure.step):
            z = figure.labels[t % 4] * pad(np.array(figure.points))[t % 4]
            w += z * (w @ z <= 0)
        assert (*figure.w, figure.b) == (*w,)
    figure.points = [[0, 0], [0, 1], [1, 0], [7 / 16, 7 / 16]]
    assert (figure.cycle.mistakes, figure.certificate) == (0, None)
    figure.points = [[0.1875, 0], [-0.5, 1], [1, -0.375], [1.125, -0.4375]]  # separable, with a tiny margin
    with pytest.raises(ValueError, match="no state came back within 50000 steps"):
        _ = figure.cycle


def test_descent():
    figure = widgets.DescentExplorer(loss="logistic", eta=1.5)
    start = {"w0": [-1], "b0": 3, "order": figure.order, "max_passes": 60}
    expected = descend(figure.points, figure.labels, losses.logistic, eta=1.5, batch_size=1, **start)
    assert (figure.stochastic.weights == expected.weights).all()
    assert figure.batch.passes == len(figure.batch.batches) == 60
    for looks in (0, 5, 6, 33, 359, 360, 10**6):
        figure.looks = looks
        assert (figure.path().weights == figure.batch.weights[: min(looks, 360) // 6 + 1]).all()
        assert (figure.path(1).weights == expected.weights[: looks + 1]).all()  # each look at one is an update
        assert len(figure.path(1).batches) == min(looks, 360)
    figure.start = [4, 0]
    assert figure.window == [-1.5, 4, -3.5, 3.5]
    figure.put([[1], [2]], [-1, 1])  # the order does not fit any more
    assert len(figure.stochastic.per_pass) == 60
    assert "2 examples, logistic loss" in repr(figure)


def test_classes():
    figure = widgets.ClassesExplorer(passes=2)
    grid = np.random.default_rng(0).uniform(-6, 6, (40, 2))
    every = one_vs_rest(figure.points, figure.labels, max_passes=2)
    pairwise = one_vs_one(figure.points, figure.labels, max_passes=2)
    assert (figure.predict(grid) == every.predict(grid)).all()
    for rule in ("votes", "scores"):
        assert (figure.predict(grid, rule) == pairwise.predict(grid, by=rule)).all()
    whole = train_multiclass(figure.points, figure.labels, max_passes=2)
    assert (figure.predict(grid, "multiclass") == whole.predict(grid)).all()
    figure.visits = int(whole.mistakes.visit[2])
    assert (figure.predict(grid, "multiclass") == (pad(grid) @ whole.weights[2].T).argmax(axis=1)).all()
    figure.visits += 1
    assert (figure.predict(grid, "multiclass") == (pad(grid) @ whole.weights[3].T).argmax(axis=1)).all()


def test_vote():
    figure, learned = widgets.VoteExplorer(), train(*EMAILS)
    assert (figure.words, figure.w, figure.b) == (EMAILS.X[0].tolist(), learned.w.tolist(), learned.b)
    assert (figure.score, figure.accuracy) == (2, 1)
    assert repr(figure) == "VoteExplorer(and viagra of nigeria: score 2)"
    figure.w, figure.b = np.zeros(5), 0
    assert figure.accuracy == 0  # a score of 0 is a mistake whatever the label is
    rng = np.random.default_rng(3)
    figure.words, figure.w, figure.b = rng.integers(0, 2, 5), rng.integers(-3, 4, 5), -1.5
    halfspace = Halfspace(figure.w, -1.5)
    assert figure.score == halfspace.score([figure.words])[0]
    assert figure.accuracy == (halfspace.score(EMAILS.X) * EMAILS.y > 0).mean()

    figure, first = widgets.VoteExplorer(brief=True), train(EMAILS.X[:1], EMAILS.y[:1])
    assert (figure.words, figure.lessons) == (EMAILS.X[1].tolist(), [0])
    assert (figure.w, figure.b) == (first.w.tolist(), first.b)
    assert figure.emails == EMAILS.X[:4].tolist()
    assert figure.accuracy == 0.5


# Pictures


def test_a_notebook_gets_a_picture_too(figure):
    data, _ = figure._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<?xml")


def picture(figure):
    """Draw a figure, and return its axes."""
    plt.close("all")
    figure.picture()
    return plt.gcf().axes


def test_the_proof_is_drawn_with_its_oracle_or_without():
    figure = widgets.ProofExplorer()
    plane, chart = picture(figure)
    assert [text.get_text() for text in plane.get_legend().get_texts()][-2:] == ["run", "oracle"]
    np.testing.assert_array_equal(chart.lines[2].get_ydata(), figure.verification.progress)
    figure.put(*XOR)
    assert "no oracle" in picture(figure)[1].texts[0].get_text()


@pytest.mark.parametrize(("step", "lines"), [(0, []), (1, []), (2, ["-"]), (3, ["-", "--"]), (4, ["--"])], ids=str)
def test_the_cycle_is_drawn_with_the_lines_of_its_state(step, lines):
    ax, _ = picture(widgets.CycleExplorer(step=step))
    assert [line.get_linestyle() for line in ax.lines] == lines
    assert ax.get_title().startswith(f"after {step} step")


def test_every_loss_is_drawn_and_so_is_a_path_that_leaves_the_floats():
    for name in LOSSES:
        picture(widgets.DescentExplorer(loss=name))
        picture(widgets.MachinesExplorer(loss=name))
    picture(widgets.DescentExplorer(loss="squared", eta=2))
    [surface] = picture(widgets.DescentExplorer(brief=True))
    assert surface.lines[0].get_label() == "batch"


@pytest.mark.parametrize("rule", ["one-vs-rest", "votes", "scores", "multiclass"])
def test_dots_are_drawn_where_the_rules_differ(rule):
    figure = widgets.ClassesExplorer(rule=rule)
    [ax] = picture(figure)
    dots = np.column_stack(ax.lines[-1].get_data())
    assert (len(dots) > 0) == (rule != figure.other)
    assert not len(dots) or (figure.predict(dots) != figure.predict(dots, figure.other)).all()


def test_the_small_classes_are_drawn_without_dots():
    [ax] = picture(widgets.ClassesExplorer(brief=True))
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["0 sitting", "1 standing up", "2 falling"]


@pytest.mark.parametrize("state", [{}, {"words": [0] * 5, "w": [1] * 5, "b": -2.5}], ids=str)
def test_the_votes_are_drawn_as_they_are(state):
    figure = widgets.VoteExplorer(**state)
    votes, scores = ([bar.get_width() for bar in ax.patches] for ax in picture(figure))
    assert votes == [w for w, word in zip(figure.w, figure.words, strict=True) if word] + [figure.b, figure.score]
    assert scores == figure.halfspace.score(EMAILS.X).tolist()
    assert [text.get_text() == "right" for text in plt.gca().texts].count(True) / 6 == figure.accuracy
    [ax] = picture(widgets.VoteExplorer(brief=True))
    assert [bar.get_width() for bar in ax.patches] == [0, 1, 1, 2]
    plt.close("all")
