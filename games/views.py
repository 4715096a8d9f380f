"""The match page, and its forms for a browser without scripts.

The page shows one seat's view as HTML and hands the same view to the script. Every form leads
back to the page; a refusal is a message there.
"""

import secrets
from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import attendance, presentation, refusals, services
from games.engine.core import RefusalCode, Refused
from games.services import Page


class MoveForm(forms.Form):
    """The limits are those of the socket's move message."""

    move = forms.CharField(max_length=200)
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    move_id = forms.CharField(max_length=64)


class ReadyForm(forms.Form):
    deal = forms.IntegerField(min_value=0, max_value=2**31 - 1)


@require_safe
@never_cache
@login_required
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """The table as the person's seat sees it. `?card=7D` offers the captures of that card."""
    attendance.see(request.user, match_id)
    page = services.get_page(request.user, match_id)
    return render(
        request,
        "games/match.html",
        {
            "scene": presentation.scene(page.view, page.log, request.GET.get("card")),
            "script_data": _script_data(page),
            "move_id": secrets.token_hex(16),
        },
    )


def _script_data(page: Page) -> dict[str, Any]:
    """What the script starts from: what the HTML says, as data."""
    policy = page.view["policy"]
    return {
        "version": page.view["version"],
        "view": page.view,
        "log": page.log,
        "cards": presentation.card_names(page.view["game"]),
        "limits": {"move": policy["move_ms"], "interval": policy["interval_ms"]},
        "language": get_language(),
    }


@require_POST
@login_required
def move(request: HttpRequest, match_id: int) -> HttpResponse:
    """Play a card, as the form of the page sends it."""
    form = MoveForm(request.POST)

    def play() -> None:
        if not form.is_valid():
            raise Refused(RefusalCode.MALFORMED)
        sent = form.cleaned_data
        services.act(
            request.user.pk,
            match_id,
            sent["move"],
            version=sent["version"],
            move_id=sent["move_id"],
        )

    return _carry_out(request, match_id, play)


@require_POST
@login_required
def ready(request: HttpRequest, match_id: int) -> HttpResponse:
    """The score sheet of a deal has been read."""
    form = ReadyForm(request.POST)

    def go_on() -> None:
        if not form.is_valid():
            raise Refused(RefusalCode.MALFORMED)
        services.ready(request.user.pk, match_id, form.cleaned_data["deal"])

    return _carry_out(request, match_id, go_on)


@require_POST
@login_required
def resign(request: HttpRequest, match_id: int) -> HttpResponse:
    """Give the match up; the page has asked whether that is meant."""
    return _carry_out(request, match_id, lambda: services.resign(request.user.pk, match_id))


def _carry_out(request: HttpRequest, match_id: int, act: Callable[[], object]) -> HttpResponse:
    """Act for a player of the match and lead back to its page; raises Http404 for others."""
    attendance.see(request.user, match_id)
    try:
        act()
    except Refused as refusal:
        messages.warning(request, refusals.text(refusal.code))
    return redirect("games:match", match_id)
