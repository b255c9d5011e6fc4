"""The cycle explorer walks round the cycle that `find_cycle` finds."""

import re
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
setTimeout = (act, pause) => (pause < 300 && timers.add(act), act);
clearTimeout = act => timers.delete(act);
globalThis.tick = () => { const due = [...timers]; timers.clear(); due.forEach(act => act()); };"""


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
        outcome = f"Converges after {counted(cycle.before, 'step')} and {counted(earlier, 'mistake')}: separable."
    else:
        counts = " + ".join(str(share * cycle.mistakes) for share in certificate)
        outcome = (
            f"The state comes back: a cycle of {cycle.steps} steps ({counted(cycle.passes, 'pass')}) with "
            f"{cycle.mistakes} mistakes ({counts}), after {counted(cycle.before, 'step')}. "
            f"Certificate: {', '.join(map(str, certificate))}."
        )
    again = f", as after step {cycle.before}" if certificate and step == cycle.before + cycle.steps else ""
    verdict = f"y · score {margin}, {'right' if margin > 0 else 'a mistake'}"
    return f"{outcome} Step {step}: w = ({w[0]}, {w[1]}), b = {b}{again}; example {hand + 1} has {verdict}."


def table(hands):
    """The rows of the table, in plain minus signs, and which of them is marked as the present one."""
    rows = hands.figure.locator("tbody tr")
    texts = [[cell.replace("−", "-") for cell in row.locator("td").all_text_contents()] for row in rows.all()]
    return [row for row in texts if any(row)], [row.get_attribute("aria-current") for row in rows.all()]


def trail(hands, plane=1):
    """The weights that w has been at, as weight space shows them."""
    return hands.drawn(".live-trail", plane)


def more(hands):
    hands.figure.get_by_text("More", exact=True).click()


def test_the_player_walks_and_the_trail_closes(live):
    hands = live(*PLACE)
    more(hands)
    assert hands.numbers == shown(3, XOR.X)
    rows, current = table(hands)
    places = [[f"({w1}, {w2})", f"{b}"] for w1, w2, b in find_cycle(*XOR).weights]
    assert [row[1:3] for row in rows] == places[:4]
    assert [row[0] for row in rows] == ["0", "1", "2", "▸ 3"]
    assert [row[5] for row in rows] == ["mistake"] * 4
    assert current[:4] == [None, None, None, "step"]
    assert hands.figure.locator(".live-mark.ring").get_attribute("aria-label").startswith("example 4")
    hands.page.emulate_media(reduced_motion="reduce")
    hands.button("Step").click()
    assert hands.numbers == shown(4, XOR.X)
    np.testing.assert_allclose(trail(hands), find_cycle(*XOR).weights[:, :2].astype(float), atol=0.01)
    now, before = hands.figure.locator(".live-line:not(.before)"), hands.figure.locator(".live-line.before")
    assert now.get_attribute("d") == ""  # w = 0
    assert before.get_attribute("d") != ""
    assert table(hands)[0][0][0] == "▸ 0"  # the state has come back
    expect(hands.button("Step")).to_be_disabled()

    corner = [[0, 0], [0, 1], [1, 0], [0.75, 0.75]]
    go(hands, corner, 5)
    cycle = CycleExplorer(points=corner, labels=XOR.y).cycle
    run = train(corner, XOR.y, max_passes=20)
    walk = [("Back", 4), ("Step", 5), ("To the cycle's start", cycle.before), ("Back", cycle.before - 1)]
    for button, step in [*walk, ("Step", cycle.before), ("Step", cycle.before + 1)]:
        hands.button(button).click()
        assert hands.numbers == shown(step, corner)
        assert next(row[0] for row in table(hands)[0] if "▸" in row[0]) == f"▸ {step}"
        explorer = CycleExplorer(points=corner, labels=XOR.y, step=step)
        margins = XOR.y * (np.array(corner) @ np.array(explorer.w, dtype=float) + float(explorer.b))
        assert hands.wrong() == np.flatnonzero(margins <= 0).tolist()
        hops = run.weights[: (run.mistakes.visit < step).sum() + 1, :2]
        np.testing.assert_allclose(np.unique(trail(hands), axis=0), np.unique(hops, axis=0), atol=0.02)

    hands.page.evaluate(TIMERS)
    hands.button("Play").click()
    first = cycle.before + 2
    for step in (first, first + 1):
        hands.page.evaluate("tick()")
        assert hands.numbers == shown(step, corner)
    hands.button("Pause").click()
    assert hands.page.evaluate("timers.size") == 0


def test_a_step_is_seen_as_a_hop_unless_motion_is_declined(live):
    hands = live(*PLACE, state="step=1")
    turned = "() => document.querySelectorAll('.live-w')[0].cy.baseVal.value"
    begin = hands.page.evaluate(turned)
    hands.button("Step").click()
    hands.page.wait_for_timeout(150)
    between = hands.page.evaluate(turned)
    hands.page.wait_for_timeout(600)
    end = hands.page.evaluate(turned)
    assert end < between < begin
    hands.page.emulate_media(reduced_motion="reduce")
    hands.button("Back").click()
    hands.settle()
    assert hands.page.evaluate(turned) == begin
    hands.button("Step").click()
    hands.settle()
    assert hands.page.evaluate(turned) == end


def test_a_line_of_weight_space_and_its_corner_light_up_together(live):
    hands = live(*PLACE)
    plane = hands.figure.locator(".live-plane").nth(1)
    lit = hands.figure.locator(".live-mark.lit")
    assert not len(hands.drawn(".live-example.lit", 1))
    size, start = hands.axes(1)
    box = plane.bounding_box()
    scale = box["width"] / 360
    place = np.array([0.3, -1]) * size + start  # on w2 = -b, the line of the second corner
    hands.page.mouse.move(box["x"] + place[0] * scale, box["y"] + place[1] * scale)
    expect(lit).to_have_count(1)
    assert lit.get_attribute("aria-label").startswith("example 2")
    np.testing.assert_allclose(hands.drawn(".live-example.lit", 1)[:, 1], -1, atol=0.01)
    half = hands.drawn("[fill^=url]", 1)
    assert half[:, 1].min() == pytest.approx(-1, abs=0.01)
    hands.page.mouse.move(box["x"] + 5, box["y"] - 30)
    expect(lit).to_have_count(0)

    hands.page.mouse.move(*hands.middle(3))
    expect(lit).to_have_attribute("aria-label", re.compile("^example 4"))
    line = hands.drawn(".live-example.lit", 1)
    np.testing.assert_allclose(line.sum(axis=1), -1, atol=0.02)  # w1 + w2 + b = 0
    hands.page.mouse.move(0, 0)
    hands.press(2, "Shift")
    np.testing.assert_allclose(hands.drawn(".live-example.lit", 1)[:, 0], -1, atol=0.01)


def test_a_slice_of_weight_space_says_what_is_right_in_it(live):
    hands = live(*PLACE)
    said = hands.figure.locator(".live-plane").nth(1).locator("text.live-note")
    for step, b, everywhere in ((1, -1, "right"), (2, 0, "wrong"), (3, 1, "wrong")):
        go(hands, XOR.X.tolist(), step)
        hands.settle()
        assert [text.replace("−", "-") for text in said.all_text_contents()] == [
            f"slice at b = {b}: no w is right on all",
            f"1: {everywhere} everywhere",
        ]
        assert hands.drawn(".live-cone", 1).size == 0
    corner = [[0, 0], [0, 1], [1, 0], [0.25, 0.25]]
    explorer = CycleExplorer(points=corner, labels=XOR.y)
    go(hands, corner, explorer.cycle.before)
    hands.settle()
    assert "tinted, right on all" in said.first.text_content()
    cone, b = hands.drawn(".live-cone", 1), CycleExplorer(points=corner, step=explorer.cycle.before).b
    assert (XOR.y * (cone @ np.array(corner).T + b) >= -0.05).all()


def test_the_goals_are_reached_as_the_library_says_and_notice_it(live):
    hands = live(*PLACE)
    hands.figure.get_by_text("Goals", exact=False).first.click()
    ticks, shows = hands.figure.locator(".live-tick"), hands.figure.get_by_role("button", name="Show me one")
    expect(shows).to_have_count(3)
    reached = (
        lambda figure: figure.certificate is None and (np.array(figure.points) != XOR.X).any(axis=1).sum() == 1,
        lambda figure: sorted(figure.certificate) == [0, 0, 1 / 2, 1 / 2],
        lambda figure: figure.cycle.steps > 1000 and figure.certificate is not None,
    )
    for k, is_reached in enumerate(reached):
        expect(ticks.nth(k)).to_have_text("○")
        shows.nth(k).click()
        expect(ticks.nth(k)).to_have_text("✓")
        figure = CycleExplorer(points=corners(hands), labels=XOR.y)
        assert is_reached(figure)
    assert figure.cycle.before + figure.cycle.steps == 49_963  # no cycle that ends within 50,000 was found to be longer


def test_the_small_figure_goes_round(live):
    hands = live("xor", "fig-cycle-first")
    assert hands.marks().count() == 0
    hands.page.emulate_media(reduced_motion="reduce")
    cycle = find_cycle(*XOR)
    for step in range(1, 13):
        hands.button("Step").click()
        w1, w2, b = cycle.weights[step % 4]
        assert hands.numbers.startswith(f"w = ({w1}, {w2}), b = {b}. ")
        assert ("for ever" in hands.numbers) == (step % 4 == 0)
    np.testing.assert_allclose(
        trail(hands, 0), np.vstack([cycle.weights] + 2 * [cycle.weights[1:]])[:, :2].astype(float), atol=0.01
    )
    expect(hands.button("Step")).to_be_disabled()
    hands.button("Reset").click()
    assert hands.numbers == "w = (0, 0), b = 0. Next is corner 1: a mistake."


@pytest.mark.parametrize("width", [1000, 1280])
def test_the_pictures_and_every_control_are_inside_700_pixels(live, width):
    hands = live(*PLACE, whole=True)
    size = hands.page.viewport_size
    hands.page.set_viewport_size({"width": width, "height": 700})
    hands.settle()
    box = hands.figure.locator(".live").bounding_box()
    hands.page.set_viewport_size(size)
    assert box["height"] <= 700


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
    more(hands)
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
        assert hands.numbers.startswith("Converges" if at < 0.5 else "The state comes back")
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
        cycle = CycleExplorer(points=wild).cycle
        assert hands.numbers == shown(cycle.before + (step - cycle.before) % cycle.steps, wild)
        assert not hands.cramped()
        log = hands.figure.locator(".live-log")
        if not log.is_visible():
            more(hands)
        assert log.evaluate("log => log.scrollWidth <= log.parentNode.clientWidth")


def test_on_a_phone_both_planes_and_the_player_are_in_sight(live):
    hands = live(*PLACE, whole=True, phone=True)
    hands.figure.evaluate("figure => scrollTo(0, figure.getBoundingClientRect().top + scrollY - 60)")
    for part in (".live-plane >> nth=0", ".live-plane >> nth=1", ".live-player"):
        box = hands.figure.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 740
    planes = hands.figure.locator(".live-plane")
    for _ in range(3):
        hands.page.mouse.wheel(0, 60)
        assert planes.first.bounding_box()["y"] >= 0
        assert planes.nth(1).bounding_box()["y"] + planes.nth(1).bounding_box()["height"] <= 740


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
    more(hands)
    expect(hands.button("To the cycle's start")).to_be_disabled()
