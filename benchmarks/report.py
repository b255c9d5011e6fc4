"""What the benchmarks share: the clock, the words on stderr, the goals, the machine, the place in README.md."""

import argparse
import os
import platform
import re
import sys
import time
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).parent


def command_line(what: str) -> argparse.ArgumentParser:
    """Return a parser of the command line that knows `--write`."""
    parser = argparse.ArgumentParser(description=what, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the result into benchmarks/README.md")
    return parser


def asked_to_write(what: str) -> bool:
    """Read a command line without other options; return whether the result is to be put into README.md."""
    return bool(command_line(what).parse_args().write)


def publish(section: str, text: str, write: bool) -> None:
    """Print the result and, if asked to, put it between the markers of its section in README.md."""
    print(text)
    if write:
        begin, end = f"<!-- begin {section}: written by make bench -->", f"<!-- end {section} -->"
        page = HERE / "README.md"
        above, found_begin, rest = page.read_text(encoding="utf-8").partition(begin)
        _, found_end, below = rest.partition(end)
        if not (found_begin and found_end):
            raise SystemExit(f"{page} has no place for the result, between the lines\n{begin}\n{end}")
        page.write_text(f"{above}{begin}\n\n{text}\n\n{end}{below}", encoding="utf-8")


def goals(rows: Iterable[tuple[str, str, bool]]) -> list[str]:
    """Write goals, what was measured, and whether they are met, as a Markdown table."""
    lines = ["| goal | measured | met? |", "|:--|--:|:--|"]
    return [*lines, *(f"| {goal} | {measured} | {'yes' if met else '**no**'} |" for goal, measured, met in rows)]


def machine(*packages: str) -> str:
    """Describe the machine by what the times depend on, and name the versions of the packages."""
    cpuinfo = Path("/proc/cpuinfo")
    text = cpuinfo.read_text(encoding="utf-8") if cpuinfo.exists() else ""
    models = re.findall(r"^model name\s*: (.*)$", text, re.MULTILINE)
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return (
        f"Machine: {models[0] if models else platform.processor()} ({platform.machine()}), {os.cpu_count()} cores, "
        f"{gigabytes:.0f} GB of memory, {platform.system()}; Python {platform.python_version()}, "
        f"{', '.join(f'{package} {version(package)}' for package in packages)}."
    )


def seconds(action: Callable[[], object]) -> float:
    """Return how long an action keeps the processor: other work on the machine hardly counts."""
    begin = time.process_time()
    action()
    return time.process_time() - begin


def say(text: str) -> None:
    """Show what is going on; the tables alone go to stdout."""
    print(text, end="", file=sys.stderr, flush=True)
