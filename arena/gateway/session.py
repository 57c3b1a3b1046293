"""One stream of one bot: reads, writes, limits. `arena.gateway.connections` acts on its messages."""

import asyncio
import logging
from collections import deque
from typing import TYPE_CHECKING, Any

import grpc
from google.protobuf.message import DecodeError
from grpc.aio import EOF  # type: ignore[attr-defined]

from arena.gateway.tokens import BotIdentity
from arena.v1.bots_pb2 import ArenaMessage, BotMessage, NoticeCode, Ping, Redial
from arena.wire.decisions import reply, reply_in
from arena.wire.messages import notice
from arena.wire.outbox import Outbox

if TYPE_CHECKING:
    from arena.gateway.connections import Connections

log = logging.getLogger("arena.gateway")

STATUS = {
    "ok": grpc.StatusCode.OK,
    "aborted": grpc.StatusCode.ABORTED,
    "unauthenticated": grpc.StatusCode.UNAUTHENTICATED,
    "invalid": grpc.StatusCode.INVALID_ARGUMENT,
    "exhausted": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "unavailable": grpc.StatusCode.UNAVAILABLE,
}
LARGEST_CREDIT = 0.05
"""Seconds taken off a bot's thinking time at most for the way there and back."""
OK = ("ok", "")
MOST_NOTICES = 20
"""Misuses in a row that get a notice each. Writing one costs more than reading what it is about, so a flood gets none beyond that."""
MOST_DISCARDED = 16
"""Messages that are still read from a bot whose stream we are ending; one that sends more is not waited for."""


class Session:
    """A bot's stream."""

    def __init__(self, connections: "Connections", context: Any, identity: BotIdentity) -> None:
        self.connections = connections
        self.identity = identity
        self.number = 0
        self.credit = 0.0
        """The smallest recent round trip, in seconds, capped."""
        self._context = context
        self._outbox = Outbox(context.write, self._written)
        self._serving: asyncio.Task[None] | None = None
        self._ending: tuple[str, str] | None = None
        self._sent_all: asyncio.Future[None] = connections.loop.create_future()
        """Done once the stream is to end and everything is sent."""
        self._discarded = 0
        self._round_trips: deque[float] = deque(maxlen=8)
        self._ping: tuple[int, float] | None = None
        self._pinger: asyncio.TimerHandle | None = None

    # What the connections call

    def send(self, message: bytes) -> None:
        """Put a message on its way; never waits."""
        if self._ending is not None:
            return
        if self._outbox.waiting_bytes + len(message) > self.connections.settings.outbox_bytes:
            self._cut_off()
        else:
            self._outbox.put(message)

    def end(self, status: str, why: str) -> None:
        """End the stream once everything is sent. The first reason counts."""
        if self._ending is None:
            self._ending = (status, why)
            if self._outbox.is_empty:
                self._written(None)

    def redial(self, reason: str) -> None:
        """Ask the bot to dial again, and end the stream."""
        self.send(ArenaMessage(redial=Redial(after_ms=100, reason=reason)).SerializeToString())
        self.end("unavailable", reason)

    def supersede(self) -> None:
        """End the stream: a newer session of the bot has taken over."""
        self.send(notice(NoticeCode.NOTICE_CODE_TAKEN_OVER, "Another session of this bot took over."))
        self.end("aborted", "another session of this bot took over")

    def revoke(self) -> None:
        """End the stream: the bot's token is not valid any more."""
        self.send(notice(NoticeCode.NOTICE_CODE_REVOKED, "The token of this bot was revoked."))
        self.end("unauthenticated", "the token was revoked")

    def refuse(self, code: NoticeCode, text: str, match_id: str = "") -> None:
        """Answer a misuse with a notice, if there were not many just now; too many end the stream."""
        useless = self.connections.useless
        if self.is_within_allowance() and useless.left(self.identity.bot_id) >= useless.burst - MOST_NOTICES:
            self.send(notice(code, text, match_id[:64]))

    def is_within_allowance(self) -> bool:
        """Count a message that answers nothing; one too many ends the stream."""
        if self.connections.useless.take(self.identity.bot_id):
            return True
        if self._ending is None:
            self.connections.banned.ban(self.identity.bot_id)
        self.send(notice(NoticeCode.NOTICE_CODE_FLOOD, "Too many messages that answer nothing."))
        self.end("exhausted", "too many messages that answer nothing")
        return False

    def _cut_off(self) -> None:
        """Break off the stream of a bot that does not read: its write would never end, nor would an abort behind it."""
        log.info("%s does not read what it is sent", self.identity.bot_id)
        self._outbox.clear()
        self.end("exhausted", "the bot does not read what it is sent")
        if self._serving is not None:
            self._serving.cancel()

    # The stream

    async def serve(self) -> None:
        """Serve until the stream ends: one task reads, and the outbox writes."""
        self._serving = asyncio.current_task()
        reader = self.connections.loop.create_task(self._read())
        try:
            await self._sent_all
            self._leave()
            if self._ending is not None and self._ending[0] != "ok":
                await asyncio.wait({reader}, timeout=self.connections.settings.linger_seconds)
        finally:
            self._ending = self._ending or OK
            self._leave()
            reader.cancel()
            self._outbox.cancel()
        status, why = self._ending
        if status != "ok":
            await self._context.abort(STATUS[status], why)

    def _written(self, broken: BaseException | None) -> None:
        """Everything is sent, or the call has broken off."""
        if self._sent_all.done():
            return
        if isinstance(broken, asyncio.CancelledError):
            self._sent_all.cancel()
        elif broken is not None:
            self._sent_all.set_exception(broken)
        elif self._ending is not None:
            self._sent_all.set_result(None)

    def _leave(self) -> None:
        if self._pinger is not None:
            self._pinger.cancel()
        self.connections.left(self)

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(self.connections.settings.hello_seconds):
                raw = await self._context.read()
            self._hello(raw)
            read = self._context.read
            while raw is not EOF and self._discarded < MOST_DISCARDED:
                raw = await read()
                if self._ending is not None:
                    self._discarded += 1  # the bot has yet to read our last notice
                elif raw is not EOF:
                    self._take(raw)
                    await asyncio.sleep(0)  # what it led to goes out sooner if the next read does not start first
            self.end("ok", "the bot closed its stream")
        except TimeoutError:
            self.end("invalid", "no Hello came")
        except asyncio.CancelledError:
            raise
        except Exception as error:
            # The call broke off under the read: a reset connection, or a message above the hard limit.
            log.info("stream of %s broke off: %s", self.identity.bot_id, error or type(error).__name__)
            self.end("exhausted", "the stream broke off: a message above the limit, or a lost connection")

    def _hello(self, raw: Any) -> None:
        message = self._parsed(raw) if raw is not EOF else None
        if message is None or message.WhichOneof("kind") != "hello":
            self.send(notice(NoticeCode.NOTICE_CODE_UNEXPECTED, "The first message must be Hello."))
            self.end("invalid", "the first message must be Hello")
            return
        complaints = self.connections.enter(self, message.hello)
        self._send_ping()
        for code, text in complaints:
            self.refuse(code, text)

    def _parsed(self, raw: bytes) -> BotMessage | None:
        if len(raw) > self.connections.settings.message_bytes:
            text = f"A message of {len(raw)} bytes; the limit is {self.connections.settings.message_bytes}."
            self.refuse(NoticeCode.NOTICE_CODE_OVERSIZED, text)
            return None
        try:
            return BotMessage.FromString(raw)
        except DecodeError:
            self.refuse(NoticeCode.NOTICE_CODE_GARBAGE, "That was no BotMessage.")
            return None

    def _take(self, raw: bytes) -> None:
        answered = reply_in(raw) if len(raw) <= self.connections.settings.message_bytes else None
        if answered is not None:  # what nearly every message is
            self.connections.choice(self, answered)
            return
        message = self._parsed(raw)
        if message is None:
            return
        match message.WhichOneof("kind"):
            case "choice":
                self.connections.choice(self, reply(message.choice))
            case "pong":
                self._take_pong(message.pong.nonce)
            case "resign":
                self.connections.resign(self, message.resign.match_id)
            case "finish":
                self.connections.finish(self)
            case "hello":
                self.refuse(NoticeCode.NOTICE_CODE_UNEXPECTED, "Hello comes once, at the start.")
            case _:
                self.refuse(NoticeCode.NOTICE_CODE_GARBAGE, "That BotMessage had nothing in it.")

    def _send_ping(self) -> None:
        if self._ping is None:  # a bot that thinks may be slow to answer: one ping at a time
            now = self.connections.loop.time()
            nonce = int(now * 1000) & 0xFFFFFFFF
            self._ping = (nonce, now)
            self.send(ArenaMessage(ping=Ping(nonce=nonce)).SerializeToString())
        self._pinger = self.connections.loop.call_later(self.connections.settings.ping_seconds, self._send_ping)

    def _take_pong(self, nonce: int) -> None:
        if self._ping is None or self._ping[0] != nonce:
            self.refuse(NoticeCode.NOTICE_CODE_UNEXPECTED, "That pong answers no ping.")
            return
        self._round_trips.append(self.connections.loop.time() - self._ping[1])
        self._ping = None
        self.credit = min(*self._round_trips, LARGEST_CREDIT)
