"""Types, lint and format, as the tools of pyproject.toml judge them."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = [
    *["checks", "exact", "datasets", "halfspaces", "passes", "training", "losses", "separability", "convergence"],
    *["cycling", "multiclass", "variants", "estimators", "plots"],
]


@pytest.mark.parametrize("command", ["mypy", "ruff check", "ruff format --check"])
def test_the_code_passes(command):
    arguments = [] if command == "mypy" else ["."]
    done = subprocess.run(
        [sys.executable, "-m", *command.split(), *arguments], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, f"\n{done.stdout}{done.stderr}"


def test_the_package_tells_type_checkers_that_it_has_types():
    assert (ROOT / "perceptron_lib" / "py.typed").exists()


def test_a_lower_module_never_imports_a_higher_one():
    assert {path.stem for path in (ROOT / "perceptron_lib").glob("*.py")} == {*MODULES, "__init__"}
    for level, module in enumerate(MODULES):
        tree = ast.parse((ROOT / "perceptron_lib" / f"{module}.py").read_text(encoding="utf-8"))
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        own = [node for node in imports if (node.module or "").startswith("perceptron_lib")]
        names = {
            n.name if node.module == "perceptron_lib" else node.module.split(".")[1] for node in own for n in node.names
        }
        assert names <= set(MODULES[:level]), module
