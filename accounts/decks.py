"""What templates must know about the decks that `artwork` draws."""

NUMBERED_DECKS = frozenset({"moderna", "star-cards"})
"""Decks whose faces show their rank: no index is laid over them."""
