// Nippon's supply: factories, rewards, the table of influence, the bag.

import { origin } from "./origins.js";
import { counted, h, label, mark } from "./svg.js";
import { at, box, good, middle, range, stuff, text, worker } from "./nippon-pieces.js";
import { effectLines, factoryTip } from "./nippon-words.js";

export function supply(view, about, table) {
  const order = view.draw_order || [];
  const height = 500 + (order.length ? 24 + Math.ceil(order.length / 24) * 20 : 0);
  return h("svg", { viewBox: `0 0 420 ${height}`, class: "nippon" },
    text(6, 18, 14, "Factories: 6 yen each", { class: "n-strong n-serif" }),
    view.factory_piles.map((pile, number) => pileOf(view, about, table, pile, number)),
    text(6, 292, 14, "Rewards of the emperor", { class: "n-strong n-serif" }),
    view.rewards.map((reward, number) => rewardOf(table, reward, number)),
    at(6, 404, { tip: `Plain 2x tiles: taken once no other reward is left. They give nothing now and double an achievement.${origin(table.origins.setup)}` },
      box(0, 0, 130, 26, "n-cell"), text(8, 18, 13, "Plain 2x"), text(122, 18, 14, `${view.extra_multipliers} left`, { "text-anchor": "end", class: "n-strong", field: "extra_multipliers", value: view.extra_multipliers })),
    influenceTable(table),
    text(6, 456, 14, "Bag", { class: "n-strong n-serif" }),
    Object.entries(view.bag).map(([colour, count], number) => at(60 + number * 60, 450, { field: `bag.${colour}`, value: count, tip: `${counted(count, `${colour} worker`)} in the bag.` }, worker(colour, 0, 0, 1.1), text(13, 6, 15, count, { class: "n-strong" }))),
    rulesOf(view.options, view.seats),
    order.length ? [text(6, 512, 13, "Order of the next refill", { class: "n-strong n-serif" }), order.map((colour, number) => worker(colour, 15 + (number % 24) * 17, 528 + Math.floor(number / 24) * 20, 0.8, { field: `draw_order.${number}` }))] : null);
}

/** The options of the match in a line. */
function rulesOf({ consolidation_workers: workers, two_player_row_size: size }, seats) {
  const tip = `Options: workers go to ${workers === "bag" ? "the bag" : "gaps of the rows first"} after a consolidation; with two players a row holds ${size} workers.`;
  return text(6, 486, 12, [
    h("tspan", { field: "options.consolidation_workers", value: workers }, workers === "bag" ? "Workers return to the bag" : "Workers return to the rows, then the bag"),
    h("tspan", { field: "options.two_player_row_size", value: size }, seats === 2 ? `; rows hold ${size}` : ""),
  ], { class: "n-soft", tip });
}

function pileOf(view, about, table, pile, column) {
  const level = table.levels[pile.good];
  return at(6 + column * 68.5, 26, { key: `pile-${pile.good}` },
    h("g", { field: `factory_piles.${column}.good`, value: pile.good, tip: `${label(pile.good)}, level ${level}: ${table.needs[level - 1]}${origin(table.origins.levels)}` },
      h("rect", { width: 66, height: 38, class: "n-touch" }), good(pile.good, 11, 15, 22), text(25, 13, 10.5, label(pile.good), { class: "n-strong" }), text(25, 26, 10.5, `level ${level}`, { class: "n-soft" })),
    range(4).map((index) => {
      const number = index + 1;
      const place = pile.tiles.indexOf(number);
      const tile = table.factories[`${pile.good} ${number}`];
      const owner = view.players.findIndex((player) => player.factories.some((built) => built.good === pile.good && built.tile === number));
      const who = owner < 0 ? "" : ` ${about.names[owner]} has built it.`;
      return at(0, 34 + index * 54, { key: `tile-${number}`, tip: `${factoryTip(pile.good, tile, number)}${who}`, ...(place < 0 ? {} : { field: `factory_piles.${column}.tiles.${place}`, value: number }) },
        box(0, 0, 66, 52, place < 0 ? "n-tile n-built" : tile?.kind === "permanent" ? "n-tile n-lasting" : "n-tile"),
        text(5, 14, 11, number, { class: "n-soft" }),
        owner < 0 ? null : mark(owner, 54, 12, 7),
        effectLines(tile).map((line, row) => middle(33, 29 + row * 14, 10.5, line, { class: place < 0 ? "n-soft" : "n-ink" })));
    }));
}

function rewardOf(table, reward, index) {
  const [column, row] = [Math.floor(index / 3), index % 3];
  const path = `rewards.${index}`;
  const printed = table.rewards[index];
  return at(6 + column * 103, 300 + row * 33, { key: `reward-${index}`, tip: `${reward.multiplier}x reward: gain ${reward.amount} ${reward.front}, then multiply an achievement by ${reward.multiplier} at the end. ${reward.left} left.${origin(printed?.provenance)}` },
    box(0, 0, 100, 30, reward.left ? "n-cell" : "n-cell n-built"),
    text(7, 21, 15, `${reward.multiplier}x`, { class: "n-red n-strong", field: `${path}.multiplier`, value: reward.multiplier }),
    text(45, 20, 13, `+${reward.amount}`, { "text-anchor": "end", field: `${path}.amount`, value: reward.amount, dx: 8 }),
    h("g", { field: `${path}.front`, value: reward.front }, stuff(reward.front, 64, 15, 0.85)),
    text(94, 20, 13, `×${reward.left}`, { "text-anchor": "end", class: "n-strong", field: `${path}.left`, value: reward.left }));
}

function influenceTable(table) {
  return at(142, 404, { tip: `Influence by level of the good, for 1, 2 or 3 goods paid.${origin(table.origins.influence)}` },
    box(0, 0, 272, 26, "n-cell"), text(8, 17, 11, "Influence", { class: "n-soft" }),
    table.values.map((values, level) => text(72 + level * 68, 17, 11, [h("tspan", { class: "n-soft" }, `L${level + 1} `), h("tspan", { class: "n-strong" }, values.join(" "))])));
}
