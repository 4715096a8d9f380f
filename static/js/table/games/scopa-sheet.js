// The rows of the score sheet of the fishing games, with the arithmetic of the primiera.

import { element, shownCard } from "../dom.js";
import { makeTaken, makeTally, tallyCells, tallyDetail, tallyNote, tallyRow } from "../tally.js";
import { fill, gettext, joined, ngettext, pgettext } from "../words.js";
import { ranksSum } from "./scopa-words.js";

const SETTEBELLO = "7D";

function categoryName(category, words) {
  return (
    {
      sweeps: words.sweeps,
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

/** The score table and the piles, my side first. */
export function sheetBody(sheet, words, tools) {
  return [makeTally(sheet, tools.people, sheetRows(sheet, words, tools)), makeTaken(sheet.piles, tools)];
}

function sheetRows(sheet, words, tools) {
  const { people } = tools;
  return sheet.rows.flatMap((row) => [
    tallyRow(
      categoryName(row.category, words),
      people.sidesMineFirst.flatMap((side) => {
        const [text, cards] = content(row, side, words);
        return tallyCells(text, row.points[side], cards.map((card) => shownCard(card, tools)));
      }),
    ),
    row.category === "primiera" ? primieraRow(row, tools) : null,
    ...notes(row, words, people).map((text) => tallyNote(text, people)),
  ]);
}

function content(row, side, words) {
  const count = row.counts[side];
  if (row.category === "sweeps") return [count ? words.sweepCount(count) : "—", row.cards[side]];
  if (row.category === "settebello") return count ? ["", [SETTEBELLO]] : ["—", []];
  return [String(count), []];
}

function primieraRow(row, tools) {
  const { people } = tools;
  const suits = suitNames();
  const parts = people.sidesMineFirst.map((side) => {
    const terms = row.values[side].filter((value) => value !== null).join(" + ");
    return element(
      "div",
      { class: row.void?.[side] ? "primiera primiera--void" : "primiera" },
      element("span", { class: "visually-hidden" }, `${people.sideName(side)}:`),
      element(
        "span",
        { class: "primiera__cards" },
        row.best[side].map((best, index) => (best === null ? missing(suits[index]) : shownCard(best, tools))),
      ),
      element("span", { class: "primiera__sum" }, terms ? `${terms} = ` : "", element("b", {}, String(row.counts[side]))),
    );
  });
  return tallyDetail(element("div", { class: "primieras" }, parts), people);
}

function missing(suit) {
  return element("span", { class: "card card--missing" }, fill(gettext("no %(suit)s"), { suit }));
}

/** What made a row come out as it did: the opening award, a tie, a missing suit. */
function notes(row, words, people) {
  if (row.category === "sweeps") return openingNotes(row, words, people);
  const primiera = row.category === "primiera" ? primieraNote(row) : "";
  if (primiera) return [primiera];
  const worth = Math.max(...row.points);
  if (row.category === "coins" && worth > 1) {
    return [fill(ngettext("All ten coins: %(count)d point", "All ten coins: %(count)d points", worth), { count: worth })];
  }
  if (new Set(row.counts).size > 1) return [];
  return [worth ? gettext("Level: one point each") : gettext("Level: no point")];
}

function openingNotes(row, words, people) {
  const sides = people.sidesMineFirst.filter((side) => row.opening?.[side]);
  return sides.map((side) => {
    const award = row.opening[side];
    return fill(gettext("%(name)s: %(sweeps)s with the cards dealt face up, %(sums)s"), {
      name: people.sideName(side),
      sweeps: words.sweepCount(award.count),
      sums: joined(award.groups.map(ranksSum)),
    });
  });
}

/** How missing suits decided the primiera; empty where no suit is missing. */
function primieraNote(row) {
  const lacking = row.best.map((best) => best.filter((card) => card === null).length);
  const incomplete = lacking.filter((count) => count > 0).length;
  if (incomplete === 0) return "";
  if (row.void !== undefined) {
    if (incomplete === 1) return gettext("Void for want of a suit: the primiera goes to the other side");
    return gettext("Each side lacks a suit: no primiera");
  }
  if (incomplete === 1) return gettext("A suit is missing: the primiera goes to the other side");
  if (new Set(lacking).size > 1) return gettext("Each side lacks a suit: the primiera goes to the one with more suits");
  return gettext("Each side lacks a suit: the best cards of the other suits count");
}
