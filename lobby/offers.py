"""What the lobby offers to play, and how it is called there.

To offer another rule set, name it here; an offer stays here while a table of it may be open.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Offer:
    """One rule set of one game.

    `targets` are the matches it is played to (None is one deal), each with the minutes that it
    usually takes.
    """

    game: str
    rules: str
    name: str | Promise
    rules_name: str | Promise
    targets: Mapping[int | None, int]
    usual_target: int | None


OFFERS: Mapping[tuple[str, str], Offer] = {
    (offer.game, offer.rules): offer
    for offer in (
        Offer(
            game="scopa",
            rules="scopa",
            name="Scopa",
            rules_name=_("tournament rules"),
            targets={None: 5, 7: 15, 11: 25},
            usual_target=11,
        ),
    )
}


def target_name(target: int | None) -> str:
    """How long the match is, in the language in force."""
    if target is None:
        return gettext("One deal")
    return ngettext("To %(count)d point", "To %(count)d points", target) % {"count": target}
