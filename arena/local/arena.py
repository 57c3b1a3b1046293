"""A gateway on loopback with bot processes connected to it."""

import asyncio
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from arena.gateway.connections import Connections
from arena.gateway.server import Gateway
from arena.gateway.settings import Settings
from arena.gateway.tokens import BotIdentity, KnownTokens
from arena.local.processes import MOST_RESTARTS, BotFailed, BotProcess

T = TypeVar("T")
ARRIVAL_SECONDS = 60.0
"""How long a bot may take from its start to its Hello."""


class LocalArena:
    """`async with LocalArena({"bot-1": "python bot.py"}, logs) as arena:` starts everything; leaving it stops everything."""

    def __init__(
        self,
        commands: dict[str, str],
        logs: Path,
        names: Sequence[str] = (),
        most_restarts: int = MOST_RESTARTS,
        passed: Sequence[str] = (),
    ) -> None:
        """*passed*: environment variables that the bots get beside the usual ones."""
        self.commands = commands
        self.logs = logs
        self.most_restarts = most_restarts
        self.passed = passed
        self._names = dict(zip(commands, names, strict=True)) if names else {}
        self.bots: dict[str, BotProcess] = {}
        self.connections = Connections()
        self.tokens = KnownTokens()
        self.gateway = Gateway(self.connections, self.tokens)

    async def __aenter__(self) -> Self:
        self.logs.mkdir(parents=True, exist_ok=True)
        await self.gateway.start()
        try:
            for bot_id, command in self.commands.items():
                token = secrets.token_urlsafe(24)
                self.tokens.add(token, BotIdentity(bot_id, self._names.get(bot_id, bot_id)))
                await self._start(bot_id, command, token)
            await asyncio.gather(*(self._arrival(bot) for bot in self.bots.values()))
        except BaseException:
            await self._close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._close()

    async def restart_gateway(self) -> None:
        """Stop the gateway and start another one in its place; matches go on."""
        settings = Settings(port=int(self.gateway.address.rsplit(":", 1)[1]))
        await self.gateway.drain()
        self.gateway = Gateway(self.connections, self.tokens, settings)
        await self.gateway.start()

    async def restart_bot(self, bot_id: str) -> None:
        """Start a bot again that has failed."""
        bot = self.bots[bot_id]
        await bot.stop()
        self.connections.revoke(
            bot_id
        )  # the end of its stream may not have been noticed, and questions must not go there
        await self._start(bot_id, bot.command, bot.token)

    async def _start(self, bot_id: str, command: str, token: str) -> None:
        bot = self.bots[bot_id] = BotProcess(bot_id, command, token, self.logs, self.most_restarts, self.passed)
        await bot.start(self.gateway.address)

    async def unless_bots_fail(self, work: "asyncio.Future[T]") -> T:
        """Wait for *work*; BotFailed as soon as a bot has failed. The work is not cancelled."""
        awaited: set[asyncio.Future[Any]] = {work, *(bot.failed for bot in self.bots.values())}
        done, _ = await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
        for future in done - {work}:
            future.result()
        return work.result()

    async def _arrival(self, bot: BotProcess) -> None:
        arriving = asyncio.ensure_future(self.connections.arrived(bot.bot_id))
        try:
            async with asyncio.timeout(ARRIVAL_SECONDS):
                await self.unless_bots_fail(arriving)
        except TimeoutError:
            output = bot.last_lines()
            text = f"{bot.command!r} has not connected within {ARRIVAL_SECONDS:.0f} s"
            raise BotFailed(text + (f"; its last lines:\n{output}" if output else "")) from None
        finally:
            arriving.cancel()

    async def _close(self) -> None:
        await asyncio.gather(*(bot.stop() for bot in self.bots.values()))
        await self.gateway.drain(grace=0.5)
