"""Many light bots in one process: `python -m bench.light_bots ADDRESS FILE SECONDS TOKEN ...` They think so long and take the first choice.

They speak the wire itself, without the SDK, so that a machine of two processors has room for the arena beside them. FILE gets a line whenever
its `.ask` neighbour is touched, and at the end: answers so far, and quantiles of the arena's overhead since the last line, in milliseconds.
**Overhead** is the time from an answer to the next question of the same match, whoever is asked.
"""

import asyncio
import sys
import time
from pathlib import Path
from random import Random

from grpc import aio

from arena.event_loop import on_loop
from arena.v1.bots_pb2 import ArenaMessage, BotMessage, Choice, Hello, Pong

PLAY = "/arena.v1.BotGateway/Play"
ASK_SECONDS = 0.1


class LightBots:
    """What the bots of this process have seen."""

    def __init__(self, think: float) -> None:
        self.think = think
        self.answers = 0
        self.overheads: list[float] = []
        self._answered: dict[str, float] = {}
        """By match: when its last question was answered."""
        self._random = Random(1)

    async def play(self, address: str, token: str) -> None:
        """One bot, until cancelled; dials in again when its stream ends."""
        while True:
            try:
                async with aio.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)]) as channel:
                    await self._session(channel, token)
            except aio.AioRpcError:
                await asyncio.sleep(0.2)

    async def _session(self, channel: aio.Channel, token: str) -> None:
        stream = channel.stream_stream(PLAY)(metadata=(("authorization", f"Bearer {token}"),))
        await stream.write(BotMessage(hello=Hello(language="light", matches_at_once=1)).SerializeToString())
        while (raw := await stream.read()) is not aio.EOF:
            message = ArenaMessage.FromString(raw)
            kind = message.WhichOneof("kind")
            if kind == "ping":
                await stream.write(BotMessage(pong=Pong(nonce=message.ping.nonce)).SerializeToString())
            elif kind == "decision":
                await self._answer(stream, message.decision)
            elif kind == "welcome":
                for decision in message.welcome.pending:
                    await self._answer(stream, decision)

    async def _answer(self, stream: aio.StreamStreamCall, decision: object) -> None:
        match_id, now = decision.id.match_id, time.monotonic()
        if (answered := self._answered.pop(match_id, None)) is not None:
            self.overheads.append(now - answered)
        if self.think:
            await asyncio.sleep(self.think * self._random.uniform(0.5, 1.5))
        self._answered[match_id] = time.monotonic()
        await stream.write(BotMessage(choice=Choice(decision=decision.id, index=0)).SerializeToString())
        self.answers += 1

    def line(self) -> str:
        """Answers so far; p50, p95 and p99 of the overhead since the last line, in milliseconds."""
        seen, self.overheads = sorted(self.overheads), []
        shares = [1000 * seen[int(len(seen) * share)] if seen else 0.0 for share in (0.5, 0.95, 0.99)]
        return f"{self.answers} " + " ".join(f"{one:.1f}" for one in shares)


async def main(address: str, file: Path, think: float, tokens: list[str]) -> None:
    bots = LightBots(think)
    playing = [asyncio.create_task(bots.play(address, token)) for token in tokens]
    ask = file.with_suffix(".ask")
    while not any(task.done() for task in playing):
        await asyncio.sleep(ASK_SECONDS)
        if ask.exists():
            ask.unlink()
            part = file.with_suffix(".part")
            part.write_text(bots.line())
            part.replace(file)
    await asyncio.gather(*playing)


if __name__ == "__main__":
    on_loop(main(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]), sys.argv[4:]))
