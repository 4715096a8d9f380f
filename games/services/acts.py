"""The acts: what people, the clock and the server do to a match.

They come in pairs: `act` for forms, tasks and commands, `aact` for the event loop. `start_match`
alone runs in its caller's transaction.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from games import clock, store
from games.engine import referee
from games.engine.core import WATCHER, Seat
from games.engine.policies import Policy
from games.engine.registry import GAMES
from games.models import Match
from games.services import deciding
from games.services.deciding import Saying
from games.services.steps import Receipt, acarry_out, carry_out
from games.signals import match_finished


def start_match(
    *, game: str, rules: Mapping[str, Any], policy: Policy, user_ids: Sequence[int]
) -> int:
    """Create a match of these people, in order of their seats; returns its number. It waits for
    all to press "start", or deals at once if its policy has no start.

    Runs inside the caller's transaction. The first dealer is drawn here, by lot, unless the
    game's first deal shows who deals it.
    """
    at = clock.now()
    opening = referee.started(
        at,
        game=game,
        rules=rules,
        seats=len(user_ids),
        policy=policy,
        dealer=None if GAMES[game].finds_dealer else secrets.randbelow(len(user_ids)),
    )
    match_id = store.create(game, user_ids)
    state = referee.apply(None, opening).state
    following = list(deciding.following_up(match_id, state, at))
    for event in following:
        state = referee.apply(state, event).state
    store.open_log(match_id, [opening, *following], state)
    return match_id


def act(
    user_id: int | None,
    match_id: int,
    move: str,
    *,
    version: int,
    move_id: str,
    at: int | None = None,
) -> Receipt:
    """Play a move that was decided on `version`; `at` is its arrival, now unless given.

    A move sent twice with one `move_id` is answered with the receipt of the first. Raises
    Refused, with the state unchanged; a late move brings its own expiry about.
    """
    return carry_out(match_id, deciding.move(user_id, move, version, move_id, at or clock.now()))


async def aact(
    user_id: int | None,
    match_id: int,
    move: str,
    *,
    version: int,
    move_id: str,
    at: int | None = None,
) -> Receipt:
    """`act`, in the event loop."""
    decide = deciding.move(user_id, move, version, move_id, at or clock.now())
    return await acarry_out(match_id, decide)


def start(user_id: int | None, match_id: int, entropy: str = "") -> Receipt:
    """The person is ready for the match; the last to press brings the first deal. `entropy` is
    what the browser adds to the shuffle, in hexadecimal."""
    return carry_out(match_id, deciding.start(user_id, entropy, clock.now()))


async def astart(
    user_id: int | None, match_id: int, entropy: str = "", *, at: int | None = None
) -> Receipt:
    """`start`, in the event loop; `at` is its arrival, now unless given."""
    return await acarry_out(match_id, deciding.start(user_id, entropy, at or clock.now()))


def ready(user_id: int | None, match_id: int, deal: int, entropy: str = "") -> Receipt:
    """The person has read the score sheet of this deal; the last to be ready brings the next."""
    return carry_out(match_id, deciding.ready(user_id, deal, entropy, clock.now()))


async def aready(
    user_id: int | None, match_id: int, deal: int, entropy: str = "", *, at: int | None = None
) -> Receipt:
    """`ready`, in the event loop; `at` is its arrival, now unless given."""
    return await acarry_out(match_id, deciding.ready(user_id, deal, entropy, at or clock.now()))


def say(user_id: int | None, match_id: int, kind: Saying, **data: Any) -> Receipt:
    """Whatever else a seat may say; raises Refused with the state unchanged. `order` comes with
    the `cards` of the hand as the screen shows it."""
    return carry_out(match_id, deciding.say(user_id, kind, clock.now(), **data))


async def asay(
    user_id: int | None, match_id: int, kind: Saying, *, at: int | None = None, **data: Any
) -> Receipt:
    """`say`, in the event loop; `at` is its arrival, now unless given."""
    return await acarry_out(match_id, deciding.say(user_id, kind, at or clock.now(), **data))


def resign(user_id: int | None, match_id: int) -> Receipt:
    """Give the match up; with a partner, propose it."""
    return say(user_id, match_id, Saying.RESIGNED)


def come_back(user_id: int | None, match_id: int) -> Receipt:
    """The person is at the table: ends their drop, if there is one and it is not too late."""
    return carry_out(match_id, deciding.come_back(user_id, clock.now()))


async def acome_back(user_id: int | None, match_id: int, *, at: int | None = None) -> Receipt:
    """`come_back`, in the event loop; `at` is the arrival of what showed it, now unless given."""
    return await acarry_out(match_id, deciding.come_back(user_id, at or clock.now()))


def invite(user_id: int | None, match_id: int) -> Receipt:
    """The person is on our pages but not at the table: once a drop, the invitation begins."""
    return carry_out(match_id, deciding.invite(user_id, clock.now()))


def drop(match_id: int, seat: Seat) -> Receipt:
    """Nobody has heard of the seat for too long; nothing if that matters no longer."""
    return carry_out(match_id, deciding.drop(seat, clock.now()))


def compensate(match_id: int, ms: int, cause: str, outage: str) -> Receipt:
    """Give every running limit so much more, once for the outage of this name."""
    return carry_out(match_id, deciding.compensate(ms, cause, outage, clock.now()))


def expire(match_id: int, version: int) -> Receipt:
    """Apply what was due in this version of the match; nothing if the match has moved on."""
    return carry_out(match_id, deciding.expire(version, clock.now()))


def due_matches(limit: int) -> list[tuple[int, int]]:
    """`(match, version)` of matches in which something is due now."""
    return store.due(clock.now(), limit)


def unsettled_matches(limit: int) -> list[int]:
    """Finished matches whose result somebody may still not have heard."""
    return list(
        Match.objects.filter(status=Match.Status.FINISHED, settled_at=None)
        .order_by("pk")
        .values_list("pk", flat=True)[:limit]
    )


def settle(match_id: int) -> None:
    """Tell the apps above how the match ended. May run twice; they must not mind."""
    result = referee.view(store.current(match_id).state, WATCHER)["result"]
    match_finished.send(sender=Match, match_id=match_id, result=result)
    Match.objects.filter(pk=match_id, settled_at=None).update(settled_at=timezone.now())
