"""The three tracks of a player board (N-TURN-7)."""

from typing import TYPE_CHECKING

from engine.nippon.data import tables
from engine.nippon.kinds import COAL, KNOWLEDGE, MONEY

if TYPE_CHECKING:
    from engine.nippon.state import Player

COAL_VALUES = tables().tracks["coal"].values
MONEY_VALUES = tables().tracks["money"].values
KNOWLEDGE_VALUES = tables().tracks["knowledge"].values
COAL_END = len(COAL_VALUES) - 1
MONEY_END = len(MONEY_VALUES) - 1
KNOWLEDGE_END = len(KNOWLEDGE_VALUES) - 1


def climb(player: "Player", track: int, steps: int) -> None:
    """Move a marker; it stays at the end of its track."""
    if track == MONEY:
        player.money_track = min(player.money_track + steps, MONEY_END)
    elif track == KNOWLEDGE:
        player.knowledge_track = min(player.knowledge_track + steps, KNOWLEDGE_END)
    else:
        player.coal_track = min(player.coal_track + steps, COAL_END)


def open_tracks(player: "Player") -> int:
    """Bits of the tracks that can still move."""
    return (
        (player.coal_track < COAL_END) << COAL
        | (player.money_track < MONEY_END) << MONEY
        | (player.knowledge_track < KNOWLEDGE_END) << KNOWLEDGE
    )
