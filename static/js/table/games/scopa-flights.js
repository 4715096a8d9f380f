// How the cards of the fishing games move: to the table, together, onto a pile, from the stock.

import { backNodes, beside, centred, closeRanks, deal, gather, newHandNodes, pileOf, shifted, startOf, stockRect, toPile } from "../flights.js";

/** Plans the flights of notices on a stage (motion.js); `words.call` is the cry of a sweep. */
export function createFlights(words) {
  return function flights(notices, view, people, stage) {
    for (const notice of notices) {
      if (notice.kind === "played") played(notice, people, stage);
      else if (notice.kind === "leftovers") leftovers(notice, stage);
      else if (notice.kind === "served") served(stage);
      else if (notice.kind === "dealt") dealt(notice, stage);
      else if (notice.kind === "awarded") awarded(notice, view, stage);
    }
    closeRanks(stage);
  };

  function played(notice, people, stage) {
    const { times } = stage;
    const mine = people.isMe(notice.seat);
    const lies = stage.shown(notice.card);
    const from = startOf(notice.seat, notice.card, people, stage);
    if (from === null) return;
    if (!notice.take.length && lies !== null) {
      stage.arrive(lies, from, stage.time, times.play);
      stage.wait(times.play);
      return;
    }
    const first = stage.before.cards.get(notice.take[0]) ?? stage.rectOf(".layout");
    const spot = notice.take.length ? beside(first, from) : centred(stage.rectOf(".layout"), from);
    // The captured cards are lifted first, so that the card which takes them lies on top.
    const taken = notice.take.map((card) => stage.ghostOf(card, first));
    const card = stage.ghost(notice.card, notice.card, from, stage.time);
    stage.fly(card, spot, stage.time, times.play);
    stage.wait(times.play + (mine ? times.hold / 2 : times.pause));
    if (!notice.take.length) return;
    gather(taken, spot, stage);
    if (notice.sweep) stage.cry(words.call, stage.time - times.gather);
    toPile([...taken, card], people.sideOf(notice.seat), stage, notice.sweep ? [card] : []);
  }

  /** The opening layout is dealt, seen, and taken: it lies in no layout any more. */
  function awarded(notice, view, stage) {
    const { times } = stage;
    const size = stage.rectOf(".hand__card") ?? stage.rectOf(".layout");
    const middle = centred(stage.rectOf(".layout"), { width: size.width * 0.75, height: size.height * 0.75 });
    const stock = stockRect(stage);
    const cards = notice.cards.map((card, index) => {
      const flight = stage.ghost(card, card, centred(stock, middle), stage.time);
      stage.fly(flight, shifted(middle, (index - (notice.cards.length - 1) / 2) * middle.width * 1.1, 0), stage.time, times.deal);
      stage.wait(times.step);
      return flight;
    });
    stage.wait(times.deal + times.pause);
    stage.cry(words.call, stage.time);
    stage.wait(times.pause);
    gather(cards, middle, stage);
    const across = view.deal.piles[notice.side].sweeps.slice(0, notice.count);
    toPile(cards, notice.side, stage, cards.filter((_, index) => across.includes(notice.cards[index])));
  }
}

function leftovers(notice, stage) {
  const pile = pileOf(notice.side, stage);
  if (pile === null || !notice.cards.length) return;
  const cards = notice.cards.map((card) => stage.ghostOf(card, stage.rectOf(".layout")));
  stage.wait(stage.times.hold);
  for (const card of cards) stage.fly(card, pile.rect, stage.time, stage.times.pile);
  stage.wait(stage.times.pile);
}

function served(stage) {
  deal([...newHandNodes(stage), ...backNodes(stage)], stage);
}

function dealt(notice, stage) {
  const layout = notice.layout.map((card) => stage.shown(card)).filter((node) => node !== null);
  deal([...newHandNodes(stage), ...backNodes(stage), ...layout], stage);
}
