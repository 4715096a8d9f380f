"""The history of a person, the page and the replay of a finished match, and its downloads."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games import access, presentation, services, store
from games.presentation import records as words
from games.records.export import export
from games.records.notation import notation
from games.records.story import Moment, Story, moment, story

MATCHES_A_PAGE = 20


@require_safe
@never_cache
@login_required
def history(request: HttpRequest) -> HttpResponse:
    """The person's matches, running and finished, the latest first."""
    seats = access.seats_of(cast("User", request.user))
    page = Paginator(seats, MATCHES_A_PAGE).get_page(request.GET.get("page"))
    rows = []
    for seat in page.object_list:
        record = store.at_version(seat.match_id, seat.match.version)
        summary = words.summary(services.view_of(record, seat.number))
        rows.append({"match": summary, "began": seat.match.created_at})
    return render(request, "games/records/history.html", {"page": page, "rows": rows})


@require_safe
@never_cache
@login_required
def record(request: HttpRequest, match_id: int) -> HttpResponse:
    """How the match ended, its score sheets, log and rules; while it runs, the table."""
    seated = access.get_match_for(request.user, match_id)
    if not access.is_finished(match_id):
        return redirect("games:match", match_id)
    log = store.read(match_id)
    told = story(log, seated.seat)
    return render(
        request,
        "games/records/record.html",
        {
            "record": words.record(told.view),
            "sheets": [words.deal_sheet(view) for view in told.sheets],
            "lines": _lines(told),
            "ledger": words.whole_ledger(told.view, [one.notice for one in told.told]),
            "first_step": told.steps[0] if told.steps else None,
            "players": [player.name for player in log.players],
            "began": _moment_of(log.events[0].at),
            "lasted": words.elapsed(log.events[-1].at - log.events[0].at),
            "summary": words.summary(told.view),
        },
    )


@require_safe
@never_cache
@login_required
def step(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """The table after one event; after those that show nothing, the one before."""
    seated = access.get_match_for(request.user, match_id)
    if not access.is_finished(match_id):
        return redirect("games:match", match_id)
    log = store.read(match_id)
    told = story(log, seated.seat)
    if not 1 <= number <= len(log.events):
        raise Http404
    if not told.steps:
        return redirect("games:record", match_id)  # over before a card was dealt
    around = _steps_around(told.steps, number)
    if around.here != number:
        return redirect("games:record_step", match_id, around.here)
    shown = moment(log, number, seated.seat)
    return render(
        request,
        "games/records/replay.html",
        {
            "scene": presentation.scene(shown.view, shown.log),
            "lines": [line for line in reversed(_lines(told)) if (line.step or 0) <= number],
            "steps": around,
            "open_hands": _open_hands(shown),
            "sheet_of": _sheet_of(shown),
        },
    )


@require_safe
@never_cache
@login_required
def as_json(request: HttpRequest, match_id: int) -> HttpResponse:
    """The whole log to keep, once the match is over."""
    access.get_finished_match_for(request.user, match_id)
    answer = JsonResponse(
        export(store.read(match_id)), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    return _download(answer, match_id, "json")


@require_safe
@never_cache
@login_required
def as_text(request: HttpRequest, match_id: int) -> HttpResponse:
    """The match in notation, once it is over."""
    access.get_finished_match_for(request.user, match_id)
    answer = HttpResponse(notation(store.read(match_id)), content_type="text/plain; charset=utf-8")
    return _download(answer, match_id, "txt")


def _moment_of(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds // 1_000, UTC)


def _download(answer: HttpResponse, match_id: int, ending: str) -> HttpResponse:
    name = f"settebello-{match_id}.{ending}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@dataclass(frozen=True, slots=True)
class Steps:
    """Where one may go from a step; None where there is nothing further."""

    here: int
    first: int
    last: int
    previous: int | None
    next: int | None


def _steps_around(steps: Sequence[int], number: int) -> Steps:
    place = max(0, bisect_right(steps, number) - 1)
    return Steps(
        here=steps[place],
        first=steps[0],
        last=steps[-1],
        previous=steps[place - 1] if place else None,
        next=steps[place + 1] if place + 1 < len(steps) else None,
    )


def _lines(told: Story) -> list[words.TimedLine]:
    """The log in the order in which it happened."""
    first = told.steps[0] if told.steps else None
    lines = (
        words.timed_line(
            told.view, one.notice, None if first is None else max(one.number, first), one.after_ms
        )
        for one in told.told
    )
    return [line for line in lines if line is not None]


def _open_hands(shown: Moment) -> list[words.OpenHand]:
    return words.open_hands(shown.view, shown.hands)


def _sheet_of(shown: Moment) -> int | None:
    """The deal whose score sheet has just been made."""
    sheet: dict[str, Any] | None = shown.view["sheet"]
    return None if sheet is None else sheet["deal"]
