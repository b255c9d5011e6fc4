"""Grade all submissions of a set: in parallel, each for itself, and from where an interrupted run stopped."""

import contextlib
import fcntl
import hashlib
import json
import multiprocessing
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

import nbformat

from .course import Course, check
from .repair import Unreadable, pick, repair

LONGEST = 1800  # seconds that the grader of one submission may take before it is given up


@dataclass(frozen=True)
class Result:
    """What grading one submission gave.

    Parameters
    ----------
    student : str
        Who handed it in.
    submission : str
        The SHA-256 of the files that were graded.
    score, most : float or None
        The points of the tests and the most that can be had by tests; None where the submission could not be graded.
    unmarked : int
        How many answers wait for a mark by hand.
    seconds : float
        How long it took.
    notes : list of str
        What had to be mended.
    error : str
        Why there is no grade; empty where there is one.
    """

    student: str
    submission: str
    score: float | None = None
    most: float | None = None
    unmarked: int = 0
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list)
    error: str = ""


def results(course: Course, name: str) -> dict[str, Result]:
    """Return the results of a set so far, by student."""
    found = (
        Result(**json.loads(path.read_text())) for path in sorted((course.folder / "results" / name).glob("*.json"))
    )
    return {result.student: result for result in found}


def submissions(course: Course, name: str) -> dict[str, list[Path]]:
    """Return the files that each student handed in for a set."""
    folders = sorted(course.folder.glob(f"submitted/*/{name}"))
    return {
        folder.parent.name: sorted(
            path for path in folder.rglob("*") if path.is_file() and path.name != "timestamp.txt"
        )
        for folder in folders
    }


def digest(files: list[Path]) -> str:
    """Return the SHA-256 of files, names and contents."""
    whole = hashlib.sha256()
    for path in files:
        whole.update(f"{path.name}\0{path.stat().st_size}\0".encode("utf-8", "surrogateescape"))
        whole.update(path.read_bytes())
    return whole.hexdigest()


def grade_one(course: Course, name: str, student: str) -> Result:
    """Grade one submission; whatever is wrong with it becomes the ``error`` of its result."""
    start, files = time.monotonic(), submissions(course, name)[student]
    result = Result(student, digest(files))
    try:
        score, most, unmarked, notes = _grade(course, name, student, files)
    except Exception as error:  # one submission, whatever it does, must not stop the others
        fault = str(error) if isinstance(error, Unreadable) else f"{type(error).__name__}: {error}"
        return Result(**asdict(result) | {"error": fault, "seconds": time.monotonic() - start})
    return Result(student, result.submission, score, most, unmarked, time.monotonic() - start, notes)


def _grade(course: Course, name: str, student: str, files: list[Path]) -> tuple[float, float, int, list[str]]:
    release = nbformat.read(course.released(name), as_version=4)
    path, cells = pick(files, release)
    notebook, notes = repair(cells, release)
    if path.name != f"{name}.ipynb":
        notes.insert(0, f"the file was named {path.name}")
    # nbgrader reads a copy under the right name: what the student handed in stays as it is.
    staged = course.folder / "staged" / student / name
    shutil.rmtree(staged, ignore_errors=True)
    staged.mkdir(parents=True)
    nbformat.write(notebook, staged / f"{name}.ipynb")
    handed_in = course.folder / "submitted" / student / name / "timestamp.txt"
    if handed_in.is_file():
        shutil.copy(handed_in, staged)
    check(course.nbgrader(submitted_directory="staged").autograde(name, student, force=True), "nbgrader gave up")
    with course.gradebook() as book:
        grades = [grade for nb in book.find_submission(name, student).notebooks for grade in nb.grades]
        tests = [grade for grade in grades if grade.auto_score is not None and grade.cell.cell_type == "code"]
        unmarked = sum(grade.needs_manual_grade for grade in grades)
        return sum(grade.auto_score for grade in tests), sum(grade.max_score for grade in tests), unmarked, notes


def _store(course: Course, name: str, result: Result) -> None:
    folder = course.folder / "results" / name
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f".{result.student}.tmp"
    unfinished.write_text(json.dumps(asdict(result), indent=1))
    unfinished.replace(folder / f"{result.student}.json")  # either the whole result is there or none of it


def _work(course: Course, name: str, pipe: Connection) -> None:
    """Grade, in a process of its own, one student after the other whose name comes through the pipe."""
    parent = os.getppid()

    def follow() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)  # the run was killed: its next start must not meet this process

    threading.Thread(target=follow, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the run, which then ends its graders
    sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # nbgrader's log; the result tells what matters
    with contextlib.suppress(EOFError):
        while True:
            result = grade_one(course, name, pipe.recv())
            _store(course, name, result)
            pipe.send(result)


@contextlib.contextmanager
def _alone(course: Course) -> Iterator[None]:
    """Let only one run at a time grade in a course."""
    course.create()
    with open(course.folder / "grading.lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"another run is grading in {course.folder}: wait for it, or end it") from None
        yield


def grade(
    course: Course,
    name: str,
    jobs: int = 0,
    again: bool = False,
    report: Callable[[int, int, str], None] = lambda done, count, student: None,
) -> dict[str, Result]:
    """Grade every submission of a set that is new or was handed in anew, and return all results by student.

    A run that was interrupted, even killed, goes on when this is called again: each result is stored as soon as it is
    there. A grader process that dies costs only the submission that it worked on, which gets an ``error``.

    Parameters
    ----------
    course : Course
        The course, in which the set was released.
    name : str
        The problem set.
    jobs : int
        How many submissions are graded at a time; by default one for each processor.
    again : bool
        Grade all submissions, also those that were graded before. Marks given by hand stay.
    report : callable
        Called with the number of submissions done, their number in all, and the student, after each one.

    Raises
    ------
    ValueError
        If the set was not released in this course, or another run is grading in it.
    """
    course.released(name)
    with _alone(course):
        known = {} if again else results(course, name)
        due = [
            student
            for student, files in submissions(course, name).items()
            if student not in known or known[student].submission != digest(files)
        ]
        for done, result in enumerate(_in_parallel(course, name, due, jobs or os.cpu_count() or 1), start=1):
            report(done, len(due), result.student)
    return results(course, name)


def _in_parallel(course: Course, name: str, students: list[str], jobs: int) -> Iterator[Result]:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])  # nbgrader takes seconds to load: once for all graders
    waiting = students[::-1]
    workers: dict[Connection, tuple[BaseProcess, str, float]] = {}  # the process, its student, and its deadline

    def hire() -> None:
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(course, name, theirs))
        process.start()
        theirs.close()
        give(ours, process)

    def give(pipe: Connection, process: BaseProcess) -> None:
        student = waiting.pop()
        workers[pipe] = process, student, time.monotonic() + LONGEST
        with contextlib.suppress(BrokenPipeError):  # it has died, as the pipe then says
            pipe.send(student)

    try:
        while waiting and len(workers) < jobs:
            hire()
        while workers:
            for pipe in workers.keys() & wait(list(workers), timeout=1):
                process, student, _ = workers.pop(pipe)
                try:
                    result = pipe.recv()
                except (EOFError, ConnectionResetError):  # it died after it had read its student's name, or before
                    process.join()
                    yield _lost(course, name, student, f"its grader ended with code {process.exitcode}")
                    if waiting:
                        hire()
                    continue
                if waiting:
                    give(pipe, process)
                else:
                    pipe.close()
                yield result
            for process, _, until in workers.values():
                if time.monotonic() > until:
                    process.kill()  # its pipe then says that it ended
    finally:
        for process, *_ in workers.values():
            process.kill()


def _lost(course: Course, name: str, student: str, error: str) -> Result:
    result = Result(student, digest(submissions(course, name)[student]), error=error)
    _store(course, name, result)
    return result
