"""The Sphinx extension that puts a glossary's letters above it, each a link to the first term that begins with it."""

from itertools import groupby

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx


def add_letters(app: Sphinx, doctree: nodes.document) -> None:
    """Put them before each glossary; what begins with a digit goes under #."""
    for glossary in list(doctree.findall(addnodes.glossary)):
        line = nodes.paragraph(classes=["letters"])
        for letter, terms in groupby(glossary.findall(nodes.term), initial):
            line += [nodes.reference("", letter, refid=next(terms)["ids"][0], internal=True), nodes.Text(" ")]
        glossary.parent.insert(glossary.parent.index(glossary), line)


def initial(term: nodes.term) -> str:
    """Return the letter under which a term is found."""
    first = term.astext()[0].upper()
    return first if first.isalpha() else "#"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("doctree-read", add_letters)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
