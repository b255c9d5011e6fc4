"""Visit every page of the built site, as a phone and as a wide screen, with every other host out of reach."""

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.hands import SITE, listen

FRONT = SITE / "index.html"  # only leads on to book/index.html
PAGES = sorted(p.relative_to(SITE).as_posix() for p in SITE.rglob("*.html") if p != FRONT)
OTHERS = ("_static/", "lite/")  # no pages of the book
PAGES = [page for page in PAGES if not page.startswith(OTHERS)] or ["book/index.html"]  # none: the site is missing

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 800}

# What is wrong with the page as it stands, one string for each fault.
FAULTS = r"""async () => {
  if (window.MathJax) await MathJax.startup.promise;
  const faults = [], main = document.querySelector("main");
  for (const e of document.querySelectorAll("mjx-merror"))
    faults.push("formula in error: " + e.getAttribute("data-mjx-error"));
  for (const e of main.querySelectorAll(".math"))
    if (!e.querySelector("mjx-container")) faults.push("formula not rendered: " + e.textContent);
  for (const e of main.querySelectorAll("img")) {
    const alt = e.alt.trim(), src = e.getAttribute("src");
    if (!e.naturalWidth) faults.push("image not loaded: " + src);
    if (!alt || alt === src || alt.endsWith(src.split("/").pop())) faults.push("image without alt text: " + src);
  }
  const text = main.cloneNode(true);
  text.querySelectorAll("pre, code, script, style, .math, mjx-container").forEach(e => e.remove());
  for (const markup of text.textContent.match(/\$|\\[([]|:::|\{[a-z]+(:[a-z]+)?\}/g) || [])
    faults.push("markup left in the text: " + markup);
  return faults;
}"""

# What sticks out to the right when the page scrolls sideways, with all that was folded unfolded.
TOO_WIDE = """theme => {
  document.documentElement.dataset.theme = theme;
  document.querySelectorAll("main details").forEach(e => e.open = true);
  document.querySelectorAll("main .toggle-button-hidden").forEach(e => e.click());
  if (document.documentElement.scrollWidth <= innerWidth) return "";
  const wide = [...document.querySelectorAll("main *")].filter(e => e.getBoundingClientRect().right > innerWidth);
  return `in ${theme} mode at ${innerWidth} px the page scrolls sideways: ${wide.map(e => e.outerHTML.slice(0, 80))}`;
}"""


@pytest.fixture(scope="module")
def reader(chromium: Browser) -> Iterator[BrowserContext]:
    """One window for all the tests of this file."""
    window = chromium.new_context(viewport=PHONE)
    yield window
    window.close()


@pytest.fixture
def page(reader: BrowserContext) -> Iterator[Page]:
    """A new tab."""
    tab = reader.new_page()
    yield tab
    tab.close()


def test_front_page_leads_to_the_book(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_url("**/book/index.html", timeout=5000)


@pytest.mark.parametrize("name", PAGES)
def test_page(page: Page, address: str, name: str) -> None:
    faults = listen(page, address)
    page.goto(address + name)
    faults += page.evaluate(FAULTS)
    assert not faults, "\n".join(faults)
    for size, theme in product((PHONE, DESK), ("light", "dark")):
        page.set_viewport_size(size)
        wide = page.evaluate(TOO_WIDE, theme)
        assert not wide, wide
    assert not faults, "\n".join(faults)  # nothing went wrong while it was unfolded and resized either
