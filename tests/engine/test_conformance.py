"""What every game must do, over every rule set and number of seats of the registry."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import match, referee
from games.engine.core import IllegalMove, RefusalCode, Refused
from games.engine.referee import LogEvent, Phase
from tests.engine.kit import PROBES, Format, Step, formats, move_event, random_match

MATCHES = 12

pytestmark = pytest.mark.parametrize("way", formats(), ids=str)


def steps(way: Format) -> Iterator[Step]:
    for seed in range(MATCHES):
        yield from random_match(way, random.Random(seed))


def plays(way: Format) -> Iterator[Step]:
    """The steps that leave a deal in which somebody is to move."""
    return (step for step in steps(way) if step.state.phase is Phase.PLAYING)


def as_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


def test_every_card_of_the_deck_is_in_exactly_one_place(way: Format) -> None:
    deck = Counter(map(str, way.game.deck))
    for step in steps(way):
        if step.state.match.deal is not None:
            places = PROBES[way.game.name].places(step.state.match.deal)
            assert Counter(str(card) for place in places for card in place) == deck


def test_there_is_a_move_until_the_deal_is_over_and_then_none(way: Format) -> None:
    for step in steps(way):
        deal = step.state.match.deal
        if deal is not None:
            is_running = way.game.to_move(deal) is not None
            assert bool(way.game.legal_moves(deal)) is is_running
            assert (way.game.outcome(deal) is None) is is_running


def test_every_legal_move_is_accepted_and_listed_once(way: Format) -> None:
    for step in plays(way):
        moves = way.game.legal_moves(step.state.match.deal)
        assert len(set(map(str, moves))) == len(moves)
        for move in moves:
            way.game.apply(step.state.match.deal, move)


def test_a_move_of_another_seat_is_refused_and_changes_nothing(way: Format) -> None:
    for step in plays(way):
        deal = step.state.match.deal
        move = move_event(way.game, step.state, way.game.legal_moves(deal)[0], step.state.at)
        before = referee.view(step.state, 0)
        for seat in set(range(way.seats)) - {way.game.to_move(deal), *step.state.out}:
            with pytest.raises(Refused) as refusal:
                referee.apply(step.state, LogEvent(move.at, "move", seat, move.data))
            assert refusal.value.code is RefusalCode.NOT_YOUR_TURN
        assert referee.view(step.state, 0) == before


def test_a_card_alone_is_a_move_only_if_it_is_listed(way: Format) -> None:
    for step in plays(way):
        listed = set(map(str, way.game.legal_moves(step.state.match.deal)))
        for card in way.game.deck:
            if str(card) not in listed:
                with pytest.raises(IllegalMove):
                    way.game.apply(step.state.match.deal, way.game.parse_move(str(card)))


@pytest.mark.parametrize("text", ["", "x", "11D", "7Dx", "7D x 4D", "7d", "7Dx4D+", "\x00", "🂡"])
def test_what_is_no_move_is_refused_as_malformed(way: Format, text: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        way.game.parse_move(text)
    assert refusal.value.code is RefusalCode.MALFORMED


def test_moves_and_rules_come_back_from_their_text(way: Format) -> None:
    rules = way.game.parse_rules(way.rules)
    assert way.game.parse_rules(as_json(way.game.rules_json(rules))) == rules
    for step in plays(way):
        for move in way.game.legal_moves(step.state.match.deal):
            assert way.game.parse_move(str(move)) == move


def test_views_and_notices_are_json(way: Format) -> None:
    for step in steps(way):
        for viewer in way.viewers:
            view = referee.view(step.state, viewer)
            assert as_json(view) == view
        for notice in step.notices:
            assert as_json(notice.to_json()) == notice.to_json()


def test_only_the_seat_to_move_is_offered_moves(way: Format) -> None:
    for step in steps(way):
        if step.state.match.deal is None:
            continue
        for viewer in way.viewers:
            deal: Any = referee.view(step.state, viewer)["deal"]
            is_asked = step.state.phase is Phase.PLAYING and deal["turn"] == viewer
            assert bool(deal["legal"]) is is_asked


def test_notices_are_for_everyone_or_for_seats_of_the_match(way: Format) -> None:
    for step in steps(way):
        for notice in step.notices:
            assert notice.audience is None or notice.audience <= set(range(way.seats))


def test_the_automatic_move_is_legal_in_any_order_of_the_hand(way: Format) -> None:
    for step in plays(way):
        moves = way.game.legal_moves(step.state.match.deal)
        assert way.game.automatic_move(step.state.match.deal) in moves


def test_applying_a_move_twice_gives_equal_states(way: Format) -> None:
    for step in plays(way):
        move = way.game.legal_moves(step.state.match.deal)[-1]
        once = way.game.apply(step.state.match.deal, move)
        assert once == way.game.apply(step.state.match.deal, move)


def test_points_of_the_deals_add_up_to_the_totals(way: Format) -> None:
    for seed in range(MATCHES):
        totals = [0] * len(way.game.sides(way.game.parse_rules(way.rules), way.seats))
        for step in random_match(way, random.Random(seed)):
            for sheet in (n.data["sheet"] for n in step.notices if n.kind == "scored"):
                assert isinstance(sheet, dict)
                totals = list(match.add_points(totals, sheet["points"]))
                assert sheet["totals"] == totals
            assert list(step.state.match.totals) == totals
