"""How long each chapter takes: its core, which is what a reader sees unfolded, and the whole.

python -m tools.minutes [notebook ...]

A minute for 220 words of prose and for each displayed formula, half a minute for each code cell. Readers are told twice
as much, since they stop to think, to guess and to drag.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nbformat
import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

ROOT = Path(__file__).resolve().parents[1]
STAR = "★"  # begins the heading of a section that the site folds
MARKDOWN = MarkdownIt().enable("table")
for plugin in (amsmath_plugin, colon_fence_plugin, dollarmath_plugin, myst_block_plugin, myst_role_plugin):
    MARKDOWN.use(plugin)


@dataclass
class Amount:
    """What there is to read."""

    words: int = 0
    formulas: int = 0
    cells: int = 0

    @property
    def minutes(self) -> float:
        """The time that reading alone takes."""
        return self.words / 220 + self.formulas + self.cells / 2

    @property
    def told(self) -> int:
        """The minutes that readers are told, in fives."""
        return 5 * max(1, round(2 * self.minutes / 5))


def said(token: Token) -> str:
    """Return the text of a piece of a line: not its formulas, and of a reference what it shows."""
    if token.type in ("softbreak", "hardbreak"):
        return " "
    if token.type == "myst_role":
        return token.content.split("<")[0]
    return token.content if token.type == "text" else ""


def words(text: str) -> int:
    """Return how many words a text has."""
    return len(re.findall(r"\w+(?:[-.'’]\w+)*", text))


def pieces(text: str) -> Iterator[tuple[str, str | int]]:
    """Yield the headings, directives (opened and closed), words and displayed formulas of a MyST text, in order."""
    tokens = MARKDOWN.parse(text)
    heading = ""
    for token in tokens:
        if token.type == "heading_open":
            heading = token.tag
        elif heading:
            yield heading, token.content
            heading = ""
        elif token.type in ("fence", "colon_fence") and token.info.startswith("{"):
            name, _, title = token.info[1:].partition("}")
            yield "words", 0 if name.startswith("solution") else words(title)  # a solution names its exercise's label
            yield "open", name
            if name in ("math", "code-cell"):
                yield "formula", 1
            else:
                lines = token.content.splitlines()
                yield from pieces("\n".join(line for line in lines if not line.startswith(":") or line[1:2] == ":"))
            yield "close", name
        elif token.type in ("math_block", "math_block_label", "amsmath"):
            yield "formula", 1
        elif token.type == "inline":
            yield "words", words("".join(said(child) for child in token.children or []))


def count(notebook: nbformat.NotebookNode) -> dict[str, Amount]:
    """Return what a chapter holds, its core and the whole."""
    core, whole = Amount(), Amount()
    folded: list[str] = []  # the starred section, dropdowns and solutions around the place
    for cell in notebook.cells:
        if cell.cell_type == "code":
            hidden = "hide-input" in cell.metadata.get("tags", [])
            caption = cell.metadata.get("mystnb", {}).get("figure", {}).get("caption", "")
            found = [("cell", 0 if hidden else 1), *pieces(caption)]
        else:
            found = list(pieces(cell.source))
        for kind, what in found:
            if kind.startswith("h"):
                if folded and folded[0] >= kind:
                    folded.pop(0)
                if not folded and str(what).startswith(STAR):
                    folded.insert(0, kind)
            elif kind == "open" and what in ("dropdown", "solution", "solution-start"):
                folded.append(str(what).removesuffix("-start"))
            elif kind == "close" and what in ("dropdown", "solution", "solution-end"):
                folded.remove(str(what).removesuffix("-end"))
            for amount in [whole] if folded else [whole, core]:
                if kind == "words":
                    amount.words += int(what)
                elif kind == "formula":
                    amount.formulas += 1
                elif kind == "cell":
                    amount.cells += int(what)
    return {"core": core, "whole": whole}


def live(notebook: nbformat.NotebookNode) -> str:
    """Return the name of a notebook's live figure: its cell's name is that of a widget which the notebook keeps."""
    widgets = notebook.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {}).get("state", {})
    names = [cell.metadata.get("mystnb", {}).get("figure", {}).get("name") for cell in notebook.cells]
    return next((name for name in reversed(names) if name in widgets), "")


@dataclass
class Chapter:
    """A chapter of the book; its question and what it needs are in its notebook's metadata."""

    file: str  # without its suffix, from the root
    number: str
    title: str
    question: str
    needs: list[str]
    live: str  # the name of its live figure, of several the last; "" where there is none
    core: Amount
    whole: Amount


@cache
def chapters() -> dict[str, Chapter]:
    """Return the chapters by the names of their notebooks, in the order of the book."""
    found: dict[str, Chapter] = {}
    for part in yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))["parts"]:
        for entry in part["chapters"]:
            path = ROOT / f"{entry['file']}.ipynb"
            notebook = nbformat.read(path, as_version=4) if path.exists() else nbformat.v4.new_notebook()
            if about := notebook.metadata.get("chapter"):
                number = str(1 + sum(bool(c.number) for c in found.values())) if part.get("numbered") else ""
                title = next(str(what) for kind, what in pieces(notebook.cells[0].source) if kind == "h1")
                found[path.stem] = Chapter(
                    entry["file"], number, title, about["question"], about["needs"], live(notebook), **count(notebook)
                )
    return found


def main() -> None:
    """Print a line for each notebook named on the command line, by default for each chapter."""
    total = 0.0
    for path in map(Path, sys.argv[1:] or [f"{chapter.file}.ipynb" for chapter in chapters().values()]):
        amounts = count(nbformat.read(path, as_version=4))
        core, whole = amounts["core"], amounts["whole"]
        total += core.minutes
        print(
            f"{path.stem:20} core {core.words:5} words {core.formulas:3} formulas {core.cells:3} cells "
            f"{core.minutes:5.1f} min, whole {whole.minutes:5.1f} min; told {core.told} and {whole.told}"
        )
    print(f"all cores {total:.0f} min")


if __name__ == "__main__":
    main()
