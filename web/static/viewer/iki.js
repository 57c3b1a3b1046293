// IKI: the street with its rooms and stalls, the calendar and the tracks.

import { counted, h, label, mark, part } from "./svg.js";
import { ASKED, CARD, S, SEASONS, bookOf, box, centred, face, goods, kept, middle, moved, nameOf, onOffer, roomName, sign, source, stallTip, strip, text, worth } from "./iki-cards.js";
import { market, panel, row } from "./iki-panels.js";

/** Fields of a view that the drawing leaves out, and why. */
export const undrawn = {
  game: "the page says it",
  rules_version: "the page says it",
  seats: "there is a panel for every seat",
  seed: "whole positions only: a number that only a replay needs",
  hidden_seed: "whole positions only: a number that only a replay needs",
};

/** The board, the cards for hire, the market, and a panel for every player. */
export function draw(view, about) {
  const book = bookOf(about);
  return [
    part({ id: "board", title: "Street" }, () => board(view, about, book)),
    part({ id: "row", title: "For hire" }, () => row(view, book)),
    part({ id: "market", title: "Market" }, () => market(view, book)),
    ...view.players.map((_, seat) => part({ id: `player-${seat}`, title: about.names[seat], seat }, () => panel(view, about, book, seat))),
  ];
}

const ROOM_X = [8, 115, 222, 329, 469, 576, 683, 790];
const NORTH = ["nw1", "nw2", "nw3", "nw4", "ne4", "ne3", "ne2", "ne1"];
const SOUTH = ["sw1", "sw2", "sw3", "sw4", "se4", "se3", "se2", "se1"];
const Y = { calendar: 6, status: 58, north: 102, stallNorth: 262, laneNorth: 326, laneSouth: 368, stallSouth: 414, south: 478, tracks: 644, end: 752 };
/** Where each space is: x of its left edge, and whether it is in the upper row. */
const SPACES = { 2: [8, true], 1: [222, true], 8: [469, true], 7: [683, true], 3: [8, false], 4: [222, false], 5: [469, false], 6: [683, false] };
const SPACE_WIDTH = 209;

function roomAt(id) {
  const north = NORTH.indexOf(id);
  return north >= 0 ? [ROOM_X[north], Y.north] : [ROOM_X[SOUTH.indexOf(id)], Y.south];
}

function board(view, about, book) {
  return h(
    "svg",
    { viewBox: `0 0 900 ${Y.end}`, class: "iki", role: "img", "aria-label": "IKI: street, calendar and tracks" },
    box(0, 0, 900, Y.end, "paper", { rx: 8 }),
    calendar(view, book),
    status(view, about, book),
    h("g", { class: "nagayas" }, [8, 469].flatMap((x) => [Y.north, Y.south].map((y) => box(x - 4, y - 4, 431, CARD.height + 8, "nagaya", { rx: 8 })))),
    h("g", { class: "rooms" }, view.rooms.map((room, n) => roomNode(view, about, book, room, n))),
    street(view, about, book),
    ikizamaTrack(view, about, book),
    fireTrack(view, about, book),
  );
}

function calendar(view, book) {
  const { months, settlement_months: settlements, fire_strength: fires, seasons } = book.calendar;
  const seasonOf = (month) => SEASONS.find((season) => seasons[season].includes(month));
  const cells = Array.from({ length: months + 1 }, (_, n) => {
    const [month, x] = [n + 1, 184 + n * 54.5];
    const due = fires[month] ? [S("fire"), fires[month]] : settlements.includes(month) ? [S("bowl")] : [];
    const tip = month > months ? "New Year: one more visit each, to any space." : `Month ${month}, ${seasonOf(month)}.${fires[month] ? ` A fire of strength ${fires[month]} at its end.` : ""}${settlements.includes(month) ? " Settlement at its end: income, group bonus, rice." : ""}`;
    const state = month < view.month ? "past" : month === view.month ? "now" : "";
    return kept(book, `month ${month} ${state}`, () => moved(x, Y.calendar, { key: `month-${month}`, tip }, box(0, 0, 51, 46, `month season-${seasonOf(month) || "winter"} ${state}`, { rx: 4 }), middle(25.5, due.length ? 18 : 30, 17, month > months ? "N.Y." : month), centred(due, 25.5, 33, 17)));
  });
  const newYear = view.month > months;
  const plate = [
    box(8, Y.calendar, 170, 46, `month now season-${view.season}`, { rx: 4 }),
    text(18, 29, 22, newYear ? "New Year" : `Month ${view.month}`, { field: "month", value: view.month, class: "title" }),
    text(18, 46, 14, label(view.season), { field: "season", value: view.season }),
  ];
  return h("g", { class: "calendar" }, plate, cells);
}

function status(view, about, book) {
  const insert = (part) => (part === "{chosen}" ? h("tspan", { field: "chosen", value: view.chosen, class: "strong" }, nameOf(book, view.chosen)) : part === "{swap_room}" ? h("tspan", { field: "swap_room", value: view.swap_room, class: "strong" }, roomName(view.swap_room)) : part);
  const sentence = (ASKED[view.decision] ?? label(view.decision)).split(/(\{\w+\})/).map((part) => (part.startsWith("{") && view[part.slice(1, -1)] === undefined ? "card" : insert(part)));
  const loose = view.chosen !== undefined && !(ASKED[view.decision] || "").includes("{chosen}") ? h("tspan", { field: "chosen", value: view.chosen }, ` (${nameOf(book, view.chosen)})`) : null;
  const acting = view.to_act;
  const line = acting === undefined ? [h("tspan", { field: "decision", value: view.decision, class: "strong" }, view.decision === "over" ? "The match is over." : label(view.decision))] : [h("tspan", { class: "strong" }, about.names[acting] ?? `Seat ${acting + 1}`), " ", h("tspan", { field: "decision", value: view.decision }, sentence), loose];
  const burning = view.burning;
  const fire = burning && h("tspan", { class: "alarm" }, "  Fire ", h("tspan", { field: "burning.strength" }, burning.strength), " in ", h("tspan", { field: "burning.room", value: burning.room }, roomName(burning.room)));
  const visited = view.visited && h("tspan", { class: "muted" }, "  at ", h("tspan", { field: "visited", value: view.visited }, roomName(view.visited)));
  const letters = spoken([line, visited, fire]).length;
  const size = Math.min(20, Math.floor((view.traded || view.cart_used ? 670 : 840) / (letters * 0.058)) / 10);
  return h(
    "g",
    { class: "status" },
    acting === undefined ? null : mark(acting, 22, Y.status + 19, 13, { field: "to_act", value: acting, tip: `${about.names[acting]} chooses` }),
    text(acting === undefined ? 10 : 44, Y.status + 26, size, [line, visited, fire]),
    allowances(view),
  );
}

const spoken = (part) => (Array.isArray(part) ? part.map(spoken).join("") : part && part.tag ? spoken(part.children) : part || "");

/** What of the turn is used up. */
function allowances(view) {
  const flag = (x, width, field, word, tip) => h("g", { field, value: view[field], tip: view[field] ? tip : null }, view[field] ? [box(x, Y.status + 7, width, 24, "spent", { rx: 4 }), middle(x + width / 2, Y.status + 24, 15, word, { class: "on-band" })] : null);
  return [
    flag(722, 66, "traded", "traded", "This turn's trade with an artisan is done"),
    flag(792, 100, "cart_used", "ox cart used", "The ox cart was used in this turn"),
  ];
}

function roomNode(view, about, book, room, n) {
  const printed = book.rooms.get(room.room);
  const [x, y] = roomAt(room.room);
  const closed = printed.coloured && view.players.length === 2;
  const burning = view.burning && view.burning.room === room.room;
  const strength = burning ? view.burning.strength : 0;
  const onPath = view.burning && book.paths.get(view.burning.tile)?.path.includes(room.room);
  const picked = view.visited === room.room || view.swap_room === room.room;
  const points = view.players[room.owner] ? worth(book, room.card, view.players[room.owner]) : 0;
  const frame = burning ? "on-fire" : picked ? "picked" : onPath ? "fire-path" : "";
  return moved(
    x,
    y,
    { key: room.room, field: `rooms.${n}.room`, value: room.room },
    kept(book, `room ${n} ${room.room} ${room.card} ${room.owner} ${room.level} ${strength} ${closed} ${points}`, () => (room.card ? tenant(about, book, room, n, strength, points) : emptyRoom(book, printed, closed, strength))),
    frame && box(-2.5, -2.5, CARD.width + 5, CARD.height + 5, frame, { rx: 8, ...(onPath ? { field: "burning.tile", value: view.burning.tile } : {}) }),
  );
}

function emptyRoom(book, printed, closed, strength) {
  const extra = printed.coloured ? ` Coloured: a card costs ${book.economy.coloured_room_surcharge} mon more here.` : "";
  const tip = `Room ${roomName(printed.id)}, empty, at space ${printed.space}.${printed.corner ? " A fire of this block starts here." : ""}${closed ? " Closed with 2 players." : extra}${source(printed)}`;
  return h(
    "g",
    { tip },
    box(0, 0, CARD.width, CARD.height, `space room ${printed.coloured ? "coloured" : ""} ${closed ? "closed" : ""}`, { rx: 6 }),
    middle(51, closed ? 74 : 84, 20, roomName(printed.id), { class: "muted" }),
    closed ? middle(51, 96, 15, "closed", { class: "muted" }) : printed.coloured ? centred([`+${book.economy.coloured_room_surcharge}`, S("mon")], 51, 112, 17, "muted") : null,
    printed.corner ? sign("fire", 51, 112, 18, "quiet") : null,
    strength ? centred([S("fire"), strength], 51, 30, 22, "alarm") : null,
  );
}

function tenant(about, book, room, n, strength, points) {
  const path = `rooms.${n}`;
  const owned = room.owner !== undefined;
  const building = book.buildings.has(room.card);
  const spot = room.level ? 20 + (room.level - 1) * 31 : 51;
  const kobun = owned && mark(room.owner, building ? 28 : spot, building ? 121 : 134, building ? 16 : 11.5, { field: `${path}.owner`, value: room.owner });
  const value = building && strip([points, S("iki")], 53, 121, 19, "strong");
  const held = room.level ? h("g", { field: `${path}.level`, value: room.level }, kobun) : kobun;
  const holder = owned ? `${about.names[room.owner] ?? `Seat ${room.owner + 1}`}'s${room.level ? `, level ${room.level}` : building ? `, worth ${points} iki now` : ""}` : "neutral: it leaves after a trade";
  const corner = strength ? strip([S("fire", "on-band"), strength], 60, 12, 18, "on-band") : text(CARD.width - 6, 18, 15, roomName(room.room), { class: "on-band", "text-anchor": "end" });
  const foot = owned ? [held, value] : [box(5, 122, 92, 27, "card", { rx: 3 }), middle(51, 141, 15, "neutral")];
  return h("g", { key: room.card, field: `${path}.card`, value: room.card, tip: `${roomName(room.room)}: ${holder}. ${book.tips.get(room.card)}` }, face(book, room.card, { corner, foot, level: room.level, owner: owned ? room.owner : -1 }));
}

function street(view, about, book) {
  const waiting = view.players.map((player, seat) => ({ player, seat }));
  return h(
    "g",
    { class: "street" },
    Object.keys(SPACES).map((number) => stallNode(view, book, Number(number))),
    h("path", { class: "lane-line", d: `M8 367H892` }),
    h("path", { class: "start-line", d: `M450 ${Y.laneNorth - 2}V${Y.laneNorth + 40}` }),
    moved(450, Y.north, { tip: "Start: oyakata wait here before their first walk. Passing the line from space 8 to space 1 gives each of your artisans a level." }, box(-15, 22, 30, 132, "space", { rx: 6 }), middle(0, 14, 11.5, "Start", { class: "muted" })),
    h("g", { class: "oyakata" }, waiting.map(({ player, seat }) => oyakata(about, player, seat))),
  );
}

function oyakata(about, player, seat) {
  const [left, north] = SPACES[player.space] || [];
  const [x, y] = left === undefined ? [450, Y.north + 40 + seat * 32] : [left + 60 + seat * 38, (north ? Y.laneNorth : Y.laneSouth) + 20];
  const tip = `Oyakata of ${about.names[seat]}, ${player.space ? `on space ${player.space}` : "before its first walk"}`;
  return mark(seat, x, y, left === undefined ? 12 : 15, { key: `oyakata-${seat}`, field: `players.${seat}.space`, value: player.space, tip });
}

function stallNode(view, book, number) {
  const [x, north] = SPACES[number];
  const space = book.spaces.get(number);
  const stall = book.stalls.get(space.stall);
  const done = view.stall_actions_done.map((id, n) => ({ id, n })).filter(({ id }) => book.stallOf.get(id) === space.stall);
  const lane = north ? Y.laneNorth : Y.laneSouth;
  const turn = { 2: 90, 6: 270 }[number] ?? (north ? 180 : 0);
  const ticks = done.map(({ id, n }, at) => h("g", { key: `done-${n}`, field: `stall_actions_done.${n}`, value: id, tip: `Done in this turn: ${label(id).toLowerCase()}` }, sign("done", x + SPACE_WIDTH - 14 - at * 20, (north ? Y.stallNorth : Y.stallSouth) + 44, 16)));
  const top = north ? Y.stallNorth : Y.stallSouth;
  return h(
    "g",
    { key: `space-${number}`, tip: kept(book, `tip ${number} ${view.season} ${view.fish_left} ${view.pipes[0]} ${view.tobacco[0]}`, () => stallTip(book, view, space)) },
    kept(book, `stall ${number}`, () => [
      box(x, top, SPACE_WIDTH, 60, "stall", { rx: 5 }),
      box(x, lane, SPACE_WIDTH, 40, "lane", { rx: 3 }),
      h("path", { class: "chevron", d: "M-4-8L4 0L-4 8", transform: `translate(${x + 22} ${lane + 20}) rotate(${turn})` }),
      h("circle", { cx: x + 16, cy: top + 17, r: 12, class: "numbered" }),
      middle(x + 16, top + 22.5, 16, number, { class: "on-band" }),
      text(x + 36, top + 23, 17.5, label(space.stall), { class: "name" }),
    ]),
    kept(book, `offers ${number} ${view.season} ${view.fish_left} ${view.pipes[0]} ${view.tobacco[0]}`, () => strip(stallItems(book, view, stall), x + 10, top + 44, 18)),
    ticks,
  );
}

function stallItems(book, view, stall) {
  return stall.actions.flatMap((action, n) => {
    const token = action.stack && onOffer(book, view, action.stack);
    const left = action.stack === "fish" ? [`${view.fish_left}×`] : [];
    const offer = action.stack ? (token ? [token.cost, S("mon"), "→", ...left, S(action.stack, token.season ? `season-sign-${token.season}` : token.id)] : ["–", S(action.stack, "quiet")]) : [...goods(action.pay), Object.keys(action.pay).length ? "→" : "+", ...(action.build ? [S("house")] : goods(action.gain))];
    return [...(n ? ["  "] : []), ...offer, ...(action.max_per_turn > 1 ? [` ×${action.max_per_turn}`] : [])];
  });
}

function ikizamaTrack(view, about, book) {
  const spaces = book.reach.spaces[view.players.length];
  const top = Y.tracks + 22;
  const at = (space) => 8 + Math.max(0, spaces.indexOf(space)) * 58;
  return h(
    "g",
    { class: "ikizama" },
    text(8, Y.tracks + 14, 15, "Ikizama", { class: "muted" }),
    view.queue.length ? text(104, Y.tracks + 14, 15, "In turn", { class: "muted" }) : null,
    view.queue.map((seat, n) => mark(seat, 172 + n * 26, Y.tracks + 9, 9, { key: `queue-${n}`, field: `queue.${n}`, value: seat, tip: `${about.names[seat]}: number ${n + 1} of those still to act in this phase` })),
    spaces.map((space) => moved(at(space), top, { key: `ikizama-${space}`, tip: space === "x" ? "X: first to act, walks 1 to 4 spaces, neither recruits nor takes income" : `Ikizama ${space}: walks ${space}` }, box(0, 0, 54, 80, "space", { rx: 4 }), middle(27, 24, 20, space.toUpperCase()))),
    h("g", {}, view.players.map((player, seat) => player.ikizama !== undefined && mark(seat, at(player.ikizama) + 27, top + 54, 17, { key: `cylinder-${seat}`, field: `players.${seat}.ikizama`, value: player.ikizama, tip: `${about.names[seat]} is on ${player.ikizama.toUpperCase()}` }))),
  );
}

function fireTrack(view, about, book) {
  const top = Y.tracks + 22;
  const at = (fire) => 312 + Math.min(fire, book.fireMax) * 53;
  const strengths = Object.values(book.calendar.fire_strength);
  const seats = [...new Set([...view.fire_order, ...view.players.keys()])].filter((seat) => seat < view.players.length);
  const marker = (seat, place) => {
    const below = seats.slice(place + 1).filter((other) => view.players[other].fire === view.players[seat].fire).length;
    const tip = `Fire strength of ${about.names[seat]}: ${view.players[seat].fire}. Number ${place + 1} in fire order`;
    return mark(seat, at(view.players[seat].fire) + 28, top + 69 - below * 19, 9, { key: `fire-${seat}`, field: `players.${seat}.fire`, value: view.players[seat].fire, tip });
  };
  return h(
    "g",
    { class: "fire-track" },
    text(312, Y.tracks + 14, 15, "Fire strength", { class: "muted" }),
    text(470, Y.tracks + 14, 15, "Fire order", { class: "muted" }),
    view.fire_order.map((seat, n) => mark(seat, 560 + n * 24, Y.tracks + 9, 8.5, { key: `order-${n}`, field: `fire_order.${n}`, value: seat, tip: `Number ${n + 1} in fire order: ${about.names[seat]}` })),
    h("g", { field: "fires_size", value: view.fires_size, tip: `Fires to come: ${view.fires_size}` }, text(892, Y.tracks + 14, 15, counted(view.fires_size, "fire") + " to come", { class: "muted", "text-anchor": "end" })),
    kept(book, "fire track", () => Array.from({ length: book.fireMax + 1 }, (_, fire) => h("g", { key: `strength-${fire}` }, box(at(fire), top, 50, 80, `space ${strengths.includes(fire) ? "hot" : ""}`, { rx: 4 }), text(at(fire) + 4, top + 15, 14, fire, { class: strengths.includes(fire) ? "alarm" : "muted" })))),
    h("g", {}, seats.map(marker)),
  );
}
