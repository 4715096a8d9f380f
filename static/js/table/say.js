// Announcements for screen readers: one message an event, those close together joined.

const JOIN_MS = 400;

/** A polite speaker for `region`; every call is said once. */
export function createSpeaker(region) {
  let waiting = [];
  let timer = null;

  function speak() {
    timer = null;
    const text = waiting.join(" ");
    waiting = [];
    region.textContent = "";
    // Emptied and filled in different frames, so that an equal sentence is read again.
    requestAnimationFrame(() => (region.textContent = text));
  }

  return function say(text) {
    if (!text) return;
    waiting.push(text);
    timer ??= setTimeout(speak, JOIN_MS);
  };
}

/** An urgent speaker: at once, and in place of what stood there. */
export function createShouter(region) {
  return function shout(text) {
    region.textContent = "";
    requestAnimationFrame(() => (region.textContent = text));
  };
}
