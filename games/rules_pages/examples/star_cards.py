"""Examples of Star Cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.cases import Case
from games.presentation.star_cards_words import card_name
from games.rules_pages.examples.drawing import (
    PEOPLE,
    Drawing,
    Figures,
    Line,
    Look,
    Picture,
    Row,
)

DECK = "star-cards"


def _cards(
    cards: Iterable[str], look: Look = Look.PLAIN, notes: Iterable[str] = ()
) -> tuple[Picture, ...]:
    left = iter(notes)
    return tuple(Picture(card, card_name(card), look, next(left, "")) for card in cards)


def _person(seat: int | str) -> str:
    return _("the dummy") if isinstance(seat, str) else PEOPLE[seat]


def _legal(case: Case, answer: Any) -> Drawing:
    trick, hand = case.input["trick"], case.input["hand"]
    lies = Line(_("The trick"), _cards(trick, notes=PEOPLE))
    choice = tuple(
        Picture(card, card_name(card), Look.PLAIN if card in answer else Look.FAINT)
        for card in hand
    )
    return Drawing(
        (lies if trick else Line(_("The trick"), words=_("nothing yet: you lead")),),
        (Line(_("You may play"), choice),),
        deck=DECK,
    )


def _trick(case: Case, answer: Any) -> Drawing:
    trick = case.input["trick"]
    winner = None if answer is None else answer["seat"]
    cards = tuple(
        Picture(card, card_name(card), Look.BEST if seat == winner else Look.PLAIN, PEOPLE[seat])
        for seat, card in enumerate(trick)
    )
    return Drawing(
        (Line(_("Trump card"), _cards([case.input["top"]])), Line(_("The trick"), cards)),
        (Line(words=_won_words(answer)),),
        deck=DECK,
    )


def _won_words(answer: Any) -> str:
    if answer is None:
        return _("Nobody wins the trick.")
    reasons = {
        "super-trump": _("%(name)s wins with a super-trump."),
        "trump": _("%(name)s wins with the highest trump."),
        "lead": _("%(name)s wins with the highest card of the led colour."),
    }
    return reasons[answer["by"]] % {"name": PEOPLE[answer["seat"]]}


def _resolve(case: Case, answer: Any) -> Drawing:
    data, winner = case.input, answer["winner"]
    trick = tuple(
        Picture(card, card_name(card), Look.BEST if seat == winner else Look.PLAIN, _person(seat))
        for seat, card in data["trick"]
    )
    lines = [_winner_line(winner)]
    if data.get("collect") and answer["collections"] != data["collections"]:
        label = _("%(name)s takes") % {"name": _person(winner)}
        lines.append(Line(label, _cards([data["collect"]])))
    if "top" in answer:
        lines.append(Line(_("Next trump card"), _cards([answer["top"]])))
        lines.append(Line(words=_("%(name)s leads.") % {"name": PEOPLE[answer["leader"]]}))
    lines += [Line(words=words) for words in _over_words(answer)]
    rows = tuple(
        Row(
            PEOPLE[seat],
            (
                _change(_ranks(data["collections"][seat]), _ranks(answer["collections"][seat])),
                _change(
                    _lights(data["lights"][seat], star=data["star"] == seat),
                    _lights(answer["lights"][seat], star=answer.get("star") == seat),
                ),
            ),
        )
        for seat in range(data["players"])
    )
    return Drawing(
        (Line(_("Trump card"), _cards([data["top"]])), Line(_("The trick"), trick)),
        tuple(lines),
        Figures(("", _("Ranks"), _("Lights")), rows),
        deck=DECK,
    )


def _winner_line(winner: int | str | None) -> Line:
    if winner is None:
        return Line(words=_("Nobody wins the trick."))
    if isinstance(winner, str):
        return Line(words=_("The dummy wins: nobody takes a card."))
    return Line(words=_("%(name)s wins the trick.") % {"name": PEOPLE[winner]})


def _over_words(answer: Any) -> Iterable[str]:
    if answer["over"] is None:
        return
    name = {"name": PEOPLE[answer["over_seat"]]}
    if answer["over"] == "six ranks":
        yield _("%(name)s has all six ranks and wins.") % name
    else:
        yield _("%(name)s is out of light: the deal is over.") % name


def _ranks(collection: Iterable[str]) -> str:
    return " ".join(sorted(card[1] for card in collection)) or "–"


def _lights(lights: int, *, star: bool) -> str:
    """`3 ★`: whoever has the black star bears the mark."""
    return f"{lights} ★" if star else str(lights)


def _change(before: str, after: str) -> str:
    return before if before == after else f"{before} → {after}"


DRAWERS: Mapping[tuple[str, str], Callable[[Case, Any], Drawing]] = {
    ("legal", ""): _legal,
    ("trick", ""): _trick,
    ("resolve", ""): _resolve,
}
