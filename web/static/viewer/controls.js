// The bar under the board: stepping, playing, jumping, and how to look at it.
import { badge, el, icon } from "./dom.js";

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

/** Buttons: icon, what it does, its key, the name of the shell's method and what it is called with. */
const STEPPING = [
  ["first", "First position", "Home", "first"],
  ["roundBack", "Previous round", "[", "round", -1],
  ["turnBack", "Previous turn", "Shift+←", "turn", -1],
  ["back", "Previous decision", "←", "decision", -1],
  ["play", "Play", "Space", "toggle"],
  ["forward", "Next decision", "→", "decision", 1],
  ["turn", "Next turn", "Shift+→", "turn", 1],
  ["round", "Next round", "]", "round", 1],
  ["last", "Last position", "End", "last"],
];

export class Controls {
  constructor(shell) {
    this.shell = shell;
    this.buttons = new Map();
    this.live = el("button", { type: "button", class: "viewer-live", hidden: true, title: "Follow the match (g)", onclick: () => shell.follow() }, "● Live");
    this.speed = this.select("Speed", "speed", SPEEDS.map((speed) => [speed, `${speed}×`]), (value) => shell.setSpeed(Number(value)));
    this.eyes = this.select("Whose eyes", "eyes", [], (value) => shell.look(value));
    this.jumps = el("div", { class: "viewer-jumps", role: "group", "aria-label": "Jump to the next" });
    this.steps = el("div", { class: "viewer-steps", role: "group", "aria-label": "Steps" }, STEPPING.map((entry) => this.button(...entry)), this.live);
    const tools = [this.tool("Copy link", "Copy a link to this moment (y)", "copy"), this.tool("Theme", "Light, dark or as the system (t)", "nextTheme"), this.tool("Keys", "All keys (?)", "help")];
    this.element = el("div", { class: "viewer-controls" }, this.jumps, el("div", { class: "viewer-settings" }, this.speed.label, this.eyes.label, tools));
  }

  button(name, words, key, method, argument) {
    const button = el("button", { type: "button", title: `${words} (${key})`, "aria-label": words, "aria-keyshortcuts": shortcut(key), class: `viewer-${name}`, onclick: () => this.shell[method](argument) }, icon(name));
    this.buttons.set(name, button);
    return button;
  }

  tool(words, title, method) {
    return el("button", { type: "button", class: `viewer-tool viewer-${method}`, title, onclick: () => this.shell[method]() }, words);
  }

  select(words, name, options, act) {
    const select = el("select", { name: `viewer-${name}`, "aria-label": words, onchange: (event) => act(event.target.value) });
    const label = el("label", { class: "viewer-choice" }, el("span", {}, words), select);
    fill(select, options);
    return { label, select };
  }

  /** Once the frames are there: whose eyes there are, and whom one can jump to. */
  know(course, names, audiences) {
    fill(this.eyes.select, audiences.map((one) => [one.id, one.title]));
    const { shell } = this;
    const jump = (words, key, act, ...content) =>
      el("button", { type: "button", title: `${words} (${key}); with Shift the one before`, "aria-label": words, onclick: (event) => act(event.shiftKey ? -1 : 1) }, ...content);
    this.jumps.replaceChildren(
      el("span", { class: "soft" }, "Next"),
      ...names.map((name, seat) => jump(`Next turn of ${name}`, String(seat + 1), (direction) => shell.turnOf(seat, direction), badge(seat), el("span", { class: "viewer-name" }, name))),
      names.length > 1 ? jump("Next change of lead", "c", (direction) => shell.lead(direction), "change of lead") : "",
      course.hasRounds
        ? jump("Next end of round", "e", (direction) => shell.roundEnd(direction), "end of round")
        : jump("Next scoring", "e", (direction) => shell.roundEnd(direction), "scoring"),
    );
  }

  update(state, length) {
    const play = this.buttons.get("play");
    const name = state.playing ? "pause" : "play";
    if (play.dataset.icon !== name) {
      play.dataset.icon = name;
      play.replaceChildren(icon(name));
      play.setAttribute("aria-label", state.playing ? "Pause" : "Play");
    }
    for (const back of ["first", "roundBack", "turnBack", "back"]) dim(this.buttons.get(back), state.step === 0);
    for (const forward of ["forward", "turn", "round", "last"]) dim(this.buttons.get(forward), state.step === length);
    choose(this.speed.select, String(state.speed));
    choose(this.eyes.select, state.eyes);
    this.live.hidden = !state.live;
    this.live.setAttribute("aria-pressed", String(state.following));
  }
}

/** Not `disabled`: a button that loses the focus as it reaches the end throws keyboard users out. */
const dim = (button, off) => (off ? button.setAttribute("aria-disabled", "true") : button.removeAttribute("aria-disabled"));

function choose(select, value) {
  if (select.value !== value) select.value = value;
}

export function fill(select, options) {
  select.replaceChildren(...options.map(([value, words]) => el("option", { value }, String(words))));
}

const shortcut = (key) => key.replace("←", "ArrowLeft").replace("→", "ArrowRight");
