"""No solution, hidden test or rubric is in a release or anywhere on the site."""

import html
import json
import re
import zipfile
from functools import cache
from pathlib import Path

import nbformat
import pytest

from homework import author
from homework.hiding import HIDDEN
from tests.hands import SITE

RELEASES = author.FOLDER.parent / "release"
SOLUTION = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)
MARKS = ("### BEGIN SOLUTION", "### BEGIN HIDDEN TESTS", "**Model answer.**", "**Rubric.**")
SHORT = 30  # a shorter line, such as "return w + y * x", is the mathematics itself, and the book may say it


def squeezed(text: str) -> str:
    """Return a text without its white space: pages and JSON break lines elsewhere."""
    return re.sub(r"\s+", "", text)


@cache
def secrets() -> dict[str, str]:
    """Return, by what they are, all texts that only lecturers may see and that nothing else in the book says."""
    found = {mark: squeezed(mark) for mark in MARKS}
    for name in author.sets():
        public = squeezed("\n".join(cell.source for cell in author.release(name).cells))
        for cell in author.read(name).cells:
            blocks = SOLUTION.findall(cell.source) + HIDDEN.findall(cell.source)
            if cell.cell_type == "markdown" and author.name_of(cell):
                blocks.append(cell.source)
            for block in blocks:
                pieces = [*(line for line in block.splitlines() if len(line.strip()) > SHORT), block]
                for piece in map(squeezed, pieces):
                    if len(piece) > SHORT and piece not in public:
                        found[f"{name}, {cell.id}: {piece[:60]}"] = piece
    return found


@cache
def book() -> str:
    """Return what the book itself says: its sources, and the library."""
    root = RELEASES.parents[1]
    files = [*root.glob("book/*.md"), *root.glob("perceptron_lib/**/*.py")]
    notebooks = (nbformat.read(path, as_version=4) for path in sorted(root.glob("book/*.ipynb")))
    texts = [path.read_text() for path in files] + [cell.source for nb in notebooks for cell in nb.cells]
    return squeezed("\n".join(texts))


def readings(path: Path) -> list[str]:
    """Return a file as a program may read it: as it is, as a page's text, as the strings of its JSON."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            content = b"\n".join(map(wheel.read, wheel.namelist()))
    else:
        content = path.read_bytes()
    raw = content.decode("utf-8", "ignore")
    found = [raw, html.unescape(re.sub(r"<[^>]*>", "", raw))]
    if path.suffix in (".ipynb", ".json"):
        found.append("".join(strings(json.loads(raw))))
    return [squeezed(text) for text in found]


def strings(value: object) -> list[str]:
    """Return all strings in a JSON value."""
    if isinstance(value, dict):
        return [text for key, inner in value.items() for text in [key, *strings(inner)]]
    if isinstance(value, list):
        return [text for inner in value for text in strings(inner)]
    return [value] if isinstance(value, str) else []


def leaks(path: Path) -> list[str]:
    """Return which secrets a file holds."""
    texts = readings(path)
    return [what for what, secret in secrets().items() if any(secret in text for text in texts)]


def test_there_are_secrets_of_each_kind_and_set():
    assert len(secrets()) > 500
    for name in author.sets():
        assert sum(what.startswith(name) for what in secrets()) > 40


def test_the_book_does_not_say_them_itself():
    said = book()
    assert [what for what, secret in secrets().items() if secret in said] == []


@pytest.mark.parametrize("name", author.sets())
def test_a_release_leaks_nothing(name):
    assert leaks(RELEASES / f"{name}.ipynb") == []


def ours(path: Path) -> bool:
    """Whether a file of the site comes from this project, not from JupyterLite or Pyodide."""
    if path.is_relative_to("lite/static"):
        return path.name.startswith("perceptron_lib-")
    return not path.is_relative_to("lite/build") and not path.is_relative_to("lite/extensions")


def test_the_site_leaks_nothing():
    files = [path for path in SITE.rglob("*") if path.is_file() and ours(path.relative_to(SITE))]
    assert len(files) > 100
    assert any(path.suffix == ".whl" for path in files)
    assert {path.relative_to(SITE): found for path in files if (found := leaks(path))} == {}


def test_the_site_offers_every_release_and_no_author_s_file():
    offered = {path.name: path.read_bytes() for path in (SITE / "_downloads").rglob("*.ipynb")}
    assert offered == {f"{name}.ipynb": (RELEASES / f"{name}.ipynb").read_bytes() for name in author.sets()}
    assert not list(SITE.rglob("ps[0-9]*.py"))


@pytest.mark.parametrize(
    "wrap", ["{}", "<pre><span>{}</span></pre>", '{{"cells": ["{}"]}}'], ids=["text", "page", "json"]
)
def test_a_planted_secret_is_found(tmp_path, wrap):
    hidden = next(secret for what, secret in secrets().items() if "ps2" in what and '"' not in secret)
    path = tmp_path / ("a.json" if wrap.startswith("{{") else "a.html")
    path.write_text(wrap.format(html.escape(hidden) if "<" in wrap else hidden))
    assert len(leaks(path)) >= 1


@pytest.mark.parametrize("name", author.sets())
def test_the_release_is_the_fresh_build(name):
    fresh = nbformat.writes(author.release(name)) + "\n"
    assert (RELEASES / f"{name}.ipynb").read_text() == fresh, "run `make homework`"


@pytest.mark.parametrize("name", author.sets())
def test_each_question_names_a_section_of_the_book(name):
    cells = [cell.source for cell in author.release(name).cells if author.name_of(cell)]
    sections = [
        found for source in cells for found in re.findall(r"^# In the book: (\w+)#([\w-]+)$", source, re.MULTILINE)
    ]
    assert len(sections) > 8
    for chapter, section in sections:
        assert f'id="{section}"' in (SITE / f"book/{chapter}.html").read_text(), f"{chapter}#{section}"
