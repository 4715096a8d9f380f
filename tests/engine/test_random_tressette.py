"""Random matches of Tressette, with what must always be true of them asserted at every step."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from typing import Any

import pytest

from games.engine import tressette
from games.engine.cards import parse_card
from games.engine.referee import Phase, Result
from tests.engine.kit import Format, Step, formats, random_match
from tests.engine.many import play_many
from tests.engine.test_declarations import by_history
from tests.engine.test_tricks import by_definition

WAYS = [way for way in formats() if way.game.name == "tressette" and not way.variant]

TRICKS = {2: 20, 3: 13, 4: 10}
THIRDS = 35
CARD_POINTS = {2: {11}, 3: {10, 11}, 4: {9, 10, 11}}  # by number of sides
MOST_DECLARED_BY_A_SEAT = 24  # four of each rank, and four suits

SWITCHES = list(product([False, True], repeat=2))


@pytest.mark.parametrize(("call_out", "declarations"), SWITCHES, ids=str)
@pytest.mark.parametrize("number", range(len(WAYS)), ids=map(str, WAYS))
def test_random_matches_keep_the_invariants(
    number: int, call_out: bool, declarations: bool, is_long_run: bool
) -> None:
    check = partial(check_match, number, call_out, declarations)
    play_many(check, 1250 if is_long_run else 25, on_every_core=is_long_run)


def check_match(number: int, call_out: bool, declarations: bool, seed: int) -> None:
    way = WAYS[number]
    signals = bool(way.rules["partners"])
    chosen = {"call_out": call_out, "declarations": declarations, "signals": signals}
    rng = random.Random(f"{way} {chosen} {seed}")
    target = rng.choice(tressette.TARGETS)
    this = Format(way.game, {**way.rules, **chosen, "target": target}, way.seats)
    # Of individuals the others play on: their moves have no steps of their own.
    steps = list(random_match(this, rng, resigning=0))
    for step in steps:
        check_step(step)
    for deal in deals(steps):
        check_deal(deal, this)
    check_rotation(steps, way.seats)
    check_result(steps[-1], target)


def check_step(step: Step) -> None:
    deal = step.state.match.deal
    if deal is None:
        return
    for side, pile in enumerate(deal.piles):
        last = deal.last_trick is not None and deal.last_trick.is_last
        point = 3 * (last and deal.last_trick.winner % len(deal.piles) == side)
        assert deal.thirds[side] == sum(map(tressette.thirds, pile)) + point
        assert len(pile) == deal.tricks[side] * len(deal.hands)
    laid = {play.seat for play in deal.trick}
    for seat, hand in enumerate(deal.hands):
        assert hand == tressette.in_hand_order(hand)
        if deal.stock:
            assert deal.called_out is not None or len(hand) == 10 - (seat in laid)
    if deal.turn is None:
        assert deal.called_out is not None or not any(deal.hands)
        assert step.state.phase is not Phase.PLAYING


Deal = list[Step]


def deals(steps: Sequence[Step]) -> Iterator[Deal]:
    """The steps of each deal that was scored, from its cards to its sheet."""
    deal: Deal = []
    for step in steps:
        if step.event.kind == "dealt":
            deal = []
        deal.append(step)
        if told(step, "scored"):
            yield deal


def told(step: Step, kind: str) -> list[Mapping[str, Any]]:
    return [notice.data for notice in step.notices if notice.kind == kind]


def check_deal(deal: Deal, way: Format) -> None:
    played = [step for step in deal if told(step, "played")]
    tricks = [data for step in deal for data in told(step, "trick")]
    (sheet,) = [data["sheet"] for step in deal for data in told(step, "scored")]
    is_called_out = sheet["ended"] == "called_out"
    assert is_called_out <= way.rules["call_out"]
    for step in played:
        check_follows(step)
    check_tricks(tricks, played, way.seats)
    check_draws(deal, tricks)
    check_declarations(played, declares=way.rules["declarations"])
    check_sheet(sheet, is_over=not is_called_out)
    check_called_out(deal[-1], is_called_out=is_called_out, way=way)
    if not is_called_out:
        assert len(tricks) == TRICKS[way.seats]
        assert [trick["is_last"] for trick in tricks] == [False] * (len(tricks) - 1) + [True]


def check_follows(step: Step) -> None:
    """A card of another suit than the led one is laid only from a hand without that suit."""
    assert step.before is not None
    before = step.before.match.deal
    (data,) = told(step, "played")
    card, hand = parse_card(data["card"]), before.hands[data["seat"]]
    assert card in hand
    if before.trick and card.suit is not before.trick[0].card.suit:
        assert all(held.suit is not before.trick[0].card.suit for held in hand)


def check_tricks(tricks: Sequence[Mapping[str, Any]], played: Deal, seats: int) -> None:
    cards = [data["card"] for step in played for data in told(step, "played")]
    assert len(set(cards)) == len(cards)
    laid = [play["card"] for trick in tricks for play in trick["plays"]]
    assert laid == cards[: len(laid)]
    # A declaration with a trick's last card may call out before anybody takes it.
    assert len(cards) - len(laid) <= seats
    for number, trick in enumerate(tricks, 1):
        assert trick["number"] == number
        plays = {parse_card(play["card"]): play["seat"] for play in trick["plays"]}
        assert trick["winner"] == plays[by_definition(list(plays))]
        assert trick["thirds"] == sum(map(tressette.thirds, plays))
        order = list(plays.values())
        assert order == [(order[0] + place) % seats for place in range(seats)]
    for before, after in pairwise(tricks):
        assert after["plays"][0]["seat"] == before["winner"]


def check_draws(deal: Deal, tricks: Sequence[Mapping[str, Any]]) -> None:
    drawn = [data for step in deal for data in told(step, "drawn")]
    cards = [draw["card"] for data in drawn for draw in data["cards"]]
    stock = list(map(str, deal[0].state.match.deal.stock))
    assert cards == stock[: len(cards)]
    for data, trick in zip(drawn, tricks, strict=False):
        winner = trick["winner"]
        assert [draw["seat"] for draw in data["cards"]] == [winner, 1 - winner]


def check_declarations(played: Deal, *, declares: bool) -> None:
    """The points of each play, as the history of that seat's hands gives them."""
    hands: dict[int, list[Any]] = {}
    points: dict[int, list[int]] = {}
    for step in played:
        assert step.before is not None
        (data,) = told(step, "played")
        hands.setdefault(data["seat"], []).append(step.before.match.deal.hands[data["seat"]])
        declared = sum(said["points"] for said in told(step, "declared"))
        points.setdefault(data["seat"], []).append(declared)
    for seat, history in hands.items():
        assert points[seat] == (by_history(history) if declares else [0] * len(history))
        assert sum(points[seat]) <= MOST_DECLARED_BY_A_SEAT


def check_sheet(sheet: Mapping[str, Any], *, is_over: bool) -> None:
    rows = {row["category"]: row for row in sheet["rows"]}
    cards = rows["cards"]
    declared = rows.get("declarations")
    for side, points in enumerate(sheet["points"]):
        thirds = sum(rows[row]["thirds"][side] for row in ("aces", "others", "last_trick"))
        assert thirds == cards["thirds"][side]
        assert thirds == 3 * cards["points"][side] + cards["dropped"][side]
        extra = declared["points"][side] if declared else 0
        assert points == cards["points"][side] + extra
        if declared:
            said = sum(one["points"] for one in declared["declarations"][side])
            assert said == declared["declared"][side]
            assert extra == (said if thirds else 0)
    if is_over:
        assert sum(cards["thirds"]) == THIRDS
        assert sum(rows["aces"]["counts"]) == 4
        assert sum(rows["others"]["counts"]) == 20
        assert sum(cards["points"]) in CARD_POINTS[len(sheet["points"])]


def check_called_out(last: Step, *, is_called_out: bool, way: Format) -> None:
    totals, target = last.state.match.totals, way.rules["target"]
    reached = [side for side, total in enumerate(totals) if total >= target]
    if way.rules["call_out"]:
        assert len(reached) == is_called_out
    for call in told(last, "called_out"):
        assert reached == [call["side"]]
        assert call["total"] == totals[call["side"]]
        assert call["target"] == target
        assert last.state.phase is Phase.FINISHED
    assert len(told(last, "called_out")) == is_called_out


def check_rotation(steps: Sequence[Step], seats: int) -> None:
    """The cards show the first dealer; then each deal has the next one, annulled deals none."""
    dealers = [data["dealer"] for step in steps for data in told(step, "dealt")]
    if not dealers:
        return  # somebody resigned before that
    (shown,) = [step for step in steps if told(step, "dealer_drawn")]
    (drawn,) = told(shown, "dealer_drawn")
    assert dealers == [(drawn["dealer"] + deal) % seats for deal in range(len(dealers))]
    first = next(step.state.match.deal for step in steps if told(step, "dealt"))
    if not told(shown, "annulled"):
        assert parse_card(drawn["card"]) in first.hands[drawn["dealer"]]
        coins = [str(card) for hand in first.hands for card in hand if card.text.endswith("D")]
        lowest = [f"{rank}D" for rank in (4, 5, 6, 7, 8, 9, 10, 1, 2, 3)]
        assert drawn["card"] == next(text for text in lowest if text in coins)


def check_result(last: Step, target: int) -> None:
    result, totals = last.state.result, last.state.match.totals
    assert isinstance(result, Result)
    if result.reason == "target":
        assert result.winner is not None
        assert totals[result.winner] == max(totals) >= target
        assert totals.count(max(totals)) == 1
