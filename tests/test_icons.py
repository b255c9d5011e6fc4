"""Every icon of every page is drawn, in light and dark, from the site's own small font."""

import base64
import io
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from playwright.sync_api import Browser

from tests.hands import listen
from tests.test_site import DESK, PAGES, PHONE

CSS = Path(__file__).parents[1] / "book" / "_static" / "vendor" / "icons" / "icons.css"

# Each icon, shown or not, and its character: those of the theme's elements, and those that a stylesheet adds to others.
ICONS = r"""() => {
  const icons = {};
  for (const e of document.querySelectorAll("body *:not(mjx-container, mjx-container *)")) {
    for (const side of ["::before", "::after"]) {
      const { content, fontFamily } = getComputedStyle(e, side);
      const text = /^"(.+)"/.exec(content)?.[1] ?? "";
      if (fontFamily.includes("Font Awesome") && text) icons[text] = fontFamily;
    }
  }
  return icons;
}"""

BARE = """() => [...document.querySelectorAll(".fa, .fas, .far, .fab, .fa-solid, .fa-regular, .fa-brands")]
  .filter(e => ["none", "normal", '""'].includes(getComputedStyle(e, "::before").content)).map(e => e.outerHTML)"""


@pytest.fixture(scope="module")
def drawable() -> set[str]:
    """The characters for which our font has a picture, not an empty one."""
    found = re.search(r"base64,([^)]+)", CSS.read_text(encoding="utf-8"))
    assert found
    font = TTFont(io.BytesIO(base64.b64decode(found.group(1))))
    return {chr(code) for code, name in font.getBestCmap().items() if font["glyf"][name].numberOfContours}


@pytest.mark.parametrize("name", PAGES)
def test_every_icon_is_in_the_font(chromium: Browser, address: str, name: str, drawable: set[str]) -> None:
    page = chromium.new_page(viewport=DESK)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address + name)
    icons = page.evaluate(ICONS)
    assert len(icons) >= 6, icons  # search, bars, arrow, sun, moon, half a circle
    assert not page.evaluate(BARE), "an icon whose name the theme's stylesheet does not know"
    assert not {f"U+{ord(icon):x}" for icon in icons if icon not in drawable}, "add them to ICONS of tools/vendor.py"
    for family in icons.values():
        assert family.startswith('"Book Icons"'), family
    page.evaluate("document.fonts.ready")
    page.close()
    assert not [url for url in asked if "fontawesome" in url.lower()]


@pytest.mark.parametrize(("mode", "size"), [("light", DESK), ("dark", PHONE)], ids=["light-desk", "dark-phone"])
def test_icons_are_drawn(chromium: Browser, address: str, mode: str, size: dict[str, int]) -> None:
    window = chromium.new_context(viewport=size)
    window.add_init_script(f"localStorage.setItem('mode', '{mode}'); localStorage.setItem('theme', '{mode}')")
    page = window.new_page()
    faults = listen(page, address)
    page.goto(f"{address}book/halfspaces.html")
    page.evaluate("async () => { await window.MathJax?.startup?.promise; await document.fonts.ready; }")
    page.add_style_tag(content="* { transition: none !important; } .copybtn { opacity: 1 !important; }")
    page.get_by_role("button", name="Download this page").click()  # its menu has icons, too
    drawn = set()
    for icon in page.locator(":is(.fa-solid, .fas, .copybtn svg, .toggle-chevron-right)").all():
        name = icon.get_attribute("class")
        if name not in drawn and icon.is_visible():
            icon.scroll_into_view_if_needed()
            shades = page.evaluate(SHADES, base64.b64encode(icon.screenshot()).decode())
            assert shades > 3, f"an empty box: {icon.evaluate('e => e.outerHTML')}"
            drawn.add(name)
    assert len(drawn) >= 10, drawn
    before = page.locator("html").get_attribute("data-theme")
    page.get_by_role("button", name="Color mode").click()
    assert page.locator(".theme-switch:visible").count() == 1
    window.close()
    assert before == mode
    assert not faults, faults


# How many colours a picture has.
SHADES = """async data => {
  const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  return new Set(new Uint32Array(canvas.getImageData(0, 0, picture.width, picture.height).data.buffer)).size;
}"""
