"""Each chapter has a core that can be read by itself; what goes deeper is folded, and opens when it is wanted."""

from collections.abc import Iterator
from functools import cache
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from bs4 import BeautifulSoup, Tag
from playwright.sync_api import Browser, Page

from tests.hands import SITE
from tools.minutes import Chapter, chapters

CHAPTERS = pytest.mark.parametrize("chapter", chapters().values(), ids=chapters().keys())
FOLDS = "[...document.querySelectorAll('section.starred > details')]"


@CHAPTERS
def test_core_is_short(chapter: Chapter) -> None:
    core = chapter.core
    assert core.words <= 1500
    assert core.cells <= 10
    assert core.formulas <= 10
    assert core.minutes <= 18


def test_all_cores_take_two_and_a_half_hours() -> None:
    assert sum(chapter.core.minutes for chapter in chapters().values()) <= 150


@cache
def article(file: str) -> Tag:
    """Return what a page of the site has between its bars."""
    page = BeautifulSoup((SITE / f"{file}.html").read_text(encoding="utf-8"), "html.parser")
    found = page.find("article")
    assert isinstance(found, Tag)
    return found


def led_to(chapter: Chapter) -> Iterator[tuple[str, str]]:
    """Yield page and anchor of each link into another chapter that stands in a chapter's core."""
    files = {other.file for other in chapters().values()} - {chapter.file}
    for link in article(chapter.file).find_all("a", href=True):
        if not link.find_parent(class_="starred"):
            path, anchor = urldefrag(urljoin(f"{chapter.file}.html", str(link["href"])))
            if path.removesuffix(".html") in files:
                yield path.removesuffix(".html"), unquote(anchor)


def needed_by(chapter: Chapter) -> set[str]:
    """Return the files of the chapters that a chapter needs, and that these need in turn."""
    direct = [chapters()[name] for name in chapter.needs]
    return {other.file for other in direct}.union(*map(needed_by, direct))


@CHAPTERS
def test_core_needs_nothing_that_another_chapter_folds(chapter: Chapter) -> None:
    for file, anchor in led_to(chapter):
        place = article(file).find(id=anchor) if anchor else None
        assert not (place and place.find_parent(class_="starred", id=True)), (file, anchor)
        assert not (place and "starred" in place.get_attribute_list("class")), (file, anchor)


@CHAPTERS
def test_core_builds_on_the_chapters_that_it_names(chapter: Chapter) -> None:
    built_on = {file for file, anchor in led_to(chapter) if article(file).find(class_=["proof", "math"], id=anchor)}
    assert built_on <= needed_by(chapter)


def test_the_theorem_comes_before_all_that_is_starred() -> None:
    first, *_ = article("book/convergence").find_all(id="thm-novikoff")
    assert not first.find_previous(class_="starred")


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A new tab."""
    tab = chromium.new_page()
    yield tab
    tab.close()


def starred() -> tuple[str, list[Tag]]:
    """Return a page and its starred sections."""
    return next((c.file, found) for c in chapters().values() if len(found := article(c.file).select(".starred")) > 1)


def test_a_starred_section_opens_for_a_link_the_search_and_printing(page: Page, address: str) -> None:
    file, (section, *others) = starred()
    page.goto(f"{address}{file}.html")
    closed = page.evaluate(f"{FOLDS}.map(fold => fold.open)")
    assert closed == [False] * (1 + len(others))
    page.locator("section.starred > details > summary").first.click()
    assert page.evaluate(f"{FOLDS}[0].open")

    inside = section.select("details [id]")[0]
    for anchor in (section["id"], inside["id"]):
        page.goto("about:blank")
        page.goto(f"{address}{file}.html#{anchor}")
        page.wait_for_function(f"{FOLDS}[0].open")
    assert not page.evaluate(f"{FOLDS}[1].open")

    word = max(section.find_all("p")[0].get_text().split(), key=len).strip(",.;:")
    page.goto("about:blank")
    page.goto(f"{address}{file}.html?highlight={word}")
    page.wait_for_function(f"{FOLDS}[0].open")

    page.goto("about:blank")
    page.goto(f"{address}{file}.html")
    height = f"{FOLDS}[0].getBoundingClientRect().height"
    folded = page.evaluate(height)
    page.emulate_media(media="print")
    assert page.evaluate(height) > 2 * folded


def test_a_starred_section_opens_without_a_script(chromium: Browser, address: str) -> None:
    file, (section, *_) = starred()
    window = chromium.new_context(java_script_enabled=False)
    page = window.new_page()
    page.goto(f"{address}{file}.html#{section['id']}")
    text = page.locator("section.starred p").first
    assert text.is_visible()
    page.goto(f"{address}{file}.html")
    assert not page.locator("section.starred p").first.is_visible()
    page.locator("section.starred summary").first.click()
    assert page.locator("section.starred p").first.is_visible()
    window.close()
