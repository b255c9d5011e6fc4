"""Put together the Pyodide that the site serves: Python for the browser, with `perceptron_lib` in it.

python -m lite.pyodide [folder]

Fills lite/static/pyodide, which JupyterLite's build copies into the site. Of Pyodide itself only the core is there; its
packages, NumPy for one, the browser takes from Pyodide's public CDN. With a folder that holds the files of the Pyodide
release, the site serves those packages too and needs no other host.

A lock file lists for Pyodide which packages there are, what each needs and which imports mean it. Ours adds the library
and what of it Pyodide does not have, so that `import perceptron_lib` works without any installation.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from email import message_from_bytes
from importlib.metadata import version
from pathlib import Path
from typing import Any

from matplotlib import get_data_path
from matplotlib.font_manager import fontManager
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.npm import Package, fetch

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "lite" / "static" / "pyodide"
CACHE = Path(sys.prefix) / "lite"  # what was fetched; a new virtual environment fetches anew

PYODIDE = Package(
    name="pyodide",
    version="0.27.7",  # the one that jupyterlite-pyodide-kernel 0.6 is made for
    sha512="RUSVJlhQdfWfgO9hVHCiXoG+nVZQRS5D9FzgpLJ/VcgGBLSAKoPL8kTiOikxbHQm1kRISeWUBdulEgO26qpSRA==",
)
CDN = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE.version}/full/"
LOCK = "pyodide-lock.json"
CORE = ["pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", LOCK]

# What the notebooks need beyond that, all in pure Python: the live figures' packages, and the kernel's own, which its
# JupyterLab extension brings along.
FIGURES = ["anywidget", "comm", "ipywidgets", "psygnal", "typing-extensions"]
KERNEL = Path(sys.prefix, "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi")
KERNELS = ["ipykernel-*.whl", "piplite-*.whl", "pyodide_kernel-*.whl", "widgetsnbextension-4*.whl"]

# Every chapter has live figures, for which only one of the library's extras asks; and text in pictures.
ALSO = {"perceptron-lib": ["anywidget", "matplotlib-fontlist"], "matplotlib-fontlist": ["matplotlib"]}
NOT = {"jupyterlab-widgets"}  # JupyterLite has it among its extensions

BROWSER = {
    "extra": "",
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "platform_python_implementation": "CPython",
    "platform_system": "Emscripten",
    "python_full_version": "3.12.7",
    "python_version": "3.12",
    "sys_platform": "emscripten",
}

Entry = dict[str, Any]  # a package in a lock file


def assemble(target: Path, folder: Path | None = None) -> None:
    """Fill the target anew, with the packages of the Pyodide release in this folder, if one is given."""
    CACHE.mkdir(exist_ok=True)
    core = folder or fetched_core()
    lock = read_lock(core)

    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in CORE:
        shutil.copyfile(core / name, target / name)
    ours = {}
    kernels = [next(KERNEL.glob(pattern)) for pattern in KERNELS]
    for wheel in [built_library(), built_fontlist(), *fetched_wheels(), *kernels]:
        shutil.copyfile(wheel, target / wheel.name)
        entry = described(wheel)
        ours[entry["name"]] = entry
    theirs: dict[str, Entry] = {canonicalize_name(name): entry for name, entry in lock["packages"].items()}
    if folder:
        theirs = {name: theirs[name] for name in needed(theirs | ours) if name not in ours}
        for entry in theirs.values():
            shutil.copyfile(folder / entry["file_name"], target / entry["file_name"])
    else:
        for entry in theirs.values():
            entry["file_name"] = CDN + entry["file_name"]
    needed(theirs | ours)  # stops where one is missing
    lock["packages"] = theirs | ours
    (target / LOCK).write_text(json.dumps(lock), encoding="utf-8")


def read_lock(folder: Path) -> Entry:
    """Return the lock file of a Pyodide release, or say what is wrong with the folder."""
    if not (folder / LOCK).is_file():
        raise SystemExit(f"{folder} has no {LOCK}: name the folder of an unpacked pyodide-{PYODIDE.version}.tar.bz2")
    lock: Entry = json.loads((folder / LOCK).read_text(encoding="utf-8"))
    if lock["info"]["version"] != PYODIDE.version:
        raise SystemExit(f"{folder} holds Pyodide {lock['info']['version']}, but the book needs {PYODIDE.version}")
    return lock


def needed(packages: dict[str, Entry]) -> set[str]:
    """Return the packages that the kernel loads when it starts, and all that they need in turn."""
    config = json.loads((ROOT / "lite" / "jupyter-lite.json").read_text(encoding="utf-8"))
    (settings,) = config["jupyter-config-data"]["litePluginSettings"].values()
    queue, found = list(settings["loadPyodideOptions"]["packages"]), set[str]()
    while queue:
        name = canonicalize_name(queue.pop())
        if name not in packages:
            raise SystemExit(f"{name} is needed in the browser, but neither Pyodide nor lite/pyodide.py has it")
        if name not in found:
            found.add(name)
            queue += packages[name]["depends"]
    return found


def described(wheel: Path) -> Entry:
    """Return the entry of a lock file for a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = message_from_bytes(archive.read(next(n for n in names if n.endswith(".dist-info/METADATA"))))
    name = canonicalize_name(metadata["Name"])
    requirements = [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]
    asked = {canonicalize_name(r.name) for r in requirements if r.marker is None or r.marker.evaluate(BROWSER)}
    modules = {n.split("/")[0].removesuffix(".py") for n in names if n.endswith("/__init__.py") or n.count("/") == 0}
    return {
        "depends": sorted(asked.union(ALSO.get(name, [])) - NOT),
        "file_name": wheel.name,
        "imports": sorted(module for module in modules if module.isidentifier()),
        "install_dir": "site",
        "name": name,
        "package_type": "package",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "unvendored_tests": False,
        "version": metadata["Version"],
    }


def built_library() -> Path:
    """Return our library as a wheel, its content's hash in its name: no browser may keep an old one for the new."""
    folder = CACHE / "library"
    shutil.rmtree(folder, ignore_errors=True)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1577836800"}  # the same wheel from the same files
    subprocess.run([*build, "--no-build-isolation", "--wheel-dir", folder, ROOT], check=True, env=environment)
    (wheel,) = folder.glob("*.whl")
    name, release, *tags = wheel.name.split("-")
    tag = "0" + hashlib.sha256(wheel.read_bytes()).hexdigest()[:12]
    return wheel.rename(folder / "-".join([name, release, tag, *tags]))


def built_fontlist() -> Path:
    """Return a wheel with the list of Matplotlib's own fonts in the form that Pyodide's Matplotlib reads.

    The list that Pyodide ships has another version than its Matplotlib asks for, so that each session would begin with
    a search for fonts, and with a message about it in the reader's notebook. Loaded after Matplotlib, this replaces it.
    """
    fields = ("fname", "name", "style", "variant", "weight", "stretch", "size")
    entries: dict[str, list[Entry]] = {".ttf": [], ".afm": []}
    for font in sorted([*fontManager.ttflist, *fontManager.afmlist], key=lambda font: font.fname):
        if Path(font.fname).is_relative_to(get_data_path()):
            entry = {field: getattr(font, field) for field in fields}
            entry |= {"fname": Path(font.fname).relative_to(get_data_path()).as_posix(), "__class__": "FontEntry"}
            entries[Path(font.fname).suffix].append(entry)
    fonts = {
        "_version": 330,
        "_FontManager__default_weight": "normal",
        "default_size": None,
        "defaultFamily": {"ttf": "DejaVu Sans", "afm": "Helvetica"},
        "afmlist": entries[".afm"],
        "ttflist": entries[".ttf"],
        "__class__": "FontManager",
    }
    name, release = "matplotlib_fontlist", "330"
    about = f"{name}-{release}.dist-info"
    wheel = CACHE / f"{name}-{release}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in {
            "matplotlib/fontlist.json": json.dumps(fonts),
            f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {release}\n",
            f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: lite\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            f"{about}/RECORD": "",
        }.items():
            archive.writestr(zipfile.ZipInfo(path), text)  # with a fixed date: the same wheel from the same fonts
    return wheel


def fetched_wheels() -> list[Path]:
    """Return the figures' packages, in the versions that are installed here, as wheels that run anywhere."""
    folder = CACHE / "wheels"
    pins = [f"{name}=={version(name)}" for name in FIGURES]
    if len(list(folder.glob("*.whl"))) < len(pins):
        anywhere = ["--only-binary=:all:", "--platform=any", "--abi=none", "--implementation=py"]
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        python = f"--python-version={BROWSER['python_version']}"
        subprocess.run([*download, *anywhere, python, "--dest", folder, *pins], check=True)
    return sorted(folder.glob("*.whl"))


def fetched_core() -> Path:
    """Return the folder of Pyodide's core."""
    folder = CACHE / "core"
    if not (folder / LOCK).is_file():
        shutil.rmtree(folder, ignore_errors=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
            fetch(PYODIDE, Path(scratch)).rename(folder)
    return folder


def main() -> None:
    """Read the command line, and fill the folder from which JupyterLite's build copies."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="a Pyodide release whose packages the site shall serve")
    assemble(TARGET, parser.parse_args().folder)


if __name__ == "__main__":
    main()
