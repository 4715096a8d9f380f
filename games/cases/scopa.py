"""How a position of Scopa, Escoba or Scopa di 15 is put to the engine; it knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.cases.data import NO_SEED, Data, UnknownCase
from games.engine import match, referee, scopa, scopa_rules, shuffle
from games.engine.cards import ITALIAN_DECK, Card, parse_card, texts
from games.engine.core import Annulled, Game, Notice, Seat, Transition
from games.engine.policies import TORNEO
from games.engine.primiera import primiera
from games.engine.referee import LogEvent, RefereeState
from games.engine.registry import GAMES
from games.engine.scopa_rules import Rules

PLAYS = 36


# Text


def _cards(words: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(parse_card, words))


def _captures_text(takes: Iterable[Sequence[Card]]) -> list[list[str]]:
    return [texts(take) for take in takes]


# Positions


def position(
    rules: Rules,
    *,
    layout: Sequence[Card],
    hands: Mapping[Seat, Sequence[Card]],
    play_no: int,
    seat: Seat = 0,
    players: int = 2,
    last_capturer: Seat | None = None,
) -> scopa.State:
    """A deal in which `seat` is about to make play number `play_no`.

    `hands` are the cards that matter, by seat; the other cards to come are any that are left.
    """
    to_come = PLAYS - play_no + 1
    in_hands = (to_come - 1) % (scopa.PACKET * players) + 1
    named = {*layout, *(card for hand in hands.values() for card in hand)}
    spare = [card for card in ITALIAN_DECK if card not in named]
    full: list[tuple[Card, ...]] = []
    for other in range(players):
        turns_until = (other - seat) % players
        plays_left = (in_hands - turns_until + players - 1) // players
        known = tuple(hands.get(other, ()))
        full.append((*known, *(spare.pop() for _ in range(plays_left - len(known)))))
    return scopa.State(
        rules=rules,
        dealer=(seat - play_no) % players,
        turn=seat,
        hands=tuple(full),
        layout=tuple(layout),
        stock=tuple(spare[: to_come - in_hands]),
        piles=((), ()),
        sweeps=((), ()),
        openings=(None, None),
        last_capturer=last_capturer,
        last_move=None,
    )


def _before_move(rules: Rules, data: Data) -> scopa.State:
    """The position of a whole hand, so early in a packet that the hand fits."""
    hand = _cards(data["hand"])
    play_no = 1 + 2 * (scopa.PACKET - len(hand))
    return position(rules, layout=_cards(data["table"]), hands={0: hand}, play_no=play_no)


def _deck_with_layout(
    rules: Rules, players: int, dealer: Seat, layout: Sequence[Card]
) -> list[Card]:
    """A deck that puts these cards on the table: they change places with those that lie there."""
    deck = list(ITALIAN_DECK)
    opened = scopa.start(rules, players, dealer, deck, NO_SEED)
    assert isinstance(opened, Transition)
    for replaced, card in zip(opened.state.layout, layout, strict=True):
        place, origin = ITALIAN_DECK.index(replaced), deck.index(card)
        deck[place], deck[origin] = deck[origin], deck[place]
    return deck


# Captures


def _capture(rules: Rules, data: Data) -> Any:
    card = parse_card(data["card"])
    state = position(
        rules, layout=_cards(data["table"]), hands={0: [card]}, play_no=data["play_no"]
    )
    moves = [move for move in scopa.legal_moves(state) if move.card is card]
    takes = [move.take for move in moves if move.take]
    if data.get("count_only"):
        return {"count": len(takes)}
    automatic = scopa.automatic_move(state, [card])
    return {
        "captures": _captures_text(takes),
        "may_lay": scopa.Move(card, ()) in moves,
        "auto": takes.index(automatic.take) if automatic.take else None,
        "scopa": [_sweeps(scopa.apply(state, move).state)[0] == 1 for move in moves if move.take],
    }


def _sweeps(state: scopa.State) -> list[int]:
    return [len(cards) for cards in state.sweeps]


def _legal(rules: Rules, data: Data) -> Any:
    state = _before_move(rules, data)
    moves = scopa.legal_moves(state)
    legal = []
    for word in data["hand"]:
        takes = [move.take for move in moves if move.card.text == word]
        legal.append([word, _captures_text(take for take in takes if take)])
    return {"legal": legal}


def _automatic(rules: Rules, data: Data) -> Any:
    move = scopa.automatic_move(_before_move(rules, data), _cards(data["hand"]))
    return {"card": move.card.text, "take": texts(move.take)}


# Deals


def _deal(rules: Rules, data: Data) -> Any:
    players, dealer = data["players"], data["dealer"]
    deck = _deck_with_layout(rules, players, dealer, _cards(data["table"]))
    opened = scopa.start(rules, players, dealer, deck, NO_SEED)
    if isinstance(opened, Annulled):
        first = scopa.first_seat(opened.dealer, players)
        return _opening("redeal", None, 0, [], first)
    state = opened.state
    sweeps = sum(_sweeps(state))
    outcome = "award" if sweeps else "play"
    return _opening(outcome, state.last_capturer, sweeps, texts(state.layout), state.turn)


def _opening(
    outcome: str, award_to: Seat | None, scope: int, table: list[str], first: Seat | None
) -> Any:
    return {
        "outcome": outcome,
        "award_to": award_to,
        "scope": scope,
        "table_after": table,
        "first": first,
    }


def _deal_order(rules: Rules, data: Data) -> Any:
    opened = scopa.start(rules, data["players"], data["dealer"], _cards(data["deck"]), NO_SEED)
    assert isinstance(opened, Transition)
    hands = {str(seat): texts(hand) for seat, hand in enumerate(opened.state.hands)}
    return {"hands": hands, "table": texts(opened.state.layout)}


def _game(rules: Rules) -> Game:
    return next(game for game in GAMES.values() if rules.name in game.presets)


def _match(rules: Rules, players: int, dealer: Seat) -> match.MatchState:
    return match.start(_game(rules).name, scopa_rules.rules_json(rules), players, dealer)


def _deal_rotation(rules: Rules, data: Data) -> Any:
    """Plays a deal to its end, or has one annulled, and sees who deals and begins next."""
    players, dealer = data["players"], data["dealer"]
    state = _match(rules, players, dealer)
    if data["previous"] == "redeal":
        kings = [card for card in ITALIAN_DECK if card.rank == scopa.KING]
        annulled = texts(_deck_with_layout(rules, players, dealer, kings))
        state = match.deal(state, annulled, NO_SEED).state
    else:
        state = match.deal(state, texts(ITALIAN_DECK), NO_SEED).state
        while match.to_move(state) is not None:
            state = match.apply(state, scopa.automatic_move(state.deal)).state
    next_dealer = state.dealer
    state = match.deal(state, texts(ITALIAN_DECK), NO_SEED).state
    return {"next_dealer": next_dealer, "next_first": match.to_move(state)}


# Scores and the end of a deal


CATEGORIES = {
    "carte": "cards",
    "denari": "coins",
    "settebello": "settebello",
    "primiera": "primiera",
    "scope": "sweeps",
}


def _score(rules: Rules, data: Data) -> Any:
    players = data["players"]
    if "piles" in data:
        piles, sweeps = data["piles"], data["scope"]
    else:
        sides = scopa.sides(rules, players)
        by_seat = data["piles_by_seat"]
        piles = [[word for seat in side for word in by_seat[seat]] for side in sides]
        sweeps = [sum(data["scope_by_seat"][seat] for seat in side) for side in sides]
    state = replace(
        position(rules, layout=(), hands={}, play_no=PLAYS, players=players),
        turn=None,
        piles=tuple(map(_cards, piles)),
        sweeps=tuple(ITALIAN_DECK[:count] for count in sweeps),
    )
    outcome = scopa.outcome(state)
    assert outcome is not None
    rows: Any = outcome.sheet["rows"]
    points = {row["category"]: row["points"] for row in rows}
    return {
        "points": {word: points[category] for word, category in CATEGORIES.items()},
        "total": list(outcome.points),
        "primiera_detail": [
            {"suits": best.suits, "sum": best.total} for best in map(primiera, state.piles)
        ],
    }


def _end(rules: Rules, data: Data) -> Any:
    plays = data["plays"]
    hands: dict[Seat, list[Card]] = {}
    for play in plays:
        hands.setdefault(play["seat"], []).append(parse_card(play["card"]))
    state = position(
        rules,
        layout=_cards(data["table"]),
        hands=hands,
        play_no=plays[0]["no"],
        seat=plays[0]["seat"],
        players=data["players"],
        last_capturer=data["last_capturer"],
    )
    notices: list[Notice] = []
    for play in plays:
        move = scopa.Move(parse_card(play["card"]), tuple(sorted(_cards(play["take"]))))
        played = scopa.apply(state, move)
        state = played.state
        notices += played.notices
    collected = [notice.data["cards"] for notice in notices if notice.kind == "leftovers"]
    if not collected and state.last_capturer is None:
        collected = [texts(state.layout)]  # nobody's: they stay where they lie
    return {
        "scopa": _sweeps(state),
        "leftovers": collected[0] if collected else [],
        "leftovers_to": state.last_capturer,
    }


# Matches


def _points(_rules: Rules, data: Data) -> Any:
    totals = match.add_points(data["totals_before"], data["hand_points"])
    winner = match.leader(totals, data["target"])
    return {"totals": list(totals), "over": winner is not None, "winner": winner}


def _in_mid_deal(rules: Rules, data: Data) -> Any:
    state = _match(replace(rules, target=data["target"]), players=2, dealer=0)
    state = match.deal(state, texts(ITALIAN_DECK), NO_SEED).state
    sweeps = tuple(ITALIAN_DECK[:count] for count in data["pending_scope"])
    deal = replace(state.deal, sweeps=sweeps)
    state = replace(state, deal=deal, totals=tuple(data["totals_before"]))
    return {"over": match.winner(state) is not None}


CLOCK_CASES = frozenset({"start_wait", "move", "disconnected", "invited_back"})


def _clock(rules: Rules, data: Data) -> Any:
    """What becomes of a seat that is late or gone for so many seconds, under Torneo."""
    if data["event"] not in CLOCK_CASES:
        raise UnknownCase(f"clock {data['event']}")
    opening = referee.started(
        0,
        game=_game(rules).name,
        rules=scopa_rules.rules_json(rules),
        seats=2,
        policy=TORNEO,
        dealer=0,
    )
    seed = bytes(shuffle.SEED_BYTES)
    log = [opening, referee.sealed(0, 1, seed)]
    if data["event"] != "start_wait":
        log += [_event(0, "start", seat) for seat in (0, 1)]
        log.append(referee.dealt(0, ITALIAN_DECK, seed))
    state, _ = referee.replay([*log, *_drops(data)])
    return {"result": _result_after(state, 1000 * data["elapsed"])}


def _drops(data: Data) -> Iterator[LogEvent]:
    """The drops of the seat to move, each but the last with its return; an invitation follows."""
    count = 1 if data["event"] == "invited_back" else data.get("disconnections", 0)
    for number in range(count):
        if number:
            yield _event(0, "return", 1)
        yield _event(0, "drop", 1)
    if data["event"] == "invited_back":
        yield _event(0, "invited", 1)


def _event(at: int, kind: str, seat: Seat) -> LogEvent:
    return LogEvent(at, kind, seat, {})


def _result_after(state: RefereeState, elapsed: int) -> str:
    """What is due so long after the limit began to run: nothing yet, a move made, or a loss."""
    limit = referee.due(state)
    if limit is None:
        return "loss"
    began = 0 if state.clock is None or state.clock.since is None else state.clock.since
    if began + elapsed < limit.at:
        return "wait"
    after = referee.apply(state, referee.expiry(limit.at + referee.RECORD_MS, limit)).state
    return "auto" if after.result is None else "loss"


ANSWERS: Mapping[tuple[str, str], Callable[[Rules, Data], Any]] = {
    ("capture", ""): _capture,
    ("capture", "legal"): _legal,
    ("capture", "auto"): _automatic,
    ("deal", ""): _deal,
    ("deal", "order"): _deal_order,
    ("deal", "rotate"): _deal_rotation,
    ("score", ""): _score,
    ("end", ""): _end,
    ("match", "points"): _points,
    ("match", "single"): _points,
    ("match", "midhand"): _in_mid_deal,
    ("match", "clock"): _clock,
}
