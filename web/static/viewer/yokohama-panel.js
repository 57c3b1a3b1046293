// Yokohama: a player's panel, and the score as if the match ended now.
import { counted, h, label } from "./svg.js";
import { PANEL, THIRD, objective, orderCard, orderWords, technologyCard, tokenWords } from "./yokohama-cards.js";
import { at, box, centred, flag, glyph, piece, right, row, text } from "./yokohama-glyphs.js";
import { COUNTRIES, GOODS, clipped, country, given, orderName, place, printed } from "./yokohama-words.js";

// Scores

const CATEGORIES = ["play", "church", "customs", "technology", "countries", "agents", "imports", "yen", "goods"];

/** First and second prize by keys that compare as numbers; a seat without one is not ranked. */
function majority(keys, prizes) {
  const ranked = keys.map((key, seat) => [key, seat]).filter(([key]) => key > 0).sort((a, b) => b[0] - a[0]);
  return keys.map((_, seat) => prizes[ranked.findIndex(([, other]) => other === seat)] || 0);
}

function countrySets(counts, points) {
  let total = 0;
  for (let left = counts; left.some((number) => number > 0); left = left.map((number) => number - 1)) total += points[left.filter((number) => number > 0).length];
  return total;
}

function icons(player, t) {
  const shown = [...player.completed.map((id) => t.orders.get(id)?.country), ...player.technologies.map((id) => t.technologies.get(id)?.country), t.objectives.get(player.objective_reward)?.flag];
  return COUNTRIES.map((id) => shown.filter((other) => other === id).length);
}

const total = (numbers) => Object.values(numbers).reduce((sum, number) => sum + number, 0);

/** The score sheet of every seat as if the match ended now (Y-SCORE-1 to Y-SCORE-5). */
export function sheets(view, about) {
  const t = printed(about);
  const { scoring } = t;
  const presence = (board) => majority(view.players.map((_, seat) => board.filter((owner) => owner === seat).length * 16 + board.lastIndexOf(seat) + 1), scoring[board === view.church ? "church" : "customs"]);
  const [church, customs] = [presence(view.church), presence(view.customs)];
  const values = view.players.map((player) => player.technologies.reduce((sum, id) => sum + t.technologies.get(id).value, 0));
  const technology = majority(values.map((value, seat) => value && value - seat / 16), scoring.technology);
  return view.players.map((player, seat) => ({
    play: player.vp, church: church[seat], customs: customs[seat], technology: technology[seat],
    countries: countrySets(icons(player, t), scoring.country_set),
    agents: total(player.agents) * scoring.unused_agent,
    imports: player.imports * scoring.import,
    yen: Math.floor(player.yen / scoring.yen_per_vp),
    goods: Math.floor(GOODS.reduce((sum, good) => sum + player[good], 0) / scoring.goods_per_vp),
  }));
}

// Players

/** A player's panel is written from top to bottom: each block returns how tall it is and its nodes. */
export function panel(view, about, t, seat, sheet) {
  const player = view.players[seat];
  const blocks = [head, resources, pieces, agents, hand, completed, technologies, score];
  let y = 0;
  const nodes = blocks.map((block) => {
    const [tall, ...drawn] = block({ view, about, t, seat, player, sheet, at: `players.${seat}` });
    y += tall;
    return at(0, y - tall, {}, drawn);
  });
  return h("svg", { viewBox: `0 0 ${PANEL} ${y + 4}`, class: `yokohama seat-${seat}` },
    box(1, 1, PANEL - 2, y + 2, { rx: 5, class: view.to_act === seat ? "yk-sheet yk-turn" : "yk-sheet" }), nodes);
}

function head({ view, about, seat, player, at: where, sheet }) {
  return [42,
    piece(seat, 24, 22, 13, { tip: `Seat ${seat + 1}: ${about.names[seat]}` }),
    text(44, 28, 17, clipped(about.names[seat], 16), { class: "yk-strong" }),
    view.to_act === seat && at(220, 11, { field: "to_act", value: seat }, box(0, 0, 56, 21, { rx: 10, class: "yk-badge" }), centred(28, 15, 11.5, "to act", { class: "yk-badge-text" })),
    h("g", { tip: "Points gained so far" }, right(324, 30, 21, player.vp, { class: "yk-number", field: `${where}.vp` }), glyph("vp", 334, 23, 16)),
    right(408, 29, 13, `total ${total(sheet)}`, { class: "muted", tip: "With what the match would give if it ended now, as on the sheet below" })];
}

const STOCK = [["yen", "yen", "yen"], ["imports", "import", "imports"], ...GOODS.map((good) => [good, good, good])];

function resources({ player, about, seat, at: where }) {
  return [38, STOCK.map(([field, kind, words], index) => at(8 + index * 67.6, 2, { field: `${where}.${field}`, value: player[field], tip: `${about.names[seat]} has ${player[field]} ${words}` },
    box(0, 0, 64, 32, { rx: 4, class: "space" }), glyph(kind, 15, 16, 19), right(57, 23, 19, player[field], { class: "yk-number" })))];
}

const PIECES = [["assistants", "assistant"], ["shops", "shop"], ["trading_houses", "trading_house"]];

function pieces({ view, about, t, seat, player, at: where }) {
  const out = {
    assistants: view.areas.reduce((sum, area) => sum + (area.assistants[seat] || 0), 0),
    shops: view.areas.filter((area) => area.shops.includes(seat)).length,
    trading_houses: view.areas.filter((area) => area.trading_house === seat).length,
  };
  const price = t.prices.trading_house[t.prices.trading_house.length - player.warehouse_trading_houses];
  const tips = { assistants: "free", shops: `${t.prices.shop} yen each`, trading_houses: price ? `${price} yen for the next` : "none left" };
  const where_ = player.president ? place(player.president) : "in hand";
  return [72, ["hand", "warehouse", "in town"].map((words, line) => text(10, 34 + line * 17, 11.5, words, { class: "muted" })),
    PIECES.map(([field, kind], column) => at(120 + column * 62, 0, {}, h("g", { class: "seat-fill" }, glyph(kind, 0, 10, 17)),
      [[`${where}.${field}`, player[field], `${player[field]} in hand`], [`${where}.warehouse_${field}`, player[`warehouse_${field}`], `${player[`warehouse_${field}`]} in the warehouse: ${tips[field]}`]].map(([name, number, words], line) =>
        h("g", { field: name, value: number, tip: `${label(field)} of ${about.names[seat]}: ${words}` }, centred(0, 35 + line * 17, 14.5, number, { class: "yk-number" }))),
      centred(0, 69, 14.5, out[field], { class: "muted" }))),
    at(288, 4, { field: `${where}.president`, value: player.president, tip: `President of ${about.names[seat]}: ${where_}` },
      box(0, 0, 124, 64, { rx: 4, class: "space" }), piece(seat, 62, 22, 14, { class: "yk-president" }, "hat"), centred(62, 56, where_.length > 15 ? 11 : 12, where_))];
}

function agents({ player, about, t, seat, at: where }) {
  const held = [
    ...Object.entries(player.agents).map(([id, number]) => [`agents.${id}`, id, number, ""]),
    ...Object.entries(player.agents_used).map(([id, number]) => [`agents_used.${id}`, id, number, "yk-used"]),
  ];
  let x = 62;
  const faces = held.map(([field, id, number, used]) => {
    x += 46;
    return at(x - 46, 4, { field: `${where}.${field}`, value: number, class: used || null, tip: `${counted(number, "agent")} of ${about.names[seat]}, ${country(id)}, ${used ? "used" : "ready: acts once where an assistant is; worth 1 VP if unused"}` },
      box(0, 0, 42, 24, { rx: 4, class: used ? "back" : "card" }), flag(id, 14, 12, 20), text(28, 17, 13, number, { class: used ? "yk-back-text" : "yk-number" }));
  });
  const tokens = player.five_powers.map((id, index) => [index, id]);
  const perRow = 5;
  const lines = Math.ceil((tokens.length + (player.objective_reward ? 1 : 0)) / perRow);
  const spot = (index) => [64 + (index % perRow) * 70, 34 + Math.floor(index / perRow) * 30];
  return [34 + lines * 30, text(10, 20, 11.5, "agents", { class: "muted" }), held.length ? faces : text(62, 20, 11.5, "none", { class: "muted" }),
    lines > 0 && text(10, 50, 11.5, "tokens", { class: "muted" }),
    tokens.map(([index, id]) => at(...spot(index), { field: `${where}.five_powers.${index}`, value: id, tip: tokenWords(t, id) },
      box(-2, 0, 66, 26, { rx: 6, class: "yk-token" }), row(given(t.tokens.get(id).reward), 5, 13, 13, 5))),
    player.objective_reward && objective(t, player.objective_reward, spot(tokens.length)[0] + 18, spot(tokens.length)[1] + 13, { field: `${where}.objective_reward`, value: player.objective_reward })];
}

/** Orders in hand: cards where the view has them, else backs. */
function hand({ player, about, t, seat, at: where }) {
  const known = player.orders;
  const title = [h("g", { field: `${where}.orders_size`, value: player.orders_size }, text(10, 14, 11.5, `${counted(player.orders_size, "order")} in hand`, { class: "muted" })),
    player.put_away && h("g", { field: `${where}.put_away`, value: player.put_away, tip: `Put away at the start. ${orderWords(t, player.put_away)}` }, right(410, 14, 11.5, `put away: ${orderName(player.put_away).toLowerCase()}`, { class: "muted" }))];
  if (known) return [known.length ? 86 : 22, title, known.map((id, index) => orderCard(t, id, 8 + index * THIRD, 20, orderName(id), { field: `${where}.orders.${index}`, value: id, key: id }))];
  return [player.orders_size ? 42 : 22, title, Array.from({ length: player.orders_size }, (_, index) => at(112 + index * 34, 3, { key: `back-${index}`, tip: `An order in the hand of ${about.names[seat]}: hidden` },
    box(0, 0, 28, 36, { rx: 3, class: "back" }), h("circle", { cx: 14, cy: 18, r: 7, class: "yk-seal" })))];
}

function completed({ player, t, at: where }) {
  const perRow = 6;
  const lines = Math.max(1, Math.ceil(player.completed.length / perRow));
  return [8 + lines * 28, text(10, 18, 11.5, player.completed.length ? `${player.completed.length} done` : "no order done yet", { class: "muted" }),
    player.completed.map((id, index) => {
      const card = t.orders.get(id);
      return at(62 + (index % perRow) * 58, 2 + Math.floor(index / perRow) * 28, { field: `${where}.completed.${index}`, value: id, key: id, tip: `Completed. ${orderWords(t, id)}` },
        box(0, 0, 54, 24, { rx: 3, class: "card" }), flag(card.country, 14, 12, 18), row([[card.reward.vp, "vp"]], 26, 12, 12));
    })];
}

function technologies({ player, t, at: where }) {
  const lines = Math.ceil(player.technologies.length / 3);
  return [lines * 50 + (lines ? 2 : 22), lines ? null : text(10, 14, 11.5, "no technology yet", { class: "muted" }),
    player.technologies.map((id, index) => technologyCard(t, id, 8 + (index % 3) * THIRD, 2 + Math.floor(index / 3) * 50, 0, { field: `${where}.technologies.${index}`, value: id, key: id }))];
}

function score({ player, t, sheet }) {
  const sets = icons(player, t);
  return [106, h("path", { d: "M8 4H412", class: "line" }),
    COUNTRIES.map((id, index) => at(12 + index * 54, 10, { tip: `${counted(sets[index], "icon")} of ${country(id)}` }, flag(id, 10, 9, 20), text(25, 14, 14, sets[index], { class: sets[index] ? "yk-number" : "muted" }))),
    right(410, 23, 11, "icons of countries", { class: "muted" }),
    CATEGORIES.map((name, index) => at(8 + (index % 5) * 81, 34 + Math.floor(index / 5) * 35, { tip: `If the match ended now: ${sheet[name]} VP for ${name}` },
      text(2, 11, 10.5, name, { class: "muted" }), text(2, 26.5, 14, sheet[name], { class: "yk-number", "data-line": name }))),
    at(332, 69, { tip: "The total if the match ended now" }, text(2, 11, 10.5, "total", { class: "muted" }), text(2, 27, 16, total(sheet), { class: "yk-total", "data-line": "total" }))];
}
