// The printed tables of Nippon: Zaibatsu as its drawing looks them up, and its terms in words.

import { origin } from "./origins.js";
import { counted, label } from "./svg.js";

export const GOODS = ["cotton", "paper", "bento", "lenses", "bulbs", "clocks"];
export const COLOURS = ["white", "blue", "grey", "yellow", "red", "black"];
export const SIDES = ["north", "east", "south", "west"];
export const NUMERALS = ["", "I", "II", "III"];
export const TRACKS = { rnd: "R&D", mines: "Mines", finance: "Finance" };
export const ROWS = { ship: "Ships", machine: "Machines", train: "Trains" };
export const SUBJECTS = { ...ROWS, ...TRACKS, factory: "Factories", contract: "Contracts", influence: "Influence" };
export const ACTIONS = {
  rnd: "R&D", mines: "Mines", factory: "Factory", machine: "Machines", produce: "Production",
  ship: "Ships", train: "Trains", market: "Markets", invest: "Invest",
};
export const PHASES = { draft: "Draft", turn: "Turn", consolidation: "Consolidation", rewards: "Rewards", over: "Match over" };

const ASKED = {
  start_pair: "which starting pair to take",
  old_factory_side: "paper or cotton for the old factory",
  bag_worker: "which worker to take from the bag",
  turn: "hire a worker for an action, or consolidate",
  steps: "how many steps to buy",
  factory: "which factory to build",
  machine: "which factory gets a machine",
  produce: "which factory produces",
  ship: "where to send a ship",
  train_region: "the region for a train",
  train_slot: "the slot for the train",
  build_pick: "which piece to build free",
  region: "which region's bonus to take",
  market_slot: "which market and side to deliver to",
  market_count: "how many goods to deliver",
  market_return: "which lowest token leaves the market",
  market_gain: "the region's bonus, or points",
  goods_from: "which factory gives the next good",
  invest_good: "which good to invest",
  invest_use: "Finance or a contract",
  modifier: "whether to use a factory's modifier",
  service: "which service to take",
  white: "R&D or Mines",
  may: "whether to pay for an offer",
  goods_to: "which factory gets the next good",
  order: "which effect comes next",
  favour: "which level of favour to take",
  objective: "which objective the favour goes on",
  keep: "how much coal to keep",
  wage_silk: "how much silk to change for wages",
  shared_reward: "a reward for leading an objective",
};
export const asked = (ask) => ASKED[ask] || label(ask);

const WHEN = {
  machine_here: " and a machine built here",
  produced_here: " and production here",
  "contracts_at_least:1": " and a contract",
  "contracts_at_least:2": " and two contracts",
  "trains_at_least:1": " and a train",
};

const CACHE = new WeakMap();

/** The catalog by the names and places the drawing asks for; made once for each catalog. */
export function printed(about) {
  const { catalog } = about;
  if (!CACHE.has(catalog)) CACHE.set(catalog, tables(catalog));
  return CACHE.get(catalog);
}

function tables(catalog) {
  const named = (table, key = "name") => Object.fromEntries(catalog[table].map((entry) => [entry[key], entry]));
  const settings = (table) => ({
    ...Object.fromEntries(catalog[table].map((entry) => [entry.what, entry.value])),
    provenance: catalog[table][0].provenance,
  });
  const levels = settings("levels");
  const levelled = (side) => ({ ...side, level: levels.of_good[GOODS.indexOf(side.good)] });
  const old = settings("old_factory");
  const sides = Object.fromEntries([
    ...catalog.sides.map((side) => [`${side.good}_${side.number}${side.side.toLowerCase()}`, levelled(side)]),
    ...old.sides.map((good) => [`old_${good}`, levelled({ good, number: "Old", side: "", timing: "old", effects: [], provenance: old.provenance })]),
  ]);
  return {
    levels, sides,
    nodes: new Map(), panels: new WeakMap(),
    seats: named("seats", "players"),
    services: named("services", "colour"),
    tracks: named("tracks"),
    starts: named("start_a"),
    subjects: named("objectives"),
    tokens: named("automa_tokens"),
    workers: settings("workers"), costs: settings("costs"), rounds: settings("rounds"), rows: settings("rows"), favours: settings("favours"),
    influence: settings("influence"), automa: settings("automa"), final: settings("final"), factoryRow: settings("factory_row"),
    spaces: catalog.spaces, periods: catalog.periods, regions: catalog.regions, destinations: catalog.destinations,
    contracts: catalog.contracts, pairs: catalog.start_b, rewards: catalog.rewards,
  };
}

/** A node that only printed things and the key decide: made once, so that the page need not compare it again. */
export function once(table, key, make) {
  if (!table.nodes.has(key)) table.nodes.set(key, make());
  return table.nodes.get(key);
}

/** Where an entry's figures come from, as the end of a tooltip. */
export const source = ({ provenance }) => origin(provenance);

const nth = (what) => TRACKS[what] || what;
const price = (text) => {
  const [what, amount] = text.split(":");
  return amount === "level" ? "its coal" : what === "finance" ? `${amount} Finance` : `${amount} ${what}`;
};
const VERBS = {
  track: (what, amount) => `${nth(what)} +${amount}`,
  gain: (what, amount) => `${amount} ${what}`,
  points: (amount) => `${amount} points`,
  influence: (value) => `unlock influence ${value}`,
  stored_coal: (amount) => `${amount} coal that stay`,
  service: (what) =>
    ({ worker: "service of the hired worker", expert: "service of the expert", any: "any service", "any*2": "any service twice" })[what] ||
    `${what.replace("|", " or ")} service`,
  build: (what, how, amount) =>
    how === "distinct_factories" ? `${amount} ${what}s in different factories`
      : `build a ${what.replace(/\|/g, ", ").replace(/, (\w+)$/, " or $1")}${{ double_slot_bonus: ", slot bonus twice", other_region: " elsewhere" }[how] || ""}`,
  goods: (where, amount) =>
    ({ here: `${counted(amount * 1, "good")} here`, distinct_factories: `a good in ${amount} factories`, each_producer: `${amount} good in each that produced` })[where],
  per_production: (what, amount) => `${amount} ${what} per production`,
  free_production: () => "one production without coal",
  keep_on_consolidation: (amount) => `keep ${amount} coal or money when consolidating`,
  region_bonus: () => "bonus of a region with a new train",
  produce: () => "produce there",
  service_by_favour: (what, colour) => `${colour} service by the ${SUBJECTS[what]} favour`,
  services_reached: (track) => `all services reached on ${nth(track)}`,
  train_influence: (value) => `own trains count ${value}`,
  money_per_machine: (each, most) => `${each} money per machine, at most ${most}`,
  points_per_factory_type: (each) => `${each} points per type of factory`,
  points_per_threshold: (which, each) => `${each} points per ${which.startsWith("rnd") ? "track" : "row"} threshold`,
  points_per_low_threshold: (each) => `${each} points per low threshold`,
};

/** An effect as the data files write it, such as "track:rnd:2", in words. */
export function effect(token) {
  const may = token.match(/^may:pay:(.*)=>(.*)$/);
  if (may) return `for ${may[1].split(",").map(price).join(" and ")} also ${effect(may[2])}`;
  const [verb, ...rest] = token.split(":");
  return VERBS[verb] ? VERBS[verb](...rest) : label(token);
}

/** An effect as positions name it, such as "track_rnd_2", in words. */
export function waiting(name) {
  const parts = name.match(/^(gain|track)_([a-z]+)_(\d)/) || name.match(/^(points|influence|stored_coal)_(\d)$/) || name.match(/^(service)_(white|blue|grey|yellow|red|black|any|worker|expert)$/);
  if (parts) return effect(parts.slice(1).join(":"));
  const offer = name.match(/^may_(.*)$/);
  return offer ? `offer of ${tile(offer[1])}` : name.replaceAll("_", " ");
}

/** What the B half of a starting pair gives: "9 money, 2 coal, R&D +1". */
export const gains = ({ gain }) => gain.map((text) => text.split(" ")).map(([what, amount]) => (TRACKS[what] ? `${TRACKS[what]} +${amount}` : `${amount} ${what}`)).join(", ");

/** "cotton_1a" as a person reads it: "Cotton 1A". */
export const tile = (name) => label(name).replace(/\d[ab]$/, (end) => end.toUpperCase());

/** What a factory does, in words. */
export function does(side) {
  const words = side.effects.map(effect).join(", ");
  if (side.timing === "modifier") return `with ${ACTIONS[side.action]}${WHEN[side.when] || ""}: ${words}`;
  return words || "holds goods, never produces";
}

/** Everything about a factory, for its tooltip. */
export function factoryTip(name, side, table) {
  if (!side) return tile(name);
  const at = side.level - 1;
  const costs = side.timing === "old" ? "from a starting token" : `costs ${table.costs.factory_money} money, R&D ${table.levels.rnd_required[at]}; produces for ${table.levels.coal_to_produce[at]} coal`;
  const when = { immediate: "when built", modifier: "modifier, once per action", special: "always", old: "old factory" }[side.timing];
  return `${tile(name)}, level ${side.level}: ${does(side)} (${when}); ${costs}.${source(side)}`;
}

/** A service of a colour: "blue service: 3 money, 5 upgraded". */
export const service = (entry) => `${label(entry.colour)} service (${entry.name.replace("_", " ")}): ${entry.base} ${entry.gain}, upgraded ${entry.upgraded}.${source(entry)}`;

/** A text cut to a number of letters. */
export const cut = (text, letters) => (text.length > letters ? `${text.slice(0, letters - 1)}…` : text);

/** A text as lines of at most so many letters. */
export function lines(text, letters) {
  const out = [""];
  for (const word of text.split(" ")) {
    const line = out[out.length - 1];
    if (line && line.length + word.length >= letters) out.push(word);
    else out[out.length - 1] = line ? `${line} ${word}` : word;
  }
  return out;
}
