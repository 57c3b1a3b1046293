// The frames of a match: its first view and what each step changes. The view of any step, forward and back.

const FORMAT = 1;

/** Frames that cannot be shown; its message is for readers. */
export class Unreadable extends Error {}

/**
 * The frames of one audience.
 *
 * Position n is the board after n steps: 0 is the start, `length` the end. Views are made once and share every part that a step leaves alone.
 */
export class Frames {
  constructor(document) {
    checked(document);
    this.about = { ...document, names: document.names.map((name, seat) => name || `Seat ${seat + 1}`) };
    this.steps = [...document.steps];
    this.drawn = document.drawn !== false;
    this.views = [document.first || {}];
    this.scores = [];
    for (const entry of [document.opening || {}, ...this.steps]) this.score(entry);
  }

  get length() {
    return this.steps.length;
  }

  /** The view at a position. */
  view(position) {
    for (let at = this.views.length; at <= position; at += 1) {
      this.views.push(applied(this.views[at - 1], this.steps[at - 1].changes || []));
    }
    return this.views[position];
  }

  /** A running match has gone on by one step. */
  push(step) {
    this.steps.push(step);
    this.score(step);
  }

  /** The score by seat as everyone can work it out: the sum of the score sheet, or open points where the game keeps no sheet. */
  score({ sheet, points = [] }) {
    const before = this.scores.at(-1);
    if (sheet) this.scores.push(sheet.map((lines) => lines.reduce((sum, value) => sum + value, 0)));
    else this.scores.push(this.about.categories?.length && before ? before : points);
  }
}

function checked(document) {
  if (!document || typeof document !== "object") throw new Unreadable("The recording of this match cannot be read.");
  if (document.format !== FORMAT) throw new Unreadable("This recording was made for another version of the viewer. Reload the page.");
  if (!Array.isArray(document.steps) || !Array.isArray(document.names)) throw new Unreadable("The recording of this match is incomplete.");
}

const gone = (value) => value !== null && typeof value === "object" && value.gone === true && Object.keys(value).length === 1;

/** The view after a list of changes; the view given stays as it is. */
export function applied(view, changes) {
  const copies = new Set(); // made for this step: they may be written to
  const copy = (part) => {
    if (copies.has(part)) return part;
    const made = Array.isArray(part) ? [...part] : { ...part };
    copies.add(made);
    return made;
  };
  let result = view;
  for (let at = 0; at < changes.length; at += 2) result = changed(result, changes[at], changes[at + 1], copy);
  return result;
}

function changed(view, path, value, copy) {
  if (!path.length) return value;
  const result = copy(view);
  let part = result;
  for (const name of path.slice(0, -1)) {
    if (part[name] === null || typeof part[name] !== "object") throw new Unreadable("The recording of this match is damaged.");
    part[name] = copy(part[name]);
    part = part[name];
  }
  const last = path[path.length - 1];
  if (gone(value)) delete part[last];
  else part[last] = value;
  return result;
}

/** A JSON document of the site. What the site says against it becomes an Unreadable. */
export async function fetched(address) {
  let answer;
  try {
    answer = await fetch(address, { headers: { Accept: "application/json" } });
  } catch {
    throw new Unreadable("The site cannot be reached. Check your connection and reload the page.");
  }
  const body = await answer.text();
  let document = null;
  try {
    document = JSON.parse(body);
  } catch {
    // an error page, or a file that was cut off: the sentences below say which
  }
  if (!answer.ok) throw new Unreadable(document?.detail || document?.error || `The site answered with error ${answer.status}.`);
  if (document === null) throw new Unreadable("The recording of this match is damaged. Reload the page.");
  return document;
}
