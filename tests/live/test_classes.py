"""The classes explorer paints the regions of the library's rules, and does what hands tell it to."""

import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import one_vs_one, one_vs_rest
from perceptron_lib.multiclass import train_multiclass
from perceptron_lib.passes import counted
from perceptron_lib.widgets import ClassesExplorer
from tests.hands import number

PLACE = ("multiclass", "fig-three-classes")
RULES = ("one-vs-rest", "votes", "scores", "multiclass")
LEFT, RIGHT, BOTTOM, TOP = ClassesExplorer().window
ANYWHERE = np.random.default_rng(5).uniform((LEFT, BOTTOM), (RIGHT, TOP), size=(40, 2))
LABELS = [0, 0, 0, 1, 1, 1, 2, 2, 2]

PAINTED = f"""places => {{
  const fills = [...document.querySelectorAll('#{PLACE[1]} path[fill^=url]')];
  return places.map(([x, y]) => fills.filter(path => path.isPointInFill(new DOMPoint(x, y)))
    .map(path => path.getAttribute('fill').match(/(plus|minus|third|dots)/)[1]));
}}"""


def check(hands, labels=LABELS, **state):
    """Numbers and regions are those of the library for the points where the figure says that they are."""
    line, figure = hands.numbers, ClassesExplorer(points=hands.places(), labels=labels, **state)
    for rule in RULES:
        right = (figure.predict(figure.points, rule) == labels).sum()
        assert number(rf"points:.* {rule} (\d+)", line) == right
    assert number(r"of (\d+) points", line) == len(labels)
    for train, name in ((one_vs_rest, "one-vs-rest perceptrons"), (one_vs_one, "pairwise perceptrons")):
        runs = train(figure.points, labels, max_passes=figure.passes).runs
        assert number(rf"(\d) of 3 {name}", line) == sum(run.converged for run in runs)
    run = train_multiclass(figure.points, labels, max_passes=figure.passes)
    outcome = f"after {counted(len(run.mistakes), 'mistake')}" if run.converged else "not yet"
    assert f"the multiclass perceptron {outcome}." in line
    rows = np.stack(np.meshgrid(np.linspace(LEFT, RIGHT, 301), np.linspace(BOTTOM, TOP, 301)), axis=-1).reshape(-1, 2)
    if figure.rule == figure.other:
        assert "the same" in line
    else:
        share = 100 * (figure.predict(rows) != figure.predict(rows, figure.other)).mean()
        assert number(r"on ([\d.]+) %", line) == pytest.approx(share, abs=0.6)
    size, start = hands.axes()
    painted = hands.page.evaluate(PAINTED, (ANYWHERE * size + start).tolist())
    own, others = figure.predict(ANYWHERE), figure.predict(ANYWHERE, figure.other)
    for kinds, label, other in zip(painted, own, others, strict=True):
        assert kinds == [("plus", "minus", "third")[label], *(["dots"] if label != other else [])]
    assert hands.wrong() == np.flatnonzero(figure.predict(figure.points) != labels).tolist()
    return figure


def choose(hands, rule, other):
    first, second = hands.figure.get_by_role("combobox").all()
    first.select_option(rule)
    second.select_option(other)


def test_it_starts_with_three_rules_that_are_right_and_differ(live):
    hands = live(*PLACE)
    assert hands.places() == [tuple(point) for point in ClassesExplorer().points]
    figure = check(hands)
    assert all((figure.predict(figure.points, rule) == LABELS).all() for rule in RULES)
    assert hands.number(r"on ([\d.]+) %") > 10


def test_the_classes_have_names(live):
    hands = live(*PLACE)
    legend = hands.figure.locator("svg").nth(1).locator("text").all_text_contents()
    assert legend == [f"{k} {name}" for k, name in enumerate(ClassesExplorer().classes)]
    hands.drag(3, 30, 58)
    assert hands.marks().nth(3).get_attribute("aria-label").startswith("point 4, class 1 standing up, taken for ")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_point_moved_by_the_mouse_is_enough_to_answer_the_question(live, theme):
    hands = live(*PLACE, whole=True, theme=theme)
    before = hands.numbers
    hands.drag(3, 30, 58)
    assert hands.numbers != before
    figure = check(hands)
    assert (figure.predict(figure.points) != LABELS).any()
    assert (figure.predict(figure.points, "votes") == LABELS).all()
    choose(hands, "votes", "scores")
    check(hands, rule="votes", other="scores")


def test_a_point_moved_by_a_finger_changes_the_regions(live):
    hands = live(*PLACE, whole=True, phone=True)
    before = hands.at(7)
    hands.swipe(7, -70, -60)
    assert hands.at(7) != before
    check(hands)


def test_keys_move_a_point_change_its_class_and_delete_it(live):
    hands = live(*PLACE)
    hands.press(3, "ArrowRight", "Shift+ArrowDown")
    assert hands.at(3) == pytest.approx((0.1, -1))
    check(hands)
    hands.press(3, "Enter")
    changed = [*LABELS[:3], 2, *LABELS[4:]]
    check(hands, changed)
    hands.press(3, "Delete")
    assert hands.marks().count() == 8
    check(hands, changed[:3] + changed[4:])


def test_buttons_add_change_and_delete_the_circled_point(live):
    hands = live(*PLACE)
    hands.marks().nth(6).focus()
    expect(hands.marks().nth(6)).to_have_class("live-mark third chosen")
    hands.button("Add a point").click()
    hands.page.keyboard.press("Shift+ArrowLeft")
    check(hands, [*LABELS, 2])
    hands.button("Next class").click()
    check(hands, [*LABELS, 0])
    hands.button("Delete").click()
    check(hands)


def test_no_class_loses_its_last_point(live):
    hands = live(*PLACE)
    for _ in range(2):
        hands.press(0, "Delete")
    hands.press(0, "Delete", "Enter")
    assert hands.marks().count() == 7
    check(hands, LABELS[2:])
    expect(hands.button("Delete")).to_be_disabled()
    expect(hands.button("Next class")).to_be_disabled()


def test_rules_are_compared_and_passes_count(live):
    hands = live(*PLACE)
    hands.drag(4, -20, 90)
    for rule, other in [
        ("votes", "one-vs-rest"),
        ("scores", "votes"),
        ("one-vs-rest", "scores"),
        ("multiclass", "scores"),
        ("scores", "scores"),
    ]:
        choose(hands, rule, other)
        check(hands, rule=rule, other=other)
    hands.figure.get_by_label("passes").fill("2")
    check(hands, rule="scores", other="scores", passes=2)
