// The page of a deal: recomputes its deck in this browser and says, step by step, what agrees.
// `deal-data` holds what the page shows; everything else is computed here (shuffle.js).

import { notedOf } from "./noted.js";
import { attemptSeed, commitment, deckOf, fromHex, joined, shuffled, toHex } from "./shuffle.js";
import { fill, gettext, ngettext } from "./table/words.js";

/** The steps of the check, each with a sentence and whether it agrees: yes, no, or null for what
 * cannot be told. `noted` is what this browser kept of the deal, if it was there. */
export async function check(data, noted = null) {
  const seed = fromHex(data.seed);
  const entropies = data.entropy.map(fromHex);
  const steps = [await checkCommitment(data.commitment, seed)];
  if (noted?.commitment) steps.push(compareNoted(noted.commitment, data.commitment));
  steps.push(sayEntropy(entropies));
  if (noted?.sent.length) steps.push(compareSent(noted.sent, data.entropy[data.seat]));
  for (const [attempt, dealt] of data.attempts.entries()) {
    const dealtSeed = await attemptSeed(seed, attempt);
    if (attempt > 0) steps.push(checkSeed(toHex(dealtSeed), dealt.seed, attempt));
    const deck = await shuffled(deckOf(data.game), dealtSeed, {
      match: data.match,
      deal: data.deal,
      entropy: joined(entropies),
    });
    steps.push(compareDecks(dealt.deck, deck));
  }
  return steps;
}

async function checkCommitment(published, seed) {
  const computed = await commitment(seed);
  return computed === published
    ? agrees(gettext("SHA-256 of the seed is the commitment that was published before the deal."))
    : differs(
        fill(gettext("SHA-256 of the seed is %(computed)s, which is not the commitment."), { computed }),
      );
}

function compareNoted(noted, published) {
  return noted === published
    ? agrees(gettext("It is the commitment that this browser was shown at the table."))
    : differs(fill(gettext("At the table this browser was shown another commitment: %(noted)s."), { noted }));
}

function compareSent(sent, used) {
  if (sent.includes(used)) return agrees(gettext("The entropy of your seat is what this browser sent."));
  if (used === "") {
    return unsure(gettext("What this browser sent is not in the deck: it came too late, or was left out."));
  }
  return differs(gettext("The entropy of your seat is not what this browser sent."));
}

function sayEntropy(entropies) {
  const count = entropies.filter((one) => one.length > 0).length;
  if (count === 0) return agrees(gettext("No seat added entropy: the seed alone gives the order."));
  const pattern = ngettext(
    "The entropy of %(count)d seat goes into the order.",
    "The entropy of %(count)d seats goes into the order.",
    count,
  );
  return agrees(fill(pattern, { count }));
}

function checkSeed(computed, stated, attempt) {
  return computed === stated
    ? agrees(fill(gettext("The seed of new deal %(attempt)d follows from the sealed one."), { attempt }))
    : differs(
        fill(gettext("The seed of new deal %(attempt)d does not follow from the sealed one."), { attempt }),
      );
}

function compareDecks(dealt, computed) {
  const at = computed.findIndex((card, place) => card !== dealt[place]);
  if (at === -1 && dealt.length === computed.length) {
    const pattern = gettext("All %(count)d cards lie where the computation puts them.");
    return agrees(fill(pattern, { count: computed.length }));
  }
  const place = at === -1 ? computed.length + 1 : at + 1;
  return differs(
    fill(gettext("Card %(place)d is %(dealt)s, and the computation puts %(computed)s there."), {
      place,
      dealt: dealt[place - 1] ?? "–",
      computed: computed[place - 1] ?? "–",
    }),
  );
}

const agrees = (words) => ({ agrees: true, words });
const differs = (words) => ({ agrees: false, words });
const unsure = (words) => ({ agrees: null, words });

// --- the page -------------------------------------------------------------------------------

const LOOKS = new Map([[true, "agrees"], [false, "differs"], [null, "unsure"]]);

function show(steps, list, verdict) {
  list.replaceChildren(
    ...steps.map((step) => {
      const item = document.createElement("li");
      item.className = `check__step check__step--${LOOKS.get(step.agrees)}`;
      item.textContent = step.words;
      return item;
    }),
  );
  const isRight = steps.every((step) => step.agrees !== false);
  verdict.className = isRight ? "message message--success" : "message message--error";
  verdict.textContent = isRight
    ? gettext("It agrees: this deck follows from the sealed seed and from what the seats added.")
    : gettext("It does not agree. Keep this page and tell us.");
}

function setUp(place) {
  const button = place.querySelector("button");
  const list = document.getElementById("check-steps");
  const verdict = document.getElementById("check-verdict");
  place.hidden = false;
  if (globalThis.crypto?.subtle === undefined) {
    button.disabled = true;
    verdict.className = "message message--warning";
    verdict.textContent = gettext(
      "This browser computes such values on secure pages only (https). Open this page there, or use the program below.",
    );
    return;
  }
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const data = JSON.parse(document.getElementById("deal-data").textContent);
      show(await check(data, notedOf(data.match, data.deal, data.seat)), list, verdict);
    } catch (error) {
      verdict.className = "message message--error";
      verdict.textContent = fill(gettext("The check could not be made: %(reason)s"), { reason: error.message });
    } finally {
      button.disabled = false;
    }
  });
}

const place = document.getElementById("check");
if (place !== null) setUp(place);
