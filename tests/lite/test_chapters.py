"""Every chapter runs in the browser, opened by its button: no error, the stored numbers, a live figure that lives."""

import nbformat
import pytest

from tests.hands import Hands
from tests.lite.kernel import Lite
from tools import notebooks

CHAPTERS = {path.stem: nbformat.read(path, as_version=4) for path in notebooks.CHAPTERS}
STATE = "print({name: getattr(%s, name) for name in sorted(%s.traits(sync=True)) if name[0] != '_'})"


def said(cell):
    """Return what a cell's outputs say: their kinds, and all text but pictures, whose glyphs differ with Matplotlib."""
    for output in cell.get("outputs", []):
        data = output.get("data", {"text/plain": output.get("text", "")})
        text = "".join(data.get("text/plain", ""))
        yield [output["output_type"], output.get("name"), *sorted(data)]
        yield text


def live_figure(notebook):
    """Return the index of the first cell that shows a live figure, and the name of the figure in Python."""
    for k, cell in enumerate(notebook.cells):
        if any(notebooks.VIEW in output.get("data", {}) for output in cell.get("outputs", [])):
            return k, cell.source.split()[-1]
    return None


class Figure(Hands):
    """A live figure in a cell of a notebook in JupyterLite."""

    def __init__(self, lite, k):
        self.page = lite.page
        self.page.evaluate("k => jupyterapp.shell.currentWidget.content.scrollToItem(k)", k)
        self.figure = self.page.locator(".jp-Notebook .live")  # a chapter has one
        self.figure.wait_for()

    def look(self):
        """Return what the figure shows now: its numbers, its marks and their places."""
        marks = [mark.get_attribute("aria-label") for mark in self.marks().all()]
        return self.numbers, marks


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_runs_in_the_browser(window, address, chapter):
    stored = CHAPTERS[chapter]
    page = window.new_page()
    page.goto(f"{address}book/{chapter}.html")
    lite = Lite.follow(page.get_by_role("link", name="Run this chapter in your browser")).wait()
    assert [cell["source"] for cell in lite.cells()] == [cell.source for cell in stored.cells]
    lite.run_all()
    assert lite.errors() == []
    for old, new in zip(stored.cells, lite.cells(), strict=True):
        assert [*said(old)] == [*said(new)], old.id

    if found := live_figure(stored):
        k, name = found
        figure, state = Figure(lite, k), STATE % (name, name)
        moves = [lambda: figure.drag(0, 30, 20), lambda: figure.press(0, "ArrowRight")]
        if figure.marks().count():
            figure.marks().first.locator(".live-target").hover()  # which waits until nothing shifts any more
        else:  # boxes to tick
            box = figure.figure.get_by_role("checkbox").first
            moves = [box.click, lambda: box.press("Space")]
        for move in moves:
            looked, knew = figure.look(), lite.run(state)
            move()
            assert figure.look() != looked, "nothing happened in the figure"
            assert lite.run(state) != knew, "Python does not know"
