"""House bots of the service: whole sets in one process, or single decisions in processes of their own.

A house bot plays from its name and the match's seeds alone: a set without external bots follows from its seeds, needs no
journal, and comes out the same when it is played again.
"""

import logging
import os
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from random import Random
from typing import Any

import engine
from arena.matches import Answer, Ask, Chosen, Decision, Fault, MatchRecord, MatchSpec, MatchVoid, Player, play
from arena.matches.conduct import ILLEGAL
from arena.players import make
from engine import Action, State
from engine.core.chance import Rng, derived

log = logging.getLogger(__name__)

MOST_POOLS = 3
"""How many pools in a row may break under one thought before the match is void."""


def bot_seed(spec: MatchSpec, seat: int) -> int:
    """What a house bot draws from: another row for every match and seat, and the same whenever it is played again."""
    return derived(spec.hidden_seed, f"house/{seat}")


def play_house(spec: MatchSpec, texts: Sequence[str], left: Sequence[int] = ()) -> MatchRecord:
    """A match of house bots only; seats that *left* the season before are forfeited."""
    players = [make(text, bot_seed(spec, seat)) for seat, text in enumerate(texts)]
    return play(spec, players, absent=left)


class ViewDecision:
    """A decision rebuilt from a view in another process; what `arena.matches.Decision` offers players."""

    def __init__(self, game: str, view: dict[str, Any], texts: Sequence[str], seat: int, number: int) -> None:
        self.game = engine.game(game)
        self.view = view
        self.seat = seat
        self.number = number
        self.legal: tuple[Action, ...] = tuple(self.game.parse(text) for text in texts)
        self.texts = list(texts)
        self.events: list[str] = []
        self.clock_ms: int | None = None

    def determinize(self, rng: Rng) -> State:
        """A full position to search in."""
        return self.game.from_view(self.view, rng)


def think(text: str, seed: int, game: str, view: dict[str, Any], texts: Sequence[str], seat: int, number: int) -> int:
    """One choice of a house bot, in whatever process this runs; the same wherever that is."""
    player = make(text, Random(f"{seed}/{number}").getrandbits(64))
    decision: Any = ViewDecision(game, view, texts, seat, number)
    return player.choose(decision)


def timed(*asked: Any) -> tuple[int, int]:
    """What `think` says, and how long it computed, in milliseconds.

    A house bot is not charged what it waited: for its process, or because that was stopped.
    """
    begun = time.process_time()
    index = think(*asked)
    return index, int((time.process_time() - begun) * 1000)


def end_with_parent() -> None:
    """End this process when the one that started it is gone, by whatever signal: nobody would ever end it otherwise."""
    parent = parent_process()
    assert parent is not None, "only for processes that were started by another"

    def watch(sentinel: int) -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, args=(parent.sentinel,), name="parent", daemon=True).start()


class HouseRoom:
    """Processes in which house bots of mixed matches think, so that a searching one holds nobody up.

    A process that dies (the system may take it for its memory) breaks the whole pool: the pool is made anew, and the thought is
    thought again. It comes out the same.
    """

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._lock = threading.Lock()
        self._pool = self._new()

    def player(self, text: str, seed: int) -> Player:
        """A player whose thinking happens there."""
        return Guest(self, text, seed)

    def answer(self, ask: Ask, player: Player) -> Answer:
        """The answer of a player of this room; waits for it. MatchVoid if its process dies again and again."""
        assert isinstance(player, Guest)
        decision = Decision(ask)
        place = (decision.game.name, decision.view, decision.texts, decision.seat, decision.number)
        try:
            index, think_ms = self._timed(player.text, player.seed, *place)
        except BrokenProcessPool as wrong:
            raise MatchVoid(f"the process of house bot {player.text} died {MOST_POOLS} times in a row") from wrong
        except Exception as wrong:
            return Fault(ILLEGAL, f"choose() raised {type(wrong).__name__}: {wrong}")
        return Chosen(index, think_ms)

    def _timed(self, *asked: Any) -> tuple[int, int]:
        for _ in range(MOST_POOLS - 1):
            pool = self._pool
            try:
                return pool.submit(timed, *asked).result()
            except BrokenProcessPool:
                self._renew(pool)
        return self._pool.submit(timed, *asked).result()

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _new(self) -> ProcessPoolExecutor:
        # Spawned, not forked: a worker has threads and connections that a fork would tear.
        return ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"), initializer=end_with_parent)

    def _renew(self, broken: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is broken:
                log.warning("a process of house bots died; others are started")
                broken.shutdown(wait=False, cancel_futures=True)
                self._pool = self._new()


@dataclass(frozen=True, slots=True)
class Guest:
    """A house bot at a table with external bots."""

    room: HouseRoom
    text: str
    seed: int

    def choose(self, decision: Decision) -> int:
        """Asks the room, and waits."""
        place = (decision.game.name, decision.view, decision.texts, decision.seat, decision.number)
        return self.room._timed(self.text, self.seed, *place)[0]
