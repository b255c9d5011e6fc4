"""A chapter runs in JupyterLite, opened by its button, and there every live figure and Python know each other."""

import pytest
from playwright.sync_api import expect

from tests.hands import Hands
from tests.lite.conftest import opened_for_python
from tests.lite.kernel import Lite
from tests.lite.stored import CHAPTERS, assert_as_stored
from tools import notebooks

LIVE = {  # the cells that show a live figure by its name, by their chapters; none of them needs another cell
    name: cell
    for name, chapter in CHAPTERS.items()
    for cell in chapter.cells
    if any(notebooks.VIEW in output.get("data", {}) for output in cell.get("outputs", []))
    and cell.source.split()[-1].isidentifier()
}
OPENED = "halfspaces"  # the chapter that is opened in JupyterLite
STATE = "print({name: getattr(%s, name) for name in sorted(%s.traits(sync=True)) if name[0] != '_'})"


class Figure(Hands):
    """A live figure in the open chapter, shown by this code in the place of the chapter's own."""

    def __init__(self, lite, code):
        lite.set_source(LIVE[OPENED].id, code)
        lite.run_cell(LIVE[OPENED].id)
        self.page, self.figure = lite.page, lite.page.locator(".jp-Notebook .live").last  # the full one
        self.figure.wait_for()

    def look(self):
        """Return what the figure shows now: its numbers, its marks and their places."""
        marks = [mark.get_attribute("aria-label") for mark in self.marks().all()]
        return self.numbers, marks


@pytest.fixture(scope="module")
def lite(reader, address, pyodide):
    """A chapter that was opened by its button, in JupyterLite; all its cells have run."""
    with opened_for_python(reader, address, pyodide) as window:
        page = window.new_page()
        page.goto(f"{address}book/{OPENED}.html")
        lite = Lite.follow(page.get_by_role("link", name="Run this chapter in your browser")).wait()
        lite.run_all()
        yield lite


def test_a_chapter_opened_by_its_button_runs(lite):
    assert [cell["source"] for cell in lite.cells()] == [cell.source for cell in CHAPTERS[OPENED].cells]
    assert_as_stored(OPENED, [cell["outputs"] for cell in lite.cells() if cell["cell_type"] == "code"])


@pytest.mark.parametrize("shown", LIVE.values(), ids=LIVE)
def test_what_hands_do_to_a_live_figure_python_knows(lite, shown):
    figure, name = Figure(lite, shown.source), shown.source.split()[-1]
    moves = [lambda: figure.drag(0, 30, 20), lambda: figure.press(0, "ArrowRight")]
    if figure.marks().count():
        figure.marks().first.locator(".live-target").hover()  # which waits until nothing shifts any more
    else:  # boxes to tick
        box = figure.figure.get_by_role("checkbox").first
        moves = [box.click, lambda: box.press("Space")]
    state = STATE % (name, name)
    for move in moves:
        looked, knew = figure.look(), lite.run(state)
        move()
        assert figure.look() != looked, "nothing happened in the figure"
        assert lite.run(state) != knew, "Python does not know"


def test_what_python_sets_a_live_figure_shows(lite):
    figure = Figure(lite, LIVE["halfspaces"].source)
    lite.run("halfspace.w, halfspace.b = [1, 0], -4")
    expect(figure.figure.locator(".live-numbers")).to_contain_text("w = (1.00, 0.00), b = −4.00")
