"""A problem set that is done in the browser is graded like one that is done in JupyterLab, task by task."""

import zipfile

import nbformat
from nbclient import NotebookClient

from homework.collecting import collect
from homework.course import Course
from homework.grading import grade
from tests.homework.lecturer import points_of, solved
from tests.lite.kernel import Lite

NAME = "ps1_halfspaces"
WRONG = [  # one answer that only a hidden test finds out, and one that a visible test does: the last in the set
    ("predict", "X @ w + b > 0", "X @ w + b >= 0"),
    ("trap", "second = np.array([10.0]), 5.0", "second = np.array([10.0]), 0.0"),
]
LOST = {"predict_border": 1, "trap_fooled": 1}


def theirs(work):
    """Return the answers in a notebook: the text of each cell that students fill in, by its name."""
    return {cell.id: cell.source for cell in work.cells if cell.metadata.get("nbgrader", {}).get("solution")}


def graded(course, student):
    """Return what the gradebook says of each graded cell: the points of its tests, if any, and whether it waits."""
    with course.gradebook() as book:
        notebooks = book.find_submission(NAME, student).notebooks
        return {grade.name: (grade.auto_score, grade.needs_manual_grade) for nb in notebooks for grade in nb.grades}


def autograded(course, student):
    """Return the cells that nbgrader ran and the lecturer reads, without their outputs."""
    path = course.folder / "autograded" / student / NAME / f"{NAME}.ipynb"
    return [(cell.cell_type, cell.source) for cell in nbformat.read(path, as_version=4).cells]


def test_the_browser_and_jupyterlab_get_the_same_points(window, address, tmp_path):
    work = solved(NAME, WRONG)
    for cell in work.cells:
        if cell.id == "parallel":
            cell.source = "The distance is $|b - b'| / \\lVert w \\rVert$, und zwar überall: <, &, \\n, “so”."

    page = window.new_page()
    page.goto(f"{address}book/halfspaces.html")
    lite = Lite.follow(page.get_by_role("link", name="open it in your browser")).wait()
    for cell, answer in theirs(work).items():
        lite.set_source(cell, answer)
    lite.run_all()
    assert [error.split("must be")[0] for error in lite.errors()] == ["<class 'AssertionError'>: the margin of first "]
    lite.save()
    done = lite.cells()
    lite.reload()
    assert lite.cells() == done, "not all was there after a reload"
    assert {name: lite.sources()[name] for name in theirs(work)} == theirs(work)
    downloaded = lite.download(tmp_path)
    lite.page.close()
    assert downloaded.name == f"{NAME}.ipynb"
    nbformat.validate(nbformat.read(downloaded, as_version=4))

    NotebookClient(work, timeout=120, allow_errors=True, kernel_name="python3").execute()
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.write(downloaded, f"Lovelace Ada_1_assignsubmission_file_/{NAME}.ipynb")
        archive.writestr(f"Noether Emmy_2_assignsubmission_file_/{NAME}.ipynb", nbformat.writes(work))
    course = Course(tmp_path / "course")
    course.release(NAME)
    assert sorted(collect(course, NAME, tmp_path / "all.zip").new) == ["1", "2"]
    browser, lab = (grade(course, NAME)[student] for student in "12")
    assert (browser.error, browser.notes) == (lab.error, lab.notes) == ("", []), "something had to be mended"
    most = points_of(NAME)
    assert {name: most[name] - points for name, (points, _) in graded(course, "1").items() if name in most} == {
        name: LOST.get(name, 0) for name in most
    }
    assert graded(course, "1") == graded(course, "2")
    assert autograded(course, "1") == autograded(course, "2")
    assert (browser.score, browser.unmarked) == (lab.score, lab.unmarked) == (sum(most.values()) - 2, 3)
