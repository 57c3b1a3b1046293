"""`arena play`, `arena local`, `arena bridge`, `arena doctor`: matches and an author's own programs on this machine, with no server."""

import sys
import tempfile
import time
from argparse import REMAINDER, ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from arena.cli.command import (
    GAME_SETUP,
    JSON,
    OPTION,
    PASS,
    SEED,
    Refused,
    argument,
    command,
    counter,
    game_of,
    options_of,
    repeated,
    whole_number,
    with_progress,
)
from arena.cli.replay import ask_again
from arena.text import visible, whole_number as number_in
from arena.wording import notation_for_people, seat_name

if TYPE_CHECKING:
    from arena.doctor import Finding
    from arena.local.series import LocalOrder, Played


@command(
    "local",
    "play matches between programs on this machine",
    argument("game", nargs="?", metavar="GAME", help="what to play; not needed with --from"),
    repeated("--bot", "CMD", "a player; once per seat"),
    argument("--games", type=whole_number(1), metavar="N", help="matches to play (default: one set)"),
    SEED,
    OPTION,
    argument(
        "--clock",
        default="standard",
        metavar="NAME",
        help="blitz, standard (default), long, slow, none, or seconds as bank+increment, such as 90+0.5",
    ),
    argument("--jobs", type=whole_number(1, 64), default=1, metavar="N", help="matches at once (default: 1)"),
    argument("--save", type=Path, metavar="DIR", help="keep replays and the bots' stderr in this folder"),
    argument("--from", dest="start", metavar="FILE@N", help="play on from before decision N of a replay"),
    JSON,
    PASS,
    text="""\
Each --bot is a command that is started with ARENA_ENDPOINT and ARENA_TOKEN in its environment, or a house bot such as
house:greedy. Matches come in sets: the same set-up in every rotation of the seats. What a bot writes to stderr is kept beside the
replays, or in a folder whose name is printed if something goes wrong. The exit code is 1 if any bot was at fault.

examples:
  arena local iki --bot "python bots/python/random_bot.py" --bot house:random --games 20
  arena local yokohama --bot "python bots/python/greedy_bot.py" --bot "node dist/bot.js" --bot house:random --save replays
  arena local --from replays/iki-2p-3fa2c1-1-00003.replay.gz@40 --bot "./mine" --bot house:greedy    play on from a position
""",
)
def local(arguments: Namespace) -> int:
    """Play, and print scores, places, Elo differences and faults."""
    from arena.cli import series

    order = _order(arguments)
    if order.save is not None:
        series.prepare_folder(order.save)
    logs = order.save / "logs" if order.save is not None else Path(tempfile.mkdtemp(prefix="arena-local-"))
    begun = time.perf_counter()
    played: list[Played] = []
    try:
        _play(order, logs, played, sys.stderr if arguments.json else sys.stdout)
    finally:
        if played:
            series.print_results(order, [match.result for match in played], begun, as_json=arguments.json)
            if not arguments.json and (order.save is not None or any(_troubles(match, order) for match in played)):
                print(f"What the bots wrote is in {logs}")
    return int(any(match.record.faults for match in played))


def _order(arguments: Namespace) -> "LocalOrder":
    """The series that was asked for; every name checked before anything is started."""
    from arena import players, series
    from arena.local.series import HOUSE, LocalOrder
    from arena.matches import preset

    bots = arguments.bot
    for bot in bots:
        if bot.startswith(HOUSE):
            players.parse(bot.removeprefix(HOUSE), players.KINDS)
    game, seats, options, start = _game_and_start(arguments)
    if len(bots) != seats:
        raise Refused(f"{seats} seats need {seats} times --bot; got {len(bots)}")
    return LocalOrder(
        game=game,
        seats=seats,
        options=options,
        entrants=tuple(bots),
        names=tuple(series.names([_name(bot) for bot in bots])),
        games=arguments.games or seats,
        seed=arguments.seed,
        save=arguments.save,
        clock=preset(arguments.clock),
        start=start,
        jobs=arguments.jobs,
        passed=tuple(arguments.passed),
    )


def _game_and_start(arguments: Namespace) -> tuple[str, int, dict[str, Any], dict[str, Any] | None]:
    """Game, seats, options, and the position to start from (None: a new match)."""
    if arguments.start is None:
        if arguments.game is None:
            raise Refused("which game? arena local GAME --bot CMD …, or --from FILE@N")
        if not arguments.bot:
            raise Refused('who plays? Give --bot once per seat, such as --bot "python bot.py" --bot house:random')
        game = game_of(arguments.game)
        return game.name, len(arguments.bot), options_of(game, len(arguments.bot), arguments.option), None
    from arena.replays import position_at, read

    path, _, text = arguments.start.rpartition("@")
    number = number_in(text, 0, 10**9)
    if not path or number is None:
        raise Refused(f"--from takes FILE@N, got {arguments.start!r}")
    replay = read(Path(path))
    if number >= len(replay.decisions):
        raise Refused(
            f"the match has {len(replay.decisions)} decisions: --from takes @0 to @{len(replay.decisions) - 1}"
        )
    if arguments.game not in (None, replay.game) or arguments.option:
        raise Refused(f"--from brings its own game ({replay.game}) and options")
    return replay.game, replay.spec.seats, replay.spec.options, position_at(replay, number).to_dict()


def _name(bot: str) -> str:
    """A command as a name: printable, and not too long."""
    text = visible(bot)
    return text if len(text) <= 60 else "…" + text[-59:]


def _play(order: "LocalOrder", logs: Path, played: list["Played"], out: TextIO) -> None:
    """Play all matches into *played*; what goes wrong is printed as it happens."""
    from arena.cli.series import save_replay
    from arena.event_loop import on_loop
    from arena.local.series import play_all

    with counter(order.games, f"{order.game}, {order.seats} seats") as advance:

        def keep(match: "Played") -> None:
            played.append(match)
            if order.save is not None:
                save_replay(order.save, match.record)
            for line in _troubles(match, order):
                print(line, file=out, flush=True)
            advance()

        on_loop(play_all(order, logs, keep))


def _troubles(match: "Played", order: "LocalOrder") -> list[str]:
    """What went wrong in a match, a line each: faults by decision, and errors that bots reported about themselves."""
    spec = match.record.spec
    lines = []
    for fault in match.record.faults:
        sent = f"; it sent {fault.sent!r}" if fault.sent else ""
        lines.append(
            f"{spec.match_id}: {spec.players[fault.seat]} ({seat_name(fault.seat)}) went out at its decision {fault.number}, "
            f"decision {fault.made} of the match: {fault.verdict}. {fault.detail}{sent}"
        )
        bot = order.entrants[match.pairing.entrants[fault.seat]]
        lines.append(f"    ask that decision again: {_ask_again(order.save, spec.match_id, fault.made, bot)}")
        if fault.legal:
            more = f" and {len(fault.legal) - 8} more" if len(fault.legal) > 8 else ""
            lines.append(f"    its choices were: {notation_for_people(', '.join(fault.legal[:8]))}{more}")
    for note in match.record.notes:
        if note.note.startswith("exception:"):
            bot = f"{spec.players[note.seat]} ({seat_name(note.seat)})"
            first = note.note.splitlines()[0]
            lines.append(f"{spec.match_id}: {bot} at its decision {note.number}: {first}; the first action was played")
    return lines


def _ask_again(folder: Path | None, match_id: str, at: int, bot: str) -> str:
    from arena.replays import SUFFIX

    if folder is None:
        return f"--save DIR keeps the replay; then arena replay ask DIR/{match_id}{SUFFIX} --at {at}"
    return ask_again(str(folder / f"{match_id}{SUFFIX}"), at, bot)


@command(
    "bridge",
    "let any program that reads lines and prints numbers play",
    argument("--endpoint", metavar="HOST:PORT", help="the arena (default: ARENA_ENDPOINT)"),
    argument("--token", help="the bot's token (default: ARENA_TOKEN, which other users cannot see)"),
    argument("--games", default="", metavar="GAME,…", help="games it plays (default: all)"),
    argument("--bot-version", default="", metavar="TEXT", help="its version, shown beside results"),
    argument("program", nargs=REMAINDER, metavar="-- CMD …", help="the program with its arguments"),
    text="""\
The program gets one JSON line per decision on its standard input, and prints the index of its choice on a line (flushed), or
an object: {"index": 3, "note": "why", "value": 0.4}. The line has "choices" (how many there are), "legal" (the actions), "view" (the position), "events", "game", "seat",
"match_id", "number" and, with a clock, "clock_ms", "increment_ms" and "budget_ms". Endpoint and token come from ARENA_ENDPOINT and ARENA_TOKEN unless given.

examples:
  arena bridge --endpoint arena.example:443 --token abc -- ./my_bot
  arena local iki --bot "arena bridge -- sh bots/shell/random.sh" --bot house:random
""",
)
def bridge(arguments: Namespace) -> None:
    """Play until interrupted."""
    program = arguments.program[1:] if arguments.program[:1] == ["--"] else arguments.program
    if not program:
        raise Refused("which program? arena bridge -- CMD …")
    from arena.bridge import BridgeBot
    from arena.sdk import run

    games = [name.strip() for name in arguments.games.split(",") if name.strip()]
    bot = BridgeBot(program, games, arguments.bot_version)
    try:
        run(bot, address=arguments.endpoint, token=arguments.token)
    finally:
        bot.close()


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise ArgumentTypeError(f"expected a number of seconds up to 3600, got {text!r}")
    return value


@command(
    "doctor",
    "check a bot over the real protocol",
    argument("--bot", required=True, metavar="CMD", help="the bot's command"),
    repeated("--game", "GAME", "only this game; may be repeated"),
    argument("--seconds", type=_seconds, default=30.0, metavar="N", help="time limit of each step (default: 30)"),
    PASS,
    text="""\
The bot is started in its own arena on this machine. It plays every game it declares at every seat count, and then meets
what happens on a real network: decisions sent again, late answers, lost connections, a restarted server, a cancelled match, messages
of a later version. The exit code is 0 if every check passed, else 1.

examples:
  arena doctor --bot "python bots/python/random_bot.py"
  arena doctor --bot "node dist/bot.js" --game iki
  arena doctor --bot "arena bridge -- sh bots/shell/random.sh" --game iki --game nippon
""",
)
def doctor(arguments: Namespace) -> int:
    """Examine the bot, and report."""
    from arena.doctor import examine
    from arena.event_loop import on_loop

    games = [game_of(name).name for name in arguments.game]
    logs = Path(tempfile.mkdtemp(prefix="arena-doctor-"))
    findings = on_loop(examine(arguments.bot, logs, games, arguments.seconds, _report, arguments.passed))
    failed = sum(finding.passed is False for finding in findings)
    print(f"{sum(finding.passed is True for finding in findings)} checks passed, {failed} failed")
    if failed:
        print(f"What the bot wrote is in {logs}")
    return int(failed > 0)


def _report(finding: "Finding") -> None:
    verdict = {True: "ok    ", False: "FAILED", None: "-     "}[finding.passed]
    first, *more = finding.detail.splitlines() or [""]
    print(visible(f"{verdict}  {finding.title}: {first}"), flush=True)
    for line in more:
        print(visible(f"        {line}"))
    if finding.advice:
        print(f"        What to do: {finding.advice}", flush=True)


if TYPE_CHECKING:
    from arena.series import Order

SAVE = argument("--save", type=Path, metavar="DIR", help="keep a replay of every match in this folder")


@command(
    "play",
    "play matches between bots, or against them yourself",
    *GAME_SETUP,
    argument("--bots", default="random", metavar="BOT,…", help="who plays, one per seat (default: random)"),
    argument(
        "--games", type=whole_number(1), metavar="N", help="matches to play (default: one set; with a human: one match)"
    ),
    argument("--jobs", type=whole_number(1, 256), default=1, metavar="N", help="processes to use (default: 1)"),
    SAVE,
    JSON,
    text="""\
Matches come in sets: the same set-up is played in every rotation of the seats, with other hidden cards each time, so
that neither seat nor set-up favours a bot. Errors (±) are 95 % intervals; they need two whole sets. Elo is the difference to
the other bots of the table together.
Without --seats there are as many as bots are named, else as many as the game takes. A single bot takes every seat.
`arena bots` lists the bots and their settings; `human` is you.

examples:
  arena play iki --seats 2 --bots human,greedy
  arena play yokohama --seats 4 --bots greedy,greedy:noise=0.5,random,random --games 100 --jobs 2
  arena play yokohama --seats 3 --games 30 --option edition=okazu --save replays
""",
)
def play(arguments: Namespace) -> int:
    """Play, and print the table of results."""
    from arena.cli import series

    order = _series_order(arguments)
    if order.save is not None:
        series.prepare_folder(order.save)
    if series.HUMAN in order.entrants:
        return series.play_with_human(order)
    begun = time.perf_counter()
    results = with_progress(series.play_all(order, arguments.jobs), order.games, f"{order.game}, {order.seats} seats")
    series.print_results(order, list(results), begun, as_json=arguments.json)
    return 0


def _series_order(arguments: Namespace) -> "Order":
    """The series that was asked for; every name checked before anything is played."""
    from arena.cli.series import HUMAN, entrants
    from arena.series import Order, names

    game = game_of(arguments.game)
    bots = entrants(game, arguments.seats, arguments.bots)
    return Order(
        game=game.name,
        seats=len(bots),
        options=options_of(game, len(bots), arguments.option),
        entrants=tuple(bots),
        names=tuple(names(bots)),
        games=arguments.games or (1 if HUMAN in bots else len(bots)),
        seed=arguments.seed,
        save=arguments.save,
    )
