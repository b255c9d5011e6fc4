"""The halfspace explorer measures as `Halfspace` does, and does on the page what hands tell it to."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import Halfspace, datasets
from tests.hands import number

PLACE = ("halfspaces", "fig-halfspace")
TIP, PROBE, FIRST = 0, 1, 2  # the marks: the tip of w, the measuring point, the points

WIDTH = "plane => plane.getBoundingClientRect().width / 360"  # on the screen, of a unit that the plane is drawn in
STUDENTS = [-1, 1, 1, -1, 1, -1]


def vector(name, line):
    """The pair of numbers that the figure prints after a name."""
    found = re.search(rf"{name} \(?(-?[\d.]+), (-?[\d.]+)", line.replace("= ", ""))
    assert found, line
    return [float(value) for value in found.groups()]


def check(hands, labels=STUDENTS):
    """The figure's numbers are those of Python for the weights and places that it shows, to the digits it shows."""
    line, places = hands.numbers, hands.places()
    w, b, x = vector("w", line), number(r"b = (-?[\d.]+)", line), places[PROBE]
    halfspace, near = Halfspace(w, b), {"rel": 0.01, "abs": 0.05}
    assert vector("x", line) == pytest.approx(x)
    assert number(r"score (-?[\d.]+)", line) == pytest.approx(halfspace.score([x])[0], **near)
    assert number(r"length of w ([\d.]+)", line) == pytest.approx(np.hypot(*w), abs=0.01)
    distance = halfspace.signed_distance([x])[0]
    assert number(r"/ [\d.]+ = (-?[\d.]+)", line) == pytest.approx(distance, **near)
    assert vector("foot point", line) == pytest.approx(x - distance * halfspace.unit_normal, abs=0.05)
    if abs(distance) > 0.05:
        assert number(r"prediction ([+-]1)", line) == halfspace.predict([x])[0]
    margins = labels * halfspace.score(places[FIRST:])
    if np.abs(margins).min() > 0.05:
        assert number(r"(\d+) of \d+ points are right", line) == (margins > 0).sum()
        assert hands.wrong() == (FIRST + np.flatnonzero(margins <= 0)).tolist()
    return halfspace


def same_line(one, other):
    return one.unit_normal == pytest.approx(other.unit_normal, abs=0.01) and one.foot == pytest.approx(
        other.foot, abs=0.1
    )


def test_it_starts_with_the_rule_of_the_chapter(live):
    hands = live(*PLACE)
    halfspace = check(hands)
    assert (halfspace.w.tolist(), halfspace.b) == ([-1, -2], 16.5)
    students = datasets.divination()
    np.testing.assert_allclose(hands.places()[FIRST:], students.X * [0.1, 10], atol=0.005)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_mouse_turns_the_line_and_moves_points(live, theme):
    hands = live(*PLACE, theme=theme, whole=True)
    before = check(hands)
    hands.drag(TIP, 60, -20)
    after = check(hands)
    assert not same_line(before, after)
    hands.drag(FIRST, 40, 120)
    check(hands)
    assert hands.at(FIRST) != (2, 8)


def test_a_finger_turns_the_line(live):
    hands = live(*PLACE, whole=True, phone=True)
    before = check(hands)
    hands.swipe(TIP, 50, -10)
    assert not same_line(before, check(hands))
    hands.swipe(PROBE, 60, -30)
    assert hands.at(PROBE) != (3, 2)
    check(hands)
    x, y = hands.middle(FIRST)
    hands.page.touchscreen.tap(x + 60, y)
    assert hands.at(PROBE)[1] == pytest.approx(8, abs=0.1)  # as high as the first student
    check(hands)


def test_keys_turn_the_line_and_move_points(live):
    hands = live(*PLACE)
    before = check(hands)
    hands.press(TIP, "ArrowRight", "ArrowRight", "Shift+ArrowUp")
    assert not same_line(before, check(hands))
    hands.press(PROBE, "ArrowRight", "Shift+ArrowDown")
    assert hands.at(PROBE)[0] > 3
    hands.press(FIRST + 3, "ArrowUp")
    check(hands)


def test_the_measuring_point_follows_the_mouse_until_a_click(live):
    hands = live(*PLACE)
    x, y = map(round, hands.middle(FIRST))
    mouse = hands.page.mouse
    mouse.move(x + 60, y - 20)
    place = hands.at(PROBE)
    assert place != (3, 2)
    check(hands)
    mouse.click(x + 60, y - 20)
    mouse.move(x + 60, y - 40)
    assert hands.at(PROBE) == place
    mouse.click(x + 60, y - 40)
    mouse.move(x + 60, y - 60)
    assert hands.at(PROBE)[1] > place[1] + 0.5
    expect(hands.button("Undo")).to_be_disabled()  # measuring changes nothing


def on_the_line(hands):
    """A place on the screen where the line is and nothing else, and the unit normal there, of length 1 px."""
    (x, y), halfspace = hands.middle(FIRST), check(hands)  # also scrolls there
    size, _ = hands.axes()
    width = hands.figure.locator(".live-plane").first.evaluate(WIDTH)
    near = np.array([4, (halfspace.b - 4) / 2])  # of the rule -x1 - 2 x2 + b
    return (x, y) + width * size * (near - hands.at(FIRST)), np.sign(size) * halfspace.unit_normal


@pytest.mark.parametrize("phone", [False, True])
def test_the_line_itself_can_be_pushed(live, phone):
    hands = live(*PLACE, whole=True, phone=phone)
    before = check(hands)
    (x, y), (dx, dy) = on_the_line(hands)
    if phone:
        hands.swipe_at(x, y, 40 * dx, 40 * dy)
    else:
        hands.page.mouse.move(x + 30 * dx, y + 30 * dy)
        hands.page.mouse.move(x, y, steps=30)  # so slowly that the measuring point comes along
        hands.page.mouse.down()
        hands.page.mouse.move(x + 40 * dx, y + 40 * dy, steps=4)
        hands.page.mouse.up()
    after = check(hands)
    assert after.w.tolist() == before.w.tolist()
    scale = hands.figure.locator(".live-plane").first.evaluate(WIDTH)
    moved = (before.b - after.b) / np.hypot(*before.w) * hands.axes()[0][0] * scale
    assert moved == pytest.approx(40, abs=1.5)
    assert hands.at(PROBE) == (3, 2) or not phone


@pytest.mark.parametrize(("name", "factor"), [("2 (w, b)", 2), ("− (w, b)", -1), ("(w, b) / ‖w‖", 5**-0.5)])
def test_scaling_both_leaves_the_line(live, name, factor):
    hands = live(*PLACE)
    before = check(hands)
    hands.button(name).click()
    after = check(hands)
    assert after.w == pytest.approx(factor * before.w, abs=0.005)
    assert after.b == pytest.approx(factor * before.b, abs=0.005)


@pytest.mark.parametrize("phone", [False, True])
def test_pulled_by_an_unsteady_hand_the_arrow_keeps_its_direction(live, phone):
    hands = live(*PLACE, whole=True, phone=phone)
    before = check(hands)
    (e1, e2), pull = before.unit_normal, hands.swipe if phone else hands.drag
    pull(TIP, 40 * e1 + 3, -40 * e2)
    after = check(hands)
    factor = after.w[0] / before.w[0]
    assert factor > 1.5
    assert factor * 20 == pytest.approx(round(factor * 20))
    assert [*after.w, after.b] == pytest.approx([factor * value for value in (*before.w, before.b)], abs=0.006)
    hands.drag(TIP, 30, 0)
    assert check(hands).unit_normal != pytest.approx(before.unit_normal, abs=0.1)


def test_without_weights_there_is_no_opinion(live):
    for state, seen in (("w=0,0&b=0", [False, False]), ("w=0,0&b=-1", [False, True]), ("", [True, True])):
        hands = live(*PLACE, state=state)
        halves = hands.figure.locator("path[fill*=plus], path[fill*=minus]")
        assert halves.evaluate_all("all => all.map(half => half.getAttribute('d') !== '')") == seen
    hands = live(*PLACE, state="w=0,0&b=0")
    assert hands.wrong() == [*range(FIRST, FIRST + 6)]


def test_the_bias_shifts_the_line(live):
    hands = live(*PLACE)
    before = check(hands)
    hands.figure.get_by_label("bias b").press("ArrowLeft")
    after = check(hands)
    assert after.w == pytest.approx(before.w)
    assert after.b < before.b


def test_the_clouds(live):
    hands = live(*PLACE)
    hands.figure.get_by_label("data").select_option("clouds")
    halfspace = check(hands, labels=datasets.clouds(60).y)
    assert (halfspace.w.tolist(), halfspace.b) == ([1, -1], 0)
    assert hands.marks().count() == FIRST + 60
    hands.press(FIRST, "PageDown", "ArrowLeft")  # there are many points: one stop of the keyboard, and keys to go on
    focused = hands.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused.startswith("point 2")


def test_the_goals_are_reached_by_hand(live):
    hands = live(*PLACE)
    goals = hands.figure.locator(".live-goals")
    ticks = goals.locator(".live-tick")
    expect(goals.locator("summary")).to_have_text("Goals 0 of 3")
    hands.button("2 (w, b)").click()
    expect(ticks.nth(0)).to_have_text("✓")
    hands.button("(w, b) / ‖w‖").click()
    expect(ticks.nth(1)).to_have_text("✓")
    hands.figure.get_by_label("data").select_option("clouds")
    up = 1.9 * hands.axes()[0][1] * hands.figure.locator(".live-plane").evaluate(WIDTH)
    hands.drag(TIP, 0, up)  # from (1, -1) to (1, 1)
    expect(goals.locator("summary")).to_have_text("Goals 3 of 3")


def test_what_the_goals_show_is_what_they_ask_for(live):
    hands = live(*PLACE)
    start = check(hands)
    hands.figure.locator(".live-goals summary").click()
    shows = hands.figure.get_by_role("button", name="Show me one")
    shows.nth(0).click()
    twice = check(hands)
    assert [*twice.w, twice.b] == [2 * value for value in (*start.w, start.b)]
    assert same_line(start, twice)
    shows.nth(1).click()
    unit = check(hands)
    assert unit.signed_distance([hands.at(PROBE)]) == pytest.approx(unit.score([hands.at(PROBE)]))
    shows.nth(2).click()
    clouds = datasets.clouds(60)
    line = check(hands, clouds.y)
    assert hands.places()[FIRST:] == [tuple(x) for x in clouds.X.round(2)]
    assert (clouds.y * line.score(clouds.X.round(2)) > 0).all()


def test_the_tints_deepen_at_multiples_of_a_score(live):
    hands = live(*PLACE)
    for state, unit in (("", 5), ("w=-2,-4&b=33", 5)):
        hands = live(*PLACE, state=state)
        halfspace = check(hands)
        for k in range(4):
            corners = hands.drawn(".live-tint.minus", i=k)
            assert halfspace.score(corners).max() == pytest.approx(-unit * (k + 1), abs=0.01)


FIRST_SIGHT = ("halfspaces", "fig-halfspace-first")


def terms(line):
    """The numbers of a score as it is written out: w1 · x1 + w2 · x2 + b = score."""
    left, score = re.search(r"Score of x: (.*) = (-?[\d.]+), so", line).groups()
    return eval(left.replace("·", "*")), float(score)


@pytest.mark.parametrize("phone", [False, True])
def test_at_first_sight_a_line_is_turned_and_pushed_until_all_are_right(live, phone):
    hands = live(*FIRST_SIGHT, whole=True, phone=phone)
    assert "4 of 6 students are right" in hands.numbers
    assert hands.wrong() == [FIRST + 1, FIRST + 5]
    (hands.swipe if phone else hands.drag)(TIP, -40, 0)
    value, score = terms(hands.numbers)
    assert score == pytest.approx(value, rel=1e-3, abs=1e-6)
    hands.go("#fig-halfspace-first?w=-1,-2&b=16.5")
    assert "6 of 6 students are right" in hands.numbers
    assert not hands.wrong()
    expect(hands.figure.locator(".live-row").get_by_role("button")).to_have_text(["Reset"])


def test_the_first_sight_is_on_the_first_screen(live):
    hands = live(*FIRST_SIGHT, whole=True)
    hands.page.evaluate("scrollTo(0, 0)")
    for part in (".live-question", ".live-view", ".live-numbers", ".live-slider"):
        box = hands.figure.locator(part).bounding_box()
        assert box["y"] + box["height"] <= 800, part


def test_the_address_says_only_how_the_line_of_the_clouds_differs_from_theirs(live):
    hands = live(*PLACE)
    hands.figure.get_by_label("data").select_option("clouds")
    assert hands.kept() == "shown=clouds"
    hands.press(PROBE, "ArrowRight")
    assert re.fullmatch(r"probe=[\d.,-]{3,20}&shown=clouds", hands.kept("probe"))
    other = live(*PLACE, state="w=1,1&b=-1&shown=clouds")
    halfspace = check(other, labels=datasets.clouds(60).y)
    assert (halfspace.w.tolist(), halfspace.b) == ([1, 1], -1)
    assert other.marks().count() == FIRST + 60
