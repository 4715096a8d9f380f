// Sentences that every game shares: the state of the match, its log. The page without a script says
// the same with games/presentation/lines.py.

import { forfeitWords, outWords, verdictWords } from "./endings.js";
import { fill, gettext, minutes } from "./words.js";

export function targetWords(target) {
  return target ? fill(gettext("to %(target)d"), { target }) : gettext("one deal");
}

/** The one line that says what the match waits for. */
export function statusWords(view, people) {
  switch (view.phase) {
    case "playing":
      return view.pause === null ? turnOf(view, people) : gettext("The match is paused");
    case "interval":
      if (view.pause !== null) return gettext("The match is paused");
      return view.ready.includes(view.seat) ? gettext("Waiting for the others") : gettext("The deal is over");
    case "finished":
      return gettext("The match is over");
    default:
      return gettext("The cards are being dealt");
  }
}

function turnOf(view, people) {
  const { turn } = view.deal;
  if (people.isMe(turn)) return gettext("Your turn");
  const pattern = view.people[turn].absent ? gettext("Waiting for %(name)s to come back") : gettext("%(name)s's turn");
  return fill(pattern, { name: people.name(turn) });
}

export function annulledWords(reason) {
  if (reason === "three_kings") return gettext("Three kings on the table: the cards are dealt again");
  return gettext("The deal is annulled: the cards are dealt again");
}

const HEADINGS = new Set(["annulled", "begun", "finished"]);
const EVENTS = new Set([
  ...["pressed", "dropped", "returned", "invited", "lapsed", "forfeited"],
  ...["paused", "resumed", "compensated", "seems_away"],
  ...["resign_proposed", "resign_declined", "resigned"],
]);

/** A notice of the match itself as a line of the log, or null for what the log does not tell. */
export function commonLine(notice, people) {
  if (HEADINGS.has(notice.kind)) return { text: commonWords(notice, people), isHeading: true };
  if (EVENTS.has(notice.kind)) return { text: commonWords(notice, people) };
  return null;
}

/** The same as it is spoken: a sentence, or none, as where news.js speaks of it. */
export function commonSentences(notice, people) {
  const line = isNews(notice) ? null : commonLine(notice, people);
  return line === null ? [] : [`${line.text}.`];
}

const NEWS = new Set([
  ...["pressed", "dropped", "returned", "invited", "paused", "resumed"],
  ...["seems_away", "resign_proposed", "resign_declined"],
]);

/** Whether the page says it above the table and aloud (news.js), so that no game need. */
export const isNews = (notice) => NEWS.has(notice.kind);

/** What happened in the match itself, as a sentence without its full stop. */
export function commonWords(notice, people) {
  switch (notice.kind) {
    case "annulled":
      return annulledWords(notice.reason);
    case "finished":
      return verdictWords(notice, people);
    case "begun":
      return gettext("The match begins");
    case "dropped":
      return droppedWords(notice, people);
    case "resigned":
      return forfeitWords(notice.seat, "resigned", people);
    case "forfeited":
      return outWords(notice.seat, notice.reason, people);
    case "compensated":
      return compensatedWords(notice);
    case "sealed":
      return fill(gettext("The deck of deal %(deal)d is sealed: %(mark)s"), seal(notice));
    case "revealed":
      return fill(gettext("The seed of deal %(deal)d is open, its seal was %(mark)s"), seal(notice));
    default:
      if (notice.kind === "resumed" && notice.seat === null) return gettext("The pause is over");
      return seatWords(notice, people);
  }
}

/** What one player did, or what became of them. */
function seatWords(notice, people) {
  const pattern = seatPattern(notice.kind, people.isMe(notice.seat));
  return fill(pattern, { name: people.name(notice.seat), moves: notice.moves, time: time(notice) });
}

function seatPattern(kind, mine) {
  switch (kind) {
    case "pressed":
      return mine ? gettext("You pressed start") : gettext("%(name)s pressed start");
    case "made_ready":
      return mine ? gettext("You are ready to go on") : gettext("%(name)s is ready to go on");
    case "returned":
      return mine ? gettext("You are back at the table") : gettext("%(name)s is back at the table");
    case "invited":
      if (mine) return gettext("You are invited back to the table: %(time)s to follow");
      return gettext("%(name)s is on another page, invited to the table: %(time)s to follow");
    case "lapsed":
      if (mine) return gettext("You did not come back in time; the others are away too");
      return gettext("%(name)s did not come back in time; the others are away too");
    case "paused":
      return mine ? gettext("You paused the match for %(time)s") : gettext("%(name)s paused the match for %(time)s");
    case "resumed":
      return mine ? gettext("You ended the pause") : gettext("%(name)s ended the pause");
    case "seems_away":
      if (mine) return gettext("%(moves)d moves in a row were made for you: the others think you are away");
      return gettext("%(name)s seems to be away: %(moves)d moves in a row were automatic");
    case "resign_proposed":
      if (mine) return gettext("You propose to resign: your partner must agree");
      return gettext("%(name)s proposes to resign: you must agree");
    default:
      if (mine) return gettext("You do not resign: the match goes on");
      return gettext("%(name)s does not resign: the match goes on");
  }
}

/** How long there was when it happened. */
const time = (notice) => (notice.until ? minutes(notice.until - notice.at) : "");

const SEAL_SHOWN = 8; // digits of a commitment that a line has room for
const seal = (notice) => ({ deal: notice.deal, mark: notice.commitment.slice(0, SEAL_SHOWN) });

/** How, which of how many, and the time to come back. */
function droppedWords(notice, people) {
  const { seat, drops, allowed } = notice;
  const values = { how: fill(dropPattern(notice.left, people.isMe(seat)), { name: people.name(seat) }), drops, allowed, time: time(notice) };
  if (allowed === null) return fill(gettext("%(how)s: %(time)s to come back"), values);
  if (drops > allowed) return fill(gettext("%(how)s once more than the %(allowed)d times allowed"), values);
  return fill(gettext("%(how)s (%(drops)d of %(allowed)d): %(time)s to come back"), values);
}

function dropPattern(left, mine) {
  if (left) return mine ? gettext("You left the table") : gettext("%(name)s left the table");
  return mine ? gettext("You lost the connection") : gettext("%(name)s lost the connection");
}

/** Whose fault it was, and what the clocks got back. */
function compensatedWords({ ms, cause }) {
  const seconds = Math.floor(ms / 1000);
  if (cause === "mass") return fill(gettext("Many connections were lost at once: every clock gets %(seconds)d s back"), { seconds });
  return fill(gettext("Our server was away: every clock gets %(seconds)d s back"), { seconds });
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
