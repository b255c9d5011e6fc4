"""What a reader changes in a notebook stays in this browser, until the reader deletes it. Python is not needed."""

import nbformat
from playwright.sync_api import BrowserContext, Page, expect

from homework import author
from tests.lite.kernel import Lite

ANSWER = "def predict(X, w, b):\n    return 3"
RELEASED = {cell.id: cell.source for cell in author.release("ps1_halfspaces").cells}


def problem_set(window: BrowserContext, address: str, chapter: str = "halfspaces") -> Lite:
    """Open a chapter's problem set in a new tab, by the link on the chapter's page."""
    page = window.new_page()
    page.goto(f"{address}book/{chapter}.html")
    return Lite.follow(page.get_by_role("link", name="open it in your browser")).wait_for_cells()


def delete(page: Page, address: str, name: str) -> None:
    """Delete a file in the file browser, by its menu."""
    page.goto(f"{address}lite/tree/index.html")
    page.locator(".jp-DirListing-item", has_text=name).click(button="right")
    page.locator(".lm-Menu-item[data-command='filebrowser:delete']").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_saved_work_is_there_again_only_where_it_was_done_and_until_it_is_deleted(bare_window, address):
    lite = problem_set(bare_window, address)
    assert lite.sources() == RELEASED
    lite.set_source("predict", ANSWER)
    lite.save()
    assert lite.reload().sources() == RELEASED | {"predict": ANSWER}
    lite.page.close()
    lite = problem_set(bare_window, address)
    assert lite.sources() == RELEASED | {"predict": ANSWER}, "not there in a new tab"
    other = {cell.id: cell.source for cell in author.release("ps2_algorithm").cells}
    assert problem_set(bare_window, address, "algorithm").sources() == other
    delete(lite.page, address, "ps1_halfspaces.ipynb")
    assert problem_set(bare_window, address).sources() == RELEASED


def test_what_is_downloaded_is_what_one_sees_saved_or_not(bare_window, address, tmp_path):
    lite = problem_set(bare_window, address)
    lite.set_source("predict", ANSWER)
    downloaded = nbformat.read(lite.download(tmp_path), as_version=4)
    assert {cell.id: cell.source for cell in downloaded.cells} == RELEASED | {"predict": ANSWER}
