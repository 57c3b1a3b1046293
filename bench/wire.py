"""How much of a bare gRPC ping-pong is left once matches are played over it, and what an observation costs.

`python -m bench.wire` prints, for 1, 4 and 50 bots in other processes: decisions per second through the gateway with the SDK,
beside a bare grpc.aio ping-pong of the same message sizes with the same number of outstanding requests (one per match), same
event loop, same processes, in the same run. Two ratios are
shown: of the rates, and of decisions per second of processor time of all processes together, which holds on a busy machine too.
"""

import argparse
import asyncio
import logging
import os
import random
import statistics
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import orjson
from grpc import aio

import engine
from arena.event_loop import on_loop
from arena.gateway.connections import Connections
from arena.gateway.server import Gateway, _options
from arena.gateway.settings import Settings
from arena.gateway.tokens import BotIdentity, KnownTokens
from arena.hosting.match import HostedMatch
from arena.matches import PRESETS, MatchSpec, steps
from arena.sdk import Bot
from arena.sdk.client import Client
from arena.sdk.endpoints import OPTIONS, Endpoint
from arena.v1.bots_pb2 import BotMessage, Choice, DecisionId
from arena.wire import observation, question
from arena.wire.decisions import decision_id, decision_message
from arena.wire.observations import encoded, view_encoder

GAME = "nippon"
"""Its messages are the largest of the four games."""
SETTINGS = (("zaibatsu", 1, 1, 1), *((game, 4, 4, 1) for game in engine.games()), (GAME, 50, 2, 25))
"""Game, bots, seats at a table, matches at once."""
PROCESSES = 2


class Trivial(Bot):
    def choose(self, decision):  # noqa: ARG002
        return 0


# The other processes: bots of either kind


async def bots(address, names):
    clients = [Client(Trivial(), Endpoint(address, name), give_up_seconds=5) for name in names]
    await asyncio.gather(*(client.play() for client in clients))


async def bare_bots(address, names):
    answer = a_choice()

    async def one(name):
        async with aio.insecure_channel(address, options=OPTIONS) as channel:
            call = channel.stream_stream("/bare/Play")(metadata=(("name", name),))
            await call.write(answer)
            while await call.read() is not aio.EOF:
                await call.write(answer)

    await asyncio.gather(*(one(name) for name in names), return_exceptions=True)


def a_choice():
    return BotMessage(
        choice=Choice(decision=DecisionId(match_id="match-1", number=70, nonce=1 << 30), index=3)
    ).SerializeToString()


@asynccontextmanager
async def others(kind, address, count):
    """So many bots, spread over processes."""
    names = [f"bot-{n}" for n in range(count)]
    started = [
        subprocess.Popen(  # noqa: ASYNC220  nothing is measured yet
            [sys.executable, "-m", "bench.wire", "--as", kind, address, *names[part::PROCESSES]],
            env=os.environ,
            stdout=subprocess.DEVNULL,
        )
        for part in range(min(PROCESSES, count))
    ]
    try:
        yield [process.pid for process in started]
    finally:
        for process in started:
            process.kill()
            process.wait()


# The bare ping-pong


class Bare:
    """A server that passes one ball per match around, and counts."""

    pids = ()

    def __init__(self, payload, tables):
        self.payload, self.tables = payload, tables  # tables: lists of names
        self.contexts, self.next = {}, {}
        for table in tables:
            for at, name in enumerate(table):
                self.next[name] = table[(at + 1) % len(table)]
        self.passed, self.running = 0, False
        self.all_here = asyncio.Event()

    async def play(self, _, context):
        name = dict(context.invocation_metadata())["name"]
        self.contexts[name] = context
        if len(self.contexts) == len(self.next):
            self.all_here.set()
        await context.read()
        while await context.read() is not aio.EOF:
            self.passed += 1
            if self.running:
                await self.contexts[self.next[name]].write(self.payload)

    async def rate(self, seconds):
        self.running = True
        for table in self.tables:
            await self.contexts[table[0]].write(self.payload)
        rate = await rated(lambda: self.passed, self.pids, seconds)
        self.running = False
        return rate


async def rated(count, pids, seconds):
    """Counts per second by the clock, and per second of processor time of all processes; after a moment to warm up."""
    await asyncio.sleep(0.3)
    first, begun, used = count(), time.perf_counter(), processor_seconds(pids)
    await asyncio.sleep(seconds)
    while count() == first:  # noqa: ASYNC110  a starved machine: there is nothing to divide by yet
        await asyncio.sleep(seconds / 10)
    done = count() - first
    return done / (time.perf_counter() - begun), done / (processor_seconds(pids) - used)


def processor_seconds(pids):
    """Used so far by this process and others (Linux; elsewhere by this process alone)."""
    ticks = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def bare_arena(payload, tables):
    bare = Bare(payload, tables)
    server = aio.server(options=_options(Settings()))  # a stricter server would throw out clients for their keep-alives
    handler = grpc.method_handlers_generic_handler("bare", {"Play": grpc.stream_stream_rpc_method_handler(bare.play)})
    server.add_generic_rpc_handlers((handler,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with others("bare", f"127.0.0.1:{port}", sum(map(len, tables))) as bare.pids:
        await bare.all_here.wait()
        yield bare
    await server.stop(0)


# The real thing


class Real:
    """Matches through a gateway, one at each table at a time."""

    pids = ()

    def __init__(self, game, connections, tables):
        self.game, self.connections, self.tables = game, connections, tables
        self.asked, self.played = 0, 0
        real = connections.ask

        def counting(bot_id, put):
            self.asked += 1
            real(bot_id, put)

        connections.ask = counting

    def start(self, number):
        self.played += 1
        spec = MatchSpec(
            game=self.game,
            seats=len(self.tables[number]),
            seed=number,
            hidden_seed=self.played,
            clock=PRESETS["standard"],
            match_id=f"match-{self.played}",
        )
        match = self.running[number] = HostedMatch(spec, self.tables[number], self.connections)
        match.done.add_done_callback(lambda done: None if done.exception() else self.start(number))
        match.start()

    async def rate(self, seconds):
        self.running = {}
        for number in range(len(self.tables)):
            self.start(number)
        rate = await rated(lambda: self.asked, self.pids, seconds)
        for match in self.running.values():
            match.cancel(RuntimeError("measured"))
        await asyncio.sleep(0.1)  # late answers
        return rate


@asynccontextmanager
async def real_arena(game, tables):
    connections = Connections(Settings())
    names = [name for table in tables for name in table]
    tokens = KnownTokens({name: BotIdentity(name, name) for name in names})
    real = Real(game, connections, tables)
    async with Gateway(connections, tokens) as gateway, others("bots", gateway.address, len(names)) as real.pids:
        await asyncio.gather(*(connections.arrived(name) for name in names))
        yield real


def a_payload(game, seats):
    """As many bytes as the decisions of a match have on average."""
    spec = MatchSpec(game=game, seats=seats, seed=1, hidden_seed=1)
    sizes = []
    loop = steps(spec)
    try:
        from arena.matches import Chosen

        ask = next(loop)
        while True:
            asked = question("match-1", ask)
            sizes.append(len(decision_message(asked, decision_id(asked, 1 << 30), 60_000)))
            ask = loop.send(Chosen(0))
    except StopIteration:
        return bytes(round(statistics.mean(sizes)))


async def through_the_gateway(rounds, seconds):
    heads = f"{'bare/s':>8} {'arena/s':>8} {'rate':>6} {'processor':>10}"
    print(f"{'game':>10} {'bots':>5} {'matches':>8} {'bytes':>6} {heads}")
    found = {}
    for game, count, seats, matches in SETTINGS:
        payload = a_payload(game, seats)
        tables = [[f"bot-{m * seats + n}" for n in range(seats)] for m in range(matches)]
        async with bare_arena(payload, tables) as bare, real_arena(game, tables) as real:
            pairs = [(await bare.rate(seconds), await real.rate(seconds)) for _ in range(rounds)]
        # Medians of many short rounds in turn: the machine's speed drifts by a quarter from one moment to the next.
        rate, processor = (statistics.median(real[at] / bare[at] for bare, real in pairs) for at in (0, 1))
        median_bare, median_real = (
            statistics.median(rate for rate, _ in column) for column in zip(*pairs, strict=True)
        )
        found[game, count] = median_real
        print(
            f"{game:>10} {count:>5} {matches:>8} {len(payload):>6} {median_bare:>8,.0f} {median_real:>8,.0f} "
            f"{rate:>6.2f} {processor:>10.2f}",
            flush=True,
        )
    print(f"50 bots against 4 ({GAME}): {found[GAME, 50] / found[GAME, 4]:.2f}")


# What an observation costs


def a_walk(name, seed):
    """Positions of a random match in their order, each with the seat to act: what is kept from one serves the next."""
    state, rng, found = engine.game(name).new(4, seed), random.Random(seed), []
    while state.to_act is not None and len(found) < 300:
        found.append((state.clone(), state.to_act))
        state.apply(rng.choice(state.legal_actions()))
    return found


def per_position(work, walk, before, rounds):
    """Seconds for one position: each position's best of a few rounds, every round after a match that was played before."""
    best = [float("inf")] * len(walk)
    for _ in range(rounds):
        view_encoder(walk[0][0].game.name).forget()
        for state, seat in before:
            work(state, seat)
        for at, (state, seat) in enumerate(walk):
            begun = time.perf_counter()
            work(state, seat)
            best[at] = min(best[at], time.perf_counter() - begun)
    return statistics.mean(best)


def building(rounds):
    print(f"\n{'game':>10} {'view us':>8} {'+orjson':>8} {'+message':>9} {'+pieces':>8} {'ratio':>6} {'bytes':>6}")
    for name in engine.games():
        walk, before = a_walk(name, 1), a_walk(name, 2)
        works = (
            lambda state, seat: state.view(seat),
            lambda state, seat: orjson.dumps(state.view(seat)),
            lambda state, seat, name=name: observation(name, state.view(seat)).SerializeToString(),
            lambda state, seat, name=name: encoded(name, state, seat),
        )
        view, plain, typed, pieces = (1e6 * per_position(work, walk, before, rounds) for work in works)
        size = statistics.mean(observation(name, state.view(seat)).ByteSize() for state, seat in walk)
        print(
            f"{name:>10} {view:>8.1f} {plain:>8.1f} {typed:>9.1f} {pieces:>8.1f} {pieces / plain:>6.2f} {size:>6.0f}",
            flush=True,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--as", dest="kind", choices=("bots", "bare"), help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=15, help="of each, in turn; 0: only what an observation costs")
    parser.add_argument("--seconds", type=float, default=0.7, help="a round's length")
    parser.add_argument("rest", nargs="*", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.kind:
        logging.getLogger("arena.sdk").setLevel(logging.ERROR)  # matches are broken off in mid-answer between rounds
        on_loop((bots if given.kind == "bots" else bare_bots)(given.rest[0], given.rest[1:]))
        return
    if given.rounds:
        on_loop(through_the_gateway(given.rounds, given.seconds))
    building(10)


if __name__ == "__main__":
    main()
