"""Malformed and hostile messages: the gateway stays up, other matches finish, nothing piles up."""

import asyncio
import gc
import random
import resource
from pathlib import Path

import pytest
from grpc import aio

from arena.gateway.session import Session
from arena.hosting.match import HostedMatch
from arena.v1.bots_pb2 import BotMessage, Choice, DecisionId, Finish, Hello, Pong, Resign
from tests.arena.streams import LONG, RawBot, house, on_loop, raw_bot, tiny_spec

pytestmark = pytest.mark.usefixtures("tiny")

STREAMS, MESSAGES = 80, 25
MOST_GROWTH = 16 * 1024 * 1024
"""Bytes, over the second half of the attack, which throws about 40 MB at the gateway."""


def valid(rng):
    """A well-formed message that makes no sense."""
    decision = DecisionId(
        match_id=rng.choice(["m0", "m1", "", "x" * 500]), number=rng.randrange(9), nonce=rng.getrandbits(32)
    )
    return rng.choice(
        [
            BotMessage(choice=Choice(decision=decision, index=rng.getrandbits(31))),
            BotMessage(choice=Choice(decision=decision, note="n" * rng.choice([0, 5_000]), value=float("inf"))),
            BotMessage(choice=Choice()),
            BotMessage(resign=Resign(match_id=decision.match_id)),
            BotMessage(pong=Pong(nonce=rng.getrandbits(32))),
            BotMessage(hello=Hello(games=["?"] * rng.randrange(200), matches_at_once=rng.getrandbits(32))),
            BotMessage(finish=Finish()),
            BotMessage(),
        ]
    ).SerializeToString()


def hostile(rng):
    """Bytes of any kind."""
    match rng.randrange(4):
        case 0:
            return rng.randbytes(rng.randrange(40))
        case 1:
            raw = bytearray(valid(rng) or b"\x00")
            raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
            return bytes(raw)
        case 2:
            return b"x" * rng.choice([17_000, 300_000])
        case _:
            return valid(rng)


async def attack(place, rng):
    """One stream of nonsense; it may be cut off at any point."""
    async with RawBot(place.address, "eve") as eve:
        try:
            if rng.random() < 0.8:
                await eve.send(hello=Hello(matches_at_once=rng.choice([0, 1, 2**31])))
            for _ in range(rng.randrange(MESSAGES)):
                await eve.send_bytes(hostile(rng))
            if rng.random() < 0.5:
                await eve.call.done_writing()
                while await eve.read() is not None:
                    pass
        except (aio.AioRpcError, asyncio.InvalidStateError):
            pass  # we were thrown out


async def garbage(place, rng):
    """Not even HTTP/2."""
    host, port = place.address.rsplit(":", 1)
    _, writer = await asyncio.open_connection(host, int(port))
    writer.write(rng.randbytes(rng.randrange(1, 5_000)))
    try:
        await writer.drain()
        writer.close()
        await writer.wait_closed()
    except ConnectionError:
        pass


async def one_match(place, ann, bob, number):
    match = HostedMatch(tiny_spec(match_id=f"m{number}"), ["ann", "bob"], place.connections)
    match.start()
    await asyncio.gather(ann.play(), bob.play())
    return (await asyncio.wait_for(match.done, LONG)).verdicts


def sessions():
    gc.collect()
    return sum(isinstance(one, Session) for one in gc.get_objects())


def resident_bytes():
    """Of this process, memory of the C libraries included (Linux; elsewhere nothing is measured)."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    except OSError:
        return 0


@on_loop
async def test_hostile_streams_harm_nobody():
    rng = random.Random(2026)
    async with (
        house("ann", "bob", "eve", linger_seconds=0.01) as place,
        raw_bot(place, "ann") as ann,
        raw_bot(place, "bob") as bob,
    ):
        place.connections.banned.longest = 0.0  # she would not be let in so soon otherwise
        place.gateway.dials.burst = 10 * STREAMS
        before = sessions()
        resident = []
        for number in range(STREAMS // 4):
            attacks = [attack(place, rng) for _ in range(4)] + [garbage(place, rng)]
            verdicts, *_ = await asyncio.gather(one_match(place, ann, bob, number), *attacks)
            assert verdicts == ("finished", "finished")
            resident.append(resident_bytes())
        assert resident[-1] - resident[len(resident) // 2] < MOST_GROWTH
        async with raw_bot(place, "eve") as eve:  # she may still come in and behave
            assert eve.welcome.matches_at_once == 1
        async with asyncio.timeout(LONG):
            while sessions() > before or set(place.connections._by_bot) != {"ann", "bob"}:  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.05)
        assert sum(connection.session._outbox.waiting_bytes for connection in place.connections.all()) == 0
