// Nippon (2015): the clock, the workers for hire and the map of four regions; the supply and the players' boards are beside it.

import { origin } from "./origins.js";
import { counted, h, label, mark, part } from "./svg.js";
import { at, box, good, middle, range, sign, stuff, text, worker } from "./nippon-pieces.js";
import { panel } from "./nippon-player.js";
import { supply } from "./nippon-supply.js";
import { ASKED, CITY_SIDES, clipped, detailsOf, known, ROMAN, standings } from "./nippon-words.js";

export const undrawn = {
  game: "one renderer draws one game",
  rules_version: "the page around the board says it",
};

function status(view, about) {
  const over = view.to_act === undefined;
  const details = detailsOf(view.pending).map(([path, value, words]) => h("tspan", { field: path, value }, words));
  const below = over ? leading(view, about) : "";
  const alone = !below && details.every((node) => !node.children.join(""));
  const round = Math.floor(view.turns / view.seats) + (over ? 0 : 1);
  return [
    box(4, 4, 892, 62, "n-status", 6),
    over ? stuff("points", 30, 35, 1.7) : mark(view.to_act, 30, 35, 15, { field: "to_act", value: view.to_act, tip: `${about.names[view.to_act]} is to act.` }),
    over
      ? [text(56, 31, 22, `The match is over: ${view.ended_by === "turn_limit" ? "turn limit" : "final scoring"}`, { class: "n-strong", field: "ended_by", value: view.ended_by }), h("g", { field: "pending.kind", value: view.pending.kind })]
      : text(56, alone ? 43 : 31, 22, `${clipped(about.names[view.to_act], 18)} ${ASKED[view.pending.kind] || label(view.pending.kind)}`, { class: "n-strong", field: "pending.kind", value: view.pending.kind }),
    text(56, 56, 18, [details, below], { class: "n-soft" }),
    text(886, view.last_turns ? 31 : 43, 20, `Turn ${over ? view.turns : view.turns + 1}, round ${round}`, { "text-anchor": "end", field: "turns", value: view.turns, tip: "Turns of all players together, and rounds of the table." }),
    text(886, 56, 18, view.last_turns ? `${counted(view.last_turns, "turn")} left` : "", { "text-anchor": "end", class: "n-red", field: "last_turns", value: view.last_turns }),
  ];
}

/** Who has most points. */
function leading(view, about) {
  const most = Math.max(...view.players.map((player) => player.points));
  const names = about.names.filter((_, seat) => view.players[seat]?.points === most).map((name) => clipped(name, 20));
  return `Most points: ${names.join(", ")} with ${most}`;
}

function clock(view, table) {
  const nodes = [];
  let x = 4;
  const said = origin(table.origins.clock);
  for (const space of range(table.clock.spaces)) {
    const gold = space >= table.clock.gold_from;
    nodes.push(
      at(x, 74, { tip: `Space ${space + 1} of the scoring track.${gold ? " Gold: the last three rounds of the table; the marker moves after each." : " The marker moves when workers and rows are refilled."}${said}` },
        box(0, 0, 54, 46, gold ? "n-clock n-gold" : "n-clock"), space === view.marker ? null : middle(27, 31, 22, space + 1, { class: gold ? "n-on-gold" : "n-soft" })),
    );
    if (space === view.marker) nodes.push(at(x + 27, 97, { key: "marker", field: "marker", value: view.marker, tip: `The marker of the scoring track, on space ${space + 1} of ${table.clock.spaces}.` }, h("circle", { r: 20, class: "n-marker" }), middle(0, 8, 22, space + 1, { class: "n-on-marker" })));
    x += 57;
    const scoring = table.clock.score_on_leaving.indexOf(space);
    if (scoring >= 0) {
      nodes.push(seal(x, scoring, view.marker > space || view.to_act === undefined, table));
      x += 119;
    }
  }
  nodes.push(bag(x + 2, view));
  return nodes;
}

function seal(x, scoring, done, table) {
  const places = table.places[scoring];
  return at(x, 74, { tip: `Scoring ${ROMAN[scoring]}${done ? " is done" : ""}: in each region ${places.join(", ")} points for places 1 to 4; foreigners take a place. First and second also get 2 points per own ship there.${origin(table.origins.scoring)}` },
    box(0, 0, 115, 46, done ? "n-seal n-done" : "n-seal", 8),
    middle(19, 31, 22, ROMAN[scoring], { class: done ? "n-soft n-serif" : "n-red n-serif" }),
    text(109, 30, 15, places.join(" "), { "text-anchor": "end", class: done ? "n-soft" : "n-ink" }));
}

function bag(x, view) {
  return at(x, 74, { tip: `${counted(view.bag_size, "worker")} in the bag. The supply shows their colours.` },
    h("path", { d: "M12 12Q6 3 14 4H34Q42 3 36 12Q48 26 44 42H4Q0 26 12 12Z", class: "n-bag" }),
    middle(24, 35, 20, view.bag_size, { class: "n-strong", field: "bag_size" }));
}

function hiring(view, table) {
  const size = rowSize(view, table);
  const pitch = Math.min(38, 116 / view.rows.length);
  const scale = Math.min(1.5, pitch / 22);
  const rows = view.rows.map((row, number) =>
    at(12, 150 + number * pitch, { key: `row-${number}` },
      text(0, pitch / 2 + 5, 14, number + 1, { class: "n-soft" }),
      range(Math.max(size, row.workers.length)).map((place) =>
        row.workers[place] === undefined ? h("circle", { cx: 34 + place * 37, cy: pitch / 2, r: 3.5, class: "n-gone" }) : worker(row.workers[place], 34 + place * 37, pitch / 2, scale, { field: `rows.${number}.workers.${place}` }))));
  return [
    at(4, 128, { tip: "Waiting rows. When a space is emptied, the topmost row moves onto it. When all rows are empty too, spaces and rows are refilled from the bag and the marker moves." },
      box(0, 0, 136, 142, "n-panel", 6), text(8, 18, 14, "Waiting rows", { class: "n-soft" })),
    rows,
    table.spaces.map((space, number) => hiringSpace(view, table, space.actions, number)),
  ];
}

function rowSize(view, table) {
  return view.seats === 2 ? view.options.two_player_row_size : table.players[view.seats].row_size;
}

function hiringSpace(view, table, actions, number) {
  const workers = view.spaces[number].workers;
  const said = origin(table.origins.hiring);
  return at(146 + number * 150.5, 128, { key: `space-${number}` },
    h("g", { tip: `Space ${number + 1}: take one of its workers, then do ${actions.map((name) => table.actions[name][0].toLowerCase()).join(" or ")}.${said}` }, box(0, 0, 146, 142, "n-panel", 6), box(0, 0, 146, 54, "n-shelf", 6)),
    workers.map((colour, place) => worker(colour, 28 + place * 45, 28, 1.9, { field: `spaces.${number}.workers.${place}`, key: `worker-${place}` })),
    actions.map((name, place) => {
      const y = actions.length === 1 ? 98 : 78 + place * 41;
      const [title, cost, does] = table.actions[name];
      return h("g", { tip: `${title}: ${does}${origin(table.origins.costs)}` },
        h("rect", { x: 4, y: y - 19, width: 138, height: 38, class: "n-touch" }),
        sign(name, 18, y, 1.25), text(35, y - 1, 16.5, title, { class: "n-strong" }), text(35, y + 15, 13.5, cost, { class: "n-soft" }));
    }));
}

const SLOT_AT = [[0, -74], [74, 0], [0, 74], [-74, 0]];
const EDGE_AT = [[0, -27], [27, 0], [0, 27], [-27, 0]];

function land(view, about, table, number) {
  const region = view.regions[number];
  const printed = table.regions[number];
  const aimed = view.pending.region === number || Math.floor((view.pending.city ?? -2) / 2) === number;
  return at(6 + number * 223, 282, { key: `region-${number}` },
    h("path", { d: COASTS[number % COASTS.length], class: aimed ? "n-land n-aimed" : "n-land" }),
    h("g", { tip: `Region ${number + 1}. Every influence tile placed here gains ${counted(printed.amount, printed.bonus === "points" ? "point" : printed.bonus, printed.bonus === "points" ? "points" : printed.bonus === "blueprint" ? "blueprints" : printed.bonus)}.${origin(printed.provenance)}` },
      h("rect", { x: 8, y: 4, width: 203, height: 26, class: "n-touch" }),
      text(12, 25, 18, `Region ${number + 1}`, { class: "n-strong n-serif" }), text(178, 25, 19, `+${printed.amount}`, { class: "n-strong", "text-anchor": "end" }), stuff(printed.bonus, 194, 18, 1.1)),
    leaders(view, about, table, number),
    region.cities.map((city, side) => town(view, about, table, number, side, city)),
    transport(view, about, table, number));
}

/** Four outlines, 219 by 552: land whose coast is not straight. */
const COASTS = [
  "M14 2Q60-3 110 3T206 2Q219 4 217 20Q213 140 218 260T216 534Q216 550 200 549Q140 544 100 550T16 548Q2 548 3 532Q8 390 2 260T4 18Q4 4 14 2Z",
  "M16 3Q70 6 120 1T202 3Q217 3 216 18Q220 140 214 270T218 532Q217 549 202 548Q150 552 96 546T18 550Q3 549 4 534Q0 400 6 270T2 18Q3 3 16 3Z",
];

function leaders(view, about, table, number) {
  const ranked = standings(view, table, number);
  const needed = ranked.reduce((sum, entry) => sum + 22 + String(entry.total).length * 10.5, 0);
  const gap = Math.max(0, Math.min(12, (200 - needed) / ranked.length));
  let x = 20;
  return ranked.map((entry, place) => {
    const left = x;
    x += 22 + String(entry.total).length * 10.5 + gap;
    const tip = entry.seat < 0
      ? `Foreign companies: ${entry.total} influence on slots that nobody covers.`
      : `${about.names[entry.seat]}: ${entry.total} influence here (tiles ${entry.tiles}, trains ${entry.trains}).`;
    return at(left, 48, { key: entry.seat < 0 ? "foreign" : `seat-${entry.seat}`, tip },
      h("rect", { x: -10, y: -14, width: x - left - 1, height: 28, class: "n-touch" }),
      entry.seat < 0 ? foreigners(0, 0, 10) : mark(entry.seat, 0, 0, 8),
      text(10, 6, 17, entry.total, { class: place === 0 ? "n-strong" : "n-ink" }));
  });
}

/** The flag of the foreign companies. */
const foreigners = (x, y, r) =>
  h("g", { class: "n-flag", transform: `translate(${x} ${y}) scale(${r / 10})` }, h("path", { d: "M-6 10V-10" }), h("path", { d: "M-6-10L9-5L-6 0Z" }));

function town(view, about, table, number, side, city) {
  const id = number * 2 + side;
  const path = `regions.${number}.cities.${side}`;
  const [tip, top] = [`City ${id + 1} with city tile ${city.tile + 1}, turned by ${counted(city.rotation, "quarter")}. At most ${counted(table.players[view.seats].city_limit, "influence tile")} around it.${origin(table.cities[city.tile]?.provenance)}`, side ? 373 : 170];
  return at(109, top, { key: `city-${id}` },
    h("g", { tip, field: `${path}.tile`, value: city.tile },
      h("rect", { x: -44, y: -44, width: 88, height: 88, rx: 7, class: "n-city" }),
      h("g", { field: `${path}.rotation`, value: city.rotation, transform: `rotate(${city.rotation * 90})` }, h("path", { d: "M-42-30V-37Q-42-42-37-42H-30Z", class: "n-notch" })),
      middle(0, 7, 20, id + 1, { class: "n-strong n-serif" })),
    range(4).map((slot) => [
      good(city.goods[slot], EDGE_AT[slot][0], EDGE_AT[slot][1], 27, { field: `${path}.goods.${slot}`, value: city.goods[slot], tip: `${label(city.goods[slot])}, asked for ${CITY_SIDES[slot]} of city ${id + 1}. ${table.wanted[city.goods[slot]] || ""}` }),
      marketSlot(view, about, city, path, id, slot),
    ]));
}

function marketSlot(view, about, city, path, id, slot) {
  const owner = city.owners[slot];
  const aimed = view.pending.city === id && view.pending.slot === CITY_SIDES[slot];
  const tip = owner < 0
    ? `Slot ${CITY_SIDES[slot]} of city ${id + 1}, for ${city.goods[slot]}: foreign influence ${city.foreign[slot]}. A tile here must be higher.`
    : `Influence ${city.values[slot]} of ${about.names[owner]}, ${CITY_SIDES[slot]} of city ${id + 1}, for ${city.goods[slot]}; it covers foreign influence ${city.foreign[slot]}. Only a higher tile can replace it.`;
  return at(SLOT_AT[slot][0], SLOT_AT[slot][1], { key: `slot-${slot}`, tip },
    h("g", { field: `${path}.foreign.${slot}`, value: city.foreign[slot] },
      box(-26, -26, 52, 52, aimed ? "n-slot n-aimed" : "n-slot", 5),
      owner < 0 ? [foreigners(-11, 0, 10), middle(10, 10, 28, city.foreign[slot], { class: "n-foreign" })] : null),
    h("g", { field: `${path}.owners.${slot}`, value: owner }, h("g", { field: `${path}.values.${slot}`, value: city.values[slot] }, owner < 0 ? null : mark(owner, 0, owner === 2 ? 3 : 0, owner === 1 ? 25 : 22, {}, city.values[slot]))));
}

/** Slots for trains and ships, and the pieces on them: one row of four, or two rows of three or four. */
function transport(view, about, table, number) {
  const slots = table.players[view.seats].region_slots;
  const region = view.regions[number];
  const columns = slots % 4 ? slots / 2 : 4;
  const [width, height] = [202 / columns - 2, slots > columns ? 32 : 66];
  const spot = (index) => [9 + (index % columns) * (width + 2), 480 + Math.floor(index / columns) * (height + 2)];
  const tall = height > 40;
  let place = 0;
  const pieces = (kind, piece, seat) => h("g", { field: `regions.${number}.${kind}.${seat}`, value: region[kind][seat], tip: `${about.names[seat]}: ${counted(region[kind][seat], piece)} in region ${number + 1}. ${table.pieceTips[kind]}` },
    range(region[kind][seat]).map((count) => at(...spot(place++), { key: `${kind}-${seat}-${count}` },
      box(0, 0, width, height, "n-piece"),
      mark(seat, tall ? width / 2 : width * 0.28, tall ? 20 : 17, tall ? 12 : 9),
      sign(piece, tall ? width / 2 : width * 0.7, tall ? 47 : 16, tall ? 1.6 : 1.2))));
  const tip = `A slot for a train or a ship; region ${number + 1} has ${slots}, shared by all.${origin(table.players[view.seats].provenance)}`;
  return [
    h("g", { tip }, range(slots).map((index) => box(...spot(index), width, height, "n-berth"))),
    range(view.seats).flatMap((seat) => [pieces("trains", "train", seat), pieces("ships", "ship", seat)]),
  ];
}

function board(view, about, table) {
  return h("svg", { viewBox: "0 0 900 842", class: "nippon" },
    status(view, about), clock(view, table), hiring(view, table),
    box(0, 276, 900, 566, "n-sea", 8), h("path", { d: WAVES, class: "n-waves" }),
    range(view.regions.length).map((number) => land(view, about, table, number)));
}

const WAVES = range(4).map((row) => range(30).map((n) => `M${n * 30} ${284 + row * 183}q7.5-7 15 0t15 0`).join("")).join("");

export function draw(view, about) {
  const table = known(about.catalog);
  return [
    part({ id: "board", title: "Board" }, () => board(view, about, table)),
    ...range(view.players.length).map((seat) => part({ id: `player-${seat}`, title: about.names[seat], seat }, () => panel(view, about, table, seat))),
    part({ id: "supply", title: "Supply" }, () => supply(view, about, table)),
  ];
}
