"""The whole examination of a bot."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import engine
from arena.doctor.checks import FAULTS, Check, plays
from arena.doctor.patient import BOT, Patient, Unwell
from arena.gateway.hosting import HostedMatch
from arena.local.arena import LocalArena
from arena.local.processes import BotFailed

CONNECTS = "starts and says hello"
CONNECT_ADVICE = (
    "The command must run on this machine, dial ARENA_ENDPOINT with ARENA_TOKEN as bearer token, and send Hello first."
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found."""

    title: str
    passed: bool | None
    """None: it did not apply."""
    detail: str
    advice: str = ""


async def examined(
    command: str,
    logs: Path,
    games: Sequence[str],
    seconds: float,
    report: Callable[[Finding], None],
    passed: Sequence[str] = (),
) -> list[Finding]:
    """Every finding about a bot; *report* is called with each as it is made. *passed*: see LocalArena."""
    found: list[Finding] = []

    def note(finding: Finding) -> None:
        found.append(finding)
        report(finding)

    try:
        async with LocalArena({BOT: command}, logs, most_restarts=0, passed=passed) as arena:
            patient = Patient(arena, seconds)
            desk = arena.hub.desk(BOT)
            note(Finding(CONNECTS, True, f"version {desk.version or '-'}, {desk.language or 'unknown language'}"))
            await _examine(patient, games, note)
    except BotFailed as wrong:
        note(Finding(CONNECTS, False, str(wrong), CONNECT_ADVICE))
    return found


async def _examine(patient: Patient, games: Sequence[str], note: Callable[[Finding], None]) -> None:
    """Does it play? Only then it makes sense to see what disturbs it."""
    well = True
    for name in [name for name in patient.games if not games or name in games]:
        for seats in engine.game(name).seats:
            finding = await _finding(plays(name, seats), patient)
            note(finding)
            if not finding.passed:
                well = False
                break
    for check in FAULTS:
        note(
            await _finding(check, patient) if well else Finding(check.title, None, "not before it plays without fault")
        )


async def _finding(check: Check, patient: Patient) -> Finding:
    if not check.wanted(patient):
        return Finding(check.title, None, "it did not declare that it can")
    patient.notices.clear()
    try:
        return Finding(check.title, True, await check.look(patient))
    except (Unwell, BotFailed) as wrong:
        return Finding(check.title, False, str(wrong), check.advice)
    except TimeoutError:
        return Finding(check.title, False, f"nothing happened for {patient.seconds:g} s", check.advice)
    finally:
        await _tidied(patient)


async def _tidied(patient: Patient) -> None:
    """Nothing of a check that failed stays for the next one: its matches are broken off."""
    patient.hold_answers(lambda: False)
    if patient.arena.bots[BOT].failed.done():
        await patient.arena.revive(BOT)
    for seating in list(patient.arena.hub.desk(BOT).seatings.values()):
        if isinstance(seating.listener, HostedMatch):
            seating.listener.cancel(asyncio.CancelledError("the check is over"))
            if not seating.listener.done.cancelled():
                seating.listener.done.exception()  # nobody waits for it any more
