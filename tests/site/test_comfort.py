"""What makes the pages comfortable: for the keyboard, in the dark, for the hurried, in the search and the glossary."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from extensions import formulas
from tests.hands import SITE, listen
from tools.minutes import Chapter, chapters

Mode = Literal["light", "dark"]
CHAPTERS = pytest.mark.parametrize("chapter", chapters().values(), ids=chapters().keys())
ALIVE = [chapter for chapter in chapters().values() if chapter.live]
AT_TOP = "id => Math.abs(document.getElementById(id).getBoundingClientRect().top) < 150"
FOLDS = "[...document.querySelectorAll('main details')].filter(e => !e.closest('figure')).map(fold => fold.open)"


@pytest.fixture
def page(chromium: Browser, address: str) -> Iterator[Page]:
    """A new tab, on a page on which nothing may go wrong."""
    tab = chromium.new_page()
    faults = listen(tab, address)
    yield tab
    tab.close()
    assert not faults, faults


# The keyboard


FORMULAS = "[...document.querySelectorAll('main :is(.katex-display, span.math)')]"


@CHAPTERS
def test_the_keyboard_stops_at_formulas_only_where_they_scroll(page: Page, address: str, chapter: Chapter) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(f"{address}{chapter.file}.html")
    page.evaluate("document.querySelectorAll('main details').forEach(fold => fold.open = true)")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.locator("article h1").click()
    reached, stops = set(), 0
    while not stops or page.evaluate("document.activeElement !== document.body"):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(f"{FORMULAS}.findIndex(formula => formula.contains(document.activeElement))"))
        stops += 1
    scrolls = "formula.matches('.katex-display') && formula.scrollWidth > formula.clientWidth"
    assert stops > 20
    assert reached - {-1} == set(page.evaluate(f"{FORMULAS}.flatMap((formula, i) => {scrolls} ? [i] : [])"))


def test_every_chapter_with_a_live_figure_leads_to_it() -> None:
    assert len(ALIVE) >= 7
    for chapter in chapters().values():
        html = (SITE / f"{chapter.file}.html").read_text(encoding="utf-8")
        road = re.search(r'<p class="road">.*?</p>', html, re.DOTALL)
        assert road
        assert re.findall(r'href="#([^"]+)">Skip to the live figure', road[0]) == [chapter.live] * bool(chapter.live)


@pytest.mark.parametrize("chapter", ALIVE, ids=lambda chapter: chapter.title)
def test_the_live_figure_is_two_keys_away_from_the_road(page: Page, address: str, chapter: Chapter) -> None:
    page.goto(f"{address}{chapter.file}.html")
    folded = page.evaluate(FOLDS)
    page.get_by_role("link", name="Skip to the live figure").focus()
    page.keyboard.press("Enter")
    figure = page.locator(f"#{chapter.live}")
    page.wait_for_selector(f"#{chapter.live}.alive")
    page.wait_for_function(AT_TOP, arg=chapter.live)
    page.keyboard.press("Tab")
    assert figure.evaluate("figure => figure.contains(document.activeElement)")
    assert page.evaluate(FOLDS) == folded


# What is wide, and paper


LIVE = """Object.keys(JSON.parse(document.querySelector("script[type$='widget-state+json']").textContent).state)
  .filter(name => document.getElementById(name))"""
SHADED = """boxes => boxes
  .map(box => [box.scrollWidth > box.clientWidth + 1, getComputedStyle(box)])
  .filter(([wider, { overflowX }]) => wider && overflowX === "auto")
  .map(([, look]) => [look.backgroundAttachment, look.backgroundImage.split("gradient").length - 1])"""


@CHAPTERS
def test_on_a_phone_what_goes_on_to_the_side_is_shaded_there(page: Page, address: str, chapter: Chapter) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}{chapter.file}.html")
    page.evaluate("document.querySelectorAll('main details').forEach(fold => fold.open = true)")
    looks = page.locator("main *").evaluate_all(SHADED)
    assert looks
    assert [look for look in looks if look != ["local, local, scroll, scroll", 4]] == []


@CHAPTERS
def test_on_paper_a_figure_and_its_caption_fit_on_a_page_and_nothing_can_be_pressed(
    page: Page, address: str, chapter: Chapter
) -> None:
    page.goto(f"{address}{chapter.file}.html")
    for figure in page.evaluate(LIVE) if chapter.live else ():
        page.locator(f"#{figure}").evaluate("figure => figure.scrollIntoView()")
        page.wait_for_selector(f"#{figure}.alive")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 900})  # what paper has within its margins
    figures = page.locator("main figure")
    looks = figures.evaluate_all("all => all.map(e => [getComputedStyle(e).breakInside, e.offsetHeight > 940, e.id])")
    assert [look for look in looks if look[:2] != ["avoid", False]] == []
    pressed = "all => all.filter(part => part.checkVisibility()).map(part => part.outerHTML)"
    controls = page.locator("main figure :is(button:not(table *), input:not([type=checkbox]), select, summary)")
    assert controls.evaluate_all(pressed) == []


# Light and dark


def shown(page: Page) -> tuple[str, str]:
    """Return the mode of a page, and whether it looks dark or light, once it has been told what the system is."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    mode: str = page.evaluate("document.documentElement.dataset.mode")
    ground = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--pst-color-background')")
    return mode, "dark" if ground == "#14171a" else "light"


@pytest.mark.parametrize("system", ["light", "dark"])
def test_a_page_is_as_the_system_is_until_the_reader_chooses(chromium: Browser, address: str, system: Mode) -> None:
    other: dict[Mode, Mode] = {"light": "dark", "dark": "light"}
    window = chromium.new_context(color_scheme=system)
    page = window.new_page()
    faults = listen(page, address)
    page.goto(f"{address}book/xor.html")
    assert shown(page) == ("auto", system)
    page.emulate_media(color_scheme=other[system])
    assert shown(page) == ("auto", other[system])
    page.goto(f"{address}book/glossary.html")
    assert shown(page) == ("auto", other[system])

    page.get_by_role("button", name="Color mode").click()
    assert shown(page) == (system, system)
    page.reload()
    assert shown(page) == (system, system)
    assert not faults, faults
    window.close()


def test_a_dark_page_is_dark_before_any_script_has_come(chromium: Browser, address: str) -> None:
    window = chromium.new_context(color_scheme="dark")
    page = window.new_page()
    page.route("**/*.js*", lambda route: route.abort())
    page.goto(f"{address}book/xor.html")
    assert shown(page) == ("auto", "dark")
    window.close()


def test_a_page_has_colours_without_scripts(chromium: Browser, address: str) -> None:
    window = chromium.new_context(color_scheme="dark", java_script_enabled=False)
    page = window.new_page()
    page.goto(f"{address}book/xor.html")
    assert page.locator("html").get_attribute("data-theme") == "light"
    assert not page.get_by_text("Skip to the live figure").is_visible()
    window.close()


# The search


def excerpts(page: Page, address: str, words: str) -> list[str]:
    """Return the excerpts that the search shows, when all have come."""
    page.goto(f"{address}search.html?q={words}")
    page.get_by_text("Search finished").wait_for()
    page.wait_for_function("document.querySelectorAll('.search > li:not(:has(.context))').length === 0")
    return page.locator(".search .context").all_inner_texts()


@pytest.mark.parametrize("words", ["margin", "cone", "perceptron", "halfspaces"])
def test_excerpts_are_sentences_not_menus(page: Page, address: str, words: str) -> None:
    found = excerpts(page, address, words)
    assert len(found) >= 3
    for excerpt in found:
        assert not re.search(r"Contents|Print to PDF|Show the code|Skip to|\\[a-z]+|\$|(\d\.\d+\. .*){3}", excerpt), (
            excerpt
        )


def test_an_excerpt_has_each_formula_once_and_in_a_line(page: Page, address: str) -> None:
    tex = {r"\frac1{x+2}": "1/(x+2)", r"x^2": "x^2", r"w^\top x": "w^⊤x", r"e^{-m}": "e^(−m)", r"\tfrac14": "1/4"}
    page.goto(f"{address}search.html")
    for source, text in tex.items():
        html_of_it = f"<article><p>a</p><p>{formulas.html(source, display=False)}</p></article>"
        assert page.evaluate("html => Search.htmlToText(html, '')", html_of_it) == f"a {text}"


# The glossary


def test_each_letter_leads_to_its_first_term(page: Page, address: str) -> None:
    page.goto(f"{address}book/glossary.html")
    terms = page.evaluate("[...document.querySelectorAll('dl.glossary > dt')].map(dt => [dt.textContent[0], dt.id])")
    groups = groupby(terms, lambda term: term[0].upper() if term[0].isalpha() else "#")
    firsts = [[letter, next(group)[1]] for letter, group in groups]
    assert [letter for letter, _ in firsts] == sorted({letter for letter, _ in firsts})  # each has one place
    found = page.evaluate("[...document.querySelectorAll('.letters a')].map(a => [a.textContent, a.hash.slice(1)])")
    assert found == firsts
    page.get_by_role("link", name="M", exact=True).click()
    page.wait_for_function(AT_TOP, arg=dict(firsts)["M"])


def test_every_chapter_but_two_names_terms() -> None:
    named = [c for c in chapters().values() if "std-term" in (SITE / f"{c.file}.html").read_text(encoding="utf-8")]
    assert len(named) >= 7


LINK = "main a:has(> .std-term)"


def test_a_term_says_what_it_means_for_mouse_and_keyboard(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}book/xor.html")
    page.evaluate("document.querySelectorAll('main details').forEach(fold => fold.open = true)")
    link, tip = page.locator(LINK).get_by_text("learning rate").locator(".."), page.get_by_role("tooltip")
    assert not [url for url in asked if "glossary" in url]
    link.scroll_into_view_if_needed()
    link.hover()
    tip.wait_for()
    says = tip.inner_text()
    assert says.endswith(".")
    assert "See" not in says
    assert tip.locator(".katex").count() >= 1
    assert link.get_attribute("aria-describedby") == tip.get_attribute("id")
    tip.hover()
    page.wait_for_timeout(300)
    assert tip.is_visible()
    page.mouse.move(0, 0)
    tip.wait_for(state="hidden")

    page.keyboard.press("Tab")  # from now on the focus is the keyboard's
    link.focus()
    tip.wait_for()
    page.keyboard.press("Escape")
    assert not tip.is_visible()


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_finger_opens_a_term_and_then_follows_it(chromium: Browser, address: str, mode: Mode) -> None:
    window = chromium.new_context(viewport={"width": 360, "height": 740}, has_touch=True, color_scheme=mode)
    page = window.new_page()
    page.goto(f"{address}book/xor.html")
    link, tip = page.locator(LINK).first, page.get_by_role("tooltip")
    page.evaluate("document.querySelectorAll('main details').forEach(fold => fold.open = true)")
    link.tap()
    tip.wait_for()
    box = tip.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    place = link.bounding_box()
    assert place
    assert -60 <= box["y"] - place["y"] <= 60 or abs(box["y"] + box["height"] - place["y"]) <= 5  # below or above it
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("article h1").tap()
    tip.wait_for(state="hidden")
    link.tap()
    tip.wait_for()
    link.tap()
    page.wait_for_url("**/glossary.html#term-*")
    window.close()


def test_without_the_glossary_a_term_is_a_link(chromium: Browser, address: str) -> None:
    page = chromium.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{address}book/xor.html")
    page.route("**/glossary.html", lambda route: route.abort())
    page.locator(LINK).first.hover(force=True)
    page.wait_for_timeout(200)
    assert not page.get_by_role("tooltip").is_visible()
    assert not errors
    page.close()


def test_every_definition_has_a_first_sentence(page: Page, address: str) -> None:
    page.goto(f"{address}book/glossary.html")
    wrong = """async () => {
      const wrong = [];
      for (const { id } of document.querySelectorAll("dl.glossary > dt")) {
        const link = document.createElement("a");
        link.href = `#${id}`;
        const said = (await meaning(link)).map(node => node.textContent ?? node).join("");
        if (!said.endsWith(".") || / See /.test(said) || said.length < 15) wrong.push(said);
      }
      return wrong;
    }"""
    assert page.evaluate(wrong) == []
