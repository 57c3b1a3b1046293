"""Church: faith for a space of its board (Y-ACT-CHU-1 to Y-ACT-CHU-4)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import PAY_BITS, TABLES, Move
from engine.yokohama.data.records import GOODS
from engine.yokohama.decisions import Decision
from engine.yokohama.phases import management
from engine.yokohama.phases.effects import end_effect
from engine.yokohama.position import Position
from engine.yokohama.technologies import WINERY

CHURCH_SPACE: Final = Decision.CHURCH_SPACE
CHURCH_PAY: Final = Decision.CHURCH_PAY
CHURCH_FROM: Final = Decision.CHURCH_FROM

SPACES: Final = TABLES.church
FAITH: Final = tuple(space.price for space in SPACES)
IMPORT_BIT: Final = PAY_BITS[len(GOODS)]
YEN_BIT: Final = PAY_BITS[len(GOODS) + 1]
WINERY_VP: Final = 3


def enter(state: Position, effect: int) -> None:
    """Begin with *effect* of faith, which the power supplies."""
    state.turn.left = effect
    state.turn.decision = CHURCH_SPACE


def payable(state: Position) -> int:
    """Kinds that can give one more faith each, as bits; OKAZU: not again in the same turn (Y-ACT-CHU-4)."""
    player = state.acting
    kinds = 0
    for good, number in enumerate(player.goods):
        if number:
            kinds |= PAY_BITS[good]
    if player.imports:
        kinds |= IMPORT_BIT
    if player.yen >= state.edition.church_yen:
        kinds |= YEN_BIT
    return kinds & ~state.turn.church_paid


def legal_church_space(state: Position) -> Sequence[Move]:
    """Empty spaces within reach of the faith, or none."""
    faith = state.turn.left + payable(state).bit_count()
    return management.spaces(state, actions.CHURCH_SPACES, state.church, FAITH, faith)


def pass_church_space(state: Position) -> None:
    """No space is in reach: the effect ends."""
    end_effect(state)


def apply_church_space(state: Position, move: Move) -> None:
    """Note the space and go on to the payment, or leave the Church unused."""
    if move is actions.SKIP:
        end_effect(state)
    else:
        state.turn.slot = move.value
        state.turn.decision = CHURCH_PAY


def legal_church_pay(state: Position) -> Sequence[Move]:
    """Sets of kinds of exactly the size the space needs (R-10)."""
    return actions.payment_sets(payable(state), max(0, FAITH[state.turn.slot] - state.turn.left))


def apply_church_pay(state: Position, move: Move) -> None:
    """Pay one unit of each chosen kind."""
    player, mask = state.acting, move.mask
    for good in range(len(GOODS)):
        if mask & PAY_BITS[good]:
            player.goods[good] -= 1
    if mask & IMPORT_BIT:
        player.imports -= 1
    if mask & YEN_BIT:
        player.yen -= state.edition.church_yen
    if state.edition.church_once_per_turn:
        state.turn.church_paid |= mask
    state.turn.decision = CHURCH_FROM


def apply_church_from(state: Position, move: Move) -> None:
    """Put the assistant on the board and take the reward."""
    bonus = WINERY_VP if state.acting.technology_bits & WINERY else 0  # Y-TECH-10
    management.put(state, state.church, move, "church_full")
    management.reward(state, SPACES[state.turn.slot], bonus)
