"""Fetch what the site serves instead of asking another host for it, and what sets its formulas.

Run `python -m tools.vendor` after changing a version or a list below, and commit what it makes.
"""

import base64
import io
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from tools.npm import Package, fetch

VENDOR = Path(__file__).resolve().parents[1] / "book" / "_static" / "vendor"

# Where the formulas' extension finds KaTeX itself, which is no part of the site.
TYPESETTER = VENDOR.parents[2] / "extensions" / "vendor"

# The icons of the theme's pages and buttons, by Font Awesome's names for them, of today or of before. An icon that is
# missing here is drawn as well, but from the theme's own fonts, a hundred times as large; the tests name it.
ICONS = (
    "angle-down angle-left angle-right arrow-up bars bell chevron-down circle-check circle-exclamation "
    "circle-half-stroke circle-info circle-xmark code download expand file file-lines file-pdf house lightbulb list "
    "magnifying-glass magnifying-glass-minus moon outdent pencil play rocket share sun triangle-exclamation "
    "up-right-from-square"
)

FACE = """/* {count} icons of Font Awesome Free {version}, (c) 2024 Fonticons, Inc., as a font of their own, under the
   SIL Open Font License 1.1 (see LICENSE.txt). Written by tools/vendor.py. */
@font-face {{
  font-family: "Book Icons";
  font-weight: 900;
  font-display: block;
  src: url(data:font/woff;base64,{data}) format("woff");
}}
"""


@dataclass(frozen=True)
class Vendored(Package):
    """A package, the folder for what the site needs of it, and what makes that: `make(package, its folder, ours)`."""

    folder: str
    make: Callable[[Package, Path, Path], None]


def katex(package: Package, source: Path, target: Path) -> None:
    """Copy the script for the build, and for the site the stylesheet with the fonts that every browser can read."""
    (target / "fonts").mkdir()
    for font in (source / "dist" / "fonts").glob("*.woff2"):
        shutil.copy(font, target / "fonts")
    css = (source / "dist" / "katex.min.css").read_text(encoding="utf-8")
    notice = f"/* {package.name} {package.version}, MIT License (see LICENSE), written by tools/vendor.py. */\n"
    other = r',url\([^)]+\) format\("(?:woff|truetype)"\)'
    (target / "katex.css").write_text(notice + re.sub(other, "", css), encoding="utf-8")
    shutil.copy(source / "LICENSE", target)
    shutil.rmtree(TYPESETTER, ignore_errors=True)
    TYPESETTER.mkdir()
    shutil.copy(source / "dist" / "katex.min.js", TYPESETTER)
    shutil.copy(source / "LICENSE", TYPESETTER)


def icons(package: Package, source: Path, target: Path) -> None:
    """Make a font of the few icons that the site uses, and the stylesheet that holds it.

    It has a name of its own: the licence reserves the name of the whole.
    """
    names = ICONS.split()
    font = TTFont(source / "webfonts" / "fa-solid-900.ttf", recalcTimestamp=False)
    options = subset.Options(name_IDs=[], notdef_outline=True, layout_features=[], recalc_timestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(glyphs=names)
    subsetter.subset(font)
    licence = "Icons of Font Awesome Free, (c) 2024 Fonticons, Inc., under the SIL Open Font License 1.1"
    for number, text in enumerate((licence, "Book Icons", "Regular", "Book Icons", "Book Icons")):
        font["name"].setName(text, number, 3, 1, 0x409)
    font.flavor = "woff"
    packed = io.BytesIO()
    font.save(packed)
    data = base64.b64encode(packed.getvalue()).decode()
    css = FACE.format(count=len(names), version=package.version, data=data)
    (target / "icons.css").write_text(css, encoding="utf-8")
    shutil.copyfile(source / "LICENSE.txt", target / "LICENSE.txt")


PACKAGES = [
    Vendored(
        name="katex",
        version="0.19.1",
        sha512="jG8uKntjSEcm2EpQOh0XturpPuuC9r3Sq5HLHdsFdWZT27E672SF19QEi+of0/YeOy15lDgRhKvr5614uRrEfA==",
        folder="katex",
        make=katex,
    ),
    Vendored(
        name="@fortawesome/fontawesome-free",
        version="6.5.2",  # the theme's
        sha512="hRILoInAx8GNT5IMkrtIt9blOdrqHOnPBH+k70aWUAqPZPgopb9G5EQJFpaBx/S8zp2fC+mPW349Bziuk1o28Q==",
        folder="icons",
        make=icons,
    ),
]


def main() -> None:
    """Make everything anew and print how much each package adds to the site."""
    shutil.rmtree(VENDOR, ignore_errors=True)
    for package in PACKAGES:
        target = VENDOR / package.folder
        target.mkdir(parents=True)
        with tempfile.TemporaryDirectory() as folder:
            package.make(package, fetch(package, Path(folder)), target)
        sizes = [file.stat().st_size for file in target.rglob("*") if file.is_file()]
        print(f"{package.name} {package.version}: {len(sizes)} files, {sum(sizes) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
