"""Read an author's file: one problem set, as jupytext percent, with its solutions, tests and rubrics.

A cell says what it is by one key in its first line:

====================================  ==================================================================
``# %% [markdown]``                   text of the problem set
``# %% locked="name"``                code that the student reads and may not change
``# %% solution="name"``              code that the student writes, between the BEGIN and END SOLUTION lines
``# %% test="name" points=1``         a test that the student sees
``# %% hidden="name" points=1``       a test that only the grader sees; ``title=`` says what it is about
``# %% [markdown] written="name"``    an answer in words: the model answer and the rubric, marked by hand
====================================  ==================================================================

Tests and written answers also name the section of the book that helps: ``book="algorithm#the-rule"``.
"""

from pathlib import Path

import jupytext
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.preprocessors import CheckCellMetadata, ClearHiddenTests, ClearSolutions, ComputeChecksums, LockCells

FOLDER = Path(__file__).parent / "sets"
KINDS = ("locked", "solution", "test", "hidden", "written")
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def name_of(cell: NotebookNode) -> str | None:
    """Return the name under which nbgrader knows a cell, None for a cell that it does not."""
    return cell.metadata.get("nbgrader", {}).get("grade_id") or None


def sets(folder: Path = FOLDER) -> list[str]:
    """Return the names of all problem sets, in the order of the chapters."""
    return sorted(path.stem for path in Path(folder).glob("*.py"))


def read(name: str, folder: Path = FOLDER) -> NotebookNode:
    """Return an author's file as the source notebook that nbgrader expects.

    Parameters
    ----------
    name : str
        The problem set, such as ``"ps1_halfspaces"``.
    folder : Path
        Where the authors' files are; by default those of the book.

    Raises
    ------
    ValueError
        If there is no such file, or a cell of it is not what the table above allows.
    """
    path = Path(folder) / f"{name}.py"
    if not path.is_file():
        raise ValueError(f"no problem set {name!r}: {folder} has {', '.join(sets(folder))}")
    cells, names = [], set()
    for index, cell in enumerate(jupytext.read(path, fmt="py:percent").cells):
        made = _cell(cell, index, path.name)
        if made.id in names:
            raise ValueError(f"{path.name}: two cells are named {made.id!r}; the gradebook needs a name for each")
        names.add(made.id)
        cells.append(made)
    return new_notebook(cells=cells, metadata={"kernelspec": KERNEL, "language_info": {"name": "python"}})


def _cell(cell: NotebookNode, index: int, file: str) -> NotebookNode:
    new = new_code_cell if cell.cell_type == "code" else new_markdown_cell
    kinds = [kind for kind in KINDS if kind in cell.metadata]
    if not kinds and cell.cell_type == "markdown":
        return new(cell.source, id=f"text-{index:02d}")
    if len(kinds) != 1:
        first = cell.source.split("\n")[0]
        raise ValueError(f"{file}: the cell {first!r} needs one of {', '.join(KINDS)}, it has {kinds or 'none'}")
    kind, name = kinds[0], cell.metadata[kinds[0]]
    graded = kind in ("test", "hidden", "written")
    if (kind == "written") != (cell.cell_type == "markdown"):
        raise ValueError(f"{file}: {name!r} is {kind}, which a {cell.cell_type} cell cannot be")
    if graded and not {"points", "book"} <= set(cell.metadata):
        raise ValueError(f"{file}: {name!r} is graded, so it needs points= and book=")
    theirs = kind in ("solution", "written")
    grading = {"schema_version": 3, "grade_id": name, "grade": graded, "solution": theirs, "locked": not theirs}
    grading |= {"task": False} | ({"points": cell.metadata["points"]} if graded else {})
    return new(_source(cell, kind), id=name, metadata={"nbgrader": grading})


def _source(cell: NotebookNode, kind: str) -> str:
    """Return the text of a cell; a test gets a line that says its worth, and a hidden one its marks."""
    if kind not in ("test", "hidden"):
        return cell.source
    points = f"{cell.metadata['points']} point{'s' * (cell.metadata['points'] != 1)}"
    if kind == "test":
        return f"# Test ({points}).\n# In the book: {cell.metadata['book']}\n{cell.source}"
    head = f"# Hidden test ({points}): {cell.metadata['title']}.\n# In the book: {cell.metadata['book']}"
    return f"{head}\n### BEGIN HIDDEN TESTS\n{cell.source}\n### END HIDDEN TESTS"


def release(name: str, folder: Path = FOLDER) -> NotebookNode:
    """Return what the students get: the source notebook without its solutions, hidden tests and rubrics.

    The parameters and errors are those of :func:`read`.
    """
    notebook, resources = read(name, folder), ResourcesDict()
    for step in (LockCells, ClearSolutions, ClearHiddenTests, ComputeChecksums, CheckCellMetadata):
        notebook, resources = step().preprocess(notebook, resources)
    return notebook


def rubric(name: str, folder: Path = FOLDER) -> str:
    """Return, as Markdown, the model answers and rubrics of the answers that are marked by hand.

    The parameters and errors are those of :func:`read`.
    """
    answers = [cell for cell in read(name, folder).cells if cell.cell_type == "markdown" and name_of(cell)]
    return "\n\n".join(
        f"# {cell.id} ({cell.metadata['nbgrader']['points']} points)\n\n{cell.source}" for cell in answers
    )
