// One tooltip for all pieces: by mouse, by focus and by touch. With the key `i` the arrows go from piece to piece.
import { el } from "./dom.js";

const GAP = 8;

export class Tooltips {
  constructor(root) {
    this.root = root;
    this.box = el("div", { class: "viewer-tip", role: "tooltip", hidden: true });
    this.piece = null;
    root.append(this.box);
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.at(event.target));
    root.addEventListener("pointerleave", () => this.hide());
    root.addEventListener("click", (event) => this.at(event.target));
    root.addEventListener("focusin", (event) => event.target.hasAttribute("data-tip") && this.show(event.target));
    root.addEventListener("focusout", (event) => event.target === this.piece && this.leave());
    root.addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("scroll", () => this.box.hidden || this.put(), { passive: true, capture: true });
  }

  at(target) {
    const piece = target.closest?.("[data-tip]");
    if (piece && this.root.contains(piece)) this.show(piece);
    else this.hide();
  }

  show(piece) {
    this.piece = piece;
    this.box.textContent = piece.dataset.tip;
    this.box.hidden = false;
    this.put();
  }

  /** Above the piece if there is room, else below; always within the window. */
  put() {
    if (!this.piece?.isConnected) return this.hide();
    const at = this.piece.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const left = Math.min(Math.max(GAP, at.left + at.width / 2 - width / 2), document.documentElement.clientWidth - width - GAP);
    const top = at.top - height - GAP < 0 ? Math.min(at.bottom + GAP, innerHeight - height - GAP) : at.top - height - GAP;
    this.box.style.left = `${left}px`;
    this.box.style.top = `${top}px`;
  }

  hide() {
    this.box.hidden = true;
    this.piece = null;
  }

  leave() {
    this.piece?.removeAttribute("tabindex");
    this.hide();
  }

  /** After a step the piece may say something else, or be gone. */
  refresh() {
    if (!this.piece) return;
    if (this.piece.isConnected && this.piece.dataset.tip) this.show(this.piece);
    else this.hide();
  }

  pieces() {
    return [...this.root.querySelectorAll("[data-tip]")].filter((piece) => piece.getClientRects().length);
  }

  inspect(piece = this.pieces()[0]) {
    if (!piece) return;
    piece.setAttribute("tabindex", "-1");
    piece.focus();
  }

  pressed(event) {
    if (event.key === "Escape") {
      this.piece?.blur?.();
      return this.hide();
    }
    const direction = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (!direction || event.target !== this.piece || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.inspect(this.beside(direction));
  }

  /** The nearest piece in a direction; ways to the side count double. */
  beside([right, down]) {
    const centre = (piece) => {
      const box = piece.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = centre(this.piece);
    let best = this.piece;
    let least = Infinity;
    for (const piece of this.pieces()) {
      const [px, py] = centre(piece);
      const ahead = (px - x) * right + (py - y) * down;
      const aside = Math.abs((px - x) * down) + Math.abs((py - y) * right);
      if (ahead > 1 && ahead + 2 * aside < least) [best, least] = [piece, ahead + 2 * aside];
    }
    return best;
  }
}
