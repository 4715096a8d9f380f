// Scopa at the table: the layout, the piles with their sweeps, the captures to choose from.
// What every game module provides is listed in draw.js.

import { groupsOf, isComplete, letter, MOST_CHIPS, openGroups } from "../choose.js";
import { element, reconcile, setAttributes, setText } from "../dom.js";
import { fill, gettext, joined } from "../words.js";
import { flights } from "./scopa-flights.js";
import { sheetRows, sorted } from "./scopa-sheet.js";
import {
  announcements,
  lastMove,
  logLine,
  pileWords,
  rank,
  ranks,
  selectionWords,
  speak,
  turnWords,
  uselessWords,
} from "./scopa-words.js";

const SETTEBELLO = "7D";
const SWEEPS_DRAWN = 3;

function facts(view) {
  return [
    fill(gettext("deal %(number)d"), { number: view.deal.number }),
    fill(gettext("stock %(count)d"), { count: view.deal.stock }),
  ];
}

function layoutFit(cards) {
  if (cards <= 10) return "large";
  return cards <= 18 ? "medium" : "small";
}

// --- table -----------------------------------------------------------------------------------

function drawTable(table, scene) {
  const { view, choice } = scene;
  const stock = table.querySelector("[data-stock]");
  setAttributes(stock, { "data-empty": view.deal.stock === 0 });
  setText(stock.querySelector(".stock__count"), String(view.deal.stock));
  setAttributes(table, { "data-choosing": choice.groups.length > 0 });
  reconcile(
    table.querySelector(".layout"),
    view.deal.layout,
    (place) => place.firstElementChild.dataset.card,
    (card) => makePlace(card, scene),
    (place, card) => drawPlace(place, card, scene),
  );
}

function makePlace(card, { pictures }) {
  const shown = element("span", { class: "card layout__card", "data-card": card });
  shown.append(pictures.face(card));
  return element("li", { class: "layout__place" }, shown);
}

function drawPlace(place, card, scene) {
  const { choice, names, view } = scene;
  const groups = groupsOf(choice, card);
  const open = openGroups(choice);
  const isPlain = choice.groups.length === 0;
  const isChosen = choice.tapped.includes(card);
  const isOpen = groups.some((group) => open.includes(group));
  const isChip = choice.groups.length > 1 && choice.groups.length <= MOST_CHIPS;
  const last = view.deal.last_move;
  setAttributes(place.firstElementChild, {
    role: isPlain ? "img" : "button",
    tabindex: isPlain ? null : -1,
    "aria-pressed": isPlain ? null : String(isChosen),
    "aria-label": placeName(names[card], groups, isChip),
    "data-group": isPlain || !groups.length ? null : groups.map(letter).join(" "),
    "data-state": isPlain ? null : placeState(groups, isChosen, isOpen, choice.chosen !== null),
    "data-fresh": last !== null && last.card === card && !last.take.length,
  });
  drawBadges(place.firstElementChild, isChip ? groups : [], choice);
}

function placeName(name, groups, isChip) {
  if (!groups.length || !isChip) return name;
  return `${name}, ${fill(gettext("capture %(letters)s"), { letters: groups.map(letter).join(" ") })}`;
}

function placeState(groups, isChosen, isOpen, isSettled) {
  if (!groups.length) return "aside";
  if (isChosen) return "chosen";
  return isOpen || isSettled ? "open" : "closed";
}

function drawBadges(card, groups, choice) {
  reconcile(
    badgesOf(card),
    groups.map(String),
    (badge) => badge.dataset.badge,
    (group) => element("i", { class: "badge-letter", "data-badge": group }, letter(Number(group))),
    (badge, group) => setAttributes(badge, { "data-chosen": choice.chosen === Number(group) }),
  );
}

function badgesOf(card) {
  const found = card.querySelector(".badges");
  if (found) return found;
  const made = element("span", { class: "badges", "aria-hidden": "true" });
  card.append(made);
  return made;
}

// --- piles -----------------------------------------------------------------------------------

function drawPile(pile, side, scene) {
  const data = scene.view.deal.piles[side];
  const shown = data.sweeps.slice(-SWEEPS_DRAWN);
  const more = data.sweeps.length - shown.length;
  const words = pileWords(data);
  if (pile.dataset.drawn === `${data.cards} ${data.sweeps}`) return;
  pile.dataset.drawn = `${data.cards} ${data.sweeps}`;
  setAttributes(pile, { "data-empty": data.cards === 0 });
  pile.replaceChildren(
    element(
      "div",
      { class: "pile__cards", "aria-hidden": "true" },
      element("span", { class: "card back" }, scene.pictures.back()),
      shown.map((card, index) =>
        element("span", { class: `card pile__sweep pile__sweep--${index + 1}`, "data-sweep": card }, scene.pictures.face(card)),
      ),
      element("b", { class: "pile__count" }, String(data.cards)),
      more > 0 ? element("b", { class: "pile__more" }, `+${more}`) : null,
    ),
    element("span", { class: "pile__words" }, words),
  );
}

// --- captures --------------------------------------------------------------------------------

function drawOptions(options, scene) {
  const { choice } = scene;
  if (choice.card === null) return [];
  const chips = choice.groups.length <= MOST_CHIPS ? choice.groups.map((group, index) => chip(group, index, scene)) : [];
  const sum = runningSum(scene);
  const take = element(
    "button",
    { class: "button button--primary options__take", type: "button", "data-act": "play", "aria-disabled": isComplete(choice) ? null : "true" },
    choice.groups.length ? gettext("Take") : gettext("Lay"),
  );
  return [
    element("div", { class: "options__chips", role: "group", "aria-label": gettext("Captures") }, chips),
    sum ? element("span", { class: "options__sum" }, sum) : null,
    choice.groups.length ? null : element("span", { class: "options__hint" }, gettext("No capture: the card stays on the table")),
    take,
  ];
}

function chip(group, index, scene) {
  const { choice, names, view } = scene;
  const isChosen = choice.chosen === index;
  const isOnly = choice.groups.length === 1;
  const isHidden = choice.chosen === null && !openGroups(choice).includes(index);
  const label = isAmbiguous(choice.groups, group) ? tabs(group, scene) : `${ranks(group)} = ${rank(choice.card)}`;
  const words = joined(group.map((card) => names[card]));
  return element(
    "button",
    { class: "chip", type: "button", "data-option": String(index), "aria-pressed": String(isChosen), hidden: isHidden },
    isOnly ? null : element("b", { class: "chip__letter" }, letter(index)),
    " ",
    element("span", {}, label),
    element("span", { class: "visually-hidden" }, `: ${words}`),
    group.includes(SETTEBELLO) ? element("span", { class: "chip__star", "aria-hidden": "true" }, "★") : null,
    isSweep(group, view) ? element("em", { class: "mark mark--sweep" }, gettext("scopa")) : null,
    isChosen ? element("span", { class: "chip__tick", "aria-hidden": "true" }, "✓") : null,
  );
}

/** The cards as small pictures of their corners. */
function tabs(group, { pictures }) {
  return element("span", { class: "chip__tabs" }, group.flatMap((card, index) => [index ? "+" : null, pictures.tab(card)]));
}

/** Whether another capture reads the same in numbers, so that the suits must be seen. */
function isAmbiguous(groups, group) {
  return group.length === 1 ? groups.length > 1 : groups.filter((other) => ranks(other) === ranks(group)).length > 1;
}

/** Whether the server would count this capture as a sweep: never on the last play of a deal,
    unless the rules in force say so. */
function isSweep(group, view) {
  const isLastPlay = view.deal.stock === 0 && view.deal.hands.reduce((all, count) => all + count, 0) === 1;
  const counts = !isLastPlay || view.rules.last_play_sweep;
  return counts && group.length === view.deal.layout.length;
}

function runningSum({ choice }) {
  const isPartial = choice.tapped.length > 0 && choice.chosen === null;
  if (!isPartial && choice.groups.length <= MOST_CHIPS) return "";
  const total = choice.tapped.reduce((sum, card) => sum + rank(card), 0);
  if (!choice.tapped.length) return fill(gettext("Tap the cards to take: 0 / %(sum)d"), { sum: rank(choice.card) });
  const sum = choice.tapped.length > 1 ? `${ranks(choice.tapped)} = ${total}` : total;
  return `${sum} / ${rank(choice.card)}${isComplete(choice) ? " ✓" : ""}`;
}

export default {
  announcements,
  drawOptions,
  drawPile,
  drawTable,
  facts,
  flights,
  lastMove,
  layoutFit,
  logLine,
  selectionWords,
  sheetRows,
  sorted,
  speak,
  turnWords,
  uselessWords,
};
