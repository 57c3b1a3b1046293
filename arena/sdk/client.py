"""A bot's side of the conversation: one stream at a time, dialled again when it is lost."""

import asyncio
import json
import logging
import random
import threading
import traceback
from contextlib import suppress
from typing import Any

import grpc
from grpc.aio import EOF  # type: ignore[attr-defined]

from arena.matches import Resign
from arena.sdk.bot import Bot
from arena.sdk.decisions import Decision
from arena.sdk.endpoints import Endpoint
from arena.sdk.light import decision_in, light
from arena.sdk.results import line
from arena.v1 import bots_pb2
from arena.v1.bots_pb2 import ArenaMessage, BotMessage, Choice, Finish, Hello, NoticeCode, Pong
from arena.v1.bots_pb2 import Resign as ResignMessage
from arena.wire.answers import answer
from arena.wire.outbox import Outbox

log = logging.getLogger("arena.sdk")

PLAY = "/arena.v1.BotGateway/Play"
FIRST_WAIT, LONGEST_WAIT = 0.1, 10.0
"""Seconds between tries to dial: doubled each time, with a random part so that bots do not all come back at once."""
LONGEST_NOTE = 1000
LAST_WORDS_SECONDS = 10.0
"""For an arena to end a stream that its bot has ended."""
UNWANTED = (NoticeCode.NOTICE_CODE_TAKEN_OVER, NoticeCode.NOTICE_CODE_REVOKED)
"""Notices after which a bot must not dial again."""
TRACEBACK_LINES = 6
FINISH = BotMessage(finish=Finish()).SerializeToString()


class Client:
    """Plays for one bot until it is finished."""

    def __init__(self, bot: Bot, endpoint: Endpoint, *, give_up_seconds: float | None = None) -> None:
        self.bot = bot
        self.endpoint = endpoint
        self.finishing = False
        self.thinking = False
        """`choose` is running on the event loop's own thread."""
        self._give_up = give_up_seconds
        self._call: Any = None
        self._outbox: Outbox | None = None
        """Of the stream that is open, as is the call."""
        self._sent_all: asyncio.Future[None] | None = None
        """Done once everything is sent, or cannot be any more; only there while somebody waits for that."""
        self._matches: set[str] = set()
        self._answers: dict[str, tuple[bytes, bytes]] = {}
        """By match: the decision that was answered last, and how, in case that is lost on its way."""
        self._open: set[bytes] = set()
        """Decisions that are being thought about in threads."""
        self._quit = False
        self._wait = FIRST_WAIT
        self._redial_after: float | None = None
        self._unwanted = ""

    async def play(self) -> int:
        """Until the bot has finished: 0. 2 if the arena does not want it: bad token, or another session took over."""
        lost_at: float | None = None
        loop = asyncio.get_running_loop()
        while not self._quit:
            dialled_at = loop.time()
            welcomed, status, why = await self._session()
            if status is grpc.StatusCode.OK and self.finishing:
                return 0
            if self._unwanted or status in (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.ABORTED):
                log.error("the arena ended the session: %s", why)
                return 2
            if self._quit or (self.finishing and not self._matches):
                break
            lost_at = loop.time() if welcomed or lost_at is None else lost_at
            if self._give_up is not None and loop.time() - lost_at > self._give_up:
                log.error("cannot reach %s: %s", self.endpoint.address, why)
                return 1
            await self._pause(loop.time() - dialled_at if welcomed else 0.0, why)
        return 0

    async def _pause(self, lasted: float, why: str) -> None:
        """Before the next try. A session that did not last as long as the pause before it counts as a failed try."""
        self._wait = FIRST_WAIT if lasted > self._wait else min(self._wait * 2, LONGEST_WAIT)
        wait = self._redial_after if self._redial_after is not None else self._wait * random.uniform(0.5, 1.0)
        self._redial_after = None
        log.info("no connection to %s (%s); dialling again in %.1f s", self.endpoint.address, why, wait)
        await asyncio.sleep(wait)

    async def _session(self) -> tuple[bool, Any, str]:
        """One stream, from Hello to its end: whether it was welcomed, the status, and why it ended."""
        welcomed = False
        async with self.endpoint.channel() as channel:
            metadata = (("authorization", f"Bearer {self.endpoint.token}"),)
            call = channel.stream_stream(PLAY)(metadata=metadata)
            try:
                await call.write(self._hello())
                outbox = Outbox(call.write, self._written)
                self._call, self._outbox = call, outbox
                while (raw := await call.read()) is not EOF:
                    welcomed = True
                    reply = self._take(raw)
                    if reply is not None:
                        await outbox.send(reply)  # it goes out sooner if the next read does not begin with it
                    if self._quit or self._unwanted or self._redial_after is not None:
                        await self._all_sent()
                        break
            except (grpc.RpcError, asyncio.InvalidStateError) as broken:
                log.debug("stream broke off: %s", broken)
            finally:
                self._call = self._outbox = None
            if not call.done():
                # Half-closing lets what was written, such as a resignation, arrive before the channel goes.
                await call.done_writing()
                await _hear_out(call)
            return welcomed, await call.code(), await call.details()

    def _hello(self) -> bytes:
        bot = self.bot
        hello = Hello(
            bot_version=bot.version, language="python", games=list(bot.games), matches_at_once=bot.matches_at_once
        )
        return BotMessage(hello=hello).SerializeToString()

    def _take(self, raw: bytes) -> bytes | None:
        """What there is to say to a message at once."""
        asked = decision_in(raw)
        if asked is not None:
            return self._decide(asked)
        message = ArenaMessage.FromString(raw)
        match message.WhichOneof("kind"):
            case "decision":
                return self._decide(light(message.decision))
            case "ping":
                return BotMessage(pong=Pong(nonce=message.ping.nonce)).SerializeToString()
            case "welcome":
                self._welcomed(message.welcome)
            case "match_started":
                self._started(message.match_started)
            case "match_result":
                self._over(message.match_result)
            case "notice":
                self._noticed(message.notice)
            case "redial":
                self._redial_after = message.redial.after_ms / 1000 * random.uniform(0.5, 1.5)
        return None

    def _welcomed(self, welcome: bots_pb2.Welcome) -> None:
        log.info("connected to %s as %s", self.endpoint.address, welcome.bot_name)
        running = {match.match_id for match in welcome.matches}
        for gone in self._matches - running:
            self._forget(gone)
        for match in welcome.matches:
            self._started(match)
        if self.finishing:
            self._put(FINISH)
        for decision in welcome.pending:
            reply = self._decide(light(decision))
            if reply is not None:
                self._put(reply)

    def _noticed(self, notice: bots_pb2.Notice) -> None:
        severe = notice.code != NoticeCode.NOTICE_CODE_SEASON
        log.log(logging.WARNING if severe else logging.INFO, "notice: %s", notice.text)
        if notice.code in UNWANTED:
            self._unwanted = notice.text

    def _started(self, match: bots_pb2.MatchStarted) -> None:
        self._matches.add(match.match_id)
        self._guarded("on_start", self.bot.on_start, match)

    def _over(self, result: bots_pb2.MatchResult) -> None:
        self._forget(result.match_id)
        self._guarded("on_end", self.bot.on_end, result)
        print(line(result), flush=True)

    def _guarded(self, name: str, hook: Any, message: Any) -> None:
        try:
            hook(message)
        except Exception:
            log.exception("%s raised", name)

    def _forget(self, match_id: str) -> None:
        self._matches.discard(match_id)
        self._answers.pop(match_id, None)

    # Decisions

    def _decide(self, twin: Any) -> bytes | None:
        """The answer to a decision, unless it is thought about aside."""
        decision = Decision(twin)
        known = self._answers.get(decision.match_id)
        if known is not None and known[0] == twin.id:
            return known[1]  # it was lost on its way
        if self.bot.matches_at_once == 1:
            return self._decided(decision, self._answer(decision))
        if twin.id not in self._open:  # else it came again after a redial, and is being thought about
            self._open.add(twin.id)
            self._decide_aside(decision)
        return None

    def _decide_aside(self, decision: Decision) -> None:
        """Think in a thread of its own: one that keeps nobody waiting, and does not outlive the process."""
        loop = asyncio.get_running_loop()

        def think() -> None:
            frame = self._answer(decision, interruptible=False)
            with suppress(RuntimeError):  # the loop is closed: the bot has given up
                loop.call_soon_threadsafe(self._thought, decision, frame)

        threading.Thread(target=think, name=f"match {decision.match_id}", daemon=True).start()

    def _thought(self, decision: Decision, frame: bytes) -> None:
        self._open.discard(decision.id_bytes)
        self._put(self._decided(decision, frame))

    def _decided(self, decision: Decision, frame: bytes) -> bytes:
        self._answers[decision.match_id] = (decision.id_bytes, frame)
        return frame

    def _answer(self, decision: Decision, interruptible: bool = True) -> bytes:
        try:
            self.thinking = interruptible
            index = self.bot.choose(decision)
            self.thinking = False
            choice = _choice(index, decision.note, decision.value)
        except Resign:
            return _resignation(decision.match_id)
        except KeyboardInterrupt:
            self._quit = True
            return _resignation(decision.match_id)
        except Exception as wrong:
            choice = _choice(0, self._broken(decision, wrong), None)
        finally:
            self.thinking = False
        return answer(decision.id_bytes, choice)

    def _broken(self, decision: Decision, wrong: Exception) -> str:
        """The match goes on with the first action; the error goes to the log with its position, and to the owner's notes."""
        lines = traceback.format_exception(wrong)
        log.error("choose raised; the first action is played instead.\n%s", "".join(lines))
        log.error("position: %s", json.dumps(decision.to_dict(), separators=(",", ":")))
        note = f"exception: {wrong!r}\n{''.join(lines[-TRACEBACK_LINES:])}"
        return note.encode(errors="replace")[:LONGEST_NOTE].decode(errors="ignore")

    # Sending

    def _put(self, frame: bytes) -> None:
        if self._outbox is not None:
            self._outbox.put(frame)

    def _written(self, broken: BaseException | None) -> None:
        if broken is not None:
            log.debug("could not send: %s", broken)  # the reader notices too, and dials again
        waited_for, self._sent_all = self._sent_all, None
        if waited_for is not None and not waited_for.done():
            waited_for.set_result(None)

    async def _all_sent(self) -> None:
        if self._outbox is not None and not self._outbox.is_empty:
            self._sent_all = self._sent_all or asyncio.get_running_loop().create_future()
            await self._sent_all

    # Stopping

    async def finish(self) -> None:
        """Play what is running to its end, and take nothing new."""
        self.finishing = True
        self._put(FINISH)

    async def resign(self) -> None:
        """Give every match up and stop."""
        self._quit = True
        for match_id in sorted(self._matches):
            self._put(_resignation(match_id))
        await self._all_sent()
        if self._call is not None:
            await self._call.done_writing()


async def _hear_out(call: Any) -> None:
    """Read a stream to its end: its status comes only behind the last message."""
    with suppress(grpc.RpcError, asyncio.InvalidStateError, TimeoutError):
        async with asyncio.timeout(LAST_WORDS_SECONDS):
            while await call.read() is not EOF:
                pass
    call.cancel()  # changes nothing if it has ended


def _choice(index: int | None, note: str, value: float | None) -> Choice:
    """All of an answer but what it answers."""
    if index is None:  # protobuf would take it for 0
        raise TypeError("choose returned None instead of an index: is a return missing?")
    choice = Choice(index=index)
    if note:
        choice.note = note
    if value is not None:
        choice.value = value
    return choice


def _resignation(match_id: str) -> bytes:
    return BotMessage(resign=ResignMessage(match_id=match_id)).SerializeToString()
