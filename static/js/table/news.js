// What keeps a match waiting, said above the table, never in front of it: who is away and until when,
// a pause, a partner who wants to resign. The page without scripts says the same
// (games/presentation/news.py).

import { element, setAttributes, setText } from "./dom.js";
import { serverNow } from "./state.js";
import { fill, gettext, minutes, ngettext } from "./words.js";

const SEEMS_AWAY_AFTER = 3; // automatic moves of a seat in a row
const SOON_MS = 30_000; // a countdown is large for so long
const TICK_MS = 200;
const TIME = "%(time)s";

/** Whether a match is on in which somebody can be missed. */
const isOn = (view) => view.phase === "playing" || view.phase === "interval";

/** The lines for a view, what concerns most first: {key, kind, text, until, acts}. `text` has
    %(time)s where the time left until `until` stands; `acts` are [{type, label, isGrave, asks}]. */
export function newsOf(view, people) {
  if (!isOn(view)) return [];
  return [...resigning(view, people), ...absences(view, people), ...pause(view, people), ...slow(view, people)];
}

function resigning(view, people) {
  const [first] = view.resigning;
  if (first === undefined) return [];
  if (view.resigning.includes(view.seat)) {
    const partner = view.sides[people.mySide].find((seat) => seat !== view.seat);
    const text = fill(gettext("You propose to resign: waiting for %(name)s"), { name: people.name(partner) });
    return [{ key: "resigning", kind: "resigning", text, until: null, acts: [{ type: "decline", label: gettext("Take it back") }] }];
  }
  const text = fill(gettext("%(name)s proposes to resign"), { name: people.name(first) });
  const acts = [
    { type: "resign", label: gettext("Resign together"), isGrave: true },
    { type: "decline", label: gettext("Play on") },
  ];
  return [{ key: "asked", kind: "resigning", text, until: null, acts }];
}

function absences(view, people) {
  const away = view.people.flatMap(({ absent }, seat) => (absent === null ? [] : [seat]));
  const lines = away
    .filter((seat) => seat !== view.seat)
    .map((seat, index) => {
      const { absent } = view.people[seat];
      return {
        key: `away ${seat} ${absent.since} ${absent.invited}`,
        kind: "away",
        text: absenceWords(view, seat, people),
        until: absent.lapsed ? null : absent.until,
        acts: view.policy.is_lenient && index === 0 ? [endAct()] : [],
      };
    });
  if (!away.includes(view.seat)) return lines;
  return [{ key: "mine", kind: "mine", text: gettext("You are seen as away: coming back…"), until: null, acts: [] }, ...lines];
}

function endAct() {
  return {
    type: "end",
    label: gettext("End the match"),
    isGrave: true,
    asks: gettext("End the match now? It counts for nobody."),
  };
}

function absenceWords(view, seat, people) {
  const { absent, drops } = view.people[seat];
  return fill(absencePattern(absent, view.policy.drops), {
    name: people.name(seat),
    drops,
    allowed: view.policy.drops,
  });
}

function absencePattern({ lapsed, invited, left }, allowed) {
  if (lapsed) return gettext("%(name)s has not come back in time");
  if (invited) return gettext("%(name)s has been invited back: %(time)s");
  if (allowed === null) {
    return left
      ? gettext("%(name)s has left the table: the seat is kept for %(time)s")
      : gettext("%(name)s has lost the connection: the seat is kept for %(time)s");
  }
  return left
    ? gettext("%(name)s has left the table: back by %(time)s · drops %(drops)d of %(allowed)d")
    : gettext("%(name)s has lost the connection: back by %(time)s · drops %(drops)d of %(allowed)d");
}

function pause(view, people) {
  if (view.pause === null) return [];
  const { seat, until } = view.pause;
  const isMine = people.isMe(seat);
  const text = isMine
    ? gettext("You have paused the match: %(time)s")
    : fill(gettext("%(name)s has paused the match: %(time)s"), { name: people.name(seat) });
  return [{ key: `pause ${seat}`, kind: "paused", text, until, acts: isMine ? [{ type: "resume", label: gettext("Play on") }] : [] }];
}

function slow(view, people) {
  return view.people.flatMap(({ absent, automatic, forfeited }, seat) => {
    if (automatic < SEEMS_AWAY_AFTER || absent !== null || forfeited !== null || people.isMe(seat)) return [];
    const text = slowWords(people.name(seat), automatic);
    return [{ key: `slow ${seat}`, kind: "slow", text, until: null, acts: [] }];
  });
}

function slowWords(name, moves) {
  const pattern = ngettext(
    "%(name)s seems to be away: the last %(moves)d move was made by the clock",
    "%(name)s seems to be away: the last %(moves)d moves were made by the clock",
    moves,
  );
  return fill(pattern, { name, moves });
}

/** Under the name of a player who is not there: [words, time to come back]; empty for who is. */
function awayWords(view, seat, now) {
  const { absent, forfeited } = view.people[seat];
  if (forfeited !== null) return [gettext("out of the match"), ""];
  if (absent === null || !isOn(view)) return ["", ""];
  return [gettext("away"), absent.lapsed ? "" : minutes(absent.until - now)];
}

/** Draws the news of `state()` into `node`; `send(type)` carries out an act. Returns what to call after
    every change; the countdowns run by themselves. */
export function createNews(root, state, { people, send }) {
  const node = root.querySelector("#news");
  let lines = [];
  let drawn = null;

  function update() {
    const { view } = state();
    lines = newsOf(view, people(view));
    const key = JSON.stringify(lines.map((line) => [line.key, line.text]));
    if (key !== drawn) redraw(key);
    count();
  }

  function redraw(key) {
    drawn = key;
    const focused = node.contains(document.activeElement) ? document.activeElement.dataset.send : null;
    node.replaceChildren(...lines.map(makeLine));
    node.dataset.count = String(lines.length);
    if (focused) (node.querySelector(`[data-send="${focused}"]`) ?? root).focus({ preventScroll: true });
  }

  function makeLine({ kind, text, acts }) {
    const [before, after] = text.split(TIME);
    const words = element("p", { class: "news__text" }, before);
    if (after !== undefined) words.append(element("b", { class: "news__time" }), after);
    return element("div", { class: `news__item news__item--${kind}` }, words, acts.map(makeAct));
  }

  function makeAct({ type, label, isGrave, asks }) {
    const kind = isGrave ? "news__button news__button--grave" : "news__button";
    const button = element("button", { class: kind, type: "button", "data-send": type }, label);
    button.addEventListener("click", () => send(type));
    if (!asks) return button;
    return element(
      "details",
      { class: "news__ask" },
      element("summary", { class: "news__button", "data-send": type }, label),
      element("div", { class: "news__panel" }, element("p", {}, asks), button),
    );
  }

  function count() {
    const now = state();
    const time = serverNow(now, Date.now());
    lines.forEach(({ until }, index) => {
      if (until === null) return;
      const item = node.children[index];
      setText(item.querySelector(".news__time"), minutes(until - time));
      setAttributes(item, { "data-urgent": until - time <= SOON_MS });
    });
    for (const place of root.querySelectorAll(".seat[data-seat]")) {
      const [words, left] = awayWords(now.view, Number(place.dataset.seat), time);
      setText(place.querySelector(".seat__away-words"), words);
      setText(place.querySelector(".seat__away-time"), left);
      setAttributes(place, { "data-absent": words !== "" });
    }
  }

  setInterval(count, TICK_MS);
  return update;
}
