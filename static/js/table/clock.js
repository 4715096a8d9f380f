// The clock of whoever is to act, and of the interval between deals. The deadline is the server's.

import { serverNow } from "./state.js";
import { minutes } from "./words.js";

const TICK_MS = 200;
const WARNINGS_S = [10, 5];

/** Show the time left in `state()`; `tick(left)` hears of every change, `warn(seconds)` of 10 and 5. */
export function createClock(root, state, limits, { warn, tick }) {
  const bar = root.querySelector("#clock");
  const digits = root.querySelector("#digits");
  let warned = null;

  function show() {
    const now = state();
    const { view } = now;
    const left = view.deadline === null ? null : view.deadline - serverNow(now, Date.now());
    const limit = view.phase === "interval" ? limits.interval : limits.move;
    const share = left === null ? 0 : Math.min(1, Math.max(0, left / limit));
    const isRunning = left !== null && view.phase === "playing";
    bar.value = isRunning ? Math.round(share * bar.max) : 0;
    const text = isRunning ? minutes(left) : "";
    if (digits.textContent !== text) digits.textContent = text;
    root.style.setProperty("--left", isRunning ? share.toFixed(3) : "0");
    root.dataset.urgency = isRunning ? urgency(left) : "";
    if (isRunning && view.deal.turn === view.seat) announce(left, view.deadline);
    tick(left);
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

function urgency(left) {
  if (left <= 5000) return "now";
  return left <= 10000 ? "soon" : "";
}
