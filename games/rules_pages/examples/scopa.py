"""Examples of the fishing games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cases import RULE_SETS, Case
from games.engine.cards import parse_card, parse_cards
from games.engine.primiera import prime_value, primiera
from games.engine.scopa_rules import Capture
from games.presentation.cards import SUIT_NAMES, card_name, joined, rank, ranks
from games.rules_pages.examples.drawing import (
    PEOPLE,
    Drawing,
    Figures,
    Line,
    Look,
    Picture,
    Row,
    counted,
    named,
    pictures,
    points,
)


def _table(cards: Sequence[str]) -> Line:
    label = _("On the table")
    return Line(label, pictures(cards)) if cards else Line(label, words=_("nothing"))


def _arithmetic(case: Case, card: str, take: Sequence[str]) -> str:
    if RULE_SETS[case.ruleset].capture is Capture.FIFTEEN:
        together = (card, *take)
        return f"{ranks(together)} = {sum(map(rank, together))}"
    return f"{rank(card)} = {ranks(take)}" if len(take) > 1 else ""


def _capture(case: Case, answer: Any) -> Drawing:
    card = case.input["card"]
    takes = tuple(
        Line(
            cards=pictures(take),
            words=_arithmetic(case, card, take),
            mark=_("Sweep!") if sweeps else "",
        )
        for take, sweeps in zip(answer["captures"], answer["scopa"], strict=True)
    )
    if len(takes) > 1:
        takes = tuple(
            Line(_("It takes") if number == 0 else _("or"), take.cards, take.words, take.mark)
            for number, take in enumerate(takes)
        )
    elif takes:
        takes = (Line(_("It takes"), takes[0].cards, takes[0].words, takes[0].mark),)
    else:
        takes = (Line(words=_("It takes nothing and stays on the table.")),)
    return Drawing((_table(case.input["table"]), Line(_("You play"), pictures([card]))), takes)


def _legal(case: Case, answer: Any) -> Drawing:
    return Drawing(
        (_table(case.input["table"]), Line(_("Your hand"), pictures(case.input["hand"]))),
        tuple(
            Line(cards=pictures([card]), words=_playable_words(takes))
            for card, takes in answer["legal"]
        ),
    )


def _playable_words(takes: Sequence[Sequence[str]]) -> str:
    if not takes:
        return _("may be played: it takes nothing")
    cards = _(" or ").join(joined(map(card_name, take)) for take in takes)
    return _("may be played: it takes %(cards)s") % {"cards": cards}


def _deal(case: Case, answer: Any) -> Drawing:
    dealer = PEOPLE[case.input["dealer"]]
    given = Line(
        _("Face up"), pictures(case.input["table"]), _("%(name)s deals") % {"name": dealer}
    )
    return Drawing((given,), (Line(words=_deal_words(answer, dealer)),))


def _deal_words(answer: Any, dealer: str) -> str:
    first = PEOPLE[answer["first"]]
    match answer["outcome"]:
        case "redeal":
            return _("The cards are thrown in, and %(name)s deals again.") % {"name": dealer}
        case "award":
            made = ngettext(
                "%(name)s has made a sweep before the first card is played.",
                "%(name)s has made %(count)d sweeps before the first card is played.",
                answer["scope"],
            ) % {"name": PEOPLE[answer["award_to"]], "count": answer["scope"]}
            then = _("%(name)s begins with an empty table.") % {"name": first}
            return f"{made} {then}"
        case _:
            return _("The cards stay there, and %(name)s begins.") % {"name": first}


CATEGORIES = ("carte", "denari", "settebello", "primiera", "scope")


def _category_names() -> Mapping[str, str]:
    return {
        "carte": _("Cards"),
        "denari": _("Coins"),
        "settebello": _("Settebello"),
        "primiera": _("Primiera"),
        "scope": _("Sweeps"),
    }


def _score(case: Case, answer: Any) -> Drawing:
    data = case.input
    if "piles" in data:
        piles, sides = data["piles"], [[0], [1]]
    else:
        sides = [[0, 2], [1, 3]]
        piles = [[card for seat in side for card in data["piles_by_seat"][seat]] for side in sides]
    names = tuple(map(named, sides))
    rows = [
        Row(_category_names()[category], counted(answer["points"][category]))
        for category in CATEGORIES
    ]
    rows.append(Row(_("Together"), counted(answer["total"]), is_sum=True))
    return Drawing(
        tuple(
            Line(name, _best_cards(pile), _pile_words(pile, detail["sum"]))
            for name, pile, detail in zip(names, piles, answer["primiera_detail"], strict=True)
        ),
        figures=Figures(("", *names), tuple(rows)),
    )


def _best_cards(pile: Sequence[str]) -> tuple[Picture, ...]:
    """The cards of the primiera, each with its value."""
    best = primiera(parse_cards(" ".join(pile))).best
    return tuple(
        Picture(card.text, card_name(card.text), note=str(prime_value(card)))
        for card in best
        if card is not None
    )


def _pile_words(pile: Sequence[str], total: int) -> str:
    cards = ngettext("%(count)d card", "%(count)d cards", len(pile)) % {"count": len(pile)}
    coins = [card for card in pile if parse_card(card).suit.value == "D"]
    of_coins = f"{len(coins)} {SUIT_NAMES[parse_card('7D').suit]}"
    primiera_words = _("primiera %(total)d") % {"total": total}
    return f"{cards}, {of_coins}, {primiera_words}"


def _end(case: Case, answer: Any) -> Drawing:
    last = case.input["last_capturer"]
    given = [_table(case.input["table"])]
    if last is not None:
        captured = _("The last capture was made by %(name)s.") % {"name": PEOPLE[last]}
        given.append(Line(words=captured))
    for play in case.input["plays"]:
        label = _("%(name)s takes") if play["take"] else _("%(name)s plays")
        label %= {"name": PEOPLE[play["seat"]]}
        cards = (*pictures([play["card"]], Look.BEST), *pictures(play["take"]))
        given.append(Line(label, cards, "" if play["take"] else _("takes nothing")))
    return Drawing(tuple(given), tuple(_end_lines(answer)))


def _end_lines(answer: Any) -> list[Line]:
    lines = []
    sweeps = [(side, count) for side, count in enumerate(answer["scopa"]) if count]
    lines += [
        Line(words=_("The last cards bring a sweep to %(name)s.") % {"name": PEOPLE[side]})
        for side, _count in sweeps
    ] or [Line(words=_("The last cards bring no sweep."))]
    if answer["leftovers"]:
        name = PEOPLE[answer["leftovers_to"]]
        label = _("%(name)s collects") % {"name": name}
        lines.append(Line(label, pictures(answer["leftovers"])))
    return lines


def _points(case: Case, answer: Any) -> Drawing:
    data = case.input
    rows = (
        Row(_("Before"), counted(data["totals_before"])),
        Row(_("This deal"), counted(data["hand_points"])),
        Row(_("After"), counted(answer["totals"]), is_sum=True),
    )
    target = data["target"]
    words = _("A single deal") if target is None else _("Target: %(points)s")
    if answer["winner"] is None:
        verdict = _("Nobody has won yet: another deal is played.")
    else:
        verdict = _("%(name)s has won the match.") % {"name": PEOPLE[answer["winner"]]}
    return Drawing(
        (Line(words=words % {"points": points(target or 0)}),),
        (Line(words=verdict),),
        Figures(("", *PEOPLE[:2]), rows),
    )


DRAWERS: Mapping[tuple[str, str], Callable[[Case, Any], Drawing]] = {
    ("capture", ""): _capture,
    ("capture", "legal"): _legal,
    ("deal", ""): _deal,
    ("score", ""): _score,
    ("end", ""): _end,
    ("match", "points"): _points,
    ("match", "single"): _points,
}
