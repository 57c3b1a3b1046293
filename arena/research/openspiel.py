"""OpenSpiel's games: importing this module registers `python_meiji_iki` and the like, with the parameter `players`.

All chance of a match follows from a few chance nodes at its start, as in our engine: they draw the seeds. What a player may know is the
observation (a JSON text, and the row of `State.encode`); `resample_from_infostate` draws the rest again, so that information-set
MCTS works with `use_observation_string=True`. Returns are by place: 1 for the first, -1 for the last.
"""

import json
from random import Random
from typing import Any

import numpy as np
import pyspiel

import engine
from arena.research.rewards import place

DRAWS = 4
"""Chance nodes at the start of a match."""
FACES = 256
"""Outcomes of each: 2^32 different matches."""


class _Kept:
    """Holds a position; OpenSpiel copies states with `copy.deepcopy`, which would be slow."""

    __slots__ = ("state",)

    def __init__(self, state: engine.State | None) -> None:
        self.state = state

    def __deepcopy__(self, memo: object) -> "_Kept":
        return _Kept(None if self.state is None else self.state.clone())


class MeijiGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games at a table of `players` seats."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        self.engine_game = engine.game(name)
        seats = int((params or {}).get("players", _default_seats(self.engine_game)))
        self.engine_game.checked_options(seats, {})
        self.layout = self.engine_game.layout(seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.engine_game.vocabulary),
            max_chance_outcomes=FACES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if 1 in self.engine_game.seats else 0.0,
            max_game_length=self.engine_game.most_decisions * seats,
        )
        super().__init__(_game_type(self.engine_game), info, params or {})

    def new_initial_state(self) -> "MeijiState":
        """Before the first chance node."""
        return MeijiState(self)

    def max_chance_nodes_in_history(self) -> int:
        """All of them are at the start."""
        return DRAWS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "MeijiObserver":
        """What one player may know."""
        if params:
            raise ValueError(f"there are no parameters of observations; got {params}")
        return MeijiObserver(self, iig_obs_type)


class MeijiState(pyspiel.State):  # type: ignore[misc]
    """A position of a match, or one of the draws before it."""

    def __init__(self, game: MeijiGame) -> None:
        super().__init__(game)
        self._seats = game.num_players()
        self._name = game.engine_game.name
        self._drawn: list[int] = []
        self._kept = _Kept(None)

    @property
    def position(self) -> engine.State | None:
        """The position of our engine; None before all seeds are drawn."""
        return self._kept.state

    def current_player(self) -> int:
        """The seat to act."""
        state = self.position
        if state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if state.to_act is None else state.to_act

    def _legal_actions(self, player: int) -> list[int]:
        state = self.position
        if state is None or state.to_act != player:
            return []
        return sorted(action.id for action in state.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A part of the seeds."""
        return [(face, 1 / FACES) for face in range(FACES)]

    def _apply_action(self, action: int) -> None:
        game, state = engine.game(self._name), self.position
        if state is not None:
            state.apply(game.action(action))
            return
        self._drawn.append(action)
        if len(self._drawn) == DRAWS:
            public, hidden = bytes(self._drawn[: DRAWS // 2]), bytes(self._drawn[DRAWS // 2 :])
            self._kept.state = game.new(self._seats, int.from_bytes(public), int.from_bytes(hidden))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player < 0 else engine.game(self._name).action(action).text

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.position is not None and self.position.to_act is None

    def returns(self) -> list[float]:
        """By place; 0 until the end."""
        outcome = self.position.outcome() if self.position is not None else None
        return [0.0] * self._seats if outcome is None else place(outcome)

    def resample_from_infostate(self, player: int, sampler: Any) -> "MeijiState":
        """A state that this player could as well be in."""
        copy: MeijiState = self.clone()
        if self.position is not None:
            copy._kept = _Kept(self.position.determinize(player, Random(int(sampler() * (1 << 53)))))
        return copy

    def __str__(self) -> str:
        return "drawing" if self.position is None else json.dumps(self.position.view(None), sort_keys=True)


class MeijiObserver:
    """A player's observation as a tensor and as a text; only the whole of what a player knows is offered."""

    def __init__(self, game: MeijiGame, kind: Any) -> None:
        self._whole = kind is None or (kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER)
        self.tensor = np.zeros(game.layout.length if self._whole else 0, np.float32)
        self.dict = {
            field.name: self.tensor[field.start : field.start + field.length]
            for field in (game.layout.fields if self._whole else ())
        }

    def set_from(self, state: MeijiState, player: int) -> None:
        """Fill the tensor."""
        if self._whole:
            self.tensor[:] = 0 if state.position is None else state.position.encode(player)

    def string_from(self, state: MeijiState, player: int) -> str | None:
        """The view of that seat, and whose it is."""
        if not self._whole:
            return None
        view = None if state.position is None else state.position.view(player)
        return json.dumps({"seat": player, "view": view}, sort_keys=True)


def _default_seats(game: engine.Game) -> int:
    return max(2, game.seats.start)


def _game_type(game: engine.Game) -> Any:
    return pyspiel.GameType(
        short_name=f"python_meiji_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if 1 in game.seats else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats.stop - 1,
        min_num_players=game.seats.start,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": _default_seats(game)},
    )


def _register(game: engine.Game) -> None:
    class Registered(MeijiGame):
        """OpenSpiel makes a game from its class and its parameters."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game.name, params)

    pyspiel.register_game(_game_type(game), Registered)


for _name in engine.games():
    if engine.game(_name).encoding_version:
        _register(engine.game(_name))
