// Yokohama: small drawings: glyphs, flags, pieces, amounts.
import { h, mark } from "./svg.js";

export const text = (x, y, size, content, attributes = {}) => h("text", { x, y, "font-size": size, ...attributes }, content);
export const centred = (x, y, size, content, attributes) => text(x, y, size, content, { "text-anchor": "middle", ...attributes });
export const right = (x, y, size, content, attributes) => text(x, y, size, content, { "text-anchor": "end", ...attributes });
export const box = (x, y, width, height, attributes = {}) => h("rect", { x, y, width, height, ...attributes });
export const at = (x, y, attributes, ...children) => h("g", { transform: `translate(${x} ${y})`, ...attributes }, children);
export const path = (d, kind) => h("path", { d, class: kind });

/** Glyphs in a square of 16 around 0, 0. */
const GLYPHS = {
  copper: [path("M-7.5 5.5L-4.5-4.5H4.5L7.5 5.5Z", "good-copper"), path("M-4.5-4.5L-2.5 0H2.5L4.5-4.5", "yk-fold")],
  silk: [path("M-7-3.5Q-7-6-4.5-6H4.5Q7-6 7-3.5V3.5Q7 6 4.5 6H-4.5Q-7 6-7 3.5Z", "good-silk"), path("M-3-6V6M1-6V6M5-5.6V5.6", "yk-fold")],
  tea: [path("M-7 6C-8-3-2-7 7-7C7 2 3 8-5 6Z", "good-tea"), path("M-7 6.5L3-3", "yk-fold")],
  fish: [path("M-7.5 0C-4-5.5 1-5.5 3.5-1L7.5-4.5V4.5L3.5 1C1 5.5-4 5.5-7.5 0Z", "good-fish"), h("circle", { cx: -4, cy: -1, r: 0.9, class: "yk-dot" })],
  import: [path("M-6.5-6.5H6.5V6.5H-6.5Z", "good-import"), path("M-6.5-6.5L6.5 6.5M6.5-6.5L-6.5 6.5", "yk-fold")],
  yen: [h("circle", { r: 7, class: "coin" }), centred(0, 3.8, 10.5, "¥", { class: "coin-text" })],
  vp: [path("M0-8L2.3-2.7L8-2.2L3.7 1.6L5 7.2L0 4.2L-5 7.2L-3.7 1.6L-8-2.2L-2.3-2.7Z", "yk-star")],
  any: [path("M-7 0L0-7L7 0L0 7Z", "yk-any"), centred(0, 4, 11, "?", { class: "yk-any-text" })],
  warehouse: [path("M-7 7V-2L0-7.5L7-2V7Z", "yk-kura"), path("M-2.5 7V1H2.5V7Z", "yk-door")],
  move: [path("M-7-2.5H0V-6.5L7.5 0L0 6.5V2.5H-7Z", "yk-move")],
  agent: [path("M-6 7C-6 2-3 1 0 1S6 2 6 7Z", "yk-agent"), h("circle", { cy: -2.2, r: 3, class: "yk-agent" }), path("M-5.5-4H5.5M-3-4V-7.5H3V-4Z", "yk-hat")],
  assistant: [path("M-5.5 7C-5.5 1-2.5 0 0 0S5.5 1 5.5 7Z", "yk-piece"), h("circle", { cy: -3.5, r: 3.5, class: "yk-piece" })],
  shop: [path("M-7 7V-1L0-6.5L7-1V7Z", "yk-piece")],
  trading_house: [path("M-8 7V-3L-4-7.5L0-3L4-7.5L8-3V7Z", "yk-piece")],
  president: [path("M-8 5.5H8V3.2H5V-7H-5V3.2H-8Z", "yk-piece")],
  order: [path("M-5.5-7H5.5V7H-5.5Z", "yk-piece"), path("M-3-3H3M-3 0H3M-3 3H1", "yk-scroll")],
  industry: [path("M-7 7V-2L-2.5 1V-2L2 1V-7H6V7Z", "yk-piece")],
  faith: [path("M-1.6-7.5H1.6V-3.6H5.5V-.6H1.6V7.5H-1.6V-.6H-5.5V-3.6H-1.6Z", "yk-piece")],
  exchange: [path("M-7-1V-4H2V-7L7-2.5L2 2V-1ZM7 1.5V4.5H-2V7.5L-7 3L-2-1.5V1.5Z", "yk-piece")],
  ship: [path("M-8 2H8L5 7H-5ZM-1 0V-8L6-1ZM-2 0V-6L-6-1Z", "yk-piece")],
  waves: [path("M-8-3Q-5.5-6-3-3T2-3T8-3M-8 3Q-5.5 0-3 3T2 3T8 3", "yk-scroll")],
};
export const KIND_GLYPHS = {
  ...{ copper_mine: "copper", silk_factory: "silk", tea_plantation: "tea", fishing_ground: "fish", bank: "yen", port: "order" },
  ...{ laboratory: "industry", employment_agency: "warehouse", chinatown: "exchange", church: "faith", customs: "import", canal: "waves" },
};
export const glyph = (kind, x, y, size = 16) => h("g", { transform: `translate(${x} ${y}) scale(${size / 16})` }, GLYPHS[kind]);

const FLAGS = {
  england: [box(-9, -6, 18, 12, { class: "flag-blue" }), path("M-9-6L9 6M9-6L-9 6", "flag-saltire"), path("M-9 0H9M0-6V6", "flag-cross"), path("M-9 0H9M0-6V6", "flag-cross-red")],
  america: [box(-9, -6, 18, 12, { class: "flag-white" }), path("M-9-4.8H9M-9-1.2H9M-9 2.4H9M-9 5.2H9", "flag-stripes"), box(-9, -6, 8, 6.4, { class: "flag-blue" })],
  france: [box(-9, -6, 18, 12, { class: "flag-white" }), box(-9, -6, 6, 12, { class: "flag-blue" }), box(3, -6, 6, 12, { class: "flag-red" })],
  germany: [box(-9, -6, 18, 12, { class: "flag-white" }), box(-9, -6, 18, 4, { class: "flag-black" }), box(-9, 2, 18, 4, { class: "flag-red" })],
  netherlands: [box(-9, -6, 18, 12, { class: "flag-white" }), box(-9, -6, 18, 4, { class: "flag-red" }), box(-9, 2, 18, 4, { class: "flag-blue" })],
};
const FRAME = box(-9, -6, 18, 12, { class: "flag-frame" });
export const flag = (id, x, y, size = 18) =>
  id === "independent" ? glyph("agent", x, y, size * 0.9) : h("g", { transform: `translate(${x} ${y}) scale(${size / 18})` }, FLAGS[id], FRAME);

/** A seat's mark with a count or a glyph that can still be read where the board is small. */
export function piece(seat, x, y, r, attributes, content) {
  const node = mark(seat, x, y, r, attributes);
  if (content === "hat") node.children.push(h("path", { class: "mark-text", transform: `scale(${r / 15})`, d: "M-9 6H9V3.4H5.4V-7H-5.4V3.4H-9Z" }));
  else if (content !== undefined) node.children.push(centred(0, r * (seat === 2 ? 0.62 : 0.46), r * (String(content).length > 1 ? 1.02 : 1.28), content, { class: "mark-text" }));
  return node;
}

/** Amounts with their glyphs from left to right, from x on; the line is centred on y. */
export function row(amounts, x, y, size, gap = 6) {
  const nodes = [];
  let left = x;
  for (const [number, kind] of amounts) {
    const digits = String(number).length * size * 0.58;
    nodes.push(text(left, y + size * 0.36, size, number, { class: "yk-number" }), glyph(kind, left + digits + size * 0.5 + 1, y, size * 0.94));
    left += digits + size + gap;
  }
  return nodes;
}

/** Amounts one below the other, centred on x, y. */
export function stack(amounts, x, y, size) {
  const step = size + 3;
  return amounts.map(([number, kind], line) => {
    const middle = y + (line - (amounts.length - 1) / 2) * step;
    const digits = String(number).length * size * 0.6;
    const left = x - (digits + size * 0.96) / 2;
    return [text(left, middle + size * 0.36, size, number, { class: "yk-number" }), glyph(kind, left + digits + size * 0.52, middle, size * 0.9)];
  });
}
