"""The six services, base and upgraded (Z-SERV-1)."""

from typing import Final

from engine.zaibatsu.data import BOARD, RESOURCES
from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.effects import Effect
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.powers.gains import gain
from engine.zaibatsu.terms import WHITE, YELLOW

SERVICE: Final = Decision.SERVICE
DECIDE_WHITE: Final = Decision.WHITE

AMOUNT: Final = tuple((service.base, service.upgraded) for service in BOARD.services)
RESOURCE: Final = tuple(RESOURCES.index(s.gain) if s.gain in RESOURCES else -1 for s in BOARD.services)


def serve(state: Position, player: Player, colour: int) -> None:
    """The service of a colour, by the owner's present upgrade; for white its owner decides where to go."""
    if colour == WHITE:
        state.decision = DECIDE_WHITE
        return
    amount = AMOUNT[colour][player.upgrades >> colour & 1]
    if colour == YELLOW:
        player.score += amount
    else:
        gain(player, RESOURCE[colour], amount)


def serve_colour(state: Position, player: Player, effect: Effect) -> None:
    """service:black"""
    serve(state, player, effect.what)


def serve_one_of(state: Position, _: Player, effect: Effect) -> None:
    """service:red|white and service:any: the owner picks the colour (Z-SERV-2)."""
    state.effect = effect
    state.decision = SERVICE


def serve_worker(state: Position, player: Player, _: Effect) -> None:
    """service:worker: the colour hired for this action (Z-SERV-3)."""
    serve(state, player, state.hired)


def serve_expert(state: Position, player: Player, _: Effect) -> None:
    """service:expert: the colour of the expert just taken (Z-SERV-3)."""
    serve(state, player, BOARD.destination_colour[state.place])


def worker_is_white(state: Position) -> bool:
    """Only the white service leaves a choice: R&D or Mines (Z-SERV-1)."""
    return state.hired == WHITE


def expert_is_white(state: Position) -> bool:
    """The same for the expert just taken."""
    return BOARD.destination_colour[state.place] == WHITE
