// Nippon: Zaibatsu: the main board, the parts beside it, and (zaibatsu-panel.js) a panel for each player.

import { counted, h, label, mark, part } from "./svg.js";
import { box, heading, icon, shown, text, worker } from "./zaibatsu-icons.js";
import { panel } from "./zaibatsu-panel.js";
import { beside } from "./zaibatsu-beside.js";
import { ACTIONS, COLOURS, NUMERALS, PHASES, SIDES, asked, cut, once, printed, service, source } from "./zaibatsu-words.js";

/** Fields that are not drawn, and why. */
export const undrawn = {
  game: "every part is of this game",
  rules_version: "says nothing about the position; the page names it",
};

/** The parts of a position: board, what lies beside it, a panel for each player. */
export function draw(view, about) {
  const table = printed(about);
  const scene = { view, table, limits: table.seats[view.seats] || table.seats[4], name: (seat) => nameOf(about, view, seat) };
  return [
    part({ id: "board", title: "Board" }, () => board(scene)),
    ...view.players.map((_, seat) => part({ id: `player-${seat}`, title: scene.name(seat), seat }, () => panel(scene, seat))),
    ...beside(scene),
  ];
}

const nameOf = (about, view, seat) => about.names[seat] || ("automa" in view && seat === view.players.length ? "Automa" : `Seat ${seat + 1}`);

function board(scene) {
  return h(
    "svg",
    { viewBox: "0 0 900 806", class: "zaibatsu", role: "group", "aria-label": "Main board" },
    rounds(scene), status(scene),
    [0, 1, 2, 3].map((at) => region(scene, at)),
    queue(scene), [0, 1, 2, 3, 4].map((at) => space(scene, at)), bag(scene),
    scene.view.destinations.map((_, at) => destination(scene, at)),
  );
}

/* ---- the round track and what is asked ---- */

function rounds({ view, table, limits }) {
  const { dark, light, period_of_round: periods } = table.rounds;
  const at = (round) => 12 + (round - 1) * 54;
  const spaces = once(table, "rounds", () => Array.from({ length: dark + light }, (_, n) => [
    box(at(n + 1), 8, 48, 42, n < dark ? "z-round z-dark" : "z-round z-light", { tip: roundTip(n, dark, source(table.rounds)) }),
    text(n + 1, at(n + 1) + 24, 37, 22, { class: n < dark ? "z-on-dark" : "z-on-light", "text-anchor": "middle" }),
  ]));
  const bars = table.periods.map((period, n) => {
    const first = periods.indexOf(n + 1) + 1;
    const last = periods.lastIndexOf(n + 1) + 1;
    const points = limits.score_ranks.map((rank) => period.points[rank]);
    const tip = `Period ${NUMERALS[n + 1]}: at its end each region gives ${points.join(", ")} points by place.${source(period)}`;
    return h(
      "g",
      { tip, class: periods[view.round - 1] === n + 1 ? "z-period z-now" : "z-period" },
      box(at(first), 54, at(last) + 48 - at(first), 24),
      text(`${NUMERALS[n + 1]}: ${points.join(" ")}`, (at(first) + at(last) + 48) / 2, 72, n === 1 ? 15 : 16, { "text-anchor": "middle" }),
    );
  });
  const pawn = { x: at(view.round) + 1, y: 9, width: 46, height: 40, rx: 4, class: "z-round-marker", key: "round" };
  return h("g", {}, spaces, bars, h("rect", { ...pawn, field: "round", value: view.round, tip: `Round ${view.round}` }));
}

const roundTip = (n, dark, from) =>
  n < dark ? `Round ${n + 1}: ends when an empty space finds no row of workers to fill it.${from}` : `Round ${n + 1}: one turn for each player.${from}`;

function status({ view, name }) {
  const over = view.to_act === undefined;
  const whose = (seat, words, x, field) => [
    text(words, x, 76, 16, { class: "muted" }),
    mark(seat, x + words.length * 8.4 + 12, 70, 8, { field, value: seat, tip: `${words}: ${name(seat)}` }),
  ];
  const phase = PHASES[view.phase] || label(view.phase);
  const stage = over ? (view.final ? "" : "Goals missed") : view.final ? `Final ${phase.toLowerCase()}` : view.phase === "turn" ? `Round ${view.round}` : phase;
  return h(
    "g",
    {},
    over ? null : mark(view.to_act, 466, 23, 13, { field: "to_act", value: view.to_act, tip: `${name(view.to_act)} chooses` }),
    text(over ? "The match is over" : `${cut(name(view.to_act), 20)} to choose`, over ? 452 : 488, 30, 20, { class: "z-strong" }),
    text(over ? "" : cut(asked(view.ask), 48), 452, 54, 18, { field: "ask", value: view.ask }),
    shown("phase", stage, 452, 76, 16, { value: view.phase, class: "z-phase" }),
    over ? h("g", { field: "active", value: view.active }) : whose(view.active, "Turn of", 624, "active"),
    whose(view.marker, "First", 712, "marker"),
    view.turns_left ? shown("turns_left", counted(view.turns_left, view.final ? "player" : "turn") + " left", 889, 76, 15, { value: view.turns_left, class: "z-late", "text-anchor": "end" }) : null,
    h("g", { field: "final", value: view.final }),
  );
}

/* ---- regions ---- */

const BAND = { top: 86, width: 218, step: 221.5, height: 416 };

function region({ view, table, limits, name }, at) {
  const x = 9 + at * BAND.step;
  const entry = table.regions[at];
  const [what, amount] = entry.bonus.split(" ");
  const tip = `Region ${at + 1}. A delivery here gives ${amount} ${what} or ${table.costs.market_points} points.${source(entry)}`;
  return h(
    "g",
    { transform: `translate(${x} ${BAND.top})` },
    box(0, 0, BAND.width, BAND.height, `z-band z-band-${at % 2}`, { tip }),
    text(`Region ${at + 1}`, 10, 25, 20, { class: "z-heading" }),
    h("g", { tip }, text(amount, 176, 25, 20, { "text-anchor": "end" }), icon(what, 194, 18, 24)),
    market({ view, table, limits, name }, 2 * at, 86, 118),
    market({ view, table, limits, name }, 2 * at + 1, 86, 285),
    rails({ view, table, limits, name }, at),
    standing({ view, table, name }, at),
  );
}

const AROUND = [[0, -1], [1, 0], [0, 1], [-1, 0]];
const WEDGES = ["M-31 -31H31L0 0Z", "M31 -31V31L0 0Z", "M31 31H-31L0 0Z", "M-31 31V-31L0 0Z"];

function market({ view, table, limits, name }, at, x, y) {
  const { goods, owners, values } = view.markets[at];
  const entry = table.regions[at >> 1];
  const foreign = at % 2 ? entry.right : entry.left;
  const tokens = owners.filter((owner) => owner >= 0).length;
  const limit = `Market ${at + 1}: ${tokens} of at most ${limits.market_limit} influence tokens.`;
  return h(
    "g",
    { transform: `translate(${x} ${y})` },
    text(`Market ${at + 1}`, -82, -60, 12.5, { class: "muted", tip: limit }),
    text(`${tokens} of ${limits.market_limit}`, 80, 62, 15, { class: "muted", "text-anchor": "end", tip: limit }), text("tokens", 80, 76, 12, { class: "muted", "text-anchor": "end", tip: limit }),
    goods.map((good, side) => demand(good, side, `markets.${at}.goods.${side}`, table)),
    AROUND.map(([dx, dy], side) => slot({ table, at, side, foreign: foreign[side], owner: owners[side], value: values[side], good: goods[side], name, entry }, dx * 57, dy * 57)),
  );
}

function demand(good, side, field, table) {
  const [dx, dy] = AROUND[side];
  const level = table.levels.of_good[Object.keys(GOOD_AT).indexOf(good)] || 1;
  const values = table.levels.influence[level - 1].values.join(", ");
  return once(table, `${field} ${good}`, () => h(
    "g",
    { field, value: good, tip: `Demand: ${good} (level ${level}). 1, 2, 3 goods place influence ${values}.${source(table.levels)}` },
    h("path", { d: WEDGES[side], class: `z-wedge z-good-${good}` }),
    good in GOOD_AT ? icon(good, dx * 19, dy * 19, 19, { class: "z-on-good" }) : null,
  ));
}

const GOOD_AT = { cotton: 0, paper: 1, bento: 2, lenses: 3, bulbs: 4, clocks: 5 };

function slot({ table, at, side, foreign, owner, value, good, name, entry }, x, y) {
  const where = `Market ${at + 1}, ${SIDES[side]} (${good})`;
  const printedWords = foreign ? `foreign influence ${foreign} while it is uncovered` : "no foreign influence";
  const held = owner >= 0 || value > 0;
  return h(
    "g",
    { key: `slot-${side}` },
    once(table, `slot ${at} ${side} ${good} ${held}`, () => [
      box(x - 23, y - 23, 46, 46, "space z-slot", { tip: `${where}: ${printedWords}.${source(entry)}` }),
      !held && foreign ? text(foreign, x, y + 8, 23, { class: "z-foreign", "text-anchor": "middle" }) : null,
    ]),
    h("g", { field: `markets.${at}.owners.${side}`, value: owner }),
    h("g", { field: `markets.${at}.values.${side}`, value },
      held ? token(owner, x, y, value, `${where}: influence ${value} of ${owner >= 0 ? name(owner) : "nobody"}. It covers ${printedWords}.`) : null),
  );
}

const token = (owner, x, y, value, tip) =>
  owner >= 0 && owner < 4 ? mark(owner, x, y, owner === 2 ? 19 : 18, { class: "z-token", tip, key: `token-${owner}-${value}` }, value) : text(value, x, y + 8, 23, { tip, "text-anchor": "middle" });

function rails({ view, table, limits, name }, at) {
  const { trains } = view.regions[at];
  const entry = table.regions[at];
  return h(
    "g",
    {},
    h("path", { d: "M195 40V362", class: "z-rail" }),
    trains.map((owner, n) => {
      if (n >= limits.train_limit && owner < 0) return null;
      const y = n < limits.train_limit ? 38 + (n + 0.5) * (322 / limits.train_limit) : 61 + n * 46;
      const [what, amount] = entry.train_slots[n].split(" ");
      const gives = amount ? `gives ${amount} ${what}` : "gives nothing";
      const tip = owner < 0 ? `Train slot ${n + 1} of region ${at + 1}, free: ${gives}.${source(entry)}` : `Train of ${name(owner)} in region ${at + 1}, slot ${n + 1}: counts ${table.influence.train_value} influence beside a token.`;
      return h(
        "g",
        { field: `regions.${at}.trains.${n}`, value: owner, tip, key: `rail-${n}` },
        box(175, y - 20, 40, 40, "space z-slot"),
        owner < 0 ? free(what, amount, y) : h("g", { class: `seat-${owner}` }, mark(owner, 195, y, 17), icon("train", 195, y + (owner === 2 ? 4 : 0), owner === 2 ? 13 : 15, { class: "z-on-seat" })),
      );
    }),
  );
}

const free = (what, amount, y) => (amount ? [text(amount, 183, y + 7, 19, { "text-anchor": "middle" }), icon(what, 202, y, 20)] : null);

/** Influence in the region as it would be scored now (Z-SCORE-1, 2), the strongest first. */
function standing({ view, table, name }, at) {
  const rivals = influence(view, table, at);
  const width = (BAND.width - 10) / Math.max(rivals.length, 1);
  return h(
    "g",
    {},
    h("path", { d: `M8 376H210`, class: "line" }),
    rivals.map(({ seat, sum }, place) => {
      const x = 8 + place * Math.min(width, 54);
      const who = seat < 0 ? "foreign companies" : name(seat);
      return h(
        "g",
        { key: `stand-${seat}`, "data-standing": `${at} ${seat} ${sum}`, tip: `Region ${at + 1}, place ${place + 1}: ${who} with influence ${sum}.` },
        seat < 0 ? h("path", { d: `M${x} 386V406M${x} 387H${x + 15}L${x + 11} 392L${x + 15} 397H${x}`, class: "z-flag" }) : mark(seat, x + 9, 396, 8),
        text(sum, x + 20, 403, 19, { class: seat < 0 ? "muted" : "z-strong" }),
      );
    }),
  );
}

function influence(view, table, at) {
  const entry = table.regions[at];
  const sums = new Map();
  let foreign = 0;
  for (const half of [0, 1]) {
    const { owners, values } = view.markets[2 * at + half];
    const values0 = half ? entry.right : entry.left;
    owners.forEach((owner, side) => {
      if (owner >= 0) sums.set(owner, (sums.get(owner) || 0) + values[side]);
      else foreign += values0[side];
    });
  }
  if (view.automa && !sums.has(1)) sums.set(1, 0); // the automa's trains always count (Z-SOLO-8)
  for (const owner of view.regions[at].trains) if (sums.has(owner)) sums.set(owner, sums.get(owner) + trainValue(view, table, owner));
  const rivals = [...sums].map(([seat, sum]) => ({ seat, sum }));
  return [...rivals, { seat: -1, sum: foreign }].filter(({ sum }) => sum > 0).sort((a, b) => b.sum - a.sum || a.seat - b.seat);
}

function trainValue(view, table, seat) {
  const special = (view.players[seat]?.factories || []).flatMap(({ tile }) => table.sides[tile]?.effects || []).find((effect) => effect.startsWith("train_influence"));
  return special ? Number(special.split(":")[1]) : table.influence.train_value;
}

/* ---- hiring ---- */

const HIRING = 510;
const workerTip = (table, name) => `${name.startsWith("expert_") ? "Expert" : "Worker"}, ${name.replace("expert_", "")}. ${service(table.services[name.replace("expert_", "")])}`;

function workers({ table }, list, field, x, y, step, size) {
  const seen = {};
  return list.map((name, n) => {
    seen[name] = (seen[name] || 0) + 1;
    return worker(name, x + n * step, y, size, { field: `${field}.${n}`, value: name, key: `${name}-${seen[name]}`, tip: workerTip(table, name) });
  });
}

function queue(scene) {
  const { view, table, limits } = scene;
  const rows = Math.max(limits.queue_rows, view.queue.length);
  return h(
    "g",
    { transform: `translate(9 ${HIRING})` },
    heading("Queue", 2, 20, 20),
    Array.from({ length: rows }, (_, n) => [
      box(0, 28 + n * 32, 116, 30, "space", { tip: `Queue row ${n + 1}. The topmost row moves onto an empty space.${source(table.workers)}` }),
      h("g", {}, workers(scene, view.queue[n]?.workers || [], `queue.${n}.workers`, 22, 43 + n * 32, 36, 24)),
    ]),
  );
}

function space(scene, at) {
  const { view, table } = scene;
  const { actions } = table.spaces[at];
  const x = 135 + at * 128;
  return h(
    "g",
    { transform: `translate(${x} ${HIRING})` },
    box(0, 0, 122, 62, "space z-hire", { tip: `Hiring space ${at + 1}: take a worker for ${actions.map((name) => ACTIONS[name]).join(" or ")}.${source(table.spaces[at])}` }),
    workers(scene, view.spaces[at].workers, `spaces.${at}.workers`, 23, 32, 38, 36),
    actions.map((name, n) => {
      const now = view.pending.action === name;
      const height = actions.length > 1 ? 58 : 120;
      return once(table, `action ${name} ${now}`, () => h(
        "g",
        { transform: `translate(0 ${68 + n * 62})`, tip: actionTip(name, table), class: now ? "z-action z-now" : "z-action" },
        box(0, 0, 122, height),
        text(ACTIONS[name], 61, height / 2 - 3, 19, { class: "z-strong", "text-anchor": "middle" }),
        text(cost(name, table.costs), 61, height / 2 + 18, 15, { class: "muted", "text-anchor": "middle" }),
      ));
    }),
  );
}

const vehicle = (costs) => `${costs.vehicle_iron} iron, or ${costs.vehicle_money} money and ${costs.vehicle_money_iron} iron`;
const cost = (name, costs) =>
  ({
    rnd: costs.money_for_steps.join("/") + " money", mines: costs.money_for_steps.join("/") + " money", factory: `${costs.factory_money} money`,
    machine: `${costs.machine_money} money each`, produce: "2/3/4 coal", ship: `${costs.vehicle_iron} iron each`, train: `${costs.vehicle_iron} iron each`,
    market: "1 to 3 goods", invest: "1, 2, 3 goods",
  })[name];
const actionTip = (name, { costs, levels }) => {
  const [one, two, three] = costs.money_for_steps;
  const words = {
    rnd: `1, 2 or 3 steps on R&D for ${one}, ${two} or ${three} money`,
    mines: `1, 2 or 3 steps on Mines for ${one}, ${two} or ${three} money`,
    factory: `build a factory for ${costs.factory_money} money; R&D must reach its level, silk covers the rest`,
    machine: `machines for ${costs.machine_money} money each in up to ${costs.activations} factories; a second one there also costs ${costs.second_machine_iron} iron`,
    produce: `up to ${costs.activations} factories produce 1 good and 1 per machine, for ${levels.coal_to_produce.join(", ")} coal by level`,
    ship: `up to ${costs.activations} ships for ${vehicle(costs)} each`,
    train: `up to ${costs.activations} trains in different regions for ${vehicle(costs)} each`,
    market: `up to ${costs.activations} deliveries to one region; each places influence and gives the region's bonus or ${costs.market_points} points`,
    invest: `1, then 2, then 3 goods of new kinds, each for ${costs.invest_finance_steps} Finance or a contract`,
  };
  return `${ACTIONS[name]}: ${words[name]}.${source(costs)}`;
};

function bag({ view, table }) {
  const counts = COLOURS.map((colour, n) => {
    const [x, y] = [22 + (n % 2) * 54, 62 + (n >> 1) * 50];
    const { [colour]: count } = view.bag;
    return h(
      "g",
      { tip: `${counted(count, `${colour} worker`)} in the bag. ${service(table.services[colour])}` },
      worker(colour, x, y, 26),
      shown(`bag.${colour}`, count, x + 16, y + 10, 20),
    );
  });
  return h(
    "g",
    { transform: `translate(777 ${HIRING})` },
    box(0, 0, 114, 188, "card", { tip: "Workers in the bag; their order is hidden" }),
    heading("Bag", 10, 28, 20),
    shown("bag_size", view.bag_size, 104, 28, 20, { "text-anchor": "end" }),
    counts,
  );
}

/* ---- the Iwakura mission ---- */

function destination({ view, table, limits }, at) {
  const { name, expert, ships } = view.destinations[at];
  const entry = table.destinations[at];
  const upgrades = limits.upgrade_tokens - view.players.filter((player) => player.upgrades.includes(entry.colour)).length;
  const tip = `${placeName(name)}: ${counted(ships, "ship")} of at most ${limits.ship_limit}; expert ${expert ? "at home" : "away"}; ${counted(upgrades, "upgrade token")} left. ${service(table.services[entry.colour])}`;
  const places = Math.max(limits.ship_limit, ships);
  return h(
    "g",
    { transform: `translate(${9 + at * 147.6} 710)`, tip },
    box(0, 0, 143, 86, "z-sea"),
    text(placeName(name), 8, 24, 16.5, { class: "z-on-sea", field: `destinations.${at}.name`, value: name }),
    h("g", { field: `destinations.${at}.expert`, value: expert },
      expert ? worker(`expert_${entry.colour}`, 24, 60, 32, { key: "expert" }) : h("g", { class: "z-away" }, worker(`expert_${entry.colour}`, 24, 60, 32))),
    h("g", { field: `destinations.${at}.ships`, value: ships },
      Array.from({ length: places }, (_, n) => icon("ship", 58 + n * 24, 58, 21, { class: n < ships ? "z-at-sea" : "z-no-ship" }))),
  );
}

const placeName = (name) => name.split("_").map(label).join(" ");
