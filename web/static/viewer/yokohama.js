// Yokohama: the town of areas with agents and achievements beside it. Panels, displays and cards have modules of their own.
import { counted, h, label, part } from "./svg.js";
import { objective, tokenWords } from "./yokohama-cards.js";
import { laboratories, management, ports } from "./yokohama-displays.js";
import { KIND_GLYPHS, at, box, centred, flag, glyph, piece, right, row, stack, text } from "./yokohama-glyphs.js";
import { panel, sheets } from "./yokohama-panel.js";
import { ASKED, COUNTRIES, DOES, ENDS, LEVEL_SIGNS, SHORT, clipped, country, given, listed, place, printed, source } from "./yokohama-words.js";

/** Fields that are not drawn, and why. */
export const undrawn = {
  game: "this renderer draws no other",
  rules_version: "a match keeps it from first to last; its page names it",
  seats: "there is a panel for each",
};

const WIDE = 900;

// The town

function town(view, about, t) {
  const { rows } = t.layouts.get(view.players.length);
  const stacked = view.players.length === 4;
  const size = { across: WIDE / rows[0], w: WIDE / rows[0] - 6, people: stacked ? 74 : 42, stacked, top: 96 };
  size.build = 68 + size.people;
  size.h = size.build + 52;
  const spots = rows.flatMap((count, line) => Array.from({ length: count }, (_, column) => [line, column]))
    .map(([line, column]) => [3 + (line / 2 + column) * size.across, size.top + line * (size.h + 6)]);
  const height = size.top + rows.length * (size.h + 6);
  const corner = { y: size.top + 2 * (size.h + 6), w: size.w - 2, h: 2 * size.h + 6 };
  return h("svg", { viewBox: `0 0 ${WIDE} ${height}`, class: "yokohama" },
    status(view, about, t),
    view.areas.map((area, index) => cell(view, about, t, size, index, ...spots[index])),
    presidents(view, about, size, spots),
    supply(view, t, 3, corner),
    goals(view, about, t, WIDE - corner.w - 3, corner),
  );
}

function status(view, about, t) {
  const { turn } = view;
  const over = view.to_act === undefined;
  const edition = t.editions.get(view.options.edition);
  return at(0, 0, { class: "yk-status" },
    box(3, 3, WIDE - 6, 86, { rx: 5, class: "board" }),
    h("g", { field: "round", value: view.round, tip: view.round ? `Round ${view.round}` : "Before round 1: everyone keeps one of two orders" },
      text(16, 38, 27, view.round ? `Round ${view.round}` : "Set-up", { class: "title" })),
    h("g", { field: "options.edition", value: view.options.edition }, text(16, 60, 12.5, `${edition ? edition.title : view.options.edition}`, { class: "muted" })),
    [1, 2].map((number) => h("g", { field: `options.mini_expansion_${number}`, value: view.options[`mini_expansion_${number}`] },
      view.options[`mini_expansion_${number}`] && text(number * 84 - 68, 78, 12.5, `mini-exp. ${number}`, { class: "muted" }))),
    ended(view),
    over ? lastTurn(view, about) : [
      piece(turn.seat, 196, 28, 13, { field: "turn.seat", value: turn.seat, tip: `The turn of ${about.names[turn.seat]}`, key: "turn" }),
      text(216, 34, 18, clipped(about.names[turn.seat] || "", 18), { class: "yk-strong" }),
      h("g", { field: "turn.phase", value: turn.phase, tip: "A turn has three phases: additional actions, the main action, additional actions" },
        right(884, 33, 13, PHASES[turn.phase] || turn.phase, { class: "muted" })),
      h("g", { field: "turn.step", value: turn.step }, text(186, 58, 15, ASKED[turn.step] || label(turn.step))),
    ],
    chips(turn),
  );
}

const PHASES = { a: "before the main action", b: "main action", c: "after the main action" };

/** At the end nobody is to act: whose turn was the last says nothing about who has won. */
function lastTurn({ turn }, about) {
  return [
    h("g", { field: "turn.step", value: turn.step }, text(186, 36, 20, ASKED[turn.step] || label(turn.step), { class: "yk-strong" })),
    h("g", { field: "turn.phase", value: turn.phase }),
    h("g", { field: "turn.seat", value: turn.seat }, text(186, 58, 13, `The last turn was that of ${clipped(about.names[turn.seat] || "", 18)}.`, { class: "muted" })),
  ];
}

function ended(view) {
  if (!view.last_round && !view.end_trigger) return null;
  const why = ENDS[view.end_trigger] || label(view.end_trigger);
  return h("text", { x: view.turn.step === "over" ? 884 : 738, y: 33, "font-size": 13, "text-anchor": "end", class: "yk-alarm" },
    h("tspan", { field: "end_trigger", value: view.end_trigger, tip: `The end is called: ${why}` }, `${why}: `),
    h("tspan", { field: "last_round", value: view.last_round }, `round ${view.last_round} is the last`));
}

/** What earlier choices of the turn have settled: [field, value, words]. */
function settled(turn) {
  const step = turn.step;
  const space = step.startsWith("lab") ? "slot" : "space";
  const left = {
    port_card: `up to level ${turn.left}`, port_second: `up to level ${turn.left}`, port_second_card: `up to level ${turn.left}`,
    lab_card: `industry ${turn.left}`, lab_pay: `industry ${turn.left}`, hire: `${turn.left} to take`, exchange: counted(turn.left, "exchange"),
    church_space: `faith ${turn.left}`, church_pay: `faith ${turn.left}`, customs_space: `up to ${counted(turn.left, "import")}`,
  };
  const spot = { place_next: "last in", telegram: "beside", recall: "from", move_to: "from" };
  return [
    turn.area && ["area", turn.area, `at ${place(turn.area)}`],
    turn.power && ["power", turn.power, `power ${turn.power}`],
    turn.by_agent && ["by_agent", true, "by an agent"],
    turn.placed && ["placed", turn.placed, `${turn.placed} placed`],
    turn.spot && ["spot", turn.spot, `${spot[step] || "at"} ${place(turn.spot)}`],
    (turn.slot || /^(lab_pay|church_pay|church_from|customs_from)$/.test(step)) && ["slot", turn.slot, `${space} ${turn.slot + 1}`],
    turn.left && ["left", turn.left, left[step] || `${turn.left} left`],
    turn.any_left && ["any_left", turn.any_left, `${counted(turn.any_left, "good")} to choose`],
    turn.warehouse_left && ["warehouse_left", turn.warehouse_left, `${counted(turn.warehouse_left, "piece")} to take`],
    turn.move_left && ["move_left", turn.move_left, `${counted(turn.move_left, "assistant")} to move`],
    turn.copper_gained && ["copper_gained", true, "copper counted"],
    turn.after !== "turn_start" && ["after", turn.after, `then ${label(turn.after).toLowerCase()}`],
    turn.agent_used && ["agent_used", true, "agent used"],
    turn.mill_used && ["mill_used", true, "mill used"],
    turn.university_used && ["university_used", true, "university used"],
    ...turn.church_paid.map((kind, index) => [`church_paid.${index}`, kind, `${kind} given`]),
  ].filter(Boolean);
}

function chips(turn) {
  let x = 186;
  const nodes = settled(turn).map(([field, value, words]) => {
    const width = words.length * 6.9 + 14;
    x += width + 6;
    return at(x - width - 6, 66, { field: `turn.${field}`, value }, box(0, 0, width, 18, { rx: 9, class: "yk-chip" }), centred(width / 2, 13, 12, words));
  });
  return h("g", x > WIDE - 10 ? { transform: `translate(${186 - 186 * (708 / (x - 186))} 0) scale(${708 / (x - 186)} 1)` } : {}, nodes);
}

function cell(view, about, t, size, index, x, y) {
  const area = view.areas[index];
  const entry = t.areas.get(area.id);
  const { w, h: tall } = size;
  const kind = entry?.category === "none" ? "canal" : entry?.category;
  const here = view.turn.area === area.id ? " yk-acting" : view.turn.spot === area.id ? " yk-spot" : "";
  return at(x, y, { key: area.id, class: `yk-area yk-${kind}${here}` },
    h("g", { field: `areas.${index}.id`, value: area.id, tip: areaWords(area, entry) },
      box(0, 0, w, tall, { rx: 5, class: "yk-ground" }),
      h("path", { d: `M0 5Q0 0 5 0H${w - 5}Q${w} 0 ${w} 5V26H0Z`, class: "yk-head" }),
      h("g", { class: "yk-on-head" }, glyph(KIND_GLYPHS[entry.kind], 14, 13, 17)),
      text(27, 18.5, w < 160 ? 13.5 : 15, SHORT[entry.kind] ? place(area.id).replace(...SHORT[entry.kind]) : place(area.id), { class: "yk-title" }),
      kind === "canal" ? canal(w, tall) : effects(entry, view.turn.area === area.id ? view.turn.power : 0)),
    view.station === area.id && station(w, area.id),
    area.five_power && fivePower(t, area, index, w),
    people(view, about, area, index, size),
    area.building && building(t, about, area, index, size),
  );
}

function areaWords(area, entry) {
  const table = entry.kind === "port" ? entry.effect.map((level) => ["none", "low", "mid", "high"][level]) : entry.effect;
  const power = entry.kind === "canal" ? "" : ` By power 1 to 5: ${table.join(", ")}. A ${entry.category} area.`;
  return `${place(area.id)}. ${DOES[entry.kind]}.${power}${source(entry)}`;
}

const canal = (w, tall) => [
  h("path", { d: Array.from({ length: 5 }, (_, line) => `M6 ${48 + (line < 2 ? line : line + 1) * ((tall - 66) / 5)}q${(w - 12) / 8} -14 ${(w - 12) / 4} 0t${(w - 12) / 4} 0t${(w - 12) / 4} 0t${(w - 12) / 4} 0`).join(""), class: "yk-wave" }),
  centred(w / 2, 48 + 2 * ((tall - 66) / 5) + 5, 14, "1 yen to cross", { class: "yk-strong" }),
];

/** What the action gives at power 1 to 5; the power of the action under way is marked. */
function effects(entry, power) {
  return entry.effect.map((value, index) =>
    at(3 + index * 19, 29, { class: index + 1 === power ? "yk-now" : null },
      box(0, 0, 18, 35, { rx: 2, class: "yk-power" }),
      centred(9, 12, 11, index + 1, { class: "muted" }),
      centred(9, 29, 14.5, entry.kind === "port" ? LEVEL_SIGNS[value] : value || "–", { class: "yk-number" })));
}

const station = (w, area) => at(w - 21, 13, { key: "station", field: "station", value: area, tip: "The station: +1 power here for everyone; the owner of the Station technology may send the president straight here" },
  box(-17, -10, 34, 20, { rx: 3, class: "yk-station" }), centred(0, 5.5, 15, "+1", { class: "yk-station-text" }));

function fivePower(t, area, index, w) {
  const left = 101;
  return at(left, 29, { field: `areas.${index}.five_power`, value: area.five_power, tip: tokenWords(t, area.five_power) },
    h("path", { d: `M8 0H${w - left - 11}L${w - left - 3} 8V27L${w - left - 11} 35H8L0 27V8Z`, class: "yk-token" }),
    w - left > 80 ? centred(15, 24, 18, "5", { class: "title" }) : null,
    stack(given(t.tokens.get(area.five_power).reward), (w - left - 3) / 2 - 1 + (w - left > 80 ? 8 : 0), 17.5, 13));
}

/** Where a seat's president and assistants are in an area: each seat has a column. */
function column(size, seats, seat) {
  const wide = (size.w - 6) / seats;
  const aside = size.stacked ? 0 : Math.min(19, wide / 4);
  return { x: 3 + wide * (seat + 0.5), aside, r: size.stacked ? 15.5 : Math.min(17, aside * 0.95) };
}

function people(view, about, area, index, size) {
  return area.assistants.map((number, seat) => {
    const { x, aside, r } = column(size, view.players.length, seat);
    const words = `${counted(number, "assistant")} of ${about.names[seat]} at ${place(area.id)}`;
    return number ? piece(seat, x + aside, 68 + (size.stacked ? 55 : 20), r, { key: `assistants-${seat}`, field: `areas.${index}.assistants.${seat}`, value: number, tip: words }, number) : null;
  });
}

/** On top of the areas, so that a president that moves slides over the town. */
function presidents(view, about, size, spots) {
  return view.players.map(({ president }, seat) => {
    const spot = spots[view.areas.findIndex((area) => area.id === president)];
    if (!spot) return null;
    const { x, aside, r } = column(size, view.players.length, seat);
    return piece(seat, spot[0] + x - aside, spot[1] + 68 + (size.stacked ? 19 : 20), r,
      { key: `president-${seat}`, field: `players.${seat}.president`, value: president, tip: `President of ${about.names[seat]}, at ${place(president)}`, class: "yk-president" }, "hat");
  });
}

function building(t, about, area, index, size) {
  const card = t.buildings.get(area.building);
  const house = size.w > 160 ? 42 : 34;
  const wide = (size.w - 6 - house) / 4;
  const middle = 25;
  return at(3, size.build, { field: `areas.${index}.building`, value: area.building },
    card.shops.map((reward, slot) => {
      const owner = area.shops[slot];
      const words = owner < 0 ? `Space for a shop: ${listed(reward)} on building it, power 4 or 5 needed.` : `Shop of ${about.names[owner]}: +1 power here for its owner.`;
      return at(slot * wide, 0, { field: `areas.${index}.shops.${slot}`, value: owner, tip: words + source(card) },
        h("path", { d: `M1 50V11L${wide / 2} 1L${wide - 1} 11V50Z`, class: "space" }),
        owner < 0 ? stack(given(reward), wide / 2, middle + 4, Math.min(15.5, wide / 2)) : piece(owner, wide / 2, middle + 4, Math.min(14, wide / 2 - 1.5), {}));
    }),
    at(4 * wide, 0, { field: `areas.${index}.trading_house`, value: area.trading_house, tip: houseWords(card, about, area.trading_house) },
      h("path", { d: `M1 50V10L9 1L${house / 2} 10L${house - 9} 1L${house - 1} 10V50Z`, class: "space yk-house" }),
      area.trading_house < 0 ? stack(given(card.trading_house), house / 2, middle + 5, size.w > 160 ? 15.5 : 14) : piece(area.trading_house, house / 2, middle + 5, 14.5, {})),
  );
}

function houseWords(card, about, owner) {
  const words = owner < 0 ? `Space for a trading house: ${listed(card.trading_house)} on building it, power 4 or 5 needed.`
    : `Trading house of ${about.names[owner]}: +1 power here for its owner, 1 yen to its owner when others act here.`;
  return words + source(card);
}

// Beside the town

function supply(view, t, x, corner) {
  const tokens = view.objective_rewards;
  const line = Math.min(46, (corner.h - 76 - (tokens.length ? 92 : 0)) / 5);
  return at(x, corner.y, {},
    box(0, 0, corner.w, corner.h, { rx: 5, class: "board" }),
    text(12, 24, 16, "Agents", { class: "title" }),
    text(12, 41, 11.5, "for every 2 icons", { class: "muted" }),
    COUNTRIES.map((id, index) => at(12, 66 + index * line, { field: `agents_left.${id}`, value: view.agents_left[id], tip: `${counted(view.agents_left[id], "agent")} of ${country(id)} left: taken with every second icon of the country` },
      flag(id, 11, 0, 22), text(28, 4.5, 12.5, country(id)), right(corner.w - 20, 7, 20, view.agents_left[id], { class: "yk-number" }))),
    tokens.length > 0 && at(12, corner.h - 88, {},
      text(0, 14, 14, "For all 3 achievements", { class: "yk-strong", textLength: corner.w - 24, lengthAdjust: "spacingAndGlyphs" }),
      tokens.map((id, index) => objective(t, id, 16 + index * 32, 46, { field: `objective_rewards.${index}`, value: id, key: id }))),
  );
}

const NEEDS = {
  five_power_plus_agents: "tokens and agents", completed_orders: "orders completed", technologies: "technologies",
  production_areas: "production areas", commercial_areas: "commercial areas",
};
const needs = (card) => Object.entries(card.need).filter(([, number]) => number).map(([name, number]) => `${number} ${NEEDS[name] || name}`);

function goals(view, about, t, x, corner) {
  const tall = (corner.h - 8) / 3;
  return view.achievements.map((entry, index) => {
    const card = t.achievements.get(entry.id);
    const lines = needs(card);
    const words = `Achievement ${card.pile}: ${/areas/.test(lines.join()) ? "build in" : "have"} ${lines.join(" and ")}. ${card.first_vp} VP for the first player, ${card.later_vp} for later ones.${source(card)}`;
    return at(x, corner.y + index * (tall + 4), { field: `achievements.${index}.id`, value: entry.id, tip: words },
      box(0, 0, corner.w, tall, { rx: 5, class: "card" }),
      text(10, 22, 15, `Achievement ${card.pile}`, { class: "title" }),
      lines.map((line, number) => text(9, 41 + number * 16, 12, line)),
      text(10, tall - 11, 11, "first", { class: "muted" }), row([[card.first_vp, "vp"]], 38, tall - 16, 14), text(76, tall - 11, 11, "later", { class: "muted" }), row([[card.later_vp, "vp"]], 106, tall - 16, 14),
      entry.seats.map((seat, number) => piece(seat, 20 + number * 30, tall - 46, 12,
        { field: `achievements.${index}.seats.${number}`, value: seat, key: `done-${seat}`, tip: `${about.names[seat]} has it` })));
  });
}

// All of it

/** The parts of the drawing (docs/viewer.md). */
export function draw(view, about) {
  const t = printed(about);
  const sheet = sheets(view, about);
  return [
    part({ id: "board", title: "Town" }, () => town(view, about, t)),
    ...view.players.map((_, seat) => part({ id: `player-${seat}`, title: about.names[seat], seat }, () => panel(view, about, t, seat, sheet[seat]))),
    part({ id: "ports", title: "Orders" }, () => ports(view, t)),
    part({ id: "laboratories", title: "Technologies" }, () => laboratories(view, t)),
    part({ id: "management", title: "Church and Customs" }, () => management(view, about, t)),
  ];
}
