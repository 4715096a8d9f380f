// How the cards of Scopa move: to the table, together, onto a pile, from the stock.

import { gettext } from "../words.js";

/** Plan the flights of these notices on `stage` (motion.js). */
export function flights(notices, view, people, stage) {
  for (const notice of notices) {
    if (notice.kind === "played") played(notice, view, people, stage);
    else if (notice.kind === "leftovers") leftovers(notice, people, stage);
    else if (notice.kind === "served") served(view, stage);
    else if (notice.kind === "dealt") dealt(view, stage);
  }
  closeRanks(stage);
}

function played(notice, view, people, stage) {
  const { times } = stage;
  const mine = people.isMe(notice.seat);
  const lies = stage.shown(notice.card);
  const from = startOf(notice, mine, stage);
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
  if (notice.sweep) stage.cry(gettext("Scopa!"), stage.time - times.gather);
  toPile([...taken, card], people.sideOf(notice.seat), notice.sweep ? card : null, stage);
}

function startOf(notice, mine, stage) {
  const known = stage.before.cards.get(notice.card);
  if (mine && known) return known;
  const backs = stage.backs(notice.seat);
  return backs[backs.length - 1] ?? known ?? null;
}

function gather(taken, spot, stage) {
  taken.forEach((card, index) => {
    stage.fly(card, shifted(spot, 8 * (index + 1), 6 * (index + 1)), stage.time, stage.times.gather);
  });
  stage.wait(stage.times.gather);
}

function toPile(cards, side, sweeping, stage) {
  const pile = pileOf(side, stage);
  if (pile === null) return;
  for (const card of cards) {
    stage.fly(card, pile.rect, stage.time, stage.times.pile, { turn: card === sweeping ? 90 : 0, opacity: 0.9 });
  }
  stage.wait(stage.times.pile);
  if (sweeping) {
    const sweep = [...pile.node.querySelectorAll("[data-sweep]")].pop();
    if (sweep) stage.appear(sweep, stage.time);
  }
  const count = pile.node.querySelector(".pile__count");
  if (count) stage.bump(count, stage.time);
}

function pileOf(side, stage) {
  const node = stage.root.querySelector(`[data-pile="${side}"]`);
  const rect = node?.querySelector(".card.back")?.getBoundingClientRect();
  return rect ? { node, rect } : null;
}

function leftovers(notice, people, stage) {
  const pile = pileOf(notice.side, stage);
  if (pile === null || !notice.cards.length) return;
  const cards = notice.cards.map((card) => stage.ghostOf(card, stage.rectOf(".layout")));
  stage.wait(stage.times.hold);
  for (const card of cards) stage.fly(card, pile.rect, stage.time, stage.times.pile);
  stage.wait(stage.times.pile);
}

function served(view, stage) {
  deal([...handNodes(stage), ...backNodes(stage)], stage);
}

function dealt(view, stage) {
  deal([...handNodes(stage), ...backNodes(stage), ...stage.root.querySelectorAll(".layout [data-card]")], stage);
}

function handNodes(stage) {
  return [...stage.root.querySelectorAll(".hand [data-card]")].filter((node) => !stage.before.cards.has(node.dataset.card));
}

function backNodes(stage) {
  return [...stage.root.querySelectorAll(".seat .backs .card")].filter((node) => node.getClientRects().length > 0);
}

function deal(nodes, stage) {
  const stock = stockRect(stage);
  for (const node of nodes) {
    stage.arrive(node, stock, stage.time, stage.times.deal);
    stage.appear(node, stage.time, 1);
    stage.wait(stage.times.step);
  }
  stage.wait(stage.times.deal - stage.times.step);
}

/** The stock is drawn on large screens only; elsewhere the cards come from the top of the table. */
function stockRect(stage) {
  const stock = stage.rectOf("[data-stock] .card");
  if (stock?.width) return stock;
  const table = stage.rectOf("#table");
  return new DOMRect(table.left + table.width / 2 - 15, table.top - 48, 30, 48);
}

/** The cards that stay slide to their new places once the others have left. */
function closeRanks(stage) {
  for (const node of stage.root.querySelectorAll(".layout [data-card], .hand [data-card]")) {
    const old = stage.before.cards.get(node.dataset.card);
    if (old === undefined || stage.isBusy(node)) continue;
    const now = node.getBoundingClientRect();
    if (Math.abs(old.left - now.left) + Math.abs(old.top - now.top) < 1) continue;
    const inHand = node.closest(".hand") !== null;
    stage.arrive(node, old, inHand ? 0 : stage.time, stage.times.play);
  }
}

function beside(rect, size) {
  return new DOMRect(rect.left + rect.width * 0.3, rect.top - rect.height * 0.08, rect.width, rect.height || size.height);
}

function centred(area, size) {
  return new DOMRect(area.left + area.width / 2 - size.width / 2, area.top + area.height / 2 - size.height / 2, size.width, size.height);
}

function shifted(rect, x, y) {
  return new DOMRect(rect.left + x, rect.top + y, rect.width, rect.height);
}
