"""The six services, base and upgraded (Z-SERV-1)."""

from engine.zaibatsu import asks
from engine.zaibatsu.data import BOARD, RESOURCES
from engine.zaibatsu.effects import Effect, verb
from engine.zaibatsu.player import Player
from engine.zaibatsu.powers.gains import gain
from engine.zaibatsu.state import ZaibatsuState
from engine.zaibatsu.terms import COLOURS, WHITE, YELLOW

AMOUNT = tuple((service.base, service.upgraded) for service in BOARD.services)
RESOURCE = tuple(RESOURCES.index(s.gain) if s.gain in RESOURCES else -1 for s in BOARD.services)


def serve(state: ZaibatsuState, player: Player, colour: int) -> None:
    """The service of a colour, by the owner's present upgrade; white asks where to go."""
    if colour == WHITE:
        state.ask = asks.WHITE
        return
    amount = AMOUNT[colour][player.upgrades >> colour & 1]
    if colour == YELLOW:
        player.score += amount
    else:
        gain(player, RESOURCE[colour], amount)


def serve_colour(state: ZaibatsuState, player: Player, effect: Effect) -> None:
    """service:black"""
    serve(state, player, effect.what)


def serve_one_of(state: ZaibatsuState, _: Player, effect: Effect) -> None:
    """service:red|white and service:any: the owner picks the colour (Z-SERV-2)."""
    state.effect = effect
    state.ask = asks.SERVICE


def serve_worker(state: ZaibatsuState, player: Player, _: Effect) -> None:
    """service:worker: the colour hired for this action (Z-SERV-3)."""
    serve(state, player, state.hired)


def serve_expert(state: ZaibatsuState, player: Player, _: Effect) -> None:
    """service:expert: the colour of the expert just taken (Z-SERV-3)."""
    serve(state, player, BOARD.destination_colour[state.place])


def worker_is_white(state: ZaibatsuState) -> bool:
    """Only the white service leaves a choice: R&D or Mines (Z-SERV-1)."""
    return state.hired == WHITE


def expert_is_white(state: ZaibatsuState) -> bool:
    """The same for the expert just taken."""
    return BOARD.destination_colour[state.place] == WHITE


@verb("service")
def make_service(arguments: list[str], _: int) -> Effect:
    (which,) = arguments
    if which == "worker":
        return Effect("service_worker", serve_worker, chooses=worker_is_white)
    if which == "expert":
        return Effect("service_expert", serve_expert, chooses=expert_is_white)
    colours = tuple(range(6)) if which == "any" else tuple(COLOURS.index(name) for name in which.split("|"))
    name = f"service_{which.replace('|', '_or_')}"
    if len(colours) > 1:
        return Effect(name, serve_one_of, choice=True, kinds=colours)
    return Effect(name, serve_colour, choice=colours[0] == WHITE, what=colours[0])
