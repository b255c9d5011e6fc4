"""Browser windows for JupyterLite, which may ask the site and Pyodide's CDN for what they need, and nobody else.

The environment variable PERCEPTRON_PYODIDE names a folder with the files of a Pyodide release, which then stands in for
Pyodide's public CDN; or it is ``cdn``, and the network is used. Without it the tests that need Python are skipped.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Route

from lite.pyodide import CDN, LOCK
from tests import browser

DESK = {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def pyodide() -> Path | None:
    """The folder that stands in for Pyodide's CDN; None where that is asked itself."""
    named = os.environ.get("PERCEPTRON_PYODIDE")
    if not named:
        pytest.skip("PERCEPTRON_PYODIDE names no folder with Pyodide's files, and is not cdn")
    if named != "cdn" and not (Path(named) / LOCK).is_file():
        pytest.fail(f"PERCEPTRON_PYODIDE is {named}, where there is no {LOCK}")
    return None if named == "cdn" else Path(named)


@pytest.fixture(scope="session")
def reader(pyodide: Path | None, chromium: Browser) -> Iterator[Browser]:
    """The browser of these tests: the others' own, or one that reaches the network."""
    if pyodide:
        yield chromium
    else:
        networked = chromium.browser_type.launch(executable_path=browser.find(), args=browser.FLAGS)
        yield networked
        networked.close()


@contextmanager
def opened(reader: Browser, address: str, answer: Callable[[Route], None] | None) -> Iterator[BrowserContext]:
    """Open a window that has been nowhere yet; ``answer`` stands in for the CDN. Nothing else may have been asked."""
    window, asked = reader.new_context(viewport=DESK), []

    def note(url: str) -> None:
        if not url.startswith((address, CDN, "data:", "blob:")):
            asked.append(url)

    window.on("request", lambda request: note(request.url))
    if answer:
        window.route(f"{CDN}**", answer)
    yield window
    window.close()
    assert not asked, asked


@contextmanager
def opened_for_python(reader: Browser, address: str, pyodide: Path | None) -> Iterator[BrowserContext]:
    """Open a window in which Python runs; the folder, where there is one, has all files that are asked of the CDN."""
    missing = []

    def answer(route: Route) -> None:
        assert pyodide
        file = pyodide / route.request.url.removeprefix(CDN).split("?")[0]
        if file.is_file():
            route.fulfill(path=file, headers={"access-control-allow-origin": "*"})
        else:
            missing.append(file.name)
            route.abort()

    with opened(reader, address, answer if pyodide else None) as window:
        yield window
    assert not missing, missing


@pytest.fixture
def window(reader: Browser, address: str, pyodide: Path | None) -> Iterator[BrowserContext]:
    """A new window of the reader's browser, in which Python runs."""
    with opened_for_python(reader, address, pyodide) as window:
        yield window


@pytest.fixture
def bare_window(chromium: Browser, address: str) -> Iterator[BrowserContext]:
    """A new window whose notebooks can be read and written, but not run: Pyodide, which takes long, is kept out."""
    with opened(chromium, address, lambda route: route.abort()) as window:
        window.route("**/static/pyodide/**", lambda route: route.abort())
        yield window
