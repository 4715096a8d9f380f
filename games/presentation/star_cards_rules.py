"""The rule set of Star Cards in sentences."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.engine.star_cards import (
    STANDARD,
    DuplicatePenalty,
    RestOnTop,
    Rules,
    VictoryPoints,
)
from games.presentation.game import RulesInForce


def in_force(rules: Rules) -> RulesInForce:
    return RulesInForce("Star Cards", tuple(_sentences(rules)), rules != STANDARD)


def _sentences(rules: Rules) -> Iterator[str]:
    yield _(
        "One deal: six different ranks in the collection win, as does the most points "
        "when somebody's last light goes out"
    )
    if rules.duplicate_penalty is DuplicatePenalty.GEMS:
        yield _("A rank collected twice costs three, two or one light, the more the lower it is")
    else:
        yield _("A rank collected twice costs one light")
    if rules.min_refill == 1:
        yield _("An empty hand draws a card for each light")
    else:
        yield _("An empty hand draws a card for each light, but at least two")
    yield _("A light turned dark draws three cards, up to ten in the hand")
    if rules.rest_on_top is RestOnTop.FORCED:
        yield _("A rest card of the trick is the next trump card: the trick after has no trump")
    else:
        yield _("The winner is free to put a rest card on top of the discards or not")
    if rules.victory_points is VictoryPoints.GEMS:
        yield _("Points: one a light; three for ranks 1 and 2, two for 3 and 4, one for 5 and 6")
    else:
        yield _("Points: one a light and one for each different rank")
