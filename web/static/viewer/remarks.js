// Words bound to steps: the owner's notes and estimates, and everybody's comments.
import { link } from "./address.js";
import { el } from "./dom.js";
import { fetched } from "./frames.js";
import { counted } from "./svg.js";

const isNumber = (value) => value !== null && value !== undefined;

/** Notes of the reader's own bots: `{ notes: [{ step, seat, note, value }] }`; values become a curve. */
export async function notes(shell, address) {
  const { notes: noted } = await fetched(address).catch(() => ({ notes: [] }));
  if (!noted.length) return;
  const place = el("section", { class: "viewer-remarks viewer-notes" });
  const words = el("div", {});
  const steps = stepsOf(noted);
  place.append(el("div", { class: "viewer-remarks-head" }, el("h3", {}, "Notes"), walk(shell, steps, "note")), words);
  shell.addFeature({ id: "notes", title: "Notes", element: place, update: (step) => words.replaceChildren(...written(noted, step, shell)) });
  const valued = noted.filter((note) => isNumber(note.value));
  if (valued.length) shell.curves.add("*value", "Your bot's estimate", curve(valued, shell));
}

/** The coach's report: the share of winning becomes a curve, the turning points are marked on the scrubber. */
export async function coach(shell, address) {
  const report = await fetched(address).catch(() => null);
  if (!report) return;
  const judged = report.decisions.map(({ number, seat, share }) => ({ step: number, seat, value: 100 * share }));
  shell.curves.add("*winning", "Chance to win, in %: the coach", curve(judged, shell));
  shell.curves.mark([...shell.curves.marked, ...report.turning_points.map((number) => number + 1)]);
}

function written(noted, step, shell) {
  const lines = noted
    .filter((note) => note.step === step)
    .map((note) =>
      el("p", { class: "viewer-note" }, el("b", {}, shell.frames.about.names[note.seat]), note.note && `: ${note.note}`, isNumber(note.value) && el("span", { class: "soft" }, ` Estimate: ${note.value}`)),
    );
  return lines.length ? lines : [el("p", { class: "soft" }, "No note on this step.")];
}

/** An estimate holds until the next one. */
function curve(valued, shell) {
  return Array.from({ length: shell.frames.about.seats }, (_, seat) => {
    const own = new Map(valued.filter((note) => note.seat === seat).map((note) => [note.step, note.value]));
    let last = null;
    return Array.from({ length: shell.frames.length + 1 }, (__, step) => (last = own.get(step) ?? last));
  });
}

/**
 * The comments of the page, which lists all of them for readers without scripts: here those of the current step are shown, and the others
 * are marked on the scrubber. The form is about the current step until somebody begins to write.
 */
export function comments(shell, section) {
  const all = [...section.querySelectorAll("[data-step]")].map((element) => ({ element, step: Number(element.dataset.step) }));
  const form = section.querySelector(".comment-form");
  const steps = stepsOf(all);
  const none = section.querySelector(".empty") || el("p", { class: "soft" });
  section.querySelector("h2").replaceWith(
    el("div", { class: "viewer-remarks-head" }, el("h3", {}, all.length ? `Comments (${all.length})` : "Comments"), steps.length > 0 && walk(shell, steps, "comment")),
  );
  section.querySelector(".comment-list").after(none);
  section.classList.add("viewer-remarks");
  const update = (step) => {
    const here = all.filter((comment) => comment.step === step);
    for (const { element } of all) element.hidden = true;
    for (const { element } of here) element.hidden = false;
    none.hidden = here.length > 0;
    none.textContent = all.length ? "No comment on this step." : "No comments yet.";
    if (form && !form.elements.comment.value) form.elements.step.value = String(step);
  };
  form?.addEventListener("submit", () => (form.action += link(shell.state).search)); // the page comes back as it looks now
  shell.curves.mark(steps);
  shell.addFeature({
    id: "comments",
    title: all.length ? `Comments (${all.length})` : "Comments",
    element: section,
    update,
    spoken: (step) => (steps.includes(step) ? counted(all.filter((comment) => comment.step === step).length, "comment") : ""),
    walk: (direction) => shell.jump(beside(steps, shell.state.step, direction), steps.length ? "There is no further comment." : "There are no comments."),
    focus: () => (form ? form.elements.comment : section.querySelector("a")).focus(),
  });
  if (location.hash === "#comments") shell.panels.choose("comments");
}

const stepsOf = (remarks) => [...new Set(remarks.map((remark) => remark.step))].sort((one, other) => one - other);
const beside = (steps, from, direction) => (direction > 0 ? steps.find((step) => step > from) : steps.findLast((step) => step < from)) ?? null;

/** Buttons from one remark to the next. */
function walk(shell, steps, noun) {
  const button = (words, sign, direction) =>
    el("button", { type: "button", title: words, "aria-label": words, onclick: () => shell.jump(beside(steps, shell.state.step, direction), `There is no further ${noun}.`) }, sign);
  return el("span", { class: "viewer-walk" }, button(`Previous ${noun}`, "‹", -1), button(`Next ${noun}`, "›", 1));
}
