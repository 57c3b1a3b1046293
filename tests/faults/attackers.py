"""Hostile bots in one process: floods, lies, garbage, wrong tokens, and callers without any.

`python -m tests.faults.attackers ADDRESS COUNT LIMIT TOKEN …` attacks until LIMIT messages are written. The file COUNT has their number, and the seconds of
processor time that writing them took.
"""

import asyncio
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from arena.gateway.server import PLAY
from arena.v1.bots_pb2 import ArenaMessage, BotMessage, Choice, DecisionId, Finish, Hello, Pong, Resign
from tests.hostile import STRINGS

WORDS = [text[:500] for text in STRINGS.values() if "\ud800" not in text]
SESSION_SECONDS = 5.0
"""How long one stream is used: who is not thrown out goes and comes back as somebody else."""
ALONE = [("grpc.use_local_subchannel_pool", 1)]
"""A connection for each: streams of one connection would wait for each other."""
BURST = 400
"""Messages that are written before what came back is read."""
PLAYERS = 6
"""Bots that declare a game with a ladder, so that they also sit in matches; the others only talk."""


def flood(rng: random.Random, match_id: str) -> bytes:
    """A message that answers nothing, of any kind."""
    decision = DecisionId(match_id=match_id, number=rng.randrange(9), nonce=rng.getrandbits(32))
    made: list[Callable[[], bytes]] = [
        lambda: BotMessage(resign=Resign(match_id=match_id)).SerializeToString(),
        lambda: BotMessage(choice=Choice(decision=decision, note=rng.choice(WORDS))).SerializeToString(),
        lambda: BotMessage(pong=Pong(nonce=rng.getrandbits(32))).SerializeToString(),
        lambda: BotMessage(finish=Finish()).SerializeToString(),
        lambda: BotMessage(hello=Hello(bot_version=rng.choice(WORDS))).SerializeToString(),
        lambda: rng.randbytes(rng.randrange(40)),
        lambda: b"x" * (20_000 if rng.random() < 0.03 else rng.randrange(2)),
    ]
    return rng.choice(made)()


class Attack:
    """All attackers of this process."""

    def __init__(self, address: str, count: Path, limit: int, seed: int = 1) -> None:
        self.address = address
        self.sent = 0
        self._count = count
        self._limit = limit
        self._rng = random.Random(seed)

    async def run(self, tokens: list[str]) -> None:
        """Until enough is sent."""
        strangers = [asyncio.create_task(self._watch()) for _ in range(20)]
        try:
            await asyncio.gather(self._tell(), *(self._dial(token, n < PLAYERS) for n, token in enumerate(tokens)))
        finally:
            for task in strangers:
                task.cancel()
            await asyncio.gather(*strangers, return_exceptions=True)

    async def _tell(self) -> None:
        while self.sent < self._limit:
            self._note()
            await asyncio.sleep(0.2)
        self._note()

    def _note(self) -> None:
        """In one step: the other side must never read half of it."""
        new = self._count.with_suffix(".new")
        new.write_text(f"{self.sent} {time.process_time():.3f}")
        new.rename(self._count)

    async def _dial(self, token: str, is_player: bool) -> None:
        """One bot after the other with the same token; at times with a wrong one."""
        while self.sent < self._limit:
            given = token if self._rng.random() < 0.9 else f"wrong-{self._rng.random()}"
            async with aio.insecure_channel(self.address, options=ALONE) as channel:
                call = channel.stream_stream(PLAY)(metadata=(("authorization", f"Bearer {given}"),))
                with suppress(aio.AioRpcError, asyncio.InvalidStateError, TimeoutError):
                    async with asyncio.timeout(SESSION_SECONDS):
                        await self._session(call, is_player)
            await asyncio.sleep(0.05)

    async def _session(self, call: Any, is_player: bool) -> None:
        rng, said = self._rng, self._rng.choice(WORDS)
        hello = Hello(
            bot_version=said,
            language=said,
            games=[said, "iki" if is_player else "zaibatsu"],
            matches_at_once=rng.getrandbits(31),
        )
        await self._write(call, BotMessage(hello=hello).SerializeToString())
        match_id, plays = "1", is_player and rng.random() < 0.3
        while self.sent < self._limit:
            if not plays:
                for raw in [flood(rng, match_id) for _ in range(50)] * (BURST // 50):
                    await self._write(call, raw)
            raw = await call.read()
            if raw is aio.EOF:
                return
            message = ArenaMessage.FromString(raw)
            if message.HasField("match_started"):
                match_id = message.match_started.match_id
                for _ in range(3):
                    await self._write(call, BotMessage(resign=Resign(match_id=match_id)).SerializeToString())
            elif message.HasField("decision"):
                answer = Choice(decision=message.decision.id, note=rng.choice(WORDS), value=rng.random())
                await self._write(call, BotMessage(choice=answer).SerializeToString())

    async def _write(self, call: Any, raw: bytes) -> None:
        await call.write(raw)
        self.sent += 1

    async def _watch(self) -> None:
        """A visitor without a token, who opens as many streams as it is let."""
        while True:
            async with aio.insecure_channel(self.address, options=ALONE) as channel:
                watched = [
                    health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest()) for _ in range(50)
                ]
                self.sent += len(watched)
                with suppress(aio.AioRpcError):
                    await watched[0].read()
                await asyncio.sleep(2.0)


def main() -> None:
    address, count, limit, *tokens = sys.argv[1:]
    asyncio.run(Attack(address, Path(count), int(limit)).run(tokens))


if __name__ == "__main__":
    main()
