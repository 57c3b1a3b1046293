// Where the figures of a game come from, in plain words: the last sentence of a tooltip.
import { label } from "./svg.js";

const KINDS = {
  rulebook: "printed in the rulebook",
  found: "found in a public source, not in the rulebook",
  inferred: "worked out from the rulebook",
  reconstructed: "reconstructed: not printed in the rulebook we have",
  "rulebook/found": "from the rulebook and public sources",
  "found-inferred": "worked out from a public source",
};
const FIELDS = { need: "requirement", first_vp: "points for the first", later_vp: "points for later players", count: "number of cards", copies: "number of cards", colour_order: "order of colours", stall_position: "place of the stall", rest: "the rest" };
const HALF = /_exists$|^has_|^no_/; // known to be there, but not how much: says too little for a sentence

/**
 * The sentence for the `provenance` of a catalog entry: "found", or "name: rulebook; rest: reconstructed". Empty if there is none.
 *
 * Begins with a blank, so that it follows another sentence.
 */
export function origin(provenance) {
  if (!provenance) return "";
  if (!SENTENCES.has(provenance)) SENTENCES.set(provenance, told(provenance));
  return SENTENCES.get(provenance);
}

const SENTENCES = new Map(); // every step asks for the same few

function told(provenance) {
  const parts = provenance.split("; ").map((part) => (part.includes(": ") ? part.split(": ") : ["", part])).filter(([field]) => !HALF.test(field));
  const kinds = new Map();
  for (const [field, kind] of parts) kinds.set(kind, [...(kinds.get(kind) || []), FIELDS[field] || label(field).toLowerCase()]);
  const alone = kinds.size === 1;
  const clauses = [...kinds].map(([kind, fields]) => `${alone ? "values" : listed(fields)} ${KINDS[kind] || kind}`);
  return ` ${label(clauses.join("; "))}.`;
}

const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words[0]);
