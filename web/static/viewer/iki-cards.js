// IKI: its printed tables, their words, its signs, and the faces of its cards.

import { origin } from "./origins.js";
import { h, label, counted } from "./svg.js";

// ---------------------------------------------------------------- printed tables

const books = new WeakMap();

/** The printed tables by name, read once for each `about`, with the nodes that were drawn from them. */
export function bookOf(about) {
  let book = books.get(about);
  if (!book) books.set(about, (book = { ...read(about.catalog), nodes: new Map() }));
  return book;
}

/** A node that follows from its key alone: drawn once, and the same object ever after, so that the page need not compare it. */
export function kept(book, key, make) {
  let node = book.nodes.get(key);
  if (node === undefined) book.nodes.set(key, (node = make()));
  return node;
}

function read(catalog) {
  const by = (table, field) => new Map(catalog[table].map((entry) => [entry[field], entry]));
  const numbers = (table) => Object.fromEntries(catalog[table].map((entry) => [entry.what, entry.value]));
  const book = { cards: by("artisan", "id"), buildings: by("building", "id"), rooms: by("room", "id"), spaces: by("space", "number"), stalls: by("stall", "id") };
  book.tokens = new Map([...by("pipe", "id"), ...by("tobacco", "id"), ...by("fish", "id")]);
  book.fish = by("fish", "season");
  book.paths = by("fire_tile", "id");
  book.calendar = numbers("calendar");
  book.scoring = numbers("scoring");
  book.economy = numbers("economy");
  book.reach = numbers("ikizama");
  book.fireMax = numbers("fire_track").max;
  book.stallOf = new Map(catalog.stall.flatMap((stall) => stall.actions.map((action) => [action.id, stall.id])));
  book.tips = new Map([...book.cards.values()].map((card) => [card.id, artisanTip(book, card)]));
  for (const building of book.buildings.values()) book.tips.set(building.id, buildingTip(building));
  for (const token of book.tokens.values()) book.tips.set(token.id, tokenTip(token));
  return book;
}

// ---------------------------------------------------------------- words

export const SEASONS = ["spring", "summer", "autumn", "winter"];
export const TYPES = ["master", "artisan", "merchant", "peddler", "special"];
export const GOODS = ["mon", "rice", "sandal", "wood", "koban"];
export const ASKED = {
  start_card: "chooses a starting artisan",
  start_room: "chooses a corner room for the {chosen}",
  ikizama: "chooses a space of the ikizama track",
  step_a: "recruits an artisan or takes 4 mon",
  recruit_room: "chooses a room for the {chosen}",
  move_x: "chooses how far to walk",
  move_extra: "may walk on with a sandal or the ox cart",
  business: "does business here",
  train_target: "chooses an artisan to train",
  build_pick: "chooses a building",
  build_room: "chooses a room for the {chosen}",
  swap_first: "chooses the first artisan to swap",
  swap_second: "chooses the artisan to swap with {swap_room}",
  neutral_card: "chooses a neutral artisan",
  neutral_room: "chooses a room for the neutral {chosen}",
  fire_save: "may save the artisan from the fire",
  starve: "chooses an artisan to go hungry",
  new_year_space: "chooses a space for New Year",
  over: "",
};
const SPECIAL = { train: "2 mon: one of your artisans gains a level", patron: "4 iki for you, 2 mon for every other player", build_discount: "build for 1 wood less", swap: "two artisans swap rooms" };
const ABILITIES = {
  recruit_discount: ["recruiting", "−1 mon", "recruiting costs its owner 1 mon less"],
  save_from_fire: ["saves one", "from fire", "saves one of its owner's artisans from a fire, once"],
  extra_step: ["1 free step", "each turn", "its owner may walk 1 space further each turn"],
  wild_type: ["any type", "at the end", "counts as any type at the end"],
};
const UNIT = { fire: "fire strength", sandal: "sandal" };

const words = (goods) => Object.entries(goods || {}).map(([good, number]) => (good === "sandal" ? counted(number, "sandal") : `${number} ${UNIT[good] || good}`)).join(" and ");
export const roomName = (id) => String(id).toUpperCase();
export const nameOf = (book, id) => (book.cards.get(id) || book.buildings.get(id) || { name: label(id) }).name;

/** Where the figures of an entry come from. */
export const source = ({ provenance }) => origin(provenance);

function skillWords(skill) {
  if (skill.kind === "special") return SPECIAL[skill.id];
  return skill.pay ? `${words(skill.pay)} for ${words(skill.gain)}` : words(skill.gain);
}

function artisanTip(book, card) {
  const season = card.season === "start" ? "starting artisan" : card.season;
  const cost = card.season === "start" ? "" : ` Costs ${card.cost} mon${card.fire ? `, brings ${card.fire} fire strength` : ""}.`;
  const later = card.ability ? `Once retired: ${ABILITIES[card.ability][2]}.` : `Income by level: ${card.income.map((level) => words(level) || "none").join(" / ")}.`;
  return `${card.name} (${card.romaji}), ${card.type}, ${season}${card.promo ? ", promo" : ""}.${cost} Skill: ${skillWords(card.skill)}. ${later}${source(card)}`;
}

function buildingTip(card) {
  const each = card.iki_per ? `${card.iki_per} iki for each ${card.per === "retired" ? "retired artisan" : UNIT[card.per] || card.per}` : "";
  const worth = [card.iki_flat ? `${card.iki_flat} iki` : "", each].filter(Boolean).join(" and ");
  return `${card.name}, building. Costs ${words(card.cost)}. Worth ${worth} at the end.${source(card)}`;
}

function tokenTip(token) {
  if (token.season) return `${token.name}, ${token.season} fish: ${token.cost} mon. Worth ${token.iki} iki, and more with fish of other seasons.${source(token)}`;
  if (token.fire) return `${label(token.id)}: ${token.cost} mon, ${token.fire} fire strength at once. Doubles tobacco at the end.${source(token)}`;
  return `${label(token.id)}: ${token.cost} mon. Worth ${token.iki} iki at the end, twice that with a pipe.${source(token)}`;
}

export function stallTip(book, view, space) {
  const stall = book.stalls.get(space.stall);
  const offers = stall.actions.map((action) => {
    if (action.build) return `${words(action.pay)} to build a building`;
    if (!action.stack) return `${action.gain.mon || words(action.pay) ? `${words(action.pay) || "nothing"} for ` : "gives "}${words(action.gain)}`;
    const token = onOffer(book, view, action.stack);
    return token ? `the ${action.stack === "fish" ? token.name : label(token.id).toLowerCase()} for ${token.cost} mon` : `${action.stack} sold out`;
  });
  return `Space ${space.number}, ${label(space.stall).toLowerCase()}: ${offers.join("; or ")}. Also one artisan of rooms ${space.rooms.map(roomName).join(" and ")}.${source(space)}`;
}

export function onOffer(book, view, stack) {
  if (stack === "fish") return view.fish_left ? book.fish.get(view.season) : null;
  return book.tokens.get(view[stack === "pipe" ? "pipes" : "tobacco"][0]);
}

// ---------------------------------------------------------------- signs

const PETALS = Array.from({ length: 5 }, (_, n) => {
  const [x, y] = [Math.sin((n * 2 * Math.PI) / 5) * 5, -Math.cos((n * 2 * Math.PI) / 5) * 5];
  return `M${(x - 4).toFixed(1)} ${y.toFixed(1)}a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z`;
});
const SIGNS = {
  mon: "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0ZM-2.5-2.5V2.5H2.5V-2.5Z",
  rice: "M-8-4Q-8-6-6-6H6Q8-6 8-4V4Q8 6 6 6H-6Q-8 6-8 4ZM-4-6V6M0-6V6M4-6V6",
  sandal: "M-8-4a3.4 4 0 0 1 6.8 0L-2 5a2.6 3 0 0 1-5.2 0ZM-7-1L-4.6-5L-2.2-1M1.2-4a3.4 4 0 0 1 6.8 0L7.2 5a2.6 3 0 0 1-5.2 0ZM2.2-1L4.6-5L7-1",
  wood: "M-9 1L-5-6H9L5 1ZM-9 1H5V6H-9ZM5 1L9-6V-1L5 6Z",
  koban: "M-6 0a6 9 0 1 0 12 0a6 9 0 1 0-12 0ZM-3-4H3M-3 0H3M-3 4H3",
  iki: PETALS.join(""),
  fire: "M0-9C2-5 7-3 6 3A6 6 0 0 1-6 3C-6 0-4-1-3-4C-2-2-1-2-1-1C0-3 1-6 0-9Z",
  level: "M-7-1L0-8L7-1H3V8H-3V-1Z",
  swap: "M-9-3H4V-7L9-1.5H-9ZM9 3H-4V7L-9 1.5H9Z",
  house: "M-9-1L0-8L9-1H6V7H-6V-1ZM-2 7V2H2V7",
  fish: "M-9 0Q-3-7 4-1L9-5V5L4 1Q-3 7-9 0ZM-6-1H-5",
  pipe: "M-9-4H-5V-1H9V2H-6Q-9 2-9-1Z",
  tobacco: "M-8-3H8V7H-8ZM-8-7H8V-3H-8ZM0-3V7",
  kobun: "M0-9a4 4 0 0 1 2.5 7.2L6 8H-6L-2.5-1.8A4 4 0 0 1 0-9Z",
  bowl: "M-9-1H9Q8 7 0 7T-9-1ZM-3-3V-8M3-3V-8",
  retired: "M-7-3H6L4 8H-5ZM6-1H9V3H5M-3-5V-9M2-5V-9",
  rescue: "M-8-3H8L6 8H-6ZM-7-3A7 7 0 0 1 7-3",
  done: "M-8-8H8V8H-8ZM-4 0L-1 4L5-4",
  master: "M-8-8H6V-3H1V8H-4V-3H-8Z",
  artisan: "M6-9L9-6L1 3L-3-1ZM-4 0L0 4Q-2 9-9 8Q-5 5-4 0Z",
  merchant: "M-9-8H9V-5H-9ZM-8-4H-3V7H-8ZM-2.5-4H2.5V7H-2.5ZM3-4H8V7H3Z",
  peddler: "M-9-7H9V-4.5H-9ZM-9 1H-2L-3 8H-8ZM2 1H9L8 8H3ZM-5.5-5V1M5.5-5V1",
  special: "M0 8L-9-3A12 12 0 0 1 9-3ZM0 8L-3-5M0 8L3-5",
  building: "M-9-7H9V-4H-9ZM-6-4V8H-3V0H3V8H6V-4Z",
};

export const sign = (name, x, y, size, extra = "") => h("path", { class: `sign sign-${name} ${extra}`.trim(), d: SIGNS[name], transform: `translate(${round(x)} ${round(y)}) scale(${round(size / 20)})` });
const round = (number) => Math.round(number * 100) / 100;
export const text = (x, y, size, words, attributes = {}) => h("text", { x: round(x), y: round(y), "font-size": size, ...attributes, class: `ink ${attributes.class || ""}`.trim() }, words);
export const middle = (x, y, size, words, attributes = {}) => text(x, y, size, words, { "text-anchor": "middle", ...attributes });
export const box = (x, y, width, height, kind, extra = {}) => h("rect", { x: round(x), y: round(y), width: round(width), height: round(height), class: kind, ...extra });
export const moved = (x, y, attributes, ...children) => h("g", { transform: `translate(${round(x)} ${round(y)})`, ...attributes }, ...children);

/** Widths of letters in a wide font, as parts of its size; others are as wide as a digit. */
const WIDTHS = { "→": 0.84, "×": 0.84, "+": 0.84, "−": 0.84, " ": 0.32, "/": 0.4 };

/** Width of a strip item at a size: a sign, or a text. */
const itemWidth = (item, size) => (item.sign ? size * 1.05 : Array.from(String(item)).reduce((sum, letter) => sum + (WIDTHS[letter] || 0.64), 0) * size);

/** Texts and signs in a line from x on, its middle at y. */
export function strip(items, x, y, size, extra = "") {
  const nodes = [];
  for (const item of items) {
    const width = itemWidth(item, size);
    nodes.push(item.sign ? sign(item.sign, x + width / 2, y, size * 0.95, item.extra) : text(x, y + size * 0.36, size, String(item), { class: extra }));
    x += width;
  }
  return nodes;
}
export const stripWidth = (items, size) => items.reduce((sum, item) => sum + itemWidth(item, size), 0);
export const centred = (items, x, y, size, extra) => strip(items, x - stripWidth(items, size) / 2, y, size, extra);

export const S = (name, extra) => ({ sign: name, extra });
export const goods = (amounts) => Object.entries(amounts || {}).flatMap(([good, number]) => [number, S(good)]);

function skillItems(book, skill) {
  const economy = book.economy;
  if (skill.kind !== "special") return skill.pay ? [...goods(skill.pay), "→", ...goods(skill.gain)] : goods(skill.gain);
  if (skill.id === "train") return [economy.train_cost_mon, S("mon"), "→", S("level")];
  if (skill.id === "patron") return [economy.patron_iki, S("iki"), "/", economy.patron_others_mon, S("mon")];
  if (skill.id === "build_discount") return [S("house"), `−${economy.build_discount_wood}`, S("wood")];
  return [S("swap")];
}

export const formula = (card) => [...(card.iki_flat ? [card.iki_flat] : []), ...(card.iki_flat && card.iki_per ? ["+"] : []), ...(card.iki_per ? [`${card.iki_per}×`, S(card.per)] : [S("iki")])];

// ---------------------------------------------------------------- cards

const PER = { sandal: (player) => player.sandal, rice: (player) => player.rice, fish: (player) => player.fish.length, retired: (player) => player.retired.length, fire: (player) => player.fire, none: () => 0 };

/** Iki that a building gives its owner at the end; 0 for an artisan. */
export function worth(book, id, player) {
  const card = book.buildings.get(id);
  return card ? card.iki_flat + card.iki_per * PER[card.per](player) : 0;
}

export const CARD = { width: 102, height: 154 };

/** A name in two lines, as even as its words allow. */
function lines(name) {
  const parts = name.split(" ");
  if (parts.length === 1) return parts;
  const cuts = parts.slice(1).map((_, n) => [parts.slice(0, n + 1).join(" "), parts.slice(n + 1).join(" ")]);
  return cuts.reduce((best, cut) => (Math.max(...cut.map((line) => line.length)) < Math.max(...best.map((line) => line.length)) ? cut : best));
}

/** A card's face. corner: nodes at the right of its band; foot: nodes at its lower edge; level: the level its kobun is on. */
export function face(book, id, { corner, foot, level = 0, owner = -1 }) {
  const card = book.cards.get(id);
  const type = card ? card.type : "building";
  const shown = lines(nameOf(book, id));
  const does = card ? skillItems(book, card.skill) : formula(book.buildings.get(id));
  const size = Math.min(16, round((CARD.width - 6) / (Math.max(...shown.map((line) => line.length)) * 0.68)));
  return [
    box(0, 0, CARD.width, CARD.height, `card ${owner >= 0 ? `owned seat-${owner}` : ""}`, { rx: 6 }),
    h("path", { class: `band band-${type}`, d: `M0 24V6Q0 0 6 0H${CARD.width - 6}Q${CARD.width} 0 ${CARD.width} 6V24Z` }),
    sign(type, 15, 12, 18, "on-band"),
    corner,
    shown.map((line, n) => middle(CARD.width / 2, (shown.length === 1 ? 48 : 41) + n * 16, size, line, { class: "name" })),
    box(5, 63, CARD.width - 10, 25, `skill skill-${card ? card.skill.kind : "building"}`, { rx: 4 }),
    centred(does, CARD.width / 2, 75.5, Math.min(18, round((18 * (CARD.width - 14)) / stripWidth(does, 18)))),
    card ? levels(card, level) : null,
    foot,
  ];
}

function levels(card, level) {
  const cells = [0, 1, 2].map((n) => [
    box(5 + n * 31, 92, 30, 57, `level ${n + 1 === level ? "level-now" : ""}`, { rx: 3 }),
    card.ability ? null : Object.entries(card.income[n]).map(([good, number], row, all) => centred([number, S(good)], 20 + n * 31, (all.length > 1 ? 99 : 107) + row * 14.5, all.length > 1 ? 14 : 16)),
  ]);
  return card.ability ? [cells, ABILITIES[card.ability].slice(0, 2).map((line, n) => middle(51, 105 + n * 14, 13, line))] : cells;
}

/** A card of the row or the starting artisans, with its price and the mon on it. */
export const offered = (book, id, x, y, attributes, mon, chosen) => kept(book, `offered ${id} ${x} ${y} ${attributes.field} ${mon.number} ${chosen}`, () => drawnOffer(book, id, x, y, attributes, mon, chosen));

function drawnOffer(book, id, x, y, attributes, mon, chosen) {
  const card = book.cards.get(id);
  const price = card ? [...(card.fire ? [card.fire, S("fire")] : []), " ", card.cost, S("mon")] : [];
  const coins = mon.number ? h("g", { field: mon.field, value: mon.number }, centred([`+${mon.number}`, S("mon")], 51, 136, 18, "strong")) : mon.field && h("g", { field: mon.field, value: 0 });
  const corner = strip(price, CARD.width - 4 - stripWidth(price, 17), 12, 17, "on-band");
  return moved(x, y, { tip: book.tips.get(id), ...attributes }, face(book, id, { corner, foot: coins }), chosen && box(-3, -3, CARD.width + 6, CARD.height + 6, "picked", { rx: 8 }));
}
