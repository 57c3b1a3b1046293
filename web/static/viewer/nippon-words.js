// Nippon's printed tables as the drawing reads them, and their words.

import { origin } from "./origins.js";
import { counted, label } from "./svg.js";

export const CITY_SIDES = ["north", "east", "south", "west"];
export const ROMAN = ["I", "II", "III"];

/** What the player to act is asked, after their name. */
export const ASKED = {
  turn: "takes a worker or consolidates",
  steps: "buys steps on a track",
  factory: "builds a factory",
  machine: "places machines",
  produce: "produces goods",
  contract: "exports: picks a contract",
  contract_good: "exports: picks a good to pay",
  place: "picks a region to build in",
  market_slot: "picks a slot beside a city",
  market_count: "picks how many goods to pay",
  market_return: "picks the tile that leaves",
  reward: "consolidates: picks a reward",
  achievement: "consolidates: picks an achievement",
  goods_to: "picks a factory for a good",
  end: "may spend blueprints, then is done",
};

export const SCORE_NAMES = {
  start: ["start", "at the start"],
  contracts: ["export", "from export contracts"],
  regions: ["region", "from the bonus of region 4"],
  factories: ["factory", "from factories"],
  scoring_1: ["sc. I", "from scoring I"],
  scoring_2: ["sc. II", "from scoring II"],
  scoring_3: ["sc. III", "from scoring III"],
  wages: ["wages", "lost for workers not paid"],
  achievements: ["achiev.", "from achievements at the end"],
};

export const clipped = (name, most) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

/** The fields of the pending decision beside its kind: path, raw value, words. */
export function detailsOf(pending) {
  const found = [];
  const add = (field, value, words) => found.push([`pending.${field}`, value, (found.some(([, , said]) => said) && words ? " · " : "") + words]);
  add("activations", pending.activations, pending.activations ? `${pending.activations} of 3 done` : "");
  add("free", pending.free, pending.free ? `${pending.free} free by a factory` : "");
  if (pending.track !== undefined) add("track", pending.track, `${pending.track} track`);
  if (pending.piece !== undefined) add("piece", pending.piece, `a ${pending.piece}`);
  if (pending.contract !== undefined) add("contract", pending.contract, `contract ${pending.contract + 1}`);
  if (pending.region !== undefined) add("region", pending.region, `in region ${pending.region + 1}`);
  if (pending.city !== undefined) add("city", pending.city, `city ${pending.city + 1}`);
  if (pending.slot !== undefined) add("slot", pending.slot, `${pending.slot} slot`);
  if (pending.multiplier !== undefined) add("multiplier", pending.multiplier, `a ${pending.multiplier}x tile`);
  (pending.used_goods || []).forEach((good, place) => add(`used_goods.${place}`, good, `${good} used`));
  (pending.used_regions || []).forEach((region, place) => add(`used_regions.${place}`, region, `region ${region + 1} used`));
  (pending.paid_goods || []).forEach((good, place) => add(`paid_goods.${place}`, good, `${good} paid`));
  return found;
}

// Effects of factories: two short lines for the tile, a sentence for its tip. n is the amount, t the target.
const EFFECTS = {
  gain: (n, t) => [[`+${n}`, n > 1 && t === "blueprint" ? "blueprints" : t], `gain ${n} ${t}`],
  track: (n, t) => [[t, `+${n}`], `move the ${t} track ${counted(n, "step")}`],
  action_bonus: (n, t) => [[t, `action +${n}`], `${counted(n, "more step")} with every action on the ${t} track`],
  star: (n, t) => [[`+${n} star`, t], `counts as a star of ${t}`],
  build: (n, t) => [["free", t], `build a ${t} free`],
  machine_here: (n) => [[`+${n}`, "machine"], `comes with a +${n} machine`],
  machine_any: (n) => [[`${n} free`, "machines"], `${counted(n, "machine step")} free`],
  goods_distinct_factories: (n) => [["1 good for", `${n} plants`], `a good in each of ${n} factories`],
  export_money_steps: (n) => [["export:", `money +${n}`], `money ${counted(n, "more step")} with every export action`],
  produce_here_coal: (n) => [["makes for", `${-n} less`], `produces for ${-n} coal less`],
  produce_here_extra: (n) => [["makes", `+${n}`], `produces ${n} more`],
  train_value: (n) => [["trains", `count ${n}`], `trains count ${n} influence instead of 2`],
  train_cost: (n) => [["trains", `cost ${n}`], `trains cost ${n} yen instead of 5`],
  ship_points: (n) => [["ships", `bring ${n}`], `ships bring ${n} points instead of 2`],
  ship_cost: (n) => [["ships", `cost ${n}`], `ships cost ${n} yen instead of 5`],
  machine_cost: (n) => [["machines", `cost ${n}`], `machines cost ${n} yen instead of 5`],
};

function effectOf(tile) {
  const [name, target, amount] = String(tile?.effects?.[0] ?? "").split(":");
  const number = Number(amount ?? target);
  return (EFFECTS[name] || (() => [["", ""], "unknown effect"]))(Number.isNaN(number) ? 1 : number, target);
}

export const effectLines = (tile) => effectOf(tile)[0];

/** What a factory tile does, for how long, and where that is known from. */
export function factoryTip(name, tile, number) {
  return `${label(name)} factory ${number}: ${effectOf(tile)[1]}${tile?.kind === "permanent" ? ", as long as you own it" : ", once, when built"}.${origin(tile?.provenance)}`;
}

export const starsOf = (track, position) => track.stars.filter((star) => star <= position).length;

/** Influence in a region, the strongest first: the seats that have any, and the foreigners (seat -1). */
export function standings(view, table, number) {
  const region = view.regions[number];
  const entries = view.players.map((player, seat) => {
    const tiles = region.cities.reduce((sum, city) => sum + city.owners.reduce((own, owner, slot) => own + (owner === seat ? city.values[slot] : 0), 0), 0);
    const trains = tiles ? region.trains[seat] * trainValue(player, table) : 0;
    return { seat, tiles, trains, total: tiles + trains };
  });
  const foreign = region.cities.reduce((sum, city) => sum + city.owners.reduce((open, owner, slot) => open + (owner < 0 ? city.foreign[slot] : 0), 0), 0);
  return [...entries.filter((entry) => entry.total), { seat: -1, total: foreign }].sort((one, other) => other.total - one.total || one.seat - other.seat);
}

function trainValue(player, table) {
  const values = player.factories.map((built) => /^train_value:(\d+)$/.exec(table.factories[`${built.good} ${built.tile}`]?.effects?.[0])?.[1]);
  return Number(values.find(Boolean) ?? table.trainValue);
}

const KNOWN = new WeakMap();

/** The printed tables, ready to be looked up; made once for each catalog. */
export function known(catalog) {
  if (!KNOWN.has(catalog)) KNOWN.set(catalog, tables(catalog));
  return KNOWN.get(catalog);
}

const settings = (catalog, name) => Object.fromEntries(catalog[name].map((entry) => [entry.what, entry.value]));

function tables(catalog) {
  const named = Object.fromEntries(Object.entries(catalog).filter(([, entries]) => "what" in (entries[0] || {})).map(([name]) => [name, settings(catalog, name)]));
  const { levels, influence, costs } = named;
  const table = {
    ...named,
    ...catalogLists(catalog),
    origins: Object.fromEntries(Object.entries(catalog).map(([name, entries]) => [name, entries[0]?.provenance])),
    start: named.setup,
    levels: named.goods,
    cap: levels.goods_cap,
    places: named.scoring.places,
    spaces: named.hiring.spaces,
    values: influence.values,
    trainValue: influence.train_value,
    pieceTips: {
      trains: `Each counts ${influence.train_value} influence if its owner has a tile in the region.`,
      ships: `Each brings ${influence.ship_points} points at a scoring if its owner is first or second in the region.`,
    },
    needs: levels.knowledge.map((needed, level) => `Building needs knowledge ${needed} and costs ${costs.factory} yen; production costs ${levels.coal[level]} coal.`),
    actions: actionsOf(costs, levels),
    countNames: COUNT_NAMES,
  };
  table.wanted = Object.fromEntries(Object.entries(named.goods).map(([good, level]) => [good, `1, 2 or 3 ${good} give influence ${influence.values[level - 1].join(", ")}.`]));
  table.counts = countsOf(table);
  return table;
}

const catalogLists = ({ regions, cities, contracts, rewards, achievements, factories }) => ({
  regions, cities, contracts, rewards, achievements,
  factories: Object.fromEntries(factories.map((tile) => [`${tile.good} ${tile.number}`, tile])),
});

/** Title, price in short, and what it does, for each action under the spaces. */
function actionsOf(costs, levels) {
  const steps = costs.steps.join("/");
  return {
    factory: ["Factory", `${costs.factory} yen`, `build a factory for ${costs.factory} yen; a missing level of knowledge costs a blueprint.`],
    knowledge: ["Knowledge", `${steps} yen`, `1, 2 or 3 steps of knowledge for ${costs.steps.join(", ")} yen.`],
    machine: ["Machine", `${costs.machine} yen each`, `1 to ${costs.activations} machines for ${costs.machine} yen each; each makes a factory produce one more, up to +2.`],
    produce: ["Produce", `${levels.coal.join("/")} coal`, `up to ${costs.activations} factories produce for ${levels.coal.join(", ")} coal by level.`],
    export: ["Export", "goods", `fulfil up to ${costs.activations} contracts with goods.`],
    mines: ["Mines", `${steps} yen`, `1, 2 or 3 steps on the coal track for ${costs.steps.join(", ")} yen.`],
    train: ["Trains", `${costs.train} yen each`, `1 to ${costs.activations} trains for ${costs.train} yen each, in different regions.`],
    ship: ["Ships", `${costs.ship} yen each`, `1 to ${costs.activations} ships for ${costs.ship} yen each, in different regions.`],
    market: ["Market", "goods", `1 to ${costs.activations} influence tiles in one region, paid with goods.`],
  };
}

const COUNT_NAMES = {
  contracts: "contracts fulfilled",
  yen: "yen",
  knowledge: "stars reached",
  ships: "stars uncovered",
  trains: "stars uncovered",
  coal: "stars reached",
  money: "stars reached",
  factories: "factories of level 2 or 3",
  machines: "machine levels on factories",
};

/** What each achievement counts, as a function of a player. */
function countsOf(table) {
  const extraStars = (player) => player.factories.filter((built) => table.factories[`${built.good} ${built.tile}`]?.effects?.[0]?.startsWith("star:")).length;
  return {
    contracts: (player) => table.contracts.length - player.contracts.length,
    yen: (player) => player.yen,
    knowledge: (player) => starsOf(table.tracks.knowledge, player.knowledge_position) + extraStars(player),
    ships: (player) => table.pieces.ships.stars[player.ships_built] ?? 0,
    trains: (player) => table.pieces.trains.stars[player.trains_built] ?? 0,
    coal: (player) => starsOf(table.tracks.coal, player.coal_position),
    money: (player) => starsOf(table.tracks.money, player.money_position),
    factories: (player) => player.factories.filter((built) => table.levels[built.good] > 1).length,
    machines: (player) => player.factories.reduce((sum, built) => sum + built.machine, 0),
  };
}
