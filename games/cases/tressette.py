"""How a position of Tressette is put to the engine; it knows no rule.

The rule set of such a case is its mode, and `sub` in its input refines its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from games.cases.data import NO_SEED, Data
from games.engine import match, tressette
from games.engine.cards import ITALIAN_DECK, Card, parse_card, texts
from games.engine.core import Annulled, Notice, Seat, Side, Transition
from games.engine.declarations import Combination, Declaration, new_declarations
from games.engine.match import MatchState
from games.engine.tricks import Play


class Mode(NamedTuple):
    """Rules, and how many play by them."""

    rules: tressette.Rules
    seats: int


MODES: Mapping[str, Mode] = {
    "spizzichino": Mode(tressette.SPIZZICHINO, 2),
    "pairs": Mode(tressette.PAIRS, 4),
    "ind3": Mode(tressette.INDIVIDUALS, 3),
    "ind4": Mode(tressette.INDIVIDUALS, 4),
}

WINS, FOLLOWS, STAYS = map(parse_card, ("7D", "4D", "4C"))
"""Worth nothing: for tricks of which only the winner matters, and to hold while a deal goes on."""


# Text and positions


def _cards(words: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(parse_card, words))


def _sorted_texts(cards: Iterable[Card]) -> list[str]:
    return texts(sorted(cards))


def _worth(thirds: int) -> tuple[Card, ...]:
    """Any cards that are worth so much, the same ones again and again."""
    points, rest = divmod(thirds, tressette.POINT)
    return _cards(["1D"] * points + ["2D"] * rest)


def _dealt(
    mode: Mode, dealer: Seat | None, deck: Sequence[Card] = ITALIAN_DECK
) -> Transition | Annulled:
    return tressette.start(mode.rules, mode.seats, dealer, deck, NO_SEED)


def _position(
    mode: Mode,
    *,
    turn: Seat | None,
    hands: Mapping[Seat, Sequence[Card]],
    trick: Iterable[Play[Card]] = (),
    stock: Sequence[Card] = (),
) -> tressette.State:
    """A deal before its first trick is complete, with these hands."""
    opened = _dealt(mode, dealer=0)
    assert isinstance(opened, Transition)
    state: tressette.State = opened.state
    return replace(
        state,
        turn=turn,
        hands=tuple(tuple(hands.get(seat, ())) for seat in range(mode.seats)),
        trick=tuple(trick),
        stock=tuple(stock),
    )


def _deck_with(mode: Mode, hands: Sequence[Sequence[Card]]) -> list[Card]:
    """A deck that deals these hands, the first one to the seat that is served first."""
    opened = _dealt(mode, dealer=mode.seats - 1)
    assert isinstance(opened, Transition)
    named = {card for hand in hands for card in hand}
    others = [card for card in ITALIAN_DECK if card not in named]
    instead = {
        place: card
        for places, hand in zip(opened.state.hands, hands, strict=False)
        for place, card in zip(places, hand, strict=True)
    }
    return [instead[place] if place in instead else others.pop(0) for place in ITALIAN_DECK]


def _told(notices: Iterable[Notice], kind: str) -> list[Any]:
    return [notice.data for notice in notices if notice.kind == kind]


# Legal moves and tricks


def _legal(mode: Mode, data: Data) -> Any:
    hand = _cards(data["hand"])
    others = [card for card in ITALIAN_DECK if card not in hand]
    led = [card for card in others if card.suit.value == data["led"]][:1]
    state = _position(
        mode,
        turn=0,
        hands={0: hand},
        trick=[Play(mode.seats - 1, card) for card in led],
        stock=others[: data.get("stock", 0)],
    )
    return _sorted_texts(move.card for move in tressette.legal_moves(state))


def _signals(mode: Mode, data: Data) -> Any:
    hand, card = _cards(data["hand_before"]), parse_card(data["card"])
    before = [other for other in ITALIAN_DECK if other.suit is card.suit and other not in hand]
    state = _position(
        mode._replace(rules=replace(mode.rules, signals=data["enabled"])),
        turn=0,
        hands={0: hand},
        trick=[Play(seat, before[seat]) for seat in range(data["position"])],
    )
    moves = [move for move in tressette.legal_moves(state) if move.card is card]
    return [move.signal.value for move in moves if move.signal]


def _trick(mode: Mode, data: Data) -> Any:
    cards = {seat: parse_card(word) for seat, word in data["plays"]}
    leader, lead = next(iter(cards.items()))
    # Who holds a card more must not be bound to play it.
    other = next(card for card in ITALIAN_DECK if card.suit is not lead.suit)
    kept = () if data.get("last") or "stock" in data else (other,)
    state = _position(
        mode,
        turn=leader,
        hands={seat: (card, *kept) for seat, card in cards.items()},
        stock=_cards(data.get("stock", ())),
    )
    notices: list[Notice] = []
    for card in cards.values():
        step = tressette.apply(state, tressette.Move(card))
        state, notices = step.state, [*notices, *step.notices]
    (trick,) = _told(notices, "trick")
    is_over = state.turn is None
    answer = {
        "winner": trick["winner"],
        "thirds": trick["thirds"],
        "next_leader": trick["winner"] if is_over else state.turn,
    }
    if is_over:
        answer["last_trick_points"] = sum(_row(state, "last_trick")["thirds"]) // tressette.POINT
    for drawn in _told(notices, "drawn"):
        answer["draws"] = [[draw["seat"], draw["card"]] for draw in drawn["cards"]]
        answer["stock_left"] = drawn["stock"]
    return answer


# Scores


def _row(state: tressette.State, category: str) -> Any:
    outcome = tressette.outcome(state)
    assert outcome is not None
    rows: Any = outcome.sheet["rows"]
    return next(row for row in rows if row["category"] == category)


def _over(
    mode: Mode,
    piles: Sequence[Sequence[Card]],
    *,
    last: Side | None,
    declared: Sequence[int] = (),
) -> tressette.State:
    """A deal with these piles, after a last trick of nothing for `last`; None: as it stands."""
    rules = replace(mode.rules, declarations=bool(declared))
    hands = {seat: (WINS if seat == last else FOLLOWS,) for seat in range(mode.seats)}
    state = replace(
        _position(mode._replace(rules=rules), turn=last, hands=hands),
        piles=tuple(map(tuple, piles)),
        thirds=tuple(sum(map(tressette.thirds, pile)) for pile in piles),
        declarations=tuple(
            Declaration(side, Combination.NAPOLETANA, (), None, points)
            for side, points in enumerate(declared)
        ),
    )
    while tressette.to_move(state) is not None:
        state = tressette.apply(state, tressette.automatic_move(state)).state
    return state


def _score(mode: Mode, data: Data) -> Any:
    if "sides" in data:
        piles = [_cards(words) for words in data["sides"]]
    else:
        piles = [_worth(thirds) for thirds in data["card_thirds"]]
    state = _over(mode, piles, last=data["last"], declared=data.get("declared", ()))
    cards = _row(state, "cards")
    answer = {"thirds": cards["thirds"], "points": cards["points"]}
    if "declared" in data:
        answer["accusi"] = _row(state, "declarations")["points"]
        answer["hand_total"] = _points(state)
    return answer


def _points(state: tressette.State) -> list[int]:
    outcome = tressette.outcome(state)
    assert outcome is not None
    return list(outcome.points)


def _deals(mode: Mode, data: Data) -> Any:
    totals: Sequence[int] = (0,) * len(tressette.sides(mode.rules, mode.seats))
    for one in data["hands"]:
        piles = [_worth(thirds) for thirds in one["card_thirds"]]
        totals = match.add_points(totals, _points(_over(mode, piles, last=one["last"])))
    return {"totals": list(totals)}


def _kept_declarations(mode: Mode, data: Data) -> Any:
    mine = data["card_thirds"]
    rest = sum(map(tressette.thirds, ITALIAN_DECK)) - mine
    state = _over(
        mode,
        [_worth(mine), _worth(rest)],
        last=0 if data["last"] else 1,
        declared=[data["declared"], 0],
    )
    counted, points = _row(state, "declarations")["points"], _row(state, "cards")["points"]
    return {"counted": counted[0], "hand_points": points[0]}


def _replay(mode: Mode, data: Data) -> Any:
    """A whole deal from its deck and all its plays."""
    rules = replace(mode.rules, declarations=True)
    state = match.start(
        tressette.name, tressette.rules_json(rules), data["players"], data["dealer"]
    )
    state = match.deal(state, data["deck"], NO_SEED).state
    winners: list[Seat] = []
    declared: list[list[int]] = []
    for word in data["plays"]:
        step = match.apply(state, tressette.parse_move(word))
        state = step.state
        declared += [
            [len(winners), told["seat"], told["points"]] for told in _told(step.notices, "declared")
        ]
        winners += [told["winner"] for told in _told(step.notices, "trick")]
    return {
        "winners": winners,
        "accusi": declared,
        "points": _row(state.deal, "cards")["points"],
        "counted": _row(state.deal, "declarations")["points"],
    }


# Declarations


def _declaration(declaration: Declaration) -> dict[str, Any]:
    answer: dict[str, Any] = {"kind": declaration.kind.value, "points": declaration.points}
    first = declaration.cards[0]
    if declaration.kind is Combination.NAPOLETANA:
        return {**answer, "suit": first.suit.value}
    missing = declaration.missing.suit.value if declaration.missing else None
    return {**answer, "rank": first.rank, "missing": missing}


def _holding(_mode: Mode, data: Data) -> Any:
    declared = new_declarations(0, _cards(data["hand"]), ())
    return {
        "points": sum(declaration.points for declaration in declared),
        "list": [_declaration(declaration) for declaration in declared],
    }


def _sequence(mode: Mode, data: Data) -> Any:
    """One player's plays and draws, each play made as the first of a trick."""
    state = _position(
        mode._replace(rules=replace(mode.rules, declarations=True)),
        turn=0,
        hands={0: _cards(data["hand"])},
    )
    per_play: list[int] = []
    for step in data["steps"]:
        if "draw" in step:
            hand = (*state.hands[0], parse_card(step["draw"]))
            state = replace(state, hands=(hand, *state.hands[1:]), trick=(), turn=0)
            continue
        played = tressette.apply(state, tressette.parse_move(step["play"]))
        state = played.state
        per_play.append(sum(told["points"] for told in _told(played.notices, "declared")))
    return {"per_play": per_play, "total": sum(per_play)}


# Deals


def _check(mode: Mode, data: Data) -> Any:
    deck = _deck_with(mode, [_cards(words) for words in data["hands"]])
    opened = _dealt(mode, mode.seats - 1, deck)
    seats = [told["seats"] for told in _told(opened.notices, "annulled")]
    return {"redeal": isinstance(opened, Annulled), "seats": seats[0] if seats else []}


def _first_dealer(mode: Mode, data: Data) -> Any:
    opened = _dealt(mode, None, _deck_with(mode, [_cards(words) for words in data["hands"]]))
    assert isinstance(opened, Transition)
    (drawn,) = _told(opened.notices, "dealer_drawn")
    return {"dealer": drawn["dealer"], "leader": opened.state.turn, "card": drawn["card"]}


def _next_dealer(mode: Mode, data: Data) -> Any:
    """Plays a deal to its end, or has one annulled, and sees who deals and leads next."""
    rules = tressette.rules_json(mode.rules)
    state = match.start(tressette.name, rules, data["players"], data["dealer"])
    if data["reason"] == "redeal":
        worthless = [card for card in ITALIAN_DECK if tressette.thirds(card) == 0]
        state = match.deal(state, texts(_deck_with(mode, [worthless[:10]])), NO_SEED).state
    else:
        state = match.deal(state, texts(ITALIAN_DECK), NO_SEED).state
        while match.to_move(state) is not None:
            state = match.apply(state, tressette.automatic_move(state.deal)).state
    dealer = state.dealer
    state = match.deal(state, texts(ITALIAN_DECK), NO_SEED).state
    return {"dealer": dealer, "leader": match.to_move(state)}


def _deal(mode: Mode, data: Data) -> Any:
    opened = _dealt(mode, data["dealer"])
    assert isinstance(opened, Transition)
    hands = [_sorted_texts(hand) for hand in opened.state.hands]
    return {"hands": hands, "stock": len(opened.state.stock)}


# The end of a match


DECLARED: Mapping[int, Sequence[str]] = {3: ("1B", "2B", "3B"), 4: ("2D", "2C", "2S", "2B")}
"""What to hold for a declaration of so many points."""


def _end(mode: Mode, data: Data) -> Any:
    """Plays the events as tricks and declarations, until the match has a winner."""
    state = _before_events(mode, data)
    at_event = None
    for number, event in enumerate(data["events"]):
        state = _EVENTS[event["t"]](state, event)
        if match.winner(state) is not None:
            at_event = number
            break
    winner = match.winner(state)
    totals = state.totals
    if match.to_move(state) is not None:
        so_far = [score.points for score in tressette.scores(state.deal)]
        totals = match.add_points(totals, so_far)
    is_deal_over = match.to_move(state) is None
    return {
        "ended": winner is not None,
        "at_event": at_event,
        "winner": winner,
        "totals": list(totals),
        "extra_hand": is_deal_over and winner is None and max(totals) >= data["target"],
    }


def _before_events(mode: Mode, data: Data) -> MatchState:
    rules = replace(mode.rules, call_out=data["out"], declarations=True, target=data["target"])
    first: Side = data["events"][0]["side"]
    state = match.start(tressette.name, tressette.rules_json(rules), mode.seats, dealer=0)
    state = replace(state, totals=tuple(data["totals"]))
    dealt: MatchState = match.deal(state, texts(ITALIAN_DECK), NO_SEED).state
    return replace(dealt, deal=replace(dealt.deal, turn=first, stock=()))


def _play_trick(state: MatchState, event: Data) -> MatchState:
    """The rest of the trick, taken by the side of the event, with cards of that worth."""
    kept = () if event.get("last") else (STAYS,)
    state = replace(state, deal=replace(state.deal, hands=(kept,) * state.seats))
    while True:
        deal = state.deal
        is_complete = len(deal.trick) == state.seats - 1
        if is_complete:
            deal = _capturing(deal, event["side"], _worth(event["thirds"]))
        is_winner = tressette.side_of(deal, deal.turn) == event["side"]
        state = _play(replace(state, deal=deal), WINS if is_winner else FOLLOWS, kept)
        if is_complete:
            return state


def _capturing(deal: tressette.State, side: Side, cards: Sequence[Card]) -> tressette.State:
    """The deal with these cards in the side's pile, too."""
    piles, thirds = list(deal.piles), list(deal.thirds)
    piles[side] += tuple(cards)
    thirds[side] += sum(map(tressette.thirds, cards))
    return replace(deal, piles=tuple(piles), thirds=tuple(thirds))


def _play_declaration(state: MatchState, event: Data) -> MatchState:
    """A card of whoever of the side is next to play, who holds something to declare."""
    for _ in range(state.seats):
        if tressette.side_of(state.deal, state.deal.turn) == event["side"]:
            break
        state = _play(state, FOLLOWS, (STAYS,))
    return _play(state, FOLLOWS, _cards(DECLARED[event["points"]]))


def _play(state: MatchState, card: Card, others: Sequence[Card]) -> MatchState:
    """The seat to move plays a card that it is given, and keeps these others."""
    hands = list(state.deal.hands)
    hands[state.deal.turn] = (card, *others)
    state = replace(state, deal=replace(state.deal, hands=tuple(hands)))
    played: MatchState = match.apply(state, tressette.Move(card)).state
    return played


_EVENTS: Mapping[str, Callable[[MatchState, Data], MatchState]] = {
    "trick": _play_trick,
    "accusa": _play_declaration,
}

ANSWERS: Mapping[tuple[str, str], Callable[[Mode, Data], Any]] = {
    ("legal", ""): _legal,
    ("legal", "signals"): _signals,
    ("trick", ""): _trick,
    ("score", "thirds"): _score,
    ("score", "cards"): _score,
    ("score", "hands"): _deals,
    ("score", "replay"): _replay,
    ("accusi", "holding"): _holding,
    ("accusi", "sequence"): _sequence,
    ("accusi", "vest"): _kept_declarations,
    ("redeal", "check"): _check,
    ("redeal", "first_dealer"): _first_dealer,
    ("redeal", "next_dealer"): _next_dealer,
    ("redeal", "deal"): _deal,
    ("end", ""): _end,
}
