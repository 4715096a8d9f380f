// The order of a deck from seed and entropy, as docs/protocol.md describes it: the same procedure
// as games/engine/shuffle.py and bin/verify-deal, written a third time for the browser, so that a
// deck can be checked without trusting the server. It needs crypto.subtle (a secure context).

const WORD_SPAN = 2 ** 32;

const italianDeck = () => [..."DCSB"].flatMap((suit) => Array.from({ length: 10 }, (_, at) => `${at + 1}${suit}`));

function starDeck() {
  const coloured = [..."RYBG"].flatMap((colour) =>
    [1, 2, 3, 4, 5, 6].flatMap((rank) => [..."ab"].map((copy) => `${colour}${rank}${copy}`)),
  );
  return [...coloured, ...[..."abcdef"].map((copy) => `X${copy}`)];
}

/** The deck of a game in its own order, from which a shuffle starts. */
export const deckOf = (game) => (game === "star-cards" ? starDeck() : italianDeck());

export function fromHex(text) {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new TypeError("not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What is published of a seed before the deal. */
export async function commitment(seed) {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", seed)));
}

/** What the seats gave, each behind a byte with its length; nothing if nobody gave anything. */
export function joined(entropies) {
  if (entropies.every((one) => one.length === 0)) return new Uint8Array();
  return concatenated(entropies.flatMap((one) => [Uint8Array.of(one.length), one]));
}

/** The seed of attempt 0 is the sealed one; of the n-th deal again, derived from it. */
export async function attemptSeed(seed, attempt) {
  if (attempt === 0) return seed;
  const key = await hmacKey(seed);
  return hmac(key, concatenated([new TextEncoder().encode("redeal"), bigEndian(attempt, 4)]));
}

/** The deck in the order that all the rest determines. */
export async function shuffled(deck, seed, { match, deal, entropy = new Uint8Array() }) {
  const prefix = concatenated([entropy, bigEndian(match, 8), bigEndian(deal, 4)]);
  const words = wordsOf(await hmacKey(seed), prefix);
  const cards = [...deck];
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const chosen = await below(last + 1, words);
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards;
}

/** A number below `bound`, every one equally likely: words of the uneven rest are rejected. */
async function below(bound, words) {
  const limit = WORD_SPAN - (WORD_SPAN % bound);
  for (;;) {
    const { value } = await words.next();
    if (value < limit) return value % bound;
  }
}

async function* wordsOf(key, prefix) {
  for (let counter = 0; ; counter += 1) {
    const block = await hmac(key, concatenated([prefix, bigEndian(counter, 4)]));
    const view = new DataView(block.buffer);
    for (let at = 0; at < block.length; at += 4) yield view.getUint32(at);
  }
}

const hmacKey = (seed) =>
  crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

const hmac = async (key, data) => new Uint8Array(await crypto.subtle.sign("HMAC", key, data));

/** BigInt, because the number of a match may have 64 bits. */
function bigEndian(number, length) {
  const bytes = new Uint8Array(length);
  let rest = BigInt(number);
  for (let at = length - 1; at >= 0; at -= 1) {
    bytes[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

function concatenated(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
