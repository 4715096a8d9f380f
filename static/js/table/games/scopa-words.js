// Scopa in sentences: the last move, the log, announcements, and answers to the speak keys.

import { annulledWords, commonLine, winnerWords } from "../lines.js";
import { cardCount, fill, gettext, joined, minutes, ngettext, sentence } from "../words.js";

const SETTEBELLO = "7D";

export const rank = (card) => Number.parseInt(card, 10);
export const ranks = (cards) => cards.map(rank).join(" + ");

export function sweepCount(count) {
  return fill(ngettext("%(count)d sweep", "%(count)d sweeps", count), { count });
}

export function pileWords(pile) {
  const taken = fill(ngettext("%(count)d card taken", "%(count)d cards taken", pile.cards), { count: pile.cards });
  return pile.sweeps.length ? `${taken}, ${sweepCount(pile.sweeps.length)}` : taken;
}

/** The line that stays until the next move. */
export function lastMove(view, people, names) {
  const move = view.deal.last_move;
  if (move === null) return "";
  const values = { name: people.name(move.seat), card: names[move.card], cards: ranks(move.take) };
  if (people.isMe(move.seat)) {
    if (move.take.length) return fill(gettext("You played %(card)s and took %(cards)s"), values);
    return fill(gettext("You laid %(card)s"), values);
  }
  if (move.take.length) return fill(gettext("%(name)s played %(card)s and took %(cards)s"), values);
  return fill(gettext("%(name)s laid %(card)s"), values);
}

/** A notice as a line of the log: {who, text, marks, isHeading}, or null. */
export function logLine(notice, people, names) {
  switch (notice.kind) {
    case "dealt":
      return { text: dealtWords(notice, people), isHeading: true };
    case "played":
      return playedLine(notice, people, names);
    case "leftovers":
      if (!notice.cards.length) return null;
      return {
        who: people.sideName(notice.side),
        text: fill(gettext("the last cards of the table: %(cards)s"), { cards: joined(notice.cards.map((card) => names[card])) }),
      };
    case "scored":
      return { text: scoredWords(notice.sheet, people) };
    default:
      return commonLine(notice, people);
  }
}

function dealtWords(notice, people) {
  const values = { deal: notice.deal, name: people.name(notice.dealer) };
  if (people.isMe(notice.dealer)) return fill(gettext("Deal %(deal)d: you are the dealer"), values);
  return fill(gettext("Deal %(deal)d: %(name)s is the dealer"), values);
}

function playedLine(notice, people, names) {
  const values = { card: names[notice.card], cards: ranks(notice.take) };
  const text = notice.take.length ? gettext("%(card)s takes %(cards)s") : gettext("%(card)s, no capture");
  const marks = [];
  if (notice.sweep) marks.push({ kind: "sweep", text: gettext("Scopa!") });
  if (notice.take.length && [notice.card, ...notice.take].includes(SETTEBELLO)) {
    marks.push({ kind: "settebello", text: gettext("settebello") });
  }
  if (notice.automatic) marks.push({ kind: "automatic", text: gettext("time over: played automatically") });
  return { who: people.name(notice.seat), text: fill(text, values), marks };
}

function scoredWords(sheet, people) {
  return fill(gettext("End of deal %(deal)d: %(points)s. Total %(totals)s."), {
    deal: sheet.deal,
    points: people.sidesMineFirst.map((side) => `${people.sideName(side)} +${sheet.points[side]}`).join(", "),
    totals: people.sidesMineFirst.map((side) => sheet.totals[side]).join("–"),
  });
}

// --- announcements ---------------------------------------------------------------------------

const listed = (cards, names) => cards.map((card) => names[card]).join(", ");

/** What to say after these notices: one sentence or two an event. */
export function announcements(notices, view, people, names) {
  return notices.flatMap((notice) => {
    switch (notice.kind) {
      case "annulled":
        return [`${annulledWords(notice.reason)}.`];
      case "dealt":
        return [`${dealtWords(notice, people)}.`, tableWords(view, names), handWords(view, names)];
      case "served":
        return [newCardsWords(view, names, notice.stock)];
      case "played":
        return playedWords(notice, view, people, names);
      case "leftovers":
        return notice.cards.length ? [leftoverWords(notice, people, names)] : [];
      case "scored":
        return [scoredWords(notice.sheet, people)];
      case "resigned":
        return [`${commonLine(notice, people).text}.`];
      case "finished":
        return [`${winnerWords(notice.winner, people)}.`];
      default:
        return [];
    }
  });
}

function playedWords(notice, view, people, names) {
  const said = [playedSentence(notice, people, names)];
  if (notice.sweep) {
    const name = people.name(notice.seat);
    said.push(
      people.isMe(notice.seat)
        ? gettext("Scopa for you! The table is empty.")
        : fill(gettext("Scopa for %(name)s! The table is empty."), { name }),
    );
  } else if (!people.isMe(notice.seat) && view.phase === "playing") said.push(tableWords(view, names));
  return said;
}

function playedSentence(notice, people, names) {
  const values = {
    name: people.name(notice.seat),
    card: names[notice.card],
    cards: joined(notice.take.map((card) => names[card])),
  };
  if (people.isMe(notice.seat)) {
    if (notice.automatic) return fill(gettext("Time over: %(card)s was played for you."), values);
    if (notice.take.length) return fill(gettext("You play %(card)s and take %(cards)s."), values);
    return fill(gettext("You lay %(card)s."), values);
  }
  if (notice.take.length) return fill(gettext("%(name)s plays %(card)s and takes %(cards)s."), values);
  return fill(gettext("%(name)s lays %(card)s."), values);
}

function leftoverWords(notice, people, names) {
  const values = { name: people.sideName(notice.side), cards: joined(notice.cards.map((card) => names[card])) };
  if (notice.side === people.mySide) return fill(gettext("You get the last cards: %(cards)s."), values);
  return fill(gettext("%(name)s gets the last cards: %(cards)s."), values);
}

function newCardsWords(view, names, stock) {
  const left = stock === 0 ? gettext("The stock is empty.") : fill(ngettext("%(count)d card is left in the stock.", "%(count)d cards are left in the stock.", stock), { count: stock });
  return `${fill(gettext("New cards: %(cards)s."), { cards: listed(view.deal.hand ?? [], names) })} ${left}`;
}

export function turnWords(view, names) {
  return `${gettext("Your turn.")} ${handWords(view, names)}`;
}

/** What a selected card can do. */
export function selectionWords(choice, names, letter) {
  const card = sentence(names[choice.card]);
  if (!choice.groups.length) return `${card}. ${gettext("No capture.")}`;
  const groups = choice.groups.map((group, index) => {
    const words = joined(group.map((one) => names[one]));
    return choice.groups.length > 1 ? `${letter(index)} ${words}` : words;
  });
  const count = fill(ngettext("%(count)d capture", "%(count)d captures", groups.length), { count: groups.length });
  return `${card}. ${sentence(count)}: ${groups.join("; ")}.`;
}

/** Why a tapped card does not help. */
export function uselessWords(note, names) {
  return fill(gettext("No capture of the %(selected)s contains the %(card)s."), {
    card: names[note.card],
    selected: names[note.selected],
  });
}

// --- answers to the speak keys ---------------------------------------------------------------

export function tableWords(view, names) {
  if (!view.deal.layout.length) return gettext("The table is empty.");
  return fill(gettext("On the table: %(cards)s."), { cards: listed(view.deal.layout, names) });
}

export function handWords(view, names) {
  const hand = view.deal.hand ?? [];
  if (!hand.length) return gettext("Your hand is empty.");
  return fill(gettext("In hand: %(cards)s."), { cards: listed(hand, names) });
}

export const speak = {
  l: ({ view, people, names }) => lastMove(view, people, names) || gettext("No move yet."),
  t: ({ view, names }) => tableWords(view, names),
  h: ({ view, names }) => handWords(view, names),
  p: ({ view, people }) =>
    people.sidesMineFirst.map((side) => `${people.sideName(side)}: ${pileWords(view.deal.piles[side])}.`).join(" "),
  s: ({ view, people }) => people.sidesMineFirst.map((side) => `${people.sideName(side)} ${view.totals[side]}`).join(", "),
  c: ({ left }) => (left === null ? gettext("No clock is running.") : minutes(left)),
  o: ({ view, people }) =>
    people.others
      .map((seat) => `${people.name(seat)}: ${cardCount(view.deal.hands[seat])}, ${pileWords(view.deal.piles[people.sideOf(seat)])}.`)
      .join(" "),
};
