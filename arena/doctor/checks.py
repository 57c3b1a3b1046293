"""What is checked, in order. A check raises Unwell, or returns what it saw."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import cast

import engine
from arena.doctor.patient import BOT, Patient, Unwell
from arena.gateway.hosting import HostedMatch
from arena.matches import Clock, MatchVoid
from arena.v1.bots_pb2 import NoticeCode
from arena.wire.questions import framed
from arena.wire.welcomes import notice

STALE = ("Decision ", "You sit in no match")
"""How notices begin that a bot may earn by answering something twice or late."""
UNKNOWN_FIELD = b"\xfa\x3f\x03abc"
"""Field 1023, which nobody knows."""
UNKNOWN_KIND = b"\xf2\x3f\x02\x08\x01"
"""An ArenaMessage of a kind that does not exist yet: field 1022 with something in it."""

UNKNOWN_CODE = cast(NoticeCode, 999)
"""Of a notice: a value that the enumeration does not have yet."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing to look at."""

    title: str
    advice: str
    """What to do if it fails."""
    look: Callable[[Patient], Awaitable[str]]
    wanted: Callable[[Patient], bool] = lambda _: True


def smallest(patient: Patient) -> tuple[str, int]:
    """The quickest game it plays, at its fewest seats above one."""
    game = next((name for name in ("iki", "nippon", "zaibatsu", "yokohama") if name in patient.games), "")
    if not game:
        raise Unwell("it declares no game that the arena has")
    return game, max(2, engine.game(game).seats[0])


def plays(game: str, seats: int) -> Check:
    """A whole match of a game."""

    async def look(patient: Patient) -> str:
        await patient.present()
        record = await patient.played(patient.match(game, seats))
        patient.told_off()
        return f"{len(record.decisions)} decisions"

    return Check(
        f"plays {game} with {seats} {'seat' if seats == 1 else 'seats'}",
        "See the decision in the message and the bot's own output. If it does not play this game, leave it out of Hello.games.",
        look,
    )


async def resent(patient: Patient) -> str:
    """The same decision comes twice: first as a duplicate, then marked as sent again."""
    await patient.present()
    match = patient.match(*smallest(patient))
    match.start()
    await patient.asked(match)
    for again in (False, True):
        seating = patient.arena.hub.desk(BOT).seatings.get(match.spec.match_id)
        if seating is not None and seating.pending is not None:
            pending = seating.pending
            clock = pending.left_ms(asyncio.get_running_loop().time())
            patient.arena.hub.tell(BOT, framed(pending.question, pending.id_bytes, clock, resent=again))
    await patient.played(match, started=True)
    patient.told_off(STALE)
    return "each decision was answered"


async def late(patient: Patient) -> str:
    """Its clock runs out; its answer comes late, is refused, and must not disturb what follows."""
    await patient.present()
    match = patient.match(*smallest(patient), Clock(1))
    patient.hold_answers(lambda: not match.done.done())
    match.start()
    async with asyncio.timeout(4 * patient.seconds):
        await patient.arena.unless_bots_fail(match.done)
    patient.deliver()
    await patient.present()
    await patient.played(patient.match(*smallest(patient)))
    patient.told_off(STALE)
    return "it played the next match"


async def disconnected(patient: Patient) -> str:
    """The connection goes in mid-decision; the decision comes again after the redial."""
    await patient.present()
    match = patient.match(*smallest(patient))
    holding = True
    patient.hold_answers(lambda: holding)
    match.start()
    await patient.asked(match)
    session = patient.arena.hub.desk(BOT).session
    if session is not None:
        session.end("unavailable", "the doctor cut the connection")
    await _gone(patient, session)
    holding = False
    await patient.present()
    await patient.played(match, started=True)
    patient.told_off(STALE)
    return "it dialled again and played on"


async def _gone(patient: Patient, session: object) -> None:
    async with asyncio.timeout(patient.seconds):
        while patient.arena.hub.desk(BOT).session is session:  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0.001)


async def restarted(patient: Patient) -> str:
    """The gateway stops and comes back."""
    await patient.present()
    match = patient.match(*smallest(patient))
    match.start()
    await patient.asked(match)
    await patient.arena.restart_gateway()
    await patient.present()
    await patient.played(match, started=True)
    patient.told_off(STALE)
    return "it dialled again and played on"


async def cancelled(patient: Patient) -> str:
    """A match is broken off while the bot thinks; another follows."""
    await patient.present()
    match = patient.match(*smallest(patient))
    match.start()
    await patient.asked(match)
    match.cancel(MatchVoid("the doctor broke it off"))
    match.done.exception()
    await patient.played(patient.match(*smallest(patient)))
    patient.told_off(STALE)
    return "it played the next match"


async def unknown(patient: Patient) -> str:
    """Messages and fields of a later version of the protocol."""
    await patient.present()
    patient.arena.hub.tell(BOT, UNKNOWN_KIND)
    patient.arena.hub.tell(BOT, notice(UNKNOWN_CODE, "a notice of a later version of the protocol"))
    match = patient.match(*smallest(patient))
    _from_the_future(match, patient)
    await patient.played(match)
    patient.told_off()
    return "it ignored what it does not know"


def _from_the_future(match: HostedMatch, patient: Patient) -> None:
    """Every decision of the match carries a field that nobody knows."""
    hub = patient.arena.hub
    real = hub.ask

    def ask(bot_id: str, question: "object") -> None:
        question.body += UNKNOWN_FIELD  # type: ignore[attr-defined]
        real(bot_id, question)  # type: ignore[arg-type]

    hub.ask = ask  # type: ignore[method-assign]
    match.done.add_done_callback(lambda _: setattr(hub, "ask", real))


async def two_at_once(patient: Patient) -> str:
    """Two matches side by side."""
    await patient.present()
    matches = [patient.match(*smallest(patient)) for _ in range(2)]
    for match in matches:
        match.start()
    for match in matches:
        await patient.played(match, started=True)
    patient.told_off()
    return "both were played to the end"


def declares_two(patient: Patient) -> bool:
    """Whether it takes two matches at once."""
    return patient.arena.hub.desk(BOT).matches_at_once > 1


FAULTS = (
    Check(
        "answers a decision that is sent again",
        "Answer every decision that comes, by its own id; a second answer is refused with a notice and does no harm.",
        resent,
    ),
    Check(
        "goes on after its time ran out",
        "A notice for a late answer is no reason to stop: ignore it, and answer the next decision.",
        late,
    ),
    Check(
        "redials when the connection is lost in mid-decision",
        "When the stream ends with any status but UNAUTHENTICATED and ABORTED, dial again and answer Welcome.pending.",
        disconnected,
    ),
    Check(
        "redials when the arena restarts",
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
