"""Types, lint and format, as the tools of pyproject.toml judge them."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = [
    *["checks", "exact", "datasets", "halfspaces", "passes", "training", "losses", "separability", "convergence"],
    *["cycling", "reductions", "multiclass", "variants", "estimators", "plots", "widgets"],
]


@pytest.mark.parametrize("command", ["mypy", "ruff check", "ruff format --check"])
def test_the_code_passes(command):
    arguments = [] if command == "mypy" else ["."]
    done = subprocess.run(
        [sys.executable, "-m", *command.split(), *arguments], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, f"\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("path", sorted((ROOT / "perceptron_lib" / "static").rglob("*.js")), ids=lambda path: path.name)
def test_no_line_of_a_script_is_longer_than_those_of_python(path):
    long = [line for line in path.read_text(encoding="utf-8").splitlines() if len(line) > 120]
    assert not long


def test_the_package_tells_type_checkers_that_it_has_types():
    assert (ROOT / "perceptron_lib" / "py.typed").exists()


def test_a_lower_module_never_imports_a_higher_one():
    package = ROOT / "perceptron_lib"
    files = {module: [*package.glob(f"{module}.py"), *package.glob(f"{module}/*.py")] for module in MODULES}
    assert sorted(package.rglob("*.py")) == sorted(
        [package / "__init__.py", *(f for found in files.values() for f in found)]
    )
    for level, module in enumerate(MODULES):
        for file in files[module]:
            tree = ast.parse(file.read_text(encoding="utf-8"))
            imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
            own = [node for node in imports if (node.module or "").startswith("perceptron_lib")]
            names = {
                n.name if node.module == "perceptron_lib" else str(node.module).split(".")[1]
                for node in own
                for n in node.names
            }
            allowed = MODULES[: level + 1] if file.parent.name == module else MODULES[:level]  # a package has parts
            assert names <= set(allowed), file
