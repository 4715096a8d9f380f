"""Star Cards for two with a dummy, three or four.

One card each, following the led colour (3); the card on top of the discards is trump, and its
twin beats everything, as does the twin of a card in the trick (4); the winner keeps one card of
the trick and chooses the next trump, and loses a light for a rank that is there already and for
winning twice in a row (5); lights buy cards (6). Six different ranks win; the first player
without light ends the deal, and the others count (9).
The numbers are those of docs/rules/star-cards.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from games.engine import shuffle
from games.engine.core import (
    EVERYONE,
    WATCHER,
    Direction,
    IllegalMove,
    Json,
    Notice,
    Outcome,
    RefusalCode,
    Seat,
    Transition,
    Viewer,
)
from games.engine.star_tricks import (
    BACKS,
    STAR_DECK,
    By,
    Card,
    Face,
    faces,
    is_super_trump,
    led_colour,
    parse_face,
    playable,
    taken,
    trick_winner,
)

name = "star-cards"
deck = STAR_DECK
direction = Direction.CLOCKWISE
finds_dealer = False

HAND = 5
TOKENS = 5
DARK_DEAL = 3
ALL_RANKS = 6
GEMS = (3, 3, 2, 2, 1, 1)


def gems(rank: int) -> int:
    """What a rank is worth where the rules say `gems` (5.3, 9.3)."""
    return GEMS[rank - 1]


class Dummy(Enum):
    """The third player of two (8.1)."""

    DUMMY = "dummy"


DUMMY: Final = Dummy.DUMMY

Player: TypeAlias = Seat | Dummy


# Rules


class DuplicatePenalty(StrEnum):
    ONE = "one"
    GEMS = "gems"


class RestOnTop(StrEnum):
    FORCED = "forced"
    CHOICE = "choice"


class VictoryPoints(StrEnum):
    RANKS = "ranks"
    GEMS = "gems"


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set; each field cites its rule."""

    name: str
    version: int
    """Rises when a correction changes how a log replays."""
    seat_counts: tuple[int, ...]
    """1.1: how many may play."""
    target: None
    """2.5: a match is one deal."""
    duplicate_penalty: DuplicatePenalty
    """5.3: the tokens that a rank costs which is there already."""
    min_refill: int
    """3.6: so many cards are drawn with a single light."""
    hand_limit: int
    """6.3: nobody draws beyond this."""
    rest_on_top: RestOnTop
    """5.4: whether a rest card must be the next trump card."""
    victory_points: VictoryPoints
    """9.3: what the ranks of a collection count."""


STANDARD = Rules(
    name="star-cards",
    version=1,
    seat_counts=(2, 3, 4),
    target=None,
    duplicate_penalty=DuplicatePenalty.ONE,
    min_refill=2,
    hand_limit=10,
    rest_on_top=RestOnTop.FORCED,
    victory_points=VictoryPoints.RANKS,
)

presets: Mapping[str, Rules] = {STANDARD.name: STANDARD}

OPTIONS: Mapping[str, Sequence[Any]] = {
    "duplicate_penalty": tuple(DuplicatePenalty),
    "min_refill": (2, 1),
    "rest_on_top": tuple(RestOnTop),
    "victory_points": tuple(VictoryPoints),
}
"""The fields that may differ from the preset, with their values."""


def parse_rules(data: Mapping[str, Any]) -> Rules:
    """Rules from JSON such as `{"duplicate_penalty": "gems"}`; the rest is the preset's.

    Raises ValueError.
    """
    rule_set = data.get("name", STANDARD.name)
    if rule_set not in list(presets):  # a list, because JSON may hold what cannot be hashed
        raise ValueError(f"no rule set of {name} is called {rule_set!r}")
    preset = presets[rule_set]
    unknown = data.keys() - rules_json(preset).keys()
    if unknown:
        raise ValueError(f"not a rule of {name}: {', '.join(sorted(unknown))}")
    chosen = {option: _option(option, data[option]) for option in OPTIONS if option in data}
    rules = replace(preset, **chosen)
    for rule, value in rules_json(rules).items():
        if data.get(rule, value) != value:
            raise ValueError(f"{rule} of {rules.name} is {value!r}, not {data[rule]!r}")
    return rules


def _option(option: str, value: Any) -> Any:
    for allowed in OPTIONS[option]:
        if value == allowed and not isinstance(value, bool):
            return allowed
    raise ValueError(f"not a value of {option}: {value!r}")


def rules_json(rules: Rules) -> dict[str, Json]:
    return {
        "name": rules.name,
        "version": rules.version,
        "seat_counts": list(rules.seat_counts),
        "target": rules.target,
        "duplicate_penalty": rules.duplicate_penalty.value,
        "min_refill": rules.min_refill,
        "hand_limit": rules.hand_limit,
        "rest_on_top": rules.rest_on_top.value,
        "victory_points": rules.victory_points.value,
    }


# Moves


class Kind(StrEnum):
    """What a move does; the value begins its text, save that of a card that is played."""

    PLAY = "play"
    DARK_DEAL = "dark"
    END = "end"
    COLLECT = "collect"
    TRUMP = "trump"


class Move(NamedTuple):
    """A card that is played, collected or made trump; or a dark deal, or the end of a turn."""

    kind: Kind
    face: Face | None = None
    stays: bool = False
    """Whether the player's turn goes on after the card, for a dark deal (6.2)."""

    def __str__(self) -> str:
        if self.face is None:
            return self.kind.value
        if self.kind is Kind.PLAY:
            return self.face + "+" * self.stays
        return f"{self.kind.value}:{self.face}"


def parse_move(text: str) -> Move:
    """The move that `R4`, `R4+`, `dark`, `end`, `collect:R4` or `trump:R4` names.

    Raises IllegalMove.

    >>> parse_move("collect:R4").face
    'R4'
    """
    if text in {Kind.DARK_DEAL.value, Kind.END.value}:
        return Move(Kind(text))
    word, colon, card = text.partition(":")
    try:
        if not colon:
            return Move(Kind.PLAY, parse_face(text.removesuffix("+")), text.endswith("+"))
        if word in {Kind.COLLECT.value, Kind.TRUMP.value}:
            return Move(Kind(word), parse_face(card))
    except ValueError as error:
        raise IllegalMove(RefusalCode.MALFORMED, str(error)) from None
    raise IllegalMove(RefusalCode.MALFORMED, f"no move begins with {word!r}")


# States


class Decision(StrEnum):
    """What the seat to move is asked."""

    PLAY = "play"
    AFTER_PLAY = "after_play"
    COLLECT = "collect"
    TRUMP = "trump"


class EndReason(StrEnum):
    SIX_RANKS = "six_ranks"
    LAST_LIGHT = "last_light"
    NO_CARDS = "no_cards"


class Ended(NamedTuple):
    """How the deal ended (9): `seat` has won by six ranks, or is out."""

    reason: EndReason
    seat: Seat | None


class Played(NamedTuple):
    """A card of the trick."""

    player: Player
    card: Card
    super_trump: bool

    def to_json(self) -> dict[str, Json]:
        seat = _player_json(self.player)
        return {"seat": seat, "card": self.card.face, "super_trump": self.super_trump}


@dataclass(frozen=True, slots=True)
class LastTrick:
    """The latest trick that was complete, as everybody saw it."""

    cards: tuple[Played, ...]
    winner: Player | None
    by: By | None

    def to_json(self) -> dict[str, Json]:
        return {
            "cards": [played.to_json() for played in self.cards],
            "winner": _player_json(self.winner),
            "by": self.by.value if self.by else None,
        }


@dataclass(frozen=True, slots=True)
class LastMove:
    seat: Seat
    move: Move
    automatic: bool

    def to_json(self) -> dict[str, Json]:
        return {
            "seat": self.seat,
            "kind": self.move.kind.value,
            "card": self.move.face,
            "automatic": self.automatic,
        }


@dataclass(frozen=True, slots=True)
class State:
    """A deal. By seat: `hands`, `collections` and `lights`."""

    rules: Rules
    seed: bytes
    """Of the deal, for what is shuffled in it (7.2)."""
    leader: Seat
    turn: Seat | None
    decision: Decision | None
    """None when the deal is over."""
    place: int
    """Of the player whose turn it is or was, in the order of the trick."""
    hands: tuple[tuple[Card, ...], ...]
    collections: tuple[tuple[Card, ...], ...]
    lights: tuple[int, ...]
    star: Seat | None
    """Who holds the black star; None: it lies in the centre."""
    stock: tuple[Card, ...]
    """The next card to be drawn first."""
    discards: tuple[Card, ...]
    """The trump card last."""
    trick: tuple[Played, ...]
    """Without the card that was collected, while the winner chooses the next trump."""
    reshuffles: int
    last_trick: LastTrick | None
    last_move: LastMove | None
    ended: Ended | None

    @property
    def trump(self) -> Card:
        """Rule 2.3."""
        return self.discards[-1]

    @property
    def trick_cards(self) -> tuple[Card, ...]:
        return tuple(played.card for played in self.trick)


def sides(rules: Rules, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Rule 1.1; raises ValueError."""
    if seats not in rules.seat_counts:
        raise ValueError(f"{rules.name} is not for {seats}")
    return tuple((seat,) for seat in range(seats))


def play_order(leader: Seat, seats: int) -> tuple[Player, ...]:
    """Rules 3.1 and 8.1."""
    first, *others = ((leader + place) % seats for place in range(seats))
    return (first, DUMMY, *others) if seats == 2 else (first, *others)


# The deal


def start(
    rules: Rules,
    seats: int,
    dealer: Seat,
    deck: Sequence[Card],
    seed: bytes,
    totals: Sequence[int] = (),
) -> Transition:
    """Five cards to each seat from the leader on, and the first trump card (rule 2)."""
    leader = (dealer + 1) % seats
    packets = [tuple(deck[HAND * place : HAND * (place + 1)]) for place in range(seats)]
    rest = tuple(deck[HAND * seats :])
    state = State(
        rules=rules,
        seed=seed,
        leader=leader,
        turn=leader,
        decision=Decision.PLAY,
        place=0,
        hands=tuple(packets[(seat - leader) % seats] for seat in range(seats)),
        collections=((),) * seats,
        lights=(TOKENS,) * seats,
        star=None,
        stock=rest[1:],
        discards=rest[:1],
        trick=(),
        reshuffles=0,
        last_trick=None,
        last_move=None,
        ended=None,
    )
    shown: dict[str, Json] = {
        "leader": leader,
        "trump": state.trump.face,
        "hands": [backs(hand) for hand in state.hands],
        **_stock_json(state),
    }
    return Transition(state, (Notice("dealt", EVERYONE, shown),))


# Moves


def to_move(state: State) -> Seat | None:
    return state.turn


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every move of the seat to move; the copies of a card are one move (1.5).

    Cards come in the order of the hand or of the trick, what needs no card after them.
    """
    seat = state.turn
    if seat is None:
        return ()
    match state.decision:
        case Decision.PLAY:
            return _plays(state, seat)
        case Decision.AFTER_PLAY:
            return Move(Kind.END), Move(Kind.DARK_DEAL)
        case Decision.COLLECT:
            coloured = [card for card in state.trick_cards if not card.is_rest]
            return tuple(Move(Kind.COLLECT, face) for face in _distinct(coloured))
        case _:
            return tuple(Move(Kind.TRUMP, face) for face in _distinct(state.trick_cards))


def _plays(state: State, seat: Seat) -> tuple[Move, ...]:
    allowed = _distinct(playable(state.hands[seat], state.trick_cards))
    moves = [Move(Kind.PLAY, face) for face in allowed]
    if can_stay(state, seat):
        moves += [Move(Kind.PLAY, face, stays=True) for face in allowed]
    if can_deal_dark(state, seat):
        moves.append(Move(Kind.DARK_DEAL))
    return tuple(moves)


def can_deal_dark(state: State, seat: Seat) -> bool:
    """Rule 6.3."""
    has_room = len(state.hands[seat]) < state.rules.hand_limit
    return state.lights[seat] > 1 and has_room and drawable(state) > 0


def can_stay(state: State, seat: Seat) -> bool:
    """Whether a dark deal will be possible once the seat has played (6.2, 6.3)."""
    refilled = refill_count(state, seat) if len(state.hands[seat]) == 1 else 0
    return state.lights[seat] > 1 and drawable(state) > refilled


def drawable(state: State) -> int:
    """How many cards could be drawn (7.1)."""
    return len(state.stock) + len(state.discards) - 1


def refill_count(state: State, seat: Seat) -> int:
    """Rule 3.6."""
    return max(state.lights[seat], state.rules.min_refill)


def apply(state: State, move: Move, *, automatic: bool = False) -> Transition:
    """Makes a move of the seat to move; raises IllegalMove."""
    seat = state.turn
    if seat is None:
        raise IllegalMove(RefusalCode.NOT_YOUR_TURN, "the deal is over")
    if move.kind is Kind.PLAY and move.face not in faces(state.hands[seat]):
        raise IllegalMove(RefusalCode.CARD_NOT_HELD, f"{move.face} is not in the hand")
    if move not in legal_moves(state):
        raise IllegalMove(RefusalCode.ILLEGAL_MOVE, f"{move} is not a legal move")
    made = replace(state, last_move=LastMove(seat, move, automatic))
    return _MAKE[move.kind](made, seat, move, automatic)


def _then(step: Transition, go_on: Callable[[State], Transition]) -> Transition:
    after = go_on(step.state)
    return Transition(after.state, step.notices + after.notices)


def _play(state: State, seat: Seat, move: Move, automatic: bool) -> Transition:
    assert move.face is not None
    hand = list(state.hands[seat])
    card = taken(hand, move.face)
    held = replace(state, hands=_replaced(state.hands, seat, tuple(hand)))
    step = _laid(held, seat, card, {"automatic": automatic})
    if not hand:
        step = _then(step, lambda after: _refill(after, seat))
    if move.stays:
        return Transition(replace(step.state, decision=Decision.AFTER_PLAY), step.notices)
    return _then(step, _next_turn)


def _laid(state: State, player: Player, card: Card, told: Mapping[str, Json]) -> Transition:
    """The card in the trick."""
    played = Played(player, card, is_super_trump(card, state.trump, state.trick_cards))
    notice = Notice("played", EVERYONE, {**played.to_json(), **told})
    return Transition(replace(state, trick=(*state.trick, played)), (notice,))


def _deal_dark(state: State, seat: Seat, _move: Move, automatic: bool) -> Transition:
    """Rules 6.1 and 6.3."""
    darker = _flipped(state, seat, 1)
    room = state.rules.hand_limit - len(state.hands[seat])
    told: dict[str, Json] = {"light": darker.lights[seat], "automatic": automatic}
    step = _draw(darker, seat, min(DARK_DEAL, room), "dark_deal", told)
    if state.decision is Decision.AFTER_PLAY and not can_deal_dark(step.state, seat):
        return _then(step, _next_turn)
    return step


def _end_turn(state: State, seat: Seat, _move: Move, automatic: bool) -> Transition:
    told = Notice("turn_ended", EVERYONE, {"seat": seat, "automatic": automatic})
    return _then(Transition(state, (told,)), _next_turn)


# Drawing


def _refill(state: State, seat: Seat) -> Transition:
    """Rule 3.6."""
    return _draw(state, seat, refill_count(state, seat), "refilled", {})


def _draw(state: State, seat: Seat, count: int, kind: str, told: Mapping[str, Json]) -> Transition:
    """Cards for the hand: the seat is told which, everyone their backs (1.3)."""
    after, drawn, reshuffled = _from_stock(state, count)
    hands = _replaced(after.hands, seat, (*after.hands[seat], *drawn))
    shown: dict[str, Json] = {"seat": seat, "drawn": backs(drawn), **_stock_json(after), **told}
    own: dict[str, Json] = {"seat": seat, "cards": faces(drawn)}
    notices = (Notice(kind, EVERYONE, shown), Notice("drew", frozenset({seat}), own))
    return Transition(replace(after, hands=hands), reshuffled + notices)


def _from_stock(state: State, count: int) -> tuple[State, tuple[Card, ...], tuple[Notice, ...]]:
    """The state without the cards drawn, the cards, and word of a reshuffle (7)."""
    drawn, stock = state.stock[:count], state.stock[count:]
    missing = min(count - len(drawn), len(state.discards) - 1)
    if missing == 0:
        return replace(state, stock=stock), drawn, ()
    number = state.reshuffles + 1
    # Match 0 is nobody's: these words are used for no deck (7.2).
    again = shuffle.shuffled(state.discards[:-1], state.seed, match=0, deal=number)
    after = replace(state, stock=again[missing:], discards=state.discards[-1:], reshuffles=number)
    told = Notice("reshuffled", EVERYONE, {"cards": len(again)})
    return after, drawn + again[:missing], (told,)


# The course of a trick


def _next_turn(state: State) -> Transition:
    return _turn_at(state, state.place + 1)


def _turn_at(state: State, place: int) -> Transition:
    """The turn of that place in the order of the trick; after the last, who has won."""
    order = play_order(state.leader, len(state.hands))
    if place == len(order):
        return _resolve(state)
    player = order[place]
    here = replace(state, place=place)
    if player is DUMMY:
        return _then(_play_dummy(here), _next_turn)
    if here.hands[player]:
        return _asked(here, player, Decision.PLAY)
    return _then(_refill(here, player), lambda after: _asked_or_skipped(after, player))


def _asked(state: State, seat: Seat, decision: Decision) -> Transition:
    return Transition(replace(state, turn=seat, decision=decision))


def _asked_or_skipped(state: State, seat: Seat) -> Transition:
    """Rule 3.7."""
    if state.hands[seat]:
        return _asked(state, seat, Decision.PLAY)
    told = Notice("skipped", EVERYONE, {"seat": seat})
    return _then(Transition(state, (told,)), _next_turn)


def _play_dummy(state: State) -> Transition:
    """Rule 8.2."""
    after, drawn, reshuffled = _from_stock(state, 1)
    step = Transition(after, reshuffled)
    if not drawn:
        return step
    (card,) = drawn
    return _then(step, lambda now: _laid(now, DUMMY, card, _stock_json(now)))


def _resolve(state: State) -> Transition:
    """Who has won the trick, and what follows from it (4.4, 4.5)."""
    if all(played.player is DUMMY for played in state.trick):
        return _end(state, EndReason.NO_CARDS, None)
    win = trick_winner(state.trump, state.trick_cards)
    winner = None if win is None else state.trick[win.place].player
    last_trick = LastTrick(state.trick, winner, win.by if win else None)
    told = Notice("won", EVERYONE, last_trick.to_json())
    complete = Transition(replace(state, last_trick=last_trick), (told,))
    if winner is None:
        return _then(complete, _won_by_nobody)
    if winner is DUMMY:
        return _then(complete, _won_by_dummy)
    return _then(complete, lambda after: _won_by(after, winner))


def _won_by_nobody(state: State) -> Transition:
    """Rule 5.6."""
    leader = state.leader if state.star is None else state.star
    return _discard_all(replace(state, leader=leader), state.trick_cards[0])


def _won_by_dummy(state: State) -> Transition:
    """Rules 8.3 and 8.4."""
    (top,) = (played.card for played in state.trick if played.player is DUMMY)
    if state.rules.rest_on_top is RestOnTop.FORCED:
        top = next((card for card in state.trick_cards if card.is_rest), top)
    leader = (state.leader + 1) % len(state.hands)
    return _discard_all(replace(state, star=None, leader=leader), top)


def _won_by(state: State, seat: Seat) -> Transition:
    """Rule 5.1, then the winner is asked what to collect."""
    step = Transition(state)
    if state.star == seat:
        darker = _flipped(state, seat, 1)
        told = {"seat": seat, "light": darker.lights[seat]}
        step = Transition(darker, (Notice("star_penalty", EVERYONE, told),))
    if step.state.lights[seat] == 0:
        return _then(step, lambda after: _end(after, EndReason.LAST_LIGHT, seat))
    return _then(step, lambda after: _asked(after, seat, Decision.COLLECT))


def _collect(state: State, seat: Seat, move: Move, automatic: bool) -> Transition:
    """Rules 5.2 and 5.3, and the two ends that may follow (9.1, 9.2)."""
    assert move.face is not None
    place = faces(state.trick_cards).index(move.face)
    card = state.trick[place].card
    penalty = duplicate_penalty(state.rules, card, state.collections[seat])
    collection = (*state.collections[seat], card)
    after = replace(
        _flipped(state, seat, penalty),
        collections=_replaced(state.collections, seat, collection),
        trick=state.trick[:place] + state.trick[place + 1 :],
    )
    told: dict[str, Json] = {
        "seat": seat,
        "card": card.face,
        "penalty": penalty,
        "light": after.lights[seat],
        "automatic": automatic,
    }
    step = Transition(after, (Notice("collected", EVERYONE, told),))
    if after.lights[seat] == 0:
        return _then(step, lambda now: _end(now, EndReason.LAST_LIGHT, seat))
    if len(ranks(collection)) == ALL_RANKS:
        return _then(step, lambda now: _end(now, EndReason.SIX_RANKS, seat))
    return _then(step, lambda now: _trump_asked_or_clear(now, seat))


def duplicate_penalty(rules: Rules, card: Card, collection: Sequence[Card]) -> int:
    """How many tokens it costs to add the card to the collection (5.3)."""
    if card.rank not in ranks(collection):
        return 0
    return gems(card.rank) if rules.duplicate_penalty is DuplicatePenalty.GEMS else 1


def ranks(collection: Sequence[Card]) -> frozenset[int]:
    return frozenset(card.rank for card in collection)


def _trump_asked_or_clear(state: State, seat: Seat) -> Transition:
    """Rule 5.4: asks only where there is a choice."""
    left = state.trick_cards
    on_top = next((card for card in left if card.is_rest), None)
    if on_top is None or state.rules.rest_on_top is RestOnTop.CHOICE:
        if len(_distinct(left)) > 1:
            return _asked(state, seat, Decision.TRUMP)
        on_top = left[0] if left else None
    return _leads(state, seat, on_top)


def _choose_trump(state: State, seat: Seat, move: Move, automatic: bool) -> Transition:
    """Rule 5.4."""
    top = next(card for card in state.trick_cards if card.face == move.face)
    told: dict[str, Json] = {"seat": seat, "card": top.face, "automatic": automatic}
    step = Transition(state, (Notice("trump_chosen", EVERYONE, told),))
    return _then(step, lambda after: _leads(after, seat, top))


def _leads(state: State, seat: Seat, top: Card | None) -> Transition:
    """Rule 5.5."""
    return _discard_all(replace(state, star=seat, leader=seat), top)


def _discard_all(state: State, top: Card | None) -> Transition:
    """The trick to the discards with that card on top, and the next trick.

    With no card there is nothing to discard, and the trump card stays.
    """
    below = tuple(card for card in state.trick_cards if card is not top)
    on_top = () if top is None else (top,)
    cleared = replace(state, discards=state.discards + below + on_top, trick=())
    told = Notice("trump", EVERYONE, {"card": cleared.trump.face, "leader": cleared.leader})
    return _then(Transition(cleared, (told,)), lambda after: _turn_at(after, 0))


def _end(state: State, reason: EndReason, seat: Seat | None) -> Transition:
    return Transition(replace(state, turn=None, decision=None, ended=Ended(reason, seat)))


_MAKE: Mapping[Kind, Callable[[State, Seat, Move, bool], Transition]] = {
    Kind.PLAY: _play,
    Kind.DARK_DEAL: _deal_dark,
    Kind.END: _end_turn,
    Kind.COLLECT: _collect,
    Kind.TRUMP: _choose_trump,
}


def _flipped(state: State, seat: Seat, count: int) -> State:
    light = max(0, state.lights[seat] - count)
    return replace(state, lights=(*state.lights[:seat], light, *state.lights[seat + 1 :]))


def _replaced(
    groups: tuple[tuple[Card, ...], ...], index: int, group: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    return (*groups[:index], group, *groups[index + 1 :])


def _distinct(some: Sequence[Card]) -> tuple[Face, ...]:
    return tuple(dict.fromkeys(faces(some)))


# The automatic move


def automatic_move(state: State, hand_order: Sequence[Card] = ()) -> Move:
    """Rule 10.2; `hand_order` is the hand as the seat's screen shows it."""
    assert state.turn is not None
    match state.decision:
        case Decision.PLAY:
            hand = hand_order or state.hands[state.turn]
            return Move(Kind.PLAY, playable(hand, state.trick_cards)[0].face)
        case Decision.AFTER_PLAY:
            return Move(Kind.END)
        case Decision.COLLECT:
            return Move(Kind.COLLECT, _preferred(state, ranks(state.collections[state.turn])).face)
        case _:
            return Move(Kind.TRUMP, _preferred(state, frozenset()).face)


def _preferred(state: State, there: frozenset[int]) -> Card:
    """The card of the trick that is chosen for a silent seat, which has the ranks `there`."""

    def preference(card: Card) -> tuple[bool, int, int]:
        return card.rank not in there, card.rank, -BACKS.index(card.back)

    coloured = [card for card in state.trick_cards if not card.is_rest]
    return max(coloured or state.trick_cards, key=preference)


# What a seat may know


def backs(some: Sequence[Card]) -> dict[str, Json]:
    """How many of the cards have each back: all that others may know of a hand (1.3)."""
    seen = [card.back for card in some]
    return {back: seen.count(back) for back in BACKS}


def _stock_json(state: State) -> dict[str, Json]:
    top = state.stock[0].back if state.stock else None
    return {"stock": len(state.stock), "stock_top": top}


def _player_json(player: Player | None) -> Json:
    return player.value if isinstance(player, Dummy) else player


def view(state: State, viewer: Viewer) -> dict[str, Json]:
    """The viewer's own hand and what lies open; of other hands the backs, without any order."""
    led = led_colour(state.trick_cards)
    return {
        "leader": state.leader,
        "turn": state.turn,
        "decision": state.decision.value if state.decision else None,
        "hand": None if viewer is WATCHER else faces(state.hands[viewer]),
        "hands": [backs(hand) for hand in state.hands],
        **_stock_json(state),
        "trump": state.trump.face,
        "discards": len(state.discards),
        "trick": [played.to_json() for played in state.trick],
        "led": led.value if led else None,
        "super_trumps": _super_trumps(state),
        "winning": _winning_json(state),
        "collections": [faces(collection) for collection in state.collections],
        "tokens": [{"light": light, "dark": TOKENS - light} for light in state.lights],
        "star": state.star,
        "legal": _legal_json(state) if viewer == state.turn else [],
        "last_trick": state.last_trick.to_json() if state.last_trick else None,
        "last_move": state.last_move.to_json() if state.last_move else None,
    }


def _super_trumps(state: State) -> list[Face]:
    """The cards that would be super-trumps if they were played now (4.2, 4.3)."""
    twins = [card for card in (state.trump, *state.trick_cards) if not card.is_rest]
    return list(_distinct(twins))


def _winning_json(state: State) -> Json:
    """Whose card is the best of the trick so far."""
    if state.decision not in {Decision.PLAY, Decision.AFTER_PLAY}:
        return state.turn
    win = trick_winner(state.trump, state.trick_cards)
    return None if win is None else _player_json(state.trick[win.place].player)


def _legal_json(state: State) -> list[Json]:
    moves = legal_moves(state)
    return [_move_json(state, move, moves) for move in moves if not move.stays]


def _move_json(state: State, move: Move, moves: Sequence[Move]) -> dict[str, Json]:
    """A move with its text; for a card that is played also the text with which the turn goes on."""
    shown: dict[str, Json] = {"kind": move.kind.value, "move": str(move)}
    if move.face is not None:
        shown["card"] = move.face
    if move.kind is Kind.PLAY:
        stay = move._replace(stays=True)
        shown["stay"] = str(stay) if stay in moves else None
        shown["super_trump"] = move.face in _super_trumps(state)
    if move.kind is Kind.COLLECT:
        assert state.turn is not None
        card = next(card for card in state.trick_cards if card.face == move.face)
        shown["penalty"] = duplicate_penalty(state.rules, card, state.collections[state.turn])
    return shown


# Scoring


class Row(NamedTuple):
    """One category of the score sheet: what each seat has of it, and the points for it."""

    category: str
    counts: tuple[int, ...]
    points: tuple[int, ...]

    def to_json(self) -> dict[str, Json]:
        counts, points = list(self.counts), list(self.points)
        return {"category": self.category, "counts": counts, "points": points}


def outcome(state: State) -> Outcome | None:
    if state.ended is None:
        return None
    out = state.ended.seat if state.ended.reason is EndReason.LAST_LIGHT else None
    rows = score(state.rules, state.lights, state.collections, out)
    points = tuple(sum(row.points[seat] for row in rows) for seat in range(len(state.hands)))
    placed = placements(state.ended, points, rows[-1].counts)
    sheet: dict[str, Json] = {
        "reason": state.ended.reason.value,
        "rows": [row.to_json() for row in rows],
        "collections": [faces(collection) for collection in state.collections],
        "out": out,
        "placements": list(placed),
    }
    return Outcome(state.ended.reason.value, points, sheet, placed)


def score(
    rules: Rules,
    lights: Sequence[int],
    collections: Sequence[Sequence[Card]],
    out: Seat | None,
) -> tuple[Row, ...]:
    """Victory points (9.3); who is out counts none (9.2)."""
    worth = gems if rules.victory_points is VictoryPoints.GEMS else _one
    owned = [ranks(collection) for collection in collections]
    counts = [0 if seat == out else 1 for seat in range(len(collections))]
    for_lights = tuple(light * count for light, count in zip(lights, counts, strict=True))
    for_ranks = tuple(
        sum(map(worth, own)) * count for own, count in zip(owned, counts, strict=True)
    )
    return (
        Row("lights", tuple(lights), for_lights),
        Row("ranks", tuple(map(len, owned)), for_ranks),
    )


def _one(_rank: int) -> int:
    return 1


def placements(ended: Ended, points: Sequence[int], different: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place, from points and numbers of different ranks (9.1, 9.2, 9.4)."""
    by_six_ranks = ended.reason is EndReason.SIX_RANKS

    def worth(seat: Seat) -> tuple[int, int, int]:
        first_or_last = (1 if by_six_ranks else -1) if seat == ended.seat else 0
        return first_or_last, points[seat], different[seat]

    worths = [worth(seat) for seat in range(len(points))]
    return tuple(1 + sum(other > own for other in worths) for own in worths)
