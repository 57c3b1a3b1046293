"""Every action of the game, made once, and the lists that legal actions are looked up in.

| notation | decision |
|---|---|
| `take red train`, `consolidate`, `blueprints coal` | turn (a worker's space follows from the action) |
| `steps 2` | steps on the track of the action |
| `build silk 3` | factory |
| `machine silk`, `machine reserve` | machine |
| `produce silk` | produce |
| `contract 4`, then `pay silk` | export |
| `place 2` | region of a train or ship |
| `market 5 north`, then `count 2`, perhaps `return west` | local market: city and slot, goods, tile that leaves |
| `reward 3 yen`, `reward plain`, `reward none`, then `achievement ships` | consolidation |
| `supply silk` | one good of bulbs 1 |
| `stop`, `done` | no further activation; end of the last turn |

Events beside the actions: `row_up 2 train_ship` (a row moved onto a space), `refill`, `tile_home 1 4` (seat 1 has its 4
back), `scoring 1 12 0 7` (points by seat).
"""

from collections.abc import Sequence
from typing import Final

from engine.core.actions import Action, Vocabulary
from engine.nippon.data import ACTIONS, TRACKS, tables
from engine.nippon.workers import COLOURS, SMALL_GROUPS

GAME_NAME: Final = "nippon"
SLOT_NAMES: Final = ("north", "east", "south", "west")

_TABLES: Final = tables()
VOCABULARY: Final = Vocabulary(GAME_NAME)


class Move(Action):
    """An action of Nippon."""

    __slots__ = ("colour", "space", "value", "verb")

    def __init__(self, text: str, value: int = 0, colour: int = 0, space: int = 0) -> None:
        super().__init__(GAME_NAME, text)
        self.verb = text.split(" ", maxsplit=1)[0]
        self.value = value
        """What is chosen, as an index: an action, track, good, tile, region, slot or number."""
        self.colour = colour
        """Of the worker taken."""
        self.space = space
        """Of the worker taken."""
        VOCABULARY.add(self)


Moves = tuple[Move, ...]


def subsets(moves: Sequence[Move], last: Moves = ()) -> tuple[Moves, ...]:
    """By bit mask: the moves of the set bits, then *last*."""
    return tuple(
        (*(move for bit, move in enumerate(moves) if mask >> bit & 1), *last) for mask in range(1 << len(moves))
    )


CONSOLIDATE: Final = Move("consolidate")
STOP: Final = Move("stop")
DONE: Final = Move("done")

_BLUEPRINTS: Final = [Move(f"blueprints {name}", track) for track, name in enumerate(TRACKS)]
BLUEPRINTS: Final = subsets(_BLUEPRINTS)
BLUEPRINTS_OR_DONE: Final = subsets(_BLUEPRINTS, (DONE,))

_STEPS: Final = [Move(f"steps {number}", number) for number in range(1, len(_TABLES.costs.steps) + 1)]
STEPS: Final = tuple(tuple(_STEPS[:number]) for number in range(len(_STEPS) + 1))
"""By the greatest number of steps that can be paid."""

_BUILDS: Final = [
    Move(f"build {_TABLES.goods[tile.good]} {tile.number}", n) for n, tile in enumerate(_TABLES.factories)
]
BUILDS: Final = tuple(subsets(_BUILDS[first : first + 8]) for first in range(0, len(_BUILDS), 8))
"""By level - 1 and the eight tile bits of that level."""

_MACHINES: Final = [Move(f"machine {name}", good) for good, name in enumerate(_TABLES.goods)]
MACHINES: Final = subsets(_MACHINES)
MACHINES_OR_STOP: Final = subsets(_MACHINES, (STOP,))
RESERVE: Final = Move("machine reserve", -1)
RESERVE_ONLY: Final = ((RESERVE,), (RESERVE, STOP))
"""First activation, later ones."""

_PRODUCES: Final = [Move(f"produce {name}", good) for good, name in enumerate(_TABLES.goods)]
PRODUCES: Final = subsets(_PRODUCES)
PRODUCES_OR_STOP: Final = subsets(_PRODUCES, (STOP,))

_CONTRACTS: Final = [Move(f"contract {number}", number) for number in range(len(_TABLES.contracts))]
CONTRACTS: Final = subsets(_CONTRACTS)
CONTRACTS_OR_STOP: Final = subsets(_CONTRACTS, (STOP,))
PAYS: Final = tuple(Move(f"pay {name}", good) for good, name in enumerate(_TABLES.goods))

_PLACES: Final = [Move(f"place {region}", region) for region in range(len(_TABLES.regions))]
PLACES: Final = subsets(_PLACES)
PLACES_OR_STOP: Final = subsets(_PLACES, (STOP,))

MARKETS: Final = tuple(
    Move(f"market {slot >> 2} {SLOT_NAMES[slot & 3]}", slot) for slot in range(8 * len(_TABLES.regions))
)
COUNTS: Final = subsets([Move(f"count {number}", number) for number in (1, 2, 3)])
"""By bit number - 1."""
RETURNS: Final = tuple(Move(f"return {name}", side) for side, name in enumerate(SLOT_NAMES))

REWARDS: Final = tuple(Move(f"reward {kind.multiplier} {kind.front}", n) for n, kind in enumerate(_TABLES.rewards))
PLAIN_REWARD: Final = Move("reward plain", -1)
NO_REWARD: Final = Move("reward none", -2)
ACHIEVES: Final = tuple(Move(f"achievement {kind.name}", n) for n, kind in enumerate(_TABLES.achievements))
SUPPLIES: Final = subsets([Move(f"supply {name}", good) for good, name in enumerate(_TABLES.goods)])


def _takes() -> tuple[tuple[int, int, dict[int, tuple[Moves, ...]]], ...]:
    spaces = []
    for space, actions in enumerate(_TABLES.spaces):
        first = ACTIONS.index(actions[0])
        moves = [
            [Move(f"take {colour} {name}", first + n, number, space) for n, name in enumerate(actions)]
            for number, colour in enumerate(COLOURS)
        ]
        lists = {
            group: tuple(
                tuple(
                    moves[colour][n]
                    for colour in sorted(set(workers))
                    for n in range(len(actions))
                    if possible >> n & 1
                )
                for possible in range(1 << len(actions))
            )
            for group, workers in SMALL_GROUPS.items()
        }
        spaces.append((first, (1 << len(actions)) - 1, lists))
    return tuple(spaces)


TAKES: Final = _takes()
"""Per space: bit of its first action, mask of its actions, and by workers there and possible actions the moves."""
