"""The whole match page as one value, for its templates."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games.engine import registry
from games.presentation import scopa, star_cards, tressette
from games.presentation.clocks import Clock, PolicyInForce, bank, clock, policy_in_force
from games.presentation.endings import verdict_words
from games.presentation.game import GamePage, HandCard, RulesInForce
from games.presentation.ledger import Ledger, ledger
from games.presentation.lines import Line, target_words
from games.presentation.news import Away, News, away, can_pause, is_out, leave_words, news
from games.presentation.people import People

# How each game is shown; a new game adds its module here.
GAMES: Mapping[str, GamePage] = {
    "scopa": scopa.SCOPA,
    "escoba": scopa.ESCOBA,
    "scopa15": scopa.SCOPA15,
    "tressette": tressette,
    "star-cards": star_cards,
}


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as I see it; `own` is the game's part of it."""

    seat: int
    name: str
    initial: str
    place: str
    side: int
    is_partner: bool
    words: str
    is_turn: bool
    is_dealer: bool
    bank: str
    away: Away | None
    own: Any


@dataclass(frozen=True, slots=True)
class Score:
    name: str
    total: int
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Ending:
    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything the match page shows before a script runs.

    `own_me`, `table`, `options` and `sheet` are the game's, for its templates.
    """

    match_id: int
    version: int
    game: str
    folder: str
    own_deck: str
    title: str
    fit: str
    phase: str
    has_pairs: bool
    scores: tuple[Score, ...]
    target: int | None
    target_words: str
    facts: tuple[str, ...]
    status: str
    is_my_turn: bool
    is_ready: bool
    clock: Clock
    news: tuple[News, ...]
    others: tuple[Place, ...]
    me: Place
    own_me: Any
    table: Any
    hand: tuple[HandCard, ...]
    chosen: str | None
    options: Any
    last_move: str
    log: tuple[Line, ...]
    ledger: Ledger
    deal: int
    sheet: Any
    ending: Ending | None
    rules: RulesInForce
    policy: PolicyInForce
    needs_me: bool
    leave: str
    """What leaving the table would cost; empty where it cannot be left."""
    can_pause: bool
    can_resign: bool
    hand_orders: tuple[tuple[str, str], ...]
    """In which the hand can be shown: their names in the settings, and in words."""


def scene(
    view: Mapping[str, Any], log: Sequence[Mapping[str, Any]], chosen: str | None = None
) -> Scene:
    """The page of one seat. `chosen` is the card whose options are asked for, if any."""
    game = GAMES[view["game"]]
    people = People.of(view)
    is_my_turn = bool(view["deal"]["legal"])
    is_ready = people.me in view["ready"]
    target = view["rules"].get("target")
    options = game.options(view, chosen)
    return Scene(
        match_id=view["match"],
        version=view["version"],
        game=view["game"],
        folder=game.folder,
        own_deck=game.own_deck,
        title=game.title(),
        fit=game.fit(view),
        phase=view["phase"],
        has_pairs=not people.is_alone(people.my_side()),
        scores=_scores(view, people),
        target=target,
        target_words=target_words(target),
        facts=tuple(game.facts(view)),
        status=game.status(view, people),
        is_my_turn=is_my_turn,
        is_ready=is_ready,
        clock=clock(view, people),
        news=news(view, people),
        others=tuple(_place(game, view, people, seat) for seat in people.others()),
        me=_place(game, view, people, people.me),
        own_me=game.me(view, people),
        table=game.table(view, people),
        hand=_numbered(game.hand(view)),
        chosen=None if options is None else chosen,
        options=options,
        last_move=game.last_move(view, log, people),
        ledger=ledger(view, log, people, game),
        log=tuple(line for notice in reversed(log) if (line := game.line(notice, people))),
        deal=view["deal"]["number"],
        sheet=game.sheet(view, people) if view["sheet"] else None,
        ending=ending(game, view, people),
        rules=game.rules(view),
        policy=policy_in_force(view),
        needs_me=is_my_turn or (view["phase"] == "interval" and not is_ready),
        leave=leave_words(view, people),
        can_pause=can_pause(view, people),
        can_resign=view["result"] is None and not view["resigning"] and not is_out(view, people.me),
        hand_orders=_hand_orders(game),
    )


def _numbered(hand: Sequence[HandCard]) -> tuple[HandCard, ...]:
    """With a key for each, also where a hand holds two that look alike."""
    seen: Counter[str] = Counter()
    cards = []
    for card in hand:
        text = card.face.text
        seen[text] += 1
        cards.append(replace(card, key=text if seen[text] == 1 else f"{text}'{seen[text]}"))
    return tuple(cards)


def _hand_orders(game: GamePage) -> tuple[tuple[str, str], ...]:
    """The game's own order first: it is the server's, and needs no word to it."""
    by_rank = ("rank", _("by rank"))
    if game.sorts_hand:
        return ("game", _("by suit")), by_rank
    return ("game", _("as dealt")), ("suit", _("by suit")), by_rank


def _scores(view: Mapping[str, Any], people: People) -> tuple[Score, ...]:
    mine = people.my_side()
    return tuple(
        Score(people.side_name(side), view["totals"][side], side == mine)
        for side in people.sides_mine_first()
    )


def _place(game: GamePage, view: Mapping[str, Any], people: People, seat: int) -> Place:
    deal = view["deal"]
    direction = registry.GAMES[view["game"]].direction
    return Place(
        seat=seat,
        name=people.name(seat),
        initial=people.names[seat][:1].upper(),
        place=people.place(seat, direction),
        side=people.side_of(seat),
        is_partner=people.is_partner(seat),
        words=game.seat_words(view, seat),
        is_turn=view["phase"] == "playing" and deal["turn"] == seat,
        is_dealer=deal.get("dealer") == seat,
        bank=bank(view, seat),
        away=away(view, seat),
        own=None if people.is_me(seat) else game.seat(view, people, seat),
    )


def ending(game: GamePage, view: Mapping[str, Any], people: People) -> Ending | None:
    result = view["result"]
    if result is None:
        return None
    return Ending(verdict_words(result, people), game.ending(view, people))


def card_names(game: str) -> dict[str, str]:
    """The name of every card of a game by its text form."""
    return GAMES[game].card_names()
