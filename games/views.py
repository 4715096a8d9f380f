"""The match page, and its forms for a browser without scripts.

The page shows one seat's view as HTML and hands the same view to the script. Every form leads
back to the page; a refusal is a message there.
"""

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import access, attendance, presentation, refusals, services
from games.context import running_match_of
from games.engine.core import RefusalCode, Refused
from games.services import Page, Saying

Act = Callable[[HttpRequest, int], HttpResponse]


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
    """The table as the person's seat sees it, or before the first deal the page that starts it.

    `?card=7D` offers the captures of that card. Whoever was away is back by opening this page.
    """
    attendance.see(request.user, match_id)
    page = services.get_page(request.user, match_id)
    return render_page(request, page)


def render_page(request: HttpRequest, page: Page) -> HttpResponse:
    """The page of a view, whichever it needs."""
    data = _script_data(page)
    if not presentation.has_table(page.view):
        start = presentation.start(page.view)
        return render(request, "games/start.html", {"start": start, "script_data": data})
    scene = presentation.scene(page.view, page.log, request.GET.get("card"))
    context = {
        "scene": scene,
        "script_data": data,
        "move_id": secrets.token_hex(16),
        "refresh": _refresh(scene),
    }
    return render(request, "games/match.html", context)


def _refresh(scene: presentation.Scene) -> int | None:
    """After how many seconds a page without scripts reloads itself. By that it says that its
    reader is still there (clocks 4.1), so it does so on the reader's own turn, too, but less
    often, so as not to take a choice away."""
    if scene.ending is not None:
        return None
    return READING_S if scene.needs_me else WAITING_S


WAITING_S = 5
READING_S = 12
"""Less than the lease of a page without scripts, which is 20 s."""


def _script_data(page: Page) -> dict[str, Any]:
    """What the script starts from: what the HTML says, as data."""
    policy = page.view["policy"]
    return {
        "version": page.view["version"],
        "view": page.view,
        "log": page.log,
        "cards": presentation.card_names(page.view["game"]),
        "limits": {"move": policy["move_ms"], "interval": policy["interval_ms"]},
        # The address of a worker is not an import, so nothing gives it its hashed name but this.
        "beat": static("js/table/beat.js"),
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
def start(request: HttpRequest, match_id: int) -> HttpResponse:
    """Press "start the match", without entropy: that takes a script."""
    return _carry_out(request, match_id, partial(services.start, request.user.pk, match_id))


@require_safe
@never_cache
@login_required
def running(request: HttpRequest) -> JsonResponse:
    """What the bar of every page shows, asked again by its script. That a page stands open is no
    opening of it: asking invites nobody."""
    shown = running_match_of(request.user, lambda _match_id: False)
    if shown is None:
        return JsonResponse({"match": None})
    return JsonResponse(
        {
            "match": shown.match_id,
            "is_absent": shown.is_absent,
            "is_invited": shown.is_invited,
            "until": shown.until,
            "now": shown.now,
        }
    )


def _saying(kind: Saying) -> Act:
    """A view for a form that says just this."""

    @require_POST
    @login_required
    def say(request: HttpRequest, match_id: int) -> HttpResponse:
        return _carry_out(request, match_id, partial(services.say, request.user.pk, match_id, kind))

    return say


# The page has asked whether it is meant where that matters.
resign = _saying(Saying.RESIGNED)
decline = _saying(Saying.DECLINED)
pause = _saying(Saying.PAUSE)
resume = _saying(Saying.RESUME)
end = _saying(Saying.ENDED)


@require_POST
@login_required
def leave(request: HttpRequest, match_id: int) -> HttpResponse:
    """Leave the table, and be led where nothing brings the person back at once."""
    act = partial(services.say, request.user.pk, match_id, Saying.LEAVE)
    return _carry_out(request, match_id, act, "games:left")


@require_safe
@never_cache
@login_required
def left(request: HttpRequest, match_id: int) -> HttpResponse:
    """How long somebody who has left the table may stay away; the table itself for who has not."""
    seat = access.get_match_for(request.user, match_id).seat
    view = services.get_page(request.user, match_id).view
    absence = presentation.own_absence(view, seat)
    if absence is None:
        return redirect("games:match", match_id)
    return render(request, "games/left.html", {"match_id": match_id, "absence": absence})


def _carry_out(
    request: HttpRequest, match_id: int, act: Callable[[], object], leads_to: str = "games:match"
) -> HttpResponse:
    """Act for a player of the match and lead to a page of it; raises Http404 for others."""
    attendance.see(request.user, match_id)
    try:
        act()
    except Refused as refusal:
        messages.warning(request, refusals.text(refusal.code))
        return redirect("games:match", match_id)
    return redirect(leads_to, match_id)
