"""`arena replay export`: a match as a page, a picture or a clip to save."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.cli.command import (
    Argument,
    Refused,
    argument,
    check_seat,
    command,
    flag,
    one_of,
    seat_number,
    whole_number,
    with_progress,
)

if TYPE_CHECKING:
    from arena.export.boards import Boards
    from arena.replays import Replay
    from arena.viewer.audiences import Audience

MOST_PICTURES = 400
"""In one clip: about 20 MB, and some minutes to draw."""
CLIP_WIDTH = 720
NARROWEST, WIDEST = 200, 4000
BESIDE = Path()
"""Instead of a file to write: one in this folder that is named after the replay."""
KINDS = ("html", "svg", "png", "gif")


def _file(name: str, words: str) -> Argument:
    return argument(name, type=Path, nargs="?", const=BESIDE, metavar="OUT", help=words)


@command(
    "export",
    "save a match as a page, a picture or a clip",
    argument("file", type=Path, metavar="FILE", help="a replay"),
    one_of(
        _file("--html", "one page with the whole viewer; it opens from disk, offline"),
        _file("--svg", "a picture that can be enlarged without loss"),
        _file("--png", "a picture"),
        _file("--gif", "a clip"),
    ),
    argument("--at", type=whole_number(0), metavar="N", help="the position after N decisions (default: the last)"),
    argument(
        "--from",
        type=whole_number(0),
        dest="first",
        metavar="N",
        help="where a clip begins (default: 20 before its end)",
    ),
    argument("--to", type=whole_number(0), dest="last", metavar="N", help="where a clip ends (default: the last)"),
    argument("--seat", type=seat_number, metavar="N", help="what this seat knew (default: what everyone could see)"),
    flag("--everything", "hidden cards and decks too"),
    flag("--board", "the board alone, without the players' panels (clips always)"),
    argument("--theme", choices=("light", "dark"), default="light", help="colours (default: light)"),
    argument("--width", type=whole_number(NARROWEST, WIDEST), metavar="N", help="of PNG and GIF in pixels"),
    argument(
        "--pause",
        type=whole_number(50, 10_000),
        default=600,
        metavar="MS",
        help="between the pictures of a clip (default: 600)",
    ),
    text="""\
A page has every view of the match: everyone's, each seat's, and everything. Pictures and clips show one of them. They need more
packages: pip install 'meiji-arena[pictures]'.

Without OUT the file is named after the replay and written into the current folder.

examples:
  arena replay export m-7.replay.gz --html                               writes m-7.html
  arena replay export m-7.replay.gz --png end.png                        the final position
  arena replay export m-7.replay.gz --png turn.png --at 120 --seat 2     what seat 2 knew before decision 120
  arena replay export m-7.replay.gz --svg board.svg --at 40 --board --theme dark
  arena replay export m-7.replay.gz --gif clip.gif --from 100 --to 140 --pause 400
""",
)
def export(arguments: Namespace) -> None:
    """Write the file that was asked for, and say how large it is."""
    from arena.replays import read

    kind = next(name for name in KINDS if getattr(arguments, name) is not None)
    _check(arguments, kind)
    replay = read(arguments.file)
    _write(_out(arguments, kind), _content(replay, arguments, kind))


def _content(replay: "Replay", arguments: Namespace, kind: str) -> bytes:
    if kind == "html":
        from arena.export.page import page

        return page(replay).encode()
    boards = _boards(replay, arguments)
    if kind == "gif":
        return _clip(boards, arguments)
    position = _within(boards, arguments.at, "--at")
    drawing = boards.picture(position, arguments.theme, whole=not arguments.board)
    if kind == "svg":
        return drawing.encode()
    from arena.export.images import png

    return png(drawing, arguments.width)


def _out(arguments: Namespace, kind: str) -> Path:
    """The file to write: as asked for, or named after the replay and what is shown of it."""
    given: Path = getattr(arguments, kind)
    if given != BESIDE:
        return given
    shown = [str(number) for number in (arguments.at, arguments.first, arguments.last) if number is not None]
    stem = arguments.file.name.removesuffix(".gz").removesuffix(".replay")
    return Path(f"{'-'.join([stem, *shown])}.{kind}")


def _check(arguments: Namespace, kind: str) -> None:
    """Refuse options that do not go together, rather than leave one out silently."""
    fits: dict[str, tuple[Any, tuple[str, ...]]] = {
        "--at": (arguments.at is not None, ("svg", "png")),
        "--from": (arguments.first is not None, ("gif",)),
        "--to": (arguments.last is not None, ("gif",)),
        "--seat": (arguments.seat is not None, ("svg", "png", "gif")),
        "--everything": (arguments.everything, ("svg", "png", "gif")),
        "--width": (arguments.width is not None, ("png", "gif")),
    }
    for option, (given, kinds) in fits.items():
        if given and kind not in kinds:
            raise Refused(f"{option} goes with {' and '.join('--' + name for name in kinds)}, not with --{kind}")
    if arguments.seat is not None and arguments.everything:
        raise Refused("give --seat or --everything, not both")


def _boards(replay: "Replay", arguments: Namespace) -> "Boards":
    from arena.export.boards import Boards
    from arena.viewer.frames import frames

    return Boards(frames(replay, _audience(replay, arguments)))


def _audience(replay: "Replay", arguments: Namespace) -> "Audience":
    from arena.viewer.audiences import ALL, PUBLIC, SEAT_PREFIX, audience

    if arguments.everything:
        return ALL
    if arguments.seat is None:
        return PUBLIC
    check_seat(arguments.seat, replay.spec.seats)
    return audience(f"{SEAT_PREFIX}{arguments.seat}", replay.spec.seats)


def _within(boards: "Boards", position: int | None, option: str) -> int:
    if position is None:
        return boards.steps
    if position > boards.steps:
        raise Refused(f"the match has {boards.steps} decisions: {option} takes 0 to {boards.steps}")
    return position


def _clip(boards: "Boards", arguments: Namespace) -> bytes:
    from arena.export.images import gif, png

    last = _within(boards, arguments.last, "--to")
    first = max(0, last - 20) if arguments.first is None else _within(boards, arguments.first, "--from")
    if first > last:
        raise Refused(f"--from {first} is after --to {last}")
    if last - first >= MOST_PICTURES:
        raise Refused(f"a clip has {MOST_PICTURES} pictures at most; --from {first} --to {last} has {last - first + 1}")

    def pictures() -> Iterator[bytes]:
        for position in with_progress(range(first, last + 1), last - first + 1, "draw"):
            drawing = boards.picture(position, arguments.theme, whole=False)
            yield png(drawing, arguments.width or CLIP_WIDTH)

    return gif(pictures(), arguments.pause)


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    print(f"{path}: {max(1, round(len(content) / 1000))} kB")
