"""A match told as a timeline, for tests that a player can read.

    0:10 A drops; 2:12 ?

Seats are A, B, C and D in order of play; A is the first to move. Times are minutes and seconds
from the beginning. `?` lets the time pass to that moment: the server's clock records what is over
two seconds after its limit, as the tick does. All else happens exactly when it is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.engine import match, referee, shuffle
from games.engine.core import Notice, Refused, Seat
from games.engine.policies import TORNEO, Policy
from games.engine.referee import Due, LogEvent, Phase, RefereeState
from games.engine.registry import GAMES

SEATS = "ABCD"
SEED = bytes(range(shuffle.SEED_BYTES))
AT_ONCE = replace(TORNEO, start_ms=None)

VERBS: Mapping[str, str] = {
    "starts": "start",
    "drops": "drop",
    "leaves": "leave",
    "returns": "return",
    "invited": "invited",
    "pauses": "pause",
    "resumes": "resume",
    "resigns": "resigned",
    "declines": "declined",
    "ends": "ended",
}


class Timeline:
    """A match with what happened to it; `told` are all notices so far."""

    def __init__(self, policy: Policy = AT_ONCE, seats: int = 2, game: str | None = None) -> None:
        game = game or {2: "scopa", 3: "star-cards", 4: "escoba"}[seats]
        event = referee.started(
            0, game=game, rules={}, seats=seats, policy=policy, dealer=seats - 1
        )
        self.log = [event]
        self.told: list[Notice] = []
        self.state: RefereeState = referee.apply(None, event).state
        self._follow_up()

    def tell(self, script: str) -> str:
        """Let it happen; the answer says what the match waits for, or how it ended, or that
        the last event was refused."""
        for sentence in filter(None, (part.strip() for part in script.split(";"))):
            at_text, *words = sentence.split()
            try:
                self._happens(milliseconds(at_text), words)
            except Refused as refusal:
                return f"refused {refusal.code}"
        return self.answer()

    def _happens(self, at: int, words: list[str]) -> None:
        if words == ["?"]:
            self._pass_to(at)
        elif words[0] == "outage":
            data = {"ms": 20_000, "cause": "away", "outage": words[1]}
            self._apply(LogEvent(at, "compensated", None, data))
        else:
            self._apply(self._event(at, SEATS.index(words[0]), words[1]))

    def _event(self, at: int, seat: Seat, verb: str) -> LogEvent:
        if verb == "plays":
            deal = self.state.match.deal
            move = "1D" if deal is None else GAMES[self.state.game].automatic_move(deal)
            return LogEvent(at, "move", seat, {"move": str(move)})
        if verb == "ready":
            return LogEvent(at, "ready", seat, {"deal": self.state.deal_number})
        return LogEvent(at, VERBS[verb], seat, {})

    def _pass_to(self, now: int) -> None:
        while (limit := self.due) is not None and limit.at + referee.RECORD_MS <= now:
            self._apply(referee.expiry(limit.at + referee.RECORD_MS, limit))

    def _apply(self, event: LogEvent) -> None:
        step = referee.apply(self.state, event)
        self.log.append(event)
        self.state = step.state
        self.told += step.notices
        self._follow_up()

    def _follow_up(self) -> None:
        """What the server owes at once: seals and deals, from the deck in its own order."""
        state = self.state
        if state.awaits_seal:
            self._apply(referee.sealed(state.at, state.next_deal, SEED))
        elif state.phase is Phase.DEALING:
            assert state.seal is not None
            seed = shuffle.attempt_seed(SEED, state.seal.attempts)
            self._apply(referee.dealt(state.at, GAMES[state.game].deck, seed))

    @property
    def due(self) -> Due | None:
        return referee.due(self.state)

    def answer(self) -> str:
        result, limit = self.state.result, self.due
        if result is None:
            assert limit is not None
            whose = "" if limit.seat is None else f" {SEATS[limit.seat]}"
            return f"{limit.kind}{whose} {time_text(limit.at)}"
        if result.is_void:
            return f"void: {result.reason}"
        if result.placements is not None:
            places = "".join(map(str, result.placements))
            return f"places {places}: {result.reason}"
        assert result.winner is not None
        winners = "".join(SEATS[seat] for seat in self.state.match.sides[result.winner])
        return f"{winners} wins: {result.reason}"

    @property
    def banks(self) -> str:
        assert self.state.banks is not None
        return " ".join(map(time_text, self.state.banks))

    def to_move(self) -> str:
        seat = match.to_move(self.state.match)
        assert seat is not None
        return SEATS[seat]


def milliseconds(text: str) -> int:
    """`2:09.999` is 129,999."""
    minutes, seconds = text.split(":")
    return int(minutes) * 60_000 + round(float(seconds) * 1_000)


def time_text(ms: int) -> str:
    minutes, rest = divmod(ms, 60_000)
    seconds, thousandths = divmod(rest, 1_000)
    return f"{minutes}:{seconds:02}" + (f".{thousandths:03}" if thousandths else "")
