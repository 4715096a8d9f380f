// Draws a view into the elements of the page. It is told everything and remembers nothing, except
// what it has already drawn.
//
// What a game provides (the default export of its module is a function of the game's name, which
// returns these; `view` is the server's, `scene` what is drawn: {view, log, people, choice, pending,
// note, online, names, pictures}):
//
//   facts(view) -> [text, text]           the two facts of the bar
//   fit(view) -> text                     data-fit of the page, for the game's style sheet
//   seatWords(view, seat) -> text         under a player's name: "3 cards"
//   drawSeat(node, seat, scene)           the game's part of another player's seat (seat.html)
//   drawMe(node, scene)                   and of the bar at the bottom (me.html)
//   drawTable(table, scene)               the middle (table.html). Cards that can be tapped carry
//                                         data-card, and role="button" while they can
//   handCard(card, scene) -> {isPlayable, words, reason, mark}
//                                         a card of the hand: whether it may be played now, what that
//                                         does, and why not where another card could; `mark` becomes
//                                         data-mark, for the game's style
//   drawOptions(scene) -> nodes           what is to be chosen now: buttons with data-option (given
//                                         to `choices.tapOption`) or data-act="play" (confirms)
//   choices                               the machine of taps: idle, tapHand, tapTable, tapOption,
//                                         confirm, isComplete(choice), revise(choice, view),
//                                         selected(choice) -> card or null, options(choice) -> what
//                                         the keys A, B, C choose. See `createChoices` in choose.js,
//                                         which suits most games. The taps get (choice, what,
//                                         {view, confirmation})
//   lastMove(scene) -> text               the sentence that stands until the next move
//   logLine(notice, people, names) -> {who, text, marks, isHeading} or null
//   announcements(notices, view, people, names) -> sentences to be spoken
//   selectionWords(choice, names), noteWords(note, names)    spoken after a tap that sends nothing
//   flights(notices, view, people, stage) plans what flies (motion.js, flights.js)
//   stills(notices, view) -> [{view, milliseconds}]    what is shown first, in place of flights, where
//                                         nothing moves; nothing unless the game says so
//   isMove(notice)                        whether a notice is a move, to be shown again
//   cry(notices) -> text or null          a word across the felt, where nothing moves
//   sheetBody(view, {people, names, pictures}) -> nodes of the score sheet (tally.js makes tables);
//                                         before the first is asked for, prepareSheet() may load what
//                                         it takes, and returns when that is there
//   speak: {letter: (scene and `left`) -> text}     answers to the keys that speak
//
// and may provide, in place of what `lines.js` and `reasons.js` have for every game: statusWords(view,
// people), turnWords(view, names), endingReason(view, people); and preview(card, view) -> cards of the
// table that a card of the hand under the pointer would take.

import { element, reconcile, setAttributes, setText } from "./dom.js";
import { targetWords } from "./lines.js";
import { createPeople } from "./people.js";
import { isMyTurn } from "./state.js";
import { gettext } from "./words.js";

/** A drawing on `root`; call it with {view, log, choice, pending, note, online, canSeeSheet}. */
export function createDrawing(root, { game, names, pictures }) {
  const part = (id) => root.querySelector(`#${id}`);
  let linesDrawn = 0;

  return function draw(shown) {
    const { view, choice } = shown;
    const people = createPeople(view);
    const scene = { ...shown, people, names, pictures };
    Object.assign(root.dataset, {
      phase: view.phase,
      turn: isMyTurn(view) ? "mine" : "theirs",
      fit: game.fit(view),
      online: String(shown.online),
    });
    drawScore(part("score"), scene);
    drawFacts(part("facts"), game.facts(view));
    setText(part("status"), game.statusWords(view, people));
    for (const seat of people.others) drawSeat(root.querySelector(`.seat[data-seat="${seat}"]`), seat, scene);
    drawMe(part("me"), scene);
    setText(part("last"), game.lastMove(scene));
    game.drawTable(part("table"), scene);
    drawOptions(part("options"), scene);
    drawHand(part("hand").querySelector(".hand__cards"), scene);
    drawLog(part("log"), scene);
    setAttributes(root, { "data-selected": game.choices.selected(choice) !== null });
  };

  /** With more than two sides the bar names the game; their totals are at the seats. */
  function drawScore(title, { view, people }) {
    const key = JSON.stringify(view.totals);
    if (title.dataset.drawn === key || view.totals.length > 2) return;
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
    drawPlace(node, seat, scene.view);
    setText(node.querySelector(".seat__cards"), game.seatWords(scene.view, seat));
    game.drawSeat(node, seat, scene);
  }

  function drawMe(node, scene) {
    drawPlace(node, scene.view.seat, scene.view);
    game.drawMe(node, scene);
  }

  function drawPlace(node, seat, view) {
    setAttributes(node, { "data-active": view.phase === "playing" && view.deal.turn === seat });
    const isDealer = view.deal.dealer === seat;
    const disc = node.querySelector(".dealer");
    if (isDealer && !disc) {
      const label = element("span", { class: "visually-hidden" }, ` ${gettext("dealer")}`);
      node.querySelector(".ring").append(element("span", { class: "dealer", title: gettext("dealer") }, "D", label));
    } else if (!isDealer) disc?.remove();
  }

  function drawHand(group, scene) {
    const focused = [...group.children].indexOf(document.activeElement);
    reconcile(
      group,
      numbered(scene.view.deal.hand ?? []),
      (button) => button.dataset.key ?? button.dataset.card,
      (key) => makeHandCard(key),
      (button) => drawHandCard(button, scene),
    );
    // After a move the focus stays at the same place of the hand.
    if (focused >= 0 && !group.contains(document.activeElement)) {
      const next = group.children[Math.min(focused, group.children.length - 1)];
      (next ?? root).focus({ preventScroll: true });
    }
  }

  function makeHandCard(key) {
    const [card] = key.split("'");
    return element("button", { class: "card hand__card", "data-card": card, "data-key": key }, pictures.face(card));
  }

  function drawHandCard(button, scene) {
    const { card } = button.dataset;
    const { view, choice, pending, online } = scene;
    const { isPlayable, words, reason, mark } = game.handCard(card, scene);
    const state = [names[card], words, reason].filter(Boolean).join(", ");
    setAttributes(button, {
      type: "button",
      form: null,
      name: null,
      value: null,
      title: reason || null,
      "aria-pressed": String(game.choices.selected(choice) === card),
      "aria-disabled": isPlayable && online && pending === null ? null : "true",
      "aria-label": state,
      "data-barred": Boolean(reason),
      "data-mark": mark || null,
      "data-pending": pending?.card === card,
      "data-waiting": !isMyTurn(view),
    });
  }

  function drawOptions(options, scene) {
    const held = options.contains(document.activeElement) ? { ...document.activeElement.dataset } : null;
    const nodes = scene.note ? [element("p", { class: "options__note" }, scene.note)] : [];
    const choices = game.drawOptions(scene).filter(Boolean);
    nodes.push(...choices);
    if (!choices.length && scene.canSeeSheet) {
      nodes.push(element("button", { class: "button options__take", type: "button", "data-act": "sheet" }, gettext("Score sheet")));
    }
    const scrolled = options.querySelector(".options__chips")?.scrollLeft ?? 0;
    options.replaceChildren(...nodes);
    showChosen(options, scrolled);
    setAttributes(options, { "data-complete": game.choices.isComplete(scene.choice) });
    if (held === null) return;
    const again = held.option === undefined ? `[data-act="${held.act}"]` : `[data-option="${held.option}"]`;
    const target = options.querySelector(again) ?? root.querySelector(".hand__card");
    (target ?? root).focus({ preventScroll: true });
  }

  /** Chips that do not fit scroll; the chosen one is in sight. */
  function showChosen(options, scrolled) {
    const chips = options.querySelector(".options__chips");
    if (!chips) return;
    chips.scrollLeft = scrolled;
    chips.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
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

/** A key for each card, also where a hand holds two that look alike: the second of R4 is R4'2. */
function numbered(cards) {
  const seen = new Map();
  return cards.map((card) => {
    const count = (seen.get(card) ?? 0) + 1;
    seen.set(card, count);
    return count === 1 ? card : `${card}'${count}`;
  });
}
