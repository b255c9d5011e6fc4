"""A course folder: where the sets, the submissions, the grades and the feedback of one course are.

nbgrader and its formgrader work in the same folder with the same settings: :meth:`Course.create` leaves them a file.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import nbgrader.api
from alembic.script import ScriptDirectory
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearOutput,
    GetGrades,
    OverwriteCells,
    OverwriteKernelspec,
    SaveAutoGrades,
)
from traitlets.config import Config

from . import author
from .execute import RunCells
from .hiding import HideTests
from .repair import Repair

# The version of a new gradebook's tables; nbgrader starts a program to learn it, which takes seconds.
TABLES = Path(nbgrader.api.__file__).with_name("alembic")
nbgrader.api.get_alembic_version = lambda: ScriptDirectory(str(TABLES)).get_current_head()

SETTINGS = """# The settings of this course for nbgrader and its formgrader. Add your own below.
import sys

sys.path.insert(0, {root!r})
from homework.course import configure

c = get_config()
configure(c, {folder!r})
"""


def configure(config: Config, folder: Path | str) -> None:
    """Set nbgrader up for a course folder: safe grading, and feedback without hidden tests.

    Parameters
    ----------
    config : Config
        The configuration of nbgrader, changed in place.
    folder : Path
        The course folder. The environment may name another gradebook than the SQLite file in it, by its address in
        ``PERCEPTRON_DB`` (``postgresql://user:password@host/grades``), the folder of nbgrader's exchange in
        ``PERCEPTRON_EXCHANGE``, the address of the book, to which feedback then links, in ``PERCEPTRON_BOOK``, and the
        seconds that a cell may run in ``PERCEPTRON_SECONDS`` (default: 30).
    """
    folder = Path(folder).resolve()
    config.CourseDirectory.course_id = "perceptron"
    config.CourseDirectory.root = str(folder)
    if exchange := os.environ.get("PERCEPTRON_EXCHANGE"):
        config.Exchange.root = exchange
    # A grader waits for the others for up to a minute; SQLite's own five seconds are short for a slow disk.
    config.CourseDirectory.db_url = os.environ.get("PERCEPTRON_DB") or f"sqlite:///{folder}/gradebook.db?timeout=60"
    config.Autograde.sanitize_preprocessors = [
        ClearOutput,
        Repair,
        OverwriteKernelspec,
        OverwriteCells,
        CheckCellMetadata,
    ]
    config.Autograde.autograde_preprocessors = [RunCells, SaveAutoGrades, AssignLatePenalties, CheckCellMetadata]
    config.GenerateFeedback.preprocessors = [GetGrades, HideTests, CSSHTMLHeaderPreprocessor]
    config.HideTests.book = os.environ.get("PERCEPTRON_BOOK", "")
    config.RunCells.timeout = int(os.environ.get("PERCEPTRON_SECONDS", "30"))


@dataclass(frozen=True)
class Course:
    """A course folder.

    Parameters
    ----------
    folder : Path
        Where it is; need not exist yet.
    """

    folder: Path

    def __post_init__(self) -> None:
        object.__setattr__(self, "folder", Path(self.folder).resolve())

    def create(self) -> None:
        """Make the folder and the settings for nbgrader in it, where they are not there yet."""
        settings = self.folder / "nbgrader_config.py"
        if not settings.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            settings.write_text(SETTINGS.format(root=str(Path(__file__).resolve().parents[1]), folder=str(self.folder)))

    def nbgrader(self, **settings: str) -> NbGraderAPI:
        """Return nbgrader's interface to this course; ``settings`` go to its ``CourseDirectory``."""
        config = Config()
        configure(config, self.folder)
        config.CourseDirectory.update(settings)
        config.NbGraderAPI.log_level = "WARN"
        return NbGraderAPI(coursedir=CourseDirectory(config=config), config=config)

    def gradebook(self) -> Gradebook:
        """Return the gradebook, to be used as a context."""
        return Gradebook(self.nbgrader().coursedir.db_url, "perceptron")

    def release(self, name: str, folder: Path = author.FOLDER) -> Path:
        """Put a problem set into the course and return the notebook for the students.

        Parameters
        ----------
        name : str
            The problem set.
        folder : Path
            Where its author's file is.

        Raises
        ------
        ValueError
            If there is no such set, or nbgrader refuses it, as it does when cells changed after submissions came in.
        """
        self.create()
        source = self.folder / "source" / name / f"{name}.ipynb"
        source.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(author.read(name, folder), source)
        rubric = self.folder / "rubrics" / f"{name}.md"
        rubric.parent.mkdir(exist_ok=True)
        rubric.write_text(author.rubric(name, folder))
        check(self.nbgrader().generate_assignment(name, force=True), f"{name} could not be released")
        return self.folder / "release" / name / f"{name}.ipynb"

    def released(self, name: str) -> Path:
        """Return the notebook that the students got.

        Raises
        ------
        ValueError
            If the set was not released in this course.
        """
        path = self.folder / "release" / name / f"{name}.ipynb"
        if not path.is_file():
            raise ValueError(
                f"{name!r} was not released in {self.folder}: release it first, and then collect and grade"
            )
        return path


def check(result: dict[str, Any], fault: str) -> None:
    """Raise a ValueError with the end of nbgrader's own words if a step of it failed."""
    if not result["success"]:
        raise ValueError(f"{fault}:\n{(result.get('error') or '')}{result.get('log', '')}"[-3000:])
