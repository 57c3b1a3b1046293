"""Many tables at once, for programs that learn by playing all seats: `SelfPlay("iki", seats=2, tables=64, processes=2)`.

Every table is at a decision of some seat. `step` takes one action number for each table and gives the next decision of each; a match
that ends gives its rewards and is followed by a new one at once. Tables are shared out among processes, which write rows and masks into memory that
all of them see. What is played follows from the seed alone, however many processes there are.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

import engine
from arena.errors import Invalid
from arena.research.rewards import reward_of
from engine import IllegalAction
from engine.core.chance import stream

STEP, STOP = b"step", b"stop"


class Decisions(NamedTuple):
    """One decision of each table. The arrays are written again by the next `step`: copy what is kept."""

    observation: NDArray[np.int16]
    """By table: what the seat to act may know (`State.encode`)."""
    action_mask: NDArray[np.int8]
    """By table: 1 for each legal action."""
    seat: NDArray[np.int8]
    """By table: the seat to act."""
    over: NDArray[np.bool_]
    """By table: whether the last action ended a match; the decision is then the first of a new one."""
    rewards: NDArray[np.float32]
    """By table and seat: what the match that ended was worth, else 0."""
    points: NDArray[np.int16]
    """By table and seat, if `points` was asked for: what it would score if the match ended now (`State.standing`), else 0."""


@dataclass(frozen=True)
class Tables:
    """What all tables have in common."""

    game: str
    seats: int
    count: int
    seed: int
    reward: str
    options: dict[str, Any]
    points: bool

    def shapes(self) -> list[tuple[tuple[int, ...], type[np.generic]]]:
        """Shape and type of the arrays of `Decisions`, and of the actions behind them."""
        game = engine.game(self.game)
        return [
            ((self.count, game.layout(self.seats).length), np.int16),
            ((self.count, len(game.vocabulary)), np.int8),
            ((self.count,), np.int8),
            ((self.count,), np.bool_),
            ((self.count, self.seats), np.float32),
            ((self.count, self.seats), np.int16),
            ((self.count,), np.int32),
        ]

    def size(self) -> int:
        """Bytes of all arrays together."""
        return sum(_bytes(shape, kind) for shape, kind in self.shapes())

    def arrays(self, memory: "SharedMemory") -> list[NDArray[Any]]:
        """The arrays in that memory, one behind the other."""
        found, at = [], 0
        for shape, kind in self.shapes():
            found.append(np.ndarray(shape, kind, memory.buf, at))
            at += _bytes(shape, kind)
        return found


def _bytes(shape: tuple[int, ...], kind: type[np.generic]) -> int:
    """Rounded up, so that the next array is aligned."""
    return -(-int(np.prod(shape)) * np.dtype(kind).itemsize // 8) * 8


class Dealer:
    """Plays some of the tables."""

    def __init__(self, tables: Tables, numbers: range, arrays: Sequence[NDArray[Any]]) -> None:
        self._tables, self._numbers = tables, numbers
        self._game = engine.game(tables.game)
        self._reward = reward_of(tables.reward)
        self._observation, self._mask, self._seat, self._over, self._rewards, self._points, self._actions = arrays
        self._rows = [memoryview(self._observation[n]) for n in numbers]
        self._masks = [memoryview(self._mask[n]).cast("B") for n in numbers]
        self._draws = [stream(tables.seed, "table", n) for n in numbers]
        self._states = [self._deal(at) for at in range(len(numbers))]

    def _deal(self, at: int) -> engine.State:
        """A new match at that table, shown; one that ends without a decision is of no use."""
        draw, tables = self._draws[at], self._tables
        state = self._game.new(tables.seats, draw.randrange(1 << 62), draw.randrange(1 << 62), tables.options)
        self._show(at, state)
        return state

    def _show(self, at: int, state: engine.State) -> None:
        seat = state.to_act
        assert seat is not None
        self._seat[self._numbers[at]] = seat
        self._rows[at][:] = state.encode(seat)
        self._masks[at][:] = state.legal_mask()
        if self._tables.points:
            self._points[self._numbers[at]] = [state.standing(seat) for seat in range(self._tables.seats)]

    def step(self) -> None:
        """Take the actions that are written for its tables."""
        first, last = self._numbers.start, self._numbers.stop
        self._over[first:last] = False
        self._rewards[first:last] = 0
        for at, number in enumerate(self._actions[first:last].tolist()):
            state = self._states[at]
            state.apply(self._game.action(number))
            if state.to_act is None:
                outcome = state.outcome()
                assert outcome is not None
                self._over[first + at] = True
                self._rewards[first + at] = self._reward(outcome)
                self._states[at] = self._deal(at)
            else:
                self._show(at, state)


def _work(tables: Tables, numbers: range, name: str, orders: Connection) -> None:
    """The main function of a process: plays tables until it gets the word to stop, or its parent is gone."""
    memory = SharedMemory(name)
    try:
        dealer = Dealer(tables, numbers, tables.arrays(memory))
        orders.send_bytes(STEP)
        while orders.recv_bytes() == STEP:
            dealer.step()
            orders.send_bytes(STEP)
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        pass
    finally:
        dealer = None  # type: ignore[assignment]  # its arrays look into the memory
        _close(memory)


def _close(memory: SharedMemory) -> None:
    try:
        memory.close()
    except BufferError:  # an array of the caller still looks into it; it goes with the process
        memory._mmap = memory._buf = None  # type: ignore[attr-defined]


class SelfPlay:
    """*tables* matches at once over *processes*; 0: all in this process. Close it, or use it in a `with` statement."""

    def __init__(
        self,
        name: str,
        seats: int,
        *,
        tables: int = 64,
        processes: int = 0,
        seed: int = 0,
        reward: str = "win",
        options: Mapping[str, object] | None = None,
        points: bool = False,
    ) -> None:
        if tables < 1 or not 0 <= processes <= tables:
            raise Invalid(
                f"needs a table, and one for each process at least; got {tables} tables and {processes} processes"
            )
        reward_of(reward)
        game = engine.game(name)
        chosen: dict[str, Any] = dict(game.checked_options(seats, options or {}))
        self.game = game
        self.tables = Tables(name, seats, tables, seed, reward, chosen, points)
        self._memory = SharedMemory(create=True, size=self.tables.size())
        *shown, self._actions = self.tables.arrays(self._memory)
        self.decisions = Decisions(*shown)
        """Where every table is now."""
        self._every = np.arange(tables)
        self._dealer: Dealer | None = None
        self._processes: list[Any] = []
        self._orders: list[Connection] = []
        if processes == 0:
            self._dealer = Dealer(self.tables, range(tables), [*shown, self._actions])
        else:
            self._start(processes)

    def _start(self, processes: int) -> None:
        context = get_context("spawn")
        bounds = [self.tables.count * n // processes for n in range(processes + 1)]
        for first, last in pairwise(bounds):
            ours, theirs = context.Pipe()
            numbers = range(first, last)
            process = context.Process(target=_work, args=(self.tables, numbers, self._memory.name, theirs), daemon=True)
            process.start()
            theirs.close()
            self._processes.append(process)
            self._orders.append(ours)
        self._await()

    def step(self, actions: NDArray[Any] | Sequence[int]) -> Decisions:
        """Take one action at every table. IllegalAction names the first table whose action is not legal; nothing is taken then."""
        numbers = np.asarray(actions)
        if numbers.shape != self._every.shape or not np.issubdtype(numbers.dtype, np.integer):
            raise Invalid(
                f"needs one action number for each of {len(self._every)} tables; got {numbers.shape} of {numbers.dtype}"
            )
        known = (numbers >= 0) & (numbers < self.decisions.action_mask.shape[1])
        legal = known & (self.decisions.action_mask[self._every, np.where(known, numbers, 0)] == 1)
        if not legal.all():
            table = int(np.argmin(legal))
            raise IllegalAction(f"table {table}: {self.game.action(int(numbers[table])).text!r} is not legal")
        self._actions[:] = numbers
        if self._dealer is not None:
            self._dealer.step()
        else:
            for orders in self._orders:
                orders.send_bytes(STEP)
            self._await()
        return self.decisions

    def _await(self) -> None:
        for orders, process in zip(self._orders, self._processes, strict=True):
            try:
                orders.recv_bytes()
            except EOFError:
                process.join()
                raise RuntimeError(f"a process of the tables ended with code {process.exitcode}") from None

    def close(self) -> None:
        """End the processes and give the memory back. Arrays of `decisions` must not be used any more."""
        for orders in self._orders:
            with suppress(BrokenPipeError):
                orders.send_bytes(STOP)
            orders.close()
        for process in self._processes:
            process.join()
        self._orders, self._processes, self._dealer = [], [], None
        memory, self._memory = self._memory, None  # type: ignore[assignment]
        if memory is not None:
            del self.decisions, self._actions
            memory.unlink()
            _close(memory)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
