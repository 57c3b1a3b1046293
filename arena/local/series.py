"""A series of matches between bot processes and house bots."""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from arena import players, series
from arena.hosting.match import HostedMatch
from arena.local.arena import LocalArena
from arena.matches import MatchRecord, Player
from arena.series import Order, Pairing, Result

HOUSE = "house:"


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalOrder(Order):
    """What to play; entrants are commands, or `house:` and a house bot."""

    jobs: int = 1
    """Matches at the same time; fewer if a bot takes fewer."""

    passed: tuple[str, ...] = ()
    """Environment variables that the bots get beside the usual ones."""

    def commands(self) -> dict[str, str]:
        """The bots that are programs: id to command."""
        return {f"bot-{at}": text for at, text in enumerate(self.entrants) if not text.startswith(HOUSE)}


@dataclass(slots=True)
class Played:
    """One match of the series."""

    pairing: Pairing
    record: MatchRecord
    result: Result


async def play_all(order: LocalOrder, logs: Path, keep: Callable[[Played], None]) -> None:
    """Play the series; *keep* is called with each match as it ends. BotFailed if a bot fails."""
    commands = order.commands()
    names = [order.names[int(bot_id.removeprefix("bot-"))] for bot_id in commands]
    async with LocalArena(commands, logs, names, passed=order.passed) as arena:
        at_once = min([order.jobs, *(arena.connections.of(bot_id).matches_at_once for bot_id in commands)])
        for bot_id in commands:
            arena.connections.hold(bot_id)
        waiting = order.pairings()
        with ThreadPoolExecutor(2, thread_name_prefix="house") as threads:
            playing = asyncio.gather(*(_play_next(order, arena, waiting, threads, keep) for _ in range(at_once)))
            try:
                await arena.unless_bots_fail(playing)
            finally:
                playing.cancel()
                await asyncio.wait({playing})
                playing.cancelled() or playing.exception()  # retrieved, so that asyncio does not log it
                for bot_id in commands:
                    arena.connections.release(bot_id)


async def _play_next(
    order: LocalOrder,
    arena: LocalArena,
    waiting: Iterator[Pairing],
    threads: ThreadPoolExecutor,
    keep: Callable[[Played], None],
) -> None:
    for pairing in waiting:
        begun = time.perf_counter()
        seats = [_player(order, pairing, entrant) for entrant in pairing.entrants]
        match = HostedMatch(order.spec(pairing), seats, arena.connections, threads=threads)
        match.start()
        try:
            record = await asyncio.shield(match.done)
        except asyncio.CancelledError:
            match.done.cancel()
            raise
        keep(Played(pairing, record, series.result_of(record, pairing, time.perf_counter() - begun)))


def _player(order: LocalOrder, pairing: Pairing, entrant: int) -> str | Player:
    text = order.entrants[entrant]
    if not text.startswith(HOUSE):
        return f"bot-{entrant}"
    return players.make(text.removeprefix(HOUSE), order.player_seed(pairing, entrant))
