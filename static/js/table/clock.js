// The clocks: the limit of whoever is to act, the bank of each seat, and the interval between
// deals. All ends are the server's; a clock that stands shows what is left of it, and why.

import { setAttributes, setText } from "./dom.js";
import { createPeople } from "./people.js";
import { serverNow } from "./state.js";
import { fill, gettext, minutes } from "./words.js";

const TICK_MS = 200;
const WARNINGS_S = [10, 5];

/** What the clock of the move shows at `now`: {left, share, isRunning}; left null where nothing is
    limited. `limits` are the whole lengths {move, interval}. */
export function moveClock(view, limits, now) {
  if (view.phase !== "playing") return { left: null, share: 0, isRunning: false };
  const standing = view.clock !== null && !view.clock.running;
  if (view.deadline !== null) return timed(view.deadline - now, limits.move, true);
  if (standing && limits.move !== null) return timed(view.clock.left, limits.move, false);
  return { left: null, share: 0, isRunning: false };
}

function timed(left, limit, isRunning) {
  return { left, share: Math.min(1, Math.max(0, left / limit)), isRunning };
}

/** What is left at `now` of a seat's time for the whole match; null where there is none. */
export function bankLeft(view, seat, now) {
  if (view.banks === null) return null;
  const runs = view.bank_deadline !== null && view.deal.turn === seat;
  return runs ? Math.min(view.banks[seat], view.bank_deadline - now) : view.banks[seat];
}

/** Why the clock of the seat to move stands; empty while it runs. */
export function stoppedWords(view, people) {
  if (view.phase !== "playing" || view.clock === null || view.clock.running) return "";
  if (view.pause !== null) return gettext("stopped: the match is paused");
  const { seat } = view.clock;
  if (view.people[seat].absent === null) return gettext("stopped");
  if (people.isMe(seat)) return gettext("stopped: you are away");
  return fill(gettext("stopped: %(name)s is away"), { name: people.name(seat) });
}

/** The answer of a key: all that runs against me or whoever is to move. */
export function spokenClock(view, limits, now, people) {
  const { left } = moveClock(view, limits, now);
  const bank = bankLeft(view, view.seat, now);
  const words = [
    left === null ? null : minutes(left),
    stoppedWords(view, people) || null,
    bank === null ? null : fill(gettext("for the whole match: %(time)s"), { time: minutes(bank) }),
  ].filter((word) => word !== null);
  return words.length ? words.join(", ") : gettext("No clock is running.");
}

/** Show the times of `state()`; `tick(left)` hears of every change of the phase's limit, `warn(seconds)`
    of my last 10 and 5. */
export function createClock(root, state, limits, { warn, tick }) {
  const bar = root.querySelector("#clock");
  const digits = root.querySelector("#digits");
  const why = root.querySelector("#why");
  const banks = [...root.querySelectorAll("[data-seat]")]
    .map((place) => ({ seat: Number(place.dataset.seat), node: place.querySelector(".bank") }))
    .filter(({ node }) => node !== null);
  let warned = null;

  function show() {
    const now = state();
    const { view } = now;
    const time = serverNow(now, Date.now());
    const { left, share, isRunning } = moveClock(view, limits, time);
    bar.value = left === null ? 0 : Math.round(share * bar.max);
    setText(digits, left === null ? "" : minutes(left));
    setText(why, stoppedWords(view, createPeople(view)));
    root.style.setProperty("--left", left === null ? "0" : share.toFixed(3));
    setAttributes(root, { "data-unlimited": limits.move === null, "data-stopped": why.textContent !== "" });
    root.dataset.urgency = isRunning ? urgency(left) : "";
    if (isRunning && view.deal.turn === view.seat) announce(left, view.deadline);
    for (const { seat, node } of banks) showBank(node, bankLeft(view, seat, time));
    tick(view.deadline === null ? null : view.deadline - time);
  }

  function announce(left, deadline) {
    if (warned?.deadline !== deadline) warned = { deadline, at: WARNINGS_S.filter((at) => left <= at * 1000) };
    for (const at of WARNINGS_S) {
      if (left <= at * 1000 && !warned.at.includes(at)) {
        warned.at.push(at);
        warn(at);
      }
    }
  }

  show();
  setInterval(show, TICK_MS);
  return show;
}

function showBank(node, left) {
  setText(node, left === null ? "" : minutes(left));
  setAttributes(node, { "data-low": left !== null && left <= 30_000 });
}

function urgency(left) {
  if (left <= 5000) return "now";
  return left <= 10000 ? "soon" : "";
}
