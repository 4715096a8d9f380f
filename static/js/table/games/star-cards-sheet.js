// The end of Star Cards: who is placed where, and why it ended.

import { element } from "../dom.js";
import { endingReason as commonEnding } from "../reasons.js";
import { fill, gettext, joined } from "../words.js";
import { makeSlots } from "./star-cards-slots.js";
import { collectionWords } from "./star-cards-words.js";

const ALL_RANKS = 6;

export function sheetBody(view, { people, names, pictures }) {
  const heads = [gettext("Player"), gettext("Lights"), gettext("Ranks"), gettext("Points")];
  const order = [...people.sidesMineFirst].sort((one, other) => places(view)[one] - places(view)[other]);
  return [
    element(
      "table",
      { class: "tally placed" },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "col" }, element("span", { class: "visually-hidden" }, gettext("Place"))),
          heads.map((head) => element("th", { scope: "col" }, head)),
        ),
      ),
      element("tbody", {}, order.map((seat) => placedRow(seat, view, { people, names, pictures }))),
    ),
  ];
}

function placedRow(seat, view, { people, names, pictures }) {
  const { rows, collections, points } = view.sheet;
  const [lights, ranks] = rows;
  const note = placedNote(seat, view);
  return element(
    "tr",
    { class: people.isMe(seat) ? "tally__row placed__me" : "tally__row" },
    element("td", { class: "placed__place" }, String(places(view)[seat])),
    element(
      "th",
      { scope: "row" },
      people.name(seat),
      note ? " " : null,
      note ? element("small", { class: "placed__note" }, note) : null,
      element("span", { "aria-hidden": "true" }, makeSlots(collections[seat], pictures)),
      element("span", { class: "visually-hidden" }, collectionWords(collections[seat], names)),
    ),
    element("td", {}, counted(lights, seat)),
    element("td", {}, counted(ranks, seat)),
    element("td", { class: "placed__points" }, String(points[seat])),
  );
}

function counted(row, seat) {
  const [count, points] = [row.counts[seat], row.points[seat]];
  return count === points ? String(count) : `${count} → ${points}`;
}

function placedNote(seat, view) {
  if (view.resigned?.includes(seat)) return gettext("resigned");
  if (view.sheet.out === seat) return gettext("no light left");
  return isComplete(view.sheet.collections[seat]) ? gettext("all six ranks") : "";
}

// --- in words ----------------------------------------------------------------------------------

/** Of each seat; those who resigned are behind all others. */
const places = (view) => view.result?.placements ?? view.sheet.placements;

export function endingReason(view, people) {
  if (view.sheet === null) return commonEnding(view, people);
  const said = [reasonWords(view.sheet, people)];
  const first = people.sidesMineFirst.filter((side) => places(view)[side] === 1).sort();
  if (view.result.winner === null && first.length > 1) {
    const names = joined(first.map((side) => people.sideName(side)));
    said.push(fill(gettext("%(names)s share the first place."), { names }));
  }
  return said.join(" ");
}

function reasonWords(sheet, people) {
  if (sheet.reason === "six_ranks") {
    const seat = sheet.collections.findIndex(isComplete);
    if (people.isMe(seat)) return gettext("You have all six ranks.");
    return fill(gettext("%(name)s has all six ranks."), { name: people.name(seat) });
  }
  if (sheet.reason === "last_light") {
    if (people.isMe(sheet.out)) return gettext("Your last light has gone out.");
    return fill(gettext("The last light of %(name)s has gone out."), { name: people.name(sheet.out) });
  }
  return gettext("Nobody has a card to play.");
}

const isComplete = (collection) => new Set(collection.map((card) => card[1])).size === ALL_RANKS;
