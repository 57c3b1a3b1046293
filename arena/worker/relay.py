"""A worker's relay: its matches ask bots that are connected to gateways elsewhere.

Each seat of a running match talks to the gateway that has its bot. When a bot dials in at another gateway the question moves along. When a
gateway drains or falls silent, clocks pause until its bots are back, for a bounded time. The worker finds a bot at fault only after it has
looked for it again (`arena.worker.bot_locations.SecondLook`).
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.bots.commands import UNNAMED
from arena.event_loop import Tasks
from arena.hosting.match import Listener
from arena.matches import Answer, Chosen, Fault, MatchVoid
from arena.matches.running import DISCONNECTED
from arena.metrics import figures
from arena.steady_clock import SteadyClock
from arena.transport import keys, presence
from arena.transport.inboxes import RETRY_SECONDS, Envelope, inbox
from arena.transport.journals import JournalWriter, RedisJournal, Route
from arena.transport.links import Link, Links
from arena.v1.bots_pb2 import MatchResult, MatchStarted
from arena.wire import Question
from arena.wording import seat_name
from arena.worker.bot_locations import BotLocations, Finding, Location, SecondLook, read_location

log = logging.getLogger(__name__)

REDIAL_SECONDS = float(keys.REDIAL_SECONDS)
"""How long clocks pause for bots whose gateway drained or fell silent."""
LATE_SECONDS = 10.0
"""How much longer than its clock a gateway may take to report that time ran out. Then the worker looks for the bot."""
WATCH_SECONDS = 1.0
"""Between looks at the gateways, and for bots that no gateway seems to have."""


@dataclass(slots=True)
class RemoteSeat:
    """One seat of one running match."""

    bot_id: str
    started: MatchStarted
    listener: Listener
    journal: RedisJournal
    locked: str | None = None
    """The only version of the bot that may sit here; with another it counts as absent."""
    route: Route | None = None
    """To the gateway that was sent the seat last."""
    link: Link | None = None
    """That route, if it is a link."""
    gateway: str | None = None
    """The gateway that was sent the seat; None: none yet, or that gateway is gone."""
    lost_at: float | None = None
    """When its gateway drained or fell silent; None: it has one, or never had."""
    in_doubt: bool = False
    """Its gateway fell silent without a notice. The bot may still be connected there, so nothing is held against it."""
    epoch: int = 0
    """Counts how often the seat was asked; answers to an earlier asking are ignored."""
    question: Question | None = None
    clock_ms: int | None = None
    """What the bot has left of the pending question's clock."""
    asked_at: float = 0.0
    timer: asyncio.TimerHandle | None = None


class RedisRelay:
    """The bots' side for all matches of one worker."""

    def __init__(self, redis: Redis, worker: str, writer: JournalWriter, links: Path | None = None) -> None:
        """*links* is the folder in which gateways on this machine listen."""
        self.worker = worker
        self._links = Links(links, lambda envelope, _: self.received(envelope), self._link_lost)
        self._redis = redis
        self._writer = writer
        self._forget = redis.register_script(presence.FORGET_FIELD)
        self._loop = asyncio.get_running_loop()
        self._clock = SteadyClock(self._loop)
        self._seats: dict[tuple[str, str], RemoteSeat] = {}
        self._journals: dict[str, RedisJournal] = {}
        self._locations = BotLocations(redis)
        self._locked: dict[tuple[str, str], str] = {}
        """Match and bot -> the only version that may sit there."""
        self._second_look = SecondLook(self._locations, self._loop)
        self._tasks = Tasks()

    # What the match runner calls

    async def prepare(
        self, journal: RedisJournal, bots: Iterable[str], locked: Mapping[str, str] | None = None
    ) -> list[str]:
        """Listen for the bots of a match; those that are here, with the version they are *locked* to if any.

        A bot that dials in meanwhile is noticed, too.
        """
        wanted = list(bots)
        self._journals[journal.match_id] = journal
        self._locations.prepare(journal.match_id, wanted)
        for bot_id, version in (locked or {}).items():
            self._locked[journal.match_id, bot_id] = version
        for bot_id in wanted:
            await self._redis.hset(keys.playing(bot_id), journal.match_id, self.worker)
            await self._redis.expire(keys.playing(bot_id), keys.JOURNAL_SECONDS)
            location = await self._locations.look(bot_id)
            if location is not None:
                await self._links.reach(location.gateway)
        return [bot_id for bot_id in wanted if self._locations.gateway(bot_id, (locked or {}).get(bot_id)) is not None]

    async def forget(self, match_id: str, bots: Iterable[str]) -> None:
        """The attempt is over."""
        self._journals.pop(match_id, None)
        self._locations.forget(match_id)
        for bot_id in bots:
            self._drop(match_id, bot_id)
            self._locked.pop((match_id, bot_id), None)
            # Only if it is still ours: a later attempt must hear when the bot dials in.
            await self._forget(keys=[keys.playing(bot_id)], args=[match_id, self.worker])

    async def is_open(self) -> bool:
        """Whether bots can dial in at all."""
        return await self._locations.is_open()

    async def lost(self, bots: Iterable[int]) -> set[int]:
        """Those of the bots that are nowhere though no gateway saw them leave."""
        return {bot_id for bot_id in bots if await self._locations.is_lost(str(bot_id))}

    async def tell(self, bot_id: str, message: bytes) -> None:
        """Send a message that belongs to no match, if the bot is connected."""
        location = await read_location(self._redis, bot_id)
        if location is not None:
            await self._redis.rpush(inbox(location.gateway), Envelope("tell", {"bot": bot_id}, message).packed())

    async def restored(self) -> None:
        """Repeat what Redis may have lost in a restart."""
        for seat in list(self._seats.values()):
            await self._redis.hset(keys.playing(seat.bot_id), seat.started.match_id, self.worker)
            await self._locations.look(seat.bot_id)
            if self._sits(seat):
                self._place(seat, self._locations.gateway(seat.bot_id), charge=False)

    # What matches call (arena.hosting.match.Relay)

    def join(self, bot_id: str, started: MatchStarted, listener: Listener) -> None:
        """The bot sits in a match from now on."""
        locked = self._locked.get((started.match_id, bot_id))
        seat = RemoteSeat(bot_id, started, listener, self._journals[started.match_id], locked)
        self._seats[started.match_id, bot_id] = seat
        self._join(seat, self._locations.gateway(bot_id))

    def ask(self, bot_id: str, question: Question) -> None:
        """Put a question; its clock starts at the gateway."""
        seat = self._seats[question.match_id, bot_id]
        seat.question, seat.clock_ms = question, question.clock_ms
        self._put(seat)

    def leave(self, bot_id: str, result: MatchResult) -> None:
        """The match is over for this bot."""
        seat = self._drop(result.match_id, bot_id)
        if seat is not None:
            self._send(seat, "leave", {}, result.SerializeToString())

    def close(self) -> None:
        """No match is played any more."""
        self._links.close()

    # What goes out

    def _send(self, seat: RemoteSeat, kind: str, head: dict[str, Any], body: bytes = b"") -> None:
        """Send to the gateway that has the seat, or had it last: if that lives after all, it must hear when the match ends."""
        if seat.route is not None:
            about = {"bot": seat.bot_id, "match": seat.started.match_id, "attempt": seat.journal.fence}
            self._writer.send(seat.journal, seat.route, Envelope(kind, {**about, **head}, body))

    def _link_lost(self, link: Link) -> None:
        """Say through Redis what may not have arrived; if the gateway is dead, that will show."""
        for seat in list(self._seats.values()):
            if seat.link is link and seat.gateway == link.peer:
                self._place(seat, seat.gateway, charge=False)
            elif seat.link is link:
                seat.link, seat.route = None, partial(self._writer.post.send, link.peer)

    # What comes in

    def received(self, envelope: Envelope) -> None:
        """An envelope from a gateway."""
        head = envelope.head
        if envelope.kind == "arrived":
            location = Location(head["gateway"], str(head["version"]) or UNNAMED, int(head["arrival"]))
            if self._locations.note(head["bot"], location):
                self._arrived(head["bot"], location.gateway)
        elif (seat := self._seats.get((head["match"], head["bot"]))) is None:
            return
        elif envelope.kind == "resigned":
            self._withdraw(seat)
            seat.listener.resigned(seat.started.seat)
        elif envelope.kind == "gone":
            if seat.gateway == head["gateway"]:
                self._lost(seat, silent=False)
        elif envelope.kind == "answer" and seat.question is not None and head["epoch"] == seat.epoch:
            answer = _answer_of(head)
            if isinstance(answer, Chosen):
                figures.CARRYING.observe(max(0.0, self._clock.now() - seat.asked_at - answer.think_ms / 1000))
            if isinstance(answer, Fault) and answer.verdict == DISCONNECTED:
                self._tasks.start(self._make_sure(seat, seat.epoch, answer))
            else:
                self._answer(seat, answer)

    async def watch(self) -> None:
        """See which gateways have fallen silent, and look for bots that no gateway has, until cancelled."""
        self._clock.start()
        try:
            while True:
                await asyncio.sleep(WATCH_SECONDS)
                for name in {seat.gateway for seat in self._seats.values()} - {None}:
                    if not await self._locations.is_alive(str(name)):
                        log.warning("gateway %s is silent; its bots may redial", name)
                        self._fell_silent(str(name))
                for bot_id in {seat.bot_id for seat in self._seats.values() if seat.gateway is None}:
                    await self._look_for(bot_id)
        finally:
            self._clock.stop()

    # Inside

    async def _make_sure(self, seat: RemoteSeat, epoch: int, answer: Fault) -> None:
        """A gateway reports that the bot left. Perhaps it dialled in at another one, and that envelope was lost."""
        while self._is_asked(seat, epoch):
            try:
                location = await self._locations.look(seat.bot_id)
                elsewhere = location is not None and location.gateway != seat.gateway
                if location is not None and elsewhere and await self._locations.is_alive(location.gateway):
                    self._place(seat, location.gateway, charge=False)
                elif self._is_asked(seat, epoch):
                    self._answer(seat, answer)
            except RedisError as error:
                log.warning("Redis does not answer, bot %s is not looked for yet: %s", seat.bot_id, error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _look_for(self, bot_id: str) -> None:
        """Look in Redis: a bot whose stream did not break will not redial, and a gateway's envelope may be lost."""
        location = await self._locations.look(bot_id)
        if location is not None and await self._locations.is_alive(location.gateway):
            self._arrived(bot_id, location.gateway)

    def _arrived(self, bot_id: str, gateway: str) -> None:
        for seat in [seat for (_, bot), seat in self._seats.items() if bot == bot_id]:
            if seat.gateway != gateway:
                # A gateway that lives went on counting: its bot was absent. One that is gone counted nothing.
                self._place(seat, gateway, charge=seat.gateway is not None)

    def _fell_silent(self, gateway: str) -> None:
        self._locations.lose(gateway)
        for seat in list(self._seats.values()):
            if seat.gateway == gateway:
                self._lost(seat, silent=True)

    def _lost(self, seat: RemoteSeat, *, silent: bool) -> None:
        """The gateway drained or fell silent: the clock pauses until the bot is back."""
        seat.gateway, seat.lost_at, seat.in_doubt = None, self._loop.time(), silent
        elsewhere = self._locations.gateway(seat.bot_id)
        if elsewhere is not None and seat.question is not None:
            self._place(seat, elsewhere, charge=False)
        elif seat.question is not None:
            self._arm(seat, REDIAL_SECONDS)

    def _place(self, seat: RemoteSeat, gateway: str | None, *, charge: bool) -> None:
        if seat.gateway is not None and seat.gateway != gateway:
            self._send(seat, "drop", {})
        if charge and seat.clock_ms is not None:
            seat.clock_ms = max(0, seat.clock_ms - int((self._clock.now() - seat.asked_at) * 1000))
        self._join(seat, gateway)
        if seat.question is not None:
            self._put(seat)

    def _join(self, seat: RemoteSeat, gateway: str | None) -> None:
        if gateway is not None and self._locations.gateway(seat.bot_id, seat.locked) is None:
            gateway = None  # it is connected with another version than it is locked to
        seat.gateway = gateway
        if gateway is not None:
            seat.lost_at, seat.in_doubt, seat.link = None, False, self._links.to(gateway)
            seat.route = partial(self._writer.post.send, gateway) if seat.link is None else seat.link.send
            self._send(seat, "join", {"worker": self.worker}, seat.started.SerializeToString())

    def _put(self, seat: RemoteSeat) -> None:
        question = seat.question
        assert question is not None
        seat.epoch += 1
        seat.asked_at = self._clock.now()
        if seat.gateway is None:
            lost = seat.lost_at
            self._arm(seat, 0.0 if lost is None else max(0.0, lost + REDIAL_SECONDS - self._loop.time()))
            return
        self._arm(seat, LATE_SECONDS + REDIAL_SECONDS)
        head = {
            "seat": question.seat,
            "number": question.number,
            "choices": question.choices,
            "clock_ms": seat.clock_ms,
            "epoch": seat.epoch,
        }
        self._send(seat, "ask", head, question.body)

    def _arm(self, seat: RemoteSeat, more: float) -> None:
        """Set the worker's deadline, for bots that no gateway has and gateways that fall silent."""
        if seat.timer is not None:
            seat.timer.cancel()
            seat.timer = None
        if seat.clock_ms is not None:
            seat.timer = self._loop.call_later(seat.clock_ms / 1000 + more, self._run_out, seat, seat.epoch)

    def _run_out(self, seat: RemoteSeat, epoch: int) -> None:
        if seat.question is not None and seat.epoch == epoch:
            self._second_look.start(
                seat.bot_id,
                seat.locked,
                is_open=lambda: self._is_asked(seat, epoch),
                has_gateway=lambda: seat.gateway is not None or seat.in_doubt,
                found=lambda finding: self._found(seat, finding),
            )

    def _is_asked(self, seat: RemoteSeat, epoch: int) -> bool:
        return self._sits(seat) and seat.question is not None and seat.epoch == epoch

    def _found(self, seat: RemoteSeat, finding: Finding) -> None:
        """The clock of a question ran out here, and the bot was looked for once more."""
        assert seat.question is not None
        number = seat.question.number
        if finding is Finding.HERE:
            self._place(seat, self._locations.gateway(seat.bot_id), charge=False)
        elif finding is Finding.ABSENT:
            text = f"The clock ran out at decision {number} while the bot was not connected."
            self._answer(seat, Fault(DISCONNECTED, text))
        else:
            text = f"decision {number} of {seat_name(seat.started.seat)} got no answer, and no gateway can tell why"
            self._writer.on_broken(seat.journal, MatchVoid(text))

    def _answer(self, seat: RemoteSeat, answer: Answer) -> None:
        self._withdraw(seat)
        seat.listener.answered(seat.started.seat, answer)

    def _withdraw(self, seat: RemoteSeat) -> None:
        seat.question = None
        if seat.timer is not None:
            seat.timer.cancel()
            seat.timer = None

    def _sits(self, seat: RemoteSeat) -> bool:
        return self._seats.get((seat.started.match_id, seat.bot_id)) is seat

    def _drop(self, match_id: str, bot_id: str) -> RemoteSeat | None:
        seat = self._seats.pop((match_id, bot_id), None)
        if seat is not None:
            self._withdraw(seat)
        return seat


def _answer_of(head: dict[str, object]) -> Answer:
    if "verdict" in head:
        return Fault(str(head["verdict"]), str(head["detail"]), str(head["sent"]))
    value = head.get("value")
    assert isinstance(head["index"], int)
    assert isinstance(head["think_ms"], int)
    return Chosen(
        head["index"], head["think_ms"], str(head.get("note", "")), value if isinstance(value, float) else None
    )
