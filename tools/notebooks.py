"""Re-run the chapters and store their outputs, the same byte for byte where nothing changed.

python tools/notebooks.py [notebook ...]
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]
CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))
WIDGETS, VIEW = (f"application/vnd.jupyter.widget-{what}+json" for what in ("state", "view"))


def run(path: Path) -> nbformat.NotebookNode:
    """Run a notebook in a new kernel and return it with outputs that depend on nothing but its cells."""
    notebook = nbformat.read(path, as_version=4)
    notebook.metadata.pop("widgets", None)
    NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        store_widget_state=True,
        record_timing=False,
        coalesce_streams=True,  # else two prints are one output or two, as the clock will have it
    ).execute(env={name: value for name, value in os.environ.items() if name != "MPLBACKEND"})  # inline, always
    notebook.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata["language_info"] = {"name": "python"}  # not the exact version; a browser needs the name
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.metadata.pop("execution", None)
    return named(notebook)


def named(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Name each widget after the figure whose cell shows it; the script on the page finds it by that name."""
    names = {}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if view := output.get("data", {}).get(VIEW):
                names[view["model_id"]] = cell.metadata["mystnb"]["figure"]["name"]
    for k, model in enumerate(models(notebook)):  # layouts, and figures that no cell shows
        names.setdefault(model, f"widget-{k}")
    for model in models(notebook).values():  # what is not set is left to the widget's defaults
        model["state"] = {key: value for key, value in model["state"].items() if value is not None}
    text = nbformat.writes(notebook)
    for old, new in names.items():
        text = text.replace(old, new)
    return nbformat.reads(text, as_version=4)


def models(notebook: nbformat.NotebookNode) -> dict[str, Any]:
    """Return the widgets of a notebook that was run, by their names."""
    return notebook.metadata.get("widgets", {}).get(WIDGETS, {}).get("state", {})


def main() -> None:
    """Run the notebooks named on the command line, by default all of them."""
    for path in [*map(Path, sys.argv[1:])] or CHAPTERS:
        began, stored = time.monotonic(), path.read_text(encoding="utf-8")
        fresh = nbformat.writes(run(path)) + "\n"
        path.write_text(fresh, encoding="utf-8")
        print(f"{path.name}: {time.monotonic() - began:.1f} s, {'as it was' if fresh == stored else 'changed'}")


if __name__ == "__main__":
    main()
