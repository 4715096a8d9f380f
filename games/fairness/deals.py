"""What the page of a deal may show: the seal of every deal, and seed and deck of those revealed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from games import presentation, seals
from games.engine.core import EVERYONE, Seat
from games.engine.referee import Phase
from games.presentation.cards import Face
from games.store import Log, Record


@dataclass(frozen=True, slots=True)
class Share:
    """What a seat added to a deck; `entropy` is hexadecimal, empty if nothing."""

    seat: int
    name: str
    entropy: str


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck in the order in which it was dealt. `texts` are the cards as the log names them."""

    attempt: int
    seed: str
    texts: tuple[str, ...]
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Revealed:
    """All that a deck was made of."""

    seed: str
    shares: tuple[Share, ...]
    decks: tuple[Deck, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal of the match as its page shows it; `revealed` is None until it is over."""

    deal: int
    commitment: str
    published: datetime
    revealed: Revealed | None


def deals_of(log: Log) -> list[Deal]:
    """Every deal that was sealed, in order; none where the match is older than seals."""
    record = log.latest()
    names = [player.name for player in log.players]
    faces = presentation.card_names(record.state.game)
    return [
        Deal(
            deal=sealed.deal,
            commitment=sealed.commitment,
            published=datetime.fromtimestamp(sealed.at // 1_000, UTC),
            revealed=_revealed(sealed, names, faces) if _is_revealed(record, sealed.deal) else None,
        )
        for sealed in seals.sealed_deals(log.events)
    ]


def _is_revealed(record: Record, deal: int) -> bool:
    """Whether the referee has shown its seed to everyone; after the end nothing is secret."""
    return record.state.phase is Phase.FINISHED or any(
        notice.kind == "revealed" and notice.audience is EVERYONE and notice.data["deal"] == deal
        for *_, notice in record.notices
    )


def _revealed(sealed: seals.SealedDeal, names: Sequence[str], faces: Mapping[str, str]) -> Revealed:
    shares = tuple(
        Share(seat, name, entropy.hex())
        for seat, (name, entropy) in enumerate(zip(names, sealed.entropies, strict=True))
    )
    decks = tuple(
        Deck(number, one.seed.hex(), one.deck, tuple(_face(card, faces) for card in one.deck))
        for number, one in enumerate(sealed.attempts)
    )
    return Revealed(sealed.seed.hex(), shares, decks)


def _face(card: str, names: Mapping[str, str]) -> Face:
    """Copies of a card, which a log tells apart by a letter, look alike."""
    text = card if card in names else card[:-1]
    return Face(text, names[text])


def script_data(match_id: int, game: str, deal: Deal, seat: Seat) -> dict[str, Any] | None:
    """What the script of the page checks for this seat; None until the deal is revealed."""
    if deal.revealed is None:
        return None
    return {
        "match": match_id,
        "game": game,
        "deal": deal.deal,
        "seat": seat,
        "commitment": deal.commitment,
        "seed": deal.revealed.seed,
        "entropy": [share.entropy for share in deal.revealed.shares],
        "attempts": [{"seed": deck.seed, "deck": list(deck.texts)} for deck in deal.revealed.decks],
    }
