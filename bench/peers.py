"""Other libraries' games, played at random the way their own documentation shows.

Each maker gives a playout, or raises ImportError where the library is not installed. Only decisions of players count;
where a library leaves chance to the caller, uniform chance is drawn by index, the cheapest way there is.
"""

import contextlib
import importlib
import io
import logging
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from bench.measure import Playout, Subject


def open_spiel(name: str, module: str | None = None) -> Playout:
    """A game of OpenSpiel through pyspiel; *module* registers a game that is written in Python."""
    import pyspiel

    if module is not None:
        importlib.import_module(f"open_spiel.python.games.{module}")
    game = pyspiel.load_game(name)

    def playout(rng: Random) -> int:
        draw = rng.random
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_chance(state.chance_outcomes(), rng))
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                decisions += 1
        return decisions

    return playout


def _chance(outcomes: list[tuple[int, float]], rng: Random) -> int:
    if outcomes[0][1] == outcomes[-1][1]:
        return outcomes[int(rng.random() * len(outcomes))][0]
    actions, weights = zip(*outcomes, strict=True)
    chosen: int = rng.choices(actions, weights)[0]
    return chosen


def petting_zoo(module: str) -> Playout:
    """A classic environment of PettingZoo."""
    env = importlib.import_module(f"pettingzoo.classic.{module}").env()
    import numpy as np

    def playout(rng: Random) -> int:
        decisions = 0
        env.reset(seed=rng.randrange(1 << 30))
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else env.infos[agent]["action_mask"]
            legal = np.flatnonzero(mask)
            env.step(int(legal[int(rng.random() * len(legal))]))
            decisions += 1
        return decisions

    return playout


def kaggle(name: str) -> Playout:
    """An environment of kaggle-environments with its own random agents."""
    with _silence():
        environments = importlib.import_module("kaggle_environments")
        env = environments.make(name)

    def playout(_: Random) -> int:
        env.reset(2)
        env.run(["random", "random"])
        return len(env.steps) - 1

    return playout


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    logging.disable(logging.WARNING)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield
    logging.disable(logging.NOTSET)


MAKERS: dict[str, tuple[Callable[..., Playout], tuple[Any, ...]]] = {
    "OpenSpiel gin_rummy (C++)": (open_spiel, ("gin_rummy",)),
    "OpenSpiel backgammon (C++)": (open_spiel, ("backgammon",)),
    "OpenSpiel liars_poker (Python)": (open_spiel, ("python_liars_poker", "liars_poker")),
    "PettingZoo connect_four": (petting_zoo, ("connect_four_v3",)),
    "PettingZoo texas_holdem": (petting_zoo, ("texas_holdem_v4",)),
    "kaggle-environments connectx": (kaggle, ("connectx",)),
}
YARDSTICK = "OpenSpiel gin_rummy (C++)"


def found() -> tuple[list[Subject], dict[str, str]]:
    """The peers that can be measured here, and why the others cannot."""
    subjects: list[Subject] = []
    missing: dict[str, str] = {}
    for name, (make, arguments) in MAKERS.items():
        try:
            subject = Subject(name, make(*arguments))
            subject.playout(Random(0))
        except Exception as wrong:
            missing[name] = f"{type(wrong).__name__}: {str(wrong).splitlines()[0] if str(wrong) else ''}"
        else:
            subjects.append(subject)
    return subjects, missing
