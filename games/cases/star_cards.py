"""How a position of Star Cards is put to the engine; it knows no rule.

Seats are numbered from 0, clockwise; `dummy` is the dummy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from games.cases.data import NO_SEED, Data
from games.engine import star_cards
from games.engine.core import Notice
from games.engine.star_cards import DUMMY, Decision, EndReason, Kind, Move, Played, Player, State
from games.engine.star_tricks import STAR_DECK, Card, Face, faces, taken, trick_winner

OVER = {EndReason.LAST_LIGHT: "last light", EndReason.SIX_RANKS: "six ranks"}


class Box:
    """The deck, from which a position takes its cards by their faces."""

    def __init__(self) -> None:
        self._left = list(STAR_DECK)

    def take(self, wanted: Iterable[Face]) -> tuple[Card, ...]:
        return tuple(taken(self._left, face) for face in wanted)

    def take_all(self) -> tuple[Card, ...]:
        left = tuple(self._left)
        self._left.clear()
        return left


def position(
    rules: star_cards.Rules,
    *,
    players: int,
    leader: int = 0,
    turn: int,
    hand: Iterable[Face],
    trick: Iterable[tuple[Player, Face]],
    top: Face | None = None,
    star: int | None = None,
    lights: Iterable[int] = (),
    collections: Iterable[Iterable[Face]] = (),
) -> State:
    """A deal in which `turn` is about to play to the trick; all other cards are in the stock."""
    box = Box()
    hands = tuple(box.take(hand if seat == turn else ()) for seat in range(players))
    laid = [Played(player, box.take([face])[0], super_trump=False) for player, face in trick]
    kept = tuple(box.take(collection) for collection in collections)
    dealer = (leader - 1) % players
    opening: State = star_cards.start(rules, players, dealer, STAR_DECK, NO_SEED).state
    return replace(
        opening,
        turn=turn,
        place=star_cards.play_order(leader, players).index(turn),
        hands=hands,
        collections=kept or opening.collections,
        lights=tuple(lights) or opening.lights,
        star=star,
        discards=box.take([top]) if top else opening.discards,
        trick=tuple(laid),
        stock=box.take_all(),
    )


def _legal(rules: star_cards.Rules, data: Data) -> Any:
    earlier = list(enumerate(data["trick"]))
    state = position(rules, players=4, turn=len(earlier), hand=data["hand"], trick=earlier)
    moves = star_cards.legal_moves(state)
    return sorted({move.face for move in moves if move.kind is Kind.PLAY and move.face})


def _trick(_rules: star_cards.Rules, data: Data) -> Any:
    box = Box()
    (top,) = box.take([data["top"]])
    win = trick_winner(top, box.take(data["trick"]))
    return None if win is None else {"seat": win.place, "by": win.by.value}


def _resolve(rules: star_cards.Rules, data: Data) -> Any:
    """Plays the last card of the trick, then makes the winner's choices where they are asked."""
    *earlier, (turn, last) = [(_player(seat), face) for seat, face in data["trick"]]
    assert turn is not DUMMY
    state = position(
        rules,
        players=data["players"],
        leader=data["leader"],
        turn=turn,
        hand=[last],
        trick=earlier,
        top=data["top"],
        star=data["star"],
        lights=data["lights"],
        collections=data["collections"],
    )
    told: list[Notice] = []
    state = _made(state, Move(Kind.PLAY, last), told)
    if state.decision is Decision.COLLECT:
        state = _made(state, Move(Kind.COLLECT, data["collect"]), told)
    if state.decision is Decision.TRUMP:
        state = _made(state, Move(Kind.TRUMP, data["next_trump"]), told)
    (won,) = (notice for notice in told if notice.kind == "won")
    return {
        "winner": won.data["winner"],
        "lights": list(state.lights),
        "collections": [sorted(faces(collection)) for collection in state.collections],
        **_afterwards(state),
    }


def _player(seat: int | str) -> Player:
    return DUMMY if isinstance(seat, str) else seat


def _made(state: State, move: Move, told: list[Notice]) -> State:
    made = star_cards.apply(state, move)
    told += made.notices
    after: State = made.state
    return after


def _afterwards(state: State) -> dict[str, Any]:
    if state.ended is not None:
        return {"over": OVER[state.ended.reason], "over_seat": state.ended.seat}
    return {
        "over": None,
        "over_seat": None,
        "star": state.star,
        "leader": state.leader,
        "top": state.trump.face,
    }


ANSWERS: Mapping[tuple[str, str], Callable[[star_cards.Rules, Data], Any]] = {
    ("legal", ""): _legal,
    ("trick", ""): _trick,
    ("resolve", ""): _resolve,
}
