"""Building factories (N-ACT-FACTORY) and what they give at once (N-FAC)."""

from typing import TYPE_CHECKING

from engine.nippon import clock
from engine.nippon.actions import BUILDS, SUPPLIES, Moves
from engine.nippon.budget import gain
from engine.nippon.data import TRACKS, tables
from engine.nippon.data.records import Effect
from engine.nippon.kinds import FACTORIES_LINE, FACTORY, GOODS_TO, SHIP, TRAIN
from engine.nippon.perks import perks_of
from engine.nippon.phases import machine, network
from engine.nippon.tracks import KNOWLEDGE_VALUES, climb

if TYPE_CHECKING:
    from engine.nippon.actions import Move
    from engine.nippon.state import NipponState, Player

TILES = tables().factories
NEEDED = tables().knowledge_needed
COST = tables().costs.factory
CAP = tables().goods_cap

# By knowledge and blueprints together: bits of the tiles within reach; more than the last entry reaches no further.
REACH = tuple(
    sum(1 << place for place, tile in enumerate(TILES) if NEEDED[tile.level - 1] <= knowledge)
    for knowledge in range(max(NEEDED) + 1)
)
FARTHEST = len(REACH) - 1


def begin(state: "NipponState") -> None:
    """N-ACT-FACTORY-1."""
    state.ask(FACTORY)


def buildable(state: "NipponState", player: "Player") -> int:
    """Bits of the tiles whose good is new and whose level knowledge and blueprints reach."""
    reach = KNOWLEDGE_VALUES[player.knowledge_track] + player.blueprints
    return state.piles & player.perks.buildable & REACH[min(FARTHEST, reach)]


def legal(state: "NipponState") -> Moves:
    """Any tile of any pile (N-SETUP-4) within reach."""
    bits = buildable(state, state.players[state.acting])
    return BUILDS[0][bits & 255] + BUILDS[1][bits >> 8 & 255] + BUILDS[2][bits >> 16]


def apply(state: "NipponState", move: "Move") -> None:
    """Pay, take the tile, put waiting machines on it, then its immediate effect (N-ACT-FACTORY-3)."""
    player, tile = state.players[state.acting], TILES[move.value]
    missing = NEEDED[tile.level - 1] - KNOWLEDGE_VALUES[player.knowledge_track]
    player.yen -= COST
    player.blueprints -= max(missing, 0)
    state.piles &= ~(1 << move.value)
    player.factories[tile.good] = tile.number
    player.perks = perks_of(tuple(player.factories))
    waiting = min(player.reserve, machine.LEVELS)
    player.machines[tile.good] = waiting
    player.reserve -= waiting
    if tile.permanent:
        clock.end_turn(state)
    else:
        _immediate(state, player, tile.good, tile.effects)


def _immediate(state: "NipponState", player: "Player", good: int, effects: tuple[Effect, ...]) -> None:
    choice: Effect | None = None
    for effect in effects:
        if effect.name == "track":
            climb(player, TRACKS.index(effect.target), effect.amount)
        elif effect.name == "gain":
            gain(player, effect.target, effect.amount, FACTORIES_LINE)
        elif effect.name == "machine_here":
            player.machines[good] = min(player.machines[good] + effect.amount, machine.LEVELS)
        else:
            choice = effect
    if choice is None:
        clock.end_turn(state)
    elif choice.name == "build":
        network.begin_free(state, TRAIN if choice.target == "train" else SHIP)
    elif choice.name == "machine_any":
        machine.begin_free(state, choice.amount)
    else:
        state.ask(GOODS_TO, free=choice.amount)  # the new factory itself has room


def _short(state: "NipponState", player: "Player") -> int:
    """Bits of the factories that have room and got none of these goods yet."""
    return sum(1 << good for good in player.perks.owned if player.goods[good] < CAP) & ~state.used


def legal_supply(state: "NipponState") -> Moves:
    """A factory for the next good."""
    return SUPPLIES[_short(state, state.players[state.acting])]


def apply_supply(state: "NipponState", move: "Move") -> None:
    """One good; the next goes elsewhere, as far as there is room."""
    player = state.players[state.acting]
    player.goods[move.value] += 1
    state.used |= 1 << move.value
    state.free -= 1
    if not state.free or not _short(state, player):
        clock.end_turn(state)
