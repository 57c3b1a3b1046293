// Panels around the board: beside each other on a wide screen, tabs on a phone.
import { badge, el } from "./dom.js";

const NARROW = "(max-width: 48rem)";

export class Panels {
  constructor() {
    this.panels = [];
    this.chosen = null;
    this.tabs = el("div", { class: "viewer-tabs", role: "tablist", "aria-label": "Panels", onkeydown: (event) => this.pressed(event) });
    this.narrow = matchMedia(NARROW);
    this.narrow.addEventListener("change", () => this.arrange());
  }

  /** Panels: `{ id, title, element, seat }`, in the order of their tabs. */
  set(panels) {
    this.panels = panels;
    if (!panels.some((panel) => panel.id === this.chosen)) this.chosen = panels[0]?.id;
    this.arrange();
  }

  arrange() {
    const narrow = this.narrow.matches;
    this.tabs.hidden = !narrow;
    this.tabs.replaceChildren(...(narrow ? this.panels.map((panel) => this.tab(panel)) : []));
    for (const { id, element, title } of this.panels) {
      element.hidden = narrow && id !== this.chosen;
      element.setAttribute("aria-label", title);
      element.id = `viewer-panel-${id}`;
      element.setAttribute("role", narrow ? "tabpanel" : "group");
    }
  }

  tab({ id, title, seat }) {
    const chosen = id === this.chosen;
    return el(
      "button",
      { type: "button", role: "tab", "aria-selected": String(chosen), "aria-controls": `viewer-panel-${id}`, tabindex: chosen ? 0 : -1, "data-panel": id, onclick: () => this.choose(id) },
      seat !== undefined && badge(seat),
      title,
    );
  }

  choose(id) {
    this.chosen = id;
    this.arrange();
  }

  pressed(event) {
    const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    const at = this.panels.findIndex((panel) => panel.id === this.chosen);
    this.choose(this.panels[(at + direction + this.panels.length) % this.panels.length].id);
    this.tabs.querySelector("[aria-selected=true]").focus();
  }
}
