"""Fill book/_static/vendor with the files that the site serves instead of asking another host for them.

Run `python tools/vendor.py` (it needs npm) after changing a version below, and commit what it makes.
"""

import base64
import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

VENDOR = Path(__file__).resolve().parents[1] / "book" / "_static" / "vendor"

# The TeX extensions that MathJax fetches by itself when a formula uses one of their commands.
AUTOLOADED = "action amscd bbox boldsymbol braket bussproofs cancel color enclose extpfeil html mhchem unicode verb"


@dataclass(frozen=True)
class Package:
    """An npm package, pinned: `files` are patterns inside its folder `root`; the licence is always copied."""

    name: str
    version: str
    sha512: str
    root: str
    files: tuple[str, ...]


PACKAGES = [
    Package(
        name="mathjax",
        version="3.2.2",
        sha512="Bt+SSVU8eBG27zChVewOicYs7Xsdt40qm4+UpHyX7k0/O9NliPc+x77k1/FEsPsjKPZGJvtRZM1vO+geW0OhGw==",
        root="es5",
        files=(
            "tex-chtml.js",
            "output/chtml/fonts/woff-v2/*.woff",
            *(f"input/tex/extensions/{name}.js" for name in AUTOLOADED.split()),
        ),
    ),
]


def download(package: Package, folder: Path) -> Path:
    """Return the package's tarball, fetched into `folder`; stop if it is not the pinned one."""
    spec = f"{package.name}@{package.version}"
    subprocess.run(
        ["npm", "pack", spec, "--silent", "--pack-destination", folder], check=True, stdout=subprocess.DEVNULL
    )
    (tarball,) = folder.glob("*.tgz")
    digest = base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()
    if digest != package.sha512:
        raise SystemExit(f"{spec}: sha512 is {digest}, not the pinned {package.sha512}")
    return tarball


def unpack(package: Package, tarball: Path) -> None:
    """Copy the wanted files of the tarball to their place under VENDOR."""
    target = VENDOR / package.name
    shutil.rmtree(target, ignore_errors=True)
    unused = set(package.files)
    with tarfile.open(tarball) as archive:
        for member in archive:
            path = Path(member.name).relative_to("package")
            inside = path.relative_to(package.root) if path.is_relative_to(package.root) else path
            matches = {pattern for pattern in package.files if fnmatch(inside.as_posix(), pattern)}
            data = archive.extractfile(member)
            if data and (matches or path.name == "LICENSE"):
                unused -= matches
                (target / inside).parent.mkdir(parents=True, exist_ok=True)
                (target / inside).write_bytes(data.read())
    if unused:
        raise SystemExit(f"{package.name}: nothing matches {', '.join(sorted(unused))}")


def main() -> None:
    """Fetch every package and print how much each adds to the site."""
    for package in PACKAGES:
        with tempfile.TemporaryDirectory() as folder:
            unpack(package, download(package, Path(folder)))
        sizes = [f.stat().st_size for f in (VENDOR / package.name).rglob("*") if f.is_file()]
        print(f"{package.name} {package.version}: {len(sizes)} files, {sum(sizes) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
