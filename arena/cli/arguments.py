"""Arguments that several commands share, and what they mean."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from arena.cli.refusals import Refused
from arena.text import visible
from arena.text import whole_number as number_in

if TYPE_CHECKING:
    from engine import Game

LARGEST = 2**128 - 1
"""Of a number without a limit of its own: seeds have 128 bits."""
Commands = Any
"""What `ArgumentParser.add_subparsers` gives; argparse keeps its class private."""


def command(
    commands: Commands, name: str, summary: str, examples: str, run: Callable[[Namespace], int]
) -> ArgumentParser:
    """A sub-command with examples below its help."""
    made: ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=examples,
        formatter_class=RawDescriptionHelpFormatter,
    )
    made.set_defaults(run=run)
    return made


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
"""An argparse type: the number of a match, token or invite, as far as a database counts."""


def add_game(made: ArgumentParser) -> None:
    """GAME, --seats, --seed and --option."""
    made.add_argument("game", metavar="GAME", help="iki, nippon, yokohama or zaibatsu; `arena games` describes them")
    made.add_argument("--seats", type=whole_number(1), metavar="N", help="number of players (default: see below)")
    made.add_argument(
        "--seed", type=whole_number(0), default=1, metavar="N", help="makes the run repeatable (default: 1)"
    )
    made.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be given several times (`arena games GAME` lists them)",
    )


def add_passing(made: ArgumentParser) -> None:
    """--pass: what of the environment bots get."""
    made.add_argument(
        "--pass",
        dest="passed",
        action="append",
        default=[],
        metavar="NAME",
        help="an environment variable that bots get too; they get PATH, HOME, language, PYTHON… and the like, no others",
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

    given: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            exists = ", ".join(game.options) or "none"
            raise Refused(f"--option takes NAME=VALUE, got {text!r}; options of {game.name}: {exists}")
        given[name] = value
    values = options.parsed(game.name, game.options, given)
    game.checked_options(seats, values)
    return dict(options.plain(values))
