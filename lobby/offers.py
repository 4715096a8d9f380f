"""What the lobby offers to play, and how it is called there.

To offer another game, name it here; an offer stays here while a table of it may be open.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine.core import Json
from games.engine.registry import GAMES
from lobby.models import Table
from lobby.options import SWITCHES, Option, Value, is_known, options_of, usual

TARGETS = (None, 7, 11, 21, 31, 41, 51)
"""Every target that some game may be played to; None is one deal."""


RULE_SETS: Mapping[str, Promise] = {"spizzichino": _("spizzichino")}
"""Rule sets with a name of their own within an offer."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to play a game.

    `rule_sets` are by number of seats. `targets` are the matches it is played to (None is one
    deal), each with the minutes that it usually takes.
    """

    key: str
    """Its name in forms and addresses."""
    game: str
    name: str | Promise
    rules_name: str | Promise
    """What tells it from the other offers of the game; empty where there are none."""
    about: Promise
    rule_sets: Mapping[int, str]
    targets: Mapping[int | None, int]
    usual_target: int | None
    switches: tuple[Option, ...] = ()
    """What may be on or off without making the rules custom."""
    usual_target_with: Mapping[str, int] | None = None
    """The usual target when a switch is on."""

    @property
    def title(self) -> str:
        return f"{self.name}, {self.rules_name}" if self.rules_name else str(self.name)

    @property
    def options(self) -> tuple[Option, ...]:
        """What makes the rules custom."""
        return tuple(options_of(self.game, next(iter(self.rule_sets.values()))))

    @property
    def unusual_targets(self) -> tuple[int | None, ...]:
        """Targets that custom rules may have besides."""
        rules = next(iter(self.rule_sets.values()))
        return tuple(
            target
            for target in TARGETS
            if target not in self.targets and is_known(self.game, {"name": rules, "target": target})
        )


OFFERS: Mapping[str, Offer] = {
    offer.key: offer
    for offer in (
        Offer(
            key="scopa",
            game="scopa",
            name="Scopa",
            rules_name=_("tournament rules"),
            about=_("Capture what your card is worth; sweep the table."),
            rule_sets={2: "scopa"},
            targets={None: 5, 7: 15, 11: 25},
            usual_target=11,
        ),
        Offer(
            key="scopa-stargames",
            game="scopa",
            name="Scopa",
            rules_name=_("StarGames rules"),
            about=_("Also for two pairs; the last card can sweep."),
            rule_sets={2: "scopa-stargames", 4: "scopa-stargames"},
            targets={11: 25},
            usual_target=11,
        ),
        Offer(
            key="escoba",
            game="escoba",
            name="Escoba",
            rules_name="",
            about=_("Make fifteen with your card. The Spanish sister of Scopa."),
            rule_sets={2: "escoba", 4: "escoba"},
            targets={21: 35},
            usual_target=21,
        ),
        Offer(
            key="scopa15",
            game="scopa15",
            name=_("Scopa di 15"),
            rules_name="",
            about=_("Make fifteen, and the primiera counts twice."),
            rule_sets={2: "scopa15", 4: "scopa15"},
            targets={11: 15, 21: 25, 31: 40},
            usual_target=21,
        ),
        Offer(
            key="tressette",
            game="tressette",
            name=_("Tressette"),
            rules_name="",
            about=_("Tricks without trumps: spizzichino for two, or two pairs."),
            rule_sets={2: "spizzichino", 4: "pairs"},
            targets={11: 10, 21: 20, 31: 30, 41: 40, 51: 50},
            usual_target=21,
            switches=SWITCHES,
            usual_target_with={"declarations": 31},
        ),
        Offer(
            key="star-cards",
            game="star-cards",
            name=_("Star Cards"),
            rules_name="",
            about=_("Collect six ranks before your light goes out."),
            rule_sets={2: "star-cards", 3: "star-cards", 4: "star-cards"},
            targets={None: 20},
            usual_target=None,
        ),
    )
}


def offer_of(game: str, rules: str) -> Offer:
    """The offer of a table; raises LookupError."""
    for offer in OFFERS.values():
        if offer.game == game and rules in offer.rule_sets.values():
            return offer
    raise LookupError(f"{game} {rules}")


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played at a table. `options` are the fields that differ from the rule set, besides
    the target."""

    game: str
    rules: str
    seats: int
    target: int | None
    options: Mapping[str, Value]

    def to_json(self) -> dict[str, Json]:
        """The rules, as a match begins with them."""
        return {"name": self.rules, "target": self.target, **self.options}

    @property
    def offer(self) -> Offer:
        return offer_of(self.game, self.rules)

    @property
    def is_custom(self) -> bool:
        """Whether more was chosen than a target and the switches of the offer."""
        switches = {switch.field for switch in self.offer.switches}
        return self.target not in self.offer.targets or not self.options.keys() <= switches

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        game = GAMES[self.game]
        return game.sides(game.presets[self.rules], self.seats)

    @property
    def has_pairs(self) -> bool:
        return len(self.sides) < self.seats

    @property
    def rules_words(self) -> str:
        """The rule set and the number of players, as far as the game's name leaves them open."""
        words = []
        if self.offer.rules_name:
            words.append(str(self.offer.rules_name))
        elif self.rules in RULE_SETS:
            words.append(str(RULE_SETS[self.rules]))
        if self.has_pairs:
            words.append(gettext("in pairs"))
        elif len(self.offer.rule_sets) > 2:
            words.append(
                ngettext("%(count)d player", "%(count)d players", self.seats)
                % {"count": self.seats}
            )
        return ", ".join(words)

    def switches_on(self) -> Iterator[str]:
        """The switches of the offer that are on, in words."""
        for switch in self.offer.switches:
            if self.options.get(switch.field):
                yield str(switch.label)

    def custom_words(self) -> Iterator[str]:
        """What makes the rules custom, one sentence each."""
        if self.target not in self.offer.targets:
            yield target_name(self.target)
        for option in options_of(self.game, self.rules):
            if option.field in self.options:
                yield f"{option.label}: {option.values[self.options[option.field]]}"


def agreed(
    game: str, rules: str, seats: int, target: int | None, options: Mapping[str, Value]
) -> Terms:
    """What a table may be opened with; raises LookupError, ValueError for what is not offered."""
    offer = offer_of(game, rules)
    if offer.rule_sets.get(seats) != rules:
        raise ValueError(f"{rules} is not offered for {seats}")
    choices = {option.field for option in (*offer.switches, *options_of(game, rules))}
    if not options.keys() <= choices:
        raise ValueError(f"not offered: {', '.join(options.keys() - choices)}")
    standard = usual(game, rules)
    changed = {field: value for field, value in options.items() if value != standard[field]}
    terms = Terms(game, rules, seats, target, changed)
    GAMES[game].sides(GAMES[game].parse_rules(terms.to_json()), seats)
    return terms


def terms_of(table: Table) -> Terms:
    return Terms(table.game, table.rules, table.seats, table.target, table.options)


def target_name(target: int | None) -> str:
    """How long the match is, in the language in force."""
    if target is None:
        return gettext("One deal")
    return ngettext("To %(count)d point", "To %(count)d points", target) % {"count": target}


def seats_name(seats: int, *, has_pairs: bool) -> str:
    """How many play, in the language in force."""
    if has_pairs:
        return gettext("four, in pairs")
    return {2: gettext("two"), 3: gettext("three"), 4: gettext("four")}[seats]
