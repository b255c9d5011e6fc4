"""The book on Binder: the files that Binder reads, and the button that leads there."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import yaml
from packaging.specifiers import SpecifierSet

from tests.hands import SITE

ROOT = Path(__file__).parents[2]
OPTIONS = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["sphinx"]["config"]["html_theme_options"]


def test_binder_takes_a_python_of_this_project_and_can_run_postbuild():
    python = (ROOT / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert python in SpecifierSet(project["requires-python"])
    assert (ROOT / "postBuild").stat().st_mode & 0o111 == 0o111


def built(folder, repository):
    """Build a book of one notebook with the book's own settings, but for JupyterLite; return the notebook's page."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    settings = config["sphinx"]["config"]
    settings["html_theme_options"]["repository_url"] = repository
    settings["extensions"] = ["without_lite" if e == "jupyterlite_sphinx" else e for e in settings["extensions"]]
    for name in [name for name in settings if name.startswith("jupyterlite_")]:
        del settings[name]
    config["sphinx"]["local_extensions"] = {name: str(ROOT) for name in config["sphinx"]["local_extensions"]}
    config["sphinx"]["local_extensions"]["without_lite"] = str(folder)
    contents = 'app.add_config_value("jupyterlite_content_dir", "_build/contents", "env")'
    (folder / "without_lite.py").write_text(f"def setup(app):\n    {contents}\n", encoding="utf-8")
    (folder / "_config.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    toc = {"format": "jb-book", "root": "book/index", "chapters": [{"file": "book/tiny"}]}
    (folder / "_toc.yml").write_text(yaml.safe_dump(toc), encoding="utf-8")

    (folder / "_build" / "contents").mkdir(parents=True)
    shutil.copytree(ROOT / "book" / "_static", folder / "book" / "_static")
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
