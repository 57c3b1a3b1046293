// Plays any legal action. It reads proto/ as it is: no generated code. Before the first start: npm install --prefix bots/node
// Try it: arena local iki --bot "node bots/node/bot.js" --bot house:random
"use strict";
const path = require("path");
const grpc = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");

const proto = path.join(__dirname, "..", "..", "proto");
const definition = loader.loadSync("arena/v1/bots.proto", { includeDirs: [proto], keepCase: true, defaults: true });
const { BotGateway } = grpc.loadPackageDefinition(definition).arena.v1;

const { ARENA_ENDPOINT: endpoint, ARENA_TOKEN: token, ARENA_GIVE_UP_SECONDS: patience = "Infinity" } = process.env;
const plain = /^(unix:|localhost|127\.|\[::1\])/.test(endpoint); // on this machine: no TLS
if (!endpoint || !token) throw new Error("Set ARENA_ENDPOINT to host:port and ARENA_TOKEN to the bot's token");
const metadata = new grpc.Metadata();
metadata.set("authorization", `Bearer ${token}`);
let lost = Date.now();
let said = "";

function choose(decision) {
  return Math.floor(Math.random() * decision.legal_actions.length);
}

function dial() {
  const security = plain ? grpc.credentials.createInsecure() : grpc.credentials.createSsl();
  const client = new BotGateway(endpoint, security, { "grpc.enable_http_proxy": 0 });
  const stream = client.Play(metadata);
  const answer = (decision) => stream.write({ choice: { decision: decision.id, index: choose(decision) } });
  stream.on("data", (message) => {
    lost = Date.now();
    if (message.welcome) {
      said = "";
      console.log(`connected to ${endpoint} as ${message.welcome.bot_name}`);
      message.welcome.pending.forEach(answer);
    } else if (message.decision) answer(message.decision);
    else if (message.ping) stream.write({ pong: { nonce: message.ping.nonce } });
    else if (message.match_result) {
      const { game, match_id: match, place, places } = message.match_result;
      console.log(`${game} ${match}: place ${place} of ${places.length}`);
    } else if (message.set_result) console.log("set over:", ...message.set_result.matches.map((one) => `${one.match_id} (${one.players})`));
    else if (message.notice) console.error(message.notice.text);
  });
  stream.on("error", () => {}); // "status" tells it too
  stream.on("status", ({ code, details }) => {
    client.close();
    if (code === grpc.status.UNAUTHENTICATED || code === grpc.status.ABORTED) {
      console.error(details);
      process.exit(2);
    }
    const way = plain ? "plain text; a gateway elsewhere may want TLS" : "TLS; a gateway in plain text does not answer that";
    if (details !== said) console.error(`no connection to ${endpoint}: ${details} (dialling in ${way}); dialling again`);
    said = details;
    if (Date.now() - lost > 1000 * Number(patience)) process.exit(1);
    setTimeout(dial, 200 + 300 * Math.random());
  });
  stream.write({ hello: { bot_version: "1.0", language: "node" } });
}

dial();
