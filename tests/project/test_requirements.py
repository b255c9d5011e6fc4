"""requirements.txt is what the compiler would make of pyproject.toml: all pinned, nothing missing, nothing stale."""

import re
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PINS = (ROOT / "requirements.txt").read_text(encoding="utf-8")
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def name(requirement):
    return canonicalize_name(requirement.name)


def applies(requirement, extra=""):
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


@cache
def required_by(package):
    """Return what an installed package requires."""
    return [Requirement(line) for line in metadata.requires(package) or []]


def direct_requirements(project):
    table = tomllib.loads(project)["project"]
    groups = [table["dependencies"], *table["optional-dependencies"].values()]
    return [Requirement(line) for group in groups for line in group]


def needed(requirements):
    """Yield these requirements and, from what is installed, all that they require in turn, each with who asks."""
    queue, seen = [(r, "pyproject.toml") for r in requirements], set()
    while queue:
        requirement, asker = queue.pop()
        if (key := (str(requirement), asker)) in seen:
            continue
        seen.add(key)
        yield requirement, asker
        for required in required_by(requirement.name):
            if any(applies(required, extra) for extra in ("", *requirement.extras)):
                queue.append((required, name(requirement)))


def faults(pins_text, project):
    """Return what is wrong with the pins, a sentence each."""
    found = []
    pins = [Requirement(line) for line in pins_text.splitlines() if line.strip() and line.strip()[0] != "#"]
    for pin in pins:
        if [s.operator for s in pin.specifier] != ["=="] or "*" in str(pin.specifier):
            found.append(f"{pin} is not pinned with ==")
    if found:
        return found
    versions: dict[str, list[str]] = {}
    for pin in pins:
        versions.setdefault(name(pin), []).append(next(iter(pin.specifier)).version)

    direct = direct_requirements(project)
    for requirement in direct:
        admitted = [requirement.specifier.contains(v, prereleases=True) for v in versions.get(name(requirement), [])]
        if not admitted or not all(admitted):
            found.append(f"pyproject.toml asks for {requirement}, pinned: {versions.get(name(requirement))}")
    blocks = re.findall(r"^([\w.-]+)==.*\n((?: +#.*\n?)+)", pins_text, flags=re.MULTILINE)
    commented = {canonicalize_name(pinned) for pinned, comment in blocks if "(pyproject.toml)" in comment}
    for difference in sorted(commented ^ {name(r) for r in direct}):
        found.append(f"{difference} is a direct requirement in one of requirements.txt and pyproject.toml only")

    here = {name(pin): next(iter(pin.specifier)).version for pin in pins if applies(pin)}
    used = set()
    installed = [r for r in direct if applies(r) and name(r) in here]
    for requirement, asker in needed(installed):
        used.add(name(requirement))
        version = here.get(name(requirement))
        if version is None or not requirement.specifier.contains(version, prereleases=True):
            found.append(f"{asker} requires {requirement}, pinned: {version}")
    found += [f"{pinned} is pinned, but nothing requires it" for pinned in sorted(set(here) - used)]
    return found


def test_the_pins_fit_the_project():
    assert faults(PINS, PROJECT) == [], "recompile requirements.txt"


@pytest.mark.parametrize(
    ("stale", "before", "after", "says"),
    [
        ("project", r'"numpy>=2.0"', '"numpy>=99"', "asks for numpy>=99"),
        ("project", r'"numpy>=2.0"', '"numpy>=2.0", "polars"', "asks for polars, pinned: None"),
        ("project", r'"numpy>=2.0"', '"numpy>=2.0", "pillow"', "pillow is a direct requirement in one"),
        ("project", r'\n *"hypothesis",', "", "hypothesis is a direct requirement in one"),
        ("project", r'"sphinx==7.4.7"', '"sphinx==7.4.6"', "asks for sphinx==7.4.6"),
        ("pins", r"^pytest==.*$", "pytest>=8", "pytest>=8 is not pinned with =="),
        ("pins", r"^pytest==.*$", "pytest", "pytest is not pinned with =="),
        ("pins", r"^pytest==.*\n(    #.*\n)*", "", "asks for pytest, pinned: None"),
        ("pins", r"^pillow==.*\n(    #.*\n)*", "", "matplotlib requires pillow"),
        ("pins", r"^llvmlite==[^ \n]*", "llvmlite==0.1", "numba requires llvmlite"),
        ("pins", r"\Z", "numpydoc==1.8.0\n    # via nothing\n", "numpydoc is pinned, but nothing requires it"),
    ],
)
def test_pins_and_project_that_do_not_fit_are_told_apart(stale, before, after, says):
    texts = {"pins": PINS, "project": PROJECT}
    texts[stale], changes = re.subn(before, after, texts[stale], flags=re.MULTILINE)
    assert changes == 1
    assert any(says in fault for fault in faults(texts["pins"], texts["project"]))
