// What the menu offers beside the play: pause, leave, resign.

import { setText } from "./dom.js";
import { fill, gettext, minutes, ngettext } from "./words.js";

const isOn = (view) => view.phase === "playing" || view.phase === "interval";

function canPause(view) {
  return view.policy.pause_ms !== null && isOn(view) && view.pause === null && !view.paused.includes(view.seat);
}

function canResign(view) {
  const isOut = view.people[view.seat].forfeited !== null || (view.resigned?.includes(view.seat) ?? false);
  return view.result === null && view.resigning.length === 0 && !isOut;
}

/** What leaving the table would cost me; empty where nobody watches who is there. */
export function leaveWords(view) {
  const { policy } = view;
  if (policy.drop_ms === null || !isOn(view)) return "";
  const time = minutes(policy.drop_ms);
  if (policy.drops === null) {
    return policy.is_lenient
      ? fill(gettext("Your seat is kept for %(time)s; the others may end the match."), { time })
      : fill(gettext("You have %(time)s to come back."), { time });
  }
  const left = policy.drops - view.people[view.seat].drops;
  if (left <= 0) return gettext("You have no drop left: if you leave, the match is lost.");
  const pattern = ngettext(
    "Leaving uses up a drop; %(left)d is left to you before it. Come back within %(time)s, or the match is lost.",
    "Leaving uses up a drop; %(left)d are left to you before it. Come back within %(time)s, or the match is lost.",
    left,
  );
  return fill(pattern, { left, time });
}

/** Show in the menu what can be done in this view. */
export function drawActs(menu, view) {
  const acts = menu.querySelector("#acts");
  if (acts === null) return; // the match was over when the page was made
  const leave = leaveWords(view);
  setText(acts.querySelector("#leave-words"), leave);
  acts.querySelector('[data-send="pause"]').hidden = !canPause(view);
  acts.querySelector('[data-act-of="leave"]').hidden = leave === "";
  acts.querySelector('[data-act-of="resign"]').hidden = !canResign(view);
}
