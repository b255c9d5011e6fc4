"""Write what the students read: a page each, with the messages of failed tests, the marks and the comments."""

import html
from collections.abc import Callable
from pathlib import Path

from .course import Course, check
from .grading import results


def sorry(name: str, reason: str) -> str:
    """Return a page that tells a student why a submission has no grade.

    Parameters
    ----------
    name : str
        The problem set.
    reason : str
        What was wrong with it, such as the message of :class:`homework.repair.Unreadable`.
    """
    return f"""<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>{name}</title>
<h1>{name}: not graded yet</h1>
<p>Your submission could not be graded: {html.escape(reason)}.</p>
<p>Nothing is lost. Open your notebook, run it from the top, save it, and hand it in again, or ask your lecturer.</p>
</html>
"""


def give(
    course: Course, name: str, report: Callable[[int, int, str], None] = lambda done, count, student: None
) -> list[Path]:
    """Write a page of feedback for each student and return the pages.

    Parameters
    ----------
    course : Course
        The course.
    name : str
        The problem set; it should be graded.
    report : callable
        Called with the number of pages written, their number in all, and the student, after each one.

    Raises
    ------
    ValueError
        If nothing of it was graded, or nbgrader could not write a page.
    """
    found = results(course, name)
    if not found:
        raise ValueError(f"nothing of {name!r} was graded in {course.folder}: grade it first")
    pages = []
    for done, (student, result) in enumerate(found.items(), start=1):
        page = course.folder / "feedback" / student / name / f"{name}.html"
        if result.error:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(sorry(name, result.error), encoding="utf-8")
        else:
            check(course.nbgrader().generate_feedback(name, student, force=True), f"no feedback for {student}")
        pages.append(page)
        report(done, len(found), student)
    return pages
