"""Take the hidden tests out of what the students read: they get the messages of those that failed, never the code."""

import re
import textwrap

import nbformat
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Unicode

HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN TESTS", re.DOTALL)
BOOK = re.compile(r"^# In the book: (?P<chapter>\w+)#(?P<section>[\w-]+)$", re.MULTILINE)
WIDTH = 100  # characters of a line on the page
PIECE = 24  # characters, without white space, that tell something of a hidden test


class HideTests(NbGraderPreprocessor):
    """Take the hidden tests out of a graded notebook, their code as well as what programs may have printed of it.

    nbgrader shows both. A student's program can still print a hidden test in disguise: see the guide.
    """

    book = Unicode(help="The address of the book, to which failed tests then link.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Hide the tests and say after each failed one where to read."""
        hidden = "".join(block for cell in nb.cells for block in HIDDEN.findall(cell.source))
        secret = _pieces(hidden) - _pieces("".join(HIDDEN.sub("", cell.source) for cell in nb.cells))
        cells = []
        for cell in nb.cells:
            cells.append(cell)
            if cell.cell_type != "code":
                continue
            is_hidden, failed = HIDDEN.search(cell.source), [out for out in cell.outputs if out.output_type == "error"]
            if is_hidden:
                cell.source = HIDDEN.sub("# (hidden)", cell.source)
                cell.outputs = [
                    out | {"traceback": textwrap.wrap(f"{out.ename}: {out.evalue}", WIDTH)} for out in failed
                ]
            else:
                cell.outputs = [out for out in cell.outputs if not secret & _pieces(_text(out))]
            section = BOOK.search(cell.source)
            if failed and section:
                cells.append(new_markdown_cell(self._read_again(**section.groupdict())))
        nb.cells = [nbformat.from_dict(cell) for cell in cells]
        return nb, resources

    def _read_again(self, chapter: str, section: str) -> str:
        title = f"*{section.replace('-', ' ')}* in the chapter *{chapter}*"
        if self.book:
            title = f"[{title}]({self.book.rstrip('/')}/book/{chapter}.html#{section})"
        return f"Read again: {title}."


def _pieces(text: str) -> set[str]:
    """Return all pieces of a text, so long that they tell something, without their white space."""
    squeezed = re.sub(r"\s+", "", text)
    return {squeezed[start : start + PIECE] for start in range(len(squeezed) - PIECE + 1)}


def _text(output: NotebookNode) -> str:
    """Return all that an output shows, as lines without the colours of a terminal."""
    parts = [
        output.get("text", ""),
        output.get("evalue", ""),
        *output.get("traceback", []),
        *output.get("data", {}).values(),
    ]
    return re.sub(r"\x1b\[[\d;]*m", "", "\n".join(part if isinstance(part, str) else repr(part) for part in parts))
