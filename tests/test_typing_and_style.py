"""Types, lint and format, as the tools of pyproject.toml judge them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("command", ["mypy", "ruff check", "ruff format --check"])
def test_the_code_passes(command):
    arguments = [] if command == "mypy" else ["."]
    done = subprocess.run(
        [sys.executable, "-m", *command.split(), *arguments], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, f"\n{done.stdout}{done.stderr}"


def test_the_package_tells_type_checkers_that_it_has_types():
    assert (ROOT / "perceptron_lib" / "py.typed").exists()
