"""The live proof of Novikoff's theorem: its numbers are the library's, and its curves are drawn where they say."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import Halfspace, mistake_bound, pad, radius, separate, train, verify
from perceptron_lib.widgets import ProofExplorer
from tests.hands import number, query

PLACE = ("convergence", "fig-progress")
LABELS = ProofExplorer().labels
SIDES = (("x", "width"), ("y", "height"))
END = "updates=1000000"
CURVES = {"most": ".most", "least": ".least", "length": ".length", "progress": ".progress"}


def curves(hands):
    """What the chart shows, in its own units: {name: points}, empty where nothing is drawn."""
    return {name: hands.drawn(css, plane=1) for name, css in CURVES.items()}


def position(hands):
    """How many updates are shown, and of how many."""
    hands.settle()
    shown = hands.figure.locator(".live-player output").inner_text()
    return tuple(map(int, shown.replace(",", "").split(" of ")))


def check(hands, labels=LABELS, run=None):
    """Hold numbers, lines and curves to the library, at the places and in the order that the figure reports."""
    report, X = hands.numbers, np.array(hands.places())
    if run is None:
        told = re.search(r"Order: ([\d ]+)\.", report)
        order = [int(i) - 1 for i in told[1].split()] if told else [*range(len(X))]
        assert sorted(order) == list(range(len(X)))
        run = train(X, labels, order=order)
        assert number(r"makes ([\d,]+) mistake", report) == len(run.mistakes)
    oracle = separate(X, labels)
    (k, end), R, drawn = position(hands), radius(X), curves(hands)
    assert end == len(run.mistakes)
    check_plane(hands, Halfspace(run.weights[k, :2], run.weights[k, 2]), oracle, R)
    assert hands.wrong() == np.flatnonzero((labels * (pad(X) @ run.weights[k])) <= 0).tolist()
    check_chart(drawn, run, R, k)
    words = hands.figure.locator(".live-plane text[style]:not([visibility])").all_text_contents()
    always, beside = {"length", "√k · R"}, {"oracle", "progress", "k · γ"}
    assert {word for word in words if word and "=" not in word} - {"run"} == always | (beside & {*words})
    assert (beside <= {*words}) == oracle.separable
    if not oracle.separable:
        assert "no margin, no oracle, no bound" in report
        assert not len(drawn["progress"]) + len(drawn["least"]) + len(hands.drawn(".live-line.added"))
        return run, oracle
    proof = verify(run, oracle)
    for pattern, value in ((r"γ = ([\d.]+)", oracle.margin), (r"R = ([\d.]+)", R), (r"γ² = ([\d.,]+)", proof.bound)):
        assert number(pattern, report) == pytest.approx(value, rel=1e-6, abs=6e-3 if "²" in pattern else 6e-4)
    assert number(r"at most ([\d,]+) mistake", report) == int(proof.bound * (1 + 1e-9))
    check_oracle(hands, drawn, oracle, proof, k)
    check_account(hands, run, oracle, proof, k)
    margins = np.array(labels) * oracle.halfspace.score(X)
    ringed = ["ring" in classes for classes in hands.marks().evaluate_all("all => all.map(m => m.classList.value)")]
    assert ringed == (margins < oracle.margin * (1 + 1e-6)).tolist()
    return run, oracle


def check_account(hands, run, oracle, proof, k):
    """The three lines of the proof, in the numbers of the last update."""
    told = [line.replace("−", "-") for line in hands.figure.locator(".live-account").all_inner_texts()]
    if not k:
        assert told == [""] * 3
        return
    i, before = run.mistakes.example[k - 1], run.weights[k - 1]
    z = float(run.y[i]) * np.array([*run.X[i], 1.0])
    R2 = radius(run.X) ** 2
    values = [
        [z @ [*oracle.w, oracle.b], oracle.margin],
        [2 * z @ before, z @ z, 0, R2],
        [k * oracle.margin, proof.progress[k], proof.squared_norm[k] ** 0.5, (k * R2) ** 0.5, k, proof.bound],
    ]
    for line, wanted in zip(told, values, strict=True):
        found = [float(value.replace(",", "")) for value in re.findall(r"-?[\d.,]*\d", line)]
        assert found == pytest.approx(wanted, abs=0.051)


def check_plane(hands, found, oracle, R):
    """The run's line, the circle, and the lines of the oracle."""
    circle = float(hands.figure.locator("circle.before").get_attribute("r") or 0)
    assert circle == pytest.approx(hands.axes()[0][0] * (R**2 - 1) ** 0.5, rel=2e-3)
    line = hands.drawn(".live-line:not(.added)")
    assert len(line) == (2 if found.w.any() else 0)
    if len(line):
        np.testing.assert_allclose(found.signed_distance(line), 0, atol=0.1)
    if oracle.separable:
        np.testing.assert_allclose(oracle.halfspace.signed_distance(hands.drawn(".live-line.added")), 0, atol=0.1)
        for i, side in enumerate((-1, 1)):
            level = oracle.halfspace.score(hands.drawn(".live-drop", i=i))
            np.testing.assert_allclose(level, -side * oracle.margin, atol=0.1)


def tolerance(drawn):
    return {"atol": 0.01 * drawn["most"][:, 1].max(), "rtol": 0}


def check_chart(drawn, run, R, k):
    """The length of the weights so far, and what it is at most."""
    length = np.sqrt((run.weights**2).sum(axis=1))
    steps = drawn["length"][:, 0].round().astype(int)  # of a long run not all
    assert steps.tolist() == [*range(0, k, -(-(k + 1) // 600)), k]
    np.testing.assert_allclose(drawn["length"][:, 1], length[steps], **tolerance(drawn))
    np.testing.assert_allclose(drawn["most"][:, 1], R * np.sqrt(drawn["most"][:, 0].clip(0)), **tolerance(drawn))


def check_oracle(hands, drawn, oracle, proof, k):
    """The progress so far, what it is at least, and where the two bounds meet."""
    steps = drawn["length"][:, 0].round().astype(int)
    assert steps[-1] == k
    np.testing.assert_allclose(drawn["progress"][:, 1], proof.progress[steps], **tolerance(drawn))
    np.testing.assert_allclose(drawn["least"][:, 1], oracle.margin * drawn["least"][:, 0], **tolerance(drawn))
    sign = hands.figure.locator(".meeting")
    place = re.findall(r"-?[\d.]+", sign.get_attribute("transform"))
    seen = "A" in sign.get_attribute("d")  # a circle, else an arrow
    end = drawn["most"][-1, 0]
    assert seen == (proof.bound <= end * (1 + 1e-3))
    size, start = hands.axes(1)
    meets, height = (np.array(place, dtype=float) - start) / size
    assert meets == pytest.approx(proof.bound if seen else end, rel=0.01)
    top = oracle.margin * proof.bound if seen else drawn["most"][-1, 1]
    assert oracle.margin * meets * 0.99 <= height <= top * 1.01
    text = f"R²/γ² = {proof.bound:.1f}" if seen else f"meets at k = {proof.bound:,.0f}"
    assert text in hands.figure.locator("svg").nth(1).text_content()


def test_the_mouse_moves_points_and_curves(live):
    hands = live(*PLACE, state=END, whole=True)
    run, oracle = check(hands)
    assert (len(run.mistakes), sorted(oracle.support)) == (9, [2, 5])
    before = curves(hands)
    hands.drag(2, 0, 40)  # a circled point, towards the dashed line: only the margin falls
    assert check(hands)[1].margin < oracle.margin
    least = curves(hands)["least"][-1]
    assert least[1] / least[0] < before["least"][-1, 1] / before["least"][-1, 0]
    hands.drag(4, -60, 70)  # in among the squares
    run, oracle = check(hands)
    assert not oracle.separable
    hands.button("Reset").click()
    assert hands.places() == [tuple(point) for point in ProofExplorer().points]
    check(hands)


WATCH = """proof => {
  window.lit = [];
  new MutationObserver(() => {
    const name = proof.querySelector("[aria-current] b")?.textContent;
    if (name !== lit.at(-1)) lit.push(name);
  }).observe(proof, { attributes: true, subtree: true });
}"""


def test_a_step_is_one_update_and_each_line_of_the_proof_lights_up(live):
    hands = live(*PLACE, whole=True)
    check(hands)
    lit, proof = hands.figure.locator(".live-proof li[aria-current]"), hands.figure.locator(".live-proof")
    spot = hands.figure.locator(".live-spot")
    assert position(hands) == (0, 9)
    expect(spot).to_be_hidden()
    for k in (1, 2):
        proof.evaluate(WATCH)
        hands.button("Step").click()
        hands.page.wait_for_function("lit.at(-1) === 'Together'")
        assert hands.page.evaluate("lit") == ["Progress", "Length", "Together"]
        assert position(hands) == (k, 9)
        check(hands)
        expect(spot).to_be_visible()
    assert len(hands.figure.locator(".live-knots").get_attribute("d").split("M")) == 5  # the four that are compared
    hands.button("Back").click()
    assert position(hands) == (1, 9)
    expect(lit).to_have_count(0)
    check(hands)
    hands.button("Play").click()
    expect(hands.figure.locator(".live-player output")).to_have_text("9 of 9", timeout=10_000)
    check(hands)


def test_the_mistake_is_seen_before_it_is_repaired(live):
    hands = live(*PLACE, state="updates=3", whole=True)
    seen = """() => [document.querySelector(".live-pair path.live-line:not(.added)").getAttribute("d"),
      document.querySelectorAll(".live-mark.wrong").length]"""
    before = hands.page.evaluate(seen)
    run, _ = check(hands)
    assert run.mistakes.example[3] in hands.wrong()
    watch = WATCH.replace("lit.push(name)", f"lit.push(name) && (window[name] = ({seen})())")
    hands.figure.locator(".live-proof").evaluate(watch)
    hands.button("Step").click()
    hands.page.wait_for_function("lit.at(-1) === 'Together'")
    assert hands.page.evaluate("window.Progress") == before
    assert hands.page.evaluate("window.Length") == hands.page.evaluate(seen) != before
    check(hands)


def test_the_axes_wait_while_a_point_is_held(live):
    hands = live(*PLACE, state=END)
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
    hands = live(*PLACE, state=END)
    before = curves(hands)
    for _ in range(3):
        hands.button("shuffled").click()
        assert position(hands)[0] == 0
        check(hands)
    hands.button("in order").click()
    check(hands)
    np.testing.assert_array_equal(curves(hands)["most"], before["most"])
    np.testing.assert_array_equal(curves(hands)["least"], before["least"])


def chosen(hands):
    """Who chooses, by the button that is pressed."""
    hands.settle()
    return hands.figure.locator("button[aria-pressed=true]").inner_text()


def test_an_adversary_makes_the_longest_run(live):
    hands = live(*PLACE)
    hands.button("an adversary").click()
    assert chosen(hands) == "an adversary"
    figure = ProofExplorer(chooser="adversary")
    assert position(hands) == (0, 11)
    hands.figure.locator(".live-player input").fill("11")
    check(hands, run=figure.run)
    assert "11 times: no stream costs more mistakes" in hands.numbers
    hands.drag(2, 0, 30)
    figure.points = hands.places()
    run, _ = check(hands, run=figure.run)
    assert len(run.mistakes) > 11


def test_the_reader_chooses_the_mistakes(live):
    hands = live(*PLACE, whole=True)
    hands.button("you").click()
    assert chosen(hands) == "you"
    assert "6 of 6 points are wrong, click one" in hands.numbers
    presented = [2, 5, 2]
    for i in presented:
        hands.page.mouse.click(*hands.middle(i))
        hands.settle()
    expect(hands.figure.locator(".live-proof li[aria-current] b")).to_have_text("Together")
    X = np.array(hands.places())
    check(hands, run=train(X, LABELS, order=presented, max_passes=1))
    hands.page.mouse.click(*hands.middle(2))  # it is right now
    assert position(hands) == (3, 3)
    hands.press(5, "Enter")
    assert position(hands) == (4, 4)
    hands.button("Back").click()
    hands.button("Back").click()
    assert "goes on from here" in hands.numbers
    wrong = hands.wrong()
    hands.page.wait_for_timeout(400)  # what follows is undone by itself
    hands.press(wrong[0], "Enter")
    assert position(hands) == (3, 3)
    hands.button("Undo").click()
    assert position(hands)[1] == 4
    assert hands.places() == [tuple(point) for point in ProofExplorer().points]  # no click moved one
    hands.drag(0, 10, 10)
    assert position(hands)[1] <= 4  # a drag presents none
    hands.button("you").click()
    place = hands.at(4)
    hands.drag(4, 2, 1)  # by a hand that is not quite still
    assert (position(hands), hands.at(4)) == ((1, 1), place)


def test_a_finger_chooses_too(live):
    phone = live(*PLACE, whole=True, phone=True)
    phone.button("you").tap()
    for i in (2, 5):
        phone.page.touchscreen.tap(*phone.middle(i))
        phone.settle()
    assert position(phone) == (2, 2)


def test_a_meeting_point_far_away_is_pointed_at(live):
    hands = live(*PLACE, state=END)
    assert "R²/γ² = 22" in hands.figure.locator("svg").nth(1).text_content()
    hands.drag(2, 0, 45)
    check(hands)
    assert "meets at k = " in hands.figure.locator("svg").nth(1).text_content()
    hands.press(0, "Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp")
    check(hands)


def test_two_points_that_are_left_reach_the_bound(live):
    hands = live(*PLACE, state=END)
    goals = hands.figure.locator(".live-tick")
    hands.press(0, "Delete")
    check(hands, LABELS[1:])
    hands.figure.locator(".live-more summary").click()
    for i in (4, 2, 1):  # of -1, +1, -1, +1, -1
        hands.marks().nth(i).focus()
        hands.button("Delete").click()
    assert hands.marks().count() == 2
    expect(hands.button("Delete")).to_be_disabled()
    expect(hands.button("Flip")).to_be_disabled()
    hands.press(0, "Delete")  # each class keeps a point
    assert hands.places() == [(-2.5, -0.5), (0, 1)]
    expect(goals.first).to_have_text("○")
    hands.press(0, "Shift+ArrowRight", *["ArrowRight", "ArrowUp"] * 5)
    hands.press(1, "Shift+ArrowRight", "Shift+ArrowDown")
    assert hands.places() == [(-1, 0), (1, 0)]
    run, _ = check(hands, [-1, 1])
    assert hands.number(r"at most (\d+)") == len(run.mistakes) == 2
    expect(goals.first).to_have_text("✓")


def test_what_shows_a_goal_reaches_it(live):
    hands = live(*PLACE)
    hands.figure.locator(".live-goals summary").click()
    found = []
    for show in hands.figure.get_by_role("button", name="Show me one").all():
        show.click()
        found.append(hands.numbers)
        assert position(hands)[0] == position(hands)[1]
    X, y = np.array([[-1, 0], [1, 0]]), [-1, 1]
    assert verify(train(X, y), separate(X, y)).bound == 2 == len(train(X, y).mistakes)
    figure = ProofExplorer()
    figure.points = [*figure.points[:5], [3.9, -0.1]]
    proof = figure.verification
    assert (proof.mistakes, proof.bound > 1000, proof.holds) == (4, True, True)
    assert f"γ² = {proof.bound:,.2f}" in found[1]
    reader = ProofExplorer(chooser="reader", stream="3,6,3,6,3,6,3,6,3,6,3")
    longest = ProofExplorer(chooser="adversary")
    assert len(reader.run.mistakes) == len(longest.run.mistakes) == 11
    assert "err 11 times" in found[2]
    assert "no point is wrong any more" in found[2]


def test_names_of_lines_stand_beside_the_points(live):
    hands = live(*PLACE, state=END)
    hands.drag(2, 0, 45)
    for name in ("oracle", "run"):
        box = hands.figure.get_by_text(name, exact=True).bounding_box()
        for shape in hands.figure.locator(".live-mark path:not(.live-cross)").all():
            mark = shape.bounding_box()
            apart = [mark[at] > box[at] + box[size] or box[at] > mark[at] + mark[size] for at, size in SIDES]
            assert any(apart), name


def test_labels_flip_but_both_classes_stay(live):
    hands = live(*PLACE, state=END)
    hands.press(5, "Enter")
    assert check(hands, [*LABELS[:5], 1])[1].separable
    hands.press(5, "Enter")
    hands.marks().nth(0).focus()
    hands.figure.locator(".live-more summary").click()
    hands.button("Flip").click()
    assert not check(hands, [-1, *LABELS[1:]])[1].separable
    hands.button("Add +1").click()
    check(hands, [-1, *LABELS[1:], 1])
    other = live(*PLACE, state=query(points=[[1, 0], [-1, 0]] * 3, labels=LABELS, updates=2))
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


# The small figure on the first screen


def test_the_small_figure_shows_the_bound_as_a_fence(live):
    hands = live("convergence", "fig-progress-first", whole=True)
    before = 0
    for dy in (0, 25, 12):  # a circled point, towards the dashed line
        hands.drag(2, 0, dy)
        X = np.array(hands.places())
        k, bound = len(train(X, LABELS).mistakes), mistake_bound(radius(X), separate(X, LABELS).margin)
        assert hands.number(r"makes (\d+) mistakes") == k
        assert hands.number(r"more than ([\d,]+)") == int(bound) > before
        before = int(bound)
        dot, fence = hands.figure.locator(".live-knot"), hands.figure.locator(".live-fence").get_attribute("d")
        assert float(dot.get_attribute("cx")) == pytest.approx(12 + 66 * np.log10(k))
        assert number(r"M([\d.]+)", fence) == pytest.approx(12 + 66 * np.log10(bound), rel=1e-6)
    for _ in range(3):
        hands.button("Another order").click()
        assert hands.number(r"makes (\d+) mistakes") <= before
    hands.drag(2, 0, 90)
    assert "nothing separates" in hands.numbers
    expect(hands.figure.locator(".live-fence")).to_have_attribute("d", "")
    expect(hands.figure.locator(".live-player, .live-goals")).to_have_count(0)


@pytest.mark.parametrize("width", [1000, 1280])
def test_picture_and_controls_fit_on_a_screen(live, width):
    hands = live(*PLACE, whole=True)
    hands.page.set_viewport_size({"width": width, "height": 800})
    for _ in range(4):
        hands.button("Step").click()
    hands.settle()
    assert hands.figure.locator(".live").bounding_box()["height"] <= 690
    hands.page.set_viewport_size({"width": 1280, "height": 800})


def test_on_a_phone_the_chart_stays_in_sight(live):
    phone = live(*PLACE, whole=True, phone=True)
    phone.button("Step").scroll_into_view_if_needed()
    chart, step = (
        part.bounding_box() for part in (phone.figure.locator("svg.live-plane").nth(1), phone.button("Step"))
    )
    assert 0 <= chart["y"] < chart["y"] + chart["height"] <= step["y"] < 740
