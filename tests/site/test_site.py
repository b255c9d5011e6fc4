"""Visit every page of the built site once, with every other host out of reach, and let all judges look at it."""

import base64
import io
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import axe_playwright_python
import pytest
import tinycss2
from fontTools.ttLib import TTFont
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from extensions import weight
from tests.hands import SITE, listen

FRONT = SITE / "index.html"  # only leads on to book/index.html
PAGES = sorted(p.relative_to(SITE).as_posix() for p in SITE.rglob("*.html") if p != FRONT)
OTHERS = ("_static/", "lite/")  # no pages of the book
PAGES = [page for page in PAGES if not page.startswith(OTHERS)] or ["book/index.html"]  # none: the site is missing

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 800}

# What is wrong with the page as it stands, one string for each fault.
FAULTS = r"""async () => {
  const faults = [], main = document.querySelector("main");
  for (const e of main.querySelectorAll(".math"))
    if (!e.querySelector(".katex-html") || !e.querySelector("math")) faults.push("formula not set: " + e.textContent);
  for (const e of main.querySelectorAll("img")) {
    const alt = e.alt.trim(), src = e.getAttribute("src");
    e.loading = "eager"; // not when it comes near
    await e.decode().catch(() => {});
    if (!e.naturalWidth) faults.push("image not loaded: " + src);
    if (!alt || alt === src || alt.endsWith(src.split("/").pop())) faults.push("image without alt text: " + src);
  }
  const text = main.cloneNode(true);
  text.querySelectorAll("pre, code, script, style, .math").forEach(e => e.remove());
  for (const markup of text.textContent.match(/\$|\\[([]|:::|\{[a-z]+(:[a-z]+)?\}/g) || [])
    faults.push("markup left in the text: " + markup);
  return faults;
}"""

# Each icon, shown or not, and its character: those of the theme's elements, and those that a stylesheet adds to others;
# and the icons that have none, as the stylesheet does not know their names.
ICONS = r"""() => {
  const icons = {}, named = ".fa, .fas, .far, .fab, .fa-solid, .fa-regular, .fa-brands", bare = [];
  for (const e of document.querySelectorAll("body *:not(.katex, .katex *)")) {
    for (const side of ["::before", "::after"]) {
      const { content, fontFamily } = getComputedStyle(e, side);
      const text = /^"(.+)"/.exec(content)?.[1] ?? "";
      if (fontFamily.includes("Font Awesome") && text) icons[text] = fontFamily;
      if (side === "::before" && !text && e.matches(named)) bare.push(e.outerHTML);
    }
  }
  return [icons, bare];
}"""

# Show all: unfold what is folded, open the answers that wait for a guess (their forms stay), wake the live figures, end
# all transitions.
SHOW = """async () => {
  const style = document.createElement("style");
  style.textContent = "*, *::before, *::after { transition: none !important; animation: none !important }";
  document.head.append(style);
  document.querySelectorAll("main details").forEach(e => e.open = true);
  document.querySelectorAll("main .guessed[hidden]").forEach(e => e.dispatchEvent(new Event("beforematch")));
  document.querySelectorAll("form.guess").forEach(e => e.hidden = false);
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
}"""

# What sticks out to the right when the page scrolls sideways.
TOO_WIDE = """theme => {
  document.documentElement.dataset.theme = document.documentElement.dataset.mode = theme;
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const wide = [...document.querySelectorAll("main *")].filter(e => e.getBoundingClientRect().right > innerWidth);
  return [`in ${theme} mode at ${innerWidth} px the page scrolls sideways: ${wide.map(e => e.outerHTML.slice(0, 80))}`];
}"""

# Which of the selectors that the site's stylesheet leaves out apply to something here, in whatever state it may be.
# What the browser refuses as a selector applies to nothing.
APPLY = r"""selectors => selectors.filter(selector => {
  const plain = selector.replace(/::?[a-z-]+(?![\w(-])/g, "").replace(/(^|[\s>+~])$/, "$1*");
  try { return document.querySelector(plain) } catch { return false }
})"""

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # they depend on the mode, and they take by far the most time
FORM = {
    "runOnly": TAGS,
    "rules": {**{rule: {"enabled": False} for rule in COLOURS}, "label-content-name-mismatch": {"enabled": True}},
}

# What a formula looks like is KaTeX's affair: in its place stands a box as large, which spares axe two thirds of the
# elements. Its MathML stays.
BOXES = """() => {
  const sizes = [...document.querySelectorAll(".katex-html")].map(e => [e, e.getBoundingClientRect()]);
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
  for (const e of document.querySelectorAll("body *:not(.katex, .katex *)")) {
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

ICON_FONT = Path(__file__).parents[2] / "book" / "_static" / "vendor" / "icons" / "icons.css"
seen: dict[str, set[str]] = {"light": set(), "dark": set()}  # the looks that some page was already asked about


@pytest.fixture(scope="module")
def drawable() -> set[str]:
    """The characters for which our font has a picture, not an empty one."""
    found = re.search(r"base64,([^)]+)", ICON_FONT.read_text(encoding="utf-8"))
    assert found
    font = TTFont(io.BytesIO(base64.b64decode(found.group(1))))
    return {chr(code) for code, name in font.getBestCmap().items() if font["glyf"][name].numberOfContours}


@pytest.fixture(scope="module")
def left_out() -> list[str]:
    """The selectors of the theme's stylesheets, and of all the others, that the site's own is without."""
    sheets = {path: selectors_of(path) for path in SITE.glob("_static/**/*.css")}
    ours = {path for path in sheets if path.name.startswith("pages.")}
    assert len(ours) == 1
    return sorted(set().union(*(sheets[path] for path in sheets.keys() - ours)) - sheets[ours.pop()])


def selectors_of(path: Path) -> set[str]:
    """Return all selectors of a stylesheet."""
    found, left = set(), weight.rules(path.read_text(encoding="utf-8"))
    while left:
        rule = left.pop()
        if rule.type == "qualified-rule":
            found |= {tinycss2.serialize(selector).strip() for selector in weight.selectors(rule)}
        elif rule.lower_at_keyword in ("media", "supports"):
            left += weight.rules(rule.content)
    return found


@pytest.fixture(scope="module")
def reader(chromium: Browser) -> Iterator[BrowserContext]:
    """One window for all the pages."""
    window = chromium.new_context(viewport=DESK)
    yield window
    window.close()


@pytest.fixture
def page(reader: BrowserContext) -> Iterator[Page]:
    """A new tab."""
    tab = reader.new_page()
    yield tab
    tab.close()


def test_front_page_leads_to_the_book(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_url("**/book/index.html", timeout=5000)


def test_chapters_are_numbered_through_all_parts_and_so_is_what_stands_in_them(page: Page, address: str) -> None:
    page.goto(f"{address}book/index.html")
    chapters = page.locator("nav.bd-links li.toctree-l1 > a").filter(has_text=re.compile(r"^\s*\d+\."))
    links = [(link.inner_text().strip(), str(link.get_attribute("href"))) for link in chapters.all()]
    assert [title.split(".")[0] for title, _ in links] == [str(k) for k in range(1, 9)]
    for title, href in links:
        page.goto(f"{address}book/{href}")
        numbers = page.locator("main .caption-number").all_text_contents()
        assert numbers
        assert {number.split()[-1].split(".")[0] for number in numbers} == {title.split(".")[0]}


@pytest.mark.parametrize("name", PAGES)
def test_page(page: Page, address: str, name: str, drawable: set[str], left_out: list[str]) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    faults = listen(page, address)
    page.goto(address + name)
    faults += page.evaluate(FAULTS)
    faults += [f"the stylesheet leaves out {selector}" for selector in page.evaluate(APPLY, left_out)]
    icons, bare = page.evaluate(ICONS)
    assert len(icons) >= 6, icons  # search, bars, arrow, sun, moon, half a circle
    faults += [f"an icon whose name the theme's stylesheet does not know: {icon}" for icon in bare]
    faults += [f"add U+{ord(icon):x} to ICONS of tools/vendor.py" for icon in icons if icon not in drawable]
    faults += [f"an icon in {font}" for font in icons.values() if not font.startswith('"Book Icons"')]

    page.evaluate(SHOW)
    for size, theme in product((PHONE, DESK), seen):
        page.set_viewport_size(size)
        faults += page.evaluate(TOO_WIDE, theme)

    page.evaluate(BOXES)
    page.evaluate(AXE)
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
    faults += [f"asks {url}" for url in asked if "fontawesome" in url.lower()]
    assert not faults, "\n".join(faults)


# How many colours a picture has.
SHADES = """async data => {
  const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  return new Set(new Uint32Array(canvas.getImageData(0, 0, picture.width, picture.height).data.buffer)).size;
}"""


@pytest.mark.parametrize(("mode", "size"), [("light", DESK), ("dark", PHONE)], ids=["light-desk", "dark-phone"])
def test_icons_are_drawn(chromium: Browser, address: str, mode: str, size: ViewportSize) -> None:
    window = chromium.new_context(viewport=size)
    window.add_init_script(f"localStorage.setItem('mode', '{mode}'); localStorage.setItem('theme', '{mode}')")
    page = window.new_page()
    faults = listen(page, address)
    page.goto(f"{address}book/halfspaces.html")
    page.evaluate("document.fonts.ready")
    page.add_style_tag(content="* { transition: none !important; } .copybtn { opacity: 1 !important; }")
    drawn = set()
    for icon in page.locator(":is(.fa-solid, .fas, .copybtn svg)").all():
        name = icon.get_attribute("class")
        if name not in drawn and icon.is_visible():
            icon.scroll_into_view_if_needed()
            shades = page.evaluate(SHADES, base64.b64encode(icon.screenshot()).decode())
            assert shades > 3, f"an empty box: {icon.evaluate('e => e.outerHTML')}"
            drawn.add(name)
    assert len(drawn) >= 9, drawn
    before = page.locator("html").get_attribute("data-theme")
    page.get_by_role("button", name="Color mode").click()
    assert page.locator(".theme-switch:visible").count() == 1
    window.close()
    assert before == mode
    assert not faults, faults
