"""`arena games`: what can be played."""

from argparse import Namespace
from textwrap import fill
from typing import TYPE_CHECKING

from arena.cli.arguments import Commands, command, game_of

if TYPE_CHECKING:
    from engine import Game

BELOW = " " * 6
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
        several = isinstance(option.default, tuple)
        values = f"all, none, or any of these, joined by commas: {option.allowed()}" if several else option.allowed()
        lines.append(f"    {name}: {option.help}")
        lines.append(
            fill(f"{values} (default: {in_words(option.default)})", 90, initial_indent=BELOW, subsequent_indent=BELOW)
        )
    lines += ["", f"  try: arena play {game.name} --seats {game.seats[-1]} --bots greedy --games 4"]
    return "\n".join(lines)


def in_words(value: object) -> str:
    """An option's value as the command line takes it."""
    if isinstance(value, list | tuple):
        return ",".join(value) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def seats_in_words(game: "Game") -> str:
    """Such as `2 to 4 players`."""
    first, last = game.seats[0], game.seats[-1]
    return f"{first} to {last} players" if first < last else f"{first} players"
