"""Visit every page of the built site, as a phone and as a wide screen, with every other host out of reach."""

import os
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from threading import Thread
from typing import NoReturn

import pytest
from playwright.sync_api import BrowserContext, Error, Page, ViewportSize, sync_playwright

from tools import browser

SITE = Path(__file__).parents[1] / "_build" / "html"
FRONT = SITE / "index.html"  # only leads on to book/index.html
PAGES = sorted(p.relative_to(SITE).as_posix() for p in SITE.rglob("*.html") if p != FRONT)
PAGES = [page for page in PAGES if not page.startswith("_static/")] or ["book/index.html"]  # none: the site is missing

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


class Quiet(SimpleHTTPRequestHandler):
    """A file server that keeps its log to itself."""

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of the built site, served for these tests."""
    if not FRONT.exists():
        pytest.fail("There is no site in _build/html: run `make book` first.")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def give_up(reason: str) -> NoReturn:
    """Skip the tests that need a browser; where a CI runs, fail instead."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)


@pytest.fixture(scope="module")
def reader() -> Iterator[BrowserContext]:
    """One browser for all the tests of this file; no other host's name resolves in it."""
    path = browser.find()
    if path is None:
        give_up(browser.ADVICE)
    flags = [*browser.FLAGS, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    with sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=path, args=flags)
        except Error as error:  # it is there but does not start: a library is missing, say
            give_up(f"{path} does not start. {browser.ADVICE}\n{error}")
        yield chromium.new_context(viewport=PHONE)
        chromium.close()


@pytest.fixture
def page(reader: BrowserContext) -> Iterator[Page]:
    """A new tab."""
    tab = reader.new_page()
    yield tab
    tab.close()


def listen(page: Page, address: str) -> list[str]:
    """Return a list that fills with what goes wrong while the page loads."""
    faults: list[str] = []

    def note(wrong: bool, fault: str) -> None:
        if wrong:
            faults.append(fault)

    page.on("request", lambda r: note(not r.url.startswith((address, "data:", "blob:")), f"asks {r.url}"))
    page.on("response", lambda r: note(r.status >= 400, f"{r.status} {r.url}"))
    page.on("console", lambda m: note(m.type in ("error", "warning"), f"console {m.type}: {m.text}"))
    page.on("pageerror", lambda e: note(True, f"JavaScript error: {e}"))
    return faults


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
