// Star Cards in sentences: the same as games/presentation/star_cards_words.py, and what is spoken.

import { commonLine, handWords, isNews, speak, statusWords as commonStatus } from "../lines.js";
import { cardCount, fill, gettext, ngettext, pgettext } from "../words.js";

export const DUMMY = "dummy";
export const REST = "X";
export const BACKS = ["R", "Y", "B", "G", REST];
const TOKENS = 5;

export function colourName(colour) {
  return {
    R: pgettext("colour of cards", "red"),
    Y: pgettext("colour of cards", "yellow"),
    B: pgettext("colour of cards", "blue"),
    G: pgettext("colour of cards", "green"),
    X: pgettext("back of a card", "rest"),
  }[colour];
}

/** `1 red, 2 blue` in the fixed order. */
export function backsWords(backs) {
  return BACKS.filter((back) => backs[back]).map((back) => `${backs[back]} ${colourName(back)}`).join(", ");
}

export const handSize = (backs) => BACKS.reduce((sum, back) => sum + backs[back], 0);

export function lightsWords(light) {
  return fill(gettext("%(light)d of %(all)d lights"), { light, all: TOKENS });
}

export function collectionWords(collection, names) {
  if (!collection.length) return gettext("nothing collected");
  const cards = [...collection].sort((one, other) => one[1] - other[1]).map((card) => names[card]);
  return fill(gettext("collected: %(cards)s"), { cards: cards.join(", ") });
}

export function trumpWords(trump) {
  if (trump === REST) return gettext("no trump");
  return fill(gettext("trump: %(colour)s"), { colour: colourName(trump[0]) });
}

export function ledWords({ led, trick }) {
  if (led !== null) return fill(gettext("led colour: %(colour)s"), { colour: colourName(led) });
  return trick.length ? gettext("no colour leads yet") : "";
}

export function stockWords({ stock, stock_top: top }) {
  if (top === null) return gettext("the stock is empty");
  return fill(gettext("stock %(count)d, on top: %(colour)s"), { count: stock, colour: colourName(top) });
}

export function mustFollowWords(led) {
  return fill(gettext("not playable: you must follow %(colour)s"), { colour: colourName(led) });
}

export function penaltyWords(penalty) {
  if (!penalty) return "";
  const pattern = ngettext(
    "you have this rank: %(count)d light goes out",
    "you have this rank: %(count)d lights go out",
    penalty,
  );
  return fill(pattern, { count: penalty });
}

/** The same where there is little room. */
export function penaltyBadge(penalty) {
  return fill(gettext("double: −%(count)d"), { count: penalty });
}

/** `2 Vera`: how many cards of that colour another player holds. */
export const heldWords = (view, people, seat, card) => `${view.deal.hands[seat][card[0]]} ${people.name(seat)}`;

export const darkWords = () => gettext("Turn one light dark for good, and draw up to three cards?");

export const playerName = (player, people) => (player === DUMMY ? gettext("Dummy") : people.name(player));

export function seatWords(view, seat) {
  const words = [cardCount(handSize(view.deal.hands[seat])), lightsWords(view.deal.tokens[seat].light)];
  if (view.resigned?.includes(seat)) words.push(gettext("resigned"));
  return words.join(" · ");
}

/** All that lies open before a player, for those who cannot see it. */
export function ownedWords(view, seat, names) {
  const { hands, tokens, collections, star } = view.deal;
  const words = seat === view.seat ? [] : [backsWords(hands[seat])];
  words.push(lightsWords(tokens[seat].light), collectionWords(collections[seat], names));
  if (star === seat) words.push(gettext("black star"));
  return words.filter(Boolean).join("; ");
}

export function statusWords(view, people) {
  const { decision, turn } = view.deal;
  if (view.phase !== "playing" || decision === null || decision === "play") return commonStatus(view, people);
  if (people.isMe(turn)) {
    return {
      after_play: gettext("Draw dark, or end the turn"),
      collect: gettext("Which card do you keep?"),
      trump: gettext("Which is the next trump?"),
    }[decision];
  }
  const pattern = {
    after_play: gettext("%(name)s may draw dark"),
    collect: gettext("%(name)s chooses a card to keep"),
    trump: gettext("%(name)s chooses the trump"),
  }[decision];
  return fill(pattern, { name: people.name(turn) });
}

// --- moves -----------------------------------------------------------------------------------

/** The last move, and who took the trick if that ended it without a choice. */
export function lastMove({ view, people, names }) {
  const { last_move: move, last_trick: last, trick, trump } = view.deal;
  if (move === null) return fill(gettext("The first trump card is the %(card)s"), { card: names[trump] });
  const said = [moveWords(move, people, names)];
  if (!trick.length && last !== null && (last.winner === null || last.winner === DUMMY)) said.push(takenWords(last.winner, people));
  return said.join(". ");
}

function moveWords(move, people, names) {
  const values = { name: people.name(move.seat), card: names[move.card] };
  return fill(movePattern(move.kind, people.isMe(move.seat)), values);
}

function movePattern(kind, mine) {
  switch (kind) {
    case "play":
      return mine ? gettext("You played the %(card)s") : gettext("%(name)s played the %(card)s");
    case "dark":
      return mine ? gettext("You drew dark") : gettext("%(name)s drew dark");
    case "collect":
      return mine ? gettext("You kept the %(card)s") : gettext("%(name)s kept the %(card)s");
    case "trump":
      return mine ? gettext("You made the %(card)s the trump card") : gettext("%(name)s made the %(card)s the trump card");
    default:
      return mine ? gettext("You ended the turn") : gettext("%(name)s ended the turn");
  }
}

function takenWords(winner, people) {
  if (winner === null) return gettext("Nobody takes the trick");
  if (winner === DUMMY) return gettext("The dummy takes the trick");
  if (people.isMe(winner)) return gettext("You take the trick");
  return fill(gettext("%(name)s takes the trick"), { name: people.name(winner) });
}

export function logLine(notice, people, names) {
  switch (notice.kind) {
    case "dealt":
      return { text: dealtWords(notice, people, names), isHeading: true };
    case "played":
      return {
        who: playerName(notice.seat, people),
        text: names[notice.card],
        marks: [...(notice.super_trump ? [superMark()] : []), ...automatic(notice)],
      };
    case "refilled":
      return { who: people.name(notice.seat), text: drawnWords(notice) };
    case "dark_deal":
      return {
        who: people.name(notice.seat),
        text: fill(gettext("turns a light dark and draws %(backs)s"), { backs: backsWords(notice.drawn) }),
        marks: [lightMark(notice), ...automatic(notice)],
      };
    case "reshuffled":
      return { text: reshuffledWords(notice), isHeading: true };
    case "skipped":
      return { who: people.name(notice.seat), text: gettext("has no card and misses the turn") };
    case "won":
      return { text: takenWords(notice.winner, people), marks: wonMarks(notice) };
    case "star_penalty":
      return { who: people.name(notice.seat), text: gettext("black star: a light goes out"), marks: [lightMark(notice)] };
    case "collected":
      return {
        who: people.name(notice.seat),
        text: fill(gettext("keeps the %(card)s"), { card: names[notice.card] }),
        marks: [...(notice.penalty ? [lightMark(notice)] : []), ...automatic(notice)],
      };
    case "trump":
      return { text: nextWords(notice, people, names) };
    case "scored":
      return { text: scoredWords(notice.sheet, people) };
    default:
      return commonLine(notice, people);
  }
}

function dealtWords(notice, people, names) {
  const values = { card: names[notice.trump], name: people.name(notice.leader) };
  if (people.isMe(notice.leader)) return fill(gettext("The cards are dealt: you lead, the trump card is the %(card)s"), values);
  return fill(gettext("The cards are dealt: %(name)s leads, the trump card is the %(card)s"), values);
}

const superMark = () => ({ kind: "super", text: gettext("super-trump") });
const lightMark = (notice) => ({ kind: "light", text: lightsWords(notice.light) });

function wonMarks({ by }) {
  if (by === "super-trump") return [superMark()];
  return by === "trump" ? [{ kind: "trump", text: gettext("trump") }] : [];
}

function automatic(notice) {
  return notice.automatic ? [{ kind: "automatic", text: gettext("time over: played automatically") }] : [];
}

function drawnWords({ drawn }) {
  if (!handSize(drawn)) return gettext("can draw no card");
  return fill(gettext("draws %(backs)s"), { backs: backsWords(drawn) });
}

function reshuffledWords({ cards }) {
  const pattern = ngettext(
    "The stock is made anew from %(count)d discarded card",
    "The stock is made anew from %(count)d discarded cards",
    cards,
  );
  return fill(pattern, { count: cards });
}

function nextWords(notice, people, names) {
  const values = { trump: names[notice.card], name: people.name(notice.leader) };
  if (people.isMe(notice.leader)) return fill(gettext("Trump card: %(trump)s. You lead"), values);
  return fill(gettext("Trump card: %(trump)s. %(name)s leads"), values);
}

function scoredWords(sheet, people) {
  const points = people.sidesMineFirst.map((side) => `${people.sideName(side)} ${sheet.points[side]}`).join(", ");
  return fill(gettext("Victory points: %(points)s"), { points });
}

// --- spoken --------------------------------------------------------------------------------------

const SILENT = new Set(["turn_ended", "annulled"]);

export function announcements(notices, view, people, names) {
  return notices.flatMap((notice) => {
    if (SILENT.has(notice.kind) || isNews(notice)) return [];
    if (notice.kind === "drew") return drewWords(notice, names);
    const line = logLine(notice, people, names);
    if (line === null) return [];
    const marks = (line.marks ?? []).map((mark) => `, ${mark.text}`).join("");
    const who = line.who ? `${line.who}: ` : "";
    return [`${who}${line.text}${marks}.`];
  });
}

function drewWords({ cards }, names) {
  if (!cards.length) return [];
  return [fill(gettext("Your new cards: %(cards)s."), { cards: cards.map((card) => names[card]).join(", ") })];
}

export function turnWords(view, names) {
  const { decision, legal } = view.deal;
  if (decision === "collect" || decision === "trump") {
    const question = decision === "collect" ? gettext("Which card do you keep?") : gettext("Which is the next trump?");
    return `${question} ${legal.map((entry) => [names[entry.card], penaltyWords(entry.penalty)].filter(Boolean).join(", ")).join("; ")}.`;
  }
  if (decision === "after_play") return gettext("Draw dark, or end the turn.");
  const led = ledWords(view.deal);
  return [gettext("Your turn."), led && `${led}.`, handWords(view, names)].filter(Boolean).join(" ");
}

function tableWords({ view, people, names }) {
  const { deal } = view;
  const trick = deal.trick.map((played) => `${playerName(played.seat, people)} ${names[played.card]}`).join(", ");
  const star = deal.star === null ? gettext("the black star lies here") : "";
  return [trumpWords(deal.trump), ledWords(deal), trick, stockWords(deal), star].filter(Boolean).join(". ");
}

function othersWords({ view, people, names }) {
  return people.others
    .map((seat) => `${people.name(seat)}, ${cardCount(handSize(view.deal.hands[seat]))}: ${ownedWords(view, seat, names)}`)
    .join(". ");
}

export const spoken = {
  ...speak,
  l: lastMove,
  t: tableWords,
  p: ({ view, names }) => ownedWords(view, view.seat, names),
  s: ({ view, people }) =>
    [view.seat, ...people.others].map((seat) => `${people.name(seat)}: ${lightsWords(view.deal.tokens[seat].light)}`).join(", "),
  o: othersWords,
};
