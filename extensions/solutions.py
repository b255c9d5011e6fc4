"""The Sphinx extension that folds the solutions of the exercises: they open without a script, and for links."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator
from sphinx_exercise.nodes import solution_node


def visit(self: HTML5Translator, node: nodes.Element) -> None:
    """Begin a solution, its title being what opens it."""
    title = node.pop(0).astext()
    start = self.starttag(node, "details", CLASS="admonition")
    self.body.append(f'{start}<summary class="admonition-title">{self.encode(title)}</summary>\n')


def depart(self: HTML5Translator, node: nodes.Element) -> None:
    """End a solution."""
    self.body.append("</details>\n")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_node(solution_node, override=True, html=(visit, depart))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
