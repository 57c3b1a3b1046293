"""One player's board. Plain numbers, short lists and tuples, so that a copy is cheap."""

from typing import Final

from engine.zaibatsu.terms import NEVER

EXPERT: Final = 6
"""A cell holds a colour; experts are their colour plus this."""
NO_FAVOURS: Final = (0,) * 8
NO_PAIR: Final = (-1, -1)


class Player:
    """A Zaibatsu board with everything on it."""

    __slots__ = (
        "built",
        "cells",
        "cheapest_coal",
        "coal",
        "contracts",
        "discount",
        "factory_points",
        "favours",
        "fitted",
        "goods",
        "influence_points",
        "iron",
        "locked",
        "modifiers",
        "money",
        "reserve_goods",
        "reserve_machine",
        "reward_points",
        "score",
        "silk",
        "start",
        "stored_coal",
        "tiles",
        "tokens",
        "tracks",
        "upgrades",
        "wages_lost",
    )

    def __init__(self, of: "Player | None" = None) -> None:
        if of is not None:
            self._copy(of)
            return
        self.score = 0
        self.influence_points = 0
        self.reward_points = 0
        self.factory_points = 0
        self.wages_lost = 0
        self.money = 0
        self.coal = 0
        self.silk = 0
        self.iron = 0
        self.stored_coal = 0
        """Coal on a token or tile: never discarded (Z-SETUP-9, Z-FAC-4)."""
        self.tracks = [0, 0, 0]
        """Pawn positions on R&D, Mines, Finance."""
        self.built = [0, 0, 0]
        """Ships, machines, trains that have left their row."""
        self.cells: list[int] = []
        """Workers from the lowest cell up."""
        self.tiles: tuple[int, ...] = ()
        self.fitted: list[int] = []
        """Machines on each factory."""
        self.goods: list[int] = []
        """Goods under each factory."""
        self.upgrades = 0
        """Upgraded services, one bit per colour."""
        self.tokens = [0] * 8
        """Influence tokens in reserve, by value."""
        self.locked = 0
        """Influence values still locked, one bit per value."""
        self.contracts = 0
        """Fulfilled contracts, one bit each."""
        self.favours: tuple[int, ...] = NO_FAVOURS
        """Level of the favour on each objective, 0 = none."""
        self.reserve_machine = 0
        self.reserve_goods = 0
        self.discount = 0
        """Money off the factory action."""
        self.start = NO_PAIR
        """The starting pair: numbers of its A and B token."""
        self.cheapest_coal = NEVER
        """Least coal that a production of one of the factories costs (follows from the tiles)."""
        self.modifiers = 0
        """Actions that a factory modifies, one bit each (follows from the tiles)."""

    def _copy(self, of: "Player") -> None:
        self.score = of.score
        self.influence_points = of.influence_points
        self.reward_points = of.reward_points
        self.factory_points = of.factory_points
        self.wages_lost = of.wages_lost
        self.money = of.money
        self.coal = of.coal
        self.silk = of.silk
        self.iron = of.iron
        self.stored_coal = of.stored_coal
        self.tracks = of.tracks[:]
        self.built = of.built[:]
        self.cells = of.cells[:]
        self.tiles = of.tiles
        self.fitted = of.fitted[:]
        self.goods = of.goods[:]
        self.upgrades = of.upgrades
        self.tokens = of.tokens[:]
        self.locked = of.locked
        self.contracts = of.contracts
        self.favours = of.favours
        self.reserve_machine = of.reserve_machine
        self.reserve_goods = of.reserve_goods
        self.discount = of.discount
        self.start = of.start
        self.cheapest_coal = of.cheapest_coal
        self.modifiers = of.modifiers

    def pay_money(self, price: int) -> None:
        """Money first, silk for the shortfall (Z-TURN-7)."""
        left = self.money - price
        if left < 0:
            self.silk += left
            left = 0
        self.money = left

    def pay_coal(self, price: int) -> None:
        """Coal of the reserve first, then stored coal (Z-GEN-12)."""
        left = self.coal - price
        if left < 0:
            self.stored_coal += left
            left = 0
        self.coal = left

    def add_goods(self, column: int, count: int) -> None:
        """Goods into a factory; what does not fit is discarded (Z-GEN-10)."""
        total = self.goods[column] + count
        self.goods[column] = min(total, 4)

    def contract_count(self) -> int:
        """How many contracts are fulfilled."""
        return self.contracts.bit_count()
