"""What several tests share: the built site on a local address, and one browser that reaches no other host."""

import os
from collections.abc import Iterator
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

from tests.hands import SITE, served
from tools import browser


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of the built site, served for these tests."""
    if not (SITE / "index.html").exists():
        pytest.fail("There is no site in _build/html: run `make book` first.")
    with served(SITE) as address:
        yield address


def give_up(reason: str) -> NoReturn:
    """Skip the tests that need a browser; where a CI runs, fail instead."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; no other host's name resolves in it."""
    path = browser.find()
    if path is None:
        give_up(browser.ADVICE)
    flags = [*browser.FLAGS, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    with sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=path, args=flags)
        except Error as error:  # it is there but does not start: a library is missing, say
            give_up(f"{path} does not start. {browser.ADVICE}\n{error}")
        yield chromium
        chromium.close()
