"""One player's pieces, goods and cards. Plain data: no rule but what the data implies."""

from typing import Final

from engine.yokohama.actions import AREAS, TABLES
from engine.yokohama.data.records import AGENT_NAMES, COUNTRIES, GOODS

NOWHERE: Final = -1
"""In place of an area: the president is in hand. In place of a card or token: none."""
EMPTY: Final = -1
"""In place of a card, token or owner on a board: nothing."""
NEUTRAL: Final = -2
"""In place of an owner: a neutral assistant (Y-SETUP-12)."""
SUPPLY: Final = TABLES.supply
ALL_ASSISTANTS: Final = SUPPLY.assistants_hand + SUPPLY.assistants_warehouse
ALL_SHOPS: Final = SUPPLY.shops_hand + SUPPLY.shops_warehouse
ALL_HOUSES: Final = SUPPLY.trading_houses_hand + SUPPLY.trading_houses_warehouse
NO_AGENTS: Final = (0,) * len(AGENT_NAMES)
NO_ICONS: Final = (0,) * len(COUNTRIES)


class Player:
    """One seat. What seldom changes is a tuple, which copies share."""

    __slots__ = (
        "achieved",
        "agents",
        "agents_used",
        "assistants",
        "built_at",
        "completed",
        "five_powers",
        "goods",
        "houses",
        "icons",
        "imports",
        "objective",
        "on_area",
        "orders",
        "president",
        "put_away",
        "shop_at",
        "shops",
        "stored_assistants",
        "stored_houses",
        "stored_shops",
        "technologies",
        "technology_bits",
        "vp",
        "yen",
    )

    vp: int
    yen: int
    imports: int
    goods: list[int]
    """Copper, silk, tea, fish."""
    assistants: int
    """In hand, as are *shops* and *houses* (trading houses)."""
    shops: int
    houses: int
    stored_assistants: int
    """In the warehouse, as are *stored_shops* and *stored_houses*."""
    stored_shops: int
    stored_houses: int
    on_area: list[int]
    """Assistants by area."""
    president: int
    """Its area, or NOWHERE."""
    shop_at: int
    """Areas with a shop of the player, as bits."""
    built_at: int
    """Areas with a shop or trading house of the player, as bits."""
    orders: tuple[int, ...]
    """Order cards in hand."""
    put_away: int
    """The order not kept at set-up."""
    completed: tuple[int, ...]
    technologies: tuple[int, ...]
    technology_bits: int
    """The same as bits, for quick questions."""
    five_powers: tuple[int, ...]
    agents: tuple[int, ...]
    """Unused agents by country, then the independent ones."""
    agents_used: tuple[int, ...]
    icons: tuple[int, ...]
    """Country icons on completed orders, technologies and a flag token (Y-ICON-1)."""
    achieved: int
    """Achievement piles done, as bits."""
    objective: int
    """The token of mini-expansion 1."""

    def __init__(self, source: "Player | None" = None) -> None:
        if source is None:
            self._start()
        else:
            self._copy(source)

    def _start(self) -> None:
        """What every player has at the beginning (Y-SETUP-6); yen and orders come from setup.py."""
        self.vp = self.yen = self.imports = 0
        self.goods = [SUPPLY.goods_each] * len(GOODS)
        self.assistants = SUPPLY.assistants_hand
        self.shops = SUPPLY.shops_hand
        self.houses = SUPPLY.trading_houses_hand
        self.stored_assistants = SUPPLY.assistants_warehouse
        self.stored_shops = SUPPLY.shops_warehouse
        self.stored_houses = SUPPLY.trading_houses_warehouse
        self.on_area = [0] * len(AREAS)
        self.president = self.put_away = self.objective = NOWHERE
        self.shop_at = self.built_at = self.technology_bits = self.achieved = 0
        self.orders = self.completed = self.technologies = self.five_powers = ()
        self.agents = self.agents_used = NO_AGENTS
        self.icons = NO_ICONS

    def _copy(self, source: "Player") -> None:
        self.vp = source.vp
        self.yen = source.yen
        self.imports = source.imports
        self.goods = source.goods[:]
        self.assistants = source.assistants
        self.shops = source.shops
        self.houses = source.houses
        self.stored_assistants = source.stored_assistants
        self.stored_shops = source.stored_shops
        self.stored_houses = source.stored_houses
        self.on_area = source.on_area[:]
        self.president = source.president
        self.shop_at = source.shop_at
        self.built_at = source.built_at
        self.orders = source.orders
        self.put_away = source.put_away
        self.completed = source.completed
        self.technologies = source.technologies
        self.technology_bits = source.technology_bits
        self.five_powers = source.five_powers
        self.agents = source.agents
        self.agents_used = source.agents_used
        self.icons = source.icons
        self.achieved = source.achieved
        self.objective = source.objective

    @property
    def built_shops(self) -> int:
        """Shops on the board."""
        return ALL_SHOPS - self.shops - self.stored_shops

    @property
    def built_houses(self) -> int:
        """Trading houses on the board."""
        return ALL_HOUSES - self.houses - self.stored_houses
