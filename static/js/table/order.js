// The order in which my hand is shown. The automatic move plays the leftmost card (clocks 2.3), so the
// server is told of every order that is not its own.

const SUITS = "DCSBRYGX"; // Italian suits, then the colours of Star Cards, as the decks have them
const STRENGTH = [3, 2, 1, 10, 9, 8, 7, 6, 5, 4]; // of Tressette, from the strongest

const isStarCard = (card) => /^[A-Z]/.test(card);
const suitOf = (card) => SUITS.indexOf(isStarCard(card) ? card[0] : card.slice(-1));

function rankOf(card, game) {
  const rank = Number.parseInt(isStarCard(card) ? card.slice(1) || "0" : card, 10);
  return game === "tressette" ? STRENGTH.indexOf(rank) : rank;
}

const KEYS = {
  suit: (game) => (card) => [suitOf(card), rankOf(card, game)],
  rank: (game) => (card) => [rankOf(card, game), suitOf(card)],
};

/** The cards of a hand as the setting `sort` wants them: "game", "suit" or "rank". */
export function inOrder(hand, game, sort) {
  // Tressette is kept by suit: so says the server, too, unless it was told otherwise.
  const key = KEYS[sort === "game" && game === "tressette" ? "suit" : sort]?.(game);
  if (key === undefined) return hand;
  return [...hand].sort((one, other) => {
    const [first, second] = [key(one), key(other)];
    return first[0] - second[0] || first[1] - second[1];
  });
}

/** The view with my hand in that order. */
export function arranged(view, sort) {
  const { hand } = view.deal;
  if (!hand || hand.length < 2) return view;
  return { ...view, deal: { ...view.deal, hand: inOrder(hand, view.game, sort) } };
}

/** Whether the cards of `hand` come in the same order in `whole`, other cards left out. */
export function isWithin(hand, whole) {
  let place = 0;
  for (const card of whole) if (card === hand[place]) place += 1;
  return place === hand.length;
}
