"""`arena games`: what can be played."""

from argparse import Namespace
from textwrap import fill
from typing import TYPE_CHECKING

from arena.cli.arguments import Commands, command, game_of

if TYPE_CHECKING:
    from engine import Game

EXAMPLES = """\
examples:
  arena games             every game in a paragraph
  arena games yokohama    one game with all its options
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "games", "list the games: rules in short, options, seats", EXAMPLES, run)
    made.add_argument("game", nargs="?", metavar="GAME", help="only this game, with its options")


def run(arguments: Namespace) -> int:
    """Print one game, or all in short."""
    import engine

    if arguments.game is not None:
        print(described(game_of(arguments.game)))
        return 0
    for name in engine.games():
        print(in_short(game_of(name)))
        print()
    print("`arena games GAME` lists the options of a game.")
    return 0


def in_short(game: "Game") -> str:
    """Name, seats and the rules in a paragraph."""
    head = f"{game.name}: {game.title}, {seats_in_words(game)}"
    return f"{head}\n{fill(game.summary, 90, initial_indent='  ', subsequent_indent='  ')}"


def described(game: "Game") -> str:
    """The same with every option."""
    lines = [in_short(game), "", f"  rules version {game.rules_version}, {len(game.vocabulary)} different actions", ""]
    lines.append("  options (--option NAME=VALUE):" if game.options else "  no options")
    for name, option in game.options.items():
        default = ",".join(option.default) or "none" if isinstance(option.default, tuple) else str(option.default)
        shown = default.lower() if isinstance(option.default, bool) else default
        lines.append(f"    {name}: {option.help}")
        lines.append(f"      one of: {option.allowed()} (default: {shown})")
    lines += ["", f"  try: arena play {game.name} --seats {game.seats[-1]} --bots greedy --games 4"]
    return "\n".join(lines)


def seats_in_words(game: "Game") -> str:
    """Such as `2 to 4 players`."""
    first, last = game.seats[0], game.seats[-1]
    return f"{first} to {last} players" if first < last else f"{first} players"
