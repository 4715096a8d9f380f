// The lobby: shows what its socket sends, in place, and goes to the match when it begins. Every
// button is a form that works without this file.

import { fill, gettext, ngettext } from "./table/words.js";

const PING_MS = 25000;
const SILENCE_MS = 60000; // longer than two pings: the line is dead although nobody said so
const SHORTEST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15000;
const LOST_AFTER_MS = 2000; // a line that is back by then was never worth a word
const SHIFT_GUARD_MS = 450;
const TELL_AT_MOST = 3;
const LOGGED_OUT = 4401;

const place = document.getElementById("lobby-board");
const create = document.getElementById("create");
const news = document.getElementById("lobby-news");
const line = document.getElementById("lobby-line");

// --- the list -------------------------------------------------------------------------------

let shownAt = performance.now();
let shiftedAt = -Infinity;
let isPressed = false;
let heldBack = null;

const board = () => place.querySelector(".board");

function receive(html) {
  if (isPressed) heldBack = html;
  else show(html);
}

function show(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const before = board();
  const after = template.content.querySelector(".board");
  const focus = focusIn(place) ?? focusIn(create);
  const unfolded = [...place.querySelectorAll("details[open][data-key]")];
  place.replaceChildren(template.content);
  for (const { dataset } of unfolded) {
    place.querySelector(`details[data-key="${CSS.escape(dataset.key)}"]`)?.setAttribute("open", "");
  }
  shownAt = performance.now();
  create.hidden = after.dataset.free !== "yes";
  restoreFocus(focus);
  if (hasLostRow(before, after)) shiftedAt = shownAt;
  tell(before, after);
  for (const bar of document.querySelectorAll(".running-match")) {
    bar.hidden = !after.dataset.match;
  }
  // The message that says so may have been lost with the line.
  if (after.dataset.match && !before.dataset.match) goTo(after.dataset.match);
}

function goTo(url) {
  news.textContent = gettext("The match begins.");
  location.assign(url);
}

function focusIn(part) {
  const element = document.activeElement;
  return part.contains(element) ? { element, key: element.dataset.key ?? null } : null;
}

function restoreFocus(focus) {
  if (focus === null) return;
  const { element, key } = focus;
  if (element.isConnected && element.closest("[hidden]") === null) return;
  const same = key && place.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const heading = document.getElementById("waiting-title") ?? document.getElementById("tables-title");
  (same || heading).focus({ preventScroll: true });
}

const rowsOf = (element) => [...element.querySelectorAll("[data-table]")];

function numbersOf(element) {
  return new Set(rowsOf(element).map((row) => row.dataset.table));
}

function hasLostRow(before, after) {
  const left = numbersOf(after);
  return [...numbersOf(before)].some((number) => !left.has(number));
}

/** Say once what has changed, for those who do not see it. */
function tell(before, after) {
  const known = numbersOf(before);
  const fresh = rowsOf(after).filter((row) => !known.has(row.dataset.table));
  const said = [];
  if (before.dataset.waiting && !after.dataset.waiting && !after.dataset.match) {
    said.push(gettext("Your table is closed."));
  }
  if (before.dataset.waiting && after.dataset.people !== before.dataset.people) {
    if (after.dataset.people) said.push(after.dataset.people);
  }
  if (fresh.length > TELL_AT_MOST) {
    const pattern = ngettext("%(count)d new table", "%(count)d new tables", fresh.length);
    said.push(fill(pattern, { count: fresh.length }));
  } else {
    said.push(...fresh.map((row) => row.dataset.news));
  }
  if (known.size > 0 && rowsOf(after).length === 0) said.push(gettext("No other table is open now."));
  if (said.length > 0) news.textContent = said.join(". ");
}

/** Count on from what the server said, because the clock of this device may be wrong. */
function refreshTimes() {
  const passed = Math.floor((performance.now() - shownAt) / 60000);
  if (passed === 0) return;
  for (const time of place.querySelectorAll("[data-minutes]")) {
    const minutes = Number(time.dataset.minutes) + passed;
    const pattern = ngettext("waiting for %(count)d minute", "waiting for %(count)d minutes", minutes);
    time.textContent =
      minutes < 60 ? fill(pattern, { count: minutes }) : gettext("waiting for more than an hour");
  }
}

// A list that changes between finger down and finger up would swallow the tap …
place.addEventListener("pointerdown", () => {
  isPressed = true;
});
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => {
    setTimeout(() => {
      isPressed = false;
      if (heldBack !== null) show(heldBack);
      heldBack = null;
    });
  });
}
// … and one whose rows have just moved up would join a table that nobody meant.
place.addEventListener(
  "click",
  (event) => {
    const byPointer = event.detail > 0;
    if (byPointer && performance.now() - shiftedAt < SHIFT_GUARD_MS) event.preventDefault();
  },
  { capture: true },
);

// --- a new table ----------------------------------------------------------------------------

/** A switch that changes the usual target takes the chosen one along, if it was the usual one. */
function followSwitch({ dataset }) {
  const form = create.querySelector("form");
  const box = form.elements.namedItem(dataset.switch);
  const targets = form.elements.namedItem(dataset.field);
  box.addEventListener("change", () => {
    const [usual, other] = box.checked ? [dataset.off, dataset.on] : [dataset.on, dataset.off];
    if (targets.value === usual) targets.value = other;
  });
}

create.querySelectorAll("[data-switch]").forEach(followSwitch);

const form = create.querySelector("form");
const field = (name) => form.elements.namedItem(name);

/** The bank of a Sfida is that of the game and the target that are chosen now. */
function showBank() {
  const key = field("game").value;
  const offer = create.querySelector(`[data-offer="${CSS.escape(key)}"]`);
  if (offer === null) return;
  const target =
    field(`${key}-custom-target`)?.value || field(`${key}-target`)?.value || offer.dataset.usual;
  const bank = [...offer.querySelectorAll("data")].find(({ value }) => value === target);
  if (bank) create.querySelector("[data-bank]").textContent = bank.textContent;
}

/** What belongs to another policy is hidden, and must not count. */
function followPolicy() {
  const policy = field("policy").value;
  if (policy !== "amichevole") {
    // Not by the value of the group: Chromium takes no empty one.
    for (const radio of field("move_seconds")) radio.checked = radio.value === "";
  }
  if (policy === "torneo") field("pause").checked = false;
}

form.addEventListener("change", ({ target }) => {
  if (target.name === "policy") followPolicy();
  showBank();
});
document.getElementById("policy-bank").hidden = false;
showBank();

// --- the socket -----------------------------------------------------------------------------

let socket = null;
let attempt = 0;
let lastHeard = 0;
let retry = null;
let complaint = null;

function connect() {
  clearTimeout(retry);
  retry = null;
  const url = new URL(place.dataset.socket, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(url);
  lastHeard = performance.now();
  socket.addEventListener("message", onMessage);
  socket.addEventListener("close", onClose);
}

function onMessage(event) {
  if (event.target !== socket) return;
  lastHeard = performance.now();
  attempt = 0;
  setLost(false);
  const message = JSON.parse(event.data);
  if (message.type === "tables") receive(message.html);
  else if (message.type === "match") goTo(message.url);
}

function onClose(event) {
  if (event.target !== socket) return;
  socket = null;
  if (event.code === LOGGED_OUT) {
    location.reload();
    return;
  }
  setLost(true);
  const wait = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** attempt);
  attempt += 1;
  retry = setTimeout(connect, wait * (0.75 + Math.random() / 2));
}

function setLost(isLost) {
  if (!isLost) {
    clearTimeout(complaint);
    complaint = null;
    line.hidden = true;
  } else if (complaint === null) {
    complaint = setTimeout(() => {
      line.textContent = gettext("Connection lost, trying again…");
      line.hidden = false;
    }, LOST_AFTER_MS);
  }
}

function drop() {
  const dead = socket;
  if (dead === null) return;
  dead.close();
  // A dead line can take minutes to say that it is closed.
  onClose({ target: dead, code: 0 });
}

function beat() {
  if (socket === null) return;
  if (performance.now() - lastHeard > SILENCE_MS) drop();
  else if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
}

function hurry() {
  if (socket === null && retry !== null) connect();
  else beat();
}

connect();
setInterval(beat, PING_MS);
setInterval(refreshTimes, 15000);
addEventListener("online", hurry);
addEventListener("offline", drop);
document.addEventListener("visibilitychange", () => document.hidden || hurry());
