"""Who sits at a table that the command line sets up: house bots, or the person at the keyboard."""

from collections.abc import Mapping

from arena.cli.human import Human
from arena.cli.refusals import Refused
from arena.matches import Player
from arena.players import KINDS as HOUSE
from arena.players import Kind, parse
from engine import Game

HUMAN = "human"


def _human(_: Mapping[str, float], __: int) -> Player:
    return Human()


KINDS: dict[str, Kind] = {**HOUSE, HUMAN: Kind("you, at this terminal", {}, _human)}


def entrants(game: Game, seats: int | None, text: str) -> list[str]:
    """One bot text per seat. A single one sits everywhere; Refused says how many are needed."""
    given = [part.strip() for part in text.split(",")]
    for part in given:
        parse(part, KINDS)
    needed = seats if seats is not None else len(given) if len(given) > 1 else game.seats[-1]
    game.checked_options(needed, {})
    if len(given) == 1 and given[0] != HUMAN:
        given *= needed
    if len(given) != needed:
        raise Refused(f"{needed} seats need {needed} bots, separated by commas; got {len(given)}: {', '.join(given)}")
    return given


def player(text: str, seed: int) -> Player:
    """The player of a text that was checked."""
    bot = parse(text, KINDS)
    return KINDS[bot.name].make(bot.settings, seed)
