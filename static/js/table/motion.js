// Animations: what moved flies from where it was to where it is. The page always shows the newest
// state at once; flights are drawn over it (transform and opacity only), and any tap ends them.

const EASE = "cubic-bezier(.2,.7,.2,1)";

// Milliseconds (docs: the table's durations).
export const TIMES = {
  normal: { step: 70, deal: 220, play: 240, pause: 500, gather: 220, pile: 260, cry: 900, row: 180, hold: 260, trick: 1200, reveal: 700 },
  fast: { step: 30, deal: 110, play: 110, pause: 200, gather: 100, pile: 120, cry: 300, row: 60, hold: 80, trick: 500, reveal: 300 },
};

/** Flights over `root`, shown as fast as `speed()` says: "normal", "fast" or "off". */
export function createMotion(root, pictures, speed) {
  const sky = document.createElement("div");
  sky.className = "sky";
  sky.setAttribute("aria-hidden", "true");
  root.append(sky);
  let running = [];
  let skipped = false;
  let endPause = () => {};

  /** Where everything is now, to fly from. */
  function snapshot() {
    return {
      cards: new Map(
        [...root.querySelectorAll(".hand [data-card], #table [data-card]")].map((node) => [
          node.dataset.key ?? node.dataset.card,
          node.getBoundingClientRect(),
        ]),
      ),
      backs: new Map(
        [...root.querySelectorAll(".seat[data-seat]")].map((seat) => [Number(seat.dataset.seat), backsOf(seat)]),
      ),
    };
  }

  /** Show flights planned by `plan(stage)`; resolves when they have landed or were skipped. */
  async function play(before, plan, pace) {
    const chosen = pace ?? speed();
    if (chosen === "off" || document.hidden || skipped) return;
    const stage = createStage(before, TIMES[chosen]);
    plan(stage);
    stage.launch();
    await Promise.allSettled(running.map((animation) => animation.finished));
    running = [];
    sky.replaceChildren();
  }

  /** Nothing moves for so long, unless it is skipped or nobody looks. */
  function pause(milliseconds) {
    if (document.hidden || skipped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** End every flight at once. */
  function skip() {
    endPause();
    for (const animation of running) animation.finish();
  }

  function animate(node, frames, options) {
    const animation = node.animate(frames, { easing: EASE, fill: "backwards", ...options });
    running.push(animation);
    return animation;
  }

  function createStage(before, times) {
    const ghosts = new Map();
    const busy = new Set();
    let time = 0;

    const shown = (card) => root.querySelector(`.hand [data-card="${card}"], #table [data-card="${card}"]`);

    /** A picture in the air: `stops` are where it is when. */
    function ghost(key, face, rect, at) {
      const node = document.createElement("span");
      node.className = face ? "card ghost" : "card back ghost";
      node.append(face ? pictures.face(face) : pictures.back());
      place(node, rect);
      sky.append(node);
      const made = { node, rect, stops: [{ at, rect, turn: 0, opacity: 1 }] };
      ghosts.set(key, made);
      return made;
    }

    function ghostOf(card, fallback) {
      return ghosts.get(card) ?? ghost(card, card, before.cards.get(card) ?? fallback, 0);
    }

    /** From `at`, fly for `duration` to `rect`. */
    function fly(flight, rect, at, duration, { turn = 0, opacity = 1 } = {}) {
      const last = flight.stops[flight.stops.length - 1];
      if (at > last.at) flight.stops.push({ ...last, at });
      flight.stops.push({ at: at + duration, rect, turn, opacity });
    }

    function launch() {
      for (const flight of ghosts.values()) {
        const end = Math.max(1, flight.stops[flight.stops.length - 1].at);
        const start = flight.stops[0].at;
        const frames = flight.stops.map((stop) => ({
          offset: end === start ? 1 : (stop.at - start) / (end - start),
          transform: transformTo(flight.rect, stop.rect, stop.turn),
          opacity: stop.opacity,
          easing: EASE,
        }));
        if (frames.length === 1) frames.push({ ...frames[0], offset: 1 });
        frames[0].offset = 0;
        const flown = animate(flight.node, frames, {
          delay: start,
          duration: Math.max(1, end - start),
          fill: "both",
          easing: "linear",
        });
        flown.addEventListener("finish", () => flight.node.remove());
        if (start > 0) hideUntil(flight.node, start);
      }
    }

    function hideUntil(node, at) {
      animate(node, [{ visibility: "hidden" }, { visibility: "hidden" }], { duration: at, fill: "none" });
    }

    return {
      before,
      times,
      root,
      get time() {
        return time;
      },
      wait(duration) {
        time += duration;
      },
      shown,
      isBusy: (node) => busy.has(node),
      ghost,
      ghostOf,
      fly,
      launch,
      backs: (seat) => before.backs.get(seat) ?? [],
      rectOf: (selector) => root.querySelector(selector)?.getBoundingClientRect() ?? null,
      /** An element that stands at its place now comes to it from `rect`. */
      arrive(node, rect, at, duration) {
        busy.add(node);
        const here = node.getBoundingClientRect();
        animate(node, [{ transform: transformTo(here, rect, 0) }, { transform: "none" }], { delay: at, duration });
      },
      appear(node, at, duration = 120) {
        animate(node, [{ opacity: 0 }, { opacity: 1 }], { delay: at, duration });
      },
      bump(node, at) {
        animate(node, [{ transform: "scale(1)" }, { transform: "scale(1.35)" }, { transform: "scale(1)" }], { delay: at, duration: 320 });
      },
      /** A word across the felt. */
      cry(text, at) {
        const node = makeCry(text);
        sky.append(node);
        centreOn(node, root.querySelector("#table").getBoundingClientRect());
        animate(
          node,
          [
            { opacity: 0, transform: "translate(-50%,-50%) scale(.8)" },
            { opacity: 1, transform: "translate(-50%,-50%) scale(1)", offset: 0.25 },
            { opacity: 1, transform: "translate(-50%,-50%) scale(1.03)", offset: 0.75 },
            { opacity: 0, transform: "translate(-50%,-50%) scale(1.08)" },
          ],
          { delay: at, duration: times.cry, fill: "both" },
        );
        for (const [index, arc] of [...node.querySelectorAll(".cry__arc")].entries()) {
          animate(
            arc,
            [
              { opacity: 0, transform: "translateX(-60%) rotate(-18deg)" },
              { opacity: 0.9, transform: "translateX(0) rotate(0deg)", offset: 0.5 },
              { opacity: 0, transform: "translateX(60%) rotate(18deg)" },
            ],
            { delay: at + (index * times.cry) / 18, duration: times.cry * 0.6, fill: "both" },
          );
        }
      },
    };
  }

  /** The word without movement, for those who want none. */
  function stillCry(text) {
    const node = makeCry(text);
    node.classList.add("cry--still");
    root.append(node);
    centreOn(node, root.querySelector("#table").getBoundingClientRect());
    setTimeout(() => node.remove(), TIMES.normal.cry);
  }

  return {
    snapshot,
    play,
    pause,
    skip,
    stillCry,
    get isRunning() {
      return running.length > 0;
    },
    /** While skipping, nothing new takes off. */
    setSkipping: (value) => (skipped = value),
  };
}

function backsOf(seat) {
  const backs = [...seat.querySelectorAll(".backs .card")].map((back) => back.getBoundingClientRect());
  return backs.some((rect) => rect.width > 0) ? backs : [seat.querySelector(".ring").getBoundingClientRect()];
}

function makeCry(text) {
  const node = document.createElement("div");
  node.className = "cry";
  node.setAttribute("aria-hidden", "true");
  for (let index = 0; index < 5; index += 1) {
    const arc = document.createElement("span");
    arc.className = `cry__arc cry__arc--${index + 1}`;
    node.append(arc);
  }
  const word = document.createElement("b");
  word.className = "cry__word";
  word.textContent = text;
  node.append(word);
  return node;
}

function centreOn(node, rect) {
  node.style.left = `${rect.left + rect.width / 2}px`;
  node.style.top = `${rect.top + rect.height / 2}px`;
}

function place(node, rect) {
  node.style.left = `${rect.left}px`;
  node.style.top = `${rect.top}px`;
  node.style.width = `${rect.width}px`;
  node.style.height = `${rect.height}px`;
}

function transformTo(from, to, turn) {
  const x = to.left + to.width / 2 - (from.left + from.width / 2);
  const y = to.top + to.height / 2 - (from.top + from.height / 2);
  // The size of an upright card decides the scale, whichever way its target lies.
  const scale = to.width / from.width || 1;
  return `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`;
}
