// The games this page can draw; each is loaded only where it is played.

const GAMES = {
  scopa: () => import("./scopa.js"),
};

export async function loadGame(name) {
  const { default: game } = await GAMES[name]();
  return game;
}
