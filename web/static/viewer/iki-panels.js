// IKI: the cards for hire, the market, and the panels of the players.

import { h, mark, label, counted } from "./svg.js";
import { CARD, GOODS, S, TYPES, box, centred, formula, goods, kept, middle, moved, nameOf, offered, roomName, sign, strip, stripWidth, text, worth } from "./iki-cards.js";

const WIDTH = 420;
const paper = (height, name, ...children) => h("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: "iki", role: "img", "aria-label": name }, box(0, 0, WIDTH, height, "paper", { rx: 8 }), ...children);

// ---------------------------------------------------------------- for hire

const SLOTS = 8;

/** The recruiting row with the mon on its cards; before the first month the starting artisans as well. */
export function row(view, book) {
  const cards = [
    ...view.starters.map((id, n) => ({ id, attributes: { field: `starters.${n}`, value: id }, mon: {} })),
    ...view.row.map(({ card, mon }, n) => ({ id: card, attributes: { field: `row.${n}.card`, value: card }, mon: { number: mon, field: `row.${n}.mon` } })),
  ];
  const rows = Math.ceil(Math.max(SLOTS, cards.length) / 4);
  const at = (n) => [6 + (n % 4) * 103, 28 + Math.floor(n / 4) * 160];
  const slots = Array.from({ length: rows * 4 }, (_, n) => n >= cards.length && box(...at(n), CARD.width - 2, CARD.height, "space", { rx: 6 }));
  return paper(28 + rows * 160, "Artisans for hire", deckCounts(view), slots, cards.map(({ id, attributes, mon }, n) => offered(book, id, ...at(n), { key: id, ...attributes }, mon, view.chosen === id)));
}

/** How many cards of each season are still to come. */
function deckCounts(view) {
  return view.decks.map((deck, n) =>
    moved(
      6 + n * 103,
      4,
      { key: `deck-${n}`, field: `decks.${n}.season`, value: deck.season, tip: `${label(deck.season)} deck: ${counted(deck.cards_size, "card")} to come` },
      box(0, 0, 100, 20, `month season-${deck.season}`, { rx: 3 }),
      text(6, 14.5, 12.5, label(deck.season)),
      box(62, 4, 9, 12, "back", { rx: 1.5 }),
      text(95, 15, 13.5, deck.cards_size, { field: `decks.${n}.cards_size`, "text-anchor": "end", class: "strong" }),
    ),
  );
}

// ---------------------------------------------------------------- market

/** Buildings, tokens, and what has left the game. */
export function market(view, book) {
  const height = 236;
  const promos = flow("Promo cards", view.options.promos, "options.promos", book, height);
  const hidden = view.decks.flatMap((deck, n) => (deck.cards ? [[`${label(deck.season)} deck, next first`, deck.cards, `decks.${n}.cards`]] : []));
  const parts = [promos];
  let y = promos.end;
  for (const [title, ids, path] of [...hidden, ...(view.fires ? [["Fires to come", view.fires, "fires"]] : []), ["Out of the game", view.lost, "lost"]]) {
    const part = flow(title, ids, path, book, y);
    parts.push(part);
    y = part.end;
  }
  return paper(Math.max(y + 6, 300), "Market", buildings(view, book), tokens(view, book), parts.map((part) => part.node));
}

function buildings(view, book) {
  const left = new Map(view.buildings.map((id, n) => [id, n]));
  return [...book.buildings.values()].map((card, n) => {
    const [x, y] = [6 + (n % 3) * 137, 6 + Math.floor(n / 3) * 68];
    if (!left.has(card.id)) return moved(x, y, { key: card.id, tip: `${card.name}: no longer for sale` }, box(0, 0, 133, 62, "space", { rx: 5 }), middle(66, 27, 12.5, card.name, { class: "muted" }), middle(66, 46, 12, "taken", { class: "muted" }));
    const chosen = view.chosen === card.id;
    return kept(book, `building ${card.id} ${left.get(card.id)} ${chosen}`, () =>
      moved(
        x,
        y,
        { key: card.id, field: `buildings.${left.get(card.id)}`, value: card.id, tip: book.tips.get(card.id) },
        box(0, 0, 133, 62, "card", { rx: 5 }),
        box(0, 0, 133, 21, "band band-building", { rx: 5 }),
        middle(66, 15, 13, card.name, { class: "on-band name" }),
        centred(goods(card.cost), 34, 42, 16),
        box(66, 27, 61, 29, "skill skill-building", { rx: 4 }),
        centred(formula(card), 96.5, 42, 14),
        chosen && box(-2, -2, 137, 66, "picked", { rx: 7 }),
      ),
    );
  });
}

function tokens(view, book) {
  const stack = (title, ids, path, x) => [
    text(x, 160, 13, title, { class: "muted" }),
    ids.length ? ids.map((id, n) => token(book, id, x + n * 38, 166, { key: id, field: `${path}.${n}`, value: id })) : text(x, 190, 13, "sold out"),
  ];
  const fish = book.fish.get(view.season);
  return [
    stack("Pipes, next first", view.pipes, "pipes", 8),
    stack("Tobacco, next first", view.tobacco, "tobacco", 172),
    text(336, 160, 13, "Fish", { class: "muted" }),
    moved(336, 166, { field: "fish_left", value: view.fish_left, tip: `${counted(view.fish_left, "fish", "fish")} left. ${book.tips.get(fish.id)}` }, box(0, 0, 76, 50, "token", { rx: 5 }), centred([`${view.fish_left}×`, S("fish", `season-sign-${view.season}`)], 38, 15, 17), centred([fish.cost, S("mon"), ...(fish.iki ? [" ", fish.iki, S("iki")] : [])], 38, 36, 15)),
  ];
}

/** A pipe or a tobacco box with its price. */
function token(book, id, x, y, attributes) {
  const entry = book.tokens.get(id);
  const worth = entry.fire ? [`+${entry.fire}`, S("fire")] : [entry.iki, S("iki")];
  return moved(x, y, { tip: book.tips.get(id), ...attributes }, box(0, 0, 35, 50, "token", { rx: 5 }), sign(entry.fire ? "pipe" : "tobacco", 17.5, 9, 14, id), centred([entry.cost, S("mon")], 17.5, 25, 13), centred(worth, 17.5, 41, 13));
}

/** Names in lines, each with its field; `end` is the y below them. */
function flow(title, ids, path, book, y) {
  if (!ids.length) return { node: null, end: y };
  const rows = [[]];
  let used = title.length + 2;
  ids.forEach((id, n) => {
    const name = nameOf(book, id);
    if (used + name.length > 58) {
      rows.push([]);
      used = 0;
    }
    used += name.length + 2;
    rows.at(-1).push([h("tspan", { field: `${path}.${n}`, value: id, tip: book.tips.get(id) }, name), n + 1 < ids.length ? ", " : "."]);
  });
  const node = rows.map((names, n) => text(8, y + 12 + n * 15, 11.5, [n ? "" : h("tspan", { class: "strong" }, `${title} (${ids.length}): `), names]));
  return { node, end: y + 8 + rows.length * 15 };
}

// ---------------------------------------------------------------- players

/** One player: goods, tracks, tokens, retired artisans, and the score if the match ended now. */
export function panel(view, about, book, seat) {
  const player = view.players[seat];
  const acting = view.to_act === seat;
  const held = keeps(player, seat, book, 104);
  const cards = staff(view, player, seat, book, held.end);
  const score = scores(view, book, seat);
  return paper(
    cards.end + 56,
    `Player ${about.names[seat]}`,
    h("path", { class: `edge seat-${seat}`, d: `M0 8Q0 0 8 0V${cards.end + 56}Q0 ${cards.end + 56} 0 ${cards.end + 48}Z` }),
    mark(seat, 27, 20, 12),
    text(47, 26, 17, about.names[seat], { class: "name" }),
    acting && [box(244, 8, 66, 24, "turn", { rx: 4 }), middle(277, 25, 13.5, "to act", { class: "on-band" })],
    h("g", { field: `players.${seat}.iki`, value: player.iki, tip: `${player.iki} iki on the track` }, strip([player.iki, S("iki")], 404 - stripWidth([player.iki, S("iki")], 21), 21, 21, "strong")),
    holdings(view, player, seat),
    tracks(view, book, player, seat, score.types),
    held.node,
    cards.node,
    sheet(score, cards.end + 6),
  );
}

function holdings(view, player, seat) {
  const fed = view.rooms.filter((room) => room.owner === seat && room.level).length;
  const hungry = fed && view.month <= 12;
  return GOODS.map((good, n) =>
    moved(
      14 + n * 80,
      40,
      { key: good, field: `players.${seat}.${good}`, value: player[good], tip: `${player[good]} ${good}${good === "rice" && hungry ? `; ${counted(fed, "artisan")} to feed at the next settlement` : ""}` },
      box(0, 0, 76, 28, "cell", { rx: 4 }),
      sign(good, 18, 14, 19),
      text(34, 21, 18, player[good]),
      good === "rice" && hungry ? text(34 + String(player[good]).length * 11, 21, 13, `/${fed}`, { class: player.rice < fed ? "alarm" : "muted" }) : null,
    ),
  );
}

function tracks(view, book, player, seat, owned) {
  const place = view.fire_order.indexOf(seat) + 1;
  const where = player.space ? `${player.space} ${label(book.spaces.get(player.space).stall)}` : "start";
  const cells = [
    [48, [S("fire"), player.fire], { field: `players.${seat}.fire`, value: player.fire, tip: `Fire strength ${player.fire}, number ${place} in fire order` }],
    [45, [S("kobun"), player.kobun], { field: `players.${seat}.kobun`, value: player.kobun, tip: `${player.kobun} kobun in supply` }],
    [45, [S("rescue"), player.saves], { field: `players.${seat}.saves`, value: player.saves, tip: `${counted(player.saves, "rescue")} from a fire left (retired Town Fireman)` }],
    [146, [`at ${where}`], { field: `players.${seat}.space`, value: player.space, tip: `The oyakata is on ${where}` }],
    [100, TYPES, { tip: `Types among the artisans on the street and retired: ${[...owned].join(", ") || "none"}` }],
  ];
  let x = 14;
  return cells.map(([width, items, attributes], n) => {
    const left = x;
    x += width + 3;
    const content = items.length === 2 ? strip([items[0], " ", items[1]], 5, 13, 16) : items.length === 1 ? text(7, 18, 13, items[0]) : TYPES.map((type, at) => [box(3 + at * 19, 3, 18, 20, owned.has(type) ? `band band-${type}` : "lacking", { rx: 3 }), sign(type, 12 + at * 19, 13, 13, owned.has(type) ? "on-band" : "quiet")]);
    return moved(left, 72, { key: `track-${n}`, ...attributes }, box(0, 0, width, 26, "cell", { rx: 4 }), content);
  });
}

/** Fish, pipes and tobacco boxes. */
function keeps(player, seat, book, y) {
  const owned = ["fish", "pipes", "tobacco"].flatMap((kind) => player[kind].map((id, n) => ({ id, path: `players.${seat}.${kind}.${n}` })));
  let [x, line] = [14, 0];
  const node = owned.map(({ id, path }, n) => {
    const entry = book.tokens.get(id);
    const width = entry.season ? 78 : 47;
    if (x + width > 412) [x, line] = [14, line + 1];
    const left = x;
    x += width + 3;
    const items = entry.season ? [S("fish", `season-sign-${entry.season}`), ` ${label(entry.season)}`] : entry.fire ? [S("pipe", id), " ×2"] : [S("tobacco", id), ` ${entry.iki}`];
    return moved(left, y + line * 28, { key: `${id}-${n}`, field: path, value: id, tip: book.tips.get(id) }, box(0, 0, width, 24, "token", { rx: 4 }), centred(items, width / 2, 12, 14));
  });
  return { node: owned.length ? node : text(16, y + 16, 12.5, "No fish, pipes or tobacco", { class: "muted" }), end: y + (line + 1) * 28 };
}

/** The player's cards: those on the street with room and income at their level, then the retired ones. */
function staff(view, player, seat, book, y) {
  const street = view.rooms.filter((room) => room.card && room.owner === seat).map((room) => ({ id: room.card, where: roomName(room.room), level: room.level, points: worth(book, room.card, player) }));
  const cards = [...street, ...player.retired.map((id, n) => ({ id, level: 3, attributes: { field: `players.${seat}.retired.${n}`, value: id } }))];
  const node = cards.map((card, n) => {
    const [left, top] = [14 + (n % 2) * 200, y + Math.floor(n / 2) * 25];
    return kept(book, `chip ${card.id} ${card.where} ${card.level} ${card.points} ${card.attributes?.field} ${left} ${top}`, () => chip(book, card, left, top));
  });
  return { node: cards.length ? node : text(16, y + 16, 12.5, "No artisans and no buildings", { class: "muted" }), end: y + Math.max(2, Math.ceil(cards.length / 2)) * 25 + 2 };
}

function chip(book, { id, where, level, points, attributes }, x, y) {
  const card = book.cards.get(id);
  const type = card ? card.type : "building";
  const income = card ? goods((card.income || [])[level - 1]) : [points, S("iki")];
  const name = nameOf(book, id);
  const size = Math.min(12.5, Math.floor((134 - stripWidth(income, 13)) / (name.length * 0.057)) / 10);
  const place = where ? text(27, 15.5, 10.5, where, { class: "muted" }) : sign("retired", 38, 11, 13);
  const tip = `${where ? `In ${where}${level ? `, level ${level}` : ""}` : "Retired"}. ${book.tips.get(id)}`;
  return moved(x, y, { key: id, tip, ...attributes }, box(0, 0, 196, 22, "cell", { rx: 4 }), box(0, 0, 24, 22, `band band-${type}`, { rx: 4 }), sign(type, 12, 11, 14, "on-band"), place, text(55, 15.5, size, name), strip(income, 192 - stripWidth(income, 13), 11, 13));
}

// ---------------------------------------------------------------- score

/** The score sheet as it would be if the match ended now, and the types behind it. */
function scores(view, book, seat) {
  const player = view.players[seat];
  const own = view.rooms.filter((room) => room.owner === seat).map((room) => room.card);
  const artisans = [...own, ...player.retired].map((id) => book.cards.get(id)).filter(Boolean);
  const wild = player.retired.filter((id) => book.cards.get(id)?.ability === "wild_type").length;
  const types = new Set(artisans.filter((card) => !(card.ability === "wild_type" && player.retired.includes(card.id))).map((card) => card.type));
  const { scoring } = book;
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const seasons = new Set(player.fish.map((id) => book.tokens.get(id).season));
  const boxes = sum(player.tobacco.map((id) => book.tokens.get(id).iki));
  const lines = {
    track: player.iki,
    types: scoring.types[Math.min(TYPES.length, types.size + wild)],
    fish: scoring.fish_seasons[seasons.size] + sum(player.fish.map((id) => book.tokens.get(id).iki)),
    tobacco: player.pipes.length ? boxes * scoring.tobacco_multiplier_with_pipe : boxes,
    buildings: sum(own.map((id) => worth(book, id, player))),
    resources: player.koban * scoring.koban + player.wood * scoring.wood + Math.floor(player.mon / scoring.mon_per_iki),
  };
  return { lines, total: sum(Object.values(lines)), types };
}

const EXPLAINED = {
  track: "Iki on the track",
  types: "Different types among the artisans on the street and retired",
  fish: "Fish of different seasons, and the iki printed on them",
  tobacco: "Tobacco boxes, doubled by a pipe",
  buildings: "Buildings on the street",
  resources: "3 for each koban, 1 for each wood, 1 for every 5 mon",
};

function sheet({ lines, total, types }, y) {
  const cells = Object.entries(lines).map(([line, points], n) => moved(14 + n * 56, y, { key: line, tip: `${EXPLAINED[line]}: ${points} if the match ended now${line === "types" ? ` (${[...types].join(", ") || "none"})` : ""}` }, middle(28, 12, 10.5, label(line), { class: "muted" }), middle(28, 33, 17, points, { class: `score-${line}` })));
  return h("g", { class: "sheet" }, h("path", { class: "line", d: `M14 ${y - 2}H408` }), cells, moved(350, y, { key: "total", tip: `${total} iki if the match ended now` }, box(2, 0, 58, 42, "total", { rx: 4 }), middle(31, 13, 11, "Total"), middle(31, 34, 20, total, { class: "strong score-total" })));
}
