"""The rules to read: a page for each game, and one that lists them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rules_pages import clocks as words
from games.rules_pages.pages import PAGES


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/index.html", {"pages": PAGES.values()})


@require_safe
def clocks(request: HttpRequest) -> HttpResponse:
    """The policies, for every game."""
    context = {
        "pages": PAGES.values(),
        "policies": words.names(),
        "rows": words.rows(),
        "banks": words.banks(),
    }
    return render(request, "rules/clocks.html", context)


@require_safe
def game(request: HttpRequest, game: str) -> HttpResponse:
    page = PAGES.get(game)
    if page is None:
        raise Http404
    return render(request, page.template, {"page": page, "pages": PAGES.values()})
