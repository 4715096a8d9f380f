// The games this page can draw; each module is loaded only where it is played. It exports a function
// of the game's name, since games that differ little share one. What that returns is listed in
// draw.js.

import { statusWords, turnWords } from "../lines.js";

const COMMON = { statusWords, turnWords, prepareSheet: () => {}, preview: () => [], stills: () => [] };

const fishing = () => import("./scopa.js");

const GAMES = {
  scopa: fishing,
  escoba: fishing,
  scopa15: fishing,
  "star-cards": () => import("./star-cards.js"),
  tressette: () => import("./tressette.js"),
};

export async function loadGame(name) {
  const { default: create } = await GAMES[name]();
  return { ...COMMON, ...create(name) };
}
