// What reaches a person who does not look at the table just now: sounds, the tab's title, a message
// of the system, a vibration; and the ledger for whoever wants to know what happened.

import { createAttention } from "./attention.js";
import { setText } from "./dom.js";
import { later } from "./later.js";
import { createPeople } from "./people.js";
import { isMyTurn } from "./state.js";
import { gettext } from "./words.js";

const IDLE_MS = 10_000;
const TICKS_S = new Set([10, 5, 4, 3, 2, 1]);
const VIBRATION_MS = 20;
const FRESH_MS = 1000; // a sound that comes later than this is of nothing that is seen

/** On the page `root`. `tools` are {game, names} for the words of the ledger. */
export function createNotices(root, settings, match, tools) {
  const sound = openSound(settings);
  const attention = createAttention(root.querySelector("#settings"), settings, match);
  const ledger = openLedger(root.querySelector("#ledger"), tools);
  const isIdle = watchIdleness();
  let ticked = null;

  root.querySelector("#settings").addEventListener("change", ({ target }) => {
    if (target.name !== "sounds" && target.name !== "volume") return;
    sound.wake();
    sound.play(() => ["card"]); // this loud
  });
  const vibration = root.querySelector('input[name="vibration"]');
  vibration.closest("label").hidden = navigator.vibrate === undefined || !matchMedia("(pointer: coarse)").matches;

  /** After an update that brought these notices; what was missed makes no noise any more. */
  function moved({ before, notices, after, isMissed }) {
    const people = createPeople(after.view);
    const calls = [];
    if (turnCame(before, notices, after.view)) {
      attention.call();
      if (settings.vibration) navigator.vibrate?.(VIBRATION_MS);
      if (document.hidden || isIdle()) calls.push("turn");
    }
    const fresh = isMissed ? [] : notices;
    sound.play((soundsOf) => [...fresh.flatMap((notice) => soundsOf(notice, people)), ...calls]);
  }

  /** It became my turn, or it is mine again after a move. */
  function turnCame(before, notices, view) {
    return isMyTurn(view) && (!isMyTurn(before) || notices.some((notice) => "automatic" in notice));
  }

  /** As time passes: `left` milliseconds of the clock that runs, null where none does. */
  function tick(left, view) {
    const isMine = left !== null && view.phase === "playing" && isMyTurn(view);
    const second = isMine ? Math.ceil(left / 1000) : null;
    if (second !== ticked && TICKS_S.has(second)) sound.play(() => ["tick"]);
    ticked = second;
  }

  return {
    moved,
    tick,
    lost: () => sound.play(() => ["drop"]), // my own line
    painted(state) {
      attention.paint(isMyTurn(state.view));
      ledger(state);
    },
  };
}

/** The sounds come when the person first touches the page: before that no browser lets it make any.
    Without them the table plays the same. */
function openSound(settings) {
  let player = null;
  const load = later(async () => {
    const { createSound, soundsOf } = await import("./sound.js");
    player = { ...createSound(settings), soundsOf };
    player.wake();
  });
  let coming = null;

  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wake, { capture: true });

  /** Browsers let a page sound only from within an act of the person. */
  function wake() {
    player?.wake();
    if (player === null && settings.sounds) coming = load().catch(() => {}); // the next touch tries again
  }

  return {
    wake,
    /** Play what `choose(soundsOf)` names, one after the other. */
    async play(choose) {
      const since = performance.now();
      await coming;
      if (player !== null && performance.now() - since < FRESH_MS) player.play(...choose(player.soundsOf));
    },
  };
}

/** The ledger's script comes when somebody opens it; if it cannot be had, the ledger says so and
    shows what it showed when the page was made. */
function openLedger(details, tools) {
  let draw = null;
  let latest = null;
  const load = later(async () => {
    const { createLedger } = await import("./ledger.js");
    draw = createLedger(details, tools);
  });

  details.addEventListener("toggle", async () => {
    if (!details.open) return;
    try {
      await load();
      draw(latest);
    } catch {
      setText(details.querySelector(".ledger__drops"), gettext("The ledger cannot be brought up to date: load the page again."));
    }
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
