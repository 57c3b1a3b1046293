"""The vectorised stepper: what it shows and plays is what the engine shows and plays, in one process or in several."""

from random import Random

import numpy as np
import pytest

import engine
from arena.errors import Invalid
from arena.research import rewards
from arena.research.vector import SelfPlay
from engine import IllegalAction, InvalidOption
from engine.core.chance import stream
from tests.contract.cases import present


def first_legal_at_random(mask: np.ndarray, rng: Random) -> list[int]:
    return [int(rng.choice(np.flatnonzero(row))) for row in mask]


def trace(processes: int, steps: int) -> list[tuple[bytes, ...]]:
    """Everything that was shown, with the same draws."""
    rng, seen = Random(5), []
    with SelfPlay("iki", 2, tables=6, processes=processes, seed=9, reward="place") as play:
        for _ in range(steps):
            seen.append(tuple(array.tobytes() for array in play.decisions))
            play.step(first_legal_at_random(play.decisions.action_mask, rng))
    return seen


def test_what_is_played_does_not_depend_on_the_processes():
    assert trace(0, 200) == trace(2, 200)


@pytest.mark.parametrize("name", present())
def test_tables_are_matches_of_the_engine(name: str):
    game, rng, ended = engine.game(name), Random(1), 0
    seats = game.seats.start
    draws = [stream(3, "table", n) for n in range(3)]
    states = [game.new(seats, draw.randrange(1 << 62), draw.randrange(1 << 62)) for draw in draws]
    with SelfPlay(name, seats, tables=3, seed=3, reward="margin") as play:
        while ended < 2:
            shown = play.decisions
            assert list(shown.seat) == [state.to_act for state in states]
            for n, state in enumerate(states):
                assert shown.observation[n].tobytes() == state.encode(state.to_act).tobytes()
                assert shown.action_mask[n].tobytes() == bytes(state.legal_mask())
            actions = first_legal_at_random(shown.action_mask, rng)
            play.step(actions)
            for n, (state, action) in enumerate(zip(states, actions, strict=True)):
                state.apply(game.action(action))
                assert shown.over[n] == (state.to_act is None)
                expected = [0.0] * seats
                if state.to_act is None:
                    expected, ended = rewards.margin(state.outcome()), ended + 1
                    states[n] = game.new(seats, draws[n].randrange(1 << 62), draws[n].randrange(1 << 62))
                assert shown.rewards[n].tolist() == pytest.approx(expected)


@pytest.mark.parametrize("processes", [0, 1])
def test_wrong_actions_are_refused_and_nothing_is_played(processes: int):
    with SelfPlay("nippon", 2, tables=2, processes=processes) as play:
        before = play.decisions.observation.copy()
        legal = [int(row.argmax()) for row in play.decisions.action_mask]
        illegal = int(play.decisions.action_mask[1].argmin())
        with pytest.raises(IllegalAction, match="table 1"):
            play.step([legal[0], illegal])
        for wrong in ([legal[0]], [0.5, 0.5], [[1, 2]]):
            with pytest.raises(Invalid, match="one action number for each of 2 tables"):
                play.step(wrong)
        with pytest.raises(engine.InvalidAction):
            play.step([legal[0], -1])
        assert (play.decisions.observation == before).all()
        play.step(legal)


def test_a_process_that_ends_is_told():
    with SelfPlay("iki", 2, tables=2, processes=1) as play:
        play._processes[0].kill()
        play._processes[0].join()
        with pytest.raises((RuntimeError, BrokenPipeError)):
            play.step([int(row.argmax()) for row in play.decisions.action_mask])


def test_what_cannot_be_seated_is_refused():
    with pytest.raises(InvalidOption):
        SelfPlay("iki", 7)
    with pytest.raises(Invalid, match="there is no reward"):
        SelfPlay("iki", 2, reward="glory")
    with pytest.raises(Invalid, match="needs a table"):
        SelfPlay("iki", 2, tables=1, processes=2)


def test_points_of_every_seat_are_shown_if_they_are_asked_for():
    rng, ended = Random(3), 0
    with SelfPlay("iki", 3, tables=3, seed=4, points=True, reward="points") as play, SelfPlay("iki", 3) as bare:
        assert not bare.decisions.points.any()
        while ended < 2:
            shown = play.decisions
            states = play._dealer._states
            assert shown.points.tolist() == [[state.standing(seat) for seat in range(3)] for state in states]
            play.step(first_legal_at_random(shown.action_mask, rng))
            ended += int(shown.over.sum())
            if shown.over.any():
                assert (shown.rewards[shown.over] > 0.1).all(), "nobody ends with ten points or fewer"
