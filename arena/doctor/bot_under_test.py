"""The bot that is checked, in its own local arena, where a check can read, hold back and add messages."""

import asyncio
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

import engine
from arena.errors import ArenaError
from arena.gateway.session import Session
from arena.hosting.match import HostedMatch
from arena.local.arena import LocalArena
from arena.matches import Clock, MatchRecord, MatchSpec, Player
from arena.players import make
from arena.wire.decisions import Reply

BOT = "bot-0"
CLOCK = Clock(60_000, 1_000)
"""Generous: a slow bot is not a broken one."""
LOOK_SECONDS = 0.001
"""Pause between two looks for a question: a match announces nothing."""


class CheckFailed(ArenaError):
    """A check failed; the sentence says why."""


@dataclass
class BotUnderTest:
    """The bot, its arena, and what checks do with them."""

    arena: LocalArena
    seconds: float
    """Time limit of each step; a whole match gets four times as long."""
    notices: list[str] = field(default_factory=list)
    """Notices that the arena has sent it since the last check."""

    def __post_init__(self) -> None:
        self._holding = False
        self._held: list[tuple[Session, Reply]] = []
        self.arena.connections.choice = self._choice  # type: ignore[method-assign]
        self._watch_refusals()

    def _watch_refusals(self) -> None:
        bot, real = self, Session.refuse

        def refuse(session: Session, code: "object", text: str, match_id: str = "") -> None:
            bot.notices.append(text)
            real(session, code, text, match_id)  # type: ignore[arg-type]

        self.arena.connections.on_arrival.append(
            lambda connection: (
                setattr(connection.session, "refuse", refuse.__get__(connection.session))
                if connection.session
                else None
            )
        )
        connection = self.arena.connections.of(BOT)
        if connection.session is not None:
            connection.session.refuse = refuse.__get__(connection.session)  # type: ignore[method-assign]

    @property
    def games(self) -> list[str]:
        """The games that it declared, or all."""
        declared = self.arena.connections.of(BOT).games
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
        players: list[str | Player] = [make("random", secrets.randbits(32)) for _ in range(seats)]
        players[secrets.randbelow(seats)] = BOT
        return HostedMatch(spec, players, self.arena.connections, keep_events=True)

    async def wait_until_connected(self) -> None:
        """Wait until the bot has connected."""
        arriving = asyncio.ensure_future(self.arena.connections.arrived(BOT))
        try:
            async with asyncio.timeout(self.seconds):
                await self.arena.unless_bots_fail(arriving)
        except TimeoutError:
            raise CheckFailed(f"it has not connected again within {self.seconds:g} s") from None
        finally:
            arriving.cancel()

    async def play(self, match: HostedMatch, started: bool = False) -> MatchRecord:
        """Play a match to its end; CheckFailed unless the bot plays it without fault."""
        if not started:
            match.start()
        try:
            async with asyncio.timeout(4 * self.seconds):
                record = await self.arena.unless_bots_fail(match.done)
        except TimeoutError:
            match.done.cancel()
            raise CheckFailed(f"a match was not over within {4 * self.seconds:g} s") from None
        seat = match.seats.index(BOT)
        for fault in record.faults:
            if fault.seat == seat:
                sent = f"; it sent {fault.sent!r}" if fault.sent else ""
                raise CheckFailed(f"it lost its seat at decision {fault.number}: {fault.verdict}. {fault.detail}{sent}")
        for note in record.notes:
            if note.seat == seat and note.note.startswith("exception:"):
                raise CheckFailed(f"it raised at decision {note.number}: {note.note.splitlines()[0]}")
        return record

    async def wait_for_question(self, match: HostedMatch) -> None:
        """Wait until the bot has a decision of this match to make. Hold its answers, or it may have answered before anybody looks."""
        try:
            async with asyncio.timeout(self.seconds):
                while not self.has_question(match):  # noqa: ASYNC110
                    await asyncio.sleep(LOOK_SECONDS)
        except TimeoutError:
            raise CheckFailed("it was never asked anything") from None

    def has_question(self, match: HostedMatch) -> bool:
        """Whether the bot has a decision of this match to make."""
        seat = self.arena.connections.of(BOT).seats.get(match.spec.match_id)
        return seat is not None and seat.pending is not None

    def hold_answers(self) -> None:
        """Hold the bot's answers back until `deliver`: the question of a quick bot stays open as long as a check needs it."""
        self._holding = True

    def deliver(self) -> None:
        """Let the held answers arrive, and all later ones at once. What came over a connection that has ended is lost."""
        self._holding = False
        held, self._held = self._held, []
        for session, answer in held:
            if session is self.arena.connections.of(BOT).session:
                self._take_answer(session, answer)

    def _choice(self, session: Session, reply: Reply) -> None:
        if self._holding:
            self._held.append((session, reply))
        else:
            self._take_answer(session, reply)

    def _take_answer(self, session: Session, answer: Reply) -> None:
        type(self.arena.connections).choice(self.arena.connections, session, answer)

    def check_notices(self, allowed: Iterable[str] = ()) -> None:
        """CheckFailed if the arena refused something it sent; *allowed*: how harmless notices begin."""
        notices = [text for text in self.notices if not text.startswith(tuple(allowed))]
        self.notices.clear()
        if notices:
            raise CheckFailed(f"it sent something wrong: {notices[0]}")
