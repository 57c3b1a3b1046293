// Elements of the shell. Boards are nodes (svg.js); what people click is made here.

/** An element: attributes by name, listeners by `on…`, children (elements, texts, lists; null and false are left out). */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  element.append(...children.flat().filter(Boolean));
  return element;
}

/** The mark of a seat as a small picture beside its name: the same shapes as on the board. */
const SHAPES = ["M8 2a6 6 0 1 0 .01 0Z", "M2.6 2.6h10.8v10.8h-10.8Z", "M8 1.2L14.6 13.1L1.4 13.1Z", "M8 .8L14.6 8L8 15.2L1.4 8Z"];
export const badge = (seat) =>
  svg("svg", { class: `badge seat-${seat}`, viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" }, svg("path", { class: "mark", d: SHAPES[seat % 4] }));

/** Icons of the controls, drawn in a square of 24. */
const ICONS = {
  first: "M6 5v14M19 5l-10 7l10 7Z",
  turnBack: "M20 6l-7 6l7 6ZM12 6l-7 6l7 6Z",
  back: "M16 5l-9 7l9 7Z",
  play: "M7 4l13 8l-13 8Z",
  pause: "M7 5h4v14h-4ZM14 5h4v14h-4Z",
  forward: "M8 5l9 7l-9 7Z",
  turn: "M4 6l7 6l-7 6ZM12 6l7 6l-7 6Z",
  last: "M18 5v14M5 5l10 7l-10 7Z",
  roundBack: "M6 5v14M20 6l-6 6l6 6ZM13 6l-6 6l6 6Z",
  zoom: "M10 4a6 6 0 1 0 .01 0ZM14.5 14.5l5.5 5.5M10 7.5v5M7.5 10h5",
  round: "M18 5v14M4 6l6 6l-6 6ZM11 6l6 6l-6 6Z",
};
export const icon = (name) => svg("svg", { class: "icon", viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
