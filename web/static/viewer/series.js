// Figures of players over a match, for curves.
import { label } from "./svg.js";

/** What a curve can show: points, lines of the score sheet, then every number that players have, also one level down. */
export function subjects(frames) {
  const found = [{ id: "score", title: "Score" }];
  (frames.about.categories || []).forEach((name, at) => found.push({ id: `*sheet.${at}`, title: `Score: ${label(name).toLowerCase()}` }));
  if (frames.drawn) {
    const names = new Map();
    for (const view of [frames.view(0), frames.view(frames.length)]) {
      for (const player of view.players || []) collect(player, "", names);
    }
    for (const [id, title] of names) found.push({ id, title });
  }
  if (frames.steps.some((step) => step.ms !== undefined)) found.push({ id: "*ms", title: "Thinking time, s" });
  return found;
}

function collect(part, prefix, names) {
  for (const [name, value] of Object.entries(part)) {
    const id = prefix + name;
    if (typeof value === "number") names.set(id, prefix ? `${label(prefix.slice(0, -1))}: ${label(name).toLowerCase()}` : label(name));
    else if (Array.isArray(value)) names.set(`${id}#`, `${label(id)} (number)`);
    else if (!prefix && value && typeof value === "object") collect(value, `${id}.`, names);
  }
}

/** One list of figures for each seat, a figure for each position; null where there is none. */
export function series(frames, id) {
  const seats = frames.about.seats;
  if (id === "score") return Array.from({ length: seats }, (_, seat) => frames.scores.map((scores) => scores[seat] ?? null));
  if (id === "*ms") return thinking(frames, seats);
  if (id.startsWith("*sheet.")) return sheet(frames, seats, Number(id.slice(7)));
  const lines = Array.from({ length: seats }, () => []);
  for (let position = 0; position <= frames.length; position += 1) {
    const players = frames.view(position).players || [];
    for (let seat = 0; seat < seats; seat += 1) lines[seat].push(figure(players[seat], id));
  }
  return lines;
}

function figure(player, id) {
  const counts = id.endsWith("#");
  const value = (counts ? id.slice(0, -1) : id).split(".").reduce((part, name) => part?.[name], player);
  if (counts) return Array.isArray(value) ? value.length : null;
  return typeof value === "number" ? value : null;
}

/** A line of the score sheet; a step that leaves the sheet out has not changed it. */
function sheet(frames, seats, category) {
  let last = frames.about.opening?.sheet;
  const lines = Array.from({ length: seats }, (_, seat) => [last?.[seat]?.[category] ?? null]);
  for (const step of frames.steps) {
    last = step.sheet || last;
    lines.forEach((line, seat) => line.push(last?.[seat]?.[category] ?? null));
  }
  return lines;
}

function thinking(frames, seats) {
  const sums = Array(seats).fill(0);
  const lines = Array.from({ length: seats }, () => [0]);
  for (const step of frames.steps) {
    sums[step.seat] += (step.ms || 0) / 1000;
    lines.forEach((line, seat) => line.push(sums[seat]));
  }
  return lines;
}
