// The score sheet of a deal of Scopa: its rows, with the arithmetic of the primiera.

import { element } from "../dom.js";
import { fill, gettext, pgettext } from "../words.js";
import { sweepCount } from "./scopa-words.js";

const SETTEBELLO = "7D";

function categoryName(category) {
  return (
    {
      sweeps: gettext("Sweeps"),
      cards: pgettext("category of the score", "Cards"),
      coins: pgettext("category of the score", "Coins"),
      settebello: gettext("Settebello"),
      primiera: gettext("Primiera"),
    }[category] ?? category
  );
}

// In the order of the deck, as the server lists the best cards.
const suitNames = () => [
  pgettext("suit of cards", "coins"),
  pgettext("suit of cards", "cups"),
  pgettext("suit of cards", "swords"),
  pgettext("suit of cards", "batons"),
];

const SUITS = "DCSB"; // in the order of the deck

/** Cards by suit and rank. */
export function sorted(cards) {
  const order = (card) => SUITS.indexOf(card.at(-1)) * 100 + Number.parseInt(card, 10);
  return [...cards].sort((one, other) => order(one) - order(other));
}

/** The rows of the body of the score table, my side first. */
export function sheetRows(sheet, { people, names, pictures }) {
  const order = people.sidesMineFirst;
  const card = (text) => {
    const shown = element("span", { class: "card", role: "img", "aria-label": names[text] });
    shown.append(pictures.face(text));
    return shown;
  };
  return sheet.rows.flatMap((row) => [
    element(
      "tr",
      { class: "tally__row" },
      element("th", { scope: "row" }, categoryName(row.category)),
      order.flatMap((side) => cells(row, side, card)),
    ),
    row.category === "primiera" ? primieraRow(row, order, people, card) : null,
    noteRow(note(row)),
  ]);
}

function cells(row, side, card) {
  const points = row.points[side];
  const [text, cards] = content(row, side);
  return [
    element(
      "td",
      { class: points ? "tally__count tally__count--best" : "tally__count" },
      text,
      cards.length ? element("span", { class: "tally__cards" }, cards.map(card)) : null,
    ),
    element("td", { class: "tally__points" }, ...(points ? [String(points)] : noPoint())),
  ];
}

function content(row, side) {
  const count = row.counts[side];
  if (row.category === "sweeps") return [count ? sweepCount(count) : "—", row.cards[side]];
  if (row.category === "settebello") return count ? ["", [SETTEBELLO]] : ["—", []];
  return [String(count), []];
}

function noPoint() {
  return [element("span", { "aria-hidden": "true" }, "·"), element("span", { class: "visually-hidden" }, "0")];
}

function primieraRow(row, order, people, card) {
  const suits = suitNames();
  const parts = order.map((side) => {
    const terms = row.values[side].filter((value) => value !== null).join(" + ");
    return element(
      "div",
      { class: "primiera" },
      element("span", { class: "visually-hidden" }, `${people.sideName(side)}:`),
      element(
        "span",
        { class: "primiera__cards" },
        row.best[side].map((best, index) => (best === null ? missing(suits[index]) : card(best))),
      ),
      element("span", { class: "primiera__sum" }, terms ? `${terms} = ` : "", element("b", {}, String(row.counts[side]))),
    );
  });
  return wide(element("div", { class: "primieras" }, parts));
}

function missing(suit) {
  return element("span", { class: "card card--missing" }, fill(gettext("no %(suit)s"), { suit }));
}

function wide(content) {
  return element("tr", { class: "tally__detail" }, element("td", { colspan: 5 }, content));
}

function noteRow(text) {
  return text ? wide(element("p", { class: "tally__note" }, text)) : null;
}

/** Why a row brought nobody a point, or how a missing suit decided it. */
function note(row) {
  if (row.category === "primiera") {
    const incomplete = row.best.filter((best) => best.includes(null)).length;
    if (incomplete === 1) return gettext("A suit is missing: the primiera goes to the other side");
    if (incomplete > 1) return gettext("Each side lacks a suit: the best cards of the other suits count");
  }
  const level = row.points.every((points) => points === 0) && new Set(row.counts).size === 1;
  return row.category !== "sweeps" && level ? gettext("Level: no point") : "";
}
