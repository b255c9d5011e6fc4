"""Re-run the chapters and store their outputs, the same byte for byte where nothing changed.

python tools/notebooks.py [--check] [notebook ...]

With --check nothing is written: each notebook is run and its outputs are compared with the stored ones, numbers
within a small tolerance, since another processor may round the last digit differently.
"""

import argparse
import math
import os
import re
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]
CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))
NUMBER = re.compile(r"-?(?<![\w.])\d+(?:\.\d*)?(?:e[+-]?\d+)?|-?(?<![\w.])\.\d+(?:e[+-]?\d+)?")
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
    return _named(notebook)


def _named(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Name each widget after the figure whose cell shows it; the script on the page finds it by that name."""
    names = {}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if view := output.get("data", {}).get(VIEW):
                names[view["model_id"]] = cell.metadata["mystnb"]["figure"]["name"]
    models = notebook.metadata.get("widgets", {}).get(WIDGETS, {}).get("state", {})
    for k, model in enumerate(models):  # layouts, and figures that no cell shows
        names.setdefault(model, f"widget-{k}")
    for model in models.values():  # what is not set is left to the widget's defaults
        model["state"] = {key: value for key, value in model["state"].items() if value is not None}
    text = nbformat.writes(notebook)
    for old, new in names.items():
        text = text.replace(old, new)
    return nbformat.reads(text, as_version=4)


def refresh(stored: nbformat.NotebookNode, fresh: nbformat.NotebookNode) -> list[str]:
    """Keep in `fresh` the stored outputs that the run confirmed, and name the cells whose outputs it did not."""
    changed = []
    for k, (old, new) in enumerate(zip(stored.cells, fresh.cells, strict=True)):
        if same(old.get("outputs"), new.get("outputs")):
            new.update({key: old[key] for key in ("outputs",) if key in old})
        else:
            changed.append(f"cell {k} ({old.id})")
    if same(stored.metadata.get("widgets"), fresh.metadata.get("widgets")):
        fresh.metadata.update({key: stored.metadata[key] for key in ("widgets",) if key in stored.metadata})
    else:
        changed.append("the state of the live figures")
    return changed


def same(old: object, new: object) -> bool:
    """Whether two outputs, or any parts of them, are the same but for the last digits of their numbers."""
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(same(old[key], new[key]) for key in old)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(same, old, new))
    if isinstance(old, str) and isinstance(new, str):
        return old == new or same_text(old, new)
    return old == new


def same_text(old: str, new: str) -> bool:
    """Whether two texts are the same but for the last digits of their numbers."""
    picture = old.lstrip().startswith("<?xml")
    if picture:  # names of clip paths and marks are hashes of their coordinates
        old, new = (re.sub(r'(?<=[#"])[a-zA-Z]?[0-9a-f]{10}\b', "name", text) for text in (old, new))
    if NUMBER.sub("#", old) != NUMBER.sub("#", new):
        return False
    close = {"rel_tol": 1e-6, "abs_tol": 0.01 if picture else 1e-9}  # 0.01 point cannot be seen
    pairs = zip(NUMBER.findall(old), NUMBER.findall(new), strict=True)
    return all(math.isclose(float(a), float(b), **close) for a, b in pairs)


def main() -> int:
    """Run the notebooks named on the command line, by default all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="*", type=Path, default=CHAPTERS)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args()
    stale = 0
    for path in options.notebooks:
        began = time.monotonic()
        stored, fresh = nbformat.read(path, as_version=4), run(path)
        changed = refresh(stored, fresh)
        stale += bool(changed)
        text = nbformat.writes(fresh) + "\n"
        if not options.check and text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {time.monotonic() - began:.1f} s, {', '.join(changed) or 'nothing'} changed")
    return stale if options.check else 0


if __name__ == "__main__":
    sys.exit(main())
