"""The score sheet of Tressette: thirds that can be added up again, and the declarations."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import pgettext

from games.presentation.cards import Face, faces, sorted_cards
from games.presentation.people import People
from games.presentation.tressette_words import declaration_words, points_of


@dataclass(frozen=True, slots=True)
class Cell:
    """One side's part of a row. `points` is None where the row brings no whole points itself."""

    text: str
    points: int | None


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Declared:
    """One declaration with the cards that it named; `is_void` if it earned nothing (6.9)."""

    who: str
    words: str
    points: int
    cards: tuple[Face, ...]
    is_void: bool


@dataclass(frozen=True, slots=True)
class SidePile:
    name: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score of one deal, my side first."""

    sides: tuple[str, ...]
    rows: tuple[Row, ...]
    declared: tuple[Declared, ...]
    is_called_out: bool
    points: tuple[int, ...]
    totals: tuple[int, ...]
    piles: tuple[SidePile, ...]


def sheet(data: Mapping[str, Any], people: People) -> Sheet:
    order = people.sides_mine_first()
    names = tuple(people.side_name(side) for side in order)
    return Sheet(
        sides=names,
        rows=tuple(_row(row, order) for row in data["rows"]),
        declared=tuple(_declared(data, people)),
        is_called_out=data["ended"] == "called_out",
        points=tuple(data["points"][side] for side in order),
        totals=tuple(data["totals"][side] for side in order),
        piles=tuple(
            SidePile(name, faces(sorted_cards(data["piles"][side])))
            for side, name in zip(order, names, strict=True)
        ),
    )


def row_name(category: str) -> str:
    return {
        "aces": pgettext("category of the score", "Aces"),
        "others": pgettext("category of the score", "Threes, twos, figures"),
        "last_trick": pgettext("category of the score", "Last trick"),
        "cards": pgettext("category of the score", "Together, rounded down"),
        "declarations": pgettext("category of the score", "Declarations"),
    }[category]


def _row(row: Mapping[str, Any], order: list[int]) -> Row:
    return Row(row_name(row["category"]), tuple(_cell(row, side) for side in order))


def _cell(row: Mapping[str, Any], side: int) -> Cell:
    """`2 × ⅓ = ⅔`; whole points stand in their own column where they count."""
    match row["category"]:
        case "declarations":
            return Cell(str(row["declared"][side] or "—"), row["points"][side])
        case "cards":
            return Cell(points_of(row["thirds"][side]), row["points"][side])
        case "last_trick":
            return Cell("1" if row["counts"][side] else "—", None)
        case category:
            each = "1" if category == "aces" else "⅓"
            worth = points_of(row["thirds"][side])
            return Cell(f"{row['counts'][side]} × {each} = {worth}", None)


def _declared(data: Mapping[str, Any], people: People) -> list[Declared]:
    row = next((row for row in data["rows"] if row["category"] == "declarations"), None)
    if row is None:
        return []
    return [
        Declared(
            who=people.name(one["seat"]),
            words=declaration_words(one),
            points=one["points"],
            cards=faces(one["cards"]),
            is_void=not row["counted"][side],
        )
        for side in people.sides_mine_first()
        for one in row["declarations"][side]
    ]
