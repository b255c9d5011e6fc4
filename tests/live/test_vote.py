"""The vote explorer counts as the library does, and does on the page what hands tell it to."""

import re
from itertools import product

import matplotlib.pyplot as plt
import numpy as np
import pytest
import traitlets
from playwright.sync_api import expect

from perceptron_lib import Halfspace, datasets, train
from perceptron_lib.widgets import VoteExplorer

CHAPTER, FIGURE = "learning_machines", "fig-vote-explorer"
EMAILS = datasets.spam()
LEARNED = train(*EMAILS)


JUDGE = """all => all.map(([w, b, x, y]) => [
  halfspaces.score(w, b, x), halfspaces.votes(w, x), halfspaces.predict(w, b, x), halfspaces.right(w, b, x, y),
])"""


def agree(javascript, halfspace, X, y, exact):
    """JavaScript and the library make the same of these examples."""
    found = javascript(JUDGE, [[halfspace.w, float(halfspace.b), x, label] for x, label in zip(X, y, strict=True)])
    scores, votes, predictions, right = map(np.array, zip(*found, strict=True))
    wanted = halfspace.score(X)
    assert (votes == halfspace.w * X).all()
    np.testing.assert_allclose(scores, wanted, rtol=0 if exact else 1e-12, atol=0 if exact else 1e-9)
    clear = np.full(len(y), True) if exact else abs(wanted) > 1e-9
    assert (predictions == halfspace.predict(X))[clear].all()
    assert (right == (y * wanted > 0))[clear].all()
    return (wanted == 0).sum()


def test_javascript_votes_as_python_does_on_random_emails(javascript):
    rng = np.random.default_rng(0)
    zeros = 0
    for _ in range(100):
        d = int(rng.integers(1, 9))
        halfspace = Halfspace(rng.integers(-3, 4, d), rng.integers(-6, 7) / 2)
        X, y = rng.integers(0, 2, (10, d)), rng.choice([-1, 1], 10)
        zeros += agree(javascript, halfspace, X, y, exact=True)  # halves have no rounding
    assert zeros > 40  # sign(0) = -1, and a mistake


BOOK = ["spam", "or_", "and_", "xor", "divination", "printed_bound", "clouds", "axes", "spiral"]


@pytest.mark.parametrize("name", BOOK)
def test_javascript_votes_as_python_does_on_the_books_data(javascript, name):
    X, y = getattr(datasets, name)(*[30] * (name == "axes"))
    X, y = X[:200], y[:200]
    rng = np.random.default_rng(1)
    whole = X.dtype.kind == "i"
    agree(javascript, Halfspace(rng.integers(-3, 4, X.shape[1]), 0.5), X, y, exact=whole)
    agree(javascript, Halfspace(rng.normal(size=X.shape[1]), rng.normal()), X, y, exact=False)


def test_the_threshold_is_that_of_the_neuron_of_1943(javascript):
    rows = np.array(list(product([0, 1], repeat=5)))
    biases, thetas = np.arange(-7, 7.5, 0.5), np.arange(-1, 8)
    thresholds = javascript("all => all.map(b => halfspaces.threshold(b))", biases)
    for theta, b in zip(thresholds, biases, strict=True):
        fires = rows.sum(axis=1) >= theta
        assert (fires == (Halfspace(np.ones(5), b).predict(rows) == 1)).all()
    assert javascript("all => all.map(b => halfspaces.threshold(b))", 0.5 - thetas) == thetas.tolist()


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
        unit = 37 / max(6, np.ceil(abs(values[-1])))
        for (x, width, look, style, note), value, word in zip(bars, values, [*words, 1, 1], strict=True):
            assert width == pytest.approx(unit * abs(value), abs=1e-6)
            assert x == pytest.approx(50 - unit * max(-value, 0), abs=1e-6)
            assert ("plus" in look) == (value > 0)
            assert ("absent" in look) == (not word)
            assert ("url(#live-hatching" in style) == (value < 0 and bool(word)), "votes against are hatched"
            assert note.replace("−", "-") == (f"{value:+g}" if value else "0") * bool(word)
        assert self.figure.locator(".live-chosen").all_text_contents() == [EMAILS.label_names[verdict]]


START = (EMAILS.X[0].tolist(), LEARNED.w.tolist(), LEARNED.b)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_by_mouse(live, theme):
    hands = live(CHAPTER, FIGURE, whole=True, theme=theme)
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
    hands = live(CHAPTER, FIGURE, whole=True, phone=True)
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
    assert hands.page.evaluate("document.documentElement.scrollWidth") == 360
    for target in voters.figure.locator(
        ".live :is(button, select, input[type=range], label:has([type=checkbox]))"
    ).all():
        box = target.bounding_box()
        assert box["height"] >= 24
        assert box["width"] >= 24
        assert box["x"] + box["width"] <= 344


def test_by_keyboard(live):
    hands = live(CHAPTER, FIGURE)
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
    hands = live(CHAPTER, FIGURE)
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


def test_the_address_holds_the_state(live):
    hands = live(CHAPTER, FIGURE)
    voters = Voters(hands)
    hands.button("email 4").click()
    voters.slider("weight of nigeria").press("Home")
    voters.slider("bias").press("ArrowRight")
    state = voters.state()
    hands = live(CHAPTER, FIGURE, state=hands.kept("b=0.5"))
    other = Voters(hands)
    assert other.state() == state == (EMAILS.X[3].tolist(), [0, 2, 0, -1, -3], 0.5)
    other.check()
    hands.button("Reset").click()
    hands.page.wait_for_function("!location.hash")


def test_an_address_that_does_not_fit_does_no_harm(live):
    voters = Voters(live(CHAPTER, FIGURE, state="words=[1,1]&w=[3]&b=1"))
    voters.check()
    assert voters.state() == START


def test_without_scripts_there_is_a_picture(live):
    hands = live(CHAPTER, FIGURE, whole=True, scripts=False)
    expect(hands.figure.locator("img")).to_be_visible()
    expect(hands.figure.locator(".live")).to_have_count(0)


def test_the_python_object():
    vote = VoteExplorer()
    assert (vote.words, vote.w, vote.b) == START
    assert (vote.score, vote.accuracy) == (2, 1)
    assert repr(vote) == "VoteExplorer(and viagra of nigeria: score 2)"
    vote.words = [1, 0, 0, 1, 1]
    assert vote.score == 0
    vote.w, vote.b = np.zeros(5), 0
    assert vote.accuracy == 0  # a score of 0 is a mistake whatever the label is
    rng = np.random.default_rng(3)
    for _ in range(50):
        vote.words, vote.w, vote.b = rng.integers(0, 2, 5), rng.integers(-3, 4, 5), rng.integers(-6, 7) / 2
        halfspace = Halfspace(vote.w, vote.b)
        assert vote.score == halfspace.score([vote.words])[0]
        assert vote.accuracy == (halfspace.score(EMAILS.X) * EMAILS.y > 0).mean()
        assert vote.halfspace.w.tolist() == vote.w


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("words", [1, 0]), ("words", [2, 0, 0, 0, 0]), ("words", "spam!"), ("words", [0.5] * 5),
        ("w", [1, 2]), ("w", [1, 2, 3, 4, np.nan]), ("b", "a"), ("b", np.inf),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_and_nothing_changes(name, value):
    vote = VoteExplorer()
    before = getattr(vote, name)
    with pytest.raises(ValueError, match=name):
        setattr(vote, name, value)
    assert getattr(vote, name) == before
    with pytest.raises(traitlets.TraitError):
        vote.emails = [[1]]


@pytest.mark.parametrize("state", [{}, {"words": [0] * 5, "w": [1] * 5, "b": -2.5}])
def test_the_picture_shows_the_state(state):
    vote = VoteExplorer(**state)
    vote.picture()
    votes, scores = plt.gcf().axes
    shown = [[bar.get_width() for bar in ax.patches] for ax in (votes, scores)]
    assert shown[0] == [w for w, word in zip(vote.w, vote.words, strict=True) if word] + [vote.b, vote.score]
    assert shown[1] == vote.halfspace.score(EMAILS.X).tolist()
    right = [text.get_text() == "right" for text in scores.texts]
    assert np.mean(right) == vote.accuracy
    plt.close()
