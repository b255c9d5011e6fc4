"""The lecturer's commands: ``python -m homework --help``."""

import argparse
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

# Each command imports what it needs: nbgrader takes seconds, and the help should not.


def progress(done: int, count: int, student: str) -> None:
    """Show how far a long command is: one line on a terminal, one line a student in a file."""
    end = "" if sys.stdout.isatty() and done < count else "\n"
    print(f"\r[{'#' * (30 * done // count):30}] {done} of {count}  {student[:30]:30}", end=end, flush=True)


def build(args: argparse.Namespace) -> None:
    """Write the notebooks for the students that come with the book."""
    import nbformat

    from . import author

    for name in args.sets or author.sets():
        path = author.FOLDER.parent / "release" / f"{name}.ipynb"
        path.parent.mkdir(exist_ok=True)
        nbformat.write(author.release(name), path)
        print(f"{path} written")


def release(args: argparse.Namespace) -> None:
    """Put problem sets into the course; with an exchange, also before the students."""
    from .course import check

    for name in args.sets:
        print(f"give this to the students: {args.course.release(name)}")
        if args.exchange:
            check(args.course.nbgrader().release_assignment(name), f"{name} did not reach the exchange")
            print("it is in the exchange")


def collect(args: argparse.Namespace) -> None:
    """Collect submissions."""
    from .collecting import collect

    report = collect(args.course, args.set, args.source)
    for what in ("new", "replaced", "unchanged"):
        print(f"{len(getattr(report, what)):5} {what}")
    for refused in report.refused:
        print(f"not collected: {refused}")


def grade(args: argparse.Namespace) -> None:
    """Grade what is new."""
    from .execute import sandbox_works
    from .grading import grade

    if not sandbox_works():
        print("No sandbox (bubblewrap is missing or may not run): the students' programs run with your rights.")

    found = grade(args.course, args.set, args.jobs, args.again, progress).values()
    graded = sorted((result for result in found if not result.error), key=lambda result: result.score or 0)
    if graded:
        low, middle, high = (graded[i].score for i in (0, len(graded) // 2, -1))
        print(f"{len(graded)} graded: {low:g} to {high:g} of the {graded[0].most:g} points by tests, median {middle:g}")
        print(f"{sum(result.unmarked for result in graded)} answers wait for a mark by hand: python -m homework mark")
    for result in graded:
        for note in result.notes:
            print(f"mended, {result.student}: {note}")
    for result in found:
        if result.error:
            print(f"NOT GRADED, {result.student}: {result.error}")


def mark(args: argparse.Namespace) -> None:
    """Open nbgrader's formgrader for the answers that are marked by hand."""
    args.course.create()
    command = [sys.executable, "-m", "jupyter", "lab", "--LabApp.default_url=/formgrader"]
    sys.exit(subprocess.run(command, cwd=args.course.folder).returncode)


def feedback(args: argparse.Namespace) -> None:
    """Write a page of feedback for each student."""
    from .feedback import give

    pages = give(args.course, args.set, progress)
    print(f"{len(pages)} pages written, such as {pages[0]}")
    with args.course.gradebook() as book:
        waiting = sum(one.needs_manual_grade for one in book.assignment_submissions(args.set))
    if waiting:
        print(f"{waiting} of them show 0 points for an answer that nobody has marked yet: mark, and write them again")
    if args.exchange:
        from .course import check

        check(
            args.course.nbgrader().release_feedback(args.set), f"the feedback on {args.set} did not reach the exchange"
        )


def export(args: argparse.Namespace) -> None:
    """Write the grades as a table."""
    from .export import Canvas, Moodle

    table = {"canvas": Canvas, "moodle": Moodle}[args.system](to=str(args.file), assignment=args.sets)
    with args.course.gradebook() as book:
        table.export(book)
    print(f"{args.file} written; what is not marked yet is blank")


def main(words: list[str] | None = None) -> int:
    """Run the command of these words, or else of the command line; a fault of the input ends with its message alone."""
    parser = argparse.ArgumentParser(
        prog="python -m homework", description="Release, collect and grade the problem sets."
    )
    parser.add_argument("--course", default="course", help="the course folder (default: %(default)s)")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(function: Callable[[argparse.Namespace], None]) -> argparse.ArgumentParser:
        made = commands.add_parser(function.__name__, help=function.__doc__, description=function.__doc__)
        made.set_defaults(function=function)
        return made

    made = command(build)
    made.add_argument("sets", nargs="*", help="problem sets (default: all)")
    made = command(release)
    made.add_argument("sets", nargs="+", help="problem sets, such as ps1_halfspaces")
    made.add_argument("--exchange", action="store_true", help="also put them into nbgrader's exchange")
    made = command(collect)
    made.add_argument("set")
    made.add_argument("source", help="a folder, a zip file of Moodle or Canvas, or 'exchange'")
    made = command(grade)
    made.add_argument("set")
    made.add_argument("--jobs", type=int, default=0, help="how many at a time (default: one for each processor)")
    made.add_argument("--again", action="store_true", help="grade all, also those that were graded before")
    command(mark)
    made = command(feedback)
    made.add_argument("set")
    made.add_argument("--exchange", action="store_true", help="also put it into nbgrader's exchange")
    made = command(export)
    made.add_argument("system", choices=["canvas", "moodle"])
    made.add_argument("file", type=Path)
    made.add_argument("sets", nargs="*", help="problem sets (default: all)")

    args = parser.parse_args(words)
    from .course import Course

    args.course = Course(args.course)
    try:
        args.function(args)
    except ValueError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
