"""The book on GitHub Pages and on Binder: the workflow, the files that Binder reads, the button that leads there."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import yaml
from repo2docker.app import Repo2Docker

from tests.hands import SITE

ROOT = Path(__file__).parents[1]
OPTIONS = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["sphinx"]["config"]["html_theme_options"]
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "book.yml").read_text(encoding="utf-8"))
BUILD, DEPLOY = WORKFLOW["jobs"]["build"], WORKFLOW["jobs"]["deploy"]


def used(job):
    """Return the actions that a job uses, without their versions, each with its inputs."""
    return {step["uses"].split("@")[0]: step.get("with", {}) for step in job["steps"] if "uses" in step}


def test_the_workflow_runs_the_two_commands_of_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"## Two commands\n.*?```sh\n(.*?)```", readme, flags=re.DOTALL).group(1)
    commands = [line.split("#")[0].strip() for line in block.splitlines()]
    assert [step["run"] for step in BUILD["steps"] if "run" in step] == commands


def test_the_workflow_runs_on_main_on_pull_requests_and_by_hand():
    triggers = WORKFLOW[True]  # YAML 1.1 takes the key `on` for a truth value
    assert triggers == {"push": {"branches": ["main"]}, "pull_request": None, "workflow_dispatch": None}


def test_no_browser_test_is_skipped_in_the_workflow():
    assert BUILD["env"] == {"CI": "true", "PERCEPTRON_PYODIDE": "cdn"}
    assert used(BUILD)["actions/setup-python"] == {"python-version": "3.11"}


def test_the_workflow_deploys_what_make_book_builds_and_from_main_only():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    site = re.search(r"^SITE := (.*)/\.built$", makefile, flags=re.MULTILINE).group(1)
    assert used(BUILD)["actions/upload-pages-artifact"] == {"path": site}
    assert site == SITE.relative_to(ROOT).as_posix()
    assert DEPLOY["needs"] == "build"
    assert DEPLOY["if"] == "github.ref == 'refs/heads/main'"
    assert list(used(DEPLOY)) == ["actions/configure-pages", "actions/deploy-pages"]
    assert DEPLOY["environment"]["name"] == "github-pages"
    assert DEPLOY["concurrency"] == {"group": "pages"}


def test_only_the_deployment_may_write():
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert "permissions" not in BUILD
    assert DEPLOY["permissions"] == {"pages": "write", "id-token": "write"}


def test_the_actions_are_githubs_own_each_at_a_major_version():
    for step in [*BUILD["steps"], *DEPLOY["steps"]]:
        assert "run" in step or re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"]), step


@pytest.fixture
def binder(monkeypatch):
    """What repo2docker, with which Binder builds its images, makes of this repository."""
    monkeypatch.chdir(ROOT)
    app = Repo2Docker()
    packs = (pack(app.base_image) for pack in app.buildpacks)
    pack = next(pack for pack in packs if pack.detect())
    pack.platform = "linux/amd64"
    return pack


def test_binder_takes_python_3_11(binder):
    assert type(binder).__name__ == "PythonBuildPack"
    assert binder.python_version == "3.11"
    assert ("KERNEL_PYTHON_PREFIX", "${NB_PYTHON_PREFIX}") in binder.get_build_env()  # one environment, not two


def test_binder_installs_the_pins_then_the_library_then_runs_postbuild(binder):
    *_, library = installs = [script for _, script in binder.get_assemble_scripts() if "pip" in script]
    assert [script for script in installs if "requirements.txt" in script] == installs[:-1]
    assert len(installs) == 2
    assert library == "${KERNEL_PYTHON_PREFIX}/bin/pip install --no-cache-dir ."
    assert binder.get_post_build_scripts() == ["postBuild"]


def test_binders_dockerfile_has_these_steps_in_order(binder):
    dockerfile = binder.render()
    places = [
        dockerfile.index('pip install --no-cache-dir -r "requirements.txt"'),
        dockerfile.index("pip install --no-cache-dir ."),
        dockerfile.index("RUN ./postBuild"),
    ]
    assert places == sorted(places)


def test_postbuild_can_be_executed_and_needs_no_download():
    assert (ROOT / "postBuild").stat().st_mode & 0o111 == 0o111
    script = (ROOT / "postBuild").read_text(encoding="utf-8")
    (install,) = (line for line in script.splitlines() if "pip install" in line)
    assert "--no-deps" in install
    assert "--no-build-isolation" in install
    assert re.search(r"^flit-core==", (ROOT / "requirements.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)


def built(folder, repository):
    """Build a book of one notebook with the book's own settings, but for JupyterLite; return the notebook's page."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    settings = config["sphinx"]["config"]
    settings["html_theme_options"]["repository_url"] = repository
    settings["extensions"] = ["without_lite" if e == "jupyterlite_sphinx" else e for e in settings["extensions"]]
    for name in [name for name in settings if name.startswith("jupyterlite_")]:
        del settings[name]
    config["sphinx"]["local_extensions"] = {"lite.pages": str(ROOT), "without_lite": str(folder)}
    contents = 'app.add_config_value("jupyterlite_content_dir", "_build/contents", "env")'
    (folder / "without_lite.py").write_text(f"def setup(app):\n    {contents}\n", encoding="utf-8")
    (folder / "_config.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    toc = {"format": "jb-book", "root": "book/index", "chapters": [{"file": "book/tiny"}]}
    (folder / "_toc.yml").write_text(yaml.safe_dump(toc), encoding="utf-8")

    (folder / "_build" / "contents").mkdir(parents=True)
    for part in ("_static", "_templates"):
        shutil.copytree(ROOT / "book" / part, folder / "book" / part)
    (folder / "book" / "references.bib").touch()
    (folder / "book" / "index.md").write_text("# A tiny book\n", encoding="utf-8")
    cells = [
        nbformat.v4.new_markdown_cell("# A tiny chapter", id="title"),
        nbformat.v4.new_code_cell("1 + 1", id="sum"),
    ]
    python = {
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
        "language_info": {"name": "python", "pygments_lexer": "ipython3"},
    }
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=python), folder / "book" / "tiny.ipynb")

    build = "from jupyter_book.cli.main import main; main()"
    command = [sys.executable, "-c", build, "build", "-W", "-n", "--keep-going", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return (folder / "_build" / "html" / "book" / "tiny.html").read_text(encoding="utf-8")


def test_with_an_address_of_the_repository_chapters_lead_to_binder(tmp_path):
    page = built(tmp_path, "https://github.com/someone/perceptron-book")
    links = re.findall(r'href="(https://mybinder[^"]*)"', page)
    assert links == ["https://mybinder.org/v2/gh/someone/perceptron-book/main?urlpath=lab/tree/book/tiny.ipynb"]


def test_the_site_leads_to_binder_exactly_if_the_repository_has_an_address():
    assert (SITE / "index.html").exists(), "There is no site in _build/html: run `make book` first."
    chapters = [page.with_suffix(".html").name for page in (ROOT / "book").glob("*.ipynb")]
    leading = {page.name for page in SITE.rglob("*.html") if "mybinder.org/v2/" in page.read_text(encoding="utf-8")}
    assert leading == (set(chapters) if OPTIONS["repository_url"] else set())
