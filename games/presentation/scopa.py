"""Scopa, Escoba and Scopa di 15 on the page: the table, the captures, the moves in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import registry
from games.presentation import scopa_rules, scopa_sheet
from games.presentation.cards import (
    Face,
    card_name,
    card_names,
    face,
    faces,
    joined,
    rank,
    ranks,
    ranks_sum,
)
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

SETTEBELLO = "7D"
SWEEPS_DRAWN = 3  # more are written as a number
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Pile:
    """A side's captured cards: how many, and the cards that swept. `label` is for pairs."""

    side: int
    label: str
    cards: int
    drawn: tuple[Face, ...]
    more: int
    words: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Another player's cards: how many backs, and the pile, unless a pair shares one."""

    backs: range
    pile: Pile | None


@dataclass(frozen=True, slots=True)
class Table:
    stock: int
    layout: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One capture of a card: what a form sends for it, and what it says."""

    move: str
    letter: str
    sum: str
    words: str
    has_settebello: bool
    sweeps: bool


@dataclass(frozen=True, slots=True)
class Options:
    """The captures of one card of the hand, in the order of the list: clocks.md 2.3."""

    card: Face
    captures: tuple[Option, ...]
    sweep: str


@dataclass(frozen=True)
class FishingPage:
    """One of the three games; they differ in a few words and in their rules."""

    name: str
    name_shown: str | Promise
    cry: str | Promise
    """What is called at a sweep."""
    sweep: str | Promise
    sweeps: str | Promise
    """What a sweep is called in this game."""

    folder = "scopa"
    own_deck = ""
    sorts_hand = False

    status = staticmethod(status_words)
    ending = staticmethod(ending_reason)
    card_names = staticmethod(card_names)

    def title(self) -> str:
        return str(self.name_shown)

    def sweep_count(self, count: int) -> str:
        if self.name == "escoba":
            return ngettext("%(count)d escoba", "%(count)d escobas", count) % {"count": count}
        return ngettext("%(count)d sweep", "%(count)d sweeps", count) % {"count": count}

    # --- the table --------------------------------------------------------------------------

    def facts(self, view: Mapping[str, Any]) -> tuple[str, str]:
        return (
            _("deal %(number)d") % {"number": view["deal"]["number"]},
            _("stock %(count)d") % {"count": view["deal"]["stock"]},
        )

    def fit(self, view: Mapping[str, Any]) -> str:
        """How large the cards of the layout are drawn: `large`, `medium` or `small`."""
        cards = len(view["deal"]["layout"])
        if cards <= 10:
            return "large"
        return "medium" if cards <= 18 else "small"

    def seat_words(self, view: Mapping[str, Any], seat: int) -> str:
        return card_count(view["deal"]["hands"][seat])

    def seat(self, view: Mapping[str, Any], people: People, seat: int) -> Seat:
        side = people.side_of(seat)
        pile = self._pile(view, people, side) if people.is_alone(side) else None
        return Seat(range(view["deal"]["hands"][seat]), pile)

    def me(self, view: Mapping[str, Any], people: People) -> tuple[Pile, ...]:
        """My pile; where pairs play both sides', since a pair's pile is at no one's seat."""
        mine = people.my_side()
        sides = [mine] if people.is_alone(mine) else people.sides_mine_first()
        return tuple(self._pile(view, people, side) for side in sides)

    def _pile(self, view: Mapping[str, Any], people: People, side: int) -> Pile:
        data = view["deal"]["piles"][side]
        sweeps: Sequence[str] = data["sweeps"]
        taken = ngettext("%(count)d card taken", "%(count)d cards taken", data["cards"])
        words = taken % {"count": data["cards"]}
        if sweeps:
            words = f"{words}, {self.sweep_count(len(sweeps))}"
        label = "" if people.is_alone(side) else people.side_name(side)
        return Pile(
            side=side,
            label=label,
            cards=data["cards"],
            drawn=faces(sweeps[-SWEEPS_DRAWN:]),
            more=max(0, len(sweeps) - SWEEPS_DRAWN),
            words=f"{label}: {words}" if label else words,
        )

    def table(self, view: Mapping[str, Any], _people: People) -> Table:
        return Table(view["deal"]["stock"], faces(view["deal"]["layout"]))

    def hand(self, view: Mapping[str, Any]) -> tuple[HandCard, ...]:
        legal = view["deal"]["legal"]
        return tuple(_hand_card(card, legal) for card in view["deal"]["hand"] or ())

    def options(self, view: Mapping[str, Any], chosen: str | None) -> Options | None:
        entry = _entry(view["deal"]["legal"], chosen)
        if entry is None or len(entry["captures"]) < 2:
            return None
        captures = tuple(_option(view, entry, number) for number in range(len(entry["captures"])))
        return Options(face(entry["card"]), captures, str(self.sweep))

    # --- moves ------------------------------------------------------------------------------

    def last_move(
        self, view: Mapping[str, Any], log: Sequence[Mapping[str, Any]], people: People
    ) -> str:
        """`Marta played six of swords and took 4 + 2`; before the first move, the award."""
        move = view["deal"]["last_move"]
        if move is None:
            award = _award_of(log, view["deal"]["number"])
            return "" if award is None else self._award_sentence(award, people)
        words = {
            "name": people.name(move["seat"]),
            "card": card_name(move["card"]),
            "cards": ranks(move["take"]),
        }
        return _last_move_pattern(people.is_me(move["seat"]), bool(move["take"])) % words

    def line(self, notice: Mapping[str, Any], people: People) -> Line | None:
        match notice["kind"]:
            case "dealt":
                return Line("", deal_words(notice, people), is_heading=True)
            case "awarded":
                return self._awarded(notice, people)
            case "played":
                return self._played(notice, people)
            case "leftovers" if notice["cards"]:
                cards = joined(card_name(card) for card in notice["cards"])
                text = _("the last cards of the table: %(cards)s") % {"cards": cards}
                return Line(people.side_name(notice["side"]), text)
            case "scored":
                return Line("", scored_words(notice["sheet"], people))
            case _:
                return common_line(notice, people)

    def _played(self, notice: Mapping[str, Any], people: People) -> Line:
        words = {"card": card_name(notice["card"]), "cards": ranks(notice["take"])}
        text = _("%(card)s takes %(cards)s") if notice["take"] else _("%(card)s, no capture")
        marks = []
        if notice["sweep"]:
            marks.append(Mark("sweep", str(self.cry)))
        if notice["take"] and SETTEBELLO in (notice["card"], *notice["take"]):
            marks.append(Mark("settebello", _("settebello")))
        if notice["automatic"]:
            marks.append(Mark("automatic", _("time over: played automatically")))
        return Line(people.name(notice["seat"]), text % words, tuple(marks))

    def _awarded(self, notice: Mapping[str, Any], people: People) -> Line:
        sums = joined(map(ranks_sum, notice["groups"]))
        text = _("the cards dealt face up: %(sums)s") % {"sums": sums}
        count = notice["count"]
        mark = str(self.cry) if count == 1 else self.sweep_count(count)
        return Line(people.name(notice["seat"]), text, (Mark("sweep", mark),))

    def _award_sentence(self, notice: Mapping[str, Any], people: People) -> str:
        pattern = (
            _("You get the cards dealt face up: %(sums)s, %(sweeps)s")
            if people.is_me(notice["seat"])
            else _("%(name)s gets the cards dealt face up: %(sums)s, %(sweeps)s")
        )
        return pattern % {
            "name": people.name(notice["seat"]),
            "sums": joined(map(ranks_sum, notice["groups"])),
            "sweeps": self.sweep_count(notice["count"]),
        }

    # --- score and rules --------------------------------------------------------------------

    def sheet(self, view: Mapping[str, Any], people: People) -> scopa_sheet.Sheet:
        return scopa_sheet.sheet(view["sheet"], people, str(self.sweeps), self.sweep_count)

    def rules(self, view: Mapping[str, Any]) -> RulesInForce:
        parsed = registry.GAMES[self.name].parse_rules(view["rules"])
        return scopa_rules.in_force(parsed, view["seats"], str(self.sweep))


SCOPA = FishingPage(
    "scopa", "Scopa", gettext_lazy("Scopa!"), gettext_lazy("scopa"), gettext_lazy("Sweeps")
)
ESCOBA = FishingPage(
    "escoba", "Escoba", gettext_lazy("Escoba!"), gettext_lazy("escoba"), gettext_lazy("Escobas")
)
SCOPA15 = FishingPage("scopa15", "Scopa di 15", SCOPA.cry, SCOPA.sweep, SCOPA.sweeps)


def move_text(card: str, capture: Sequence[str]) -> str:
    return f"{card}x{'+'.join(capture)}" if capture else card


def _entry(legal: Sequence[Mapping[str, Any]], card: str | None) -> Mapping[str, Any] | None:
    return next((one for one in legal if one["card"] == card), None)


def _hand_card(card: str, legal: Sequence[Mapping[str, Any]]) -> HandCard:
    entry = _entry(legal, card)
    if entry is None:
        return HandCard(face(card), reason=duty_words() if legal else "")
    captures = entry["captures"]
    if len(captures) > 1:
        return HandCard(face(card), has_options=True, words=capture_words(captures))
    move = move_text(card, captures[0] if captures else ())
    return HandCard(face(card), move=move, words=capture_words(captures))


def duty_words() -> str:
    """Why a card may not be played (rule 3.9 with the duty of the hand)."""
    return _("not playable: another card can capture, so it must")


def capture_words(captures: Sequence[Sequence[str]]) -> str:
    """What playing the card does, for those who cannot see the table."""
    if not captures:
        return _("no capture")
    if len(captures) == 1:
        return _("takes %(cards)s") % {"cards": joined(card_name(one) for one in captures[0])}
    return ngettext("%(count)d capture", "%(count)d captures", len(captures)) % {
        "count": len(captures)
    }


def _option(view: Mapping[str, Any], entry: Mapping[str, Any], number: int) -> Option:
    card, capture = entry["card"], entry["captures"][number]
    is_fifteen = view["rules"].get("capture") == "fifteen"
    return Option(
        move=move_text(card, capture),
        letter=LETTERS[number] if number < len(LETTERS) else "",
        sum=ranks_sum([card, *capture]) if is_fifteen else f"{ranks(capture)} = {rank(card)}",
        words=joined(card_name(one) for one in capture),
        has_settebello=SETTEBELLO in capture,
        sweeps=entry["sweep"] == number,
    )


def _last_move_pattern(mine: bool, captures: bool) -> str:
    if mine:
        if captures:
            return _("You played %(card)s and took %(cards)s")
        return _("You laid %(card)s")
    if captures:
        return _("%(name)s played %(card)s and took %(cards)s")
    return _("%(name)s laid %(card)s")


def _award_of(log: Sequence[Mapping[str, Any]], deal: int) -> Mapping[str, Any] | None:
    """The opening award of this deal, if there was one."""
    awards = (one for one in log if one["kind"] == "awarded" and one["deal"] == deal)
    return next(awards, None)
