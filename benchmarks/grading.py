"""Two hundred submissions graded by one command, killed in the middle and started again; two graders against one.

The submissions are those of the tests: programs in other styles and with typical mistakes, so that each has points
that it must get. Takes about ten minutes.
"""

import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.report import asked_to_write, goals, machine, publish
from homework.course import Course
from homework.execute import sandbox_works
from homework.grading import Result, grade, results, submissions
from tests.homework import mutants_ps2_algorithm as programs
from tests.homework.lecturer import hand_in, points_of, solved

SET = "ps2_algorithm"
CLASS, PART = 200, 40


def work(course: Course, count: int) -> dict[str, int]:
    """Hand in as many submissions, and return the points that each must get."""
    points = points_of(SET)
    all_of_them = [(solved(SET, cells=cells), set[str]()) for cells in programs.STYLES.values()]
    all_of_them += [(solved(SET, edits), lost) for edits, lost in programs.MUTANTS.values()]
    expected = {}
    for number in range(count):
        notebook, lost = all_of_them[number % len(all_of_them)]
        hand_in(course, SET, f"student-{number:03d}", notebook)
        expected[f"student-{number:03d}"] = sum(points.values()) - sum(points[test] for test in lost)
    return expected


def stored(course: Course) -> dict[str, int]:
    """Return the students whose results are stored, with the time of each."""
    return {path.stem: path.stat().st_mtime_ns for path in (course.folder / "results" / SET).glob("*.json")}


def command(course: Course) -> subprocess.Popen[bytes]:
    """Start the lecturer's command with two graders."""
    line = [sys.executable, "-m", "homework", "--course", str(course.folder), "grade", SET, "--jobs", "2"]
    return subprocess.Popen(line, stdout=subprocess.DEVNULL)


def killed_and_started_again(course: Course) -> tuple[float, dict[str, int]]:
    """Grade the class, killed when half of it is done; return the seconds and what had been stored by then."""
    begin, run = time.monotonic(), command(course)
    while len(stored(course)) < CLASS // 2:
        time.sleep(0.1)
    run.send_signal(signal.SIGKILL)
    run.wait()
    time.sleep(1)  # its graders end
    half = stored(course)
    print(f"killed after {len(half)} of {CLASS}; started again", file=sys.stderr)
    command(course).wait()
    return time.monotonic() - begin - 1, half


def timed(course: Course, jobs: int) -> float:
    """Return how many seconds it takes to grade all submissions of a course anew."""
    print(f"{len(submissions(course, SET))} submissions, {jobs} at a time", file=sys.stderr)
    begin = time.monotonic()
    grade(course, SET, jobs=jobs, again=True)
    return time.monotonic() - begin


def main() -> None:
    """Measure, check every grade, and write the table."""
    write = asked_to_write(__doc__ or "")
    with tempfile.TemporaryDirectory() as folder:
        course, part = Course(Path(folder, "class")), Course(Path(folder, "part"))
        for new in (course, part):
            new.release(SET)
        expected = work(course, CLASS)
        whole, half = killed_and_started_again(course)
        done: dict[str, Result] = results(course, SET)
        right = sum(done[student].score == points for student, points in expected.items() if student in done)
        twice = [student for student in half if stored(course)[student] != half[student]]
        work(part, 1)
        timed(part, 1)  # loads nbgrader, which neither of the next two then pays for
        work(part, PART)
        one, two = timed(part, 1), timed(part, 2)
        each = statistics.median(result.seconds for result in done.values())
    text = "\n".join(
        [
            f"One command graded {CLASS} submissions of problem set 2 in {whole / 60:.1f} minutes, two at a time, "
            f"{'in' if sandbox_works() else 'without'} the sandbox: {whole / CLASS:.1f} s each; the median submission "
            f"took its grader {each:.1f} s. It was killed once, when {len(half)} were done, and started again.",
            "",
            *goals(
                [
                    (f"all {CLASS} have the points that they must have", str(right), right == CLASS),
                    ("graded twice after the kill", str(len(twice)), not twice),
                    (
                        f"two graders against one, on {PART} submissions",
                        f"{one / two:.2f} times as fast",
                        one > 1.5 * two,
                    ),
                ]
            ),
            "",
            machine("nbgrader", "ipykernel", "numpy"),
        ]
    )
    publish("grading", text, write)


if __name__ == "__main__":
    main()
