"""`python -m artwork` writes the pictures under static/.

--check writes nothing and fails if a committed file differs from what is drawn; --sheet FILE
writes a page with every card at the sizes it is played at, to look at in a browser.
"""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from artwork.catalogue import pictures
from artwork.contact_sheet import contact_sheet
from artwork.svg import Svg

STATIC = Path(__file__).resolve().parent.parent / "static"


def stale_paths(static: Path, drawn: Mapping[str, Svg]) -> list[str]:
    return [path for path, svg in drawn.items() if _committed(static / path) != svg]


def _committed(path: Path) -> Svg | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def write(static: Path, drawn: Mapping[str, Svg]) -> list[str]:
    """Writes only what has changed and returns the paths written."""
    stale = stale_paths(static, drawn)
    for path in stale:
        (static / path).parent.mkdir(parents=True, exist_ok=True)
        (static / path).write_text(drawn[path], encoding="utf-8")
    return stale


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m artwork", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if a file differs"
    )
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="write a contact sheet")
    options = parser.parse_args(arguments)
    if options.sheet:
        options.sheet.write_text(contact_sheet(), encoding="utf-8")
        return 0
    if options.check:
        stale = stale_paths(STATIC, pictures())
        for path in stale:
            print(f"static/{path} differs from what artwork draws: run python -m artwork")
        return 1 if stale else 0
    for path in write(STATIC, pictures()):
        print(f"wrote static/{path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
