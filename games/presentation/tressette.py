"""Tressette on the page: the trick, the suit to follow, the declarations, the moves in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import tressette
from games.presentation import cards, tressette_sheet
from games.presentation.cards import Face, card_name, face
from games.presentation.endings import ending_reason
from games.presentation.game import HandCard, RulesInForce
from games.presentation.lines import (
    Line,
    Mark,
    card_count,
    common_line,
    deal_words,
    scored_words,
    status_words,
)
from games.presentation.people import People
from games.presentation.tressette_words import (
    declared_words,
    drawn_words,
    first_dealer_words,
    points_of,
    poor_hand_words,
    suit_name,
    trick_count,
)

folder = "tressette"
own_deck = ""
sorts_hand = True

card_names = cards.card_names
status = status_words
ending = ending_reason


def title() -> str:
    return "Tressette"


# What lies on the table and beside it


@dataclass(frozen=True, slots=True)
class Played:
    """A card of a trick at the place of whoever played it, or where it will lie."""

    seat: int
    place: str
    name: str
    face: Face | None
    leads: bool
    wins: bool
    awaited: str = ""
    """What the empty place of the seat to move says."""


@dataclass(frozen=True, slots=True)
class Drawn:
    name: str
    face: Face


@dataclass(frozen=True, slots=True)
class LastTrick:
    plays: tuple[Played, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Led:
    suit: str
    words: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The card that made the dealer, before the first play (2.5)."""

    face: Face
    words: str


@dataclass(frozen=True, slots=True)
class Table:
    """`stock` is None where there never is one. Without scripts a complete trick stays in its
    place until the next lead (`is_resting`)."""

    plays: tuple[Played, ...]
    is_resting: bool
    stock: int | None
    drawn: tuple[Drawn, ...]
    led: Led | None
    dealer_card: Shown | None
    last_trick: LastTrick | None


@dataclass(frozen=True, slots=True)
class Captured:
    """What a side has captured in this deal; `label` is for pairs."""

    side: int
    label: str
    points: str
    tricks: str


@dataclass(frozen=True, slots=True)
class Badge:
    """Points that a seat has declared; hollow until they count (6.9)."""

    points: int
    is_counted: bool
    words: str


@dataclass(frozen=True, slots=True)
class Beside:
    """What belongs to a seat: its backs, its declarations, and its captures if it plays alone."""

    backs: range
    badge: Badge | None
    captured: tuple[Captured, ...]


def facts(view: Mapping[str, Any]) -> tuple[str, str]:
    deal = view["deal"]
    return _("deal %(number)d") % {"number": deal["number"]}, _trick_number(deal)


def _trick_number(deal: Mapping[str, Any]) -> str:
    done = sum(pile["tricks"] for pile in deal["piles"])
    left = _tricks_left(deal)
    running = done + bool(left)
    return _("trick %(number)d/%(all)d") % {"number": running, "all": done + left}


def _tricks_left(deal: Mapping[str, Any]) -> int:
    """The trick on the table is one of them."""
    cards = sum(deal["hands"]) + deal["stock"] + len(deal["trick"])
    return int(cards // len(deal["hands"]))


def fit(view: Mapping[str, Any]) -> str:
    return "stock" if view["seats"] == 2 else "round"


def seat_words(view: Mapping[str, Any], seat: int) -> str:
    return card_count(view["deal"]["hands"][seat])


def seat(view: Mapping[str, Any], people: People, seat: int) -> Beside:
    side = people.side_of(seat)
    captured = (_captured(view, people, side),) if people.is_alone(side) else ()
    return Beside(range(view["deal"]["hands"][seat]), _badge(view, seat), captured)


def me(view: Mapping[str, Any], people: People) -> Beside:
    """My captures; where pairs play both sides', which are at no one's seat."""
    mine = people.my_side()
    sides = [mine] if people.is_alone(mine) else people.sides_mine_first()
    captured = tuple(_captured(view, people, side) for side in sides)
    return Beside(range(0), _badge(view, people.me), captured)


def _captured(view: Mapping[str, Any], people: People, side: int) -> Captured:
    pile = view["deal"]["piles"][side]
    label = "" if people.is_alone(side) else people.side_name(side)
    return Captured(side, label, points_of(pile["thirds"]), trick_count(pile["tricks"]))


def _badge(view: Mapping[str, Any], seat: int) -> Badge | None:
    mine = [one for one in view["deal"]["declarations"] if one["seat"] == seat]
    if not mine:
        return None
    points = sum(one["points"] for one in mine)
    is_counted = mine[0]["counted"]
    pattern = (
        _("declared: %(what)s")
        if is_counted
        else _("declared, pending until a point is captured: %(what)s")
    )
    return Badge(points, is_counted, pattern % {"what": declared_words(mine)})


def table(view: Mapping[str, Any], people: People) -> Table:
    deal = view["deal"]
    last = deal["last_trick"]
    is_resting = not deal["trick"] and last is not None
    return Table(
        plays=tuple(_places(view, people)),
        is_resting=is_resting,
        stock=deal["stock"] if view["seats"] == 2 else None,
        drawn=tuple(Drawn(people.name(one["seat"]), face(one["card"])) for one in deal["drawn"]),
        led=Led(deal["led_suit"], led_words(deal["led_suit"])) if deal["led_suit"] else None,
        dealer_card=_dealer_card(deal, people),
        last_trick=_last_trick(last, people) if last else None,
    )


def _places(view: Mapping[str, Any], people: People) -> Iterator[Played]:
    """A place for every seat, in order of play from mine."""
    deal = view["deal"]
    last = deal["last_trick"]
    rests = not deal["trick"] and last is not None
    plays, winner = (last["plays"], last["winner"]) if rests else (deal["trick"], deal["winning"])
    for seat in [people.me, *people.others()]:
        play = next((play for play in plays if play["seat"] == seat), None)
        is_awaited = play is None and deal["turn"] == seat == people.me
        yield Played(
            seat=seat,
            place=people.place(seat, tressette.direction),
            name=people.name(seat),
            face=face(play["card"]) if play else None,
            leads=bool(play) and plays[0] is play,
            wins=bool(play) and seat == winner,
            awaited=_("your card") if is_awaited else "",
        )


def led_words(suit: str) -> str:
    return _("Suit: %(suit)s") % {"suit": suit_name(suit)}


def _dealer_card(deal: Mapping[str, Any], people: People) -> Shown | None:
    card = deal["dealer_card"]
    if card is None or deal["last_move"] is not None:
        return None
    return Shown(face(card), first_dealer_words(card, deal["dealer"], people))


def _last_trick(trick: Mapping[str, Any], people: People) -> LastTrick:
    plays = tuple(
        Played(
            seat=play["seat"],
            place=people.place(play["seat"], tressette.direction),
            name=people.name(play["seat"]),
            face=face(play["card"]),
            leads=play is trick["plays"][0],
            wins=play["seat"] == trick["winner"],
        )
        for play in trick["plays"]
    )
    return LastTrick(plays, trick_words(trick, people))


# My hand


def hand(view: Mapping[str, Any]) -> tuple[HandCard, ...]:
    deal = view["deal"]
    legal = {entry["card"] for entry in deal["legal"]}
    reason = barred_words(deal["led_suit"]) if legal and deal["led_suit"] else ""
    return tuple(
        HandCard(face(card), move=card) if card in legal else HandCard(face(card), reason=reason)
        for card in deal["hand"] or ()
    )


def barred_words(suit: str) -> str:
    """Why a card may not be played (4.2)."""
    return _("not playable: you must follow %(suit)s") % {"suit": suit_name(suit)}


def options(view: Mapping[str, Any], chosen: str | None) -> str | None:
    """No choice but a sentence: which cards may be played to the trick."""
    deal = view["deal"]
    if not deal["legal"] or deal["led_suit"] is None:
        return None
    suit = suit_name(deal["led_suit"])
    if deal["must_follow"] is None:
        return _("You have no %(suit)s: play any card") % {"suit": suit}
    count = len(deal["legal"])
    pattern = ngettext(
        "You must follow %(suit)s: %(count)d card can be played",
        "You must follow %(suit)s: %(count)d cards can be played",
        count,
    )
    return pattern % {"suit": suit, "count": count}


# Moves


def last_move(view: Mapping[str, Any], log: Sequence[Mapping[str, Any]], people: People) -> str:
    """`Marta takes with three of cups: ⅔`, or whose card was played last, or who deals."""
    declared = _declared_with(log)
    drawn = view["deal"]["drawn"] if not view["deal"]["trick"] else ()
    said = _last_sentence(view, people)
    if declared:
        return f"{said} · " + _("declaration: %(what)s") % {"what": declared_words(declared)}
    if drawn:
        return f"{said} · " + _("Drawn: %(cards)s") % {"cards": drawn_words(drawn, people)}
    return said


def _declared_with(log: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """What was declared with the last card played."""
    for notice in reversed(log):
        if notice["kind"] == "declared":
            return tuple(notice["declarations"])
        if notice["kind"] in ("played", "dealt"):
            break
    return ()


def _last_sentence(view: Mapping[str, Any], people: People) -> str:
    deal = view["deal"]
    last = deal["last_move"]
    if last is None:
        card = deal["dealer_card"]
        return first_dealer_words(card, deal["dealer"], people) if card else ""
    if deal["trick"] or deal["last_trick"] is None:
        words = {"name": people.name(last["seat"]), "card": card_name(last["card"])}
        if people.is_me(last["seat"]):
            return _("You played %(card)s") % words
        return _("%(name)s played %(card)s") % words
    return trick_words(deal["last_trick"], people)


def trick_words(trick: Mapping[str, Any], people: People) -> str:
    """Who took a trick, with which card, for how much."""
    winner = trick["winner"]
    words = {
        "name": people.name(winner),
        "card": card_name(_card_of(trick, winner)),
        "points": points_of(trick["thirds"]),
    }
    if people.is_me(winner):
        return _("You take with %(card)s: %(points)s") % words
    return _("%(name)s takes with %(card)s: %(points)s") % words


def _card_of(trick: Mapping[str, Any], seat: int) -> str:
    return str(next(play["card"] for play in trick["plays"] if play["seat"] == seat))


def line(notice: Mapping[str, Any], people: People) -> Line | None:
    match notice["kind"]:
        case "dealer_drawn":
            return Line("", first_dealer_words(notice["card"], notice["dealer"], people))
        case "annulled" if notice["reason"] == "poor_hand":
            return Line("", poor_hand_words(notice["seats"], people), is_heading=True)
        case "dealt":
            return Line("", deal_words(notice, people), is_heading=True)
        case "played":
            return _played_line(notice, people)
        case "declared":
            return _declared_line(notice, people)
        case "trick":
            return _trick_line(notice, people)
        case "drawn":
            words = drawn_words(notice["cards"], people)
            return Line("", _("Drawn: %(cards)s") % {"cards": words})
        case "called_out":
            return Line(people.side_name(notice["side"]), "", (Mark("out", out_words(notice)),))
        case "scored":
            return Line("", scored_words(notice["sheet"], people))
        case _:
            return common_line(notice, people)


def _played_line(notice: Mapping[str, Any], people: People) -> Line:
    marks = []
    if notice["automatic"]:
        marks.append(Mark("automatic", _("time over: played automatically")))
    return Line(people.name(notice["seat"]), card_name(notice["card"]), tuple(marks))


def _declared_line(notice: Mapping[str, Any], people: People) -> Line:
    text = _("declaration: %(what)s") % {"what": declared_words(notice["declarations"])}
    marks = () if notice["counted"] else (Mark("pending", _("pending")),)
    return Line(people.name(notice["seat"]), text, marks)


def _trick_line(notice: Mapping[str, Any], people: People) -> Line:
    marks = []
    if notice["is_last"]:
        marks.append(Mark("last", _("last trick +1")))
    if notice["now_counted"]:
        marks.append(Mark("counted", now_counted_words(notice["now_counted"])))
    return Line("", trick_words(notice, people), tuple(marks))


def now_counted_words(points: int) -> str:
    return ngettext(
        "%(count)d declared point counts now", "%(count)d declared points count now", points
    ) % {"count": points}


def out_words(notice: Mapping[str, Any]) -> str:
    """Rule 8.4."""
    return _("Out! %(total)d points") % {"total": notice["total"]}


# Score and rules


def sheet(view: Mapping[str, Any], people: People) -> tressette_sheet.Sheet:
    return tressette_sheet.sheet(view["sheet"], people)


def rules(view: Mapping[str, Any]) -> RulesInForce:
    in_force = tressette.parse_rules(view["rules"])
    name = {
        "spizzichino": _("Tressette for two: spizzichino"),
        "pairs": _("Tressette in pairs"),
        "individuals": _("Tressette, each alone"),
    }[in_force.name]
    return RulesInForce(name, tuple(_sentences(in_force)), is_custom=False)


def _sentences(in_force: tressette.Rules) -> Iterator[str]:
    if in_force.call_out:
        pattern = _("The match ends at the instant a side has %(target)d points")
    else:
        pattern = _("The first to %(target)d points at the end of a deal wins; level, one more")
    yield pattern % {"target": in_force.target}
    if in_force.partners:
        yield _("Four play in pairs: partners face each other and share tricks and points")
    yield _("Follow suit if you can; the strongest card of the suit led takes: 3 2 A R C F 7 6 5 4")
    if in_force.seat_counts == (2,):
        yield _("After each trick both draw from the stock, the winner first, for all to see")
    yield _("An ace is a point, a three, two or figure a third; the last trick is a point")
    yield _("Each side's sum is rounded down to whole points")
    if in_force.declarations:
        yield _("Declarations are made for you; they count once your side has captured a third")
    else:
        yield _("No declarations")
    if in_force.redeal_poor_hand:
        yield _("A hand without honours and with fewer than three figures is dealt again")
