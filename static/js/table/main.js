// The script of the match page: puts the parts together. It draws what the server says is legal.

import { chooseGroup, confirm, IDLE, letter, revise, tapHand, tapLayout } from "./choose.js";
import { createClock } from "./clock.js";
import { createPictures } from "./dom.js";
import { createDrawing } from "./draw.js";
import { loadGame } from "./games/index.js";
import { createKeys } from "./keys.js";
import { createMotion } from "./motion.js";
import { createConnection, identifier } from "./net.js";
import { createPeople } from "./people.js";
import { createShouter, createSpeaker } from "./say.js";
import { bindSettings, createSettings, SPEEDS } from "./settings.js";
import { createSheet } from "./sheet.js";
import { begin, isMyTurn, legalEntry, propose, receive } from "./state.js";
import { fill, gettext } from "./words.js";

const MANY = 2; // with more updates than this waiting, the animations hurry
const REMEMBERED = 8; // updates kept for a replay
const NOTICE_MS = 2000;

const root = document.querySelector("#game");
const part = (id) => root.querySelector(`#${id}`);
const json = (id) => JSON.parse(document.querySelector(`#${id}`).textContent);

const data = json("match-data");
const names = data.cards;
const pictures = createPictures(json("card-sheets"));
const game = await loadGame(data.view.game);

const settings = createSettings((name) => {
  showSettings();
  if (name === "speed") say(fill(gettext("Animations: %(speed)s"), { speed: speedName(settings.speed) }));
});
const showSettings = bindSettings(part("settings"), settings);
const say = createSpeaker(part("say"));
const shout = createShouter(part("shout"));
const motion = createMotion(root, pictures, () => settings.speed);
const draw = createDrawing(root, { game, names, pictures });

let state = begin(data, Date.now());
let shown = state; // what is drawn; it lags behind `state` while flights are in the air
let choice = IDLE;
let note = "";
let online = true;
let left = null;
const queue = [];
const past = [];
let isPumping = false;

const sheet = createSheet(part("sheet"), {
  game,
  names,
  pictures,
  lobby: root.querySelector(".match-bar__back").href,
  speed: () => settings.speed,
  ready: (deal) => connection.sendReady(deal),
  closed: () => paint(),
});

const keys = createKeys(root, {
  isOn: () => settings.keys,
  isChoosing: () => choice.groups.length > 1,
  act: {
    hand: (index) => click(root.querySelectorAll(".hand__card")[index], true),
    group: (index) => index < choice.groups.length && take(chooseGroup(choice, index, settings.confirm)),
    escape: () => deselect() || closeMenu(),
    speak: answer,
    replay,
    speed: () => settings.set("speed", SPEEDS[(SPEEDS.indexOf(settings.speed) + 1) % SPEEDS.length]) ?? true,
    help: () => part("keys").showModal() ?? true,
  },
});

const scheme = location.protocol === "https:" ? "wss:" : "ws:";
const connection = createConnection(`${scheme}//${location.host}/ws/match/${data.view.match}/`, {
  heard,
  changed: lineChanged,
  version: () => state.version,
  pending: () => state.pending,
});

// --- drawing ---------------------------------------------------------------------------------

function paint() {
  draw({ ...shown, choice, pending: state.pending, note, online, canSeeSheet: sheet.canReopen(shown.view) });
  keys.rove();
  const replayable = past.some((update) => wasMove(update.notices));
  part("replay").hidden = !replayable;
  part("menu").querySelector(".resign")?.toggleAttribute("hidden", shown.view.phase === "finished");
  markTitle();
}

const title = document.title;
function markTitle() {
  const calls = document.hidden && isMyTurn(state.view);
  document.title = calls ? `● ${gettext("Your turn")} — ${title}` : title;
}
document.addEventListener("visibilitychange", markTitle);

/** Show the waiting updates one after the other. */
async function pump() {
  if (isPumping) return;
  isPumping = true;
  while (queue.length) {
    const update = queue.shift();
    await show(update, queue.length >= MANY ? hurried() : undefined);
  }
  isPumping = false;
  motion.setSkipping(false);
  sheet.update(shown.view);
  paint();
}

async function show(update, pace) {
  const before = motion.snapshot();
  shown = update.after;
  choice = revise(choice, shown.view.deal.legal);
  paint();
  const people = createPeople(shown.view);
  await motion.play(before, (stage) => game.flights(update.notices, shown.view, people, stage), pace);
}

function hurried() {
  return settings.speed === "off" ? "off" : "fast";
}

// --- from the server -------------------------------------------------------------------------

function heard(message, rtt) {
  const heardNow = receive(state, message, Date.now(), rtt);
  state = heardNow.state;
  const { told } = heardNow;
  if (told === null) {
    shown = { ...shown, offset: state.offset };
    if (message.type === "accepted") return;
    if (!isPumping) {
      shown = state;
      paint();
    }
    return;
  }
  if (told.kind === "refused") refused(told);
  else moved(told);
}

function moved({ before, notices }) {
  const update = { before, notices, after: state };
  if (notices.some((notice) => notice.kind === "played")) note = "";
  past.push(update);
  if (past.length > REMEMBERED) past.shift();
  announce(update);
  queue.push(update);
  pump();
}

function announce({ before, notices, after }) {
  const people = createPeople(after.view);
  for (const text of game.announcements(notices, after.view, people, names)) say(text);
  const end = notices.some((notice) => notice.kind === "finished");
  if (end) shout(gettext("The match is over."));
  const turnCame = isMyTurn(after.view) && (!isMyTurn(before) || wasMove(notices));
  if (turnCame) say(game.turnWords(after.view, names));
  const sweep = notices.some((notice) => notice.sweep);
  if (sweep && settings.speed === "off") motion.stillCry(gettext("Scopa!"));
  const automatic = notices.find((notice) => notice.automatic);
  if (automatic) note = timeOverWords(automatic.seat, people);
}

function timeOverWords(seat, people) {
  if (people.isMe(seat)) return gettext("Time over: a card was played for you");
  return `${people.name(seat)}: ${gettext("time over: played automatically")}`;
}

function refused({ message, pending }) {
  note = message;
  shout(message);
  if (pending !== null) choice = IDLE;
  paint();
  if (pending !== null) shake(root.querySelector(`.hand [data-card="${pending.card}"]`));
}

function lineChanged(line, attempt) {
  if (line === "refused") {
    location.reload(); // logged out, or in as somebody else: the page says which
    return;
  }
  const banner = part("banner");
  const isBack = line === "open" && !online;
  online = line === "open" || attempt < 2; // a blink of the line is not worth a word
  if (!online) {
    banner.textContent = fill(gettext("Connection lost: trying again… (attempt %(attempt)d)"), { attempt });
    banner.hidden = false;
    if (attempt === 2) shout(gettext("Connection lost."));
  } else if (isBack) {
    banner.textContent = gettext("Back in the match");
    shout(gettext("Back in the match"));
    setTimeout(() => (banner.hidden = online), NOTICE_MS);
  }
  paint();
}

// --- from the person -------------------------------------------------------------------------

root.addEventListener("click", (event) => {
  const card = event.target.closest("[data-card]");
  const chip = event.target.closest("[data-option]");
  const act = event.target.closest("[data-act]")?.dataset.act;
  if (card?.closest(".hand")) tapCard(card.dataset.card, card);
  else if (card?.closest(".layout")) tapTable(card.dataset.card, card);
  else if (chip) take(chooseGroup(choice, Number(chip.dataset.option), settings.confirm));
  else if (act === "play") take(confirm(choice));
  else if (act === "sheet") sheet.reopen();
  else if (event.target.closest("#replay")) replay(false);
  else if (event.target.closest("#show-keys")) part("keys").showModal();
  else if (event.target.closest("#table, #hand")) deselect();
});

// Any tap ends what is in the air, and what waits behind it.
root.addEventListener(
  "pointerdown",
  () => {
    if (!isPumping) return;
    motion.setSkipping(true);
    motion.skip();
  },
  { capture: true },
);

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#menu")) part("menu").open = false;
});

function tapCard(card, button) {
  if (state.pending !== null) return;
  const entry = legalEntry(state.view, card);
  if (!online || entry === undefined) {
    note = isMyTurn(state.view) || state.view.phase !== "playing" ? "" : gettext("It is not your turn yet");
    paint();
    return;
  }
  const result = tapHand(choice, entry, settings.confirm);
  take(result, button);
  if (result.move === null) say(game.selectionWords(result.choice, names, letter));
}

function tapTable(card, node) {
  if (choice.card === null) return;
  const result = tapLayout(choice, card, settings.confirm);
  take(result);
  if (result.note?.kind === "useless") {
    note = game.uselessWords(result.note, names);
    shake(node);
    say(note);
    paint();
  }
}

/** Carry out a step of the choice: draw it, and send the move if it is complete. */
function take(result) {
  choice = result.choice;
  note = "";
  if (result.move !== null && state.pending === null && online) {
    state = propose(state, result.move, result.move.split("x")[0], identifier());
    connection.sendMove(state.pending);
  }
  paint();
  return true;
}

function deselect() {
  if (choice.card === null && !note) return false;
  choice = IDLE;
  note = "";
  paint();
  return true;
}

function closeMenu() {
  if (!part("menu").open) return false;
  part("menu").open = false;
  part("menu").querySelector("summary").focus();
  return true;
}

function click(node, focusToo) {
  if (!node) return false;
  if (focusToo) node.focus();
  node.click();
  return true;
}

function shake(node) {
  if (!node || settings.speed === "off") return;
  const steps = [0, -5, 5, -3, 0].map((x) => ({ translate: `${x}px 0` }));
  node.animate(steps, { duration: 120 });
}

function answer(key) {
  const words = game.speak[key];
  if (words === undefined) return false;
  say(words({ view: state.view, people: createPeople(state.view), names, left }));
  return true;
}

/** Show the last move, or the last of everybody, once more; the state stays as it is. */
async function replay(round) {
  const moves = past.filter((update) => wasMove(update.notices));
  const again = moves.slice(round ? -state.view.seats : -1);
  if (!again.length || isPumping) return true;
  isPumping = true;
  for (const update of again) {
    shown = { ...shown, view: update.before };
    paint();
    await show(update);
  }
  shown = state;
  isPumping = false;
  await pump();
  return true;
}

function wasMove(notices) {
  return notices.some((notice) => notice.kind === "played");
}

function speedName(speed) {
  return { normal: gettext("normal"), fast: gettext("fast"), off: gettext("off") }[speed];
}

// --- hover: what a card would take ------------------------------------------------------------

const HOVER_MS = 120;
let hover = null;

root.addEventListener("pointerover", (event) => {
  const card = event.target.closest?.(".hand__card");
  clearTimeout(hover);
  preview([]);
  if (!card || event.pointerType !== "mouse" || choice.card !== null) return;
  const entry = legalEntry(state.view, card.dataset.card);
  if (entry) hover = setTimeout(() => preview(entry.captures.flat()), HOVER_MS);
});

function preview(cards) {
  for (const node of root.querySelectorAll(".layout [data-card]")) {
    node.toggleAttribute("data-preview", cards.includes(node.dataset.card));
  }
}

// --- begin -----------------------------------------------------------------------------------

if (location.search) history.replaceState(null, "", location.pathname);
root.dataset.script = "on";
paint();
sheet.update(shown.view);
createClock(root, () => state, data.limits, {
  warn: (seconds) => shout(fill(gettext("%(seconds)d seconds"), { seconds })),
  tick: (time) => {
    left = time;
    sheet.tick(time);
  },
});
