// The drawn parts of a match: the board and the panels around it, patched from position to position.
import { el } from "./dom.js";
import * as generic from "./generic.js";
import { Surface, highlight } from "./patch.js";

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
    this.marked = [];
    this.listeners = [];
  }

  /** Called with the list of parts (without the board) whenever there are others than before. */
  onParts(listener) {
    this.listeners.push(listener);
  }

  /** Show a position; what its last step changed is marked. */
  show(frames, position) {
    if (position > 0 && this.shown !== position - 1) this.put(this.drawing(frames, position - 1));
    const changed = this.put(this.drawing(frames, position));
    this.marked = highlight(position > 0 ? changed : [], this.marked);
    this.shown = position;
  }

  /** Other eyes see other views: nothing of the old ones may stay. */
  reset() {
    this.drawings.clear();
    this.shown = null;
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
      if (this.renderer === generic) throw error;
      this.renderer = generic;
      this.drawings.clear();
      this.failed(error);
      return generic.draw(view, this.about);
    }
  }

  put(parts) {
    this.place(parts);
    const changed = new Set();
    parts.forEach((part, at) => {
      const surface = this.surfaces.get(at === 0 ? "board" : part.id);
      for (const element of surface.show([part.node])) if (element !== surface.element) changed.add(element);
    });
    return changed;
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
    for (const part of parts.slice(1)) {
      const element = el("div", { class: "part part-drawing", "data-part": part.id, role: "group", "aria-label": part.title });
      this.surfaces.set(part.id, new Surface(element));
      this.parts.set(part.id, { ...part, element });
    }
    for (const listener of this.listeners) listener([...this.parts.values()]);
  }
}
