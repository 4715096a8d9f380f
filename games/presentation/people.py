"""Who sits where, seen from one seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.core import Direction

# Places around the table by number of seats, from the next player on, where play is anticlockwise.
PLACES: dict[int, tuple[str, ...]] = {
    2: ("top",),
    3: ("right", "left"),
    4: ("right", "top", "left"),
}


@dataclass(frozen=True, slots=True)
class People:
    """The players' names; `me` is the seat that looks."""

    me: int
    names: Mapping[int, str]
    sides: Sequence[Sequence[int]]

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> "People":
        names = {player["seat"]: player["name"] for player in view["players"]}
        return cls(view["seat"], names, view["sides"])

    def is_me(self, seat: int) -> bool:
        return seat == self.me

    def name(self, seat: int) -> str:
        return _("You") if self.is_me(seat) else self.names[seat]

    def side_of(self, seat: int) -> int:
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    def is_partner(self, seat: int) -> bool:
        return not self.is_me(seat) and self.side_of(seat) == self.my_side()

    def is_alone(self, side: int) -> bool:
        """Whether the side is one player, not a pair."""
        return len(self.sides[side]) == 1

    def my_side(self) -> int:
        return self.side_of(self.me)

    def sides_mine_first(self) -> list[int]:
        mine = self.my_side()
        return [mine, *(side for side in range(len(self.sides)) if side != mine)]

    def side_name(self, side: int) -> str:
        """`You` and a name where everybody plays alone, `We` and `They` in pairs."""
        seats = self.sides[side]
        if self.is_alone(side):
            return self.name(seats[0])
        return _("We") if self.me in seats else _("They")

    def others(self) -> list[int]:
        """The other seats in order of play, the next player first."""
        count = len(self.names)
        return [(self.me + step) % count for step in range(1, count)]

    def place(self, seat: int, direction: Direction) -> str:
        """`top`, `left` or `right` as I see the seat, `bottom` for my own.

        Where play is anticlockwise, the next player sits at my right hand.
        """
        if self.is_me(seat):
            return "bottom"
        places = PLACES[len(self.names)]
        position = (seat - self.me) % len(self.names) - 1
        return places[position if direction is Direction.ANTICLOCKWISE else -1 - position]
