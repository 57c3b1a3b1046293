"""The gateway's memory: which bots are here, what they play, what they are asked. A relay for matches in this process.

It outlives any one gRPC server: matches and pending decisions stay when a server drains, and the next one goes on with them.
Everything runs on one event loop, in plain calls: an answer goes from the stream's reader into the match and out to the next bot
without a task, queue or lock between.
"""

import asyncio
import itertools
import math
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from google.protobuf.message import DecodeError

from arena.gateway.allowances import Allowances, Bars
from arena.gateway.declared import Complaint, declared
from arena.gateway.desks import SEATING_NOTES, Desk, Pending, Seating
from arena.gateway.relay import Listener
from arena.gateway.settings import Settings
from arena.gateway.steady import SteadyClock
from arena.gateway.tokens import BotIdentity
from arena.matches import Answer, Chosen, Fault
from arena.matches.asks import LONGEST_NOTE
from arena.text import clean_text
from arena.v1.bots_pb2 import (
    ArenaMessage,
    DecisionId,
    Hello,
    MatchResult,
    MatchStarted,
    NoticeCode,
    Welcome,
)
from arena.wire import Question
from arena.wire.answers import Reply
from arena.wire.questions import framed, named, stamped
from arena.wire.welcomes import notice, welcome

if TYPE_CHECKING:
    from arena.gateway.session import Session

EARLY = 1e-6
"""Seconds by which a sum of times may be off."""


class Overbooked(RuntimeError):
    """A bot was given more matches than it declared."""


class Hub:
    """All bots of a gateway."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.loop = asyncio.get_running_loop()
        self._clock = SteadyClock.started(self.loop)  # no bot's clock runs while the gateway stands still
        self._now = self._clock.now
        self._desks: dict[str, Desk] = {}
        self._arrivals: dict[str, list[asyncio.Future[None]]] = {}
        self._sessions = itertools.count(1)
        self.useless = Allowances(60, 5.0, self._now)
        """Messages of a bot that answer nothing. Counted over all its sessions: dialling again buys no more of them."""
        self.barred = Bars(5.0, 300.0, 600.0, self._now)
        """Bots that flooded: a dial costs us more than the message that ended the stream before it."""
        self._notes = Allowances(512 * 1024, 2 * 1024, self._now)
        """Bytes of notes of an owner's bots."""
        self.on_arrival: list[Callable[[Desk], None]] = []
        """Called with each bot that has said hello."""
        self.on_departure: list[Callable[[Desk], None]] = []
        """Called with each bot whose session has ended without another taking over."""
        self.on_finishing: list[Callable[[Desk], None]] = []
        """Called with each bot that takes no new match from now on."""

    # What matches call

    def join(self, bot_id: str, started: MatchStarted, listener: Listener) -> None:
        """The bot sits in a match from now on."""
        desk = self.desk(bot_id)
        if started.match_id in desk.seatings:
            raise Overbooked(f"{bot_id} sits in match {started.match_id} already")
        if desk.session is not None and len(desk.seatings) >= desk.matches_at_once:
            raise Overbooked(f"{bot_id} plays {len(desk.seatings)} matches already, as many as it declared")
        desk.seatings[started.match_id] = Seating(started, listener)
        if desk.session is not None:
            desk.session.send(ArenaMessage(match_started=started).SerializeToString())

    def ask(self, bot_id: str, question: Question) -> None:
        """Put a question; its clock starts now."""
        desk = self._desks[bot_id]
        seating = desk.seatings[question.match_id]
        id_bytes = named(question, _nonce())
        seating.pending = Pending(question, id_bytes, None if desk.standing else self._now())
        if seating.resigned:  # while the question was on its way; not from inside: a match is not told while it asks
            self.loop.call_soon(self._give_up, seating, seating.pending)
            return
        if desk.session is not None:
            desk.session.send(framed(question, id_bytes, question.clock_ms))
        if desk.standing is None:
            self._arm(desk, seating)

    def leave(self, bot_id: str, result: MatchResult) -> None:
        """The match is over for this bot."""
        desk = self._desks.get(bot_id)
        seating = desk.seatings.pop(result.match_id, None) if desk else None
        if desk is None or seating is None:
            return
        seating.disarm()
        if desk.session is not None:
            desk.session.send(ArenaMessage(match_result=result).SerializeToString())
        self._settle(desk)

    def seat_again(self, bot_id: str, started: MatchStarted, listener: Listener) -> None:
        """As `join`, for a match whose player may have changed: an earlier seating and its question are replaced."""
        desk = self.desk(bot_id)
        known = desk.seatings.get(started.match_id)
        if known is not None:
            known.disarm()
        desk.seatings[started.match_id] = Seating(started, listener)
        if known is None and desk.session is not None:
            desk.session.send(ArenaMessage(match_started=started).SerializeToString())

    def drop(self, bot_id: str, match_id: str) -> None:
        """The bot plays this match through another gateway now."""
        desk = self._desks.get(bot_id)
        seating = desk.seatings.pop(match_id, None) if desk else None
        if desk is not None and seating is not None:
            seating.disarm()
            self._settle(desk)

    # What schedulers call

    def desks(self) -> list[Desk]:
        """Every bot that is here or plays."""
        return list(self._desks.values())

    def desk(self, bot_id: str) -> Desk:
        """What is known of a bot; made if need be."""
        return self._desks.setdefault(bot_id, Desk(bot_id))

    def present(self, bot_id: str) -> bool:
        """Whether the bot is connected and has said hello."""
        desk = self._desks.get(bot_id)
        return desk is not None and desk.session is not None

    async def arrived(self, bot_id: str) -> None:
        """Returns once the bot is here."""
        while not self.present(bot_id):
            waiter: asyncio.Future[None] = self.loop.create_future()
            self._arrivals.setdefault(bot_id, []).append(waiter)
            await waiter

    def hold(self, bot_id: str) -> None:
        """Keep the bot even if it wants to finish, until `release`: its set is not over."""
        self.desk(bot_id).holds += 1

    def release(self, bot_id: str) -> None:
        """The set is over."""
        desk = self.desk(bot_id)
        desk.holds -= 1
        self._settle(desk)

    def tell(self, bot_id: str, frame: bytes) -> None:
        """Send a message of any other kind, if the bot is here."""
        desk = self._desks.get(bot_id)
        if desk is not None and desk.session is not None:
            desk.session.send(frame)

    def revoke(self, bot_id: str) -> None:
        """End the bot's session; its clocks run on."""
        desk = self._desks.get(bot_id)
        session = self._parted(desk) if desk is not None else None
        if session is not None:
            session.send(notice(NoticeCode.NOTICE_CODE_REVOKED, "The token of this bot was revoked."))
            session.end("unauthenticated", "the token was revoked")

    def drain(self) -> None:
        """Send every bot away to redial; clocks stand still until it is back, for a bounded time."""
        for desk in self._desks.values():
            session, desk.session = desk.session, None
            if session is not None:
                now, limit = self._now(), self.settings.redial_seconds
                desk.stand_still(now, self.loop.call_later(limit, self._run_again, desk))
                session.redial("the gateway is restarting")

    # What sessions call

    def enter(self, session: "Session", hello: Hello) -> tuple[Complaint, ...]:
        """A bot has said hello: it takes over from an older session, and gets the full picture. Returns what was wrong with its hello."""
        desk = self.desk(session.identity.bot_id)
        older, desk.session = desk.session, session
        desk.identity, desk.finishing = session.identity, False
        said = declared(hello, self.settings.matches_at_once)
        desk.games, desk.version, desk.language = said.games, said.version, said.language
        desk.matches_at_once = said.matches_at_once
        if older is not None:
            older.send(notice(NoticeCode.NOTICE_CODE_TAKEN_OVER, "Another session of this bot took over."))
            older.end("aborted", "another session of this bot took over")
        session.number = next(self._sessions)
        session.send(self._picture(desk, session))
        desk.run_again(self._now(), self._arm)
        for waiter in self._arrivals.pop(desk.bot_id, []):
            if not waiter.done():
                waiter.set_result(None)
        for listener in self.on_arrival:
            listener(desk)
        return said.complaints

    def left(self, session: "Session") -> None:
        """A stream has ended; clocks run on."""
        desk = self._desks.get(session.identity.bot_id)
        if desk is not None and desk.session is session:
            self._parted(desk)
        if desk is not None and desk.idle():
            del self._desks[desk.bot_id]

    def choice(self, session: "Session", reply: Reply) -> None:
        """An answer: to the pending question of its match, or refused with a notice."""
        desk = self._desks[session.identity.bot_id]
        for seating in desk.seatings.values():
            pending = seating.pending
            if pending is not None and pending.id_bytes == reply.decision and desk.session is session:
                break
        else:
            self._look_closer(session, desk, reply)
            return
        answer: Answer
        if reply.index < pending.question.choices:
            think = pending.spent(self._now()) - session.credit
            answer = Chosen(reply.index, max(0, int(think * 1000)))
            if reply.note or reply.value is not None:
                self._remark(session, reply, answer, seating)
        else:
            match_id, last = pending.question.match_id, pending.question.choices - 1
            text = f"Index {reply.index} is not on the list of {last + 1} actions (0 to {last})."
            session.refuse(NoticeCode.NOTICE_CODE_INDEX_OUT_OF_RANGE, text + " The seat is lost.", match_id)
            answer = Fault("illegal", text, str(reply.index))
        self._answer(seating, answer)

    def resign(self, session: "Session", match_id: str) -> None:
        """A bot gives a match up: once, whatever it says afterwards."""
        desk = self._desks[session.identity.bot_id]
        seating = desk.seatings.get(match_id)
        if seating is None or desk.session is not session:
            session.refuse(NoticeCode.NOTICE_CODE_UNKNOWN_MATCH, "You sit in no match of that id.", match_id)
        elif seating.resigned:
            session.refuse(NoticeCode.NOTICE_CODE_RESIGNED, "You have given this match up already.", match_id)
        elif session.is_within_allowance():
            seating.resigned = True
            if seating.pending is not None:
                self._give_up(seating, seating.pending)
            else:
                seating.listener.resigned(seating.started.seat)

    def finish(self, session: "Session") -> None:
        """A bot takes no new match."""
        desk = self._desks[session.identity.bot_id]
        if session.is_within_allowance() and desk.session is session and not desk.finishing:
            desk.finishing = True
            for listener in self.on_finishing:
                listener(desk)
            self._settle(desk)

    # Inside

    def _parted(self, desk: Desk) -> "Session | None":
        """Part a bot from its session, if it has one; whoever shows who is here is told at once."""
        session, desk.session = desk.session, None
        if session is not None:
            for listener in self.on_departure:
                listener(desk)
        return session

    def _picture(self, desk: Desk, session: "Session") -> bytes:
        now = self._now()
        owed = [seating.pending for seating in desk.pending() if seating.pending is not None]
        pending = [stamped(one.question, one.id_bytes, one.left_ms(now), resent=True) for one in owed]
        picture = Welcome(
            bot_id=desk.bot_id,
            bot_name=session.identity.name,
            session=session.number,
            matches_at_once=desk.matches_at_once,
            matches=[seating.started for seating in desk.seatings.values()],
            max_message_bytes=self.settings.message_bytes,
        )
        return welcome(picture, pending)

    def _look_closer(self, session: "Session", desk: Desk, reply: Reply) -> None:
        """An answer does not name a question that waits for it, or writes its name in a way of its own."""
        try:
            decision = DecisionId.FromString(reply.decision)
        except DecodeError:
            session.refuse(NoticeCode.NOTICE_CODE_GARBAGE, "That was no BotMessage.")
            return
        written_anew = DecisionId(match_id=decision.match_id, number=decision.number, nonce=decision.nonce)
        if (id_bytes := written_anew.SerializeToString()) != reply.decision:
            reply.decision = id_bytes  # it had its fields in another order, say
            self.choice(session, reply)
            return
        seating = desk.seatings.get(decision.match_id)
        if seating is None or desk.session is not session:
            session.refuse(NoticeCode.NOTICE_CODE_UNKNOWN_MATCH, "You sit in no match of that id.", decision.match_id)
            return
        text = f"Decision {decision.number} is not waiting: it was answered, its time ran out, or it was never asked."
        session.refuse(NoticeCode.NOTICE_CODE_STALE_DECISION, text, decision.match_id)

    def _remark(self, session: "Session", reply: Reply, answer: Chosen, seating: Seating) -> None:
        """Take the private extras of an answer, as far as they can be kept."""
        if reply.value is not None and math.isfinite(reply.value):
            answer.value = reply.value
        if not reply.note:
            return
        note = clean_text(reply.note, LONGEST_NOTE).encode()[:LONGEST_NOTE].decode(errors="ignore")
        if not self._has_room_for(note, seating, session.identity):
            self._complain_of_note(
                session, seating, f"left out: at most {SEATING_NOTES // 1024} KiB of them in a match"
            )
            return
        answer.note = note
        if note != reply.note.strip():
            limits = f"at most {LONGEST_NOTE} bytes of printable characters, tabs and line ends"
            self._complain_of_note(session, seating, f"changed or cut off: {limits}")

    def _complain_of_note(self, session: "Session", seating: Seating, what: str) -> None:
        """Once for each match: a bot that notes too much plays on."""
        if not seating.notes_complained:
            seating.notes_complained = True
            session.refuse(NoticeCode.NOTICE_CODE_NOTE_CUT, f"A note was {what}.", seating.started.match_id)

    def _has_room_for(self, note: str, seating: Seating, identity: BotIdentity) -> bool:
        size = len(note.encode())
        if seating.notes_bytes + size > SEATING_NOTES or not self._notes.take(identity.owner or identity.bot_id, size):
            return False
        seating.notes_bytes += size
        return True

    def _give_up(self, seating: Seating, pending: Pending) -> None:
        if seating.pending is pending:
            self._answer(seating, Fault("resigned", "the bot gave up"))

    def _answer(self, seating: Seating, answer: Answer) -> None:
        seating.pending = None
        seating.listener.answered(seating.started.seat, answer)

    def _arm(self, desk: Desk, seating: Seating) -> None:
        """See to it that the clock of the pending question is looked at when it runs out, or before."""
        pending = seating.pending
        assert pending is not None
        clock_ms = pending.question.clock_ms
        if clock_ms is None:
            return
        now = self._now()
        credit = desk.session.credit if desk.session is not None else 0.0
        runs_out = now + max(0.0, clock_ms / 1000 - pending.spent(now) + credit)
        due, timer = runs_out + self._clock.stalled, seating.timer
        if timer is not None:
            if timer.when() <= due:
                return  # that of an earlier question: most answers come long before, so timers are seldom set
            timer.cancel()
        seating.timer = self.loop.call_at(due, self._look, desk, seating, due)

    def _look(self, desk: Desk, seating: Seating, due: float) -> None:
        """A timer has fired that was *due* by the loop's time, perhaps after a stall: has the clock run out?"""
        seating.timer = None
        now = self._clock.of(due)
        pending = seating.pending
        if pending is None or not pending.is_running or pending.question.clock_ms is None:
            return
        credit = desk.session.credit if desk.session is not None else 0.0
        if pending.spent(now) < pending.question.clock_ms / 1000 + credit - EARLY:
            self._arm(desk, seating)
        else:
            self._run_out(desk, seating, pending)

    def _run_out(self, desk: Desk, seating: Seating, pending: Pending) -> None:
        here = desk.session is not None
        text = f"The clock ran out at decision {pending.question.number}" + (
            "." if here else " while the bot was not connected."
        )
        if desk.session is not None:
            desk.session.send(notice(NoticeCode.NOTICE_CODE_FAULT, text, pending.question.match_id))
        self._answer(seating, Fault("timeout" if here else "disconnected", text))

    def _run_again(self, desk: Desk) -> None:
        desk.run_again(self._now(), self._arm)

    def _settle(self, desk: Desk) -> None:
        """Let a finishing bot go, and forget one that is of no interest any more."""
        if desk.finishing and desk.session is not None and not desk.seatings and not desk.holds:
            session = self._parted(desk)
            assert session is not None
            session.end("ok", "the bot wanted to finish")
        if desk.idle():
            self._desks.pop(desk.bot_id, None)


def _nonce() -> int:
    """Random for each decision: a counter would tell a bot how many decisions others have had. Never 0, which protobuf leaves out."""
    return int.from_bytes(os.urandom(4), "little") or 1
