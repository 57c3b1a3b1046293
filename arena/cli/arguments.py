"""Commands and their arguments as data, from which parser.py sets argparse up; and the arguments that several commands share."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from arena.cli.refusals import Refused
from arena.text import visible
from arena.text import whole_number as number_in

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
    """Stands below the list of arguments: explanations, then examples."""
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
