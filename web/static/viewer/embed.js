// Messages to the page that embeds the viewer: what is shown, and how tall it is. Only what everybody may see.

const SENDER = "meiji-arena";
const embedded = window.parent !== window;

/** Types: ready, step, over, size. */
export function tell(type, detail = {}) {
  if (embedded) window.parent.postMessage({ source: SENDER, type, ...detail }, "*");
}

/** Tell the height of the whole page whenever it changes, so that the frame can fit. */
export function tellSize() {
  if (!embedded) return;
  let last = 0;
  const page = document.body;
  new ResizeObserver(() => {
    const height = Math.ceil(page.getBoundingClientRect().height);
    if (height !== last) tell("size", { height: (last = height) });
  }).observe(page);
}
