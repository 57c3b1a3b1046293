"""What one player has. Plain data."""

from typing import Final

NOBODY: Final = -1
"""In place of a card, an owner, a space of the track or a tile: none."""


class Player:
    """What one player has. Tuples are replaced, never changed, so that clones share them."""

    __slots__ = (
        "carts",
        "cylinder",
        "discount",
        "fire",
        "fish",
        "goods",
        "kobun",
        "pipes",
        "retired",
        "saves",
        "space",
        "tobacco",
    )

    def __init__(
        self,
        goods: list[int],
        fire: int,
        kobun: int,
        space: int,
        cylinder: int,
        retired: tuple[int, ...],
        fish: tuple[int, ...],
        pipes: tuple[int, ...],
        tobacco: tuple[int, ...],
        discount: int,
        carts: int,
        saves: int,
    ) -> None:
        self.goods = goods
        """By good: mon, rice, sandal, wood, koban, IKI."""
        self.fire = fire
        """Fire strength."""
        self.kobun = kobun
        """Kobun in supply."""
        self.space = space
        """The space of the oyakata; 0 is the start zone."""
        self.cylinder = cylinder
        """Space of the ikizama track, 0 for X; NOBODY while off the track."""
        self.retired = retired
        """Retired cards in the order of their retirement."""
        self.fish = fish
        """Season of each fish, in the order they were bought."""
        self.pipes = pipes
        self.tobacco = tobacco
        self.discount = discount
        """Mon off each recruitment (I-REC-6)."""
        self.carts = carts
        """Retired cards that give an extra step (I-MOVE-3)."""
        self.saves = saves
        """Unspent abilities to save an artisan from fire (I-FIRE-7)."""

    def clone(self) -> "Player":
        """An independent copy."""
        return Player(
            self.goods[:],
            self.fire,
            self.kobun,
            self.space,
            self.cylinder,
            self.retired,
            self.fish,
            self.pipes,
            self.tobacco,
            self.discount,
            self.carts,
            self.saves,
        )
