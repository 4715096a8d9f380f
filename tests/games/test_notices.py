"""What the referee tells, in words: the lines of the log, the end of a match, the status."""

from typing import Any

import pytest
from django.utils import translation

from games.engine import policies
from games.presentation.endings import ending_reason, is_void, verdict_words
from games.presentation.lines import common_line, common_words, status_words
from games.presentation.people import People

Json = dict[str, Any]
NAMES = ("Anna", "Bruno", "Carla", "Dario")
AT = 1_700_000_000_000
SEAL = "1f3a9c0de8" + "0" * 54


def people(seats: int = 2, sides: list[list[int]] | None = None) -> People:
    """Anna looks, at seat 0."""
    names = dict(enumerate(NAMES[:seats]))
    return People(0, names, sides or [[seat] for seat in range(seats)])


PAIR = [[0, 2], [1, 3]]


def told(kind: str, seat: int | None = 1, **data: Any) -> Json:
    return {"version": 9, "at": AT, "kind": kind, "seat": seat, **data}


def dropped(
    drops: int = 1, allowed: int | None = 2, *, left: bool = False, ms: int = 120_000
) -> Any:
    return {"drops": drops, "allowed": allowed, "left": left, "until": AT + ms}


# kind, data, of Bruno, of me
OF_A_SEAT: list[tuple[str, Json, str, str]] = [
    ("pressed", {}, "Bruno pressed start", "You pressed start"),
    ("made_ready", {}, "Bruno is ready to go on", "You are ready to go on"),
    (
        "dropped",
        dropped(),
        "Bruno lost the connection (1 of 2): 2:00 to come back",
        "You lost the connection (1 of 2): 2:00 to come back",
    ),
    (
        "dropped",
        dropped(2, left=True),
        "Bruno left the table (2 of 2): 2:00 to come back",
        "You left the table (2 of 2): 2:00 to come back",
    ),
    (
        "dropped",
        dropped(3),
        "Bruno lost the connection once more than the 2 times allowed",
        "You lost the connection once more than the 2 times allowed",
    ),
    (
        "dropped",
        dropped(4, None, ms=600_000),
        "Bruno lost the connection: 10:00 to come back",
        "You lost the connection: 10:00 to come back",
    ),
    ("returned", {}, "Bruno is back at the table", "You are back at the table"),
    (
        "invited",
        {"until": AT + 30_000},
        "Bruno is on another page, invited to the table: 0:30 to follow",
        "You are invited back to the table: 0:30 to follow",
    ),
    (
        "lapsed",
        {},
        "Bruno did not come back in time; the others are away too",
        "You did not come back in time; the others are away too",
    ),
    (
        "paused",
        {"until": AT + 60_000},
        "Bruno paused the match for 1:00",
        "You paused the match for 1:00",
    ),
    ("resumed", {}, "Bruno ended the pause", "You ended the pause"),
    (
        "seems_away",
        {"moves": 3},
        "Bruno seems to be away: 3 moves in a row were automatic",
        "3 moves in a row were made for you: the others think you are away",
    ),
    (
        "resign_proposed",
        {},
        "Bruno proposes to resign: you must agree",
        "You propose to resign: your partner must agree",
    ),
    (
        "resign_declined",
        {},
        "Bruno does not resign: the match goes on",
        "You do not resign: the match goes on",
    ),
    ("resigned", {}, "Bruno resigned", "You resigned"),
    (
        "forfeited",
        {"reason": "start"},
        "Bruno did not press start in time",
        "You did not press start in time",
    ),
    (
        "forfeited",
        {"reason": "drop"},
        "Bruno did not come back in time",
        "You did not come back in time",
    ),
    (
        "forfeited",
        {"reason": "invitation"},
        "Bruno did not follow the invitation to the table in time",
        "You did not follow the invitation to the table in time",
    ),
    (
        "forfeited",
        {"reason": "drops"},
        "Bruno left or lost the connection a third time",
        "You left or lost the connection a third time",
    ),
    (
        "forfeited",
        {"reason": "bank"},
        "The time bank of Bruno is empty",
        "Your time bank is empty",
    ),
]


@pytest.mark.parametrize(("kind", "data", "of_bruno", "of_me"), OF_A_SEAT)
def test_what_somebody_did_or_missed_is_said_of_them_and_to_them(
    kind: str, data: Json, of_bruno: str, of_me: str
) -> None:
    assert common_words(told(kind, 1, **data), people()) == of_bruno
    assert common_words(told(kind, 0, **data), people()) == of_me


OF_THE_MATCH: list[tuple[str, Json, str]] = [
    ("begun", {}, "The match begins"),
    ("resumed", {}, "The pause is over"),
    (
        "compensated",
        {"ms": 20_000, "cause": "away"},
        "Our server was away: every clock gets 20 s back",
    ),
    (
        "compensated",
        {"ms": 20_000, "cause": "mass"},
        "Many connections were lost at once: every clock gets 20 s back",
    ),
    ("sealed", {"deal": 2, "commitment": SEAL}, "The deck of deal 2 is sealed: 1f3a9c0d"),
    (
        "revealed",
        {"deal": 2, "commitment": SEAL, "seed": "00"},
        "The seed of deal 2 is open, its seal was 1f3a9c0d",
    ),
]


@pytest.mark.parametrize(("kind", "data", "words"), OF_THE_MATCH)
def test_what_happened_to_the_match_is_said(kind: str, data: Json, words: str) -> None:
    assert common_words(told(kind, None, **data), people()) == words


def test_the_log_leaves_the_seals_and_the_sheets_that_were_read_to_the_ledger() -> None:
    for kind in ("made_ready", "sealed", "revealed"):
        notice = told(kind, 1, deal=1, commitment=SEAL)
        assert common_line(notice, people()) is None
        assert common_words(notice, people())


def test_where_three_play_whoever_forfeits_is_out_and_the_others_play_on() -> None:
    words = common_words(told("forfeited", 2, reason="drop"), people(3))
    assert words == "Carla did not come back in time: out of the match"


# --- the end -------------------------------------------------------------------------------------


def ended(
    seats: int = 2,
    *,
    winner: int | None = 0,
    reason: str = "drop",
    placements: list[int] | None = None,
    policy: policies.Policy = policies.TORNEO,
    **view: Any,
) -> Json:
    """A view at the end; `forfeited` and `automatic` are by seat."""
    forfeited, automatic = view.pop("forfeited", {}), view.pop("automatic", {})
    result = {"winner": winner, "reason": reason}
    return {
        "result": result if placements is None else {**result, "placements": placements},
        "totals": [7, 5],
        "policy": policies.policy_json(policy),
        "started": [],
        "people": [
            {
                "absent": None,
                "drops": 0,
                "automatic": automatic.get(seat, 0),
                "forfeited": forfeited.get(seat),
            }
            for seat in range(seats)
        ],
        **view,
    }


@pytest.mark.parametrize(
    ("reason", "won", "lost"),
    [
        ("start", "Bruno did not press start in time", "You did not press start in time"),
        ("drop", "Bruno did not come back in time", "You did not come back in time"),
        (
            "invitation",
            "Bruno did not follow the invitation to the table in time",
            "You did not follow the invitation to the table in time",
        ),
        (
            "drops",
            "Bruno left or lost the connection a third time",
            "You left or lost the connection a third time",
        ),
        ("bank", "The time bank of Bruno is empty", "Your time bank is empty"),
        ("resigned", "Your opponent resigned", "You resigned"),
        ("target", "You 7 – Bruno 5", "You 7 – Bruno 5"),
    ],
)
def test_two_are_told_who_won_and_why(reason: str, won: str, lost: str) -> None:
    mine = ended(winner=0, reason=reason, forfeited={1: reason})
    assert verdict_words(mine["result"], people()) == "You won the match"
    assert ending_reason(mine, people()) == won
    theirs = ended(winner=1, reason=reason, forfeited={0: reason})
    assert verdict_words(theirs["result"], people()) == "Bruno won the match"
    assert ending_reason(theirs, people()) == lost


def test_a_pair_is_told_which_of_its_players_was_late() -> None:
    four = people(4, PAIR)
    lost = ended(4, winner=1, reason="bank", forfeited={2: "bank"})
    assert verdict_words(lost["result"], four) == "You lost the match"
    assert ending_reason(lost, four) == "The time bank of Carla is empty"
    won = ended(4, winner=0, reason="start", forfeited={1: "start", 3: "start"})
    assert ending_reason(won, four) == (
        "Bruno did not press start in time. Dario did not press start in time"
    )
    gave_up = ended(4, winner=0, reason="resigned", forfeited={1: "resigned"})
    assert ending_reason(gave_up, four) == "The other pair resigned"


def test_the_last_one_left_of_three_is_told_why_and_who_is_where() -> None:
    view = ended(
        3,
        winner=1,
        reason="drops",
        placements=[2, 1, 3],
        forfeited={0: "drops", 2: "resigned"},
        resigned=[2, 0],
    )
    assert verdict_words(view["result"], people(3)) == "Bruno won the match"
    assert ending_reason(view, people(3)) == (
        "Carla resigned. You left or lost the connection a third time. 1. Bruno, 2. You, 3. Carla"
    )


FRIENDLY = policies.AMICHEVOLE
FRIENDLY_CLOCK = policies.policy("amichevole", "scopa", 11, move_seconds=60)

VOID: list[tuple[str, Json, str]] = [
    ("start", {}, "Nobody pressed start in time"),
    ("start", {"started": [1], "policy": FRIENDLY}, "Not everybody pressed start in time"),
    ("both_dropped", {}, "Nobody came back in time"),
    ("drop", {"policy": FRIENDLY}, "Somebody did not come back in time"),
    ("ended", {"policy": FRIENDLY}, "It was ended because somebody was away"),
    ("idle", {"policy": FRIENDLY}, "There was no move for 24 hours"),
    (
        "away",
        {"policy": FRIENDLY_CLOCK, "automatic": {1: 6}},
        "6 moves in a row were made automatically: Bruno",
    ),
]


@pytest.mark.parametrize(("reason", "data", "words"), VOID)
def test_a_void_match_says_that_nobody_wins_and_why(reason: str, data: Json, words: str) -> None:
    for seats, sides in ((2, None), (3, None), (4, PAIR)):
        view = ended(seats, winner=None, reason=reason, **data)
        assert is_void(view["result"])
        shown = people(seats, sides)
        assert verdict_words(view["result"], shown) == "The match is void: nobody wins"
        assert ending_reason(view, shown) == words


def test_a_void_match_says_who_was_away() -> None:
    view = ended(winner=None, reason="both_dropped")
    view["result"]["away"] = [0, 1]
    assert ending_reason(view, people()) == (
        "Nobody came back in time. Away from the table: You and Bruno"
    )
    view["result"]["away"] = [1]
    with translation.override("it"):
        assert ending_reason(view, people()).endswith(". Non al tavolo: Bruno")


def test_a_shared_first_place_is_no_void_match() -> None:
    result = {"winner": None, "reason": "rest", "placements": [1, 1, 3]}
    assert verdict_words(result, people(3)) == "Nobody won the match"


# --- while it runs -------------------------------------------------------------------------------


def running(turn: int, *, pause: Json | None = None, absent: int | None = None) -> Json:
    absence = {"since": AT, "until": AT + 1, "invited": False, "left": False, "lapsed": False}
    return {
        "phase": "playing",
        "deal": {"turn": turn},
        "pause": pause,
        "people": [{"absent": absence if seat == absent else None} for seat in range(2)],
    }


def test_the_status_says_whom_the_match_waits_for() -> None:
    assert status_words(running(0), people()) == "Your turn"
    assert status_words(running(1), people()) == "Bruno's turn"
    assert status_words(running(1, absent=1), people()) == "Waiting for Bruno to come back"
    assert status_words(running(0, absent=1), people()) == "Your turn"
    paused = running(1, pause={"seat": 1, "until": AT})
    assert status_words(paused, people()) == "The match is paused"


def test_every_sentence_has_its_italian() -> None:
    with translation.override("it"):
        for kind, data, english, mine in OF_A_SEAT:
            assert common_words(told(kind, 1, **data), people()) != english
            assert common_words(told(kind, 0, **data), people()) != mine
        for reason, data, english in VOID:
            view = ended(winner=None, reason=reason, **data)
            assert ending_reason(view, people()) != english
