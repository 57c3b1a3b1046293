"""A series of matches between bot processes and house bots."""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena import players, series
from arena.gateway.hosting import HostedMatch
from arena.local.arena import LocalArena
from arena.matches import PRESETS, Clock, MatchRecord, MatchSpec, Player
from arena.series import Pairing, Result
from engine.core.chance import derived

HOUSE = "house:"


@dataclass(frozen=True, slots=True)
class Order:
    """What to play."""

    game: str
    seats: int
    options: dict[str, Any]
    entrants: tuple[str, ...]
    """Per entrant: a command, or `house:` and a house bot."""
    names: tuple[str, ...]
    games: int
    seed: int
    save: Path | None = None
    clock: Clock = PRESETS["standard"]
    start: dict[str, Any] | None = None
    """A position to play on from."""
    jobs: int = 1
    """Matches at the same time, as far as every bot takes so many."""

    def pairings(self) -> Iterator[Pairing]:
        """The matches of the series."""
        return series.pairings(self.games, self.seats, self.seed)

    def commands(self) -> dict[str, str]:
        """The bots that are programs: id to command."""
        return {f"bot-{at}": text for at, text in enumerate(self.entrants) if not text.startswith(HOUSE)}


@dataclass(slots=True)
class Played:
    """One match of the series."""

    pairing: Pairing
    record: MatchRecord
    result: Result


async def played(order: Order, logs: Path, keep: Callable[[Played], None]) -> None:
    """Play all of it; *keep* is called with each match as it ends. BotFailed if a bot is past help."""
    commands = order.commands()
    names = [order.names[int(bot_id.removeprefix("bot-"))] for bot_id in commands]
    async with LocalArena(commands, logs, names) as arena:
        at_once = min([order.jobs, *(arena.hub.desk(bot_id).matches_at_once for bot_id in commands)])
        for bot_id in commands:
            arena.hub.hold(bot_id)
        waiting = order.pairings()
        with ThreadPoolExecutor(2, thread_name_prefix="house") as threads:
            playing = asyncio.gather(*(_one_by_one(order, arena, waiting, threads, keep) for _ in range(at_once)))
            try:
                await arena.unless_bots_fail(playing)
            finally:
                playing.cancel()
                await asyncio.wait({playing})
                playing.cancelled() or playing.exception()  # seen
                for bot_id in commands:
                    arena.hub.release(bot_id)


async def _one_by_one(
    order: Order,
    arena: LocalArena,
    waiting: Iterator[Pairing],
    threads: ThreadPoolExecutor,
    keep: Callable[[Played], None],
) -> None:
    for pairing in waiting:
        begun = time.perf_counter()
        seats = [_sitter(order, pairing, entrant) for entrant in pairing.entrants]
        match = HostedMatch(spec_of(order, pairing), seats, arena.hub, threads=threads)
        match.start()
        try:
            record = await asyncio.shield(match.done)
        except asyncio.CancelledError:
            match.done.cancel()
            raise
        keep(Played(pairing, record, series.result_of(record, pairing, time.perf_counter() - begun)))


def spec_of(order: Order, pairing: Pairing) -> MatchSpec:
    """What a pairing is as a match."""
    return MatchSpec(
        game=order.game,
        seats=order.seats,
        options=order.options,
        seed=pairing.seed,
        hidden_seed=pairing.hidden_seed,
        clock=order.clock,
        players=tuple(order.names[entrant] for entrant in pairing.entrants),
        match_id=f"{order.game}-{order.seed}-{pairing.number + 1:05}",
        start=order.start,
    )


def _sitter(order: Order, pairing: Pairing, entrant: int) -> str | Player:
    text = order.entrants[entrant]
    if not text.startswith(HOUSE):
        return f"bot-{entrant}"
    return players.make(text.removeprefix(HOUSE), derived(order.seed, f"player {pairing.number} {entrant}"))
