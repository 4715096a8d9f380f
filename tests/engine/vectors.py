"""The test vectors of the shuffle: one file for the engine, `bin/verify-deal` and the browser.

`python -m tests.engine.vectors` prints the table of docs/protocol.md.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("shuffle_vectors.json")

SHORT_SEEDS = {bytes(32).hex(): "32 × `00`", bytes(range(32)).hex(): "`000102…1f`"}


@dataclass(frozen=True)
class Vector:
    """What goes into a deck, and what must come out of it on the way and at the end."""

    name: str
    game: str
    match: int
    deal: int
    attempt: int
    seed: bytes
    entropies: tuple[bytes, ...]
    commitment: str
    joined: bytes
    attempt_seed: bytes
    order: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


def raw() -> list[dict[str, Any]]:
    """As they stand in the file, everything of bytes in hexadecimal."""
    rows: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return rows


def _vector(row: dict[str, Any]) -> Vector:
    return Vector(
        name=row["name"],
        game=row["game"],
        match=row["match"],
        deal=row["deal"],
        attempt=row["attempt"],
        seed=bytes.fromhex(row["seed"]),
        entropies=tuple(map(bytes.fromhex, row["entropy"])),
        commitment=row["commitment"],
        joined=bytes.fromhex(row["joined"]),
        attempt_seed=bytes.fromhex(row["attempt_seed"]),
        order=tuple(row["order"].split()),
    )


VECTORS = tuple(map(_vector, raw()))


def table() -> str:
    """The vectors as a table of Markdown, long values shortened."""
    lines = [
        "| vector | cards | seed | entropy by seat | match | deal | again | the deck begins |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [f"| {' | '.join(_cells(one))} |" for one in VECTORS]
    return "\n".join(lines) + "\n"


def _cells(one: Vector) -> list[str]:
    return [
        one.name,
        str(len(one.order)),
        SHORT_SEEDS.get(one.seed.hex()) or _short(one.seed),
        ", ".join(map(_short, one.entropies)),
        str(one.match),
        str(one.deal),
        str(one.attempt),
        " ".join(one.order[:8]),
    ]


def _short(data: bytes) -> str:
    """`–` for nothing, the whole of up to ten bytes, or the first and the last."""
    text = data.hex()
    if not text:
        return "–"
    return f"`{text}`" if len(data) <= 10 else f"`{text[:6]}…{text[-2:]}`"


if __name__ == "__main__":
    sys.stdout.write(table())
