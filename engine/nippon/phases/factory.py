"""Building factories (N-ACT-FACTORY) and what they give at once (N-FAC)."""

from typing import Final

from engine.nippon.actions import BUILDS, SUPPLIES, Move, Moves
from engine.nippon.budget import gain
from engine.nippon.data import TRACKS, tables
from engine.nippon.data.records import Effect
from engine.nippon.decisions import Decision, Piece
from engine.nippon.perks import perks_of
from engine.nippon.phases import machine, network
from engine.nippon.phases.clock import end_turn
from engine.nippon.player import Line, Player
from engine.nippon.position import Position
from engine.nippon.tracks import KNOWLEDGE_VALUES, climb

FACTORY: Final = Decision.FACTORY
GOODS_TO: Final = Decision.GOODS_TO
FACTORIES: Final = Line.FACTORIES
PIECES: Final = {piece.label: piece for piece in Piece}
TILES: Final = tables().factories
NEEDED: Final = tables().knowledge_needed
COST: Final = tables().costs.factory
CAP: Final = tables().goods_cap

# By knowledge and blueprints together: bits of the tiles within reach; more than the last entry reaches no further.
REACH: Final = tuple(
    sum(1 << place for place, tile in enumerate(TILES) if NEEDED[tile.level - 1] <= knowledge)
    for knowledge in range(max(NEEDED) + 1)
)
FARTHEST: Final = len(REACH) - 1


def begin(state: Position) -> None:
    """Start the action (N-ACT-FACTORY-1)."""
    state.decide_next(FACTORY)


def buildable(state: Position, player: Player) -> int:
    """Bits of the tiles whose good is new and whose level knowledge and blueprints reach."""
    reach = KNOWLEDGE_VALUES[player.knowledge_track] + player.blueprints
    return state.piles & player.perks.buildable & REACH[min(FARTHEST, reach)]


def legal_factory(state: Position) -> Moves:
    """Any tile of any pile (N-SETUP-4) within reach."""
    bits = buildable(state, state.players[state.acting])
    return BUILDS[0][bits & 255] + BUILDS[1][bits >> 8 & 255] + BUILDS[2][bits >> 16]


def apply_factory(state: Position, move: Move) -> None:
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
        end_turn(state)
    else:
        _immediate(state, player, tile.good, tile.effects)


def _immediate(state: Position, player: Player, good: int, effects: tuple[Effect, ...]) -> None:
    choice: Effect | None = None
    for effect in effects:
        if effect.name == "track":
            climb(player, TRACKS.index(effect.target), effect.amount)
        elif effect.name == "gain":
            gain(player, effect.target, effect.amount, FACTORIES)
        elif effect.name == "machine_here":
            player.machines[good] = min(player.machines[good] + effect.amount, machine.LEVELS)
        else:
            choice = effect
    if choice is None:
        end_turn(state)
    elif choice.name == "build":
        network.begin_free(state, PIECES[choice.target])
    elif choice.name == "machine_any":
        machine.begin_free(state, choice.amount)
    else:
        state.decide_next(GOODS_TO, free=choice.amount)  # the new factory has space for one


def _short(state: Position, player: Player) -> int:
    """Bits of the factories below the cap that got none of these goods yet."""
    return sum(1 << good for good in player.perks.owned if player.goods[good] < CAP) & ~state.used


def legal_goods_to(state: Position) -> Moves:
    """A factory for the next good."""
    return SUPPLIES[_short(state, state.players[state.acting])]


def apply_goods_to(state: Position, move: Move) -> None:
    """One good; the next goes elsewhere, while a factory is below the cap."""
    player = state.players[state.acting]
    player.goods[move.value] += 1
    state.used |= 1 << move.value
    state.free -= 1
    if not state.free or not _short(state, player):
        end_turn(state)
