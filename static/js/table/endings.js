// How a match ends, in words: who won, and who was late or gone. The page without a script says the
// same with games/presentation/endings.py.

import { fill, gettext } from "./words.js";

/** Why a seat is out of the match, or why its side lost. */
export function forfeitWords(seat, reason, people) {
  return fill(forfeitPattern(reason, people.isMe(seat)), { name: people.name(seat) });
}

function forfeitPattern(reason, mine) {
  switch (reason) {
    case "start":
      return mine ? gettext("You did not press start in time") : gettext("%(name)s did not press start in time");
    case "drop":
      return mine ? gettext("You did not come back in time") : gettext("%(name)s did not come back in time");
    case "invitation":
      if (mine) return gettext("You did not follow the invitation to the table in time");
      return gettext("%(name)s did not follow the invitation to the table in time");
    case "drops":
      if (mine) return gettext("You left or lost the connection a third time");
      return gettext("%(name)s left or lost the connection a third time");
    case "bank":
      return mine ? gettext("Your time bank is empty") : gettext("The time bank of %(name)s is empty");
    case "resigned":
      return mine ? gettext("You resigned") : gettext("%(name)s resigned");
    default:
      return mine ? gettext("You are out of the match") : gettext("%(name)s is out of the match");
  }
}

/** Of a seat that forfeits; where several sides play, the others play on. */
export function outWords(seat, reason, people) {
  const why = forfeitWords(seat, reason, people);
  return people.sidesMineFirst.length === 2 ? why : fill(gettext("%(why)s: out of the match"), { why });
}

/** Whether nobody won and nobody is placed: the match counts for nothing. */
export const isVoid = (verdict) => verdict.winner === null && !verdict.placements;

/** The title of the end, from a result or the notice of it. */
export function verdictWords(verdict, people) {
  return isVoid(verdict) ? gettext("The match is void: nobody wins") : winnerWords(verdict.winner, people);
}

function winnerWords(winner, people) {
  if (winner === null) return gettext("Nobody won the match");
  if (winner === people.mySide) return gettext("You won the match");
  if (!people.isAlone(winner)) return gettext("You lost the match");
  return fill(gettext("%(name)s won the match"), { name: people.sideName(winner) });
}
