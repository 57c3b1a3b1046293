// The viewer on a page of the site: addresses come from the data attributes of its place.
import { Unreadable, fetched } from "./frames.js";
import { Live } from "./live.js";
import { coach, comments, notes } from "./remarks.js";
import { open } from "./shell.js";

function source({ dataset }) {
  const features = [];
  if (dataset.notes) features.push((shell) => notes(shell, dataset.notes));
  if (dataset.coach) features.push((shell) => coach(shell, dataset.coach));
  const recording = (audience) => fetched(dataset.frames.replace("AUDIENCE", encodeURIComponent(audience)));
  const commented = document.getElementById("comments");
  if (commented) features.push((shell) => comments(shell, commented));
  return {
    frames: dataset.live ? followed(dataset, features, recording) : recording,
    live: Boolean(dataset.live),
    catalog: () => fetched(dataset.catalog),
    renderer: () => import(dataset.renderer),
    compact: "compact" in dataset,
    features,
  };
}

/** A running match has one audience: spectators. Its recording has more. */
function followed({ live: address, endless }, features, recording) {
  const live = new Live(address, { endless: endless !== undefined, recording });
  features.push((shell) => live.attach(shell));
  return async (audience) => {
    if (live.isOver && live.shell) return recording(audience);
    if (audience !== "public") throw new Unreadable("While a match runs, everybody sees it as spectators do.");
    return live.first;
  };
}

/** The list of moves for readers without scripts gives way, unless the address asks for it. */
function fold() {
  const moves = document.getElementById("moves");
  if (moves && location.hash !== "#moves") moves.open = false;
}

for (const root of document.querySelectorAll("[data-viewer]")) {
  open(root, source(root)).then((shell) => shell.frames && fold());
}
