// The connection: dials the arena, keeps one stream open, and answers with what `choose` returns.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { credentials, Metadata, status, type StatusObject } from "@grpc/grpc-js";
import { choose, version } from "./choose.js";
import { BotGatewayClient, type ArenaMessage, type BotMessage, type Decision } from "./generated/arena/v1/bots.js";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;
const FINISH_WAIT_MS = 5_000;

interface Session {
  ended: StatusObject;
  welcomed: boolean;
  /** The arena asked the bot to dial again after this time. */
  redialMs?: number;
}

const { ARENA_ENDPOINT: endpoint, ARENA_TOKEN: token, ARENA_CA: authority, ARENA_PLAIN_TEXT: plainText } = process.env;
if (!endpoint || !token) {
  console.error("Set ARENA_ENDPOINT to host:port and ARENA_TOKEN to the bot's token, or start this with arena local.");
  process.exit(2);
}
const giveUpMs = 1000 * Number(process.env.ARENA_GIVE_UP_SECONDS ?? Infinity);
const metadata = new Metadata();
metadata.set("authorization", `Bearer ${token}`);
/** Set at the first Ctrl-C or SIGTERM: plays the sets under way to their end, and takes nothing new. */
let finishing = false;
let sendFinish = () => {};

/** Plain text on this machine, TLS elsewhere; ARENA_CA names the file of a private authority. */
function security(address: string) {
  const local = /^(unix|localhost|127\.[\d.]+|\[::1\]):/.test(address);
  if (authority === undefined && (local || plainText)) return credentials.createInsecure();
  return credentials.createSsl(authority ? readFileSync(authority) : null);
}

/** One session, from Hello to the end of the stream. */
function play(client: BotGatewayClient): Promise<Session> {
  return new Promise((resolve) => {
    const session = { welcomed: false } as Session;
    const stream = client.play(metadata);
    const send = (kind: BotMessage["kind"]) => stream.write({ kind });
    const answer = async (decision: Decision) => {
      const index = await choose(decision);
      send({ $case: "choice", value: { decision: decision.id, index, note: "" } });
    };
    const take = ({ kind }: ArenaMessage) => {
      switch (kind?.$case) {
        case "welcome":
          session.welcomed = true;
          console.log(`connected to ${endpoint} as ${kind.value.botName}`);
          sendFinish = () => send({ $case: "finish", value: {} });
          if (finishing) sendFinish();
          for (const decision of kind.value.pending) void answer(decision);
          break;
        case "decision":
          void answer(kind.value);
          break;
        case "ping":
          send({ $case: "pong", value: { nonce: kind.value.nonce } });
          break;
        case "matchResult": {
          const { game, matchId, place, places, page } = kind.value;
          console.log(`${game} ${matchId}: place ${place} of ${places.length} ${page}`);
          break;
        }
        case "setResult": {
          const r = kind.value; // with a reason it is void; a notice tells the rating
          console.log(`${r.game} ${r.kind} set over ${r.reason}`);
          break;
        }
        case "notice":
          console.error(`notice: ${kind.value.text}`);
          break;
        case "redial":
          session.redialMs = kind.value.afterMs;
          stream.end();
          break;
      } // kinds of later versions are ignored
    };
    stream.on("data", take);
    stream.on("error", () => {}); // "status" says it too
    stream.on("status", (ended: StatusObject) => {
      sendFinish = () => {};
      resolve({ ...session, ended });
    });
    send({ $case: "hello", value: { botVersion: version, language: "typescript", games: [], matchesAtOnce: 1 } });
  });
}

/** Dials until the bot is finished. Returns its exit code. */
async function run(address: string): Promise<number> {
  let wait = FIRST_WAIT_MS;
  let lost = Date.now();
  let said = "";
  for (;;) {
    const began = Date.now();
    const client = new BotGatewayClient(address, security(address), {
      "grpc.enable_http_proxy": 0,
      "grpc.keepalive_time_ms": 20_000,
    });
    const { ended, welcomed, redialMs } = await play(client);
    client.close();
    if (ended.code === status.UNAUTHENTICATED || ended.code === status.ABORTED) {
      console.error(ended.details); // a bad token, or another session took over
      return 2;
    }
    if (finishing && ended.code === status.OK && redialMs === undefined) return 0;
    if (ended.code !== status.OK && ended.details !== said) {
      said = ended.details;
      console.error(`no connection to ${address}: ${said}; dialling again`);
    }
    if (welcomed) lost = Date.now();
    if (Date.now() - lost > (finishing ? FINISH_WAIT_MS : giveUpMs)) return 1;
    wait = welcomed && Date.now() - began > wait ? FIRST_WAIT_MS : Math.min(2 * wait, LONGEST_WAIT_MS);
    await sleep(redialMs ?? wait * (0.5 + Math.random() / 2));
  }
}

let signalled = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (finishing && Date.now() - signalled > 500) process.exit(1);
    signalled ||= Date.now();
    finishing = true;
    sendFinish();
  });
}

process.exit(
  await run(endpoint).catch((error: unknown) => {
    console.error(String(error)); // ARENA_CA names no file that can be read
    return 2;
  }),
);
