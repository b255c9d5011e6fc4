"""What several tests share: the built site on a local address, and one browser that reaches no other host."""

import os
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

from tests import browser
from tests.hands import SITE, served

# How the reasons begin for which a test may be skipped where CI=true: nothing else may be missing there.
MAY_BE_SKIPPED = (
    "SCIPY_ARRAY_API is not set",  # scikit-learn has a check with other arrays than NumPy's; we take no others
    "without Numba ",  # which is there, but where `make portable` takes it away
    "PERCEPTRON_PYODIDE ",  # names no folder: a release of Pyodide is no part of the project
)


def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes run the tests: one more than there are cores, as some always wait for a browser."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """Let a test that is skipped without a good reason fail in CI."""
    report = yield
    if report.skipped and os.environ.get("CI") == "true" and isinstance(report.longrepr, tuple):
        reason = report.longrepr[-1].removeprefix("Skipped: ")
        if not reason.startswith(MAY_BE_SKIPPED):
            report.outcome, report.longrepr = "failed", f"skipped, where nothing may be missing: {reason}"
    return report


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of the built site, served for these tests."""
    if not (SITE / "index.html").exists():
        pytest.fail("There is no site in _build/html: run `make book` first.")
    with served(SITE) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; no other host's name resolves in it."""
    path = browser.find()
    if path is None:
        pytest.skip(browser.ADVICE)
    flags = [*browser.FLAGS, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    with sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=path, args=flags)
        except Error as error:  # it is there but does not start: a library is missing, say
            pytest.skip(f"{path} does not start. {browser.ADVICE}\n{error}")
        yield chromium
        chromium.close()
