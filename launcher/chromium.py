"""Finds a Chromium for the browser tests, or gets one."""

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from launcher import processes
from launcher.console import SetupError, say

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_OWN_OF_PLAYWRIGHT = (
    "from playwright.sync_api import sync_playwright\n"
    "with sync_playwright() as p: print(p.chromium.executable_path)"
)


@dataclass(frozen=True)
class Chromium:
    """`program` is None where there is none, and `reason` then says why."""

    program: Path | None
    reason: str = ""


def find_or_install() -> Chromium:
    """The one on the PATH; else Debian's, where we may install it; else Playwright's own."""
    if found := find():
        return Chromium(found)
    reasons = []
    for install in (_install_debian, _install_playwright):
        try:
            found = install()
        except SetupError as error:
            reasons.append(str(error))
            continue
        if found:
            return Chromium(found)
    return Chromium(None, "; ".join(reasons))


def find() -> Path | None:
    """The one on the PATH."""
    for name in _NAMES:
        if found := shutil.which(name):
            return Path(found)
    return None


def _install_debian() -> Path | None:
    """None where this is not Debian, or we are not root."""
    if os.geteuid() != 0 or not _is_debian():
        return None
    say("Installing Chromium with apt-get; this takes a minute or two …")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    processes.run(["apt-get", "update", "-q"], env=quiet, failure="apt-get update failed")
    processes.run(
        ["apt-get", "install", "-q", "-y", "--no-install-recommends", "chromium"],
        env=quiet,
        failure="apt-get could not install chromium",
    )
    return find()


def _install_playwright() -> Path | None:
    path = _path_of_playwright()
    if not path.exists():
        say("Installing Playwright's Chromium …")
        processes.run(
            [sys.executable, "-m", "playwright", "install", "chromium"],
            failure="playwright could not install chromium",
        )
    return path if path.exists() else None


def _path_of_playwright() -> Path:
    said = processes.run(
        [sys.executable, "-c", _OWN_OF_PLAYWRIGHT], failure="Playwright does not run here"
    )
    return Path(processes.last_line(said))


def _is_debian() -> bool:
    """Debian itself: the package of the same name on Ubuntu only points to a snap."""
    try:
        lines = Path("/etc/os-release").read_text().splitlines()
    except OSError:
        return False
    return "ID=debian" in lines
