"""Handed-in notebooks in every state: what was the student's stays, what was ours is put back."""

import copy
import json

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homework import author
from homework.repair import LARGEST, Unreadable, load, pick, repair
from tests.homework.lecturer import TINY, solved

RELEASE = author.release("tiny", TINY)
SOLVED = solved("tiny", folder=TINY)
NAMES = [cell.id for cell in RELEASE.cells]


def sources(notebook, *names):
    """Return the text of the named cells."""
    found = {cell.id: cell.source for cell in notebook.cells}
    return [found[name] for name in names or NAMES]


def test_an_honest_notebook_is_left_alone():
    whole, notes = repair(copy.deepcopy(SOLVED.cells), RELEASE)
    assert [cell.id for cell in whole.cells] == NAMES
    assert sources(whole) == sources(SOLVED)
    assert notes == []


def test_a_file_from_jupyterlite_needs_no_mending(tmp_path):
    work = copy.deepcopy(SOLVED)
    work.metadata["kernelspec"] = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
    work.metadata["language_info"] = {"name": "python", "version": "3.8", "pygments_lexer": "ipython3"}
    for cell in work.cells:
        if cell.cell_type == "code":
            cell.metadata["trusted"] = True
            cell.outputs = [{"output_type": "stream", "name": "stdout", "text": "one string\nof two lines"}]
            cell.outputs.append({"output_type": "error", "ename": "<class 'E'>", "evalue": "", "traceback": []})
    path = tmp_path / "tiny (1).ipynb"
    path.write_text(json.dumps({"metadata": work.metadata, "nbformat_minor": 5, "nbformat": 4, "cells": work.cells}))
    found, cells = pick([path], RELEASE)
    whole, notes = repair(cells, RELEASE)
    assert (found, notes) == (path, [])
    assert sources(whole) == sources(SOLVED)
    assert whole.metadata == RELEASE.metadata, "it is to be run by the grader's kernel"


def test_deleted_cells_come_back_as_they_were_released():
    work = copy.deepcopy(SOLVED)
    work.cells = [cell for cell in work.cells if cell.id not in ("setup", "update_zero", "margin")]
    whole, (note,) = repair(work.cells, RELEASE)
    assert [cell.id for cell in whole.cells] == NAMES
    assert sources(whole, "setup", "margin") == sources(RELEASE, "setup", "margin")
    assert sources(whole, "update", "why") == sources(SOLVED, "update", "why")
    assert all(name in note for name in ("setup", "update_zero", "margin"))


def test_own_cells_stay_where_they_were():
    work = copy.deepcopy(SOLVED)
    work.cells.insert(NAMES.index("margin"), nbformat.v4.new_code_cell("helper = 1"))
    work.cells.append(nbformat.v4.new_markdown_cell("the end"))
    whole, _ = repair(work.cells, RELEASE)
    texts = [cell.source for cell in whole.cells]
    assert texts.index("helper = 1") == texts.index(sources(SOLVED, "margin")[0]) - 1
    assert texts[-1] == "the end"


def test_of_copies_the_last_worked_on_counts_and_the_others_stay_as_code():
    work = copy.deepcopy(SOLVED)
    index = NAMES.index("update")
    first, untouched = copy.deepcopy(work.cells[index]), copy.deepcopy(RELEASE.cells[index])
    first.source = "def update(w, x, y):\n    return helper(w)\n\ndef helper(w):\n    return w"
    work.cells[index:index] = [first]
    work.cells.append(untouched)
    whole, (note,) = repair(work.cells, RELEASE)
    assert sources(whole, "update") == sources(SOLVED, "update")
    assert first.source in [cell.source for cell in whole.cells if cell.id not in NAMES]
    assert "update" in note


def test_cells_without_metadata_and_ids_are_known_again():
    work = copy.deepcopy(SOLVED)
    for number, cell in enumerate(work.cells):
        cell.metadata, cell.id = nbformat.from_dict({}), f"c{number}"
    whole, notes = repair(work.cells, RELEASE)
    assert sources(whole) == sources(SOLVED)
    assert notes == []


def test_locked_cells_get_the_released_text_and_the_type():
    work = copy.deepcopy(SOLVED)
    for cell in work.cells:
        if cell.id == "update_moves":
            cell.source = "assert True"
    whole, _ = repair(work.cells, RELEASE)
    assert sources(whole, "update_moves") == sources(RELEASE, "update_moves")


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_whatever_happens_to_the_cells_the_release_is_whole_and_the_last_answers_stay(data):
    cells = data.draw(st.lists(st.sampled_from(range(len(NAMES))), max_size=2 * len(NAMES)))
    whole, _ = repair([copy.deepcopy(SOLVED.cells[index]) for index in cells], RELEASE)
    assert [cell.id for cell in whole.cells if cell.id in NAMES] == NAMES
    for name in ("update", "margin", "why"):
        handed_in = NAMES.index(name) in cells
        assert sources(whole, name) == sources(SOLVED if handed_in else RELEASE, name)
    texts = [cell.source for cell in whole.cells]
    for index in cells:
        if SOLVED.cells[index].cell_type == "code":
            assert SOLVED.cells[index].source in texts


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "is empty"),
        (b"  \n", "is empty"),
        (nbformat.writes(SOLVED).encode()[:900], "only a part of one"),
        (b"PK\x03\x04 a zip file", "not a notebook"),
        (b"\xff\xfe\x00\x00", "not a notebook"),
        (b"[1, 2, 3]", "not a notebook"),
        (b'{"nbformat": 99, "cells": []}', "not a notebook"),
        (b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [7]}', "not a notebook"),
        (b"[" * 100_000, "not a notebook"),
    ],
    ids=["nothing", "spaces", "cut", "zip", "bytes", "list", "future", "numbers", "deep"],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path, content, fault):
    (tmp_path / "work.ipynb").write_bytes(content)
    with pytest.raises(Unreadable, match=fault) as error:
        load(tmp_path / "work.ipynb")
    assert "work.ipynb" in str(error.value)


def test_a_huge_file_is_not_read(tmp_path):
    with open(tmp_path / "work.ipynb", "wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(Unreadable, match="50 MB"):
        load(tmp_path / "work.ipynb")


def test_the_notebook_of_the_set_is_found_among_others(tmp_path):
    other = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    (tmp_path / "a.ipynb").write_text(nbformat.writes(other))
    (tmp_path / "my work (1).ipynb").write_text(nbformat.writes(SOLVED))
    (tmp_path / "notes.txt").write_text("no notebook")
    assert pick(list(tmp_path.iterdir()), RELEASE)[0].name == "my work (1).ipynb"


def test_nothing_to_pick_says_why(tmp_path):
    with pytest.raises(Unreadable, match="no file"):
        pick([], RELEASE)
    (tmp_path / "a.ipynb").write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}))
    with pytest.raises(Unreadable, match="holds no cell of this problem set"):
        pick([tmp_path / "a.ipynb"], RELEASE)
