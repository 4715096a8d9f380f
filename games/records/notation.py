"""A finished match as text to read, the notation of docs/records.md.

It is not translated: like the text form of a card it is the same for everybody.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.engine import match as matches
from games.engine import referee
from games.engine.core import WATCHER, Notice, Seat
from games.engine.referee import LogEvent, RefereeState
from games.engine.registry import GAMES
from games.records.export import iso_time
from games.store import Log, Record

# What a move or a deal says itself, and what stands in a line of its own.
SAID = frozenset(
    {
        "dealt",
        "played",
        "turn_ended",
        "trump_chosen",
        "scored",
        "finished",
        "resigned",
        "revealed",
    }
)
# What the clock and the people did beside the play: comments, with their time.
LEDGER = frozenset(
    {
        "sealed",
        "pressed",
        "begun",
        "made_ready",
        "dropped",
        "returned",
        "invited",
        "lapsed",
        "forfeited",
        "paused",
        "resumed",
        "compensated",
        "seems_away",
        "resign_proposed",
        "resign_declined",
    }
)


def notation(log: Log) -> str:
    """The whole text, its lines ended by newlines."""
    records = list(log.records())
    lines = [*_head(log, records[-1]), ""]
    before: Record | None = None
    for event, record in zip(log.events, records, strict=True):
        lines += _event(event, before, record)
        before = record
    return "\n".join(lines) + "\n"


def _head(log: Log, record: Record) -> Iterator[str]:
    view: Mapping[str, Any] = referee.view(record.state, WATCHER)
    yield _tag("Match", str(log.match_id))
    yield _tag("Game", view["game"])
    yield _tag("Rules", _fields(view["rules"]))
    yield _tag("Policy", _fields(view["policy"]))
    for seat, player in enumerate(log.players):
        yield _tag(f"Seat {seat}", player.name)
    yield _tag("Sides", " ".join("+".join(map(str, side)) for side in view["sides"]))
    yield _tag("Started", iso_time(log.events[0].at))
    yield _tag("Ended", iso_time(record.state.at))
    yield _tag("Result", _fields(view["result"]))


def _tag(name: str, text: str) -> str:
    return f"[{name} {json.dumps(text, ensure_ascii=False)}]"


def _event(event: LogEvent, before: Record | None, after: Record) -> Iterator[str]:
    told = [notice for version, _, notice in after.notices if version == after.version]
    if event.kind == "dealt":
        yield from _dealt(event, after, told)
    if any(notice.kind == "resigned" for notice in told):
        yield f"{event.seat}: resigns"
    if before is not None:
        for seat, move, is_automatic in moves(before.state, event, after.state):
            yield f"{seat}: {move}{' (automatic)' if is_automatic else ''}"
    for notice in told:
        yield from _told(notice, event.at)


def _told(notice: Notice, at: int) -> Iterator[str]:
    if notice.kind == "scored":
        yield from _scored(notice.data)
    elif notice.kind == "finished":
        yield f"result: {_fields(notice.data)}"
    elif notice.kind == "annulled":
        yield f"annulled: {_fields(notice.data)}"
    elif notice.kind in LEDGER:
        yield f"; {iso_time(at)} {notice.kind} {_fields(notice.data)}".rstrip()
    elif notice.kind not in SAID:
        yield f"  {notice.kind} {_fields(notice.data)}"
    elif notice.data.get("sweep"):
        yield "  sweep"


def _dealt(event: LogEvent, after: Record, told: Sequence[Notice]) -> Iterator[str]:
    """The heading of a deal, what its deck was made of, that deck in the order in which it was
    dealt, and every hand."""
    view: Mapping[str, Any] = referee.view(after.state, WATCHER)
    is_dealt = any(notice.kind == "dealt" for notice in told)
    dealt = {
        name: value
        for notice in told
        if notice.kind == "dealt"
        for name, value in notice.data.items()
        if isinstance(value, (int, str)) and name not in {"deal", "stock"}
    }
    number = view["deal"]["number"] if is_dealt else after.state.next_deal
    yield ""
    yield f"# deal {number} {_fields(dealt)}".rstrip()
    if (seal := after.state.seal) is not None:
        for seat, entropy in enumerate(seal.entropies):
            yield f"entropy {seat}: {entropy.hex() or '-'}"
        if seal.attempts > 1:
            yield f"sealed seed: {seal.seed.hex()}"
    yield f"seed: {event.data['seed']}"
    yield f"deck: {' '.join(event.data['deck'])}"
    if not is_dealt:
        return
    for seat in range(after.state.match.seats):
        own: Mapping[str, Any] = referee.view(after.state, seat)
        yield f"hand {seat}: {' '.join(own['deal']['hand'])}"
    for name in ("layout", "trump"):
        if lying := view["deal"].get(name):
            yield f"{name}: {lying if isinstance(lying, str) else ' '.join(lying)}"


def moves(
    before: RefereeState, event: LogEvent, after: RefereeState
) -> Iterator[tuple[Seat, str, bool]]:
    """The moves that an event made, each with its seat and whether it was made for it: the move
    itself or the one of the clock, then those of seats that play no longer."""
    game, match = GAMES[before.game], before.match
    if event.kind == "dealt":
        match = matches.deal(match, event.data["deck"], bytes.fromhex(event.data["seed"])).state
    elif event.kind == "move" and event.seat is not None:
        move = game.parse_move(event.data["move"])
        yield event.seat, str(move), False
        match = matches.apply(match, move).state
    while match != after.match and (seat := matches.to_move(match)) is not None:
        order = matches.in_shown_order(match, seat, after.people[seat].order)
        move = game.automatic_move(match.deal, order)
        yield seat, str(move), True
        match = matches.apply(match, move, automatic=True).state


def _scored(data: Mapping[str, Any]) -> Iterator[str]:
    """A line for each category with what each side has and gets, then the sums."""
    sheet = data["sheet"]
    for row in sheet.get("rows", ()):
        counts = row.get("counts") or row.get("thirds")
        parts = [f"  {row['category']}:"]
        if counts is not None:
            parts.append(" ".join(map(str, counts)))
        if row.get("points") is not None:
            parts.append("points " + " ".join(f"+{points}" for points in row["points"]))
        yield " ".join(parts)
    yield f"points: {' '.join(f'+{points}' for points in sheet['points'])}"
    yield f"totals: {' '.join(map(str, sheet['totals']))}"


def _fields(data: Mapping[str, Any]) -> str:
    """`side=0 cards=7D,3C`."""
    return " ".join(f"{name}={_value(value)}" for name, value in data.items())


def _value(value: Any) -> str:
    """`7D,3C` for a list, `0:7D,1:3C` for cards played by seats, `R:1,X:2` for counts."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case {"seat": seat, "card": card}:
            return f"{seat}:{card}"
        case Mapping():
            return ",".join(f"{name}:{_value(one)}" for name, one in value.items()) or "-"
        case list() | tuple():
            separator = "+" if value and isinstance(value[0], (list, tuple)) else ","
            return separator.join(map(_value, value)) or "-"
        case _:
            return str(value)
