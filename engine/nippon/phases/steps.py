"""The actions that buy steps on a track: knowledge (N-ACT-KNOW-1) and mines (N-ACT-MINES-1)."""

from typing import TYPE_CHECKING

from engine.nippon import clock
from engine.nippon.actions import STEPS as STEP_LISTS
from engine.nippon.actions import Moves
from engine.nippon.data import tables
from engine.nippon.kinds import COAL, KNOWLEDGE, STEPS
from engine.nippon.tracks import climb

if TYPE_CHECKING:
    from engine.nippon.actions import Move
    from engine.nippon.state import NipponState

ONE, TWO, THREE = PRICES = tables().costs.steps


def begin_knowledge(state: "NipponState") -> None:
    """N-ACT-KNOW-1."""
    state.ask(STEPS, KNOWLEDGE)


def begin_mines(state: "NipponState") -> None:
    """N-ACT-MINES-1."""
    state.ask(STEPS, COAL)


def legal(state: "NipponState") -> Moves:
    """One to three steps, as far as the yen go."""
    yen = state.players[state.acting].yen
    return STEP_LISTS[3 if yen >= THREE else 2 if yen >= TWO else 1]


def apply(state: "NipponState", move: "Move") -> None:
    """Pay, climb, and take the bonus of a factory, also at the track's end (N-FAC-3)."""
    player, track = state.players[state.acting], state.spot
    player.yen -= PRICES[move.value - 1]
    bonus = player.perks.knowledge_bonus if track == KNOWLEDGE else player.perks.coal_bonus
    climb(player, track, move.value + bonus)
    clock.end_turn(state)
