"""One run of forty submissions, most of them hostile or broken: each has its grade or its error, and costs no other."""

import copy
import json
import os
import shutil
import subprocess
import sys
import time

import nbformat
import pytest

from homework import author, grading
from homework.course import Course
from homework.execute import sandbox_works
from homework.feedback import give
from homework.grading import grade, results
from tests.homework.lecturer import TINY, hand_in, lost, points_of, solved

TESTS = points_of("tiny", TINY)
ALL, NONE = set(TESTS), set[str]()
UPDATE, MARGIN = {"update_moves", "update_zero"}, {"margin_value", "margin_sign"}

GOOD = "def update(w, x, y):\n    return w + y * x if y * (w @ x) <= 0 else w\n"
ENDLESS = "def update(w, x, y):\n    while True:\n        pass\n"
STUBBORN = """def update(w, x, y):
    while True:
        try:
            while True:
                pass
        except:
            pass
"""


def code(source, **cells):
    """Return a solved notebook whose update is ``source``."""
    return solved("tiny", cells={"update": source} | cells, folder=TINY)


def changed(change):
    """Return a solved notebook after ``change`` of its cells."""
    work = solved("tiny", folder=TINY)
    work.cells = change(copy.deepcopy(work.cells)) or work.cells
    return work


def each(**changes):
    """Return a change that gives every cell the same attributes."""
    return lambda cells: [nbformat.from_dict(cell | changes) for cell in cells]


def without(*names):
    """Return a change that deletes cells."""
    return lambda cells: [cell for cell in cells if cell.id not in names]


def edited(name, source):
    """Return a change that gives one cell another text."""
    return lambda cells: [nbformat.from_dict(cell | {"source": source}) if cell.id == name else cell for cell in cells]


def kernel(work, name):
    """Return the notebook with the name of another kernel."""
    work.metadata["kernelspec"] = {"name": name, "display_name": name, "language": name}
    return work


WHOLE = nbformat.writes(solved("tiny", folder=TINY))
# What each hands in, and the tests that it must lose, or a word of the error that it must get instead.
SUBMISSIONS = {
    "honest-1": (code(GOOD), NONE),
    "honest-2": (code(GOOD.replace("<=", "<")), {"update_zero"}),
    "honest-3": (code("update = lambda w, x, y: w + (y * (w @ x) <= 0) * y * x"), NONE),
    "untouched": (author.release("tiny", TINY), ALL),
    "copied-cells": (changed(lambda cells: cells + copy.deepcopy(cells)), NONE),
    "copied-test": (changed(lambda cells: [*cells, copy.deepcopy(cells[4])]), NONE),
    "deleted-tests": (changed(without("update_moves", "update_zero", "margin_value", "margin_sign")), NONE),
    "deleted-setup": (changed(without("setup")), NONE),
    "deleted-solution": (changed(without("update")), UPDATE),
    "deleted-all-but-one": (changed(lambda cells: [cell for cell in cells if cell.id == "margin"]), UPDATE),
    "edited-tests": (kernel(changed(edited("margin_value", "assert True")), "python3"), NONE),
    "edited-test-and-wrong": (code("update = None") | {"metadata": {}}, UPDATE),
    "backwards": (changed(lambda cells: cells[::-1]), NONE),
    "test-as-text": (
        changed(lambda cells: [cell | ({"cell_type": "raw"} if cell.id == "margin_sign" else {}) for cell in cells]),
        NONE,
    ),
    "syntax-error": (code("def update(w, x, y:\n    return w"), UPDATE),
    "indentation": (code("def update(w, x, y):\nreturn w"), UPDATE),
    "endless": (code(ENDLESS), UPDATE),
    "endless-bare-except": (code(STUBBORN), UPDATE),
    "endless-own-cell": (code(GOOD + "while True: pass"), UPDATE),
    "os-exit": (code("import os\ndef update(w, x, y):\n    os._exit(0)"), UPDATE),
    "exit": (code("def update(w, x, y):\n    exit()"), UPDATE),
    "sys-exit": (code("import sys\ndef update(w, x, y):\n    sys.exit(0)"), UPDATE),
    "kills-itself": (code("import os\ndef update(w, x, y):\n    os.kill(os.getpid(), 9)"), UPDATE),
    "kills-its-parent": (
        code(GOOD + "import os\ntry:\n    os.kill(os.getppid(), 15)\nexcept Exception:\n    pass")
        if sandbox_works()
        else code(GOOD),
        NONE,
    ),
    "memory": (code("def update(w, x, y):\n    return np.zeros(10**11)"), UPDATE),
    "memory-slowly": (code("def update(w, x, y):\n    return [bytearray(10**8) for _ in range(10**6)]"), UPDATE),
    "prints-without-end": (code("def update(w, x, y):\n    while True:\n        print('a' * 1000)"), UPDATE),
    "prints-much": (code(GOOD + "print('a' * 10**8)"), UPDATE),
    "recursion": (code("def update(w, x, y):\n    return update(w, x, y)"), UPDATE),
    "hides-errors": (code("get_ipython().set_custom_exc((Exception,), lambda *error: None)\nupdate = None"), UPDATE),
    "warns": (
        code("import warnings\ndef update(w, x, y):\n    warnings.warn('slow')\n" + GOOD.split("\n", 1)[1]),
        NONE,
    ),
    "asks": (code("def update(w, x, y):\n    return input()"), UPDATE),
    "foreign-kernel": (kernel(solved("tiny", folder=TINY), "julia-1.10"), NONE),
    "stripped-metadata": (changed(each(metadata={})), NONE),
    "stripped-all": (
        changed(
            lambda cells: [nbformat.from_dict(cell | {"metadata": {}, "id": f"c{i}"}) for i, cell in enumerate(cells)]
        ),
        NONE,
    ),
    "renamed": (solved("tiny", folder=TINY), NONE),
    "corrupt": (WHOLE.replace('"cells": [', '"cells": [ {'), "not a notebook"),
    "truncated": (WHOLE[: len(WHOLE) // 2], "only a part of one"),
    "empty": ("", "is empty"),
    "another-notebook": (
        nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1")]),
        "no cell of this problem set",
    ),
}


@pytest.fixture(scope="module")
def course(released, tmp_path_factory):
    """A course in which all of them were graded in one run."""
    course = Course(shutil.copytree(released.folder, tmp_path_factory.mktemp("graded") / "course"))
    for student, (work, _) in SUBMISSIONS.items():
        hand_in(course, "tiny", student, work, "tiny (1) copy.ipynb" if student == "renamed" else "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PERCEPTRON_SECONDS", "5")
        grade(course, "tiny", jobs=4)  # many of them only wait for their time to end
    return course


def test_they_are_forty():
    assert len(SUBMISSIONS) == 40


@pytest.mark.parametrize("student", SUBMISSIONS)
def test_each_has_its_grade_or_its_error(course, student):
    expected, result = SUBMISSIONS[student][1], results(course, "tiny")[student]
    if isinstance(expected, str):
        assert expected in result.error
        assert result.score is None
    else:
        assert result.error == ""
        assert lost(course, "tiny", student) == {test: TESTS[test] for test in expected}
        assert result.score == sum(TESTS.values()) - sum(TESTS[test] for test in expected)
        assert result.unmarked == (student != "untouched" and student != "deleted-all-but-one")


def test_what_was_handed_in_is_untouched(course):
    for student, (work, _) in SUBMISSIONS.items():
        (path,) = (course.folder / "submitted" / student / "tiny").iterdir()
        assert path.read_text() == (json.dumps(work) if not isinstance(work, str) else work)


def test_feedback_shows_messages_and_no_hidden_test(course):
    hidden = "_moved_from_zero"
    pages = {page.parent.parent.name: page.read_text() for page in give(course, "tiny")}
    assert set(pages) == set(SUBMISSIONS)
    assert not [student for student, page in pages.items() if hidden in page]
    assert "a score of exactly 0 is a mistake too" in pages["honest-2"]
    assert "the rule" in pages["honest-2"]
    assert "is empty" in pages["empty"]
    assert "did not finish within" in pages["endless"]


def test_a_second_run_grades_only_what_is_new(course):
    before = {path.name: path.stat().st_mtime_ns for path in (course.folder / "results/tiny").iterdir()}
    hand_in(course, "tiny", "untouched", code(GOOD))
    grade(course, "tiny", jobs=1)
    after = {path.name: path.stat().st_mtime_ns for path in (course.folder / "results/tiny").iterdir()}
    assert {name for name in after if after[name] != before[name]} == {"untouched.json"}
    assert lost(course, "tiny", "untouched") == {}


def finished(course):
    """Return the results that are stored, with the time of each."""
    return {path.stem: path.stat().st_mtime_ns for path in (course.folder / "results/tiny").glob("*.json")}


def test_a_killed_run_goes_on_where_it_stopped(tiny_course):
    course = tiny_course
    for number in range(8):
        hand_in(course, "tiny", f"student-{number}", code(GOOD))
    command = [sys.executable, "-m", "homework", "--course", str(course.folder), "grade", "tiny", "--jobs", "2"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 120
    while len(finished(course)) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    run.kill()
    run.communicate(timeout=60)  # until its graders, who hold its output too, have noticed that they are alone
    early = finished(course)
    assert 2 <= len(early) < 8
    done = grade(course, "tiny", jobs=2)
    assert len(done) == 8
    assert all(result.error == "" and result.score == 5 for result in done.values())
    assert {student: finished(course)[student] for student in early} == early
    with course.gradebook() as book:
        assert len(book.assignment_submissions("tiny")) == 8


def test_two_runs_at_once_are_refused(tiny_course):
    course = tiny_course
    with grading._alone(course), pytest.raises(ValueError, match="another run is grading"):
        grade(course, "tiny")


def _dies(course, name, pipe):
    """A grader that dies with its first submission."""
    pipe.recv()
    os._exit(3)


def _dies_at_once(course, name, pipe):
    """A grader that dies before it learns what to grade."""
    os._exit(3)


@pytest.mark.parametrize("work", [_dies, _dies_at_once])
def test_a_grader_that_dies_costs_one_submission(tiny_course, monkeypatch, work):
    course = tiny_course
    for student in "abc":
        hand_in(course, "tiny", student, code(GOOD))
    monkeypatch.setattr(grading, "_work", work)
    done = grade(course, "tiny", jobs=2)
    assert [result.error for result in done.values()] == ["its grader ended with code 3"] * 3
    monkeypatch.undo()
    assert [result.score for result in grade(course, "tiny", jobs=1, again=True).values()] == [5, 5, 5]


def test_results_are_plain_files(course):
    stored = json.loads((course.folder / "results/tiny/honest-2.json").read_text())
    assert stored["score"] == 3
    assert stored["most"] == 5


@pytest.mark.skipif(not sandbox_works(), reason="bubblewrap is not installed or may not run here")
def test_the_sandbox_shows_no_course_no_homework_no_network(tiny_course):
    course = tiny_course
    look = f"""
import os, socket
seen = [path for path in ({str(course.folder)!r}, {str(author.FOLDER)!r}) if os.path.exists(path)]
try:
    import homework
    seen.append("homework")
except ImportError:
    pass
seen += [name for _, name in socket.if_nameindex() if name != "lo"]
raise RuntimeError(f"seen: {{seen}}")
"""
    hand_in(course, "tiny", "spy", code(look))
    grade(course, "tiny", jobs=1)
    text = (course.folder / "autograded/spy/tiny/tiny.ipynb").read_text()
    assert "seen: []" in text
