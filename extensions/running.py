"""The Sphinx extension that leads from the book's pages into the reader's browser, whatever path the site lives under.

Each chapter gets a button that opens it in JupyterLite, each problem set a link beside its download,
and a cell with the metadata `run_here` a button that lets the reader change and run it on the page itself.
"""

import json
from html import escape
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlencode

import nbformat
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config

RELEASES = "homework/release/"


def root_of(docname: str) -> str:
    """Return the way from a page to the root of the site."""
    return "../" * docname.count("/")


def notebook_address(docname: str, name: str) -> str:
    """Return the address, seen from a page, at which a notebook runs."""
    return f"{root_of(docname)}lite/notebooks/index.html?{urlencode({'path': name})}"


def console_address(docname: str, code: str) -> str:
    """Return the address, seen from a page, of a console whose prompt holds this code and keeps it when it has run."""
    query = {"kernel": "python", "toolbar": 1, "showBanner": 0, "execute": 0, "clearCodeContentOnExecute": 0}
    query |= {"promptCellPosition": "top", "clearCellsOnExecute": 1, "code": code}
    return f"{root_of(docname)}lite/repl/index.html?{urlencode(query)}"


def add_button(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Put the button first in the header of a chapter; where the theme has a menu, put the links that are in it."""
    context["css_files"] = [  # nothing here uses them, and one of them asks another host for a font
        file
        for file in context["css_files"]
        if not any(name in str(file.filename) for name in ("jupyterlite", "Vibur"))
    ]
    buttons = [button for group in context["header_buttons"] for button in group.get("buttons", [group])]
    context["header_buttons"] = [button for button in buttons if button["type"] == "link"]
    for button in context["header_buttons"]:
        if button.setdefault("label", "run-button") == "download-source-button":  # Binder's has none
            button.update(icon="fas fa-download", text="", tooltip="Download this page")
    source = app.env.doc2path(pagename, base=False) if pagename in app.env.found_docs else ""
    if str(source).endswith(".ipynb") and pagename != app.config.root_doc:
        button = {
            "type": "link",
            "url": notebook_address(pagename, PurePosixPath(source).name),
            "icon": "fas fa-play",
            "text": "Run",
            "tooltip": "Run this chapter in your browser",
            "label": "run-button",
        }
        context["header_buttons"].insert(0, button)


def add_links(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Follow each download of a problem set by a link that opens it in the browser."""
    for download in list(doctree.findall(addnodes.download_reference)):
        path = PurePosixPath(download["reftarget"])
        if RELEASES in str(path):
            link = nodes.reference("", "open it in your browser", refuri=notebook_address(docname, path.name))
            place = download.parent.index(download) + 1
            download.parent[place:place] = [nodes.Text(" ("), link, nodes.Text(")")]


def add_consoles(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Follow each cell that can be run on the page by a button that opens a console with its code in it."""
    for cell in list(doctree.findall(nodes.container)):
        before = cell.get("cell_metadata", {}).get("run_here")
        if before is not None:
            code = "\n".join([*before, "", next(iter(cell.findall(nodes.literal_block))).astext()])
            address = escape(console_address(docname, code))
            start = f'<button type="button" class="run-here" data-console="{address}">'
            cell.append(nodes.raw("", f"{start}Change this code and run it here</button>", format="html"))


def lay_out_notebooks(app: Sphinx) -> None:
    """Put the notebooks, side by side and without outputs, where JupyterLite's build looks for them.

    Without, because there they shall be made; JupyterLite would show stored text with its lines joined by commas.
    """
    target = Path(app.srcdir, app.config.jupyterlite_content_dir)
    front = Path(app.srcdir, f"{app.config.root_doc}.ipynb")  # is no chapter
    for source in [*Path(app.srcdir).glob("book/*.ipynb"), *Path(app.srcdir).glob(f"{RELEASES}*.ipynb")]:
        if source == front:
            continue
        notebook = nbformat.read(source, as_version=4)
        notebook.metadata.pop("widgets", None)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.update(outputs=[], execution_count=None)
        text = json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
        (target / source.name).write_text(text, encoding="utf-8")


def forget_binder(app: Sphinx, config: Config) -> None:
    """Leave out the button for Binder as long as the repository has no address: the theme would stop with an error."""
    if not config.html_theme_options.get("repository_url"):
        config.html_theme_options.pop("launch_buttons", None)


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.connect("config-inited", forget_binder)
    app.connect("builder-inited", lay_out_notebooks)
    app.connect("doctree-resolved", add_links)
    app.connect("doctree-resolved", add_consoles)
    app.connect("html-page-context", add_button, priority=900)  # after the theme has made its own
    return {"parallel_read_safe": True, "parallel_write_safe": True}
