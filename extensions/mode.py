"""The Sphinx extension that lets a page be light or dark as the reader's system is, until the reader chooses.

The theme can do that too (`default_mode: auto`), but its script waits for the whole page, which until then is drawn
without colours, and without scripts stays so. Here the page says light, and these lines of JavaScript correct it before
anything is drawn. The theme's script then finds the mode `auto` and does the rest: the button, a system that changes.
"""

from sphinx.application import Sphinx

SCRIPT = """{
  const page = document.documentElement.dataset;
  page.mode = localStorage.getItem("mode") || "auto";
  if (page.mode === "auto") page.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}"""


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_js_file(None, body=SCRIPT)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
