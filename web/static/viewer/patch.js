// Puts nodes (svg.js) on a page and changes only what differs from the nodes that were there before.
import { written } from "./svg.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * A place on the page that shows one list of nodes after another.
 *
 * `show(nodes)` returns the elements that are new or have changed, each as the nearest piece: an element with a key, a field or a tooltip.
 * A node that is the same object as the one before is skipped with all its children.
 */
export class Surface {
  constructor(element) {
    this.element = element;
    this.shown = [];
  }

  show(nodes) {
    const changed = new Set();
    this.shown = children(this.element, this.shown, nodes, this.element.namespaceURI === SVG, changed);
    return changed;
  }
}

/** What is on the page for one node: the node, its element, what is on the page for its children, whether it or a child has a tooltip. */
function made(node, inSvg, changed) {
  if (typeof node === "string") return { node, element: document.createTextNode(node), children: [], tipped: false };
  const svg = inSvg ? node.tag !== "foreignObject" : node.tag === "svg";
  const element = svg || inSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  for (const [name, value] of Object.entries(written(node.attributes))) element.setAttribute(name, value);
  const live = { node, element, children: [], tipped: false };
  live.children = node.children.map((child) => {
    const below = made(child, svg, null);
    element.append(below.element);
    return below;
  });
  spoken(live);
  if (changed) changed.add(element);
  return live;
}

/** A piece with a tooltip has a name that a screen reader speaks: a group if there are pieces in it, else a picture. */
function spoken(live) {
  const { tip } = live.node.attributes;
  const within = live.children.some((child) => child.tipped);
  live.tipped = within || Boolean(tip);
  if (!tip) {
    if (live.named) for (const name of ["role", "aria-label"]) live.element.removeAttribute(name);
    live.named = false;
    return;
  }
  const role = within ? "group" : "img";
  if (!live.node.attributes.role) attribute(live.element, "role", role);
  attribute(live.element, "aria-label", String(tip));
  live.named = true;
}

function attribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

const same = (live, node) =>
  typeof node === "string" || typeof live.node === "string"
    ? typeof node === typeof live.node
    : live.node.tag === node.tag && live.node.attributes.key === node.attributes.key;

/** The old children as something to take from: those with a key by key, the others in order. */
function stock(old) {
  const keyed = new Map();
  const rest = [];
  for (const live of old) {
    const key = live.node.attributes?.key;
    if (key === undefined) rest.push(live);
    else keyed.set(key, live);
  }
  return { keyed, rest, next: 0 };
}

function taken(store, node) {
  const key = node.attributes?.key;
  if (key !== undefined) {
    const live = store.keyed.get(key);
    if (!live || live.node.tag !== node.tag) return null;
    store.keyed.delete(key);
    return live;
  }
  const live = store.rest[store.next];
  if (!live || !same(live, node)) return null;
  store.next += 1;
  return live;
}

function children(parent, old, nodes, inSvg, changed) {
  if (old.length === nodes.length && old.every((live, at) => same(live, nodes[at]))) {
    old.forEach((live, at) => update(live, nodes[at], inSvg, changed));
    return old;
  }
  const store = stock(old);
  const now = nodes.map((node) => {
    const live = taken(store, node);
    if (live) update(live, node, inSvg, changed);
    return live || made(node, inSvg, changed);
  });
  const kept = new Set(now);
  for (const live of old) {
    if (kept.has(live)) continue;
    live.element.remove();
    if (parent.nodeType === 1) changed.add(parent);
  }
  let place = parent.firstChild;
  for (const live of now) {
    if (live.element === place) place = place.nextSibling;
    else parent.insertBefore(live.element, place);
  }
  return now;
}

function update(live, node, inSvg, changed) {
  if (live.node === node) return;
  if (typeof node === "string") {
    if (live.node !== node) {
      live.element.nodeValue = node;
      changed.add(live.element.parentNode);
    }
    live.node = node;
    return;
  }
  if (attributes(live.element, live.node.attributes, node.attributes)) changed.add(live.element);
  live.node = node;
  live.children = children(live.element, live.children, node.children, inSvg ? node.tag !== "foreignObject" : node.tag === "svg", changed);
  spoken(live);
}

const OURS = new Set(["key", "tip", "field", "value"]);

function write(element, name, value) {
  const given = written({ [name]: value });
  const shown = OURS.has(name) ? `data-${name}` : name;
  if (shown in given) element.setAttribute(shown, given[shown]);
  else element.removeAttribute(shown);
}

/** Whether anything that can be seen has changed: a tooltip that reads differently is not a change of the board. */
function attributes(element, old, now) {
  let seen = false;
  for (const name of Object.keys({ ...old, ...now })) {
    if (old[name] === now[name]) continue;
    write(element, name, now[name]);
    if (name !== "tip") seen = true;
  }
  return seen;
}

/** Mark the pieces that a step has changed, and take the marks of the step before away. */
export function highlight(changed, before = []) {
  for (const element of before) element.removeAttribute("data-changed");
  const pieces = new Set();
  for (const element of changed) {
    const piece = element.closest?.("[data-key], [data-field], [data-tip]");
    if (piece && piece.isConnected) pieces.add(piece);
  }
  for (const piece of pieces) {
    // A container whose own pieces are marked says nothing more.
    if (![...pieces].some((other) => other !== piece && piece.contains(other))) piece.setAttribute("data-changed", "");
  }
  return pieces;
}
