"""The Sphinx extension that says how long each chapter takes and what it needs, under its title and on the front page.

Under its title it also leads to the chapter's live figure.

The chapters themselves hold their questions and needs, and `tools.minutes` counts the minutes. On any page `{{ road }}`
is the table of the chapters, and `{{ route }}` how long the cores of the short route take together.
"""

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from tools.minutes import Chapter, chapters

ROUTE = ("halfspaces", "algorithm", "convergence", "xor", "losses", "multiclass")


def road() -> str:
    """Return the table of the chapters, as MyST."""
    rows = ["| | | core | all |", "|---|---|---|---|"]
    for chapter in chapters().values():
        needs = ", ".join(f"[{chapters()[name].number}](/book/{name}.ipynb)" for name in chapter.needs)
        what = f"[](/{chapter.file}.ipynb)<br>{chapter.question}" + f" Needs {needs}." * bool(needs)
        rows.append(f"| {chapter.number} | {what} | {chapter.core.told} | {chapter.whole.told} |")
    return "\n".join(rows)


def tell(app: Sphinx, doctree: nodes.document) -> None:
    """Say it under the title of a chapter."""
    chapter = chapters().get(app.env.docname.removeprefix("book/"))
    if chapter:
        line = nodes.paragraph(classes=["road"])
        line += nodes.Text(f"Core: {chapter.core.told} minutes. With the starred sections: {chapter.whole.told}.")
        for k, name in enumerate(chapter.needs):
            line += nodes.Text(" Needs " if k == 0 else ", " if k < len(chapter.needs) - 1 else " and ")
            line += link(app.env.docname, chapters()[name])
        line += nodes.Text("." if chapter.needs else "")
        if chapter.live:
            line += nodes.Text(" ")
            line += nodes.reference(
                "", "Skip to the live figure", refid=chapter.live, internal=True, classes=["to-live"]
            )
        next(doctree.findall(nodes.section)).insert(1, line)


def link(docname: str, chapter: Chapter) -> addnodes.pending_xref:
    """Return a link to a chapter that Sphinx resolves."""
    text = nodes.inline("", chapter.title)
    target = {"refdomain": "std", "reftype": "doc", "reftarget": f"/{chapter.file}", "refexplicit": True}
    return addnodes.pending_xref("", text, refdoc=docname, refwarn=True, **target)


def substitute(app: Sphinx, config: Config) -> None:
    """Give the pages their substitutions."""
    hours, minutes = divmod(sum(chapters()[name].core.told for name in ROUTE), 60)
    config.myst_substitutions |= {"road": road(), "route": f"{hours} hours" + f" {minutes} minutes" * bool(minutes)}


def unnumber(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Let the front page's figure have no number, so that those of the prologue begin with 1."""
    skipped = len(env.toc_fignumbers.pop(env.config.root_doc, {}).get("figure", {}))
    for numbers in env.toc_fignumbers.values():
        for name, number in numbers.get("figure", {}).items():
            if len(number) == 1:  # in a chapter without a number
                numbers["figure"][name] = (number[0] - skipped,)
    return []


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("config-inited", substitute)
    app.connect("doctree-read", tell)
    app.connect("env-get-updated", unnumber, priority=900)  # after Sphinx has numbered the figures
    return {"parallel_read_safe": True, "parallel_write_safe": True}
