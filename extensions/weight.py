"""The Sphinx extension that makes the finished pages light: one stylesheet, no code twice, pictures when needed.

The theme and its companions bring half a megabyte of styles for all that a page might hold. Of these, the rules stay
whose classes and ids all occur on some page, or in a script that may put them there.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from posixpath import basename, dirname, join, normpath, relpath
from typing import Any

import tinycss2
from sphinx.application import Sphinx

STYLESHEET = re.compile(r'<link\b(?=[^>]* rel="stylesheet")[^>]* href="([^"?]+)[^>]*>\s*')
SCRIPT = re.compile(r'<script\b[^>]* src="([^"?]+)[^>]*></script>\s*')
PRELOAD = re.compile(r'<link rel="preload" as="script"[^>]*>\s*')
PLAIN = re.compile(r'<span class="(?:n|nn|p|w)">([^<]*)</span>')  # names, marks, spaces: the colour of all code
IMAGE = re.compile(r'<img\b[^>]*? src="([^"?]*_images/[^"?]*\.svg)"[^>]*>')
SIZE = re.compile(r'<svg\b[^>]*? width="([\d.]+)pt" height="([\d.]+)pt"')
IMPORT = re.compile(r'@import "([^"]+)";')
STATE = re.compile(r'(<script type="application/vnd\.jupyter\.widget-state\+json">)(.*?)(</script>)', re.S)
IDLE = re.compile(r"""^\s*//.*\n|\s+// [^'"`\n]*$|^\s+""", re.M)  # comments, empty lines and indents
QUOTED = re.compile(r"""['"`/]""")
APART = re.compile(r" ?([=*{}(),;:<>?&|[\]]) ?")
SPACE = re.compile(r"/\*.*?\*/|\s+(?=[\s{}])|(?<=[{};:,>])\s+", re.S)  # in styles: comments, spaces that part nothing
RELATIVE = re.compile(r"""url\(["']?(?!["']?(?:data:|#))([^)"']+)["']?\)""")

# Scripts for icons (the site has a small font of them), for menus and hints (browsers have their own), for tabs, for
# JupyterLite inside a page; and those of the search, which has a page of its own.
UNUSED = {"fontawesome.js", "bootstrap.js", "design-tabs.js", "jupyterlite_sphinx.js"}
SEARCH = {"searchtools.js", "language_data.js", "searchindex.js"}
FIRST = "documentation_options.js"  # lines of JavaScript in the page build on it; all other scripts wait for the page

FONTS = ("Main-Regular", "Math-Italic")  # those of nearly every formula, so fetched before a formula is met


def finish(app: Sphinx, error: Exception | None) -> None:
    """Rewrite all pages, and write their stylesheet."""
    if error:
        return
    site, pages, sheets, scripts = Path(app.outdir), {}, dict[str, None](), set[str]()
    for path in Path(app.srcdir, "book", "_static").glob("*.js"):
        (site / "_static" / path.name).write_text(slim(path.read_text(encoding="utf-8")), encoding="utf-8")
    for name in sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html")):
        if not name.startswith(("_static/", "lite/")):
            text = with_few_scripts((site / name).read_text(encoding="utf-8"), name)
            scripts |= {within_site(name, address) for address in SCRIPT.findall(text)}
            sheets |= {within_site(name, address): None for address in STYLESHEET.findall(text)}
            text = IMAGE.sub(partial(sized, (site / name).parent), text)
            pages[name] = STATE.sub(once, PLAIN.sub(r"\1", STYLESHEET.sub("", text)))

    texts = [*pages.values(), *((site / script).read_text(encoding="utf-8") for script in scripts)]
    words = {word for text in texts for word in re.findall(r"[\w-]+", text)}
    css = "".join(trimmed_sheet(site, sheet, words) for sheet in sheets)
    stylesheet = f"_static/pages.{hashlib.sha256(css.encode()).hexdigest()[:10]}.css"  # no browser keeps an old one
    (site / stylesheet).write_text(css, encoding="utf-8")
    for name, text in pages.items():
        up = relpath(".", dirname(name) or ".")
        links = [f'<link rel="stylesheet" href="{up}/{stylesheet}">']
        for font in FONTS if 'class="katex"' in text else ():
            address = f"{up}/_static/vendor/katex/fonts/KaTeX_{font}.woff2"
            links.append(f'<link rel="preload" as="font" type="font/woff2" href="{address}" crossorigin>')
        (site / name).write_text(text.replace("</title>", "\n".join(["</title>", *links]), 1), encoding="utf-8")


def within_site(page: str, address: str) -> str:
    """Return the path of a file in the site that a page names."""
    return normpath(join(dirname(page), address))


def with_few_scripts(text: str, page: str) -> str:
    """Return the text of a page in which the scripts that it needs wait for the page, and there are no others."""
    unused = UNUSED if page == "search.html" else UNUSED | SEARCH

    def needed(tag: re.Match[str]) -> str:
        script = basename(tag[1])
        if script in unused:
            return ""
        return tag[0] if script == FIRST or " defer " in tag[0] else tag[0].replace("<script ", "<script defer ", 1)

    return SCRIPT.sub(needed, PRELOAD.sub("", text))


def sized(folder: Path, image: re.Match[str]) -> str:
    """Return the tag of a picture that the browser fetches when it comes near, and leaves room for until then."""
    found = SIZE.search((folder / image[1]).read_text(encoding="utf-8"))
    assert found, image[1]
    width, height = (round(float(points) * 4 / 3) for points in found.groups())  # in pixels
    return image[0].replace("<img ", f'<img loading="lazy" width="{width}" height="{height}" ')


def slim(script: str) -> str:
    """Return a script without comments and indents, and without the spaces around marks in lines that quote nothing."""
    lines = IDLE.sub("", script).split("\n")
    return "\n".join(line if QUOTED.search(line) else APART.sub(r"\1", line) for line in lines)


def once(state: re.Match[str]) -> str:
    """Return the stored state of live figures with slim code, and none twice: later ones name the first that has it."""
    begin, text, end = state.groups()
    stored, owners = json.loads(text), dict[str, str]()
    live = {name: model["state"] for name, model in stored["state"].items() if "_esm" in model["state"]}
    for model in live.values():  # as it was, if an earlier build has been here
        model |= {kind: live.get(model[kind], model)[kind] for kind in ("_esm", "_css")}
    words = {word for model in live.values() for word in re.findall(r"[\w-]+", model["_esm"])}
    for name, model in live.items():
        code = {"_esm": slim(model["_esm"]), "_css": SPACE.sub("", trimmed(rules(model["_css"]), words))}
        model |= {kind: own if owners.setdefault(own, name) == name else owners[own] for kind, own in code.items()}
    text = json.dumps(stored, ensure_ascii=False, separators=(",", ":"))
    return begin + text.replace("</", r"<\/").replace("<!--", r"<\u0021--") + end  # which would end the script


def rules(css: Any) -> list[Any]:
    """Return the rules of a stylesheet, or of what stands between the braces of a rule."""
    found: list[Any] = tinycss2.parse_rule_list(css, skip_comments=True, skip_whitespace=True)
    return found


def trimmed_sheet(site: Path, sheet: str, words: set[str]) -> str:
    """Return what is used of a stylesheet and of those that it imports, its addresses as seen from _static."""
    text, folder = (site / sheet).read_text(encoding="utf-8"), dirname(sheet)
    imported = "".join(trimmed_sheet(site, normpath(join(folder, name)), words) for name in IMPORT.findall(text))
    way = relpath(folder, "_static")
    return imported + RELATIVE.sub(lambda found: f"url({normpath(join(way, found[1]))})", trimmed(rules(text), words))


def trimmed(found: list[Any], words: set[str]) -> str:
    """Return the text of those rules that can apply to a page in which these words occur."""
    kept = []
    for rule in found:
        if rule.type == "qualified-rule":
            used = [tinycss2.serialize(selector).strip() for selector in selectors(rule) if usable(selector, words)]
            kept += [f"{','.join(used)}{{{tinycss2.serialize(rule.content)}}}\n"] if used else []
        elif rule.lower_at_keyword in ("media", "supports"):
            inner = trimmed(rules(rule.content), words)
            kept += [f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{\n{inner}}}\n"] if inner else []
        elif rule.lower_at_keyword not in ("charset", "import"):
            kept.append(f"{rule.serialize()}\n")
    return "".join(kept)


def selectors(rule: Any) -> Iterator[list[Any]]:
    """Split what stands before the braces of a rule at its commas."""
    selector: list[Any] = []
    for token in rule.prelude:
        if token == ",":
            yield selector
            selector = []
        else:
            selector.append(token)
    yield selector


def usable(selector: list[Any], words: set[str]) -> bool:
    """Return whether all classes and ids of a selector occur, but for those inside :is(), :not() and their like."""
    classes = {name.value for dot, name in pairwise(selector) if dot == "." and name.type == "ident"}
    return classes | {token.value for token in selector if token.type == "hash"} <= words


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("build-finished", finish, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
