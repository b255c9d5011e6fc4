"""The Sphinx extension that sets every formula when the book is built: KaTeX, run by V8, writes HTML and MathML.

So a page is finished when it is loaded, and screen readers find MathML in it. A formula that KaTeX refuses is a warning
with its page and line, which ends `make book`. KaTeX comes from `tools/vendor.py`.
"""

import re
from functools import cache
from pathlib import Path

from docutils import nodes
from py_mini_racer import JSEvalException, MiniRacer
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number
from sphinx.writers.html5 import HTML5Translator

SCRIPT = Path(__file__).parent / "vendor" / "katex.min.js"
TEX = re.compile("<annotation.*?</annotation>", re.DOTALL)  # KaTeX adds the formula's source: a page does without
MARKS = re.compile(r"[^\s\w(\[]+")  # a comma, a full stop, ...


@cache
def v8() -> MiniRacer:
    """Return V8 with KaTeX in it."""
    engine = MiniRacer()
    engine.eval(SCRIPT.read_text(encoding="utf-8"))
    return engine


@cache  # most formulas stand in the book more than once
def html(tex: str, display: bool) -> str:
    """Return a formula as HTML; KaTeX's complaint is a JSEvalException."""
    made: str = v8().call("katex.renderToString", tex, {"displayMode": display, "strict": "error"})
    return TEX.sub("", made)


def typeset(node: nodes.math | nodes.math_block, display: bool) -> str:
    """Return the HTML of a formula of a page, or warn of it."""
    try:
        return html(node.astext(), display)
    except JSEvalException as fault:
        logging.getLogger(__name__).warning("KaTeX refuses %r: %s", node.astext(), fault, location=node)
        return ""


def tie(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Tie each formula to the marks that follow it: no line begins with a comma."""
    for formula in list(doctree.findall(nodes.math)):
        after = formula.next_node(descend=False, siblings=True)
        if isinstance(after, nodes.Text) and (marks := MARKS.match(after)):
            after.parent.replace(after, nodes.Text(after[marks.end() :]))
            tied = nodes.inline(classes=["tied"])
            formula.replace_self(tied)
            tied += [formula, nodes.Text(marks[0])]


def visit_inline(self: HTML5Translator, node: nodes.math) -> None:
    """Write a formula in a line."""
    start = self.starttag(node, "span", "", CLASS="math notranslate nohighlight")
    self.body.append(f"{start}{typeset(node, display=False)}</span>")
    raise nodes.SkipNode


def visit_display(self: HTML5Translator, node: nodes.math_block) -> None:
    """Write a formula in a line of its own, with its number if it has one."""
    self.body.append(self.starttag(node, "div", CLASS="math notranslate nohighlight"))
    if node["number"]:
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    self.body.append(f"{typeset(node, display=True)}</div>\n")
    raise nodes.SkipNode


def close(app: Sphinx, error: Exception | None) -> None:
    """End V8, whose threads would keep the process from ending."""
    v8().close()
    v8.cache_clear()


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_html_math_renderer("katex", (visit_inline, None), (visit_display, None))
    app.add_css_file("vendor/katex/katex.css")
    app.connect("doctree-resolved", tie)
    app.connect("build-finished", close)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
