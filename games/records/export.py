"""A finished match as one JSON value, the format of docs/records.md.

People are named by the names that they show, never by number or address.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from games import seals
from games.engine import referee
from games.engine.core import WATCHER
from games.engine.referee import LogEvent
from games.store import Log

FORMAT = "settebello-match"
FORMAT_VERSION = 2


def export(log: Log) -> dict[str, Any]:
    """All of the log, with the result to which it leads."""
    state, _ = referee.replay(log.events)
    view = referee.view(state, WATCHER)
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "match": log.match_id,
        "game": view["game"],
        "rules": view["rules"],
        "policy": view["policy"],
        "players": [{"seat": seat, "name": player.name} for seat, player in enumerate(log.players)],
        "sides": view["sides"],
        "started": iso_time(log.events[0].at),
        "ended": iso_time(state.at),
        "result": view["result"],
        "deals": [_deal(sealed) for sealed in seals.sealed_deals(log.events)],
        "events": [_event(number, event) for number, event in enumerate(log.events, start=1)],
    }


def events_of(record: dict[str, Any]) -> Sequence[LogEvent]:
    """The log in such a value, of this format or an earlier one, as `referee.replay` takes it."""
    return [
        LogEvent(event["at"], event["kind"], event["seat"], event["data"])
        for event in record["events"]
    ]


def _deal(sealed: seals.SealedDeal) -> dict[str, Any]:
    """What the people at the table were told of a deal's deck, beside what the log has of it."""
    return {
        "deal": sealed.deal,
        "commitment": sealed.commitment,
        "published": iso_time(sealed.at),
        "entropy": [entropy.hex() for entropy in sealed.entropies],
        "attempts": len(sealed.attempts),
    }


def _event(number: int, event: LogEvent) -> dict[str, Any]:
    return {
        "number": number,
        "at": event.at,
        "time": iso_time(event.at),
        "seat": event.seat,
        "kind": event.kind,
        "data": dict(event.data),
    }


def iso_time(milliseconds: int) -> str:
    """`2026-11-30T18:05:09.120Z`."""
    seconds, rest = divmod(milliseconds, 1_000)
    moment = datetime.fromtimestamp(seconds, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{rest:03}Z"
