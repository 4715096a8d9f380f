"""The rules to read: their examples, and the games that have them."""

from collections.abc import Collection

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.rules_pages.examples import draw
from games.rules_pages.pages import PAGES, Page

register = template.Library()


@register.simple_block_tag(takes_context=True)
def example(context: Context, content: str, case_id: str) -> SafeString:
    """`{% example "cap-A-12" %}What it shows.{% endexample %}`: a case as the engine answers it."""
    drawing = draw(case_id)
    return render_to_string(
        "rules/_example.html",
        {
            "id": case_id,
            "drawing": drawing,
            "deck": drawing.deck or context["preferences"].deck,
            "caption": content,
        },
    )


@register.simple_tag
def game_pages() -> Collection[Page]:
    """For the front page, which belongs to no game."""
    return PAGES.values()
