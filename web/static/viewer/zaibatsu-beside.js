// What lies beside the main board: what is under way, factories to build, starting pairs, shared objectives, the automa.

import { counted, h, label, mark, part } from "./svg.js";
import { badge, box, icon, shown, text, worker } from "./zaibatsu-icons.js";
import { ACTIONS, GOODS, NUMERALS, SIDES, SUBJECTS, cut, does, effect, factoryTip, gains, lines, once, service, source, tile, waiting } from "./zaibatsu-words.js";

/** The parts beside the board that this position has. */
export function beside(scene) {
  const { view } = scene;
  return [
    part({ id: "now", title: "Workers" }, () => now(scene)),
    view.automa ? part({ id: "automa", title: "Automa" }, () => automa(scene)) : null,
    view.start_pairs.length ? part({ id: "pairs", title: "Starting pairs" }, () => pairs(scene)) : null,
    view.shared_objectives.length || view.rewards_due.length ? part({ id: "shared", title: "Shared objectives" }, () => shared(scene)) : null,
    part({ id: "supply", title: "Factories" }, () => supply(scene)),
    view.bag_order ? part({ id: "hidden", title: "Hidden order" }, () => hidden(scene)) : null,
  ].filter(Boolean);
}

const sheet = (height, name, ...children) => h("svg", { viewBox: `0 0 420 ${height}`, class: "zaibatsu", role: "group", "aria-label": name }, children);

/* ---- what is under way ---- */

function now(scene) {
  const { view, table } = scene;
  const items = underWay(scene).filter(([, , told]) => told.length);
  const rows = Math.max(1, Math.ceil(items.length / 2));
  return sheet(
    rows * 22 + 172,
    "Workers, and what is under way",
    once(table, "services", () => services(table)),
    h("path", { d: "M10 107H410", class: "line" }),
    items.length ? null : text(view.to_act === undefined ? "The match is over." : "No action under way.", 10, 128, 13, { class: "muted" }),
    items.map(([words, field, told], n) => {
      const [x, y, list] = [10 + (n % 2) * 205, 128 + (n >> 1) * 22, Array.isArray(view.pending[field])];
      const at = (item) => (list ? { field: `pending.${field}.${item}`, value: view.pending[field][item] } : { field: `pending.${field}`, value: view.pending[field] });
      const spans = told.map((word, item) => h("tspan", at(item), item ? `, ${word}` : word));
      const size = words.length + told.join(", ").length > 26 ? 10 : 12.5;
      return text([h("tspan", { class: "z-soft" }, `${words} `), spans], x, y, size, { class: "z-strong", tip: `${words}: ${told.join(", ")}` });
    }),
    queueOfEffects(view.pending.waiting, rows * 22 + 130),
    options(view, rows * 22 + 160),
  );
}

/** What the workers of each colour do. */
function services(table) {
  return [
    text("Services of the workers (upgraded)", 10, 18, 12, { class: "muted" }),
    Object.values(table.services).map((entry, n) => {
      const [x, y] = [10 + (n >> 1) * 135, 42 + (n % 2) * 36];
      const gain = entry.gain === "steps" && entry.base === 1 ? "step" : entry.gain;
      return h("g", { tip: service(entry) },
        worker(entry.colour, x + 11, y + 4, 24),
        text(label(entry.name), x + 28, y, 12, { class: "z-strong" }),
        text(`${entry.base} ${gain} (${entry.upgraded})`, x + 28, y + 15, 12));
    }),
  ];
}

/** Rows of [words, field, values in words]; no values: nothing to say. */
function underWay({ view }) {
  const { pending } = view;
  const mine = view.players[view.to_act ?? view.active]?.factories || [];
  const column = (n) => (mine[n] ? tile(mine[n].tile) : `column ${n + 1}`);
  const used = { machine: column, produce: column, train: (n) => `region ${n + 1}`, invest: (n) => GOODS[n], market: (n) => `region ${n + 1}` }[pending.action] || String;
  const one = (field, words = String) => (pending[field] === undefined || pending[field] === 0 || pending[field] === false ? [] : [words(pending[field])]);
  const at = (field, words = String) => (pending[field] === undefined ? [] : [words(pending[field])]);
  return [
    ["Action", "action", one("action", (name) => ACTIONS[name] || name)],
    ["Hired", "hired", one("hired")],
    ["Effect", "effect", one("effect", (name) => cut(waiting(name), 30))],
    ["Activations", "activations", one("activations")],
    ["Used", "used", pending.used.map(used)],
    ["Modifier used", "modifier_used", one("modifier_used", () => "yes")],
    ["Contracts met", "contracts", one("contracts")],
    ["Region", "region", at("region", (region) => region + 1)],
    ["Slot", "slot", at("slot", (slot) => `market ${(slot >> 2) + 1} ${SIDES[slot % 4]}`)],
    ["Good", "good", one("good")],
    ["Count", "count", one("count")],
    ["Still needed", "need", one("need")],
    ["Last place", "place", at("place")],
    ["Given to", "spread", pending.spread.map(column)],
    ["Consolidation", "step", one("step", (number) => `step ${number} of 8`)],
  ];
}

function queueOfEffects(names, y) {
  const letters = Math.max(6, Math.floor(62 / names.length) - 3);
  const spans = names.map((name, n) => h("tspan", { field: `pending.waiting.${n}`, value: name }, `${n ? " · " : ""}${cut(waiting(name), letters)}`));
  return names.length ? text([h("tspan", { class: "z-soft" }, "Waiting "), spans], 10, y, 11, { tip: `Waiting effects: ${names.map(waiting).join(", ")}` }) : null;
}

function options({ seats, options: chosen }, y) {
  const words = {
    factory_sides: chosen.factory_sides === "A" ? "factory sides A" : "random factory sides",
    late_factories: chosen.late_factories ? "late factories" : "",
    shared_objectives: chosen.shared_objectives ? "shared objectives" : "",
    solo_level: seats === 1 || chosen.solo_level !== "normal" ? `${chosen.solo_level} automa` : "",
  };
  const parts = Object.entries(words).map(([name, told]) => h("tspan", { field: `options.${name}`, value: chosen[name] }, told ? ` · ${told}` : ""));
  return h("text", { x: 10, y, "font-size": 12, class: "muted" }, h("tspan", { field: "seats", value: seats }, counted(seats, "player")), parts);
}

/* ---- factories to build ---- */

function supply({ view, table }) {
  const piles = GOODS.map((good) => view.supply.map((name, at) => ({ name, at, side: table.sides[name] })).filter(({ side }) => side?.good === good));
  const blocks = [];
  let y = 4;
  for (const level of [0, 1, 2]) {
    const [left, right] = [pile(piles[2 * level], table, GOODS[2 * level], 4, y), pile(piles[2 * level + 1], table, GOODS[2 * level + 1], 213, y)];
    blocks.push(left.nodes, right.nodes);
    y = Math.max(left.bottom, right.bottom) + 10;
  }
  const stray = view.supply.map((name, at) => (table.sides[name] ? null : shown(`supply.${at}`, tile(name), 8 + at * 60, y + 6, 10, { value: name })));
  return sheet(y + 4, "Factories to build", blocks, stray);
}

function pile(tiles, table, good, x, y) {
  const level = table.levels.of_good[GOODS.indexOf(good)];
  const head = h(
    "g",
    { tip: `${label(good)}: level ${level}, needs R&D ${table.levels.rnd_required[level - 1]}, produces for ${table.levels.coal_to_produce[level - 1]} coal.${source(table.levels)}` },
    box(x, y, 203, 24, `z-wedge z-good-${good}`),
    icon(good, x + 15, y + 12, 17, { class: "z-on-good" }),
    text(label(good), x + 30, y + 17, 13, { class: "z-on-good z-strong" }),
    text(`R&D ${table.levels.rnd_required[level - 1]} · ${table.levels.coal_to_produce[level - 1]} coal`, x + 197, y + 17, 11.5, { class: "z-on-good", "text-anchor": "end" }),
  );
  let bottom = y + 28;
  const rows = tiles.map(({ name, at, side }) => {
    const words = once(table, `words ${name}`, () => lines(does(side), 29));
    const top = bottom;
    bottom += words.length * 13 + 7;
    return h("g", { field: `supply.${at}`, value: name, key: name, tip: factoryTip(name, side, table), transform: `translate(${x} ${top})` }, once(table, `tile ${name}`, () => [
      box(0, 0, 203, words.length * 13 + 5, "card"),
      text(`${side.number}${side.side}`, 5, 13, 12, { class: "z-strong" }),
      words.map((line, n) => text(line, 28, 13 + n * 13, 11)),
    ]));
  });
  return { nodes: [head, rows], bottom };
}

/* ---- starting pairs ---- */

const STARTS = {
  machine_to_reserve: "a machine for the first factory", build_ship: "build a ship", build_train: "build a train", goods_to_reserve: "2 goods for the first factory",
  old_factory: "the old factory with 1 good", choose_worker_from_bag: "a worker from the bag", stored_coal: "3 coal that stay", factory_discount: "factories cost 2 less",
};

function pairs({ view, table }) {
  return sheet(
    view.start_pairs.length * 44 + 8,
    "Starting pairs to take",
    view.start_pairs.map(({ a, b }, n) => {
      const [start, pair, y] = [table.starts[a], table.pairs[b], 4 + n * 44];
      const given = pair ? gains(pair) : String(b);
      return h(
        "g",
        { key: a, tip: `Starting pair. A: ${STARTS[start?.effect] || label(a)}, ${start?.points} points.${source(start || {})} B: ${given}.${source(pair || {})}` },
        box(4, y, 412, 40, "card"),
        text(start?.points ?? "", 24, y + 27, 20, { class: "z-strong", "text-anchor": "middle" }),
        icon("points", 48, y + 20, 16),
        text(STARTS[start?.effect] || label(a), 68, y + 18, 13, { field: `start_pairs.${n}.a`, value: a, class: "z-strong" }),
        text(given, 68, y + 34, 12.5, { field: `start_pairs.${n}.b`, value: b }),
      );
    }),
  );
}

/* ---- shared objectives ---- */

function measure(view, seat, subject) {
  const player = view.players[seat];
  if (subject === "influence") return view.markets.reduce((sum, { owners }) => sum + owners.filter((owner) => owner === seat).length, 0);
  if (subject === "factory") return player.factories.length;
  if (subject === "contract") return player.contracts.length;
  return player[{ ship: "ships", machine: "machines", train: "trains" }[subject] || subject] ?? 0;
}

function shared({ view, table, name }) {
  const due = view.rewards_due;
  const top = view.shared_objectives.length * 34 + 10;
  return sheet(
    top + due.length * 26 + 4,
    "Shared objectives",
    view.shared_objectives.map(({ period, objective }, n) => {
      const y = 4 + n * 34;
      const counts = view.players.map((_, seat) => measure(view, seat, objective));
      const rewards = (table.rewards[period - 1]?.choices || []).map(effect).join(" or ");
      return h(
        "g",
        { tip: `Period ${NUMERALS[period]}: most in ${SUBJECTS[objective]} gives ${rewards}.${source(table.rewards[period - 1] || {})}` },
        box(4, y, 412, 30, "card"),
        text(NUMERALS[period] || period, 22, y + 21, 16, { field: `shared_objectives.${n}.period`, value: period, class: "z-late", "text-anchor": "middle" }),
        text(SUBJECTS[objective] || label(objective), 42, y + 20, 14, { field: `shared_objectives.${n}.objective`, value: objective, class: "z-strong" }),
        view.players.map((_, seat) => [mark(seat, 170 + seat * 62, y + 15, 8, { tip: name(seat) }), text(counts[seat], 184 + seat * 62, y + 20, 15, counts[seat] && counts[seat] === Math.max(...counts) ? { class: "z-strong" } : {})]),
      );
    }),
    due.map(({ seat, objective }, n) => {
      const y = top + 16 + n * 26;
      return h("g", { key: `due-${n}` }, h("g", { field: `rewards_due.${n}.seat`, value: seat }, seat >= 0 && seat < 4 ? mark(seat, 18, y - 5, 9) : null), text(`${cut(name(seat), 20)} chooses a reward for ${SUBJECTS[objective]}`, 36, y, 13, { field: `rewards_due.${n}.objective`, value: objective }));
    }),
  );
}

/* ---- the automa ---- */

function automa({ view, table }) {
  const { automa: rival } = view;
  const caption = (words, y) => text(words, 10, y, 12, { class: "muted" });
  const goals = rival.goals.map((goal, n) => {
    const [have, need] = [measure(view, 0, goal), table.subjects[goal]?.solo_goal];
    const met = have >= need;
    return h("g", { field: `automa.goals.${n}`, value: goal, tip: `Solo objective: ${SUBJECTS[goal]} ${need}.${source(table.subjects[goal] || {})}` },
      box(96 + n * 106, 46, 102, 26, met ? "card z-done" : "card"),
      text(`${SUBJECTS[goal]} ${have}/${need}${met ? " ✓" : ""}`, 147 + n * 106, 64, 12.5, { "text-anchor": "middle", class: met ? "z-strong" : "" }));
  });
  const row = (name, y) => [caption(`Period ${NUMERALS[name.slice(-1)]}`, y + 15), rival[name].length ? null : text("none left", 96, y + 15, 12, { class: "muted" }), rival[name].map((value, n) =>
    h("g", { field: `automa.${name}.${n}`, value, class: "seat-1 z-piece", tip: `Influence ${value} of the automa` }, h("rect", { x: 96 + n * 26, y, width: 22, height: 20 }), text(value, 107 + n * 26, y + 15, 13, { class: "mark-text", "text-anchor": "middle" })))];
  return sheet(
    334,
    "The automa",
    mark(1, 24, 24, 12), text("Automa", 44, 30, 17, { class: "z-strong" }),
    text("level", 300, 30, 12, { class: "muted" }), shown("automa.level", rival.level, 334, 30, 16, { class: "z-strong" }),
    text("shuffled", 352, 30, 12, { class: "muted" }), shown("automa.shuffles", rival.shuffles, 404, 30, 14),
    caption("Goals", 64), goals,
    caption("Priority", 102), rival.priority.map((colour, n) => worker(colour, 108 + n * 30, 97, 22, { field: `automa.priority.${n}`, value: colour, tip: `${label(colour)}, ${n + 1} in the automa's order` })),
    caption("Regions", 138), rival.region_colours.map((colour, n) => [text(n + 1, 104 + n * 62, 138, 14), badge(colour, 126 + n * 62, 133, 20, { field: `automa.region_colours.${n}`, value: colour, tip: `Region ${n + 1} has the colour ${colour}` })]),
    caption("Trains", 172), h("g", { field: "automa.trains", value: rival.trains, tip: `${counted(rival.trains, "train")} left` }, Array.from({ length: Math.max(rival.trains, 0) }, (_, n) => icon("train", 134 + n * 26, 167, 20, { class: "seat-1 z-piece" }))), text(rival.trains, 104, 172, 14),
    row("row_1", 188), row("row_2", 214), row("row_3", 240),
    caption("Pile", 286), shown("automa.pile_size", rival.pile_size, 60, 286, 14, { class: "z-strong" }),
    rival.pile.map((name, n) => h("g", { field: `automa.pile.${n}`, value: name, tip: `In the automa's pile: ${label(name)}.${source(table.tokens[name] || {})}` }, box(92 + (n % 5) * 65, 268 + Math.floor(n / 5) * 30, 62, 26, "back"), text(tokenWords(name), 123 + (n % 5) * 65, 285 + Math.floor(n / 5) * 30, 10.5, { "text-anchor": "middle", class: "z-on-back" }))),
  );
}

const tokenWords = (name) => name.replace("workers_left_", "◀ level ").replace("workers_right_", "▶ level ").replace("space_", "space ");

/* ---- what no player knows: only views of the whole position have it ---- */

function hidden({ view }) {
  const next = view.bag_order.map((name, at) => ({ name, at })).reverse();
  const lined = Math.ceil(next.length / 14);
  const back = view.bag_returned || [];
  const row = (list, field, top) => list.map(({ name, at }, n) => worker(name, 20 + (n % 14) * 29, top + Math.floor(n / 14) * 30, 20, { field: `${field}.${at}`, value: name, tip: `${label(name)} worker, ${n + 1} in the bag` }));
  const below = 46 + lined * 30;
  const pile = view.automa?.pile_order || [];
  return sheet(
    below + 34 + Math.ceil(back.length / 14) * 30 + (pile.length ? 40 : 0),
    "Order of what is hidden",
    text("Bag, the next worker first", 10, 18, 12, { class: "muted" }), row(next, "bag_order", 40),
    back.length ? [text("Returned, to be mixed in at the next draw", 10, below, 12, { class: "muted" }), row(back.map((name, at) => ({ name, at })), "bag_returned", below + 22)] : null,
    pile.length ? text(pile.map((name, at) => ({ name, at })).reverse().map(({ name }) => tokenWords(name)).join(" · "), 10, below + 26 + Math.ceil(back.length / 14) * 30, 9, { tip: "The automa's pile, the next token first" }) : null,
    pile.map((name, at) => h("g", { field: `automa.pile_order.${at}`, value: name })),
  );
}
