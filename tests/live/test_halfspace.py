"""The halfspace explorer measures as `Halfspace` does, and does on the page what hands tell it to."""

import re

import numpy as np
import pytest

from perceptron_lib import Halfspace, datasets
from tests.hands import number

PLACE = ("halfspaces", "fig-halfspace")
PROBE, TIP, FIRST = 0, 1, 2  # the marks: the measuring point, the tip of w, the points

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


def test_keys_turn_the_line_and_move_points(live):
    hands = live(*PLACE)
    before = check(hands)
    hands.press(TIP, "ArrowRight", "ArrowRight", "Shift+ArrowUp")
    assert not same_line(before, check(hands))
    hands.press(PROBE, "ArrowRight", "Shift+ArrowDown")
    assert hands.at(PROBE)[0] > 3
    hands.press(FIRST + 3, "ArrowUp")
    check(hands)


def test_the_measuring_point_follows_the_mouse(live):
    hands = live(*PLACE)
    x, y = hands.middle(FIRST)
    hands.page.mouse.move(x + 60, y + 90)
    assert hands.at(PROBE) != (3, 2)
    check(hands)


@pytest.mark.parametrize(("name", "factor"), [("2 (w, b)", 2), ("½ (w, b)", 0.5), ("− (w, b)", -1)])
def test_scaling_both_leaves_the_line(live, name, factor):
    hands = live(*PLACE)
    before = check(hands)
    hands.button(name).click()
    after = check(hands)
    assert after.w == pytest.approx(factor * before.w)
    assert after.b == pytest.approx(factor * before.b)


def test_pulling_the_arrow_longer_leaves_the_line(live):
    hands = live(*PLACE)
    before = check(hands)
    e1, e2 = before.unit_normal
    hands.drag(TIP, 60 * e1, -60 * e2)
    after = check(hands)
    assert np.hypot(*after.w) > 1.5 * np.hypot(*before.w)
    assert after.unit_normal == pytest.approx(before.unit_normal, abs=0.05)


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
