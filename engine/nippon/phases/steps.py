"""The actions that buy steps on a track: knowledge (N-ACT-KNOW-1) and mines (N-ACT-MINES-1)."""

from typing import Final

from engine.nippon.actions import STEPS as STEP_LISTS, Move, Moves
from engine.nippon.data import tables
from engine.nippon.decisions import Decision
from engine.nippon.phases.clock import end_turn
from engine.nippon.position import Position
from engine.nippon.tracks import COAL, KNOWLEDGE, climb

STEPS: Final = Decision.STEPS
PRICES: Final = tables().costs.steps
TWO: Final = PRICES[1]
THREE: Final = PRICES[2]


def begin_knowledge(state: Position) -> None:
    """Start steps on the knowledge track (N-ACT-KNOW-1)."""
    state.decide_next(STEPS, KNOWLEDGE)


def begin_mines(state: Position) -> None:
    """Start steps on the coal track (N-ACT-MINES-1)."""
    state.decide_next(STEPS, COAL)


def legal_steps(state: Position) -> Moves:
    """One to three steps, as far as the yen go."""
    yen = state.players[state.acting].yen
    return STEP_LISTS[3 if yen >= THREE else 2 if yen >= TWO else 1]


def apply_steps(state: Position, move: Move) -> None:
    """Pay, climb, and take the bonus of a factory, also at the track's end (N-FAC-3)."""
    player, track = state.players[state.acting], state.spot
    player.yen -= PRICES[move.value - 1]
    bonus = player.perks.knowledge_bonus if track == KNOWLEDGE else player.perks.coal_bonus
    climb(player, track, move.value + bonus)
    end_turn(state)
