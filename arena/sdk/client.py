"""A bot's side of the protocol: one stream at a time, opened again when it is lost."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import grpc
from grpc.aio import EOF  # type: ignore[attr-defined]

from arena.matches import Resign
from arena.sdk.bot import Bot
from arena.sdk.decisions import Decision, decision_in, light
from arena.sdk.endpoints import Endpoint, dial_error
from arena.sdk.messages import broken, choice_of, match_line, resignation, set_line
from arena.sdk.thinking import Answer, Thinker
from arena.v1 import bots_pb2
from arena.v1.bots_pb2 import ArenaMessage, BotMessage, Finish, Hello, NoticeCode, Pong
from arena.wire.decisions import answer
from arena.wire.outbox import Outbox

log = logging.getLogger(__name__)

PLAY = "/arena.v1.BotGateway/Play"
FIRST_WAIT, LONGEST_WAIT = 0.1, 10.0
"""Seconds between tries to dial: doubled each time, with a random part so that bots do not all come back at once."""
STREAM_END_SECONDS = 10.0
"""How long an arena may take to end a stream that its bot has ended."""
FINISH_SECONDS = 5.0
"""How long a bot that was asked to finish waits for a connection before it ends."""
SILENT_SECONDS = 5.0
"""After this time without any answer to a dial, the log says so."""
UNWANTED = (NoticeCode.NOTICE_CODE_TAKEN_OVER, NoticeCode.NOTICE_CODE_REVOKED)
"""Notices after which a bot must not dial again."""
BROKE_OFF = "Internal error from Core"
"""What gRPC says if the server ended the stream while we wrote. The server's reason is lost, and comes with the next dial."""
FINISH = BotMessage(finish=Finish()).SerializeToString()
T = TypeVar("T")


class Client:
    """Plays for one bot until it is finished."""

    def __init__(self, bot: Bot, endpoint: Endpoint, *, give_up_seconds: float | None = None) -> None:
        self.bot = bot
        self.endpoint = endpoint
        self.finishing = False
        self._give_up = give_up_seconds
        self._call: Any = None
        self._outbox: Outbox | None = None
        """Of the open stream, like the call; None without one."""
        self._sent_all: asyncio.Future[None] | None = None
        """Done once everything is sent, or cannot be sent; None unless somebody waits for it."""
        self._matches: dict[str, bots_pb2.MatchStarted] = {}
        self._thinkers: dict[str, Thinker] = {}
        """By match: the thread that calls `choose`."""
        self._answers: dict[str, tuple[bytes, bytes]] = {}
        """By match: the last decision and its answer, in case the answer is lost on its way."""
        self._open: dict[str, Decision] = {}
        """By match: the decision that is being thought about."""
        self._quit = False
        self._exit_code = 0
        """Of a bot that ended in `choose`."""
        self._stopping: asyncio.Task[None] | None = None
        self._wait = FIRST_WAIT
        self._waiting: asyncio.Timeout | None = None
        """Of a dial, or of the pause before the next one."""
        self._lost_at = 0.0
        self._was_welcomed = self._is_dialling = False
        self._logged_reason = ""
        """The last logged reason for having no connection."""
        self._last_reason = ""
        self._redial_after: float | None = None
        self._unwanted = ""

    @property
    def is_connected(self) -> bool:
        """Whether a stream is open that the arena has welcomed."""
        return self._outbox is not None

    async def play(self) -> int:
        """Play until the bot has finished. Returns its exit code: 0, or the code with which `choose` exits; 1 if the arena cannot be
        reached; 2 if it refuses the bot (bad token, or another session took over).
        """
        loop = asyncio.get_running_loop()
        self._lost_at = loop.time()
        while not self._quit:
            dialled_at = loop.time()
            welcomed, status, why = await self._session()
            if self._unwanted or status in (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.ABORTED):
                log.error("the arena ended the session: %s", why)
                return 2
            if self.finishing and welcomed and self._is_released(status):
                return 0
            self._lost_at = loop.time() if welcomed else self._lost_at
            if not self._quit and self._is_hopeless():
                return self._give_up_code(why)
            if not self._quit:
                await self._pause(loop.time() - dialled_at if welcomed else 0.0, why)
        return self._exit_code

    def _is_released(self, status: Any) -> bool:
        """Whether the arena ended the stream because the bot has nothing left to play. A pong that crosses the end turns OK into INTERNAL."""
        lost = self._redial_after is not None or status is grpc.StatusCode.UNAVAILABLE
        return status is grpc.StatusCode.OK or not (lost or self._matches)

    def _give_up_code(self, why: str) -> int:
        """The exit code of a bot that stops waiting for a connection."""
        if self.finishing and not self._matches:
            return 0
        log.error("cannot reach %s: %s", self.endpoint.address, why)
        if self._matches:
            log.error("left unfinished: %s", ", ".join(sorted(self._matches)))
        return 1

    def _deadline(self) -> float | None:
        """When waiting for a connection ends, in the loop's time; None: never."""
        if self._quit:
            return self._lost_at
        limits = [] if self._give_up is None else [self._give_up]
        if self.finishing:
            may_have_matches = self._was_welcomed or self._is_dialling
            limits.append(FINISH_SECONDS if may_have_matches else 0.0)
        return self._lost_at + min(limits) if limits else None

    def _is_hopeless(self) -> bool:
        deadline = self._deadline()
        return deadline is not None and asyncio.get_running_loop().time() >= deadline

    async def _in_time(self, work: Awaitable[T]) -> T:
        """Wait for *work* until the deadline, then TimeoutError. `finish` and `resign` shorten the time."""
        try:
            async with asyncio.timeout_at(self._deadline()) as self._waiting:
                return await work
        finally:
            self._waiting = None

    def _reschedule(self) -> None:
        """Apply the new deadline to what is being waited for."""
        if self._waiting is not None:
            self._waiting.reschedule(self._deadline())

    async def _pause(self, lasted: float, why: str) -> None:
        """Pause before the next dial. A session shorter than the pause before it counts as a failed dial."""
        self._wait = FIRST_WAIT if lasted > self._wait else min(self._wait * 2, LONGEST_WAIT)
        wait = self._redial_after if self._redial_after is not None else self._wait * random.uniform(0.5, 1.0)
        first_break = why == BROKE_OFF and self._last_reason != BROKE_OFF  # the next dial says why
        is_news = self._redial_after is None and why != self._logged_reason and not first_break
        self._last_reason = why
        self._redial_after = None
        if is_news:
            self._logged_reason = why
            known = "dialling again until it works (ARENA_LOG=info logs every dial)"
            log.warning("no connection to %s: %s; %s", self.endpoint.address, why, known)
        log.info("dialling %s again in %.1f s (%s)", self.endpoint.address, wait, why)
        with suppress(TimeoutError):
            await self._in_time(asyncio.sleep(wait))

    async def _session(self) -> tuple[bool, Any, str]:
        """One stream from Hello to its end. Returns whether the arena welcomed it, its status, and why it ended."""
        welcomed = False
        async with self.endpoint.channel() as channel:
            metadata = (("authorization", f"Bearer {self.endpoint.token}"),)
            call = channel.stream_stream(PLAY)(metadata=metadata)
            try:
                self._is_dialling = True
                raw = await self._in_time(self._dial(call))
                outbox = Outbox(call.write, self._on_written)
                self._call, self._outbox = call, outbox
                while raw is not EOF:
                    welcomed = True
                    reply = self._take(raw)
                    if reply is not None:
                        await outbox.send(reply)  # sent before the next read begins
                    if self._quit or self._unwanted or self._redial_after is not None:
                        await self._all_sent()
                        break
                    raw = await call.read()
            except (grpc.RpcError, asyncio.InvalidStateError) as broken:
                log.debug("stream broke off: %s", broken)
            except TimeoutError:
                call.cancel()
            finally:
                self._call = self._outbox = None
            if not call.done():
                # Half-closing lets what was written, such as a resignation, arrive before the channel goes.
                await call.done_writing()
                await _read_to_end(call)
            status, details = await call.code(), await call.details()
            return welcomed, status, details if welcomed else dial_error(self.endpoint, status, details or "")

    async def _dial(self, call: Any) -> Any:
        """Send Hello. Returns the arena's first message."""
        silent = asyncio.get_running_loop().call_later(SILENT_SECONDS, self._log_silence)
        try:
            await call.write(self._hello())
            return await call.read()
        finally:
            silent.cancel()
            self._is_dialling = False

    def _log_silence(self) -> None:
        way = "plain text" if self.endpoint.is_plain else "TLS"
        log.warning(
            "no answer from %s for %.0f s (dialling in %s): is it the right address, and open to this machine?",
            self.endpoint.address,
            SILENT_SECONDS,
            way,
        )

    def _hello(self) -> bytes:
        bot = self.bot
        hello = Hello(
            bot_version=bot.version, language="python", games=list(bot.games), matches_at_once=bot.matches_at_once
        )
        return BotMessage(hello=hello).SerializeToString()

    def _take(self, raw: bytes) -> bytes | None:
        """Handle a message. Returns the reply that goes out at once, if any."""
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
            case "set_result":
                self._set_over(message.set_result)
            case "notice":
                self._noticed(message.notice)
            case "redial":
                self._redial_after = message.redial.after_ms / 1000 * random.uniform(0.5, 1.5)
        return None

    def _welcomed(self, welcome: bots_pb2.Welcome) -> None:
        print(f"connected to {self.endpoint.address} as {welcome.bot_name}", flush=True)
        self._was_welcomed, self._logged_reason = True, ""
        running = {match.match_id for match in welcome.matches}
        for gone in self._matches.keys() - running:
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
        self._matches[match.match_id] = match
        self._guarded("on_start", self.bot.on_start, match)

    def _over(self, result: bots_pb2.MatchResult) -> None:
        self._forget(result.match_id)
        self._guarded("on_end", self.bot.on_end, result)
        print(match_line(result), flush=True)

    def _set_over(self, result: bots_pb2.SetResult) -> None:
        self._guarded("on_set_end", self.bot.on_set_end, result)
        print(set_line(result), flush=True)

    def _guarded(self, name: str, hook: Any, message: Any) -> None:
        try:
            hook(message)
        except Exception:
            log.exception("%s raised", name)

    def _forget(self, match_id: str) -> None:
        self._matches.pop(match_id, None)
        self._answers.pop(match_id, None)
        self._drop(match_id)
        thinker = self._thinkers.pop(match_id, None)
        if thinker is not None:
            thinker.end()

    # Decisions

    def _decide(self, twin: Any) -> bytes | None:
        """Start thinking about a decision in the thread of its match. Returns the answer if it comes at once, or was given before."""
        decision = Decision(twin)
        match_id = decision.match_id
        known, running = self._answers.get(match_id), self._open.get(match_id)
        if known is not None and known[0] == twin.id:
            return known[1]  # the answer was lost on its way
        if running is not None and running.id_bytes == twin.id:  # it came again after a reconnect
            running.ask_again(twin)
            return None
        self._drop(match_id)
        decision.match = self._matches.get(match_id)
        self._open[match_id] = decision
        if match_id not in self._thinkers:
            self._thinkers[match_id] = Thinker(match_id, self._answer, self._notifier())
        return self._accepted(self._thinkers[match_id].ask(decision))

    def _drop(self, match_id: str) -> None:
        """The decision that is being thought about in this match needs no answer any more."""
        running = self._open.pop(match_id, None)
        if running is not None:
            running.end()

    def _notifier(self) -> Callable[[Thinker], None]:
        """The function that the thread of a match calls when it has an answer."""
        loop = asyncio.get_running_loop()

        def notify(thinker: Thinker) -> None:
            with suppress(RuntimeError):  # the loop is closed: the bot has given up
                loop.call_soon_threadsafe(self._fetch_answers, thinker)

        return notify

    def _fetch_answers(self, thinker: Thinker) -> None:
        message = self._accepted(thinker.answers())
        if message is not None:
            self._put(message)

    def _accepted(self, answers: list[Answer]) -> bytes | None:
        """The answer to the decision that is open, kept in case it is lost on its way. Answers to decisions before it are dropped."""
        for decision, message in answers:
            if message is None:
                self._stopping = asyncio.ensure_future(self.resign())
            elif self._open.get(decision.match_id) is decision:
                del self._open[decision.match_id]
                self._answers[decision.match_id] = (decision.id_bytes, message)
                return message
        return None

    def _answer(self, decision: Decision) -> bytes | None:
        """Call `choose`, in the thread of the match. Returns the answer, or None if the bot wants to end."""
        try:
            choice = choice_of(self.bot.choose(decision), decision.note, decision.value)
        except Resign:
            return resignation(decision.match_id)
        except (KeyboardInterrupt, SystemExit) as end:
            self._exit_code = end.code if isinstance(end, SystemExit) and isinstance(end.code, int) else 0
            return None
        except Exception as error:
            choice = choice_of(0, broken(decision, error), None)
        return answer(decision.id_bytes, choice)

    # Sending

    def _put(self, message: bytes) -> None:
        if self._outbox is not None:
            self._outbox.put(message)

    def _on_written(self, broken: BaseException | None) -> None:
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
        self._reschedule()

    async def resign(self) -> None:
        """Give every match up and stop."""
        self._quit = True
        self._reschedule()
        for match_id in sorted(self._matches):
            self._put(resignation(match_id))
        await self._all_sent()
        if self._call is not None:
            await self._call.done_writing()


async def _read_to_end(call: Any) -> None:
    """Read a stream to its end: its status comes only after the last message."""
    with suppress(grpc.RpcError, asyncio.InvalidStateError, TimeoutError):
        async with asyncio.timeout(STREAM_END_SECONDS):
            while await call.read() is not EOF:
                pass
    call.cancel()  # changes nothing if it has ended
