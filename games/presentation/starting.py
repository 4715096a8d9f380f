"""The page before the first deal: who sits where, what is in force, who has pressed "start"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine import registry
from games.presentation.clocks import PolicyInForce, policy_in_force
from games.presentation.game import RulesInForce
from games.presentation.lines import target_words
from games.presentation.page import GAMES, Ending, ending
from games.presentation.people import People
from games.presentation.policies import minutes


@dataclass(frozen=True, slots=True)
class StartPlace:
    """A seat as I see it around the table; `pressed` whether its player has started."""

    seat: int
    name: str
    initial: str
    place: str
    is_me: bool
    is_partner: bool
    pressed: bool


@dataclass(frozen=True, slots=True)
class Start:
    match_id: int
    game: str
    title: str
    target_words: str
    seats: int
    places: Sequence[StartPlace]
    """Mine last, the others in order of play."""
    rules: RulesInForce
    policy: PolicyInForce
    what_if: str
    digits: str
    pressed: bool
    status: str
    commitment: str
    ending: Ending | None
    """Of a match that was over before it began."""


def has_table(view: Mapping[str, Any]) -> bool:
    """Whether cards were ever dealt; before, there is only the page of the start."""
    return view["deal"] is not None


def start(view: Mapping[str, Any]) -> Start:
    people = People.of(view)
    game = GAMES[view["game"]]
    limit = view["deadline"]
    shuffle = view["shuffle"]
    return Start(
        match_id=view["match"],
        game=view["game"],
        title=game.title(),
        target_words=target_words(view["rules"].get("target")),
        seats=view["seats"],
        places=[_place(view, people, seat) for seat in (*people.others(), people.me)],
        rules=game.rules(view),
        policy=policy_in_force(view),
        what_if=_what_if(view["policy"]),
        digits="" if limit is None else minutes(limit - view["now"]),
        pressed=people.me in view["started"],
        status=status_words(view, people),
        commitment="" if shuffle is None else shuffle["commitment"],
        ending=ending(game, view, people),
    )


def _place(view: Mapping[str, Any], people: People, seat: int) -> StartPlace:
    direction = registry.GAMES[view["game"]].direction
    return StartPlace(
        seat=seat,
        name=people.name(seat),
        initial=people.names[seat][:1].upper(),
        place=people.place(seat, direction),
        is_me=people.is_me(seat),
        is_partner=people.is_partner(seat),
        pressed=seat in view["started"],
    )


def status_words(view: Mapping[str, Any], people: People) -> str:
    """The one line that says what the start waits for."""
    if people.me not in view["started"]:
        return _("Press the button when you are ready to play.")
    missing = [people.name(seat) for seat in people.others() if seat not in view["started"]]
    if not missing:
        return _("The cards are being dealt")
    return _("Waiting for %(names)s…") % {"names": joined(missing)}


def joined(words: Sequence[str]) -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return _("%(words)s and %(last)s") % {"words": ", ".join(words[:-1]), "last": words[-1]}


def _what_if(policy: Mapping[str, Any]) -> str:
    """What happens to who does not press in time."""
    if policy["start_ms"] is None:
        return ""
    words = {"time": minutes(policy["start_ms"])}
    if policy["is_lenient"]:
        return _("If not everybody has pressed within %(time)s, there is no match.") % words
    return (
        _("Whoever has not pressed within %(time)s loses the match; if nobody has, nobody wins it.")
        % words
    )
