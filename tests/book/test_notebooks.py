"""What a stored chapter needs besides the outputs of a run, which nbval compares."""

import json
import re

import nbformat
import pytest

from tools.notebooks import CHAPTERS, VIEW, models


@pytest.fixture(params=CHAPTERS, ids=lambda path: path.stem)
def path(request):
    return request.param


@pytest.fixture
def chapter(path):
    return nbformat.read(path, as_version=4)


@pytest.fixture
def code(chapter):
    return [cell for cell in chapter.cells if cell.cell_type == "code"]


def is_picture(output):
    return any(kind.startswith("image/") for kind in output.get("data", {}))


def test_chapter_is_valid_and_was_run_from_top_to_bottom(chapter, code):
    nbformat.validate(chapter)
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert chapter.metadata.language_info == {"name": "python"}


def test_no_cell_failed_or_warned(code):
    for cell in code:
        for output in cell.outputs:
            assert output.output_type != "error" or "raises-exception" in cell.metadata.get("tags", []), cell.source
            assert output.get("name") != "stderr", cell.source


def test_every_picture_has_a_number_a_caption_and_another_alt_text(code):
    for cell in code:
        if any(map(is_picture, cell.outputs)):
            options = cell.metadata.get("mystnb", {})
            figure, image = options.get("figure", {}), options.get("image", {})
            assert figure.get("name", "").startswith("fig-"), f"no name: {cell.source}"
            assert len(figure.get("caption", "")) > 40, f"no caption: {cell.source}"
            assert len(image.get("alt", "")) > 40, f"no alt text: {cell.source}"
            assert figure["caption"] != image["alt"], f"the alt text repeats the caption: {cell.source}"


def live_figures(chapter):
    """The states of the live figures of a chapter, by the names of the figures."""
    return {name: model["state"] for name, model in models(chapter).items() if "_esm" in model["state"]}


def test_every_live_figure_has_its_name_its_state_and_a_picture(chapter, code):
    shown = []
    for cell in code:
        for output in cell.outputs:
            if view := output.get("data", {}).get(VIEW):
                shown.append(view["model_id"])
                assert view["model_id"] == cell.metadata.mystnb.figure.name, cell.source
                assert "image/svg+xml" in output.data, cell.source
    assert sorted(shown) == [*live_figures(chapter)]


def test_live_figures_are_light(chapter):
    if live_figures(chapter):
        code = [state[kind] for state in live_figures(chapter).values() for kind in ("_esm", "_css")]
        twice = sum(map(len, code)) - sum(map(len, set(code)))  # what two figures share, a page has once
        assert len(json.dumps(chapter.metadata.widgets)) - twice < 150_000


def test_every_chapter_has_a_live_figure(path, chapter):
    assert live_figures(chapter) or path.stem in ("better_perceptrons", "neighbours", "disagreements")


def test_code_is_short_and_runs_anywhere(code):
    for cell in code:
        lines = cell.source.splitlines()
        assert len(lines) <= 12, f"more than 12 lines: {cell.source}"
        assert max(map(len, lines)) <= 76, f"a line is wider than the page: {cell.source}"
        assert not cell.source.rstrip().endswith(";"), f"nbval fails on a trailing semicolon: {cell.source}"
        assert not re.search(r"sys\.path|myst_nb|pip install|^\s*[%!]", cell.source, re.M), cell.source


def test_pictures_do_not_depend_on_the_day_or_the_version(code):
    for cell in code:
        for output in filter(is_picture, cell.outputs):
            assert set(output.data) - {VIEW} == {"image/svg+xml", "text/plain"}, cell.source
            assert "<dc:date>" not in output.data["image/svg+xml"], cell.source
