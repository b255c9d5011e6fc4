"""Every chapter, and every problem set with its reference solution, runs in the browser's Python, started once."""

import json
from pathlib import Path

import nbformat
import pytest

from homework import author
from tests.hands import SITE
from tests.homework.lecturer import solved
from tests.lite.conftest import opened_for_python
from tests.lite.stored import CHAPTERS, assert_as_stored

KERNEL = Path(__file__).with_name("kernel_alone.py")


@pytest.fixture(scope="module")
def ran(reader, address, pyodide):
    """Run cells, up to the first that fails, in the browser's Python, and return their outputs: ``ran(sources)``.

    It is the Python of JupyterLite, with the packages that are loaded there, but started once for all notebooks.
    """
    with opened_for_python(reader, address, pyodide) as window:
        page = window.new_page()
        page.goto(f"{address}lite/jupyter-lite.json")
        page.add_script_tag(url="static/pyodide/pyodide.js")
        page.evaluate(
            """async kernel => {
              const config = JSON.parse(document.body.innerText)["jupyter-config-data"].litePluginSettings;
              const options = config["@jupyterlite/pyodide-kernel-extension:kernel"].loadPyodideOptions;
              globalThis.pyodide = await loadPyodide(options);
              await pyodide.runPythonAsync("import pyodide_kernel");
              await pyodide.runPythonAsync(kernel);
            }""",
            KERNEL.read_text(encoding="utf-8"),
        )
        yield lambda cells: json.loads(page.evaluate("cells => pyodide.globals.get('run')(pyodide.toPy(cells))", cells))


def offered(name):
    """Return the code cells of a notebook that JupyterLite offers."""
    cells = nbformat.read(SITE / "lite" / "files" / f"{name}.ipynb", as_version=4).cells
    return [cell for cell in cells if cell.cell_type == "code"]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_says_what_is_stored(ran, chapter):
    assert_as_stored(chapter, ran([cell.source for cell in offered(chapter)]))


@pytest.mark.parametrize("name", author.sets())
def test_a_reference_solution_passes(ran, name):
    answers, cells = {cell.id: cell.source for cell in solved(name).cells}, offered(name)
    outputs = ran([answers[cell.id] for cell in cells])
    assert [out for cell in outputs for out in cell if out["output_type"] == "error"] == []
    assert len(outputs) == len(cells)
