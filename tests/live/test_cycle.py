"""The cycle explorer walks round the cycle that `find_cycle` finds."""

from fractions import Fraction

import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import datasets, find_cycle, separate, train
from perceptron_lib.passes import counted
from perceptron_lib.widgets import CycleExplorer
from tests.hands import query

PLACE = ("xor", "fig-cycle-explorer")
XOR = datasets.xor()

TIMERS = """globalThis.timers = new Set();  // of the test, which lets time go by
setInterval = act => (timers.add(act), act);
clearInterval = act => timers.delete(act);"""


def corners(hands):
    """Where the corners are, in sixteenths: hands read them with two decimals."""
    return [[round(16 * value) / 16 for value in place] for place in hands.places()]


def go(hands, points, step):
    """Go to an address that holds this state."""
    hands.go(f"#{PLACE[1]}?{query(points=points, step=step)}")


def shown(step, points):
    """The line of numbers that belongs to a state, computed by the library."""
    explorer = CycleExplorer(points=points, labels=XOR.y, step=step)
    cycle, certificate = explorer.cycle, explorer.certificate
    w, b, hand = [Fraction(value) for value in explorer.w], Fraction(explorer.b), step % 4
    margin = XOR.y[hand] * (w[0] * Fraction(points[hand][0]) + w[1] * Fraction(points[hand][1]) + b)
    if certificate is None:
        earlier = int((train(points, XOR.y, max_passes=cycle.before + 4).mistakes.visit < cycle.before).sum())
        outcome = f"Converged after {counted(cycle.before, 'step')} and {counted(earlier, 'mistake')}: separable."
    else:
        counts = " + ".join(str(share * cycle.mistakes) for share in certificate)
        outcome = (
            f"The state comes back: a cycle of {cycle.steps} steps ({counted(cycle.passes, 'pass')}) with "
            f"{cycle.mistakes} mistakes ({counts}), after {counted(cycle.before, 'step')}. "
            f"Certificate: {', '.join(map(str, certificate))}."
        )
    verdict = f"y · score {margin}, {'right' if margin > 0 else 'a mistake'}"
    return f"{outcome} Step {step}: w = ({w[0]}, {w[1]}), b = {b}; example {hand + 1} has {verdict}."


def table(hands):
    """The rows of the table, in plain minus signs, and which of them is marked as the present one."""
    rows = hands.figure.locator("tbody tr")
    texts = [[cell.replace("−", "-") for cell in row.locator("td").all_inner_texts()] for row in rows.all()]
    return [row for row in texts if any(row)], [row.get_attribute("aria-current") for row in rows.all()]


def test_the_buttons_walk(live):
    hands = live(*PLACE)
    assert hands.numbers == shown(3, XOR.X)
    rows, current = table(hands)
    places = [[f"({w1}, {w2})", f"{b}"] for w1, w2, b in find_cycle(*XOR).weights]
    assert [row[1:3] for row in rows] == places[:4]
    assert [row[0] for row in rows] == ["0", "1", "2", "▸ 3"]
    assert [row[5] for row in rows] == ["mistake"] * 4
    assert current[:4] == [None, None, None, "step"]
    assert hands.figure.locator(".live-mark.ring").get_attribute("aria-label").startswith("example 4")
    hands.button("Step").click()
    assert hands.numbers == shown(4, XOR.X)
    now, before = hands.figure.locator(".live-line:not(.before)"), hands.figure.locator(".live-line.before")
    assert now.get_attribute("d") == ""  # w = 0
    assert before.get_attribute("d") != ""
    assert table(hands)[0][0][0] == "▸ 0"  # the state has come back

    corner = [[0, 0], [0, 1], [1, 0], [0.75, 0.75]]
    go(hands, corner, 5)
    cycle = CycleExplorer(points=corner, labels=XOR.y).cycle
    to_cycle = "To the cycle's start"
    walk = [("Back", 4), ("To start", 0), ("Step", 1), (to_cycle, cycle.before), ("Back", cycle.before - 1)]
    for button, step in [*walk, ("Step", cycle.before), ("Step", cycle.before + 1)]:
        hands.button(button).click()
        assert hands.numbers == shown(step, corner)
        assert next(row[0] for row in table(hands)[0] if "▸" in row[0]) == f"▸ {step}"
        explorer = CycleExplorer(points=corner, labels=XOR.y, step=step)
        margins = XOR.y * (np.array(corner) @ np.array(explorer.w, dtype=float) + float(explorer.b))
        assert hands.wrong() == np.flatnonzero(margins <= 0).tolist()
    hands.button("To start").click()
    expect(hands.button("Back")).to_be_disabled()

    hands.page.evaluate(TIMERS)
    hands.button("Play").click()
    for step in (1, 2):
        hands.page.evaluate("timers.forEach(act => act())")
        assert hands.numbers == shown(step, corner)
    hands.button("Stop").click()
    assert hands.page.evaluate("timers.size") == 0


def test_a_corner_is_dragged_until_the_cycle_dies(live):
    hands = live(*PLACE, whole=True)
    hands.drag(3, -60, 75)
    moved = corners(hands)
    assert moved[:3] == XOR.X[:3].tolist()
    assert max(moved[3]) < 1
    assert hands.numbers == shown(3, moved)
    hands.drag(3, -75, 80)
    moved = corners(hands)
    assert separate(np.array(moved), XOR.y).separable
    assert hands.numbers == shown(3, moved)
    hands.button("To convergence").click()
    assert hands.numbers == shown(CycleExplorer(points=moved, labels=XOR.y).cycle.before, moved)
    caption = hands.figure.locator("caption")
    assert caption.text_content().endswith(" on the weights stay")
    for _ in range(4):
        hands.button("Step").click()
    assert "come back" not in caption.text_content()
    assert not hands.wrong()
    expect(hands.button("Step")).to_be_disabled()
    hands.button("Reset").click()
    assert hands.numbers == shown(3, XOR.X)


def test_arrow_keys_move_by_a_sixteenth(live):
    hands = live(*PLACE, theme="dark")
    for k in range(1, 10):
        hands.press(3, "ArrowLeft", "ArrowDown")
        at = 1 - k / 16
        assert hands.at(3) == pytest.approx((at, at), abs=0.006)
        assert hands.numbers == shown(3, [*XOR.X[:3].tolist(), [at, at]])
        assert hands.numbers.startswith("Converged" if at < 0.5 else "The state comes back")
    hands.press(0, "Shift+ArrowUp")
    assert corners(hands)[0] == [0, 0.625]


def test_a_finger_drags_a_corner_and_long_fractions_have_room(live):
    hands = live(*PLACE, whole=True, phone=True)
    hands.swipe(3, -30, 35)
    moved = corners(hands)
    assert max(moved[3]) < 1
    assert hands.numbers == shown(3, moved)

    wild = [[0.0625, -0.0625], [-0.3125, 1.0625], [1.0625, -0.4375], [0.9375, 0.9375]]
    for step in (700, 47_000):
        go(hands, wild, step)
        assert hands.numbers == shown(step, wild)
        assert not hands.cramped()
        log = hands.figure.locator(".live-log")
        assert log.evaluate("log => log.scrollWidth <= log.parentNode.clientWidth")


def test_motion_can_be_declined(live):
    hands = live(*PLACE)
    expect(hands.button("Play")).to_be_visible()
    hands.page.emulate_media(reduced_motion="reduce")
    expect(hands.button("Step")).to_be_visible()
    expect(hands.button("Play")).to_be_hidden()


def test_addresses_are_taken_to_sixteenths_and_steps_end(live):
    hands = live(*PLACE)
    go(hands, [[0, 0], [0, 1], [1, 0], [0.9, 0.97]], -2.5)
    assert hands.numbers == shown(0, [[0, 0], [0, 1], [1, 0], [14 / 16, 1]])
    near = [[0.1875, 0], [-0.5, 1], [1, -0.375], [1.125, -0.4375]]  # separable, with a tiny margin
    explorer = CycleExplorer(points=near, labels=XOR.y, step=49_999)
    go(hands, near, explorer.step)
    assert hands.numbers.startswith("No state has come back within 50,000 steps")
    (w1, w2), b = map(Fraction, explorer.w), Fraction(explorer.b)
    assert f"Step 49999: w = ({w1}, {w2}), b = {b};" in hands.numbers
    hands.button("Step").click()
    expect(hands.button("Step")).to_be_disabled()
    expect(hands.button("To the cycle's start")).to_be_disabled()
