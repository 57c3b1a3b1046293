"""Yen, coal and blueprints: gains by name, income and wages."""

from typing import Final

from engine.nippon.data import tables
from engine.nippon.player import Line, Player
from engine.nippon.tracks import COAL_VALUES, MONEY_VALUES

WAGES: Final = Line.WAGES
WAGE: Final = tables().workers.wage
UNPAID: Final = tables().workers.unpaid_points


def gain(player: Player, what: str, amount: int, line: int) -> None:
    """Give blueprints, coal, yen or points; *line* is where points go on the score sheet."""
    if what == "yen":
        player.yen += amount
    elif what == "coal":
        player.coal += amount
    elif what == "blueprint":
        player.blueprints += amount
    else:
        player.score[line] += amount


def income(player: Player) -> None:
    """What is left is discarded; yen and coal come by the tracks (N-CONS-1)."""
    player.yen = MONEY_VALUES[player.money_track]
    player.coal = COAL_VALUES[player.coal_track]


def pay_wages(player: Player) -> None:
    """As many colours as the yen cover; points for the others (N-CONS-5)."""
    colours = len(set(player.workers))
    paid = min(colours, player.yen // WAGE)
    player.yen -= WAGE * paid
    player.score[WAGES] += UNPAID * (colours - paid)
