"""Every game, seat count and option set that the contract suite plays."""

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import product
from typing import Any

import engine
from engine import Action, Game, InvalidOption, State
from engine.core.options import Choice, Flag, Option, Subset

MOST_DECISIONS = 5_000
"""Far more than any match takes: a match that reaches it would not end."""
THOROUGH = os.environ.get("MEIJI_TESTS") == "all"
"""Also play what takes long and hardly differs: `make test-all` sets it."""
BRIEF = os.environ.get("MEIJI_TESTS") == "brief"
"""Play fewer combinations of options, but every value at every seat count: for the second build of the engine in one run."""


@dataclass(frozen=True)
class Case:
    """One way to play one game."""

    game: str
    seats: int
    options: tuple[tuple[str, Any], ...]

    @property
    def values(self) -> set[tuple[str, int, Any]]:
        """The values of its options, each with the game and the seat count; also where there are no options."""
        return {(self.game, self.seats, option) for option in (*self.options, None)}

    def new(self, seed: int, hidden_seed: int | None = None) -> State:
        return engine.game(self.game).new(self.seats, seed, hidden_seed, dict(self.options))

    def __str__(self) -> str:
        named = "-".join(f"{name}={_short(value)}" for name, value in self.options)
        return f"{self.game}-{self.seats}" + (f"-{named}" if named else "")


def _short(value: Any) -> str:
    return f"{len(value)}of" if isinstance(value, tuple) else str(value)


def _values(option: Option) -> tuple[Any, ...]:
    match option:
        case Choice():
            return option.values
        case Flag():
            return (False, True)
        case Subset():
            return ((), option.names[:1], option.names)


def present() -> tuple[str, ...]:
    """The games whose package is there."""
    return tuple(name for name in engine.games() if find_spec(f"engine.{name}"))


@cache
def cases() -> tuple[Case, ...]:
    """Every combination of option values that the game allows, at every seat count."""
    every = (case for name in present() for case in _of(engine.game(name)))
    return tuple(_telling(list(every)) if BRIEF else every)


def _telling(every: list[Case]) -> Iterator[Case]:
    """Few of them that have every value of an option at every seat count."""
    missing = {value for case in every for value in case.values}
    while missing:
        best = max(every, key=lambda case: len(missing & case.values))
        missing -= best.values
        yield best


def _of(game: Game) -> Iterator[Case]:
    names = list(game.options)
    for seats in game.seats:
        for values in product(*(_values(game.options[name]) for name in names)):
            options = dict(zip(names, values, strict=True))
            try:
                game.checked_options(seats, options)
            except InvalidOption:
                continue
            yield Case(game.name, seats, tuple(options.items()))


def one_per_seat_count() -> tuple[Case, ...]:
    """The default options of each game at every seat count: for tests that need no more."""
    return tuple(Case(name, seats, ()) for name in present() for seats in engine.game(name).seats)


def walk(state: State, picks: random.Random) -> Iterator[tuple[State, Action]]:
    """Random play: each position with the action that is about to be taken in it."""
    for _ in range(MOST_DECISIONS):
        if state.to_act is None:
            return
        action = picks.choice(state.legal_actions())
        yield state, action
        state.apply(action)
    raise AssertionError(f"{state.game.name} did not end in {MOST_DECISIONS} decisions")


def played(case: Case, seed: int) -> tuple[State, list[str]]:
    """A finished random match and its actions."""
    state = case.new(seed)
    return state, [action.text for _, action in walk(state, random.Random(seed))]


def positions(case: Case, seed: int, wanted: int) -> Iterator[State]:
    """About *wanted* positions spread over a random match, the first among them."""
    length = len(played(case, seed)[1])
    every = max(1, length // wanted)
    for number, (state, _) in enumerate(walk(case.new(seed), random.Random(seed))):
        if number % every == 0:
            yield state
