"""A lecturer's hands for the tests: solve a set with edits, hand it in, and read what the grader took off."""

import copy
import json
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from nbformat import NotebookNode

from homework import author
from homework.course import Course
from homework.execute import Kernel

TINY = Path(__file__).parent / "sets"
Edits = Sequence[tuple[str, str, str]]


read, release = cache(author.read), cache(author.release)  # hundreds of tests ask; none may change what it gets


@cache
def points_of(name: str, folder: Path = author.FOLDER) -> dict[str, int]:
    """Return the points of each test of a set."""
    gradings = (cell.metadata.get("nbgrader", {}) for cell in read(name, folder).cells if cell.cell_type == "code")
    return {grading["grade_id"]: grading["points"] for grading in gradings if grading.get("grade")}


def solved(
    name: str, edits: Edits = (), cells: dict[str, str] | None = None, folder: Path = author.FOLDER
) -> NotebookNode:
    """Return the released notebook with the reference solution, or ``cells``, filled in, and then ``edits`` made."""
    solutions = {cell.id: cell.source for cell in read(name, folder).cells} | (cells or {})
    for cell, old, new in edits:
        assert old in solutions[cell], f"stale mutant: {old!r} is not in {cell!r} of {name}"
        solutions[cell] = solutions[cell].replace(old, new)
    notebook = copy.deepcopy(release(name, folder))
    for cell in notebook.cells:
        if author.name_of(cell) and _is_theirs(cell):
            cell.source = solutions[cell.id] if cell.cell_type == "code" else "My answer in words."
    return notebook


def hand_in(course: Course, name: str, student: str, work: NotebookNode | str, file: str = "") -> Path:
    """Put a file where ``collect`` would put it."""
    path = course.folder / "submitted" / student / name / (file or f"{name}.ipynb")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(work if isinstance(work, str) else json.dumps(work))  # as it is: nbformat would mend it
    return path


def lost(course: Course, name: str, student: str) -> dict[str, float]:
    """Return the points that the tests took off a graded submission."""
    with course.gradebook() as book:
        grades = [grade for notebook in book.find_submission(name, student).notebooks for grade in notebook.grades]
        codes = [grade for grade in grades if grade.cell.cell_type == "code"]
        return {
            grade.name: grade.max_score - grade.auto_score for grade in codes if grade.auto_score != grade.max_score
        }


def _is_theirs(cell: NotebookNode) -> bool:
    return bool(cell.metadata["nbgrader"]["solution"])


# What the kernel is told first. A cell that computes for a second fails: a second of the processor, so that a busy
# machine changes nothing. Between two notebooks all names become what they were; what the sets import stays loaded.
FIRST = """
def _prepare(names):
    import signal
    import matplotlib.pyplot
    import perceptron_lib.datasets

    def too_long(*signalled):
        raise TimeoutError("this cell does not end")

    def forget():
        names.clear()
        names.update(start, _forget=forget)

    signal.signal(signal.SIGVTALRM, too_long)
    for event, seconds in {"pre_run_cell": 1, "post_run_cell": 0}.items():
        limit = lambda _, seconds=seconds: signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        get_ipython().events.register(event, limit)
    start = dict(names)
    return forget

_forget = _prepare(globals())
"""


class Quick:
    """Runs one notebook after the other in one kernel: the grader's own way to run a cell, without its gradebook."""

    def __init__(self) -> None:
        self.kernel = Kernel(memory=4 * 2**30, sandbox=False)
        assert self._run(FIRST)

    def __enter__(self) -> "Quick":
        return self

    def __exit__(self, *error: object) -> None:
        self.kernel.stop()

    def _run(self, source: str) -> bool:
        """Run a cell and return whether it came to its end without an error."""
        return all(output.output_type != "error" for output in self.kernel.run(source, 60, 200_000))

    def lost(self, name: str, notebook: NotebookNode) -> set[str]:
        """Return the tests of a set that a notebook fails."""
        tests = {cell.id: cell.source for cell in read(name).cells if cell.id in points_of(name)}
        assert self._run("_forget()")
        failed = set()
        for cell, following in pairwise([cell for cell in notebook.cells if author.name_of(cell)]):
            if cell.cell_type != "code" or (following.id not in tests and _is_theirs(cell)):
                continue  # an experiment, which no test looks at, may take seconds
            if not self._run(tests.get(cell.id, cell.source)) and cell.id in tests:
                failed.add(cell.id)
        return failed
