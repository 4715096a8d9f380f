"""What the records of matches say: a line of the history, the log with its times, open hands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.presentation.cards import Face, joined
from games.presentation.clocks import PolicyInForce, policy_in_force
from games.presentation.endings import FORFEITS, is_void, verdict_words
from games.presentation.game import RulesInForce
from games.presentation.ledger import Ledger, ledger
from games.presentation.lines import Line, target_words
from games.presentation.page import GAMES
from games.presentation.people import People


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in one row, as one of its players remembers it. `verdict` is `won`, `lost`, `level`,
    `void` or, while it is played, `running`."""

    match_id: int
    title: str
    length: str
    opponents: str
    partner: str
    verdict: str
    verdict_words: str
    score: str
    reason: str


def summary(view: Mapping[str, Any]) -> Summary:
    game = GAMES[view["game"]]
    people = People.of(view)
    result = view["result"]
    verdict = _verdict(result, people)
    opponents = [people.names[seat] for seat in people.others() if not people.is_partner(seat)]
    partners = [people.names[seat] for seat in people.others() if people.is_partner(seat)]
    return Summary(
        match_id=view["match"],
        title=game.title(),
        length=target_words(view["rules"].get("target")),
        opponents=joined(opponents),
        partner=joined(partners),
        verdict=verdict,
        verdict_words=_verdict_words(verdict),
        score=" – ".join(str(view["totals"][side]) for side in people.sides_mine_first()),
        reason=_reason_unless_score(view, people),
    )


def _verdict(result: Mapping[str, Any] | None, people: People) -> str:
    if result is None:
        return "running"
    if is_void(result):
        return "void"
    if result["winner"] is None:
        return "level"
    return "won" if result["winner"] == people.my_side() else "lost"


def _verdict_words(verdict: str) -> str:
    return {
        "running": _("in play"),
        "level": _("nobody won"),
        "void": _("void"),
        "won": _("won"),
        "lost": _("lost"),
    }[verdict]


def _reason_unless_score(view: Mapping[str, Any], people: People) -> str:
    """Why it ended, where that is not the score."""
    result = view["result"]
    if result is None or not (is_void(result) or result["reason"] in FORFEITS):
        return ""
    return GAMES[view["game"]].ending(view, people)


@dataclass(frozen=True, slots=True)
class Record:
    """A match that is over, whether or not a card was dealt in it."""

    match_id: int
    folder: str
    title: str
    length: str
    seats: int
    verdict: str
    reason: str
    rules: RulesInForce
    policy: PolicyInForce


def record(view: Mapping[str, Any]) -> Record:
    game, people = GAMES[view["game"]], People.of(view)
    return Record(
        match_id=view["match"],
        folder=game.folder,
        title=game.title(),
        length=target_words(view["rules"].get("target")),
        seats=view["seats"],
        verdict=verdict_words(view["result"], people),
        reason=game.ending(view, people),
        rules=game.rules(view),
        policy=policy_in_force(view),
    )


@dataclass(frozen=True, slots=True)
class TimedLine:
    """A line of the log, the step to which it leads, and when it was, since the match began."""

    step: int | None
    time: str
    line: Line


def timed_line(
    view: Mapping[str, Any], notice: Mapping[str, Any], step: int | None, after_ms: int
) -> TimedLine | None:
    """None for what the log does not tell."""
    line = GAMES[view["game"]].line(notice, People.of(view))
    return None if line is None else TimedLine(step, elapsed(after_ms), line)


def elapsed(milliseconds: int) -> str:
    """`0:07`, `12:30`, `1:02:05`."""
    minutes, seconds = divmod(milliseconds // 1_000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def whole_ledger(view: Mapping[str, Any], log: Sequence[Mapping[str, Any]]) -> Ledger:
    """The connection ledger of a match that is over, from all that its seat was told."""
    return ledger(view, log, People.of(view), GAMES[view["game"]])


@dataclass(frozen=True, slots=True)
class DealSheet:
    """The score of one deal, for the game's `sheet.html`."""

    deal: int
    sheet: Any


def deal_sheet(view: Mapping[str, Any]) -> DealSheet:
    sheet = GAMES[view["game"]].sheet(view, People.of(view))
    return DealSheet(view["sheet"]["deal"], sheet)


@dataclass(frozen=True, slots=True)
class OpenHand:
    name: str
    cards: Sequence[Face]


def open_hands(view: Mapping[str, Any], hands: Mapping[int, Mapping[str, Any]]) -> list[OpenHand]:
    """The hands of the others, in order of play, from the views of their seats."""
    game, people = GAMES[view["game"]], People.of(view)
    return [
        OpenHand(people.names[seat], [card.face for card in game.hand(hands[seat])])
        for seat in people.others()
    ]
