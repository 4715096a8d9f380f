"""Every limit at its boundaries: docs/rules/clocks.md, as timelines (see `timeline`).

Each row: the rule, what happens, and what the match then waits for or how it ended.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine import policies, referee
from games.engine.core import WATCHER, Refused
from games.engine.policies import AMICHEVOLE, FIRST_TORNEO, SFIDA, TORNEO, Policy
from tests.engine.timeline import AT_ONCE, SEATS, Timeline

TOURNAMENT = replace(AT_ONCE, first_lapse_loses=True)
FRIENDLY = replace(AMICHEVOLE, start_ms=None)
FRIENDLY_WITH_CLOCK = replace(
    policies.policy("amichevole", "scopa", 11, move_seconds=60), start_ms=None
)
BANK_OF_A_MINUTE = replace(SFIDA, start_ms=None, bank_ms=60_000)
BANK_OF_20_S = replace(SFIDA, start_ms=None, bank_ms=20_000)
PAUSES = replace(policies.policy("sfida", "scopa", 11, pause=True), start_ms=None)

Row = tuple[str, str, str]


def check(policy: Policy, seats: int, script: str, answer: str) -> None:
    assert Timeline(policy, seats).tell(script) == answer


def rows(*table: Row) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("script", "answer"),
        [row[1:] for row in table],
        ids=[f"{rule}: {script}" for rule, script, _ in table],
    )


@rows(
    ("1.1", "0:00 ?", "start 2:00"),
    ("1.1", "0:10 A starts", "start 2:00"),
    ("1.1", "0:10 A starts; 0:11 A starts", "refused stale"),
    ("1.1", "0:10 A starts; 0:20 B starts", "move A 0:53"),
    ("1.1", "0:10 A plays", "refused wrong_phase"),
    ("1.2", "0:10 A starts; 1:59.999 B starts", "move A 2:32.999"),
    ("1.2", "0:10 A starts; 2:00 B starts", "move A 2:33"),
    ("1.2", "0:10 A starts; 2:00.999 B starts", "move A 2:33.999"),
    ("1.2", "0:10 A starts; 2:01 B starts", "refused late"),
    ("1.2", "0:10 A starts; 2:01.999 ?", "start 2:00"),
    ("1.2", "0:10 A starts; 2:02 ?", "A wins: start"),
    ("1.2", "0:10 B starts; 2:02 ?", "B wins: start"),
    ("1.2", "2:02 ?", "void: start"),
    ("4.1", "0:10 A starts; 0:20 A drops", "refused wrong_phase"),
    ("4.7", "1:00 outage x", "start 2:20"),
    ("5.1", "0:10 A starts; 0:20 A resigns", "B wins: resigned"),
)
def test_the_start(script: str, answer: str) -> None:
    check(TORNEO, 2, script, answer)


@rows(
    ("1.3", "0:10 A starts; 9:59 B starts", "idle 1449:59"),
    ("1.3", "0:10 A starts; 10:01.999 ?", "start 10:00"),
    ("1.3", "0:10 A starts; 10:02 ?", "void: start"),
)
def test_the_start_among_friends(script: str, answer: str) -> None:
    check(AMICHEVOLE, 2, script, answer)


@rows(
    ("1.2", "0:01 A starts; 0:02 B starts; 0:03 C starts; 2:02 ?", "AC wins: start"),
    ("1.2", "0:01 A starts; 0:02 B starts; 2:02 ?", "void: start"),
    ("1.2", "0:01 B starts; 0:02 D starts; 2:02 ?", "BD wins: start"),
)
def test_the_start_in_pairs(script: str, answer: str) -> None:
    check(TORNEO, 4, script, answer)


@rows(
    ("7.2", "0:01 A starts; 0:02 B starts; 2:02 ?", "move A 2:35"),
    ("7.2", "0:01 A starts; 2:02 ?", "places 132: start"),
    ("7.2", "0:01 B starts; 2:02 ?", "places 312: start"),
    ("7.2", "2:02 ?", "void: start"),
    ("7.2", "0:01 A starts; 0:02 B starts; 0:03 C resigns", "move A 0:36"),
)
def test_the_start_of_three(script: str, answer: str) -> None:
    check(TORNEO, 3, script, answer)


@rows(
    ("2.1", "0:00 ?", "move A 0:33"),
    ("2.1", "0:05 A plays", "move B 0:35"),
    ("2.1", "0:05 B plays", "refused not_your_turn"),
    ("2.2", "0:32.999 A plays", "move B 1:02.999"),
    ("2.2", "0:33 A plays", "move B 1:03"),
    ("2.2", "0:33.999 A plays", "move B 1:03.999"),
    ("2.2", "0:34 A plays", "refused late"),
    ("2.2", "0:35 A plays", "refused late"),
    ("2.2", "0:34.999 ?", "move A 0:33"),
    ("2.2", "0:35 ?", "move B 1:05"),
    ("2.2", "0:35 ?; 0:35.5 A plays", "refused not_your_turn"),
    ("4.7", "0:13 outage x", "move A 0:53"),
    ("4.7", "0:13 outage x; 0:14 outage x", "refused stale"),
    ("4.7", "0:13 outage x; 0:14 outage y", "move A 1:13"),
    ("6.1", "0:13 A pauses", "refused wrong_phase"),
)
def test_the_move(script: str, answer: str) -> None:
    check(AT_ONCE, 2, script, answer)


@rows(
    ("2.6", "0:00 ?", "idle 1440:00"),
    ("2.6", "60:00 A plays", "idle 1500:00"),
    ("2.6", "1440:01.999 ?", "idle 1440:00"),
    ("2.6", "1440:02 ?", "void: idle"),
    ("4.7", "60:00 outage x", "idle 1440:20"),
    ("4.7", "60:00 outage x; 1440:21.999 ?", "idle 1440:20"),
    ("4.7", "60:00 outage x; 1440:22 ?", "void: idle"),
    ("4.7", "60:00 outage x; 61:00 A plays", "idle 1501:00"),
    ("4.7", "0:10 A drops; 0:20 outage x; 0:30 A returns", "idle 1440:20"),
    ("4.6", "0:10 A drops", "drop A 10:10"),
    ("4.6", "0:10 A drops; 10:10.999 A returns", "idle 1440:00"),
    ("4.6", "0:10 A drops; 10:12 ?", "void: drop"),
    ("4.6", "0:10 A drops; 0:20 B drops; 10:12 ?", "void: drop"),
    ("4.6", "0:10 A drops; 0:20 A invited", "refused wrong_phase"),
    ("4.6", "0:10 A drops; 0:20 B ends", "void: ended"),
    ("4.6", "0:10 A drops; 0:20 A ends", "refused wrong_phase"),
    ("4.6", "0:10 B ends", "refused wrong_phase"),
    ("4.6", "0:10 A drops; 0:20 B drops; 0:30 B ends", "refused wrong_phase"),
    ("4.6", "0:01 A drops; 0:02 A returns; " * 9 + "0:03 A drops", "drop A 10:03"),
)
def test_among_friends(script: str, answer: str) -> None:
    check(FRIENDLY, 2, script, answer)


@pytest.mark.parametrize(
    ("policy", "script", "away"),
    [
        (AT_ONCE, "0:10 A drops; 0:20 B drops; 2:22 ?", "AB"),
        (AT_ONCE, "0:10 B drops; 0:20 A drops; 2:22 ?", "AB"),
        (FRIENDLY, "0:10 A drops; 10:12 ?", "A"),
        (FRIENDLY, "0:10 A drops; 0:20 B drops; 10:12 ?", "AB"),
        (FRIENDLY, "0:10 A drops; 0:20 A returns; 0:30 B drops; 10:32 ?", "B"),
        (FRIENDLY, "0:10 A drops; 0:20 B ends", "A"),
        (FRIENDLY, "1435:00 B drops; 1440:02 ?", "B"),
        (FRIENDLY, "1440:02 ?", ""),
        (TORNEO, "2:02 ?", ""),
    ],
)
def test_a_void_match_says_who_was_away(policy: Policy, script: str, away: str) -> None:
    timeline = Timeline(policy)
    assert timeline.tell(script).startswith("void")
    seats = [SEATS.index(one) for one in away]
    assert timeline.told[-1].data["away"] == seats
    result = referee.view(timeline.state, WATCHER)["result"]
    assert isinstance(result, dict)
    assert result["away"] == seats


def test_a_match_that_somebody_wins_names_nobody_away() -> None:
    timeline = Timeline()
    assert timeline.tell("0:10 A drops; 2:12 ?") == "B wins: drop"
    assert "away" not in timeline.told[-1].data


@rows(
    ("2.1", "0:00 ?", "move A 1:03"),
    ("2.4", "11:17 ?", "move A 12:13"),
    ("2.4", "12:15 ?", "void: away"),
    ("2.4", "1:05 ?; 1:10 B plays; 1:20 A plays; 11:20 ?", "move A 12:18"),
)
def test_the_clock_among_friends(script: str, answer: str) -> None:
    """Sixty-two seconds from one automatic move to the next, A's being every second one."""
    timeline = Timeline(FRIENDLY_WITH_CLOCK)
    got = timeline.tell(script)
    if answer.startswith("void"):
        assert got == answer
    else:
        assert timeline.state.result is None
        assert got.split()[0] == "move"


@rows(
    ("3.1", "0:00 ?", "1:00 1:00"),
    ("3.2", "0:02 A plays", "1:00 1:00"),
    ("3.2", "0:13 A plays", "0:50 1:00"),
    ("3.2", "0:13 A plays; 0:18 B plays; 0:20 A plays", "0:48 0:55"),
    ("3.2", "0:33.999 A plays", "0:30 1:00"),
    ("3.2", "0:35 ?", "0:30 1:00"),
    ("3.2", "0:13 A drops; 0:23 A returns; 0:33 A plays", "0:40 1:00"),
    ("3.2", "0:13 B drops; 0:23 A plays; 0:40 B returns; 0:45 B plays", "0:40 0:55"),
    ("3.2", "0:13 A resigns", "0:50 1:00"),
    ("4.7", "0:13 outage x; 0:23 A plays", "1:00 1:00"),
)
def test_what_is_left_of_the_banks(script: str, answer: str) -> None:
    timeline = Timeline(BANK_OF_A_MINUTE)
    timeline.tell(script)
    assert timeline.banks == answer


@rows(
    ("3.3", "0:00 ?", "bank A 0:23"),
    ("3.3", "0:22.999 A plays", "bank B 0:42.999"),
    ("3.3", "0:23.999 A plays; 0:30 B plays", "bank A 0:30"),
    ("3.3", "0:24 A plays", "refused late"),
    ("3.3", "0:24.999 ?", "bank A 0:23"),
    ("3.3", "0:25 ?", "B wins: bank"),
    ("3.3", "0:13 A drops; 0:25 ?", "drop A 2:13"),
    ("3.3", "0:13 A drops; 1:00 A returns", "bank A 1:10"),
    ("3.3", "0:13 A plays; 0:33 ?; 0:35 ?", "A wins: bank"),
)
def test_the_end_of_a_bank(script: str, answer: str) -> None:
    check(BANK_OF_20_S, 2, script, answer)


@rows(
    ("4.2", "0:10 A drops", "drop A 2:10"),
    ("4.2", "0:10 A drops; 0:11 A drops", "refused stale"),
    ("4.2", "0:10 A drops; 0:20 A plays", "refused wrong_phase"),
    ("4.2", "0:10 A drops; 0:20 A returns", "move A 0:43"),
    ("4.2", "0:01 A drops; 0:20 A returns", "move A 0:52"),
    ("4.2", "0:10 A drops; 2:09.999 A returns", "move A 2:32.999"),
    ("4.2", "0:10 A drops; 2:10 A returns", "move A 2:33"),
    ("4.2", "0:10 A drops; 2:10.999 A returns", "move A 2:33.999"),
    ("4.2", "0:10 A drops; 2:11 A returns", "refused late"),
    ("4.2", "0:10 A drops; 2:11.999 ?", "drop A 2:10"),
    ("4.2", "0:10 A drops; 2:12 ?", "B wins: drop"),
    ("4.2", "0:10 B drops", "move A 0:33"),
    ("4.2", "0:10 B drops; 0:20 A plays", "drop B 2:10"),
    ("4.2", "0:10 B drops; 0:20 A plays; 1:00 B returns", "move B 1:30"),
    ("4.2", "0:10 B drops; 0:20 A plays; 2:12 ?", "A wins: drop"),
    ("4.2", "0:10 B drops; 2:12 ?", "A wins: drop"),
    ("4.2", "0:10 A returns", "refused stale"),
    ("4.2", "0:10 A leaves", "drop A 2:10"),
    ("4.3", "0:10 A drops; 1:00 A invited", "invitation A 1:30"),
    ("4.3", "0:10 A drops; 2:05 A invited", "invitation A 2:35"),
    ("4.3", "0:10 A drops; 2:11 A invited", "refused late"),
    ("4.3", "0:10 A drops; 1:00 A invited; 1:10 A invited", "refused stale"),
    ("4.3", "0:10 A drops; 1:00 A invited; 1:29.999 A returns", "move A 1:52.999"),
    ("4.3", "0:10 A drops; 1:00 A invited; 1:30.999 A returns", "move A 1:53.999"),
    ("4.3", "0:10 A drops; 1:00 A invited; 1:31 A returns", "refused late"),
    ("4.3", "0:10 A drops; 1:00 A invited; 1:31.999 ?", "invitation A 1:30"),
    ("4.3", "0:10 A drops; 1:00 A invited; 1:32 ?", "B wins: invitation"),
    ("4.3", "0:10 A invited", "refused stale"),
    (
        "4.3",
        "0:10 A drops; 0:11 A invited; 0:12 A returns; 0:20 A drops; 0:21 A invited",
        "invitation A 0:51",
    ),
    (
        "4.4",
        "0:01 A drops; 0:02 A returns; 0:03 A drops; 0:04 A returns; 0:05 A drops",
        "B wins: drops",
    ),
    (
        "4.4",
        "0:01 A leaves; 0:02 A returns; 0:03 A drops; 0:04 A returns; 0:05 A leaves",
        "B wins: drops",
    ),
    (
        "4.4",
        "0:01 A drops; 0:02 A returns; 0:03 A drops; 0:04 A returns; 0:05 B drops",
        "move A 0:35",
    ),
    ("4.7", "0:10 A drops; 0:20 outage x", "drop A 2:30"),
    ("4.7", "0:10 A drops; 1:00 A invited; 1:01 outage x", "invitation A 1:50"),
)
def test_drops(script: str, answer: str) -> None:
    check(AT_ONCE, 2, script, answer)


BOTH = "0:10 A drops; 0:20 B drops; "


@rows(
    ("4.5", BOTH + "0:30 ?", "drop A 2:10"),
    ("4.5", BOTH + "2:12 ?", "drop B 2:20"),
    ("4.5", BOTH + "2:12 ?; 2:15 B returns", "B wins: drop"),
    ("4.5", BOTH + "2:12 ?; 2:20.999 B returns", "B wins: drop"),
    ("4.5", BOTH + "2:12 ?; 2:21 B returns", "refused late"),
    ("4.5", BOTH + "2:12 ?; 2:15 A returns", "refused late"),
    ("4.5", BOTH + "2:22 ?", "void: both_dropped"),
    ("4.5", BOTH + "2:00 B returns; 2:12 ?", "B wins: drop"),
    ("4.5", BOTH + "2:00 A returns; 2:22 ?", "A wins: drop"),
    ("4.5", BOTH + "0:30 B invited; 1:02 ?", "drop A 2:10"),
    ("4.5", BOTH + "0:30 B invited; 1:02 ?; 1:10 A returns", "A wins: invitation"),
    ("4.5", "0:10 A drops; 0:10 B drops; 2:12 ?", "void: both_dropped"),
    ("4.7", BOTH + "2:12 ?; 2:13 outage x", "drop B 2:40"),
)
def test_both_gone(script: str, answer: str) -> None:
    check(AT_ONCE, 2, script, answer)


@rows(
    ("4.5", BOTH + "2:12 ?", "B wins: drop"),
    ("4.5", "0:10 B drops; 0:20 A drops; 2:12 ?", "A wins: drop"),
    ("4.5", "0:10 A drops; 0:10 B drops; 2:12 ?", "B wins: drop"),
    ("4.5", "0:10 B drops; 0:10 A drops; 2:12 ?", "B wins: drop"),
)
def test_both_gone_in_a_tournament(script: str, answer: str) -> None:
    check(TOURNAMENT, 2, script, answer)


@rows(
    ("6.1", "0:13 B pauses", "pause B 1:13"),
    ("6.1", "0:13 B pauses; 0:20 A plays", "refused wrong_phase"),
    ("6.1", "0:13 B pauses; 0:20 A pauses", "refused wrong_phase"),
    ("6.1", "0:13 B pauses; 0:20 A resumes", "refused wrong_phase"),
    ("6.1", "0:13 B pauses; 0:43 B resumes", "move A 1:03"),
    ("6.1", "0:13 B pauses; 1:14.999 ?", "pause B 1:13"),
    ("6.1", "0:13 B pauses; 1:15 ?", "move A 1:35"),
    ("6.1", "0:13 B pauses; 0:14 B resumes; 0:15 B pauses", "refused wrong_phase"),
    ("6.1", "0:13 B pauses; 0:14 B resumes; 0:15 A pauses", "pause A 1:15"),
    ("6.1", "0:13 B pauses; 0:20 A drops; 0:30 B resumes", "drop A 2:20"),
    ("6.1", "0:13 B pauses; 0:20 A drops; 0:25 A returns", "pause B 1:13"),
    ("5.1", "0:13 B pauses; 0:20 A resigns", "B wins: resigned"),
)
def test_pauses(script: str, answer: str) -> None:
    check(PAUSES, 2, script, answer)


@rows(
    ("5.2", "0:10 A resigns", "move A 0:33"),
    ("5.2", "0:10 A resigns; 0:11 A resigns", "refused stale"),
    ("5.2", "0:10 A resigns; 0:20 B resigns", "move A 0:33"),
    ("5.2", "0:10 A resigns; 0:20 C resigns", "BD wins: resigned"),
    ("5.2", "0:10 A resigns; 0:20 C declines; 0:30 C resigns", "move A 0:33"),
    ("5.2", "0:10 A resigns; 0:20 A declines; 0:30 C resigns", "move A 0:33"),
    ("5.2", "0:10 A resigns; 0:20 B declines", "refused wrong_phase"),
    ("7.1", "0:10 B drops; 2:12 ?", "AC wins: drop"),
    ("7.1", "0:10 C drops; 0:20 A drops; 2:12 ?", "BD wins: drop"),
    ("7.1", "0:10 A drops; 0:20 B drops; 0:30 D drops; 2:12 ?", "drop B 2:20"),
    ("7.1", "0:10 A drops; 0:20 B drops; 0:30 D drops; 2:12 ?; 2:15 B returns", "drop D 2:30"),
    (
        "7.1",
        "0:10 A drops; 0:20 B drops; 0:30 D drops; 2:12 ?; 2:15 B returns; 2:16 D returns",
        "BD wins: drop",
    ),
    ("7.1", "0:10 A drops; 0:20 B drops; 2:22 ?", "void: both_dropped"),
)
def test_pairs(script: str, answer: str) -> None:
    check(AT_ONCE, 4, script, answer)


@rows(
    ("7.2", "0:10 B drops; 0:11 A plays; 2:12 ?", "move C 2:42"),
    ("7.2", "0:10 B drops; 0:11 A plays; 2:12 ?; 2:20 C resigns", "places 132: resigned"),
    ("7.2", "0:10 B resigns; 0:20 B returns", "refused finished"),
    ("7.2", "0:10 B drops; 0:10 C drops; 0:11 A plays; 2:12 ?", "places 132: drop"),
    ("7.2", "0:10 B resigns; 0:20 A drops; 0:30 C drops; 2:22 ?", "drop C 2:30"),
    ("7.2", "0:10 B resigns; 0:20 A drops; 0:30 C drops; 2:32 ?", "void: both_dropped"),
)
def test_three_alone(script: str, answer: str) -> None:
    check(AT_ONCE, 3, script, answer)


def test_2_4_after_three_automatic_moves_in_a_row_the_others_are_told_once() -> None:
    timeline = Timeline()
    timeline.tell("3:20 ?")
    told = [notice.to_json() for notice in timeline.told if notice.kind == "seems_away"]
    assert told == [
        {"kind": "seems_away", "seat": 0, "moves": 3},
        {"kind": "seems_away", "seat": 1, "moves": 3},
    ]
    assert timeline.state.result is None


def test_2_3_the_automatic_move_plays_the_leftmost_card_as_the_screen_shows_it() -> None:
    state = Timeline().state
    for order, card in (([], "1D"), (["3D", "1D", "2D"], "3D"), (["9C", "2D"], "2D")):
        event = referee.LogEvent(5_000, "order", 0, {"cards": order})
        shown = referee.apply(state, event).state
        limit = referee.due(shown)
        assert limit is not None
        step = referee.apply(shown, referee.expiry(limit.at + referee.RECORD_MS, limit))
        assert step.notices[0].data["card"] == card


@pytest.mark.parametrize("cards", ["1D", [1], ["1D"] * 41], ids=str)
def test_2_3_an_order_that_is_no_hand_is_refused(cards: object) -> None:
    event = referee.LogEvent(5_000, "order", 0, {"cards": cards})
    with pytest.raises(Refused) as refusal:
        referee.apply(Timeline().state, event)
    assert refusal.value.code == "malformed"


def test_2_5_between_deals_nobody_waits_for_who_is_gone_and_a_drop_counts() -> None:
    timeline = Timeline()
    while timeline.state.phase is referee.Phase.PLAYING:
        timeline.tell(f"0:05 {timeline.to_move()} plays")
    assert timeline.tell("0:06 A ready") == "interval 0:17"
    assert timeline.tell("0:10 B drops").startswith(("drop B", "move A"))
    assert timeline.state.deal_number == 2
    assert timeline.state.people[1].drops == 1


def test_2_5_the_interval_runs_to_its_end_while_nobody_is_there() -> None:
    timeline = Timeline()
    while timeline.state.phase is referee.Phase.PLAYING:
        timeline.tell(f"0:05 {timeline.to_move()} plays")
    assert timeline.tell("0:06 A drops; 0:07 B drops") == "interval 0:17"
    assert timeline.tell("0:19 ?") == "drop A 2:06"


def test_logs_of_the_first_kind_know_no_drops() -> None:
    check(FIRST_TORNEO, 2, "0:10 A drops", "refused wrong_phase")


@pytest.mark.parametrize(
    ("game", "target", "bank"),
    [
        ("scopa", None, "2:30"),
        ("scopa", 7, "5:00"),
        ("scopa", 11, "7:00"),
        ("escoba", None, "2:30"),
        ("escoba", 21, "12:00"),
        ("scopa15", 21, "12:00"),
        ("tressette", 21, "8:00"),
        ("tressette", 11, "4:11"),
        ("tressette", 31, "11:48"),
        ("star-cards", None, "8:00"),
    ],
)
def test_3_1_the_bank_of_a_match(game: str, target: int | None, bank: str) -> None:
    minutes, seconds = divmod(policies.bank_ms(game, target) // 1_000, 60)
    assert f"{minutes}:{seconds:02}" == bank


@pytest.mark.parametrize(
    "choice",
    [
        {"name": "blitz"},
        {"name": "torneo", "move_seconds": 60},
        {"name": "amichevole", "move_seconds": 10},
        {"name": "torneo", "pause": True},
    ],
    ids=str,
)
def test_a_policy_that_does_not_exist(choice: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"policy|clock|pause"):
        policies.policy(game="scopa", target=11, **choice)


@pytest.mark.parametrize("name", policies.POLICIES)
def test_a_policy_survives_its_log(name: str) -> None:
    chosen = policies.policy(name, "tressette", 21, tournament=True)
    assert policies.parse_policy(policies.policy_json(chosen)) == chosen
