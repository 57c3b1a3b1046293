// Nodes of a drawing, as plain data. Renderers build them; the shell puts them on a page, and exports write them as text.

/**
 * One node: an SVG (or HTML) tag, its attributes, its children (nodes, strings, numbers; null and false are left out; lists are flattened).
 *
 * Three attributes are ours:
 *   key    identity among its siblings: a piece that moves keeps its key
 *   tip    what this piece is, costs and does, in words: its tooltip, and what a screen reader says
 *   field  the path of the view's field that this node shows, such as "players.0.yen"; `value` holds the raw value where the text differs
 */
export function h(tag, attributes, ...children) {
  return { tag, attributes: attributes || {}, children: flat(children, [], 0), slot: 0 };
}

const WIDTH = 4096; // more than there are children in a list

/**
 * Each node without a key is known among its siblings by its slot, its place in the call or list that made it. A place that is empty for now keeps
 * its slot, so that whatever comes and goes there does not make its neighbours look changed.
 */
function flat(children, into, before) {
  children.forEach((child, at) => {
    const slot = before + at + 1;
    if (Array.isArray(child)) flat(child, into, slot * WIDTH);
    else if (child !== null && child !== undefined && child !== false) {
      if (typeof child === "object") child.slot = slot;
      into.push(typeof child === "object" ? child : String(child));
    }
  });
  return into;
}

/** One part of what a renderer returns: `about` says its id, title and seat. It is drawn when its `node` is first looked at: a panel out of sight costs nothing. */
export function part(about, draw) {
  let node;
  return {
    ...about,
    get node() {
      node ??= draw();
      return node;
    },
  };
}

/** Attributes as they are written: ours become data-*. */
export function written(attributes) {
  const out = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || (value === false && name !== "value")) continue;
    if (name === "key" || name === "tip" || name === "field" || name === "value") out[`data-${name}`] = String(value);
    else out[name] = value === true ? "" : String(value);
  }
  return out;
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]);

/** The node as text. Tooltips become <title>, which every viewer of SVG files shows. */
export function markup(node) {
  if (typeof node === "string") return escaped(node);
  const attributes = Object.entries(written(node.attributes)).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const title = node.attributes.tip ? `<title>${escaped(String(node.attributes.tip))}</title>` : "";
  return `<${node.tag}${attributes.join("")}>${title}${node.children.map(markup).join("")}</${node.tag}>`;
}

/** Seats are told apart by colour and by shape: class seat-0 … seat-3 gives the colour, this the shape. */
const SHAPES = [
  (r) => h("circle", { r }),
  (r) => h("rect", { x: -r * 0.9, y: -r * 0.9, width: r * 1.8, height: r * 1.8 }),
  (r) => h("path", { d: `M0 ${-r * 1.15}L${r * 1.1} ${r * 0.85}L${-r * 1.1} ${r * 0.85}Z` }),
  (r) => h("path", { d: `M0 ${-r * 1.2}L${r * 1.1} 0L0 ${r * 1.2}L${-r * 1.1} 0Z` }),
];

/** A seat's mark, centred at x, y with radius r, with a text (such as a count) on it. */
export function mark(seat, x, y, r, attributes = {}, text = "") {
  return h(
    "g",
    { ...attributes, class: `mark seat-${seat} ${attributes.class || ""}`.trim(), transform: `translate(${x} ${y})` },
    SHAPES[seat](r),
    text === "" ? null : h("text", { class: "mark-text", y: r * 0.36, "font-size": r * 1.1, "text-anchor": "middle" }, text),
  );
}

/** "copper_mine_2" as a person reads it: "Copper mine 2". */
export function label(id) {
  if (!LABELS.has(id)) {
    const words = String(id).replaceAll("_", " ");
    LABELS.set(id, words.charAt(0).toUpperCase() + words.slice(1));
  }
  return LABELS.get(id);
}

const LABELS = new Map(); // every step asks for the same few hundred

/** "1 good", "3 goods". */
export const counted = (number, noun, plural = `${noun}s`) => `${number} ${number === 1 ? noun : plural}`;
