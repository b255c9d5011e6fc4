r"""The Sphinx extension that lets the reader guess before a page shows what a cell found.

A code cell says in its metadata what it asks, and how its stored output answers, so that the answer is never written a
second time. It is the number that a pattern's group finds,

    {"guess": {"ask": "How many mistakes will the worst order cost?", "number": "most (\\d+)"}}

or a choice: the only one whose pattern is `found`, or the one whose group finds the `largest` (`smallest`) number.

    {"guess": {"ask": "Will it come to an end?", "found": [["yes", "converged"], ["no", "max_passes"]]}}
    {"guess": {"ask": "Which costs more mistakes?", "largest": [["OR", "OR: (\\d+)"], ["AND", "AND: (\\d+)"]]}}

With a number may come the name of a data set in the plane: then the reader draws a line between its two classes, and
the guess is how near the line comes to a point.

    {"guess": {"ask": "Draw the safest line.", "number": "largest possible (\\S+)", "line": "clouds"}}

Where scripts run, book/_static/guess.js closes the output, the figures after it and the paragraph that speaks of them
until the reader has answered. Without them, on paper and in JupyterLab, all is open and nobody asks.
"""

import re
from html import escape
from itertools import takewhile
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from perceptron_lib import datasets


def answer(guess: dict[str, Any], output: str) -> str:
    """Return the answer that a cell's output gives: a number as it is printed, or the name of a choice."""
    if "number" in guess:
        return found(guess["number"], output)
    if "found" in guess:
        (only,) = (choice for choice, pattern in guess["found"] if re.search(pattern, output))
        return str(only)
    best, choices = (max, guess["largest"]) if "largest" in guess else (min, guess["smallest"])
    values = {choice: float(found(pattern, output)) for choice, pattern in choices}
    (only,) = (choice for choice, value in values.items() if value == best(values.values()))
    return str(only)


def found(pattern: str, output: str) -> str:
    """Return the number that a pattern's group finds in an output."""
    match = re.search(pattern, output, re.MULTILINE)
    if not match:
        raise ValueError(f"{pattern} is not in: {output}")
    float(match[1])  # it is one
    return match[1]


def form(guess: dict[str, Any], truth: str) -> str:
    """Return the form in which the reader answers; a script shows it."""
    ask = escape(guess["ask"])
    start = f'<form class="guess" data-answer="{escape(truth)}" hidden>'
    show = '<button type="button">Show me</button>'
    if "line" in guess:
        buttons = f"<div><button>Guess</button>{show}</div>"
        return f"{start}<fieldset><legend>{ask}</legend>{board(guess['line'])}{buttons}</fieldset></form>"
    if "number" in guess:
        field = '<input type="number" step="any" required>'
        return f"{start}<label>{ask} {field}</label><div><button>Guess</button>{show}</div></form>"
    choices = next(guess[kind] for kind in ("found", "largest", "smallest") if kind in guess)
    buttons = "".join(f'<button value="{escape(choice)}">{escape(choice)}</button>' for choice, _ in choices)
    return f"{start}<fieldset><legend>{ask}</legend><div>{buttons}{show}</div></fieldset></form>"


def board(name: str) -> str:
    """Return the points of a data set as a picture on which a line can be drawn, its ends to be dragged."""
    data = getattr(datasets, name)()
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    scale = 320 / max(high - low)
    places = ((data.X - low) * [1, -1] + [0, (high - low)[1]]) * scale + 20
    width, height = (high - low) * scale + 40
    points = "".join(
        f'<circle class="plus" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
        if label > 0
        else f'<rect class="minus" x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9"/>'
        for (x, y), label in zip(places, data.y, strict=True)
    )
    ends = "".join(
        f'<circle class="end" r="9" tabindex="0" role="button" aria-label="{which} end of the line, to be moved"/>'
        for which in ("first", "second")
    )
    return f'<svg viewBox="0 0 {width:.0f} {height:.0f}" data-scale="{scale:.4f}">{points}<line/>{ends}</svg>'


def add_guesses(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put a form before each output that is guessed, and mark all that tells the answer."""
    for cell in list(doctree.findall(nodes.container)):
        if guess := cell.get("cell_metadata", {}).get("guess"):
            output = cell[-1]
            truth = answer(guess, "\n".join(block.astext() for block in output.findall(nodes.literal_block)))
            for told in (output, *speaking_of(cell)):
                told["classes"].append("guessed")
            cell.insert(len(cell) - 1, nodes.raw("", form(guess, truth), format="html"))


def speaking_of(cell: nodes.Element) -> list[nodes.Element]:
    """Return what follows a cell and tells its answer: the figures, and the first paragraph."""
    after = cell.parent[cell.parent.index(cell) + 1 :]
    figures = list(takewhile(lambda node: "tag_hide-input" in node.get("classes", []), after))
    text = after[len(figures) : len(figures) + 1]
    return [*figures, *(node for node in text if isinstance(node, nodes.paragraph))]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.connect("doctree-resolved", add_guesses)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
