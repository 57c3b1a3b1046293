"""Play has not changed: golden matches are replayed line by line."""

import json

import pytest

import engine
from tests.golden.write import FOLDER, MATCHES, name_of, sheet


@pytest.mark.parametrize(("game", "seats", "seed", "options"), MATCHES, ids=lambda value: str(value)[:40])
def test_the_golden_match_plays_as_written(game, seats, seed, options):
    path = FOLDER / name_of(game, seats, seed)
    assert path.exists(), f"no golden match {path.name}: python -m tests.golden.write {game}"
    head, chosen, start, *lines = path.read_text("utf-8").splitlines()
    rules = engine.game(game)
    assert head == f"game {game} rules {rules.rules_version} seats {seats} seed {seed}"
    state = rules.new(seats, seed, options=json.loads(chosen.removeprefix("options ")))
    assert start == f"start {state.digest()}"
    for number, line in enumerate(lines):
        if state.to_act is None:
            assert lines[number:] == list(sheet(state.outcome()))
            return
        seat, rest = line.split(" ", 1)
        text, digest = rest.split(" | ")
        assert state.to_act == int(seat), f"line {number + 4}: another seat is to act"
        state.apply(rules.parse(text))
        assert state.digest() == digest, f"line {number + 4}: {text} leads elsewhere now"
    pytest.fail("the golden match ends before the match does")


def test_every_game_has_golden_matches():
    assert {game for game, *_ in MATCHES} == set(engine.games())
