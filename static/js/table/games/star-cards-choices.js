// The taps of Star Cards: a card of the hand is played; a card of the trick is kept or made trump.
// Keeping the turn is a switch that is set before the card; a dark deal is asked for twice.
//
// Which moves there are is what the server sent in `legal`, each with its text.

export const IDLE = Object.freeze({ card: null, target: null, move: null, stays: false, asks: false });

export const plays = (view) => view.deal.legal.filter((entry) => entry.kind === "play");
export const picks = (view) => view.deal.legal.filter((entry) => entry.kind === "collect" || entry.kind === "trump");
export const canStay = (view) => plays(view).some((entry) => entry.stay !== null);
export const canDealDark = (view) => view.deal.legal.some((entry) => entry.kind === "dark");
export const canEnd = (view) => view.deal.legal.some((entry) => entry.kind === "end");

const step = (choice) => ({ choice, move: null, card: null, note: null });
const sent = (move, card = null) => ({ choice: IDLE, move, card, note: null });

function tapHand(choice, card, { view, confirmation }) {
  const entry = plays(view).find((one) => one.card === card);
  if (entry === undefined) return step(choice);
  const move = (choice.stays && entry.stay) || entry.move;
  if (choice.card === card || confirmation !== "always") return sent(move, card);
  return step({ ...IDLE, stays: choice.stays, card, move });
}

function tapTable(choice, card, { view, confirmation }) {
  const entry = picks(view).find((one) => one.card === card);
  if (entry === undefined) return step(choice);
  if (choice.target === card || confirmation !== "always") return sent(entry.move);
  return step({ ...IDLE, target: card, move: entry.move });
}

function tapOption(choice, option, { view }) {
  switch (option) {
    case "stay":
      return step({ ...IDLE, stays: !choice.stays });
    case "dark":
      return step({ ...IDLE, asks: true });
    case "dark-yes":
      return canDealDark(view) ? sent("dark") : step(IDLE);
    case "end":
      return sent("end");
    default:
      return step(IDLE);
  }
}

/** Carried over to a new view as far as the server still offers it. */
function revise(choice, view) {
  const isOffered =
    (choice.card === null || plays(view).some((entry) => entry.card === choice.card)) &&
    (choice.target === null || picks(view).some((entry) => entry.card === choice.target)) &&
    (!choice.stays || canStay(view)) &&
    (!choice.asks || canDealDark(view));
  return isOffered ? choice : IDLE;
}

const isComplete = (choice) => choice.move !== null;

export const choices = {
  idle: IDLE,
  tapHand,
  tapTable,
  tapOption,
  confirm: (choice) => (isComplete(choice) ? sent(choice.move, choice.card) : step(choice)),
  isComplete,
  revise,
  selected: (choice) => choice.card,
  options: () => [],
};
