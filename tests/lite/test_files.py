"""What the site has for JupyterLite: the notebooks, Python with the library, links that lead there, and no more."""

import hashlib
import json
import re
import zipfile
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import nbformat
import pytest

from lite import pyodide
from tests.hands import SITE

ROOT = Path(__file__).parents[2]
LITE = SITE / "lite"
PYODIDE = LITE / "static" / "pyodide"
CHAPTERS = {path.name: path for path in ROOT.glob("book/*.ipynb") if path.stem != "index"}
SETS = {path.name: path for path in ROOT.glob("homework/release/*.ipynb")}
PAGES = sorted(SITE.glob("book/*.html"))


def opened_by(page):
    """Return the notebooks that links on a page open in JupyterLite."""
    found = set()
    for link in re.findall(r'href="([^"]*lite/notebooks/[^"]*)"', page.read_text(encoding="utf-8")):
        parts = urlsplit(unescape(link))
        assert (page.parent / parts.path).resolve() == LITE / "notebooks" / "index.html", link
        found.update(parse_qs(parts.query)["path"])
    return found


def lock():
    return json.loads((PYODIDE / pyodide.LOCK).read_text(encoding="utf-8"))["packages"]


def test_every_notebook_is_there_without_outputs_and_otherwise_unchanged():
    listed = json.loads((LITE / "api" / "contents" / "all.json").read_text(encoding="utf-8"))["content"]
    names = {path.name for path in (LITE / "files").iterdir()}
    assert {entry["name"] for entry in listed} == names == CHAPTERS.keys() | SETS.keys()
    for name, path in (CHAPTERS | SETS).items():
        theirs, ours = json.loads((LITE / "files" / name).read_text()), nbformat.read(path, as_version=4)
        for cell in ours.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        ours.metadata.pop("widgets", None)
        assert theirs == ours, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_chapters_and_the_problem_sets_open_in_the_browser(page):
    chapter = {f"{page.stem}.ipynb"} & CHAPTERS.keys()
    offered = {name for name in SETS if f"/{name}" in page.read_text(encoding="utf-8")}
    assert opened_by(page) == chapter | offered
    assert bool(offered) == (page.stem == "teachers" or any(name.endswith(f"_{page.stem}.ipynb") for name in SETS))


def test_pages_load_nothing_for_it():
    for page in PAGES:
        loaded = re.findall(r'<(?:link|script)[^>]*(?:href|src)="([^"]*)"', page.read_text(encoding="utf-8"))
        assert len(loaded) > 5
        assert [address for address in loaded if re.search("jupyterlite|googleapis|lite/", address)] == []


def test_the_site_has_the_extensions_that_are_needed_and_no_source_maps():
    extensions = {path.parent.relative_to(LITE / "extensions") for path in LITE.glob("extensions/**/package.json")}
    assert {path.as_posix() for path in extensions} == {
        "@jupyter-widgets/jupyterlab-manager",
        "@jupyterlite/pyodide-kernel-extension",
        "anywidget",
        "jupyterlab-myst",
    }
    assert not [*LITE.rglob("*.map")]


def test_every_package_finds_what_it_needs_and_every_file_is_the_one_that_is_listed():
    packages = lock()
    for name in pyodide.needed(packages):
        package = packages[name]
        if not package["file_name"].startswith(pyodide.CDN):
            content = (PYODIDE / package["file_name"]).read_bytes()
            assert hashlib.sha256(content).hexdigest() == package["sha256"], name
    assert {"numpy", "scipy", "matplotlib", "scikit-learn", "anywidget"} < pyodide.needed(packages)
    listed = {package["file_name"] for package in packages.values()}
    assert {path.name for path in PYODIDE.iterdir()} - {*pyodide.CORE} <= listed


def test_the_library_is_these_very_files_and_its_name_changes_with_them():
    package = lock()["perceptron-lib"]
    assert package["imports"] == ["perceptron_lib"]
    assert package["sha256"][:12] in package["file_name"]
    with zipfile.ZipFile(PYODIDE / package["file_name"]) as wheel:
        files = [name for name in wheel.namelist() if name.startswith("perceptron_lib/")]
        assert len(files) > 20
        assert all(wheel.read(name) == (ROOT / name).read_bytes() for name in files)


def test_the_same_library_makes_the_same_wheel(tmp_path, monkeypatch):
    monkeypatch.setattr(pyodide, "CACHE", tmp_path)
    assert pyodide.built_library().name == lock()["perceptron-lib"]["file_name"]


def test_a_folder_that_is_no_release_is_refused(tmp_path):
    with pytest.raises(SystemExit, match=r"has no pyodide-lock\.json: name the folder of an unpacked pyodide-0\.27\.7"):
        pyodide.read_lock(tmp_path)
    (tmp_path / pyodide.LOCK).write_text('{"info": {"version": "0.29.0"}}')
    with pytest.raises(SystemExit, match=r"holds Pyodide 0\.29\.0, but the book needs 0\.27\.7"):
        pyodide.read_lock(tmp_path)


def test_a_package_that_nobody_has_is_named():
    packages = lock()
    del packages["psygnal"]
    with pytest.raises(SystemExit, match="psygnal is needed in the browser"):
        pyodide.needed(packages)
