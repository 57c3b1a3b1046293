// Small pictures of Nippon: Zaibatsu, each drawn in a box from -10 to 10. Colours come from classes.

import { h } from "./svg.js";
import { cut } from "./zaibatsu-words.js";

const path = (d, name) => h("path", { d, class: name });
const circle = (cx, cy, r, name) => h("circle", { cx, cy, r, class: name });
const TEETH = Array.from({ length: 8 }, (_, at) => h("rect", { x: -2, y: -10, width: 4, height: 6, transform: `rotate(${at * 45})` }));

const ICONS = {
  money: [circle(0, 0, 9), h("rect", { x: -3, y: -3, width: 6, height: 6, class: "z-hole" })],
  coal: [path("M-9 3L-5 -6L2 -8L9 -2L6 7L-4 8Z"), path("M-5 -6L-1 0L9 -2M-1 0L-4 8", "z-detail")],
  silk: [path("M-9 0C-9 -8 9 -8 9 0C9 8 -9 8 -9 0Z"), path("M-5 -5C-3 -2 -3 2 -5 5M0 -6C2 -2 2 2 0 6M5 -5C7 -2 7 2 5 5", "z-detail")],
  iron: [path("M-5 -5L5 -5L10 6L-10 6Z"), path("M-5 -5L-3 1L3 1L5 -5M-3 1L-10 6M3 1L10 6", "z-detail")],
  points: [path("M0 -10L2.9 -3.1L10 -3.1L4.4 1.4L6.2 8.5L0 4.4L-6.2 8.5L-4.4 1.4L-10 -3.1L-2.9 -3.1Z")],
  steps: [path("M0 -9L9 1L4 1L4 8L-4 8L-4 1L-9 1Z")],
  any: [path("M0 -9V9M-7.8 -4.5L7.8 4.5M-7.8 4.5L7.8 -4.5", "z-strokes")],
  ship: [path("M-10 3L10 3L6 9L-6 9Z"), path("M-1 2L-1 -10L8 1.5Z"), path("M-3 2L-3 -7L-9 1.5Z")],
  machine: [TEETH, circle(0, 0, 6.5), circle(0, 0, 2.5, "z-hole")],
  train: [path("M-10 5L-10 -8L-3 -8L-3 -2L3 -2L3 -7L6 -7L6 -2L9 -1L10 5Z"), circle(-6, 6, 3), circle(0.5, 6, 3), circle(6.5, 6, 3)],
  factory: [path("M-9 8V-2L-3 -7V-2L3 -7V-2L9 -7V8Z")],
  contract: [path("M-6 -9H6V9H-6Z"), path("M-3 -5H3M-3 -1H3M-3 3H1", "z-detail")],
  cotton: [circle(-4, -2, 5), circle(4, -2, 5), circle(0, -6, 4.5), path("M-5 3L0 9L5 3Z")],
  paper: [path("M-7 -9H3L7 -5V9H-7Z"), path("M3 -9V-5H7M-4 -1H4M-4 3H4", "z-detail")],
  bento: [path("M-9 -7H9V7H-9Z"), path("M0 -7V7M0 0H9", "z-detail")],
  lenses: [circle(-5, 0, 4.6, "z-ring"), circle(5, 0, 4.6, "z-ring")],
  bulbs: [path("M-3 4C-3 1 -7 0 -7 -4A7 6.5 0 0 1 7 -4C7 0 3 1 3 4Z"), path("M-3 5.5H3V9H-3Z")],
  clocks: [circle(0, 0, 8.5), path("M0 -6V0L4 3", "z-detail")],
};

/** A picture centred at x, y. */
export const icon = (name, x, y, size, attributes = {}) =>
  h("g", { ...attributes, class: `z-icon z-${name} ${attributes.class || ""}`.trim(), transform: `translate(${x} ${y}) scale(${size / 20})` }, ICONS[name]);

const CHEST = { white: "steps", blue: "money", grey: "iron", yellow: "points", red: "silk", black: "coal" };
const BODY = path("M-9.5 10C-9.5 1 -6 -1.5 0 -1.5C6 -1.5 9.5 1 9.5 10Z");
const HEAD = circle(0, -5.5, 4.2);
const HAT = path("M-7 -8H-4V-14H4V-8H7V-6.5H-7Z", "z-hat");

/** A worker, or an expert with a hat; what the service of its colour gives is on its chest, so that colours are told apart by shape too. */
export function worker(name, x, y, size, attributes = {}) {
  const colour = name.replace("expert_", "");
  return h(
    "g",
    { ...attributes, class: `z-worker z-${colour}`, transform: `translate(${x} ${y}) scale(${size / 20})` },
    [BODY, HEAD, name === colour ? null : HAT],
    h("g", { class: "z-chest", transform: "translate(0 4.4) scale(.46)" }, ICONS[CHEST[colour]]),
  );
}

const BADGES = { white: "steps", blue: "money", grey: "iron", yellow: "points", red: "silk", black: "coal", any: "any" };

/** The service of a colour, or any service, as a round token. */
export const badge = (colour, x, y, size, attributes = {}) =>
  h(
    "g",
    { ...attributes, class: `z-badge z-${colour}`, transform: `translate(${x} ${y}) scale(${size / 20})` },
    circle(0, 0, 10),
    h("g", { class: "z-chest", transform: "scale(.6)" }, ICONS[BADGES[colour]]),
  );

/** A bonus as the data files write it ("service:red", "influence:3", "track:finance:1"), as a small token. */
export function bonus(token, x, y, size, attributes = {}) {
  const [verb, what, amount] = token.split(":");
  if (verb === "service") return badge(what, x, y, size, attributes);
  const [shown, wide] = verb === "track" ? [`F+${amount}`, 1.9] : [what, 1.24];
  return h(
    "g",
    { ...attributes, class: "z-bonus" },
    h("rect", { x: x - (size * wide) / 2, y: y - size / 2, width: size * wide, height: size, rx: 2 }),
    text(shown, x, y + size * 0.31, size * 0.92, { class: "z-bonus-text", "text-anchor": "middle" }),
  );
}

/** A text at x and the baseline y. */
export const text = (words, x, y, size, attributes = {}) => h("text", { x, y, "font-size": size, ...attributes }, words);

/** A value of the view as a text. */
export const shown = (field, value, x, y, size, attributes = {}) => text(value, x, y, size, { field, value, ...attributes });

/** A box. */
export const box = (x, y, width, height, name, attributes = {}) => h("rect", { x, y, width, height, rx: 4, class: name, ...attributes });

/** A heading inside a part. */
export const heading = (words, x, y, size, letters = 60) => text(cut(words, letters), x, y, size, { class: "z-heading" });
