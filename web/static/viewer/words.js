// What the viewer says about a step, a fault, a result.

const ORDINALS = ["", "1st", "2nd", "3rd", "4th"];

/** "shinobi sells 2 silk to Osaka: +4 yen"; a choice that this audience may not know is said to be hidden. */
export function sentence(step, names) {
  const what = wording(step, names);
  return step.seat === null ? what : `${names[step.seat]} ${what}`;
}

/** The same without who did it. Frames name other seats by their number, readers know them by name. */
export const wording = (step, names) =>
  (step.words || step.action || "makes a hidden choice").replace(/\bseat (\d)\b/g, (said, number) => names[number - 1] ?? said);

/** Lines that say nothing, or that the sentence of the step has already. */
const SAID = new Set(["stop", "end", "end_phase", "take_back", "scoring", "tile_home"]);
/** Forced answers of the same seat are in its sentence by what they gave and cost. */
const tells = ([who, what], step) => !SAID.has(what) && (who !== String(step.seat) || what in TOLD);
const plain = (id) => id.replaceAll("_", " ");
/** What the game does without a player, in words: its notation counts from 0. */
const TOLD = {
  row_up: ([row, space]) => `waiting row ${row} moves up to ${space.split("_").join(" and ")}`,
  refill: () => "new workers come",
  space: ([at, ...workers]) => `space ${Number(at) + 1}: ${workers.join(", ")}`,
  queue: ([at, ...workers]) => `queue ${Number(at) + 1}: ${workers.join(", ")}`,
  score: ([, region, , seat, , points], names) => `region ${Number(region) + 1}: ${names[seat] ?? "automa"} +${points}`,
  reveal: (cards) => `new: ${cards.map(plain).join(", ")}`,
  lost: ([room, who]) => `the ${plain(who)} leaves ${room.toUpperCase()}`,
  retired: ([room, who]) => `the ${plain(who)} retires from ${room.toUpperCase()}`,
  consolidate: () => "consolidates",
  income: (items) => (items.length ? `income ${items.join(" ")}` : "no income"),
};

/** Events that followed a step, without the action and without forced answers: "- reveal 12" is the game's, "1 pay 3" a seat's. */
export function followed(step, names) {
  return (step.events || [])
    .filter((line) => line !== `${step.seat} ${step.action}` && tells(line.split(" "), step))
    .map((line) => {
      const [who, what, ...rest] = line.split(" ");
      const fire = what.startsWith("fire_") && `a fire of strength ${rest} starts in ${what.slice(5).toUpperCase()}1`;
      const text = fire || (TOLD[what] ? TOLD[what](rest, names) : plain([what, ...rest].join(" ")));
      return names[who] === undefined ? text : `${names[who]}: ${text}`;
    })
    .join("; ");
}

/** How the match ended: "1st shinobi 61, 2nd kappa 55". */
export function ending({ scores = [], places = [], ended_by: by, verdicts = [] }, names) {
  const seats = scores.map((_, seat) => seat).sort((one, other) => places[one] - places[other] || scores[other] - scores[one]);
  const lines = seats.map((seat) => {
    const out = verdicts[seat] && verdicts[seat] !== "finished" ? ` (${verdicts[seat].replaceAll("_", " ")})` : "";
    return `${ORDINALS[places[seat]] || ""} ${names[seat]} ${scores[seat]}${out}`.trim();
  });
  return `${lines.join(", ")}.${by ? ` Ended by: ${by.replaceAll("_", " ")}.` : ""}`;
}

export const fault = ({ seat, verdict }, names) => `${names[seat]} is out (${verdict.replaceAll("_", " ")}): a stand-in plays on for it from here.`;

/** With a full stop, so that a screen reader pauses. */
export const ended = (words) => (/[.!?]$/.test(words) ? words : `${words}.`);
