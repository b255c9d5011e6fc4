"""The playground steps as `train` does, and does on the page what hands tell it to."""

import math
import re

import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import mistake_bound, radius, separate, train
from perceptron_lib.widgets import Playground
from tests.hands import number

PLACE = ("algorithm", "fig-playground")
LABELS = Playground().labels
WITHIN = "css => [...document.querySelectorAll(css)].every(e => e.getBoundingClientRect().bottom <= innerHeight)"
HARM = "visits=14"  # after the update that did harm


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
        cells = hands.figure.locator(".live-log tbody tr").first.locator("td").all_text_contents()
        weights = " ".join(cells[3:]).replace("−", "-").translate(str.maketrans("", "", "(),")).split()
        assert [float(value) for value in weights] == pytest.approx([*run.weights[k]], abs=6e-3)
    return k, run


def more(hands):
    """Unfold what is behind *More*."""
    hands.figure.locator(".live-more summary").click()
    return hands


def test_it_starts_before_the_first_visit_without_a_line(live):
    hands = live(*PLACE)
    k, _ = check(hands, visits=0)
    assert k == 0
    assert hands.wrong() == [*range(8)]  # a score of zero is a mistake
    assert not hands.drawn(".live-line:not(.before)").size
    assert hands.figure.locator(".live-score").text_content() == ""


def test_the_fourth_update_did_harm(live):
    k, run = check(live(*PLACE, state=HARM))
    assert k == 4
    assert run.training_error[4] > run.training_error[3]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_point_moved_by_the_mouse_changes_the_run(live, theme):
    hands = live(*PLACE, theme=theme, whole=True, state=HARM)
    before = hands.at(5)
    hands.drag(5, 40, 60)
    assert hands.at(5) != before
    check(hands)
    hands.drag(4, 120, 10)
    check(hands)


def test_a_point_moved_by_a_finger_changes_the_run(live):
    hands = live(*PLACE, whole=True, phone=True, state=HARM)
    before = hands.at(0)
    hands.swipe(0, -70, 60)
    assert hands.at(0) != before
    check(hands)


def test_points_are_moved_flipped_and_deleted_by_keys(live):
    hands = live(*PLACE, state=HARM)
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
    hands = live(*PLACE, state=HARM)
    for button, visits in [("Step", 15), ("Next mistake", 17), ("Back", 16)]:
        hands.button(button).click()
        check(hands, visits)
        assert hands.number(r"Visit (\d+)") == visits
    scrubber = hands.figure.get_by_role("slider", name="visits")
    scrubber.press("End")
    k, run = check(hands, math.inf)
    assert k == len(run.mistakes) == 10
    assert hands.number(r"Visit (\d+)") == run.visits
    assert "Converged" in hands.numbers
    for name in ("Step", "Next mistake"):
        expect(hands.button(name)).to_be_disabled()
    scrubber.press("Home")
    check(hands, visits=0)
    expect(hands.button("Back")).to_be_disabled()
    scrubber.fill("38")
    hands.figure.get_by_label("speed").select_option("16")
    hands.button("Play").click()
    expect(hands.figure.locator(".live-numbers")).to_contain_text("Converged", timeout=20_000)
    check(hands, math.inf)


def chosen(hands):
    """The numbers of the marks around which a dotted circle is seen."""
    halos = hands.marks().locator(".live-halo")
    dots = halos.evaluate_all("all => all.map(e => getComputedStyle(e)).map(s => s.stroke + s.strokeDasharray)")
    return [i for i, look in enumerate(dots) if look != "nonenone"]


def test_buttons_act_on_the_point_that_is_seen_to_be_chosen(live):
    hands = more(live(*PLACE, state=HARM))
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
    hands.go("#fig-playground?points=0,1;1,0&labels=1,-1&visits=14")  # others, and fewer
    assert chosen(hands) == [1]
    hands.button("Delete").click()  # the last of its class stays
    hands.button("Add +1").click()
    assert chosen(hands) == [2]
    hands.page.keyboard.press("Shift+ArrowLeft")
    check(hands, labels=[1, -1, 1])
    hands.button("Delete").click()
    check(hands, labels=[1, -1])


def test_threshold_order_and_start_count(live):
    hands = more(live(*PLACE, state=f"order=7,6,5,4,3,2,1,0&{HARM}"))
    check(hands, order=[7, 6, 5, 4, 3, 2, 1, 0])
    hands.figure.get_by_label("order").select_option("rows")
    hands.figure.get_by_label("threshold δ").fill("1.5")
    check(hands, delta=1.5)
    hands.page.evaluate("Math.random = () => 0.9")
    hands.figure.get_by_label("start").select_option("random")
    check(hands, delta=1.5, w0=[1.6, 1.6], b0=1.6)


def test_another_place_in_the_page_leaves_it_alone(live):
    hands = live(*PLACE)
    hands.button("Step").click()
    changed = hands.numbers
    hands.go("#the-rule")
    assert hands.numbers == changed


def told(hands, text):
    expect(hands.figure.locator(".live-numbers")).to_have_text(text)


def test_the_front_page_learns_in_three_clicks_and_again_while_a_point_is_dragged(live):
    hands = live("index", "fig-front", whole=True)
    learn = hands.button("Learn")
    for text in ("3 of 8 points are wrong, after 1 update.", "1 of 8 points is wrong, after 2 updates."):
        learn.click()
        told(hands, text)
    learn.click()
    told(hands, re.compile(r"^Learned: after 3 updates no point is wrong\. You have just seen the perceptron learn"))
    expect(learn).to_be_disabled()
    expect(hands.page.get_by_role("link", name="Start", exact=True)).to_have_attribute("href", re.compile("machines"))

    labels = [-1, 1, 1, 1, -1, -1, 1, -1]
    run = train(hands.places(), labels)
    assert len(run.mistakes) == 3
    hands.drag(4, 60, 30)
    run = train(hands.places(), labels, max_passes=1000)
    assert run.converged
    expect(hands.figure.locator(".live-numbers")).to_contain_text(f"after {len(run.mistakes)} updates no point")


def test_on_the_chapters_first_screen_a_step_visits_the_next_point(live):
    hands = live("algorithm", "fig-algorithm-first", whole=True)
    hands.page.evaluate("scrollTo(0, 0)")
    assert hands.page.evaluate(WITHIN, "#fig-algorithm-first .live > *")
    run = train(hands.places(), LABELS)
    for t in range(6):
        hands.button("Step").click()
        k = int((run.mistakes.visit <= t).sum())
        verdict = "was wrong: the line moves" if t in run.mistakes.visit else "is right: nothing changes"
        wrong = f"{8 * run.training_error[k]:.0f} of 8 points are wrong, after {k} update{'s' * (k != 1)}."
        told(hands, f"Point {t + 1} {verdict}. {wrong}")
    hands.button("Reset").click()
    told(hands, "8 of 8 points are wrong, after 0 updates.")


def test_the_average_of_all_lines_is_drawn_beside_the_last_one(live):
    hands = live("better_perceptrons", "fig-better-first", whole=True)
    hands.page.evaluate("scrollTo(0, 0)")
    assert hands.page.evaluate(WITHIN, "#fig-better-first .live > *")
    figure = Playground(hands.places(), [-1, 1] * 30)
    run = train(figure.points, figure.labels, max_passes=500)
    for k in (12, 13, 14):
        figure.visits = int(run.mistakes.visit[k - 1]) + 1
        assert figure.mistakes == k
        mean = figure.average
        for css, w, b in ((".mean", mean.w, mean.b), (":not(.mean, .before)", figure.w, figure.b)):
            line = hands.drawn(f".live-line{css}")
            assert np.abs(line @ w + b).max() < 0.05 * np.hypot(*w), (k, css)
        hands.button("Learn").click()
        told(hands, re.compile(rf"after {k + 1} updates\.$"))
        hands.page.wait_for_timeout(1100)  # both beats


def test_a_step_shows_the_mistake_and_then_its_repair(live):
    hands = live(*PLACE, whole=True)
    shown = hands.figure.locator(".live-score")
    line = hands.figure.locator("path.live-line:not(.before, .mean)")
    hands.button("Next mistake").click()
    expect(shown).to_have_text("3.50 ✓")  # from 0, by |x|^2 + 1
    before = line.get_attribute("d")

    hands.button("Next mistake").click()
    expect(shown).to_have_text("−4.50 ✗")  # the mistake, while the line stands still
    expect(shown).to_have_class(re.compile("wrong"))
    assert line.get_attribute("d") == before
    expect(shown).to_have_text("3.00 ✓")
    assert line.get_attribute("d") != before
    assert hands.marks().nth(5).get_attribute("aria-label").startswith("point 6, class +1, visited last")


def test_who_wants_no_motion_sees_the_same_two_beats_and_nothing_between(live):
    hands = live(*PLACE, state="visits=1", whole=True)
    hands.page.emulate_media(reduced_motion="reduce")
    line = hands.figure.locator("path.live-line:not(.before, .mean)")
    watch = """line => { window.seen = new Set(); new MutationObserver(() => window.seen.add(line.getAttribute("d")))
      .observe(line, { attributes: true, attributeFilter: ["d"] }); }"""
    line.evaluate(watch)
    hands.button("Next mistake").click()
    expect(hands.figure.locator(".live-score")).to_have_text("3.00 ✓")
    assert hands.page.evaluate("window.seen.size") == 1
    hands.page.emulate_media(reduced_motion="no-preference")


# The strip of mistakes


def strip(hands):
    """The strip's box on the screen, and what is said above it."""
    picture = hands.figure.locator(".live-strip svg")
    picture.scroll_into_view_if_needed()
    return picture.bounding_box(), hands.figure.locator(".live-strip p span").first


def ticks(hands, name):
    """Where the strip's ticks of a kind are, in visits from 0."""
    d = hands.figure.locator(f".live-strip-{name}").get_attribute("d")
    visits = int(hands.figure.get_by_role("slider", name="visits").get_attribute("max"))
    return [int(float(x) * visits / 1000) for x in re.findall(r"M([\d.]+) ", d)]


def test_the_strip_has_a_tick_for_each_visit_and_goes_where_it_is_pressed(live):
    hands = live(*PLACE, whole=True)
    run = train(hands.places(), LABELS)
    assert ticks(hands, "wrong") == run.mistakes.visit.tolist()
    assert sorted(ticks(hands, "wrong") + ticks(hands, "right")) == [*range(run.visits)]

    fills = hands.figure.locator(".live-strip path").evaluate_all("all => all.map(e => getComputedStyle(e).fill)")
    red, paper = "rgb(200, 16, 46)", "rgb(255, 255, 255)"
    assert [fills[k] for k in (0, 3, 4)] == [red, red, paper]  # the stairs, the mistakes, what is yet to come

    box, said = strip(hands)
    expect(said).to_have_text("10 mistakes in 48 visits")

    def at(visit):
        return box["x"] + box["width"] * (visit - 0.5) / run.visits, box["y"] + 40

    hands.page.mouse.move(*at(14))
    expect(said).to_have_text("visit 14: point 6, mistake 4")
    hands.page.mouse.move(*at(15))
    expect(said).to_have_text("visit 15: point 7, right")
    hands.page.mouse.down()
    check(hands, visits=15)
    hands.page.mouse.move(*at(31), steps=5)
    check(hands, visits=31)
    hands.page.mouse.up()
    hands.page.mouse.move(*at(3))
    check(hands, visits=31)


def test_the_bound_is_a_fence_where_it_is_near(live):
    hands = live(*PLACE, state="points=0,2;0,-2&labels=1,-1")
    fence, stairs = (hands.figure.locator(f".live-strip-{name}") for name in ("fence", "stairs"))
    most = hands.figure.locator(".live-strip p span").last
    run = train(hands.places(), [1, -1])
    bound = math.floor(mistake_bound(radius(run.X), separate(run.X, run.y).margin))
    expect(most).to_have_text(f"the fence: at most {bound}")
    height = float(fence.get_attribute("d").split()[1].split("H")[0])
    climbed = min(float(y) for y in re.findall(r"V([\d.]+)", stairs.get_attribute("d")))
    assert (32 - climbed) / (32 - height) == pytest.approx(len(run.mistakes) / bound, abs=0.01)

    hands = live(*PLACE)
    expect(most).to_have_text("at most 54, far above this picture")
    assert fence.get_attribute("d") == ""
    hands.figure.get_by_label("points", exact=True).select_option("XOR")
    expect(most).to_have_text("no bound")


def test_a_finger_goes_along_the_strip(live):
    hands = live(*PLACE, whole=True, phone=True)
    box, _ = strip(hands)
    hands.page.touchscreen.tap(box["x"] + box["width"] * 13.5 / 48, box["y"] + 20)
    check(hands, visits=14)


# The plane of the weights


def test_a_point_and_its_line_light_up_together(live):
    hands = live(*PLACE, state=HARM, whole=True)
    lit = hands.figure.locator(".live-example.lit")
    assert not lit.get_attribute("d")
    hands.page.mouse.move(*hands.middle(1))
    expect(lit).to_have_class(re.compile("plus"))
    figure = Playground(visits=14)
    x, y = np.array(figure.points[1]), figure.labels[1]
    line = hands.drawn(".live-example.lit", plane=1)
    assert np.abs(line @ x + figure.b).max() < 0.15

    d, place = hands.figure.locator(".live-w"), figure.w
    size, start = hands.axes(1)
    dot = [(float(d.get_attribute(f"c{name}")) - start[j]) / size[j] for j, name in enumerate("xy")]
    assert dot == pytest.approx(place, abs=0.05)
    assert y * (x @ place + figure.b) <= 0

    foot = place - (x @ place + figure.b) / (x @ x) * x + 3 * np.array([-x[1], x[0]]) / np.hypot(*x)
    box = hands.figure.locator(".live-plane").nth(1).bounding_box()
    pixels = (foot * size + start) * box["width"] / 360
    hands.page.mouse.move(box["x"] + pixels[0], box["y"] + pixels[1])
    expect(hands.figure.locator(".live-mark.lit")).to_have_count(1)


# Points to choose, and points that are added


@pytest.mark.parametrize("shown", [each["shown"] for each in Playground().sets])
def test_points_to_choose(live, shown):
    hands = live(*PLACE, state=HARM)
    hands.figure.get_by_label("points", exact=True).select_option(shown)
    chosen = next(each for each in Playground().sets if each["shown"] == shown)
    assert hands.places() == [tuple(point) for point in chosen["points"]]
    hands.figure.get_by_role("slider", name="visits").press("End")
    figure = Playground(**chosen | {"visits": 10**6})
    k, run = check(hands, math.inf, chosen["labels"])
    assert (k, run.converged) == (figure.mistakes, figure.run.converged)
    assert separate(run.X, chosen["labels"]).separable == (shown not in ("XOR", "an outlier"))


def test_a_click_adds_a_circle_and_with_shift_a_square(live):
    hands = live(*PLACE, state=HARM, whole=True)
    box = hands.figure.locator(".live-plane").first.bounding_box()
    hands.page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 0.55 * box["height"])
    assert len(hands.places()) == 9
    check(hands, labels=[*LABELS, 1])
    hands.page.keyboard.down("Shift")
    hands.page.mouse.click(box["x"] + 0.3 * box["width"], box["y"] + 0.3 * box["height"])
    hands.page.keyboard.up("Shift")
    check(hands, labels=[*LABELS, 1, -1])
    hands.button("Undo").click()
    hands.settle()
    assert len(hands.places()) < 10


# Goals


def test_the_goals_are_reached_by_the_states_that_are_shown_and_by_no_set_of_points():
    def harm(figure):
        error, k = figure.run.training_error, figure.mistakes
        return k and figure.visits - 1 in figure.run.mistakes.visit and error[k] > error[k - 1]

    def long(most, points=300):
        def reached(figure):
            return figure.run.converged and len(figure.run.mistakes) > most and len(figure.points) <= points

        return reached

    goals = [harm, long(50), long(1000, 6)]
    figure = Playground()
    assert len(figure.solved) == len(goals)
    for reached, state in zip(goals, figure.solved, strict=True):
        assert reached(Playground(**state))
    for state in figure.sets:
        assert not any(reached(Playground(**state)) for reached in goals)
    assert len(Playground(**figure.solved[2]).run.mistakes) == 4214


def test_the_page_ticks_a_goal_that_is_reached(live):
    hands = live(*PLACE)
    goals = hands.figure.locator(".live-goals")
    expect(goals.locator("summary")).to_have_text("Goals 0 of 3")
    for _ in range(4):
        hands.button("Next mistake").click()
    expect(goals.locator("summary")).to_have_text("Goals 1 of 3")
    goals.locator("summary").click()
    for i, mistakes in ((1, 776), (2, 4214)):
        goals.get_by_role("button", name="Show me one").nth(i).click()
        expect(goals.locator("summary")).to_have_text(f"Goals {i + 1} of 3")
        expect(hands.figure.locator(".live-strip p span").first).to_contain_text(f"{mistakes:,} mistakes")


# Room


@pytest.mark.parametrize("width", [1000, 1280])
def test_planes_and_controls_fit_a_screen(live, width):
    hands = live(*PLACE, whole=True)
    hands.page.set_viewport_size({"width": width, "height": 800})
    hands.settle()
    assert hands.figure.locator(".live").bounding_box()["height"] <= 700
    one, other = (hands.figure.locator(".live-plane").nth(i).bounding_box() for i in range(2))
    assert one["y"] == other["y"]
    assert one["x"] + one["width"] < other["x"]
    hands.page.set_viewport_size({"width": 1280, "height": 800})


def test_on_a_phone_the_points_stay_in_sight_while_the_controls_move(live):
    hands = live(*PLACE, whole=True, phone=True)
    plane = hands.figure.locator(".live-plane").first
    points = hands.figure.get_by_label("points", exact=True)
    for control in (hands.button("Step"), hands.button("Next mistake"), points):
        control.evaluate("e => e.scrollIntoView({ block: 'center' })")
        box = plane.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 740
        assert box["y"] + box["height"] <= control.bounding_box()["y"]
