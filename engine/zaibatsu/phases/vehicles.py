"""What ships and trains cost alike: 3 iron, or 5 money and 1 iron (Z-ACT-SHIP-1, Z-ACT-TRAIN-1)."""

from typing import Final

from engine.zaibatsu.actions import BY_IRON, BY_MONEY
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.player import Player

IRON: Final = BOARD.vehicle_iron
MONEY: Final = BOARD.vehicle_money
MONEY_IRON: Final = BOARD.vehicle_money_iron
WAYS: Final = ((), (BY_IRON,), (BY_MONEY,), (BY_IRON, BY_MONEY))


def ways(player: Player) -> tuple[int, ...]:
    """The payments the player can make now."""
    iron = player.iron
    by_money = iron >= MONEY_IRON and player.money + player.silk >= MONEY
    return WAYS[(iron >= IRON) | by_money << 1]


def pay(player: Player, way: int) -> None:
    """Pay in that way."""
    if way == BY_IRON:
        player.iron -= IRON
    else:
        player.iron -= MONEY_IRON
        player.pay_money(MONEY)
