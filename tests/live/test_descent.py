"""The paths of the descent figure are those of `descend`, and on the page it does what hands tell it to."""

import itertools
import re

import numpy as np
import pytest

from perceptron_lib import datasets, descend, losses
from perceptron_lib.widgets import DescentExplorer
from perceptron_lib.widgets.descent import LOSSES

CHAPTER, FIGURE = "losses", "fig-descent"
KINKED = ("0-1", "perceptron", "hinge")


DESCEND = "([X, y, loss, given]) => losses.descend(halfspaces.signedRows(X, y), loss, given)"


def both(javascript, problems):
    """Return what Python's descent and JavaScript's make of each (X, y, loss, options)."""
    runs, given = [], []
    for X, y, loss, options in problems:
        X, y, start = np.asarray(X, dtype=float), np.asarray(y), np.asarray(options["start"], dtype=float)
        python = {"eta": options["eta"], "max_passes": options["passes"], "order": options["order"]}
        python |= {"batch_size": options["size"], "w0": start[:-1], "b0": start[-1]}
        runs.append(descend(X, y, LOSSES[loss], **python))
        given.append([X, y, loss, {name: value for name, value in options.items() if value is not None}])
    return zip(runs, javascript(f"all => all.map({DESCEND})", given), strict=True)


def same_path(run, found, rtol):
    """Compare every weight of both paths; rtol is relative to the largest weight so far."""
    assert found["perPass"] == run.per_pass.tolist()
    assert found["stopped"] == run.stopped
    weights = np.array(found["weights"], dtype=float)
    assert weights.shape == run.weights.shape
    scale = np.maximum.accumulate(np.abs(run.weights).max(axis=1)) + 1
    assert (np.abs(weights - run.weights) <= rtol * scale[:, None]).all()


def test_paths_are_the_library_s_on_random_sets(javascript):
    rng = np.random.default_rng(0)
    problems = []
    for k in range(90):
        n, d = int(rng.integers(2, 20)), int(rng.integers(1, 4))
        X, y = rng.normal(size=(n, d)) * rng.choice([0.3, 1, 3]), np.array([-1, 1] * 10)[:n]
        start = rng.normal(size=d + 1) if rng.random() < 0.7 else np.zeros(d + 1)
        options = {"eta": float(rng.choice([0.05, 0.3, 1])), "passes": int(rng.integers(1, 20)), "start": start}
        options |= {"order": rng.permutation(n) if rng.random() < 0.8 else rng.integers(n, size=5)}
        problems.append((X, y, [*LOSSES][k % 5], options | {"size": [None, 1, 3][k % 3]}))
    found = [*both(javascript, problems)]
    for run, path in found:
        same_path(run, path, 1e-8)
    roads = [(path["weights"], *problem[:3]) for (_, path), problem in zip(found, problems, strict=True)]
    costs = javascript("roads => roads.map(([ws, X, y, l]) => ws.map(w => losses.objective(w, halfspaces.signedRows(X, y), l)))", roads)
    for (run, _), ours in zip(found, costs, strict=True):
        np.testing.assert_allclose(np.array(ours, dtype=float), run.objective, rtol=1e-7, atol=1e-9)


def test_paths_are_exact_where_the_arithmetic_is(javascript):
    """Integers, kinked losses, a step size and batches that divide exactly: every weight and every tie is the same."""
    rng = np.random.default_rng(1)
    problems = []
    for k in range(210):
        n, d = int(rng.choice([4, 8])), int(rng.integers(1, 4))
        X, y, start = rng.integers(-4, 5, (n, d)), np.array([-1, 1] * 4)[:n], rng.integers(-3, 4, d + 1)
        options = {"eta": float(rng.choice([0.25, 0.5, 1])), "passes": 6, "start": start, "order": rng.permutation(n)}
        problems.append((X, y, KINKED[k % 3], options | {"size": [None, 1][k % 2]}))
    ties = 0
    for (run, path), (X, y, loss, _) in zip(both(javascript, problems), problems, strict=True):
        same_path(run, path, 0)
        agreement = y * (run.weights[:, :-1] @ X.T + run.weights[:, -1:])
        ties += (agreement == (loss == "hinge")).sum()
    assert ties > 400


def test_paths_are_the_library_s_on_the_book_s_data(javascript):
    students, spiral, digits = datasets.divination(), datasets.spiral(), datasets.digits(5)
    sets = [datasets.spam(), datasets.or_(), datasets.and_(), datasets.xor(), datasets.printed_bound()]
    sets += [datasets.clouds(30), datasets.axes(6), (students.X / [10, 0.1], students.y)]
    sets += [(spiral.X[:40], spiral.y[:40]), (digits.X[:30], digits.y[:30])]
    problems = []
    for (X, y), (k, loss) in itertools.product(sets, enumerate(LOSSES)):
        options = {"eta": 2.0**-12, "passes": 4, "order": np.arange(len(y)), "start": np.zeros(X.shape[1] + 1)}
        problems.append((X, y, loss, options | {"size": [None, 1][k % 2]}))
    for (run, path), (X, _, loss, options) in zip(both(javascript, problems), problems, strict=True):
        exact = options["size"] == 1 and loss in KINKED and (X.round() == X).all()
        same_path(run, path, 0 if exact else 1e-9)


def test_losses_and_gradients_are_the_library_s(javascript):
    slope = "all => all.map(([w, X, y, l]) => losses.gradient(w, halfspaces.signedRows(X, y), l))"
    m = np.array([-900, -3, -1, -1e-9, 0, 0.5, 1, 1 + 1e-9, 2, 800])
    for name, loss in LOSSES.items():
        weights = np.column_stack([np.zeros_like(m), m])  # one example x = 0 with label +1: the score is m
        costs = javascript("([ws, l]) => ws.map(w => losses.objective(w, [[0, 1]], l))", [weights, name])
        np.testing.assert_allclose(costs, loss(m))
        slopes = [gradient[1] for gradient in javascript(slope, [[w, [[0]], [1], name] for w in weights])]
        np.testing.assert_allclose(slopes, loss.slope(m), rtol=1e-14)
    figure = DescentExplorer()
    for name, w in itertools.product(LOSSES, ([-1.0, 3.0], [0.3, -0.2])):
        [ours] = javascript(slope, [[w, figure.points, figure.labels, name]])
        np.testing.assert_allclose(ours, losses.gradient(w, figure.points, figure.labels, LOSSES[name]), atol=1e-14)


def test_the_students_come_down_alike_wherever_the_sliders_stand(javascript):
    figure = DescentExplorer()
    place = {"passes": 30, "order": figure.order, "start": figure.start}
    problems = [
        (figure.points, figure.labels, loss, {**place, "eta": step * 0.05, "size": size})
        for loss, step, size in itertools.product(LOSSES, range(1, 38, 6), (None, 1))
    ]
    for run, path in both(javascript, problems):
        same_path(run, path, 1e-9)


@pytest.mark.parametrize("eta", [1.0, 2.0])
def test_overflow_comes_with_the_same_update(javascript, eta):
    figure = DescentExplorer(loss="squared", eta=eta, passes=60)
    with pytest.raises(ValueError, match="left the range of floats") as caught:
        _ = figure.stochastic
    options = {"eta": eta, "passes": 60, "order": figure.order, "start": figure.start, "size": 1}
    problem = [figure.points, figure.labels, "squared", options]
    found = javascript(DESCEND, problem)
    assert found["stopped"] == "overflow"
    assert f"in update {len(found['weights'])}:" in str(caught.value)


def test_level_lines_lie_on_the_surface(javascript):
    w, b = np.linspace(-2, 2, 31), np.linspace(-3, 3, 21)
    plane = (w[None] + 2 * b[:, None]).tolist()  # on which marching squares are exact
    ends = np.array(javascript("plane => contour.contour(plane, 0.3)", plane))
    at_w, at_b = -2 + ends[..., 0] * 4 / 30, -3 + ends[..., 1] * 6 / 20
    np.testing.assert_allclose(at_w + 2 * at_b, 0.3, atol=1e-12)
    np.testing.assert_allclose(np.hypot(np.diff(at_w), np.diff(at_b)).sum(), np.hypot(4, 2))
    assert javascript("plane => contour.contour(plane, 100)", plane) == []


def state_of(hands, **state):
    """Return the figure in Python with the state that the page shows."""
    start, (m, _) = hands.places()
    return DescentExplorer(start=start, m=m, **state)


def shows(hands, figure):
    """Compare the numbers on the page with the library's."""
    line = hands.numbers.replace("\xa0", " ")
    for name, run in (("Batch", figure.batch), ("Stochastic", figure.stochastic)):
        cost, updates, looks, w, b = re.search(
            name + r": cost ([\d.]+) after (\d+) updates in (\d+) looks, w = (-?[\d.]+), b = (-?\d+\.\d+)", line
        ).groups()
        assert (int(updates), int(looks)) == (len(run.batches), run.passes * len(figure.points))
        assert [float(cost), float(w), float(b)] == pytest.approx([run.objective[-1], *run.weights[-1]], abs=0.0051)
        if name == "Stochastic" and run.stopped == "max_passes":
            low, high = map(float, re.search(r"in the last pass between ([\d.]+) and (\d+\.\d+)", line).groups())
            late = run.objective[-run.per_pass[-1] - 1 :]
            assert [low, high] == pytest.approx([late.min(), late.max()], abs=0.00051)
    loss, m = LOSSES[figure.loss], np.array([figure.m])
    value, slope = re.search(r"the [\w-]+ loss is ([\d.]+) and its slope (-?[\d.]+\d|-?\d)", line).groups()
    assert [float(value), float(slope)] == pytest.approx([*loss(m), *loss.slope(m)], abs=0.0051)
    if slope != "0":
        step = float(re.search(r"adds (-?[\d.]+) · y · x to w", line).group(1))
        assert step == pytest.approx(-figure.eta * loss.slope(m)[0], abs=0.0051)


def set_slider(hands, name, value):
    """Move a slider with the keyboard's reach: as a reader's browser sets it."""
    hands.figure.get_by_label(name).evaluate(
        "(input, value) => { input.value = value; input.dispatchEvent(new Event('input')); }", value
    )


def test_the_mouse_moves_start_and_agreement(live):
    hands = live(CHAPTER, FIGURE, whole=True)
    begun = hands.numbers, hands.places()
    assert hands.at(0) == (-1, 3)
    shows(hands, state_of(hands))
    hands.drag(0, 120, 90)
    assert hands.at(0) != (-1, 3)
    shows(hands, state_of(hands))
    hands.drag(1, -100, 60)  # whatever goes up or down stays on the axis
    m, height = hands.at(1)
    assert height == 0
    assert m < 0
    shows(hands, state_of(hands))
    hands.button("Reset").click()
    assert (hands.numbers, hands.places()) == begun


def test_every_loss_and_the_sliders(live):
    hands = live(CHAPTER, FIGURE, theme="dark")
    set_slider(hands, "step size η", 0.05)
    set_slider(hands, "passes", 25)
    for loss in LOSSES:
        hands.figure.get_by_role("combobox").select_option(loss)
        shows(hands, state_of(hands, loss=loss, eta=0.05, passes=25))
        chosen = hands.figure.locator(".live-note.chosen")
        assert chosen.all_text_contents() == [loss]
        levels = hands.figure.locator(".live-level").get_attribute("d")
        assert levels.count("M") >= 6 if loss == "0-1" else levels.count("M") > 100


def test_what_diverges_is_said(live):
    hands = live(CHAPTER, FIGURE, state="loss=%22squared%22&eta=2&passes=60")
    update = hands.number(r"update (\d+) leaves the range of floats")
    figure = state_of(hands, loss="squared", eta=2, passes=60)
    with pytest.raises(ValueError, match=f"in update {update:.0f}: eta is too large"):
        _ = figure.stochastic
    assert "above the start: η is too large" in hands.numbers
    drawn = hands.figure.locator(".live-road.plus").first.get_attribute("d")
    assert all(abs(float(v)) < 5000 for v in re.findall(r"-?[\d.]+", drawn))
    figure.picture()
    nonsense = "loss=%22toString%22&eta=-1&passes=1e9&order=[9,9,9,9,9,9]&start=[1,1]&m=1e9"  # breaks nothing
    hands.go(f"#{FIGURE}?{nonsense}")
    assert "Batch: cost 0." in hands.numbers


def test_a_finger_and_the_keyboard(live):
    hands = live(CHAPTER, FIGURE, whole=True, phone=True)
    hands.swipe(0, 40, 30)
    hands.swipe(1, 60, 0)
    assert hands.at(0) != (-1, 3)
    assert hands.at(1)[0] > 0.5
    shows(hands, state_of(hands))
    hands.press(0, "ArrowRight", "ArrowDown", "Shift+ArrowDown")
    before = hands.at(1)[0]
    hands.press(1, "ArrowLeft", "ArrowUp")
    assert hands.at(1)[0] == pytest.approx(before - 0.1, abs=0.051)
    shows(hands, state_of(hands))
    assert not hands.cramped()


def test_shuffle_and_the_address(live):
    hands = live(CHAPTER, FIGURE)
    hands.page.evaluate("Math.random = () => 0")  # else one order in 720 is the one that was
    hands.button("Shuffle").click()
    hands.press(1, "ArrowRight")
    state = hands.kept("m=")
    order = [int(i) for i in re.search(r"order=%5B([\d,]+)%5D", state).group(1).split(",")]
    assert sorted(order) == list(range(6))
    shows(hands, state_of(hands, order=order))
    shown = hands.numbers, hands.places()
    again = live(CHAPTER, FIGURE, state=state)
    assert (again.numbers, again.places()) == shown


def test_without_scripts_the_picture_is_there(live):
    hands = live(CHAPTER, FIGURE, whole=True, scripts=False)
    assert hands.figure.locator("img").is_visible()


def test_the_figure_is_an_object():
    figure = DescentExplorer(loss="logistic", eta=1.5)
    assert figure.loss == "logistic"
    start = {"w0": [-1], "b0": 3, "order": figure.order, "max_passes": 30}
    expected = descend(figure.points, figure.labels, losses.logistic, eta=1.5, batch_size=1, **start)
    assert (figure.stochastic.weights == expected.weights).all()
    assert figure.batch.passes == len(figure.batch.batches) == 30
    figure.start = [4, 0]
    assert figure.window == [-1.5, 4, -3.5, 3.5]
    figure.put([[1], [2]], [-1, 1])  # the order does not fit any more
    assert len(figure.stochastic.per_pass) == 30
    assert "2 examples, logistic loss" in repr(figure)
    for name in LOSSES:
        DescentExplorer(loss=name).picture()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("loss", "log", "loss must be one of '0-1'"),
        ("loss", ["hinge"], "loss must be one of '0-1'"),
        ("eta", 0, "eta must be greater than 0"),
        ("passes", 0, "passes must be a whole number"),
        ("passes", 61, "passes must be at most 60"),
        ("start", [1], "start needs 2 numbers"),
        ("order", [0.5], "order must be a sequence of row numbers"),
        ("m", "a", "m holds text"),
        ("points", [[1, 2]] * 6, "points has 2 features, but needs 1"),
    ],
)
def test_what_does_not_fit_is_refused(name, value, message):
    figure = DescentExplorer()
    before = getattr(figure, name)
    with pytest.raises(ValueError, match=message):
        setattr(figure, name, value)
    assert getattr(figure, name) == before
