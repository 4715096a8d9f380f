"""How a match ends, in words: who won, who was late or gone, or why nobody wins.

Rule numbers are those of docs/rules/clocks.md.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.cards import joined
from games.presentation.people import People

FORFEITS = frozenset({"start", "drop", "invitation", "drops", "bank", "resigned"})
"""Reasons by which a match ends that no score tells."""


def forfeit_words(seat: int, reason: str, people: People) -> str:
    """Why a seat is out of the match, or why its side lost."""
    return _forfeit_pattern(reason, mine=people.is_me(seat)) % {"name": people.name(seat)}


def _forfeit_pattern(reason: str, *, mine: bool) -> str:
    match reason:
        case "start":
            if mine:
                return _("You did not press start in time")
            return _("%(name)s did not press start in time")
        case "drop":
            return (
                _("You did not come back in time")
                if mine
                else _("%(name)s did not come back in time")
            )
        case "invitation":
            if mine:
                return _("You did not follow the invitation to the table in time")
            return _("%(name)s did not follow the invitation to the table in time")
        case "drops":
            if mine:
                return _("You left or lost the connection a third time")
            return _("%(name)s left or lost the connection a third time")
        case "bank":
            return _("Your time bank is empty") if mine else _("The time bank of %(name)s is empty")
        case "resigned":
            return _("You resigned") if mine else _("%(name)s resigned")
        case _:
            return _("You are out of the match") if mine else _("%(name)s is out of the match")


def out_words(seat: int, reason: str, people: People) -> str:
    """Of a seat that forfeits; where several sides play, the others play on (7.2)."""
    why = forfeit_words(seat, reason, people)
    if len(people.sides) == 2:
        return why
    return _("%(why)s: out of the match") % {"why": why}


def is_void(verdict: Mapping[str, Any]) -> bool:
    """Whether nobody won and nobody is placed: the match counts for nothing."""
    return verdict["winner"] is None and not verdict.get("placements")


def verdict_words(verdict: Mapping[str, Any], people: People) -> str:
    """The title of the end, from a result or the notice of it."""
    if is_void(verdict):
        return _("The match is void: nobody wins")
    return winner_words(verdict["winner"], people)


def winner_words(winner: int | None, people: People) -> str:
    if winner is None:
        return _("Nobody won the match")
    if winner == people.my_side():
        return _("You won the match")
    if not people.is_alone(winner):
        return _("You lost the match")
    return _("%(name)s won the match") % {"name": people.side_name(winner)}


def ending_reason(view: Mapping[str, Any], people: People) -> str:
    """Why the match ended as it did: who was late or gone, or the score."""
    result = view["result"]
    if is_void(result):
        return void_words(view, people)
    if result["reason"] not in FORFEITS:
        return score_words(view, people)
    if len(people.sides) > 2:
        return last_left_words(view, people)
    if result["reason"] == "resigned":
        return _side_resigned_words(result, people)
    loser = 1 - result["winner"]
    return ". ".join(
        forfeit_words(seat, result["reason"], people)
        for seat in people.sides[loser]
        if view["people"][seat]["forfeited"]
    )


def score_words(view: Mapping[str, Any], people: People) -> str:
    return " – ".join(
        f"{people.side_name(side)} {view['totals'][side]}" for side in people.sides_mine_first()
    )


def _side_resigned_words(result: Mapping[str, Any], people: People) -> str:
    won = result["winner"] == people.my_side()
    if people.is_alone(people.my_side()):
        return _("Your opponent resigned") if won else _("You resigned")
    return _("The other pair resigned") if won else _("Your pair resigned")


def last_left_words(view: Mapping[str, Any], people: People) -> str:
    """Rule 7.2: why each of the others is out, and the places."""
    out = [
        forfeit_words(seat, view["people"][seat]["forfeited"] or "resigned", people)
        for seat in view["resigned"]
    ]
    return f"{'. '.join(out)}. {placed_words(view['result'], people)}"


def placed_words(result: Mapping[str, Any], people: People) -> str:
    """`1. Anna, 2. You, 3. Carla`."""
    places = result["placements"]
    order = sorted(range(len(places)), key=lambda side: (places[side], side))
    return ", ".join(f"{places[side]}. {people.side_name(side)}" for side in order)


def void_words(view: Mapping[str, Any], people: People) -> str:
    """Why nobody wins, and who was away then."""
    why = _void_reason(view, people)
    away = view["result"].get("away")
    if not away:
        return why
    me_first = sorted(away, key=lambda seat: not people.is_me(seat))
    names = joined(people.name(seat) for seat in me_first)
    return _("%(why)s. Away from the table: %(names)s") % {"why": why, "names": names}


def _void_reason(view: Mapping[str, Any], people: People) -> str:
    match view["result"]["reason"]:
        case "start":
            if view["started"]:
                return _("Not everybody pressed start in time")
            return _("Nobody pressed start in time")
        case "both_dropped":
            return _("Nobody came back in time")
        case "ended":
            return _("It was ended because somebody was away")
        case "idle":
            return _idle_words(view["policy"]["idle_ms"] // HOUR_MS)
        case "away":
            return _automatic_words(view, people)
        case _:
            return _("Somebody did not come back in time")


HOUR_MS = 3_600_000


def _idle_words(count: int) -> str:
    """Rule 2.6."""
    return ngettext(
        "There was no move for %(count)d hour", "There was no move for %(count)d hours", count
    ) % {"count": count}


def _automatic_words(view: Mapping[str, Any], people: People) -> str:
    """Rule 2.4: who let so many moves be made automatically."""
    limit = view["policy"]["automatic_limit"]
    away = [seat for seat, one in enumerate(view["people"]) if one["automatic"] >= limit]
    return _("%(count)d moves in a row were made automatically: %(names)s") % {
        "count": limit,
        "names": joined(people.name(seat) for seat in away),
    }
