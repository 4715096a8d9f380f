// Flights that games share: from the stock, to a pile, closing ranks. A game's own `flights` plans
// with them on a `stage` (motion.js).

/** The cards of my hand that have just come into it. */
export function newHandNodes(stage) {
  return [...stage.root.querySelectorAll(".hand [data-card]")].filter((node) => !stage.before.cards.has(keyOf(node)));
}

/** The backs that the other players hold, where they are drawn. */
export function backNodes(stage) {
  return [...stage.root.querySelectorAll(".seat .backs .card")].filter((node) => node.getClientRects().length > 0);
}

/** These elements come one after the other from the stock. */
export function deal(nodes, stage) {
  const stock = stockRect(stage);
  for (const node of nodes) {
    stage.arrive(node, stock, stage.time, stage.times.deal);
    stage.appear(node, stage.time, 1);
    stage.wait(stage.times.step);
  }
  stage.wait(stage.times.deal - stage.times.step);
}

/** The stock is drawn on large screens only; elsewhere the cards come from the top of the table. */
export function stockRect(stage) {
  const stock = stage.rectOf("[data-stock] .card");
  if (stock?.width) return stock;
  const table = stage.rectOf("#table");
  return new DOMRect(table.left + table.width / 2 - 15, table.top - 48, 30, 48);
}

/** From where a seat plays a card: its place in my hand, or the last back of another's. */
export function startOf(seat, card, people, stage) {
  const known = stage.before.cards.get(card);
  if (people.isMe(seat) && known) return known;
  return stage.backs(seat).at(-1) ?? known ?? null;
}

export function gather(cards, spot, stage) {
  cards.forEach((card, index) => {
    stage.fly(card, shifted(spot, 8 * (index + 1), 6 * (index + 1)), stage.time, stage.times.gather);
  });
  stage.wait(stage.times.gather);
}

/** Flights `cards` end on a side's pile; `across` is the one that comes to lie across it. */
export function toPile(cards, side, stage, across = []) {
  const pile = pileOf(side, stage);
  if (pile === null) return;
  for (const card of cards) {
    const turn = across.includes(card) ? 90 : 0;
    stage.fly(card, pile.rect, stage.time, stage.times.pile, { turn, opacity: 0.9 });
  }
  stage.wait(stage.times.pile);
  if (across.length) {
    for (const sweep of [...pile.node.querySelectorAll("[data-sweep]")].slice(-across.length)) stage.appear(sweep, stage.time);
  }
  const count = pile.node.querySelector(".pile__count");
  if (count) stage.bump(count, stage.time);
}

export function pileOf(side, stage) {
  const node = stage.root.querySelector(`[data-pile="${side}"]`);
  const rect = node?.querySelector(".card.back")?.getBoundingClientRect();
  return rect ? { node, rect } : null;
}

/** The cards that stay slide to their new places once the others have left. */
export function closeRanks(stage) {
  for (const node of stage.root.querySelectorAll("#table [data-card], .hand [data-card]")) {
    const old = stage.before.cards.get(keyOf(node));
    if (old === undefined || stage.isBusy(node)) continue;
    const now = node.getBoundingClientRect();
    if (Math.abs(old.left - now.left) + Math.abs(old.top - now.top) < 1) continue;
    const inHand = node.closest(".hand") !== null;
    stage.arrive(node, old, inHand ? 0 : stage.time, stage.times.play);
  }
}

const keyOf = (node) => node.dataset.key ?? node.dataset.card;

export function beside(rect, size) {
  return new DOMRect(rect.left + rect.width * 0.3, rect.top - rect.height * 0.08, rect.width, rect.height || size.height);
}

export function centred(area, size) {
  return new DOMRect(area.left + area.width / 2 - size.width / 2, area.top + area.height / 2 - size.height / 2, size.width, size.height);
}

export function shifted(rect, x, y) {
  return new DOMRect(rect.left + x, rect.top + y, rect.width, rect.height);
}
