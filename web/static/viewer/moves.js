// The list of moves, grouped by turn; the current one is marked. Groups out of sight cost no layout (content-visibility).
import { turns } from "./course.js";
import { badge, el } from "./dom.js";
import { wording } from "./words.js";

const MARGIN = 30; // pixels of the list between the current move and its edge

export class Moves {
  constructor(shell) {
    this.shell = shell;
    this.list = el("ol", { class: "viewer-moves", "aria-label": "Moves", onclick: (event) => this.clicked(event), onkeydown: (event) => this.pressed(event) });
    this.element = el("section", { class: "viewer-list", "aria-label": "Moves" }, this.list);
    this.items = [];
    this.shown = 0;
    this.current = null;
    new ResizeObserver(() => this.current && this.reveal(this.current)).observe(this.list); // remarks beside it take room
  }

  /** Forget everything: other frames come. */
  clear() {
    this.list.replaceChildren();
    this.items = [];
    this.shown = 0;
    this.current = null;
  }

  /** Add the steps that are not in the list yet. */
  grow(frames) {
    const { steps, about } = frames;
    if (!this.items.length) this.list.append(this.start());
    for (const group of turns(steps, this.shown)) {
      const goesOn = group.from > 0 && this.last?.turn === steps[group.from].turn;
      const place = goesOn ? this.last.list : this.group(group, about.names, steps);
      for (let at = group.from; at < group.to; at += 1) place.append(this.move(steps[at], at + 1));
    }
    this.shown = steps.length;
  }

  start() {
    const button = el("button", { type: "button", tabindex: "-1", "data-step": 0 }, "Start");
    this.items[0] = button;
    return el("li", { class: "turn" }, button);
  }

  group(group, names, steps) {
    const list = el("ol", {});
    const round = this.shell.course.hasRounds && (group.from === 0 || steps[group.from - 1].round !== group.round);
    this.list.append(
      el("li", { class: "turn" }, round && el("h4", { class: "round" }, group.round ? `Round ${group.round}` : "Set-up"), el("p", { class: "by" }, group.seat !== null && badge(group.seat), names[group.seat] ?? "The game"), list),
    );
    this.last = { turn: steps[group.from].turn, list };
    return list;
  }

  move(step, position) {
    const words = wording(step, this.shell.frames.about.names);
    const button = el(
      "button",
      { type: "button", tabindex: "-1", "data-step": position },
      el("span", { class: "number" }, String(position)),
      el("span", { class: "words" }, words, step.stand_in && el("span", { class: "tag bad" }, "stand-in")),
      step.action && words !== step.action && el("code", {}, step.action),
    );
    this.items[position] = button;
    return el("li", {}, button);
  }

  clicked(event) {
    const button = event.target.closest("[data-step]");
    if (button) this.shell.go(Number(button.dataset.step), { user: true });
  }

  pressed(event) {
    const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!direction) return;
    event.preventDefault();
    this.shell.decision(direction);
    this.current?.focus({ preventScroll: true });
  }

  update(step) {
    const item = this.items[step];
    if (item === this.current) return;
    this.current?.removeAttribute("aria-current");
    this.current?.setAttribute("tabindex", "-1");
    this.current = item || null;
    if (!item) return;
    item.setAttribute("aria-current", "step");
    item.setAttribute("tabindex", "0");
    requestAnimationFrame(() => this.reveal(item)); // with the frame's own layout: asking for places now would cost a second one
  }

  /** Scroll the list, never the page. Groups that come into sight turn out higher or lower than they were taken for, so it looks again. */
  reveal(item, tries = 4) {
    const { list } = this;
    if (!list.clientHeight || item !== this.current) return;
    const box = item.getBoundingClientRect();
    const frame = list.getBoundingClientRect();
    if (box.top < frame.top + MARGIN || box.bottom > frame.bottom - MARGIN) list.scrollTop += box.top - frame.top - frame.height / 3;
    if (tries) requestAnimationFrame(() => this.reveal(item, tries - 1));
  }

  focus() {
    (this.current || this.items[0])?.focus();
  }
}
