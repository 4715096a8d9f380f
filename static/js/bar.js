// The bar of the running match, on every page but the table: it counts down while the person is
// expected back, and asks the server what has changed, since it is drawn before a drop is noticed.

const TICK_MS = 250;
const ASK_MS = 5000;

const bar = document.querySelector(".running-match");
const timer = bar.querySelector(".running-match__timer");

let offset = Number(bar.dataset.now) - responseTime(); // add it to the clock here to get the server's
let until = timer.dataset.until === undefined ? null : Number(timer.dataset.until);

/** When the page began to arrive, which is about when the server said what time it was. */
function responseTime() {
  const [page] = performance.getEntriesByType("navigation");
  return page?.responseStart ? performance.timeOrigin + page.responseStart : Date.now();
}

function tick() {
  if (until === null || !("expected" in bar.dataset)) return;
  const left = until - (Date.now() + offset);
  const text = left > 0 ? timer.dataset.left.replace("{time}", minutes(left)) : timer.dataset.over;
  if (timer.textContent !== text) timer.textContent = text;
}

function minutes(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

async function ask() {
  if (document.hidden) return;
  const asked = Date.now();
  let state;
  try {
    const answer = await fetch(bar.dataset.state, { headers: { accept: "application/json" } });
    if (!answer.ok) return;
    state = await answer.json();
  } catch {
    return; // off the line: what stands there stays, and the clock runs on
  }
  if (state.match === null) {
    bar.remove(); // it is over
    return;
  }
  offset = state.now - (asked + Date.now()) / 2;
  until = state.until;
  bar.toggleAttribute("data-expected", state.is_absent);
  tick();
}

tick();
setInterval(tick, TICK_MS);
setInterval(ask, ASK_MS);
document.addEventListener("visibilitychange", ask);
addEventListener("pageshow", (event) => event.persisted && ask());
