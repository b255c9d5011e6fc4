"""The classes explorer paints the regions of the library's rules, and does what hands tell it to."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import one_vs_one, one_vs_rest, separate
from perceptron_lib.multiclass import train_multiclass
from perceptron_lib.passes import counted
from perceptron_lib.widgets import ClassesExplorer
from tests.hands import number
from tests.live.test_mathematics import long_vectors

PLACE, FIRST = ("multiclass", "fig-three-classes"), ("multiclass", "fig-classes-first")
RULES = {
    "one-vs-rest": "One-vs-rest",
    "votes": "One-vs-one, votes",
    "scores": "One-vs-one, sums",
    "multiclass": "Multiclass perceptron",
}
LEFT, RIGHT, BOTTOM, TOP = ClassesExplorer().window
ANYWHERE = np.random.default_rng(5).uniform((LEFT, BOTTOM), (RIGHT, TOP), size=(40, 2))
LABELS = [0, 0, 0, 1, 1, 1, 2, 2, 2]
PAIRS = ((0, 1), (0, 2), (1, 2))

PAINTED = """([name, places]) => {
  const fills = [...document.querySelectorAll(`#${name} path[fill^=url]`)];
  return places.map(([x, y]) => fills.filter(path => path.isPointInFill(new DOMPoint(x, y)))
    .map(path => path.getAttribute('fill').match(/(plus|minus|third|dots)/)[1]));
}"""
STATE = "name => document.getElementById(name).model.state"


def possible(X, y):
    """Whether weights without mistakes exist for one-vs-rest, pair by pair, and for all three classes at once."""
    X, y, z = np.array(X, float), np.array(y), np.array(long_vectors(X, y))
    return {
        "one-vs-rest": [separate(X, y == k).separable for k in range(3)],
        "votes": [separate(X[np.isin(y, pair)], y[np.isin(y, pair)] == pair[1]).separable for pair in PAIRS],
        "multiclass": [separate(np.vstack([z, -z]), np.repeat([1, -1], len(z))).separable],
    }


def troubles(figure, rule):
    """What the figure is to say of the perceptrons of a rule that have not converged."""
    X, y, names = figure.points, figure.labels, figure.classes
    if rule == "multiclass":
        runs, whom = [train_multiclass(X, y, max_passes=figure.passes)], ["all three at once"]
        never = ["No weights separate all three at once."]
    elif rule == "one-vs-rest":
        runs, whom = one_vs_rest(X, y, max_passes=figure.passes).runs, [f"{name} or not" for name in names]
        never = [f"No line cuts off {name}." for name in names]
    else:
        pairs = [(names[j], names[k]) for j, k in PAIRS]
        runs, whom = one_vs_one(X, y, max_passes=figure.passes).runs, [" or ".join(pair) for pair in pairs]
        never = [f"No line separates {j} from {k}." for j, k in pairs]
    can = possible(X, y)["votes" if rule == "scores" else rule]
    late = [f"{name[0].upper()}{name[1:]}: more passes are needed." for name in whom]
    return [
        late[r] if able else never[r] for r, (run, able) in enumerate(zip(runs, can, strict=True)) if not run.converged
    ]


def check(hands, labels=LABELS, **state):
    """Numbers and regions are those of the library for the points where the figure says that they are."""
    line, figure = hands.numbers, ClassesExplorer(points=hands.places(), labels=labels, **state)
    both = [figure.rule] if figure.brief else list(dict.fromkeys([figure.rule, figure.other]))
    wrong = {rule: figure.predict(figure.points, rule) != labels for rule in both}
    for rule in both:
        if rule == "multiclass" and figure.visits == 0:
            wrong[rule][:] = True  # all weights are zero: no class leads
    said = [f"{RULES[rule]}: {(~wrong[rule]).sum()} of {len(labels)} right." for rule in both]
    if len(both) > 1:
        rows = np.stack(np.meshgrid(np.linspace(LEFT, RIGHT, 301), np.linspace(BOTTOM, TOP, 301)), axis=-1)
        differ = figure.predict(rows.reshape(-1, 2)) != figure.predict(rows.reshape(-1, 2), figure.other)
        assert number(r"differ on ([\d.]+) %", line) == pytest.approx(100 * differ.mean(), abs=0.6)
        line = re.sub(r"[\d.]+ %", "%", line)
        said.append("They differ on % of the window.")
    said += dict.fromkeys(text for rule in both for text in troubles(figure, rule))
    said += [visit(figure)] if figure.rule == "multiclass" and not figure.brief else []
    assert line == " ".join(said)

    size, start = hands.axes()
    painted = hands.page.evaluate(PAINTED, [hands.name, (ANYWHERE * size + start).tolist()])
    own, others = figure.predict(ANYWHERE), figure.predict(ANYWHERE, both[-1])
    blind = figure.rule == "multiclass" and figure.visits == 0
    for kinds, label, other in zip(painted, own, others, strict=True):
        regions = [] if blind else [("plus", "minus", "third")[label]]
        assert kinds == [*regions, *(["dots"] if label != other else [])]
    assert hands.wrong() == np.flatnonzero(wrong[figure.rule]).tolist()
    return figure


def visit(figure):
    """What the figure is to say of the last visit of the multiclass perceptron."""
    run = train_multiclass(figure.points, figure.labels, max_passes=figure.passes)
    t, names, when = min(figure.visits, run.visits), figure.classes, run.mistakes.visit.tolist()
    if t == 0:
        return "All weights are zero: no class leads."
    if t == run.visits and run.converged:
        return f"At rest after {counted(len(when), 'mistake')}."
    i = (t - 1) % len(figure.points)
    before = run.weights[np.searchsorted(when, t - 1)]
    scores = before @ [*figure.points[i], 1]
    told = ", ".join(f"{score:.4g} for {name}" for score, name in zip(scores, names, strict=True))
    own, then = names[figure.labels[i]], "right"
    if t - 1 in when:
        then = f"a mistake, so it is added to {own} and taken from {names[run.rivals[when.index(t - 1)]]} (dashed)"
    return f"Point {i + 1}, {own}, scores {told}: {then}."


def choose(hands, *rules):
    for box, rule in zip(hands.figure.locator("select").all(), rules, strict=False):
        box.select_option(rule)


def fold(hands, name):
    hands.figure.locator(".live-fold > summary").get_by_text(name).click()


def pull(hands, i, x, y):
    """Drag a point by the mouse to a place in the plane."""
    scale = hands.figure.locator(".live-plane").first.bounding_box()["width"] / 360
    hands.drag(i, *(scale * hands.axes()[0] * (np.array([x, y]) - hands.at(i))))


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
    pull(hands, 3, 1, -2)
    assert hands.marks().nth(3).get_attribute("aria-label").startswith("point 4, class 1 standing up, taken for ")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_point_moved_by_the_mouse_is_enough_to_answer_the_question(live, theme):
    hands = live(*PLACE, whole=True, theme=theme)
    before = hands.numbers
    pull(hands, 3, 1, -2)
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
    fold(hands, "More")
    hands.marks().nth(6).focus()
    expect(hands.marks().nth(6)).to_have_class("live-mark third chosen")
    hands.button("Add a point").click()
    hands.page.keyboard.press("Shift+ArrowLeft")
    check(hands, [*LABELS, 2])
    hands.button("Next class").click()
    check(hands, [*LABELS, 0])
    hands.button("Delete").click()
    check(hands)


def test_a_click_on_the_empty_plane_adds_a_point_of_the_circled_ones_class(live):
    hands = live(*PLACE, whole=True)
    hands.marks().nth(4).focus()
    plane = hands.figure.locator(".live-plane").first
    for x, modifiers in ((80, []), (250, ["Shift"])):
        scale = plane.bounding_box()["width"] / 360
        plane.click(position={"x": scale * x, "y": scale * 100}, modifiers=modifiers)
    added = (np.array([[80, 100], [250, 100]]) - hands.axes()[1]) / hands.axes()[0]
    np.testing.assert_allclose(hands.places()[9:], added, atol=0.1)
    check(hands, [*LABELS, 1, 2])
    while hands.button("Undo").is_enabled():  # two quick clicks are one gesture
        hands.button("Undo").click()
    check(hands)


def test_no_class_loses_its_last_point(live):
    hands = live(*PLACE)
    fold(hands, "More")
    for _ in range(2):
        hands.press(0, "Delete")
    hands.press(0, "Delete", "Enter")
    assert hands.marks().count() == 7
    check(hands, LABELS[2:])
    expect(hands.button("Delete")).to_be_disabled()
    expect(hands.button("Next class")).to_be_disabled()


def test_rules_are_compared_and_passes_count(live):
    hands = live(*PLACE)
    fold(hands, "More")
    pull(hands, 4, 0, -2)
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
    hands.button("Reset").click()
    hands.figure.get_by_label("passes").fill("1")
    choose(hands, "multiclass", "one-vs-rest")
    check(hands, rule="multiclass", other="one-vs-rest", passes=1)
    assert "more passes are needed" in hands.numbers


def test_there_are_other_points_to_choose(live):
    hands = live(*PLACE)
    fold(hands, "More")
    hands.button("Barely apart").click()
    figure = check(hands)
    assert all(map(all, possible(figure.points, LABELS).values()))
    assert len(train_multiclass(figure.points, LABELS).mistakes) > 50
    hands.button("One in the middle").click()
    figure = check(hands)
    assert {rule: all(can) for rule, can in possible(figure.points, LABELS).items()} == {
        "one-vs-rest": False,
        "votes": True,
        "multiclass": True,
    }
    hands.button("All apart").click()
    assert hands.places() == [tuple(point) for point in ClassesExplorer().points]


# Goals


def shown(hands, i):
    """The state that *Show me one* gives, as the figure in Python."""
    hands.figure.get_by_role("button", name="Show").nth(i).click()
    hands.settle()
    state = hands.page.evaluate(STATE, hands.name)
    names = ("points", "labels", "rule", "other", "passes", "visits")
    check(hands, **{name: state[name] for name in names if name != "points"})
    return ClassesExplorer(**{name: state[name] for name in names})


def reached(hands):
    return [text == "✓" for text in hands.figure.locator(".live-tick").all_text_contents()]


def test_the_goals_are_reached_by_what_they_show(live):
    hands = live(*PLACE)
    choose(hands, "multiclass")
    hands.figure.get_by_label("visits").fill("3")
    fold(hands, "Goals")
    assert reached(hands) == [False] * 3
    figure = shown(hands, 0)
    assert (figure.predict(figure.points, "one-vs-rest") != figure.labels).any()
    assert (figure.predict(figure.points, "votes") == figure.labels).all()
    assert reached(hands) == [True, False, False]

    figure = shown(hands, 1)
    assert possible(figure.points, figure.labels)["votes"].count(False) == 1
    assert reached(hands) == [True, True, False]

    figure = shown(hands, 2)
    can = possible(figure.points, figure.labels)
    assert all(can["votes"])
    assert not any(can["multiclass"])
    assert reached(hands) == [True] * 3


def test_a_goal_is_reached_by_hand(live):
    hands = live(*PLACE)
    pull(hands, 3, 1, -2)
    hands.settle()
    assert reached(hands) == [True, False, False]
    pull(hands, 3, 0, 0)
    pull(hands, 0, 5.5, 0.6)
    hands.settle()
    assert reached(hands) == [True, True, False]


# How the multiclass perceptron learns


def arrows(hands):
    """The vectors of the arrows, on the 360 units of the plane's width: of the weights, what is got, what is lost."""
    paths = hands.figure.locator("path.live-arrow").evaluate_all("all => all.map(path => path.getAttribute('d') ?? '')")
    ends = [np.array(re.findall(r"-?[\d.]+", d)[:4] or [0] * 4, dtype=float) for d in paths]
    return np.array([end[2:] - end[:2] for end in ends])


def test_the_multiclass_perceptron_learns_visit_by_visit(live):
    hands = live(*PLACE)
    expect(hands.button("Step")).to_be_hidden()
    choose(hands, "multiclass")
    figure = check(hands, rule="multiclass")
    assert "At rest after 5 mistakes." in hands.numbers
    run = train_multiclass(figure.points, LABELS)
    hands.page.emulate_media(reduced_motion="reduce")
    hands.figure.get_by_label("visits").fill("0")
    check(hands, rule="multiclass", visits=0)
    longest = np.linalg.norm(run.weights[:, :, :2], axis=2).max(axis=1)
    unit = hands.axes()[0]
    for t in range(1, run.visits):
        hands.button("Step").click()
        check(hands, rule="multiclass", visits=t)
        marks = hands.marks()
        last, following = ((t - 1) % 9, t % 9)
        assert [i for i in range(9) if "ring" in marks.nth(i).get_attribute("class").split()] == [last]
        assert [i for i in range(9) if "next" in marks.nth(i).get_attribute("class").split()] == [following]
        k = np.searchsorted(run.mistakes.visit, t)
        now, was = run.weights[k][:, :2], run.weights[k - 1][:, :2]
        wanted = np.zeros((5, 2))
        wanted[:3] = now
        if run.mistakes.visit[k - 1] == t - 1:
            own, rival = LABELS[last], run.rivals[k - 1]
            wanted[3:] = (now - was)[[own, rival]]
            assert (wanted[3] == figure.points[last]).all()
            assert (wanted[4] == -wanted[3]).all()
        scale = 0.35 * (TOP - BOTTOM) / max(longest[k], longest[-1])
        np.testing.assert_allclose(arrows(hands), scale * wanted * unit, atol=0.5)
    assert len(np.unique(run.mistakes.visit)) == 5
    hands.button("Step").click()
    check(hands, rule="multiclass")
    expect(hands.button("Step")).to_be_disabled()
    hands.button("Back").click()
    check(hands, rule="multiclass", visits=run.visits - 1)


def test_at_the_end_it_stays_at_the_end_whatever_is_moved(live):
    hands = live(*PLACE)
    choose(hands, "multiclass")
    hands.figure.get_by_label("visits").fill("0")
    hands.figure.get_by_label("visits").fill("27")
    pull(hands, 3, 1, -2)
    check(hands, rule="multiclass")
    assert "At rest after 11 mistakes." in hands.numbers


MOVES = """async ([name, button]) => {
  const figure = document.getElementById(name), seen = new Set();
  [...figure.querySelectorAll("button")].find(found => found.textContent === button).click();
  for (const end = performance.now() + 900; performance.now() < end;) {
    await new Promise(requestAnimationFrame);
    seen.add(figure.querySelector(".live-weight").getAttribute("d"));
  }
  return seen.size;
}"""


def test_an_update_is_seen_unless_motion_is_to_be_reduced(live):
    hands = live(*PLACE)
    choose(hands, "multiclass")
    for motion in ("no-preference", "reduce"):
        hands.page.emulate_media(reduced_motion=motion)
        hands.figure.get_by_label("visits").fill("0")
        hands.settle()
        ways = hands.page.evaluate(MOVES, [hands.name, "Step"])
        assert ways > 3 if motion == "no-preference" else ways == 1
        check(hands, rule="multiclass", visits=1)


def test_it_plays_to_its_end(live):
    hands = live(*PLACE)
    choose(hands, "multiclass")
    hands.figure.get_by_label("visits").fill("0")
    hands.figure.get_by_label("speed").select_option("16")
    hands.button("Play").click()
    expect(hands.button("Pause")).to_be_visible()
    expect(hands.button("Play")).to_be_visible(timeout=10_000)
    check(hands, rule="multiclass")


# Room


@pytest.mark.parametrize("width", [1000, 1280])
def test_the_plane_and_every_control_fit_the_screen(live, width):
    hands = live(*PLACE, whole=True)
    try:
        hands.page.set_viewport_size({"width": width, "height": 800})
        choose(hands, "multiclass")
        hands.figure.get_by_label("visits").fill("5")
        hands.settle()
        assert hands.figure.locator(".live").bounding_box()["height"] < 700
    finally:
        hands.page.set_viewport_size({"width": 1280, "height": 800})


def test_on_a_phone_the_plane_stays_in_sight_while_the_controls_move(live):
    hands = live(*PLACE, whole=True, phone=True)
    choose(hands, "multiclass")
    assert not hands.cramped()
    hands.figure.locator(".live-end").evaluate("end => end.scrollIntoView({ block: 'end' })")
    plane = hands.figure.locator(".live-plane").first.bounding_box()
    assert plane["y"] > 0
    assert hands.button("Step").bounding_box()["y"] > plane["y"] + plane["height"]


# The small one


def test_the_first_figure_has_one_rule_at_a_time(live):
    hands = live(*FIRST, whole=True)
    hands.page.evaluate("scrollTo(0, 0)")
    live_box = hands.figure.locator(".live").bounding_box()
    assert live_box["y"] + live_box["height"] < 800  # on the first screen
    check(hands, brief=True)
    pull(hands, 3, 1, -2)
    check(hands, brief=True)
    assert hands.wrong()
    for rule in RULES:
        choose(hands, rule)
        check(hands, brief=True, rule=rule)
        assert not arrows(hands).any()
    assert not hands.wrong()
    assert hands.figure.locator("select, button").count() == 2
    hands.button("Reset").click()
    assert hands.at(3) == (0, 0)


def test_the_first_figure_by_finger_and_by_keys(live):
    hands = live(*FIRST, whole=True, phone=True)
    hands.swipe(3, 20, 60)
    check(hands, brief=True)
    assert not hands.cramped()
    hands.press(3, "ArrowLeft", "Shift+ArrowUp", "Delete")
    assert hands.marks().count() == 9
    check(hands, brief=True)
