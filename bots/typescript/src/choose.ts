// Your idea goes here: `choose` returns the index of the action to play, or a promise of it.
import type { Decision } from "./generated/arena/v1/bots.js";
import type { IkiObservation } from "./generated/arena/v1/iki.js";

export const version = "1.0";

/** What the rules think of an action of IKI, by its first word; what is not here is worth 0. */
const WORTH: Record<string, number> = {
  ...{ foreman_build: 9, buy_fish: 8, buy_tobacco: 7, recruit: 6, income: 6, trade: 5, buy_pipe: 4 },
  ...{ buy_koban: 3, watch: 3, save: 3, foreman_rice: 2, build: 2, end: 1, stop: 1 },
};

/** Plays IKI by a few rules, and any legal action in other games; `node dist/bot.js random` does so in every game. */
export function choose({ legalActions, observation, seat }: Decision): number | Promise<number> {
  const game = observation?.game;
  if (game?.$case !== "iki" || process.argv[2] === "random") return Math.floor(Math.random() * legalActions.length);
  const values = legalActions.map((action) => rate(action, game.value, seat) + Math.random()); // chance breaks ties
  return values.indexOf(Math.max(...values));
}

/** Reads the position: feed the artisans, recruit no one too late, and place new ones beside your own. */
function rate(action: string, iki: IkiObservation, seat: number): number {
  const [verb = "", object = ""] = action.split(" ");
  const mine = iki.rooms.filter((room) => room.owner === seat);
  const artisans = mine.filter((room) => room.level !== undefined).length; // only artisans have a level
  const hungry = (iki.players[seat]?.rice ?? 0) < artisans;
  if (hungry && (verb === "buy_rice_pair" || verb === "foreman_rice")) return 8;
  if (verb === "recruit" && iki.month >= 10) return 0;
  if (verb === "place") return mine.filter((room) => room.room.slice(0, 2) === object.slice(0, 2)).length;
  return WORTH[verb] ?? 0;
}
