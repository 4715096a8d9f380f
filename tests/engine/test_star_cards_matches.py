"""Random matches of Star Cards, with what must always be true of them asserted at every step."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import pytest

from games.engine import referee, star_cards
from games.engine.core import WATCHER, Notice
from games.engine.referee import LogEvent, Phase, Result
from games.engine.star_cards import STANDARD, Decision, State
from games.engine.star_tricks import cards
from tests.engine.kit import PROBES, Format, Step, random_match
from tests.engine.many import play_many
from tests.engine.test_star_tricks import by_definition

MOST_TRICKS_OF_A_SEAT = 9
"""Five ranks, and four times a rank that is there already; one more ends the deal (5.3, 9)."""


def options(number: int) -> Mapping[str, Any]:
    """The usual rules for every second match; else one option, each in turn."""
    chosen = [
        {option: values[-1]} for option, values in star_cards.OPTIONS.items() if number % 2 == 1
    ]
    changes = chosen[number // 2 % len(chosen)] if chosen else {}
    return star_cards.rules_json(replace(STANDARD, **changes))


def way(seats: int, number: int) -> Format:
    return Format(star_cards, options(number), seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_keep_the_invariants(seats: int, is_long_run: bool) -> None:
    check = partial(check_match, seats)
    play_many(check, 5_000 if is_long_run else 100, on_every_core=is_long_run)


def check_match(seats: int, number: int) -> None:
    rng = random.Random(f"{seats} {number}")
    steps = list(random_match(way(seats, number), rng, resigning=0.005))
    for step in steps:
        check_step(step)
    check_notices([notice for step in steps for notice in step.notices], seats)
    check_result(steps[-1], seats)
    events = [LogEvent(**json.loads(json.dumps(asdict(step.event)))) for step in steps]
    assert referee.replay(events)[0] == steps[-1].state


def check_step(step: Step) -> None:
    deal: State | None = step.state.match.deal
    if deal is None:
        return
    assert sorted(map(id, every_card(deal))) == sorted(map(id, star_cards.deck))
    assert all(len(hand) <= deal.rules.hand_limit for hand in deal.hands)
    assert all(0 <= light <= star_cards.TOKENS for light in deal.lights)
    six = [seat for seat, own in enumerate(deal.collections) if len(star_cards.ranks(own)) == 6]
    dark = [seat for seat, light in enumerate(deal.lights) if light == 0]
    if deal.ended is None:
        assert deal.turn is not None
        assert deal.turn not in step.state.out or step.state.result
        assert deal.hands[deal.turn] or deal.decision is not Decision.PLAY
        assert not six
        assert not dark
    else:
        assert [deal.ended.seat] == six + dark
        assert (deal.turn, deal.decision) == (None, None)
    if step.before is not None and step.before.match.deal is not None:
        check_change(step.before.match.deal, deal, step.notices)


def every_card(deal: State) -> list[Any]:
    places = [*deal.hands, deal.stock, deal.discards, deal.trick_cards, *deal.collections]
    return [card for place in places for card in place]


def check_change(before: State, deal: State, notices: Sequence[Notice]) -> None:
    assert all(now <= then for now, then in zip(deal.lights, before.lights, strict=True))
    if not any(notice.kind == "trump" for notice in notices):
        assert deal.trump is before.trump


def check_notices(notices: Sequence[Notice], seats: int) -> None:
    """The course of the deal as everyone was told it."""
    trump, leader, won = "", -1, 0
    trick: list[Mapping[str, Any]] = []
    collector: int | None = None
    for notice in notices:
        data: Mapping[str, Any] = notice.data
        match notice.kind:
            case "dealt":
                trump, leader = data["trump"], data["leader"]
            case "played":
                trick.append(data)
                collector = None
            case "won":
                check_trick(trump, leader, trick, data, seats)
                won += isinstance(data["winner"], int)
            case "collected":
                collector = data["seat"]
                assert data["card"] in [played["card"] for played in trick]
                assert data["card"] != "X"
            case "trump":
                assert data["card"] in [trump, *(played["card"] for played in trick)]
                assert collector in {None, data["leader"]}
                trump, leader, trick = data["card"], data["leader"], []
    assert won <= MOST_TRICKS_OF_A_SEAT * seats + 1


def check_trick(
    trump: str,
    leader: int,
    trick: Sequence[Mapping[str, Any]],
    won: Mapping[str, Any],
    seats: int,
) -> None:
    seated = [(leader + place) % seats for place in range(seats)]
    order = seated if seats > 2 else [seated[0], "dummy", seated[1]]
    assert [played["seat"] for played in trick] == order
    assert [played["card"] for played in won["cards"]] == [played["card"] for played in trick]
    place = by_definition(trump, [played["card"] for played in trick])
    assert won["winner"] == (None if place is None else order[place])


def check_result(last: Step, seats: int) -> None:
    result = last.state.result
    assert isinstance(result, Result)
    assert last.state.phase is Phase.FINISHED
    if seats == 2:
        assert result.winner is not None
        assert result.placements is None
        return
    places = result.placements
    assert places is not None
    assert [places[seat] for seat in last.state.out] == [
        seats - position for position in range(len(last.state.out))
    ]
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    assert (result.winner is None) is (places.count(1) > 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_hidden_is_seen_at_any_decision(seats: int) -> None:
    """The property of test_secrecy, at every step of some matches: no decision is left to luck."""
    redealt = PROBES[star_cards.name].redealt
    asked = set()
    for number in range(4):
        rng = random.Random(number)
        for step in random_match(way(seats, number), rng):
            deal: State | None = step.state.match.deal
            if deal is None:
                continue
            asked.add(deal.decision)
            for viewer in (*range(seats), WATCHER):
                seen = star_cards.view(deal, viewer)
                assert star_cards.view(redealt(deal, viewer, rng), viewer) == seen
    assert asked == {*Decision, None}


@pytest.mark.parametrize("move", ["dark", "R4"])
def test_what_everyone_is_told_does_not_depend_on_the_ranks_that_are_drawn(move: str) -> None:
    """The stock is red above, yellow below: every order of each colour has the same backs."""
    opening: State = star_cards.start(STANDARD, 3, 2, star_cards.deck, bytes(32)).state
    red = [card for card in star_cards.deck if card.back == "R" and card.face != "R4"]
    yellow = [card for card in star_cards.deck if card.back == "Y"]
    told = set()
    for number in range(20):
        rng = random.Random(number)
        stock = (*rng.sample(red, 3), *rng.sample(yellow, 6))
        deal = replace(opening, hands=(cards("R4"), cards("B1 B2"), cards("B3 B4")), stock=stock)
        notices = star_cards.apply(deal, star_cards.parse_move(move)).notices
        public = [notice.to_json() for notice in notices if notice.is_for(1)]
        assert public == [notice.to_json() for notice in notices if notice.is_for(WATCHER)]
        told.add(json.dumps(public))
    assert len(told) == 1
