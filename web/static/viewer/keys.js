// Keys of the viewer, and the card under `?` that lists them.
import { el } from "./dom.js";

/** Key (as the browser names it, "Shift+" before it), how the card writes it, what it does, the shell's method and what it is called with. */
const KEYS = [
  ["ArrowRight", "→", "Next decision", "decision", 1],
  ["ArrowLeft", "←", "Previous decision", "decision", -1],
  ["Shift+ArrowRight", "Shift →", "Next turn", "turn", 1],
  ["Shift+ArrowLeft", "Shift ←", "Previous turn", "turn", -1],
  ["]", "]", "Next round", "round", 1],
  ["[", "[", "Previous round", "round", -1],
  ["Home", "Home", "First position", "first"],
  ["End", "End", "Last position", "last"],
  [" ", "Space", "Play or pause", "toggle"],
  ["+", "+", "Faster", "faster", 1],
  ["-", "−", "Slower", "faster", -1],
  ["c", "c", "Next change of lead", "lead", 1],
  ["Shift+c", "Shift c", "Previous change of lead", "lead", -1],
  ["e", "e", "Next end of round", "roundEnd", 1],
  ["Shift+e", "Shift e", "Previous end of round", "roundEnd", -1],
  ["g", "g", "Follow a running match", "follow"],
  ["v", "v", "Look through the next player's eyes", "nextEyes"],
  ["s", "s", "Next figure in the curves", "nextCurve"],
  ["m", "m", "To the list of moves", "toMoves"],
  ["z", "z", "Enlarge a small board, or show all of it", "enlarge"],
  ["i", "i", "Inspect pieces: arrows move, Escape leaves", "inspect"],
  ["n", "n", "Write a comment on this step", "toComment"],
  ["k", "k", "Next step with a comment", "comment", 1],
  ["Shift+k", "Shift k", "Previous step with a comment", "comment", -1],
  ["y", "y", "Copy a link to this moment", "copy"],
  ["t", "t", "Light, dark, or as the system has it", "nextTheme"],
  ["?", "?", "This list", "help"],
];
const SEATS = ["1", "2", "3", "4"];
const OFF = "viewer-keys-off"; // in the browser's storage: single keys can disturb people who speak to their computer

const written = (event) => {
  const letter = /^[a-z]$/i.test(event.key);
  const key = letter ? event.key.toLowerCase() : event.key;
  return event.shiftKey && (letter || event.key.startsWith("Arrow")) ? `Shift+${key}` : key;
};

const typing = (target) => target.closest?.("input:not([type=range]), textarea, select, [contenteditable], dialog[open]");
const pressing = (target) => target.closest?.("button, a[href], summary");

function stored(value) {
  try {
    if (value === undefined) return localStorage.getItem(OFF) === "1";
    localStorage.setItem(OFF, value ? "1" : "0");
  } catch {
    // no storage here: keys stay on
  }
  return false;
}

export class Keys {
  constructor(shell, listens) {
    this.shell = shell;
    this.table = new Map(KEYS.map(([key, , , method, argument]) => [key, () => shell[method](argument)]));
    this.off = stored();
    this.card = this.makeCard();
    if (listens) document.addEventListener("keydown", (event) => this.pressed(event));
  }

  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || typing(event.target)) return;
    if (event.key === " " && pressing(event.target)) return;
    if (this.off && event.key.length === 1 && event.key !== "?") return;
    const digit = event.code?.startsWith("Digit") ? event.code.slice(5) : event.key;
    const act = SEATS.includes(digit) ? () => this.shell.turnOf(Number(digit) - 1, event.shiftKey ? -1 : 1) : this.table.get(written(event));
    if (!act) return;
    event.preventDefault();
    act();
  }

  makeCard() {
    const rows = [...KEYS.slice(0, 11), [null, "1 … 4", "Next turn of that seat (Shift: the one before)"], ...KEYS.slice(11)];
    const box = el("input", { type: "checkbox", checked: !this.off, onchange: (event) => this.setOff(!event.target.checked) });
    const card = el(
      "dialog",
      { class: "viewer-keys", "aria-label": "Keys" },
      el("h2", {}, "Keys"),
      el("dl", {}, rows.map(([, key, words]) => el("div", {}, el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)))),
      el("label", { class: "viewer-choice" }, box, " Letters and digits are keys"),
      el("form", { method: "dialog" }, el("button", { class: "button small" }, "Close")),
    );
    card.addEventListener("click", (event) => event.target === card && card.close());
    return card;
  }

  setOff(off) {
    this.off = off;
    stored(off);
  }

  help() {
    if (this.card.open) this.card.close();
    else this.card.showModal();
  }
}
