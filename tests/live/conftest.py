"""Open a live figure, on the page of its chapter or on a page of its own, or call its mathematics."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from perceptron_lib.widgets.base import STATIC
from tests.hands import SITE, Hands, listen, served

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}


@pytest.fixture(scope="session")
def javascript(chromium: Browser) -> Iterator[Callable[..., Any]]:
    """Call JavaScript that knows the modules of `static/` by their names: javascript("b => unit.threshold(b)", 0.5)."""
    with served(STATIC) as address:
        page = chromium.new_page()
        page.goto(address + "live.css")  # any page of this origin will do
        for path in [*STATIC.glob("mathematics/*.js"), STATIC / "drawing" / "contour.js"]:
            name = path.relative_to(STATIC).as_posix()
            page.evaluate(
                "async ([module, path]) => { globalThis[module] = await import(`./${path}`); }", [path.stem, name]
            )

        def call(code: str, given: Any) -> Any:
            text = json.dumps(given, default=lambda array: array.tolist())  # Playwright takes its time over long lists
            return json.loads(page.evaluate(f"given => JSON.stringify(({code})(JSON.parse(given)))", text))

        yield call
        page.close()


@cache
def alone(chapter: str, figure: str) -> str:
    """A page with one live figure of a chapter: the chapter's styles, state, script and figure, and nothing else."""
    page = (SITE / "book" / f"{chapter}.html").read_text(encoding="utf-8")
    state = r'<script type="application/vnd.jupyter.widget-state\+json">.*?</script>'
    head = re.findall(rf'<link [^>]*rel="stylesheet"[^>]*>|<script [^>]*live\.js[^>]*></script>|{state}', page, re.S)
    shown = re.search(rf'<figure [^>]*id="{figure}".*?</figure>', page, re.S)
    assert shown
    return f"""<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{figure}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <script>document.documentElement.dataset.theme = localStorage.theme;</script>
      {"".join(head)}<main id="main-content">{shown[0]}</main></html>"""


def answer(route: Route) -> None:
    """Answer for the server: for `chapter.html?figure`, the page of that figure alone."""
    chapter, figure = re.findall(r"/(\w+)\.html\?([\w-]+)", route.request.url)[0]
    route.fulfill(body=alone(chapter, figure), content_type="text/html")


@pytest.fixture(scope="session")
def window(chromium: Browser, address: str) -> Iterator[Callable[..., tuple[Page, list[str]]]]:
    """The window of one kind, opened when it is first asked for, and what went wrong in it."""
    opened = []

    @cache
    def open_window(phone: bool, theme: str, scripts: bool) -> tuple[Page, list[str]]:
        chosen = [{"name": name, "value": theme} for name in ("mode", "theme")]
        context = chromium.new_context(
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            color_scheme=theme,
            java_script_enabled=scripts,
            storage_state={"origins": [{"origin": address.rstrip("/"), "localStorage": chosen}]},
        )
        opened.append(context)
        context.route("**/*.html?*", answer)

        page = context.new_page()
        return page, listen(page, address)

    yield open_window
    for context in opened:
        context.close()


@pytest.fixture
def live(window: Callable[..., tuple[Page, list[str]]], address: str) -> Iterator[Callable[..., Hands]]:
    """Open a live figure: live("algorithm", "fig-playground") alone, or on the page of its chapter as a `whole`.

    A window of each kind stays open. What is opened next in it takes the place of what was there.
    """
    used = []

    def open_figure(
        chapter: str,
        figure: str,
        *,
        whole: bool = False,
        phone: bool = False,
        theme: str = "light",
        state: str = "",
        scripts: bool = True,
    ) -> Hands:
        page, faults = window(phone, theme, scripts)
        used.append(faults)
        page.goto("about:blank")  # else an address that differs after its # only would not load again
        page.mouse.move(0, 0)
        page.emulate_media(media="null", reduced_motion="null")
        hands = Hands(page, figure, faults)
        place = f"{chapter}.html" if whole else f"{chapter}.html?{figure}"
        page.goto(f"{address}book/{place}" + (f"#{figure}?{state}" if state else ""))
        hands.figure.scroll_into_view_if_needed()
        if scripts:
            page.locator(f"#{figure}.alive").wait_for()
        return hands

    yield open_figure
    for faults in used:
        heard = faults.copy()
        faults.clear()
        assert not heard, heard
