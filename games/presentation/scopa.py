"""Scopa in words: captures, log lines, the score sheet and the rules in force."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.cards import Suit
from games.presentation.cards import (
    SUIT_NAMES,
    Face,
    card_name,
    face,
    faces,
    joined,
    rank,
    ranks,
    sorted_cards,
)
from games.presentation.lines import Line, Mark, common_line
from games.presentation.people import People

CLOCKWISE = False
SETTEBELLO = "7D"
SWEEPS_DRAWN = 3  # more are written as a number
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def title() -> str:
    return _("Scopa")


# --- the table ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pile:
    """A side's captured cards: how many, and the cards that swept."""

    cards: int
    drawn: tuple[Face, ...]
    more: int
    words: str


def pile(data: Mapping[str, Any]) -> Pile:
    sweeps: Sequence[str] = data["sweeps"]
    taken = ngettext("%(count)d card taken", "%(count)d cards taken", data["cards"])
    words = taken % {"count": data["cards"]}
    if sweeps:
        words = f"{words}, {sweep_count(len(sweeps))}"
    return Pile(
        cards=data["cards"],
        drawn=faces(sweeps[-SWEEPS_DRAWN:]),
        more=max(0, len(sweeps) - SWEEPS_DRAWN),
        words=words,
    )


def sweep_count(count: int) -> str:
    return ngettext("%(count)d sweep", "%(count)d sweeps", count) % {"count": count}


def layout_fit(cards: int) -> str:
    """How large the cards of the layout are drawn: `large`, `medium` or `small`."""
    if cards <= 10:
        return "large"
    return "medium" if cards <= 18 else "small"


@dataclass(frozen=True, slots=True)
class Option:
    """One capture of a card: what a form sends for it, and what it says."""

    move: str
    letter: str
    sum: str
    words: str
    has_settebello: bool
    sweeps: bool


def move_text(card: str, capture: Sequence[str]) -> str:
    return f"{card}x{'+'.join(capture)}" if capture else card


def options(view: Mapping[str, Any], entry: Mapping[str, Any]) -> tuple[Option, ...]:
    """The captures of one legal card, fewest cards first when there are more than four."""
    captures: list[list[str]] = entry["captures"]
    if len(captures) > 4:
        captures = sorted(captures, key=len)
    layout = view["deal"]["layout"]
    return tuple(
        Option(
            move=move_text(entry["card"], capture),
            letter=LETTERS[number] if number < len(LETTERS) else "",
            sum=f"{ranks(capture)} = {rank(entry['card'])}",
            words=joined(card_name(card) for card in capture),
            has_settebello=SETTEBELLO in capture,
            sweeps=len(capture) == len(layout) and sweep_counts(view),
        )
        for number, capture in enumerate(captures)
    )


def sweep_counts(view: Mapping[str, Any]) -> bool:
    """Whether a capture of the whole layout would count as a sweep now."""
    deal = view["deal"]
    is_last_play = deal["stock"] == 0 and sum(deal["hands"]) == 1
    return bool(not is_last_play or view["rules"].get("last_play_sweep", True))


# --- moves ----------------------------------------------------------------------------------


def last_move(view: Mapping[str, Any], people: People) -> str:
    """`Marta played six of swords and took 4 + 2.`, or nothing before the first move."""
    move = view["deal"]["last_move"]
    if move is None:
        return ""
    words = {
        "name": people.name(move["seat"]),
        "card": card_name(move["card"]),
        "cards": ranks(move["take"]),
    }
    return _last_move_pattern(people.is_me(move["seat"]), bool(move["take"])) % words


def _last_move_pattern(mine: bool, captures: bool) -> str:
    if mine:
        if captures:
            return _("You played %(card)s and took %(cards)s")
        return _("You laid %(card)s")
    if captures:
        return _("%(name)s played %(card)s and took %(cards)s")
    return _("%(name)s laid %(card)s")


def line(notice: Mapping[str, Any], people: People) -> Line | None:
    """The notice as a line of the log, or None for what the log does not tell."""
    match notice["kind"]:
        case "dealt":
            return Line("", _deal_words(notice, people), is_heading=True)
        case "played":
            return _played(notice, people)
        case "leftovers" if notice["cards"]:
            cards = joined(card_name(card) for card in notice["cards"])
            text = _("the last cards of the table: %(cards)s") % {"cards": cards}
            return Line(people.side_name(notice["side"]), text)
        case "scored":
            return Line("", scored_words(notice["sheet"], people))
        case _:
            return common_line(notice, people)


def _deal_words(notice: Mapping[str, Any], people: People) -> str:
    words = {"deal": notice["deal"], "name": people.name(notice["dealer"])}
    if people.is_me(notice["dealer"]):
        return _("Deal %(deal)d: you are the dealer") % words
    return _("Deal %(deal)d: %(name)s is the dealer") % words


def _played(notice: Mapping[str, Any], people: People) -> Line:
    words = {"card": card_name(notice["card"]), "cards": ranks(notice["take"])}
    text = _("%(card)s takes %(cards)s") if notice["take"] else _("%(card)s, no capture")
    marks = []
    if notice["sweep"]:
        marks.append(Mark("sweep", _("Scopa!")))
    if notice["take"] and SETTEBELLO in (notice["card"], *notice["take"]):
        marks.append(Mark("settebello", _("settebello")))
    if notice["automatic"]:
        marks.append(Mark("automatic", _("time over: played automatically")))
    return Line(people.name(notice["seat"]), text % words, tuple(marks))


def scored_words(sheet: Mapping[str, Any], people: People) -> str:
    sides = people.sides_mine_first()
    return _("End of deal %(deal)d: %(points)s. Total %(totals)s.") % {
        "deal": sheet["deal"],
        "points": ", ".join(f"{people.side_name(side)} +{sheet['points'][side]}" for side in sides),
        "totals": "–".join(str(sheet["totals"][side]) for side in sides),
    }


# --- the score sheet ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """One side's part of a row: what it has, and the points that this brings."""

    text: str
    points: int
    is_best: bool
    cards: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class PrimieraCard:
    """The best card of a suit, or the suit that is missing; `value` is its primiera value."""

    card: Face | None
    suit: str
    value: int | None


@dataclass(frozen=True, slots=True)
class Primiera:
    """One side's primiera, suit by suit in order of the deck, with the sum written out."""

    name: str
    cards: tuple[PrimieraCard, ...]
    sum: str
    total: int


@dataclass(frozen=True, slots=True)
class Row:
    category: str
    name: str
    cells: tuple[Cell, ...]
    note: str
    primiera: tuple[Primiera, ...] = ()


@dataclass(frozen=True, slots=True)
class SidePile:
    name: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score of one deal, my side first."""

    deal: int
    sides: tuple[str, ...]
    rows: tuple[Row, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    piles: tuple[SidePile, ...]


def sheet(data: Mapping[str, Any], people: People) -> Sheet:
    order = people.sides_mine_first()
    names = tuple(people.side_name(side) for side in order)
    return Sheet(
        deal=data["deal"],
        sides=names,
        rows=tuple(_row(row, order, names) for row in data["rows"]),
        points=tuple(data["points"][side] for side in order),
        totals=tuple(data["totals"][side] for side in order),
        piles=tuple(
            SidePile(name, faces(sorted_cards(data["piles"][side])))
            for side, name in zip(order, names, strict=True)
        ),
    )


def category_names() -> dict[str, str]:
    return {
        "sweeps": _("Sweeps"),
        "cards": pgettext("category of the score", "Cards"),
        "coins": pgettext("category of the score", "Coins"),
        "settebello": _("Settebello"),
        "primiera": _("Primiera"),
    }


def _row(row: Mapping[str, Any], order: Sequence[int], names: Sequence[str]) -> Row:
    category = row["category"]
    primiera: tuple[Primiera, ...] = ()
    if category == "primiera":
        primiera = tuple(
            _primiera(name, row["best"][side], row["values"][side], row["counts"][side])
            for side, name in zip(order, names, strict=True)
        )
    return Row(
        category=category,
        name=category_names().get(category, category),
        cells=tuple(_cell(row, side) for side in order),
        note=_note(row),
        primiera=primiera,
    )


def _cell(row: Mapping[str, Any], side: int) -> Cell:
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


def _primiera(
    name: str, best: Sequence[str | None], values: Sequence[int | None], total: int
) -> Primiera:
    cards = tuple(
        PrimieraCard(face(card) if card else None, str(SUIT_NAMES[suit]), value)
        for suit, card, value in zip(Suit, best, values, strict=True)
    )
    terms = " + ".join(str(value) for value in values if value is not None)
    return Primiera(name, cards, terms, total)


def _note(row: Mapping[str, Any]) -> str:
    """Why a row brought nobody a point, or how a missing suit decided it."""
    if row["category"] == "primiera":
        incomplete = sum(None in best for best in row["best"])
        if incomplete == 1:
            return _("A suit is missing: the primiera goes to the other side")
        if incomplete:
            return _("Each side lacks a suit: the best cards of the other suits count")
    if row["category"] != "sweeps" and not any(row["points"]) and len(set(row["counts"])) == 1:
        return _("Level: no point")
    return ""


# --- rules in force -------------------------------------------------------------------------


def rules(data: Mapping[str, Any]) -> list[str]:
    """The choices of the rule set, one sentence each."""
    target = data.get("target")
    said = [
        _("The first to %(target)d points wins; level, further deals follow") % {"target": target}
        if target
        else _("One deal decides; level, further deals follow")
    ]
    if data.get("redeal_kings_min"):
        said.append(
            _("With %(count)d kings or more on the table the cards are dealt again")
            % {"count": data["redeal_kings_min"]}
        )
    said.append(_("A card of the same value must be taken before a sum"))
    if not data.get("last_play_sweep", True):
        said.append(_("Clearing the table with the very last card is no sweep"))
    said.append(_("One point each for most cards, most coins, settebello, primiera, every sweep"))
    return said
