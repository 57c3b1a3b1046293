// Pictures of a match: a position with its panels, and the card of a link preview. Nodes (svg.js) and nothing else, for a JavaScript engine without a page.
import { h, label, mark } from "./svg.js";
import { ending, sentence } from "./words.js";

const WIDTH = 900;
const GAP = 14;
const COLUMN = (WIDTH - GAP) / 2;
const HEAD = 92;
const CARD = { width: 1200, height: 630, margin: 24, side: 430 };

/** One position: a heading, the board, and with `whole` the panels beside and under it. */
export function picture(draw, frames, about, position, whole) {
  const [board, ...panels] = parts(draw, frames, about, position);
  const ends = [HEAD + tall(board, WIDTH) + GAP];
  const placed = [at(board, GAP, HEAD, WIDTH)];
  if (whole) {
    const height = panels.reduce((sum, panel) => sum + tall(panel, COLUMN), 0);
    const beside = height > 1.5 * ends[0] ? 2 : 1;
    ends.push(ends[0], ...Array(beside).fill(HEAD)); // two columns under the board, one or two beside it
    for (const panel of [...panels.filter(({ seat }) => seat !== undefined), ...panels.filter(({ seat }) => seat === undefined)]) {
      const column = ends.indexOf(Math.min(...ends));
      placed.push(at(panel, GAP + column * (COLUMN + GAP), ends[column], COLUMN));
      ends[column] += tall(panel, COLUMN) + GAP;
    }
  }
  const width = Math.max(WIDTH + GAP, ends.length * (COLUMN + GAP)) + GAP;
  return sheet(width, Math.max(...ends), heading(frames, about, position, width - 2 * GAP), h("g", { class: "part-drawing" }, placed));
}

/** The board of a position as its shapes alone. */
export const bareBoard = (draw, frames, about, position) => bare(parts(draw, frames, about, position)[0].node);

function bare(node) {
  if (typeof node === "string") return node;
  const { key, tip, field, value, ...attributes } = node.attributes;
  return { ...node, attributes, children: node.children.map(bare) };
}

/** The card of a match: its last board, the players in the order of their places, the name of the arena. */
export function matchCard(draw, frames, about, title) {
  const { width, height, margin, side } = CARD;
  const [board] = parts(draw, frames, about, frames.length);
  const room = { width: width - side - 2 * margin, height: height - 2 * margin };
  const wide = Math.min(room.width, room.height / tall(board, 1));
  const left = width - side;
  const { scores = [], places = [] } = frames.about.result || {};
  const order = about.names.map((_, seat) => seat).sort((one, other) => (places[one] || 9) - (places[other] || 9));
  return sheet(
    width,
    height,
    h("g", { class: "part-drawing" }, at(board, margin + (room.width - wide) / 2, margin + (room.height - tall(board, wide)) / 2, wide)),
    h("text", { x: left, y: 96, class: "title", "font-size": 40 }, label(about.game)),
    h("text", { x: left, y: 132, class: "muted", "font-size": 20 }, cut(title, 34)),
    order.map((seat, line) => player(seat, left, 210 + line * 84, about.names[seat], scores[seat], places[seat])),
    h("text", { x: left, y: height - 44, class: "title", "font-size": 24 }, "Meiji Arena"),
  );
}

function player(seat, x, y, name, score, place) {
  return h(
    "g",
    {},
    mark(seat, x + 22, y, 20, {}, place ? String(place) : ""),
    h("text", { x: x + 58, y: y + 9, class: "ink", "font-size": 26 }, cut(name, 16)),
    score === undefined ? null : h("text", { x: x + CARD.side - CARD.margin, y: y + 11, class: "ink", "font-size": 32, "font-weight": 700, "text-anchor": "end" }, score),
  );
}

/** The card of a bot, a season or the like: `{ title, about, lines: [[name, value]] }`. */
export function plainCard({ title, about, lines }) {
  const { width, height } = CARD;
  const letters = Math.min(72, Math.floor(1300 / Math.max(title.length, 1)));
  return sheet(
    width,
    height,
    h("circle", { cx: width - 60, cy: 90, r: 190, class: "card-edge" }),
    h("rect", { y: height - 14, width, height: 14, class: "card-edge" }),
    h("text", { x: 80, y: 200, class: "title", "font-size": letters }, cut(title, 60)),
    h("text", { x: 80, y: 258, class: "muted", "font-size": 30 }, cut(about, 60)),
    lines.slice(0, 4).map(([name, value], line) => [
      h("text", { x: 80, y: 340 + line * 52, class: "ink", "font-size": 30 }, cut(name, 34)),
      h("text", { x: 860, y: 340 + line * 52, class: "ink", "font-size": 30, "font-weight": 700, "text-anchor": "end" }, cut(value, 18)),
    ]),
    h("text", { x: 80, y: height - 52, class: "title", "font-size": 28 }, "Meiji Arena"),
  );
}

function heading(frames, about, position, width) {
  const { steps, length } = frames;
  const last = steps[position - 1];
  const result = position === length ? frames.about.result : null;
  const words = result ? ending(result, about.names) : last ? sentence(last, about.names) : "The start";
  const wide = WIDTH / about.names.length;
  const scores = result?.scores || frames.scores[position] || [];
  return [
    h("text", { x: GAP, y: 30, class: "title", "font-size": 21 }, label(about.game)),
    h("text", { x: GAP + width, y: 28, class: "muted", "font-size": 15, "text-anchor": "end" }, `Step ${position} of ${length}`),
    h("text", { x: GAP, y: 52, class: "ink", "font-size": 15 }, cut(words, Math.floor(width / 9))),
    about.names.map((name, seat) => [
      mark(seat, GAP + 9 + seat * wide, 73, 8),
      h("text", { x: GAP + 24 + seat * wide, y: 78, class: "ink", "font-size": 14 }, `${cut(name, 18)}  `, h("tspan", { "font-weight": 700 }, scores[seat] ?? "")),
    ]),
  ];
}

const sheet = (width, height, ...children) =>
  h("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${Math.ceil(height)}`, width, height: Math.ceil(height) }, h("rect", { width, height: Math.ceil(height), class: "sheet-ground" }), children);

function parts(draw, frames, about, position) {
  const drawn = draw(frames.view(position), about);
  if (drawn[0].node.tag !== "svg") throw new Error("NO DRAWING");
  return drawn;
}

const size = (part) => part.node.attributes.viewBox.split(" ").slice(2).map(Number);

/** How tall a part is if it is that wide. */
function tall(part, wide) {
  const [width, height] = size(part);
  return (wide * height) / width;
}

const at = ({ node, ...part }, x, y, width) => ({ ...node, attributes: { ...node.attributes, x, y, width, height: tall({ node, ...part }, width) } });

const cut = (text, letters) => (String(text).length > letters ? `${String(text).slice(0, letters - 1)}…` : String(text));
