"""The score sheet of the fishing games: a row a category, with the arithmetic behind it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.cards import Suit
from games.presentation.cards import (
    SUIT_NAMES,
    Face,
    face,
    faces,
    joined,
    ranks_sum,
    sorted_cards,
)
from games.presentation.people import People

SETTEBELLO = "7D"

SweepCount = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Cell:
    """One side's part of a row: what it has, and the points that this brings."""

    text: str
    points: int
    is_best: bool
    cards: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class PrimieraCard:
    """The best card of a suit, or the suit that is missing."""

    card: Face | None
    suit: str


@dataclass(frozen=True, slots=True)
class Primiera:
    """One side's primiera, suit by suit in order of the deck, with the sum written out."""

    name: str
    cards: tuple[PrimieraCard, ...]
    sum: str
    total: int
    is_void: bool


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    cells: tuple[Cell, ...]
    notes: tuple[str, ...]
    primiera: tuple[Primiera, ...] = ()


@dataclass(frozen=True, slots=True)
class SidePile:
    name: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score of one deal, my side first."""

    sides: tuple[str, ...]
    rows: tuple[Row, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    piles: tuple[SidePile, ...]


def sheet(data: Mapping[str, Any], people: People, sweeps: str, sweep_count: SweepCount) -> Sheet:
    """`sweeps` is what the game calls them, `sweep_count` says how many."""
    category_names = {
        "sweeps": sweeps,
        "cards": pgettext("category of the score", "Cards"),
        "coins": pgettext("category of the score", "Coins"),
        "settebello": _("Settebello"),
        "primiera": _("Primiera"),
    }
    order = people.sides_mine_first()
    names = tuple(people.side_name(side) for side in order)
    return Sheet(
        sides=names,
        rows=tuple(
            _row(row, category_names[row["category"]], people, sweep_count) for row in data["rows"]
        ),
        points=tuple(data["points"][side] for side in order),
        totals=tuple(data["totals"][side] for side in order),
        piles=tuple(
            SidePile(name, faces(sorted_cards(data["piles"][side])))
            for side, name in zip(order, names, strict=True)
        ),
    )


def _row(row: Mapping[str, Any], name: str, people: People, sweep_count: SweepCount) -> Row:
    order = people.sides_mine_first()
    primiera: tuple[Primiera, ...] = ()
    if row["category"] == "primiera":
        primiera = tuple(_primiera(row, side, people) for side in order)
    return Row(
        name=name,
        cells=tuple(_cell(row, side, sweep_count) for side in order),
        notes=tuple(_notes(row, people, sweep_count)),
        primiera=primiera,
    )


def _cell(row: Mapping[str, Any], side: int, sweep_count: SweepCount) -> Cell:
    count, points = row["counts"][side], row["points"][side]
    cards: tuple[Face, ...] = ()
    text = str(count)
    if row["category"] == "sweeps":
        text = sweep_count(count) if count else "—"
        cards = faces(row["cards"][side])
    elif row["category"] == "settebello":
        text = "" if count else "—"
        cards = (face(SETTEBELLO),) if count else ()
    return Cell(text, points, points > 0, cards)


def _primiera(row: Mapping[str, Any], side: int, people: People) -> Primiera:
    values: Sequence[int | None] = row["values"][side]
    cards = tuple(
        PrimieraCard(face(card) if card else None, str(SUIT_NAMES[suit]))
        for suit, card in zip(Suit, row["best"][side], strict=True)
    )
    return Primiera(
        name=people.side_name(side),
        cards=cards,
        sum=" + ".join(str(value) for value in values if value is not None),
        total=row["counts"][side],
        is_void=bool(row.get("void") and row["void"][side]),
    )


def _notes(row: Mapping[str, Any], people: People, sweep_count: SweepCount) -> list[str]:
    """What made a row come out as it did: the opening award, a tie, a missing suit."""
    match row["category"]:
        case "sweeps":
            return [
                _opening_note(people.side_name(side), award, sweep_count)
                for side in people.sides_mine_first()
                if (award := (row.get("opening") or {side: None})[side])
            ]
        case "primiera" if note := _primiera_note(row):
            return [note]
        case "coins" if max(row["points"]) > 1:
            worth = max(row["points"])
            return [
                ngettext("All ten coins: %(count)d point", "All ten coins: %(count)d points", worth)
                % {"count": worth}
            ]
    if len(set(row["counts"])) > 1:
        return []
    return [_("Level: one point each") if any(row["points"]) else _("Level: no point")]


def _opening_note(name: str, award: Mapping[str, Any], sweep_count: SweepCount) -> str:
    return _("%(name)s: %(sweeps)s with the cards dealt face up, %(sums)s") % {
        "name": name,
        "sweeps": sweep_count(award["count"]),
        "sums": joined(map(ranks_sum, award["groups"])),
    }


def _primiera_note(row: Mapping[str, Any]) -> str:
    """How missing suits decided the primiera; empty where no suit is missing."""
    missing = [best.count(None) for best in row["best"]]
    incomplete = sum(map(bool, missing))
    if not incomplete:
        return ""
    if "void" in row:
        if incomplete == 1:
            return _("Void for want of a suit: the primiera goes to the other side")
        return _("Each side lacks a suit: no primiera")
    if incomplete == 1:
        return _("A suit is missing: the primiera goes to the other side")
    if len(set(missing)) > 1:
        return _("Each side lacks a suit: the primiera goes to the one with more suits")
    return _("Each side lacks a suit: the best cards of the other suits count")
