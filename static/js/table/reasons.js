// Why a match ended as it did, for its last score sheet. The page without a script says the same with
// games/presentation/endings.py.

import { forfeitWords, isVoid } from "./endings.js";
import { fill, gettext, joined, ngettext } from "./words.js";

const FORFEITS = new Set(["start", "drop", "invitation", "drops", "bank", "resigned"]);
const HOUR_MS = 3_600_000;

/** Who was late or gone, or the score. */
export function endingReason(view, people) {
  const { result, sides } = view;
  if (isVoid(result)) return voidWords(view, people);
  if (!FORFEITS.has(result.reason)) return scoreWords(view, people);
  if (sides.length > 2) return lastLeftWords(view, people);
  if (result.reason === "resigned") return sideResignedWords(result, people);
  return sides[1 - result.winner]
    .filter((seat) => view.people[seat].forfeited)
    .map((seat) => forfeitWords(seat, result.reason, people))
    .join(". ");
}

function scoreWords(view, people) {
  return people.sidesMineFirst.map((side) => `${people.sideName(side)} ${view.totals[side]}`).join(" – ");
}

function sideResignedWords(result, people) {
  const won = result.winner === people.mySide;
  if (people.isAlone(people.mySide)) return won ? gettext("Your opponent resigned") : gettext("You resigned");
  return won ? gettext("The other pair resigned") : gettext("Your pair resigned");
}

/** Why each of the others is out, and the places. */
function lastLeftWords(view, people) {
  const out = view.resigned.map((seat) => forfeitWords(seat, view.people[seat].forfeited ?? "resigned", people));
  return `${out.join(". ")}. ${placedWords(view.result, people)}`;
}

function placedWords({ placements }, people) {
  const order = [...placements.keys()].sort((one, other) => placements[one] - placements[other] || one - other);
  return order.map((side) => `${placements[side]}. ${people.sideName(side)}`).join(", ");
}

/** Why nobody wins, and who was away then. */
function voidWords(view, people) {
  const why = voidReason(view, people);
  const { away } = view.result;
  if (!away?.length) return why;
  const meFirst = [...away].sort((one, other) => people.isMe(other) - people.isMe(one));
  return fill(gettext("%(why)s. Away from the table: %(names)s"), { why, names: joined(meFirst.map(people.name)) });
}

function voidReason(view, people) {
  switch (view.result.reason) {
    case "start":
      return view.started.length ? gettext("Not everybody pressed start in time") : gettext("Nobody pressed start in time");
    case "both_dropped":
      return gettext("Nobody came back in time");
    case "ended":
      return gettext("It was ended because somebody was away");
    case "idle":
      return idleWords(Math.floor(view.policy.idle_ms / HOUR_MS));
    case "away":
      return automaticWords(view, people);
    default:
      return gettext("Somebody did not come back in time");
  }
}

function idleWords(count) {
  return fill(ngettext("There was no move for %(count)d hour", "There was no move for %(count)d hours", count), { count });
}

/** Who let so many moves be made automatically. */
function automaticWords(view, people) {
  const count = view.policy.automatic_limit;
  const away = [...view.people.keys()].filter((seat) => view.people[seat].automatic >= count);
  const names = joined(away.map(people.name));
  return fill(gettext("%(count)d moves in a row were made automatically: %(names)s"), { count, names });
}
