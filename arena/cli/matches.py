"""`arena matches`: lists of matches, one match, its replay."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from arena.cli.arguments import Commands, command, row_number, whole_number
from arena.cli.asking import ask_again
from arena.cli.calling import CALLING_HELP, Calls, add_calling, arena_of, print_json, when, word
from arena.cli.refusals import Refused

STATES = ("queued", "running", "finished", "void", "failed")
KINDS = ("rated", "validation", "challenge")
EXAMPLES = f"""\
{CALLING_HELP}

examples:
  arena matches --bot kabuki --limit 10           the newest matches of a bot
  arena matches --season iki-open --state running what is being played
  arena matches 17                                one match; of your own bots also what went wrong
  arena matches 17 --save 17.replay.gz            its replay: arena replay show 17.replay.gz
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "matches", "list matches, show one, fetch its replay", EXAMPLES, run)
    made.add_argument("match", nargs="?", type=row_number, metavar="MATCH", help="the number of one match")
    made.add_argument("--season", default="", metavar="SEASON", help="only of this season")
    made.add_argument("--bot", default="", metavar="BOT", help="only with this bot")
    made.add_argument("--game", default="", metavar="GAME", help="only of this game")
    made.add_argument("--state", choices=STATES, help="only in this state")
    made.add_argument("--kind", choices=KINDS, help="only of this kind")
    made.add_argument("--limit", type=whole_number(1, 10_000), default=20, metavar="N", help="matches (default: 20)")
    made.add_argument("--save", type=Path, metavar="FILE", help="write the replay of MATCH to this file")
    add_calling(made)


def run(arguments: Namespace) -> int:
    """List, show or save."""
    if arguments.save is not None and arguments.match is None:
        raise Refused("--save needs the number of a match")
    with arena_of(arguments) as call:
        from arena.v1 import arena_pb2 as pb

        if arguments.save is not None:
            return _save(call, arguments, pb)
        if arguments.match is not None:
            found = call("GetMatch", pb.GetMatchRequest(match_id=str(arguments.match)))
            print_json(found) if arguments.json else _show(found, pb)
            return 0
        rows = call.rows("ListMatches", _request(arguments, pb), "matches", arguments.limit)
    print_json(rows) if arguments.json else print_matches(rows, pb)
    return 0


def _request(arguments: Namespace, pb: Any) -> Any:
    request = pb.ListMatchesRequest(season_id=arguments.season, bot=arguments.bot, game=arguments.game)
    if arguments.state:
        request.state = pb.MatchState.Value(f"MATCH_STATE_{arguments.state.upper()}")
    if arguments.kind:
        request.kind = pb.MatchKind.Value(f"MATCH_KIND_{arguments.kind.upper()}")
    return request


def _save(call: Calls, arguments: Namespace, pb: Any) -> int:
    pieces = call.stream("DownloadReplay", pb.DownloadReplayRequest(match_id=str(arguments.match)))
    body = b"".join(piece.data for piece in pieces)
    arguments.save.write_bytes(body)
    print(
        f"{arguments.save}: {len(body)} bytes; check it with: arena replay verify {arguments.save} --key KEY (the arena's public key)"
    )
    return 0


def print_matches(rows: list[Any], pb: Any) -> None:
    """A table of matches."""
    from rich.markup import escape
    from rich.table import Table

    from arena.cli.tables import print_table

    made = Table("match", "game", "season", "kind", "state", "seats: place, points", "over")
    for one in rows:
        state, kind = word(pb.MatchState, one.state, "MATCH_STATE_"), word(pb.MatchKind, one.kind, "MATCH_KIND_")
        seats = "; ".join(_seat(seat) for seat in one.seats)
        made.add_row(*map(escape, (one.id, one.game, one.season_id, kind, state, seats, when(one.finished_at))))
    print_table(made)


def _seat(seat: Any) -> str:
    name = seat.bot or "?"
    if not seat.place:
        return name
    fault = "" if seat.verdict == "finished" else f" ({seat.verdict})"
    return f"{name} {seat.place}., {seat.score}{fault}"


def _show(found: Any, pb: Any) -> None:
    from arena.cli.reading import clean

    match = found.match
    print_matches([match], pb)
    told = ", ".join(f"{name}={value}" for name, value in sorted(match.options.items())) or "none"
    print(clean(f"rules {match.rules_version}, clock {match.clock}, options: {told}"))
    if match.page:
        print(clean(match.page))
    if match.reason:
        print(clean(f"{word(pb.MatchState, match.state, 'MATCH_STATE_')}: {match.reason}"))
    for fault in found.faults:
        print(clean(f"seat {fault.seat}, its decision {fault.decision}: {fault.verdict}. {fault.detail}"))
        if fault.HasField("match_decision"):
            print(f"  ask that decision again: {ask_again(f'match-{match.id}.replay.gz', fault.match_decision)}")
        print(clean(f"  sent:  {fault.sent!r}"))
        print(clean(f"  legal: {', '.join(fault.legal_actions[:12])}{' ...' * (len(fault.legal_actions) > 12)}"))
    waits = f"arena matches {match.id} --save FILE fetches it" if match.replay else "opens when its set is done"
    print(f"replay: {waits}")
