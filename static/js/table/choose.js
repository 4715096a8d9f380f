// Selecting a card of the hand and, where it has several, one group of cards of the table (a
// capture): a state machine of plain values.
//
//   idle --card--> selected --card again, Enter, the button--> played
//
// Each step returns {choice, move, card, note}: the new choice, the move to send or null, the card
// that it plays, and a remark or null ("useless": the tapped card is in no group). What can be
// taken is what the server sent; nothing here adds up cards.

export const IDLE = Object.freeze({ card: null, groups: [], tapped: [], chosen: null });

export const MOST_CHIPS = 8; // more captures are chosen on the cards alone

/** How much a move has to be confirmed: "never", "choice" (where there is one) or "always". */
export const CONFIRMATIONS = ["never", "choice", "always"];

/** The text form of a move. */
export function moveText(card, capture) {
  return capture.length ? `${card}x${capture.join("+")}` : card;
}

/** A card of the hand was tapped; `entry` is {card, captures} as the server sent it. */
export function tapHand(choice, entry, confirmation) {
  if (choice.card === entry.card) return confirm(choice);
  const selected = select(entry);
  const needsNothing = entry.captures.length <= 1 && confirmation !== "always";
  return needsNothing ? confirm(selected) : step(selected);
}

/** Select a card without playing it. */
export function select(entry) {
  const groups = entry.captures;
  const chosen = groups.length === 1 ? 0 : null;
  return { card: entry.card, groups, tapped: chosen === null ? [] : groups[0], chosen };
}

/** A card of the layout was tapped. */
export function tapLayout(choice, card, confirmation) {
  if (choice.card === null) return step(choice);
  if (choice.tapped.includes(card)) return step(without(choice, card));
  if (!choice.groups.some((group) => group.includes(card))) {
    return step(choice, { kind: "useless", card, selected: choice.card });
  }
  const more = [...choice.tapped, card];
  // A card outside the captures that are still open starts anew: the person changed their mind.
  const tapped = matching(choice.groups, more).length > 0 ? more : [card];
  const candidates = matching(choice.groups, tapped);
  if (candidates.length > 1) return step({ ...choice, tapped, chosen: null });
  return chooseGroup(choice, candidates[0], confirmation);
}

/** A capture was named by its chip or letter; naming the chosen one again plays it. */
export function chooseGroup(choice, index, confirmation) {
  if (choice.groups[index] === undefined) return step(choice);
  if (choice.chosen === index && choice.groups.length > 1) return confirm(choice);
  const chosen = { ...choice, tapped: choice.groups[index], chosen: index };
  return confirmation === "never" ? confirm(chosen) : step(chosen);
}

/** Play what is selected, if it is complete. */
export function confirm(choice) {
  if (!isComplete(choice)) return step(choice);
  const move = moveText(choice.card, choice.groups[choice.chosen] ?? []);
  return { choice: IDLE, move, card: choice.card, note: null };
}

export function isComplete(choice) {
  return choice.card !== null && (choice.groups.length === 0 || choice.chosen !== null);
}

/** The captures that are still open: those that contain every tapped card. */
export function openGroups(choice) {
  return matching(choice.groups, choice.tapped);
}

/** The captures that a card of the layout belongs to, as indices. */
export function groupsOf(choice, card) {
  return choice.groups.flatMap((group, index) => (group.includes(card) ? [index] : []));
}

/** The choice carried over to a new view: kept only if the server still offers the same. */
export function revise(choice, legal) {
  if (choice.card === null) return choice;
  const entry = legal.find((one) => one.card === choice.card);
  const same = entry !== undefined && sameGroups(select(entry).groups, choice.groups);
  return same ? choice : IDLE;
}

export function letter(index) {
  return String.fromCharCode(65 + index);
}

/** The machine as the page drives it (`choices` in draw.js). A game whose cards are just played
    uses it as it is; `capturesOf(entry)` finds the groups in an entry of `legal`. */
export function createChoices(capturesOf = () => []) {
  const entryOf = (view, card) => {
    const entry = view.deal.legal.find((one) => one.card === card);
    return entry && { card, captures: capturesOf(entry) };
  };
  return {
    idle: IDLE,
    tapHand: (choice, card, { view, confirmation }) => tapHand(choice, entryOf(view, card), confirmation),
    tapTable: (choice, card, { confirmation }) => tapLayout(choice, card, confirmation),
    tapOption: (choice, option, { confirmation }) => chooseGroup(choice, Number(option), confirmation),
    confirm,
    isComplete,
    revise: (choice, view) => revise(choice, view.deal.legal.map((entry) => entryOf(view, entry.card))),
    selected: (choice) => choice.card,
    options: (choice) => (choice.groups.length > 1 ? choice.groups.map((_, index) => String(index)) : []),
  };
}

function without(choice, card) {
  // In a chosen capture one tap takes the whole choice back; before that, only the card.
  if (choice.chosen !== null) return { ...choice, tapped: [], chosen: null };
  return { ...choice, tapped: choice.tapped.filter((one) => one !== card) };
}

function matching(groups, tapped) {
  return groups.flatMap((group, index) => (tapped.every((card) => group.includes(card)) ? [index] : []));
}

function step(choice, note = null) {
  return { choice, move: null, card: null, note };
}

function sameGroups(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
