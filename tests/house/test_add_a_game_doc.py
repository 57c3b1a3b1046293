"""docs/add-a-game.md is true: the game it shows keeps the contract, and the files it names exist."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from engine import Game, IllegalAction, InvalidPosition

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")


@pytest.fixture(scope="module")
def game() -> Game:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    known: dict[str, Any] = {"__name__": "lanterns"}
    exec(compile(code, "add-a-game.md", "exec"), known)
    shown: Game = known["GAME"]
    return shown


@pytest.mark.parametrize("row", [3, 5])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_shown_keeps_the_contract(game: Game, seats: int, row: int):
    state, picks = game.new(seats, 7, options={"row": row}), random.Random(7)
    state.record_events()
    while state.to_act is not None:
        legal = state.legal_actions()
        assert len(set(legal)) == len(legal) > 1
        position = json.loads(json.dumps(state.to_dict()))
        assert game.from_dict(position).digest() == state.digest() == state.clone().digest()
        assert state.determinize(state.to_act, picks).view(None) == state.view(None)
        state.apply(picks.choice(legal))
        assert state.take_events()
    outcome = state.outcome()
    assert outcome is not None
    assert sum(outcome.scores) == 3 * sum(range(1, 8))
    assert game.from_dict(state.to_dict()).outcome() == outcome


def test_the_game_shown_hides_and_refuses(game: Game):
    one, other = game.new(2, 7, hidden_seed=1), game.new(2, 7, hidden_seed=2)
    assert one.view(0) == other.view(0)
    assert one.to_dict()["stack"] != other.to_dict()["stack"]
    taken = {action.text for action in one.legal_actions()}
    absent = next(action for action in game.vocabulary if action.text not in taken)
    with pytest.raises(IllegalAction):
        one.apply(absent)
    with pytest.raises(InvalidPosition, match="stack"):
        game.from_dict({**one.to_dict(), "stack": []})


def test_every_file_named_exists():
    named = set(re.findall(r"`((?:engine|tests|arena|docs|proto)/[\w./<>-]+)`", TEXT))
    assert len(named) > 10
    for path in named:
        for example in ("nippon",) if "<game>" in path else ("",):
            assert (ROOT / path.replace("<game>", example)).exists(), path
