"""`arena show`: a position that a person can read."""

import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.cli.arguments import Commands, add_game, command, game_of, options_of, whole_number
from arena.cli.refusals import Refused
from arena.text import whole_number as number_in

if TYPE_CHECKING:
    from engine import State

EXAMPLES = """\
The position is reached by random play from --seed, or read from a file that --json wrote and you may have edited
(docs/positions.md describes it). Without --seats the game's largest number plays.

examples:
  arena show yokohama --seed 3 --at 40
  arena show iki --seats 2 --seat 1                      as seat 1 sees it
  arena show yokohama --at 40 --json > position.json     the whole position, hidden parts too
  arena show yokohama --position position.json           what an edited position looks like
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "show", "print a position so that a person can read it", EXAMPLES, run)
    add_game(made)
    made.add_argument("--at", type=whole_number(0), default=0, metavar="N", help="after so many decisions (default: 0)")
    made.add_argument("--position", type=Path, metavar="FILE", help="start from this position instead of a new match")
    made.add_argument("--seat", metavar="N", help="whose view: a seat, or `public` (default: the seat to act)")
    made.add_argument("--json", action="store_true", help="print the whole position as JSON instead")


def run(arguments: Namespace) -> int:
    """Print the position, and what can be chosen in it."""
    from arena.boards import draw

    state = _started(arguments)
    made = play_on(state, arguments.at, arguments.seed)
    if arguments.json:
        print(json.dumps(state.to_dict(), indent=1))
        return 0
    seat = viewer(state, arguments.seat)
    print(draw(state.view(seat)))
    print()
    if made < arguments.at:
        print(f"The match ended after {made} decisions.")
    print_choices(state)
    return 0


def print_choices(state: "State") -> None:
    """What can be chosen, or how it ended."""
    outcome = state.outcome()
    if outcome is not None:
        print(f"Over ({outcome.ended_by.replace('_', ' ')}). Points: {', '.join(map(str, outcome.scores))}.")
        return
    print(f"Seat {state.to_act} to act:")
    for action in state.legal_actions():
        print(f"  {action.text}")


def _started(arguments: Namespace) -> "State":
    game = game_of(arguments.game)
    if arguments.position is not None:
        if arguments.seats or arguments.option:
            raise Refused("a position has its own seats and options: leave --seats and --option out, or edit the file")
        state = game.from_dict(read_position(arguments.position))
        state.skip_forced()
        return state
    seats = arguments.seats or game.seats[-1]
    game.checked_options(seats, {})
    return game.new(seats, arguments.seed, options=options_of(game, seats, arguments.option))


def read_position(path: Path) -> dict[str, Any]:
    """A position from a file; Refused says what is wrong with it."""
    try:
        position = json.loads(path.read_text("utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as wrong:
        raise Refused(f"{path} is not JSON: {wrong}") from None
    except ValueError:  # Python reads numbers of a few thousand digits only
        raise Refused(f"{path} holds a number longer than any in a position") from None
    except RecursionError:
        raise Refused(f"{path} is nested more deeply than any position") from None
    if not isinstance(position, dict):
        raise Refused(f"{path} holds no position: expected an object")
    return position


def play_on(state: "State", decisions: int, seed: int) -> int:
    """Random play from here; gives how many decisions were made before the match ended."""
    from random import Random

    draw = Random(seed).random
    for made in range(decisions):
        legal = state.legal_actions()
        if not legal:
            return made
        state.apply(legal[int(draw() * len(legal))])
    return decisions


def viewer(state: "State", text: str | None) -> int | None:
    """The seat whose view is meant; None: the public's."""
    seats = state.to_dict()["seats"]
    if text is None:
        return state.to_act
    if text == "public":
        return None
    seat = number_in(text, 0, seats - 1)
    if seat is None:
        raise Refused(f"--seat takes 0 to {seats - 1} or public; got {text!r}")
    return seat
