// Live parts: an element with data-live is fetched again and again and replaced when it has changed.
// The browser's cache sends the ETag along, so an unchanged part costs a few bytes.
"use strict";
for (const part of document.querySelectorAll("[data-live]")) {
  const every = 1000 * Number(part.dataset.every || 5);
  let pause = every;
  const refresh = async () => {
    if (!document.hidden && !part.contains(document.activeElement)) {
      try {
        const answer = await fetch(part.dataset.live, { cache: "no-cache", credentials: "same-origin" });
        if (answer.ok) {
          const text = await answer.text();
          if (text !== part.dataset.shown) {
            part.innerHTML = text;
            part.dataset.shown = text;
          }
          pause = every;
        } else {
          pause = Math.min(60000, 2 * pause);
        }
      } catch {
        pause = Math.min(60000, 2 * pause);
      }
    }
    setTimeout(refresh, pause);
  };
  setTimeout(refresh, every);
}
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent.trim());
    button.textContent = "Copied";
  });
}
