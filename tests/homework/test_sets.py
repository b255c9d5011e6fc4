"""The sets grade as they should: typical mistakes lose just what they should, correct programs of any style nothing."""

import importlib
import re
from collections.abc import Iterator

import pytest
from nbformat import NotebookNode

from homework import author
from homework.course import Course
from homework.grading import grade_one
from tests.homework.lecturer import Quick, hand_in, lost, points_of, solved

SETS = author.sets()
MUTANTS = {name: importlib.import_module(f"tests.homework.mutants_{name}") for name in SETS}


def two(name: str) -> list[str]:
    """Return the mutant of a set that loses the most tests, and the one that loses the most of the others."""
    mutants = MUTANTS[name].MUTANTS
    first = max(mutants, key=lambda case: len(mutants[case][1]))
    return [first, max(mutants, key=lambda case: len(mutants[case][1] - mutants[first][1]))]


def work_of(name: str, case: str) -> tuple[NotebookNode, set[str]]:
    """Return what is handed in, a mutant or a program in another style, and the tests that it must lose."""
    if case in MUTANTS[name].STYLES:
        return solved(name, cells=MUTANTS[name].STYLES[case]), set()
    edits, expected = MUTANTS[name].MUTANTS[case]
    return solved(name, edits), expected


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Iterator[Course]:
    """A course in which all sets of the book are released."""
    course = Course(tmp_path_factory.mktemp("course"))
    for name in SETS:
        course.release(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PERCEPTRON_SECONDS", "8")  # for those that never end
        yield course


@pytest.fixture(scope="module")
def quick() -> Iterator[Quick]:
    """One kernel for all, emptied between any two: the grader's own way to run a cell, without its gradebook."""
    with Quick() as quick:
        yield quick


def taken_off(course: Course, name: str, student: str, notebook: NotebookNode) -> dict[str, float]:
    """Return what the grader takes off a notebook."""
    hand_in(course, name, student, notebook)
    assert not (result := grade_one(course, name, student)).error, result.error
    return lost(course, name, student)


def test_every_chapter_has_a_set():
    assert [name.split("_", 1)[1] for name in SETS] == [
        "halfspaces", "algorithm", "convergence", "xor", "losses", "multiclass",
    ]  # fmt: skip


@pytest.mark.parametrize("name", SETS)
def test_the_reference_has_full_marks(course, name):
    assert taken_off(course, name, "reference", solved(name)) == {}


@pytest.mark.parametrize("name", SETS)
def test_the_untouched_release_has_none(course, name):
    assert taken_off(course, name, "untouched", author.release(name)) == points_of(name)
    with course.gradebook() as book:
        assert book.find_submission(name, "untouched").score == 0


# The quick way below runs a cell as the grader does. What the grader adds is the repair, and the points of each test in
# the gradebook: the reference and the untouched release show that of every test, the others that one does not stand for
# another.
@pytest.mark.parametrize(("name", "case"), [(name, case) for name in SETS for case in two(name)])
def test_the_grader_takes_off_exactly_what_it_should(course, name, case):
    notebook, expected = work_of(name, case)
    points = points_of(name)
    assert taken_off(course, name, case, notebook) == {test: points[test] for test in expected}


@pytest.mark.parametrize(
    ("name", "case"),
    [(name, case) for name in SETS for case in (*MUTANTS[name].MUTANTS, *MUTANTS[name].STYLES)],
)
def test_every_mutant_loses_exactly_its_tests_and_other_styles_none(quick, name, case):
    notebook, expected = work_of(name, case)
    assert quick.lost(name, notebook) == expected


@pytest.mark.parametrize("name", SETS)
def test_mutants_are_many_and_reach_every_test(name):
    mutants, styles = MUTANTS[name].MUTANTS, MUTANTS[name].STYLES
    assert len(mutants) >= 8
    assert len(styles) >= 3
    assert set().union(*(expected for _, expected in mutants.values())) == set(points_of(name))


@pytest.mark.parametrize("name", SETS)
def test_a_set_has_twenty_points_and_its_parts(name):
    cells = author.read(name).cells
    points = [cell.metadata.get("nbgrader", {}).get("points", 0) for cell in cells]
    by_hand = [cell for cell in cells if cell.cell_type == "markdown" and author.name_of(cell)]
    assert sum(points) == 20
    assert len(by_hand) >= 3  # a proof, an experiment, a thing broken
    for cell in by_hand:
        rubric = [int(number) for number in re.findall(r"^- (\d+) points?:", cell.source, re.MULTILINE)]
        assert sum(rubric) == cell.metadata["nbgrader"]["points"], cell.id
