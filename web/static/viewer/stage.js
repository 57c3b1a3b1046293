// The drawn parts of a match: the board and the panels around it, patched from position to position.
import { el } from "./dom.js";
import * as generic from "./generic.js";
import { Surface, highlight } from "./patch.js";

const LATE_MS = 120; // panels out of sight follow when the reader has rested for so long
const NEAR = "25%"; // of the window around it: panels there count as in sight
const KEPT = 8; // drawings near the current position that are kept: stepping to and fro draws nothing twice

export class Stage {
  /** `about` as renderers get it; `failed(error)` is called when the renderer throws and the table takes its place. */
  constructor(renderer, about, failed) {
    this.renderer = renderer;
    this.about = about;
    this.failed = failed;
    this.board = el("div", { class: "viewer-board part-drawing", "data-part": "board" });
    this.parts = new Map();
    this.surfaces = new Map();
    this.drawings = new Map();
    this.listeners = [];
    this.late = [];
    this.inSight = new Set();
    this.watch = new IntersectionObserver((entries) => this.sighted(entries), { rootMargin: NEAR });
  }

  /** Called with the list of parts (without the board) whenever there are others than before. */
  onParts(listener) {
    this.listeners.push(listener);
  }

  /** Show a position; what its last step changed is marked. The board and the panels in sight change at once, the others a moment later. */
  show(frames, position) {
    this.shown = [frames, position];
    const before = position > 0 ? this.drawing(frames, position - 1) : [];
    const parts = this.drawing(frames, position);
    this.place(parts);
    const waits = (part) => part !== parts[0] && !this.inSight.has(part.id);
    const put = (part) => this.put(this.surfaces.get(part === parts[0] ? "board" : part.id), part, before.find((other) => other.id === part.id), position);
    for (const part of parts.filter((one) => !waits(one))) if (!this.tried(() => put(part))) return;
    this.late = parts.filter(waits).map((part) => () => put(part));
    clearTimeout(this.timer);
    if (this.late.length) this.timer = setTimeout(() => this.catchUp(), LATE_MS);
  }

  /** The panels that are behind. */
  catchUp() {
    clearTimeout(this.timer);
    for (const put of this.late.splice(0)) if (!this.tried(put)) return;
  }

  sighted(entries) {
    for (const { target, isIntersecting } of entries) this.inSight[isIntersecting ? "add" : "delete"](target.dataset.part);
    if (entries.some((entry) => entry.isIntersecting)) this.catchUp();
  }

  /** Other eyes see other views: nothing of the old ones may stay. */
  reset() {
    this.drawings.clear();
    for (const surface of this.surfaces.values()) surface.at = null;
  }

  drawing(frames, position) {
    let parts = this.drawings.get(position);
    if (!parts) {
      parts = this.drawn(frames.view(position));
      if (this.drawings.size >= KEPT) this.drawings.delete(this.drawings.keys().next().value);
      this.drawings.set(position, parts);
    }
    return parts;
  }

  drawn(view) {
    try {
      return this.renderer.draw(view, this.about);
    } catch (error) {
      this.giveUp(error);
      return generic.draw(view, this.about);
    }
  }

  /** Whether a part could be drawn: it is when it is first put on the page. If not, the table has taken its place. */
  tried(put) {
    try {
      put();
      return true;
    } catch (error) {
      this.giveUp(error);
      this.show(...this.shown);
      return false;
    }
  }

  giveUp(error) {
    if (this.renderer === generic) throw error;
    this.renderer = generic;
    this.drawings.clear();
    this.failed(error);
  }

  /** One part at a position, with marks where it differs from the position before, whichever was shown last. */
  put(surface, part, before, position) {
    let changed = surface.show([part.node]);
    if (surface.at !== position - 1) changed = before ? surface.changedSince([before.node]) : new Set();
    changed.delete(surface.element);
    surface.marked = highlight(changed, surface.marked);
    surface.at = position;
  }

  /** A place for each part; places stay as long as the parts are the same ones. */
  place(parts) {
    const names = parts.map((part) => part.id).join(" ");
    if (names === this.names) return;
    this.names = names;
    this.board.setAttribute("role", "group");
    this.board.setAttribute("aria-label", parts[0].title);
    this.surfaces = new Map([["board", this.surfaces.get("board") || new Surface(this.board)]]);
    this.parts = new Map();
    this.watch.disconnect();
    this.inSight.clear();
    for (const part of parts.slice(1)) {
      const element = el("div", { class: "part part-drawing", "data-part": part.id, role: "group", "aria-label": part.title });
      this.surfaces.set(part.id, new Surface(element));
      const { id, title, seat } = part; // its drawing is not looked at yet
      this.parts.set(id, { id, title, seat, element });
      this.watch.observe(element);
    }
    for (const listener of this.listeners) listener([...this.parts.values()]);
  }
}
