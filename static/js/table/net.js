// The socket: keeps itself connected, pings, and sends a move again after a reconnect under the
// same id, so that the server plays it once.
//
// The times fit those of the server (docs/protocol.md): a ping keeps a seat for 3 s, and 5 s later
// the seat is dropped. So a dead line must be noticed, and a new one open, within 8 s of a ping.

import { noteHeard, noteSaid } from "../noted.js";

const PING_MS = 2000;
const SILENCE_MS = 4500; // longer than two pings: the line is dead although nobody said so
const GREETING_MS = 10_000; // a busy server is given longer for its first word: to ask again would load it more
const HURRY_MS = 2000; // how long a line is trusted after this machine slept or changed its network
const WAITS_MS = [0, 300, 700, 1300]; // before each attempt; the last for all that follow
const ORDER = "order-"; // marks the ids of messages that the page sends by itself
const CLOSE_REFUSED = 4403; // the server no longer knows us at this match

/** Connect to `url`, with the beat of the worker at `beatUrl`. Calls `heard(message, rtt)` for every
    message and `changed(state, attempt)` with "open", "lost" or "refused". `version()` and `pending()`
    say what this page has. */
export function createConnection(url, { beatUrl, heard, changed, version, pending = () => null }) {
  let socket = null;
  let attempt = 0;
  let lastHeard = 0;
  let pingSent = null;
  let retry = null;
  let isAtTable = false;
  let isStopped = false;

  function connect() {
    clearTimeout(retry);
    retry = null;
    socket = new WebSocket(url);
    lastHeard = performance.now();
    socket.addEventListener("message", onMessage);
    socket.addEventListener("close", onClose);
  }

  function onMessage(event) {
    if (event.target !== socket) return;
    lastHeard = performance.now();
    const message = JSON.parse(event.data);
    noteHeard(message);
    let rtt = 0;
    if (message.type === "pong" && pingSent !== null) {
      rtt = performance.now() - pingSent;
      pingSent = null;
    }
    heard(message, rtt);
    // The server greets with a view: only then is the page known to be at the table.
    if (message.type === "view" && !isAtTable) {
      isAtTable = true;
      attempt = 0;
      changed("open", 0);
      const move = pending();
      if (move !== null) sendMove(move);
    }
  }

  function onClose(event) {
    if (event.target !== socket) return;
    socket = null;
    isAtTable = false;
    pingSent = null;
    if (isStopped) return;
    attempt += 1;
    if (event.code === CLOSE_REFUSED) {
      changed("refused", attempt);
      return;
    }
    changed("lost", attempt);
    const wait = WAITS_MS[Math.min(attempt, WAITS_MS.length) - 1];
    retry = setTimeout(connect, wait * (0.75 + Math.random() / 2));
  }

  function send(message) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    noteSaid(message);
    socket.send(JSON.stringify(message));
    return true;
  }

  function sendMove(move) {
    return send({ type: "move", move_id: move.id, version: move.version, move: move.move });
  }

  function drop() {
    const dead = socket;
    if (dead === null) return;
    dead.close();
    // A dead line can take minutes to say that it is closed.
    onClose({ target: dead });
  }

  function beat() {
    if (socket === null) return;
    if (performance.now() - lastHeard > (isAtTable ? SILENCE_MS : GREETING_MS)) drop();
    else if (send({ type: "ping", version: version() })) pingSent = performance.now();
  }

  /** The page has come to life again: connect now, or find out at once whether the line did, too. */
  function hurry() {
    if (isStopped) return;
    if (socket === null) {
      if (retry !== null) connect();
      return;
    }
    beat();
    if (!isAtTable) return; // this one has only just been opened
    const asked = socket;
    const since = performance.now();
    setTimeout(() => socket === asked && lastHeard < since && drop(), HURRY_MS);
  }

  connect();
  startBeat(beatUrl, beat);
  addEventListener("online", hurry);
  addEventListener("pageshow", (event) => event.persisted && hurry());
  addEventListener("offline", drop);
  document.addEventListener("visibilitychange", () => document.hidden || hurry());

  return {
    isOpen: () => isAtTable,
    sendMove,
    /** Entropy for the shuffle to come goes with it; a repeated message brings the same again. */
    sendReady: (deal, entropy) => send({ type: "ready", id: identifier(), deal, entropy }),
    sendStart: (entropy) => send({ type: "start", id: identifier(), entropy }),
    sendOrder: (deal, cards) => send({ type: "order", id: `${ORDER}${identifier()}`, deal, cards }),
    isOrder: (ref) => ref?.startsWith(ORDER) ?? false,
    /** resign, decline, leave, pause, resume, end: nothing but that. */
    sendAct: (type) => send({ type, id: identifier() }),
    /** Say no more: the person is leaving, and a ping would bring them back. */
    stop() {
      isStopped = true;
      clearTimeout(retry);
      socket?.close();
    },
  };
}

function startBeat(url, beat) {
  const own = () => setInterval(beat, PING_MS);
  try {
    const worker = new Worker(url);
    worker.addEventListener("message", beat);
    worker.addEventListener("error", own, { once: true });
    worker.postMessage(PING_MS);
  } catch {
    own(); // no workers here: a hidden tab will be slow
  }
}

/** A fresh correlation id. */
export function identifier() {
  return randomHex(16);
}

/** This browser's part of a shuffle. */
export function freshEntropy() {
  return randomHex(16);
}

function randomHex(count) {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
