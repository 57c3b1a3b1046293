"""The three tracks of a player board (N-TURN-7)."""

from typing import Final

from engine.nippon.data import tables
from engine.nippon.player import Player

COAL: Final = 0
MONEY: Final = 1
KNOWLEDGE: Final = 2
"""The tracks, as in data.TRACKS."""
COAL_VALUES: Final = tables().tracks["coal"].values
MONEY_VALUES: Final = tables().tracks["money"].values
KNOWLEDGE_VALUES: Final = tables().tracks["knowledge"].values
COAL_END: Final = len(COAL_VALUES) - 1
MONEY_END: Final = len(MONEY_VALUES) - 1
KNOWLEDGE_END: Final = len(KNOWLEDGE_VALUES) - 1


def climb(player: Player, track: int, steps: int) -> None:
    """Move a marker; it stays at the end of its track."""
    if track == MONEY:
        player.money_track = min(player.money_track + steps, MONEY_END)
    elif track == KNOWLEDGE:
        player.knowledge_track = min(player.knowledge_track + steps, KNOWLEDGE_END)
    else:
        player.coal_track = min(player.coal_track + steps, COAL_END)


def open_tracks(player: Player) -> int:
    """Bits of the tracks that can still move."""
    return (
        (player.coal_track < COAL_END) << COAL
        | (player.money_track < MONEY_END) << MONEY
        | (player.knowledge_track < KNOWLEDGE_END) << KNOWLEDGE
    )
