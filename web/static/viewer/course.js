// The course of a match, from its steps: where turns and rounds end, who leads, where to jump.

/**
 * Positions worth stepping to. Position 0 is the start, n the board after n steps.
 *
 * Where the game's own count changes with every turn, a round says nothing: then the moments at which somebody else than the
 * player to act scores, as in a scoring of all, take the place of rounds.
 */
export class Course {
  /** Scores by seat at every position, the start included. */
  constructor(steps, scores) {
    this.steps = steps;
    this.turnEnds = ends(steps, "turn");
    const rounds = ends(steps, "round");
    this.hasRounds = rounds.length > 1 && rounds.length < 0.9 * this.turnEnds.length;
    this.roundEnds = this.hasRounds ? rounds : scorings(steps);
    this.leadChanges = leadChanges(scores);
  }

  /** Where the current or next turn ends; back: where the turn before ended. */
  byTurn(from, direction) {
    return beyond([0, ...this.turnEnds], from, direction);
  }

  byRound(from, direction) {
    return beyond([0, ...this.roundEnds, this.steps.length], from, direction);
  }

  /** The next end of a round (or scoring of all); never the start. */
  endOfRound(from, direction) {
    return beyond(this.roundEnds, from, direction);
  }

  changeOfLead(from, direction) {
    return beyond(this.leadChanges, from, direction);
  }

  /** The start of the next turn of a seat. */
  turnOf(seat, from, direction) {
    const starts = [0, ...this.turnEnds].filter((at) => this.steps[at]?.seat === seat);
    return beyond(starts, from, direction);
  }
}

/** The next (direction 1) or previous (-1) of some positions in order; null if there is none. */
function beyond(positions, from, direction) {
  const found = direction > 0 ? positions.find((at) => at > from) : positions.findLast((at) => at < from);
  return found ?? null;
}

/** Positions at which a turn or round has just ended; the end of the match is one. */
function ends(steps, name) {
  const found = [];
  steps.forEach((step, at) => {
    if (at + 1 === steps.length || steps[at + 1][name] !== step[name]) found.push(at + 1);
  });
  return found;
}

function scorings(steps) {
  const found = [];
  for (let at = 1; at < steps.length; at += 1) {
    const { points = [], seat } = steps[at];
    if (points.some((value, other) => other !== seat && value > steps[at - 1].points[other])) found.push(at + 1);
  }
  return found;
}

/** Who is alone in the lead: a seat, or -1 while the lead is shared or unknown. */
export function leader(scores) {
  const best = Math.max(...scores);
  const first = scores.indexOf(best);
  return first === scores.lastIndexOf(best) ? first : -1;
}

/** Positions at which somebody else has come to lead alone; in between the lead may have been shared. */
export function leadChanges(scores) {
  const found = [];
  let last = -1;
  scores.forEach((line, at) => {
    const now = leader(line);
    if (now < 0) return;
    if (last >= 0 && now !== last) found.push(at);
    last = now;
  });
  return found;
}

/** Steps in groups, a group for each turn: `{ from, to, seat, round }`, `to` not included. */
export function turns(steps, from = 0) {
  const groups = [];
  for (let at = from; at < steps.length; at += 1) {
    const last = groups[groups.length - 1];
    if (last && steps[at].turn === steps[at - 1].turn) last.to = at + 1;
    else groups.push({ from: at, to: at + 1, seat: steps[at].seat, round: steps[at].round });
  }
  return groups;
}
