"""The rule sets of the fishing games in sentences, one for every field of `Rules`."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.engine.scopa_rules import (
    Capture,
    Duty,
    MissingSuits,
    OpeningAward,
    OpeningDouble,
    Rules,
    Ties,
)
from games.presentation.game import RulesInForce


def in_force(rules: Rules, seats: int, sweep: str) -> RulesInForce:
    """`sweep` is what the game calls one."""
    return RulesInForce(_name(rules), tuple(_sentences(rules, seats, sweep)), rules.is_custom)


def _name(rules: Rules) -> str:
    return {
        "scopa": _("Scopa, tournament rules"),
        "scopa-stargames": _("Scopa, StarGames rules"),
        "escoba": "Escoba",
        "scopa15": "Scopa di 15",
    }[rules.name]


def _sentences(rules: Rules, seats: int, sweep: str) -> Iterator[str]:
    yield _target(rules)
    yield _players(rules, seats)
    yield _capture(rules)
    yield _duty(rules)
    yield _redeal(rules)
    if rules.capture is Capture.FIFTEEN:
        yield from _opening(rules, sweep)
    yield _sweeps(rules, sweep)
    yield _ties(rules)
    yield _coins(rules)
    yield _primiera(rules)
    yield _missing_suits(rules)


def _target(rules: Rules) -> str:
    if rules.target is None:
        return _("One deal decides; level, further deals follow")
    pattern = _("The first to %(target)d points wins; level, further deals follow")
    return pattern % {"target": rules.target}


def _players(rules: Rules, seats: int) -> str:
    if seats == 4:
        return _("Four play in pairs: partners face each other and share pile and points")
    if rules.seat_counts == (2,):
        return _("For two players")
    return _("For two players, or for four in pairs")


def _capture(rules: Rules) -> str:
    if rules.capture is Capture.FIFTEEN:
        return _("A card takes cards that make fifteen together with it")
    return _("A card takes one of the same value; only if there is none, a sum")


def _duty(rules: Rules) -> str:
    if rules.capture_duty is Duty.HAND:
        return _("Whoever can capture must: then only cards that capture may be played")
    return _("A card that can capture must; which card to play is free")


def _redeal(rules: Rules) -> str:
    if rules.redeal_kings_min is None:
        return _("However many kings are dealt face up, the deal is played")
    pattern = _("With %(count)d kings or more on the table the cards are dealt again")
    return pattern % {"count": rules.redeal_kings_min}


def _opening(rules: Rules, sweep: str) -> Iterator[str]:
    match rules.opening_award:
        case OpeningAward.NOBODY:
            yield _("Four cards dealt face up that make fifteen are nobody's")
            return
        case OpeningAward.DEALER:
            to_dealer = _(
                "Four cards dealt face up that make fifteen: one %(sweep)s for the dealer"
            )
            yield to_dealer % {"sweep": sweep}
        case OpeningAward.FIRST:
            to_first = _("Four cards dealt face up that make fifteen: one %(sweep)s for who begins")
            yield to_first % {"sweep": sweep}
    if rules.opening_double is OpeningDouble.TWENTY:
        yield _("If they are worth twenty, they count twice")
    else:
        yield _("If they are two pairs of fifteen, they count twice")


def _sweeps(rules: Rules, sweep: str) -> str:
    if rules.last_play_sweep:
        pattern = _("Each %(sweep)s is a point, also with the very last card")
    else:
        pattern = _("Each %(sweep)s is a point, but not with the very last card")
    return pattern % {"sweep": sweep}


def _ties(rules: Rules) -> str:
    if rules.ties is Ties.ONE_EACH:
        return _("A point each for most cards, most coins and settebello; level, one for each side")
    return _("A point each for most cards, most coins and settebello; level, none")


def _coins(rules: Rules) -> str:
    if rules.all_coins_points == 1:
        return _("All ten coins earn nothing extra")
    return _("All ten coins are worth %(points)d points") % {"points": rules.all_coins_points}


def _primiera(rules: Rules) -> str:
    if rules.primiera_points == 1:
        return _("The primiera is worth one point; level, none")
    pattern = _("The primiera is worth %(points)d points; level, none")
    return pattern % {"points": rules.primiera_points}


def _missing_suits(rules: Rules) -> str:
    if rules.missing_suits is MissingSuits.VOID:
        return _("A primiera that lacks a suit is void")
    return _("In the primiera more suits win over fewer")
