"""The bots of a gateway: which are connected, what they play, and what they are asked. A relay for matches in this process.

It outlives any one gRPC server: matches and pending decisions stay when a server drains, and the next one goes on with them.
Everything runs on one event loop, in plain calls: an answer goes from the stream's reader into the match and out to the next bot
without a task, queue or lock between.
"""

import asyncio
import itertools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from google.protobuf.message import DecodeError

from arena.errors import LimitReached
from arena.gateway.hello import Complaint, declared
from arena.gateway.limits import Bans, RateLimits
from arena.gateway.meters import Meter
from arena.gateway.seats import Connection, Pending, Seat, new_nonce
from arena.gateway.settings import Settings
from arena.hosting.match import Listener
from arena.matches import Answer, Chosen, Fault
from arena.steady_clock import SteadyClock
from arena.v1.bots_pb2 import ArenaMessage, DecisionId, Hello, MatchResult, MatchStarted, NoticeCode, Welcome
from arena.wire import Question
from arena.wire.decisions import Reply, decision_id, decision_message, whole_decision
from arena.wire.messages import notice, welcome

if TYPE_CHECKING:
    from arena.gateway.session import Session

EARLY = 1e-6
"""Seconds by which a sum of times may be off."""
METER_SECONDS = 0.05
"""Between two looks at the meter of a hosted bot whose time is nearly used up, at least."""


class Overbooked(LimitReached):
    """A bot was given more matches than it declared."""


class Connections:
    """All bots of a gateway."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.loop = asyncio.get_running_loop()
        self._clock = SteadyClock.started(self.loop)  # no bot's clock runs while the gateway stalls
        self._now = self._clock.now
        self._by_bot: dict[str, Connection] = {}
        self._arrivals: dict[str, list[asyncio.Future[None]]] = {}
        self._sessions = itertools.count(1)
        self.useless = RateLimits(60, 5.0, self._now)
        """Messages of a bot that answer nothing. Counted over all its sessions, so dialling again does not reset the count."""
        self.banned = Bans(5.0, 300.0, 600.0, self._now)
        """Bots that flooded: a dial costs us more than the message that ended the stream before it."""
        self._notes = RateLimits(512 * 1024, 2 * 1024, self._now)
        """Bytes of notes of an owner's bots."""
        self.on_arrival: list[Callable[[Connection], None]] = []
        """Called with each bot that has said hello."""
        self.on_departure: list[Callable[[Connection], None]] = []
        """Called with each bot whose session has ended without another taking over."""
        self.on_finishing: list[Callable[[Connection], None]] = []
        """Called with each bot that takes no new match from now on."""

    # What matches call

    def join(self, bot_id: str, started: MatchStarted, listener: Listener) -> None:
        """The bot sits in a match from now on."""
        connection = self.of(bot_id)
        if started.match_id in connection.seats:
            raise Overbooked(f"{bot_id} sits in match {started.match_id} already")
        if connection.session is not None and len(connection.seats) >= connection.matches_at_once:
            raise Overbooked(f"{bot_id} plays {len(connection.seats)} matches already, as many as it declared")
        self.join_again(bot_id, started, listener)

    def ask(self, bot_id: str, question: Question) -> None:
        """Put a question; its clock starts now."""
        connection = self._by_bot[bot_id]
        seat = connection.seats[question.match_id]
        id_bytes = decision_id(question, new_nonce())
        seat.pending = Pending(question, id_bytes, None if connection.pause else self._now())
        if seat.resigned:  # while the question was on its way; later, since a match hears nothing while it asks
            self.loop.call_soon(seat.resign, seat.pending)
            return
        if connection.session is not None:
            connection.session.send(decision_message(question, id_bytes, question.clock_ms))
        if connection.pause is None:
            self._arm(connection, seat, seat.pending)

    def leave(self, bot_id: str, result: MatchResult) -> None:
        """The match is over for this bot."""
        self._end_seat(bot_id, result.match_id, ArenaMessage(match_result=result).SerializeToString())

    def join_again(self, bot_id: str, started: MatchStarted, listener: Listener) -> None:
        """As `join`, for a match that another worker may have taken over: an earlier seat and its question are replaced."""
        connection = self.of(bot_id)
        earlier = connection.seats.get(started.match_id)
        if earlier is not None:
            earlier.disarm()
        connection.seats[started.match_id] = Seat(started, listener)
        if earlier is None and connection.session is not None:
            connection.session.send(ArenaMessage(match_started=started).SerializeToString())

    def drop(self, bot_id: str, match_id: str) -> None:
        """The bot plays this match through another gateway now."""
        self._end_seat(bot_id, match_id, None)

    def _end_seat(self, bot_id: str, match_id: str, message: bytes | None) -> None:
        connection = self._by_bot.get(bot_id)
        seat = connection.seats.pop(match_id, None) if connection else None
        if connection is not None and seat is not None:
            seat.disarm()
            if message is not None and connection.session is not None:
                connection.session.send(message)
            self._settle(connection)

    # What schedulers and the gateway call

    def all(self) -> list[Connection]:
        """Every bot that is connected or plays."""
        return list(self._by_bot.values())

    def of(self, bot_id: str) -> Connection:
        """What is known of a bot; created if it is new."""
        return self._by_bot.setdefault(bot_id, Connection(bot_id))

    def present(self, bot_id: str) -> bool:
        """Whether the bot is connected and has said hello."""
        connection = self._by_bot.get(bot_id)
        return connection is not None and connection.session is not None

    async def arrived(self, bot_id: str) -> None:
        """Returns once the bot is connected."""
        while not self.present(bot_id):
            waiter: asyncio.Future[None] = self.loop.create_future()
            self._arrivals.setdefault(bot_id, []).append(waiter)
            await waiter

    def hold(self, bot_id: str) -> None:
        """Keep the bot even if it wants to finish, until `release`: its set is not over."""
        self.of(bot_id).holds += 1

    def release(self, bot_id: str) -> None:
        """The set is over."""
        connection = self.of(bot_id)
        connection.holds -= 1
        self._settle(connection)

    def tell(self, bot_id: str, message: bytes) -> None:
        """Send a message of any other kind, if the bot is connected."""
        connection = self._by_bot.get(bot_id)
        if connection is not None and connection.session is not None:
            connection.session.send(message)

    def used(self, bot_id: str, run: str, seconds: float) -> None:
        """A runner reports how much processor time a hosted bot has used so far."""
        connection = self._by_bot.get(bot_id)
        if connection is not None and connection.meter is not None:
            connection.meter.report(run, seconds, (pending for _, pending in connection.pending()), self._now())

    def revoke(self, bot_id: str) -> None:
        """End the bot's session; its clocks run on."""
        connection = self._by_bot.get(bot_id)
        if connection is not None and (session := self._parted(connection)) is not None:
            session.revoke()

    def supersede(self, bot_id: str) -> None:
        """End the bot's session: a newer one began at another gateway."""
        connection = self._by_bot.get(bot_id)
        if connection is not None and (session := self._parted(connection)) is not None:
            session.supersede()

    def drain(self) -> None:
        """Ask every bot to redial; its clocks pause until it is back, for a bounded time."""
        for connection in self._by_bot.values():
            session, connection.session = connection.session, None
            if session is not None:
                self._pause_clocks(connection)
                session.redial("the gateway is restarting")

    # What sessions call

    def enter(self, session: "Session", hello: Hello) -> tuple[Complaint, ...]:
        """Let in a bot that has said hello: it takes over from an older session, and gets the full picture. Returns complaints about its hello."""
        connection = self.of(session.identity.bot_id)
        older, connection.session = connection.session, session
        connection.identity, connection.finishing = session.identity, False
        cleaned = declared(hello, self.settings.matches_at_once)
        connection.games, connection.version, connection.language = cleaned.games, cleaned.version, cleaned.language
        connection.version = session.identity.version or connection.version
        connection.matches_at_once = cleaned.matches_at_once
        connection.meter = Meter(self._now()) if session.identity.hosted else None
        if older is not None:
            older.supersede()
        session.number = next(self._sessions)
        session.send(self._welcome(connection, session))
        self._resume_clocks(connection)
        for waiter in self._arrivals.pop(connection.bot_id, []):
            if not waiter.done():
                waiter.set_result(None)
        for listener in self.on_arrival:
            listener(connection)
        return cleaned.complaints

    def left(self, session: "Session") -> None:
        """A stream has ended; clocks run on."""
        connection = self._by_bot.get(session.identity.bot_id)
        if connection is not None and connection.session is session:
            self._parted(connection)
        if connection is not None and connection.idle():
            del self._by_bot[connection.bot_id]

    def choice(self, session: "Session", reply: Reply) -> None:
        """An answer: to the pending question of its match, or refused with a notice."""
        connection = self._by_bot[session.identity.bot_id]
        for seat in connection.seats.values():
            pending = seat.pending
            if pending is not None and pending.id_bytes == reply.decision and connection.session is session:
                break
        else:
            self._refuse_or_normalise(session, connection, reply)
            return
        answer: Answer
        if reply.index < pending.question.choices:
            think = connection.settled(seat, pending, self._now())
            answer = Chosen(reply.index, max(0, int(think * 1000)))
            if reply.note or reply.value is not None:
                self._take_extras(session, reply, answer, seat)
        else:
            match_id, last = pending.question.match_id, pending.question.choices - 1
            text = f"Index {reply.index} is not on the list of {last + 1} actions (0 to {last})."
            session.refuse(NoticeCode.NOTICE_CODE_INDEX_OUT_OF_RANGE, text + " The seat is lost.", match_id)
            answer = Fault("illegal", text, str(reply.index))
        seat.answer(answer)

    def resign(self, session: "Session", match_id: str) -> None:
        """A bot resigns a match: once, whatever it sends afterwards."""
        connection = self._by_bot[session.identity.bot_id]
        seat = connection.seats.get(match_id)
        if seat is None or connection.session is not session:
            session.refuse(NoticeCode.NOTICE_CODE_UNKNOWN_MATCH, "You sit in no match of that id.", match_id)
        elif seat.resigned:
            session.refuse(NoticeCode.NOTICE_CODE_RESIGNED, "You have given this match up already.", match_id)
        elif session.is_within_allowance():
            seat.resigned = True
            if seat.pending is not None:
                seat.resign(seat.pending)
            else:
                seat.listener.resigned(seat.started.seat)

    def finish(self, session: "Session") -> None:
        """A bot takes no new match."""
        connection = self._by_bot[session.identity.bot_id]
        if session.is_within_allowance() and connection.session is session and not connection.finishing:
            connection.finishing = True
            for listener in self.on_finishing:
                listener(connection)
            self._settle(connection)

    def _parted(self, connection: Connection) -> "Session | None":
        """Part a bot from its session, if it has one, and report its departure."""
        session, connection.session = connection.session, None
        if session is not None:
            for listener in self.on_departure:
                listener(connection)
        return session

    def _welcome(self, connection: Connection, session: "Session") -> bytes:
        now = self._now()
        owed = [(each, each.left_ms(connection.charged(seat, each, now))) for seat, each in connection.pending()]
        decisions = [whole_decision(each.question, each.id_bytes, left, resent=True) for each, left in owed]
        picture = Welcome(
            bot_id=connection.bot_id,
            bot_name=session.identity.name,
            session=session.number,
            matches_at_once=connection.matches_at_once,
            matches=[seat.started for seat in connection.seats.values()],
            max_message_bytes=self.settings.message_bytes,
        )
        return welcome(picture, decisions)

    def _refuse_or_normalise(self, session: "Session", connection: Connection, reply: Reply) -> None:
        """An answer names no pending question, or encodes its id in an unusual way, which is then put right."""
        try:
            decision = DecisionId.FromString(reply.decision)
        except DecodeError:
            session.refuse(NoticeCode.NOTICE_CODE_GARBAGE, "That was no BotMessage.")
            return
        usual = DecisionId(match_id=decision.match_id, number=decision.number, nonce=decision.nonce)
        if (id_bytes := usual.SerializeToString()) != reply.decision:
            reply.decision = id_bytes  # it had its fields in another order, for example
            self.choice(session, reply)
            return
        seat = connection.seats.get(decision.match_id)
        if seat is None or connection.session is not session:
            session.refuse(NoticeCode.NOTICE_CODE_UNKNOWN_MATCH, "You sit in no match of that id.", decision.match_id)
            return
        text = f"Decision {decision.number} is not waiting: it was answered, its time ran out, or it was never asked."
        session.refuse(NoticeCode.NOTICE_CODE_STALE_DECISION, text, decision.match_id)

    def _take_extras(self, session: "Session", reply: Reply, answer: Chosen, seat: Seat) -> None:
        """Take the note and the value of an answer, as far as they can be kept."""
        if reply.value is not None and math.isfinite(reply.value):
            answer.value = reply.value
        if reply.note:
            owner = session.identity.owner or session.identity.bot_id
            answer.note, complaint = seat.take_note(reply.note, lambda size: self._notes.take(owner, size))
            if complaint:
                session.refuse(NoticeCode.NOTICE_CODE_NOTE_CUT, complaint, seat.started.match_id)

    # Clocks

    def _arm(self, connection: Connection, seat: Seat, pending: Pending) -> None:
        """Set a timer for when the clock of the pending question runs out, or earlier."""
        clock_ms = pending.question.clock_ms
        if clock_ms is None:
            return
        now = self._now()
        least = METER_SECONDS if connection.meter is not None else 0.0  # it may use less than it has by the wall
        runs_out = now + max(least, clock_ms / 1000 - connection.charged(seat, pending, now))
        due, timer = runs_out + self._clock.stalled, seat.timer
        if timer is not None:
            if timer.when() <= due:
                return  # that of an earlier question: most answers come long before, so timers are seldom set
            timer.cancel()
        seat.timer = self.loop.call_at(due, self._check_clock, connection, seat, due)

    def _check_clock(self, connection: Connection, seat: Seat, due: float) -> None:
        """A timer has fired that was *due* by the loop's time, perhaps after a stall: has the clock run out?"""
        seat.timer = None
        now = self._clock.of(due)
        pending = seat.pending
        if pending is None or not pending.is_running or pending.question.clock_ms is None:
            return
        if connection.charged(seat, pending, now) < pending.question.clock_ms / 1000 - EARLY:
            self._arm(connection, seat, pending)
        else:
            self._run_out(connection, seat, pending)

    def _run_out(self, connection: Connection, seat: Seat, pending: Pending) -> None:
        here = connection.session is not None
        where = "" if here else " while the bot was not connected"
        text = f"The clock ran out at decision {pending.question.number}{where}."
        if connection.session is not None:
            connection.session.send(notice(NoticeCode.NOTICE_CODE_FAULT, text, pending.question.match_id))
        seat.answer(Fault("timeout" if here else "disconnected", text))

    def _pause_clocks(self, connection: Connection) -> None:
        """Pause a bot's clocks until it redials, but not for long."""
        if connection.pause is not None:
            connection.pause.cancel()
        connection.pause = self.loop.call_later(self.settings.redial_seconds, self._resume_clocks, connection)
        for _, pending in connection.pending():
            pending.pause(self._now())

    def _resume_clocks(self, connection: Connection) -> None:
        if connection.pause is None:
            return
        connection.pause.cancel()
        connection.pause = None
        for seat, pending in connection.pending():
            pending.run(self._now())
            self._arm(connection, seat, pending)

    def _settle(self, connection: Connection) -> None:
        """End the session of a finishing bot that has no match left, and forget a bot with nothing to keep."""
        if connection.finishing and connection.session is not None and not connection.seats and not connection.holds:
            session = self._parted(connection)
            assert session is not None
            session.end("ok", "the bot wanted to finish")
        if connection.idle():
            self._by_bot.pop(connection.bot_id, None)
