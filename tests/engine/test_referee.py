"""Moves, intervals and the end, to the millisecond: docs/rules/clocks.md unless it is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.engine import policies, referee, scopa
from games.engine.cards import ITALIAN_DECK, texts
from games.engine.core import WATCHER, RefusalCode, Refused, Transition
from games.engine.referee import Due, LogEvent, Phase, RefereeState, Result
from games.engine.scopa_rules import TOURNAMENT, rules_json
from tests.engine.kit import AT_ONCE, opening

SEED = bytes(32)
START = 1_764_524_400_000

T = START + 3_000 + 30_000
"""The limit of the first move: dealt at START, the clock starts 3 s later and runs 30 s."""


def apply(state: RefereeState, *events: LogEvent) -> RefereeState:
    for event in events:
        state = referee.apply(state, event).state
    return state


def started(target: int | None = 11) -> RefereeState:
    event = opening(START, "scopa", seats=2, dealer=1, rules={"target": target})
    state = referee.apply(None, event).state
    assert isinstance(state, RefereeState)
    return state


def dealing(at: int = START) -> LogEvent:
    return referee.dealt(at, ITALIAN_DECK, SEED)


def playing(target: int | None = 11) -> RefereeState:
    """Seat 0 holds 1D 2D 3D, seat 1 4D 5D 6D; on the table 7D 8D 9D 10D; seat 0 is to move."""
    return apply(started(target), dealing())


def move(at: int, text: str = "1D", seat: int | None = 0) -> LogEvent:
    return LogEvent(at, "move", seat, {"move": text, "move_id": "m"})


def expiry(at: int, of: str = "move") -> LogEvent:
    return LogEvent(at, "expiry", None, {"of": of})


def ready(at: int, seat: int, deal: int = 1) -> LogEvent:
    return LogEvent(at, "ready", seat, {"deal": deal})


def resigned(at: int, seat: int | None) -> LogEvent:
    return LogEvent(at, "resigned", seat, {})


def in_interval() -> RefereeState:
    """The first deal is over, each move made one second after the one before."""
    state = playing()
    at = START
    while state.phase is Phase.PLAYING:
        at += 1_000
        chosen = scopa.automatic_move(state.match.deal)
        state = apply(state, move(at, str(chosen), state.match.deal.turn))
    assert state.phase is Phase.INTERVAL
    return state


def outcome(state: RefereeState, event: LogEvent) -> str:
    """What becomes of an event: the phase that follows, or the refusal."""
    try:
        step = referee.apply(state, event)
    except Refused as refusal:
        return refusal.code.value
    assert isinstance(step, Transition)
    return "automatic" if step.notices and step.notices[0].data.get("automatic") else "accepted"


CLOCK = [
    # rule, the stamp, a move then, an expiry then
    ("2.1-at-once", START, "accepted", "stale"),
    ("2.1-29-s", T - 1_000, "accepted", "stale"),
    ("2.2-T-minus-1-ms", T - 1, "accepted", "stale"),
    ("2.2-T", T, "accepted", "stale"),
    ("2.2-T-plus-999-ms", T + 999, "accepted", "stale"),
    ("2.2-T-plus-1-s", T + 1_000, "late", "automatic"),
    ("2.2-T-plus-2-s", T + 2_000, "late", "automatic"),
    ("2.2-an-hour-later", T + 3_600_000, "late", "automatic"),
]


@pytest.mark.parametrize(
    ("at", "of_move", "of_expiry"), [row[1:] for row in CLOCK], ids=[row[0] for row in CLOCK]
)
def test_the_move_clock(at: int, of_move: str, of_expiry: str) -> None:
    assert outcome(playing(), move(at)) == of_move
    assert outcome(playing(), expiry(at)) == of_expiry


def test_2_1_the_first_clock_of_a_deal_starts_3_s_after_it_and_the_next_with_the_move_before() -> (
    None
):
    assert referee.due(playing()) == Due(T, "move", seat=0)
    second = apply(playing(), move(START + 5_000))
    assert referee.due(second) == Due(START + 5_000 + 30_000, "move", seat=1)


def test_2_1_a_packet_that_is_served_gives_no_extra_time() -> None:
    state = playing()
    for number in range(6):
        chosen = scopa.automatic_move(state.match.deal)
        state = apply(state, move(START + number, str(chosen), state.match.deal.turn))
    assert len(state.match.deal.stock) == 24
    assert referee.due(state) == Due(START + 5 + 30_000, "move", seat=0)


def test_a_clock_never_starts_before_the_last_event_although_stamps_run_back() -> None:
    first = apply(playing(), move(START + 5_000))
    second = apply(first, move(START + 4_990, "4D", seat=1))
    assert second.at == START + 5_000
    assert referee.due(second) == Due(START + 5_000 + 30_000, "move", seat=0)


def test_2_3_the_automatic_move_is_told_as_such_and_starts_the_next_clock() -> None:
    step = referee.apply(playing(), expiry(T + 2_000))
    assert step.notices[0].to_json() == {
        "kind": "played",
        "seat": 0,
        "card": "1D",
        "take": [],
        "sweep": False,
        "automatic": True,
    }
    assert referee.due(step.state) == Due(T + 2_000 + 30_000, "move", seat=1)
    deal: Any = referee.view(step.state, 1)["deal"]
    assert deal["last_move"]["automatic"] is True


REFUSED_IN_PLAY = [
    ("another-seat", move(START, "4D", seat=1), "not_your_turn"),
    ("no-seat", move(START, seat=None), "not_seated"),
    ("a-seat-too-many", move(START, seat=2), "not_seated"),
    ("a-card-not-held", move(START, "4D"), "card_not_held"),
    ("an-illegal-capture", move(START, "1Dx7D"), "illegal_move"),
    ("no-move-at-all", move(START, "hello"), "malformed"),
    ("without-its-move", LogEvent(START, "move", 0, {}), "malformed"),
    ("a-second-deal", dealing(), "wrong_phase"),
    ("ready", ready(START, 0), "wrong_phase"),
    ("the-end-of-another-limit", expiry(T + 2_000, of="interval"), "wrong_phase"),
    ("an-unknown-event", LogEvent(START, "shuffle", 0, {}), "unknown_type"),
    ("a-second-start", LogEvent(START, "started", None, {}), "wrong_phase"),
    ("resignation-of-an-outsider", resigned(START, 5), "not_seated"),
    ("resignation-of-nobody", resigned(START, None), "not_seated"),
]


@pytest.mark.parametrize(
    ("event", "code"), [row[1:] for row in REFUSED_IN_PLAY], ids=[row[0] for row in REFUSED_IN_PLAY]
)
def test_what_is_refused_in_play(event: LogEvent, code: str) -> None:
    assert outcome(playing(), event) == code


def test_before_the_deal_only_the_deal_can_come() -> None:
    state = started()
    assert referee.due(state) == Due(START, "deal")
    assert outcome(state, move(START)) == "wrong_phase"
    assert outcome(state, ready(START, 0)) == "wrong_phase"
    assert outcome(state, expiry(START + 60_000, of="deal")) == "wrong_phase"
    assert outcome(state, LogEvent(START, "dealt", None, {"deck": [], "seed": ""})) == "malformed"
    assert outcome(state, LogEvent(START, "dealt", None, {"deck": [], "seed": "x"})) == "malformed"
    assert apply(state, dealing()).phase is Phase.PLAYING


def test_scopa_2_6_after_an_annulled_deal_another_is_due_at_once() -> None:
    rest = [card for card in ITALIAN_DECK if card.rank != scopa.KING]
    kings = [card for card in ITALIAN_DECK if card.rank == scopa.KING]
    annulled = referee.dealt(START + 10, [*rest[:6], *kings, *rest[6:]], SEED)
    state = apply(started(), annulled)
    assert (state.phase, state.deal_number) == (Phase.DEALING, 1)
    assert referee.due(state) == Due(START + 10, "deal")
    assert referee.view(state, 0)["deadline"] is None
    assert apply(state, dealing(START + 20)).deal_number == 1


# The interval between deals

INTERVAL = [
    # rule, milliseconds after the deal, a ready then, an expiry then
    ("2.5-at-once", 0, "accepted", "stale"),
    ("2.5-T-minus-1-ms", 11_999, "accepted", "stale"),
    ("2.5-T", 12_000, "accepted", "stale"),
    ("2.5-T-plus-999-ms", 12_999, "accepted", "stale"),
    ("2.5-T-plus-1-s", 13_000, "late", "accepted"),
    ("2.5-T-plus-2-s", 14_000, "late", "accepted"),
]


@pytest.mark.parametrize(
    ("after", "of_ready", "of_expiry"),
    [row[1:] for row in INTERVAL],
    ids=[row[0] for row in INTERVAL],
)
def test_the_interval(after: int, of_ready: str, of_expiry: str) -> None:
    state = in_interval()
    assert referee.due(state) == Due(state.at + 12_000, "interval")
    assert outcome(state, ready(state.at + after, 0)) == of_ready
    assert outcome(state, expiry(state.at + after, of="interval")) == of_expiry


def test_2_5_the_next_deal_is_due_when_both_are_ready_or_time_is_up() -> None:
    state = in_interval()
    one = apply(state, ready(state.at + 10, 1))
    assert one.phase is Phase.INTERVAL
    assert referee.view(one, 0)["ready"] == [1]
    assert referee.due(one) == referee.due(state)
    both = apply(one, ready(state.at + 20, 0))
    assert referee.due(both) == Due(state.at + 20, "deal")
    assert (both.deal_number, both.ready) == (2, frozenset())
    late = apply(one, expiry(state.at + 14_000, of="interval"))
    assert referee.due(late) == Due(state.at + 14_000, "deal")


def test_ready_counts_once_and_for_the_deal_just_over() -> None:
    state = in_interval()
    assert outcome(state, ready(state.at, 0, deal=2)) == "stale"
    assert outcome(apply(state, ready(state.at, 0)), ready(state.at, 0)) == "stale"
    assert outcome(state, move(state.at)) == "wrong_phase"


# The end


@pytest.mark.parametrize(("seat", "winner"), [(0, 1), (1, 0)])
@pytest.mark.parametrize("when", ["before the deal", "in play", "in the interval"])
def test_5_1_who_resigns_loses(when: str, seat: int, winner: int) -> None:
    before = {"before the deal": started, "in play": playing, "in the interval": in_interval}
    step = referee.apply(before[when](), resigned(START + 50_000, seat))
    assert step.state.phase is Phase.FINISHED
    assert step.state.result == Result(winner, "resigned")
    assert referee.due(step.state) is None
    assert [notice.to_json() for notice in step.notices] == [
        {"kind": "resigned", "seat": seat},
        {"kind": "finished", "winner": winner, "reason": "resigned"},
    ]


def test_after_a_resignation_nobody_is_to_move_and_hands_stay_hidden() -> None:
    state = apply(playing(), resigned(START + 10, 1))
    deal: Any = referee.view(state, 0)["deal"]
    assert (deal["turn"], deal["legal"], deal["hand"]) == (None, [], ["1D", "2D", "3D"])
    shown: Any = referee.view(state, WATCHER)["deal"]
    assert shown["hand"] is None


@pytest.mark.parametrize(
    "event",
    [
        move(START),
        ready(START, 0),
        expiry(START),
        resigned(START, 0),
        dealing(),
        LogEvent(START, "?", None, {}),
    ],
    ids=lambda event: event.kind,
)
def test_a_finished_match_takes_no_more_events(event: LogEvent) -> None:
    assert outcome(apply(playing(), resigned(START, 1)), event) == "finished"


def last_move_of(state: RefereeState) -> Transition:
    """The first deal played to its end, each move by the one rule for silent seats."""
    while True:
        chosen = scopa.automatic_move(state.match.deal)
        step = referee.apply(state, move(state.at, str(chosen), state.match.deal.turn))
        state = step.state
        if state.phase is not Phase.PLAYING:
            return step


def test_scopa_7_1_the_last_deal_finishes_the_match_without_an_interval() -> None:
    state = playing(target=11)
    step = last_move_of(replace(state, match=replace(state.match, totals=(10, 0))))
    assert step.state.phase is Phase.FINISHED
    assert [notice.kind for notice in step.notices][-2:] == ["scored", "finished"]
    view = referee.view(step.state, 0)
    totals = list(step.state.match.totals)
    assert view["result"] == {"winner": 0, "reason": "target", "totals": totals}
    assert view["deadline"] is None
    assert view["sheet"] == step.state.match.sheet


def test_scopa_7_4_a_match_of_one_deal_that_ends_level_goes_on() -> None:
    step = last_move_of(playing(target=None))
    assert step.state.match.totals == (2, 2)
    assert step.state.phase is Phase.INTERVAL
    assert step.notices[-1].kind == "scored"


# The first event


def test_started_writes_the_rules_out_in_full() -> None:
    event = referee.started(
        START, game="scopa", rules={"target": 7}, seats=2, policy=AT_ONCE, dealer=0
    )
    assert event.data["rules"] == rules_json(replace(TOURNAMENT, target=7))


@pytest.mark.parametrize(
    "change",
    [
        {"game": "briscola"},
        {"rules": {"target": 11}},
        {"rules": {"version": 1, "target": 12}},
        {"rules": {"version": 99}},
        {"seats": 4},
        {"policy": "blitz"},
        {"dealer": 2},
        {"dealer": None},
    ],
    ids=str,
)
def test_a_log_that_no_rules_allow_does_not_start(change: Mapping[str, Any]) -> None:
    good = referee.started(START, game="scopa", rules={}, seats=2, policy=AT_ONCE, dealer=0)
    with pytest.raises(Refused) as refusal:
        referee.apply(None, replace(good, data={**good.data, **change}))
    assert refusal.value.code is RefusalCode.MALFORMED


def test_a_log_begins_with_started() -> None:
    with pytest.raises(Refused) as refusal:
        referee.apply(None, dealing())
    assert refusal.value.code is RefusalCode.WRONG_PHASE


# What a seat may know


def test_the_view_has_all_that_the_table_page_draws() -> None:
    view = referee.view(playing(), 0)
    deal = view.pop("deal")
    there = {"absent": None, "drops": 0, "automatic": 0, "forfeited": None}
    assert view == {
        "game": "scopa",
        "rules": rules_json(TOURNAMENT),
        "policy": policies.policy_json(AT_ONCE),
        "phase": "playing",
        "seat": 0,
        "seats": 2,
        "sides": [[0], [1]],
        "totals": [0, 0],
        "deadline": T,
        "clock": {"seat": 0, "left": 30_000, "running": True},
        "banks": None,
        "bank_deadline": None,
        "started": [],
        "ready": [],
        "people": [there, there],
        "pause": None,
        "paused": [],
        "resigning": [],
        "shuffle": None,
        "revealed": None,
        "sheet": None,
        "result": None,
    }
    assert isinstance(deal, dict)
    assert deal["number"] == 1
    assert deal["hand"] == texts(ITALIAN_DECK[:3])
    watched = referee.view(playing(), WATCHER)
    assert watched["seat"] is None


def test_before_the_first_deal_there_is_no_deal_to_see() -> None:
    assert referee.view(started(), 0)["deal"] is None
