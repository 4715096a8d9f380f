// The score sheet between deals and at the end: a dialog that goes on by itself when its time is
// up, unless the person has begun to read.

import { element } from "./dom.js";
import { verdictWords } from "./endings.js";
import { TIMES } from "./motion.js";
import { createPeople } from "./people.js";
import { endingReason } from "./reasons.js";
import { fill, gettext } from "./words.js";

/** The sheet in `dialog`; `ready(deal)` tells the server that it was read, `closed()` the page. */
export function createSheet(dialog, { game, names, pictures, lobby, record, speed, ready, closed }) {
  let shownDeal = null; // the deal whose sheet is in the dialog, or "end"
  let dismissed = null;
  let isHeld = false;
  let isSent = false;
  let view = null;

  dialog.close(); // the page opens it without a script's help; from here on it is modal
  dialog.addEventListener("close", () => {
    dismissed = shownDeal;
    closed();
  });
  // Whoever begins to read is not hurried; this includes the keyboard.
  for (const kind of ["pointerdown", "keydown", "wheel"]) {
    dialog.addEventListener(kind, (event) => {
      if (!event.target.closest(".sheet__go")) hold();
    });
  }

  const keyOf = (shown) => (shown.phase === "finished" ? "end" : shown.sheet.deal);
  const isDue = (shown) =>
    (shown.phase === "interval" && shown.sheet !== null) || (shown.phase === "finished" && shown.result !== null);

  /** Show, refresh or put away the sheet for this view. */
  function update(next) {
    view = next;
    if (!isDue(view)) {
      if (dialog.open && isHeld) drawButton(null);
      else if (dialog.open) dialog.close();
      return;
    }
    const key = keyOf(view);
    if (key === dismissed) return;
    if (key !== shownDeal) {
      shownDeal = key;
      isHeld = isSent = false;
      dialog.replaceChildren(makePage());
    }
    if (!dialog.open) open();
    drawButton(null);
  }

  function open() {
    dialog.showModal();
    dialog.querySelector(".sheet__actions .button--primary")?.focus({ preventScroll: true });
    dialog.scrollTop = 0;
    reveal();
  }

  function reopen() {
    if (view === null || !isDue(view)) return;
    dismissed = null;
    update(view);
  }

  function hold() {
    if (isHeld) return;
    isHeld = true;
    drawButton(null);
  }

  function makePage() {
    const people = createPeople(view);
    const isEnd = view.phase === "finished";
    return element(
      "div",
      { class: "sheet__page" },
      element("h2", { class: "sheet__title", id: "sheet-title" }, isEnd ? verdictWords(view.result, people) : dealTitle()),
      element("p", { class: "sheet__lead" }, isEnd ? reason(people) : targetLine()),
      ...(view.sheet === null ? [] : game.sheetBody(view, { people, names, pictures })),
      element("div", { class: "sheet__actions" }, ...(isEnd ? [recordLink(), lobbyLink()] : []), makeButton(isEnd)),
    );
  }

  function reason(people) {
    return (game.endingReason ?? endingReason)(view, people);
  }

  function dealTitle() {
    return fill(gettext("Deal %(deal)d is over"), { deal: view.sheet.deal });
  }

  function targetLine() {
    const { target } = view.rules;
    return target ? fill(gettext("Playing to %(target)d"), { target }) : gettext("One deal decides");
  }

  /** Score sheets, log, replay and downloads, which exist from the end on. */
  function recordLink() {
    return element("a", { class: "button", href: record }, gettext("Review the match"));
  }

  function lobbyLink() {
    return element("a", { class: "button button--primary", href: lobby }, gettext("Back to the lobby"));
  }

  function makeButton(isEnd) {
    const button = element("button", { class: isEnd ? "button sheet__go" : "button button--primary sheet__go", type: "button" });
    button.addEventListener("click", go);
    return button;
  }

  function go() {
    if (view.phase === "interval" && !isSent) send();
    else if (view.phase !== "interval") dialog.close();
  }

  function send() {
    isHeld = false;
    isSent = ready(view.sheet.deal);
    drawButton(null);
  }

  /** The button says what pressing it does; `left` milliseconds of the interval remain. */
  function drawButton(left) {
    const button = dialog.querySelector(".sheet__go");
    if (button === null) return;
    const waits = view.phase === "interval" && (isSent || view.ready.includes(view.seat));
    button.textContent = label(waits, left);
    button.toggleAttribute("disabled", waits);
  }

  function label(waits, left) {
    if (view.phase === "finished") return gettext("Look at the table");
    if (view.phase !== "interval") return gettext("To the table: the next deal has begun");
    const seconds = left === null ? null : Math.max(0, Math.ceil(left / 1000));
    if (waits) return gettext("Waiting for the others");
    if (isHeld || seconds === null) return gettext("Continue");
    return fill(gettext("Continue (%(seconds)d)"), { seconds });
  }

  /** Called as time passes: counts down, and goes on at the end. */
  function tick(left) {
    if (!dialog.open || view?.phase !== "interval") return;
    drawButton(left);
    if (left !== null && left <= 0 && !isHeld && !isSent && !view.ready.includes(view.seat)) send();
  }

  function reveal() {
    const pace = speed();
    if (pace === "off") return;
    [...dialog.querySelectorAll(".tally tr")].forEach((row, index) => {
      row.animate([{ opacity: 0 }, { opacity: 1 }], { delay: index * TIMES[pace].row, duration: TIMES[pace].row * 2, fill: "backwards" });
    });
    dialog.addEventListener("pointerdown", finishReveal, { once: true });
  }

  function finishReveal() {
    for (const animation of dialog.getAnimations({ subtree: true })) animation.finish();
  }

  return {
    update,
    tick,
    reopen,
    /** The line is back: say again what may have been lost with it. */
    resend() {
      if (isSent && view.phase === "interval" && !view.ready.includes(view.seat)) send();
    },
    /** Whether there is a sheet that the person has put away. */
    canReopen: (shown) => isDue(shown) && !dialog.open,
  };
}
