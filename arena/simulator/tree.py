"""One search tree: positions by number, and what can be done with them. Knows no gRPC."""

import secrets
from collections.abc import Sequence
from random import Random
from typing import Any

import engine
from arena.errors import Invalid, LimitReached
from arena.v1.observation_pb2 import Observation
from arena.v1.simulator_pb2 import LookResult, PlayoutResult, Position
from arena.wire.observations import view_of
from engine import State

MOST_POSITIONS = 100_000
"""In one tree: a client that never forgets must not fill the memory."""
MOST_WORLDS = MOST_AT_ONCE = MOST_AHEAD = 1000
MOST_PLAYOUTS = 10_000


class BadStep(Invalid):
    """A step that cannot be right; the sentence says what would be."""


class TreeFull(LimitReached):
    """The tree has no room for another position."""


class Tree:
    """The positions of one stream."""

    def __init__(self) -> None:
        self._states: dict[int, State] = {}
        self._next = 0
        self._game: engine.Game | None = None
        self._view: dict[str, Any] = {}
        self._seats = range(0)

    def __len__(self) -> int:
        return len(self._states)

    def draw(self, observation: Observation | None, worlds: int, seed: int) -> list[Position]:
        """Complete positions that fit an observation (None: that of the draw before)."""
        if observation is not None:
            self._observe(observation)
        if self._game is None:
            raise BadStep("the first step is a Draw with an observation")
        count, rng = _within("worlds", worlds or 1, 1, MOST_WORLDS), _rng(seed)
        return [self._keep(self._game.from_view(self._view, rng)) for _ in range(count)]

    def apply(self, number: int, action: int) -> Position:
        """The position after an action, as a new one."""
        state = self._state(number).clone()
        legal = state.legal_actions()
        if action >= len(legal):
            raise BadStep(f"position {number} has {len(legal)} actions: there is no action {action}")
        state.apply(legal[action])
        return self._keep(state)

    def playouts(self, numbers: Sequence[int], count: int, most_decisions: int, seed: int) -> list[PlayoutResult]:
        """Mean results of random play from each position."""
        states, rng = self._several(numbers), _rng(seed)
        _within("count", count, 1, MOST_PLAYOUTS)
        return [_played_out(state, self._seats, count, most_decisions, rng) for state in states]

    def looks(self, numbers: Sequence[int], ahead: int, seed: int) -> list[LookResult]:
        """For each position the points that each action leads to."""
        states, rng = self._several(numbers), _rng(seed)
        _within("ahead", ahead, 0, MOST_AHEAD)
        return [_looked(state, ahead, rng) for state in states]

    def forget(self, numbers: Sequence[int]) -> None:
        """Drop positions; none named: all."""
        for number in numbers or tuple(self._states):
            self._states.pop(number, None)

    def _observe(self, observation: Observation) -> None:
        try:
            view = view_of(observation)
            name, seats = view["game"], range(view["seats"])
        except (ValueError, TypeError, KeyError, AttributeError):
            raise BadStep("the observation is not one that a Decision brings") from None
        if name not in engine.games():
            raise BadStep(f"the observation is of the game {name!r}: this simulator has {', '.join(engine.games())}")
        self._game, self._view, self._seats = engine.game(name), view, seats

    def _keep(self, state: State) -> Position:
        if len(self._states) >= MOST_POSITIONS:
            raise TreeFull(f"the tree has {MOST_POSITIONS} positions, which is the limit: forget some")
        number, self._next = self._next, self._next + 1
        self._states[number] = state
        outcome = state.outcome()
        position = Position(
            number=number,
            legal_actions=[str(action) for action in state.legal_actions()] if state.to_act is not None else (),
            standings=[state.standing(seat) for seat in self._seats],
            places=outcome.places if outcome is not None else (),
        )
        if state.to_act is not None:
            position.to_act = state.to_act
        return position

    def _state(self, number: int) -> State:
        state = self._states.get(number)
        if state is None:
            raise BadStep(f"this tree has no position {number}")
        return state

    def _several(self, numbers: Sequence[int]) -> list[State]:
        _within("number of positions", len(numbers), 1, MOST_AT_ONCE)
        return [self._state(number) for number in numbers]


def _rng(seed: int) -> Random:
    return Random(seed or secrets.randbits(64))


def _within(name: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise BadStep(f"{name} is {value}: it must be {least} to {most}")
    return value


def _played_out(start: State, seats: range, count: int, most_decisions: int, rng: Random) -> PlayoutResult:
    draw = rng.random
    points, wins, decisions = [0] * len(seats), [0.0] * len(seats), 0
    for _ in range(count):
        state = start.clone()
        decisions += state.play_randomly(draw, most_decisions or -1)
        outcome = state.outcome()
        standings = outcome.scores if outcome else [state.standing(seat) for seat in seats]
        best = max(standings)
        first = [seat for seat in seats if (outcome.places[seat] == 1 if outcome else standings[seat] == best)]
        for seat in seats:
            points[seat] += standings[seat]
        for seat in first:
            wins[seat] += 1 / len(first)
    return PlayoutResult(
        standings=[total / count for total in points], wins=[share / count for share in wins], decisions=decisions
    )


def _looked(start: State, ahead: int, rng: Random) -> LookResult:
    seat, draw = start.to_act, rng.random
    if seat is None:
        return LookResult()
    standings = []
    for action in start.legal_actions():
        state, left = start.clone(), ahead
        state.apply(action)
        while state.to_act is not None and ahead:
            if state.to_act == seat:
                if not left:
                    break
                left -= 1
            state.play_randomly(draw, 1)
        standings.append(state.standing(seat))
    return LookResult(standings=standings)
