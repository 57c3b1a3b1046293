"""Consolidation, steps A to D (Z-CONS-1 to 4, Z-CONS-A to D2), in a turn and at the end of the match."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.zaibatsu.actions import EXCHANGE, FAVOUR, KEEP, OBJECTIVE, Move
from engine.zaibatsu.catalogue import KEEPS_COAL_AND_MONEY, KEPT_AT_MOST, SERVICE
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.decisions import Decision, Phase
from engine.zaibatsu.phases.rounds import after_consolidation
from engine.zaibatsu.pieces import COLOUR_OF
from engine.zaibatsu.player import EXPERT, Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import FINANCE, MINES, TRACK_VALUES

CONSOLIDATION: Final = Phase.CONSOLIDATION
DECIDE_FAVOUR: Final = Decision.FAVOUR
DECIDE_OBJECTIVE: Final = Decision.OBJECTIVE
DECIDE_KEEP: Final = Decision.KEEP
DECIDE_WAGE_SILK: Final = Decision.WAGE_SILK
DESTINATION_OF: Final = tuple(COLOUR_OF.index(colour) for colour in range(6))


def begin(state: Position) -> None:
    """The active player consolidates."""
    state.phase = CONSOLIDATION
    state.step = 0


def favour(state: Position, player: Player) -> None:
    """A: one favour, if a level is open and an objective free (Z-CONS-A)."""
    if 0 in player.favours and open_levels(player):
        state.decision = DECIDE_FAVOUR


def discard(state: Position, player: Player) -> None:
    """B: money and coal go; stored coal stays, paper 3B keeps some (Z-CONS-B, Z-FAC-2)."""
    if KEEPS_COAL_AND_MONEY in player.tiles:
        state.decision = DECIDE_KEEP
    else:
        player.money = player.coal = 0


def lowest_service(state: Position, player: Player) -> None:
    """C1: the service of the lowest worker (Z-CONS-C1)."""
    if player.cells:
        state.waiting.append(SERVICE[player.cells[0] % EXPERT])


def highest_service(state: Position, player: Player) -> None:
    """C2: with four or more, that of the highest too if its colour differs (Z-CONS-C2)."""
    cells = player.cells
    if len(cells) >= BOARD.second_service_at and cells[-1] % EXPERT != cells[0] % EXPERT:
        state.waiting.append(SERVICE[cells[-1] % EXPERT])


def coal_income(_: Position, player: Player) -> None:
    """C3: coal by the Mines track (Z-CONS-C3)."""
    player.coal += TRACK_VALUES[MINES][player.tracks[MINES]]


def money_income(_: Position, player: Player) -> None:
    """C4: money by the Finance track (Z-CONS-C4)."""
    player.money += TRACK_VALUES[FINANCE][player.tracks[FINANCE]]


def wages(state: Position, player: Player) -> None:
    """D1: wages; silk may be changed first where money is short (Z-CONS-D1)."""
    if player.cells:
        if player.silk and shortfall(player) > 0:
            state.decision = DECIDE_WAGE_SILK
        else:
            pay_wages(player)


def send_workers_home(state: Position, player: Player) -> None:
    """D2: experts to their destinations, workers into the bag (Z-CONS-D2)."""
    for worker in player.cells:
        if worker >= EXPERT:
            state.experts |= 1 << DESTINATION_OF[worker - EXPERT]
        else:
            state.returned.append(worker)
    player.cells.clear()


STEPS: Final[tuple[Callable[[Position, Player], None], ...]] = (
    favour,
    discard,
    lowest_service,
    highest_service,
    coal_income,
    money_income,
    wages,
    send_workers_home,
)
"""In the printed order (Z-CONS-1)."""


def go_on(state: Position) -> None:
    """The next step; each is finished with all its effects before the following one (Z-CONS-4)."""
    step = state.step
    if step == len(STEPS):
        after_consolidation(state)
        return
    state.step = step + 1
    STEPS[step](state, state.players[state.active])


def open_levels(player: Player) -> list[int]:
    """Levels up to that of the highest occupied cell with tokens left."""
    if not player.cells:
        return []
    most = BOARD.favour_level_by_cell[len(player.cells) - 1]
    return [level for level in range(1, most + 1) if player.favours.count(level) < BOARD.favours_per_level]


def legal_favour(state: Position) -> Sequence[Move]:
    """The levels of favour that the player can take."""
    return [FAVOUR[level] for level in open_levels(state.players[state.active])]


def apply_favour(state: Position, move: Move) -> None:
    """Take that level; its objective is the next decision."""
    state.need = move.a
    state.decision = DECIDE_OBJECTIVE


def legal_objective(state: Position) -> Sequence[Move]:
    """Objectives without a favour."""
    return [OBJECTIVE[at] for at, level in enumerate(state.players[state.active].favours) if not level]


def apply_objective(state: Position, move: Move) -> None:
    """Put the favour there, where it stays."""
    player = state.players[state.active]
    player.favours = (*player.favours[: move.a], state.need, *player.favours[move.a + 1 :])
    state.need = 0


def legal_keep(state: Position) -> Sequence[Move]:
    """How much coal stays; the rest of the three is money (Z-FAC-2)."""
    return [KEEP[coal] for coal in range(min(KEPT_AT_MOST, state.players[state.active].coal) + 1)]


def apply_keep(state: Position, move: Move) -> None:
    """Keep that much coal and fill up with money; discard the rest."""
    player = state.players[state.active]
    player.coal = move.a
    player.money = min(player.money, KEPT_AT_MOST - move.a)


def wage_bill(player: Player) -> int:
    """3 money for each colour among workers and experts (Z-CONS-D1, Z-CONS-2)."""
    return BOARD.wage_per_colour * len({worker % EXPERT for worker in player.cells})


def shortfall(player: Player) -> int:
    """Money missing to pay all wages and keep the last one."""
    return wage_bill(player) + 1 - player.money


def pay_wages(player: Player) -> None:
    """The last money is never spent; each unpaid one costs a point (Z-CONS-D1)."""
    bill = wage_bill(player)
    paid = max(0, min(bill, player.money - 1))
    player.money -= paid
    player.score -= bill - paid
    player.wages_lost += bill - paid


def legal_wage_silk(state: Position) -> Sequence[Move]:
    """Silk to change into money before wages, up to what is missing."""
    player = state.players[state.active]
    return [EXCHANGE[silk] for silk in range(min(player.silk, shortfall(player)) + 1)]


def apply_wage_silk(state: Position, move: Move) -> None:
    """Change that much silk, then pay."""
    player = state.players[state.active]
    player.silk -= move.a
    player.money += move.a
    pay_wages(player)
