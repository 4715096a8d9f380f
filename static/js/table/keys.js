// The keyboard at the table. Arrows move inside a row and between rows (roving tabindex); the
// letters speak, unless captures are being chosen: then they name one, and speak with Alt.

const TYPING = "input, select, textarea, [contenteditable]";

/** Listen for keys of `root`. `act` carries out: hand(n), group(n), escape, speak(letter), replay,
    speed, mute, help; `isChoosing()` says whether a card with several captures is selected. */
export function createKeys(root, { isOn, isChoosing, act }) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    const inside = event.target === document.body || root.contains(event.target);
    if (!inside || event.target.closest(TYPING) || document.querySelector("dialog:modal")) return;
    if (handle(event)) event.preventDefault();
  });

  function handle(event) {
    if (event.key === "Escape") return act.escape();
    if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") return move(event.key);
    if (event.key === "Enter" || event.key === " ") return press(event.target);
    if (!isOn()) return false;
    return letter(event);
  }

  function letter(event) {
    // With Alt some systems type another sign: the key's own letter counts.
    const key = event.altKey && event.code.startsWith("Key") ? event.code.slice(3).toLowerCase() : event.key.toLowerCase();
    if (/^[0-9]$/.test(key)) return act.hand(key === "0" ? 9 : Number(key) - 1);
    if (key === "?") return act.help();
    if (!/^[a-z]$/.test(key)) return false;
    if (isChoosing() && !event.altKey) return act.group(key.charCodeAt(0) - 97);
    if (key === "r") return act.replay(event.shiftKey);
    if (key === "f") return act.speed();
    if (key === "m") return act.mute();
    return act.speak(key);
  }

  /** Cards of the table are no buttons of the browser's: they are pressed here. */
  function press(target) {
    if (!target.matches('#table [role="button"]')) return false;
    target.click();
    return true;
  }

  function move(key) {
    const rows = shownRows();
    const at = rows.findIndex((row) => row.includes(document.activeElement));
    if (at < 0) {
      return focus(rows[rows.length - 1]?.[0]);
    }
    const row = rows[at];
    const place = row.indexOf(document.activeElement);
    switch (key) {
      case "ArrowLeft":
        return focus(row[Math.max(0, place - 1)]);
      case "ArrowRight":
        return focus(row[Math.min(row.length - 1, place + 1)]);
      case "Home":
        return focus(row[0]);
      case "End":
        return focus(row[row.length - 1]);
      default: {
        const next = rows[at + (key === "ArrowUp" ? -1 : 1)];
        return next ? focus(next[Math.min(place, next.length - 1)]) : true;
      }
    }
  }

  /** Table, captures, hand: from top to bottom, without those that have nothing to press. */
  function shownRows() {
    return [
      [...root.querySelectorAll('#table :is(button, [role="button"])')],
      [...root.querySelectorAll("#options button")],
      [...root.querySelectorAll(".hand__card")],
    ].filter((row) => row.length > 0);
  }

  function focus(node) {
    if (!node) return false;
    node.focus();
    rove();
    return true;
  }

  /** One stop of the Tab key for each row. */
  function rove() {
    for (const row of shownRows()) {
      const stop = row.find((node) => node === document.activeElement) ?? row.find((node) => node.tabIndex === 0) ?? row[0];
      for (const node of row) node.tabIndex = node === stop ? 0 : -1;
    }
  }

  return { rove };
}
