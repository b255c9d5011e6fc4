"""The playground steps as `train` does, and does on the page what hands tell it to."""

import math

import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import mistake_bound, radius, separate, train
from perceptron_lib.widgets import Playground
from tests.hands import number

PLACE = ("algorithm", "fig-playground")
LABELS = Playground().labels


def check(hands, visits=14, labels=LABELS, **options):
    """The figure's numbers are those of Python for the points where the figure shows them."""
    line, run = hands.numbers, train(hands.places(), labels, max_passes=1000, **options)
    k = int((run.mistakes.visit < visits).sum())
    assert number(r"(\d+) mistakes? so far", line) == k
    wrong = round(run.training_error[k] * len(labels))
    assert number(r"(\d+) of \d+ points (?:is|are) wrong", line) == wrong
    answer = separate(run.X, labels)
    if answer.separable:
        start = {"start": np.linalg.norm(run.weights[0]), "along": run.weights[0] @ [*answer.w, answer.b]}
        bound = mistake_bound(radius(run.X), answer.margin, run.delta, **start)
        assert number(r"at most ([\d,]+) are", line) == pytest.approx(math.floor(bound), abs=1)
        assert number(r"γ = ([\d.]+)", line) == pytest.approx(answer.margin, abs=6e-4)
    else:
        assert "nothing separates" in line
    if k:
        cells = hands.figure.locator(".live-log tbody tr").first.locator("td").all_inner_texts()
        weights = " ".join(cells[3:]).replace("−", "-").translate(str.maketrans("", "", "(),")).split()
        assert [float(value) for value in weights] == pytest.approx([*run.weights[k]], abs=6e-3)
    return k, run


def test_it_starts_after_the_update_that_did_harm(live):
    k, run = check(live(*PLACE))
    assert k == 4
    assert run.training_error[4] > run.training_error[3]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_point_moved_by_the_mouse_changes_the_run(live, theme):
    hands = live(*PLACE, theme=theme, whole=True)
    before = hands.at(5)
    hands.drag(5, 40, 60)
    assert hands.at(5) != before
    check(hands)
    hands.drag(4, 120, 10)
    check(hands)


def test_a_point_moved_by_a_finger_changes_the_run(live):
    hands = live(*PLACE, whole=True, phone=True)
    before = hands.at(0)
    hands.swipe(0, -70, 60)
    assert hands.at(0) != before
    check(hands)


def test_points_are_moved_flipped_and_deleted_by_keys(live):
    hands = live(*PLACE)
    hands.press(2, "ArrowLeft", "Shift+ArrowDown")
    assert hands.at(2) == pytest.approx((1.4, 0.5))
    check(hands)
    hands.press(2, "Enter")
    flipped = [*LABELS[:2], 1, *LABELS[3:]]
    check(hands, labels=flipped)
    hands.press(0, "Delete")
    assert hands.marks().count() == 7
    check(hands, labels=flipped[1:])


def test_steps_go_forward_and_back_and_to_the_end(live):
    hands = live(*PLACE)
    for button, visits in [("Step", 15), ("Next mistake", 17), ("Back", 16), ("Run", math.inf)]:
        hands.button(button).click()
        k, run = check(hands, visits)
        assert hands.number(r"Visit (\d+)") == min(visits, run.visits)
    assert k == len(run.mistakes)
    assert "Converged" in hands.numbers
    expect(hands.button("Step")).to_be_disabled()
    hands.button("To start").click()
    check(hands, visits=0)
    expect(hands.button("Back")).to_be_disabled()


def chosen(hands):
    """The numbers of the marks around which a dotted circle is seen."""
    halos = hands.marks().locator(".live-halo")
    dots = halos.evaluate_all("all => all.map(e => getComputedStyle(e)).map(s => s.stroke + s.strokeDasharray)")
    return [i for i, look in enumerate(dots) if look != "nonenone"]


def test_buttons_act_on_the_point_that_is_seen_to_be_chosen(live):
    hands = live(*PLACE)
    assert chosen(hands) == [0]
    hands.drag(5, 10, 10)
    assert chosen(hands) == [5]
    hands.button("Flip").click()
    flipped = [*LABELS[:5], -1, *LABELS[6:]]
    check(hands, labels=flipped)
    hands.marks().nth(7).focus()
    for left in (7, 6):  # the last one is deleted: the one before it is the last now
        hands.button("Delete").click()
        assert chosen(hands) == [left - 1]
        check(hands, labels=flipped[:left])
    hands.go("#fig-playground?points=0,1;1,0&labels=1,-1")  # others, and fewer
    assert chosen(hands) == [1]
    hands.button("Delete").click()  # the last of its class stays
    hands.button("Add +1").click()
    assert chosen(hands) == [2]
    hands.page.keyboard.press("Shift+ArrowLeft")
    check(hands, labels=[1, -1, 1])
    hands.button("Delete").click()
    check(hands, labels=[1, -1])


def test_threshold_order_and_start_count(live):
    hands = live(*PLACE, state="order=7,6,5,4,3,2,1,0")
    check(hands, order=[7, 6, 5, 4, 3, 2, 1, 0])
    order, start = hands.figure.get_by_role("combobox").all()
    order.select_option("rows")
    hands.figure.get_by_label("threshold δ").fill("1.5")
    check(hands, delta=1.5)
    hands.page.evaluate("Math.random = () => 0.9")
    start.select_option("random")
    check(hands, delta=1.5, w0=[1.6, 1.6], b0=1.6)


def test_another_place_in_the_page_leaves_it_alone(live):
    hands = live(*PLACE)
    hands.button("Step").click()
    changed = hands.numbers
    hands.go("#the-rule")
    assert hands.numbers == changed


def test_the_front_page_learns_in_three_clicks_and_again_while_a_point_is_dragged(live):
    hands = live("index", "fig-front", whole=True)
    learn = hands.figure.get_by_role("button", name="Learn")
    for text in ("3 of 8 points are wrong, after 1 update.", "1 of 8 points is wrong, after 2 updates."):
        learn.click()
        expect(hands.figure.locator(".live-numbers")).to_have_text(text)
    learn.click()
    expect(hands.figure.locator(".live-numbers")).to_have_text("Learned: after 3 updates no point is wrong.")
    expect(learn).to_be_disabled()

    labels = [-1, 1, 1, 1, -1, -1, 1, -1]
    run = train(hands.places(), labels)
    assert len(run.mistakes) == 3
    hands.drag(4, 60, 30)
    run = train(hands.places(), labels, max_passes=1000)
    assert run.converged
    expect(hands.figure.locator(".live-numbers")).to_contain_text(f"after {len(run.mistakes)} updates no point")


def test_a_step_shows_the_mistake_and_then_its_repair(live):
    hands = live(*PLACE, state="visits=0", whole=True)
    shown = hands.figure.locator(".live-mark.ring .live-note")
    line = hands.figure.locator("path.live-line:not(.before)")
    hands.button("Next mistake").click()
    expect(shown).to_have_text("1: 3.50")  # from 0, by |x|^2 + 1
    before = line.get_attribute("d")

    hands.button("Next mistake").click()
    expect(shown).to_have_text("6: −4.50")  # the mistake, while the line stands still
    assert line.get_attribute("d") == before
    expect(shown).to_have_text("6: 3.00")
    assert line.get_attribute("d") != before
    assert hands.marks().nth(5).get_attribute("aria-label").startswith("point 6: 3.00, class +1, visited last")


def test_who_wants_no_motion_sees_the_same_two_beats_and_nothing_between(live):
    hands = live(*PLACE, state="visits=1", whole=True)
    hands.page.emulate_media(reduced_motion="reduce")
    line = hands.figure.locator("path.live-line:not(.before)")
    watch = """line => { window.seen = new Set(); new MutationObserver(() => window.seen.add(line.getAttribute("d")))
      .observe(line, { attributes: true, attributeFilter: ["d"] }); }"""
    line.evaluate(watch)
    hands.button("Next mistake").click()
    expect(hands.figure.locator(".live-mark.ring .live-note")).to_have_text("6: 3.00")
    assert hands.page.evaluate("window.seen.size") == 1
    hands.page.emulate_media(reduced_motion="no-preference")
