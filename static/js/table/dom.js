// Making and reusing elements.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes (null leaves one out, true makes it empty) and children. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** Set, or with null and false remove, attributes; untouched where nothing changes. */
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value === true ? "" : value)) {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

const WHOLE = "0 0 200 320";
const TOKEN = "0 0 100 100";
const CORNER = "15 15 22 65"; // where the small index stands

const SQUARE = "0 60 200 200"; // a sign of suit is as wide as it is high

function picture(hrefs, name = "face", viewBox = WHOLE, width = 200, height = 320) {
  const svg = document.createElementNS(SVG, "svg");
  setAttributes(svg, { class: name, viewBox, "aria-hidden": "true", focusable: "false" });
  for (const [href, kind] of hrefs) {
    const use = document.createElementNS(SVG, "use");
    setAttributes(use, { href, class: kind || null, width, height });
    svg.append(use);
  }
  return svg;
}

/** Pictures of cards from the sheets {deck, faces, index, tabs, named}; they carry no name. */
export function createPictures(sheets) {
  const isNamed = (card) => sheets.named.includes(card.slice(0, -1));
  const indices = (card) => [
    [`${sheets.index}#${isNamed(card) ? "l" : "i"}-${card}`, "index index--discreet"],
    [`${sheets.index}#${isNamed(card) ? "k" : "j"}-${card}`, "index index--jumbo"],
  ];
  return {
    face: (card) => picture([[`${sheets.faces}#${sheets.deck}-${card}`, ""], ...(sheets.index ? indices(card) : [])]),
    /** Rank and suit alone, the size of a letter. */
    tab: (card) => picture([[`${sheets.tabs}#i-${card}`, ""]], "chip__tab", CORNER),
    /** The sign of a suit in the colour of the text around it. */
    sign: (suit) => picture([[`${sheets.tabs}#suit-${suit}`, ""]], "suit-sign", SQUARE),
    /** A token or another square sign that the deck has beside its cards. */
    mark: (name, kind) => picture([[`${sheets.faces}#${sheets.deck}-${name}`, ""]], kind, TOKEN, 100, 100),
    back: (kind = "back") => picture([[`${sheets.faces}#${sheets.deck}-${kind}`, ""]]),
  };
}

/** A card that is only looked at, with its name. */
export function shownCard(card, { names, pictures }) {
  return element("span", { class: "card", role: "img", "aria-label": names[card] }, pictures.face(card));
}

/** `count` backs in the row of a seat. */
export function drawBacks(row, count, pictures) {
  while (row.children.length > count) row.lastElementChild.remove();
  while (row.children.length < count) row.append(element("span", { class: "card back" }, pictures.back()));
}

/** Make the children of `parent` those of `keys`, in order, reusing elements by key.

    An element that stays is never taken out, so it keeps the focus. */
export function reconcile(parent, keys, keyOf, make, update) {
  const old = new Map([...parent.children].map((child) => [keyOf(child), child]));
  for (const [key, child] of old) if (!keys.includes(key)) child.remove();
  let next = parent.firstElementChild;
  for (const key of keys) {
    const child = old.get(key) ?? make(key);
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
    update(child, key);
  }
}
