"""Where a chapter asks for a guess, its page keeps the answer closed until the reader has guessed, and tells both."""

from collections.abc import Iterator
from typing import Any

import nbformat
import numpy as np
import pytest
from bs4 import BeautifulSoup, Tag
from playwright.sync_api import Browser, BrowserContext, Page, expect

from extensions.guess import answer
from perceptron_lib import Halfspace, datasets
from tests.hands import SITE, listen
from tools.minutes import ROOT, chapters

CHAPTERS = pytest.mark.parametrize("name", chapters())
PAGE = "book/convergence.html"
FIRST = "How many mistakes will the worst order cost?"


def guesses(name: str) -> list[tuple[dict[str, Any], str]]:
    """The guesses of a chapter, each with the stored output that answers it."""
    cells = nbformat.read(ROOT / f"{chapters()[name].file}.ipynb", as_version=4).cells
    asked = [cell for cell in cells if "guess" in cell.metadata]
    return [(cell.metadata.guess, "".join(output.get("text", "") for output in cell.outputs)) for cell in asked]


@CHAPTERS
def test_every_answer_is_found_in_the_stored_output_and_stands_on_the_page(name: str) -> None:
    asked = guesses(name)
    assert len(asked) >= 3
    page = BeautifulSoup((SITE / f"{chapters()[name].file}.html").read_text(encoding="utf-8"), "html.parser")
    forms = page.select("form.guess")
    assert [form["data-answer"] for form in forms] == [answer(guess, output) for guess, output in asked]
    questions = [name_of(form) for form in forms]
    assert questions == [guess["ask"] for guess, _ in asked]
    assert len(set(questions)) == len(questions)  # a browser keeps guesses by their questions
    for form in forms:
        told = form.find_next_sibling("div")
        assert told
        assert "guessed" in told["class"]


def name_of(form: Tag) -> str:
    """The question of a form."""
    label = form.find(["label", "legend"])
    assert label
    return label.get_text().strip()


LINES = "first 0.5\nsecond 0.75\nthird 0.75\n"


@pytest.mark.parametrize(
    ("guess", "found"),
    [
        ({"number": r"second (\S+)"}, "0.75"),
        ({"found": [["yes", "third"], ["no", "fourth"]]}, "yes"),
        ({"largest": [["1", r"first (\S+)"], ["2", r"second (\S+)"]]}, "2"),
        ({"smallest": [["1", r"^first (\S+)"], ["2", r"^second (\S+)"]]}, "1"),
        ({"number": r"fourth (\S+)"}, None),
        ({"number": r"(first)"}, None),
        ({"found": [["yes", "third"], ["no", "first"]]}, None),
        ({"found": [["yes", "fourth"]]}, None),
        ({"largest": [["2", r"second (\S+)"], ["3", r"third (\S+)"]]}, None),
    ],
)
def test_an_answer_is_found_once_or_the_build_stops(guess: dict[str, Any], found: str | None) -> None:
    if found is not None:
        assert answer(guess, LINES) == found
    else:
        with pytest.raises(ValueError, match=r"is not in|could not convert|values to unpack"):
            answer(guess, LINES)


@pytest.fixture
def reader(chromium: Browser) -> Iterator[BrowserContext]:
    """A reader who has not guessed yet."""
    window = chromium.new_context(viewport={"width": 1280, "height": 800})
    yield window
    window.close()


@pytest.fixture
def page(reader: BrowserContext, address: str) -> Iterator[Page]:
    """A page that asks."""
    page = reader.new_page()
    faults = listen(page, address)
    page.goto(address + PAGE)
    yield page
    assert not faults, faults


def output(page: Page) -> Any:
    """What answers the first question: the output, and the paragraph that speaks of it."""
    return page.locator("main .guessed").nth(0), page.locator("main p.guessed").nth(0)


def shows(page: Page, told: str) -> bool:
    """Whether the first answer is open, with its sentence and all that belongs to it, or closed without."""
    expect(page.locator("p.guess > [role=status]").first).to_have_text(told)
    seen = {part.locator("pre, p").or_(part).last.evaluate(VISIBLE) for part in output(page)}
    seen.add(not page.locator("form.guess").first.is_visible())
    assert len(seen) == 1, "half open"
    return seen.pop()


KEPT = "Object.keys(localStorage).filter(key => key.startsWith('guess'))"
VISIBLE = "e => e.checkVisibility({ contentVisibilityAuto: true }) && e.getBoundingClientRect().height > 5"


def type_in(page: Page, guess: str) -> None:
    page.get_by_label(FIRST).fill(guess)
    page.get_by_label(FIRST).press("Enter")


def test_answer_is_closed_until_a_guess_and_stays_open_on_a_return(page: Page) -> None:
    assert not shows(page, "")
    page.get_by_label(FIRST).press("Enter")  # nothing is no guess
    assert not shows(page, "")
    type_in(page, "12")
    assert shows(page, "You guessed 12, it was 8.")
    again = page.get_by_role("button", name="Forget and close")
    expect(again).to_be_focused()
    assert page.locator("form.guess:visible").count() == page.locator("form.guess").count() - 1  # the others still ask
    page.reload()
    assert shows(page, "You guessed 12, it was 8.")
    again.press("Enter")
    assert not shows(page, "")
    expect(page.get_by_label(FIRST)).to_be_focused()
    assert page.evaluate(KEPT) == []
    type_in(page, "8")
    assert shows(page, "You guessed 8, and that is right.")


def test_reader_may_decline(page: Page) -> None:
    page.get_by_role("button", name="Show me").first.click()
    assert shows(page, "It was 8.")
    page.reload()
    assert shows(page, "It was 8.")


def test_a_choice_is_one_press(page: Page) -> None:
    form = page.get_by_role("group", name="With which threshold will the run find the largest margin?")
    form.get_by_role("button", name="100", exact=True).press("Enter")
    expect(page.get_by_text("You guessed 100, it was 10.")).to_be_visible()
    expect(page.get_by_role("button", name="Forget and close")).to_be_focused()


def test_a_figure_that_tells_is_closed_too_and_opens_for_a_link_into_it(reader: BrowserContext, address: str) -> None:
    page = reader.new_page()
    page.goto(f"{address}book/algorithm.html")
    caption = page.locator("#fig-scale figcaption")
    assert not caption.evaluate(VISIBLE)
    page.evaluate("location.hash = 'fig-scale'")
    page.wait_for_function(f"e => ({VISIBLE})(e)", arg=caption.element_handle())
    expect(page.get_by_text("It was 8.")).to_be_visible()
    assert page.evaluate(KEPT) == []
    page.close()


def test_a_search_opens_what_it_has_found(reader: BrowserContext, address: str) -> None:
    page = reader.new_page()
    page.goto(f"{address}{PAGE}?highlight=fewest")
    page.wait_for_selector("main .guessed span.highlighted")
    expect(page.get_by_text("It was 8.").first).to_be_visible()
    page.close()


def test_a_browser_that_keeps_nothing_asks_and_tells_all_the_same(reader: BrowserContext, address: str) -> None:
    page = reader.new_page()
    page.goto(address + PAGE)
    page.evaluate("Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no') } })")
    assert not shows(page, "")
    type_in(page, "9")
    assert shows(page, "You guessed 9, it was 8.")
    page.close()


def test_paper_shows_all_and_asks_nothing(page: Page) -> None:
    page.emulate_media(media="print")
    assert {part.locator("pre, p").or_(part).last.evaluate(VISIBLE) for part in output(page)} == {True}
    assert page.locator("form.guess:visible, p.guess:visible").count() == 0


def test_without_scripts_all_is_open_and_nothing_asks(chromium: Browser, address: str) -> None:
    window = chromium.new_context(java_script_enabled=False)
    page = window.new_page()
    page.goto(address + PAGE)
    assert page.locator("main .guessed:visible").count() == page.locator("main .guessed").count() > 0
    assert page.locator(".guess:visible").count() == 0
    window.close()


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_a_line_is_drawn_and_judged(reader: BrowserContext, address: str, by: str) -> None:
    page = reader.new_page()
    faults = listen(page, address)
    page.goto(f"{address}book/algorithm.html#sec-safest")
    form = page.locator("form.guess:has(svg)")
    first, second = (form.get_by_role("button", name=f"{which} end of the line") for which in ("first", "second"))
    form.get_by_role("button", name="Guess").click()
    told = page.get_by_text("Your line has points of both kinds on one side; the best one stays 0.23 away.")
    expect(told).to_be_visible()  # it stands at the left
    expect(first).to_be_hidden()
    page.get_by_role("button", name="Forget and close").click()

    box = form.locator("svg").bounding_box()
    assert box
    for end, (x, y) in ((first, (0.15, 0.1)), (second, (0.85, 0.9))):
        if by == "mouse":
            end.hover()
            page.mouse.down()
            page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"], steps=3)
            page.mouse.up()
        else:
            for _ in range(round((x - 0.1) * 360 / 20)):
                end.press("Shift+ArrowRight")
    form.get_by_role("button", name="Guess").click()
    said = page.locator("p.guess > [role=status]", has_text="Your line stays")
    X, labels = datasets.clouds()
    drawn = form.locator("line").evaluate("e => ['x1', 'y1', 'x2', 'y2'].map(name => e[name].baseVal.value)")
    scale = float(str(form.locator("svg").get_attribute("data-scale")))
    ends = np.array(drawn).reshape(2, 2) - 20
    (px, py), (qx, qy) = np.column_stack([ends[:, 0] / scale + X[:, 0].min(), X[:, 1].max() - ends[:, 1] / scale])
    judge = Halfspace([py - qy, qx - px], px * qy - qx * py)
    found = judge.signed_distance(X)
    assert abs((np.sign(found) * labels).sum()) == len(labels)
    expect(said).to_contain_text(f"stays {abs(found).min():.2g} away from the nearest point; the best one 0.23.")
    page.reload()
    expect(said).to_be_visible()
    assert form.locator("line").evaluate("e => e.x1.baseVal.value") == drawn[0]
    page.close()
    assert not faults, faults
