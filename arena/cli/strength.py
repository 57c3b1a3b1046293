"""`arena compare`, `arena rank-house`, `arena eval`: who is stronger, by how much, and how sure that is."""

import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.cli.command import (
    JSON,
    OPTION,
    PASS,
    SEED,
    Refused,
    argument,
    command,
    counter,
    flag,
    game_of,
    left,
    options_of,
    print_json,
    print_records,
    right,
    share,
    whole_number,
)

if TYPE_CHECKING:
    from arena.local.strength import Duel, Play, Verdict
    from arena.series import Order, Result

FOLDER = Path("arena-results")
MOST = 400
BATCH = 4
"""Sets between two looks where several matches are played at once."""
FILES = argument(
    "--results",
    type=Path,
    default=FOLDER,
    metavar="DIR",
    help=f"folder that keeps every result, so that the same command goes on where it was (default: {FOLDER})",
)
JOBS = argument("--jobs", type=whole_number(1, 256), default=1, metavar="N", help="matches at once (default: 1)")
SEATS = argument("--seats", type=whole_number(2), default=2, metavar="N", help="number of players (default: 2)")


def most(default: int) -> Any:
    """The option for the budget, in matches."""
    text = f"the most matches to play for one verdict (default: {default})"
    return argument("--matches", type=whole_number(2, 1_000_000), default=default, metavar="N", help=text)


@command(
    "compare",
    "find out which of two bots is stronger, and by how much",
    argument("a", metavar="A", help="a house bot such as house:hard, or the command of a bot"),
    argument("b", metavar="B", help="the other one"),
    argument("game", metavar="GAME", help="its name; `arena games` lists them all"),
    SEATS,
    most(MOST),
    SEED,
    OPTION,
    JOBS,
    FILES,
    JSON,
    PASS,
    text="""\
The bots play sets: the same set-up in every rotation of the seats. With more than two seats each bot sits alone against a table of the other,
equally often. A sequential test looks after every set, and the match-up stops as soon as it is sure: with bots of equal strength
it names a winner in 5 of 100 runs. Without a verdict it ends undecided when the matches are used up.
Ctrl-C is safe: the same command goes on where it was, unless a file that it names has changed, such as ./bot. The exit code is 0 with
a verdict, 1 without.

examples:
  arena compare house:greedy house:random iki
  arena compare "python my_bot.py" house:normal yokohama --matches 200
  arena compare "python new.py" "python old.py" nippon --seats 4 --jobs 2
""",
)
def compare(arguments: Namespace) -> int:
    """Play until sure, and say so."""
    duel = _duel(arguments, arguments.a, arguments.b, arguments.matches, both_ways=True)
    result = _fought(duel, arguments)
    if arguments.json:
        print_json(_figures(duel, result))
    else:
        print(_sentence(arguments.a, arguments.b, result))
    return int(result.stronger is None)


@command(
    "rank-house",
    "measure the house bots against each other, level by level",
    argument("game", metavar="GAME", help="its name; `arena games` lists them all"),
    SEATS,
    most(200),
    argument("--levels", default="", metavar="LEVEL,…", help="only these, weakest first (default: all)"),
    flag("--full", "play every match, also when the verdict is sure: for narrow intervals"),
    SEED,
    OPTION,
    JOBS,
    FILES,
    JSON,
    text="""\
One bot of each level plays against bots of the level below, in every seat in turn; with N seats, chance alone gives one win in N matches.
The interval is a 95 % interval from whole sets; thinking is processor time of one seat in a match. docs/house-bots.md has the figures of all games.

examples:
  arena rank-house iki --seats 4
  arena rank-house yokohama --seats 2 --levels normal,hard --matches 80 --full --seed 1001
""",
)
def rank_house(arguments: Namespace) -> int:
    """Every level against the one below; the exit code is 1 unless each is surely stronger."""
    from arena.local.series import HOUSE
    from arena.players import LADDER, parse

    levels = [level.strip() for level in arguments.levels.split(",") if level.strip()] or list(LADDER)
    for level in levels:
        parse(level)
    if len(levels) < 2:
        raise Refused("--levels takes two levels or more, weakest first, such as easy,normal,hard")
    rows = []
    for below, level in pairwise(levels):
        duel = _duel(
            arguments, HOUSE + level, HOUSE + below, arguments.matches, both_ways=False, early=not arguments.full
        )
        rows.append((level, below, duel, _fought(duel, arguments)))
    if arguments.json:
        print_json([_figures(duel, result) for *_, duel, result in rows])
    else:
        print_records(rows, COLUMNS)
    return int(not all(result.stronger for *_, result in rows))


COLUMNS = (
    left("level", lambda row: row[0]),
    left("against", lambda row: row[1]),
    right("matches", lambda row: str(row[3].matches)),
    right("wins", lambda row: _interval(row[3])),
    right("chance", lambda row: share(row[3].chance)),
    right("score", lambda row: f"{row[3].scores[0]:.0f} : {row[3].scores[1]:.0f}"),
    right("seconds a match", lambda row: f"{row[3].seconds / row[3].matches:.1f}"),
    right("thinking", lambda row: _thinking(row[3])),
    left("verdict", lambda row: {True: "stronger", False: "weaker", None: "not sure"}[row[3].stronger]),
)


@command(
    "eval",
    "score a bot in a frozen suite of set-ups, so that scores can be compared",
    argument("--bot", required=True, metavar="CMD", help="the bot's command, or a house bot such as house:hard"),
    argument("--suite", required=True, metavar="NAME", help="such as yokohama-v1"),
    JOBS,
    FILES,
    JSON,
    PASS,
    text="""\
A suite has fixed set-ups and opponents. The score is the share of matches won, with a 95 % interval; the last line is made to be cited. It
names the rules and the opponents by a short hash: equal hashes, equal tests.

examples:
  arena eval --bot "python my_bot.py" --suite yokohama-v1
  arena eval --bot house:hard --suite iki-v1 --jobs 2
""",
)
def evaluate(arguments: Namespace) -> None:
    """Play the suite, and print the line."""
    from arena.local.series import HOUSE
    from arena.local.suites import suite

    frozen = suite(arguments.suite)
    arguments.game, arguments.seats, arguments.seed = frozen.game, frozen.seats, frozen.seed
    arguments.option = [f"{name}={value}" for name, value in frozen.options.items()]
    matches = frozen.sets * frozen.seats
    duel = _duel(arguments, arguments.bot, HOUSE + frozen.opponent, matches, both_ways=False, early=False)
    result = _fought(duel, arguments)
    tested = _fingerprint(frozen.game, frozen.opponent)
    if arguments.json:
        print_json({"suite": frozen.name, "tested": tested, **_figures(duel, result)})
        return
    print(f"score {result.scores[0]:.1f}, opponents {result.scores[1]:.1f}")
    print(f"{frozen.name} [{tested}]: {_interval(result)} of {result.matches} matches won: {arguments.bot}")


def _fingerprint(game: str, opponent: str) -> str:
    """A short hash of all that a score in a suite depends on: the rules, and how the opponents judge and look."""
    from arena.players.evaluation import evaluation_of
    from arena.players.planner import effort_of

    judge, rules = evaluation_of(game), game_of(game).rules_version
    parts = (game, rules, opponent, effort_of(opponent, game), judge.features.names, judge.early, judge.late)
    return blake2b(repr(parts).encode(), digest_size=3).hexdigest()


def _duel(arguments: Namespace, a: str, b: str, matches: int, *, both_ways: bool, early: bool = True) -> "Duel":
    """The duel that was asked for; every name checked before anything is started."""
    from arena import players, series
    from arena.local.series import HOUSE, LocalOrder
    from arena.local.strength import Duel
    from arena.matches import PRESETS

    for bot in (a, b):
        if bot.startswith(HOUSE):
            players.parse(bot.removeprefix(HOUSE))
        elif bot in players.KINDS:
            raise Refused(f"{bot!r} would be started as a program; the house bot is {HOUSE}{bot}")
    game = game_of(arguments.game)
    seats = arguments.seats
    options = options_of(game, seats, arguments.option)
    bots = (a, *((b,) * (seats - 1)))
    order = LocalOrder(
        game=game.name,
        seats=seats,
        options=options,
        entrants=bots,
        names=tuple(series.names(bots)),
        games=max(seats, matches - matches % seats),
        seed=arguments.seed,
        clock=PRESETS["none"],
        jobs=arguments.jobs,
        passed=tuple(getattr(arguments, "passed", ())),
    )
    in_this_process = arguments.jobs == 1 and _all_house(order)
    return Duel(order, both_ways, early, 1 if in_this_process else BATCH)


def _fought(duel: "Duel", arguments: Namespace) -> "Verdict":
    """Play the duel with a progress bar, from what the folder of results has."""
    from arena.local.strength import Kept, fight

    order = duel.order
    result = None
    path = arguments.results / f"{_tag(duel)}.jsonl"
    kept = Kept(path, duel)
    if len(kept) and not _all_house(order):
        known = f"{len(kept)} matches are in {path} and are not played again."
        print(f"{known} If a bot has changed since, remove that file first.", file=sys.stderr)
    title = f"{order.entrants[0]} against {order.entrants[1]}: {order.game}, {order.seats} seats"
    with _player_of(order, arguments.jobs) as play, counter(order.games * len(duel.ways), title) as advance:
        counted = 0
        for result in fight(duel, play, kept):
            for _ in range(result.matches - counted):
                advance()
            counted = result.matches
    assert result is not None
    return result


def _all_house(order: "Order") -> bool:
    from arena.local.series import HOUSE

    return all(bot.startswith(HOUSE) for bot in order.entrants)


def _tag(duel: "Duel") -> str:
    """A file name for the results: another duel, another name. A program that was built again makes it another duel."""
    order = duel.order
    about = repr((order.entrants, order.options, order.seed, len(duel.ways), *_files_named(order.entrants)))
    return f"{order.game}-{order.seats}p-{blake2b(about.encode(), digest_size=4).hexdigest()}"


def _files_named(bots: "Iterable[str]") -> "Iterator[str]":
    """Hashes of the files that the bots' commands name, such as ./bot or my_bot.py."""
    for word in (word for bot in bots for word in bot.split()):
        if os.path.isfile(word):  # noqa: PTH113  a Path raises if the word is too long for a name
            yield blake2b(Path(word).read_bytes(), digest_size=8).hexdigest()


@contextmanager
def _player_of(order: "Order", jobs: int) -> "Iterator[Play]":
    """How to play matches: house bots in processes, which last for the whole duel; programs over the real protocol."""
    from dataclasses import replace

    from arena.cli import series
    from arena.cli.parallel import Processes
    from arena.local.series import HOUSE

    if not _all_house(order):
        yield _over_the_wire
        return
    with Processes(jobs) if jobs > 1 else nullcontext() as processes:

        def house(wanted: "Order") -> "Iterable[Result]":
            bare = replace(wanted, entrants=tuple(bot.removeprefix(HOUSE) for bot in wanted.entrants))
            return series.play_all(bare, 1, processes, timed=True)

        yield house


def _over_the_wire(order: Any) -> "Iterable[Result]":
    import tempfile

    from arena.event_loop import on_loop
    from arena.local.series import Played, play_all

    played: list[Played] = []
    on_loop(play_all(order, Path(tempfile.mkdtemp(prefix="arena-local-")), played.append))
    return [match.result for match in played]


def _interval(result: "Verdict") -> str:
    error = result.share.error
    mean = result.share.mean
    return share(mean, None if error is None else (mean - error, mean + error))


def _thinking(result: "Verdict") -> str:
    """Processor seconds of a seat in a match, on average."""
    return "" if result.thinking is None else f"{result.thinking[0]:.2f} : {result.thinking[1]:.2f} s"


def _sentence(a: str, b: str, result: "Verdict") -> str:
    """The verdict in words."""
    sure = f"{100 * result.low:.0f} to {100 * result.high:.0f} %, chance {100 * result.chance:.0f} %"
    counts = f"after {result.matches} matches in {result.seconds:.0f} s"
    elo = "" if result.elo is None else f", {result.elo:+.0f} Elo"
    if result.stronger is None:
        return f"Undecided {counts}: {a} scores {100 * result.share.mean:.1f} % against {b} ({sure}){elo}."
    better = f"{a} is stronger than {b}" if result.stronger else f"{b} is stronger than {a}"
    return f"{better}: {a} scores {100 * result.share.mean:.1f} % ({sure}){elo}, {counts}."


def _figures(duel: "Duel", result: "Verdict") -> dict[str, Any]:
    error = result.share.error
    return {
        "game": duel.order.game,
        "seats": duel.order.seats,
        "options": duel.order.options,
        "seed": duel.order.seed,
        "bots": [duel.order.entrants[0], duel.order.entrants[1]],
        "matches": result.matches,
        "share": result.share.mean,
        "error": error,
        "chance": result.chance,
        "always_valid": [result.low, result.high],
        "stronger": result.stronger,
        "elo": result.elo,
        "scores": list(result.scores),
        "seconds": round(result.seconds, 1),
        "thinking": result.thinking,
    }
