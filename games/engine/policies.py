"""The clocks of a match, and what happens to those who are late or gone: docs/rules/clocks.md.

A policy is data. The log of a match has its own written out in full, so that another number in
a later version changes no match that was played under this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from games.engine.core import Json

SECOND = 1_000
MINUTE = 60 * SECOND


@dataclass(frozen=True, slots=True)
class Policy:
    """All times in milliseconds; None is "not under this policy"."""

    name: str
    start_ms: int | None
    """1.1: to press "start the match", from its creation. None: the first deal comes at once."""
    move_ms: int | None
    """2.1."""
    bank_ms: int | None
    """3.1: a seat's time for the whole match."""
    interval_ms: int
    """2.5."""
    after_deal_ms: int
    """2.1: the first move clock of a deal starts so much later."""
    drop_ms: int | None
    """4.2: to come back. None: nobody watches who is there."""
    invitation_ms: int | None
    """4.3: to follow the invitation back to the table."""
    drops: int | None
    """4.4: so many are allowed in a match; with the next the seat forfeits."""
    pause_ms: int | None
    """6.1."""
    idle_ms: int | None
    """2.6: without a move for so long the match is void."""
    automatic_limit: int | None
    """2.4: so many automatic moves of one seat in a row void the match."""
    first_lapse_loses: bool
    """4.5: with both gone, whether the first whose time is over loses at once."""
    is_lenient: bool
    """1.3, 4.6: nobody loses by being away; the match is void instead."""
    partner_consents: bool
    """5.2: a resignation needs the partner's consent."""


TORNEO = Policy(
    name="torneo",
    start_ms=2 * MINUTE,
    move_ms=30 * SECOND,
    bank_ms=None,
    interval_ms=12 * SECOND,
    after_deal_ms=3 * SECOND,
    drop_ms=2 * MINUTE,
    invitation_ms=30 * SECOND,
    drops=2,
    pause_ms=None,
    idle_ms=None,
    automatic_limit=None,
    first_lapse_loses=False,
    is_lenient=False,
    partner_consents=True,
)

SFIDA = replace(TORNEO, name="sfida", bank_ms=5 * MINUTE)
"""With the bank of a match of Scopa to 7; `policy` sets that of the match."""

AMICHEVOLE = replace(
    TORNEO,
    name="amichevole",
    start_ms=10 * MINUTE,
    move_ms=None,
    drop_ms=10 * MINUTE,
    invitation_ms=None,
    drops=None,
    idle_ms=24 * 60 * MINUTE,
    is_lenient=True,
)

FIRST_TORNEO = replace(TORNEO, start_ms=None, drop_ms=None, partner_consents=False)
"""What logs mean that have only the name: they were written before there were starts and drops."""

PAUSE_MS = 60 * SECOND
FRIENDLY_MOVE_SECONDS = 60
FRIENDLY_AUTOMATIC_LIMIT = 6

POLICIES: Mapping[str, Policy] = {policy.name: policy for policy in (TORNEO, SFIDA, AMICHEVOLE)}


def policy(
    name: str,
    game: str,
    target: int | None,
    *,
    move_seconds: int | None = None,
    pause: bool = False,
    tournament: bool = False,
) -> Policy:
    """The policy of a match of this game to this target (None: one deal); raises ValueError.

    `move_seconds` is the clock of Amichevole, None or 60. `pause` is the table's choice.
    """
    if name not in POLICIES:
        raise ValueError(f"no policy is called {name!r}")
    if move_seconds is not None and (name != "amichevole" or move_seconds != FRIENDLY_MOVE_SECONDS):
        raise ValueError(f"{name} has no clock of {move_seconds} seconds")
    if pause and name == "torneo":
        raise ValueError("torneo has no pause")
    chosen = replace(
        POLICIES[name], first_lapse_loses=tournament, pause_ms=PAUSE_MS if pause else None
    )
    if chosen.bank_ms is not None:
        return replace(chosen, bank_ms=bank_ms(game, target))
    if move_seconds is not None:
        limit = FRIENDLY_AUTOMATIC_LIMIT
        return replace(chosen, move_ms=move_seconds * SECOND, idle_ms=None, automatic_limit=limit)
    return chosen


ONE_DEAL_BANK_MS = 150 * SECOND

_BANKS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "scopa": ((7, 5 * MINUTE), (11, 7 * MINUTE)),
    "escoba": ((21, 12 * MINUTE),),
    "scopa15": ((21, 12 * MINUTE),),
    "tressette": ((21, 8 * MINUTE),),
}
"""3.1: by game, the targets for which a bank is set."""

STAR_CARDS_BANK_MS = 8 * MINUTE


def bank_ms(game: str, target: int | None) -> int:
    """3.1: a seat's bank, in proportion to the nearest target for which one is set."""
    if game not in _BANKS:
        return STAR_CARDS_BANK_MS
    if target is None:
        return ONE_DEAL_BANK_MS
    nearest, milliseconds = min(_BANKS[game], key=lambda row: abs(row[0] - target))
    return milliseconds * target // nearest // SECOND * SECOND


def policy_json(policy: Policy) -> dict[str, Json]:
    """What `parse_policy` reads back as the same policy."""
    return asdict(policy)


def parse_policy(data: Any) -> Policy:
    """The policy of a log; raises ValueError."""
    if data == FIRST_TORNEO.name:
        return FIRST_TORNEO
    names = {field.name for field in fields(Policy)}
    if not isinstance(data, Mapping) or set(data) != names:
        raise ValueError(f"no policy: {data!r}")
    return Policy(**data)
