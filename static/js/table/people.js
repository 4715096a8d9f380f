// Who sits where, seen from one seat.

import { gettext } from "./words.js";

/** The players of a view: names, sides, and the order in which I see them. */
export function createPeople(view) {
  const names = new Map(view.players.map((player) => [player.seat, player.name]));
  const isMe = (seat) => seat === view.seat;
  const name = (seat) => (isMe(seat) ? gettext("You") : names.get(seat));
  const sideOf = (seat) => view.sides.findIndex((seats) => seats.includes(seat));
  const mine = sideOf(view.seat);

  function sideName(side) {
    const seats = view.sides[side];
    if (seats.length === 1) return name(seats[0]);
    return side === mine ? gettext("We") : gettext("They");
  }

  return {
    isMe,
    name,
    sideOf,
    sideName,
    mySide: mine,
    isPartner: (seat) => !isMe(seat) && sideOf(seat) === mine,
    isAlone: (side) => view.sides[side].length === 1,
    sidesMineFirst: [mine, ...view.sides.keys()].filter((side, index) => index === 0 || side !== mine),
    // In order of play, the next player first.
    others: Array.from({ length: names.size - 1 }, (_, step) => (view.seat + 1 + step) % names.size),
  };
}
