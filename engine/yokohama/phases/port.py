"""Port A and Port B: order cards from the display (Y-ACT-PORT-1 to Y-ACT-PORT-7)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import AREAS, TABLES, Move
from engine.yokohama.decisions import Decision
from engine.yokohama.phases.effects import end_effect, or_skip
from engine.yokohama.phases.turns import trigger_end
from engine.yokohama.player import EMPTY
from engine.yokohama.position import Position

PORT_CARD: Final = Decision.PORT_CARD
PORT_SECOND: Final = Decision.PORT_SECOND
PORT_SECOND_CARD: Final = Decision.PORT_SECOND_CARD

LEVELS: Final = TABLES.port_levels
VP: Final = TABLES.amounts.port_vp
VP_POWER: Final = TABLES.limits.five_power
HAND_LIMIT: Final = TABLES.limits.order_hand
SECOND_YEN: Final = TABLES.amounts.unit_yen
PORT_AREAS: Final = tuple(number for number, area in enumerate(AREAS) if area.kind == "port")
"""Areas of the displays in `state.ports`."""


def enter(state: Position, effect: int) -> None:
    """Power 5 scores, card or not (Y-ACT-PORT-5, R-8); *effect* is the highest level of the display in reach."""
    if state.turn.power >= VP_POWER:
        state.acting.vp += VP
    state.turn.left = effect
    state.turn.decision = PORT_CARD


def display(state: Position) -> list[int]:
    """The cards of the port where the action is (Y-ACT-PORT-1)."""
    return state.ports[PORT_AREAS.index(state.turn.area)]


def _in_reach(state: Position) -> list[Move]:
    """Slots of allowed levels that hold a card, while the hand is not full (Y-ACT-PORT-3)."""
    if len(state.acting.orders) >= HAND_LIMIT:
        return []
    reach = state.turn.left
    cards = display(state)
    return [actions.PORT_CARDS[slot] for slot, level in enumerate(LEVELS) if level <= reach and cards[slot] != EMPTY]


def legal_port_card(state: Position) -> Sequence[Move]:
    """The first order card, for free."""
    return or_skip(_in_reach(state))


def pass_port_card(state: Position) -> None:
    """No card is in reach: the effect ends."""
    end_effect(state)


def apply_port_card(state: Position, move: Move) -> None:
    """Take the card; the display stays as it is for the second one (Y-ACT-PORT-4)."""
    if move is actions.SKIP:
        end_effect(state)
    else:
        _take(state, move.value)
        state.turn.decision = PORT_SECOND


def legal_port_second(state: Position) -> Sequence[Move]:
    """A second card for 2 yen or 1 import (Y-ACT-PORT-2)."""
    if not _in_reach(state):
        return ()
    player = state.acting
    legal: list[Move] = []
    if player.imports:
        legal.append(actions.SECOND_IMPORT)
    if player.yen >= SECOND_YEN:
        legal.append(actions.SECOND_YEN)
    legal.append(actions.STOP)
    return legal


def pass_port_second(state: Position) -> None:
    """No second card is in reach: fill the display."""
    _refill(state)


def apply_port_second(state: Position, move: Move) -> None:
    """Pay for a second card, or stop."""
    if move is actions.STOP:
        _refill(state)
        return
    if move is actions.SECOND_IMPORT:
        state.acting.imports -= 1
    else:
        state.acting.yen -= SECOND_YEN
    state.turn.decision = PORT_SECOND_CARD


def legal_port_second_card(state: Position) -> Sequence[Move]:
    """The cards that may be the second one."""
    return _in_reach(state)


def apply_port_second_card(state: Position, move: Move) -> None:
    """Take the second card and fill the display."""
    _take(state, move.value)
    _refill(state)


def _take(state: Position, slot: int) -> None:
    cards, player = display(state), state.acting
    player.orders = tuple(sorted((*player.orders, cards[slot])))
    cards[slot] = EMPTY


def _refill(state: Position) -> None:
    """Slide left, fill from the deck; a slot left empty triggers the end (Y-ACT-PORT-4, Y-ACT-PORT-6)."""
    cards = display(state)
    kept = [card for card in cards if card != EMPTY]
    drawn = state.order_deck[: len(LEVELS) - len(kept)]
    state.order_deck = state.order_deck[len(drawn) :]
    empty = len(LEVELS) - len(kept) - len(drawn)
    cards[:] = [*kept, *drawn, *[EMPTY] * empty]
    if state.events is not None:
        for card in drawn:
            state.note(f"reveal {TABLES.orders[card].id}")
    if empty:
        trigger_end(state, "orders_exhausted")
    end_effect(state)
