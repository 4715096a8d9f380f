// What a player of Star Cards has collected.

import { element } from "../dom.js";

const RANKS = ["1", "2", "3", "4", "5", "6"];

/** A place for each rank, filled with the first card of it. */
export function makeSlots(collection, pictures) {
  const slots = RANKS.map((rank) => {
    const [first, ...again] = collection.filter((card) => card[1] === rank);
    return element(
      "span",
      { class: first ? `slot slot--${first[0]}` : "slot", "data-rank": rank },
      rank,
      first ? pictures.mark(`icon-${first[0]}`, "slot__icon") : null,
      again.length ? element("b", { class: "slot__again" }, `+${again.length}`) : null,
    );
  });
  return element("span", { class: "slots" }, slots);
}
