// Step, speed, eyes, theme and curve in the page's address: a link opens the same moment.

const DELAY_MS = 250; // browsers refuse more than about 100 changes of the address in half a minute
const THEMES = ["light", "dark"];

/** What the address asks for; what it leaves out is undefined. A step may be "last". */
export function read(search = location.search) {
  const asked = new URLSearchParams(search);
  const step = asked.get("step");
  const theme = asked.get("theme");
  return {
    step: step === null ? undefined : step === "last" ? Infinity : /^\d{1,7}$/.test(step) ? Number(step) : NaN,
    speed: Number(asked.get("speed")) || undefined,
    eyes: asked.get("eyes") || undefined,
    curve: asked.get("curve") || undefined,
    play: asked.get("play") === "1",
    theme: THEMES.includes(theme) ? theme : undefined,
  };
}

/** The address of this moment. What is as usual is left out. */
export function link(state, href = location.href) {
  const address = new URL(href);
  const set = (name, value, usual) => (value === undefined || value === usual ? address.searchParams.delete(name) : address.searchParams.set(name, value));
  set("step", state.following || state.endless ? undefined : state.step);
  set("speed", state.speed, 1);
  set("eyes", state.eyes, "public");
  set("curve", state.curve, "score");
  set("theme", state.theme);
  return address;
}

let waiting = null;

/** Write the state into the address, a moment later. */
export function write(state) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    try {
      history.replaceState(history.state, "", link(state));
    } catch {
      // a page opened from a file, or too many changes: the address stays as it is
    }
  }, DELAY_MS);
}

/** Light, dark, or as the system has it (undefined). */
export function wear(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
