"""Laboratory A and B: technologies from the display (Y-ACT-LAB-1 to Y-ACT-LAB-5), and what a new one brings at once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import AREAS, TABLES, Play
from engine.yokohama.phases import NOTHING
from engine.yokohama.phases.goods import add_icon
from engine.yokohama.phases.offer import done, offered
from engine.yokohama.player import EMPTY, NOWHERE
from engine.yokohama.technologies import EXPOSITION, LETTERPRESS_PRINTING, PATENT_SYSTEM, STATION, TECHNOLOGIES

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

SURCHARGE = TABLES.laboratory_surcharge
UNIT_YEN = TABLES.amounts.unit_yen
VALUES = tuple(technology.value for technology in TECHNOLOGIES)
LABORATORY_AREAS = tuple(number for number, area in enumerate(AREAS) if area.kind == "laboratory")
"""Areas of the displays in `state.laboratories`."""
EXPOSITION_VP = 10
LETTERPRESS_YEN = 1
PATENT_VP = 2


def enter(state: "YokohamaState", effect: int) -> None:
    """Power supplies *effect* of industrial value."""
    state.turn.left = effect
    state.turn.step = steps.LAB_CARD


def display(state: "YokohamaState") -> list[int]:
    """The cards of the laboratory where the action is."""
    return state.laboratories[LABORATORY_AREAS.index(state.turn.area)]


def units(state: "YokohamaState", card: int, slot: int) -> int:
    """Units of 2 yen or 1 import to pay: what power leaves open, and one more for many technologies (Y-ACT-LAB-2, -3)."""
    cost = VALUES[card] + SURCHARGE[slot] - state.turn.left
    cost = max(cost, 0)
    number = len(state.acting.technologies) + 1
    return cost + 1 if number >= state.edition.surcharge_from_technology else cost


def options(state: "YokohamaState") -> Sequence[Play]:
    """Cards of names not owned (Y-GEN-3) that can be paid, or none."""
    player = state.acting
    owned, funds = player.technology_bits, player.imports + player.yen // UNIT_YEN
    legal: list[Play] = []
    for slot, card in enumerate(display(state)):
        if card != EMPTY and not owned >> card & 1 and units(state, card, slot) <= funds:
            legal.append(actions.LAB_CARDS[slot])
    return offered(state, legal)


def chosen(state: "YokohamaState", play: Play) -> None:
    """Go on to the payment."""
    if play is actions.SKIP:
        done(state)
    else:
        state.turn.slot = play.value
        state.turn.step = steps.LAB_PAY


def pay_options(state: "YokohamaState") -> Sequence[Play]:
    """How many units are paid in imports, the rest in yen; never more than due (Y-ACT-LAB-5)."""
    player, slot = state.acting, state.turn.slot
    due = units(state, display(state)[slot], slot)
    fewest = max(0, due - player.yen // UNIT_YEN)
    return actions.LAB_PAYS[fewest : min(due, player.imports) + 1]


def pay_chosen(state: "YokohamaState", play: Play) -> None:
    """Pay and take the card; its own effect comes first (Y-ACT-LAB-4)."""
    player, turn = state.acting, state.turn
    cards = display(state)
    card = cards[turn.slot]
    due = units(state, card, turn.slot)
    player.imports -= play.value
    player.yen -= UNIT_YEN * (due - play.value)
    cards[turn.slot] = EMPTY
    player.technologies += (card,)
    player.technology_bits |= 1 << card
    turn.slot = 0
    turn.step = steps.LAB_GAINED
    if 1 << card == EXPOSITION:
        player.vp += EXPOSITION_VP  # Y-TECH-6
    elif 1 << card == STATION and state.station == NOWHERE:
        turn.step = steps.STATION_AREA  # Y-TECH-2


def station_options(state: "YokohamaState") -> Sequence[Play]:
    """Any area but the Canal."""
    return state.board.station_areas


def station_chosen(state: "YokohamaState", play: Play) -> None:
    """The token never moves again (R-22)."""
    state.station = play.value
    state.turn.step = steps.LAB_GAINED


def gained(state: "YokohamaState") -> Sequence[Play]:
    """Technologies owned before, the country's icon, then the display slides (Y-ACT-LAB-4)."""
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
    done(state)
    return NOTHING
