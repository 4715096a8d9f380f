// The script of the match page: puts the parts together. It draws what the server says is legal.

import { drawActs } from "./acts.js";
import { createClock, spokenClock } from "./clock.js";
import { createPictures } from "./dom.js";
import { createDrawing } from "./draw.js";
import { loadGame } from "./games/index.js";
import { createKeys } from "./keys.js";
import { fetchStyle, later } from "./later.js";
import { createMotion } from "./motion.js";
import { createConnection, freshEntropy, identifier } from "./net.js";
import { createNews } from "./news.js";
import { createNotices } from "./notices.js";
import { arranged, isWithin } from "./order.js";
import { createPeople } from "./people.js";
import { createShouter, createSpeaker } from "./say.js";
import { bindSettings, createSettings, SPEEDS } from "./settings.js";
import { begin, isMyTurn, propose, receive, serverNow } from "./state.js";
import { fill, gettext, ngettext, sentence } from "./words.js";

const MANY = 2; // with more updates than this waiting, the animations hurry
const REMEMBERED = 8; // moves kept for a replay
const NOTICE_MS = 2000;
const MISSED_MS = 3000; // what happened while the line was down takes no longer to be shown

const root = document.querySelector("#game");
const part = (id) => root.querySelector(`#${id}`);
const json = (id) => JSON.parse(document.querySelector(`#${id}`).textContent);

const data = json("match-data");
const names = data.cards;
const pictures = createPictures(json("card-sheets"));
const game = await loadGame(data.view.game);
const { choices } = game;

const settings = createSettings((name) => {
  showSettings();
  if (name === "sort") sortHand();
  if (name === "speed") say(fill(gettext("Animations: %(speed)s"), { speed: speedName(settings.speed) }));
  if (name === "sounds") say(settings.sounds ? gettext("Sounds on") : gettext("Sounds off"));
});
const showSettings = bindSettings(part("settings"), settings);
const say = createSpeaker(part("say"));
const shout = createShouter(part("shout"));
const motion = createMotion(root, pictures, () => settings.speed);
const senses = createNotices(root, settings, data.view.match, { game, names });
const draw = createDrawing(root, { game, names, pictures });

let dealtHand = data.view.deal.hand; // in the server's order, which is that of the automatic move
let toldOrder = null; // {number, hand}: of which deal, and the order last said to the server
let state = begin({ ...data, view: arranged(data.view, settings.sort) }, Date.now());
let shown = state; // what is drawn; it lags behind `state` while flights are in the air
let choice = choices.idle;
let note = "";
let online = true;
const queue = [];
const past = [];
let isPumping = false;

// What the score sheet takes comes when the first deal is over.
let sheet = null;
const loadSheet = later(makeSheet);

const hasSheet = () => shown.view.sheet !== null || shown.view.result !== null;

async function updateSheet() {
  if (!hasSheet() && sheet === null && !part("sheet").open) return;
  sheet ??= await loadSheet().catch(() => null);
  if (sheet === null) askForPage();
  else sheet.update(shown.view);
}

/** The sheet's scripts cannot be had, or have other names since an upgrade: a new page has the sheet
    in it, with a form. That must wait for a line, and does nothing where the page is so already. */
function askForPage() {
  if (connection.isOpen() && part("sheet").open !== hasSheet()) location.reload();
}

async function makeSheet() {
  const style = fetchStyle(document.querySelector("#sheet-style"));
  const [{ createSheet }] = await Promise.all([import("./sheet.js"), game.prepareSheet(), style]);
  return createSheet(part("sheet"), {
    game,
    names,
    pictures,
    lobby: root.querySelector(".match-bar__back").href,
    record: "record/",
    speed: () => settings.speed,
    ready: (deal) => connection.sendReady(deal, freshEntropy()),
    closed: () => paint(),
  });
}

const keys = createKeys(root, {
  isOn: () => settings.keys,
  isChoosing: () => choices.options(choice).length > 0,
  act: {
    hand: (index) => click(root.querySelectorAll(".hand__card")[index], true),
    group: (index) => tapOption(choices.options(choice)[index]),
    escape: () => deselect() || closeMenu(),
    speak: answer,
    replay,
    speed: () => settings.set("speed", SPEEDS[(SPEEDS.indexOf(settings.speed) + 1) % SPEEDS.length]) ?? true,
    mute: () => settings.set("sounds", !settings.sounds) ?? true,
    help: () => part("keys").showModal() ?? true,
  },
});

const scheme = location.protocol === "https:" ? "wss:" : "ws:";
const drawNews = createNews(root, () => shown, { people: createPeople, send: act });
const connection = createConnection(`${scheme}//${location.host}/ws/match/${data.view.match}/`, {
  beatUrl: data.beat,
  heard,
  changed: lineChanged,
  version: () => state.version,
  pending: () => state.pending,
});

// --- drawing ---------------------------------------------------------------------------------

/** What the game's machine of taps is told besides the tap. */
const situation = () => ({ view: state.view, confirmation: settings.confirm });

function paint() {
  draw({ ...shown, choice, pending: state.pending, note, online, canSeeSheet: sheet?.canReopen(shown.view) ?? false });
  keys.rove();
  part("replay").hidden = past.length === 0;
  drawActs(part("menu"), shown.view);
  drawNews();
  senses.painted(state);
}

/** Show the waiting updates one after the other. */
async function pump() {
  if (isPumping) return;
  isPumping = true;
  while (queue.length) {
    const update = queue.shift();
    const limit = update.isMissed ? setTimeout(motion.skip, MISSED_MS) : null;
    await show(update, paceOf(update));
    clearTimeout(limit);
  }
  isPumping = false;
  shown = state;
  motion.setSkipping(false);
  await updateSheet();
  paint();
}

async function show(update, pace) {
  const before = motion.snapshot();
  if ((pace ?? settings.speed) === "off") await standStill(update, pace);
  shown = update.after;
  choice = choices.revise(choice, shown.view);
  paint();
  const people = createPeople(shown.view);
  await motion.play(before, (stage) => game.flights(update.notices, shown.view, people, stage), pace);
}

/** Where nothing moves, moments that must be seen stand still, unless others wait. */
async function standStill({ notices, after }, pace) {
  if (pace !== undefined) return;
  for (const { view, milliseconds } of game.stills(notices, after.view)) {
    shown = { ...after, view };
    paint();
    await motion.pause(milliseconds);
  }
}

/** What was missed is shown fast; after a new deal the old table means nothing any more. */
function paceOf({ isMissed, notices }) {
  if (isMissed && notices.some((notice) => notice.kind === "dealt")) return "off";
  return isMissed || queue.length >= MANY ? hurried() : undefined;
}

function hurried() {
  return settings.speed === "off" ? "off" : "fast";
}

// --- from the server -------------------------------------------------------------------------

function heard(message, rtt) {
  const heardNow = receive(state, inMyOrder(message), Date.now(), rtt);
  state = heardNow.state;
  tellOrder();
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
  if (told.kind === "refused") {
    if (!connection.isOrder(message.ref)) refused(told); // nobody has asked for that one
  } else moved(told);
}

/** A message whose view has my hand in the order that I like. */
function inMyOrder(message) {
  if (message.view === undefined || message.version < state.version) return message;
  dealtHand = message.view.deal.hand;
  return { ...message, view: arranged(message.view, settings.sort) };
}

function sortHand() {
  const { view } = state;
  const dealt = { ...view, deal: { ...view.deal, hand: dealtHand } };
  state = { ...state, view: arranged(dealt, settings.sort) };
  tellOrder();
  if (isPumping) return; // drawn at the end of what is in the air
  shown = state;
  paint();
}

/** The automatic move takes the leftmost card: the server must know which that is. */
function tellOrder() {
  const { hand, number } = state.view.deal;
  if (!hand || state.view.phase !== "playing" || isKnown(hand, number)) return;
  if (connection.sendOrder(number, hand)) toldOrder = { number, hand };
}

/** Whether the server has these cards in this order: as it was told, or as it deals them. */
function isKnown(hand, number) {
  if (toldOrder === null) return hand.join() === dealtHand.join();
  return toldOrder.number === number && isWithin(hand, toldOrder.hand);
}

function moved({ before, notices, isMissed }) {
  const update = { before, notices, isMissed, after: state };
  if (wasMove(notices)) note = "";
  if (isMissed) missed += notices.filter(game.isMove).length;
  if (wasMove(notices)) past.push(update);
  if (past.length > REMEMBERED) past.shift();
  announce(update);
  senses.moved(update);
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
  const cry = settings.speed === "off" ? game.cry(notices) : null;
  if (cry !== null) motion.stillCry(cry);
  const automatic = notices.find((notice) => notice.automatic);
  if (automatic) note = timeOverWords(automatic.seat, people);
}

let missed = 0; // moves made since the line was lost

function backWords() {
  if (missed === 0) return gettext("Back in the match");
  const pattern = ngettext(
    "Back in the match: %(count)d move was made meanwhile",
    "Back in the match: %(count)d moves were made meanwhile",
    missed,
  );
  return fill(pattern, { count: missed });
}

function timeOverWords(seat, people) {
  if (people.isMe(seat)) return gettext("Time over: your move was made for you");
  return `${people.name(seat)}: ${gettext("time over: played automatically")}`;
}

function refused({ message, pending }) {
  note = message;
  shout(message);
  if (pending !== null) choice = choices.idle;
  paint();
  if (pending !== null && pending.card !== null) shake(root.querySelector(`.hand [data-card="${pending.card}"]`));
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
    if (attempt === 2) {
      shout(gettext("Connection lost."));
      senses.lost();
    }
  } else if (isBack) {
    banner.textContent = backWords();
    shout(banner.textContent);
    setTimeout(() => (banner.hidden = online), NOTICE_MS);
  }
  if (line === "open") {
    missed = 0;
    if (toldOrder !== null) toldOrder = { number: null, hand: [] }; // it may have been lost with the line
    tellOrder();
    if (sheet === null) updateSheet(); // it may have been asked for without a line
    else sheet.resend();
  }
  paint();
}

// --- from the person -------------------------------------------------------------------------

root.addEventListener("click", (event) => {
  const card = event.target.closest("[data-card]");
  const chip = event.target.closest("[data-option]");
  const act = event.target.closest("[data-act]")?.dataset.act;
  if (card?.closest(".hand")) tapCard(card.dataset.card);
  else if (card?.closest("#table")) tapTable(card.dataset.card, card);
  else if (chip) tapOption(chip.dataset.option);
  else if (act === "play") take(choices.confirm(choice, situation()));
  else if (act === "sheet") sheet?.reopen();
  else if (event.target.closest("#replay")) replay(false);
  else if (event.target.closest("#show-keys")) part("keys").showModal();
  else if (event.target.closest("#table, #hand")) deselect();
});

// Forms of the menu are said over the line, so that the page stays; without a line they are sent.
root.addEventListener("submit", (event) => {
  const { send, leave } = event.target.dataset;
  if (leave !== undefined) connection.stop();
  else if (send !== undefined && act(send)) {
    event.preventDefault();
    event.target.closest("details.acts__act")?.removeAttribute("open");
    closeMenu();
  }
});

function act(type) {
  return online && connection.sendAct(type);
}

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

function tapCard(card) {
  if (state.pending !== null) return;
  const { isPlayable, reason } = game.handCard(card, { view: state.view, choice, names });
  if (!online || !isPlayable) {
    note = isMyTurn(state.view) || state.view.phase !== "playing" ? sentence(reason) : gettext("It is not your turn yet");
    if (reason) say(note);
    paint();
    return;
  }
  const result = choices.tapHand(choice, card, situation());
  take(result);
  if (result.move === null) say(game.selectionWords(result.choice, names));
}

function tapTable(card, node) {
  if (state.pending !== null) return;
  const result = choices.tapTable(choice, card, situation());
  if (result.choice === choice && result.move === null && result.note === null) return;
  take(result);
  if (result.note !== null) {
    note = game.noteWords(result.note, names);
    shake(node);
    say(note);
    paint();
  }
}

function tapOption(option) {
  return option !== undefined && take(choices.tapOption(choice, option, situation()));
}

/** Carry out a step of the choice: draw it, and send the move if it is complete. */
function take(result) {
  choice = result.choice;
  note = "";
  if (result.move !== null && state.pending === null && online) {
    state = propose(state, result.move, result.card, identifier());
    connection.sendMove(state.pending);
  }
  paint();
  return true;
}

function deselect() {
  if (choice === choices.idle && !note) return false;
  choice = choices.idle;
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
  const { view, log } = state;
  const people = createPeople(view);
  const words = key === "c" ? clockWords : game.speak[key];
  if (words === undefined) return false;
  say(words({ view, log, people, names }));
  return true;
}

function clockWords({ view, people }) {
  return spokenClock(view, data.limits, serverNow(state, Date.now()), people);
}

/** Show the last move, or the last of everybody, once more; the state stays as it is. */
async function replay(round) {
  const again = past.slice(round ? -state.view.seats : -1);
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
  return notices.some(game.isMove);
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
  if (!card || event.pointerType !== "mouse" || choice !== choices.idle) return;
  hover = setTimeout(() => preview(game.preview(card.dataset.card, state.view)), HOVER_MS);
});

function preview(cards) {
  for (const node of root.querySelectorAll("#table [data-card]")) {
    node.toggleAttribute("data-preview", cards.includes(node.dataset.card));
  }
}

// --- begin -----------------------------------------------------------------------------------

if (location.search) history.replaceState(null, "", location.pathname);
root.dataset.script = "on";
paint();
updateSheet().then(paint);
createClock(root, () => state, data.limits, {
  warn: (seconds) => shout(fill(gettext("%(seconds)d seconds"), { seconds })),
  tick: (left) => {
    sheet?.tick(left);
    senses.tick(left, state.view);
  },
});
