// What this page knows of the match: a plain value, and pure functions from (state, message) to
// state. The server's view replaces ours whole; nothing here computes a rule.

/** From the data in the page. `localNow` is this machine's clock when the data was made. */
export function begin(data, localNow) {
  return {
    version: data.version,
    view: data.view,
    log: data.log,
    offset: data.view.now - localNow, // add it to the local clock to get the server's
    pending: null, // {id, move, card, version, accepted}: sent, neither refused nor seen in a view
  };
}

/** The state after a message, and what there is to tell.

    `told` is {kind: "moved", before, notices, isMissed}, {kind: "refused", code, message, pending} or null.
    Missed is what came whole, with a view, because this page was not there when it happened.
    `rtt` is how long the answer to a ping took. */
export function receive(state, message, localNow, rtt = 0) {
  switch (message.type) {
    case "view":
      return renew(state, message, localNow, message.log, message.log.slice(state.log.length));
    case "update":
      return renew(state, message, localNow, [...state.log, ...message.notices], message.notices);
    case "refused":
      return refuse(state, message);
    case "accepted":
      return { state: accept(state, message), told: null };
    case "pong":
      return { state: { ...state, offset: message.now + rtt / 2 - localNow }, told: null };
    default:
      return { state, told: null };
  }
}

function renew(state, message, localNow, log, notices) {
  if (message.version < state.version) return { state, told: null };
  const offset = message.view.now - localNow;
  if (message.version === state.version && message.type === "update") {
    return { state: { ...state, offset }, told: null };
  }
  const pending = isSettled(state.pending, message) ? null : state.pending;
  const after = { ...state, version: message.version, view: message.view, log, offset, pending };
  const moved = message.version > state.version;
  return { state: after, told: moved ? { kind: "moved", before: state.view, notices, isMissed: message.type === "view" } : null };
}

/** A move is settled once a view has come up to its receipt, or shows its card out of the hand. */
function isSettled(pending, message) {
  if (pending === null) return true;
  if (pending.accepted !== null) return message.version >= pending.accepted;
  return message.version > pending.version && !(message.view.deal.hand ?? []).includes(pending.card);
}

function accept(state, { ref, version }) {
  if (state.pending?.id !== ref) return state;
  return { ...state, pending: version <= state.version ? null : { ...state.pending, accepted: version } };
}

function refuse(state, message) {
  const pending = state.pending;
  const isOurs = pending !== null && message.ref === pending.id;
  return {
    state: isOurs ? { ...state, pending: null } : state,
    told: {
      kind: "refused",
      code: message.code,
      message: message.message,
      pending: isOurs ? pending : null,
    },
  };
}

/** The state with a move on its way. */
export function propose(state, move, card, id) {
  return { ...state, pending: { id, move, card, version: state.version, accepted: null } };
}

/** The server's time now, in milliseconds. */
export function serverNow(state, localNow) {
  return localNow + state.offset;
}

export function isMyTurn(view) {
  return view.deal.legal.length > 0;
}
