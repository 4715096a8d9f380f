"""Views of Star Cards for the scripted server of `table.py`."""

from typing import Any

from games.engine import policies
from tests.browser.table import MATCH, NOW, Json, clocks_and_people

NAMES = ("Anna", "Bruno", "Vera", "Leo")
RULES = {
    "name": "star-cards",
    "version": 1,
    "seat_counts": [2, 3, 4],
    "target": None,
    "duplicate_penalty": "one",
    "min_refill": 2,
    "hand_limit": 10,
    "rest_on_top": "forced",
    "victory_points": "ranks",
}


def backs(**counts: int) -> dict[str, int]:
    return {back: counts.get(back, 0) for back in "RYBGX"}


def star_view(*, seats: int = 3, version: int = 12, **deal: Any) -> Json:
    """Anna's view of a running deal; what the test does not care about is filled in."""
    turn = deal.setdefault("turn", 0 if deal.get("legal") else 1)
    return {
        **clocks_and_people(seats, turn, policies.TORNEO),
        "match": MATCH,
        "version": version,
        "now": NOW,
        "players": [{"seat": seat, "name": NAMES[seat]} for seat in range(seats)],
        "game": "star-cards",
        "rules": RULES,
        "phase": "playing",
        "seat": 0,
        "seats": seats,
        "sides": [[seat] for seat in range(seats)],
        "totals": [0] * seats,
        "resigned": [],
        "deal": {
            "number": 1,
            "leader": 1,
            "decision": "play",
            "hand": ["R4", "Y2", "X", "G3", "R4"],
            "hands": [backs(R=2, Y=1, X=1, G=1), backs(R=1, B=2), backs(Y=3, G=4, X=1)][:seats]
            + [backs(B=1)] * (seats - 3),
            "stock": 14,
            "stock_top": "R",
            "trump": "G3",
            "discards": 9,
            "trick": [],
            "led": None,
            "super_trumps": ["G3"],
            "winning": None,
            "collections": [["R4", "B6"], ["Y1"], [], []][:seats],
            "tokens": [{"light": light, "dark": 5 - light} for light in (4, 3, 5, 5)[:seats]],
            "star": None,
            "legal": [],
            "last_trick": None,
            "last_move": None,
            **deal,
        },
        "sheet": None,
        "result": None,
    }


def played(seat: int | str, card: str, *, super_trump: bool = False) -> Json:
    return {"seat": seat, "card": card, "super_trump": super_trump}


def may_play(card: str, *, stay: bool = True, super_trump: bool = False) -> Json:
    return {
        "kind": "play",
        "move": card,
        "card": card,
        "stay": f"{card}+" if stay else None,
        "super_trump": super_trump,
    }


DARK = {"kind": "dark", "move": "dark"}
END = {"kind": "end", "move": "end"}


def may_collect(card: str, penalty: int = 0) -> Json:
    return {"kind": "collect", "move": f"collect:{card}", "card": card, "penalty": penalty}


def may_make_trump(card: str) -> Json:
    return {"kind": "trump", "move": f"trump:{card}", "card": card}
