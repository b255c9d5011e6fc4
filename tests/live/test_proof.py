"""The live proof of Novikoff's theorem: its numbers are the library's, and its curves are drawn where they say."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import radius, separate, train, verify
from perceptron_lib.widgets import ProofExplorer
from tests.hands import number, query

PLACE = ("convergence", "fig-progress")
LABELS = ProofExplorer().labels
SIDES = (("x", "width"), ("y", "height"))
CURVES = {"most": ".before", "least": ".live-drop", "length": ".live-curve:not(.before, .added)", "progress": ".added"}


def curves(hands):
    """What the chart shows, in its own units: {name: points}, empty where nothing is drawn."""
    return {name: hands.drawn(css, plane=1) for name, css in CURVES.items()}


def check(hands, labels=LABELS):
    """Hold numbers, lines and curves to the library, at the places and in the order that the figure reports."""
    report, X = hands.numbers, np.array(hands.places())
    order = [int(i) - 1 for i in report.split("Order: ")[1].rstrip(".").split()]
    assert sorted(order) == list(range(len(X)))
    run, oracle = train(X, labels, order=order), separate(X, labels)
    k, R, drawn = len(run.mistakes), radius(X), curves(hands)
    assert number(r"made ([\d,]+) mistake", report) == k
    check_plane(hands, run, oracle, R)
    check_chart(drawn, run, R)
    words = hands.figure.locator(".live-plane text[style]:not([visibility])").all_text_contents()
    always, beside = {"run", "length", "√k · R"}, {"oracle", "progress", "k · γ"}
    assert {word for word in words if word and "=" not in word} == (always | beside if oracle.separable else always)
    if not oracle.separable:
        assert "no margin, no oracle, no bound" in report
        assert not len(drawn["progress"]) + len(drawn["least"]) + len(hands.drawn(".live-line.added"))
        return run, oracle
    proof = verify(run, oracle)
    for pattern, value in ((r"γ = ([\d.]+)", oracle.margin), (r"R = ([\d.]+)", R), (r"γ² = ([\d.,]+)", proof.bound)):
        assert number(pattern, report) == pytest.approx(value, rel=1e-6, abs=6e-3 if "²" in pattern else 6e-4)
    assert number(r"at most ([\d,]+) mistake", report) == int(proof.bound)
    assert number(r"pass (\d+)", report) == run.passes
    check_oracle(hands, drawn, oracle, proof)
    margins = np.array(labels) * oracle.halfspace.score(X)
    ringed = ["ring" in classes for classes in hands.marks().evaluate_all("all => all.map(m => m.classList.value)")]
    assert ringed == (margins < oracle.margin * (1 + 1e-6)).tolist()
    return run, oracle


def check_plane(hands, run, oracle, R):
    """The run's line, the circle, and the lines of the oracle."""
    circle = float(hands.figure.locator("circle.before").get_attribute("r") or 0)
    assert circle == pytest.approx(hands.axes()[0][0] * (R**2 - 1) ** 0.5, rel=2e-3)
    np.testing.assert_allclose(run.halfspace.signed_distance(hands.drawn(".live-line:not(.added)")), 0, atol=0.1)
    if oracle.separable:
        np.testing.assert_allclose(oracle.halfspace.signed_distance(hands.drawn(".live-line.added")), 0, atol=0.1)
        for i, side in enumerate((-1, 1)):
            level = oracle.halfspace.score(hands.drawn(".live-drop", i=i))
            np.testing.assert_allclose(level, -side * oracle.margin, atol=0.1)


def tolerance(drawn):
    return {"atol": 0.01 * drawn["most"][:, 1].max(), "rtol": 0}


def check_chart(drawn, run, R):
    """The length of the weights, and what it is at most."""
    k, length = len(run.mistakes), np.sqrt((run.weights**2).sum(axis=1))
    steps = drawn["length"][:, 0].round().astype(int)  # of a long run not all
    assert steps.tolist() == [*range(0, k, -(-(k + 1) // 600)), k]
    np.testing.assert_allclose(drawn["length"][:, 1], length[steps], **tolerance(drawn))
    np.testing.assert_allclose(drawn["most"][:, 1], R * np.sqrt(drawn["most"][:, 0].clip(0)), **tolerance(drawn))


def check_oracle(hands, drawn, oracle, proof):
    """The progress, what it is at least, and where the two bounds meet."""
    steps = drawn["length"][:, 0].round().astype(int)
    np.testing.assert_allclose(drawn["progress"][:, 1], proof.progress[steps], **tolerance(drawn))
    np.testing.assert_allclose(drawn["least"][:, 1], oracle.margin * drawn["least"][:, 0], **tolerance(drawn))
    sign = hands.figure.locator(".meeting")
    place = re.findall(r"-?[\d.]+", sign.get_attribute("transform"))
    seen = "A" in sign.get_attribute("d")  # a circle, else an arrow
    end = drawn["most"][-1, 0]
    assert seen == (proof.bound <= end * (1 + 1e-3))
    size, start = hands.axes(1)
    k, height = (np.array(place, dtype=float) - start) / size
    assert k == pytest.approx(proof.bound if seen else end, rel=0.01)
    top = oracle.margin * proof.bound if seen else drawn["most"][-1, 1]
    assert oracle.margin * k * 0.99 <= height <= top * 1.01
    text = f"R²/γ² = {proof.bound:.1f}" if seen else f"meets at k = {proof.bound:,.0f}"
    assert text in hands.figure.locator("svg").nth(1).text_content()


def test_the_mouse_moves_points_and_curves(live):
    hands = live(*PLACE, whole=True)
    run, oracle = check(hands)
    assert not hands.wrong()
    assert (len(run.mistakes), sorted(oracle.support)) == (9, [2, 5])
    before = curves(hands)
    hands.drag(2, 0, 40)  # a circled point, towards the dashed line: only the margin falls
    assert check(hands)[1].margin < oracle.margin
    least = curves(hands)["least"][-1]
    assert least[1] / least[0] < before["least"][-1, 1] / before["least"][-1, 0]
    hands.drag(4, -90, 90)  # in among the squares
    run, oracle = check(hands)
    assert not oracle.separable
    assert hands.wrong() == np.flatnonzero(LABELS * run.halfspace.score(hands.places()) <= 0).tolist() != []
    assert hands.button("Worst of 100 orders").is_disabled()
    hands.button("Reset").click()
    assert hands.places() == [tuple(point) for point in ProofExplorer().points]
    check(hands)


def test_the_axes_wait_while_a_point_is_held(live):
    hands = live(*PLACE)
    before = curves(hands)
    x, y = hands.middle(2)
    hands.page.mouse.move(x, y)
    hands.page.mouse.down()
    hands.page.mouse.move(x, y + 40, steps=4)
    hands.settle()
    during = curves(hands)
    np.testing.assert_array_equal(during["most"], before["most"])
    assert during["least"][-1, 1] < before["least"][-1, 1]
    hands.page.mouse.up()
    hands.settle()
    assert curves(hands)["most"][-1, 0] > before["most"][-1, 0]
    check(hands)


def test_orders_move_the_run_but_not_the_curves_around_it(live):
    hands = live(*PLACE)
    before = curves(hands)
    expect(hands.button("As numbered")).to_be_disabled()
    hands.button("Worst of 100 orders").click()
    run, _ = check(hands)
    assert len(run.mistakes) > 9
    for _ in range(3):
        hands.button("Shuffle").click()
        check(hands)
    hands.button("As numbered").click()
    check(hands)
    np.testing.assert_array_equal(curves(hands)["most"], before["most"])
    np.testing.assert_array_equal(curves(hands)["least"], before["least"])


def test_a_meeting_point_far_away_is_pointed_at(live):
    hands = live(*PLACE)
    assert "R²/γ² = 22" in hands.figure.locator("svg").nth(1).text_content()
    hands.drag(2, 0, 45)
    check(hands)
    assert "meets at k = " in hands.figure.locator("svg").nth(1).text_content()
    hands.press(0, "Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp")
    check(hands)


def test_two_points_that_are_left_reach_the_bound(live):
    hands = live(*PLACE)
    hands.press(0, "Delete")
    check(hands, LABELS[1:])
    for i in (4, 2, 1):  # of -1, +1, -1, +1, -1
        hands.marks().nth(i).focus()
        hands.button("Delete").click()
    assert hands.marks().count() == 2
    expect(hands.button("Delete")).to_be_disabled()
    expect(hands.button("Flip")).to_be_disabled()
    hands.press(0, "Delete")  # each class keeps a point
    assert hands.places() == [(-2.5, -0.5), (0, 1)]
    hands.press(0, "Shift+ArrowRight", *["ArrowRight", "ArrowUp"] * 5)
    hands.press(1, "Shift+ArrowRight", "Shift+ArrowDown")
    assert hands.places() == [(-1, 0), (1, 0)]
    run, _ = check(hands, [-1, 1])
    assert hands.number(r"at most (\d+)") == len(run.mistakes) == 2


def test_names_of_lines_stand_beside_the_points(live):
    hands = live(*PLACE)
    hands.drag(2, 0, 45)
    for name in ("oracle", "run"):
        box = hands.figure.get_by_text(name, exact=True).bounding_box()
        for shape in hands.figure.locator(".live-mark path:not(.live-cross)").all():
            mark = shape.bounding_box()
            apart = [mark[at] > box[at] + box[size] or box[at] > mark[at] + mark[size] for at, size in SIDES]
            assert any(apart), name


def test_labels_flip_but_both_classes_stay(live):
    hands = live(*PLACE)
    hands.press(5, "Enter")
    assert check(hands, [*LABELS[:5], 1])[1].separable
    hands.press(5, "Enter")
    hands.marks().nth(0).focus()
    hands.button("Flip").click()
    assert not check(hands, [-1, *LABELS[1:]])[1].separable
    other = live(*PLACE, state=query(points=[[1, 0], [-1, 0]] * 3, labels=LABELS))
    run, _ = check(other)
    assert other.number(r"at most (\d+)") == len(run.mistakes) == 2  # two places: the bound is met
    for i in (0, 2, 4):
        other.press(i, "Enter")
    check(other, [-1, -1, -1, -1, 1, -1])


def test_fingers_and_keys_do_what_the_mouse_does(live):
    phone = live(*PLACE, whole=True, phone=True)
    start = phone.at(2)
    phone.swipe(2, -20, 15)
    assert phone.at(2) != start
    check(phone)
    desk = live(*PLACE, theme="dark")
    desk.press(1, "ArrowRight", "ArrowRight", "Shift+ArrowUp")
    assert desk.at(1) == (-2.3, 0.5)
    check(desk)
