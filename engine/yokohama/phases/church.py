"""Church: faith for a space of its board (Y-ACT-CHU-1 to Y-ACT-CHU-4)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import PAY_BITS, TABLES, Play
from engine.yokohama.data.records import GOODS
from engine.yokohama.phases import management
from engine.yokohama.phases.offer import done
from engine.yokohama.technologies import WINERY

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

SPACES = TABLES.church
FAITH = tuple(space.price for space in SPACES)
IMPORT_BIT, YEN_BIT = PAY_BITS[len(GOODS) :]
WINERY_VP = 3


def enter(state: "YokohamaState", effect: int) -> None:
    """Power supplies *effect* of faith."""
    state.turn.left = effect
    state.turn.step = steps.CHURCH_SPACE


def payable(state: "YokohamaState") -> int:
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


def options(state: "YokohamaState") -> Sequence[Play]:
    """Empty spaces within reach of the faith, or none."""
    faith = state.turn.left + payable(state).bit_count()
    return management.offered(state, actions.CHURCH_SPACES, state.church, FAITH, faith)


def chosen(state: "YokohamaState", play: Play) -> None:
    """Go on to the payment."""
    if play is actions.SKIP:
        done(state)
    else:
        state.turn.slot = play.value
        state.turn.step = steps.CHURCH_PAY


def pay_options(state: "YokohamaState") -> Sequence[Play]:
    """Sets of kinds of exactly the size the space needs (R-10)."""
    return actions.payment_sets(payable(state), max(0, FAITH[state.turn.slot] - state.turn.left))


def pay_chosen(state: "YokohamaState", play: Play) -> None:
    """Pay one unit of each kind."""
    player, mask = state.acting, play.mask
    for good in range(len(GOODS)):
        if mask & PAY_BITS[good]:
            player.goods[good] -= 1
    if mask & IMPORT_BIT:
        player.imports -= 1
    if mask & YEN_BIT:
        player.yen -= state.edition.church_yen
    if state.edition.church_once_per_turn:
        state.turn.church_paid |= mask
    state.turn.step = steps.CHURCH_FROM


def from_chosen(state: "YokohamaState", play: Play) -> None:
    """Put the assistant on the board and take the reward."""
    bonus = WINERY_VP if state.acting.technology_bits & WINERY else 0  # Y-TECH-10
    management.put(state, state.church, play, "church_full")
    management.reward(state, SPACES[state.turn.slot], bonus)
