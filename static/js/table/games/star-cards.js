// Star Cards at the table: backs by colour, collections, tokens, the trick, a winner's two choices.
// What every game module provides is listed in draw.js.

import { element, reconcile, setAttributes, setText } from "../dom.js";
import { fill, gettext } from "../words.js";
import { canDealDark, canEnd, canStay, choices, picks, plays } from "./star-cards-choices.js";
import { flights, trickKey } from "./star-cards-flights.js";
import { makeSlots } from "./star-cards-slots.js";
import * as words from "./star-cards-words.js";

const MOST_BACKS = 6; // more are drawn as one of each colour with a number
const MOVES = new Set(["played", "dark_deal", "collected", "trump_chosen", "turn_ended"]);

const facts = (view) => [words.trumpWords(view.deal.trump), fill(gettext("stock %(count)d"), { count: view.deal.stock })];
const fit = (view) => (picks(view).length ? "choosing" : "playing");

/** Replace the children of `node` if what they show has changed. */
function renew(node, value, make) {
  const key = JSON.stringify(value);
  if (node.dataset.drawn === key) return;
  node.dataset.drawn = key;
  node.replaceChildren(...make().flat().filter(Boolean));
}

// --- players -----------------------------------------------------------------------------------

function drawSeat(node, seat, scene) {
  const { view, pictures } = scene;
  drawOwned(node, seat, scene);
  const hand = view.deal.hands[seat];
  renew(node.querySelector(".backs"), hand, () => makeBacks(hand, pictures));
  setAttributes(node, { "data-resigned": view.resigned?.includes(seat) ?? false });
}

function drawMe(node, scene) {
  drawOwned(node, scene.view.seat, scene);
}

function drawOwned(node, seat, { view, names, pictures }) {
  const { tokens, collections, star } = view.deal;
  const shown = [tokens[seat].light, tokens[seat].dark, collections[seat], star === seat];
  renew(node.querySelector(".owned"), shown, () => makeOwned(shown, pictures));
  setText(node.querySelector(".owned__words"), words.ownedWords(view, seat, names));
}

function makeOwned([light, dark, collection, hasStar], pictures) {
  return [
    element("span", { class: "tokens" }, makeTokens("light", light, pictures), makeTokens("dark", dark, pictures)),
    element("b", { class: "tokens__count" }, String(light)),
    hasStar ? pictures.mark("star", "black-star") : null,
    makeSlots(collection, pictures),
  ];
}

function makeTokens(kind, count, pictures) {
  return Array.from({ length: count }, () => {
    const token = pictures.mark(kind, "token");
    token.dataset.token = kind;
    return token;
  });
}

function makeBacks(hand, pictures) {
  const isStacked = words.handSize(hand) > MOST_BACKS;
  return words.BACKS.filter((back) => hand[back]).flatMap((back) =>
    Array.from({ length: isStacked ? 1 : hand[back] }, () =>
      element(
        "span",
        { class: "card back", "data-back": back },
        pictures.back(`back-${back}`),
        isStacked ? element("b", { class: "backs__count" }, `×${hand[back]}`) : null,
      ),
    ),
  );
}

// --- the middle --------------------------------------------------------------------------------

function drawTable(table, scene) {
  const { view } = scene;
  const { deal } = view;
  drawTrump(table.querySelector(".trump"), scene);
  drawStock(table.querySelector(".deck"), scene);
  setAttributes(table.querySelector(".star-place"), { hidden: deal.star !== null });
  setText(table.querySelector(".star-place span"), deal.star === null ? gettext("the black star lies here") : "");
  drawLed(table.querySelector(".led"), scene);
  reconcile(
    table.querySelector(".trick"),
    trickPlaces(view).map(({ player, card }) => (card ? trickKey(player, card) : `empty ${player}`)),
    (place) => place.dataset.place,
    (key) => makePlace(key, scene),
    (place) => drawPlace(place, scene),
  );
}

function drawTrump(node, { view, names, pictures }) {
  const { trump } = view.deal;
  const card = node.querySelector(".trump__card");
  renew(card, trump, () => [pictures.face(trump), trump === words.REST ? null : pictures.mark("trump", "trump__crown")]);
  setAttributes(card, { "aria-label": fill(gettext("trump card: %(card)s"), { card: names[trump] }) });
  setText(node.querySelector(".trump__words"), words.trumpWords(trump));
}

function drawStock(node, { view, pictures }) {
  const { stock_top: top } = view.deal;
  renew(node.querySelector(".card"), top, () => [top === null ? null : pictures.back(`back-${top}`)]);
  setAttributes(node, { "data-empty": top === null });
  setText(node.querySelector(".deck__words"), words.stockWords(view.deal));
}

function drawLed(node, { view, pictures }) {
  const text = words.ledWords(view.deal);
  renew(node, [view.deal.led, text], () => [
    view.deal.led === null ? null : pictures.mark(`icon-${view.deal.led}`, "led__icon"),
    element("span", {}, text),
  ]);
  setAttributes(node, { hidden: !text });
}

/** The cards of the trick, then the places of those who are still to play, as the server orders them. */
function trickPlaces({ deal, seats }) {
  const there = deal.trick.map(({ seat, card }) => ({ player: seat, card }));
  if (deal.decision !== "play" && deal.decision !== "after_play") return there;
  const others = Array.from({ length: seats - 1 }, (_, step) => (deal.leader + 1 + step) % seats);
  const order = [deal.leader, ...(seats === 2 ? [words.DUMMY] : []), ...others];
  return [...there, ...order.slice(there.length).map((player) => ({ player, card: null }))];
}

function makePlace(key, { people, names, pictures }) {
  const [kind, player, card] = key.split(" ");
  const name = words.playerName(player === words.DUMMY ? player : Number(player), people);
  const isCard = kind === "trick";
  return element(
    "li",
    { class: "place", "data-place": key, "data-player": player, "data-name": name },
    isCard
      ? element("span", { class: "card place__card", "data-card": card, "data-key": key, "data-says": names[card] }, pictures.face(card))
      : element("span", { class: "card place__card place__card--empty", "aria-hidden": "true" }),
    element("span", { class: "place__name", "aria-hidden": isCard ? "true" : null }, name),
    element("span", { class: "place__notes" }),
  );
}

function drawPlace(place, scene) {
  const { view, choice, people } = scene;
  const { deal } = view;
  const played = deal.trick.find(({ seat, card }) => trickKey(seat, card) === place.dataset.place);
  const isNext = !played && view.phase === "playing" && String(deal.turn) === place.dataset.player;
  const wins = played !== undefined && deal.winning === played.seat;
  setAttributes(place, { "data-wins": wins, "data-turn": isNext });
  if (!played) return;
  const pick = picks(view).find((entry) => entry.card === played.card);
  const notes = pick ? pickNotes(pick, scene) : [];
  const leads = deal.trick[0] === played && deal.leader === played.seat;
  renew(place.querySelector(".place__notes"), [leads, played.super_trump, notes], () => [
    played.super_trump ? element("b", { class: "place__super", "aria-hidden": "true" }, gettext("super-trump")) : null,
    leads && !notes.length ? element("em", { class: "place__leads", "aria-hidden": "true" }, gettext("leads")) : null,
    notes.map(({ kind, text }) => element("span", { class: `place__${kind}`, "aria-hidden": "true" }, text)),
  ]);
  const card = place.querySelector(".place__card");
  const said = [
    `${words.playerName(played.seat, people)}: ${card.dataset.says}`,
    played.super_trump ? gettext("super-trump") : "",
    wins ? gettext("is winning") : "",
    ...notes.map(({ text, says }) => says ?? text),
  ];
  setAttributes(card, {
    role: pick ? "button" : "img",
    tabindex: pick ? -1 : null,
    "aria-pressed": pick ? String(choice.target === played.card) : null,
    "aria-label": said.filter(Boolean).join(", "),
    "data-state": pick ? "open" : picks(view).length ? "aside" : null,
  });
}

/** What naming this card means: what it costs, and who could play its colour. */
function pickNotes(entry, { view, people }) {
  const notes = people.others.map((seat) => ({ kind: "held", text: words.heldWords(view, people, seat, entry.card) }));
  if (entry.penalty) notes.unshift({ kind: "penalty", text: words.penaltyBadge(entry.penalty), says: words.penaltyWords(entry.penalty) });
  if (entry.kind === "trump" && entry.card === words.REST) return [{ kind: "penalty", text: gettext("no trump") }];
  return notes;
}

// --- hand and choices --------------------------------------------------------------------------

function handCard(card, { view }) {
  const { deal } = view;
  const isPlayable = plays(view).some((entry) => entry.card === card);
  const mark = handMark(deal, card);
  const said = { trump: gettext("trump"), "super-trump": gettext("super-trump") }[mark] ?? "";
  const isBarred = !isPlayable && plays(view).length > 0 && deal.led !== null;
  return { isPlayable, words: said, reason: isBarred ? words.mustFollowWords(deal.led) : "", mark };
}

/** Which crowns a card wears: what it would be if it were played now. */
function handMark(deal, card) {
  if (deal.super_trumps.includes(card)) return "super-trump";
  return card !== words.REST && card[0] === deal.trump[0] ? "trump" : "";
}

function drawOptions({ view, choice }) {
  if (choice.asks) return [hint(words.darkWords()), optionButton("dark-yes", gettext("Yes, draw dark"), true), optionButton("dark-no", gettext("No, back"))];
  if (choice.card !== null || choice.target !== null) {
    return [element("button", { class: "button button--primary", type: "button", "data-act": "play" }, gettext("Confirm"))];
  }
  if (picks(view).length) return [hint(pickHint(view))];
  return [
    canStay(view) ? stayChip(choice) : null,
    canDealDark(view) ? chip("dark", gettext("Draw dark…")) : null,
    canEnd(view) ? optionButton("end", gettext("End the turn"), true) : null,
  ];
}

function pickHint(view) {
  return view.deal.decision === "collect"
    ? gettext("Tap the card that you keep. Below: backs of its colour.")
    : gettext("Tap the card that becomes trump. Below: backs of its colour.");
}

const hint = (text) => element("p", { class: "options__hint" }, text);

function chip(option, text) {
  return element("button", { class: "chip", type: "button", "data-option": option }, text);
}

function stayChip(choice) {
  const made = chip("stay", gettext("Keep the turn"));
  const label = gettext("Keep the turn after a card");
  setAttributes(made, { "aria-pressed": String(choice.stays), "aria-label": label, title: label });
  return made;
}

function optionButton(option, text, isPrimary = false) {
  return element("button", { class: isPrimary ? "button button--primary" : "button", type: "button", "data-option": option }, text);
}

export default function createStarCards() {
  let score = null; // what only the score sheet needs

  return {
    announcements: words.announcements,
    choices,
    cry: () => null,
    drawMe,
    drawOptions,
    drawSeat,
    drawTable,
    endingReason: (view, people) => score.endingReason(view, people),
    facts,
    fit,
    flights,
    handCard,
    isMove: (notice) => MOVES.has(notice.kind),
    lastMove: words.lastMove,
    logLine: words.logLine,
    noteWords: () => "",
    seatWords: words.seatWords,
    selectionWords: (choice, names) => names[choice.card] ?? "",
    prepareSheet: async () => {
      score = await import("./star-cards-sheet.js");
    },
    sheetBody: (view, tools) => score.sheetBody(view, tools),
    speak: words.spoken,
    statusWords: words.statusWords,
    turnWords: words.turnWords,
  };
}
