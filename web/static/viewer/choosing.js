// Choosing how to look at a match: eyes, curve, theme, and what keys lead to. Mixed into the shell.
import * as address from "./address.js";
import { Frames } from "./frames.js";

const THEMES = [undefined, "light", "dark"];
const after = (list, item) => list[(list.indexOf(item) + 1) % list.length];

export const choosing = {
  /** Look through other eyes: fetched only now, and only if this reader may. */
  async look(eyes) {
    if (eyes === this.state.eyes) return;
    try {
      this.use(new Frames(await this.source.frames(eyes)));
      this.state.eyes = eyes;
      this.stage.reset();
      this.say("");
      this.go(this.state.step);
      this.fresh();
    } catch (error) {
      this.say(error.message);
      this.update();
    }
  },

  nextEyes() {
    return this.look(after(this.audiences().map((one) => one.id), this.state.eyes));
  },

  setCurve(id) {
    this.state.curve = this.curves.choose(id);
    this.update();
  },

  nextCurve() {
    this.setCurve(after(this.curves.subjects.map((one) => one.id), this.state.curve));
  },

  nextTheme() {
    this.state.theme = after(THEMES, this.state.theme);
    address.wear(this.state.theme);
    this.say(`Theme: ${this.state.theme || "as the system"}.`);
    address.write(this.state);
  },

  async copy() {
    const words = address.link(this.state).href;
    try {
      await navigator.clipboard.writeText(words);
      this.say("Link to this moment copied.");
    } catch {
      this.say(`Link to this moment: ${words}`);
    }
  },

  toMoves() {
    this.panels.choose("moves");
    this.moves.focus();
  },

  toComment() {
    const comments = this.features.find((feature) => feature.id === "comments");
    if (!comments) return;
    this.panels.choose("comments");
    comments.focus();
  },

  comment(direction) {
    this.features.find((feature) => feature.id === "comments")?.walk(direction);
  },

  enlarge() {
    this.zoom.toggle();
  },

  inspect() {
    this.tooltips.inspect();
  },

  help() {
    this.keys.help();
  },
};
