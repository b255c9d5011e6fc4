"""The grades as a table for Canvas or Moodle, where what nobody has marked yet is blank and never 0.

They are nbgrader's own kind of plugin, so ``nbgrader export --exporter=homework.export.Canvas`` works as well.
"""

import csv

from nbgrader.api import Assignment, Gradebook, Student, SubmittedAssignment
from nbgrader.plugins import ExportPlugin


class Table(ExportPlugin):
    """One row a student and one column a set."""

    head: tuple[str, ...] = ()

    def row(self, student: Student) -> tuple[str, ...]:
        """Return the columns by which the learning management system knows a student."""
        raise NotImplementedError

    def export(self, gradebook: Gradebook) -> None:
        """Write the table to the file ``to``."""
        sets = sorted(gradebook.assignments, key=lambda one: one.name)
        if self.assignment:
            sets = [one for one in sets if one.name in self.assignment]
        with open(self.to, "w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow([*self.head, *(one.name for one in sets)])
            for line in self.above(sets):
                table.writerow(line)
            for student in sorted(gradebook.students, key=lambda one: one.id):
                grades = {one.assignment.name: grade(one) for one in student.submissions}
                table.writerow([*self.row(student), *(grades.get(one.name, "") for one in sets)])

    def above(self, sets: list[Assignment]) -> list[list[object]]:
        """Return lines between the head and the students."""
        return []


class Canvas(Table):
    """A table that Canvas imports: Grades, Import."""

    head = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")

    def above(self, sets: list[Assignment]) -> list[list[object]]:
        """Return Canvas's line of the points that can be had."""
        return [["Points Possible", "", "", "", "", *(one.max_score for one in sets)]]

    def row(self, student: Student) -> tuple[str, ...]:
        """Return the name and Canvas's number of a student, or else the name under which the student logs in."""
        number = student.id if student.id.isdigit() else ""
        return (_full(student), number, "", "" if number else student.id, "")


class Moodle(Table):
    """A table that Moodle imports: Grades, Import, CSV file."""

    head = ("Identifier", "Username", "Full name")

    def row(self, student: Student) -> tuple[str, ...]:
        """Return Moodle's name for a participant, or else the name under which the student logs in."""
        number = f"Participant {student.id}" if student.id.isdigit() else ""
        return (number, "" if number else student.id, _full(student))


def grade(submission: SubmittedAssignment) -> float | str:
    """Return the points of a submission, late penalties taken off, or "" while any part of it has no mark."""
    grades = [one for notebook in submission.notebooks for one in notebook.grades]
    if not grades or any(one.needs_manual_grade or one.auto_score is one.manual_score is None for one in grades):
        return ""
    return round(submission.score - submission.late_submission_penalty, 2)


def _full(student: Student) -> str:
    return ", ".join(part for part in (student.last_name, student.first_name) if part)
