"""Factory modifiers: which may be applied now, and applying one (Z-TURN-5, Z-TURN-6, Z-DEC-2)."""

from typing import Final

from engine.core.errors import InvalidTable
from engine.zaibatsu.actions import MODIFIER, STOP, Move
from engine.zaibatsu.catalogue import FREE_PRODUCTION, TILE_ACTION, TILE_EFFECTS
from engine.zaibatsu.data import SIDES
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.powers.modifiers import CONDITIONS, Condition


def _condition(tile: int) -> tuple[Condition, int]:
    name, _, number = SIDES[tile].when.partition(":")
    if name not in CONDITIONS:
        raise InvalidTable(f"factories.toml: {SIDES[tile].name} has an unknown condition {SIDES[tile].when!r}")
    return CONDITIONS[name], int(number or 0)


TILE_CONDITION: Final[tuple[tuple[Condition, int], ...]] = tuple(_condition(tile) for tile in range(len(SIDES)))


def offered(state: Position, player: Player) -> list[Move]:
    """The modifiers of the running action whose condition holds; one per action."""
    action = state.action
    if state.modifier_used or not player.modifiers >> action & 1:
        return []
    moves = []
    for column, tile in enumerate(player.tiles):
        if TILE_ACTION[tile] == action and tile != FREE_PRODUCTION:
            condition, number = TILE_CONDITION[tile]
            if condition(state, column, number):
                moves.append(MODIFIER[tile])
    return moves


def and_stop(state: Position, player: Player) -> list[Move]:
    """What is offered beside the activations once the first is finished (Z-DEC-1, Z-DEC-2)."""
    if not state.done:
        return []
    moves = offered(state, player)
    moves.append(STOP)
    return moves


def applied(state: Position, move: Move) -> bool:
    """Carry out a modifier or a stop; False if the move is an activation."""
    if move is STOP:
        state.step = 1  # the action is over; `turn.go_on` ends the turn
        return True
    if move.verb != "modifier":
        return False
    state.modifier_used = True
    state.waiting.extend(TILE_EFFECTS[move.a])
    return True
