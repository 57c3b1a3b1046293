"""How fast the search of `house:hard` is, beside the bare engine in the same run. `python -m bench.search --help` for options.

A node is a position that the search looked at: cloned from the one before, one action carried out, its legal actions listed where the chain goes on, and
judged. Redraws and the choice among plans are in the time, too. The bare engine plays at random, decision by decision, as in `bench.engine`.
"""

import argparse
import platform
from collections.abc import Callable
from random import Random

import engine
from arena.matches import MatchSpec, ViewDecision, play
from arena.players import make
from arena.players.planner import Planner
from bench.engine import print_table
from bench.measure import Playout, Subject, bare, take_turns
from engine import State, build

EVERY = 9
"""One position of so many decisions of a match between easy bots is searched."""


def met(game: str, seats: int) -> list[State]:
    """Positions of a match between easy bots."""
    spec = MatchSpec(game, seats, seed=1, hidden_seed=1)
    record = play(spec, [make("easy", seat) for seat in range(seats)], strict=True, keep_events=False)
    state, positions = spec.first_state(), []
    for number, move in enumerate(record.decisions):
        if number % EVERY == 0:
            positions.append(state.clone())
        state.apply(state.game.parse(move.action))
    return positions


def searching(level: str) -> Callable[[engine.Game, int], Playout]:
    """Decisions of that level, each planned from scratch; gives the positions looked at."""

    def of_game(game: engine.Game, seats: int) -> Playout:
        asked = []
        for number, state in enumerate(met(game.name, seats)):
            seat = state.to_act
            assert seat is not None
            legal = [action.text for action in state.legal_actions()]
            asked.append(ViewDecision(game.name, state.view(seat), legal, seat, number))

        def playout(rng: Random) -> int:
            planner = Planner(rng.randrange(1 << 32), level)
            planner.choose(asked[rng.randrange(len(asked))])
            return planner.looked

        return playout

    return of_game


def main() -> None:
    """Measure every game at 2 and 4 seats."""
    parser = argparse.ArgumentParser(prog="python -m bench.search", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time per subject and round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--game", action="append", choices=engine.games(), help="only these games")
    parser.add_argument("--level", default="hard", choices=("easy", "normal", "hard"))
    arguments = parser.parse_args()
    print(
        f"Python {platform.python_version()}, {platform.machine()}, engine: {build.description()}; {arguments.level}\n"
    )
    games = [engine.game(name) for name in arguments.game or engine.games()]
    named = [(f"{game.name}, {seats} seats", game, seats) for game in games for seats in (2, 4)]
    plain = [Subject(name, bare(game, seats)) for name, game, seats in named]
    search = [Subject(name, searching(arguments.level)(game, seats)) for name, game, seats in named]
    take_turns(
        [subject for pair in zip(plain, search, strict=True) for subject in pair], arguments.rounds, arguments.seconds
    )
    rows = [
        [one.name, f"{other.decisions:,.0f}", f"{one.decisions:,.0f}", f"{other.decisions / one.decisions:.2f}"]
        for one, other in zip(plain, search, strict=True)
    ]
    print_table(["game", "search nodes/s", "bare decisions/s", "nodes / decisions"], rows)


if __name__ == "__main__":
    main()
