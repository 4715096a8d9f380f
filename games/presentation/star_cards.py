"""Star Cards at the table: coloured backs, collections, tokens, the trick, a winner's choices."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine import star_cards as engine
from games.engine.star_tricks import BACKS, REST
from games.presentation import star_cards_rules, star_cards_words
from games.presentation.cards import Face
from games.presentation.game import HandCard, RulesInForce
from games.presentation.lines import card_count
from games.presentation.people import People
from games.presentation.star_cards_words import (
    backs_words,
    collection_words,
    face,
    led_words,
    lights_words,
    must_follow_words,
    penalty_words,
    player_name,
    stock_words,
    trump_words,
)

folder = "star-cards"
own_deck = "star-cards"
sorts_hand = False

MOST_BACKS = 6  # more are drawn as one of each colour with a number

View = Mapping[str, Any]


def title() -> str:
    return "Star Cards"


card_names = star_cards_words.card_names
status = star_cards_words.status_words
line = star_cards_words.line
ending = star_cards_words.ending_words


# --- players --------------------------------------


@dataclass(frozen=True, slots=True)
class Backs:
    """Cards of one colour in another hand; drawn one by one, or once with their number."""

    back: str
    drawn: range
    count: int


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a rank in a collection; `again` counts what lies there twice or more."""

    rank: int
    colour: str
    again: int


@dataclass(frozen=True, slots=True)
class Owned:
    """What lies open before a player. `words` say it all to those who cannot see it."""

    backs: tuple[Backs, ...]
    slots: tuple[Slot, ...]
    light: range
    dark: range
    has_star: bool
    words: str


def seat_words(view: View, seat: int) -> str:
    words = [card_count(sum(view["deal"]["hands"][seat].values()))]
    words.append(lights_words(view["deal"]["tokens"][seat]["light"]))
    if seat in view.get("resigned", ()):
        words.append(_("resigned"))
    return " · ".join(words)


def seat(view: View, people: People, seat: int) -> Owned:
    return _owned(view, seat)


def me(view: View, people: People) -> Owned:
    return _owned(view, people.me)


def _owned(view: View, number: int) -> Owned:
    deal = view["deal"]
    tokens = deal["tokens"][number]
    return Owned(
        backs=tuple(_backs(deal["hands"][number])),
        slots=slots(deal["collections"][number]),
        light=range(tokens["light"]),
        dark=range(tokens["dark"]),
        has_star=deal["star"] == number,
        words=_owned_words(view, number),
    )


def _owned_words(view: View, number: int) -> str:
    deal = view["deal"]
    words = [] if number == view["seat"] else [backs_words(deal["hands"][number])]
    words.append(lights_words(deal["tokens"][number]["light"]))
    words.append(collection_words(deal["collections"][number]))
    if deal["star"] == number:
        words.append(_("black star"))
    return "; ".join(word for word in words if word)


def _backs(hand: Mapping[str, int]) -> Iterator[Backs]:
    is_stacked = sum(hand.values()) > MOST_BACKS
    for back in BACKS:
        if hand[back]:
            yield Backs(back, range(1 if is_stacked else hand[back]), hand[back] * is_stacked)


def slots(collection: Sequence[str]) -> tuple[Slot, ...]:
    """A place for each rank, with the colour of the card that came to it first."""
    found = []
    for rank in range(1, engine.ALL_RANKS + 1):
        own = [card for card in collection if card[1] == str(rank)]
        found.append(Slot(rank, own[0][0] if own else "", max(0, len(own) - 1)))
    return tuple(found)


# --- the middle --------------------------------------


@dataclass(frozen=True, slots=True)
class TrickPlace:
    """A player's place in the trick; `face` is None while the card is still to come."""

    key: str
    """Names the element for the script."""
    player: int | str
    name: str
    card: Face | None
    words: str
    leads: bool
    wins: bool
    is_super: bool
    is_turn: bool


@dataclass(frozen=True, slots=True)
class Table:
    trump: Face
    trump_words: str
    has_trump: bool
    stock: int
    stock_top: str | None
    stock_words: str
    star_words: str
    led: str | None
    led_words: str
    trick: tuple[TrickPlace, ...]


def table(view: View, people: People) -> Table:
    deal = view["deal"]
    return Table(
        trump=face(deal["trump"]),
        trump_words=trump_words(deal["trump"]),
        has_trump=deal["trump"] != REST,
        stock=deal["stock"],
        stock_top=deal["stock_top"],
        stock_words=stock_words(deal["stock"], deal["stock_top"]),
        star_words=_("the black star lies here") if deal["star"] is None else "",
        led=deal["led"],
        led_words=led_words(deal["led"], has_cards=bool(deal["trick"])),
        trick=tuple(_trick(view, people)),
    )


def _trick(view: View, people: People) -> Iterator[TrickPlace]:
    deal = view["deal"]
    for place, played in enumerate(deal["trick"]):
        player = played["seat"]
        wins = deal["winning"] == player
        yield TrickPlace(
            key=f"trick {player} {played['card']}",
            player=player,
            name=player_name(player, people),
            card=face(played["card"]),
            words=_place_words(played, wins=wins),
            leads=place == 0 and player == deal["leader"],
            wins=wins,
            is_super=played["super_trump"],
            is_turn=False,
        )
    for player in missing_players(view):
        yield TrickPlace(
            key=f"empty {player}",
            player=player,
            name=player_name(player, people),
            card=None,
            words="",
            leads=False,
            wins=False,
            is_super=False,
            is_turn=player == deal["turn"] and view["phase"] == "playing",
        )


def missing_players(view: View) -> Sequence[int | str]:
    """Who is still to play to the trick, in order."""
    deal = view["deal"]
    if deal["decision"] not in {"play", "after_play"}:
        return ()
    order = [
        player.value if player is engine.DUMMY else player
        for player in engine.play_order(deal["leader"], view["seats"])
    ]
    return order[len(deal["trick"]) :]


def _place_words(played: Mapping[str, Any], *, wins: bool) -> str:
    words = []
    if played["super_trump"]:
        words.append(_("super-trump"))
    if wins:
        words.append(_("is winning"))
    return ", ".join(words)


# --- the hand --------------------------------------


def facts(view: View) -> tuple[str, str]:
    deal = view["deal"]
    return (
        trump_words(deal["trump"]),
        _("stock %(count)d") % {"count": deal["stock"]},
    )


def fit(view: View) -> str:
    """What is asked, since a choice among the cards of the trick wants room below them."""
    is_choice = bool(view["deal"]["legal"]) and view["deal"]["decision"] in {"collect", "trump"}
    return "choosing" if is_choice else "playing"


def hand(view: View) -> tuple[HandCard, ...]:
    return tuple(_hand_card(view, card) for card in view["deal"]["hand"] or ())


def _hand_card(view: View, card: str) -> HandCard:
    deal = view["deal"]
    mark = hand_mark(deal, card)
    words = {"trump": _("trump"), "super-trump": _("super-trump"), "": ""}[mark]
    entry = next((one for one in _plays(deal) if one["card"] == card), None)
    if entry is not None:
        return HandCard(face(card), move=entry["move"], words=words, mark=mark)
    is_barred = bool(_plays(deal)) and deal["led"] is not None
    reason = must_follow_words(deal["led"]) if is_barred else ""
    return HandCard(face(card), words=words, reason=reason, mark=mark)


def hand_mark(deal: Mapping[str, Any], card: str) -> str:
    """Which crowns a card wears: what it would be if it were played now."""
    if card in deal["super_trumps"]:
        return "super-trump"
    is_trump = card != REST and card[0] == deal["trump"][0]
    return "trump" if is_trump else ""


def _plays(deal: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return [entry for entry in deal["legal"] if entry["kind"] == "play"]


# --- choices --------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """A card to be named, and what naming it means."""

    move: str
    card: Face
    note: str
    held: str
    """How many backs of the colour each opponent holds."""


@dataclass(frozen=True, slots=True)
class Options:
    """`asks` is `more` (what may be done besides playing a card), `dark` (to be confirmed),
    `stay`, `after_play`, `collect` or `trump`; the last three and `stay` have `choices`."""

    asks: str
    words: str = ""
    choices: tuple[Choice, ...] = ()
    can_deal_dark: bool = False
    can_stay: bool = False
    can_end: bool = False


def options(view: View, chosen: str | None) -> Options | None:
    deal = view["deal"]
    if not deal["legal"]:
        return None
    if deal["decision"] in {"collect", "trump"}:
        people = People.of(view)
        found = tuple(_choice(view, people, entry) for entry in deal["legal"])
        return Options(deal["decision"], status(view, people), found)
    dark = any(entry["kind"] == "dark" for entry in deal["legal"])
    staying = tuple(
        Choice(entry["stay"], face(entry["card"]), "", "")
        for entry in _plays(deal)
        if entry["stay"]
    )
    if chosen == "dark" and dark:
        return Options("dark", dark_words(), can_deal_dark=True)
    if chosen == "stay" and staying:
        return Options("stay", _("Play a card and keep the turn"), staying)
    if deal["decision"] == "after_play":
        return Options("after_play", can_deal_dark=dark, can_end=True)
    if not (dark or staying):
        return None
    return Options("more", can_deal_dark=dark, can_stay=bool(staying))


def dark_words() -> str:
    return _("Turn one light dark for good, and draw up to three cards?")


def _choice(view: View, people: People, entry: Mapping[str, Any]) -> Choice:
    card = entry["card"]
    note = penalty_words(entry.get("penalty", 0))
    if entry["kind"] == "trump" and card == REST:
        note = _("no trump")
    return Choice(entry["move"], face(card), note, held_words(view, people, card))


def held_words(view: View, people: People, card: str) -> str:
    """`2 Vera, 0 Leo`: who could play that colour."""
    if card == REST:
        return ""
    hands = view["deal"]["hands"]
    return ", ".join(f"{hands[seat][card[0]]} {people.name(seat)}" for seat in people.others())


def last_move(view: View, log: Sequence[Mapping[str, Any]], people: People) -> str:
    return star_cards_words.last_move_words(view, people)


# --- the end --------------------------------------


@dataclass(frozen=True, slots=True)
class Placed:
    """A player on the sheet."""

    place: int
    name: str
    is_me: bool
    slots: tuple[Slot, ...]
    words: str
    lights: str
    ranks: str
    points: int
    note: str


def sheet(view: View, people: People) -> tuple[Placed, ...]:
    """The players by place, who look first among equals."""
    places = star_cards_words.places(view)
    order = sorted(people.sides_mine_first(), key=lambda side: places[side])
    return tuple(_placed(view, people, side) for side in order)


def _placed(view: View, people: People, number: int) -> Placed:
    data = view["sheet"]
    lights, ranks = data["rows"]
    collection = data["collections"][number]
    return Placed(
        place=star_cards_words.places(view)[number],
        name=people.name(number),
        is_me=people.is_me(number),
        slots=slots(collection),
        words=collection_words(collection),
        lights=_counted(lights, number),
        ranks=_counted(ranks, number),
        points=data["points"][number],
        note=_placed_note(view, number),
    )


def _counted(row: Mapping[str, Any], number: int) -> str:
    """What there is, and what it counts where that is another number."""
    count, points = row["counts"][number], row["points"][number]
    return str(count) if count == points else f"{count} → {points}"


def _placed_note(view: View, number: int) -> str:
    if number in view.get("resigned", ()):
        return _("resigned")
    if view["sheet"]["out"] == number:
        return _("no light left")
    is_complete = all(slot.colour for slot in slots(view["sheet"]["collections"][number]))
    return _("all six ranks") if is_complete else ""


def rules(view: View) -> RulesInForce:
    return star_cards_rules.in_force(engine.parse_rules(view["rules"]))
