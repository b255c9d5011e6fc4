r"""The Sphinx extension that lets the reader guess before a page shows what a cell found.

A code cell says in its metadata what it asks, and how its stored output answers, so that the answer is never written a
second time. It is the number that a pattern's group finds,

    {"guess": {"ask": "How many mistakes will the worst order cost?", "number": "most (\\d+)"}}

or a choice: the only one whose pattern is `found`, or the one whose group finds the `largest` (`smallest`) number.

    {"guess": {"ask": "Will it come to an end?", "found": [["yes", "converged"], ["no", "max_passes"]]}}
    {"guess": {"ask": "Which costs more mistakes?", "largest": [["OR", "OR: (\\d+)"], ["AND", "AND: (\\d+)"]]}}

Where scripts run, book/_static/guess.js closes the output, the figures after it and the paragraph that speaks of them
until the reader has answered. Without them, on paper and in JupyterLab, all is open and nobody asks.
"""

import re
from html import escape
from itertools import takewhile
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx


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
    if "number" in guess:
        field = '<input type="number" step="any" required>'
        return f"{start}<label>{ask} {field}</label><div><button>Guess</button>{show}</div></form>"
    choices = next(guess[kind] for kind in ("found", "largest", "smallest") if kind in guess)
    buttons = "".join(f'<button value="{escape(choice)}">{escape(choice)}</button>' for choice, _ in choices)
    return f"{start}<fieldset><legend>{ask}</legend><div>{buttons}{show}</div></fieldset></form>"


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
