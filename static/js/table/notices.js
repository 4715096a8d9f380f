// What reaches a person who does not look at the table just now: sounds, the tab's title, a message
// of the system, a vibration; and the ledger for whoever wants to know what happened.

import { createAttention } from "./attention.js";
import { createPeople } from "./people.js";
import { createSound, soundsOf } from "./sound.js";
import { isMyTurn } from "./state.js";

const IDLE_MS = 10_000;
const TICKS_S = new Set([10, 5, 4, 3, 2, 1]);
const VIBRATION_MS = 20;

/** On the page `root`. `tools` are {game, names} for the words of the ledger. */
export function createNotices(root, settings, match, tools) {
  const sound = createSound(settings);
  const attention = createAttention(root.querySelector("#settings"), settings, match);
  const ledger = openLedger(root.querySelector("#ledger"), tools);
  const isIdle = watchIdleness();
  let ticked = null;

  root.querySelector("#settings").addEventListener("change", ({ target }) => {
    if (target.name !== "sounds" && target.name !== "volume") return;
    sound.wake();
    sound.play("card"); // this loud
  });
  const vibration = root.querySelector('input[name="vibration"]');
  vibration.closest("label").hidden = navigator.vibrate === undefined || !matchMedia("(pointer: coarse)").matches;

  /** After an update that brought these notices; what was missed makes no noise any more. */
  function moved({ before, notices, after, isMissed }) {
    const people = createPeople(after.view);
    const heard = isMissed ? [] : notices.flatMap((notice) => soundsOf(notice, people));
    if (turnCame(before, notices, after.view)) {
      attention.call();
      if (settings.vibration) navigator.vibrate?.(VIBRATION_MS);
      if (document.hidden || isIdle()) heard.push("turn");
    }
    if (heard.length) sound.play(...heard);
  }

  /** It became my turn, or it is mine again after a move. */
  function turnCame(before, notices, view) {
    return isMyTurn(view) && (!isMyTurn(before) || notices.some((notice) => "automatic" in notice));
  }

  /** As time passes: `left` milliseconds of the clock that runs, null where none does. */
  function tick(left, view) {
    const isMine = left !== null && view.phase === "playing" && isMyTurn(view);
    const second = isMine ? Math.ceil(left / 1000) : null;
    if (second !== ticked && TICKS_S.has(second)) sound.play("tick");
    ticked = second;
  }

  return {
    moved,
    tick,
    lost: () => sound.play("drop"), // my own line
    painted(state) {
      attention.paint(isMyTurn(state.view));
      ledger(state);
    },
  };
}

/** The ledger's script comes when somebody opens it. */
function openLedger(details, tools) {
  let draw = null;
  let latest = null;

  details.addEventListener("toggle", async () => {
    if (!details.open || draw !== null) return;
    const { createLedger } = await import("./ledger.js");
    draw ??= createLedger(details, tools);
    draw(latest);
  });

  return (state) => {
    latest = state;
    draw?.(state);
  };
}

function watchIdleness() {
  let last = performance.now();
  for (const kind of ["pointerdown", "pointermove", "keydown", "wheel"]) {
    document.addEventListener(kind, () => (last = performance.now()), { capture: true, passive: true });
  }
  return () => performance.now() - last > IDLE_MS;
}
