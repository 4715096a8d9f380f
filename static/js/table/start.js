// Before the first deal: who has pressed "start the match", the time that is left to do so, and my own
// press with this browser's part of the shuffle. When the cards are dealt the page leads to the table.

import { setText } from "./dom.js";
import { createConnection, freshEntropy } from "./net.js";
import { createPeople } from "./people.js";
import { createShouter } from "./say.js";
import { begin, receive, serverNow } from "./state.js";
import { fill, gettext, joined, minutes } from "./words.js";

const TICK_MS = 200;
const WARNINGS_S = [60, 30, 10];

const root = document.querySelector("#start");
const part = (id) => root.querySelector(`#${id}`);
const button = part("start-button");
const data = JSON.parse(document.querySelector("#match-data").textContent);
const shout = createShouter(part("shout"));
const entropy = freshEntropy(); // one for the match, however often it is sent

let state = begin(data, Date.now());
let isAsked = false; // pressed here, though the server may not have heard it yet
let warned = null;

const scheme = location.protocol === "https:" ? "wss:" : "ws:";
const connection = createConnection(`${scheme}//${location.host}/ws/match/${data.view.match}/`, {
  beatUrl: data.beat,
  heard,
  changed: lineChanged,
  version: () => state.version,
});

function heard(message, rtt) {
  state = receive(state, message, Date.now(), rtt).state;
  if (message.type === "refused") {
    isAsked = false;
    part("status").textContent = message.message;
    draw({ keepStatus: true });
    return;
  }
  if (state.view.phase !== "starting") {
    connection.stop();
    location.reload();
    return;
  }
  draw();
}

function lineChanged(line, attempt) {
  if (line === "refused") {
    location.reload(); // logged out, or in as somebody else: the page says which
    return;
  }
  const banner = part("banner");
  banner.hidden = line === "open" || attempt < 2;
  banner.textContent = fill(gettext("Connection lost: trying again… (attempt %(attempt)d)"), { attempt });
  if (line === "open" && isAsked && !hasPressed()) connection.sendStart(entropy);
}

const hasPressed = () => state.view.started.includes(state.view.seat);

part("start-form").addEventListener("submit", (event) => {
  if (!connection.isOpen()) return; // the form goes, without entropy
  event.preventDefault();
  if (isAsked || hasPressed()) return;
  isAsked = true;
  connection.sendStart(entropy);
  draw();
});

function draw({ keepStatus = false } = {}) {
  const { view } = state;
  const people = createPeople(view);
  const pressed = isAsked || hasPressed();
  root.toggleAttribute("data-pressed", pressed);
  button.disabled = pressed;
  for (const place of root.querySelectorAll("[data-seat]")) {
    const seat = Number(place.dataset.seat);
    const isReady = view.started.includes(seat);
    place.toggleAttribute("data-pressed", isReady);
    setText(place.querySelector(".round-table__state"), isReady ? gettext("ready") : gettext("not yet"));
  }
  if (!keepStatus) setText(part("status"), statusWords(view, people, pressed));
}

function statusWords(view, people, pressed) {
  if (!pressed) return gettext("Press the button when you are ready to play.");
  const missing = people.others.filter((seat) => !view.started.includes(seat)).map(people.name);
  if (!missing.length) return gettext("The cards are being dealt");
  return fill(gettext("Waiting for %(names)s…"), { names: joined(missing) });
}

function tick() {
  const { deadline } = state.view;
  if (deadline === null) return;
  const left = deadline - serverNow(state, Date.now());
  setText(part("start-digits"), minutes(left));
  root.toggleAttribute("data-urgent", left <= 10_000);
  // What has passed before this page was opened is not said.
  warned ??= WARNINGS_S.filter((at) => left <= at * 1000);
  for (const at of WARNINGS_S) {
    if (left > at * 1000 || warned.includes(at)) continue;
    warned.push(at);
    shout(at === 60 ? gettext("One minute left") : fill(gettext("%(seconds)d seconds"), { seconds: at }));
  }
}

draw();
tick();
setInterval(tick, TICK_MS);
root.dataset.script = "on";
