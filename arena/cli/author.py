"""An author's commands about bots and seasons of a running arena: enter, leave, consent, pace, why, leaderboard."""

from argparse import Namespace
from functools import partial
from typing import Any

from arena.cli.arguments import argument, whole_number
from arena.cli.client import Arena, author_command, author_query, when, word
from arena.cli.output import Answer, left, print_records, right
from arena.cli.refusals import Refused
from arena.text import visible

SEASON = argument("season", metavar="SEASON", help="the season's name; `arena leaderboard` lists them")
BOT = argument("bot", metavar="BOT", help="one of your bots")


@author_command(
    "enter",
    "enter one of your bots into a season",
    SEASON,
    BOT,
    argument("--invite", default="", metavar="CODE", help="from the organisers of a closed league"),
    text="""\
examples:
  arena enter yokohama-open kabuki             kabuki plays there from now on
  arena enter club-1 kabuki --invite CODE      a closed league needs an invite from its organisers
""",
)
def enter(arguments: Namespace, arena: Arena) -> str:
    """Enter the bot."""
    answer = arena.call("EnterSeason", season_id=arguments.season, bot=arguments.bot, invite=arguments.invite)
    season = answer.season
    return f"{arguments.bot} is in {season.id}, where {season.entries} bots play {season.game}"


@author_command(
    "leave",
    "take one of your bots out of a season",
    SEASON,
    BOT,
    text="""\
example:
  arena leave yokohama-open kabuki    sets that are open are played to the end; `arena enter` comes back
""",
)
def leave(arguments: Namespace, arena: Arena) -> str:
    """Take the bot out."""
    season = arena.call("LeaveSeason", season_id=arguments.season, bot=arguments.bot).season
    return f"{arguments.bot} has left {season.id}, where {season.entries} bots play {season.game}"


@author_command(
    "consent",
    "let anybody challenge one of your bots, or nobody",
    BOT,
    argument("answer", choices=("yes", "no")),
    text="""\
A challenge is unrated and waits behind rated matches. You see the matches and replays of your bot.

examples:
  arena consent kabuki yes    anybody may challenge kabuki
  arena consent kabuki no     only you may (the default)
""",
)
def consent(arguments: Namespace, arena: Arena) -> str:
    """Change it."""
    bot = arena.call("UpdateBot", bot=arguments.bot, open_to_challenges=arguments.answer == "yes").bot
    return f"{bot.name} {'may be challenged by anybody' if bot.open_to_challenges else 'takes no challenges of others'}"


@author_command(
    "pace",
    "limit the ladder matches of one of your bots per hour",
    BOT,
    argument("most", type=whole_number(0, 10_000), metavar="MATCHES", help="per hour; 0: no limit"),
    text="""\
Once the bot has played that many ladder matches within an hour, no new set begins. League matches do not count and do not wait.

examples:
  arena pace kabuki 20    at most 20 ladder matches in an hour
  arena pace kabuki 0     no limit (the default)
""",
)
def pace(arguments: Namespace, arena: Arena) -> str:
    """Change it."""
    bot = arena.call("UpdateBot", bot=arguments.bot, matches_per_hour=arguments.most).bot
    most = bot.matches_per_hour
    return f"{bot.name} plays " + (
        f"at most {most} ladder matches in an hour" if most else "as many ladder matches as it can"
    )


@author_query(
    "why",
    "say why a bot is not playing right now",
    argument("bot", nargs="?", metavar="BOT", help="one of your bots (default: all of them)"),
    text="""\
examples:
  arena why kabuki      offline, not validated, waiting for opponents, at its limit, or when it plays next
  arena why             the same for all your bots
""",
)
def why(arguments: Namespace, arena: Arena) -> Answer:
    """The reason for one bot, or for each of them."""
    if arguments.bot is not None:
        reason = arena.call("ExplainBot", bot=arguments.bot)
        return Answer(reason, partial(_print_reasons, [reason]))
    names = [bot.name for bot in arena.rows("ListBots", "bots", 500)]
    if not names:
        raise Refused("you have no bot yet: `arena bot create NAME --owner YOU`, or make one on the site")
    reasons = [arena.call("ExplainBot", bot=name) for name in names]
    return Answer(reasons, partial(_print_reasons, reasons))


def _print_reasons(reasons: list[Any]) -> None:
    for reason in reasons:
        print(visible(reason.answer.sentence))
        for season in reason.seasons:
            if season.sentence != reason.answer.sentence:
                print(visible(f"  {season.sentence}"))


@author_query(
    "leaderboard",
    "show the table of a season, or list the seasons",
    argument("season", nargs="?", metavar="SEASON", help="its name; without it the seasons are listed"),
    argument("--limit", type=whole_number(1, 10_000), default=50, metavar="N", help="lines (default: 50)"),
    text="""\
examples:
  arena leaderboard                          all seasons
  arena leaderboard yokohama-open            the best 50
  arena leaderboard yokohama-open --limit 500 --json
""",
)
def leaderboard(arguments: Namespace, arena: Arena) -> Answer:
    """The table of a season, or all seasons."""
    if arguments.season is None:
        seasons = arena.rows("ListSeasons", "seasons", arguments.limit)
        return Answer(seasons, partial(print_records, seasons, SEASON_COLUMNS))
    lines = arena.rows("ListStandings", "standings", arguments.limit, season_id=arguments.season)
    season = arena.call("GetSeason", season_id=arguments.season).season
    return Answer(lines, partial(_print_leaderboard, lines, solo=word("SEASON_FORMAT", season.format) == "solo"))


SEASON_COLUMNS = (
    left("season", "id"),
    left("game"),
    left("seats"),
    left("clock"),
    left("format", lambda season: word("SEASON_FORMAT", season.format)),
    left("state", lambda season: "paused" if season.paused else word("SEASON_STATE", season.state)),
    left("bots", "entries"),
    left("since", lambda season: when(season.created_at)),
)


def _print_leaderboard(lines: list[Any], *, solo: bool) -> None:
    columns = (
        right("rank"),
        left("bot"),
        left("owner", lambda line: "(house)" if line.house else line.team),
        right("rating (95 %)", lambda line: _rating(line, solo=solo)),
        right("fit (95 %)", _fit),
        right("sets"),
        right("matches"),
        right("wins", lambda line: f"{100 * line.win_share:.0f} %" if line.matches else ""),
        right("faults"),
    )
    print_records(lines, columns)
    if solo:
        print("The rating is the mean score over the season's set-ups, ± its 95 % interval (docs/ratings.md).")
    else:
        print("Elo ± its 95 % interval moves with every set; the fit weighs all sets at once (docs/ratings.md).")


def _rating(line: Any, *, solo: bool) -> str:
    """As the site shows it: no mean before the first match of a solo season, no interval where none is known."""
    from arena.ratings.elo import HALF_WIDTH

    if solo and not line.sets:
        return "–"
    digits = 1 if solo else 0
    shown = f"{line.rating:.{digits}f}"
    has_interval = line.deviation and (line.sets > 1 or not solo)
    return f"{shown} ± {HALF_WIDTH * line.deviation:.{digits}f}" if has_interval else shown


def _fit(line: Any) -> str:
    fit = line.fit
    return f"{fit.points:.0f} ({fit.low:.0f} to {fit.high:.0f})" if line.HasField("fit") else ""
