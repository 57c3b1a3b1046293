"""Laboratory A and B: technologies from the display (Y-ACT-LAB-1 to Y-ACT-LAB-5), and what a new one brings at once."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import AREAS, TABLES, Move
from engine.yokohama.decisions import Decision
from engine.yokohama.phases.effects import end_effect, or_skip
from engine.yokohama.phases.goods import add_icon
from engine.yokohama.player import EMPTY, NOWHERE
from engine.yokohama.position import Position
from engine.yokohama.technologies import EXPOSITION, LETTERPRESS_PRINTING, PATENT_SYSTEM, STATION, TECHNOLOGIES

LAB_CARD: Final = Decision.LAB_CARD
LAB_PAY: Final = Decision.LAB_PAY
STATION_AREA: Final = Decision.STATION_AREA

SURCHARGE: Final = TABLES.laboratory_surcharge
UNIT_YEN: Final = TABLES.amounts.unit_yen
VALUES: Final = tuple(technology.value for technology in TECHNOLOGIES)
LABORATORY_AREAS: Final = tuple(number for number, area in enumerate(AREAS) if area.kind == "laboratory")
"""Areas of the displays in `state.laboratories`."""
EXPOSITION_VP: Final = 10
LETTERPRESS_YEN: Final = 1
PATENT_VP: Final = 2


def enter(state: Position, effect: int) -> None:
    """Begin with *effect* of industrial value, which the power supplies."""
    state.turn.left = effect
    state.turn.decision = LAB_CARD


def display(state: Position) -> list[int]:
    """The cards of the laboratory where the action is."""
    return state.laboratories[LABORATORY_AREAS.index(state.turn.area)]


def units(state: Position, card: int, slot: int) -> int:
    """Units of 2 yen or 1 import to pay: what power leaves open, and one more for many technologies (Y-ACT-LAB-2, -3)."""
    cost = VALUES[card] + SURCHARGE[slot] - state.turn.left
    cost = max(cost, 0)
    number = len(state.acting.technologies) + 1
    return cost + 1 if number >= state.edition.surcharge_from_technology else cost


def legal_lab_card(state: Position) -> Sequence[Move]:
    """Cards of names not owned (Y-GEN-3) that can be paid, or none."""
    player = state.acting
    owned, funds = player.technology_bits, player.imports + player.yen // UNIT_YEN
    legal: list[Move] = []
    for slot, card in enumerate(display(state)):
        if card != EMPTY and not owned >> card & 1 and units(state, card, slot) <= funds:
            legal.append(actions.LAB_CARDS[slot])
    return or_skip(legal)


def pass_lab_card(state: Position) -> None:
    """No card can be paid: the effect ends."""
    end_effect(state)


def apply_lab_card(state: Position, move: Move) -> None:
    """Note the card and go on to the payment, or buy none."""
    if move is actions.SKIP:
        end_effect(state)
    else:
        state.turn.slot = move.value
        state.turn.decision = LAB_PAY


def legal_lab_pay(state: Position) -> Sequence[Move]:
    """How many units are paid in imports, the rest in yen; never more than due (Y-ACT-LAB-5)."""
    player, slot = state.acting, state.turn.slot
    due = units(state, display(state)[slot], slot)
    fewest = max(0, due - player.yen // UNIT_YEN)
    return actions.LAB_PAYS[fewest : min(due, player.imports) + 1]


def apply_lab_pay(state: Position, move: Move) -> None:
    """Pay and take the card; the effect of the card comes first (Y-ACT-LAB-4)."""
    player, turn = state.acting, state.turn
    cards = display(state)
    card = cards[turn.slot]
    due = units(state, card, turn.slot)
    player.imports -= move.value
    player.yen -= UNIT_YEN * (due - move.value)
    cards[turn.slot] = EMPTY
    player.technologies += (card,)
    player.technology_bits |= 1 << card
    turn.slot = 0
    if 1 << card == STATION and state.station == NOWHERE:
        turn.decision = STATION_AREA  # Y-TECH-2
        return
    if 1 << card == EXPOSITION:
        player.vp += EXPOSITION_VP  # Y-TECH-6
    _gain_technology(state)


def legal_station_area(state: Position) -> Sequence[Move]:
    """Any area but the Canal may get the station token."""
    return state.board.station_areas


def apply_station_area(state: Position, move: Move) -> None:
    """Put the station token there for good (R-22)."""
    state.station = move.value
    _gain_technology(state)


def _gain_technology(state: Position) -> None:
    """Bonuses of technologies owned before, the country's icon, then the display slides (Y-ACT-LAB-4)."""
    player = state.acting
    card = player.technologies[-1]
    before = player.technology_bits & ~(1 << card)
    if before & LETTERPRESS_PRINTING:
        player.yen += LETTERPRESS_YEN  # Y-TECH-9
    if before & PATENT_SYSTEM:
        player.vp += PATENT_VP  # Y-TECH-19
    add_icon(state, player, TECHNOLOGIES[card].country)
    cards = display(state)
    drawn = state.technology_deck[:1]
    state.technology_deck = state.technology_deck[1:]
    kept = [other for other in cards if other != EMPTY]
    cards[:] = [*kept, *drawn, *[EMPTY] * (len(SURCHARGE) - len(kept) - len(drawn))]
    if drawn and state.events is not None:
        state.note(f"reveal {TECHNOLOGIES[drawn[0]].id}")
    end_effect(state)
