// Nippon's pieces: signs of goods and actions, workers, what is gained or paid.

import { h } from "./svg.js";

export const at = (x, y, attributes, ...children) => h("g", { ...attributes, transform: `translate(${x} ${y})` }, children);
export const text = (x, y, size, content, attributes = {}) => h("text", { x, y, "font-size": size, ...attributes }, content);
export const middle = (x, y, size, content, attributes = {}) => text(x, y, size, content, { "text-anchor": "middle", ...attributes });
export const box = (x, y, width, height, name, radius = 4) => h("rect", { x, y, width, height, rx: radius, class: name });
export const range = (number) => Array.from({ length: Math.max(0, number) }, (_, index) => index);

// Signs are strokes in a square from -8 to 8.
const SIGNS = {
  silk: "M-6-7H6M-6 7H6M-4-7C1-3 1 3-4 7M4-7C-1-3-1 3 4 7M-1.5 0H1.5",
  paper: "M-5-7H2L6-3V7H-5ZM-2-1H3M-2 3H3",
  bento: "M-8-6H8V6H-8ZM0-6V6M0 0H8M-4-1.5a1.5 1.5 0 1 1-.01 0",
  lenses: "M-8 2a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0M.8 2a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0M-8 1L-6-6M8 1L6-6",
  bulbs: "M-2.5 4C-2.5 1-5.5 0-5.5-3A5.5 5.5 0 0 1 5.5-3C5.5 0 2.5 1 2.5 4ZM-2.5 7.5H2.5",
  clocks: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0M0-4V0L3 2",
  factory: "M-8 7V-1L-3-4V-1L2-4V-1L4-2V-8H7V7ZM-4 3H-1M2 3H4",
  knowledge: "M0-5C-2-7-6-7-8-6V6C-6 5-2 5 0 7C2 5 6 5 8 6V-6C6-7 2-7 0-5V7",
  machine: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M0-8V-5M0 5V8M-8 0H-5M5 0H8M-5.7-5.7L-3.5-3.5M3.5 3.5L5.7 5.7M-5.7 5.7L-3.5 3.5M3.5-3.5L5.7-5.7M-5.2 0a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0",
  produce: "M-7-3L0-7L7-3V5L0 8L-7 5ZM-7-3L0 0L7-3M0 0V8",
  export: "M-6-7H5V5C5 8 1 8 1 5H-8C-8 8-4 8-4 8H3M-6-7V5M-3-3H2M-3 1H2",
  mines: "M-7-3C-3-8 3-8 7-3M0-6V-6L0 8M-2-6.5H2",
  train: "M-8 4V-2H-1V-7H7V4ZM-5-2V-6H-3V-2M2-4H5M-5.5 6a1.8 1.8 0 1 0 .01 0M3.5 6a1.8 1.8 0 1 0 .01 0",
  ship: "M-8 2H8L5 7H-5ZM-5 2V-2H5V2M-1-2V-7H2V-2",
  market: "M-8-3L-6-7H6L8-3ZM-6-3V7H6V-3M-2 7V1H2V7",
  contracts: "M-5-7H5V7H-5ZM-2-3H2M-2 0H2M-2 3H1",
  money: "M-8 5L-3 0L1 3L8-5M4-5H8V-1",
};
const STAR = "M0-6L1.7-2L6-1.7L2.7 1L3.8 5.3L0 3L-3.8 5.3L-2.7 1L-6-1.7L-1.7-2Z";

export const sign = (name, x, y, scale = 1, attributes = {}) =>
  h("path", { d: SIGNS[name], class: "n-sign", ...attributes, transform: `translate(${x} ${y})${scale === 1 ? "" : ` scale(${scale})`}` });
export const star = (x, y, scale, attributes = {}) => h("path", { d: STAR, class: "n-star", ...attributes, transform: `translate(${x} ${y}) scale(${scale})` });

/** A good on its tile, `size` units wide. */
export function good(name, x, y, size, attributes = {}) {
  return at(x, y, { ...attributes, class: `n-good n-${name}` }, h("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: size / 5 }), h("path", { d: SIGNS[name], transform: `scale(${size / 22})` }));
}

const LETTERS = { white: "W", blue: "B", grey: "G", yellow: "Y", red: "R", black: "K" };

/** A worker about 20 * scale units high; a letter tells the colours apart. */
export function worker(colour, x, y, scale, attributes = {}) {
  return h(
    "g",
    { tip: `A ${colour} worker. Each colour among your workers costs 3 yen when you consolidate.`, value: colour, ...attributes, class: `n-worker n-${colour}`, transform: `translate(${x} ${y}) scale(${scale})` },
    h("path", { d: "M-8 10Q-8.5-.5-3.6-1.6A4.8 4.8 0 1 1 3.6-1.6Q8.5-.5 8 10Z" }),
    middle(0, 8.2, 8.5, LETTERS[colour] || "?"),
  );
}

/** What is gained or paid, as a piece: yen, coal, blueprint, points. */
export function stuff(name, x, y, scale = 1) {
  const shapes = {
    yen: [h("circle", { r: 9, class: "n-yen" }), middle(0, 4.5, 12, "¥", { class: "n-on-yen" })],
    coal: [h("path", { d: "M-8 4L-7-4L-1-8L6-6L9 1L4 8L-4 8Z", class: "n-coal" })],
    blueprint: [h("rect", { x: -8, y: -7, width: 16, height: 14, rx: 1.5, class: "n-blueprint" }), h("path", { d: "M-5 3V-3H0V3ZM0 0H5V3H-5", class: "n-on-blueprint" })],
    points: [h("circle", { r: 9, class: "n-sun" }), h("path", { d: STAR, class: "n-on-sun", transform: "scale(.9)" })],
  };
  return h("g", { transform: `translate(${x} ${y}) scale(${scale})` }, shapes[name] || []);
}
