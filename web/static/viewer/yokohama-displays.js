// Yokohama: ports, laboratories, and the boards of Church and Customs.
import { counted, h, label } from "./svg.js";
import { PANEL, THIRD, gap, orderCard, technologyCard } from "./yokohama-cards.js";
import { at, box, glyph, path, piece, right, row, text } from "./yokohama-glyphs.js";
import { given, listed, orderName, place, source } from "./yokohama-words.js";

const NEUTRAL = -2;

function display(view, t, list, titled, tall, step, drawn, footer) {
  const height = list.length * (step * 2 + 30) + 26;
  return h("svg", { viewBox: `0 0 ${PANEL} ${height}`, class: "yokohama" },
    box(1, 1, PANEL - 2, height - 2, { rx: 5, class: "board" }),
    list.map((place_, number) => at(8, 6 + number * (step * 2 + 30), {},
      h("g", { field: `${titled}.${number}.area`, value: place_.area }, text(0, 18, 15, place(place_.area), { class: "title" })),
      place_.cards.map((id, slot) => {
        const attributes = { field: `${titled}.${number}.cards.${slot}`, value: id, key: id ? `${id}-${slot}` : undefined };
        const [x, y] = [(slot % 3) * THIRD, 26 + Math.floor(slot / 3) * step];
        return id ? drawn(id, slot, x, y, attributes) : gap(x, y, tall, attributes);
      }))),
    footer(height - 9),
  );
}

const deck = (x, y, field, number, words) => h("g", { field, value: number }, text(x, y, 11.5, words, { class: "muted" }));

/** The next cards of a deck, where the view has them: once a match is over and everything lies open. */
const coming = (y, field, cards, named) => cards?.length > 0 && h("text", { x: 410, y, "font-size": 11, "text-anchor": "end", class: "muted" }, "next: ",
  cards.slice(0, 2).map((id, index) => [index ? ", " : "", h("tspan", { field: `${field}.${index}`, value: id }, named(id))]));

export function ports(view, t) {
  return display(view, t, view.ports, "ports", 62, 66, (id, slot, x, y, attributes) => orderCard(t, id, x, y, `${slot + 1} ${t.levels[slot]}`, attributes),
    (y) => [deck(10, y, "order_deck_size", view.order_deck_size, `${counted(view.order_deck_size, "order")} in the deck`), deck(152, y, "orders_removed_size", view.orders_removed_size, `${view.orders_removed_size} removed unseen`),
      coming(y, "order_deck", view.order_deck, orderName)]);
}

export function laboratories(view, t) {
  return display(view, t, view.laboratories, "laboratories", 46, 50, (id, slot, x, y, attributes) => technologyCard(t, id, x, y, t.surcharge[slot], attributes),
    (y) => [deck(10, y, "technology_deck_size", view.technology_deck_size, `${counted(view.technology_deck_size, "technology", "technologies")} in the deck`),
      coming(y, "technology_deck", view.technology_deck, (id) => t.technologies.get(id).name)]);
}

export function management(view, about, t) {
  const edition = t.editions.get(view.options.edition);
  const end = edition.management_end[view.players.length - 2];
  return h("svg", { viewBox: `0 0 ${PANEL} 328`, class: "yokohama" },
    box(1, 1, PANEL - 2, 326, { rx: 5, class: "board" }),
    ["church", "customs"].map((name, index) => at(8, 6 + index * 161, {},
      text(0, 18, 15, label(name), { class: "title" }),
      right(404, 17, 11.5, `${view[name].filter((owner) => owner !== -1).length} of ${end} call the end · most here: ${t.scoring[name].join(" / ")} VP`, { class: "muted" }),
      view[name].map((owner, number) => space(about, t[name][number], name, number, owner)))));
}

function space(about, entry, name, number, owner) {
  const price = name === "church" ? entry.faith : entry.imports;
  const cost = name === "church" ? `${price} faith` : counted(price, "import");
  const words = `${label(name)}, space ${number + 1}: ${cost}; gives ${listed(entry.reward)}.`;
  const taken = owner === -1 ? "" : owner === NEUTRAL ? " Taken by a neutral assistant." : ` Taken by ${about.names[owner]}.`;
  return at((number % 4) * 102, 26 + Math.floor(number / 4) * 64, { field: `${name}.${number}`, value: owner, tip: words + taken + source(entry), class: owner === -1 ? null : "yk-taken" },
    box(0, 0, 98, 60, { rx: 4, class: "space" }),
    glyph(name === "church" ? "faith" : "import", 13, 15, 15), text(25, 21, 16, price, { class: "yk-number" }),
    row(given(entry.reward), 8, 43, 15, 5),
    owner >= 0 && piece(owner, 80, 19, 13, { key: `at-${owner}` }),
    owner === NEUTRAL && h("g", { transform: "translate(80 19)" }, h("circle", { r: 12, class: "yk-neutral" }), path("M-5-5L5 5M5-5L-5 5", "yk-scroll")));
}
