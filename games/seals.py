"""How the deals of a match were sealed and dealt, as its log says: for checks, records and pages.

Nothing is judged here: `verification`, `bin/verify-deal` and the page of a deal compare.
What it gives contains seeds and decks; callers show a deal only once it is revealed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.engine import shuffle
from games.engine.core import Seat
from games.engine.referee import LogEvent


@dataclass(frozen=True, slots=True)
class Attempt:
    """A deck as it was dealt: normally one a deal, more if cards were thrown in."""

    number: int
    """Of the event."""
    seed: bytes
    deck: tuple[str, ...]


@dataclass(slots=True)
class SealedDeal:
    """A deal, or one that is still to come, once the server has committed itself to its seed."""

    deal: int
    number: int
    """Of the event that sealed it."""
    at: int
    """When the commitment was published, UTC in milliseconds."""
    seed: bytes
    entropies: list[bytes]
    """What each seat gave, in their order; empty if nothing."""
    given: dict[Seat, int] = field(default_factory=dict)
    """The event with which a seat gave it."""
    attempts: list[Attempt] = field(default_factory=list)

    @property
    def commitment(self) -> str:
        return shuffle.commitment(self.seed)


def sealed_deals(events: Sequence[LogEvent]) -> list[SealedDeal]:
    """Every deal that the log has sealed, in order; none for a log of the first kind.

    Raises KeyError, TypeError or ValueError for events that the server never wrote.
    """
    seats = events[0].data["seats"]
    deals: list[SealedDeal] = []
    for number, event in enumerate(events, start=1):
        if event.kind == "sealed":
            seed = bytes.fromhex(event.data["seed"])
            deals.append(SealedDeal(event.data["deal"], number, event.at, seed, [b""] * seats))
        elif event.kind == "dealt" and deals:
            seed = bytes.fromhex(event.data["seed"])
            deals[-1].attempts.append(Attempt(number, seed, tuple(event.data["deck"])))
        elif event.kind in {"start", "ready"}:
            _give(deals, number, event)
    return deals


def _give(deals: Sequence[SealedDeal], number: int, event: LogEvent) -> None:
    """Who starts gives entropy to the first deal; who is ready after a deal, to the next one."""
    if not deals or event.seat is None:
        return
    deal = 1 if event.kind == "start" else event.data["deal"] + 1
    if deals[-1].deal == deal:
        deals[-1].entropies[event.seat] = bytes.fromhex(event.data.get("entropy") or "")
        deals[-1].given[event.seat] = number
