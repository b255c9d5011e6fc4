"""What the page *Running the code* tells the reader to choose in the browser is there, and is called so."""

import re
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

TEXT = (Path(__file__).parents[2] / "book" / "running.md").read_text(encoding="utf-8")
BROWSER = TEXT.split("(running-browser)=")[1].split("(running-machine)=")[0]
CHOICES = sorted(set(re.findall(r"\*(\w+) > ([^*]+)\*", BROWSER)))
SECONDS = 60_000


def test_the_page_names_choices() -> None:
    assert ("File", "Download") in CHOICES
    assert ("Kernel", "Restart Kernel…") in CHOICES


def test_every_choice_that_the_page_names_is_in_its_menu(bare_window: BrowserContext, address: str) -> None:
    page = bare_window.new_page()
    page.goto(f"{address}lite/notebooks/index.html?path=ps1_halfspaces.ipynb")
    expect(page.locator(".jp-Notebook .jp-CodeCell").first).to_be_visible(timeout=SECONDS)
    for menu, choice in CHOICES:
        page.get_by_role("menuitem", name=menu, exact=True).click()
        expect(page.locator(".lm-Menu-itemLabel").get_by_text(choice, exact=True), f"{menu} > {choice}").to_be_visible()
        page.keyboard.press("Escape")


def test_the_buttons_that_the_page_names_are_above_the_list_of_notebooks(
    bare_window: BrowserContext, address: str
) -> None:
    page = bare_window.new_page()
    page.goto(f"{address}lite/tree/index.html")
    page.locator(".jp-DirListing-item", has_text="ps1_halfspaces.ipynb").click(timeout=SECONDS)
    for button in ("Delete", "Open", "Rename", "Upload"):
        assert f"**{button}**" in BROWSER
        expect(page.locator(".jp-FileBrowser-toolbar").get_by_text(button, exact=True)).to_be_visible()
