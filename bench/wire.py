"""How much of a bare gRPC ping-pong is left once matches are played over it, and what an observation costs.

`python -m bench.wire` prints, for 1, 4 and 50 bots in other processes: decisions per second through the gateway with the SDK,
beside a bare grpc.aio ping-pong of the same message sizes with the same number of outstanding requests (one per match), same
event loop, same processes, in the same run. Rounds alternate, and medians are shown: only the ratios mean anything on a busy machine.
"""

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import time
from contextlib import asynccontextmanager

import grpc
import orjson
from grpc import aio

import engine
from arena.gateway.hosting import HostedMatch
from arena.gateway.hub import Hub
from arena.gateway.server import Gateway
from arena.gateway.settings import Settings
from arena.gateway.tokens import BotIdentity, KnownTokens
from arena.matches import PRESETS, MatchSpec, steps
from arena.sdk import Bot
from arena.sdk.client import Client
from arena.sdk.endpoints import OPTIONS, Endpoint
from arena.v1.bots_pb2 import BotMessage, Choice, DecisionId
from arena.wire import observation, question
from arena.wire.loops import on_loop
from arena.wire.pieces import _plan, encoded
from arena.wire.questions import framed, stamped

GAME = "nippon"
"""Its messages are the largest of the four games."""
SETTINGS = ((1, 1, 1), (4, 4, 1), (50, 2, 25))
"""Bots, seats at a table, matches at once."""
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
        yield names
    finally:
        for process in started:
            process.kill()
            process.wait()


# The bare ping-pong


class Bare:
    """A server that passes one ball per match around, and counts."""

    def __init__(self, payload, tables):
        self.payload, self.tables = payload, tables  # tables: lists of names
        self.contexts, self.next = {}, {}
        for table in tables:
            for at, name in enumerate(table):
                self.next[name] = table[(at + 1) % len(table)]
        self.passed = 0
        self.all_here = asyncio.Event()

    async def play(self, _, context):
        name = dict(context.invocation_metadata())["name"]
        self.contexts[name] = context
        if len(self.contexts) == len(self.next):
            self.all_here.set()
        await context.read()
        while await context.read() is not aio.EOF:
            self.passed += 1
            await self.contexts[self.next[name]].write(self.payload)

    async def rate(self, seconds):
        for table in self.tables:
            await self.contexts[table[0]].write(self.payload)
        return await rated(lambda: self.passed, seconds)


async def rated(count, seconds):
    """Counts per second, after a second to warm up."""
    await asyncio.sleep(0.5)
    first, begun = count(), time.perf_counter()
    await asyncio.sleep(seconds)
    return (count() - first) / (time.perf_counter() - begun)


async def bare_rate(payload, count, seats, matches, seconds):
    names = [f"bot-{n}" for n in range(count)]
    bare = Bare(payload, [names[m * seats : (m + 1) * seats] for m in range(matches)])
    server = aio.server(options=[("grpc.so_reuseport", 0)])
    handler = grpc.method_handlers_generic_handler("bare", {"Play": grpc.stream_stream_rpc_method_handler(bare.play)})
    server.add_generic_rpc_handlers((handler,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with others("bare", f"127.0.0.1:{port}", count):
        await bare.all_here.wait()
        rate = await bare.rate(seconds)
    await server.stop(0)
    return rate


# The real thing


async def real_rate(count, seats, matches, seconds):
    hub = Hub(Settings())
    names = [f"bot-{n}" for n in range(count)]
    tokens = KnownTokens({name: BotIdentity(name, name) for name in names})
    asked, real = 0, hub.ask

    def counting(bot_id, put):
        nonlocal asked
        asked += 1
        real(bot_id, put)

    hub.ask = counting
    running = True

    async def table(number):
        sitting = names[number * seats : (number + 1) * seats]
        played = 0
        while running:
            played += 1
            spec = MatchSpec(
                game=GAME if seats > 1 else "zaibatsu",
                seats=seats,
                seed=number,
                hidden_seed=played,
                clock=PRESETS["standard"],
                match_id=f"match-{number}-{played}",
            )
            match = HostedMatch(spec, sitting, hub)
            match.start()
            await asyncio.shield(match.done)

    async with Gateway(hub, tokens) as gateway, others("bots", gateway.address, count):
        await asyncio.gather(*(hub.arrived(name) for name in names))
        tables = [asyncio.ensure_future(table(number)) for number in range(matches)]
        rate = await rated(lambda: asked, seconds)
        running = False
        for one in tables:
            one.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
    return rate


def a_payload(seats):
    """A decision of the middle of a match, as it goes over the wire."""
    spec = MatchSpec(game=GAME if seats > 1 else "zaibatsu", seats=seats, seed=1, hidden_seed=1)
    sizes = []
    loop = steps(spec)
    try:
        from arena.matches import Chosen

        ask = next(loop)
        while True:
            sizes.append(len(framed(stamped(question("match-1", ask), 1 << 30, 60_000))))
            ask = loop.send(Chosen(0))
    except StopIteration:
        return bytes(round(statistics.mean(sizes)))


async def through_the_gateway(rounds, seconds):
    print(f"{'bots':>5} {'matches':>8} {'bytes':>6} {'bare/s':>8} {'arena/s':>8} {'ratio':>6}")
    found = {}
    for count, seats, matches in SETTINGS:
        payload = a_payload(seats)
        bare, real = [], []
        for _ in range(rounds):
            bare.append(await bare_rate(payload, count, seats, matches, seconds))
            real.append(await real_rate(count, seats, matches, seconds))
        ratio = statistics.median(r / b for r, b in zip(real, bare, strict=True))
        found[count] = statistics.median(real)
        print(
            f"{count:>5} {matches:>8} {len(payload):>6} {statistics.median(bare):>8,.0f} {found[count]:>8,.0f} {ratio:>6.2f}",
            flush=True,
        )
    print(f"50 bots against 4: {found[50] / found[4]:.2f}")


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
        _plan.cache_clear()
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
            lambda state, seat, name=name: encoded(name, state.view(seat)),
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
    parser.add_argument("--rounds", type=int, default=3, help="0: only what an observation costs")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("rest", nargs="*", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.kind:
        on_loop((bots if given.kind == "bots" else bare_bots)(given.rest[0], given.rest[1:]))
        return
    if given.rounds:
        on_loop(through_the_gateway(given.rounds, given.seconds))
    building(10)


if __name__ == "__main__":
    main()
