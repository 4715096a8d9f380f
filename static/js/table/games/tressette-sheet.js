// The score sheet of Tressette: thirds that can be added up again, and the declarations.

import { element, shownCard } from "../dom.js";
import { makeTaken, makeTally, tallyRow } from "../tally.js";
import { gettext, pgettext } from "../words.js";
import { declarationWords, pointsOf } from "./tressette-words.js";

const rowName = (category) =>
  ({
    aces: pgettext("category of the score", "Aces"),
    others: pgettext("category of the score", "Threes, twos, figures"),
    last_trick: pgettext("category of the score", "Last trick"),
    cards: pgettext("category of the score", "Together, rounded down"),
    declarations: pgettext("category of the score", "Declarations"),
  })[category];

export function sheetBody({ sheet }, tools) {
  const { people } = tools;
  const rows = sheet.rows.map((row) =>
    tallyRow(
      rowName(row.category),
      people.sidesMineFirst.flatMap((side) => cells(content(row, side), row.points?.[side])),
    ),
  );
  const declarations = declarationList(sheet, tools);
  return [
    ...(sheet.ended === "called_out"
      ? [element("p", { class: "tally__note tally__note--out" }, gettext("Out: the deal ended in the middle"))]
      : []),
    makeTally(sheet, people, rows),
    ...(declarations === null ? [] : [declarations]),
    makeTaken(sheet.piles, tools),
  ];
}

function cells(text, points) {
  return [
    element("td", { class: points ? "tally__count tally__count--best" : "tally__count" }, text),
    element("td", { class: "tally__points" }, points === undefined ? "" : String(points)),
  ];
}

/** `2 × ⅓ = ⅔`; whole points stand in their own column where they count. */
function content(row, side) {
  switch (row.category) {
    case "declarations":
      return String(row.declared[side] || "—");
    case "cards":
      return pointsOf(row.thirds[side]);
    case "last_trick":
      return row.counts[side] ? "1" : "—";
    default:
      return `${row.counts[side]} × ${row.category === "aces" ? "1" : "⅓"} = ${pointsOf(row.thirds[side])}`;
  }
}

function declarationList(sheet, tools) {
  const { names, people } = tools;
  const row = sheet.rows.find((one) => one.category === "declarations");
  const made = people.sidesMineFirst.flatMap((side) =>
    (row?.declarations[side] ?? []).map((one) => {
      const isVoid = !row.counted[side];
      return element(
        "li",
        { class: isVoid ? "declared-list__one declared-list__one--void" : "declared-list__one" },
        element(
          "span",
          {},
          element("b", {}, people.name(one.seat)),
          ` ${declarationWords(one, names)} `,
          isVoid
            ? element("em", {}, gettext("not awarded: no point captured"))
            : element("b", {}, `+${one.points}`),
        ),
        element("span", { class: "declared-list__cards" }, one.cards.map((card) => shownCard(card, tools))),
      );
    }),
  );
  return made.length ? element("ul", { class: "declared-list", role: "list" }, made) : null;
}
