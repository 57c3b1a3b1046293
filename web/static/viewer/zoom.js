// A board that is too small to read, as on a phone, can be enlarged within its frame: by a button, a key or two taps. It follows the match there.
import { el, icon } from "./dom.js";

const LEGIBLE = 0.9; // CSS pixels for a unit of the drawing: the smallest text of a board has 11 units
const STILL = "(prefers-reduced-motion: reduce)";

export class Zoom {
  constructor() {
    this.button = el("button", { type: "button", class: "viewer-zoom", "aria-label": "Zoom", "aria-pressed": "false", "aria-keyshortcuts": "z", title: "Enlarge the board (z)", hidden: true, onclick: () => this.toggle() }, icon("zoom"), el("span", {}, "Zoom"));
    this.on = false;
  }

  attach(board) {
    this.board = board;
    board.addEventListener("dblclick", (event) => this.toggle(event));
    new ResizeObserver(() => this.measure()).observe(board);
  }

  get drawing() {
    return this.board?.firstElementChild;
  }

  /** Width of the drawing in its own units; 0 if it is not one, but a table. */
  get units() {
    return this.drawing?.viewBox?.baseVal?.width || 0;
  }

  /** Offered where the whole board cannot be read. */
  measure() {
    const small = this.board.clientWidth < this.units * LEGIBLE;
    this.button.hidden = !small && !this.on;
    if (this.on && !small) this.set(false);
  }

  /** Enlarge, or show all of it again. With a point, what is there comes to the middle. */
  toggle(point) {
    if (!this.on && this.button.hidden) return;
    const before = this.drawing.getBoundingClientRect();
    const share = point?.clientX === undefined ? null : [(point.clientX - before.left) / before.width, (point.clientY - before.top) / before.height];
    this.set(!this.on);
    if (!this.on) return;
    if (share) this.board.scrollTo(share[0] * this.drawing.clientWidth - this.board.clientWidth / 2, share[1] * this.drawing.clientHeight - this.board.clientHeight / 2);
    else this.follow("instant");
  }

  set(on) {
    this.on = on;
    this.board.toggleAttribute("data-zoomed", on);
    this.board.style.setProperty("--legible", `${this.units}px`);
    if (on) this.board.setAttribute("tabindex", "0"); // the arrow keys scroll it
    else this.board.removeAttribute("tabindex");
    this.button.setAttribute("aria-pressed", String(on));
  }

  /** Bring what the last step has changed into sight. */
  follow(behavior) {
    if (!this.on) return;
    const piece = this.board.querySelector("[data-key][data-changed]") || this.board.querySelector("[data-changed]");
    if (!piece) return;
    const [box, frame] = [piece.getBoundingClientRect(), this.board.getBoundingClientRect()];
    const seen = box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
    const way = behavior || (matchMedia(STILL).matches ? "instant" : "smooth");
    const by = (middle, edge, size) => middle - edge - size / 2;
    if (seen) this.board.scrollBy({ left: 0, top: 0, behavior: "instant" }); // stops a scroll that goes on from the step before
    else this.board.scrollBy({ left: by(box.left + box.width / 2, frame.left, frame.width), top: by(box.top + box.height / 2, frame.top, frame.height), behavior: way });
  }
}
