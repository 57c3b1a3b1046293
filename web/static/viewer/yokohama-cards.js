// Yokohama: order and technology cards, tokens.
import { h } from "./svg.js";
import { at, box, centred, flag, glyph, row, text } from "./yokohama-glyphs.js";
import { EFFECTS, country, given, listed, orderName, source } from "./yokohama-words.js";

/** How wide a panel or a display is. */
export const PANEL = 420;
/** Cards lie three in a row: from one to the next. */
export const THIRD = 137;

export function orderWords(t, id) {
  const card = t.orders.get(id);
  return `${orderName(id)}: deliver ${listed(card.goods)}; gives ${listed(card.reward)} and the icon of ${country(card.country)}.${source(card)}`;
}

/** An order card of 130 × 62; *corner* is what the top left says. */
export function orderCard(t, id, x, y, corner, attributes) {
  const card = t.orders.get(id);
  return at(x, y, { tip: orderWords(t, id), ...attributes },
    box(0, 0, 130, 62, { rx: 4, class: "card" }),
    text(6, 13, 10, corner, { class: "muted" }),
    flag(card.country, 115, 10, 20),
    row(given(card.goods), 6, 27, 15, 4),
    h("path", { d: "M6 38.5H124", class: "line" }),
    row(given(card.reward), 6, 50, 15, 7),
  );
}

function technologyWords(t, id) {
  const card = t.technologies.get(id);
  return `${card.name}: ${EFFECTS[id][1]} Industrial value ${card.value}, icon of ${country(card.country)}.${source(card)}`;
}

/** A technology card of 130 × 46; *extra* is the surcharge of its slot. */
export function technologyCard(t, id, x, y, extra, attributes) {
  const card = t.technologies.get(id);
  return at(x, y, { tip: technologyWords(t, id), ...attributes },
    box(0, 0, 130, 46, { rx: 4, class: "card" }),
    text(6, 14, 10.5, card.name, { class: "yk-strong" }),
    text(6, 27, 10, EFFECTS[id][0], { class: "muted" }),
    glyph("industry", 13, 37, 12), text(23, 41, 12, extra ? `${card.value} +${extra}` : card.value, { class: "yk-number" }),
    flag(card.country, 116, 37, 18),
  );
}

export function tokenWords(t, id) {
  const token = t.tokens.get(id);
  return `Five-power token ${id.slice(11).replace("_", " ")}: ${listed(token.reward)} for an action here with power 5.${source(token)}`;
}

/** An empty slot of a display. */
export const gap = (x, y, height, attributes) => at(x, y, attributes, box(0, 0, 130, height, { rx: 4, class: "space" }), centred(65, height / 2 + 4, 12, "empty", { class: "muted" }));

export function objective(t, id, x, y, attributes) {
  const token = t.objectives.get(id);
  const words = token.flag ? `an icon of ${country(token.flag)}` : "an independent agent, to be used once";
  return at(x, y, { tip: `Objective reward: ${words}.${source(token)}`, ...attributes }, h("circle", { r: 15, class: "yk-token" }), flag(token.flag || "independent", 0, 0, 19));
}
