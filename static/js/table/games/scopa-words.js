// The fishing games in sentences: the last move, the log, announcements, and answers to the speak keys.

import { letter } from "../choose.js";
import { commonLine, commonSentences, dealtWords, handWords, scoredWords, speak } from "../lines.js";
import { cardCount, fill, gettext, joined, ngettext, sentence } from "../words.js";

const SETTEBELLO = "7D";

export const rank = (card) => Number.parseInt(card, 10);
export const ranks = (cards) => cards.map(rank).join(" + ");

/** `8 + 7 = 15` for 8D 7C. */
export const ranksSum = (cards) => `${ranks(cards)} = ${cards.reduce((sum, card) => sum + rank(card), 0)}`;

const listed = (cards, names) => cards.map((card) => names[card]).join(", ");
const together = (cards, names) => joined(cards.map((card) => names[card]));

/** The sentences of one of the games: in Escoba a sweep has another name. */
export function createWords(game) {
  const isEscoba = game === "escoba";
  const call = isEscoba ? gettext("Escoba!") : gettext("Scopa!");
  const sweep = isEscoba ? gettext("escoba") : gettext("scopa");
  const sweeps = isEscoba ? gettext("Escobas") : gettext("Sweeps");

  function sweepCount(count) {
    const pattern = isEscoba
      ? ngettext("%(count)d escoba", "%(count)d escobas", count)
      : ngettext("%(count)d sweep", "%(count)d sweeps", count);
    return fill(pattern, { count });
  }

  function pileWords(pile) {
    const taken = fill(ngettext("%(count)d card taken", "%(count)d cards taken", pile.cards), { count: pile.cards });
    return pile.sweeps.length ? `${taken}, ${sweepCount(pile.sweeps.length)}` : taken;
  }

  // --- the last move and the log ---------------------------------------------------------------

  /** The line that stays until the next move; before the first, who got the opening layout. */
  function lastMove({ view, log, people, names }) {
    const move = view.deal.last_move;
    if (move === null) {
      const award = log.find((notice) => notice.kind === "awarded" && notice.deal === view.deal.number);
      return award === undefined ? "" : awardWords(award, people);
    }
    const values = { name: people.name(move.seat), card: names[move.card], cards: ranks(move.take) };
    if (people.isMe(move.seat)) {
      if (move.take.length) return fill(gettext("You played %(card)s and took %(cards)s"), values);
      return fill(gettext("You laid %(card)s"), values);
    }
    if (move.take.length) return fill(gettext("%(name)s played %(card)s and took %(cards)s"), values);
    return fill(gettext("%(name)s laid %(card)s"), values);
  }

  function awardWords(notice, people) {
    const pattern = people.isMe(notice.seat)
      ? gettext("You get the cards dealt face up: %(sums)s, %(sweeps)s")
      : gettext("%(name)s gets the cards dealt face up: %(sums)s, %(sweeps)s");
    const sums = joined(notice.groups.map(ranksSum));
    return fill(pattern, { name: people.name(notice.seat), sums, sweeps: sweepCount(notice.count) });
  }

  function logLine(notice, people, names) {
    switch (notice.kind) {
      case "dealt":
        return { text: dealtWords(notice, people), isHeading: true };
      case "awarded":
        return awardedLine(notice, people);
      case "played":
        return playedLine(notice, people, names);
      case "leftovers":
        if (!notice.cards.length) return null;
        return {
          who: people.sideName(notice.side),
          text: fill(gettext("the last cards of the table: %(cards)s"), { cards: together(notice.cards, names) }),
        };
      case "scored":
        return { text: scoredWords(notice.sheet, people) };
      default:
        return commonLine(notice, people);
    }
  }

  function awardedLine(notice, people) {
    const text = fill(gettext("the cards dealt face up: %(sums)s"), { sums: joined(notice.groups.map(ranksSum)) });
    const mark = notice.count === 1 ? call : sweepCount(notice.count);
    return { who: people.name(notice.seat), text, marks: [{ kind: "sweep", text: mark }] };
  }

  function playedLine(notice, people, names) {
    const values = { card: names[notice.card], cards: ranks(notice.take) };
    const text = notice.take.length ? gettext("%(card)s takes %(cards)s") : gettext("%(card)s, no capture");
    const marks = [];
    if (notice.sweep) marks.push({ kind: "sweep", text: call });
    if (notice.take.length && [notice.card, ...notice.take].includes(SETTEBELLO)) {
      marks.push({ kind: "settebello", text: gettext("settebello") });
    }
    if (notice.automatic) marks.push({ kind: "automatic", text: gettext("time over: played automatically") });
    return { who: people.name(notice.seat), text: fill(text, values), marks };
  }

  // --- announcements -------------------------------------------------------------------------

  /** What to say after these notices: one sentence or two an event. */
  function announcements(notices, view, people, names) {
    return notices.flatMap((notice) => {
      switch (notice.kind) {
        case "dealt":
          return [`${dealtWords(notice, people)}.`, dealtTableWords(notice, names), handWords(view, names)];
        case "awarded":
          return [`${awardWords(notice, people)}.`];
        case "served":
          return [newCardsWords(view, names, notice.stock)];
        case "played":
          return playedWords(notice, view, people, names);
        case "leftovers":
          return notice.cards.length ? [leftoverWords(notice, people, names)] : [];
        case "scored":
          return [scoredWords(notice.sheet, people)];
        default:
          return commonSentences(notice, people);
      }
    });
  }

  function playedWords(notice, view, people, names) {
    const said = [playedSentence(notice, people, names)];
    if (notice.sweep) said.push(`${sweepSentence(notice, people)} ${gettext("The table is empty.")}`);
    else if (!people.isMe(notice.seat) && view.phase === "playing") said.push(tableWords(view, names));
    return said;
  }

  function sweepSentence(notice, people) {
    const values = { sweep: sentence(sweep), name: people.name(notice.seat) };
    return fill(people.isMe(notice.seat) ? gettext("%(sweep)s for you!") : gettext("%(sweep)s for %(name)s!"), values);
  }

  function newCardsWords(view, names, stock) {
    const left = fill(ngettext("%(count)d card is left in the stock.", "%(count)d cards are left in the stock.", stock), { count: stock });
    const cards = fill(gettext("New cards: %(cards)s."), { cards: listed(view.deal.hand ?? [], names) });
    return `${cards} ${stock === 0 ? gettext("The stock is empty.") : left}`;
  }

  /** What a selected card can do. */
  function selectionWords(choice, names) {
    const card = sentence(names[choice.card]);
    if (!choice.groups.length) return `${card}. ${gettext("No capture.")}`;
    const count = fill(ngettext("%(count)d capture", "%(count)d captures", choice.groups.length), { count: choice.groups.length });
    if (choice.groups.length > MOST_SPOKEN) return `${card}. ${sentence(count)}.`;
    const groups = choice.groups.map((group, index) => {
      const words = together(group, names);
      return choice.groups.length > 1 ? `${letter(index)} ${words}` : words;
    });
    return `${card}. ${sentence(count)}: ${groups.join("; ")}.`;
  }

  return {
    announcements,
    call,
    cry: (notices) => (notices.some((notice) => notice.sweep || notice.kind === "awarded") ? call : null),
    lastMove,
    logLine,
    noteWords,
    pileWords,
    selectionWords,
    speak: {
      ...speak,
      l: (scene) => lastMove(scene) || gettext("No move yet."),
      t: ({ view, names }) => tableWords(view, names),
      p: ({ view, people }) => people.sidesMineFirst.map((side) => `${people.sideName(side)}: ${pileWords(view.deal.piles[side])}.`).join(" "),
      o: ({ view, people }) => people.others.map((seat) => otherWords(seat, view, people)).join(" "),
    },
    sweep,
    sweepCount,
    sweeps,
  };

  function otherWords(seat, view, people) {
    const side = people.sideOf(seat);
    const pile = people.isAlone(side) ? `, ${pileWords(view.deal.piles[side])}` : "";
    const partner = people.isPartner(seat) ? ` (${gettext("partner")})` : "";
    return `${people.name(seat)}${partner}: ${cardCount(view.deal.hands[seat])}${pile}.`;
  }
}

const MOST_SPOKEN = 8; // nobody keeps more captures in mind

function playedSentence(notice, people, names) {
  const values = { name: people.name(notice.seat), card: names[notice.card], cards: together(notice.take, names) };
  if (people.isMe(notice.seat)) {
    if (notice.automatic) return fill(gettext("Time over: %(card)s was played for you."), values);
    if (notice.take.length) return fill(gettext("You play %(card)s and take %(cards)s."), values);
    return fill(gettext("You lay %(card)s."), values);
  }
  if (notice.take.length) return fill(gettext("%(name)s plays %(card)s and takes %(cards)s."), values);
  return fill(gettext("%(name)s lays %(card)s."), values);
}

function leftoverWords(notice, people, names) {
  const values = { name: people.sideName(notice.side), cards: together(notice.cards, names) };
  if (people.isMe(notice.seat)) return fill(gettext("You get the last cards: %(cards)s."), values);
  return fill(gettext("%(name)s gets the last cards: %(cards)s."), values);
}

/** Why a tapped card does not help. */
function noteWords(note, names) {
  return fill(gettext("No capture of the %(selected)s contains the %(card)s."), {
    card: names[note.card],
    selected: names[note.selected],
  });
}

const dealtTableWords = (notice, names) => fill(gettext("On the table: %(cards)s."), { cards: listed(notice.layout, names) });

function tableWords(view, names) {
  if (!view.deal.layout.length) return gettext("The table is empty.");
  return fill(gettext("On the table: %(cards)s."), { cards: listed(view.deal.layout, names) });
}
