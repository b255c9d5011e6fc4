"""The descent explorer tells of the library's paths, and does on the page what hands tell it to."""

import re
from urllib.parse import parse_qsl

import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib.losses import objective
from perceptron_lib.widgets import DescentExplorer, MachinesExplorer
from perceptron_lib.widgets.descent import LOSSES
from tests.hands import query

PLACE = ("losses", "fig-descent")
FIRST = ("losses", "fig-losses-first")
MACHINES = ("neighbours", "fig-neighbours-first")
POINTS = MachinesExplorer().points
FAR = [*POINTS[:-1], [3.2]]


def state_of(hands, **state):
    """Return the figure in Python with the state that the page shows."""
    start, (m, _) = hands.places()
    return DescentExplorer(start=start, m=m, **state)


def last_pass(figure):
    """The costs of the stochastic path during the last six looks."""
    before = DescentExplorer(**{name: getattr(figure, name) for name in ("loss", "eta", "start", "order")})
    before.looks = figure.looks - 6
    return figure.path(1).objective[len(before.path(1).batches) :]


def right(path):
    """How many examples are right at the end of a path."""
    return int((path.y * path.halfspace.score(path.X) > 0).sum())


def shows(hands, figure):
    """Compare the numbers on the page with the library's."""
    line = hands.numbers.replace("\xa0", " ")
    for name, size in (("Batch", None), ("Stochastic", 1)):
        path = figure.path(size)
        cost, updates, w, b, good = re.search(
            name + r": cost ([\d.]+) after (\d+) updates?, w = (-?[\d.]+), b = (-?[\d.]+), (\d) of 6 right", line
        ).groups()
        assert (int(updates), int(good)) == (len(path.batches), right(path))
        assert [float(cost), float(w), float(b)] == pytest.approx([path.objective[-1], *path.weights[-1]], abs=0.0051)
        if size and (said := re.search(r"; in the last pass between ([\d.]+) and (\d+\.\d+)", line)):
            late = last_pass(figure)
            assert [*map(float, said.groups())] == pytest.approx([late.min(), late.max()], abs=0.00051)
    loss, m = LOSSES[figure.loss], np.array([figure.m])
    value, slope = re.search(r"the [\w-]+ loss is ([\d.]+) and its slope (-?[\d.]+\d|-?\d)", line).groups()
    assert [float(value), float(slope)] == pytest.approx([*loss(m), *loss.slope(m)], abs=0.0051)


def set_slider(hands, name, value):
    """Move a slider with the keyboard's reach: as a reader's browser sets it."""
    hands.figure.get_by_role("slider", name=name).evaluate(
        "(input, value) => { input.value = value; input.dispatchEvent(new Event('input')); }", value
    )


def test_the_mouse_moves_start_and_margin(live):
    hands = live(*PLACE, whole=True, state="looks=60")
    begun = hands.places()
    assert hands.at(0) == (-1, 3)
    shows(hands, state_of(hands, looks=60))
    hands.drag(0, 60, 40)
    assert hands.at(0) != (-1, 3)
    shows(hands, state_of(hands, looks=60))
    hands.drag(1, -55, -45)  # whatever goes up or down stays at the foot of the chart
    m, height = hands.at(1)
    assert height == -0.7
    assert m < 0
    shows(hands, state_of(hands, looks=60))
    hands.button("Reset").click()
    assert hands.places() == begun
    shows(hands, state_of(hands))


def test_every_loss_and_the_sliders(live):
    hands = live(*PLACE, theme="dark")
    set_slider(hands, "step size η", 0.05)
    set_slider(hands, "looks", 149)
    hands.press(1, *["Shift+ArrowLeft", *5 * ["ArrowLeft"]])
    for loss in LOSSES:
        hands.figure.get_by_role("combobox").first.select_option(loss)
        figure = state_of(hands, loss=loss, eta=0.05, looks=149)
        assert figure.m == -1
        shows(hands, figure)
        chosen = hands.figure.locator(".live-note.chosen")
        assert chosen.all_text_contents() == [loss]
        levels = hands.figure.locator(".live-level").get_attribute("d")
        assert levels.count("M") >= 6 if loss == "0-1" else levels.count("M") > 100
        # The heights stand on the way to the left corner, then on the way to the right one, which ends at a cost.
        (_, side, low, _), texts = figure.window, "g > .live-note[text-anchor=middle]"
        corner = objective([[side, low]], figure.points, figure.labels, LOSSES[loss])[0]
        heights = hands.figure.locator("svg").first.locator(texts).all_text_contents()
        if loss == "0-1":
            check_shares(hands, figure)
        else:
            assert float(heights[-1]) <= corner
        check_tint(hands, figure)


def check_shares(hands, figure):
    """Each share stands where so many of the examples are wrong."""
    texts = hands.figure.locator("svg").first.locator("g > .live-note[text-anchor=middle]")
    size, start = hands.axes()
    told = texts.evaluate_all("all => all.map(t => [+t.getAttribute('x'), t.getAttribute('y') - 4, t.textContent])")
    assert len(told) > 4
    for x, y, share in told:
        place = (np.array([x, y]) - start) / size
        cost = objective([place], figure.points, figure.labels, LOSSES["0-1"])[0]
        assert share == f"{round(6 * cost)}/6"


def check_tint(hands, figure):
    """As many areas lie over one another as levels are below the cost, or as examples are wrong."""
    rng, (left, side, low, high) = np.random.default_rng(0), figure.window
    places = rng.uniform((left, low), (side, high), size=(400, 2))
    size, start = hands.axes()
    count = """(paths, places) => places.map(([x, y]) => paths.filter(
      path => path.isPointInFill(new DOMPoint(x, y))).length)"""
    depth = np.array(hands.figure.locator(".live-areas path").evaluate_all(count, (places * size + start).tolist()))
    costs = objective(places, figure.points, figure.labels, LOSSES[figure.loss])
    assert depth.max() > 4
    if figure.loss == "0-1":
        assert (depth == np.round(6 * costs)).all()
    else:  # but for what is so near to a level that the straight pieces of its line decide
        for deep in range(1, depth.max() + 1):
            least = costs[depth >= deep].min()
            assert (depth[costs > 1.02 * least + 0.02] >= deep).all()


def test_the_students_stand_on_the_loss(live):
    hands = live(*PLACE, state="looks=33")
    figure = state_of(hands, looks=33)
    size, start = hands.axes(1)
    for name, batch_size in (("plus", None), ("minus", 1)):
        path = figure.path(batch_size)
        m = np.sort(path.y * path.halfspace.score(path.X))
        spots = []
        for kind in ("end", "far"):
            d = hands.figure.locator(f".live-plane >> nth=1 >> path.live-dots.{kind}.{name}").get_attribute("d")
            corners = re.findall(r"M(-?[\d.]+) (-?[\d.]+)", d)
            middle = np.array([4, 4 if name == "minus" else 0])
            spots.append((np.array(corners, dtype=float).reshape(-1, 2) + middle - start) / size)
        near, far = spots
        seen = m[abs(m) <= 2.9]
        assert len(near) + len(far) == 6
        np.testing.assert_allclose(near[near[:, 0].argsort()], np.c_[seen, LOSSES["hinge"](seen)], atol=1e-6)
    read = figure.points[figure.order[(33 - 1) % 6]][0]
    assert f"x = {read:g}".replace("-", "−") in hands.figure.locator(".live-plane").nth(1).text_content()


def test_one_update_is_one_update(live):
    hands = live(*PLACE, state="looks=6")
    assert "Batch: cost 2.556 after 1 update, w = -0.60" in hands.numbers.replace("\xa0", " ")
    shows(hands, state_of(hands, looks=6))


def test_it_plays_and_can_be_walked_through(live):
    hands = live(*PLACE)
    shows(hands, state_of(hands))
    for looks in (1, 2):
        hands.button("Step").click()
        shows(hands, state_of(hands, looks=looks))
    hands.button("Back").click()
    shows(hands, state_of(hands, looks=1))
    hands.figure.get_by_label("speed").select_option("16 a second")
    hands.button("Play").click()
    expect(hands.figure.locator(".live-player output")).to_have_text(re.compile("^[1-9][0-9]+ of 360$"))
    hands.button("Pause").click()
    hands.settle()
    looks = int(hands.figure.locator(".live-player output").inner_text().split()[0])
    assert looks >= 10
    shows(hands, state_of(hands, looks=looks))


@pytest.mark.parametrize("phone", [False, True])
def test_what_diverges_takes_no_more_room(live, phone):
    hands = live(*PLACE, phone=phone, state="looks=180")

    def height():
        hands.settle()
        return hands.figure.locator(".live-numbers").bounding_box()["height"]

    begun = hands.numbers, height()
    for loss in ("squared", "logistic", "0-1", "perceptron", "hinge"):
        hands.figure.get_by_role("combobox").first.select_option(loss)
        if loss == "squared":
            assert hands.numbers.count("cost above 100,000 after") == 2
            assert len(hands.numbers) < 300
        assert height() == begun[1], loss
    assert (hands.numbers, height()) == begun


def test_what_diverges_is_said(live):
    hands = live(*PLACE, state="loss=squared&eta=2&looks=360")
    update = hands.number(r"update (\d+) leaves the range of floats")
    figure = state_of(hands, loss="squared", eta=2)
    with pytest.raises(ValueError, match=f"in update {update:.0f}: eta is too large"):
        _ = figure.stochastic
    assert "above the start: η is too large" in hands.numbers
    drawn = hands.figure.locator(".live-road.plus").first.get_attribute("d")
    assert all(abs(float(v)) < 5000 for v in re.findall(r"-?[\d.]+", drawn))


def test_a_finger_and_the_keyboard(live):
    hands = live(*PLACE, whole=True, phone=True, state="looks=60")
    hands.swipe(0, 40, 30)
    hands.swipe(1, 60, 0)
    assert hands.at(0) != (-1, 3)
    assert hands.at(1)[0] > 0.5
    shows(hands, state_of(hands, looks=60))
    hands.press(0, "ArrowRight", "ArrowDown", "Shift+ArrowDown")
    before = hands.at(1)[0]
    hands.press(1, "ArrowLeft", "ArrowUp")
    assert hands.at(1)[0] == pytest.approx(before - 0.1, abs=0.051)
    shows(hands, state_of(hands, looks=60))


def test_shuffle_and_the_address(live):
    hands = live(*PLACE, state="looks=60")
    hands.page.evaluate("Math.random = () => 0")  # else one order in 720 is the one that was
    hands.figure.get_by_text("More", exact=True).click()
    hands.button("Shuffle").click()
    hands.press(1, "ArrowRight")
    state = hands.kept("m=")
    order = [int(i) for i in re.search(r"order=([\d,]+)", state).group(1).split(",")]
    assert sorted(order) == list(range(6))
    shows(hands, state_of(hands, order=order, looks=60))
    shown = hands.numbers, hands.places()
    again = live(*PLACE, state=state)
    assert (again.numbers, again.places()) == shown


def jitters(figure):
    """The batch path comes down for thirty passes, and the stochastic path jumps by more than 0.5 in the last one."""
    falls = (np.diff(figure.path().objective) <= 0).all() and len(figure.path().batches) >= 30
    return falls and np.ptp(last_pass(figure)) > 0.5


def is_quick(figure):
    """From a hinge cost above 3 to one below 0.7 within 18 looks."""
    costs = [figure.path(size).objective for size in (None, 1)]
    return figure.loss == "hinge" and figure.looks <= 18 and costs[0][0] > 3 and min(c[-1] for c in costs) < 0.7


def costs_nothing(figure):
    """A cost of 0, though every example is wrong."""
    paths = figure.path(), figure.path(1)
    return any(path.objective[-1] == 0 and right(path) == 0 for path in paths)


@pytest.mark.parametrize(("i", "reached"), enumerate([jitters, is_quick, costs_nothing]))
def test_what_a_goal_shows_reaches_it(live, i, reached):
    hands = live(*PLACE)
    goals = hands.figure.locator(".live-goals")
    goals.locator("summary").click()
    ticks = goals.locator(".live-tick")
    expect(ticks).to_have_text(["○"] * 3)
    goals.get_by_role("button", name="Show").nth(i).click()
    expect(ticks).to_have_text(["✓" if k == i else "○" for k in range(3)])
    kept = {"loss": "hinge"} | dict(parse_qsl(hands.kept()))
    assert kept.keys() == {"loss", "eta", "looks"}
    assert reached(DescentExplorer(loss=kept["loss"], eta=float(kept["eta"]), looks=int(kept["looks"])))
    assert not reached(DescentExplorer(eta=0.1, looks=180))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_of_it_fits_on_a_screen(live, theme):
    for place in (PLACE, FIRST, MACHINES):
        hands = live(*place, whole=True, theme=theme)
        for width in (1000, 1280):
            hands.page.set_viewport_size({"width": width, "height": 800})
            hands.settle()
            assert hands.figure.locator(".live").bounding_box()["height"] <= 700, (place, width)


@pytest.mark.parametrize("place", [PLACE, FIRST, MACHINES])
def test_the_picture_stays_in_sight_on_a_phone(live, place):
    hands = live(*place, whole=True, phone=True)
    hands.button("Reset").evaluate("button => button.scrollIntoView({ block: 'end' })")
    hands.settle()
    box = hands.figure.locator("svg").first.bounding_box()
    assert box["y"] >= 40  # below the page's own buttons
    assert box["y"] + box["height"] < 500


def test_one_path_goes_down_with_steps_of_one_size(live):
    hands = live(*FIRST, whole=True)
    assert hands.page.evaluate("scrollY") == 0  # on the first screen
    assert hands.figure.locator(".live").bounding_box()["y"] + 353 < 800
    assert hands.figure.locator("button").all_inner_texts() == ["Back", "Play", "Step", "Reset"]
    for eta, steps in ((0.02, 3), (0.1, 60), (0.12, 60)):
        set_slider(hands, "step size η", eta)
        set_slider(hands, "steps", steps)
        path = DescentExplorer(loss="squared", eta=eta, looks=6 * steps).path()
        assert hands.numbers.startswith(f"After {steps} steps the cost is ")
        if eta < 0.12:
            assert hands.number(r"cost is ([\d.]+)\.") == pytest.approx(path.objective[-1], abs=0.0051)
        else:
            assert path.objective[-1] > 1e5
            assert hands.numbers.endswith("above 100,000: too long a step.")


def test_four_machines_on_points_that_move(live):
    hands = live(*MACHINES, whole=True)
    for points in (POINTS, FAR):
        if points is FAR:
            hands = live(*MACHINES, state=query(points=FAR))
        for loss in [*LOSSES][1:]:
            hands.figure.get_by_label("machine").select_option(loss)
            path = MachinesExplorer(points=points, loss=loss).path()
            assert hands.number(r"(\d) of 8 right") == right(path)
            assert hands.number(r"threshold x\s=\s(-?[\d.]+)") == pytest.approx(-path.b / path.w[0], abs=0.0051)
            assert len(hands.wrong()) == 8 - right(path) == (points is FAR and loss == "squared")


def test_a_point_is_pulled_until_fisher_is_wrong(live):
    hands = live(*MACHINES, whole=True)
    hands.figure.get_by_label("machine").select_option("squared")
    hands.drag(7, 120, 30)
    x, height = hands.at(7)
    assert x > 2.5
    assert height == 1
    assert hands.wrong() == [4]
    hands.button("Reset").click()
    assert hands.at(7) == (1.1, 1)
    hands = live(*MACHINES, whole=True, phone=True)
    hands.swipe(7, 60, 0)
    assert hands.at(7)[0] > 1.5
