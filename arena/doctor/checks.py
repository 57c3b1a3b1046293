"""The checks of a bot, in order, and running them all. A check raises CheckFailed, or returns a few words on what it saw."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import engine
from arena.doctor.bot_under_test import BOT, BotUnderTest, CheckFailed
from arena.hosting.match import HostedMatch
from arena.local.arena import LocalArena
from arena.local.processes import BotFailed
from arena.matches import Clock, MatchVoid
from arena.v1.bots_pb2 import NoticeCode
from arena.wire.decisions import decision_message
from arena.wire.messages import notice

STALE = ("Decision ", "You sit in no match")
"""How notices begin that a bot may get for an answer that is late or comes twice."""
UNKNOWN_FIELD = b"\xfa\x3f\x03abc"
"""Field 1023, which no version of the protocol has."""
UNKNOWN_KIND = b"\xf2\x3f\x02\x08\x01"
"""An ArenaMessage of a kind that does not exist yet: field 1022 with something in it."""

UNKNOWN_CODE = cast(NoticeCode, 999)
"""A code of a notice that the enumeration does not have yet."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check."""

    title: str
    advice: str
    """What to do if it fails."""
    run: Callable[[BotUnderTest], Awaitable[str]]
    applies: Callable[[BotUnderTest], bool] = lambda _: True


def quickest_game(bot: BotUnderTest) -> tuple[str, int]:
    """The quickest game it plays, at its fewest seats above one."""
    game = min((name for name in engine.games() if name in bot.games), key=_length, default="")
    if not game:
        raise CheckFailed("it declares no game that the arena has")
    return game, _fewest_seats(game)


def _fewest_seats(game: str) -> int:
    return max(2, engine.game(game).seats[0])


def _length(game: str) -> int:
    """Decisions of all seats in a match."""
    seats = _fewest_seats(game)
    return seats * engine.game(game).decisions(seats)


def plays(game: str, seats: int) -> Check:
    """A whole match of a game."""

    async def run(bot: BotUnderTest) -> str:
        await bot.wait_until_connected()
        record = await bot.play(bot.match(game, seats))
        bot.check_notices()
        return f"{len(record.decisions)} decisions"

    return Check(
        f"plays {game} with {seats} {'seat' if seats == 1 else 'seats'}",
        "See the decision in the message, and what the bot wrote. If it does not play this game, leave it out of Hello.games.",
        run,
    )


async def _asked(bot: BotUnderTest) -> HostedMatch:
    """A match in which the bot has been asked; its answer is held back."""
    await bot.wait_until_connected()
    match = bot.match(*quickest_game(bot))
    bot.hold_answers()
    match.start()
    await bot.wait_for_question(match)
    return match


async def _plays_on(bot: BotUnderTest, match: HostedMatch) -> str:
    """After its connection was lost: it comes back and plays the match to its end."""
    bot.deliver()
    await bot.wait_until_connected()
    await bot.play(match, started=True)
    bot.check_notices(STALE)
    return "it reconnected and played on"


async def resent(bot: BotUnderTest) -> str:
    """The same decision comes twice: first as a duplicate, then marked as sent again."""
    match = await _asked(bot)
    for again in (False, True):
        seat = bot.arena.connections.of(BOT).seats.get(match.spec.match_id)
        if seat is not None and seat.pending is not None:
            pending = seat.pending
            clock = pending.left_ms(pending.spent(asyncio.get_running_loop().time()))
            bot.arena.connections.tell(BOT, decision_message(pending.question, pending.id_bytes, clock, resent=again))
    bot.deliver()
    await bot.play(match, started=True)
    bot.check_notices(STALE)
    return "each decision was answered"


async def late(bot: BotUnderTest) -> str:
    """Its clock runs out; its answer comes late, is refused, and must not disturb what follows."""
    await bot.wait_until_connected()
    match = bot.match(*quickest_game(bot), Clock(1))
    bot.hold_answers()
    match.start()
    async with asyncio.timeout(4 * bot.seconds):
        await bot.arena.unless_bots_fail(match.done)
    bot.deliver()
    await bot.wait_until_connected()
    await bot.play(bot.match(*quickest_game(bot)))
    bot.check_notices(STALE)
    return "it played the next match"


async def disconnected(bot: BotUnderTest) -> str:
    """The connection is lost during a decision, which comes again after the bot reconnects."""
    match = await _asked(bot)
    session = bot.arena.connections.of(BOT).session
    if session is not None:
        session.end("unavailable", "the doctor cut the connection")
    await _gone(bot, session)
    return await _plays_on(bot, match)


async def _gone(bot: BotUnderTest, session: object) -> None:
    async with asyncio.timeout(bot.seconds):
        while bot.arena.connections.of(BOT).session is session:  # noqa: ASYNC110  nothing announces it
            await asyncio.sleep(0.001)


async def restarted(bot: BotUnderTest) -> str:
    """The gateway stops and comes back."""
    match = await _asked(bot)
    await bot.arena.restart_gateway()
    return await _plays_on(bot, match)


async def cancelled(bot: BotUnderTest) -> str:
    """A match is broken off while the bot thinks; another follows."""
    match = await _asked(bot)
    match.cancel(MatchVoid("the doctor broke it off"))
    match.done.exception()
    bot.deliver()
    await bot.play(bot.match(*quickest_game(bot)))
    bot.check_notices(STALE)
    return "it played the next match"


async def unknown(bot: BotUnderTest) -> str:
    """Messages and fields of a later version of the protocol."""
    await bot.wait_until_connected()
    bot.arena.connections.tell(BOT, UNKNOWN_KIND)
    bot.arena.connections.tell(BOT, notice(UNKNOWN_CODE, "a notice of a later version of the protocol"))
    match = bot.match(*quickest_game(bot))
    _from_the_future(match, bot)
    await bot.play(match)
    bot.check_notices()
    return "it ignored what it does not know"


def _from_the_future(match: HostedMatch, bot: BotUnderTest) -> None:
    """Give every decision of the match a field that the bot cannot know."""
    connections = bot.arena.connections
    real = connections.ask

    def ask(bot_id: str, question: "object") -> None:
        question.body += UNKNOWN_FIELD  # type: ignore[attr-defined]
        real(bot_id, question)  # type: ignore[arg-type]

    connections.ask = ask  # type: ignore[method-assign]
    match.done.add_done_callback(lambda _: setattr(connections, "ask", real))


async def two_at_once(bot: BotUnderTest) -> str:
    """Two matches side by side."""
    await bot.wait_until_connected()
    matches = [bot.match(*quickest_game(bot)) for _ in range(2)]
    for match in matches:
        match.start()
    for match in matches:
        await bot.play(match, started=True)
    bot.check_notices()
    return "both were played to the end"


def declares_two(bot: BotUnderTest) -> bool:
    """Whether it takes two matches at once."""
    return bot.arena.connections.of(BOT).matches_at_once > 1


FAULTS = (
    Check(
        "answers a decision that is sent again",
        "Answer every decision that comes, by its own id; a second answer is refused with a notice and does no harm.",
        resent,
    ),
    Check(
        "goes on after its time ran out",
        "Do not stop at a notice for a late answer: ignore it, and answer the next decision.",
        late,
    ),
    Check(
        "reconnects when the connection is lost during a decision",
        "When the stream ends with any status but UNAUTHENTICATED and ABORTED, dial again and answer Welcome.pending.",
        disconnected,
    ),
    Check(
        "reconnects when the arena restarts",
        "After Redial, or when the stream ends with UNAVAILABLE, dial again (with a growing pause) and answer Welcome.pending.",
        restarted,
    ),
    Check(
        "goes on after a match was cancelled",
        "A MatchResult with `cancelled` may come at any time: forget the match, and wait for the next.",
        cancelled,
    ),
    Check(
        "ignores messages and fields it does not know",
        "Skip an ArenaMessage whose kind you do not know, and let your protobuf library skip unknown fields.",
        unknown,
    ),
    Check(
        "plays two matches at once",
        "Keep what belongs to a match apart by match_id, or declare matches_at_once = 1.",
        two_at_once,
        declares_two,
    ),
)


CONNECTS = "starts and says hello"
CONNECT_ADVICE = (
    "The command must run on this machine, dial ARENA_ENDPOINT with ARENA_TOKEN as bearer token, and send Hello first."
)


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check."""

    title: str
    passed: bool | None
    """None: it did not apply."""
    detail: str
    advice: str = ""


async def examine(
    command: str,
    logs: Path,
    games: Sequence[str],
    seconds: float,
    report: Callable[[Finding], None],
    passed: Sequence[str] = (),
) -> list[Finding]:
    """Run all checks on a bot. *report* is called with each result as it comes. *passed*: see LocalArena."""
    findings: list[Finding] = []

    def note(finding: Finding) -> None:
        findings.append(finding)
        report(finding)

    try:
        async with LocalArena({BOT: command}, logs, most_restarts=0, passed=passed) as arena:
            bot = BotUnderTest(arena, seconds)
            connection = arena.connections.of(BOT)
            note(
                Finding(
                    CONNECTS, True, f"version {connection.version or '-'}, {connection.language or 'unknown language'}"
                )
            )
            await _examine(bot, games, note)
    except BotFailed as error:
        note(Finding(CONNECTS, False, str(error), CONNECT_ADVICE))
    return findings


async def _examine(bot: BotUnderTest, games: Sequence[str], note: Callable[[Finding], None]) -> None:
    """First whether it plays; what disturbs it is only checked in a bot that plays."""
    well = True
    for name in [name for name in bot.games if not games or name in games]:
        for seats in engine.game(name).seats:
            finding = await _run_check(plays(name, seats), bot)
            note(finding)
            if not finding.passed:
                well = False
                break
    for check in FAULTS:
        note(await _run_check(check, bot) if well else Finding(check.title, None, "not before it plays without fault"))


async def _run_check(check: Check, bot: BotUnderTest) -> Finding:
    if not check.applies(bot):
        return Finding(check.title, None, "it did not declare that it can")
    bot.notices.clear()
    try:
        return Finding(check.title, True, await check.run(bot))
    except (CheckFailed, BotFailed) as error:
        return Finding(check.title, False, str(error), check.advice)
    except TimeoutError:
        return Finding(check.title, False, f"nothing happened for {bot.seconds:g} s", check.advice)
    finally:
        await _clean_up(bot)


async def _clean_up(bot: BotUnderTest) -> None:
    """Break off the matches of a check that failed, so that nothing of it disturbs the next one."""
    bot.deliver()
    if bot.arena.bots[BOT].failed.done():
        await bot.arena.restart_bot(BOT)
    for seat in list(bot.arena.connections.of(BOT).seats.values()):
        if isinstance(seat.listener, HostedMatch):
            seat.listener.cancel(asyncio.CancelledError("the check is over"))
            if not seat.listener.done.cancelled():
                seat.listener.done.exception()  # retrieved, so that asyncio does not log it
