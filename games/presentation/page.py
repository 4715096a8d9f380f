"""The whole match page as one value, for its templates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import scopa
from games.presentation.cards import Face, card_name, face, faces
from games.presentation.lines import Line, winner_words
from games.presentation.people import People
from games.presentation.scopa import Option, Pile, Sheet

# How each game is worded; a new game adds its module here.
GAMES: dict[str, ModuleType] = {"scopa": scopa}


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as I see it."""

    seat: int
    name: str
    initial: str
    place: str
    side: int
    cards: int
    backs: range
    card_words: str
    is_turn: bool
    is_dealer: bool
    pile: Pile


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card I hold. `move` is what playing it sends; empty where a capture must be chosen."""

    face: Face
    is_legal: bool
    move: str
    captures: int
    words: str


@dataclass(frozen=True, slots=True)
class Score:
    name: str
    total: int
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Ending:
    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything the match page shows before a script runs."""

    match_id: int
    version: int
    game: str
    title: str
    phase: str
    seat: int
    scores: tuple[Score, ...]
    target: int | None
    target_words: str
    deal: int
    deal_words: str
    stock: int
    stock_words: str
    status: str
    is_my_turn: bool
    is_ready: bool
    digits: str
    others: tuple[Place, ...]
    me: Place
    layout: tuple[Face, ...]
    layout_fit: str
    hand: tuple[HandCard, ...]
    chosen: Face | None
    options: tuple[Option, ...]
    last_move: str
    log: tuple[Line, ...]
    sheet: Sheet | None
    ending: Ending | None
    rules: Sequence[str]
    needs_me: bool


def scene(
    view: Mapping[str, Any], log: Sequence[Mapping[str, Any]], chosen: str | None = None
) -> Scene:
    """The page of one seat. `chosen` is the card whose captures are to be offered, if any."""
    game = GAMES[view["game"]]
    people = People.of(view)
    deal = view["deal"]
    entry = _entry(deal["legal"], chosen)
    is_my_turn = bool(deal["legal"])
    is_ready = view["seat"] in view["ready"]
    return Scene(
        match_id=view["match"],
        version=view["version"],
        game=view["game"],
        title=game.title(),
        phase=view["phase"],
        seat=view["seat"],
        scores=_scores(view, people),
        target=view["rules"].get("target"),
        target_words=target_words(view["rules"].get("target")),
        deal=deal["number"],
        deal_words=_("deal %(number)d") % {"number": deal["number"]},
        stock=deal["stock"],
        stock_words=_("stock %(count)d") % {"count": deal["stock"]},
        status=status(view, people),
        is_my_turn=is_my_turn,
        is_ready=is_ready,
        digits=_digits(view),
        others=tuple(_place(game, view, people, seat) for seat in people.others()),
        me=_place(game, view, people, people.me),
        layout=faces(deal["layout"]),
        layout_fit=game.layout_fit(len(deal["layout"])),
        hand=tuple(_hand_card(game, card, deal["legal"]) for card in deal["hand"] or ()),
        chosen=face(entry["card"]) if entry else None,
        options=game.options(view, entry) if entry else (),
        last_move=game.last_move(view, people),
        log=tuple(line for notice in reversed(log) if (line := game.line(notice, people))),
        sheet=game.sheet(view["sheet"], people) if view["sheet"] else None,
        ending=_ending(view, people),
        rules=game.rules(view["rules"]),
        needs_me=is_my_turn or (view["phase"] == "interval" and not is_ready),
    )


def _entry(legal: Sequence[Mapping[str, Any]], card: str | None) -> Mapping[str, Any] | None:
    """The legal card that has captures to choose from, if that is what `card` is."""
    return next((one for one in legal if one["card"] == card and len(one["captures"]) > 1), None)


def _scores(view: Mapping[str, Any], people: People) -> tuple[Score, ...]:
    mine = people.my_side()
    return tuple(
        Score(people.side_name(side), view["totals"][side], side == mine)
        for side in people.sides_mine_first()
    )


def target_words(target: int | None) -> str:
    return _("to %(target)d") % {"target": target} if target else _("one deal")


def status(view: Mapping[str, Any], people: People) -> str:
    """The one line that says what the match waits for."""
    match view["phase"]:
        case "playing" if view["deal"]["turn"] == people.me:
            return _("Your turn")
        case "playing":
            return _("%(name)s's turn") % {"name": people.name(view["deal"]["turn"])}
        case "interval" if people.me in view["ready"]:
            return _("Waiting for the others")
        case "interval":
            return _("The deal is over")
        case "finished":
            return _("The match is over")
        case _:
            return _("The cards are being dealt")


def _digits(view: Mapping[str, Any]) -> str:
    """The time left, as `0:19`; empty when nothing is limited."""
    if view["deadline"] is None:
        return ""
    minutes, seconds = divmod(max(0, view["deadline"] - view["now"]) // 1000, 60)
    return f"{minutes}:{seconds:02}"


def card_count(count: int) -> str:
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


def _place(game: ModuleType, view: Mapping[str, Any], people: People, seat: int) -> Place:
    deal = view["deal"]
    name, cards, side = people.name(seat), deal["hands"][seat], people.side_of(seat)
    return Place(
        seat=seat,
        name=name,
        initial=people.names[seat][:1].upper(),
        place=people.place(seat, clockwise=game.CLOCKWISE),
        side=side,
        cards=cards,
        backs=range(cards),
        card_words=card_count(cards),
        is_turn=view["phase"] == "playing" and deal["turn"] == seat,
        is_dealer=deal["dealer"] == seat,
        pile=game.pile(deal["piles"][side]),
    )


def _hand_card(game: ModuleType, card: str, legal: Sequence[Mapping[str, Any]]) -> HandCard:
    entry = next((one for one in legal if one["card"] == card), None)
    if entry is None:
        return HandCard(face(card), is_legal=False, move="", captures=0, words="")
    captures = entry["captures"]
    needs_choice = len(captures) > 1
    return HandCard(
        face(card),
        is_legal=True,
        move="" if needs_choice else game.move_text(card, captures[0] if captures else ()),
        captures=len(captures),
        words=_capture_words(captures),
    )


def _capture_words(captures: Sequence[Sequence[str]]) -> str:
    """What playing the card does, for those who cannot see the table."""
    if not captures:
        return _("no capture")
    if len(captures) == 1:
        return _("takes %(cards)s") % {"cards": ", ".join(card_name(one) for one in captures[0])}
    return ngettext("%(count)d capture", "%(count)d captures", len(captures)) % {
        "count": len(captures)
    }


def _ending(view: Mapping[str, Any], people: People) -> Ending | None:
    result = view["result"]
    if result is None:
        return None
    return Ending(winner_words(result["winner"], people), _reason(view, people))


def _reason(view: Mapping[str, Any], people: People) -> str:
    result = view["result"]
    if result["reason"] == "resigned":
        won = result["winner"] == people.my_side()
        return _("Your opponent resigned") if won else _("You resigned")
    return " – ".join(f"{score.name} {score.total}" for score in _scores(view, people))
