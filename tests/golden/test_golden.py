"""Play has not changed: golden matches are replayed line by line."""

import json

import pytest

import engine
from engine.core.options import Choice, Flag
from tests.golden.write import FOLDER, MATCHES, given, name_of, sheet

NOT_WORTH_A_MATCH = {"easy"}
"""The automa's levels differ in two figures; normal and hard are played."""


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


def test_every_game_has_golden_matches_at_every_seat_count():
    played = {(game, seats) for game, seats, *_ in MATCHES}
    assert played == {(name, seats) for name in engine.games() for seats in engine.game(name).seats}


def test_every_value_of_an_option_is_in_some_golden_match():
    for name in engine.games():
        game = engine.game(name)
        chosen = [game.checked_options(seats, given(name, options)) for of, seats, _, options in MATCHES if of == name]
        for option, kind in game.options.items():
            if isinstance(kind, Choice | Flag):
                values = set(kind.values) if isinstance(kind, Choice) else {False, True}
                missing = values - {options[option] for options in chosen} - NOT_WORTH_A_MATCH
                assert not missing, f"{name}: no golden match with {option} in {missing}"
            else:
                assert {options[option] for options in chosen} >= {(), kind.names}
