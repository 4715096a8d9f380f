// Sentences in the page's language. Django's catalogue, loaded before the modules, provides the
// functions; without it the English source strings stand.

const identity = (text) => text;
const plural = (one, many, count) => (count === 1 ? one : many);
const inContext = (context, text) => text;

export const gettext = globalThis.gettext ?? identity;
export const ngettext = globalThis.ngettext ?? plural;
export const pgettext = globalThis.pgettext ?? inContext;

/** Put values into a sentence: fill("%(name)s's turn", {name: "Marta"}). */
export function fill(pattern, values) {
  return pattern.replace(/%\((\w+)\)[sd]/g, (whole, key) => (key in values ? String(values[key]) : whole));
}

/** `a, b and c`. */
export function joined(words) {
  if (words.length < 2) return words[0] ?? "";
  const last = words[words.length - 1];
  return fill(gettext("%(words)s and %(last)s"), { words: words.slice(0, -1).join(", "), last });
}

export function sentence(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function cardCount(count) {
  return fill(ngettext("%(count)d card", "%(count)d cards", count), { count });
}

/** `0:19` for a number of milliseconds. */
export function minutes(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
