// The player around a board: it holds the state and passes every change on to the parts that show it.
import * as address from "./address.js";
import { choosing } from "./choosing.js";
import { Controls, SPEEDS } from "./controls.js";
import { Course } from "./course.js";
import { Curves } from "./curves.js";
import { badge, el } from "./dom.js";
import { tell, tellSize } from "./embed.js";
import { Frames, Unreadable } from "./frames.js";
import * as generic from "./generic.js";
import { Keys } from "./keys.js";
import { Moves } from "./moves.js";
import { Panels } from "./panels.js";
import { playing } from "./playing.js";
import { Speech } from "./speech.js";
import { Stage } from "./stage.js";
import { Tooltips } from "./tooltips.js";
import { ended, ending, fault, followed, sentence } from "./words.js";
import { Zoom } from "./zoom.js";

const UNPAINTED_MS = 1000; // a page that is hidden while it opens paints nothing

/**
 * Show a match in `root`.
 *
 * `source` says where everything comes from: `frames(audience)` and `catalog()` give documents, `renderer()` a module with `draw`, each as a
 * promise. A `live` source has no steps yet. A `compact` viewer on another page has neither keys nor an address. `features` is a list of functions that get the shell once the first board is on screen (live following, notes, comments);
 * `atEnd` opens the last position.
 */
export async function open(root, source) {
  const shell = new Shell(root, source);
  await shell.begin();
  return shell;
}

export class Shell {
  constructor(root, source) {
    const asked = source.compact ? {} : address.read();
    const speed = SPEEDS.includes(asked.speed) ? asked.speed : 1;
    this.asked = asked;
    this.root = root;
    this.source = source;
    this.state = { step: 0, speed, eyes: asked.eyes || "public", curve: asked.curve || "score", theme: asked.theme, playing: false, following: false, live: false };
    this.panels = new Panels();
    this.controls = new Controls(this);
    this.moves = new Moves(this);
    this.curves = new Curves(this);
    this.keys = new Keys(this, !source.compact);
    this.zoom = new Zoom();
    this.features = [];
    this.drawnParts = [];
    address.wear(asked.theme);
    this.build();
  }

  build() {
    this.notices = el("div", { class: "viewer-notices" });
    this.says = el("p", { class: "viewer-message", role: "alert", hidden: true });
    this.now = el("p", { class: "viewer-now", tabindex: "0" }); // it scrolls when a step has many events: keys must reach it
    this.speech = new Speech();
    this.wait = this.root.querySelector(".viewer-wait");
    this.main = this.root.querySelector(".viewer-main"); // it stays where it is: the site may have put the first board there already
    this.main.prepend(this.notices, this.says);
    this.console = el("div", { class: "viewer-console" });
    this.lower = el("div", { class: "viewer-lower" });
    this.side = el("div", { class: "viewer-side" }, this.moves.element);
    this.parts = el("div", { class: "viewer-parts" });
    this.root.append(this.console, this.lower, this.panels.tabs, this.side, this.parts, this.keys.card, this.speech.element);
    this.tooltips = new Tooltips(this.root);
  }

  /** Load, draw the first board, then all that can wait. */
  async begin() {
    this.root.setAttribute("aria-busy", "true");
    try {
      const [renderer, catalog, frames] = await Promise.all([this.renderer(), this.source.catalog(), this.firstFrames()]);
      this.use(frames);
      const { game, seats, options, names } = frames.about;
      this.stage = new Stage(renderer, { game, seats, options, names, catalog }, (error) => this.rendererFailed(error));
      this.stage.onParts((parts) => this.arrange(parts));
      this.controls.know(this.course, names, this.audiences());
      this.wait?.remove();
      this.main.append(this.stage.board);
      this.zoom.attach(this.stage.board);
      this.console.append(this.controls.steps, el("div", { class: "viewer-said" }, this.now, this.zoom.button)); // below the buttons: a long sentence does not move them
      this.lower.append(this.curves.element, this.controls.element);
      this.go(this.source.live ? 0 : this.within(this.asked.step ?? (this.source.atEnd ? Infinity : 0)));
      tell("ready", { steps: frames.length, game });
      afterPaint(() => this.settle()); // list and curves take longer than the board: it does not wait for them
    } catch (error) {
      this.unreadable(error);
    } finally {
      this.root.removeAttribute("aria-busy");
    }
  }

  settle() {
    this.stage.catchUp();
    this.fresh();
    tellSize();
    for (const feature of this.source.features || []) feature(this);
    if (this.asked.play) this.toggle();
    this.root.dataset.ready = "";
  }

  async renderer() {
    try {
      return await this.source.renderer();
    } catch (error) {
      this.rendererFailed(error);
      return generic;
    }
  }

  rendererFailed(error) {
    console.warn(`The board of this game cannot be drawn: ${error?.message}`);
    this.say("This board cannot be drawn. You see the same position as a table.");
  }

  /** The frames that the address asks for; those of spectators, with the reason, if there are none. */
  async firstFrames() {
    try {
      return new Frames(await this.source.frames(this.state.eyes));
    } catch (error) {
      if (this.state.eyes === "public") throw error;
      this.say(`${ended(error.message)} You see what spectators see.`);
      this.state.eyes = "public";
      return new Frames(await this.source.frames("public"));
    }
  }

  use(frames) {
    this.frames = frames;
    this.course = new Course(frames.steps, frames.scores);
  }

  /** Another match at the same table, or this one from another source. */
  begun(frames, position = 0) {
    const { game, seats, options } = frames.about;
    this.use(frames);
    this.stage.about = { game, seats, options, catalog: this.stage.about.catalog };
    this.state.step = position;
    this.know(frames.about.names);
  }

  /** Who sits where: drawn and written again. */
  know(names) {
    this.frames.about.names = names;
    this.stage.about.names = names;
    this.stage.reset();
    this.controls.know(this.course, names, this.audiences());
    this.go(this.state.step);
    this.fresh();
  }

  unreadable(error) {
    this.wait?.remove();
    if (!(error instanceof Unreadable)) console.warn(`This match cannot be shown: ${error.stack || error}`);
    this.say(error instanceof Unreadable ? error.message : "This match cannot be shown.");
    this.root.dataset.failed = "";
  }

  /** A step from the address: beyond the end is the end, anything else that is not a step is the start. Both say so. */
  within(wanted) {
    const { length } = this.frames;
    if (Number.isNaN(wanted)) this.say("The address names no step; this is the start.");
    else if (wanted > length && wanted !== Infinity) this.say(`This match has ${length} steps; this is the last.`);
    return Math.min(wanted || 0, length);
  }

  audiences() {
    const { names } = this.frames.about;
    const seats = names.map((name, seat) => ({ id: `seat-${seat}`, title: name }));
    return [{ id: "public", title: "Spectator" }, ...seats, { id: "all", title: "Everything" }];
  }

  /** List, curves and notices for new frames. */
  fresh() {
    this.moves.clear();
    this.grown();
    const notices = (this.frames.about.notices || []).map((words) => el("p", { class: "viewer-notice" }, words));
    this.notices.replaceChildren(...notices);
    this.root.toggleAttribute("data-undrawn", !this.frames.drawn);
  }

  /** The frames have more steps than the list shows. */
  grown() {
    this.course = new Course(this.frames.steps, this.frames.scores);
    this.moves.grow(this.frames);
    this.curves.know(this.frames);
    this.update();
  }

  arrange(parts) {
    this.drawnParts = [...parts.filter((part) => part.seat !== undefined), ...parts.filter((part) => part.seat === undefined)];
    this.parts.replaceChildren(...this.drawnParts.map((part) => part.element));
    this.setPanels();
  }

  setPanels() {
    const moves = { id: "moves", title: "Moves", element: this.moves.element };
    this.panels.set([...this.drawnParts, moves, ...this.features.filter((feature) => feature.element)]);
  }

  /** A further panel beside the moves: `{ id, title, element, update(step) }`. */
  addFeature(feature) {
    this.features.push(feature);
    if (feature.element) this.side.append(feature.element);
    this.setPanels();
    this.update();
  }

  say(words) {
    this.says.textContent = words;
    this.says.hidden = !words;
  }

  /** To a position. A reader who moves leaves the live end, stops the play, and has read the message. */
  go(position, { user = false } = {}) {
    const { state, frames } = this;
    state.step = Math.min(Math.max(0, position), frames.length);
    if (user) {
      this.pause();
      this.say("");
      state.following = state.live && state.step === frames.length;
    }
    try {
      if (frames.drawn) this.stage.show(frames, state.step);
      this.zoom.follow();
    } catch (error) {
      this.unreadable(error);
      return;
    }
    this.update();
    tell("step", { step: state.step, steps: frames.length });
    if (state.step === frames.length && !state.live) tell("over", { result: frames.about.result });
  }

  update() {
    const { state, frames } = this;
    this.controls.update(state, frames.length);
    this.moves.update(state.step);
    const words = this.describe();
    if (this.curves.frames) this.curves.update(state.step, words);
    for (const feature of this.features) feature.update?.(state.step);
    this.tooltips.refresh();
    if (!this.source.compact) address.write(state);
  }

  /** The last step in words, on the page and for screen readers. Returns it as one text. */
  describe() {
    const { step } = this.state;
    const { steps, about, length } = this.frames;
    const last = steps[step - 1];
    const round = this.course.hasRounds && last ? `, ${last.round ? `round ${last.round}` : "set-up"}` : "";
    const where = `Step ${step} of ${length}${round}`;
    const what = last ? sentence(last, about.names) : "The start";
    const more = last ? followed(last, about.names) : "";
    const over = step === length && about.result ? ending(about.result, about.names) : "";
    const out = (about.faults || []).filter((one) => one.step <= step).map((one) => fault(one, about.names));
    this.now.replaceChildren(
      el("span", { class: "where" }, where),
      last && last.seat !== null ? badge(last.seat) : "",
      el("span", { class: "what" }, what),
      more && el("span", { class: "soft events" }, ` ${more}`),
      over && el("strong", { class: "over" }, over),
      ...out.map((words) => el("span", { class: "out" }, words)),
    );
    const words = `${where}: ${what}`;
    const remarks = this.features.map((feature) => feature.spoken?.(step));
    if (!this.source.compact) this.speech.say([words, more, over, ...out, ...remarks].filter(Boolean).map(ended).join(" "), this.state.playing || this.state.following);
    return words;
  }
}

/** Once what is on the page now has been painted, or a moment later on a page that nobody sees: it has no frames. */
function afterPaint(act) {
  let waits = true;
  const once = () => {
    if (waits) act();
    waits = false;
  };
  requestAnimationFrame(() => requestAnimationFrame(once));
  setTimeout(once, document.hidden ? 0 : UNPAINTED_MS);
}

Object.assign(Shell.prototype, playing, choosing);
