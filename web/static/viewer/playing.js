// Moving through a match: what controls and keys call. Mixed into the shell.
import { SPEEDS } from "./controls.js";

const PACE_MS = 1000; // a decision at speed 1

export const playing = {
  decision(direction) {
    this.go(this.state.step + direction, { user: true });
  },

  jump(found, missing) {
    if (found === null) this.say(missing);
    else this.go(found, { user: true });
  },

  turn(direction) {
    this.jump(this.course.byTurn(this.state.step, direction), "There is no further turn.");
  },

  round(direction) {
    this.jump(this.course.byRound(this.state.step, direction), "There is no further round.");
  },

  turnOf(seat, direction) {
    const name = this.frames.about.names[seat];
    if (name !== undefined) this.jump(this.course.turnOf(seat, this.state.step, direction), `${name} has no further turn.`);
  },

  lead(direction) {
    this.jump(this.course.changeOfLead(this.state.step, direction), direction > 0 ? "The lead does not change any more." : "The lead has not changed before.");
  },

  roundEnd(direction) {
    this.jump(this.course.endOfRound(this.state.step, direction), this.course.hasRounds ? "No further round ends." : "There is no further scoring.");
  },

  first() {
    this.go(0, { user: true });
  },

  last() {
    this.go(this.frames.length, { user: true });
  },

  /** Play on from here, from the start if this is the end; or pause. */
  toggle() {
    if (this.state.playing) {
      this.pause();
      this.update();
      return;
    }
    if (this.state.step === this.frames.length) this.go(0);
    this.state.playing = true;
    this.state.following = false;
    this.update();
    this.tick();
  },

  pause() {
    clearTimeout(this.timer);
    this.state.playing = false;
  },

  tick() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.go(this.state.step + 1);
      if (this.state.step < this.frames.length) return this.tick();
      this.pause();
      this.state.following = this.state.live;
      this.update();
    }, PACE_MS / this.state.speed);
  },

  setSpeed(speed) {
    this.state.speed = speed;
    if (this.state.playing) this.tick();
    this.update();
  },

  faster(direction) {
    const at = SPEEDS.indexOf(this.state.speed) + direction;
    if (SPEEDS[at]) this.setSpeed(SPEEDS[at]);
  },

  /** Back to the live end of a running match. */
  follow() {
    if (!this.state.live) return;
    this.pause();
    this.state.following = true;
    this.go(this.frames.length);
  },
};
