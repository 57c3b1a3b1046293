// Live parts. htmx fetches them: by an event stream while one is open, else every few seconds; the browser sends the
// ETag along, so that an unchanged part costs a few bytes. Here is what htmx must not do: disturb a reader.
"use strict";
const quiet = (part, text) =>
  document.hidden || part.contains(document.activeElement) || text === part.dataset.shown;
document.addEventListener("htmx:sseOpen", (event) => { event.target.dataset.streaming = "yes"; });
for (const name of ["htmx:sseError", "htmx:sseClose"]) {
  document.addEventListener(name, (event) => { delete event.target.dataset.streaming; });
}
document.addEventListener("htmx:beforeRequest", (event) => {
  const polled = !event.detail.requestConfig.triggeringEvent;
  if (document.hidden || (polled && event.detail.elt.dataset.streaming)) event.preventDefault();
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const part = event.detail.target;
  if (quiet(part, event.detail.serverResponse)) event.detail.shouldSwap = false;
  else if (event.detail.shouldSwap) part.dataset.shown = event.detail.serverResponse;
});
document.addEventListener("htmx:sseBeforeMessage", (event) => {
  if (quiet(event.target, event.detail.data)) event.preventDefault();
  else event.target.dataset.shown = event.detail.data;
});
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent.trim());
    button.textContent = "Copied";
  });
}
