// One player's Zaibatsu board: resources, tracks, rows, workers, services, factories, contracts, influence, favours.

import { counted, h, label, mark } from "./svg.js";
import { badge, bonus, box, icon, shown, text, worker } from "./zaibatsu-icons.js";
import { COLOURS, NUMERALS, ROWS, SUBJECTS, TRACKS, cut, effect, factoryTip, gains, once, service, source, tile } from "./zaibatsu-words.js";

const BUILT = { ship: "ships", machine: "machines", train: "trains" };

/** The panel of a seat, 420 wide. A player's board that has not changed since an earlier position gives the same nodes. */
export function panel(scene, seat) {
  const { view, table } = scene;
  const player = view.players[seat];
  const around = JSON.stringify([seat, scene.name(seat), view.to_act === seat, view.marker === seat]);
  const before = table.panels.get(player);
  if (before?.around === around) return before.node;
  const node = drawn(scene, seat);
  table.panels.set(player, { around, node });
  return node;
}

function drawn(scene, seat) {
  const mine = { ...scene, seat, player: scene.view.players[seat], path: `players.${seat}` };
  return h(
    "svg",
    { viewBox: "0 0 420 500", class: "zaibatsu", role: "group", "aria-label": `Board of ${scene.name(seat)}` },
    header(mine), resources(mine),
    Object.keys(TRACKS).map((name, at) => track(mine, name, 118 + at * 36)),
    rows(mine, 230), cells(mine, 230), services(mine, 293),
    factories(mine, 344), contracts(mine, 424), tokens(mine, 460),
    kept(mine, 493),
  );
}

const PARTS = [
  ["influence", "influence_points", "Points from the scorings of the regions"],
  ["rewards", "reward_points", "Points as rewards for leading shared objectives"],
  ["factories", "factory_points", "Points from late factories"],
  ["wages", "wages_lost", "Points lost for unpaid wages"],
];

function header({ view, seat, player, name, path }) {
  const acts = view.to_act === seat;
  const other = player.score - player.influence_points - player.reward_points - player.factory_points + player.wages_lost;
  const line = PARTS.map(([words, field, tip], at) => {
    const value = player[field];
    const amount = field === "wages_lost" && value ? `−${value}` : value;
    return h("g", { tip }, part(shown(`${path}.${field}`, amount, 26 + at * 84, 62, 13, { value, class: "z-strong", "text-anchor": "end" }), words, 30 + at * 84));
  });
  return h(
    "g",
    {},
    acts ? box(2, 2, 416, 44, "z-acts", { tip: `${name(seat)} chooses` }) : null,
    mark(seat, 24, 25, 13),
    text(cut(name(seat), 22), 46, 31, 18, { class: "z-strong" }),
    view.marker === seat ? h("g", { tip: "First player" }, box(322, 14, 28, 21, "z-first"), text("1st", 336, 29, 12, { class: "z-on-dark", "text-anchor": "middle" })) : null,
    shown(`${path}.score`, player.score, 410, 34, 27, { class: "z-strong", "text-anchor": "end", tip: `${player.score} points so far; the line below has its parts` }),
    line,
    h("g", { tip: "Starting token, services and deliveries; at the end also favours and what is left" }, part(text(other, 362, 62, 13, { class: "z-strong", "text-anchor": "end" }), "other", 366)),
  );
}

const part = (amount, words, x) => [amount, text(words, x, 62, 11, { class: "muted" })];

function resources({ player, path }) {
  const RESOURCES = {
    money: "Money: lost when consolidating, then income by Finance", coal: "Coal: pays production; lost when consolidating, then income by Mines",
    silk: "Silk: 1 money each at any time, or R&D for a factory", iron: "Iron: pays ships, trains and second machines",
  };
  return Object.entries(RESOURCES).map(([what, tip], at) => {
    const x = 8 + at * 103;
    return h(
      "g",
      { tip: `${tip}.` },
      box(x, 72, 96, 32, "card"),
      icon(what, x + 20, 88, 22),
      shown(`${path}.${what}`, player[what], x + 40, 95, 20, { class: "z-strong" }),
      what === "coal" && player.stored_coal ? shown(`${path}.stored_coal`, `+${player.stored_coal}`, x + 66, 95, 14, { value: player.stored_coal, tip: "Stored coal: never lost" }) : null,
    );
  });
}

function track({ player, table, path, seat }, name, y) {
  const { values, bonus: bonuses, low, high, ...entry } = table.tracks[name];
  const width = 316 / Math.max(values.length, 14);
  const [at, x] = [player[name], (n) => 66 + n * width];
  const gives = { rnd: "R&D", mines: "coal income", finance: "money income" }[name];
  return h(
    "g",
    {},
    text(TRACKS[name], 6, y + 15, 12, { class: "z-label" }),
    values.map((value, n) => once(table, `${name} ${n} ${Math.sign(n - at)}`, () => {
      const mile = n === low ? "low threshold" : n === high ? "high threshold" : "";
      const won = bonuses[n] ? `; bonus: ${effect(bonuses[n])}` : "";
      return h(
        "g",
        { tip: `${TRACKS[name]}, space ${n}: ${gives} ${value}${mile ? `; ${mile}` : ""}${won}.${source(entry)}` },
        box(x(n), y, width - 1.5, 20, `space z-cell${mile ? " z-threshold" : ""}${n <= at ? " z-reached" : ""}`),
        n === at ? null : text(value, x(n) + width / 2 - 0.7, y + 14, 10, { "text-anchor": "middle", ...(n < at ? {} : { class: "muted" }) }),
        bonuses[n] ? bonus(bonuses[n], x(n) + width / 2 - 0.7, y + 26.5, 11) : null,
      );
    })),
    h(
      "g",
      { key: `pawn-${name}`, class: `seat-${seat} z-piece`, transform: `translate(${x(at) + width / 2 - 0.7} ${y + 10})`, field: `${path}.${name}`, value: at, tip: `${TRACKS[name]} ${at}: ${gives} ${values[at]}` },
      h("rect", { x: -11, y: -12, width: 22, height: 24, rx: 6 }),
      text(values[at] ?? "", 0, 4.5, 12.5, { class: "mark-text", "text-anchor": "middle" }),
    ),
    favour({ player, table, path }, name, 387, y - 2),
  );
}

/** The place for a favour on one of the eight objectives. */
function favour({ player, table, path }, name, x, y) {
  const level = player.favours[name];
  return h(
    "g",
    { tip: once(table, `favour ${name} ${level}`, () => favourTip(name, level, table)), field: `${path}.favours.${name}`, value: level },
    box(x, y, 26, 24, level ? "z-favour" : "z-no-favour"),
    level ? text(NUMERALS[level] || level, x + 13, y + 17, 14, { class: "z-on-seal", "text-anchor": "middle" }) : icon("points", x + 13, y + 12, 10, { class: "z-faint" }),
  );
}

function favourTip(name, level, table) {
  const { favours } = table;
  const at = level ? level - 1 : 0;
  const counts = favours[`${name}_level_${at + 1}`];
  const points = counts ? `${counts.slice(1).join(", ")} points for 1, 2, … of them` : `${favours.low[at]} points at the low threshold, ${favours.high[at]} at the high one`;
  return `${level ? `Favour of level ${level}` : "No favour yet; one of level 1 would pay"} for ${SUBJECTS[name]}: ${points}.${source(favours)}`;
}

function rows(mine, y) {
  const { table } = mine;
  const between = [table.rows.ship_machine_bonus, table.rows.machine_train_bonus];
  const names = Object.keys(ROWS);
  return [
    names.map((name, at) => row(mine, name, y + at * 38)),
    between.map((bonuses, at) => bonuses.map((token, n) => {
      const [over, under] = [mine.player[BUILT[names[at]]], mine.player[BUILT[names[at + 1]]]];
      const taken = n < over && n < under;
      const tip = () => `Column ${n + 1}: ${effect(token)} once both places are empty${taken ? " (taken)" : ""}.${source(table.rows)}`;
      return once(table, `between ${at} ${n} ${taken}`, () => h("g", { tip: tip(), class: taken ? "z-taken" : "z-open" }, bonus(token, 79 + n * 28, y + 30 + at * 38, 12)));
    })),
  ];
}

function row({ player, table, path, seat }, name, y) {
  const field = BUILT[name];
  const built = player[field];
  const { places, low, high } = table.rows;
  return h(
    "g",
    { field: `${path}.${field}`, value: built },
    text(ROWS[name], 6, y + 15, 11, { class: "z-label" }),
    Array.from({ length: Math.max(places, built) }, (_, n) => once(table, `${name} ${n} ${n < built} ${seat}`, () => {
      const mile = n + 1 === low ? "; low threshold" : n + 1 === high ? "; high threshold" : "";
      return h(
        "g",
        { tip: `${ROWS[name]}, place ${n + 1}: ${n < built ? "built" : "not built"}${mile}.${source(table.rows)}` },
        box(66 + n * 28, y, 26, 22, `space z-cell${mile ? " z-threshold" : ""}`),
        n < built ? null : icon(name, 79 + n * 28, y + 11, 17, { class: `seat-${seat} z-piece`, key: `${name}-${n}` }),
      );
    })),
    shown(`${path}.${field}`, built, 241, y + 16, 13, { class: "z-strong", "text-anchor": "middle" }),
    favour({ player, table, path }, name, 250, y - 1),
  );
}

function cells({ player, table, path }, y) {
  const levels = table.workers.favour_level_by_cell;
  const most = Math.max(levels.length, player.cells.length);
  const colours = new Set(player.cells.map((name) => name.replace("expert_", ""))).size;
  return h(
    "g",
    {},
    Array.from({ length: most }, (_, n) => {
      const name = player.cells[n];
      const x = 283 + n * 22.3;
      const level = levels[n] ? `a favour up to level ${levels[n]}` : "no favour";
      return h(
        "g",
        { tip: `${name ? `${label(name)} worker` : "Free cell"} ${n + 1}. A highest worker here means ${level} when consolidating.${source(table.workers)}` },
        box(x, y, 21, 26, "space z-cell"),
        name ? worker(name, x + 10.5, y + 14, 19, { field: `${path}.cells.${n}`, value: name, key: `${name}-${n}` }) : null,
        text(NUMERALS[levels[n]] || "–", x + 10.5, y + 36, 10, { class: "muted", "text-anchor": "middle" }),
      );
    }),
    text(`wages ${colours * table.workers.wage_per_colour} money`, 283, y + 50, 11, { class: "muted", tip: `${table.workers.wage_per_colour} money per colour when consolidating; the last money is never spent, each unpaid one costs a point.${source(table.workers)}` }),
  );
}

function services({ player, table, path }, y) {
  const at = (colour) => player.upgrades.indexOf(colour);
  return COLOURS.map((colour, n) => {
    const entry = table.services[colour];
    const upgraded = at(colour) >= 0;
    const [x, level] = [296 + (n % 3) * 44, y + 5 + Math.floor(n / 3) * 25];
    return h(
      "g",
      { tip: `${service(entry)} ${upgraded ? "Upgraded." : "Not upgraded."}`, ...(upgraded ? { field: `${path}.upgrades.${at(colour)}`, value: colour } : {}) },
      upgraded ? h("circle", { cx: x, cy: level, r: 12, class: "z-upgraded" }) : null,
      badge(colour, x, level, 18),
      text(upgraded ? entry.upgraded : entry.base, x + 14, level + 5, 13, { class: upgraded ? "z-strong" : "muted" }),
    );
  });
}

function factories({ player, table, path }, y) {
  const columns = Math.max(table.factoryRow.columns, player.factories.length);
  return h(
    "g",
    {},
    Array.from({ length: columns }, (_, n) => factory(player.factories[n], table, `${path}.factories.${n}`, 8 + n * 62.5, y)),
    favour({ player, table, path }, "factory", 387, y + 4),
  );
}

function factory(built, table, field, x, y) {
  if (!built) return once(table, `column ${x}`, () => box(x, y, 59, 72, "z-no-favour", { tip: "Free factory column" }));
  const side = table.sides[built.tile];
  const places = side?.timing === "old" ? 0 : table.factoryRow.machine_places;
  return h(
    "g",
    { tip: `${factoryTip(built.tile, side, table)} ${counted(built.machines, "machine")}, ${counted(built.goods, "good")}.`, key: built.tile },
    box(x, y, 59, 50, `card z-tile z-good-${side?.good}`),
    h("g", { field: `${field}.tile`, value: built.tile }, side ? icon(side.good, x + 14, y + 14, 19, { class: "z-on-good" }) : text(tile(built.tile), x + 4, y + 14, 9), side ? text(`${side.number}${side.side}`, x + 54, y + 19, 14, { class: "z-on-good", "text-anchor": "end" }) : null),
    h("g", { field: `${field}.machines`, value: built.machines }, Array.from({ length: Math.max(places, built.machines) }, (_, n) => icon("machine", x + 13 + n * 18, y + 37, 16, { class: n < built.machines ? "z-on-good" : "z-empty-place" }))),
    h("g", { field: `${field}.goods`, value: built.goods }, Array.from({ length: Math.max(table.factoryRow.goods_cap, built.goods) }, (_, n) => h("rect", { x: x + 1 + n * 14.6, y: y + 55, width: 12.5, height: 12.5, rx: 2, class: n < built.goods ? `z-cube z-good-${side?.good}` : "z-no-cube" }))),
  );
}

function contracts({ player, table, path }, y) {
  return [
    table.contracts.map((contract, n) => {
      const at = player.contracts.indexOf(contract.name);
      const needs = contract.needs.length ? ` Needs ${contract.needs.join(" or ")} among the goods.` : "";
      const x = 8 + n * 47;
      return h(
        "g",
        { tip: `Contract: ${effect(contract.gain)}.${needs} ${at < 0 ? "Open" : `Fulfilled, number ${at + 1}`}.${source(contract)}`, ...(at < 0 ? {} : { field: `${path}.contracts.${at}`, value: contract.name }) },
        box(x, y, 44, 26, at < 0 ? "z-no-favour" : "card z-done"),
        badge(contract.gain.split(":")[1], x + 14, y + 13, 16),
        text(at < 0 ? (contract.needs.length ? `L${contract.name.slice(-1)}` : "") : "✓", x + 33, y + 18, 12, { "text-anchor": "middle", class: at < 0 ? "muted" : "z-strong" }),
      );
    }),
    favour({ player, table, path }, "contract", 387, y + 1),
  ];
}

function tokens({ player, table, path, seat }, y) {
  const token = (value, n, field, locked, from) =>
    h(
      "g",
      { class: locked ? "z-locked" : `seat-${seat} z-piece`, tip: locked ? `Influence ${value}, locked: a track bonus frees it.` : `Influence ${value} in reserve.${source(table.influence)}`, field: `${path}.${field}.${n}`, value },
      h("rect", { x: from + n * 21.5, y, width: 20, height: 20, rx: 10 }),
      text(value, from + n * 21.5 + 10, y + 14.5, 13, { class: locked ? "muted" : "mark-text", "text-anchor": "middle" }),
    );
  return [
    text("Influence", 8, y + 14, 11, { class: "z-label" }),
    player.influence.map((value, n) => token(value, n, "influence", false, 68)),
    player.locked.length ? text("locked", 346, y + 14, 10, { class: "muted", "text-anchor": "end" }) : null,
    player.locked.map((value, n) => token(value, n, "locked", true, 350)),
  ];
}

/** What the starting pair was, and what of it is still to come. */
function kept({ player, table, path }, y) {
  const start = table.starts[player.start_a];
  const pair = table.pairs[player.start_b];
  const parts = [
    player.start_a === undefined ? null : h("tspan", { field: `${path}.start_a`, value: player.start_a }, `Start: ${label(player.start_a)}`),
    player.start_b === undefined ? null : h("tspan", { field: `${path}.start_b`, value: player.start_b }, ` with ${pair ? gains(pair) : player.start_b}`),
    player.reserve_machine ? h("tspan", { field: `${path}.reserve_machine`, value: true, class: "z-strong" }, " · machine kept") : null,
    player.reserve_goods ? h("tspan", { field: `${path}.reserve_goods`, value: player.reserve_goods, class: "z-strong" }, ` · ${counted(player.reserve_goods, "good")} kept`) : null,
    player.factory_discount ? h("tspan", { field: `${path}.factory_discount`, value: player.factory_discount, class: "z-strong" }, ` · factories −${player.factory_discount}`) : null,
  ];
  return h("text", { x: 8, y, "font-size": 10.5, class: "muted", tip: start ? `Starting token ${label(start.name)}: ${start.points} points.${source(start)}` : null }, parts);
}
