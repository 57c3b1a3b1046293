// The viewer in a page that was saved to a file: frames and tables are in the page, packed.
import { Unreadable } from "./frames.js";
import { open } from "./shell.js";

/** A JSON document of the page. */
async function stored(element) {
  const bytes = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

async function frames(audience) {
  const element = document.querySelector(`script[data-frames="${CSS.escape(audience)}"]`);
  if (!element) throw new Unreadable("There is no such view of this match.");
  return stored(element);
}

/** Show the match of this page, drawn by a module. */
export function show(renderer) {
  return open(document.querySelector("[data-viewer]"), {
    frames,
    catalog: () => stored(document.querySelector("script[data-catalog]")),
    renderer: async () => renderer,
  });
}
