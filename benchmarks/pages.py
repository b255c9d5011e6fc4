"""Weigh the pages of the built site and time how they load, with an empty cache and no other host in reach.

`make bench` runs it, and `python -m benchmarks.pages` alone, after `make book`; `--write` puts the result into
benchmarks/README.md.
"""

import gzip
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from benchmarks.report import asked_to_write, goals, machine, publish, say
from tests.hands import SITE, listen, served
from tools import browser

LOADS = 5
PACKED = {".woff", ".woff2", ".png", ".jpg"}  # a server does not compress these once more

# Notes when the text is painted with its formulas, and when each live figure is alive.
CLOCK = """addEventListener("DOMContentLoaded", async () => {
  window.alive = {};
  const painted = () => new Promise(done => requestAnimationFrame(() => setTimeout(() => done(performance.now()))));
  for (const figure of document.querySelectorAll("figure")) {
    new MutationObserver(async () => {
      if (figure.classList.contains("alive")) alive[figure.id] ??= await painted();
    }).observe(figure, { attributes: true });
  }
  await window.MathJax?.startup?.promise;
  await document.fonts.ready;
  window.text = await painted();
})"""

TIMES = "[performance.getEntriesByName('first-contentful-paint')[0].startTime, text]"
STATE = """document.querySelector('script[type="application/vnd.jupyter.widget-state+json"]')?.textContent ?? ''"""


@dataclass(frozen=True)
class Row:
    """What was measured on one page; sizes in bytes, times in milliseconds."""

    name: str
    requests: int
    raw: int
    packed: int
    first: float
    text: float
    alive: float | None  # the slowest of its live figures
    code: int
    state: int


def weight(file: Path) -> tuple[int, int]:
    """Return the size of a file, and what a server that compresses would send."""
    data = file.read_bytes()
    return len(data), len(data) if file.suffix in PACKED else len(gzip.compress(data, mtime=0))


def load(chromium: Browser, address: str, name: str, figure: str = "") -> tuple[list[str], list[str], list[float], str]:
    """Open a page with an empty cache; return what went wrong, the addresses fetched, the times, the stored state."""
    window = chromium.new_context(viewport={"width": 1280, "height": 800})
    window.add_init_script(CLOCK)
    page = window.new_page()
    fetched: list[str] = []
    faults = listen(page, address)
    page.on("response", lambda response: fetched.append(response.url))
    page.goto(address + name + (f"#{figure}" if figure else ""))
    page.wait_for_function("window.text", timeout=60000)
    if figure:
        page.wait_for_function("name => window.alive[name]", arg=figure, timeout=60000)
        times = [page.evaluate("name => window.alive[name]", figure)]
    else:
        page.wait_for_load_state("networkidle")
        times = page.evaluate(TIMES)
    stored = page.evaluate(STATE)
    window.close()
    return faults, fetched, times, stored


def measure(chromium: Browser, address: str, name: str) -> tuple[Row, list[str]]:
    """Load a page several times, and each of its live figures; return the medians, and what went wrong."""
    faults, fetched, _, stored = load(chromium, address, name)
    sizes = [weight(SITE / url.removeprefix(address).split("?")[0]) for url in fetched if url.startswith(address)]
    models = {name: model["state"] for name, model in json.loads(stored or '{"state": {}}')["state"].items()}
    live = {name: model for name, model in models.items() if "_esm" in model}
    code = sum(len((model["_esm"] + model.get("_css", "")).encode()) for model in live.values())
    times = [load(chromium, address, name)[2] for _ in range(LOADS)]
    alive = [
        median(load(chromium, address, name, figure)[2][0] for _ in range(LOADS))
        for figure in live
        if f'id="{figure}"' in (SITE / name).read_text(encoding="utf-8")
    ]
    first, text = (median(column) for column in zip(*times, strict=True))
    row = Row(
        Path(name).stem,
        len(sizes),
        sum(raw for raw, _ in sizes),
        sum(packed for _, packed in sizes),
        first,
        text,
        max(alive, default=None),
        code + (weight(SITE / "_static" / "live.js")[0] if live else 0),
        len(stored.encode()),
    )
    return row, faults


def report(rows: list[Row], version: str) -> str:
    """Write all that was measured, and hold it to the goals, in Markdown."""
    lines = [
        "| page | requests | kB | gzipped | first paint, ms | text, ms | alive, ms | code, kB | state, kB |",
        "|:--|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        alive = "" if row.alive is None else f"{row.alive:,.0f}"
        live = f"{row.code / 1000:.1f} | {row.state / 1000:.1f}" if row.state else " | "
        lines.append(
            f"| {row.name} | {row.requests} | {row.raw / 1000:,.0f} | {row.packed / 1000:,.0f} | {row.first:,.0f} "
            f"| {row.text:,.0f} | {alive} | {live} |"
        )
    packed, paint, text = (max(getattr(row, name) for row in rows) for name in ("packed", "first", "text"))
    code, state = max(row.code for row in rows), max(row.state for row in rows)
    alive = max((row.alive for row in rows if row.alive is not None), default=0)
    held = [
        ("at most 1 MB a page, gzipped", f"at most {packed / 1e6:.2f} MB", packed <= 1e6),
        ("first paint, of the text without its formulas, in under 1 s", f"at most {paint / 1000:.1f} s", paint < 1000),
        ("the text with all its formulas in under 1 s", f"at most {text / 1000:.1f} s", text < 1000),
        ("a live figure alive in under 2 s", f"at most {alive / 1000:.1f} s", alive < 2000),
        ("code of the live figures: under 60 kB a page", f"at most {code / 1000:.1f} kB", code < 60e3),
        ("stored state: under 150 kB a page", f"at most {state / 1000:.1f} kB", state < 150e3),
    ]
    return "\n".join([*lines, "", *goals(held), "", machine("playwright").removesuffix(".") + f", Chromium {version}."])


def main() -> int:
    """Measure everything, print it, write it if asked to; return 1 if anything went wrong on a page."""
    write = asked_to_write(__doc__)
    names = sorted(f"book/{page.name}" for page in (SITE / "book").glob("*.html"))
    if not names:
        raise SystemExit("There is no site in _build/html: run `make book` first.")
    rows, faults = [], []
    flags = [*browser.FLAGS, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    with served(SITE) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.find(), args=flags)
        load(chromium, address, names[0])  # warms up the server and the browser
        for name in names:
            say(f"{name} ...")
            row, wrong = measure(chromium, address, name)
            rows.append(row)
            faults += [f"{name}: {fault}" for fault in wrong]
            say(f" {row.packed / 1000:.0f} kB, {row.text:.0f} ms\n")
        version = chromium.version
        chromium.close()
    publish("pages", report(rows, version), write)
    say("".join(f"{fault}\n" for fault in faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
