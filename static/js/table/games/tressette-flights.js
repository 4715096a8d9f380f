// How the cards of Tressette move: to the trick, held there, to whoever takes it; from the stock.

import { backNodes, closeRanks, deal, newHandNodes, startOf, stockRect } from "../flights.js";
import { TIMES } from "../motion.js";
import { outWords } from "./tressette-words.js";

const STILL_TRICK_MS = 900;

export function flights(notices, _view, people, stage) {
  const trick = notices.find((notice) => notice.kind === "trick");
  for (const notice of notices) {
    if (notice.kind === "played") played(notice, trick !== undefined, people, stage);
    else if (notice.kind === "trick") taken(notice, people, stage);
    else if (notice.kind === "drawn") drawn(notice, people, stage);
    else if (notice.kind === "dealt") deal([...newHandNodes(stage), ...backNodes(stage)], stage);
    else if (notice.kind === "dealer_drawn") calls(notice.dealer, people, stage);
    else if (notice.kind === "called_out") stage.cry(outWords(notice.total), stage.time);
  }
  closeRanks(stage);
}

function played(notice, completes, people, stage) {
  const from = startOf(notice.seat, notice.card, people, stage);
  if (from === null) return;
  const { time, times } = stage;
  const lies = stage.shown(notice.card);
  if (lies !== null && !completes) stage.arrive(lies, from, time, times.play);
  else {
    const card = stage.ghost(notice.card, notice.card, from, time);
    stage.fly(card, placeOf(notice.seat, stage), time, times.play);
  }
  stage.wait(times.play);
}

/** The complete trick is held, long enough to be read, and goes to whoever took it. */
function taken(notice, people, stage) {
  const cards = notice.plays.map((play) => {
    const card = stage.ghostOf(play.card, placeOf(play.seat, stage));
    if (play.seat === notice.winner) card.node.classList.add("ghost--wins");
    return card;
  });
  stage.wait(stage.times.trick);
  const ring = ringOf(notice.winner, people, stage);
  stage.bump(ring, stage.time);
  for (const card of cards) stage.fly(card, ring.getBoundingClientRect(), stage.time, stage.times.pile, { opacity: 0.2 });
  stage.wait(stage.times.pile);
}

/** Each drawn card is turned up beside the stock, the winner's first, and goes to its hand. */
function drawn(notice, people, stage) {
  const stock = stockRect(stage);
  for (const { seat, card } of notice.cards) {
    const shown = stage.root.querySelector(`[data-drawn="${card}"] .card`);
    if (shown === null) continue;
    const spot = shown.getBoundingClientRect();
    stage.arrive(shown, stock, stage.time, stage.times.play);
    stage.appear(shown, stage.time, 1);
    stage.wait(stage.times.play + stage.times.reveal);
    const held = people.isMe(seat) ? stage.root.querySelector(`.hand [data-card="${card}"]`) : null;
    if (held !== null) {
      stage.arrive(held, spot, stage.time, stage.times.play);
      stage.appear(held, stage.time, 1);
    } else if (!people.isMe(seat)) {
      const flight = stage.ghost(card, card, spot, stage.time);
      stage.fly(flight, ringOf(seat, people, stage).getBoundingClientRect(), stage.time, stage.times.play, { opacity: 0.2 });
    }
    stage.wait(stage.times.play);
  }
}

function calls(seat, people, stage) {
  stage.bump(ringOf(seat, people, stage), stage.time);
}

const placeOf = (seat, stage) => stage.rectOf(`[data-place="${seat}"]`);

function ringOf(seat, people, stage) {
  return stage.root.querySelector(people.isMe(seat) ? "#me .ring" : `.seat[data-seat="${seat}"] .ring`);
}

/** Where nothing moves: the complete trick, then what was drawn, each for a while. */
export function stills(notices, view) {
  const trick = notices.find((notice) => notice.kind === "trick");
  if (trick === undefined) return [];
  const { deal } = view;
  const fresh = deal.drawn.map((draw) => draw.card);
  const before = {
    ...deal,
    trick: trick.plays,
    winning: trick.winner,
    led_suit: null,
    drawn: [],
    hand: (deal.hand ?? []).filter((card) => !fresh.includes(card)),
    legal: [],
  };
  const held = [{ view: { ...view, deal: before }, milliseconds: STILL_TRICK_MS }];
  if (!fresh.length) return held;
  const shown = { ...before, trick: [], winning: null, drawn: deal.drawn };
  return [...held, { view: { ...view, deal: shown }, milliseconds: TIMES.normal.reveal }];
}
