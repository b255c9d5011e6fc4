"""Time the chapters in JupyterLite, from the click to the end of their run, and weigh what they fetch.

`make bench` runs it where the environment variable PERCEPTRON_PYODIDE names a folder with the files of a Pyodide
release, and `python -m benchmarks.lite` alone, after `make book`; `--write` puts the result into benchmarks/README.md.
"""

import os
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

from benchmarks.pages import weight
from benchmarks.report import asked_to_write, machine, publish, say
from lite.pyodide import CORE, LOCK, assemble
from tests import browser
from tests.hands import SITE, served
from tests.lite.kernel import LONG, Lite

OUTPUT = "document.querySelector('.jp-OutputArea-output')"


@dataclass(frozen=True)
class Row:
    """What was measured on one chapter: seconds from the click, and bytes."""

    name: str
    ready: float
    first: float
    end: float
    again: float  # until it is ready once more
    fetched: dict[str, tuple[int, int]]  # by who sends them, as they are and compressed


def site_that_serves_all(folder: Path, release: Path) -> Path:
    """Return a copy of the site with all of Pyodide in it, so that nothing but this machine is timed."""
    site = folder / "site"
    shutil.copytree(SITE, site)
    assemble(site / "lite" / "static" / "pyodide", release)
    return site


def measure(window: BrowserContext, address: str, site: Path, release: Path, chapter: str) -> Row:
    """Open a chapter by its button, run all its cells, open it once more, and note when what was there."""
    urls: set[str] = set()
    page = window.new_page()
    page.goto(f"{address}book/{chapter}.html")
    window.on("response", lambda response: urls.add(response.url.split("?")[0]))
    button = page.get_by_role("link", name="Run this chapter in your browser")
    begin = time.monotonic()
    lite = Lite.follow(button).wait()
    ready = time.monotonic() - begin
    lite.begin_to_run_all()
    lite.page.wait_for_function(OUTPUT, timeout=LONG)
    first = time.monotonic() - begin
    lite.wait_for_the_end()
    end = time.monotonic() - begin
    assert not lite.errors(), lite.errors()
    fetched = {"site": (0, 0), "packages": (0, 0)}
    for url in urls:
        file = site / url.removeprefix(address)
        if url.startswith(f"{address}lite/") and file.is_file():
            who = "packages" if file.parent.name == "pyodide" and is_package(file.name, release) else "site"
            raw, packed = weight(file)
            fetched[who] = (fetched[who][0] + raw, fetched[who][1] + packed)
    lite.page.close()
    begin = time.monotonic()
    Lite.follow(button).wait()
    return Row(chapter, ready, first, end, time.monotonic() - begin, fetched)


def is_package(name: str, release: Path) -> bool:
    """Whether this file of the site would come from Pyodide's CDN by default."""
    return name not in CORE and (release / name).is_file()


def grown(site: Path) -> tuple[int, int, int]:
    """Return how many files a site has for JupyterLite, how large they are, and how large compressed."""
    files = [file for file in (site / "lite").rglob("*") if file.is_file()]
    sizes = [weight(file) for file in files]
    return len(files), sum(raw for raw, _ in sizes), sum(packed for _, packed in sizes)


def report(rows: list[Row], sizes: dict[str, tuple[int, int, int]], version: str) -> str:
    """Write all that was measured, in Markdown."""
    lines = [
        "| chapter | ready, s | first output, s | all ran, s | ready again, s | from the site, MB | packages, MB |",
        "|:--|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        site, packages = (f"{row.fetched[who][0] / 1e6:.1f}" for who in ("site", "packages"))
        times = " | ".join(f"{value:.0f}" for value in (row.ready, row.first, row.end, row.again))
        lines.append(f"| {row.name} | {times} | {site} | {packages} |")
    lines += ["", "| what the site grows by | files | MB | MB, compressed |", "|:--|--:|--:|--:|"]
    for what, (files, raw, packed) in sizes.items():
        lines.append(f"| {what} | {files:,} | {raw / 1e6:.0f} | {packed / 1e6:.0f} |")
    return "\n".join([*lines, "", machine("playwright").removesuffix(".") + f", Chromium {version}."])


def main() -> None:
    """Measure everything, print it, and write it if asked to."""
    write = asked_to_write(__doc__)
    release = Path(os.environ.get("PERCEPTRON_PYODIDE", ""))
    if not (release / LOCK).is_file():
        say("PERCEPTRON_PYODIDE names no folder with Pyodide's files: nothing measured, nothing changed.\n")
        return
    pages = {path.stem for path in SITE.glob("book/*.html")}
    chapters = sorted(pages & {path.stem for path in SITE.glob("lite/files/*.ipynb")})
    flags = [*browser.FLAGS, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = site_that_serves_all(Path(folder), release)
        for chapter in chapters:
            say(f"{chapter} ...")
            with served(site) as address, tempfile.TemporaryDirectory() as profile:  # nothing cached at first
                window = playwright.chromium.launch_persistent_context(
                    profile, executable_path=browser.find(), args=flags
                )
                version = window.browser.version if window.browser else ""
                rows.append(measure(window, address, site, release, chapter))
                window.close()
            say(f" {rows[-1].end:.0f} s\n")
        whole = "with Pyodide's packages"
        sizes = {"packages from the CDN (the default)": grown(SITE), whole: grown(site)}
    publish("lite", report(rows, sizes, version), write)


if __name__ == "__main__":
    main()
