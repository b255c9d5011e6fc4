"""What the tests of pages share: a server, an ear for what goes wrong, and hands for the live figures."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Locator, Page

SITE = Path(__file__).parents[1] / "_build" / "html"


class Quiet(SimpleHTTPRequestHandler):
    """A file server that keeps its log to itself."""

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder while the context lasts, and give its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def listen(page: Page, address: str) -> list[str]:
    """Return a list that fills with what goes wrong on a page: requests to others, errors, warnings."""
    faults: list[str] = []

    def note(wrong: bool, fault: str) -> None:
        if wrong:
            faults.append(fault)

    page.on("request", lambda r: note(not r.url.startswith((address, "data:", "blob:")), f"asks {r.url}"))
    page.on("response", lambda r: note(r.status >= 400, f"{r.status} {r.url}"))
    page.on("console", lambda m: note(m.type in ("error", "warning"), f"console {m.type}: {m.text}"))
    page.on("pageerror", lambda e: note(True, f"JavaScript error: {e}"))
    return faults


def number(pattern: str, line: str) -> float:
    """The number that a pattern's group finds in a line."""
    found = re.search(pattern, line)
    assert found, f"{pattern} is not in: {line}"
    return float(found.group(1).replace(",", "").rstrip("."))


def query(**state: Any) -> str:
    """The state of a live figure as it stands in the page's address."""

    def text(value: Any) -> str:
        if isinstance(value, list):
            return (";" if isinstance(value[0], list) else ",").join(map(text, value))
        if isinstance(value, bool):
            return str(value).lower()
        return quote(f"{value:.8g}" if isinstance(value, int | float) else value)

    return "&".join(f"{key}={text(value)}" for key, value in state.items())


class Hands:
    """A live figure on a page, and what a reader can do with it."""

    def __init__(self, page: Page, figure: str, faults: list[str]) -> None:
        self.page, self.name, self.faults = page, figure, faults
        self.figure = page.locator(f"#{figure}")

    def settle(self) -> None:
        """Wait until the figure has drawn what was done last."""
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    @property
    def numbers(self) -> str:
        """The figure's line of numbers, with plain minus signs, when it has caught up with its state."""
        self.settle()
        return self.figure.locator(".live-numbers").inner_text().replace("−", "-")

    def number(self, pattern: str) -> float:
        """The number that a pattern's group finds in the line of numbers."""
        return number(pattern, self.numbers)

    def kept(self, part: str = "") -> str:
        """The state in the page's address, once this part is in it: it is written a moment after the last change."""
        start = f"#{self.name}?"
        held = "([start, part]) => location.hash.startsWith(start) && location.hash.includes(part) && location.hash"
        found = self.page.wait_for_function(held, arg=[start, part]).json_value()
        return str(found).removeprefix(start)

    def go(self, place: str) -> None:
        """Follow an address within the page, and wait until the figure has been told."""
        change = "addEventListener('hashchange', () => done(), { once: true }), location.hash = place"
        self.page.evaluate(f"place => new Promise(done => {{ {change}; }})", place)

    def button(self, name: str) -> Locator:
        """A button of the figure, by its exact name."""
        return self.figure.get_by_role("button", name=name, exact=True)

    def marks(self) -> Locator:
        """All marks that can be moved, in order."""
        self.settle()
        return self.figure.locator(".live-mark")

    def at(self, i: int) -> tuple[float, float]:
        """Where mark i says that it is."""
        return self.places()[i]

    def places(self) -> list[tuple[float, float]]:
        """Where all marks say that they are."""
        labels = self.marks().evaluate_all("marks => marks.map(mark => mark.ariaLabel.replaceAll('−', '-'))")
        ends = (re.findall(r"-?[\d.]+", label)[-2:] for label in labels)
        return [(float(x), float(y)) for x, y in ends]

    def axes(self, plane: int = 0) -> tuple[NDArray[Any], NDArray[Any]]:
        """What places in a plane's units are times the first, plus the second, on its 360 units of width: its ticks."""
        ticks = self.figure.locator(".live-plane").nth(plane).locator(".live-axes text:not(.live-name)")
        read = "all => all.map(t => ['text-anchor', 'x', 'y'].map(name => t.getAttribute(name)).concat(t.textContent))"
        found = [(a, float(x), float(y), float(v.replace("−", "-"))) for a, x, y, v in ticks.evaluate_all(read)]
        across = [(x, value) for anchor, x, _, value in found if anchor == "middle"]
        up = [(y - 4, value) for anchor, _, y, value in found if anchor == "end"]  # letters stand on a line below
        lines = [np.polyfit([v for _, v in pairs], [pixel for pixel, _ in pairs], 1) for pairs in (across, up)]
        return np.array([line[0] for line in lines]), np.array([line[1] for line in lines])

    def drawn(self, css: str, plane: int = 0, i: int = 0) -> NDArray[Any]:
        """The points of a path in a plane, in its units; none where nothing is drawn."""
        d = self.figure.locator(".live-plane").nth(plane).locator(f"path{css}").nth(i).get_attribute("d") or ""
        size, start = self.axes(plane)
        points = np.array([[float(v) for v in p.split()] for p in re.split("[ML]", d.rstrip("Z")) if p]).reshape(-1, 2)
        return (points - start) / size

    def wrong(self) -> list[int]:
        """Which marks are marked as wrong: by a cross that is seen, in red, and in words."""
        look = """all => all.map(mark => [mark.ariaLabel.includes(", wrong, at "),
          mark.querySelector(".live-cross").checkVisibility(),
          getComputedStyle(mark.querySelector("path")).strokeWidth === "6px"])"""
        found = self.marks().evaluate_all(look)
        assert all(len({*signs}) == 1 for signs in found), found
        return [i for i, signs in enumerate(found) if signs[0]]

    def middle(self, i: int) -> tuple[float, float]:
        """The middle of mark i on the screen, once it has been scrolled into view."""
        target = self.marks().nth(i).locator(".live-target")
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, i: int, dx: float, dy: float) -> None:
        """Drag mark i by the mouse, so many pixels to the right and down."""
        x, y = self.middle(i)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx, y + dy, steps=4)
        self.page.mouse.up()

    def swipe(self, i: int, dx: float, dy: float) -> None:
        """Drag mark i by a finger; the page must not scroll."""
        self.swipe_at(*self.middle(i), dx, dy)

    def swipe_at(self, x: float, y: float, dx: float, dy: float) -> None:
        """Drag what is at this place on the screen by a finger; the page must not scroll."""
        before = self.page.evaluate("[scrollX, scrollY]")
        touch = self.page.context.new_cdp_session(self.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for part in (0.25, 0.5, 0.75, 1):
            point = {"x": x + part * dx, "y": y + part * dy}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()
        assert self.page.evaluate("[scrollX, scrollY]") == before, "the page scrolled under the finger"

    def press(self, i: int, *keys: str) -> None:
        """Give mark i the keyboard's focus, and press keys."""
        self.marks().nth(i).focus()
        for key in keys:
            self.page.keyboard.press(key)

    def cramped(self) -> list[str]:
        """What a finger may want in the figure and has no room on, and what is too wide for its window."""
        return self.figure.locator(".live").evaluate(
            """live => [
              ...[...live.querySelectorAll(`button, select, summary, .live-target,
                input:not([type=checkbox]), label:has([type=checkbox])`)].filter(part => {
                const { width, height } = part.getBoundingClientRect();
                return !part.closest("[hidden]") && !(Math.min(width, height) >= 24);
              }),
              ...[live, document.documentElement].filter(part => part.scrollWidth > innerWidth),
            ].map(part => part.outerHTML)"""
        )
