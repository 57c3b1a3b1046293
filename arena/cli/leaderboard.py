"""`arena leaderboard`: the table of a season."""

from argparse import Namespace
from typing import Any

from arena.cli.arguments import Commands, command, whole_number
from arena.cli.calling import CALLING_HELP, Calls, add_calling, arena_of, print_json, when, word

EXAMPLES = f"""\
{CALLING_HELP}

examples:
  arena leaderboard                          which seasons there are
  arena leaderboard yokohama-open            the best 50
  arena leaderboard yokohama-open --limit 500 --json
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "leaderboard", "show the table of a season, or list the seasons", EXAMPLES, run)
    made.add_argument("season", nargs="?", metavar="SEASON", help="its name; without it the seasons are listed")
    made.add_argument("--limit", type=whole_number(1, 10_000), default=50, metavar="N", help="lines (default: 50)")
    add_calling(made)


def run(arguments: Namespace) -> int:
    """Print the table."""
    with arena_of(arguments) as call:
        from arena.v1 import arena_pb2 as pb

        if arguments.season is None:
            return _seasons(call, arguments, pb)
        request = pb.ListStandingsRequest(season_id=arguments.season)
        lines = call.rows("ListStandings", request, "standings", arguments.limit)
        season = call("GetSeason", pb.GetSeasonRequest(season_id=arguments.season)).season
    if arguments.json:
        print_json(lines)
    else:
        _print(lines, solo=season.format == pb.SEASON_FORMAT_SOLO)
    return 0


def _seasons(call: Calls, arguments: Namespace, pb: Any) -> int:
    seasons = call.rows("ListSeasons", pb.ListSeasonsRequest(), "seasons", arguments.limit)
    if arguments.json:
        print_json(seasons)
        return 0
    from rich.markup import escape
    from rich.table import Table

    from arena.cli.tables import print_table

    made = Table("season", "game", "seats", "clock", "format", "state", "bots", "since")
    for one in seasons:
        state = "paused" if one.paused else word(pb.SeasonState, one.state, "SEASON_STATE_")
        form = word(pb.SeasonFormat, one.format, "SEASON_FORMAT_")
        row = (one.id, one.game, str(one.seats), one.clock, form, state, str(one.entries), when(one.created_at))
        made.add_row(*map(escape, row))
    print_table(made)
    return 0


def _rating(line: Any, *, solo: bool) -> str:
    """As the site shows it: no mean before the first match of a solo season, no interval where none is known."""
    from arena.ratings.elo import HALF_WIDTH

    if solo and not line.sets:
        return "–"
    digits = 1 if solo else 0
    shown = f"{line.rating:.{digits}f}"
    known = line.deviation and (line.sets > 1 or not solo)
    return f"{shown} ± {HALF_WIDTH * line.deviation:.{digits}f}" if known else shown


def _print(lines: list[Any], *, solo: bool) -> None:
    from rich.markup import escape
    from rich.table import Table

    from arena.cli.tables import print_table

    made = Table()
    made.add_column("rank", justify="right")
    made.add_column("bot")
    made.add_column("owner")
    for title in ("rating (95 %)", "fit (95 %)", "sets", "matches", "wins", "faults"):
        made.add_column(title, justify="right", no_wrap=True)
    for line in lines:
        fit = f"{line.fit.points:.0f} ({line.fit.low:.0f} to {line.fit.high:.0f})" if line.HasField("fit") else ""
        made.add_row(
            "left" if line.withdrawn else str(line.rank),
            escape(line.bot),
            "(house)" if line.house else escape(line.team),
            _rating(line, solo=solo),
            fit,
            str(line.sets),
            str(line.matches),
            f"{100 * line.win_share:.0f} %" if line.matches else "",
            str(line.faults),
        )
    print_table(made)
    if solo:
        print("The rating is the mean score over the season's set-ups, ± its 95 % interval (docs/ratings.md).")
    else:
        print("Elo ± its 95 % interval moves with every set; the fit weighs all sets at once (docs/ratings.md).")
