"""The vote explorer counts and learns as the library does, and does on the page what hands tell it to."""

import re
from itertools import combinations, product

import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import Halfspace, datasets, pad, train
from perceptron_lib.widgets import VoteExplorer

PLACE, FIRST = ("learning_machines", "fig-vote-explorer"), ("learning_machines", "fig-vote-first")
EMAILS = datasets.spam()
LEARNED = train(*EMAILS)
STEPS = EMAILS.y[:, None] * pad(EMAILS.X)  # what an update adds


class Voters:
    """What the figure shows, and what the library makes of it. Nothing moves by itself, unless it is to be `lively`."""

    def __init__(self, hands, lively=False):
        self.hands, self.figure = hands, hands.figure
        hands.page.emulate_media(reduced_motion="no-preference" if lively else "reduce")
        self.boxes = self.figure.get_by_role("checkbox")
        self.sliders = self.figure.get_by_role("slider")

    def slider(self, name):
        return self.figure.get_by_role("slider", name=name)

    def state(self):
        """Words, weights and bias, as the controls say."""
        self.hands.settle()
        words = self.boxes.evaluate_all("boxes => boxes.map(box => Number(box.checked))")
        *w, b = self.sliders.evaluate_all("sliders => sliders.map(slider => Number(slider.value))")
        return words, w, b

    def check(self):
        """Every number in sight is the library's."""
        line = self.hands.numbers
        words, w, b = self.state()
        halfspace = Halfspace(w, b)
        score, verdict = halfspace.score([words])[0], halfspace.predict([words])[0]
        scores = halfspace.score(EMAILS.X)
        right = scores * EMAILS.y > 0

        assert float(re.search(r"score (\S+),", line)[1]) == score
        assert f"prediction {verdict:+d}, {EMAILS.label_names[verdict]}." in line
        assert f" {right.sum()} of 6 emails are right" in line
        cast = re.findall(r"(\w+) ([-+]?[\d.]+\d|[-+]?\d)(?=[,;])", line)
        votes = [(name, weight) for name, weight, word in zip(EMAILS.feature_names, w, words, strict=True) if word]
        assert [(name, float(vote)) for name, vote in cast if name in (*EMAILS.feature_names, "bias")] == [
            *votes,
            ("bias", b),
        ]
        known = [k for k, email in enumerate(EMAILS.X.tolist()) if email == words]
        says = [
            f"Email {k + 1} is {EMAILS.label_names[EMAILS.y[k]]}: {'right, so there is' if right[k] else 'a mistake'}"
            for k in known
        ]
        assert (says or ["None of the emails: nobody says what it is."])[0] in line
        signs = ["✓" if right[k] else "✗" for k in known]
        assert self.figure.locator(".live-votes .live-wide").last.inner_text() == " ".join(["prediction", *signs])
        assert self.hands.button("Learn from this email").is_enabled() == (signs == ["✗"])

        code = "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.replace('−', '-').trim()))"
        rows = self.figure.locator("tbody tr").evaluate_all(code)
        assert [float(row[3]) for row in rows] == scores.tolist()
        assert [row[4].split()[0] for row in rows] == ["✓" if r else "✗" for r in right]
        assert self.figure.locator(".live-word").all_text_contents()[1:] == ["right" if r else "mistake" for r in right]
        assert [row[2] for row in rows] == [EMAILS.label_names[y] for y in EMAILS.y]
        pressed = self.figure.locator("tbody button[aria-pressed=true]").all_inner_texts()
        assert pressed == [f"email {k + 1}" for k in known]
        self.check_bars(words, [*w, b, score], verdict)
        shown = self.figure.locator(".live-row > output").inner_text()
        assert shown == (f"threshold θ = {int(np.floor(-b)) + 1}".replace("-", "−") if set(w) == {1} else "")

    def check_bars(self, words, values, verdict):
        """Length, side, look and number of each bar."""
        bars = self.figure.locator(".live-bar:not(pattern *)").evaluate_all(
            "bars => bars.map(b => [parseFloat(b.getAttribute('x')), parseFloat(b.getAttribute('width')), "
            "b.getAttribute('class'), b.getAttribute('style') ?? '', b.nextSibling.nextSibling.textContent])"
        )
        unit = max(width for _, width, *_ in bars) / (max(map(abs, values)) or 1)
        for (x, width, look, style, note), value, word in zip(bars, values, [*words, 1, 1], strict=True):
            assert width == pytest.approx(unit * abs(value), abs=1e-6)
            assert (x if value > 0 else x + width) == pytest.approx(50), "from the middle"
            assert ("plus" in look) == (value > 0)
            assert ("absent" in look) == (not word)
            assert ("url(#live-hatching" in style) == (value < 0 and bool(word)), "votes against are hatched"
            assert note.replace("−", "-") == (f"{value:+g}" if value else "0") * bool(word)
        assert self.figure.locator(".live-note.live-chosen").all_text_contents() == [EMAILS.label_names[verdict]]


START = (EMAILS.X[0].tolist(), LEARNED.w.tolist(), LEARNED.b)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_by_mouse(live, theme):
    hands = live(*PLACE, whole=True, theme=theme)
    voters = Voters(hands)
    assert voters.state() == START
    voters.check()
    for k, word in enumerate(EMAILS.feature_names):  # the question: which word must go?
        if EMAILS.X[0, k]:
            voters.figure.get_by_text(word, exact=True).click()
            voters.check()
            assert ("not spam" in hands.numbers.split(".")[0]) == (word == "viagra")
            voters.figure.get_by_text(word, exact=True).click()
    for k in (2, 5, 4):
        hands.button(f"email {k + 1}").click()
        assert voters.state() == (EMAILS.X[k].tolist(), *START[1:])
        voters.check()
    box = voters.slider("weight of of").bounding_box()
    hands.page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + box["height"] / 2)
    hands.page.mouse.down()
    hands.page.mouse.move(box["x"] + 0.99 * box["width"], box["y"] + box["height"] / 2, steps=3)
    hands.page.mouse.up()
    assert voters.state()[1][3] == 3
    voters.check()
    hands.button("Reset").click()
    assert voters.state() == START
    voters.check()
    colours = voters.figure.locator(".live-bar:not(pattern *)").evaluate_all(
        "bars => bars.map(b => getComputedStyle(b).fill)"
    )
    assert colours[1] == {"light": "rgb(0, 114, 178)", "dark": "rgb(109, 185, 234)"}[theme]


def test_by_touch_on_a_phone(live):
    hands = live(*PLACE, whole=True, phone=True)
    voters = Voters(hands)
    voters.figure.get_by_text("viagra", exact=True).tap()
    expect(voters.boxes.nth(1)).not_to_be_checked()  # the browser makes a click of a tap in its own time
    assert voters.state() == ([1, 0, 0, 1, 1], *START[1:])
    voters.check()
    hands.button("email 3").tap()
    expect(hands.button("email 3")).to_have_attribute("aria-pressed", "true")
    assert voters.state()[0] == EMAILS.X[2].tolist()
    voters.check()
    bias = voters.slider("bias")
    bias.scroll_into_view_if_needed()
    box = bias.bounding_box()
    hands.page.touchscreen.tap(box["x"] + 3, box["y"] + box["height"] / 2)
    expect(bias).to_have_value("-3")
    assert voters.state()[2] == -3
    voters.check()


def test_by_keyboard(live):
    hands = live(*PLACE)
    voters = Voters(hands)
    voters.figure.get_by_role("checkbox", name="the").focus()
    hands.page.keyboard.press("Space")
    voters.check()
    hands.page.keyboard.press("Tab")  # from a word to its weight
    for key in ("ArrowLeft", "ArrowLeft", "End", "Home"):
        hands.page.keyboard.press(key)
        voters.check()
    assert voters.state() == ([1] * 5, [0, 2, -3, -1, 1], 0)
    voters.slider("bias").focus()
    hands.page.keyboard.press("ArrowLeft")
    assert voters.state()[2] == -0.5
    voters.check()
    hands.button("email 2").focus()
    hands.page.keyboard.press("Enter")
    assert voters.state()[0] == EMAILS.X[1].tolist()
    voters.check()
    for j in range(5):
        voters.sliders.nth(j).press("End")
    voters.slider("bias").press("End")
    for box in voters.boxes.all():
        box.set_checked(True)
    voters.check()
    assert hands.number(r"score (\S+),") == 18  # a wider scale, and still within the picture
    frame = voters.figure.locator("svg[role=img]").bounding_box()
    for note in voters.figure.locator("svg .live-note").all():
        box = note.bounding_box()  # with the halo of the letters
        assert frame["x"] - 2 <= box["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 2


def test_machines_to_choose(live):
    hands = live(*PLACE)
    voters = Voters(hands)
    machine = voters.figure.get_by_label("machine")
    for found in VoteExplorer().machines:
        machine.select_option(found["name"])
        hands.settle()
        assert voters.state() == (START[0], found["w"], found["b"])
        voters.check()
    machine.select_option("a neuron of 1943")
    expect(voters.figure.locator(".live-row > output")).to_have_text("threshold θ = 2")
    voters.slider("bias").press("ArrowLeft")
    voters.check()
    expect(machine).to_have_value("own")
    before = voters.state()
    machine.select_option("learned")
    machine.select_option("own")
    expect(machine).to_have_value("learned")
    assert voters.state() == (before[0], *START[1:])


def test_learning_is_the_run_of_the_library(live):
    hands = live(*PLACE)
    voters = Voters(hands)
    voters.figure.get_by_label("machine").select_option("nothing learned yet")
    for k, (weights, example) in enumerate(zip(LEARNED.weights[1:], LEARNED.mistakes.example, strict=True)):
        assert voters.state()[0] == EMAILS.X[example].tolist()
        hands.button("Learn from this email").click()
        assert voters.state() == (EMAILS.X[example].tolist(), weights[:-1].tolist(), weights[-1])
        voters.check()
        assert hands.numbers.endswith(f", after {k + 1} update{'s' * (k > 0)}.")
        assert lessons(voters) == pytest.approx([*np.abs(STEPS[example]), 0]), "what was added is outlined"
        hands.button("Next email").click()
        assert not any(lessons(voters)), "with the email that taught it"
    expect(voters.figure.get_by_label("machine")).to_have_value("learned")
    assert voters.state()[0] == EMAILS.X[4].tolist()
    assert hands.button("Learn from this email").is_disabled()
    hands.button("Next email").click()
    hands.button("Next email").click()
    assert voters.state()[0] == EMAILS.X[0].tolist()  # and from the beginning
    voters.slider("bias").press("ArrowRight")
    assert "update" not in hands.numbers  # weights that were set were not learned
    voters.boxes.nth(2).press("Space")
    voters.check()  # no email, nothing to learn
    hands.button("Next email").click()
    assert voters.state()[0] == EMAILS.X[0].tolist()


def lessons(voters):
    """How long the outlines of what the last lesson added are, in votes."""
    voters.hands.settle()
    read = """rects => rects.map(rect => {
      const bar = rect.previousSibling.getAttribute("width"), note = rect.nextSibling.textContent.replace("−", "-");
      return [parseFloat(rect.getAttribute("width")), parseFloat(bar), Number(note)];
    })"""
    found = voters.figure.locator(".live-lesson").evaluate_all(read)
    unit = max((bar / abs(value) for _, bar, value in found if value), default=1)
    return [width / unit for width, _, _ in found]


GLIDE = """figure => new Promise(done => {
  const seen = new Set(), learn = [...figure.querySelectorAll("button")].find(b => b.textContent.startsWith("Learn"));
  const look = time => {
    const at = [...figure.querySelectorAll("input[type=range]")].map(slider => slider.value);
    seen.add([...at, figure.querySelector(".live-bar.total").getAttribute("width")].join(" "));
    if (time < end || figure.querySelector("[step=any]")) return requestAnimationFrame(look);
    done([...seen].map(line => line.split(" ").map(parseFloat)));
  };
  const end = performance.now() + 700;
  learn.click();
  requestAnimationFrame(look);
})"""


@pytest.mark.parametrize("lively", [True, False])
def test_sliders_and_bars_glide_unless_that_is_not_wanted(live, lively):
    hands = live(*PLACE, state="w=0,0,0,0,0")
    voters = Voters(hands, lively)
    expect(voters.figure.locator("[step=any]")).to_have_count(0)  # at rest
    seen = voters.figure.evaluate(GLIDE)
    first, last = [0, 0, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 1, seen[-1][-1]]
    assert seen[-1] == last
    between = [frame for frame in seen if frame not in (first, last)]
    assert bool(between) == lively
    assert all(0 < value < 1 for frame in between for value in (*frame[:2], *frame[3:6]))
    assert [frame[-1] for frame in seen] == sorted(frame[-1] for frame in seen), "the score grows"
    voters = Voters(hands)
    assert voters.state() == (EMAILS.X[0].tolist(), [1, 1, 0, 1, 1], 1)
    voters.slider("weight of the").press("ArrowRight")  # by whole steps again
    assert voters.state()[1][2] == 1


def one_word_less(words, w, b, _):
    first = EMAILS.X[0]
    judges = Halfspace(w, b)
    return sum(first - words) == 1 and min(first - words) == 0 and judges.predict([first, words]).tolist() == [1, -1]


def small(_, w, b, __):
    return (STEPS @ [*w, b] > 0).all() and max(map(abs, [*w, b])) <= 1


def three_teach(_, w, b, order):
    weights = np.zeros(6)
    for i in order:
        assert STEPS[i] @ weights <= 0, "only a mistake teaches"
        weights += STEPS[i]
    return len({*order}) == 3 and (weights == [*w, b]).all() and (STEPS @ weights > 0).all()


def test_goals_tick_when_the_library_says_so(live):
    hands = live(*PLACE)
    voters = Voters(hands)
    goals = voters.figure.locator(".live-goals")
    goals.locator("summary").click()
    for k, reached in enumerate([one_word_less, small, three_teach]):
        expect(goals.locator(".live-tick").nth(k)).to_have_text("○")
        goals.get_by_role("button", name="Show").nth(k).click()
        voters.check()
        expect(goals.locator(".live-tick").nth(k)).to_have_text("✓")
        order = hands.page.evaluate("name => document.getElementById(name).model.get('lessons')", PLACE[1])
        assert reached(*voters.state(), order)


def test_goals_that_hands_reach_and_what_is_not_enough(live):
    hands = live(*PLACE)
    voters = Voters(hands)
    goals = voters.figure.locator(".live-goals")
    goals.locator("summary").click()
    ticks = goals.locator(".live-tick")
    voters.figure.get_by_text("nigeria", exact=True).click()
    voters.figure.get_by_text("viagra", exact=True).click()  # two words less
    expect(ticks).to_have_text(["○", "○", "○"])
    voters.figure.get_by_text("nigeria", exact=True).click()
    expect(ticks).to_have_text(["✓", "○", "○"])
    voters.slider("weight of viagra").press("ArrowLeft")
    expect(ticks).to_have_text(["✓", "✓", "○"])
    voters.figure.get_by_label("machine").select_option("nothing learned yet")
    for email in (1, 2, 3, 4):
        hands.button(f"email {email}").click()
        hands.button("Learn from this email").click()
    expect(voters.figure.get_by_label("machine")).to_have_value("learned")
    expect(ticks).to_have_text(["✓", "✓", "○"])  # four emails
    voters.figure.get_by_label("machine").select_option("nothing learned yet")
    for email in (5, 2, 3, 2):
        hands.button(f"email {email}").click()
        hands.button("Learn from this email").click()
    expect(ticks).to_have_text(["✓", "✓", "✓"])


def test_what_the_goals_say_of_weights_and_emails():
    """No other whole weights are that small, no two emails teach enough, and no other three."""
    every = np.array(list(product([-1, 0, 1], repeat=6)))
    assert every[(every @ STEPS.T > 0).all(axis=1)].tolist() == [[0, 1, 0, -1, 1, 0]]
    enough = [k for n in (1, 2, 3) for k in combinations(range(6), n) if teaches(k)]
    assert enough == [(1, 2, 4)]


def teaches(chosen):
    """Whether some order of mistakes at these emails ends with all six right."""
    ways, seen = [(0,) * 6], {(0,) * 6}
    while ways:
        margins = STEPS @ (weights := ways.pop())
        if (margins > 0).all():
            return True
        new = {tuple((STEPS[i] + weights).tolist()) for i in chosen if margins[i] <= 0} - seen
        ways += new
        seen |= new
    return False


def check_first(voters, k, weights, updates):
    """The brief figure shows email k with these weights."""
    x, y, right = EMAILS.X[k], EMAILS.y[k], STEPS[:4] @ weights > 0
    score = float(weights @ [*x, 1])
    told = "Learned" if right.all() else "Right" if right[k] else "A mistake"
    count = f"{updates} update{'s' * (updates > 1)}"
    assert voters.hands.numbers == f"{told}: {right.sum()} of 4 emails are right, after {count}."
    assert voters.figure.locator("strong").inner_text() == f"email {k + 1}: {EMAILS.label_names[y]}"
    names = [name for name, word in zip(EMAILS.feature_names, x, strict=True) if word]
    assert voters.figure.locator("span.live-chosen").all_inner_texts() == names
    assert voters.figure.locator(".live-wide").inner_text() == f"prediction {'✓' if right[k] else '✗'}"
    voters.check_bars(x.tolist(), [*weights.tolist(), score], 1 if score > 0 else -1)
    assert voters.hands.button("Learn from this email").is_enabled() != right[k]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_first_figure_learns_in_three_presses(live, theme):
    hands = live(*FIRST, theme=theme)
    voters = Voters(hands)
    weights = train(EMAILS.X[:4], EMAILS.y[:4]).weights
    for k in (1, 2, 3):
        check_first(voters, k, weights[k], k)
        hands.button("Learn from this email").click()
        check_first(voters, k, weights[k + 1], k + 1)
        hands.button("Next email").click()
    check_first(voters, 0, weights[4], 4)
    hands.button("Reset").click()
    check_first(voters, 1, weights[1], 1)


def test_the_first_figure_by_keyboard_and_by_touch(live):
    hands = live(*FIRST)
    voters = Voters(hands)
    weights = train(EMAILS.X[:4], EMAILS.y[:4]).weights
    hands.button("Learn from this email").focus()
    for key in ("Enter", "Tab", "Space"):  # learning is done, so the next stop is the next email
        hands.page.keyboard.press(key)
    check_first(voters, 2, weights[2], 2)
    hands = live(*FIRST, whole=True, phone=True)
    voters = Voters(hands)
    assert not hands.cramped()
    hands.button("Learn from this email").tap()
    expect(hands.button("Learn from this email")).to_be_disabled()
    check_first(voters, 1, weights[2], 2)


def test_the_first_figure_is_on_the_first_screen(live):
    hands = live(*FIRST, whole=True)
    hands.page.evaluate("scrollTo(0, 0)")
    for part in (".live-question", ".live-plane", "button:has-text('Learn')", ".live-numbers"):
        box = hands.figure.locator(part).first.bounding_box()
        assert box["y"] + box["height"] <= 800


def test_without_scripts_the_first_figure_is_a_picture_too(live):
    hands = live(*FIRST, whole=True, scripts=False)
    assert hands.figure.locator("img").evaluate("e => e.naturalWidth") > 0


@pytest.mark.parametrize("width", [1000, 1280])
def test_all_of_it_is_in_sight_at_once(live, width):
    hands = live(*PLACE, whole=True)
    size = hands.page.viewport_size
    hands.page.set_viewport_size({"width": width, "height": 700})
    try:
        hands.settle()
        assert hands.figure.locator(".live").bounding_box()["height"] <= 600
        votes, emails = (hands.figure.locator(part).bounding_box() for part in (".live-votes", ".live-emails"))
        assert votes["x"] + votes["width"] < emails["x"], "side by side"
        assert emails["y"] < votes["y"] + votes["height"]
    finally:
        hands.page.set_viewport_size(size)


def test_lessons_that_nobody_gave_do_no_harm(live):
    hands = live(*PLACE)
    voters = Voters(hands)
    for state in ("lessons=7", "lessons=0.5", "lessons=-1,9"):
        hands.go(f"#{PLACE[1]}?{state}")
        voters.check()
        assert "update" not in hands.numbers
