"""Time the live figures while a point is dragged; `python -m benchmarks.live` prints the result in Markdown.

Each figure is opened in headless Chromium on the page of its chapter, with 300 points where it takes points, and one of
them is moved 300 times. Measured is what a move costs before the browser can paint: the listener, the redrawing,
the styles and the layout.
"""

import sys
from statistics import median, quantiles
from typing import Any

import nbformat
import numpy as np
from playwright.sync_api import Browser, sync_playwright

from benchmarks.report import asked_to_write, goals, machine, publish, say
from tests import browser
from tests.hands import SITE, Hands, query, served
from tools.notebooks import CHAPTERS, WIDGETS

POINTS, MOVES, FRAME = 300, 300, 16.0  # milliseconds

MOVE = """async ([figure, i, moves]) => {
  const mark = document.querySelectorAll(`#${figure} .live-mark`)[i], layer = mark.parentNode;
  const box = mark.getBoundingClientRect(), times = [];
  for (let k = 0; k < moves; k++) {
    let began;  // the figure's own callback, asked for by the move, runs between these two
    requestAnimationFrame(() => { began = performance.now(); });
    const place = { clientX: box.x + 14 + 40 * Math.sin(k / 5), clientY: box.y + 14 + 30 * Math.sin(k / 7) };
    const before = performance.now();
    layer.dispatchEvent(new PointerEvent("pointermove", { ...place, bubbles: true }));
    const listening = performance.now() - before;
    times.push(await new Promise(done => requestAnimationFrame(() => {
      mark.getBoundingClientRect();  // styles and layout
      done(listening + performance.now() - began);
    })));
  }
  return times;
}"""


def figures() -> list[tuple[str, str, dict[str, Any]]]:
    """Return chapter, name and state of every live figure of the book."""
    found = []
    for path in CHAPTERS:
        models = nbformat.read(path, as_version=4).metadata.get("widgets", {}).get(WIDGETS, {}).get("state", {})
        found += [(path.stem, name, model["state"]) for name, model in models.items() if "_esm" in model["state"]]
    return found


def crowded(state: dict[str, Any]) -> str:
    """Return the part of the address that gives a figure with points 300 of them, nearly separable."""
    if "points" not in state or len(state["points"]) == 4:  # four are the corners of XOR
        return ""
    left, right, bottom, top = state["window"]
    rng = np.random.default_rng(0)
    points = rng.uniform((left, bottom), (right, top), size=(POINTS, 2)).round(2)
    classes = sorted(set(state["labels"]))
    score = points @ [1, 2] + rng.normal(0, 0.05 * (right - left), POINTS)
    labels = np.array(classes)[np.searchsorted(np.quantile(score, np.arange(1, len(classes)) / len(classes)), score)]
    run = {"visits": 1_000_000} if "visits" in state else {}  # to the end
    return "#{}?" + query(points=points.tolist(), labels=labels.tolist(), **run)


def drag(chromium: Browser, address: str, chapter: str, figure: str, state: dict[str, Any]) -> tuple[int, list[float]]:
    """Return how many marks the figure has, and the milliseconds of each move of one of them."""
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{address}book/{chapter}.html" + crowded(state).format(figure))
    hands = Hands(page, figure, [])
    hands.figure.scroll_into_view_if_needed()
    page.locator(f"#{figure}.alive").wait_for()
    count = hands.marks().count()
    if not count:
        return 0, []
    page.mouse.move(*hands.middle(count - 1))
    page.mouse.down()
    times = page.evaluate(MOVE, [figure, count - 1, MOVES])
    page.close()
    return count, times


def main() -> int:
    """Measure every figure, print the table, write it if asked to."""
    write = asked_to_write(__doc__)
    rows = []
    with served(SITE) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.find(), args=browser.FLAGS)
        for chapter, figure, state in figures():
            say(f"{figure} ...")
            count, times = drag(chromium, address, chapter, figure, state)
            if times:
                rows.append((chapter, figure, count, median(times), quantiles(times, n=20)[-1], max(times)))
                say(f" {rows[-1][3]:.1f} ms")
            say("\n")
        version = chromium.version
    lines = ["| chapter | figure | marks | median ms | 95th percentile | longest |", "|:--|:--|--:|--:|--:|--:|"]
    lines += [f"| {c} | `{f}` | {n} | {m:.1f} | {p:.1f} | {most:.1f} |" for c, f, n, m, p, most in rows]
    worst = max(row[4] for row in rows)
    held = [(f"a move under {FRAME:.0f} ms, at the 95th percentile", f"at most {worst:.1f} ms", worst < FRAME)]
    publish("live", "\n".join([*lines, "", *goals(held), "", f"Chromium {version}. {machine('numpy')}"]), write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
