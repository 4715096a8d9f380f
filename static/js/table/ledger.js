// The connection ledger at the table, drawn while it is open. The page without a script says the
// same with games/presentation/ledger.py.

import { showTime } from "../times.js";
import { element, setText } from "./dom.js";
import { commonWords } from "./lines.js";
import { createPeople } from "./people.js";
import { fill, gettext } from "./words.js";

const TOLD = new Set([
  ...["pressed", "begun", "made_ready", "sealed", "revealed"],
  ...["dropped", "returned", "invited", "lapsed", "forfeited"],
  ...["paused", "resumed", "compensated", "seems_away", "resigned", "finished"],
]);
const GRAVE = new Set(["dropped", "lapsed", "forfeited", "resigned"]);
const OUT = new Set(["forfeited", "resigned"]);

/** The ledger in `details`; call it with {view, log}. The latest stands first. */
export function createLedger(details, { game, names }) {
  const body = details.querySelector("tbody");
  const drops = details.querySelector(".ledger__drops");
  let drawn = -1; // how many notices of the log stand in the table
  let out = new Set(); // seats whose moves are made for them

  return function draw({ view, log }) {
    const people = createPeople(view);
    setText(drops, dropsWords(view, people));
    if (drawn < 0 || drawn > log.length) begin();
    for (const notice of log.slice(drawn)) {
      const entry = entryOf(notice, people);
      if (entry !== null) body.prepend(makeRow(entry, notice.at, log[0].at));
      if (OUT.has(notice.kind)) out.add(notice.seat);
    }
    drawn = log.length;
  };

  function begin() {
    body.replaceChildren();
    drawn = 0;
    out = new Set();
  }

  function entryOf(notice, people) {
    if ("automatic" in notice) return moveOf(notice, people);
    if (TOLD.has(notice.kind)) {
      return { kind: GRAVE.has(notice.kind) ? "grave" : "other", text: commonWords(notice, people) };
    }
    if (notice.kind !== "dealt") return null;
    return { kind: "other", text: game.logLine(notice, people, names).text };
  }

  /** A move in the words of its game; where the log is silent, that there was one. */
  function moveOf(notice, people) {
    const line = game.logLine(notice, people, names);
    const move = { kind: "move", who: line?.who ?? people.name(notice.seat), text: line?.text ?? gettext("made a choice") };
    if (!notice.automatic) return move;
    const reason = out.has(notice.seat)
      ? gettext("out of the match: played automatically")
      : gettext("time over: played automatically");
    return { ...move, kind: "automatic", reason };
  }
}

function makeRow({ kind, who, text, reason }, at, first) {
  const time = element("time", {});
  showTime(time, at, first);
  return element(
    "tr",
    { "data-kind": kind },
    element("th", { scope: "row" }, time),
    element("td", {}, who ? [element("b", {}, who), " "] : null, text, reason ? [" ", element("em", { class: "ledger__reason" }, reason)] : null),
  );
}

/** `You 0 of 2, Bruno 1 of 2`. */
function dropsWords(view, people) {
  if (view.policy.drop_ms === null) return "";
  const allowed = view.policy.drops;
  const pattern = allowed === null ? gettext("%(name)s %(drops)d") : gettext("%(name)s %(drops)d of %(allowed)d");
  const used = [view.seat, ...people.others]
    .map((seat) => fill(pattern, { name: people.name(seat), drops: view.people[seat].drops, allowed }))
    .join(", ");
  return fill(gettext("Connections lost: %(used)s."), { used });
}
