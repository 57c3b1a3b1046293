// What a screen reader says about the board: each step that the reader asks for, and now and then where a match has got to that moves by itself.
import { el } from "./dom.js";

const REST_MS = 250; // steps that follow each other faster, as while a key is held down, are not spoken
const PACE_MS = 6000; // between two sentences while the match plays or is followed

export class Speech {
  constructor() {
    this.element = el("div", { class: "viewer-speech", role: "status", "aria-live": "polite", "aria-atomic": "true" });
    this.spokenAt = -Infinity;
    this.timer = null;
  }

  /** Say this soon, unless something newer comes first. `unasked`: the board moved without the reader. */
  say(words, unasked) {
    this.words = words;
    if (unasked && this.timer !== null) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.speak(), unasked ? Math.max(REST_MS, this.spokenAt + PACE_MS - performance.now()) : REST_MS);
  }

  speak() {
    this.timer = null;
    this.spokenAt = performance.now();
    if (this.element.textContent !== this.words) this.element.textContent = this.words;
  }
}
