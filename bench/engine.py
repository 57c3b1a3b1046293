"""How fast the engine is, beside peers measured in the same run. `python -m bench.engine --help` for options.

Random playouts of every game and seat count; what a clone and a view cost, in decisions; and what the match loop of
`arena play` adds to the bare engine. Where the engine is compiled (`make compiled`), the plain build is measured beside it. All of it as ratios: absolute figures hold for one machine at one time.
"""

import argparse
import platform
from collections.abc import Callable, Sequence
from random import Random
from statistics import median

import engine
from arena.matches import MatchSpec, play
from arena.players import make
from bench import peers
from bench.builds import Other
from bench.measure import Playout, Round, Subject, bare, cost, take_turns
from engine import build


def games_here() -> list[engine.Game]:
    """Every game that is part of this checkout."""
    here = []
    for name in engine.games():
        try:
            here.append(engine.game(name))
        except ModuleNotFoundError:
            print(f"skipped {name}: not in this checkout")
    return here


def through_the_loop(game: engine.Game, seats: int) -> Playout:
    """The same through the match loop, with random house bots and no replay kept."""

    def playout(rng: Random) -> int:
        spec = MatchSpec(game.name, seats, seed=rng.randrange(1 << 62), hidden_seed=rng.randrange(1 << 62))
        players = [make("random", rng.randrange(1 << 62)) for _ in range(seats)]
        return len(play(spec, players, keep_events=False, strict=True).decisions)

    return playout


def in_batches(game: engine.Game, seats: int, count: int = 20) -> Playout:
    """Playouts from the start of a match to its end, asked for in one call."""
    start = game.new(seats, 1)

    def playout(rng: Random) -> int:
        return len(engine.playouts(start, count, rng))

    return playout


def stepped(game: engine.Game, seats: int, count: int = 20) -> Playout:
    """The same, decision by decision from Python."""
    start = game.new(seats, 1)

    def playout(rng: Random) -> int:
        draw = rng.random
        for _ in range(count):
            state = start.clone()
            while state.to_act is not None:
                legal = state.legal_actions()
                state.apply(legal[int(draw() * len(legal))])
        return count

    return playout


def sampled(game: engine.Game, seats: int, every: int = 25, limit: int = 12) -> list[engine.State]:
    """Positions along one random match."""
    rng = Random(1)
    state, positions, made = game.new(seats, 1), [], 0
    while state.to_act is not None:
        if made % every == 0 and len(positions) < limit:
            positions.append(state.clone())
        legal = state.legal_actions()
        state.apply(legal[int(rng.random() * len(legal))])
        made += 1
    return positions


def side_costs(game: engine.Game, seats: int) -> tuple[float, float, float]:
    """Seconds per clone, view and encoding for the seat to act: the median over positions of a match."""
    positions = sampled(game, seats)
    clones = [cost(state.clone) for state in positions]
    views = [cost(lambda state=state: state.view(state.to_act)) for state in positions]
    rows = [cost(lambda state=state: state.encode(state.to_act)) for state in positions]
    return median(clones), median(views), median(rows)


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """As Markdown, so that it can be kept."""
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    for row in (head, ["-" * width for width in widths], *rows):
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        print(f"| {' | '.join(cells)} |")
    print()


def print_rates(subjects: Sequence[Subject]) -> None:
    yardstick = next((subject for subject in subjects if subject.name == peers.YARDSTICK), None)
    head = ["random play, one process", "decisions/s", "games/s", "decisions/game", "ratio to gin_rummy"]
    rows = [
        [
            subject.name,
            f"{subject.decisions:,.0f}",
            f"{subject.games:,.1f}",
            f"{subject.decisions / subject.games:,.0f}",
            f"{subject.decisions / yardstick.decisions:.2f}" if yardstick else "-",
        ]
        for subject in subjects
    ]
    print_table(head, rows)


def print_costs(rates: dict[str, float], names: Sequence[tuple[str, engine.Game, int]]) -> None:
    rows = []
    for label, game, seats in names:
        clone, view, row = side_costs(game, seats)
        decision = 1 / rates[label]
        loop = rates[f"{label}, match loop"]
        rows.append(
            [
                label,
                f"{1e6 * decision:.2f}",
                f"{1e6 * clone:.2f}",
                f"{clone / decision:.2f}",
                f"{view / decision:.2f}",
                f"{row / decision:.2f}",
                f"{loop * decision:.2f}",
                f"{rates[f'{label}, in batches'] / rates[f'{label}, stepped']:.2f}",
            ]
        )
    head = [
        "game",
        "µs per decision",
        "µs per clone",
        "clone, in decisions",
        "view, in decisions",
        "encoding, in decisions",
    ]
    print_table([*head, "match loop / bare", "batches / stepped"], rows)


def _round(other: Other, game: engine.Game, seats: int) -> Callable[[int, float], Round]:
    return lambda seed, seconds: other.round(game.name, seats, seed, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="processor time per subject and round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--game", action="append", help="only these games")
    parser.add_argument("--no-peers", action="store_true")
    arguments = parser.parse_args()
    for name in arguments.game or ():
        if name not in engine.games():
            parser.error(f"there is no game {name!r}; there are: {', '.join(engine.games())}")

    print(
        f"Python {platform.python_version()}, {platform.machine()}, engine: {build.description()}; {arguments.rounds} rounds of {arguments.seconds} s\n"
    )
    names = [
        (f"{game.name}, {seats} seat{'s' if seats > 1 else ''}", game, seats)
        for game in games_here()
        if not arguments.game or game.name in arguments.game
        for seats in game.seats
    ]
    ours = [Subject(label, bare(game, seats)) for label, game, seats in names]
    other = Other("plain") if engine.compiled else None
    plain = [
        Subject(f"{label}, plain", bare(game, seats), _round(other, game, seats))
        for label, game, seats in names
        if other
    ]
    batches = [Subject(f"{label}, in batches", in_batches(game, seats)) for label, game, seats in names]
    steps = [Subject(f"{label}, stepped", stepped(game, seats)) for label, game, seats in names]
    loops = [Subject(f"{label}, match loop", through_the_loop(game, seats)) for label, game, seats in names]
    others, missing = ([], {}) if arguments.no_peers else peers.found()
    measured = [*ours, *plain, *loops, *batches, *steps]
    take_turns([*measured, *others], arguments.rounds, arguments.seconds)
    if other is not None:
        other.close()
    print_rates([*ours, *plain, *others])
    print_costs({subject.name: subject.decisions for subject in measured}, names)
    for name, why in missing.items():
        print(f"skipped {name}: {why}")


if __name__ == "__main__":
    main()
