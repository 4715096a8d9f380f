// Tressette in sentences: the last move, the log, announcements, and answers to the speak keys.

import { commonLine, dealtWords, handWords, isNews, scoredWords, speak } from "../lines.js";
import { cardCount, fill, gettext, joined, ngettext, pgettext, sentence } from "../words.js";

const FRACTIONS = ["", "⅓", "⅔"];

/** `4⅓` for 13 thirds of a point. */
export function pointsOf(thirds) {
  const whole = Math.floor(thirds / 3);
  const rest = FRACTIONS[thirds % 3];
  return rest ? `${whole || ""}${rest}` : String(whole);
}

const suits = () => ({
  D: pgettext("suit of cards", "coins"),
  C: pgettext("suit of cards", "cups"),
  S: pgettext("suit of cards", "swords"),
  B: pgettext("suit of cards", "batons"),
});

const honours = () => ({
  1: pgettext("several cards of one rank", "aces"),
  2: pgettext("several cards of one rank", "twos"),
  3: pgettext("several cards of one rank", "threes"),
});

export const suitName = (suit) => suits()[suit];

export const ledWords = (suit) => fill(gettext("Suit: %(suit)s"), { suit: suitName(suit) });

export const trickCount = (count) => fill(ngettext("%(count)d trick", "%(count)d tricks", count), { count });

const pointCount = (count) => fill(ngettext("%(count)d point", "%(count)d points", count), { count });

/** What was declared, without its points. */
export function declarationWords(one, names) {
  const [first] = one.cards;
  if (one.kind === "napoletana") return fill(gettext("napoletana of %(suit)s"), { suit: suitName(first.at(-1)) });
  if (one.kind === "fourth") return fill(gettext("bongioco completed by the %(card)s"), { card: names[first] });
  const ranks = honours()[first.slice(0, -1)];
  if (one.missing === null) return fill(gettext("bongioco of four %(ranks)s"), { ranks });
  return fill(gettext("bongioco of three %(ranks)s, without %(suit)s"), { ranks, suit: suitName(one.missing.at(-1)) });
}

export const declaredWords = (declarations, names) =>
  joined(declarations.map((one) => `${declarationWords(one, names)} +${one.points}`));

const drawnWords = (draws, people, names) =>
  draws.map((draw) => `${people.name(draw.seat)} ${names[draw.card]}`).join(", ");

export function firstDealerWords(card, dealer, people, names) {
  const pattern = people.isMe(dealer)
    ? gettext("You got the %(card)s: you deal first")
    : gettext("%(name)s got the %(card)s and deals first");
  return fill(pattern, { card: names[card], name: people.name(dealer) });
}

function poorHandWords(seats, people) {
  const who = joined(seats.map(people.name));
  return fill(gettext("Dealt again: no honour and fewer than three figures (%(names)s)"), { names: who });
}

/** Who took a trick, with which card, for how much. */
export function trickWords(trick, people, names) {
  const pattern = people.isMe(trick.winner)
    ? gettext("You take with %(card)s: %(points)s")
    : gettext("%(name)s takes with %(card)s: %(points)s");
  return fill(pattern, {
    name: people.name(trick.winner),
    card: names[trick.plays.find((play) => play.seat === trick.winner).card],
    points: pointsOf(trick.thirds),
  });
}

export const outWords = (total) => fill(gettext("Out! %(total)d points"), { total });

// --- what may be played ------------------------------------------------------------------------

/** Which cards may be played to the trick; empty for a lead, or while others are to move. */
export function followWords(view) {
  const { legal, led_suit: led, must_follow: duty } = view.deal;
  if (!legal.length || led === null) return "";
  const suit = suitName(led);
  if (duty === null) return fill(gettext("You have no %(suit)s: play any card"), { suit });
  return fill(
    ngettext(
      "You must follow %(suit)s: %(count)d card can be played",
      "You must follow %(suit)s: %(count)d cards can be played",
      legal.length,
    ),
    { suit, count: legal.length },
  );
}

export function barredWords({ deal }) {
  if (!deal.legal.length || deal.led_suit === null) return "";
  return fill(gettext("not playable: you must follow %(suit)s"), { suit: suitName(deal.led_suit) });
}

/** What is said when my turn comes. */
export function turnWords(view, names) {
  const { deal } = view;
  const call = gettext("Your turn.");
  if (deal.led_suit === null) return `${call} ${handWords(view, names)}`;
  if (deal.must_follow === null) return `${call} ${followWords(view)}. ${handWords(view, names)}`;
  const cards = deal.legal.map((entry) => names[entry.card]).join(", ");
  return `${call} ${fill(gettext("You must follow %(suit)s: %(cards)s."), { suit: suitName(deal.led_suit), cards })}`;
}

// --- the last move and the log -------------------------------------------------------------------

/** The sentence that stands until the next move. */
export function lastMove({ view, log, people, names }) {
  const said = lastSentence(view, people, names);
  const declared = declaredWith(log);
  if (declared.length) return `${said} · ${fill(gettext("declaration: %(what)s"), { what: declaredWords(declared, names) })}`;
  const { drawn, trick } = view.deal;
  if (trick.length || !drawn.length) return said;
  return `${said} · ${fill(gettext("Drawn: %(cards)s"), { cards: drawnWords(drawn, people, names) })}`;
}

/** What was declared with the last card played. */
function declaredWith(log) {
  const notice = log.findLast((one) => ["declared", "played", "dealt"].includes(one.kind));
  return notice?.kind === "declared" ? notice.declarations : [];
}

function lastSentence({ deal }, people, names) {
  const last = deal.last_move;
  if (last === null) {
    return deal.dealer_card === null ? "" : firstDealerWords(deal.dealer_card, deal.dealer, people, names);
  }
  if (deal.trick.length || deal.last_trick === null) {
    const pattern = people.isMe(last.seat) ? gettext("You played %(card)s") : gettext("%(name)s played %(card)s");
    return fill(pattern, { name: people.name(last.seat), card: names[last.card] });
  }
  return trickWords(deal.last_trick, people, names);
}

export function logLine(notice, people, names) {
  switch (notice.kind) {
    case "dealer_drawn":
      return { text: firstDealerWords(notice.card, notice.dealer, people, names) };
    case "annulled":
      if (notice.reason !== "poor_hand") return commonLine(notice, people);
      return { text: poorHandWords(notice.seats, people), isHeading: true };
    case "dealt":
      return { text: dealtWords(notice, people), isHeading: true };
    case "played":
      return playedLine(notice, people, names);
    case "declared":
      return declaredLine(notice, people, names);
    case "trick":
      return trickLine(notice, people, names);
    case "drawn":
      return { text: fill(gettext("Drawn: %(cards)s"), { cards: drawnWords(notice.cards, people, names) }) };
    case "called_out":
      return { who: people.sideName(notice.side), text: "", marks: [{ kind: "out", text: outWords(notice.total) }] };
    case "scored":
      return { text: scoredWords(notice.sheet, people) };
    default:
      return commonLine(notice, people);
  }
}

function playedLine(notice, people, names) {
  const marks = notice.automatic ? [{ kind: "automatic", text: gettext("time over: played automatically") }] : [];
  return { who: people.name(notice.seat), text: names[notice.card], marks };
}

function declaredLine(notice, people, names) {
  const marks = notice.counted ? [] : [{ kind: "pending", text: gettext("pending") }];
  const text = fill(gettext("declaration: %(what)s"), { what: declaredWords(notice.declarations, names) });
  return { who: people.name(notice.seat), text, marks };
}

function trickLine(notice, people, names) {
  const marks = [];
  if (notice.is_last) marks.push({ kind: "last", text: gettext("last trick +1") });
  if (notice.now_counted) marks.push({ kind: "counted", text: nowCountedWords(notice.now_counted) });
  return { text: trickWords(notice, people, names), marks };
}

const nowCountedWords = (count) =>
  fill(ngettext("%(count)d declared point counts now", "%(count)d declared points count now", count), { count });

// --- announcements -------------------------------------------------------------------------------

/** What to say after these notices: one sentence or two an event. */
export function announcements(notices, view, people, names) {
  return notices.flatMap((notice) => {
    switch (notice.kind) {
      case "played":
        return [playedSentence(notice, people, names)];
      case "declared":
        return [declaredSentence(notice, people, names)];
      case "trick":
        return trickSentences(notice, view, people, names);
      case "drawn":
        return notice.cards.map((draw) => drawnSentence(draw, people, names));
      case "called_out":
        return [`${people.sideName(notice.side)}: ${outWords(notice.total)}.`];
      case "dealt":
        return [`${dealtWords(notice, people)}.`, handWords(view, names)];
      case "scored":
        return [scoredWords(notice.sheet, people)];
      default: {
        const line = isNews(notice) ? null : logLine(notice, people, names);
        return line === null ? [] : [`${line.text}.`];
      }
    }
  });
}

function playedSentence(notice, people, names) {
  const values = { name: people.name(notice.seat), card: names[notice.card] };
  if (!people.isMe(notice.seat)) return fill(gettext("%(name)s plays %(card)s."), values);
  return fill(notice.automatic ? gettext("Time over: %(card)s was played for you.") : gettext("You play %(card)s."), values);
}

function declaredSentence(notice, people, names) {
  const values = {
    name: people.name(notice.seat),
    what: joined(notice.declarations.map((one) => declarationWords(one, names))),
    points: pointCount(notice.points),
  };
  const pattern = people.isMe(notice.seat)
    ? gettext("You declare %(what)s, %(points)s.")
    : gettext("%(name)s declares %(what)s, %(points)s.");
  return fill(pattern, values);
}

function trickSentences(notice, view, people, names) {
  const said = [`${trickWords(notice, people, names)}.`, sidesWords(view, people)];
  if (notice.now_counted) said.splice(1, 0, `${nowCountedWords(notice.now_counted)}.`);
  return said;
}

function drawnSentence(draw, people, names) {
  const pattern = people.isMe(draw.seat) ? gettext("You draw %(card)s.") : gettext("%(name)s draws %(card)s.");
  return fill(pattern, { name: people.name(draw.seat), card: names[draw.card] });
}

/** The points in each side's captured cards so far. */
function sidesWords(view, people) {
  const sides = people.sidesMineFirst.map(
    (side) => `${people.sideName(side)} ${pointsOf(view.deal.piles[side].thirds)}`,
  );
  return fill(gettext("So far: %(sides)s."), { sides: sides.join(", ") });
}

// --- the speak keys ------------------------------------------------------------------------------

function tableWords(view, people, names) {
  const { trick, winning, stock } = view.deal;
  const left = stock ? ` ${fill(gettext("In the stock: %(count)d."), { count: stock })}` : "";
  if (!trick.length) return `${gettext("No card on the table.")}${left}`;
  const cards = trick.map((play) => `${people.name(play.seat)} ${names[play.card]}`).join(", ");
  const wins = fill(gettext("Winning: %(name)s."), { name: people.name(winning) });
  return `${fill(gettext("On the table: %(cards)s."), { cards })} ${wins}${left}`;
}

function lastTrickWords({ last_trick: trick }, people, names) {
  if (trick === null) return "";
  const cards = trick.plays.map((play) => `${people.name(play.seat)} ${names[play.card]}`).join(", ");
  return fill(gettext("Last trick: %(cards)s. %(taken)s."), { cards, taken: trickWords(trick, people, names) });
}

function capturedWords(pile) {
  return `${trickCount(pile.tricks)}, ${fill(gettext("points %(points)s"), { points: pointsOf(pile.thirds) })}`;
}

export function badgeWords(view, seat, names) {
  const mine = view.deal.declarations.filter((one) => one.seat === seat);
  if (!mine.length) return "";
  const what = declaredWords(mine, names);
  const pattern = mine[0].counted
    ? gettext("declared: %(what)s")
    : gettext("declared, pending until a point is captured: %(what)s");
  return fill(pattern, { what });
}

function otherWords(seat, view, people, names) {
  const partner = people.isPartner(seat) ? ` (${gettext("partner")})` : "";
  const parts = [cardCount(view.deal.hands[seat])];
  if (people.isAlone(people.sideOf(seat))) parts.push(capturedWords(view.deal.piles[people.sideOf(seat)]));
  const declared = badgeWords(view, seat, names);
  if (declared) parts.push(declared);
  return `${people.name(seat)}${partner}: ${parts.join(", ")}.`;
}

export const answers = {
  ...speak,
  l: (scene) =>
    [lastMove(scene) && `${lastMove(scene)}.`, lastTrickWords(scene.view.deal, scene.people, scene.names)].filter(Boolean).join(" ") ||
    gettext("No move yet."),
  t: ({ view, people, names }) => tableWords(view, people, names),
  p: ({ view, people }) =>
    people.sidesMineFirst.map((side) => `${people.sideName(side)}: ${capturedWords(view.deal.piles[side])}.`).join(" "),
  o: ({ view, people, names }) => people.others.map((seat) => otherWords(seat, view, people, names)).join(" "),
};

export const selectionWords = (choice, names) => `${sentence(names[choice.card])}.`;
