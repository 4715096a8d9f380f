"""Examples of Tressette."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cases import Case
from games.engine.cards import Suit
from games.presentation.cards import SUIT_NAMES, card_name
from games.rules_pages.examples.drawing import (
    PEOPLE,
    Drawing,
    Figures,
    Line,
    Look,
    Picture,
    Row,
    counted,
    in_thirds,
    named,
    pictures,
    points,
)
from games.templatetags.cards import NAMED_RANKS

SIDES: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "spizzichino": ((0,), (1,)),
    "pairs": ((0, 2), (1, 3)),
}


def _sides(case: Case) -> tuple[str, ...]:
    return tuple(map(named, SIDES[case.ruleset]))


def _suit(letter: str) -> str:
    return str(SUIT_NAMES[Suit(letter)])


def _legal(case: Case, answer: Any) -> Drawing:
    led = case.input["led"]
    words = _("nothing yet: you lead") if led is None else _suit(led)
    return Drawing(
        (Line(_("Led suit"), words=words),),
        (Line(_("You may play"), _choice(case.input["hand"], answer)),),
    )


def _choice(hand: Sequence[str], allowed: Sequence[str]) -> tuple[Picture, ...]:
    return tuple(
        Picture(card, card_name(card), Look.PLAIN if card in allowed else Look.FAINT)
        for card in hand
    )


def _by_players(plays: Sequence[Sequence[Any]], best: int | None = None) -> tuple[Picture, ...]:
    return tuple(
        Picture(card, card_name(card), Look.BEST if seat == best else Look.PLAIN, note=PEOPLE[seat])
        for seat, card in plays
    )


def _trick(case: Case, answer: Any) -> Drawing:
    winner = answer["winner"]
    worth = points_in_thirds(answer["thirds"])
    lines = [
        Line(
            words=_("%(name)s takes the trick, worth %(points)s.")
            % {"name": PEOPLE[winner], "points": worth}
        )
    ]
    if answer.get("last_trick_points"):
        more = points(answer["last_trick_points"])
        lines.append(Line(words=_("It is the last one: %(points)s more.") % {"points": more}))
    if "draws" in answer:
        lines.append(Line(_("From the stock"), _by_players(answer["draws"])))
    return Drawing((Line(_("The trick"), _by_players(case.input["plays"], winner)),), tuple(lines))


def points_in_thirds(thirds: int) -> str:
    """`1⅓ points`."""
    if thirds == 0:
        return _("nothing")
    if thirds < 3:
        return _("%(number)s of a point") % {"number": in_thirds(thirds)}
    if thirds % 3 == 0:
        return points(thirds // 3)
    return _("%(number)s points") % {"number": in_thirds(thirds)}


def _score(case: Case, answer: Any) -> Drawing:
    data = case.input
    names = _sides(case)
    rows = []
    if "card_thirds" in data:
        rows.append(Row(_("Cards"), tuple(map(in_thirds, data["card_thirds"]))))
        last = [3 * (side == data["last"]) for side in range(len(names))]
        rows.append(Row(_("Last trick"), tuple(in_thirds(thirds) for thirds in last)))
    rows.append(Row(_("Together"), tuple(map(in_thirds, answer["thirds"]))))
    rows.append(Row(_("Rounded down"), counted(answer["points"]), is_sum=True))
    if "accusi" in answer:
        rows.append(Row(_("Declarations"), counted(answer["accusi"])))
        rows.append(Row(_("The deal"), counted(answer["hand_total"]), is_sum=True))
    given: tuple[Line, ...] = ()
    if "sides" in data:
        given = tuple(
            Line(name, pictures(cards)) for name, cards in zip(names, data["sides"], strict=True)
        )
    return Drawing(given, figures=Figures(("", *names), tuple(rows)))


def _holding(case: Case, answer: Any) -> Drawing:
    declared = tuple(_declaration(one) for one in answer["list"])
    nothing = (Line(words=_("There is nothing to declare.")),)
    total = Line(words=_("Together: %(points)s.") % {"points": points(answer["points"])})
    if len(declared) > 1:
        declared = (*declared, total)
    return Drawing((Line(_("Your hand"), pictures(case.input["hand"])),), declared or nothing)


def _declaration(one: Mapping[str, Any]) -> Line:
    if one["kind"] == "napoletana":
        cards = [f"{rank}{one['suit']}" for rank in (1, 2, 3)]
        label = _("Napoletana")
    else:
        cards = [f"{one['rank']}{suit.value}" for suit in Suit if suit.value != one["missing"]]
        label = _("Bongioco")
    return Line(label, pictures(cards), points(one["points"]))


def _sequence(case: Case, answer: Any) -> Drawing:
    declared = iter(answer["per_play"])
    lines = []
    for step in case.input["steps"]:
        if "draw" in step:
            lines.append(Line(_("You draw"), pictures([step["draw"]])))
            continue
        gained = next(declared)
        words = _("declared: %(points)s") % {"points": points(gained)} if gained else ""
        lines.append(Line(_("You play"), pictures([step["play"]]), words))
    total = _("Together: %(points)s.") % {"points": points(answer["total"])}
    return Drawing(
        (Line(_("Your hand"), pictures(case.input["hand"])),), (*lines, Line(words=total))
    )


def _redeal(case: Case, answer: Any) -> Drawing:
    hand = case.input["hands"][0]
    words = _("The deal is annulled.") if answer["redeal"] else _("The deal is played.")
    return Drawing(
        (Line(_("The hand of %(name)s") % {"name": PEOPLE[0]}, pictures(hand)),),
        (Line(words=words),),
    )


def _first_dealer(case: Case, answer: Any) -> Drawing:
    given = tuple(
        Line(
            PEOPLE[seat],
            tuple(
                Picture(card, card_name(card), Look.BEST if card == answer["card"] else Look.PLAIN)
                for card in hand
            ),
        )
        for seat, hand in enumerate(case.input["hands"])
    )
    words = _("%(dealer)s has the %(card)s and deals; %(leader)s leads.") % {
        "dealer": PEOPLE[answer["dealer"]],
        "card": card_name(answer["card"]),
        "leader": PEOPLE[answer["leader"]],
    }
    return Drawing(given, (Line(words=words),))


def _end(case: Case, answer: Any) -> Drawing:
    data, names = case.input, _sides(case)
    at_event = answer["at_event"]
    rows = [Row(_("Before"), counted(data["totals"]))]
    for number, event in enumerate(data["events"]):
        gained = ["" for _name in names]
        gained[event["side"]] = _gain(event)
        is_past = answer["ended"] and number > at_event
        rows.append(Row(_event_name(event), tuple(gained), is_past=is_past))
    rows.append(Row(_("After"), counted(answer["totals"]), is_sum=True))
    return Drawing(
        (Line(words=_("Target: %(points)s") % {"points": points(data["target"])}),),
        (Line(words=_end_words(answer, names)),),
        Figures(("", *names), tuple(rows)),
    )


def _gain(event: Mapping[str, Any]) -> str:
    if event["t"] == "accusa":
        return f"+{event['points']}"
    return f"+{in_thirds(event['thirds'])}" + (" +1" if event.get("last") else "")


def _event_name(event: Mapping[str, Any]) -> str:
    if event["t"] == "accusa":
        return _("Declaration")
    return _("Last trick") if event.get("last") else _("Trick")


def _end_words(answer: Any, names: Sequence[str]) -> str:
    if not answer["ended"]:
        return _("Nobody has won yet.")
    winners = len(names[0].split(_(" and ")))
    return ngettext("%(name)s has won the match.", "%(name)s have won the match.", winners) % {
        "name": names[answer["winner"]]
    }


def lettered(drawing: Drawing) -> Drawing:
    """With letters for indices where the table has them, too: 10 would mislead beside 3."""
    return replace(
        drawing,
        given=tuple(map(_lettered_line, drawing.given)),
        answer=tuple(map(_lettered_line, drawing.answer)),
    )


def _lettered_line(line: Line) -> Line:
    cards = tuple(
        replace(card, index="k") if card.text[:-1] in NAMED_RANKS else card for card in line.cards
    )
    return replace(line, cards=cards)


DRAWERS: Mapping[tuple[str, str], Callable[[Case, Any], Drawing]] = {
    ("legal", ""): _legal,
    ("trick", ""): _trick,
    ("score", "thirds"): _score,
    ("score", "cards"): _score,
    ("accusi", "holding"): _holding,
    ("accusi", "sequence"): _sequence,
    ("redeal", "check"): _redeal,
    ("redeal", "first_dealer"): _first_dealer,
    ("end", ""): _end,
}
