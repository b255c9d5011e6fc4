"""The live figures in JupyterLab: what hands move, Python reads; what Python sets, the picture shows."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_notebook
from playwright.sync_api import Browser, Page

from tests.hands import Hands

SETTINGS = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
KERNEL = "globalThis.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"

# A widget sends what changed last when the kernel has answered what it sent before: no message waits for its answer.
SILENT = f"[...{KERNEL}._futures.values()].every(future => future.msg.header.msg_type !== 'comm_msg')"


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A JupyterLab of its own: its address, and the folder of its notebooks."""
    folder, runtime = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("runtime")
    (runtime / "settings").mkdir()
    (runtime / "settings" / "overrides.json").write_text(json.dumps(SETTINGS))
    options = {
        "ServerApp.root_dir": folder,
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": 0,
        "ServerApp.open_browser": False,
        "ServerApp.allow_root": True,  # the tests may run as root, in a container
        "IdentityProvider.token": "",
        "LabApp.app_settings_dir": runtime / "settings",
        "LabApp.expose_app_in_browser": True,
        "LabApp.extension_manager": "readonly",
    }
    homes = {f"JUPYTER_{kind}_DIR": str(runtime / kind) for kind in ("CONFIG", "RUNTIME")}
    homes |= {f"JUPYTERLAB_{kind}_DIR": str(runtime / kind) for kind in ("SETTINGS", "WORKSPACES")}
    environment = {**os.environ, **homes, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-m", "jupyterlab", *(f"--{key}={value}" for key, value in options.items())]
    log = runtime / "log"
    with log.open("w") as output, subprocess.Popen(command, env=environment, stdout=output, stderr=output) as server:
        try:
            deadline = time.monotonic() + 120
            while not (found := list((runtime / "RUNTIME").glob("jpserver-*.json"))):
                assert server.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.2)
            yield json.loads(found[0].read_text())["url"], folder
        finally:
            server.terminate()


class Notebook(Hands):
    """A notebook in JupyterLab, where each cell may show a figure."""

    def __init__(self, page: Page) -> None:
        self.page, self.cells = page, page.locator(".jp-Cell")

    def run(self, code: str) -> str:
        """Run the code in a new cell at the end, and return the text that it prints."""
        self.settle()
        self.page.wait_for_function(SILENT)
        self.page.evaluate(
            """async code => {
              const { content, context } = jupyterapp.shell.currentWidget, cells = context.model.sharedModel;
              cells.addCell({ cell_type: "code", source: code });
              content.activeCellIndex = cells.cells.length - 1;
              await jupyterapp.commands.execute("notebook:run-cell");
              await jupyterapp.commands.execute("notebook:enter-command-mode"); // the keys are JupyterLab's
            }""",
            code,
        )
        output = self.cells.last.locator(".jp-OutputArea-output").first
        output.wait_for(timeout=120_000)
        return output.inner_text().strip()

    def show(self, figure: str) -> None:
        """Make a live figure and show it: the hands are on it from now on."""
        self.run(f"figure = widgets.{figure}()\nfigure")
        self.figure = self.cells.nth(self.cells.count() - 1).locator(".jp-OutputArea .live")
        self.figure.wait_for(timeout=120_000)


@pytest.fixture(scope="module")
def notebook(chromium: Browser, lab: tuple[str, Path]) -> Iterator[Notebook]:
    """An empty notebook with a kernel, open in JupyterLab."""
    address, folder = lab
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    nbformat.write(new_notebook(metadata=kernel), folder / "live.ipynb")
    page = chromium.new_page(viewport={"width": 1280, "height": 1600})
    page.goto(f"{address}lab/tree/live.ipynb?reset")
    page.wait_for_function(f"{KERNEL}?.status === 'idle'", timeout=120_000)
    notebook = Notebook(page)
    assert notebook.run("from perceptron_lib import widgets\nprint('ready')") == "ready"
    yield notebook
    page.close()


def test_halfspace(notebook):
    notebook.show("HalfspaceExplorer")
    notebook.drag(0, 60, 30)
    w1, w2, b = map(float, notebook.run("print(*figure.w, figure.b)").split())
    assert (w1, w2) != (-1, -2)
    assert notebook.number(r"b = (-?[\d.]+)") == pytest.approx(b, abs=0.006)
    notebook.run("figure.w, figure.b = [1, 0], -4\nprint('set')")
    assert "w = (1.00, 0.00), b = -4.00" in notebook.numbers


def test_playground(notebook):
    notebook.show("Playground")
    notebook.run("figure.visits = 14\nprint('set')")
    notebook.drag(3, 50, -40)
    place, mistakes = notebook.at(3), notebook.number(r"(\d+) mistakes? so far")
    assert notebook.run("print(figure.points[3], figure.mistakes)") == f"{list(place)} {mistakes:.0f}"
    notebook.run("figure.put([[0, 0], [1, 1], [2, 0]], [-1, 1, 1])\nfigure.visits = 2\nprint('put')")
    assert notebook.places() == [(0, 0), (1, 1), (2, 0)]
    assert notebook.number(r"Visit (\d+)") == 2
    assert notebook.run("print(figure.w, figure.b)") == "[1. 1.] 0.0"
    cells = notebook.figure.locator(".live-log tbody tr").first.locator("td").all_text_contents()
    assert cells == ["2", "2", "−1.00", "(1.00, 1.00)", "0.00"]


def test_proof(notebook):
    notebook.show("ProofExplorer")
    notebook.drag(0, 20, 25)
    place, mistakes = notebook.at(0), notebook.number(r"This run makes (\d+)")
    assert notebook.run("print(figure.points[0], len(figure.run.mistakes))") == f"{list(place)} {mistakes:.0f}"
    notebook.run("figure.put([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])\nprint('put')")
    assert "Nothing separates these points" in notebook.numbers


def test_cycle(notebook):
    notebook.show("CycleExplorer")
    notebook.press(3, "ArrowDown", "ArrowLeft")
    steps = notebook.number(r"a cycle of (\d+) steps")
    assert notebook.run("print(figure.points[3], figure.cycle.steps)") == f"[0.9375, 0.9375] {steps:.0f}"
    notebook.run("figure.points = [[0, 0], [0, 1], [1, 0], [0.25, 0.25]]\nprint('set')")
    assert "separable" in notebook.numbers


def test_descent(notebook):
    notebook.show("DescentExplorer")
    notebook.run("figure.looks = 1000\nprint('set')")
    notebook.drag(0, 30, 20)
    cost = notebook.number(r"Batch: cost ([\d.]+)")
    assert float(notebook.run("print(figure.batch.objective[-1])")) == pytest.approx(cost, abs=6e-4)
    notebook.run("figure.loss, figure.eta, figure.start = 'logistic', 1, [0, 0]\nprint('set')")
    assert "the logistic loss is" in notebook.numbers
    assert float(notebook.run("print(figure.batch.objective[-1])")) == pytest.approx(
        notebook.number(r"Batch: cost ([\d.]+)"), abs=6e-4
    )


def test_classes(notebook):
    notebook.show("ClassesExplorer")
    notebook.drag(0, 40, 30)
    assert notebook.run("print(figure.points[0])") == str(list(notebook.at(0)))
    right = notebook.number(r"One-vs-rest: (\d+)")
    told = notebook.run("print((figure.predict(figure.points) == figure.labels).sum())")
    assert float(told) == right
    notebook.run("figure.put([[0, 0], [1, 1], [2, 0]], [0, 1, 2])\nprint('put')")
    assert notebook.places() == [(0, 0), (1, 1), (2, 0)]


def test_vote(notebook):
    notebook.show("VoteExplorer")
    notebook.figure.get_by_role("checkbox").nth(1).click()
    assert notebook.run("print(figure.words, figure.score)") == "[1, 0, 0, 1, 1] 0.0"
    notebook.run("figure.w, figure.b = [1, 1, 1, 1, 1], -2.5\nprint('set')")
    assert "bias -2.5" in notebook.numbers
