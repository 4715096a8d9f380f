"""The deals of a match and the check of one, for those who have a seat; and the check to keep."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import access, store
from games.fairness.deals import deals_of, script_data
from games.presentation.page import GAMES


@require_safe
@never_cache
@login_required
def deals(request: HttpRequest, match_id: int, deal: int | None = None) -> HttpResponse:
    """All deals of the match, or one with everything that its deck was made of."""
    seated = access.get_match_for(request.user, match_id)
    log = store.read(match_id)
    sealed = deals_of(log)
    game = log.events[0].data["game"]
    context = {
        "match_id": match_id,
        "game": GAMES[game],
        "is_finished": access.is_finished(match_id),
        "deals": sealed,
    }
    if deal is None:
        return render(request, "games/fairness/deals.html", context)
    shown = next((one for one in sealed if one.deal == deal), None)
    if shown is None:
        raise Http404
    context |= {"shown": shown, "deal_data": script_data(match_id, game, shown, seated.seat)}
    return render(request, "games/fairness/deal.html", context)


@require_safe
def program(_request: HttpRequest) -> HttpResponse:
    """`bin/verify-deal`, for people who check a match on their own computer."""
    return HttpResponse(
        (settings.BASE_DIR / "bin" / "verify-deal").read_bytes(),
        content_type="text/x-python",
        headers={"Content-Disposition": 'attachment; filename="verify-deal.py"'},
    )
