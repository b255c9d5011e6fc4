"""The Sphinx extension that lets the search show excerpts of a page's text: `excerpts.js` beside it says how.

Sphinx has a place for scripts that change its search (it thinks of scores): they run after its own, on that page alone.
"""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config


def add(app: Sphinx, config: Config) -> None:
    """Give Sphinx the script."""
    config.html_search_scorer = str(Path(__file__).with_suffix(".js"))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("config-inited", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
