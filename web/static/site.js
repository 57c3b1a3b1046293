// Live parts. htmx fetches them: by an event stream while one is open, else every few seconds; the browser sends the
// ETag along, so that an unchanged part costs a few bytes. Here is what htmx must not do: disturb a reader.
"use strict";
const TRUST = 20000; // for so many milliseconds after its last event a stream is believed; then the part is asked for once
const heard = new WeakMap(); // when a part was last brought up to date by its stream
const busy = (part) => document.hidden || part.contains(document.activeElement);
document.addEventListener("htmx:sseOpen", (event) => { heard.set(event.target, Date.now()); event.target.dataset.streaming = "yes"; });
for (const name of ["htmx:sseError", "htmx:sseClose"]) {
  document.addEventListener(name, (event) => { heard.delete(event.target); delete event.target.dataset.streaming; });
}
document.addEventListener("htmx:beforeRequest", (event) => {
  const part = event.detail.elt;
  const polled = !event.detail.requestConfig.triggeringEvent;
  if (document.hidden || (polled && Date.now() - (heard.get(part) || 0) < TRUST)) event.preventDefault();
  else if (heard.has(part)) heard.set(part, Date.now());
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const part = event.detail.target;
  if (busy(part) || event.detail.serverResponse === part.dataset.shown) event.detail.shouldSwap = false;
  else if (event.detail.shouldSwap) part.dataset.shown = event.detail.serverResponse;
});
document.addEventListener("htmx:sseBeforeMessage", (event) => {
  const part = event.target;
  if (busy(part)) {
    heard.set(part, 0); // missed: it is asked for as soon as nobody is disturbed
    event.preventDefault();
    return;
  }
  heard.set(part, Date.now());
  if (event.detail.data === part.dataset.shown) event.preventDefault();
  else part.dataset.shown = event.detail.data;
});
// A part that says it is over never changes again: the plain part takes its place, and its stream is closed.
for (const name of ["htmx:afterSettle", "htmx:sseMessage"]) {
  document.addEventListener(name, (event) => {
    const part = event.target.closest("[data-hx-get]");
    if (!part || !part.querySelector("[data-over]")) return;
    const plain = document.createElement("div");
    plain.append(...part.childNodes);
    part.after(plain);
    htmx.remove(part);
  });
}
// "5 min ago" counts on: a page may be some minutes old, and stay open for hours. The words are those of web/template_filters.py.
function spanOf(seconds) {
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < 86400 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86400)} d ago`;
}
function countOn() {
  for (const time of document.querySelectorAll("time[data-ago]")) {
    const span = spanOf((Date.now() - Date.parse(time.dateTime)) / 1000);
    if (time.textContent !== span) time.textContent = span;
  }
  for (const time of document.querySelectorAll("time[data-until]")) time.textContent = toGo((Date.parse(time.dateTime) - Date.now()) / 1000);
}
function toGo(left) {
  if (left < 60) return "in a moment";
  if (left < 3600) return `in ${Math.floor(left / 60)} min`;
  return left < 86400 ? `in ${Math.floor(left / 3600)} h ${Math.floor((left % 3600) / 60)} min` : `in ${Math.floor(left / 86400)} d`;
}
countOn();
setInterval(countOn, 20000);
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent.trim());
    button.textContent = "Copied";
  });
}
// An archive may be dropped anywhere on its form; without this the file button does the same.
for (const form of document.querySelectorAll("form.drop")) {
  const input = form.querySelector('input[type="file"]');
  for (const name of ["dragover", "dragleave", "drop"]) {
    form.addEventListener(name, (event) => {
      event.preventDefault();
      form.classList.toggle("over", name === "dragover");
      if (name === "drop" && event.dataTransfer.files.length) input.files = event.dataTransfer.files;
    });
  }
}
