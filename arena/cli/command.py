"""What every command is made of: its arguments as data, from which parser.py sets argparse up; tables, JSON and progress bars; and errors that the caller can correct."""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from arena.embedded.checks import (
    AlreadyRunning,
    BadDatabase,
    BadSettings,
    DiskFull,
    Exposed,
    NoRedis,
    NotWritable,
    PortTaken,
)
from arena.errors import ArenaError, Invalid, Unavailable, status
from arena.text import fault, visible, whole_number as number_in
from arena.wording import counted, seat_name

if TYPE_CHECKING:
    from engine import Game

LARGEST = 2**128 - 1
"""The highest number taken where no other limit is given: seeds have 128 bits."""

Argument = Callable[[Any], object]
"""Adds one argument, or a few that belong together, to a parser or a group of a parser."""
Run = Callable[[Namespace], int | None]
"""What a command does. It returns the exit code; None is 0."""


class Command(NamedTuple):
    """One command, or a group of them."""

    name: str
    summary: str
    run: Run | None
    """None: a group, which prints its help."""
    arguments: Sequence[Argument]
    text: str
    """Printed below the list of arguments: explanations, then examples."""
    actions: Sequence["Command"]

    def add_to(self, commands: Any) -> None:
        """Declare it to what `ArgumentParser.add_subparsers` returned."""
        parser: ArgumentParser = commands.add_parser(
            self.name,
            help=self.summary,
            description=self.summary[0].upper() + self.summary[1:] + ".",
            epilog=self.text,
            formatter_class=RawDescriptionHelpFormatter,
        )
        parser.set_defaults(run=self.run or (lambda _: parser.print_help()))
        for add_argument in self.arguments:
            add_argument(parser)
        if self.actions:
            actions = parser.add_subparsers(title="actions", metavar="ACTION")
            for action in self.actions:
                action.add_to(actions)


def command(name: str, summary: str, *arguments: Argument, text: str = "") -> Callable[[Run], Command]:
    """Make a command of the function below."""
    return lambda run: Command(name, summary, run, arguments, text, ())


def group(name: str, summary: str, *actions: Command, text: str) -> Command:
    """A command that only has actions, such as `arena season`."""
    return Command(name, summary, None, (), text, actions)


def argument(*names: str, **options: Any) -> Argument:
    """One argument, as argparse's `add_argument` takes it."""
    return lambda parser: parser.add_argument(*names, **options)


def flag(name: str, help: str) -> Argument:  # noqa: A002  argparse names it
    """An option without a value."""
    return argument(name, action="store_true", help=help)


def repeated(name: str, metavar: str, help: str, **options: Any) -> Argument:  # noqa: A002
    """An option that may be given several times."""
    return argument(name, action="append", default=[], metavar=metavar, help=help, **options)


def one_of(*arguments: Argument) -> Argument:
    """Options of which exactly one must be given."""
    return lambda parser: _add_all(parser.add_mutually_exclusive_group(required=True), arguments)


def titled(title: str, *arguments: Argument) -> Argument:
    """Options under their own heading in the help."""
    return lambda parser: _add_all(parser.add_argument_group(title), arguments)


def _add_all(parser: Any, arguments: Sequence[Argument]) -> None:
    for add_argument in arguments:
        add_argument(parser)


def whole_number(low: int, high: int | None = None) -> Callable[[str], int]:
    """An argparse type: a whole number within limits."""

    def read(text: str) -> int:
        span = f"from {low} to {high}" if high is not None else f"of at least {low}"
        value = number_in(text, low, LARGEST if high is None else high)
        if value is None:
            raise ArgumentTypeError(f"expected a whole number {span}, got {visible(text, 40)!r}")
        return value

    return read


def seat_number(text: str) -> int:
    """An argparse type: a seat. People count seats from 1, programs from 0: `1` is read as 0."""
    return whole_number(1, 8)(text) - 1


def check_seat(seat: int | None, seats: int) -> None:
    """Refuse a --seat that the match does not have."""
    if seat is not None and seat >= seats:
        raise Refused(f"the match has {counted(seats, 'seat')}: --seat takes 1 to {seats}")


row_number = whole_number(1, 2**31 - 1)
"""An argparse type: the number of a match, token or invite, up to the largest that a database counts to."""

JSON = flag("--json", "print the result as JSON")
OPTION = repeated("--option", "NAME=VALUE", "an option of the game; may be repeated (`arena games GAME` lists them)")
SEED = argument("--seed", type=whole_number(0), default=1, metavar="N", help="makes the run repeatable (default: 1)")
GAME_SETUP = (
    argument("game", metavar="GAME", help="its name; `arena games` lists them all"),
    argument("--seats", type=whole_number(1), metavar="N", help="number of players (default: see below)"),
    SEED,
    OPTION,
)
PASS = repeated(
    "--pass",
    "NAME",
    "pass this environment variable on to bots; they get PATH, HOME, language, PYTHON… and the like, no others",
    dest="passed",
)


def game_of(name: str) -> "Game":
    """The game of that name. UnknownGame lists what exists."""
    import engine

    try:
        return engine.game(name)
    except ModuleNotFoundError as missing:
        if missing.name != f"engine.{name}":
            raise
        raise Refused(f"{name} is not part of this installation") from None


def options_of(game: "Game", seats: int, texts: Sequence[str]) -> dict[str, Any]:
    """The options of `--option name=value` texts, checked; only those that were given."""
    from engine.core import options

    given = pairs_of(texts, f"; options of {game.name}: {', '.join(game.options) or 'none'}")
    values = options.parsed(game.name, game.options, given)
    game.checked_options(seats, values)
    return dict(options.plain(values))


def pairs_of(texts: Sequence[str], hint: str = "") -> dict[str, str]:
    """Name and value of every `--option name=value` text."""
    pairs = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Refused(f"--option takes NAME=VALUE, got {text!r}{hint}")
        pairs[name] = value
    return pairs


LONGEST = 10_000
"""Characters of one argument."""

USAGE = 2
EXIT_CODES: dict[type[Exception], int] = {
    ArenaError: USAGE,
    Unavailable: 69,
    PortTaken: 75,
    AlreadyRunning: 75,
    NoRedis: 72,
    DiskFull: 74,
    NotWritable: 77,
    Exposed: 77,
    BadSettings: 78,
    BadDatabase: 65,
}
"""What the caller must change is 2, like a wrong option; what the machine lacks has a code of sysexits.h."""


class Refused(Invalid):
    """The command line asks for something impossible; the sentence says what is possible."""


def check_texts(arguments: Namespace) -> None:
    """Refuse arguments that cannot be shown or stored. Paths may have any name that the system allows."""
    for name, value in vars(arguments).items():
        for text in value if isinstance(value, list) else (value,):
            reason = fault(text, LONGEST, lines=True) if isinstance(text, str) else None
            if reason is not None:
                raise Refused(f"{name.replace('_', '-')} {reason}")


def exit_code(error: Exception) -> int:
    """The exit code for an error that has a sentence."""
    return status(error, EXIT_CODES) or USAGE


def refusal(error: Exception) -> str | None:
    """The sentence for an error that the caller can correct; None for a fault of ours."""
    from engine import EngineError

    if isinstance(error, ArenaError | EngineError):
        return str(error)
    if isinstance(error, json.JSONDecodeError):
        return f"not JSON: {error}"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return None


if TYPE_CHECKING:
    from rich.table import Table

T = TypeVar("T")


class Answer(NamedTuple):
    """What a query found: plain data for --json, and a function that prints it for people."""

    data: Any
    show: Callable[[], None]

    def print(self, *, as_json: bool) -> None:
        """On stdout."""
        print_json(self.data) if as_json else self.show()


class Column(NamedTuple):
    """One column of a table."""

    title: str
    value: Callable[[Any], str]
    options: dict[str, Any]


def left(title: str, value: str | Callable[[Any], str] = "", **options: Any) -> Column:
    """A column of text: an attribute of the record (by default the one named like the column), or a function of it."""
    if callable(value):
        return Column(title, value, options)
    name = value or title
    return Column(title, lambda record: _cell(getattr(record, name)), options)


def right(title: str, value: str | Callable[[Any], str] = "") -> Column:
    """A column of numbers."""
    return left(title, value, justify="right", no_wrap=True)


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def print_records(records: Iterable[Any], columns: Sequence[Column], title: str = "") -> None:
    """A table with a row for every record. Texts from outside are shown as they are, never as markup."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=escape(title) or None, title_justify="left")
    for column in columns:
        table.add_column(column.title, **column.options)
    for record in records:
        table.add_row(*(escape(column.value(record)) for column in columns))
    print_table(table)


def listing(records: Sequence[Any], columns: Sequence[Column], empty: str) -> Answer:
    """Dataclasses as a table, or as the sentence *empty* if there are none."""
    from dataclasses import asdict

    def show() -> None:
        print_records(records, columns) if records else print(empty)

    return Answer([asdict(record) for record in records], show)


def print_table(table: "Table") -> None:
    """On stdout; a file or pipe gets lines that are not broken."""
    from rich.console import Console

    Console(file=sys.stdout, width=None if sys.stdout.isatty() else 120).print(table)


def print_sheet(players: Sequence[str], outcome: Mapping[str, Any], places: Sequence[int]) -> None:
    """The score sheet of one match: a column per seat, a line per category."""
    from rich.markup import escape
    from rich.table import Table

    table = Table("", title=f"The match ended: {_words(outcome['ended_by'])}")
    for seat, name in enumerate(players):
        table.add_column(f"{seat_name(seat)}\n{escape(name)}", justify="right")
    sheets = outcome["categories"]
    for category in dict.fromkeys(name for sheet in sheets for name in sheet):
        table.add_row(_words(category), *(str(sheet.get(category, 0)) for sheet in sheets))
    table.add_section()
    table.add_row("points", *map(str, outcome["scores"]))
    for name, figures in outcome["tie_breaks"].items():
        table.add_row(f"tie-break: {_words(name)}", *map(str, figures))
    table.add_row("place", *map(str, places))
    print_table(table)


def _words(name: str) -> str:
    """A lower_snake name as words, without anything that rich or the terminal would interpret."""
    return "".join(char if char.isalnum() else " " for char in name)


def share(mean: float, interval: tuple[float, float] | None = None) -> str:
    """A share in per cent with its 95 % interval, which ends at 0 and 100: `37.5 % (0 to 100)`."""
    shown = f"{100 * mean:.1f} %"
    if interval is None:
        return shown
    low, high = max(0.0, interval[0]), min(1.0, interval[1])
    return f"{shown} ({100 * low:.0f} to {100 * high:.0f})"


def print_json(data: Any) -> None:
    """Plain data; times in ISO 8601, fractions as texts."""
    print(json.dumps(data, indent=1, default=str, ensure_ascii=False))


@contextmanager
def counter(total: int, title: str) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr, and the function to call for each thing that is done. Silent unless stderr is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=total)
        yield lambda: bar.advance(task)


def with_progress(items: Iterable[T], total: int, title: str) -> Iterator[T]:
    """The items, with a progress bar that counts them."""
    with counter(total, title) as advance:
        for item in items:
            advance()
            yield item
