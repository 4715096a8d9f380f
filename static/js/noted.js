// What this browser saw and said before a deal was over, kept here so that the check of the deal can
// compare: the commitment it was shown, and the entropy it sent. Nothing of it is secret afterwards.

const PREFIX = "settebello:deal:";
const KEPT = 100; // deals; the oldest go

const keyOf = (match, deal, seat) => `${PREFIX}${match}:${deal}:${seat}`;

/** `{commitment, sent: [entropy]}`, or null if this browser was not there. */
export function notedOf(match, deal, seat) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(match, deal, seat)));
  } catch {
    return null; // no storage here, or something else has written to it
  }
}

let own = null; // {match, seat}: of the latest view

/** A message of the match's socket on its way in: the commitment of a view, the first that is shown. */
export function noteHeard({ view }) {
  if (!view) return;
  own = { match: view.match, seat: view.seat };
  noteSeal(view);
}

/** A message on its way out: entropy for the first deal, or for the one after that which was read. */
export function noteSaid({ type, deal, entropy }) {
  if (!entropy || own === null) return;
  if (type === "start") noteEntropy({ ...own, deal: 1, entropy });
  if (type === "ready") noteEntropy({ ...own, deal: deal + 1, entropy });
}

function noteSeal({ match, seat, shuffle }) {
  if (!shuffle || notedOf(match, shuffle.deal, seat)?.commitment) return;
  write(match, shuffle.deal, seat, { commitment: shuffle.commitment });
}

/** Tabs of one person may each send some entropy: one of it counts. */
function noteEntropy({ match, seat, deal, entropy }) {
  const sent = notedOf(match, deal, seat)?.sent ?? [];
  if (!sent.includes(entropy)) write(match, deal, seat, { sent: [...sent, entropy] });
}

function write(match, deal, seat, news) {
  const before = notedOf(match, deal, seat) ?? { commitment: null, sent: [] };
  try {
    localStorage.setItem(keyOf(match, deal, seat), JSON.stringify({ ...before, ...news }));
    forgetOldest();
  } catch {
    // Private windows may forbid it: then there is nothing to compare with, and the check says less.
  }
}

function forgetOldest() {
  const place = (key) => key.slice(PREFIX.length).split(":").map(Number);
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  keys.sort((one, other) => place(one)[0] - place(other)[0] || place(one)[1] - place(other)[1]);
  for (const key of keys.slice(0, -KEPT)) localStorage.removeItem(key);
}
