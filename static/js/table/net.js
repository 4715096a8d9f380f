import { noteHeard, noteSaid } from "../noted.js";

// The socket: keeps itself connected, pings, and sends a move again after a reconnect under the
// same id, so that the server plays it once.

const PING_MS = 5000;
const SILENCE_MS = 12000; // longer than two pings: the line is dead although nobody said so
const SHORTEST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
const CLOSE_REFUSED = 4403; // the server no longer knows us at this match

/** Connect to `url`. Calls `heard(message, rtt)` for every message and `changed(state, attempt)`
    with "open", "lost" or "refused". `version()` and `pending()` say what this page has. */
export function createConnection(url, { heard, changed, version, pending }) {
  let socket = null;
  let attempt = 0;
  let lastHeard = 0;
  let pingSent = null;
  let retry = null;
  let isAtTable = false;

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
    attempt += 1;
    if (event.code === CLOSE_REFUSED) {
      changed("refused", attempt);
      return;
    }
    changed("lost", attempt);
    const wait = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** (attempt - 1));
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
    if (performance.now() - lastHeard > SILENCE_MS) drop();
    else if (send({ type: "ping", version: version() })) pingSent = performance.now();
  }

  function hurry() {
    if (socket === null && retry !== null) connect();
    else beat();
  }

  connect();
  setInterval(beat, PING_MS);
  addEventListener("online", hurry);
  addEventListener("offline", drop);
  document.addEventListener("visibilitychange", () => document.hidden || hurry());

  return {
    isOpen: () => isAtTable,
    sendMove,
    sendReady: (deal) => send({ type: "ready", id: identifier(), deal }),
  };
}

/** A fresh correlation id. */
export function identifier() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
