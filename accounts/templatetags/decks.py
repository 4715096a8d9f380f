"""Filters for templates that draw cards."""

from django import template

from accounts.decks import NUMBERED_DECKS

register = template.Library()


@register.filter
def is_numbered(deck: str) -> bool:
    """Whether the faces of the deck show their rank."""
    return deck in NUMBERED_DECKS
