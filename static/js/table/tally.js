// The table of a score sheet: a row a category, for each side what it has and the points for it.

import { element, shownCard } from "./dom.js";
import { gettext } from "./words.js";

/** The table around `rows` (nodes), my side first. */
export function makeTally(sheet, people, rows) {
  const order = people.sidesMineFirst;
  const sum = (title, values, sign) =>
    element(
      "tr",
      { class: "tally__sum" },
      element("th", { scope: "row" }, title),
      order.map((side) => element("td", { colspan: 2 }, `${sign}${values[side]}`)),
    );
  const heads = order.map((side) => element("th", { scope: "col", colspan: 2 }, people.sideName(side)));
  return element(
    "table",
    { class: "tally" },
    element("thead", {}, element("tr", {}, element("td", {}), heads)),
    element("tbody", {}, rows),
    element("tfoot", {}, sum(gettext("This deal"), sheet.points, "+"), sum(gettext("Total"), sheet.totals, "")),
  );
}

export function tallyRow(title, cells) {
  return element("tr", { class: "tally__row" }, element("th", { scope: "row" }, title), cells);
}

/** One side's part of a row. */
export function tallyCells(text, points, cards = []) {
  return [
    element(
      "td",
      { class: points ? "tally__count tally__count--best" : "tally__count" },
      text,
      cards.length ? element("span", { class: "tally__cards" }, cards) : null,
    ),
    element("td", { class: "tally__points" }, ...(points ? [String(points)] : noPoint())),
  ];
}

function noPoint() {
  return [element("span", { "aria-hidden": "true" }, "·"), element("span", { class: "visually-hidden" }, "0")];
}

/** A row of its own under the one before. */
export function tallyDetail(content, people) {
  const columns = 1 + 2 * people.sidesMineFirst.length;
  return element("tr", { class: "tally__detail" }, element("td", { colspan: columns }, content));
}

export function tallyNote(text, people) {
  return tallyDetail(element("p", { class: "tally__note" }, text), people);
}

/** Both piles, to be opened by who wants to count them. */
export function makeTaken(piles, tools) {
  const { people } = tools;
  const taken = element(
    "details",
    { class: "taken" },
    element("summary", {}, gettext("Cards taken")),
    people.sidesMineFirst.flatMap((side) => [
      element("h3", {}, people.sideName(side)),
      element("div", { class: "taken__cards" }, sorted(piles[side]).map((card) => shownCard(card, tools))),
    ]),
  );
  taken.addEventListener("toggle", () => taken.open && taken.scrollIntoView({ block: "start" }));
  return taken;
}

const SUITS = "DCSB"; // in the order of the deck

function sorted(cards) {
  const order = (card) => SUITS.indexOf(card.at(-1)) * 100 + Number.parseInt(card, 10);
  return [...cards].sort((one, other) => order(one) - order(other));
}
