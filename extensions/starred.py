"""The Sphinx extension that folds the starred sections, which go deeper than a chapter's core.

A section is starred by its title: `## ★ Does it always cycle?`. On the site its title opens it, without a script; in
JupyterLab it is a section like any other.
"""

from docutils import nodes
from sphinx.application import Sphinx

from tools.minutes import STAR


def fold(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put what follows a starred title in a `<details>`, and the title in its `<summary>`."""
    for section in doctree.findall(nodes.section):
        if section[0].astext().startswith(STAR):
            section["classes"].append("starred")
            section.insert(1, nodes.raw("", "</summary>", format="html"))
            section.insert(0, nodes.raw("", "<details><summary>", format="html"))
            section.append(nodes.raw("", "</details>", format="html"))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("doctree-resolved", fold)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
