"""The lobby page, and its forms. Every form leads back to the page, or on to the match."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games import access
from lobby import services
from lobby.board import context_for
from lobby.forms import CreateTableForm
from lobby.services import LobbyCode, LobbyError

P = ParamSpec("P")


class PersonRequest(HttpRequest):
    user: User


Act = Callable[Concatenate[PersonRequest, P], HttpResponse]


@require_safe
@never_cache
@login_required
def index(request: PersonRequest) -> HttpResponse:
    """The open tables. `?waiting` is what the page of somebody who waits asks for by itself;
    `?game=escoba` chooses that game in the form."""
    services.see(request.user.pk)
    context = context_for(request.user)
    board = context["board"]
    if "waiting" in request.GET:
        if board.match_id is not None:
            return redirect("games:match", board.match_id)
        if board.waiting is None:
            return redirect("lobby:index")
    form = CreateTableForm(game=request.GET.get("game"))
    return render(request, "lobby/index.html", {**context, "form": form})


def _act(view: Act[P]) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A form of a person; what the lobby refuses becomes a page or a message."""

    @login_required
    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "POST":  # whoever had to log in first comes back with GET
            return redirect("lobby:index")
        person_request = cast("PersonRequest", request)
        try:
            return view(person_request, *args, **kwargs)
        except LobbyError as error:
            return _refused(person_request, error)

    return wrapped


def _refused(request: PersonRequest, error: LobbyError) -> HttpResponse:
    if error.code is LobbyCode.NOT_FOUND:
        raise Http404
    if error.code is LobbyCode.NOT_CREATOR:
        raise PermissionDenied
    messages.error(request, error.message)
    if error.code is LobbyCode.PLAYING:
        running = access.running_match_of(request.user)
        if running is not None:
            return redirect("games:match", running.pk)
    return redirect("lobby:index")


@_act
def create(request: PersonRequest) -> HttpResponse:
    form = CreateTableForm(request.POST)
    if not form.is_valid():
        context = {**context_for(request.user), "form": form}
        return render(request, "lobby/index.html", context, status=422)
    terms = form.terms
    services.create_table(
        request.user,
        game=terms.game,
        rules=terms.rules,
        seats=terms.seats,
        target=terms.target,
        options=terms.options,
        clocks=form.clocks,
        rated=form.cleaned_data["rated"],
    )
    return redirect("lobby:index")


class SeatForm(forms.Form):
    """Which seat somebody wants; none is the first that is free."""

    seat = forms.IntegerField(min_value=0, max_value=3, required=False)


@_act
def join(request: PersonRequest, table_id: int) -> HttpResponse:
    form = SeatForm(request.POST)
    if not form.is_valid():
        raise LobbyError(LobbyCode.SEAT_TAKEN)
    table = services.join_table(request.user, table_id, form.cleaned_data["seat"])
    if table.match_id is not None:
        return redirect("games:match", table.match_id)
    return redirect("lobby:index")


@_act
def leave(request: PersonRequest, table_id: int) -> HttpResponse:
    services.leave_table(request.user, table_id)
    messages.info(request, _("You have left the table."))
    return redirect("lobby:index")


@_act
def cancel(request: PersonRequest, table_id: int) -> HttpResponse:
    services.cancel_table(request.user, table_id)
    messages.info(request, _("Your table is closed."))
    return redirect("lobby:index")
