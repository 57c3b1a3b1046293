"""The bot under examination, in an arena of its own, with hands on everything that passes between them."""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import engine
from arena.gateway.hosting import HostedMatch
from arena.gateway.session import Session
from arena.local.arena import LocalArena
from arena.matches import Clock, MatchRecord, MatchSpec, Player
from arena.players import make
from arena.wire.answers import Reply

BOT = "bot-0"
CLOCK = Clock(60_000, 1_000)
"""Generous: a slow bot is not a broken one."""


class Unwell(Exception):
    """A check failed; the sentence says why."""


@dataclass
class Patient:
    """The bot and its arena."""

    arena: LocalArena
    seconds: float
    """How long any one thing may take."""
    notices: list[str] = field(default_factory=list)
    """What it was told off for since the last check."""

    def __post_init__(self) -> None:
        self._held: list[Reply] = []
        self._watch_refusals()

    def _watch_refusals(self) -> None:
        patient, real = self, Session.refuse

        def refuse(session: Session, code: "object", text: str, match_id: str = "") -> None:
            patient.notices.append(text)
            real(session, code, text, match_id)  # type: ignore[arg-type]

        self.arena.hub.on_arrival.append(
            lambda desk: setattr(desk.session, "refuse", refuse.__get__(desk.session)) if desk.session else None
        )
        desk = self.arena.hub.desk(BOT)
        if desk.session is not None:
            desk.session.refuse = refuse.__get__(desk.session)  # type: ignore[method-assign]

    @property
    def games(self) -> list[str]:
        """The games it plays, as it declared."""
        declared = self.arena.hub.desk(BOT).games
        return [name for name in engine.games() if not declared or name in declared]

    def match(self, game: str, seats: int, clock: Clock = CLOCK) -> HostedMatch:
        """A new match with the bot in a random seat among house bots."""
        spec = MatchSpec(
            game=game,
            seats=seats,
            seed=secrets.randbits(64),
            hidden_seed=secrets.randbits(64),
            clock=clock,
            match_id=f"doctor-{secrets.token_hex(4)}",
        )
        sitting: list[str | Player] = [make("random", secrets.randbits(32)) for _ in range(seats)]
        sitting[secrets.randbelow(seats)] = BOT
        return HostedMatch(spec, sitting, self.arena.hub, keep_events=True)

    async def present(self) -> None:
        """Wait until it has dialled in."""
        arriving = asyncio.ensure_future(self.arena.hub.arrived(BOT))
        try:
            async with asyncio.timeout(self.seconds):
                await self.arena.unless_bots_fail(arriving)
        except TimeoutError:
            raise Unwell(f"it has not dialled in again within {self.seconds:g} s") from None
        finally:
            arriving.cancel()

    async def played(self, match: HostedMatch, started: bool = False) -> MatchRecord:
        """The record of a match that must end without fault."""
        if not started:
            match.start()
        try:
            async with asyncio.timeout(4 * self.seconds):
                record = await self.arena.unless_bots_fail(match.done)
        except TimeoutError:
            match.done.cancel()
            raise Unwell(f"a match was not over within {4 * self.seconds:g} s") from None
        seat = match.seats.index(BOT)
        for fault in record.faults:
            if fault.seat == seat:
                sent = f"; it sent {fault.sent!r}" if fault.sent else ""
                raise Unwell(f"it lost its seat at decision {fault.number}: {fault.verdict}. {fault.detail}{sent}")
        for note in record.notes:
            if note.seat == seat and note.note.startswith("exception:"):
                raise Unwell(f"it raised at decision {note.number}: {note.note.splitlines()[0]}")
        return record

    async def asked(self, match: HostedMatch) -> None:
        """Wait until the bot has a question of this match to answer."""
        try:
            async with asyncio.timeout(self.seconds):
                while not self.owes(match):  # noqa: ASYNC110  the match tells nobody
                    await asyncio.sleep(0.001)
        except TimeoutError:
            raise Unwell("it was never asked anything") from None

    def owes(self, match: HostedMatch) -> bool:
        """Whether a question waits for the bot."""
        seating = self.arena.hub.desk(BOT).seatings.get(match.spec.match_id)
        return seating is not None and seating.pending is not None

    def hold_answers(self, wanted: Callable[[], bool]) -> None:
        """Hold answers of the bot back as long as *wanted* says so; `deliver` lets them arrive late, or they are lost."""
        hub, real = self.arena.hub, self._take_answer

        def holding(session: Session, reply: Reply) -> None:
            if wanted():
                self._held.append(reply)
            else:
                real(session, reply)

        self._held.clear()
        hub.choice = holding  # type: ignore[method-assign]

    def deliver(self) -> None:
        """Let the answers arrive that were held back."""
        session = self.arena.hub.desk(BOT).session
        if session is not None:
            for answer in self._held:
                self._take_answer(session, answer)
        self._held.clear()

    def _take_answer(self, session: Session, answer: Reply) -> None:
        type(self.arena.hub).choice(self.arena.hub, session, answer)

    def told_off(self, allowed: Iterable[str] = ()) -> None:
        """Unwell if it sent something that answers nothing; *allowed* are the beginnings of notices that are all right."""
        found = [text for text in self.notices if not text.startswith(tuple(allowed))]
        self.notices.clear()
        if found:
            raise Unwell(f"it sent something wrong: {found[0]}")
