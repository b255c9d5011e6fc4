"""Feedback holds the messages of hidden tests and never their code, even if a program printed it."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from homework import author
from homework.hiding import HideTests
from tests.homework.lecturer import TINY

LINE = "assert np.allclose(_moved_from_zero, [1.0, 2.0])"


def graded(outputs, own):
    """Return a graded notebook in which the hidden test and a cell of the student's have these outputs."""
    cells = [cell for cell in author.read("tiny", TINY).cells if cell.cell_type == "code"]
    for cell in cells:
        cell.outputs = outputs if cell.id == "update_zero" else []
    return new_notebook(cells=[*cells, new_code_cell("print(1)", outputs=own)])


ERROR = new_output("error", ename="AssertionError", evalue="zero counts", traceback=["---->", f"\x1b[31m{LINE}\x1b[0m"])


@pytest.mark.parametrize(
    "own",
    [
        new_output("stream", name="stdout", text=f"In[5]:\n   {LINE}\n"),
        new_output("display_data", data={"text/html": f"<pre>{LINE}</pre>"}),
        new_output("error", ename="E", evalue=LINE, traceback=[]),
        new_output("error", ename="E", evalue="", traceback=[f"\x1b[1m{LINE[:30]}\x1b[0m{LINE[30:]}"]),
    ],
    ids=["printed", "shown", "raised", "coloured"],
)
def test_no_output_shows_a_hidden_line(own):
    nb, _ = HideTests().preprocess(graded([ERROR], [own]), {})
    text = nbformat.writes(nb)
    assert "_moved_from_zero" not in text
    assert "zero counts" in text


def test_what_says_nothing_of_a_hidden_test_stays():
    own = new_output("stream", name="stdout", text="w = [1. 2.]\n")
    nb, _ = HideTests().preprocess(graded([], [own]), {})
    assert nb.cells[-1].outputs == [own]
    visible = next(cell for cell in nb.cells if cell.id == "update_moves")
    assert "np.allclose(_moved" in visible.source


@pytest.mark.parametrize("book", ["", "https://example.org/perceptron/"])
def test_a_failed_test_says_where_to_read(book):
    nb, _ = HideTests(book=book).preprocess(graded([ERROR], []), {})
    hint = nb.cells[[cell.id for cell in nb.cells].index("update_zero") + 1].source
    assert "the rule" in hint
    assert "algorithm" in hint
    assert ("https://example.org/perceptron/book/algorithm.html#the-rule" in hint) == bool(book)
