// Sentences that every game shares: the state of the match, its end, its log.

import { fill, gettext, minutes } from "./words.js";

export function targetWords(target) {
  return target ? fill(gettext("to %(target)d"), { target }) : gettext("one deal");
}

/** The one line that says what the match waits for. */
export function statusWords(view, people) {
  switch (view.phase) {
    case "playing":
      if (people.isMe(view.deal.turn)) return gettext("Your turn");
      return fill(gettext("%(name)s's turn"), { name: people.name(view.deal.turn) });
    case "interval":
      return view.ready.includes(view.seat) ? gettext("Waiting for the others") : gettext("The deal is over");
    case "finished":
      return gettext("The match is over");
    default:
      return gettext("The cards are being dealt");
  }
}

export function annulledWords(reason) {
  if (reason === "three_kings") return gettext("Three kings on the table: the cards are dealt again");
  return gettext("The deal is annulled: the cards are dealt again");
}

function resignedWords(seat, people) {
  return people.isMe(seat) ? gettext("You resigned") : fill(gettext("%(name)s resigned"), { name: people.name(seat) });
}

export function winnerWords(winner, people) {
  if (winner === null) return gettext("Nobody won the match");
  if (winner === people.mySide) return gettext("You won the match");
  if (!people.isAlone(winner)) return gettext("You lost the match");
  return fill(gettext("%(name)s won the match"), { name: people.sideName(winner) });
}

/** Why the match ended as it did. */
export function endingReason(view, people) {
  if (view.result.reason === "resigned") {
    const won = view.result.winner === people.mySide;
    if (people.isAlone(people.mySide)) return won ? gettext("Your opponent resigned") : gettext("You resigned");
    return won ? gettext("The other pair resigned") : gettext("Your pair resigned");
  }
  return people.sidesMineFirst.map((side) => `${people.sideName(side)} ${view.totals[side]}`).join(" – ");
}

/** A notice of the match itself as a line of the log, or null for what the log does not tell. */
export function commonLine(notice, people) {
  switch (notice.kind) {
    case "annulled":
      return { text: annulledWords(notice.reason), isHeading: true };
    case "resigned":
      return { text: resignedWords(notice.seat, people) };
    case "finished":
      return { text: winnerWords(notice.winner, people), isHeading: true };
    default:
      return null;
  }
}

/** The heading of a deal. */
export function dealtWords(notice, people) {
  const values = { deal: notice.deal, name: people.name(notice.dealer) };
  if (people.isMe(notice.dealer)) return fill(gettext("Deal %(deal)d: you are the dealer"), values);
  return fill(gettext("Deal %(deal)d: %(name)s is the dealer"), values);
}

/** The points of a deal and the totals after it. */
export function scoredWords(sheet, people) {
  return fill(gettext("End of deal %(deal)d: %(points)s. Total %(totals)s."), {
    deal: sheet.deal,
    points: people.sidesMineFirst.map((side) => `${people.sideName(side)} +${sheet.points[side]}`).join(", "),
    totals: people.sidesMineFirst.map((side) => sheet.totals[side]).join("–"),
  });
}

export function handWords(view, names) {
  const hand = view.deal.hand ?? [];
  if (!hand.length) return gettext("Your hand is empty.");
  return fill(gettext("In hand: %(cards)s."), { cards: hand.map((card) => names[card]).join(", ") });
}

export function turnWords(view, names) {
  return `${gettext("Your turn.")} ${handWords(view, names)}`;
}

/** An answer to a speak key that every game gives alike. */
export const speak = {
  h: ({ view, names }) => handWords(view, names),
  s: ({ view, people }) => people.sidesMineFirst.map((side) => `${people.sideName(side)} ${view.totals[side]}`).join(", "),
  c: ({ left }) => (left === null ? gettext("No clock is running.") : minutes(left)),
};
