// How the cards of Star Cards move: to the trick, to a collection, onto the trump card, from the stock.

import { backNodes, centred, closeRanks, deal, newHandNodes, startOf, stockRect } from "../flights.js";
import { DUMMY, handSize } from "./star-cards-words.js";

export const trickKey = (player, card) => `trick ${player} ${card}`;

/** Plans the flights of notices on a stage (motion.js). */
export function flights(notices, view, people, stage) {
  const trick = new Map(); // what lies in the trick as the notices go on: key -> flight or null
  for (const notice of notices) {
    if (notice.kind === "played") played(notice, people, stage, trick);
    else if (notice.kind === "won") won(notice, stage, trick);
    else if (notice.kind === "collected") collected(notice, people, stage);
    else if (notice.kind === "trump") swept(stage, trick);
    else if (notice.kind === "refilled" || notice.kind === "dark_deal") drawn(notice, people, stage);
    else if (notice.kind === "dealt") deal([...newHandNodes(stage), ...backNodes(stage)], stage);
    if (notice.kind === "star_penalty" || notice.kind === "dark_deal" || notice.penalty) dimmed(notice, people, stage);
  }
  closeRanks(stage);
}

const keyed = (stage, key) => stage.root.querySelector(`#table [data-key="${key}"]`);

function played(notice, people, stage, trick) {
  const { times } = stage;
  const key = trickKey(notice.seat, notice.card);
  const from = notice.seat === DUMMY ? stockRect(stage) : startOf(notice.seat, notice.card, people, stage);
  if (from === null) return;
  const lies = keyed(stage, key);
  if (lies !== null) {
    stage.arrive(lies, centred(from, lies.getBoundingClientRect()), stage.time, times.play);
  } else {
    // The trick is over already: the card is seen where its place was.
    const spot = stage.root.querySelector(`#table [data-player="${notice.seat}"] .place__card`)?.getBoundingClientRect();
    if (!spot) return;
    const flight = stage.ghost(key, notice.card, centred(from, spot), stage.time);
    stage.fly(flight, spot, stage.time, times.play);
    trick.set(key, flight);
  }
  stage.wait(times.play);
}

/** The whole trick is looked at before anything leaves it, where nobody has to choose. */
function won(notice, stage, trick) {
  const isOver = keyed(stage, trickKey(notice.cards[0].seat, notice.cards[0].card)) === null;
  if (!isOver) return;
  for (const { seat, card } of notice.cards) {
    const key = trickKey(seat, card);
    const known = stage.before.cards.get(key);
    if (!trick.has(key) && known) trick.set(key, stage.ghost(key, card, known, 0));
  }
  stage.wait(stage.times.trick ?? stage.times.pause);
}

function collected(notice, people, stage) {
  const before = [...stage.before.cards].find(([key]) => key.startsWith("trick ") && key.endsWith(` ${notice.card}`));
  const owner = ownerNode(notice.seat, people, stage);
  const slot = owner?.querySelector(`.slot[data-rank="${notice.card[1]}"]`)?.getBoundingClientRect();
  if (!before || !slot?.width) return;
  const flight = stage.ghost(`kept ${notice.card}`, notice.card, before[1], stage.time);
  stage.fly(flight, centred(slot, { width: slot.width, height: slot.width * 1.6 }), stage.time, stage.times.pile, { opacity: 0.4 });
  stage.wait(stage.times.pile);
}

function swept(stage, trick) {
  const pile = stage.rectOf(".trump__card");
  if (pile === null) return;
  for (const flight of trick.values()) stage.fly(flight, pile, stage.time, stage.times.pile);
  if (trick.size) stage.wait(stage.times.pile);
  trick.clear();
}

function drawn(notice, people, stage) {
  if (people.isMe(notice.seat)) {
    deal(newHandNodes(stage), stage);
    return;
  }
  const row = [...(ownerNode(notice.seat, people, stage)?.querySelectorAll(".backs .card") ?? [])];
  deal(row.slice(-handSize(notice.drawn)).filter((node) => node.getClientRects().length), stage);
}

function dimmed(notice, people, stage) {
  const dark = ownerNode(notice.seat, people, stage)?.querySelector('.token[data-token="dark"]');
  if (dark) stage.bump(dark, stage.time);
}

function ownerNode(seat, people, stage) {
  return stage.root.querySelector(people.isMe(seat) ? ".me" : `.seat[data-seat="${seat}"]`);
}
