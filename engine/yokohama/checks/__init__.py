"""Whether a restored position could be. restore.py has read every field alone; these checks compare them."""

from collections.abc import Callable
from typing import Final

from engine.core.positions import Reader
from engine.yokohama.checks import end, table, turn
from engine.yokohama.position import Position

CHECKS: Final[tuple[Callable[[Position, Reader], None], ...]] = (
    table.areas,
    table.management,
    table.achievers,
    table.pieces,
    table.orders,
    table.technologies,
    table.tokens,
    table.station,
    table.objective,
    table.sizes,
    end.kept_orders,
    turn.turn,
    end.displays,
    end.ending,
)


def check(state: Position, reader: Reader) -> None:
    """InvalidPosition names the first field that does not fit the others."""
    for rule in CHECKS:
        rule(state, reader)
