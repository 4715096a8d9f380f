"""What people may choose about the rules of a table, in words.

Which values a rule set takes is the engine's knowledge; here they only get names. A field that is
not named here stays as the rule set has it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.core import Json
from games.engine.registry import GAMES

Value = bool | int | str | None


@dataclass(frozen=True, slots=True)
class Option:
    """A field of the rules: what it is called, what it is about, and its values."""

    field: str
    label: Promise
    help: Promise
    values: Mapping[Value, Promise]


OFF_ON: Mapping[Value, Promise] = {False: _("no"), True: _("yes")}

FISHING = (
    Option(
        "capture_duty",
        _("Duty to capture"),
        _("Whether you may play a card that takes nothing while another one could capture."),
        {"card": _("the card played must capture"), "hand": _("some card must, if any can")},
    ),
    Option(
        "redeal_kings_min",
        _("Kings in the first layout"),
        _("Kings are hard to capture: with three of them the cards may be dealt again."),
        {None: _("are played"), 3: _("three or four: new deal")},
    ),
    Option(
        "opening_award",
        _("First layout worth fifteen"),
        _("Who has made a sweep if the four cards face up make fifteen."),
        {"nobody": _("nobody"), "dealer": _("the dealer"), "first": _("the first player")},
    ),
    Option(
        "opening_double",
        _("First layout that counts twice"),
        _("Which first layout is worth two sweeps."),
        {"two_groups": _("two groups of fifteen"), "twenty": _("a layout worth twenty")},
    ),
    Option(
        "last_play_sweep",
        _("Sweep with the last card"),
        _("Whether clearing the table with the very last card of a deal is a sweep."),
        {True: _("counts"), False: _("does not count")},
    ),
    Option(
        "ties",
        _("Twenty cards each, five coins each"),
        _("Who gets the point for cards or coins if both have equally many."),
        {"nobody": _("nobody"), "one_each": _("one point each")},
    ),
    Option(
        "all_coins_points",
        _("All ten coins"),
        _("What the point for coins is worth to whoever has all of them."),
        {1: _("one point"), 2: _("two points")},
    ),
    Option(
        "primiera_points",
        _("Primiera"),
        _("What the better primiera is worth."),
        {1: _("one point"), 2: _("two points")},
    ),
    Option(
        "missing_suits",
        _("Primiera without a suit"),
        _("How a primiera counts in which a suit is missing."),
        {"more_suits_win": _("more suits win"), "void": _("it is void")},
    ),
)

STARS = (
    Option(
        "duplicate_penalty",
        _("A rank that you already have"),
        _("How many lights it costs to collect a rank for the second time."),
        {"one": _("one light"), "gems": _("as many as the card has gems")},
    ),
    Option(
        "min_refill",
        _("Refill with a single light"),
        _("How many cards you draw for an empty hand when only one light is left."),
        {2: _("two cards"), 1: _("one card")},
    ),
    Option(
        "rest_on_top",
        _("Rest card in a trick"),
        _("Whether it must become the next trump card, so that there is no trump."),
        {"forced": _("must lie on top"), "choice": _("the winner chooses")},
    ),
    Option(
        "victory_points",
        _("Victory points"),
        _("What the ranks of a collection count when somebody is out of light."),
        {"ranks": _("one for each rank"), "gems": _("the gems of each rank")},
    ),
)

SWITCHES = (
    Option(
        "call_out",
        _("Call-out"),
        _("Chiamata fuori: whoever reaches the target wins at that instant, even in mid-deal."),
        OFF_ON,
    ),
    Option(
        "declarations",
        _("Declarations"),
        _("Accusi: three or four aces, twos or threes, and napoletane, are worth points."),
        OFF_ON,
    ),
)

BY_GAME: Mapping[str, tuple[Option, ...]] = {
    "scopa": FISHING,
    "escoba": FISHING,
    "scopa15": FISHING,
    "star-cards": STARS,
}


def usual(game: str, rules: str) -> Mapping[str, Json]:
    """The rule set as data."""
    return GAMES[game].rules_json(GAMES[game].presets[rules])


def options_of(game: str, rules: str) -> Iterator[Option]:
    """What custom rules may change in a rule set: each option with the values the engine takes."""
    for option in BY_GAME.get(game, ()):
        values = {
            value: words
            for value, words in option.values.items()
            if is_known(game, {"name": rules, option.field: value})
        }
        if len(values) > 1:
            yield replace(option, values=values)


def is_known(game: str, rules: Mapping[str, Json]) -> bool:
    """Whether the engine has such rules."""
    try:
        GAMES[game].parse_rules(rules)
    except (KeyError, ValueError):
        return False
    return True
