"""Old decisions put to a bot again: what would it choose now?"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena import players
from arena.local.arena import LocalArena
from arena.local.series import HOUSE
from arena.matches import Answer, Ask, Chosen, Decision, Fault, MatchError, steps
from arena.matches.about import About
from arena.replays import OldRules, Replay, current, outdated
from arena.v1.bots_pb2 import MatchResult
from arena.wire import question
from arena.wire.welcomes import started

__all__ = ["HOUSE", "Reply", "asks", "house_replies", "replies"]

BOT = "bot-0"


@dataclass(frozen=True, slots=True)
class Reply:
    """What a bot answered to a decision of a replay."""

    decision: int
    """Of the match, from 0."""
    seat: int
    played: str
    """What the replay says was chosen."""
    chosen: str
    """What the bot chooses now; empty if it failed."""
    note: str
    value: float | None
    fault: str = ""


class _Waiter:
    """A listener that hands one answer on."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def answered(self, _: int, answer: Answer) -> None:
        self.answer.set_result(answer)

    def resigned(self, _: int) -> None:
        self.answer.set_result(Fault("resigned", "the bot gave up"))


def asks(replay: Replay, seat: int | None = None) -> Iterator[tuple[int, Ask, str]]:
    """Every decision that a bot was asked, with its number and what was chosen: at a fault, by its stand-in. The state moves on after
    each; what a stand-in chose later is not asked.
    """
    if not current(replay):
        raise OldRules(outdated(replay))
    faults = list(replay.faults)
    loop = steps(replay.spec)
    try:
        ask = next(loop)
        while True:
            made = len(ask.log)
            if faults and faults[0].made == made:
                fault = faults.pop(0)
                if fault.seat == ask.seat and seat in (None, ask.seat):  # the decision it went out at
                    yield made, ask, replay.decisions[made].action
                ask = loop.send(Fault(fault.verdict, seat=fault.seat))
                continue
            move = replay.decisions[made]
            if seat in (None, ask.seat):
                yield made, ask, move.action
            index = [action.text for action in ask.legal].index(move.action)
            ask = loop.send(Chosen(index, move.think_ms))
    except StopIteration:
        return
    except (ValueError, IndexError, MatchError) as wrong:
        raise MatchError(f"the replay cannot be played again: {wrong}") from None


def house_replies(replay: Replay, name: str, at: int | None, seat: int | None) -> list[Reply]:
    """As `replies`, for a house bot, which needs no process."""
    player = players.make(name, 1)
    found = []
    for number, ask, chosen in asks(replay, seat):
        if at is None or number == at:
            index = player.choose(Decision(ask))
            found.append(Reply(number, ask.seat, chosen, ask.legal[index].text, "", None))
    return found


async def replies(
    replay: Replay, command: str, logs: Path, at: int | None, seat: int | None, passed: Sequence[str] = ()
) -> list[Reply]:
    """Put decision *at* to the bot, or all of them (of one *seat*, if given). *passed*: see LocalArena."""
    async with LocalArena({BOT: command}, logs, passed=passed) as arena:
        found = []
        for number, ask, chosen in asks(replay, seat):
            if at is None or number == at:
                found.append(await _reply(arena, replay, number, ask, chosen))
        return found


async def _reply(arena: LocalArena, replay: Replay, number: int, ask: Ask, played: str) -> Reply:
    waiter = _Waiter()
    announced = started(replay.spec, ask.seat, About())
    announced.match_id = f"{replay.spec.match_id or 'match'}@{number}"
    arena.hub.join(BOT, announced, waiter)
    try:
        arena.hub.ask(BOT, question(announced.match_id, ask))
        answer = await arena.unless_bots_fail(waiter.answer)
    finally:
        arena.hub.leave(BOT, MatchResult(match_id=announced.match_id, game=replay.game, seat=ask.seat, cancelled=True))
    if isinstance(answer, Chosen):
        return Reply(number, ask.seat, played, ask.legal[answer.index].text, answer.note, answer.value)
    return Reply(number, ask.seat, played, "", "", None, f"{answer.verdict}: {answer.detail}")
