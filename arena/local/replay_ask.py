"""The decisions of a replay put to a bot again."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena import players
from arena.local.arena import LocalArena
from arena.matches import Answer, Ask, Chosen, Decision, Fault, MatchError, steps
from arena.matches.spec import About
from arena.replays import OldRules, Replay, has_current_rules, old_rules_remark
from arena.v1.bots_pb2 import MatchResult
from arena.wire import question
from arena.wire.messages import started

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
    """A listener that waits for one answer."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def answered(self, _: int, answer: Answer) -> None:
        self.answer.set_result(answer)

    def resigned(self, _: int) -> None:
        self.answer.set_result(Fault("resigned", "the bot gave up"))


def asks(replay: Replay, seat: int | None = None) -> Iterator[tuple[int, Ask, str]]:
    """Every decision that was put to a bot, with its number and what was chosen: at a fault, by the stand-in. The state moves on
    after each. Later decisions of a stand-in are left out.
    """
    if not has_current_rules(replay):
        raise OldRules(old_rules_remark(replay))
    faults = list(replay.faults)
    loop = steps(replay.spec)
    try:
        ask = next(loop)
        while True:
            decisions = len(ask.log)
            if faults and faults[0].made == decisions:
                fault = faults.pop(0)
                if fault.seat == ask.seat and seat in (None, ask.seat):  # the decision at which it went out
                    yield decisions, ask, replay.decisions[decisions].action
                ask = loop.send(Fault(fault.verdict, seat=fault.seat))
                continue
            move = replay.decisions[decisions]
            if seat in (None, ask.seat):
                yield decisions, ask, move.action
            index = [action.text for action in ask.legal].index(move.action)
            ask = loop.send(Chosen(index, move.think_ms))
    except StopIteration:
        return
    except (ValueError, IndexError, MatchError) as error:
        raise MatchError(f"the replay cannot be played again: {error}") from None


def house_replies(replay: Replay, name: str, at: int | None, seat: int | None) -> list[Reply]:
    """As `replies`, for a house bot, which needs no process."""
    player = players.make(name, 1)
    answers = []
    for number, ask, chosen in asks(replay, seat):
        if at is None or number == at:
            index = player.choose(Decision(ask))
            answers.append(Reply(number, ask.seat, chosen, ask.legal[index].text, "", None))
    return answers


async def replies(
    replay: Replay, command: str, logs: Path, at: int | None, seat: int | None, passed: Sequence[str] = ()
) -> list[Reply]:
    """Put decision *at* to the bot, or all of them (of one *seat*, if given). *passed*: see LocalArena."""
    async with LocalArena({BOT: command}, logs, passed=passed) as arena:
        answers = []
        for number, ask, chosen in asks(replay, seat):
            if at is None or number == at:
                answers.append(await _reply(arena, replay, number, ask, chosen))
        return answers


async def _reply(arena: LocalArena, replay: Replay, number: int, ask: Ask, played: str) -> Reply:
    waiter = _Waiter()
    announced = started(replay.spec, ask.seat, About())
    announced.match_id = f"{replay.spec.match_id or 'match'}@{number}"
    arena.connections.join(BOT, announced, waiter)
    try:
        arena.connections.ask(BOT, question(announced.match_id, ask))
        answer = await arena.unless_bots_fail(waiter.answer)
    finally:
        arena.connections.leave(
            BOT, MatchResult(match_id=announced.match_id, game=replay.game, seat=ask.seat, cancelled=True)
        )
    if isinstance(answer, Chosen):
        return Reply(number, ask.seat, played, ask.legal[answer.index].text, answer.note, answer.value)
    return Reply(number, ask.seat, played, "", "", None, f"{answer.verdict}: {answer.detail}")
