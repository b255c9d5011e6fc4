"""The words that act: the figure that they mean takes the state that they ask for, and what the sentence says is true.

Each has an entry in `TRUE`: the chapter, the words and what they act on, and a check of the sentence by the library, on
the figure in that state.
"""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any
from urllib.parse import unquote

import nbformat
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from perceptron_lib import Run, datasets, separate, train
from perceptron_lib.widgets import HalfspaceExplorer, Playground, ProofExplorer
from perceptron_lib.widgets.descent import LOSSES
from tests.hands import Hands, listen
from tools.notebooks import CHAPTERS, models

EMAILS = datasets.spam()
SORTED = train(EMAILS.X[:4], EMAILS.y[:4]), train(EMAILS.X[:4], EMAILS.y[:4], order=[1, 2, 3, 0])


def gets_past(figure: Any, machine: Run, word: str) -> bool:
    """Whether the first email without a word, which the figure shows, gets past a machine, which shows its weights."""
    j = EMAILS.feature_names.index(word)
    less = [bit * (k != j) for k, bit in enumerate(EMAILS.X[0].tolist())]
    return ([*figure.w, figure.b] == machine.weights[-1]).all() and figure.words == less and figure.score <= 0


def right(figure: Any, rule: str | None = None) -> int:
    """How many points a rule, by default the one that the figure shows, gets right."""
    return int((figure.predict(figure.points, rule) == figure.labels).sum())


PROOF = ProofExplorer().verification
LOW = "-0.5,2.5;-2.5,-0.5;4,-1;-4,-1.5;0,1;4,-2"
AMONG = "-0.5,2.5;-2.5,-0.5;4,0;-4,-1.5;-1,-1.2;4,-2"


def slope(figure: Any) -> float:
    """The slope of the loss that a figure of descent shows, at its functional margin."""
    return float(LOSSES[figure.loss].slope(np.array(figure.m)))


def costs(figure: Any, size: int | None = None) -> Any:
    """The costs of a path as far as a figure of descent shows it."""
    return figure.path(size).objective


def wrong(figure: Any, loss: str = "") -> int:
    """How many examples are wrong at the end of the batch path, with another loss if one is named."""
    figure.loss = loss or figure.loss
    return int((figure.batch.y * figure.batch.halfspace.score(figure.points) <= 0).sum())


TRUE: dict[tuple[str, str, str], Callable[[Any], bool]] = {
    (
        "learning_machines",
        "the second update",
        "fig-vote-explorer?words=0,0,1,1,0&w=1,1,-1,0,1&lessons=0,1",
    ): lambda figure: (
        ([*figure.w, figure.b] == SORTED[0].weights[2]).all()
        and figure.lessons == SORTED[0].mistakes.example[:2].tolist()
        and figure.words == EMAILS.X[1].tolist()
    ),
    ("learning_machines", "Leaving out viagra", "fig-vote-explorer?words=1,0,0,1,1"): lambda figure: (
        gets_past(figure, SORTED[0], "viagra") and SORTED[1].halfspace.score([figure.words])[0] == -1
    ),
    (
        "learning_machines",
        "Leaving out nigeria",
        "fig-vote-explorer?words=1,1,0,1,0&w=0,3,-1,-2,2&b=-1",
    ): lambda figure: gets_past(figure, SORTED[1], "nigeria") and SORTED[0].halfspace.score([figure.words])[0] > 0,
    ("learning_machines", "neuron of 1943", "fig-vote-explorer?w=1,1,1,1,1&b=-1.5"): lambda figure: (
        {"name": "a neuron of 1943", "w": figure.w, "b": figure.b} in figure.machines
    ),
    ("multiclass", "one-vs-rest", "fig-three-classes?rule=one-vs-rest"): lambda figure: right(figure) == 9,
    ("multiclass", "votes", "fig-three-classes?rule=votes&other=scores"): lambda figure: right(figure) == 9,
    ("multiclass", "sums", "fig-three-classes?rule=scores"): lambda figure: right(figure) == 9,
    (
        "multiclass",
        "One move is enough",
        "fig-three-classes?points=-3,-3;-4,-2;-4,-4;1,-2;1,2;0,2;5,1;6,1;6,0",
    ): lambda figure: right(figure, "one-vs-rest") < 9 == right(figure, "votes"),
    ("multiclass", "watch it learn", "fig-three-classes?rule=multiclass&visits=0"): lambda figure: (
        figure.rule == "multiclass" and right(figure) < 9
    ),
    (
        "multiclass",
        "six points of three classes",
        "fig-three-classes?points=-1,0;6,6;3,4;-6,5;1,-5;-3,3&labels=0,0,1,1,2,2&rule=multiclass",
    ): lambda figure: right(figure) < right(figure, "votes") == len(figure.points) == 6,
    ("algorithm", "its fourth update", "fig-playground?visits=14"): lambda figure: (
        figure.mistakes == 4 and figure.run.mistakes.visit[3] == figure.visits - 1
    ),
    ("algorithm", "before this update", "fig-playground?visits=13"): lambda figure: (
        figure.mistakes == 3 and figure.run.mistakes.visit[3] == figure.visits
    ),
    ("halfspaces", "vertical line", "fig-halfspace?w=-1,0&b=7"): lambda figure: (
        figure.w[1] == 0 and figure.halfspace.score([[7, x2] for x2 in range(12)]).tolist() == [0] * 12
    ),
    ("halfspaces", "exchanges the sides", "fig-halfspace?w=1,2&b=-16.5"): lambda figure: (
        figure.halfspace.score(figure.points) == -HalfspaceExplorer().halfspace.score(figure.points)
    ).all(),
    ("halfspaces", "shifts the line", "fig-halfspace?b=8"): lambda figure: (
        figure.w == HalfspaceExplorer().w and figure.b != HalfspaceExplorer().b
    ),
    ("halfspaces", "the second line", "fig-halfspace?shown=clouds&w=1,1&b=-1"): lambda figure: (
        len(figure.points) == 60 and (figure.labels * figure.halfspace.score(figure.points) > 0).all()
    ),
    ("halfspaces", "doubles the bias", "fig-halfspace?w=-2,-4&b=33"): lambda figure: (
        [*figure.w, figure.b] == [2 * value for value in (*HalfspaceExplorer().w, HalfspaceExplorer().b)]
        and figure.halfspace.signed_distance(figure.points)
        == pytest.approx(HalfspaceExplorer().halfspace.signed_distance(figure.points))
    ),
    ("xor", "after three steps", "fig-cycle-explorer?step=3"): lambda figure: (
        [*figure.w, figure.b] == [1, 1, 1] and figure.step == 3
    ),
    ("xor", "The next step", "fig-cycle-explorer?step=4"): lambda figure: (
        [*figure.w, figure.b] == [0, 0, 0] and figure.step == figure.cycle.steps
    ),
    ("xor", "half way", "fig-cycle-explorer?points=0,0;0,1;1,0;0.5,0.5&step=21"): lambda figure: (
        figure.certificate[0] == 0 and figure.points[3] == [1 / 2, 1 / 2]
    ),
    ("xor", "one sixteenth further", "fig-cycle-explorer?points=0,0;0,1;1,0;0.4375,0.4375&step=40"): lambda figure: (
        figure.certificate is None and figure.points[3] == [7 / 16, 7 / 16]
    ),
    ("convergence", "9 of at most 22 mistakes", "fig-progress?updates=9"): lambda figure: (
        figure.updates == figure.verification.mistakes == 9 and int(figure.verification.bound) == 22
    ),
    ("convergence", "sinks", f"fig-progress?points={LOW}&updates=15"): lambda figure: (
        figure.updates == figure.verification.mistakes and figure.verification.bound > 4 * PROOF.bound
    ),
    ("convergence", "the worst", "fig-progress?chooser=adversary&updates=11"): lambda figure: (
        figure.updates == figure.verification.mistakes > PROOF.mistakes
        and figure.verification.holds
        and figure.verification.bound == PROOF.bound
    ),
    ("convergence", "point 5 in among the squares", f"fig-progress?points={AMONG}&updates=50"): lambda figure: (
        not figure.oracle.separable and len(figure.run.mistakes) > figure.updates
    ),
    ("losses", "always asks for a little more", "fig-descent?loss=logistic&m=3"): lambda figure: slope(figure) < 0,
    ("losses", "punishes", "fig-descent?loss=squared&m=2"): lambda figure: figure.m > 1 and slope(figure) > 0,
    ("losses", "batch path walks down and stays", "fig-descent?loss=logistic&eta=1.5&looks=180"): lambda figure: (
        (np.diff(costs(figure)) < 1e-12).all()
        and costs(figure)[-1] - figure.batch.objective[-1] < 1e-3
        and np.ptp(costs(figure, 1)[-12:]) > 1
    ),
    (
        "losses",
        "enough to throw the stochastic path out of the picture",
        "fig-descent?loss=squared&eta=0.1&looks=180",
    ): lambda figure: np.abs(figure.path(1).weights[-1]).max() > 1e3,
    ("losses", "zero weights", "fig-descent?loss=perceptron&eta=1&looks=13"): lambda figure: (
        not figure.path(1).weights[-1].any()
    ),
    ("neighbours", "line separates the classes", "fig-neighbours-first?loss=perceptron"): lambda figure: (
        wrong(figure) == 0 and figure.batch.stopped == "no updates"
    ),
    ("neighbours", "halfway between the means", "fig-neighbours-first?loss=squared"): lambda figure: (
        abs(figure.batch.b + figure.batch.w[0] * np.mean([np.mean(points) for points in np.split(figure.batch.X, 2)]))
        < 1e-3
    ),
    (
        "neighbours",
        "one point far away",
        "fig-neighbours-first?loss=squared&points=-1.2;-0.9;-0.7;-0.4;0.1;0.5;0.8;3.2",
    ): lambda figure: wrong(figure) == 1 and not wrong(figure, "hinge"),
    ("algorithm", "a run on XOR", "fig-playground?shown=XOR"): lambda figure: (
        not separate(figure.points, figure.labels).separable and not figure.run.converged
    ),
    (
        "algorithm",
        "at (1.5, −2.5)",
        "fig-playground?points=0.5,1.5;-2.5,-2.5;1.5,1.5;-0.5,-2.5;-2,-1;1.5,-2.5;2.5,-0.5;0.5,-2",
    ): lambda figure: (
        figure.points[5] == [1.5, -2.5]
        and figure.run.converged
        and len(figure.run.mistakes) == 776
        and len(Playground().run.mistakes) == 10
    ),
}

NOTEBOOKS = {path.stem: nbformat.read(path, as_version=4) for path in CHAPTERS}
WORDS = [
    (chapter, *words)
    for chapter, notebook in NOTEBOOKS.items()
    for cell in notebook.cells
    if cell.cell_type == "markdown"
    for words in re.findall(r"\{live\}`([^`<]+?) <([^`>]+)>`", cell.source)
]
EVERY = pytest.mark.parametrize(("chapter", "words", "target"), WORDS, ids=[" ".join(word) for word in WORDS])
TOOK = """([name, state]) => Object.entries(state).every(([key, value]) =>
  JSON.stringify(document.getElementById(name).model.get(key)) === JSON.stringify(value))"""
IN_SIGHT = """name => {
  const { top, bottom, height } = document.getElementById(name).getBoundingClientRect();
  return top < innerHeight - Math.min(height, 200) && bottom > Math.min(height, 200);
}"""


def value(text: str, sample: Any) -> Any:
    """The value that a text in an address stands for, of the same kind as a sample."""
    if isinstance(sample, list):
        first = sample[0] if sample else 0
        return [value(part, first) for part in text.split(";" if isinstance(first, list) else ",") if part]
    if isinstance(sample, bool):
        return {"true": True, "false": False}[text]
    return type(sample)(float(text)) if isinstance(sample, int | float) else unquote(text)


def asked(chapter: str, target: str) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """The figure that an address means, its state at first, and what the address asks for."""
    name, _, state = target.partition("?")
    start = models(NOTEBOOKS[chapter])[name]["state"]
    parts = dict(part.split("=") for part in state.split("&"))
    base: dict[str, Any] = next((each for each in start.get("sets", []) if each["shown"] == parts.get("shown")), {})
    return name, start | base, {key: value(text, (start | base)[key]) for key, text in parts.items()}


def in_python(chapter: str, target: str) -> Any:
    """The figure in the state that an address asks for; what the widget refuses raises an error."""
    _, start, state = asked(chapter, target)
    *module, kind = start["_anywidget_id"].split(".")
    known = getattr(import_module(".".join(module)), kind)
    own = {key: start[key] for key, trait in known.class_traits(sync=True).items() if key in start and key[0] != "_"}
    traits = {key: value for key, value in (own | state).items() if not known.class_traits()[key].read_only}
    return known(**{key: value for key, value in traits.items() if key != "layout"})


@pytest.fixture
def page(chromium: Browser, address: str) -> Iterator[Page]:
    """A new tab, on a page on which nothing may go wrong."""
    tab = chromium.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    faults = listen(tab, address)
    yield tab
    tab.close()
    assert not faults, faults


def opened(page: Page, address: str, chapter: str, words: str, target: str) -> Any:
    """Open a chapter; return these words."""
    page.goto(f"{address}book/{chapter}.html")
    word = page.locator(f'main a.acts[href$="#{target}"]').get_by_text(words, exact=True).first
    page.evaluate("document.querySelectorAll('main details').forEach(fold => fold.open = true)")
    return word


def test_every_word_that_acts_has_an_entry_and_every_entry_a_word() -> None:
    assert set(WORDS) == set(TRUE)


@EVERY
def test_what_the_sentence_says_is_true_in_this_state(chapter: str, words: str, target: str) -> None:
    assert TRUE[chapter, words, target](in_python(chapter, target))


@EVERY
def test_a_click_gives_the_figure_the_state(page: Page, address: str, chapter: str, words: str, target: str) -> None:
    name, _, state = asked(chapter, target)
    word = opened(page, address, chapter, words, target)
    word.scroll_into_view_if_needed()
    word.click()
    page.wait_for_selector(f"#{name}.alive")
    page.wait_for_function(IN_SIGHT, arg=name)
    page.wait_for_function(TOOK, arg=[name, state])


EXAMPLE = ("algorithm", "before this update", "fig-playground?visits=13")


def test_the_figure_is_outlined_while_a_word_is_pointed_at(page: Page, address: str) -> None:
    word, figure = opened(page, address, *EXAMPLE), page.locator("#fig-playground")
    look = "figure => getComputedStyle(figure).outlineStyle"
    word.hover()
    assert figure.evaluate(look) == "solid"
    page.mouse.move(0, 0)
    assert figure.evaluate(look) == "none"
    page.locator("a.acts").first.focus()  # the stop before it on the keyboard's way
    page.keyboard.press("Tab")
    assert word.evaluate("word => word === document.activeElement")
    assert figure.evaluate(look) == "solid"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    assert figure.evaluate(look) == "none"


def test_a_word_acts_again_and_back_leads_to_it(page: Page, address: str) -> None:
    word = opened(page, address, *EXAMPLE)
    word.click()
    page.wait_for_selector("#fig-playground.alive")
    hands = Hands(page, "fig-playground", [])
    assert hands.number(r"Visit (\d+)") == 13
    hands.button("Step").click()
    assert hands.number(r"Visit (\d+)") == 14
    page.wait_for_function("!location.hash.includes('visits=13')")
    word.scroll_into_view_if_needed()
    word.click()
    assert hands.number(r"Visit (\d+)") == 13
    page.get_by_role("button", name="Back to the text").click()
    assert word.evaluate("word => word === document.activeElement")
    page.wait_for_function(
        "word => Math.abs(word.getBoundingClientRect().top - innerHeight / 2) < 60", arg=word.element_handle()
    )
    expect(page.get_by_role("button", name="Back to the text")).to_have_count(0)

    page.evaluate("scrollTo(0, 0)")  # again, while the address is the same
    assert not page.evaluate(IN_SIGHT, "fig-playground")
    word.evaluate("word => word.click()")
    page.wait_for_function(IN_SIGHT, arg="fig-playground")
    assert hands.number(r"Visit (\d+)") == 13

    page.get_by_role("link", name="Skip to the live figure").scroll_into_view_if_needed()
    top = page.evaluate("scrollY")
    page.get_by_role("link", name="Skip to the live figure").click()
    page.wait_for_function(IN_SIGHT, arg="fig-playground")
    page.go_back()
    page.wait_for_function("top => Math.abs(scrollY - top) < 60", arg=top)
    expect(page).to_have_url(re.compile(r"#fig-playground\?visits=13$"))


def test_on_paper_and_without_scripts_they_are_words_and_a_link(chromium: Browser, address: str) -> None:
    window = chromium.new_context(java_script_enabled=False)
    page = window.new_page()
    page.goto(f"{address}book/{EXAMPLE[0]}.html")
    word = page.get_by_role("link", name=EXAMPLE[1], exact=True)
    word.click()
    expect(page).to_have_url(re.compile("#fig-playground$"))
    assert page.evaluate(IN_SIGHT, "fig-playground")
    page.emulate_media(media="print")
    look = "e => [getComputedStyle(e).color, getComputedStyle(e).textDecorationLine]"
    own, text = word.evaluate(look), word.locator("..").evaluate(look)
    assert own == text
    window.close()
