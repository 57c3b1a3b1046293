"""`arena submit` hands a bot in; `arena submission` lists, activates, deletes and downloads its versions, and shows how they are rated."""

from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from arena.cli.author import BOT, Arena, author_command, author_query, when
from arena.cli.command import Answer, Refused, argument, group, left, print_records, right, whole_number
from arena.text import visible

PIECE_BYTES = 64 * 1024
MOST_BOTS = 500
LOOK_SECONDS = 5.0
"""How often `arena submission ratings --wait` looks."""
VERSION = argument("version", metavar="VERSION", help="as bot.toml names it")
EXAMPLE = """\
bot.toml, at the top of the folder:
  name = "kabuki"                    the bot; it is created if there is none
  version = "1.3"                    raise it with every change
  language = "python"                shown beside the bot
  command = ["python3", "bot.py"]    python3, node, java, or a file of the folder
  games = ["iki", "nippon"]          leave it out to play them all
  protocol = "grpc"                  or "lines": reads a line, prints a number
"""


@author_command(
    "submit",
    "hand a bot in, for the arena to run",
    argument("folder", type=Path, metavar="DIR", help="a folder with bot.toml, or an archive (zip, tar, tar.gz)"),
    text=f"""\
The folder is packed, checked here and in the arena, and kept as a version of the bot. That version plays from then on. The
arena builds and installs nothing: put everything the bot needs into the folder.

{EXAMPLE}
examples:
  arena submit my-bot/            hand it in
  arena submit my-bot.zip         the same for an archive
""",
)
def submit(arguments: Namespace, arena: Arena) -> str:
    """Pack, check, send."""
    archive = inspected(arguments.folder)
    what = f"{archive.manifest.name} {archive.manifest.version}: {archive.files} files, {len(archive.data) / 2**20:.1f} MB packed"
    kept = arena.upload("SubmitBot", _pieces(archive.data))
    created = " (a new bot)" if kept.created else ""
    return f"{what}\n{kept.bot} {kept.version} is handed in{created} and active, SHA-256 {kept.sha256}"


def inspected(path: Path) -> Any:
    """A folder or an archive, packed and checked; a refusal says what is wrong."""
    from arena.archives.packing import pack
    from arena.archives.reading import inspect

    if not path.exists():
        raise Refused(f"there is no folder or archive {path}")
    return inspect(pack(path) if path.is_dir() else path.read_bytes())


def _pieces(data: bytes) -> Iterator[dict[str, bytes]]:
    for start in range(0, len(data), PIECE_BYTES):
        yield {"data": data[start : start + PIECE_BYTES]}


@author_query(
    "list",
    "list the versions of your bots that were handed in",
    argument("bot", nargs="?", default="", metavar="BOT", help="one of your bots (default: all of them)"),
    text="example:\n  arena submission list kabuki\n",
)
def versions(arguments: Namespace, arena: Arena) -> Answer:
    """A line for each."""
    rows = list(arena.call("ListSubmissions", bot=arguments.bot).submissions)
    return Answer(rows, partial(print_records, rows, COLUMNS))


COLUMNS = (
    left("bot"),
    left("version"),
    left("active", lambda line: "active" if line.active else ""),
    left("language"),
    left("command", lambda line: visible(" ".join(line.command), 60)),
    right("files"),
    right("MB", lambda line: f"{line.archive_bytes / 2**20:.1f}"),
    left("handed in", lambda line: when(line.created_at)),
    left("SHA-256", lambda line: line.sha256[:12]),
)


@author_command(
    "activate",
    "choose the version that plays",
    BOT,
    argument("version", nargs="?", default="", metavar="VERSION", help="left out: none plays, the bot may dial in"),
    text="examples:\n  arena submission activate kabuki 1.2    back to an earlier version\n  arena submission activate kabuki\n",
)
def activate(arguments: Namespace, arena: Arena) -> str:
    """Roll back, or forward."""
    arena.call("ActivateSubmission", bot=arguments.bot, version=arguments.version)
    if not arguments.version:
        return f"the arena runs no version of {arguments.bot}; it may dial in"
    return f"{arguments.bot} plays as version {arguments.version}"


@author_command(
    "delete",
    "delete the archive of a version",
    BOT,
    VERSION,
    text="example:\n  arena submission delete kabuki 1.1    frees its room in your quota\n",
)
def delete(arguments: Namespace, arena: Arena) -> str:
    """Delete it."""
    arena.call("DeleteSubmission", bot=arguments.bot, version=arguments.version)
    return f"version {arguments.version} of {arguments.bot} is deleted"


@author_command(
    "download",
    "download the archive of a version",
    BOT,
    VERSION,
    argument("file", type=Path, metavar="FILE", help="where to write it"),
    text="example:\n  arena submission download kabuki 1.2 kabuki.tar.gz\n",
)
def download(arguments: Namespace, arena: Arena) -> str:
    """Write it."""
    pieces = arena.stream("DownloadSubmission", bot=arguments.bot, version=arguments.version)
    arguments.file.write_bytes(b"".join(piece.data for piece in pieces))
    return f"written to {arguments.file}"


@author_query(
    "ratings",
    "show the ratings of a bot, season by season",
    BOT,
    argument(
        "--wait",
        type=whole_number(0, 86_400),
        default=0,
        metavar="SECONDS",
        help="wait up to this long for the next rated set first",
    ),
    text="""\
examples:
  arena submission ratings kabuki               its rating in each season, with its error
  arena submission ratings kabuki --wait 600    after the new version has played, or after ten minutes
""",
)
def ratings(arguments: Namespace, arena: Arena) -> Answer:
    """A line for each season."""
    rows = _entries(arena, arguments.bot)
    before, deadline = _sets(rows), monotonic() + arguments.wait
    while _sets(rows) == before and (left_seconds := deadline - monotonic()) > 0:
        sleep(min(LOOK_SECONDS, left_seconds))
        rows = _entries(arena, arguments.bot)
    if not rows:
        raise Refused(
            f"{arguments.bot} has no rating: it is in no season. `arena why {arguments.bot}` says what it waits for"
        )
    return Answer(rows, partial(print_records, rows, RATING_COLUMNS))


def _entries(arena: Arena, name: str) -> list[Any]:
    """Where the bot is entered."""
    bots = [bot for bot in arena.rows("ListBots", "bots", MOST_BOTS) if bot.name == name]
    if not bots:
        raise Refused(f"you have no bot {name!r}: `arena why` lists yours")
    return [entry for entry in bots[0].entries if not entry.withdrawn]


def _sets(entries: list[Any]) -> int:
    """Rated so far."""
    return sum(entry.sets for entry in entries)


RATING_COLUMNS = (
    left("season", lambda entry: entry.season_id),
    right("rating", lambda entry: f"{entry.rating:.0f} ± {entry.deviation:.0f}" if entry.sets else "not rated yet"),
    right("sets"),
)


submission = group(
    "submission",
    "versions of your bots that were handed in",
    versions,
    activate,
    delete,
    download,
    ratings,
    text="`arena submit DIR` hands a new one in.\n\nexample:\n  arena submission list\n",
)
