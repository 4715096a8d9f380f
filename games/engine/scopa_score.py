"""The points of a deal of Scopa, Escoba or Scopa di 15, and the sheet that explains them.

Rule numbers are those of docs/rules/scopa.md, escoba.md and scopa15.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.captures import FIFTEEN, capture_value, sums
from games.engine.cards import Card, Suit, parse_card, texts
from games.engine.core import Json
from games.engine.primiera import Primiera, prime_value, primiera
from games.engine.scopa_rules import MissingSuits, OpeningAward, OpeningDouble, Rules, Ties

SETTEBELLO = parse_card("7D")
TWENTY = 20
COINS = 10

Piles = Sequence[Sequence[Card]]


@dataclass(frozen=True, slots=True)
class Opening:
    """An opening layout that is worth `count` sweeps before anybody plays."""

    count: int
    groups: tuple[tuple[Card, ...], ...]
    """All its cards, in the groups for which it counts."""

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for group in self.groups for card in group)

    @property
    def shown(self) -> tuple[Card, ...]:
        """2.9: as many of the highest cards as it is sweeps; of two groups, one of each."""
        highest_first = sorted(self.cards, key=lambda card: (-capture_value(card), card.id))
        return tuple(highest_first[: self.count])

    def to_json(self) -> dict[str, Json]:
        return {"count": self.count, "groups": [texts(group) for group in self.groups]}


def opening(rules: Rules, layout: Sequence[Card]) -> Opening | None:
    """The award for the four cards that are dealt face up, if there is one (2.7 and 2.8).

    >>> from games.engine.cards import parse_cards
    >>> from games.engine.scopa_rules import ESCOBA
    >>> opening(ESCOBA, parse_cards("6D 10C 9S 5B"))
    Opening(count=2, groups=((6D, 9S), (10C, 5B)))
    """
    if rules.opening_award is OpeningAward.NOBODY:
        return None
    cards = tuple(layout)
    worth = sum(map(capture_value, cards))
    if worth == FIFTEEN:
        return Opening(1, (cards,))
    if rules.opening_double is OpeningDouble.TWENTY:
        return Opening(2, (cards,)) if worth == TWENTY else None
    halves = sums(FIFTEEN, cards) if worth == 2 * FIFTEEN else ()
    if not halves:
        return None
    half = halves[0]
    return Opening(2, (half, tuple(card for card in cards if card not in half)))


@dataclass(frozen=True, slots=True)
class Row:
    """One category of the score sheet: what each side has of it, and the points for it."""

    category: str
    counts: tuple[int, ...]
    points: tuple[int, ...]
    detail: Mapping[str, Json]

    def to_json(self) -> dict[str, Json]:
        counts, points = list(self.counts), list(self.points)
        return {"category": self.category, "counts": counts, "points": points, **self.detail}


def score(
    rules: Rules, piles: Piles, sweeps: Piles, openings: Sequence[Opening | None]
) -> tuple[Row, ...]:
    """The score sheet of a deal (rule 6); piles, sweeping cards and opening awards by side."""
    return (
        score_sweeps(rules, sweeps, openings),
        score_cards(rules, piles),
        score_coins(rules, piles),
        score_settebello(piles),
        score_primiera(rules, piles),
    )


def score_sweeps(rules: Rules, sweeps: Piles, openings: Sequence[Opening | None]) -> Row:
    """Rules 4.1 and 2.9."""
    counts = tuple(map(len, sweeps))
    detail: dict[str, Json] = {"cards": [texts(cards) for cards in sweeps]}
    if rules.opening_award is not OpeningAward.NOBODY:
        detail["opening"] = [award.to_json() if award else None for award in openings]
    return Row("sweeps", counts, counts, detail)


def score_cards(rules: Rules, piles: Piles) -> Row:
    """Rule 6.1."""
    counts = tuple(map(len, piles))
    return Row("cards", counts, points_for_most(counts, ties=rules.ties), {})


def score_coins(rules: Rules, piles: Piles) -> Row:
    """Rule 6.2."""
    counts = tuple(sum(card.suit is Suit.COINS for card in pile) for pile in piles)
    worth = rules.all_coins_points if max(counts) == COINS else 1
    return Row("coins", counts, points_for_most(counts, worth, rules.ties), {})


def score_settebello(piles: Piles) -> Row:
    """Rule 6.3."""
    counts = tuple(int(SETTEBELLO in pile) for pile in piles)
    return Row("settebello", counts, counts, {})


def score_primiera(rules: Rules, piles: Piles) -> Row:
    """Rules 6.4 to 6.7; here a tie is never anybody's."""
    hands = [primiera(pile) for pile in piles]
    counts = tuple(hand.total for hand in hands)
    is_void = [rules.missing_suits is MissingSuits.VOID and hand.suits < 4 for hand in hands]
    worths = [(0, 0) if void else hand.worth for hand, void in zip(hands, is_void, strict=True)]
    detail = _primiera_detail(hands)
    if rules.missing_suits is MissingSuits.VOID:
        detail["void"] = is_void
    return Row("primiera", counts, points_for_most(worths, rules.primiera_points), detail)


def _primiera_detail(hands: Sequence[Primiera]) -> dict[str, Json]:
    return {
        "best": [[card.text if card else None for card in hand.best] for hand in hands],
        "values": [[prime_value(card) if card else None for card in hand.best] for hand in hands],
    }


def points_for_most(
    worths: Sequence[Any], points: int = 1, ties: Ties = Ties.NOBODY
) -> tuple[int, ...]:
    """The points to the side with the most; if several have it, to none of them or to each."""
    most = max(worths)
    scores = worths.count(most) == 1 or ties is Ties.ONE_EACH
    return tuple(points if scores and worth == most else 0 for worth in worths)
