"""House bots of the service: whole sets in one process without a journal, or single decisions in a pool of processes.

A house bot plays from its name and the match's seeds alone: a set without external bots follows from its seeds, needs no journal, and ends
the same way when it is played again.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from random import Random
from typing import Any, TypeAlias

from redis import Redis
from sqlalchemy import select

from arena.db.database import Database
from arena.db.models import Match, MatchState
from arena.matches import (
    Answer,
    Ask,
    Chosen,
    Decision,
    Fault,
    MatchRecord,
    MatchSpec,
    MatchVoid,
    Player,
    ViewDecision,
    play,
)
from arena.matches.running import ILLEGAL
from arena.players import make
from arena.replays import SigningKey
from arena.results import claims
from arena.results.claims import Claim
from arena.transport.leases import held_lease
from arena.worker.recording import note_end, record_match
from engine.core.chance import derived

log = logging.getLogger(__name__)

MOST_POOLS = 3
"""How many pools in a row may break under one decision before the match is void."""

Lease: TypeAlias = Callable[[int, int], AbstractContextManager[None]]
"""Shows others that an attempt at a match runs, for the length of a block."""


def bot_seed(spec: MatchSpec, seat: int) -> int:
    """The seed of a house bot: different for every match and seat, and the same whenever the match is played again."""
    return derived(spec.hidden_seed, f"house/{seat}")


# Whole sets


def play_house_set(database: Database, redis: Redis, key: SigningKey, set_id: int, by: str) -> int:
    """Play the queued matches of a set; how many were played."""
    return play_queued(database, partial(held_lease, redis, by), key, set_id, by)


def play_queued(database: Database, lease: Lease, key: SigningKey, set_id: int, by: str) -> int:
    """As `play_house_set`, with leases of any kind."""
    with database.read() as session:
        queued = session.scalars(
            select(Match.id).where(Match.set_id == set_id, Match.state == MatchState.QUEUED).order_by(Match.rotation)
        ).all()
    played = 0
    for match_id in queued:
        with database.write() as session:
            claim = claims.claim(session, match_id, by)
        if claim is None:
            continue
        with lease(match_id, claim.attempt):
            began = time.monotonic()
            recorded = record_match(database, key, claim, _play(claim))
            note_end(claim, "fenced" if recorded is None else "finished", time.monotonic() - began)
        played += recorded is not None
    return played


def _play(claim: Claim) -> MatchRecord:
    left = [number for number, seat in enumerate(claim.seats) if seat.left]
    return play_house(claim.spec, [seat.house or "" for seat in claim.seats], left)


def play_house(spec: MatchSpec, texts: Sequence[str], left: Sequence[int] = ()) -> MatchRecord:
    """Play a match of house bots only; seats that *left* the season before it forfeit."""
    return play(spec, [make(text, bot_seed(spec, seat)) for seat, text in enumerate(texts)], absent=left)


# Single decisions


def choose(text: str, seed: int, game: str, view: dict[str, Any], texts: Sequence[str], seat: int, number: int) -> int:
    """One choice of a house bot: the same in any process."""
    player = make(text, Random(f"{seed}/{number}").getrandbits(64))
    decision: Any = ViewDecision(game, view, texts, seat, number)
    return player.choose(decision)


def timed_choice(*decision: Any) -> tuple[int, int]:
    """What `choose` returns, and its processor time in milliseconds.

    A house bot is not charged for waiting: for a free process, or while its process was stopped.
    """
    begun = time.process_time()
    index = choose(*decision)
    return index, int((time.process_time() - begun) * 1000)


def end_with_parent() -> None:
    """End this process when its parent is gone, by whatever signal: nothing else would end it."""
    parent = parent_process()
    assert parent is not None, "only for processes that were started by another"

    def watch(sentinel: int) -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, args=(parent.sentinel,), name="parent", daemon=True).start()


class HouseBotPool:
    """Processes in which house bots of mixed matches think, so that a searching bot holds up no other match.

    A process that dies (the system may kill it for its memory) breaks the whole pool. Then the pool is replaced and the decision is made
    again, with the same outcome.
    """

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._lock = threading.Lock()
        self._pool = self._new()

    def player(self, text: str, seed: int) -> Player:
        """A player that thinks in the pool."""
        return PooledBot(self, text, seed)

    def answer(self, ask: Ask, player: Player) -> Answer:
        """Ask a player of this pool, and wait. MatchVoid if its process dies again and again."""
        assert isinstance(player, PooledBot)
        try:
            return Chosen(*player.timed_choice(Decision(ask)))
        except BrokenProcessPool as error:
            raise MatchVoid(f"the process of house bot {player.text} died {MOST_POOLS} times in a row") from error
        except Exception as error:
            return Fault(ILLEGAL, f"choose() raised {type(error).__name__}: {error}")

    def run(self, *decision: Any) -> tuple[int, int]:
        """`timed_choice` in a process of the pool."""
        for _ in range(MOST_POOLS - 1):
            pool = self._pool
            try:
                return pool.submit(timed_choice, *decision).result()
            except BrokenProcessPool:
                self._replace(pool)
        return self._pool.submit(timed_choice, *decision).result()

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _new(self) -> ProcessPoolExecutor:
        # Spawned, not forked: a worker has threads and connections that a fork would tear.
        return ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"), initializer=end_with_parent)

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is broken:
                log.warning("a process of house bots died; others are started")
                broken.shutdown(wait=False, cancel_futures=True)
                self._pool = self._new()


@dataclass(frozen=True, slots=True)
class PooledBot:
    """A house bot at a table with external bots."""

    pool: HouseBotPool
    text: str
    seed: int

    def choose(self, decision: Decision) -> int:
        """Think in the pool, and wait."""
        return self.timed_choice(decision)[0]

    def timed_choice(self, decision: Decision) -> tuple[int, int]:
        """The index, and the processor time in milliseconds."""
        position = (decision.game.name, decision.view, decision.texts, decision.seat, decision.number)
        return self.pool.run(self.text, self.seed, *position)
