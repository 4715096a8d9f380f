"""What a refusal says to a person, in the language in force."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.core import RefusalCode

TEXTS: dict[RefusalCode, Promise] = {
    RefusalCode.MALFORMED: _("We could not read that. Reload the page and try again."),
    RefusalCode.UNKNOWN_TYPE: _("This page is out of date. Reload it and try again."),
    RefusalCode.TOO_LARGE: _("That was too long to be a move."),
    RefusalCode.RATE_LIMITED: _("Too many messages at once. Wait a moment and try again."),
    RefusalCode.NOT_SEATED: _("You have no seat in this match."),
    RefusalCode.NOT_YOUR_TURN: _("It is not your turn."),
    RefusalCode.STALE: _("The table had already changed. Here is how it is now."),
    RefusalCode.CARD_NOT_HELD: _("You do not hold that card."),
    RefusalCode.ILLEGAL_MOVE: _("That card cannot take those cards."),
    RefusalCode.LATE: _("Your time was up before the move arrived."),
    RefusalCode.FINISHED: _("The match is over."),
    RefusalCode.WRONG_PHASE: _("That is not possible now."),
    RefusalCode.NOT_FOUND: _("There is no such match."),
    RefusalCode.UNAVAILABLE: _("The server could not save that. Nothing is lost: try again."),
}


def text(code: RefusalCode) -> str:
    """One sentence that says why, and what to do if there is something to do."""
    return str(TEXTS[code])
