// Follows a running match: frames come by a stream, or by asking again and again where a stream is refused.
import { badge, el } from "./dom.js";
import { Frames, Unreadable } from "./frames.js";

const ASK_MS = 1500;
const GATHER_MS = 30;
const SHOW_MS = 350; // steps of a turn come together; they are shown one after the other
const FAR = 12; // steps behind the end: more than this are skipped
const HIDDEN_MS = 10_000; // a page that nobody sees for this long gives its stream back: browsers have six connections to a site

export class Live {
  /**
   * `address` is where to ask; the stream has the same path under /streams. `endless` tables begin again after each match.
   * `recording(audience)` fetches the frames of the match once it is over.
   */
  constructor(address, { endless = false, recording } = {}) {
    this.address = address;
    this.endless = endless;
    this.recording = recording;
    this.waiting = [];
    this.position = null;
    this.seen = "";
    this.first = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    document.addEventListener("visibilitychange", () => this.seenOrNot());
    this.listen();
    this.seenOrNot(); // it may have been opened behind another page
  }

  listen() {
    const address = this.address.replace(/^\/live\//, "/streams/");
    const stream = new EventSource(`${address}?after=${encodeURIComponent(this.seen)}`);
    this.stream = stream;
    for (const kind of ["start", "step", "over"]) {
      stream.addEventListener(kind, (event) => {
        this.seen = event.lastEventId;
        this.take(kind, JSON.parse(event.data));
        if (kind === "over" && !this.endless) this.close();
      });
    }
    stream.addEventListener("error", () => stream === this.stream && stream.readyState === EventSource.CLOSED && this.ask());
  }

  close() {
    this.stream?.close();
    this.stream = null;
    clearTimeout(this.asking);
  }

  seenOrNot() {
    clearTimeout(this.leaving);
    if (this.isOver) return;
    if (document.hidden) this.leaving = setTimeout(() => (this.left = true) && this.close(), HIDDEN_MS);
    else if (this.left) {
      this.left = false;
      this.listen();
    }
  }

  /** One question after the other, until the match is over. */
  async ask() {
    const answer = await fetch(`${this.address}?after=${encodeURIComponent(this.seen)}`).catch(() => null);
    const news = await answer?.json().catch(() => null);
    if (this.left || this.isOver) return undefined;
    if (answer && answer.status === 404) return this.missed(news?.detail);
    if (answer?.ok && news) {
      this.seen = news.id;
      if (news.start) this.take("start", news.start);
      for (const step of news.steps) this.take("step", step);
      if (news.over) this.take("over", news.over);
      if (news.over && !this.endless) return undefined;
    }
    this.asking = setTimeout(() => this.ask(), ASK_MS);
    return undefined;
  }

  take(kind, data) {
    if (!this.shell && kind === "start") this.resolve({ ...data, steps: [] });
    this.waiting.push([kind, data]);
    this.work();
  }

  /** The match ended while nobody wrote its frames: its recording takes their place. */
  async missed(words) {
    if (this.endless) return this.reject(new Unreadable(words || "There is nothing to follow."));
    this.isOver = true;
    try {
      const document = await this.recording("public");
      if (this.shell) this.shell.begun(new Frames(document), this.shell.state.step);
      else this.resolve(document);
    } catch (error) {
      if (this.shell) this.shell.say(error.message);
      else this.reject(error);
    }
    return undefined;
  }

  /** The shell shows the first board: from here on it gets everything. */
  attach(shell) {
    this.shell = shell;
    if (!this.endless) shell.addFeature((this.clocks = new Clocks(shell)));
    shell.addFeature({ id: "live", update: () => this.work() }); // a reader who follows again is shown the next match
    shell.state.endless = this.endless;
    shell.state.live = !this.isOver;
    shell.state.following = shell.state.live && (this.endless || shell.asked.step === undefined);
    this.position = shell.state.following ? null : shell.asked.step;
    if (this.isOver) this.end();
    this.work();
  }

  work() {
    if (!this.shell || this.working || !this.waiting.length) return;
    this.working = true; // what arrives together is shown together: a match joined late has hundreds of steps
    setTimeout(() => {
      this.working = false;
      const batch = this.due();
      if (!batch.length) return;
      for (const [kind, data] of batch) this[kind](data);
      this.shell.grown();
      this.settle();
      this.advance();
    }, GATHER_MS);
  }

  /** What may be shown now. The next match at an endless table waits for readers who still look at this one. */
  due() {
    if (!this.endless || !this.began || this.shell.state.following) return this.waiting.splice(0);
    const starts = this.waiting.flatMap(([kind], at) => (kind === "start" ? [at] : []));
    if (starts.length > 1) this.waiting.splice(starts[0], starts.at(-1) - starts[0]); // only the newest is of interest
    return this.waiting.splice(0, starts.length ? starts[0] : this.waiting.length);
  }

  start(document) {
    const { shell } = this;
    if (this.began) {
      if (!shell.state.following) this.position = shell.state.step;
      shell.begun(new Frames({ ...document, steps: [] }));
    }
    this.began = true;
  }

  step(step) {
    this.shell.frames.push(step);
    this.clocks?.hear(step);
  }

  over({ over, result, names, notices }) {
    const { shell } = this;
    Object.assign(shell.frames.about, { result, notices: notices || [] });
    if (this.endless) return;
    this.isOver = true;
    this.end();
    shell.know(names || shell.frames.about.names);
    if (over === "finished" && !result) this.missed();
  }

  end() {
    const { shell } = this;
    this.close();
    shell.state.live = false;
    this.clocks?.stop();
  }

  /** To the step that the address names once it is played, or back to where a reader was before another worker took over. */
  settle() {
    const { shell, position } = this;
    if (position === null || !shell.frames.length) return;
    if (shell.state.following || shell.frames.length >= position || Number.isNaN(position)) this.position = null;
    if (!shell.state.following) shell.go(Number.isNaN(position) ? shell.within(position) : position);
  }

  /** Towards the end, a step at a time, for readers who follow. */
  advance() {
    const { shell } = this;
    clearTimeout(this.timer);
    const { step, following } = shell.state;
    const behind = shell.frames.length - step;
    if (!following || behind <= 0) return;
    shell.go(behind > FAR ? shell.frames.length : step + 1);
    this.timer = setTimeout(() => this.advance(), SHOW_MS);
  }
}

/** Thinking time of every seat; that of the seat to act runs. */
class Clocks {
  constructor(shell) {
    this.shell = shell;
    this.id = "clocks";
    this.used = [];
    this.since = performance.now();
    this.place = el("div", { class: "viewer-clocks", role: "timer", "aria-label": "Thinking time", "aria-live": "off", title: allowed(shell.frames.about.clock) });
    shell.console.append(this.place);
    this.timer = setInterval(() => this.update(), 200);
  }

  hear(step) {
    if (!step.used) return;
    this.used = step.used;
    this.since = performance.now();
  }

  stop() {
    clearInterval(this.timer);
    this.place.hidden = true;
  }

  update() {
    const { frames } = this.shell;
    const acting = frames.view(frames.length).to_act;
    const running = performance.now() - this.since;
    const texts = frames.about.names.map((_, seat) => clock((this.used[seat] || 0) + (seat === acting ? running : 0)));
    if (this.place.children.length !== texts.length) this.place.replaceChildren(...texts.map((_, seat) => el("span", {}, badge(seat), el("b", {}))));
    texts.forEach((text, seat) => {
      const place = this.place.children[seat];
      if (place.lastChild.textContent !== text) place.lastChild.textContent = text;
      place.toggleAttribute("data-runs", seat === acting);
    });
  }
}

function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function allowed({ bank_ms: bank, increment_ms: more } = {}) {
  return bank ? `Thinking time. Each seat has ${clock(bank)}, and ${more / 1000} s more for each decision.` : "Thinking time. There is no limit.";
}
