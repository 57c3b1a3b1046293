"""Port A and Port B: order cards from the display (Y-ACT-PORT-1 to Y-ACT-PORT-7)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import AREAS, TABLES, Play
from engine.yokohama.phases import NOTHING
from engine.yokohama.phases.offer import done, offered
from engine.yokohama.phases.turns import trigger_end
from engine.yokohama.player import EMPTY

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

LEVELS = TABLES.port_levels
VP = TABLES.amounts.port_vp
VP_POWER = TABLES.limits.five_power
HAND_LIMIT = TABLES.limits.order_hand
SECOND_YEN = TABLES.amounts.unit_yen
PORT_AREAS = tuple(number for number, area in enumerate(AREAS) if area.kind == "port")
"""Areas of the displays in `state.ports`."""


def enter(state: "YokohamaState", effect: int) -> None:
    """Power 5 scores, card or not (Y-ACT-PORT-5, R-8); *effect* is the highest level of the display in reach."""
    if state.turn.power >= VP_POWER:
        state.acting.vp += VP
    state.turn.left = effect
    state.turn.step = steps.PORT_CARD


def display(state: "YokohamaState") -> list[int]:
    """The cards of the port where the action is (Y-ACT-PORT-1)."""
    return state.ports[PORT_AREAS.index(state.turn.area)]


def _in_reach(state: "YokohamaState") -> list[Play]:
    """Slots of allowed levels that hold a card, while the hand has room (Y-ACT-PORT-3)."""
    if len(state.acting.orders) >= HAND_LIMIT:
        return []
    reach = state.turn.left
    cards = display(state)
    return [actions.PORT_CARDS[slot] for slot, level in enumerate(LEVELS) if level <= reach and cards[slot] != EMPTY]


def options(state: "YokohamaState") -> Sequence[Play]:
    """The first card, for free."""
    return offered(state, _in_reach(state))


def chosen(state: "YokohamaState", play: Play) -> None:
    """Take it; the display stays as it is for the second card (Y-ACT-PORT-4)."""
    if play is actions.SKIP:
        done(state)
    else:
        _take(state, play.value)
        state.turn.step = steps.PORT_SECOND


def second_options(state: "YokohamaState") -> Sequence[Play]:
    """A second card for 2 yen or 1 import (Y-ACT-PORT-2)."""
    player = state.acting
    if _in_reach(state):
        legal: list[Play] = []
        if player.imports:
            legal.append(actions.SECOND_IMPORT)
        if player.yen >= SECOND_YEN:
            legal.append(actions.SECOND_YEN)
        legal.append(actions.STOP)
        return legal
    _refill(state)
    return NOTHING


def second_chosen(state: "YokohamaState", play: Play) -> None:
    """Pay for it, or stop."""
    if play is actions.STOP:
        _refill(state)
        return
    if play is actions.SECOND_IMPORT:
        state.acting.imports -= 1
    else:
        state.acting.yen -= SECOND_YEN
    state.turn.step = steps.PORT_SECOND_CARD


def second_card_options(state: "YokohamaState") -> Sequence[Play]:
    """Which one."""
    return _in_reach(state)


def second_card_chosen(state: "YokohamaState", play: Play) -> None:
    """Take it."""
    _take(state, play.value)
    _refill(state)


def _take(state: "YokohamaState", slot: int) -> None:
    cards, player = display(state), state.acting
    player.orders = tuple(sorted((*player.orders, cards[slot])))
    cards[slot] = EMPTY


def _refill(state: "YokohamaState") -> None:
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
    done(state)
