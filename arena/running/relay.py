"""A worker's relay: its matches ask bots that are connected to gateways elsewhere.

Each seat of a running match is a `Post`-ed conversation with the gateway that has the bot. When a bot dials in at another gateway the
question moves along; when a gateway dies, clocks stand still until its bots are back, for a bounded time.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import orjson
from redis.asyncio import Redis

from arena.gateway.relay import Listener
from arena.matches import Answer, Chosen, Fault
from arena.metrics import figures
from arena.running import keys, scripts
from arena.running.frames import Frame
from arena.running.journals import RedisJournal
from arena.running.post import Post
from arena.storage.people import UNNAMED
from arena.v1.bots_pb2 import MatchResult, MatchStarted
from arena.wire import Question

log = logging.getLogger(__name__)

REDIAL_SECONDS = 30.0
"""How long clocks stand still for bots whose gateway died."""
LATE_SECONDS = 10.0
"""How much longer than its clock a gateway may take to tell that time ran out, before the worker says so itself."""


@dataclass(slots=True)
class Seating:
    """One seat of one running match."""

    bot_id: str
    started: MatchStarted
    listener: Listener
    journal: RedisJournal
    locked: str | None = None
    """The only version of the bot that may sit here; with another it counts as away."""
    gateway: str | None = None
    """Where it was seated; None: nowhere yet, or its gateway died."""
    epoch: int = 0
    """Counts the askings: answers to an older one are not for us any more."""
    question: Question | None = None
    clock_ms: int | None = None
    """What the bot has left of the pending question's clock."""
    asked_at: float = 0.0
    timer: asyncio.TimerHandle | None = None


class RedisRelay:
    """The bots' side for all matches of one worker."""

    def __init__(self, redis: Redis, worker: str, post: Post) -> None:
        self.worker = worker
        self._redis = redis
        self._post = post
        self._forget = redis.register_script(scripts.FORGET_FIELD)
        self._loop = asyncio.get_running_loop()
        self._seatings: dict[tuple[str, str], Seating] = {}
        self._journals: dict[str, RedisJournal] = {}
        self._where: dict[str, str | None] = {}
        """Bot -> the gateway that has it."""
        self._versions: dict[str, str] = {}
        """Bot -> the version it was last here with."""
        self._locked: dict[tuple[str, str], str] = {}
        """Match and bot -> the only version that may sit there."""

    # What attempts call

    async def prepare(
        self, journal: RedisJournal, bots: Iterable[str], locked: Mapping[str, str] | None = None
    ) -> list[str]:
        """Listen for the bots of a match; those that are here, with the version they are *locked* to if any.

        A bot that comes in between is heard of, too.
        """
        self._journals[journal.match_id] = journal
        here = []
        for bot_id in bots:
            await self._redis.hset(keys.playing(bot_id), journal.match_id, self.worker)
            await self._redis.expire(keys.playing(bot_id), keys.JOURNAL_SECONDS)
            self._where[bot_id] = await self._locate(bot_id)
            wanted = (locked or {}).get(bot_id)
            if wanted is not None:
                self._locked[journal.match_id, bot_id] = wanted
            if self._where[bot_id] is not None and wanted in {None, self._versions.get(bot_id)}:
                here.append(bot_id)
        return here

    async def forget(self, match_id: str, bots: Iterable[str]) -> None:
        """The attempt is over."""
        self._journals.pop(match_id, None)
        for bot_id in bots:
            self._drop(match_id, bot_id)
            self._locked.pop((match_id, bot_id), None)
            # Only if it is still ours: a later attempt must hear when the bot dials in.
            await self._forget(keys=[keys.playing(bot_id)], args=[match_id, self.worker])
        playing = {bot for _, bot in self._seatings}
        self._where = {bot: where for bot, where in self._where.items() if bot in playing}
        self._versions = {bot: told for bot, told in self._versions.items() if bot in playing}

    async def tell(self, bot_id: str, frame: bytes) -> None:
        """Send a message that is no part of a match, if the bot is here."""
        gateway = await self._locate(bot_id)
        if gateway is not None:
            await self._redis.rpush(keys.inbox(gateway), Frame("tell", {"bot": bot_id}, frame).packed())

    async def restored(self) -> None:
        """Redis was restarted: what it may have lost is said again."""
        for seating in list(self._seatings.values()):
            await self._redis.hset(keys.playing(seating.bot_id), seating.started.match_id, self.worker)
            found = await self._locate(seating.bot_id)
            self._where[seating.bot_id] = found
            self._place(seating, found, charge=False)

    # What matches call (arena.gateway.relay.Relay)

    def join(self, bot_id: str, started: MatchStarted, listener: Listener) -> None:
        """The bot sits in a match from now on."""
        locked = self._locked.get((started.match_id, bot_id))
        seating = Seating(bot_id, started, listener, self._journals[started.match_id], locked)
        self._seatings[started.match_id, bot_id] = seating
        self._seat(seating, self._where.get(bot_id))

    def ask(self, bot_id: str, question: Question) -> None:
        """Put a question; its clock starts at the gateway."""
        seating = self._seatings[question.match_id, bot_id]
        seating.question, seating.clock_ms = question, question.clock_ms
        self._put(seating)

    def leave(self, bot_id: str, result: MatchResult) -> None:
        """The match is over for this bot."""
        seating = self._drop(result.match_id, bot_id)
        if seating is not None and seating.gateway is not None:
            frame = Frame("leave", {"bot": bot_id}, result.SerializeToString())
            self._post.send(seating.journal, seating.gateway, frame)

    # What comes in

    def received(self, frame: Frame) -> None:
        """A frame from a gateway."""
        head = frame.head
        if frame.kind == "arrived":
            self._versions[head["bot"]] = str(head["version"]) or UNNAMED
            self._arrived(head["bot"], head["gateway"])
        elif (seating := self._seatings.get((head["match"], head["bot"]))) is None:
            return
        elif frame.kind == "resigned":
            seating.listener.resigned(seating.started.seat)
        elif frame.kind == "gone":
            if seating.gateway == head["gateway"]:
                self._lost(seating)
        elif frame.kind == "answer" and seating.question is not None and head["epoch"] == seating.epoch:
            answer = _answer_of(head)
            if isinstance(answer, Chosen):
                figures.CARRYING.observe(max(0.0, self._loop.time() - seating.asked_at - answer.think_ms / 1000))
            self._answer(seating, answer)

    async def watch(self) -> None:
        """See which gateways have died, until cancelled."""
        while True:
            await asyncio.sleep(1.0)
            for name in {seating.gateway for seating in self._seatings.values()} - {None}:
                if not await self._redis.exists(keys.gateway(str(name))):
                    log.warning("gateway %s is gone; its bots may redial", name)
                    self._gateway_died(str(name))

    # Inside

    async def _locate(self, bot_id: str) -> str | None:
        told = await self._redis.get(keys.presence(bot_id))
        if told is None:
            return None
        shown = orjson.loads(told)
        self._versions[bot_id] = str(shown["version"]) or UNNAMED
        return str(shown["gateway"])

    def _arrived(self, bot_id: str, gateway: str) -> None:
        self._where[bot_id] = gateway
        for seating in [one for (_, bot), one in self._seatings.items() if bot == bot_id]:
            if seating.gateway != gateway:
                # The gateway it left alive goes on counting: its bot was away. One that died counts nothing.
                self._place(seating, gateway, charge=seating.gateway is not None)

    def _gateway_died(self, gateway: str) -> None:
        for bot_id, where in self._where.items():
            if where == gateway:
                self._where[bot_id] = None
        for seating in list(self._seatings.values()):
            if seating.gateway == gateway:
                self._lost(seating)

    def _lost(self, seating: Seating) -> None:
        """The gateway drained or died: the clock stands still until the bot is back."""
        seating.gateway = None
        if self._where.get(seating.bot_id) is not None and seating.question is not None:
            self._place(seating, self._where[seating.bot_id], charge=False)
        elif seating.question is not None:
            self._arm(seating, REDIAL_SECONDS)

    def _place(self, seating: Seating, gateway: str | None, *, charge: bool) -> None:
        if seating.gateway is not None and seating.gateway != gateway:
            gone = {"bot": seating.bot_id, "match": seating.started.match_id}
            self._post.send(seating.journal, seating.gateway, Frame("drop", gone))
        if charge and seating.clock_ms is not None:
            spent = int((self._loop.time() - seating.asked_at) * 1000)
            seating.clock_ms = max(0, seating.clock_ms - spent)
        self._seat(seating, gateway)
        if seating.question is not None:
            self._put(seating)

    def _seat(self, seating: Seating, gateway: str | None) -> None:
        if seating.locked not in {None, self._versions.get(seating.bot_id)}:
            gateway = None
        seating.gateway = gateway
        if gateway is not None:
            head = {"bot": seating.bot_id, "worker": self.worker}
            self._post.send(seating.journal, gateway, Frame("join", head, seating.started.SerializeToString()))

    def _put(self, seating: Seating) -> None:
        question = seating.question
        assert question is not None
        seating.epoch += 1
        seating.asked_at = self._loop.time()
        if seating.gateway is None:
            self._arm(seating, 0.0)
            return
        self._arm(seating, LATE_SECONDS + REDIAL_SECONDS)
        head = {
            "bot": seating.bot_id,
            "match": question.match_id,
            "seat": question.seat,
            "number": question.number,
            "choices": question.choices,
            "clock_ms": seating.clock_ms,
            "epoch": seating.epoch,
        }
        self._post.send(seating.journal, seating.gateway, Frame("ask", head, question.body))

    def _arm(self, seating: Seating, more: float) -> None:
        """The worker's own deadline, for bots nobody has and gateways that fall silent."""
        if seating.timer is not None:
            seating.timer.cancel()
            seating.timer = None
        if seating.clock_ms is not None:
            left = seating.clock_ms / 1000 + more
            seating.timer = self._loop.call_later(left, self._run_out, seating, seating.epoch)

    def _run_out(self, seating: Seating, epoch: int) -> None:
        if seating.question is not None and seating.epoch == epoch:
            text = f"The clock ran out at decision {seating.question.number} while the bot was not connected."
            self._answer(seating, Fault("disconnected", text))

    def _answer(self, seating: Seating, answer: Answer) -> None:
        seating.question = None
        if seating.timer is not None:
            seating.timer.cancel()
            seating.timer = None
        seating.listener.answered(seating.started.seat, answer)

    def _drop(self, match_id: str, bot_id: str) -> Seating | None:
        seating = self._seatings.pop((match_id, bot_id), None)
        if seating is not None and seating.timer is not None:
            seating.timer.cancel()
        return seating


def _answer_of(head: dict[str, object]) -> Answer:
    if "verdict" in head:
        return Fault(str(head["verdict"]), str(head["detail"]), str(head["sent"]))
    value = head.get("value")
    assert isinstance(head["index"], int)
    assert isinstance(head["think_ms"], int)
    return Chosen(
        head["index"], head["think_ms"], str(head.get("note", "")), value if isinstance(value, float) else None
    )
