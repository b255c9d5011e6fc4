"""The vote explorer counts as the library does, and does on the page what hands tell it to."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import Halfspace, datasets, train
from perceptron_lib.widgets import VoteExplorer

PLACE = ("learning_machines", "fig-vote-explorer")
EMAILS = datasets.spam()
LEARNED = train(*EMAILS)


class Voters:
    """What the figure shows, and what the library makes of it."""

    def __init__(self, hands):
        self.hands, self.figure = hands, hands.figure
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
        assert f" {right.sum()} of 6 emails are right." in line
        cast = re.findall(r"(\w+) ([-+]?[\d.]+\d|[-+]?\d)(?=[,;])", line)
        votes = [(name, weight) for name, weight, word in zip(EMAILS.feature_names, w, words, strict=True) if word]
        assert [(name, float(vote)) for name, vote in cast if name in (*EMAILS.feature_names, "bias")] == [
            *votes,
            ("bias", b),
        ]
        known = [k for k, email in enumerate(EMAILS.X.tolist()) if email == words]
        says = [
            f"Email {k + 1} is {EMAILS.label_names[EMAILS.y[k]]}: {'right' if right[k] else 'a mistake'}."
            for k in known
        ]
        assert (says or ["None of the six emails."])[0] in line

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
            "b.getAttribute('class'), b.getAttribute('style') ?? '', b.nextSibling.textContent])"
        )
        unit = max(width for _, width, *_ in bars) / max(map(abs, values))
        for (x, width, look, style, note), value, word in zip(bars, values, [*words, 1, 1], strict=True):
            assert width == pytest.approx(unit * abs(value), abs=1e-6)
            assert (x if value > 0 else x + width) == pytest.approx(50), "from the middle"
            assert ("plus" in look) == (value > 0)
            assert ("absent" in look) == (not word)
            assert ("url(#live-hatching" in style) == (value < 0 and bool(word)), "votes against are hatched"
            assert note.replace("−", "-") == (f"{value:+g}" if value else "0") * bool(word)
        assert self.figure.locator(".live-chosen").all_text_contents() == [EMAILS.label_names[verdict]]


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
        assert voters.state() == (START[0], found["w"], found["b"])
        voters.check()
    expect(voters.figure.locator(".live-row > output")).to_have_text("threshold θ = 2")
    voters.slider("bias").press("ArrowLeft")
    voters.check()
    expect(machine).to_have_value("own")
    before = voters.state()
    machine.select_option("learned")
    machine.select_option("own")
    expect(machine).to_have_value("learned")
    assert voters.state() == (before[0], *START[1:])
