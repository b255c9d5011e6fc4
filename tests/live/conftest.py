"""Open a live figure on its page, or call its mathematics."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from perceptron_lib.widgets.base import STATIC
from tests.hands import Hands, listen, served

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}


@pytest.fixture(scope="session")
def javascript(chromium: Browser) -> Iterator[Callable[..., Any]]:
    """Call a function of a module in `static/`: javascript("learn", "train", problem)."""
    with served(STATIC) as address:
        page = chromium.new_page()
        page.goto(address + "live.css")  # any page of this origin will do

        def call(module: str, function: str, *arguments: Any) -> Any:
            code = "async ([module, name, given]) => (await import(`./${module}.js`))[name](...given)"
            return page.evaluate(code, [module, function, arguments])

        yield call
        page.close()


@pytest.fixture
def live(chromium: Browser, address: str) -> Iterator[Callable[..., Hands]]:
    """Open a chapter and bring its live figure into sight: live("algorithm", "fig-playground")."""
    opened = []

    def open_figure(
        chapter: str, figure: str, *, phone: bool = False, theme: str = "light", state: str = "", scripts: bool = True
    ) -> Hands:
        window = chromium.new_context(
            viewport=PHONE if phone else DESK, has_touch=phone, color_scheme=theme, java_script_enabled=scripts
        )
        window.add_init_script(f"localStorage.setItem('mode', '{theme}'); localStorage.setItem('theme', '{theme}')")
        page = window.new_page()  # formulas are for other tests: without them a page loads in half the time
        page.route("**/mathjax/*.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
        hands = Hands(page, figure, listen(page, address))
        opened.append((window, hands))
        page.goto(f"{address}book/{chapter}.html" + (f"#{figure}?{state}" if state else ""))
        hands.figure.scroll_into_view_if_needed()
        if scripts:
            page.locator(f"#{figure}.alive").wait_for(timeout=5000)
        return hands

    yield open_figure
    for window, hands in opened:
        window.close()
        assert not hands.faults, hands.faults
