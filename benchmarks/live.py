"""Time the live figures while a point is dragged; `python -m benchmarks.live` prints the result in Markdown.

Each figure is opened in headless Chromium on the page of its chapter, with 300 points where it takes points, and one of
them is moved 300 times. Measured is what a move costs before the browser can paint: the listener, the redrawing,
the styles and the layout. Then the figure plays, if it can, and the frames are counted that the browser does not paint.
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
SPEEDS, SECONDS, RATE = ("1", "16"), 3, 60  # steps a second, and for how long each; frames a second

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


# The milliseconds from each frame to the next.
FRAMES = """async seconds => {
  const times = [], end = performance.now() + 1000 * seconds;
  const frame = () => new Promise(requestAnimationFrame);
  do times.push(await frame()); while (times.at(-1) < end);
  return times.slice(1).map((time, k) => time - times[k]);
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


def measure(
    chromium: Browser, address: str, chapter: str, figure: str, state: dict[str, Any]
) -> tuple[int, list[float], list[float]]:
    """Return how many marks the figure has, the milliseconds of each move of one of them, and of each frame of play."""
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{address}book/{chapter}.html" + crowded(state).format(figure))
    hands = Hands(page, figure, [])
    hands.figure.scroll_into_view_if_needed()
    page.locator(f"#{figure}.alive").wait_for()
    count = hands.marks().count()
    times = []
    if count:
        page.mouse.move(*hands.middle(count - 1))
        page.mouse.down()
        times = page.evaluate(MOVE, [figure, count - 1, MOVES])
        page.mouse.up()
    frames = play(hands)
    page.close()
    return count, times, frames


def play(hands: Hands) -> list[float]:
    """Let a figure play at the slowest and the fastest speed; return the milliseconds of each frame."""
    frames = []
    for speed in SPEEDS if hands.button("Play").count() else ():
        choice = hands.figure.get_by_role("combobox", name="speed", exact=True)
        if choice.count():
            choice.select_option(speed)
        hands.button("Play").click()
        frames += hands.page.evaluate(FRAMES, SECONDS)
        if hands.button("Pause").count():  # it has not come to its end
            hands.button("Pause").click()
    return frames


def dropped(frames: list[float]) -> int:
    """Return how many frames were due and did not come."""
    return sum(max(0, round(frame * RATE / 1000) - 1) for frame in frames)


def main() -> int:
    """Measure every figure, print the table, write it if asked to."""
    write = asked_to_write(__doc__)
    rows: list[str] = []
    slowest: list[float] = []
    every: list[float] = []
    with served(SITE) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.find(), args=browser.FLAGS)
        for chapter, figure, state in figures():
            say(f"{figure} ...")
            count, times, frames = measure(chromium, address, chapter, figure, state)
            moved = f"{median(times):.1f} | {quantiles(times, n=20)[-1]:.1f} | {max(times):.1f}" if times else " | | "
            played = f"{len(frames)} | {dropped(frames)}" if frames else " | "
            rows.append(f"| {chapter} | `{figure}` | {count} | {moved} | {played} |")
            if times:
                slowest.append(quantiles(times, n=20)[-1])
            every += frames
            say(f" {moved} | {played}\n")
        version = chromium.version
    lines = ["| chapter | figure | marks | median ms | 95th percentile | longest | frames of play | dropped |"]
    lines += ["|:--|:--|--:|--:|--:|--:|--:|--:|", *rows]
    worst, lost = max(slowest), dropped(every)
    held = [(f"a move under {FRAME:.0f} ms, at the 95th percentile", f"at most {worst:.1f} ms", worst < FRAME)]
    if every:
        held.append(("at most one frame of play in a hundred is dropped", f"{lost}", lost <= len(every) / 100))
    publish("live", "\n".join([*lines, "", *goals(held), "", f"Chromium {version}. {machine('numpy')}"]), write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
