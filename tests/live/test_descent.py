"""The descent explorer tells of the library's paths, and does on the page what hands tell it to."""

import re

import numpy as np
import pytest

from perceptron_lib.losses import objective
from perceptron_lib.widgets import DescentExplorer
from perceptron_lib.widgets.descent import LOSSES

PLACE = ("losses", "fig-descent")


def state_of(hands, **state):
    """Return the figure in Python with the state that the page shows."""
    start, (m, _) = hands.places()
    return DescentExplorer(start=start, m=m, **state)


def shows(hands, figure):
    """Compare the numbers on the page with the library's."""
    line = hands.numbers.replace("\xa0", " ")
    for name, run in (("Batch", figure.batch), ("Stochastic", figure.stochastic)):
        cost, updates, looks, w, b = re.search(
            name + r": cost ([\d.]+) after (\d+) updates? in (\d+) looks, w = (-?[\d.]+), b = (-?\d+\.\d+)", line
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


def test_the_mouse_moves_start_and_margin(live):
    hands = live(*PLACE, whole=True)
    begun = hands.numbers, hands.places()
    assert hands.at(0) == (-1, 3)
    shows(hands, state_of(hands))
    hands.drag(0, 90, 68)
    assert hands.at(0) != (-1, 3)
    shows(hands, state_of(hands))
    hands.drag(1, -75, 45)  # whatever goes up or down stays on the axis
    m, height = hands.at(1)
    assert height == 0
    assert m < 0
    shows(hands, state_of(hands))
    hands.button("Reset").click()
    assert (hands.numbers, hands.places()) == begun


def test_every_loss_and_the_sliders(live):
    hands = live(*PLACE, theme="dark")
    set_slider(hands, "step size η", 0.05)
    set_slider(hands, "passes", 25)
    for loss in LOSSES:
        hands.figure.get_by_role("combobox").select_option(loss)
        figure = state_of(hands, loss=loss, eta=0.05, passes=25)
        shows(hands, figure)
        chosen = hands.figure.locator(".live-note.chosen")
        assert chosen.all_text_contents() == [loss]
        levels = hands.figure.locator(".live-level").get_attribute("d")
        assert levels.count("M") >= 6 if loss == "0-1" else levels.count("M") > 100
        # The heights stand on the way to the left corner, then on the way to the right one, which ends at a cost.
        (_, right, low, _), texts = figure.window, "g > .live-note[text-anchor=middle]"
        corner = objective([[right, low]], figure.points, figure.labels, LOSSES[loss])[0]
        heights = hands.figure.locator("svg").first.locator(texts).all_text_contents()
        if loss == "0-1":
            check_shares(hands, figure)
        else:
            assert float(heights[-1]) <= corner


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


def test_one_update_is_one_update(live):
    hands = live(*PLACE, state="passes=1")
    assert "after 1 update in 6 looks" in hands.numbers
    shows(hands, state_of(hands, passes=1))


@pytest.mark.parametrize("phone", [False, True])
def test_what_diverges_takes_no_more_room(live, phone):
    hands = live(*PLACE, phone=phone)

    def height():
        hands.settle()
        return hands.figure.locator(".live-numbers").bounding_box()["height"]

    begun = hands.numbers, height()
    for loss in ("squared", "logistic", "0-1", "perceptron", "hinge"):
        hands.figure.get_by_role("combobox").select_option(loss)
        if loss == "squared":
            assert hands.numbers.count("cost above 100,000 after") == 2
            assert len(hands.numbers) < 300
        assert height() == begun[1], loss
    hands.button("Reset").click()
    assert (hands.numbers, height()) == begun


def test_what_diverges_is_said(live):
    hands = live(*PLACE, state="loss=squared&eta=2&passes=60")
    update = hands.number(r"update (\d+) leaves the range of floats")
    figure = state_of(hands, loss="squared", eta=2, passes=60)
    with pytest.raises(ValueError, match=f"in update {update:.0f}: eta is too large"):
        _ = figure.stochastic
    assert "above the start: η is too large" in hands.numbers
    drawn = hands.figure.locator(".live-road.plus").first.get_attribute("d")
    assert all(abs(float(v)) < 5000 for v in re.findall(r"-?[\d.]+", drawn))


def test_a_finger_and_the_keyboard(live):
    hands = live(*PLACE, whole=True, phone=True)
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


def test_shuffle_and_the_address(live):
    hands = live(*PLACE)
    hands.page.evaluate("Math.random = () => 0")  # else one order in 720 is the one that was
    hands.button("Shuffle").click()
    hands.press(1, "ArrowRight")
    state = hands.kept("m=")
    order = [int(i) for i in re.search(r"order=([\d,]+)", state).group(1).split(",")]
    assert sorted(order) == list(range(6))
    shows(hands, state_of(hands, order=order))
    shown = hands.numbers, hands.places()
    again = live(*PLACE, state=state)
    assert (again.numbers, again.places()) == shown
