"""The Sphinx extension with the role for words that act: links that set the state of a live figure on their page.

    Look at {live}`the fourth update <fig-playground?visits=14>`.

The state is written as in the page's address, which book/_static/live.js reads. Without scripts the words lead to the
figure, and on paper they are words.
"""

from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import ReferenceRole
from sphinx.util.logging import getLogger
from sphinx.writers.html5 import HTML5Translator


class Words(nodes.inline):
    """Words that act, with the name of a figure and the state that they give it."""


class Live(ReferenceRole):
    """The role."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the words."""
        figure, _, state = self.target.partition("?")
        words = Words("", self.title, figure=figure, state=state)
        self.set_source_info(words)
        return [words], []


def check(app: Sphinx, doctree: nodes.document) -> None:
    """Warn of words that name no figure on their page."""
    for words in doctree.findall(Words):
        if words["figure"] not in doctree.ids:
            getLogger(__name__).warning("no figure %s on this page", words["figure"], location=words)


def begin(page: HTML5Translator, words: Words) -> None:
    """Begin the link."""
    page.body.append(f'<a class="acts" href="#{words["figure"]}" data-state="{escape(words["state"])}">')


def end(page: HTML5Translator, words: Words) -> None:
    """End it."""
    page.body.append("</a>")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_node(Words, html=(begin, end))
    app.add_role("live", Live())
    app.connect("doctree-read", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
