"""Who sits where, seen from one seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

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

    def my_side(self) -> int:
        return self.side_of(self.me)

    def sides_mine_first(self) -> list[int]:
        mine = self.my_side()
        return [mine, *(side for side in range(len(self.sides)) if side != mine)]

    def side_name(self, side: int) -> str:
        """`You` and a name where everybody plays alone, `We` and `They` in pairs."""
        seats = self.sides[side]
        if len(seats) == 1:
            return self.name(seats[0])
        return _("We") if self.me in seats else _("They")

    def others(self) -> list[int]:
        """The other seats in order of play, the next player first."""
        count = len(self.names)
        return [(self.me + step) % count for step in range(1, count)]

    def place(self, seat: int, *, clockwise: bool) -> str:
        """`top`, `left` or `right` as I see the seat, `bottom` for my own."""
        if self.is_me(seat):
            return "bottom"
        places = PLACES[len(self.names)]
        position = (seat - self.me) % len(self.names) - 1
        return places[-1 - position] if clockwise else places[position]
