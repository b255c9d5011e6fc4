"""Put a handed-in notebook back into the shape of the released one, and lose nothing that the student wrote.

Cells are copied, deleted, moved and edited, and other programs drop metadata and name other kernels; nbgrader needs
each cell of the release exactly once, in its order. All else in the notebook is the student's and stays where it was.
"""

import json
import re
from pathlib import Path

import nbformat
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.preprocessors import NbGraderPreprocessor

from .author import name_of

LARGEST = 50_000_000  # bytes of a notebook that is read at all


class Unreadable(ValueError):
    """A submission that no grader can read; the message tells the student why."""


def pick(files: list[Path], release: NotebookNode) -> tuple[Path, list[NotebookNode]]:
    """Return the notebook, and its cells, among the handed-in files that answers the released one, whatever its name.

    Parameters
    ----------
    files : list of Path
        What the student handed in.
    release : NotebookNode
        What the students got.

    Raises
    ------
    Unreadable
        If there is no notebook among them, or none that can be read; the message says what is wrong with which file.
    """
    notebooks, faults = [], []
    for path in sorted(files, key=lambda path: path.stat().st_mtime):
        try:
            notebooks.append((path, load(path)))
        except Unreadable as fault:
            faults.append(str(fault))
    if not notebooks:
        raise Unreadable("; ".join(faults) or "no file was handed in")
    known = [len(set(_recognise(cells, release)) - {None}) for _, cells in notebooks]
    if not max(known):
        raise Unreadable(f"{notebooks[-1][0].name} holds no cell of this problem set")
    return max(zip(known, range(len(known)), notebooks, strict=True))[2]  # the newest of the best


def load(path: Path) -> list[NotebookNode]:
    """Return the cells of a notebook file, text and code without outputs.

    Raises
    ------
    Unreadable
        If the file is empty, too large, no JSON or no notebook.
    """
    if path.stat().st_size > LARGEST:
        raise Unreadable(f"{path.name} has more than {LARGEST // 10**6} MB; clear its outputs and hand it in again")
    data = path.read_bytes()
    if not data.strip():
        raise Unreadable(f"{path.name} is empty")
    try:
        raw = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{path.name} is not a notebook, or only a part of one: {error}") from None
    try:
        old = nbformat.from_dict(raw)
        nb = nbformat.convert(old, 4)
        return [_plain(cell) for cell in nb.cells]
    except Exception as error:  # whatever a file that is JSON but no notebook does to the reader
        raise Unreadable(f"{path.name} is not a notebook: {type(error).__name__}: {error}") from None


def _plain(cell: NotebookNode) -> NotebookNode:
    text = cell.source if isinstance(cell.source, str) else "".join(cell.source)
    new = {"code": new_code_cell, "markdown": new_markdown_cell}.get(cell.cell_type, new_markdown_cell)
    made = new(text.encode("utf-8", "replace").decode())
    if isinstance(cell.get("id"), str) and re.fullmatch(r"[\w-]{1,64}", cell.id):
        made.id = cell.id
    grading = cell.get("metadata", {}).get("nbgrader")
    if isinstance(grading, dict) and isinstance(grading.get("grade_id"), str):
        made.metadata["nbgrader"] = {"grade_id": grading["grade_id"]}
    return made


def _name(cell: NotebookNode, names: set[str]) -> str | None:
    """Return which cell of the release a cell is: by its name in the gradebook, or else by its id."""
    return next((name for name in (name_of(cell), cell.get("id")) if name in names), None)


def repair(handed_in: list[NotebookNode], release: NotebookNode) -> tuple[NotebookNode, list[str]]:
    """Return a notebook with each cell of the release once and in its order, and notes on what had to be mended.

    A cell that lost its name is known again by the function that it defines, an answer in words by the text before it.
    Of copies, the last that was worked on is the student's answer; other copies of code stay, as code without a name.
    """
    given = {cell.id: cell for cell in release.cells}
    theirs = [name for name in given if given[name].metadata.get("nbgrader", {}).get("solution")]
    missing, copied, found = [], [], _recognise(handed_in, release)

    chosen: dict[str, int] = {}
    for index, name in enumerate(found):
        if name and (name not in chosen or name not in theirs or handed_in[index].source != given[name].source):
            if name in chosen and name in theirs:
                copied.append(name)
            chosen[name] = index

    loose: dict[str | None, list[NotebookNode]] = {}  # the student's own cells, by the cell of the release that follows
    following = None
    for index in reversed(range(len(found))):
        cell, name = handed_in[index], found[index]
        if name and chosen[name] == index:
            following = name
        elif name is None or (name in theirs and cell.cell_type == "code"):
            own = new_code_cell if cell.cell_type == "code" else new_markdown_cell
            loose.setdefault(following, []).insert(0, own(cell.source))

    cells = []
    for name, cell in given.items():
        cells += loose.pop(name, [])
        if name in theirs and name in chosen:
            cell = cell | {"source": handed_in[chosen[name]].source}
        elif name not in chosen and name_of(cell):
            missing.append(name)
        cells.append(nbformat.from_dict(cell))
    cells += loose.pop(None, [])
    notes = [f"was missing, and is back as it was released: {', '.join(missing)}"] if missing else []
    notes += [f"was there more than once, and the last one counts: {', '.join(copied)}"] if copied else []
    return nbformat.v4.new_notebook(cells=cells, metadata=release.metadata), notes


def _recognise(cells: list[NotebookNode], release: NotebookNode) -> list[str | None]:
    """Return for each cell the name of the cell of the release that it is, None for the student's own."""
    names = {cell.id for cell in release.cells}
    found = [_name(cell, names) for cell in cells]
    texts = {cell.source: cell.id for cell in release.cells if not cell.metadata.get("nbgrader", {}).get("solution")}
    found = [name or texts.get(cell.source) for name, cell in zip(found, cells, strict=True)]
    for before, cell in zip([None, *release.cells], release.cells, strict=False):
        if cell.id in found or not cell.metadata.get("nbgrader", {}).get("solution"):
            continue
        defined = re.search(r"^def (\w+)", cell.source, re.MULTILINE)
        for index, own in enumerate(cells):
            if found[index] or own.cell_type != cell.cell_type:
                continue
            same = cell.cell_type == "code" and defined and re.search(rf"^def {defined[1]}\b", own.source, re.MULTILINE)
            after = before is not None and index > 0 and found[index - 1] == before.id
            if same or (not defined and after):
                found[index] = cell.id
    return found


class Repair(NbGraderPreprocessor):
    """Repair a submission before nbgrader looks at it; the first of its sanitizing steps."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Return the repaired notebook; the current folder is that of the course."""
        of = resources["nbgrader"]
        release = nbformat.read(Path("release", of["assignment"], of["notebook"] + ".ipynb"), as_version=4)
        nb, notes = repair(nb.cells, release)
        for note in notes:
            self.log.warning(note)
        return nb, resources
