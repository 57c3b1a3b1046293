// A player's board in Nippon: means, tracks, workers, factories, contracts, stock, achievements, score.

import { origin } from "./origins.js";
import { counted, h, label, mark } from "./svg.js";
import { at, box, good, middle, range, sign, star, stuff, text, worker } from "./nippon-pieces.js";
import { clipped, effectLines, factoryTip, SCORE_NAMES, starsOf } from "./nippon-words.js";

const ACHIEVEMENT_SIGNS = { contracts: "contracts", knowledge: "knowledge", ships: "ship", trains: "train", coal: "mines", money: "money", factories: "factory", machines: "machine" };

export function panel(view, about, table, seat) {
  const player = view.players[seat];
  const path = `players.${seat}`;
  return h("svg", { viewBox: "0 0 420 556", class: "nippon" },
    heading(view, about, player, path, seat), means(table, player, path), tracks(table, player, path, seat), cells(table, player, path),
    factories(table, player, path), contracts(table, player, path), stock(table, player, path, seat), achievements(table, player, path), sheet(player, path));
}

function heading(view, about, player, path, seat) {
  const acting = view.to_act === seat;
  const room = view.first_player === seat ? 16 : acting ? 20 : 25;
  return [
    box(2, 2, 416, 38, acting ? "n-head n-acting" : "n-head", 6),
    mark(seat, 22, 21, 12, { tip: about.names[seat] }),
    text(42, 27, 18, clipped(about.names[seat], room), { class: "n-strong" }),
    view.first_player === seat ? h("g", { field: "first_player", value: seat, tip: "Began the match." }, box(236, 10, 42, 22, "n-chip", 11), middle(257, 25, 11, "first")) : null,
    acting ? h("g", { tip: "Is to act." }, box(282, 10, 50, 22, "n-chip n-turn", 11), middle(307, 25, 11, "to act")) : null,
    text(412, 29, 22, player.points, { "text-anchor": "end", class: "n-strong n-serif", field: `${path}.points`, tip: "Points so far." }),
    stuff("points", 398 - String(player.points).length * 15, 21, 0.9),
  ];
}

function means(table, player, path) {
  const entries = [
    ["yen", "yen", `${counted(player.yen, "yen", "yen")} (thousands). Lost and taken again by the money track at every consolidation.`],
    ["coal", "coal", `${player.coal} coal for production. Lost and taken again by the coal track at every consolidation.`],
    ["blueprints", "blueprint", `${counted(player.blueprints, "blueprint")}: ${table.costs.blueprints_per_step} move a track one step; one covers a missing level of knowledge.`],
  ];
  return [
    entries.map(([field, piece, tip], number) => at(6 + number * 84, 46, { tip }, box(0, 0, 80, 30, "n-cell"), stuff(piece, 18, 15), text(36, 22, 20, player[field], { class: "n-strong", field: `${path}.${field}` }))),
    at(258, 46, { tip: `${counted(player.reserve_machines, "machine")} in reserve: they go onto the next factory built.` }, box(0, 0, 156, 30, "n-cell"), sign("machine", 17, 15, 1.1), text(34, 20, 13, "in reserve", { class: "n-soft" }), text(146, 22, 18, player.reserve_machines, { class: "n-strong", "text-anchor": "end", field: `${path}.reserve_machines` })),
  ];
}

const TRACKS = [["knowledge", "Knowledge", "knowledge"], ["coal", "Coal", "coal_income"], ["money", "Money", "yen_income"]];

function tracks(table, player, path, seat) {
  return TRACKS.map(([name, title, income], row) => {
    const printed = table.tracks[name];
    const y = 82 + row * 27;
    const step = 314 / printed.values.length;
    const now = player[`${name}_position`];
    return at(6, y, { tip: `${title} track: ${player[income]}${name === "knowledge" ? " (needed to build factories)" : ` ${name === "coal" ? "coal" : "yen"} at every consolidation`}, step ${now} of ${printed.values.length - 1}, ${counted(starsOf(printed, now), "star")}.${origin(printed.provenance)}` },
      text(0, 17, 12, title, { class: "n-soft" }), text(91, 18, 15, player[income], { class: "n-strong", "text-anchor": "end", field: `${path}.${income}` }),
      printed.values.map((value, place) => [
        box(95 + place * step, 0, step - 1.5, 24, place <= now ? "n-step n-reached" : "n-step", 2),
        printed.stars.includes(place) && place !== now ? star(95 + place * step + step / 2 - 0.75, value === printed.values[place - 1] ? 12 : 7, value === printed.values[place - 1] ? 1.4 : 0.9, { class: place <= now ? "n-star n-won" : "n-star" }) : null,
        place === now || value === printed.values[place - 1] ? null : middle(95 + place * step + step / 2 - 0.75, printed.stars.includes(place) ? 22 : 16, 11, value),
      ]),
      mark(seat, 95 + now * step + step / 2 - 0.75, 12, 10, { key: `track-${name}`, field: `${path}.${name}_position`, value: now }));
  });
}

function cells(table, player, path) {
  const rewards = table.workers.reward_by_workers;
  return [
    text(6, 188, 12, "Workers", { class: "n-soft" }),
    range(Math.max(table.workers.cells, player.workers.length)).map((place) =>
      at(101 + place * 52.5, 166, { key: `cell-${place}` },
        h("g", { tip: `Cell ${place + 1}.${rewards[place + 1] ? ` Consolidating with the last worker here brings a reward of up to ${rewards[place + 1]}x.` : " No reward yet."}${origin(table.origins.workers)}` }, box(0, 0, 50, 36, "n-cell"), text(46, 23, 14, rewards[place + 1] ? `${rewards[place + 1]}x` : "", { "text-anchor": "end", class: "n-red" })),
        player.workers[place] === undefined ? null : worker(player.workers[place], 13, 18, 1.2, { field: `${path}.workers.${place}` }))),
  ];
}

function factories(table, player, path) {
  return Object.keys(table.levels).map((name, column) => {
    const place = player.factories.findIndex((built) => built.good === name);
    const x = 6 + column * 68.5;
    if (place < 0) return at(x, 208, { tip: `No ${name} factory. ${table.needs[table.levels[name] - 1]}` }, box(0, 0, 66, 86, "n-tile n-built"), h("g", { opacity: 0.45 }, good(name, 33, 43, 26)));
    const built = player.factories[place];
    const tile = table.factories[`${name} ${built.tile}`];
    const here = `${path}.factories.${place}`;
    return at(x, 208, { key: `factory-${name}`, tip: `${factoryTip(name, tile, built.tile)} ${counted(built.goods, "good")} on it of at most ${table.cap}; ${built.machine ? `its machine makes ${built.machine} more` : "no machine"}. ${table.needs[table.levels[name] - 1]}` },
      box(0, 0, 66, 86, tile?.kind === "permanent" ? "n-tile n-lasting" : "n-tile"),
      h("g", { field: `${here}.good`, value: name }, good(name, 15, 16, 23)),
      text(30, 21, 12, built.tile, { class: "n-soft", field: `${here}.tile` }),
      h("g", { field: `${here}.machine`, value: built.machine }, built.machine ? [box(41, 5, 22, 34, "n-plus", 3), sign("machine", 52, 15, 0.9, { class: "n-sign n-on-plus" }), middle(52, 34, 12, `+${built.machine}`, { class: "n-on-plus" })] : null),
      effectLines(tile).map((line, row) => middle(33, 49 + row * 12, 10, line)),
      h("g", { field: `${here}.goods`, value: built.goods }, range(Math.max(table.cap, built.goods)).map((count) => h("rect", { x: 5 + count * 14.5, y: 69, width: 12, height: 12, rx: 2, class: count < built.goods ? `n-cube n-${name}` : "n-hole" }))));
  });
}

function contracts(table, player, path) {
  return table.contracts.map((contract, number) => {
    const place = player.contracts.indexOf(number);
    const pays = contract.points ? counted(contract.points, "point") : `${contract.yen} yen`;
    const tip = `Contract ${number + 1}: ${contract.goods.join(" + ")} of different goods for ${pays} and ${counted(contract.money_steps, "step")} on the money track.${place < 0 ? " Fulfilled." : ""}${origin(contract.provenance)}`;
    const x = 6 + number * 51.3;
    if (place < 0) return at(x, 300, { tip, key: `contract-${number}` }, box(0, 0, 49, 50, "n-back"), h("path", { d: "M14 26L22 34L36 16", class: "n-tick" }));
    return at(x, 300, { tip, key: `contract-${number}`, field: `${path}.contracts.${place}`, value: number },
      box(0, 0, 49, 50, "n-cell"),
      contract.goods.map((quantity, index) => at(24.5 + (index - (contract.goods.length - 1) / 2) * 15, 12, {}, box(-6.5, -7.5, 13, 15, "n-quantity", 2), middle(0, 4.5, 12, quantity))),
      stuff(contract.points ? "points" : "yen", 12, 35, 0.75), text(21, 40, 13, contract.points || contract.yen, { class: "n-strong" }),
      range(contract.money_steps).map((step) => h("path", { d: `M41 ${45 - step * 7}l3-4l3 4`, class: "n-up" })));
  });
}

function stock(table, player, path, seat) {
  const left = [...player.influence.entries()];
  const printed = table.start.influence.map((value) => {
    const found = left.findIndex(([, held]) => held === value);
    return [value, found < 0 ? -1 : left.splice(found, 1)[0][0]];
  });
  const all = [...printed, ...left.map(([index, value]) => [value, index])];
  const row = (kind, title, x) => {
    const built = player[`${kind}_built`];
    const rule = table.pieces[kind];
    const total = table.start[kind];
    return at(x, 386, { field: `${path}.${kind}_built`, value: built, tip: `${built} of ${total} ${kind} built: ${counted(rule.stars[built] ?? 0, "star")}. Building number ${rule.money_at.join(" and number ")} moves money a step.${origin(rule.provenance)}` },
      sign(kind === "trains" ? "train" : "ship", 12, 16, 1.1),
      range(total).map((place) => [
        box(26 + place * 29.5, 2, 27.5, 28, place < built ? "n-step n-reached" : "n-step", 3),
        place < built ? null : mark(seat, 35 + place * 29.5, 16, 6),
        rule.money_at.includes(place + 1) ? sign("money", 46.5 + place * 29.5, 10, 0.55) : null,
        rule.stars[place + 1] > rule.stars[place] ? star(46.5 + place * 29.5, rule.money_at.includes(place + 1) ? 22 : 16, 0.95, { class: place < built ? "n-star n-won" : "n-star" }) : null,
      ]));
  };
  return [
    h("g", { tip: `Influence tiles in stock. A market action places one of exactly the value that the goods paid are worth.${origin(table.origins.setup)}` }, text(6, 374, 12, "Influence", { class: "n-soft" })),
    all.map(([value, index], place) => {
      const x = 88 + place * 33.5;
      return index < 0 ? at(x, 369, { tip: `The ${value} is on the map.` }, box(-13, -13, 26, 26, "n-gap")) : mark(seat, x, 369, 13, { tip: `Influence ${value}, in stock.`, field: `${path}.influence.${index}`, value }, value);
    }),
    row("trains", "Trains", 4), row("ships", "Ships", 212),
  ];
}

function achievements(table, player, path) {
  return [
    text(6, 434, 12, "Achievements: number × multiplier, points at the end", { class: "n-soft" }),
    table.achievements.map((kind, number) => {
      const count = table.counts[kind.name](player);
      const tile = player.rewards[kind.name];
      const times = tile ?? kind.printed;
      const base = Math.floor(count / kind.per);
      return at(6 + number * 45.6, 440, { key: `achievement-${kind.name}`, ...(tile === undefined ? {} : { field: `${path}.rewards.${kind.name}`, value: tile }), tip: `${label(kind.name)}: ${table.countNames[kind.name]} ${count}${kind.per > 1 ? `, divided by ${kind.per}: ${base}` : ""}, times ${times}: ${base * times} points. ${tile === undefined ? (times ? "The 1x is printed." : "No reward tile yet.") : "It has a reward tile."}${origin(kind.provenance)}` },
        box(0, 0, 43.6, 66, tile === undefined ? "n-cell" : "n-cell n-covered"),
        kind.name === "yen" ? stuff("yen", 14, 15, 0.85) : sign(ACHIEVEMENT_SIGNS[kind.name], 14, 15, 1),
        text(40, 20, 13, base, { "text-anchor": "end" }),
        times ? [box(5, 27, 33.6, 18, tile === undefined ? "n-printed" : "n-plus", 3), middle(21.8, 41, 13, `${times}x`, { class: tile === undefined ? "n-ink" : "n-on-plus" })] : h("rect", { x: 5, y: 27, width: 33.6, height: 18, rx: 3, class: "n-gap" }),
        middle(21.8, 60, 13, times ? base * times : "–", { class: times ? "n-strong" : "n-soft" }));
    }),
  ];
}

function sheet(player, path) {
  return Object.entries(player.score).map(([line, points], number) =>
    at(6 + number * 45.6, 512, { tip: `Points: ${SCORE_NAMES[line]?.[1] || label(line)}.` },
      box(0, 0, 43.6, 40, "n-line"), middle(21.8, 14, 10, SCORE_NAMES[line]?.[0] || label(line), { class: "n-soft" }), middle(21.8, 32, 15, points, { class: "n-strong", field: `${path}.score.${line}` })));
}
