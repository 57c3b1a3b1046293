// What the viewer says about a step, a fault, a result.

const ORDINALS = ["", "1st", "2nd", "3rd", "4th"];

/** "shinobi sells 2 silk to Osaka: +4 yen"; a choice that this audience may not know is said to be hidden. */
export function sentence(step, names) {
  const what = step.words || step.action || "makes a hidden choice";
  return step.seat === null ? what : `${names[step.seat]} ${what}`;
}

/** Events that followed a step, without the action: "- reveal 12" is the game's, "1 pay 3" a seat's. */
export function followed(step, names) {
  return (step.events || [])
    .filter((line) => line !== `${step.seat} ${step.action}`)
    .map((line) => {
      const [who, ...rest] = line.split(" ");
      const text = rest.join(" ").replaceAll("_", " ");
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
