"""Weigh the pages of the built site and time how they load, with an empty cache and no other host in reach.

`make bench` runs it, and `python -m benchmarks.pages` alone, after `make book`; `--write` puts the result into
benchmarks/README.md. `--before FOLDER` names another build of the site, whose pages are loaded in turn with these.
"""

import gzip
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from benchmarks.report import command_line, goals, machine, publish, say
from tests import browser
from tests.hands import SITE, listen, served

LOADS = 5
HEAVIEST = 3  # pages that are held against another build
SCRIPTS = ("live.js", "book.js", "guess.js")  # the book's own
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
  await window.MathJax?.startup?.promise; // in a build that leaves the formulas to the browser
  await document.fonts.ready;
  window.text = await painted();
})"""

# Fetches the pictures that wait until the reader comes near.
PICTURES = """Promise.all([...document.images].map(e => {
  e.loading = "eager";
  return e.decode().catch(() => {});
}))"""

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
    text_before: float | None  # of the other build
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
        times = page.evaluate(TIMES)
        page.wait_for_load_state("networkidle")
        page.evaluate(PICTURES)
    stored = page.evaluate(STATE)
    window.close()
    return faults, fetched, times, stored


def measure(chromium: Browser, address: str, name: str, before: str) -> tuple[Row, list[str]]:
    """Load a page several times, and each of its live figures; return the medians, and what went wrong."""
    faults, fetched, _, stored = load(chromium, address, name)
    sizes = [weight(SITE / url.removeprefix(address).split("?")[0]) for url in fetched if url.startswith(address)]
    models = {name: model["state"] for name, model in json.loads(stored or '{"state": {}}')["state"].items()}
    live = {name: model for name, model in models.items() if "_esm" in model}
    code = sum(len((model["_esm"] + model.get("_css", "")).encode()) for model in live.values())
    times, others = [], []
    for _ in range(LOADS):
        times.append(load(chromium, address, name)[2])
        if before:
            others.append(load(chromium, before, name)[2][1])
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
        median(others) if others else None,
        max(alive, default=None),
        code + sum(weight(SITE / "_static" / script)[0] for script in SCRIPTS) if live else 0,
        len(stored.encode()),
    )
    return row, faults


def report(rows: list[Row], version: str) -> str:
    """Write all that was measured, and hold it to the goals, in Markdown."""
    lines = [
        "| page | requests | kB | gzipped | first paint, ms | text, ms | before | alive, ms | code, kB | state, kB |",
        "|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        before, living = ("" if ms is None else f"{ms:,.0f}" for ms in (row.text_before, row.alive))
        live = f"{row.code / 1000:.1f} | {row.state / 1000:.1f}" if row.state else " | "
        lines.append(
            f"| {row.name} | {row.requests} | {row.raw / 1000:,.0f} | {row.packed / 1000:,.0f} | {row.first:,.0f} "
            f"| {row.text:,.0f} | {before} | {living} | {live} |"
        )
    packed, paint, text = (max(getattr(row, name) for row in rows) for name in ("packed", "first", "text"))
    code, state = max(row.code for row in rows), max(row.state for row in rows)
    alive = max((row.alive for row in rows if row.alive is not None), default=0)
    held = [
        ("at most 300 kB a page, gzipped", f"at most {packed / 1000:.0f} kB", packed <= 300e3),
        ("first paint in under 1 s", f"at most {paint / 1000:.1f} s", paint < 1000),
        ("the text with all its formulas in under 1 s", f"at most {text / 1000:.1f} s", text < 1000),
        ("a live figure alive in under 1.5 s", f"at most {alive / 1000:.1f} s", alive < 1500),
        ("code of the live figures and scripts: at most 70 kB a page", f"at most {code / 1000:.1f} kB", code <= 70e3),
        ("stored state: under 150 kB a page", f"at most {state / 1000:.1f} kB", state < 150e3),
    ]
    slowest = sorted((row.text_before, row.text) for row in rows if row.text_before)[-HEAVIEST:]
    if slowest:
        ratio = max(text / before for before, text in slowest)
        goal = f"the {HEAVIEST} slowest pages before: the text in half the time"
        held.append((goal, f"at most {ratio:.2f} of it", ratio <= 0.5))
    return "\n".join([*lines, "", *goals(held), "", machine("playwright").removesuffix(".") + f", Chromium {version}."])


def main() -> int:
    """Measure everything, print it, write it if asked to; return 1 if anything went wrong on a page."""
    parser = command_line(__doc__)
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="another build of the site, to compare")
    options = parser.parse_args()
    names = sorted(f"book/{page.name}" for page in (SITE / "book").glob("*.html"))
    if not names:
        raise SystemExit("There is no site in _build/html: run `make book` first.")
    rows, faults = [], []
    flags = [*browser.FLAGS, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    with served(SITE) as address, served(options.before or SITE) as before, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.find(), args=flags)
        for warming in (address, before):  # the servers and the browser
            load(chromium, warming, names[0])
        for name in names:
            say(f"{name} ...")
            row, wrong = measure(chromium, address, name, before if options.before else "")
            rows.append(row)
            faults += [f"{name}: {fault}" for fault in wrong]
            say(f" {row.packed / 1000:.0f} kB, {row.text:.0f} ms\n")
        version = chromium.version
        chromium.close()
    publish("pages", report(rows, version), options.write)
    say("".join(f"{fault}\n" for fault in faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
