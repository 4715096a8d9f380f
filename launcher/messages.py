"""Compiles the message files (`locale/…/*.po`) with Babel: `python -m launcher.messages`.

A machine without gettext can do it. Only files newer than their result are compiled.
"""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent


def compile_all(root: Path) -> list[Path]:
    """Returns the files that it compiled."""
    outdated = [source for source in root.glob("locale/*/LC_MESSAGES/*.po") if _is_newer(source)]
    for source in outdated:
        compile_file(source, source.with_suffix(".mo"))
    return outdated


def compile_file(source: Path, target: Path) -> None:
    with source.open("rb") as file:
        catalogue = read_po(file, domain=source.stem)
    draft = target.with_suffix(f".{os.getpid()}.new")
    with draft.open("wb") as output:
        write_mo(output, catalogue)
    draft.replace(target)  # at once, so that a process that reads it sees a whole file


def _is_newer(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns


if __name__ == "__main__":
    compile_all(ROOT)
