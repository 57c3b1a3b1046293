// Curves of the players under the board, over the scrubber: the same axis, so a click on one is a step of the other.
import { fill } from "./controls.js";
import { badge, el, svg } from "./dom.js";
import { series, subjects } from "./series.js";

const WIDTH = 1000;
const HEIGHT = 100;
const whole = (value) => (value === null || value === undefined ? "–" : Number.isInteger(value) ? String(value) : value.toFixed(1));

export class Curves {
  constructor(shell) {
    this.shell = shell;
    this.lines = [];
    this.extra = new Map();
    this.scrubber = el("input", { type: "range", min: 0, max: 0, value: 0, step: 1, class: "viewer-scrubber", "aria-label": "Step", oninput: (event) => shell.go(Number(event.target.value), { user: true }) });
    this.select = el("select", { name: "viewer-curve", onchange: (event) => shell.setCurve(event.target.value) });
    this.legend = el("div", { class: "viewer-legend" });
    this.cursor = svg("line", { class: "cursor", y1: 0, y2: HEIGHT });
    this.drawing = svg("svg", { class: "curves", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" });
    this.drawing.addEventListener("pointerdown", (event) => this.grabbed(event));
    this.drawing.addEventListener("pointermove", (event) => event.buttons & 1 && this.pointed(event));
    this.low = el("span", { class: "low" });
    this.high = el("span", { class: "high" });
    this.marks = el("div", { class: "viewer-marks", "aria-hidden": "true" });
    this.marked = [];
    this.element = el(
      "section",
      { class: "viewer-curves", "aria-label": "Curves" },
      el("div", { class: "viewer-curve-head" }, el("label", { class: "viewer-choice" }, el("span", {}, "Curve"), this.select), this.legend),
      el("div", { class: "viewer-plot" }, this.high, this.low, this.drawing),
      this.marks,
      this.scrubber,
    );
  }

  grabbed(event) {
    if (event.button !== 0) return;
    this.drawing.setPointerCapture(event.pointerId);
    this.pointed(event);
  }

  pointed(event) {
    const box = this.drawing.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    this.shell.go(Math.round(share * this.length), { user: true });
  }

  /** Figures that come from elsewhere than the frames (a bot's own estimates): a line for each seat. */
  add(id, title, lines) {
    this.extra.set(id, { title, lines });
    if (this.frames) this.know(this.frames);
  }

  /** Steps to mark over the scrubber. */
  mark(steps) {
    this.marked = steps;
    this.marks.replaceChildren(
      ...steps.map((step) => {
        const mark = el("span", {});
        mark.style.left = `${this.length ? (100 * step) / this.length : 0}%`;
        return mark;
      }),
    );
  }

  /** New frames, or more of them. */
  know(frames) {
    this.frames = frames;
    this.length = frames.length;
    this.scrubber.max = String(frames.length);
    this.subjects = [...subjects(frames), ...[...this.extra].map(([id, { title }]) => ({ id, title }))];
    fill(this.select, this.subjects.map(({ id, title }) => [id, title]));
    this.choose(this.shell.state.curve);
    this.mark(this.marked);
  }

  /** Draw one figure; an unknown one becomes the score. */
  choose(id) {
    const chosen = this.subjects.find((one) => one.id === id) || this.subjects[0];
    this.select.value = chosen.id;
    this.title = chosen.title;
    this.lines = this.extra.get(chosen.id)?.lines || series(this.frames, chosen.id);
    this.draw();
    return chosen.id;
  }

  draw() {
    const values = this.lines.flat().filter((value) => value !== null);
    const low = Math.min(0, ...values);
    const high = Math.max(low + 1, ...values);
    const x = (at) => (this.length ? (at / this.length) * WIDTH : 0).toFixed(1);
    const y = (value) => (HEIGHT - 3 - ((value - low) / (high - low)) * (HEIGHT - 6)).toFixed(1);
    const borders = this.shell.course.roundEnds.map((at) => svg("line", { class: "border", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }));
    const paths = this.lines.map((line, seat) => svg("path", { class: `curve seat-${seat} dash-${seat}`, d: path(line, x, y) }));
    this.drawing.replaceChildren(...borders, ...paths, this.cursor);
    this.drawing.setAttribute("aria-label", `${this.title} by player over ${this.length} steps`);
    this.low.textContent = whole(low);
    this.high.textContent = whole(high);
    this.legend.replaceChildren(...this.frames.about.names.map((name, seat) => el("span", { class: `seat-${seat}` }, badge(seat), el("span", { class: "viewer-name" }, name), el("b", {}))));
    this.values = [...this.legend.querySelectorAll("b")];
    this.update(this.shell.state.step);
  }

  update(step, words = "") {
    const x = this.length ? (step / this.length) * WIDTH : 0;
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    if (Number(this.scrubber.value) !== step) this.scrubber.value = String(step);
    if (words) this.scrubber.setAttribute("aria-valuetext", words);
    this.values?.forEach((place, seat) => {
      const text = whole(this.lines[seat]?.[step]);
      if (place.textContent !== text) place.textContent = text;
    });
  }
}

/** A line through all figures; it breaks where one is missing. */
function path(line, x, y) {
  let pen = "M";
  return line
    .map((value, at) => {
      if (value === null || value === undefined) {
        pen = "M";
        return "";
      }
      const piece = `${pen}${x(at)} ${y(value)}`;
      pen = "L";
      return piece;
    })
    .join("");
}
