"""A site that serves all of Pyodide itself runs its notebooks in a subfolder, and asks no other host for anything."""

import shutil

import pytest

from lite.pyodide import CDN, assemble
from perceptron_lib import datasets, train
from tests.hands import SITE, served
from tests.lite.conftest import opened
from tests.lite.kernel import Lite


def test_a_notebook_runs_without_any_other_host_from_a_subfolder(chromium, pyodide, tmp_path):
    if pyodide is None:
        pytest.skip("PERCEPTRON_PYODIDE is cdn, and names no folder with Pyodide's files")
    site = tmp_path / "courses" / "perceptron"
    shutil.copytree(SITE, site)
    assemble(site / "lite" / "static" / "pyodide", pyodide)
    asked = []

    def refuse(route):
        asked.append(route.request.url)
        route.abort()

    with served(tmp_path) as server, opened(chromium, server, refuse) as window:
        window.on("response", lambda response: asked.extend([f"404 {response.url}"] * (response.status == 404)))
        page = window.new_page()
        page.goto(f"{server}courses/perceptron/book/halfspaces.html")
        page.locator("a.right-next").click()
        lite = Lite.follow(page.get_by_role("link", name="Run this chapter in your browser")).wait()
        said = lite.run("from perceptron_lib import datasets, train; print(train(*datasets.and_()))")
        assert said == f"{train(*datasets.and_())}\n"
        assert lite.page.url.startswith(f"{server}courses/perceptron/lite/")
    assert [url for url in asked if url.startswith(CDN)] == []
