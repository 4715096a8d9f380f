"""A finished match as its pages tell it to one seat: every line of the log, every score sheet, and
the table after any event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games import services
from games.engine.core import Seat
from games.presentation.ledger import LEDGER_ONLY
from games.store import Log, Record


@dataclass(frozen=True, slots=True)
class Told:
    """One notice: the event that brought it, and the time of that event since the first."""

    number: int
    after_ms: int
    notice: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Story:
    """`steps` are the numbers of the events after which a table can be shown and something is
    told; `sheets` are the views at the end of each deal; `view` is the last."""

    view: dict[str, Any]
    told: Sequence[Told]
    sheets: Sequence[dict[str, Any]]
    steps: Sequence[int]


def story(log: Log, seat: Seat) -> Story:
    told: list[Told] = []
    sheets: list[dict[str, Any]] = []
    steps: list[int] = []
    view: dict[str, Any] = {}
    start = log.events[0].at
    for event, record in zip(log.events, log.records(), strict=True):
        number = record.version
        notices = services.notices_for(record, seat, since=number - 1)
        told += [Told(number, max(0, event.at - start), notice) for notice in notices]
        if record.state.match.deal is not None and _is_seen(notices):
            steps.append(number)
        if any(notice["kind"] == "scored" for notice in notices):
            sheets.append(standing_view(record, seat))
        view = standing_view(record, seat)
    return Story(view, told, sheets, steps)


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after one event: the view of the seat, what it had been told, and the hands of
    all seats, which after the end are no secret."""

    view: dict[str, Any]
    log: list[dict[str, Any]]
    hands: Mapping[Seat, dict[str, Any]]


def _is_seen(notices: Sequence[Mapping[str, Any]]) -> bool:
    return any(notice["kind"] not in LEDGER_ONLY for notice in notices)


def moment(log: Log, number: int, seat: Seat) -> Moment:
    record = next(record for record in log.records() if record.version == number)
    hands = {
        other: standing_view(record, other) for other in range(len(log.players)) if other != seat
    }
    return Moment(standing_view(record, seat), services.notices_for(record, seat), hands)


def standing_view(record: Record, seat: Seat) -> dict[str, Any]:
    """The view without what only somebody who plays needs: the clock and the legal moves."""
    view = services.view_of(record, seat)
    deal = view["deal"]
    if deal is not None:
        deal = {**deal, "legal": []}
    return {**view, "now": record.state.at, "deadline": None, "deal": deal}
