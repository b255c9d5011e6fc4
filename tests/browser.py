"""Find the browser that the tests drive; run as a script, install one where there is none."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ADVICE = "No Chromium, Chrome or Edge was found: install one of them, or run `playwright install chromium`."
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0

FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    *(["--no-sandbox"] if IS_ROOT else []),  # as root, Chromium does not start with its sandbox
]

NAMES = "chromium chromium-browser google-chrome google-chrome-stable chrome microsoft-edge msedge"
MAC_APPS = ["Chromium", "Google Chrome", "Microsoft Edge"]
WINDOWS_APPS = ["Chromium/Application/chrome", "Google/Chrome/Application/chrome", "Microsoft/Edge/Application/msedge"]


def places() -> Iterator[str | None]:
    """Every path where a browser may be, the likeliest first."""
    yield from map(shutil.which, NAMES.split())
    for folder in ("/Applications", str(Path.home() / "Applications")):
        yield from (f"{folder}/{app}.app/Contents/MacOS/{app}" for app in MAC_APPS)
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        yield from (f"{os.environ.get(variable, '')}/{app}.exe" for app in WINDOWS_APPS)
    yield playwrights_own()


def playwrights_own() -> str | None:
    """Where Playwright keeps a Chromium of its own, or would keep it."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def find() -> str | None:
    """Return the path of a Chromium, Chrome or Edge on this machine, or None."""
    return next((path for path in places() if path and Path(path).is_file()), None)


def install() -> None:
    """Install Chromium: by apt-get where that works, otherwise Playwright's own."""
    if IS_ROOT and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update"], env=environment)
        subprocess.run(["apt-get", "install", "-y", "chromium"], env=environment)
    if not find():
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"])


if __name__ == "__main__":
    if not find():
        print("The tests need a browser and there is none: installing Chromium.", flush=True)
        install()
        print(find() or ADVICE)
