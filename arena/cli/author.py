"""An author's commands about bots and seasons of a running arena: enter, leave, consent, pace, why, leaderboard; and calls to ArenaService over gRPC, with the arena's address and the token."""

import os
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from arena.cli.command import (
    JSON,
    Answer,
    Argument,
    Command,
    Refused,
    argument,
    command,
    left,
    print_json,
    print_records,
    right,
    whole_number,
)
from arena.errors import Unavailable
from arena.text import visible

if TYPE_CHECKING:
    from arena.sdk.endpoints import Endpoint

HERE = "127.0.0.1:50051"
TIMEOUT_SECONDS = 60.0
MOST_ROWS_PER_CALL = 200
ENDPOINT_HELP = """\
The arena's address is in ARENA_ENDPOINT (default: 127.0.0.1:50051), your author token in ARENA_TOKEN. The site or
`arena token create --author NAME` gives you one; a bot's token does not work here."""


class Arena:
    """Calls of ArenaService with a token; refusals become sentences."""

    def __init__(self, stub: Any, endpoint: "Endpoint") -> None:
        self._stub = stub
        self._address = endpoint.address
        self._options = {"metadata": [("authorization", f"Bearer {endpoint.token}")], "timeout": TIMEOUT_SECONDS}

    def call(self, rpc: str, **fields: Any) -> Any:
        """One call; *fields* fill its request."""
        with self._refusals():
            return getattr(self._stub, rpc)(_request(rpc, fields), **self._options)

    def stream(self, rpc: str, **fields: Any) -> list[Any]:
        """A call that answers in pieces."""
        with self._refusals():
            return list(getattr(self._stub, rpc)(_request(rpc, fields), **self._options))

    def upload(self, rpc: str, pieces: Iterable[dict[str, Any]]) -> Any:
        """A call that is asked in pieces; each fills a request."""
        with self._refusals():
            return getattr(self._stub, rpc)((_request(rpc, piece) for piece in pieces), **self._options)

    def rows(self, rpc: str, field: str, limit: int, **fields: Any) -> list[Any]:
        """Up to *limit* rows of a list that comes in pages."""
        rows: list[Any] = []
        page_token = ""
        while len(rows) < limit:
            size = min(MOST_ROWS_PER_CALL, limit - len(rows))
            answer = self.call(rpc, page_size=size, page_token=page_token, **fields)
            rows += getattr(answer, field)
            page_token = answer.next_page_token
            if not page_token:
                break
        return rows

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        import grpc

        try:
            yield
        except grpc.RpcError as error:
            status: Any = error
            code, details = status.code(), str(status.details())
            if code is grpc.StatusCode.UNAVAILABLE and not details.startswith("the arena"):
                raise Unavailable(f"no arena answers at {self._address} (set ARENA_ENDPOINT): {details}") from None
            if code is grpc.StatusCode.DEADLINE_EXCEEDED:
                raise Unavailable(f"the arena at {self._address} did not answer in {TIMEOUT_SECONDS:.0f} s") from None
            if code is grpc.StatusCode.UNAUTHENTICATED:
                raise Refused(f"{details}: set ARENA_TOKEN to your author token") from None
            raise Refused(details) from None


def _request(rpc: str, fields: dict[str, Any]) -> Any:
    from arena.v1 import arena_pb2

    return getattr(arena_pb2, f"{rpc}Request")(**fields)


@contextmanager
def connected(arguments: Namespace) -> Iterator[Arena]:
    """The arena that options or the environment name."""
    try:
        from arena.sdk.endpoints import check_author_token, endpoint
        from arena.v1 import arena_pb2_grpc
    except ModuleNotFoundError as missing:
        raise Refused(f"{missing.name} is not installed: pip install 'meiji-arena[wire]'") from None
    token = arguments.token or os.environ.get("ARENA_TOKEN", "")
    if not token:
        raise Refused(
            "who are you? Set ARENA_TOKEN to your author token (`arena token create --author NAME` makes one)"
        )
    check_author_token(token, "--token" if arguments.token else "ARENA_TOKEN")
    where = endpoint(arguments.endpoint or os.environ.get("ARENA_ENDPOINT") or HERE, token)
    with where.blocking_channel() as channel:
        yield Arena(arena_pb2_grpc.ArenaServiceStub(channel), where)  # type: ignore[no-untyped-call]


CONNECTION = (
    argument("--endpoint", metavar="HOST:PORT", help=f"the arena (default: ARENA_ENDPOINT, else {HERE})"),
    argument("--token", help="your author token (ARENA_TOKEN is better: other users can see the process list)"),
)


def author_command(
    name: str, summary: str, *arguments: Argument, text: str
) -> Callable[[Callable[[Namespace, Arena], str]], Command]:
    """Make a command of a function that changes something in the arena and returns a sentence about it."""

    def declare(run: Callable[[Namespace, Arena], str]) -> Command:
        @command(name, summary, *arguments, *CONNECTION, text=f"{ENDPOINT_HELP}\n\n{text}")
        def declared(given: Namespace) -> None:
            with connected(given) as arena:
                print(run(given, arena))

        return declared

    return declare


def author_query(
    name: str, summary: str, *arguments: Argument, text: str
) -> Callable[[Callable[[Namespace, Arena], Answer]], Command]:
    """Make a command of a function whose answer is one message or a list of messages: a table, or JSON with --json.

    An answer without data is a sentence, whatever the flags.
    """

    def declare(run: Callable[[Namespace, Arena], Answer]) -> Command:
        @command(name, summary, *arguments, *CONNECTION, JSON, text=f"{ENDPOINT_HELP}\n\n{text}")
        def declared(given: Namespace) -> None:
            with connected(given) as arena:
                answer = run(given, arena)
            messages = answer.data
            if not given.json or messages is None:
                answer.show()
            else:
                print_json([_plain(each) for each in messages] if isinstance(messages, list) else _plain(messages))

        return declared

    return declare


def _plain(message: Any) -> Any:
    from google.protobuf.json_format import MessageToDict

    return MessageToDict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)


def word(enum: str, number: int) -> str:
    """The value of an enum as people write it: `running` for `word("MATCH_STATE", MATCH_STATE_RUNNING)`."""
    values = _enum(enum)
    if number not in values.values():
        return str(number)
    return str(values.Name(number)).removeprefix(f"{enum}_").lower().replace("_", " ")


def number_of(enum: str, text: str | None) -> int:
    """The other way round; 0 for None."""
    return int(_enum(enum).Value(f"{enum}_{text.upper()}")) if text else 0


def _enum(name: str) -> Any:
    from arena.v1 import arena_pb2

    return getattr(arena_pb2, name.title().replace("_", ""))


def when(seconds: int) -> str:
    """Seconds since 1970 as people write a time, in their own zone; 0 is empty."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).astimezone().strftime("%Y-%m-%d %H:%M") if seconds else ""


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
  arena leave yokohama-open kabuki    open sets are played to the end; `arena enter` brings it back
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
