"""The chapters with their stored outputs, and how those that the browser's Python makes are held against them."""

import nbformat

from tools import notebooks

CHAPTERS = {path.stem: nbformat.read(path, as_version=4) for path in notebooks.CHAPTERS if path.stem != "index"}


def said(cell):
    """Return what a cell's outputs say: their kinds, and all text but pictures, whose glyphs differ with Matplotlib."""
    for output in cell.get("outputs", []):
        data = output.get("data", {"text/plain": output.get("text", "")})
        text = "".join(data.get("text/plain", ""))
        yield [output["output_type"], output.get("name"), *sorted(data)]
        yield text


def assert_as_stored(chapter, outputs):
    """Hold the outputs of a chapter's code cells against the stored ones."""
    errors = [out for cell in outputs for out in cell if out["output_type"] == "error"]
    assert not errors, errors
    stored = [cell for cell in CHAPTERS[chapter].cells if cell.cell_type == "code"]
    for old, new in zip(stored, outputs, strict=True):
        there, here = [*said(old)], [*said({**old, "outputs": new})]
        assert there == here, (old.id, there, here)
