// Tressette at the table: the trick, the suit to follow, declarations, the stock that is drawn from.
// What every game module provides is listed in draw.js.

import { createChoices } from "../choose.js";
import { drawBacks, element, reconcile, setAttributes, setText, shownCard } from "../dom.js";
import { cardCount, fill, gettext } from "../words.js";
import { flights, stills } from "./tressette-flights.js";
import {
  announcements,
  answers,
  badgeWords,
  barredWords,
  declarationWords,
  firstDealerWords,
  followWords,
  lastMove,
  ledWords,
  logLine,
  outWords,
  pointsOf,
  selectionWords,
  trickCount,
  trickWords,
  turnWords,
} from "./tressette-words.js";

// Cards of the table are only looked at.
const choices = {
  ...createChoices(),
  tapTable: (choice) => ({ choice, move: null, card: null, note: null }),
};

function facts({ deal }) {
  const done = deal.piles.reduce((sum, pile) => sum + pile.tricks, 0);
  const cards = deal.hands.reduce((sum, count) => sum + count, deal.stock + deal.trick.length);
  const left = Math.floor(cards / deal.hands.length); // with the trick on the table
  return [
    fill(gettext("deal %(number)d"), { number: deal.number }),
    fill(gettext("trick %(number)d/%(all)d"), { number: done + (left ? 1 : 0), all: done + left }),
  ];
}

// --- the trick -----------------------------------------------------------------------------------

function drawTable(table, scene) {
  const { deal } = scene.view;
  const trick = table.querySelector(".trick");
  setAttributes(trick, { "data-resting": null });
  for (const place of trick.children) drawPlace(place, Number(place.dataset.place), scene);
  drawDealerCard(table.querySelector(".dealer-card"), scene);
  const stock = table.querySelector("[data-stock]");
  if (stock) {
    setAttributes(stock, { "data-empty": deal.stock === 0 });
    setText(stock.querySelector(".draw-pile__count"), String(deal.stock));
    drawDrawn(table.querySelector(".drawn"), scene);
  }
  drawBubbles(table.querySelector(".bubbles"), scene);
  drawLastTrick(table.querySelector(".last-trick"), scene);
  drawLed(table.querySelector(".led"), scene);
}

function drawPlace(place, seat, scene) {
  const { view, people, names, pictures } = scene;
  const { trick, winning, turn } = view.deal;
  const play = trick.find((one) => one.seat === seat);
  if (play === undefined) {
    const awaited = turn === seat && people.isMe(seat) && view.deal.legal.length ? gettext("your card") : "";
    const empty = place.querySelector(".trick__empty") ?? element("span", { class: "trick__empty" });
    if (place.firstElementChild !== empty || place.children.length > 1) place.replaceChildren(empty);
    setText(empty, awaited);
    return;
  }
  let card = place.querySelector(".trick__card");
  if (card?.dataset.card !== play.card) {
    card = element("span", { class: "card trick__card", role: "img", "data-card": play.card }, pictures.face(play.card));
    place.replaceChildren(card);
  }
  const leads = trick[0] === play;
  const wins = winning === seat;
  const state = [leads ? gettext("led") : "", wins ? gettext("winning") : ""].filter(Boolean);
  setAttributes(card, {
    "data-leads": leads,
    "data-wins": wins,
    "aria-label": [`${people.name(seat)}: ${names[play.card]}`, ...state].join(", "),
  });
  drawTag(card, "crown", "♛", wins);
  drawTag(card, "leads", "1", leads);
}

function drawTag(card, name, text, isShown) {
  const tag = card.querySelector(`.${name}`);
  if (!isShown) tag?.remove();
  else if (tag === null) card.append(element("span", { class: name, "aria-hidden": "true" }, text));
}

function drawDealerCard(node, { view, people, names, pictures }) {
  const { dealer_card: card, dealer, last_move: last } = view.deal;
  const isShown = card !== null && last === null;
  setAttributes(node, { hidden: !isShown });
  if (!isShown || node.dataset.drawn === card) return;
  node.dataset.drawn = card;
  node.replaceChildren(
    element("span", { class: "card", "aria-hidden": "true" }, pictures.face(card)),
    element("span", { class: "dealer-card__words" }, firstDealerWords(card, dealer, people, names)),
  );
}

function drawDrawn(list, scene) {
  const who = new Map(scene.view.deal.drawn.map((draw) => [draw.card, scene.people.name(draw.seat)]));
  reconcile(
    list,
    [...who.keys()],
    (item) => item.dataset.drawn,
    (card) =>
      element(
        "li",
        { class: "drawn__card", "data-drawn": card },
        shownCard(card, scene),
        element("span", { class: "drawn__who" }, who.get(card)),
      ),
    () => {},
  );
}

function drawLastTrick(details, { view, people, names, pictures }) {
  const { last_trick: trick } = view.deal;
  setAttributes(details, { hidden: trick === null });
  const key = trick === null ? "" : trick.plays.map((play) => play.card).join(" ");
  if (details.dataset.drawn === key) return;
  details.dataset.drawn = key;
  details.open = false;
  if (trick === null) return;
  const plays = trick.plays.map((play) => {
    const wins = play.seat === trick.winner;
    const label = `${people.name(play.seat)}: ${names[play.card]}`;
    const card = element("span", { class: "card", role: "img", "aria-label": label }, pictures.face(play.card));
    drawTag(card, "crown", "♛", wins);
    const who = element("span", { class: "last-trick__who" }, people.name(play.seat));
    return element("li", { class: "last-trick__play", "data-wins": wins }, card, who);
  });
  details.querySelector(".last-trick__panel").replaceChildren(
    element("p", { class: "last-trick__words" }, trickWords(trick, people, names)),
    element("ol", { class: "last-trick__plays", role: "list" }, plays),
  );
}

function drawLed(node, { view, pictures }) {
  const suit = view.deal.led_suit;
  setAttributes(node, { hidden: suit === null, "data-suit": suit });
  const key = suit ?? "";
  if (node.dataset.drawn === key) return;
  node.dataset.drawn = key;
  node.replaceChildren(...(suit === null ? [] : [pictures.sign(suit), element("span", {}, ledWords(suit))]));
}

// --- declarations --------------------------------------------------------------------------------

/** What was declared since the trick before the latest card: a bubble stands until the next lead. */
function declaredNow(log) {
  const found = [];
  let hasPlay = false;
  for (const notice of [...log].reverse()) {
    if (notice.kind === "declared") found.unshift(notice);
    if (notice.kind === "dealt" || (notice.kind === "trick" && hasPlay)) break;
    hasPlay ||= notice.kind === "played";
  }
  return found;
}

function drawBubbles(list, { view, log, people, names }) {
  const declared = view.phase === "playing" ? declaredNow(log) : [];
  const byKey = new Map(declared.map((notice) => [`${notice.version} ${notice.seat}`, notice]));
  reconcile(
    list,
    [...byKey.keys()],
    (item) => item.dataset.bubble,
    (key) => makeBubble(key, byKey.get(key), people, names),
    () => {},
  );
}

function makeBubble(key, { seat, declarations }, people, names) {
  return element(
    "li",
    { class: `bubble bubble--${placeOf(seat, people)}`, "data-bubble": key },
    element("b", {}, people.name(seat)),
    declarations.map((one) => element("span", { class: "bubble__line" }, `${declarationWords(one, names)} +${one.points}`)),
  );
}

/** Where a seat is on the page, as the server has placed it. */
function placeOf(seat, people) {
  if (people.isMe(seat)) return "bottom";
  const node = document.querySelector(`.seat[data-seat="${seat}"]`);
  return ["left", "top", "right"].find((place) => node.classList.contains(`seat--${place}`));
}

function drawBadge(badge, seat, { view, names }) {
  const mine = view.deal.declarations.filter((one) => one.seat === seat);
  const words = badgeWords(view, seat, names);
  setAttributes(badge, { hidden: !mine.length, title: words, "data-counted": mine.length > 0 && mine[0].counted });
  setText(badge.firstElementChild, mine.length ? `+${mine.reduce((sum, one) => sum + one.points, 0)}` : "");
  setText(badge.lastElementChild, words);
}

// --- seats ---------------------------------------------------------------------------------------

function drawSeat(node, seat, scene) {
  drawBacks(node.querySelector(".backs"), scene.view.deal.hands[seat], scene.pictures);
  drawBadge(node.querySelector(".declared-badge"), seat, scene);
  drawCaptured(node, scene);
}

function drawMe(node, scene) {
  drawBadge(node.querySelector(".declared-badge"), scene.view.seat, scene);
  drawCaptured(node, scene);
}

function drawCaptured(node, { view }) {
  for (const side of node.querySelectorAll(".captured")) {
    const pile = view.deal.piles[Number(side.dataset.captured)];
    setText(side.querySelector(".captured__points"), pointsOf(pile.thirds));
    setText(side.querySelector(".captured__tricks"), trickCount(pile.tricks));
  }
}

// --- hand ----------------------------------------------------------------------------------------

function handCard(card, { view }) {
  const isPlayable = view.deal.legal.some((entry) => entry.card === card);
  return { isPlayable, words: "", reason: isPlayable ? "" : barredWords(view) };
}

/** The sentence about the suit to follow, and the button of those who confirm every move. */
function drawOptions({ view, choice, note }) {
  if (choice.card !== null) {
    return [element("button", { class: "button button--primary options__take", type: "button", "data-act": "play" }, gettext("Play"))];
  }
  const words = note ? "" : followWords(view);
  return words ? [element("p", { class: "follow" }, words)] : [];
}

export default function createTressette() {
  let score = null; // the scripts of the score sheet, once they are needed

  return {
    announcements,
    choices,
    cry: (notices) => {
      const out = notices.find((notice) => notice.kind === "called_out");
      return out === undefined ? null : outWords(out.total);
    },
    drawMe,
    drawOptions,
    drawSeat,
    drawTable,
    facts,
    fit: (view) => (view.seats === 2 ? "stock" : "round"),
    flights,
    handCard,
    isMove: (notice) => notice.kind === "played",
    lastMove,
    logLine,
    noteWords: () => "",
    seatWords: (view, seat) => cardCount(view.deal.hands[seat]),
    selectionWords,
    prepareSheet: async () => {
      score = await import("./tressette-sheet.js");
    },
    sheetBody: (view, tools) => score.sheetBody(view, tools),
    speak: answers,
    stills,
    turnWords,
  };
}
