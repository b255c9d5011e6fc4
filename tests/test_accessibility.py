"""Hold every page of the built site against axe-core's rules: light and dark, wide and narrow, with all of it shown."""

from collections.abc import Iterator
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.test_site import DESK, PAGES, PHONE

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # they depend on the mode, and they take by far the most time
FORM = {
    "runOnly": TAGS,
    "rules": {**{rule: {"enabled": False} for rule in COLOURS}, "label-content-name-mismatch": {"enabled": True}},
}

# Show all: wake the live figures, unfold what is folded, end all transitions. What is inside a formula is MathJax's
# affair; in its place stands a box as large, which spares axe two thirds of the elements.
SHOW = """async () => {
  await window.MathJax?.startup?.promise;
  const style = document.createElement("style");
  style.textContent = "*, *::before, *::after { transition: none !important; animation: none !important }";
  document.head.append(style);
  document.querySelectorAll("main details").forEach(e => e.open = true);
  document.querySelectorAll("main .toggle-button-hidden").forEach(e => e.click());
  const stored = document.querySelector('script[type="application/vnd.jupyter.widget-state+json"]');
  for (const name of Object.keys(stored ? JSON.parse(stored.textContent).state : {})) {
    const figure = document.getElementById(name);
    if (!figure) continue;
    figure.scrollIntoView();
    for (const end = performance.now() + 10000; !figure.classList.contains("alive");) {
      if (performance.now() > end) throw new Error(name + " does not come alive");
      await new Promise(done => setTimeout(done, 20));
    }
  }
  scrollTo(0, 0);
  const sizes = [...document.querySelectorAll("mjx-math")].map(e => [e, e.getBoundingClientRect()]);
  for (const [e, { width, height }] of sizes) {
    e.replaceChildren();
    e.style.cssText = `display: inline-block; width: ${width}px; height: ${height}px`;
  }
}"""

# One element for each look in one mode: the colours and sizes of its text and what lies behind it.
LOOKS = """([mode, known]) => {
  document.querySelectorAll("[data-look]").forEach(e => delete e.dataset.look);
  document.documentElement.dataset.theme = document.documentElement.dataset.mode = mode;
  const looks = {}, behind = new Map([[null, ""]]);
  const ground = e => {
    if (!behind.has(e)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(e);
      const own = `${e.localName === "a"} ${backgroundColor} ${backgroundImage} ${opacity} `;
      const plain = "false rgba(0, 0, 0, 0) none 1 ";
      behind.set(e, (own === plain ? "" : own) + ground(e.parentElement));
    }
    return behind.get(e);
  };
  for (const e of document.querySelectorAll("body *:not(mjx-container, mjx-container *)")) {
    const text = [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
    if (!text && !e.matches("input") || !e.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(e);
    looks[[e.localName, color, fontSize, fontWeight, textDecorationLine, ground(e)]] ??= e;
  }
  for (const look of known) delete looks[look];
  for (const e of Object.values(looks)) e.dataset.look = "";
  return Object.keys(looks);
}"""

RUN = """async ([where, options]) => {
  const { violations } = await axe.run(where, { resultTypes: ["violations"], ...options });
  const grave = violations.filter(v => ["serious", "critical"].includes(v.impact));
  return grave.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 200)}\\n  ${n.failureSummary}`));
}"""

seen: dict[str, set[str]] = {"light": set(), "dark": set()}  # the looks that some page was already asked about


@pytest.fixture(scope="module")
def reader(chromium: Browser) -> Iterator[BrowserContext]:
    """One window for all the tests of this file."""
    window = chromium.new_context(viewport=DESK)
    yield window
    window.close()


@pytest.mark.parametrize("name", PAGES)
def test_page_is_accessible(reader: BrowserContext, address: str, name: str) -> None:
    page = reader.new_page()
    page.goto(address + name)
    page.evaluate(SHOW)
    page.evaluate(AXE)
    faults = []
    for mode, known in seen.items():
        looks = page.evaluate(LOOKS, [mode, list(known)])
        if looks:
            known.update(looks)
            found = page.evaluate(RUN, ["[data-look]", {"runOnly": {"type": "rule", "values": COLOURS}}])
            faults += [f"{mode}: {fault}" for fault in found]
    for size in (DESK, PHONE) if name == "book/index.html" else (PHONE,):  # what only a wide page has, every page has
        page.set_viewport_size(size)
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        faults += [f"{size['width']} px: {fault}" for fault in page.evaluate(RUN, ["html", FORM])]
    page.close()
    assert not faults, "\n".join(faults)
