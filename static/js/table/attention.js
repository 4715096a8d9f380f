// It is my turn and I look elsewhere: the title of the tab says so, and, where the person has allowed
// it, one message of the system.

import { gettext } from "./words.js";

const FLASH_MS = 1000;
const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

/** `menu` holds the checkbox "notify" and a hint; `settings.notify` is what was chosen. */
export function createAttention(menu, settings, match) {
  const title = document.title;
  let isMine = false;
  let flashing = null;
  let message = null;

  prepare(menu, settings);
  document.addEventListener("visibilitychange", () => (document.hidden ? show() : rest()));

  function show() {
    if (!isMine || !document.hidden) return rest();
    if (flashing !== null) return;
    const called = `● ${gettext("Your turn")} — ${title}`;
    document.title = called;
    const flash = () => (document.title = document.title === called && !REDUCED.matches ? title : called);
    flashing = setInterval(flash, FLASH_MS);
  }

  /** The person is here, or nothing calls. */
  function rest() {
    clearInterval(flashing);
    flashing = null;
    document.title = title;
    message?.close();
    message = null;
  }

  /** Ask for the person by a message of the system; one at a time for a match. */
  function call() {
    if (!document.hidden || !settings.notify || !isAllowed()) return;
    try {
      message = new Notification(gettext("Your turn"), {
        body: title,
        tag: `settebello-match-${match}`,
        icon: document.querySelector('link[rel="icon"]')?.href,
      });
    } catch {
      return; // some phones have messages only for pages with a service worker
    }
    message.addEventListener("click", () => {
      window.focus();
      message?.close();
    });
  }

  return {
    /** Whether it is my turn, as the page shows it. */
    paint(mine) {
      isMine = mine;
      show();
    },
    call,
  };
}

const isAllowed = () => globalThis.Notification?.permission === "granted";

/** The choice in the menu: only choosing it asks the browser for its permission. */
function prepare(menu, settings) {
  const box = menu.querySelector('input[name="notify"]');
  if (globalThis.Notification === undefined) {
    box.closest("label").hidden = true;
    return;
  }
  const hint = menu.querySelector("#notify-refused");
  box.addEventListener("change", async () => {
    hint.hidden = true;
    if (!box.checked || (await Notification.requestPermission()) === "granted") return;
    settings.set("notify", false);
    hint.hidden = false;
  });
  if (settings.notify && !isAllowed()) settings.set("notify", false); // it was taken back since
}
