"""Collect what the students handed in, from wherever it lies, into ``submitted/STUDENT/SET`` of the course folder.

Nothing is overwritten: a submission that comes in anew takes the place of the old one, which goes to ``replaced``.
"""

import re
import shutil
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from .course import Course, check
from .grading import digest, submissions
from .repair import LARGEST

STUDENT = re.compile(r"[\w@-][\w.@-]{0,63}")  # a name that is safe as that of a folder
MOODLE = re.compile(r"(?P<full>.*)_(?P<id>\d+)_assignsubmission_file_?(?P<name>.*)")
CANVAS = re.compile(r"(?P<full>[^_]+)_(LATE_)?(?P<id>\d+)_(?P<file>\d+)_(?P<name>.+)")


@dataclass
class Collected:
    """What a collection did: the students whose work is new, unchanged or replaced, and what was not taken and why."""

    new: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def collect(course: Course, name: str, source: Path | str) -> Collected:
    """Collect the submissions of a set.

    Parameters
    ----------
    course : Course
        The course, in which the set was released.
    name : str
        The problem set.
    source : Path or "exchange"
        A folder with a folder for each student; a zip file, or its unpacked folder, as Moodle ("Download all
        submissions") or Canvas ("Download Submissions") makes it; or nbgrader's exchange.

    Raises
    ------
    ValueError
        If the set was not released, or there is nothing that could be collected.
    """
    course.released(name)
    if str(source) == "exchange":
        before = {student: digest(files) for student, files in submissions(course, name).items()}
        check(course.nbgrader().collect(name, update=True), f"{name} could not be collected from the exchange")
        report = Collected()
        for student, files in submissions(course, name).items():
            same = before.get(student) == digest(files)
            (report.new if student not in before else report.unchanged if same else report.replaced).append(student)
        return report
    source, report = Path(source), Collected()
    if not source.exists():
        raise ValueError(f"{source} is not there: name a folder, a zip file of Moodle or Canvas, or 'exchange'")
    if source.is_file() and not zipfile.is_zipfile(source):
        raise ValueError(f"{source} is no zip file: name a folder, a zip file of Moodle or Canvas, or 'exchange'")
    found: dict[str, dict[str, bytes]] = defaultdict(dict)
    names: dict[str, str] = {}
    for path, content in _zipped(source, report) if source.is_file() else _unpacked(source, report):
        if place := _place(path):
            student, full, file = place
            if file in found[student]:  # from another folder of the same student
                file = f"{len(found[student])}-{file}"
            found[student][file] = content
            names[student] = full
        else:
            report.refused.append(f"{path}: it is in no student's folder, and its name is none of Canvas's")
    if not found and not report.refused:
        raise ValueError(
            f"{source} holds no file of a student: a folder for each student is expected, or Canvas's names"
        )
    with course.gradebook() as book:
        for student in sorted(found):
            _store(course, name, student, found[student], report)
            book.update_or_create_student(student, **({"last_name": names[student]} if names[student] else {}))
    return report


def _unpacked(folder: Path, report: Collected) -> Iterator[tuple[PurePosixPath, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and ".ipynb_checkpoints" not in path.parts:
            relative = PurePosixPath(path.relative_to(folder).as_posix())
            if path.stat().st_size > LARGEST:
                report.refused.append(f"{relative}: larger than {LARGEST // 10**6} MB")
            else:
                yield relative, path.read_bytes()


def _zipped(file: Path, report: Collected) -> Iterator[tuple[PurePosixPath, bytes]]:
    with zipfile.ZipFile(file) as archive:
        for info in sorted(archive.infolist(), key=lambda info: info.filename):
            path = PurePosixPath(info.filename)
            if info.is_dir() or {"__MACOSX", ".ipynb_checkpoints"} & set(path.parts):
                continue
            try:
                with archive.open(info) as member:
                    content = member.read(LARGEST + 1)  # what the file says of its size may be a lie
            except (OSError, RuntimeError, ValueError, zipfile.BadZipFile, NotImplementedError) as error:
                report.refused.append(f"{path}: {error}")
                continue
            if len(content) > LARGEST:
                report.refused.append(f"{path}: larger than {LARGEST // 10**6} MB")
            else:
                yield path, content


def _place(path: PurePosixPath) -> tuple[str, str, str] | None:
    """Return whose file it is, the full name as far as the path tells it, and the name of the file."""
    folders = [part for part in path.parts[:-1] if part not in (".", "..", "/")]
    if path.name == ".." or path.name.endswith("_.."):
        return None  # no name of a file
    for part in (*folders, path.name):
        if found := MOODLE.fullmatch(part):
            return found["id"], found["full"], (found["name"] if part == path.name else "") or path.name
    if not folders:
        found = CANVAS.fullmatch(path.name)
        return found and (found["id"], found["full"], found["name"])
    return (folders[0], "", path.name) if STUDENT.fullmatch(folders[0]) else None


def _store(course: Course, name: str, student: str, files: dict[str, bytes], report: Collected) -> None:
    folder = course.folder / "submitted" / student / name
    incoming = folder.with_name(f".{name}.new")
    shutil.rmtree(incoming, ignore_errors=True)
    incoming.mkdir(parents=True)
    for file, content in files.items():
        (incoming / file).write_bytes(content)
    if not folder.exists():
        report.new.append(student)
    else:
        old, new = (digest(sorted(path for path in place.iterdir())) for place in (folder, incoming))
        if old == new:
            shutil.rmtree(incoming)
            report.unchanged.append(student)
            return
        kept = course.folder / "replaced" / student / f"{name}-{old[:12]}"
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(kept, ignore_errors=True)
        folder.rename(kept)
        report.replaced.append(student)
    incoming.rename(folder)
