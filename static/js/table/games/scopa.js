// Scopa, Escoba and Scopa di 15 at the table: the layout, the piles with their sweeps, the captures
// to choose from. What every game module provides is listed in draw.js.

import { createChoices, groupsOf, isComplete, letter, MOST_CHIPS, openGroups } from "../choose.js";
import { drawBacks, element, reconcile, setAttributes, setText } from "../dom.js";
import { cardCount, fill, gettext, joined, ngettext } from "../words.js";
import { createFlights } from "./scopa-flights.js";
import { createWords, rank, ranks, ranksSum } from "./scopa-words.js";

const SETTEBELLO = "7D";
const SWEEPS_DRAWN = 3;

const choices = createChoices((entry) => entry.captures);

function facts(view) {
  return [
    fill(gettext("deal %(number)d"), { number: view.deal.number }),
    fill(gettext("stock %(count)d"), { count: view.deal.stock }),
  ];
}

function fit(view) {
  const cards = view.deal.layout.length;
  if (cards <= 10) return "large";
  return cards <= 18 ? "medium" : "small";
}

const entryOf = (view, card) => view.deal.legal.find((entry) => entry.card === card);

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
  const shown = element("span", { class: "card layout__card", "data-card": card }, pictures.face(card));
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
    "data-group": isPlain || !groups.length || !isChip ? null : groups.map(letter).join(" "),
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

// --- hand ------------------------------------------------------------------------------------

function handCard(card, { view, names }) {
  const entry = entryOf(view, card);
  if (entry !== undefined) return { isPlayable: true, words: captureWords(entry.captures, names), reason: "" };
  const reason = view.deal.legal.length ? gettext("not playable: another card can capture, so it must") : "";
  return { isPlayable: false, words: "", reason };
}

function captureWords(captures, names) {
  if (!captures.length) return gettext("no capture");
  if (captures.length > 1) {
    return fill(ngettext("%(count)d capture", "%(count)d captures", captures.length), { count: captures.length });
  }
  return fill(gettext("takes %(cards)s"), { cards: joined(captures[0].map((card) => names[card])) });
}

function preview(card, view) {
  return entryOf(view, card)?.captures.flat() ?? [];
}

export default function createFishing(name) {
  const words = createWords(name);
  let score = null;

  // --- piles: at a player's seat, or, where pairs share one, both beside my hand -----------------

  function drawSeat(node, seat, scene) {
    const { view, people, pictures } = scene;
    drawBacks(node.querySelector(".backs"), view.deal.hands[seat], pictures);
    const pile = node.querySelector(".pile");
    if (pile) drawPile(pile, people.sideOf(seat), scene);
  }

  function drawMe(node, scene) {
    for (const pile of node.querySelectorAll(".pile")) drawPile(pile, Number(pile.dataset.pile), scene);
  }

  function drawPile(pile, side, { view, people, pictures }) {
    const data = view.deal.piles[side];
    const shown = data.sweeps.slice(-SWEEPS_DRAWN);
    const more = data.sweeps.length - shown.length;
    if (pile.dataset.drawn === `${data.cards} ${data.sweeps}`) return;
    pile.dataset.drawn = `${data.cards} ${data.sweeps}`;
    setAttributes(pile, { "data-empty": data.cards === 0 });
    const label = people.isAlone(side) ? "" : people.sideName(side);
    pile.replaceChildren(
      element(
        "div",
        { class: "pile__cards", "aria-hidden": "true" },
        element("span", { class: "card back" }, pictures.back()),
        shown.map((card, index) =>
          element("span", { class: `card pile__sweep pile__sweep--${index + 1}`, "data-sweep": card }, pictures.face(card)),
        ),
        element("b", { class: "pile__count" }, label ? element("span", { class: "pile__side" }, label) : null, String(data.cards)),
        more > 0 ? element("b", { class: "pile__more" }, `+${more}`) : "",
      ),
      element("span", { class: "pile__words" }, label ? `${label}: ${words.pileWords(data)}` : words.pileWords(data)),
    );
  }

  // --- captures ------------------------------------------------------------------------------

  function drawOptions(scene) {
    const { choice } = scene;
    if (choice.card === null) return [];
    const hasChips = choice.groups.length <= MOST_CHIPS;
    const chips = hasChips ? choice.groups.map((group, index) => chip(group, index, scene)) : [];
    const sum = runningSum(scene);
    const take = element(
      "button",
      { class: "button button--primary options__take", type: "button", "data-act": "play", "aria-disabled": isComplete(choice) ? null : "true" },
      choice.groups.length ? gettext("Take") : gettext("Lay"),
    );
    return [
      element("div", { class: "options__chips", role: "group", "aria-label": gettext("Captures") }, chips),
      sum ? element("span", { class: isComplete(choice) ? "options__sum options__sum--complete" : "options__sum" }, sum) : null,
      choice.groups.length ? null : element("span", { class: "options__hint" }, gettext("No capture: the card stays on the table")),
      take,
    ];
  }

  function chip(group, index, { choice, names, pictures, view }) {
    const isChosen = choice.chosen === index;
    const isOnly = choice.groups.length === 1;
    const isHidden = choice.chosen === null && !openGroups(choice).includes(index);
    const suits = isAmbiguous(choice.groups, group);
    const { sweep } = entryOf(view, choice.card) ?? {};
    return element(
      "button",
      { class: "chip", type: "button", "data-option": String(index), "aria-pressed": String(isChosen), hidden: isHidden },
      isOnly ? null : element("b", { class: "chip__letter" }, letter(index)),
      " ",
      element("span", {}, suits ? tabs(group, pictures) : equation(group, choice, view)),
      element("span", { class: "visually-hidden" }, `: ${joined(group.map((card) => names[card]))}`),
      group.includes(SETTEBELLO) ? element("span", { class: "chip__star", "aria-hidden": "true" }, "★") : null,
      index === sweep ? element("em", { class: "mark mark--sweep" }, words.sweep) : null,
      isChosen ? element("span", { class: "chip__tick", "aria-hidden": "true" }, "✓") : null,
    );
  }

  return {
    ...words,
    choices,
    drawMe,
    drawOptions,
    drawSeat,
    drawTable,
    facts,
    fit,
    flights: createFlights(words),
    handCard,
    isMove: (notice) => notice.kind === "played",
    preview,
    seatWords: (view, seat) => cardCount(view.deal.hands[seat]),
    prepareSheet: async () => {
      score = await import("./scopa-sheet.js");
    },
    sheetBody: (view, tools) => score.sheetBody(view.sheet, words, tools),
  };
}

/** Where cards make fifteen, the one that is played counts with them. */
const isFifteen = (view) => view.rules.capture === "fifteen";

function equation(group, { card }, view) {
  return isFifteen(view) ? ranksSum([card, ...group]) : `${ranks(group)} = ${rank(card)}`;
}

/** The cards as small pictures of their corners. */
function tabs(group, pictures) {
  return element("span", { class: "chip__tabs" }, group.flatMap((card, index) => [index ? "+" : null, pictures.tab(card)]));
}

/** Whether another capture reads the same in numbers, so that the suits must be seen. */
function isAmbiguous(groups, group) {
  const same = (other) => ranks(other) === ranks(group);
  return groups.filter(same).length > 1;
}

/** The cards tapped so far, and what they come to: of how much the server's captures say. */
function runningSum({ choice, view }) {
  const isPartial = choice.tapped.length > 0 && choice.chosen === null;
  if (!isPartial && choice.groups.length <= MOST_CHIPS) return "";
  const fifteen = isFifteen(view);
  const total = (cards) => cards.reduce((sum, card) => sum + rank(card), 0);
  const aim = total(fifteen ? [choice.card, ...choice.groups[0]] : choice.groups[0]);
  const counted = fifteen ? [choice.card, ...choice.tapped] : choice.tapped;
  if (!choice.tapped.length) return fill(gettext("Tap the cards to take: %(sum)d / %(aim)d"), { sum: total(counted), aim });
  const sum = counted.length > 1 ? ranksSum(counted) : total(counted);
  return `${sum} / ${aim}${isComplete(choice) ? " ✓" : ""}`;
}
