"""Writes the golden matches: `python -m tests.golden.write [GAME …]`.

A golden match is a readable text: what was played, one line per decision (seat, action, digest), and the score sheet. It
fails when play changes; raise the game's rules_version before writing it anew.
"""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import engine
from engine import Outcome
from engine.core.options import plain

FOLDER = Path(__file__).parent / "matches"

MATCHES: tuple[tuple[str, int, int, dict[str, Any]], ...] = (
    ("yokohama", 2, 1, {"edition": "okazu"}),
    ("yokohama", 3, 2, {"edition": "synapses2024", "mini_expansion_1": True}),
    ("yokohama", 4, 3, {"edition": "synapses2024", "mini_expansion_1": True, "mini_expansion_2": True}),
    ("yokohama", 2, 12, {"edition": "synapses2024"}),
    ("yokohama", 4, 13, {"edition": "okazu"}),
    ("iki", 2, 4, {}),
    ("iki", 3, 14, {"promos": ["samurai", "croupier"]}),
    ("iki", 4, 5, {"promos": "all"}),
    ("nippon", 2, 6, {}),
    ("nippon", 2, 15, {"two_player_row_size": 3}),
    ("nippon", 3, 11, {"consolidation_workers": "rows"}),
    ("nippon", 4, 7, {}),
    ("zaibatsu", 1, 8, {}),
    ("zaibatsu", 1, 16, {"factory_sides": "random", "solo_level": "hard"}),
    ("zaibatsu", 2, 17, {"factory_sides": "random", "late_factories": True}),
    ("zaibatsu", 3, 9, {}),
    ("zaibatsu", 4, 10, {"factory_sides": "random", "late_factories": True, "shared_objectives": True}),
)


def name_of(game: str, seats: int, seed: int) -> str:
    return f"{game}-{seats}-{seed}.txt"


def given(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options with `all` spelt out."""
    known = engine.game(game).options
    return {name: known[name].parse(value) if value == "all" else value for name, value in options.items()}


def text_of(game_name: str, seats: int, seed: int, options: dict[str, Any]) -> Iterator[str]:
    """The lines of one match of random play."""
    game = engine.game(game_name)
    state = game.new(seats, seed, options=given(game_name, options))
    chosen = plain(game.checked_options(seats, given(game_name, options)))
    yield f"game {game_name} rules {game.rules_version} seats {seats} seed {seed}"
    yield f"options {json.dumps(chosen, sort_keys=True)}"
    yield f"start {state.digest()}"
    picks = random.Random(seed)
    while state.to_act is not None:
        # Python promises that random() stays the same across versions; it does not promise choice()
        action = state.legal_actions()[int(picks.random() * len(state.legal_actions()))]
        seat = state.to_act
        state.apply(action)
        yield f"{seat} {action} | {state.digest()}"
    outcome = state.outcome()
    assert outcome is not None
    yield from sheet(outcome)


def sheet(outcome: Outcome) -> Iterator[str]:
    """The score sheet."""
    yield f"ended {outcome.ended_by}"
    for category in outcome.categories[0]:
        yield f"score {category} {' '.join(str(lines[category]) for lines in outcome.categories)}"
    yield f"places {' '.join(str(place) for place in outcome.places)}"


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for game, seats, seed, options in MATCHES:
        if not wanted or game in wanted:
            path = FOLDER / name_of(game, seats, seed)
            path.write_text("\n".join(text_of(game, seats, seed, options)) + "\n", "utf-8")
            print(path.name)


if __name__ == "__main__":
    main(sys.argv[1:])
