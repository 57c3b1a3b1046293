"""Consolidation, steps A to D (Z-CONS-1 to 4, Z-CONS-A to D2), in a turn and at the end of the match."""

from collections.abc import Callable, Sequence

from engine.zaibatsu import asks
from engine.zaibatsu.actions import EXCHANGE, FAVOUR, KEEP, OBJECTIVE, Move
from engine.zaibatsu.catalogue import KEEPS_COAL_AND_MONEY, KEPT_AT_MOST, SERVICE
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.phases.rounds import after_consolidation
from engine.zaibatsu.pieces import COLOUR_OF
from engine.zaibatsu.player import EXPERT, Player
from engine.zaibatsu.state import ZaibatsuState
from engine.zaibatsu.terms import FINANCE, MINES, TRACK_VALUES

DESTINATION_OF = tuple(COLOUR_OF.index(colour) for colour in range(6))


def begin(state: ZaibatsuState) -> None:
    """The active player consolidates."""
    state.phase = asks.CONSOLIDATION
    state.step = 0


def favour(state: ZaibatsuState, player: Player) -> None:
    """A: one favour, if a level is open and an objective free (Z-CONS-A)."""
    if 0 in player.favours and open_levels(player):
        state.ask = asks.FAVOUR


def discard(state: ZaibatsuState, player: Player) -> None:
    """B: money and coal go; stored coal stays, paper 3B keeps some (Z-CONS-B, Z-FAC-2)."""
    if KEEPS_COAL_AND_MONEY in player.tiles:
        state.ask = asks.KEEP
    else:
        player.money = player.coal = 0


def lowest_service(state: ZaibatsuState, player: Player) -> None:
    """C1: the service of the lowest worker (Z-CONS-C1)."""
    if player.cells:
        state.waiting.append(SERVICE[player.cells[0] % EXPERT])


def highest_service(state: ZaibatsuState, player: Player) -> None:
    """C2: with four or more, that of the highest too if its colour differs (Z-CONS-C2)."""
    cells = player.cells
    if len(cells) >= BOARD.second_service_at and cells[-1] % EXPERT != cells[0] % EXPERT:
        state.waiting.append(SERVICE[cells[-1] % EXPERT])


def coal_income(_: ZaibatsuState, player: Player) -> None:
    """C3: coal by the Mines track (Z-CONS-C3)."""
    player.coal += TRACK_VALUES[MINES][player.tracks[MINES]]


def money_income(_: ZaibatsuState, player: Player) -> None:
    """C4: money by the Finance track (Z-CONS-C4)."""
    player.money += TRACK_VALUES[FINANCE][player.tracks[FINANCE]]


def wages(state: ZaibatsuState, player: Player) -> None:
    """D1: wages; silk may be changed first where money is short (Z-CONS-D1)."""
    if player.cells:
        if player.silk and shortfall(player) > 0:
            state.ask = asks.WAGE_SILK
        else:
            pay_wages(player)


def send_workers_home(state: ZaibatsuState, player: Player) -> None:
    """D2: experts to their destinations, workers into the bag (Z-CONS-D2)."""
    for worker in player.cells:
        if worker >= EXPERT:
            state.experts |= 1 << DESTINATION_OF[worker - EXPERT]
        else:
            state.returned.append(worker)
    player.cells.clear()


STEPS: tuple[Callable[[ZaibatsuState, Player], None], ...] = (
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


def go_on(state: ZaibatsuState) -> None:
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


def legal_favour(state: ZaibatsuState) -> Sequence[Move]:
    """Which level."""
    return [FAVOUR[level] for level in open_levels(state.players[state.active])]


def answer_favour(state: ZaibatsuState, move: Move) -> None:
    """Where to put it, is asked next."""
    state.need = move.a
    state.ask = asks.OBJECTIVE


def legal_objective(state: ZaibatsuState) -> Sequence[Move]:
    """Objectives without a favour."""
    return [OBJECTIVE[at] for at, level in enumerate(state.players[state.active].favours) if not level]


def answer_objective(state: ZaibatsuState, move: Move) -> None:
    """It stays there for good."""
    player = state.players[state.active]
    player.favours = (*player.favours[: move.a], state.need, *player.favours[move.a + 1 :])
    state.need = 0


def legal_keep(state: ZaibatsuState) -> Sequence[Move]:
    """How much coal stays; the rest of the three is money (Z-FAC-2)."""
    return [KEEP[coal] for coal in range(min(KEPT_AT_MOST, state.players[state.active].coal) + 1)]


def answer_keep(state: ZaibatsuState, move: Move) -> None:
    """The rest is discarded."""
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


def legal_exchange(state: ZaibatsuState) -> Sequence[Move]:
    """Silk to change into money before wages, up to what is missing."""
    player = state.players[state.active]
    return [EXCHANGE[silk] for silk in range(min(player.silk, shortfall(player)) + 1)]


def answer_exchange(state: ZaibatsuState, move: Move) -> None:
    """Change it, then pay."""
    player = state.players[state.active]
    player.silk -= move.a
    player.money += move.a
    pay_wages(player)


asks.GO_ON[asks.CONSOLIDATION] = go_on
asks.register(asks.FAVOUR, legal_favour, answer_favour)
asks.register(asks.OBJECTIVE, legal_objective, answer_objective)
asks.register(asks.KEEP, legal_keep, answer_keep)
asks.register(asks.WAGE_SILK, legal_exchange, answer_exchange)
