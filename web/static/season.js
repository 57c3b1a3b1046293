// The form of a season: shows the fields that count, offers one more row, and keeps the plan beside it up to date.
"use strict";
const PAUSE = 1500; // milliseconds between two questions for the plan: the site allows sixty a minute
const form = document.querySelector(".season-form");
if (form) {
  const plan = document.getElementById("plan");
  const named = (name) => form.querySelector(`[name="${CSS.escape(name)}"]`);

  // data-when="field=a b": shown while the field has one of these values.
  const show = () => {
    for (const part of form.querySelectorAll("[data-when]")) {
      const [name, values] = part.dataset.when.split("=");
      part.hidden = !values.split(" ").includes(named(name)?.value ?? "");
    }
  };

  // The last stage or division was filled in: one more empty row follows it.
  const grow = (changed) => {
    const row = changed.closest("[data-row]");
    if (!row || row.nextElementSibling || !changed.value) return;
    const at = [...row.parentElement.children].length;
    if (at >= 10) return;
    const html = row.outerHTML.replaceAll(`[${at - 1}]`, `[${at}]`).replaceAll(`-${at - 1}-`, `-${at}-`).replace(/(Stage|Division) \d+/, `$1 ${at + 1}`);
    row.insertAdjacentHTML("afterend", html);
    for (const box of row.nextElementSibling.querySelectorAll("input, select")) {
      if (box.type !== "checkbox") { box.value = ""; box.removeAttribute("value"); }
    }
    show();
  };

  const unmark = () => {
    for (const box of form.querySelectorAll("[aria-invalid]")) { box.removeAttribute("aria-invalid"); box.removeAttribute("aria-describedby"); }
    for (const words of form.querySelectorAll(".field-wrong")) words.remove();
  };
  const mark = (wrong) => {
    const name = wrong.dataset.wrong;
    const box = name && named(name);
    if (!box) return;
    const words = document.createElement("p");
    words.className = "field-wrong";
    words.id = `${box.id}-wrong`;
    words.textContent = `${wrong.dataset.why[0].toUpperCase()}${wrong.dataset.why.slice(1)}.`;
    box.setAttribute("aria-invalid", "true");
    box.setAttribute("aria-describedby", words.id);
    box.closest("details")?.setAttribute("open", "");
    box.after(words);
  };

  let asked = 0, waiting = 0, running = null;
  const ask = async () => {
    asked = Date.now();
    running?.abort();
    running = new AbortController();
    const body = new FormData(form);
    body.set("act", "plan");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "plan" }, signal: running.signal });
      if (!answer.ok) return; // too many at once, or signed out: the buttons say so
      plan.innerHTML = await answer.text();
      unmark();
      const wrong = plan.querySelector("[data-wrong]");
      if (wrong) mark(wrong);
    } catch (error) {
      if (error.name !== "AbortError") plan.querySelector("h2").title = "The arena cannot be reached";
    }
  };
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, Math.max(400, asked + PAUSE - Date.now()));
  };

  form.addEventListener("input", soon);
  form.addEventListener("change", (event) => { show(); grow(event.target); soon(); });
  const zone = form.querySelector("[data-guess]");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && zone.value === "UTC" && here && form.querySelector(`#zones option[value="${CSS.escape(here)}"]`)) {
    zone.value = here;
    soon();
  }
  show();
}
