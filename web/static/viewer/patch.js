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
    this.marked = [];
    this.at = null; // the position that is shown
  }

  show(nodes) {
    const changed = new Set();
    this.shown = children(this.element, this.shown, nodes, this.element.namespaceURI === SVG, changed);
    return changed;
  }

  /** What `show` would have returned had `nodes` been there before; the page stays as it is. */
  changedSince(nodes) {
    const changed = new Set();
    compare(this.element, this.shown, nodes, changed);
    return changed;
  }
}

/** What is on the page for one node: the node, its element, what is on the page for its children, whether it or a child has a tooltip. */
function made(node, inSvg, changed) {
  if (typeof node === "string") return { node, element: document.createTextNode(node), children: [], tipped: false };
  const svg = inSvg ? node.tag !== "foreignObject" : node.tag === "svg";
  const element = svg || inSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  for (const [name, value] of Object.entries(written(node.attributes))) element.setAttribute(name, value);
  const live = { node, element, children: [], tipped: false, role: null, words: null, name: nameOf(node) };
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
  const { tip, role: given } = live.node.attributes;
  let within = false;
  for (const child of live.children) if (child.tipped) within = true;
  live.tipped = within || Boolean(tip);
  const role = tip && !given ? (within ? "group" : "img") : null;
  if (role !== live.role) put(live.element, "role", role ?? given);
  const words = tip ? String(tip) : null;
  if (words !== live.words) put(live.element, "aria-label", words);
  live.role = role;
  live.words = words;
}

function put(element, name, value) {
  if (value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

const same = (live, node) =>
  typeof node === "string" || typeof live.node === "string"
    ? typeof node === typeof live.node
    : live.node.tag === node.tag && live.name === nameOf(node);

/** By what a node is known among its siblings: its key, or its slot (below zero: a key may be a number). */
const nameOf = (node) => node.attributes.key ?? -node.slot;

/** The old children as something to take from: nodes by name, texts in order. */
function stock(old) {
  const named = new Map();
  const texts = [];
  for (const live of old) {
    if (typeof live.node === "string") texts.push(live);
    else named.set(live.name, live);
  }
  return { named, texts };
}

function taken(store, node) {
  if (typeof node === "string") return store.texts.shift() || null;
  const name = nameOf(node);
  const live = store.named.get(name);
  if (!live || live.node.tag !== node.tag) return null;
  store.named.delete(name);
  return live;
}

const alike = (old, nodes) => {
  if (old.length !== nodes.length) return false;
  for (let at = 0; at < nodes.length; at += 1) if (!same(old[at], nodes[at])) return false;
  return true;
};

function children(parent, old, nodes, inSvg, changed) {
  if (alike(old, nodes)) {
    for (let at = 0; at < nodes.length; at += 1) update(old[at], nodes[at], inSvg, changed);
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
  const { attributes } = node;
  if (differing(live.node.attributes, attributes, (name) => write(live.element, name, attributes[name]))) changed.add(live.element);
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

/** Calls `act` for every attribute that differs. Whether one that can be seen does: a tooltip that reads differently is not a change of the board. */
function differing(old, now, act) {
  let seen = false;
  for (const name in now) {
    if (old[name] === now[name]) continue;
    act?.(name);
    if (name !== "tip") seen = true;
  }
  for (const name in old) {
    if (name in now || old[name] === undefined) continue;
    act?.(name);
    if (name !== "tip") seen = true;
  }
  return seen;
}

/** As `children`, but nothing is written: `nodes` are what was there before. */
function compare(parent, now, nodes, changed) {
  if (alike(now, nodes)) {
    for (let at = 0; at < nodes.length; at += 1) compared(now[at], nodes[at], changed);
    return;
  }
  const store = stock(nodes.map((node) => ({ node, name: node.attributes && nameOf(node) })));
  let kept = 0;
  for (const live of now) {
    const before = taken(store, live.node);
    if (before) {
      kept += 1;
      compared(live, before.node, changed);
    } else if (live.element.nodeType === 1) changed.add(live.element);
  }
  if (kept < nodes.length && parent.nodeType === 1) changed.add(parent);
}

function compared(live, before, changed) {
  if (live.node === before) return;
  if (typeof before === "string") {
    changed.add(live.element.parentNode);
    return;
  }
  if (differing(before.attributes, live.node.attributes)) changed.add(live.element);
  compare(live.element, live.children, before.children, changed);
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
    if (![...pieces].some((other) => other !== piece && piece.contains(other))) piece.setAttribute("data-changed", piece.querySelector("rect, circle, path") ? "" : "words");
  }
  return pieces;
}
