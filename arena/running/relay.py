"""A worker's relay: its matches ask bots that are connected to gateways elsewhere.

Each seat of a running match is a `Post`-ed conversation with the gateway that has the bot. When a bot dials in at another gateway the
question moves along; when a gateway drains or falls silent, clocks stand still until its bots are back, for a bounded time. The worker
finds a bot at fault only after it has looked for it again (`arena.running.doubt`).
"""

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.gateway.relay import Listener
from arena.gateway.steady import SteadyClock
from arena.matches import Answer, Chosen, Fault, MatchVoid
from arena.matches.conduct import DISCONNECTED
from arena.metrics import figures
from arena.running import keys, scripts
from arena.running.doubt import Doubts, Finding
from arena.running.frames import Frame
from arena.running.inbox import RETRY_SECONDS
from arena.running.journals import RedisJournal
from arena.running.post import Post
from arena.running.whereabouts import Place, Whereabouts, read
from arena.storage.people import UNNAMED
from arena.v1.bots_pb2 import MatchResult, MatchStarted
from arena.wire import Question

log = logging.getLogger(__name__)

REDIAL_SECONDS = 30.0
"""How long clocks stand still for bots whose gateway drained or fell silent."""
LATE_SECONDS = 10.0
"""How much longer than its clock a gateway may take to tell that time ran out, before the worker looks for the bot itself."""
WATCH_SECONDS = 1.0
"""Between looks at the gateways, and for bots that nobody seems to have."""


@dataclass(slots=True)
class Seating:
    """One seat of one running match."""

    bot_id: str
    started: MatchStarted
    listener: Listener
    journal: RedisJournal
    locked: str | None = None
    """The only version of the bot that may sit here; with another it counts as absent."""
    gateway: str | None = None
    """Where it was seated; None: nowhere yet, or its gateway is gone."""
    last_gateway: str | None = None
    """Where it was seated last: if that gateway lives after all, it must hear when the match ends."""
    lost_at: float | None = None
    """When its gateway drained or fell silent; None: it has one, or never had."""
    in_doubt: bool = False
    """Its gateway fell silent without a word: the bot may still be connected there, so nothing is held against it."""
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
        self._clock = SteadyClock(self._loop)
        self._seatings: dict[tuple[str, str], Seating] = {}
        self._journals: dict[str, RedisJournal] = {}
        self._where = Whereabouts(redis)
        self._locked: dict[tuple[str, str], str] = {}
        """Match and bot -> the only version that may sit there."""
        self._doubts = Doubts(self._where, self._loop)
        self._tasks: set[asyncio.Task[None]] = set()

    # What attempts call

    async def prepare(
        self, journal: RedisJournal, bots: Iterable[str], locked: Mapping[str, str] | None = None
    ) -> list[str]:
        """Listen for the bots of a match; those that are here, with the version they are *locked* to if any.

        A bot that comes in between is heard of, too.
        """
        wanted = list(bots)
        self._journals[journal.match_id] = journal
        self._where.prepare(journal.match_id, wanted)
        for bot_id, version in (locked or {}).items():
            self._locked[journal.match_id, bot_id] = version
        for bot_id in wanted:
            await self._redis.hset(keys.playing(bot_id), journal.match_id, self.worker)
            await self._redis.expire(keys.playing(bot_id), keys.JOURNAL_SECONDS)
            await self._where.look(bot_id)
        return [bot_id for bot_id in wanted if self._where.gateway(bot_id, (locked or {}).get(bot_id)) is not None]

    async def forget(self, match_id: str, bots: Iterable[str]) -> None:
        """The attempt is over."""
        self._journals.pop(match_id, None)
        self._where.forget(match_id)
        for bot_id in bots:
            self._drop(match_id, bot_id)
            self._locked.pop((match_id, bot_id), None)
            # Only if it is still ours: a later attempt must hear when the bot dials in.
            await self._forget(keys=[keys.playing(bot_id)], args=[match_id, self.worker])

    async def is_open(self) -> bool:
        """Whether bots can dial in at all."""
        return await self._where.is_open()

    async def tell(self, bot_id: str, frame: bytes) -> None:
        """Send a message that is no part of a match, if the bot is here."""
        place = await read(self._redis, bot_id)
        if place is not None:
            await self._redis.rpush(keys.inbox(place.gateway), Frame("tell", {"bot": bot_id}, frame).packed())

    async def restored(self) -> None:
        """Redis was restarted: what it may have lost is said again."""
        for seating in list(self._seatings.values()):
            await self._redis.hset(keys.playing(seating.bot_id), seating.started.match_id, self.worker)
            await self._where.look(seating.bot_id)
            if self._sits(seating):
                self._place(seating, self._where.gateway(seating.bot_id), charge=False)

    # What matches call (arena.gateway.relay.Relay)

    def join(self, bot_id: str, started: MatchStarted, listener: Listener) -> None:
        """The bot sits in a match from now on."""
        locked = self._locked.get((started.match_id, bot_id))
        seating = Seating(bot_id, started, listener, self._journals[started.match_id], locked)
        self._seatings[started.match_id, bot_id] = seating
        self._seat(seating, self._where.gateway(bot_id))

    def ask(self, bot_id: str, question: Question) -> None:
        """Put a question; its clock starts at the gateway."""
        seating = self._seatings[question.match_id, bot_id]
        seating.question, seating.clock_ms = question, question.clock_ms
        self._put(seating)

    def leave(self, bot_id: str, result: MatchResult) -> None:
        """The match is over for this bot."""
        seating = self._drop(result.match_id, bot_id)
        gateway = None if seating is None else seating.gateway or seating.last_gateway
        if seating is not None and gateway is not None:
            self._post.send(seating.journal, gateway, Frame("leave", {"bot": bot_id}, result.SerializeToString()))

    # What comes in

    def received(self, frame: Frame) -> None:
        """A frame from a gateway."""
        head = frame.head
        if frame.kind == "arrived":
            place = Place(head["gateway"], str(head["version"]) or UNNAMED, int(head["arrival"]))
            if self._where.note(head["bot"], place):
                self._arrived(head["bot"], place.gateway)
        elif (seating := self._seatings.get((head["match"], head["bot"]))) is None:
            return
        elif frame.kind == "resigned":
            self._withdraw(seating)
            seating.listener.resigned(seating.started.seat)
        elif frame.kind == "gone":
            if seating.gateway == head["gateway"]:
                self._lost(seating, silent=False)
        elif frame.kind == "answer" and seating.question is not None and head["epoch"] == seating.epoch:
            answer = _answer_of(head)
            if isinstance(answer, Chosen):
                figures.CARRYING.observe(max(0.0, self._clock.now() - seating.asked_at - answer.think_ms / 1000))
            if isinstance(answer, Fault) and answer.verdict == DISCONNECTED:
                self._spawn(self._make_sure(seating, seating.epoch, answer))
            else:
                self._answer(seating, answer)

    async def watch(self) -> None:
        """See which gateways have fallen silent, and look for bots that nobody has, until cancelled."""
        self._clock.start()
        try:
            while True:
                await asyncio.sleep(WATCH_SECONDS)
                for name in {seating.gateway for seating in self._seatings.values()} - {None}:
                    if not await self._where.is_alive(str(name)):
                        log.warning("gateway %s is silent; its bots may redial", name)
                        self._fell_silent(str(name))
                for bot_id in {seating.bot_id for seating in self._seatings.values() if seating.gateway is None}:
                    await self._look_for(bot_id)
        finally:
            self._clock.stop()

    # Inside

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _make_sure(self, seating: Seating, epoch: int, answer: Fault) -> None:
        """A gateway says that the bot left it. Perhaps it dialled in at another one, and that word was lost."""
        while self._is_asked(seating, epoch):
            try:
                place = await self._where.look(seating.bot_id)
                elsewhere = place is not None and place.gateway != seating.gateway
                if place is not None and elsewhere and await self._where.is_alive(place.gateway):
                    self._place(seating, place.gateway, charge=False)
                elif self._is_asked(seating, epoch):
                    self._answer(seating, answer)
            except RedisError as wrong:
                log.warning("Redis is away, bot %s is not looked for yet: %s", seating.bot_id, wrong)
                await asyncio.sleep(RETRY_SECONDS)

    async def _look_for(self, bot_id: str) -> None:
        """Nobody redials if no stream broke, and what a gateway told us may be lost."""
        place = await self._where.look(bot_id)
        if place is not None and await self._where.is_alive(place.gateway):
            self._arrived(bot_id, place.gateway)

    def _arrived(self, bot_id: str, gateway: str) -> None:
        for seating in [one for (_, bot), one in self._seatings.items() if bot == bot_id]:
            if seating.gateway != gateway:
                # The gateway it left alive goes on counting: its bot was absent. One that is gone counts nothing.
                self._place(seating, gateway, charge=seating.gateway is not None)

    def _fell_silent(self, gateway: str) -> None:
        self._where.lose(gateway)
        for seating in list(self._seatings.values()):
            if seating.gateway == gateway:
                self._lost(seating, silent=True)

    def _lost(self, seating: Seating, *, silent: bool) -> None:
        """The gateway drained or fell silent: the clock stands still until the bot is back."""
        seating.gateway, seating.lost_at, seating.in_doubt = None, self._loop.time(), silent
        elsewhere = self._where.gateway(seating.bot_id)
        if elsewhere is not None and seating.question is not None:
            self._place(seating, elsewhere, charge=False)
        elif seating.question is not None:
            self._arm(seating, REDIAL_SECONDS)

    def _place(self, seating: Seating, gateway: str | None, *, charge: bool) -> None:
        if seating.gateway is not None and seating.gateway != gateway:
            gone = {"bot": seating.bot_id, "match": seating.started.match_id}
            self._post.send(seating.journal, seating.gateway, Frame("drop", gone))
        if charge and seating.clock_ms is not None:
            spent = int((self._clock.now() - seating.asked_at) * 1000)
            seating.clock_ms = max(0, seating.clock_ms - spent)
        self._seat(seating, gateway)
        if seating.question is not None:
            self._put(seating)

    def _seat(self, seating: Seating, gateway: str | None) -> None:
        if gateway is not None and self._where.gateway(seating.bot_id, seating.locked) is None:
            gateway = None  # it is there with another version than it is locked to
        seating.gateway = gateway
        if gateway is not None:
            seating.last_gateway, seating.lost_at, seating.in_doubt = gateway, None, False
            head = {"bot": seating.bot_id, "worker": self.worker}
            self._post.send(seating.journal, gateway, Frame("join", head, seating.started.SerializeToString()))

    def _put(self, seating: Seating) -> None:
        question = seating.question
        assert question is not None
        seating.epoch += 1
        seating.asked_at = self._clock.now()
        if seating.gateway is None:
            lost = seating.lost_at
            self._arm(seating, 0.0 if lost is None else max(0.0, lost + REDIAL_SECONDS - self._loop.time()))
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
            self._doubts.settle(
                seating.bot_id,
                seating.locked,
                is_open=lambda: self._is_asked(seating, epoch),
                has_gateway=lambda: seating.gateway is not None or seating.in_doubt,
                found=lambda finding: self._found(seating, finding),
            )

    def _is_asked(self, seating: Seating, epoch: int) -> bool:
        return self._sits(seating) and seating.question is not None and seating.epoch == epoch

    def _found(self, seating: Seating, finding: Finding) -> None:
        """The clock of a question ran out here, and the bot was looked for once more."""
        assert seating.question is not None
        number = seating.question.number
        if finding is Finding.HERE:
            self._place(seating, self._where.gateway(seating.bot_id), charge=False)
        elif finding is Finding.ABSENT:
            text = f"The clock ran out at decision {number} while the bot was not connected."
            self._answer(seating, Fault(DISCONNECTED, text))
        else:
            text = f"decision {number} of seat {seating.started.seat} got no answer, and no gateway can tell why"
            self._post.on_broken(seating.journal, MatchVoid(text))

    def _answer(self, seating: Seating, answer: Answer) -> None:
        self._withdraw(seating)
        seating.listener.answered(seating.started.seat, answer)

    def _withdraw(self, seating: Seating) -> None:
        seating.question = None
        if seating.timer is not None:
            seating.timer.cancel()
            seating.timer = None

    def _sits(self, seating: Seating) -> bool:
        return self._seatings.get((seating.started.match_id, seating.bot_id)) is seating

    def _drop(self, match_id: str, bot_id: str) -> Seating | None:
        seating = self._seatings.pop((match_id, bot_id), None)
        if seating is not None:
            self._withdraw(seating)
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
