"""The lecturer's commands from release to export, word for word."""

import csv
from types import SimpleNamespace

import pytest

from homework import author
from homework.__main__ import main
from homework.course import Course
from homework.export import Canvas, Moodle, grade
from tests.homework.lecturer import hand_in, solved

SET = "ps2_algorithm"


@pytest.fixture
def run(capsys):
    """A function that runs one command in this process, as each new one loads nbgrader, and returns what it printed."""

    def run(course, *command, code=0):
        assert main(["--course", str(course), *command]) == code
        return "".join(capsys.readouterr())

    return run


def test_from_release_to_export(run, tmp_path):
    course, incoming = Course(tmp_path / "course"), tmp_path / "incoming"
    assert f"{SET}.ipynb" in run(course.folder, "release", SET)
    assert "**Rubric.**" in (course.folder / "rubrics" / f"{SET}.md").read_text()
    for student, work in {"ada": solved(SET), "bob": author.release(SET)}.items():
        hand_in(Course(incoming), SET, student, work)
    assert "2 new" in run(course.folder, "collect", SET, str(incoming / "submitted"))
    hand_in(course, SET, "eve", "no notebook")
    said = run(course.folder, "grade", SET, "--jobs", "1")
    assert "2 graded: 0 to 13 of the 13 points by tests" in said
    assert "NOT GRADED, eve" in said
    said = run(course.folder, "feedback", SET)
    assert "3 pages" in said
    assert "1 of them show 0 points" in said  # ada's
    table = tmp_path / "grades.csv"
    run(course.folder, "export", "canvas", str(table))
    rows = {row[3]: row[-1] for row in csv.reader(table.open())}
    assert rows["ada"] == ""  # her proofs are not marked yet
    assert rows["bob"] == "0.0"
    assert rows.get("eve", "") == ""


def test_faults_end_with_their_message_alone(run, tmp_path):
    said = run(tmp_path / "course", "grade", SET, code=1)
    assert "was not released" in said
    assert "Traceback" not in said
    assert "no problem set 'ps9'" in run(tmp_path / "course", "release", "ps9", code=1)


@pytest.fixture
def book(tiny_course):
    """A gradebook with a marked, an unmarked and a missing submission of two sets."""
    with tiny_course.gradebook() as book:
        for student, name in {"1234": "Lovelace, Ada", "bob": "Bob", "nobody": ""}.items():
            book.update_or_create_student(student, last_name=name)
        for student, mark in {"1234": 2.5, "bob": None}.items():
            submission = book.update_or_create_submission("tiny", student)
            for one in submission.notebooks[0].grades:
                if one.cell.name == "why":
                    one.manual_score, one.needs_manual_grade = mark, mark is None
                else:
                    one.auto_score, one.needs_manual_grade = 1, False
        book.db.commit()
        yield book


def table(kind, book, path):
    """Return the rows that an export wrote."""
    kind(to=str(path)).export(book)
    with path.open(newline="") as file:
        return list(csv.reader(file))


def test_canvas_gets_blanks_for_what_is_unmarked(book, tmp_path):
    head, points, *rows = table(Canvas, book, tmp_path / "c.csv")
    assert head == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "tiny"]
    assert points == ["Points Possible", "", "", "", "", "8.0"]
    assert rows == [
        ["Lovelace, Ada", "1234", "", "", "", "6.5"],
        ["Bob", "", "", "bob", "", ""],
        ["", "", "", "nobody", "", ""],
    ]


def test_moodle_gets_its_identifiers(book, tmp_path):
    head, *rows = table(Moodle, book, tmp_path / "m.csv")
    assert head == ["Identifier", "Username", "Full name", "tiny"]
    assert rows == [
        ["Participant 1234", "", "Lovelace, Ada", "6.5"],
        ["", "bob", "Bob", ""],
        ["", "nobody", "", ""],
    ]


def test_a_submission_that_no_grader_finished_is_blank():
    one = SimpleNamespace(needs_manual_grade=False, auto_score=None, manual_score=None)
    submission = SimpleNamespace(notebooks=[SimpleNamespace(grades=[one])], needs_manual_grade=False)
    assert grade(submission) == ""
    assert grade(SimpleNamespace(notebooks=[])) == ""
