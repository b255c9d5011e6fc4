"""What the tests of the homework share: a course with a tiny set, made once and copied, as nbgrader takes seconds."""

import shutil

import pytest

from homework.course import Course
from tests.homework.lecturer import TINY


@pytest.fixture(scope="session")
def released(tmp_path_factory):
    """A course in which the tiny set was released; not to be changed."""
    course = Course(tmp_path_factory.mktemp("released"))
    course.release("tiny", TINY)
    return course


@pytest.fixture
def tiny_course(released, tmp_path):
    """A course of its own, in which the tiny set was released."""
    return Course(shutil.copytree(released.folder, tmp_path / "course"))
