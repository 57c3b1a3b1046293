// Any view as a readable table: for a game without a renderer, and where a renderer fails.
import { h, label } from "./svg.js";

const plain = (value) => value === null || typeof value !== "object";
const words = (value) => (typeof value === "string" ? label(value) || "–" : value === true ? "yes" : value === false ? "no" : String(value));

export function draw(view, about) {
  const { players = [], ...table } = view;
  return [
    { id: "board", title: "Table", node: h("div", { class: "generic" }, rows(table, "")) },
    ...players.map((player, seat) => ({
      id: `player-${seat}`,
      title: about.names[seat] || `Seat ${seat + 1}`,
      seat,
      node: h("div", { class: "generic" }, h("h3", { class: `seat-${seat} seat-name` }, about.names[seat] || `Seat ${seat + 1}`), rows(player, `players.${seat}.`)),
    })),
  ];
}

function rows(part, path) {
  const names = Array.isArray(part) ? part.keys() : Object.keys(part);
  return h("dl", {}, [...names].map((name) => h("div", { key: String(name) }, h("dt", {}, title(name)), h("dd", {}, shown(part[name], path + name)))));
}

const title = (name) => (typeof name === "number" ? String(name + 1) : label(name));

function shown(value, path) {
  if (plain(value)) return h("span", { field: path, value }, words(value));
  if (Array.isArray(value) && value.every(plain)) {
    const texts = value.map((one, at) => h("span", { class: "chip", field: `${path}.${at}`, value: one }, words(one)));
    return texts.length ? texts : "none";
  }
  if (!Object.keys(value).length) return "none";
  return Array.isArray(value) && value.every(even) ? table(value, path) : rows(value, `${path}.`);
}

/** An object of plain values and lists of them: a row of a table. */
const even = (value) => !plain(value) && !Array.isArray(value) && Object.values(value).every((one) => plain(one) || (Array.isArray(one) && one.every(plain)));

function table(list, path) {
  const names = [...new Set(list.flatMap((entry) => Object.keys(entry)))];
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "No."), names.map((name) => h("th", { scope: "col" }, label(name))))),
    h("tbody", {}, list.map((entry, at) => h("tr", {}, h("th", { scope: "row" }, at + 1), names.map((name) => h("td", {}, name in entry ? shown(entry[name], `${path}.${at}.${name}`) : ""))))),
  );
}
