"""Submissions come from a folder, from Moodle, from Canvas; what is hostile in a zip file stays outside."""

import os
import zipfile

import pytest

from homework.collecting import collect
from homework.course import check
from homework.repair import LARGEST

FLAT = {  # the path, and where it goes
    "Lovelace Ada_1234_assignsubmission_file_/tiny.ipynb": ("1234", "tiny.ipynb"),
    "Noether Emmy_77_assignsubmission_file_/my work (2).ipynb": ("77", "my work (2).ipynb"),
    "Hopper Grace_78_assignsubmission_file_tiny.ipynb": ("78", "tiny.ipynb"),
    "lovelaceada_LATE_1234_99887_tiny.ipynb": ("1234", "tiny.ipynb"),
    "noetheremmy_77_99888_tiny-1.ipynb": ("77", "tiny-1.ipynb"),
    "ada/tiny.ipynb": ("ada", "tiny.ipynb"),
    "ada@example.org/deep/er/tiny.ipynb": ("ada@example.org", "tiny.ipynb"),
}


def archive(path, files):
    """Write a zip file."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return path


def handed_in(course):
    """Return all that lies in the course's folder of submissions."""
    root = course.folder / "submitted"
    return {path.relative_to(root).as_posix(): path.read_text() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize("path", FLAT)
@pytest.mark.parametrize("form", ["zip", "folder"])
def test_each_form_finds_its_student(tiny_course, tmp_path, path, form):
    if form == "zip":
        source = archive(tmp_path / "all.zip", {path: "work"})
    else:
        source = tmp_path / "all"
        (source / path).parent.mkdir(parents=True)
        (source / path).write_text("work")
    student, file = FLAT[path]
    assert collect(tiny_course, "tiny", source).new == [student]
    assert handed_in(tiny_course) == {f"{student}/tiny/{file}": "work"}


def test_names_reach_the_gradebook(tiny_course, tmp_path):
    collect(
        tiny_course, "tiny", archive(tmp_path / "all.zip", {"Lovelace Ada_1234_assignsubmission_file_/tiny.ipynb": "x"})
    )
    with tiny_course.gradebook() as book:
        assert book.find_student("1234").last_name == "Lovelace Ada"


def test_collecting_again_replaces_what_changed_and_keeps_the_old(tiny_course, tmp_path):
    first = archive(tmp_path / "1.zip", {"a/tiny.ipynb": "one", "b/tiny.ipynb": "one"})
    second = archive(tmp_path / "2.zip", {"a/tiny.ipynb": "one", "b/tiny.ipynb": "two", "c/tiny.ipynb": "three"})
    collect(tiny_course, "tiny", first)
    report = collect(tiny_course, "tiny", second)
    assert (report.new, report.unchanged, report.replaced) == (["c"], ["a"], ["b"])
    assert handed_in(tiny_course)["b/tiny/tiny.ipynb"] == "two"
    (kept,) = (tiny_course.folder / "replaced").rglob("tiny.ipynb")
    assert kept.read_text() == "one"
    assert kept.relative_to(tiny_course.folder / "replaced").parts[0] == "b"


@pytest.mark.parametrize(
    "path", ["../../evil.ipynb", "/etc/evil.ipynb", "ok/../../../evil.ipynb", "a b/tiny.ipynb", ".x/tiny"]
)
def test_a_path_that_leads_elsewhere_goes_nowhere(tiny_course, tmp_path, path):
    before = {file for file in tmp_path.rglob("*") if file.is_file()}
    report = collect(tiny_course, "tiny", archive(tmp_path / "all.zip", {path: "x", "good/tiny.ipynb": "y"}))
    made = {file for file in tmp_path.rglob("*") if file.is_file()} - before
    assert "good" in report.new
    inside = tiny_course.folder
    assert all(file.is_relative_to(inside) or file.name == "all.zip" for file in made)
    assert not [file for file in made if file.name == "evil.ipynb" and "submitted" not in file.parts]


def test_a_zip_bomb_is_refused_and_the_others_are_collected(tiny_course, tmp_path):
    report = collect(
        tiny_course, "tiny", archive(tmp_path / "all.zip", {"a/t.ipynb": b"0" * (LARGEST + 1), "b/t.ipynb": "x"})
    )
    assert report.new == ["b"]
    assert "larger than 50 MB" in report.refused[0]


def test_a_damaged_member_is_refused_and_the_others_are_collected(tiny_course, tmp_path):
    path = archive(tmp_path / "all.zip", {"a/t.ipynb": os.urandom(500), "b/t.ipynb": "x"})
    data = bytearray(path.read_bytes())
    data[60] ^= 255
    path.write_bytes(data)
    report = collect(tiny_course, "tiny", path)
    assert report.new == ["b"]
    assert report.refused[0].startswith("a/t.ipynb")


def test_bad_sources_are_named(tiny_course, tmp_path):
    with pytest.raises(ValueError, match="is not there"):
        collect(tiny_course, "tiny", tmp_path / "nowhere")
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(ValueError, match="no zip file"):
        collect(tiny_course, "tiny", tmp_path / "a.txt")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="holds no file of a student"):
        collect(tiny_course, "tiny", tmp_path / "empty")
    with pytest.raises(ValueError, match="was not released"):
        collect(tiny_course, "other", tmp_path / "empty")


def test_files_outside_of_students_folders_are_named(tiny_course, tmp_path):
    report = collect(tiny_course, "tiny", archive(tmp_path / "all.zip", {"tiny.ipynb": "x", "a/tiny.ipynb": "y"}))
    assert report.new == ["a"]
    assert report.refused[0].startswith("tiny.ipynb")


def test_files_of_one_name_in_two_folders_are_both_kept(tiny_course, tmp_path):
    files = {
        "a/first/tiny.ipynb": "one",
        "a/second/tiny.ipynb": "two",
        "x_7_1_tiny.ipynb": "3",
        "x_7_2_tiny.ipynb": "4",
    }
    collect(tiny_course, "tiny", archive(tmp_path / "all.zip", files))
    assert sorted(handed_in(tiny_course).values()) == ["3", "4", "one", "two"]


@pytest.mark.parametrize("path", ["a/..", "x_7_1_..", "a/X_7_assignsubmission_file_.."])
def test_what_is_no_name_of_a_file_is_refused(tiny_course, tmp_path, path):
    report = collect(tiny_course, "tiny", archive(tmp_path / "all.zip", {path: "x", "b/tiny.ipynb": "y"}))
    assert report.new == ["b"]
    assert len(report.refused) == 1


def test_the_exchange_says_what_is_new_unchanged_and_replaced(tiny_course, tmp_path, monkeypatch):
    exchange, home = tmp_path / "exchange", tmp_path / "home"
    exchange.mkdir()
    exchange.chmod(0o777)  # nbgrader insists
    monkeypatch.setenv("PERCEPTRON_EXCHANGE", str(exchange))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(home / "data"))
    (home / "tiny").mkdir(parents=True)
    check(tiny_course.nbgrader().release_assignment("tiny"), "not released")

    def submit(text):
        (home / "tiny" / "tiny.ipynb").write_text(text)
        monkeypatch.chdir(home)
        api = tiny_course.nbgrader(assignment_id="tiny")
        # The exchange counts whole seconds, between which a student would have to wait.
        api.exchange.Submit(
            timestamp_format="%Y-%m-%d %H:%M:%S.%f %Z",
            coursedir=api.coursedir,
            authenticator=api.authenticator,
            parent=api,
        ).start()

    found = tiny_course.folder / "submitted"
    submit("one")
    student = collect(tiny_course, "tiny", "exchange").new[0]
    assert collect(tiny_course, "tiny", "exchange").unchanged == [student]
    submit("two")
    assert collect(tiny_course, "tiny", "exchange").replaced == [student]
    assert (found / student / "tiny" / "tiny.ipynb").read_text() == "two"
