"""`arena games`, `arena bots`, `arena show`: what can be played, by which house bots, and what a position looks like."""

import json
from argparse import Namespace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from arena.cli.command import GAME_SETUP, JSON, Refused, argument, command, game_of, options_of, whole_number
from arena.text import whole_number as number_in
from arena.wording import notation_for_people, seat_name

if TYPE_CHECKING:
    from engine import Game, State

BELOW = " " * 6


@command(
    "games",
    "list the games: rules in short, options, seats",
    argument("game", nargs="?", metavar="GAME", help="only this game, with its options"),
    text="""\
examples:
  arena games             every game in a paragraph
  arena games yokohama    one game with all its options
""",
)
def games(arguments: Namespace) -> None:
    """Print one game, or all in short."""
    import engine

    if arguments.game is not None:
        print(_described(game_of(arguments.game)))
        return
    for name in engine.games():
        print(f"{_in_short(game_of(name))}\n")
    print("`arena games GAME` lists the options of a game.")


def _in_short(game: "Game") -> str:
    """Name, seats and the rules in a paragraph."""
    first, last = game.seats[0], game.seats[-1]
    players = f"{first} to {last} players" if first < last else f"{first} players"
    summary = fill(game.summary, 90, initial_indent="  ", subsequent_indent="  ")
    return f"{game.name}: {game.title}, {players}\n{summary}"


def _described(game: "Game") -> str:
    """The same with every option."""
    lines = [_in_short(game), "", f"  rules version {game.rules_version}, {len(game.vocabulary)} different actions", ""]
    lines.append("  options (--option NAME=VALUE):" if game.options else "  no options")
    for name, option in game.options.items():
        several = isinstance(option.default, tuple)
        values = f"all, none, or any of these, joined by commas: {option.allowed()}" if several else option.allowed()
        text = f"{values} (default: {in_words(option.default)})"
        lines += [f"    {name}: {option.help}", fill(text, 90, initial_indent=BELOW, subsequent_indent=BELOW)]
    lines += ["", f"  try: arena play {game.name} --seats {game.seats[-1]} --bots greedy --games 4"]
    return "\n".join(lines)


def in_words(value: object) -> str:
    """An option's value as the command line takes it."""
    if isinstance(value, list | tuple):
        return ",".join(value) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


@command(
    "bots",
    "list the house bots and their settings",
    text="""\
A bot is written as its name, then its settings, joined by colons:
  greedy
  greedy:noise=0.3
  greedy:noise=0.3:redraws=2

example:
  arena bots
""",
)
def bots(_: Namespace) -> None:
    """Print every kind of bot."""
    from arena.cli.series import KINDS
    from arena.players import HOUSE_BOTS, LEVEL_BOTS, PORTRAITS

    for name, kind in KINDS.items():
        print(f"{name}: {kind.help}")
        for key, setting in kind.settings.items():
            print(f"  {key}: {setting.help} ({setting.allowed()}; default: {setting.default:g})")
    print("\nThe house bots of a new arena:")
    for name, text in (LEVEL_BOTS | HOUSE_BOTS).items():
        print(f"  {name} ({text}): {PORTRAITS[name]}")
    print("\nWritten as greedy:noise=0.3, or with several settings greedy:noise=0.3:redraws=2.")


@command(
    "show",
    "print a position so that a person can read it",
    *GAME_SETUP,
    argument("--at", type=whole_number(0), default=0, metavar="N", help="after N decisions (default: 0)"),
    argument("--position", type=Path, metavar="FILE", help="start from this position instead of a new match"),
    argument("--seat", metavar="N", help="whose view: a seat, from 1, or `public` (default: the seat to act)"),
    JSON,
    text="""\
The position is reached by random play from --seed, or read from a file that --json wrote and you may have edited
(docs/positions.md describes it). Without --seats the game's largest number plays.

examples:
  arena show yokohama --seed 3 --at 40
  arena show iki --seats 2 --seat 1                      as the first seat sees it
  arena show yokohama --at 40 --json > position.json     the whole position, hidden parts too
  arena show yokohama --position position.json           what an edited position looks like
""",
)
def show(arguments: Namespace) -> None:
    """Print the position, and what can be chosen in it."""
    state = _starting_position(arguments)
    decisions = _play_at_random(state, arguments.at, arguments.seed)
    if arguments.json:
        print(json.dumps(state.to_dict(), indent=1))
        return
    print_position(state, arguments.seat)
    if decisions < arguments.at:
        print(f"The match ended after {decisions} decisions.")
    print_choices(state)


def _starting_position(arguments: Namespace) -> "State":
    game = game_of(arguments.game)
    if arguments.position is not None:
        if arguments.seats or arguments.option:
            raise Refused("a position has its own seats and options: leave --seats and --option out, or edit the file")
        state = game.from_dict(_read_position(arguments.position))
        state.skip_forced()
        return state
    seats = arguments.seats or game.seats[-1]
    game.checked_options(seats, {})
    return game.new(seats, arguments.seed, options=options_of(game, seats, arguments.option))


def _read_position(path: Path) -> dict[str, Any]:
    try:
        position = json.loads(path.read_text("utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{path} is not JSON: {error}") from None
    except ValueError:  # Python reads numbers of a few thousand digits only
        raise Refused(f"{path} holds a number longer than any in a position") from None
    except RecursionError:
        raise Refused(f"{path} is nested more deeply than any position") from None
    if not isinstance(position, dict):
        raise Refused(f"{path} holds no position: expected an object")
    return position


def _play_at_random(state: "State", decisions: int, seed: int) -> int:
    """Make random decisions. Returns how many were made: fewer if the match ended."""
    from random import Random

    draw = Random(seed).random
    for number in range(decisions):
        legal = state.legal_actions()
        if not legal:
            return number
        state.apply(legal[int(draw() * len(legal))])
    return decisions


def print_position(state: "State", seat: str | None) -> None:
    """What a seat sees: that of *seat*, or the public's for `public`, or that of the seat to act for None."""
    from arena.boards import draw

    seats = state.to_dict()["seats"]
    viewer = state.to_act if seat is None else None
    if seat not in {None, "public"}:
        number = number_in(seat or "", 1, seats)
        if number is None:
            raise Refused(f"--seat takes 1 to {seats} or public; got {seat!r}")
        viewer = number - 1
    print(f"{draw(state.view(viewer))}\n")


def print_choices(state: "State") -> None:
    """What can be chosen, or how it ended."""
    outcome = state.outcome()
    if outcome is not None:
        print(f"Over ({outcome.ended_by.replace('_', ' ')}). Points: {', '.join(map(str, outcome.scores))}.")
        return
    assert state.to_act is not None  # it is not over
    print(f"{seat_name(state.to_act).capitalize()} to act:")
    for action in state.legal_actions():
        print(f"  {notation_for_people(action.text)}")
