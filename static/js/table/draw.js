// Draws a view into the elements of the page. It is told everything and remembers nothing, except
// what it has already drawn.
//
// A game module provides: facts(view), layoutFit(count), drawTable(table, scene),
// drawOptions(options, scene) -> nodes, drawPile(node, side, scene), lastMove, logLine,
// announcements, turnWords, selectionWords, uselessWords, speak, flights, sheetRows and sorted(cards).

import { isComplete } from "./choose.js";
import { element, reconcile, setAttributes, setText } from "./dom.js";
import { statusWords, targetWords } from "./lines.js";
import { createPeople } from "./people.js";
import { isMyTurn, legalEntry } from "./state.js";
import { cardCount, fill, gettext, joined, ngettext } from "./words.js";

/** A drawing on `root`; call it with {view, log, choice, pending, note, online, canSeeSheet}. */
export function createDrawing(root, { game, names, pictures }) {
  const part = (id) => root.querySelector(`#${id}`);
  let linesDrawn = 0;

  return function draw(shown) {
    const { view, choice } = shown;
    const people = createPeople(view);
    const scene = { ...shown, people, names, pictures };
    const mine = isMyTurn(view);
    Object.assign(root.dataset, {
      phase: view.phase,
      turn: mine ? "mine" : "theirs",
      fit: game.layoutFit(view.deal.layout.length),
      online: String(shown.online),
    });
    drawScore(part("score"), scene);
    drawFacts(part("facts"), game.facts(view));
    setText(part("status"), statusWords(view, people));
    for (const seat of people.others) drawSeat(root.querySelector(`.seat[data-seat="${seat}"]`), seat, scene);
    drawMe(part("me"), scene);
    setText(part("last"), game.lastMove(view, people, names));
    game.drawTable(part("table"), scene);
    drawOptions(part("options"), scene);
    drawHand(part("hand").querySelector(".hand__cards"), scene, mine);
    drawLog(part("log"), scene);
    setAttributes(root, { "data-selected": choice.card !== null });
  };

  function drawScore(title, { view, people }) {
    const key = JSON.stringify(view.totals);
    if (title.dataset.drawn === key) return;
    title.dataset.drawn = key;
    const sides = people.sidesMineFirst.flatMap((side, index) => [
      index ? element("span", { class: "score__dash" }, "–") : null,
      element(
        "span",
        { class: side === people.mySide ? "score__side score__side--mine" : "score__side" },
        element("span", { class: "score__name" }, people.sideName(side)),
        " ",
        element("b", {}, String(view.totals[side])),
      ),
    ]);
    title.replaceChildren(
      ...sides.filter(Boolean),
      element("small", { class: "score__target" }, targetWords(view.rules.target)),
    );
  }

  function drawFacts(line, facts) {
    [...line.children].forEach((node, index) => setText(node, facts[index] ?? ""));
  }

  function drawSeat(node, seat, scene) {
    const { view, people } = scene;
    const cards = view.deal.hands[seat];
    setAttributes(node, { "data-active": view.phase === "playing" && view.deal.turn === seat });
    setText(node.querySelector(".seat__cards"), cardCount(cards));
    drawDealer(node, view.deal.dealer === seat);
    reconcile(
      node.querySelector(".backs"),
      Array.from({ length: cards }, (_, index) => String(index)),
      (back) => (back.dataset.index ??= String([...back.parentNode.children].indexOf(back))),
      (index) => makeBack(index),
      () => {},
    );
    game.drawPile(node.querySelector(".pile"), people.sideOf(seat), scene);
  }

  function makeBack(index) {
    const back = element("span", { class: "card back", "data-index": index });
    back.append(pictures.back());
    return back;
  }

  function drawMe(node, scene) {
    const { view, people } = scene;
    setAttributes(node, { "data-active": view.phase === "playing" && people.isMe(view.deal.turn) });
    drawDealer(node, people.isMe(view.deal.dealer));
    game.drawPile(node.querySelector(".pile"), people.mySide, scene);
  }

  function drawDealer(node, isDealer) {
    const disc = node.querySelector(".dealer");
    if (isDealer && !disc) {
      const label = element("span", { class: "visually-hidden" }, ` ${gettext("dealer")}`);
      node.querySelector(".ring").append(element("span", { class: "dealer", title: gettext("dealer") }, "D", label));
    } else if (!isDealer) disc?.remove();
  }

  function drawHand(group, scene, mine) {
    const { view } = scene;
    const cards = view.deal.hand ?? [];
    const focused = [...group.children].indexOf(document.activeElement);
    reconcile(
      group,
      cards,
      (button) => button.dataset.card,
      (card) => makeHandCard(card),
      (button, card) => drawHandCard(button, card, scene, mine),
    );
    // After a move the focus stays at the same place of the hand.
    if (focused >= 0 && !group.contains(document.activeElement)) {
      const next = group.children[Math.min(focused, group.children.length - 1)];
      (next ?? root).focus({ preventScroll: true });
    }
  }

  function makeHandCard(card) {
    const button = element("button", { class: "card hand__card", "data-card": card });
    button.append(pictures.face(card));
    return button;
  }

  function drawHandCard(button, card, { view, choice, pending, online }, mine) {
    const entry = legalEntry(view, card);
    const isPlayable = entry !== undefined && online && pending === null;
    setAttributes(button, {
      type: "button",
      form: null,
      name: null,
      value: null,
      "aria-pressed": String(choice.card === card),
      "aria-disabled": isPlayable ? null : "true",
      "aria-label": entry === undefined ? names[card] : `${names[card]}, ${captureWords(entry.captures)}`,
      "data-pending": pending?.card === card,
      "data-waiting": !mine,
    });
  }

  function captureWords(captures) {
    if (!captures.length) return gettext("no capture");
    if (captures.length > 1) {
      return fill(ngettext("%(count)d capture", "%(count)d captures", captures.length), { count: captures.length });
    }
    return fill(gettext("takes %(cards)s"), { cards: joined(captures[0].map((card) => names[card])) });
  }

  function drawOptions(options, scene) {
    const held = options.contains(document.activeElement) ? { ...document.activeElement.dataset } : null;
    const nodes = scene.note ? [element("p", { class: "options__note" }, scene.note)] : [];
    if (scene.choice.card !== null) nodes.push(...game.drawOptions(options, scene).filter(Boolean));
    else if (scene.canSeeSheet) {
      nodes.push(element("button", { class: "button options__take", type: "button", "data-act": "sheet" }, gettext("Score sheet")));
    }
    options.replaceChildren(...nodes);
    setAttributes(options, { "data-complete": isComplete(scene.choice) });
    if (held === null) return;
    const again = held.option === undefined ? `[data-act="${held.act}"]` : `[data-option="${held.option}"]`;
    const target = options.querySelector(again) ?? root.querySelector(".hand__card");
    (target ?? root).focus({ preventScroll: true });
  }

  function drawLog(list, { log, people }) {
    if (linesDrawn === 0) list.replaceChildren();
    if (linesDrawn > log.length) {
      list.replaceChildren();
      linesDrawn = 0;
    }
    for (const notice of log.slice(linesDrawn)) {
      const line = game.logLine(notice, people, names);
      if (line !== null) list.prepend(makeLine(line));
    }
    linesDrawn = log.length;
  }

  function makeLine({ who, text, marks = [], isHeading = false }) {
    const line = element("li", { class: isHeading ? "log__line log__line--heading" : "log__line" });
    if (who) line.append(element("b", {}, who), " ");
    line.append(text);
    for (const mark of marks) line.append(" ", element("em", { class: `mark mark--${mark.kind}` }, mark.text));
    return line;
  }
}
