"""`arena local`: matches between programs on this machine, with no server."""

import sys
import tempfile
import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from arena.cli.arguments import Commands, add_passing, command, game_of, options_of, whole_number
from arena.cli.refusals import Refused
from arena.text import visible
from arena.text import whole_number as number_in

if TYPE_CHECKING:
    from arena.local.series import LocalOrder, Played

EXAMPLES = """\
Each --bot is a command that is started with ARENA_ENDPOINT and ARENA_TOKEN in its environment, or a house bot such as
house:greedy. Matches come in sets: the same set-up in every rotation of the seats. What a bot writes to stderr is kept beside the
replays, or in a folder that is named when something went wrong. The exit code is 1 if any bot was at fault.

examples:
  arena local iki --bot "python bots/python/random_bot.py" --bot house:random --games 20
  arena local yokohama --bot "python bots/python/greedy_bot.py" --bot "node bots/node/bot.js" --bot house:random --save replays
  arena local --from replays/iki-2p-3fa2c1-1-00003.replay.gz@40 --bot "./mine" --bot house:greedy    play on from a position
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "local", "play matches between programs on this machine", EXAMPLES, run)
    made.add_argument("game", nargs="?", metavar="GAME", help="what to play; not needed with --from")
    made.add_argument("--bot", action="append", default=[], metavar="CMD", help="a player; once per seat")
    made.add_argument("--games", type=whole_number(1), metavar="N", help="matches to play (default: one set)")
    made.add_argument(
        "--seed", type=whole_number(0), default=1, metavar="N", help="makes set-ups repeatable (default: 1)"
    )
    made.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    made.add_argument(
        "--clock",
        default="standard",
        metavar="NAME",
        help="blitz, standard (default), long, none, or seconds as bank+increment, such as 90+0.5",
    )
    made.add_argument("--jobs", type=whole_number(1, 64), default=1, metavar="N", help="matches at once (default: 1)")
    made.add_argument("--save", type=Path, metavar="DIR", help="keep replays and the bots' stderr in this folder")
    made.add_argument("--from", dest="start", metavar="FILE@N", help="play on from before decision N of a replay")
    made.add_argument("--json", action="store_true", help="print the result as JSON")
    add_passing(made)


def run(arguments: Namespace) -> int:
    """Play, and print scores, places, Elo differences and faults."""
    from arena.cli import tables

    order = ordered(arguments)
    if order.save is not None:
        from arena.cli.saving import prepare

        prepare(order.save)
    logs = order.save / "logs" if order.save is not None else Path(tempfile.mkdtemp(prefix="arena-local-"))
    begun = time.perf_counter()
    kept: list[Played] = []
    try:
        _play(order, logs, kept, sys.stderr if arguments.json else sys.stdout)
    finally:
        elapsed = time.perf_counter() - begun
        if kept:
            results = sorted((one.result for one in kept), key=lambda result: result.number)
            if arguments.json:
                print(tables.as_json(order, results, elapsed))
            else:
                tables.print_series(order, results, elapsed)
            if not arguments.json and (order.save is not None or any(troubles_of(one, order) for one in kept)):
                print(f"What the bots wrote is in {logs}")
    return int(any(one.record.faults for one in kept))


def ordered(arguments: Namespace) -> "LocalOrder":
    """The series that was asked for; every name checked before anything is started."""
    from arena import players, series
    from arena.local.series import HOUSE, LocalOrder
    from arena.matches import preset

    bots = arguments.bot
    for bot in bots:
        if bot.startswith(HOUSE):
            players.parse(bot.removeprefix(HOUSE), players.KINDS)
    game, seats, options, start = _setting(arguments)
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


def _setting(arguments: Namespace) -> tuple[str, int, dict[str, Any], dict[str, Any] | None]:
    """Game, seats, options and start."""
    if arguments.start is None:
        if arguments.game is None:
            raise Refused("which game? arena local GAME --bot CMD …, or --from FILE@N")
        if not arguments.bot:
            raise Refused('who plays? Give --bot once per seat, such as --bot "python bot.py" --bot house:random')
        game = game_of(arguments.game)
        return game.name, len(arguments.bot), options_of(game, len(arguments.bot), arguments.option), None
    from arena.replays import position_at, read

    path, _, number = arguments.start.rpartition("@")
    if not path or number_in(number, 0, 10**9) is None:
        raise Refused(f"--from takes FILE@N, got {arguments.start!r}")
    replay = read(Path(path))
    if int(number) >= len(replay.decisions):
        raise Refused(
            f"the match has {len(replay.decisions)} decisions: --from takes @0 to @{len(replay.decisions) - 1}"
        )
    if arguments.game not in (None, replay.game) or arguments.option:
        raise Refused(f"--from brings its own game ({replay.game}) and options")
    start = position_at(replay, int(number)).to_dict()
    return replay.game, replay.spec.seats, replay.spec.options, start


def _name(bot: str) -> str:
    """A command as a name: printable, and not too long."""
    text = visible(bot)
    return text if len(text) <= 60 else "…" + text[-59:]


def _play(order: "LocalOrder", logs: Path, kept: list["Played"], out: TextIO) -> None:
    """Play it all; what goes wrong is printed as it happens."""
    from arena.cli.progress import counter
    from arena.cli.saving import save
    from arena.local.series import played
    from arena.wire.loops import on_loop

    with counter(order.games, f"{order.game}, {order.seats} seats") as advance:

        def keep(one: "Played") -> None:
            kept.append(one)
            if order.save is not None:
                save(order.save, one.record)
            for line in troubles_of(one, order):
                print(line, file=out, flush=True)
            advance()

        on_loop(played(order, logs, keep))


def troubles_of(one: "Played", order: "LocalOrder") -> list[str]:
    """What went wrong in a match, a line each: faults by decision, and errors that bots reported about themselves."""
    spec = one.record.spec
    lines = []
    for fault in one.record.faults:
        sent = f"; it sent {fault.sent!r}" if fault.sent else ""
        lines.append(
            f"{spec.match_id}: {spec.players[fault.seat]} (seat {fault.seat}) went out at its decision {fault.number}, "
            f"decision {fault.made} of the match: {fault.verdict}. {fault.detail}{sent}"
        )
        command = order.entrants[one.pairing.entrants[fault.seat]]
        lines.append(f"    ask that decision again: {_again(order.save, spec.match_id, fault.made, command)}")
        if fault.legal:
            shown = ", ".join(fault.legal[:8]) + (f" and {len(fault.legal) - 8} more" if len(fault.legal) > 8 else "")
            lines.append(f"    its choices were: {shown}")
    for note in one.record.notes:
        if note.note.startswith("exception:"):
            first = note.note.splitlines()[0]
            who = f"{spec.players[note.seat]} (seat {note.seat})"
            lines.append(f"{spec.match_id}: {who} at its decision {note.number}: {first}; the first action was played")
    return lines


def _again(folder: Path | None, match_id: str, at: int, command: str) -> str:
    from arena.cli.asking import ask_again
    from arena.replays import SUFFIX

    if folder is None:
        return f"--save DIR keeps the replay; then arena replay ask DIR/{match_id}{SUFFIX} --at {at}"
    return ask_again(str(folder / f"{match_id}{SUFFIX}"), at, command)
