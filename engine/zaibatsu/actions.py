"""The actions of the game and their notation, all made once.

The rules read `verb`, `a` and `b`; legal lists are put together from the tables below.
"""

from itertools import combinations_with_replacement
from typing import Final

from engine.core.actions import Action, Vocabulary
from engine.zaibatsu.catalogue import ALL_EFFECTS
from engine.zaibatsu.data import ACTIONS, BOARD, ROW_NAMES, TOKENS
from engine.zaibatsu.effects import Effect
from engine.zaibatsu.terms import COLOURS, DIRECTIONS, GOODS, OLD, TILE_NAMES

GAME_NAME: Final = "zaibatsu"
VOCABULARY: Final = Vocabulary(GAME_NAME)


class Move(Action):
    """One action; what its numbers mean depends on its verb."""

    __slots__ = ("a", "b", "effect", "verb")

    def __init__(self, text: str, a: int = 0, b: int = 0, effect: Effect | None = None) -> None:
        super().__init__(GAME_NAME, text)
        self.verb = text.split(" ", maxsplit=1)[0]
        self.a = a
        self.b = b
        self.effect = effect
        VOCABULARY.add(self)


def _row(verb: str, names: tuple[str, ...]) -> tuple[Move, ...]:
    return tuple(Move(f"{verb} {name}", at) for at, name in enumerate(names))


def _numbers(verb: str, low: int, high: int) -> dict[int, Move]:
    return {number: Move(f"{verb} {number}", number) for number in range(low, high + 1)}


STOP: Final = Move("stop")
CONSOLIDATE: Final = Move("consolidate")
YES: Final = Move("yes", 1)
NO: Final = Move("no", 0)

PAIR: Final = _row("start_pair", tuple(start.name for start in TOKENS.start_a))
OLD_SIDE: Final = tuple(Move(f"old_factory {TILE_NAMES[tile].removeprefix('old_')}", tile) for tile in (OLD, OLD + 1))
BAG_WORKER: Final = _row("bag_worker", COLOURS)

HIRE: Final = tuple(tuple(Move(f"hire {c} {a}", at, n) for at, c in enumerate(COLOURS)) for n, a in enumerate(ACTIONS))
"""[action][colour]"""
STEPS: Final = _numbers("steps", 1, 3)
FACTORY: Final = _row("factory", TILE_NAMES[:OLD])
FIT: Final = _row("machine", TILE_NAMES[:OLD])
PRODUCE: Final = _row("produce", TILE_NAMES[:OLD])
PRODUCE_FREE: Final = _row("produce_free", TILE_NAMES[:OLD])
MODIFIER: Final = _row("modifier", TILE_NAMES[:OLD])
GOODS_FROM: Final = _row("goods_from", TILE_NAMES)
GOODS_TO: Final = _row("goods_to", TILE_NAMES)

FREE: Final = 0
BY_IRON: Final = 1
BY_MONEY: Final = 2
_PAID: Final = ("", " iron", " money")
SHIP: Final = tuple(
    tuple(Move(f"ship {n}{paid}", at, how) for how, paid in enumerate(_PAID)) for at, n in enumerate(BOARD.destinations)
)
"""[destination][how it is paid]"""
TRAIN: Final = tuple(tuple(Move(f"train {at}{paid}", at, how) for how, paid in enumerate(_PAID)) for at in range(4))
"""[region][how it is paid]"""
SLOT: Final = _numbers("slot", 0, 6)
BUILD: Final = _row("build", ROW_NAMES)
REGION: Final = _numbers("region", 0, 3)

DELIVER: Final = tuple(Move(f"deliver {at // 4} {DIRECTIONS[at % 4]}", at) for at in range(32))
COUNT: Final = _numbers("count", 1, 3)
RETURN: Final = _row("return", DIRECTIONS)
TAKE_BONUS: Final = Move("take region_bonus", 1)
TAKE_POINTS: Final = Move("take points", 0)

INVEST: Final = _row("invest", GOODS)
FINANCE: Final = Move("use finance", -1)
CONTRACT: Final = tuple(Move(f"use contract_{contract.name}", at) for at, contract in enumerate(TOKENS.contracts))

SERVICE: Final = _row("service", COLOURS)
WHITES: Final = _row("white", ("rnd", "mines", "split"))
WHITE_RND: Final = WHITES[0]
WHITE_MINES: Final = WHITES[1]
WHITE_SPLIT: Final = WHITES[2]
RESOLVE: Final = {effect.name: Move(f"resolve {effect.name}", effect=effect) for effect in ALL_EFFECTS}

FAVOUR: Final = _numbers("favour", 1, 3)
OBJECTIVE: Final = _row("objective", BOARD.categories)
KEEP: Final = _numbers("keep", 0, 3)
EXCHANGE: Final = _numbers("exchange", 0, BOARD.wage_per_colour * 6 + 1)
_REWARDS: Final = tuple(dict.fromkeys(token for choices in TOKENS.rewards for token in choices))
_REWARD: Final = {token: Move(f"reward {token.replace(':', '_').replace('*', '_times_')}") for token in _REWARDS}
REWARD: Final = tuple(tuple(_REWARD[token] for token in choices) for choices in TOKENS.rewards)
"""[period - 1][choice]"""


def _hires() -> tuple[dict[tuple[int, ...], tuple[tuple[Move, ...], ...]], ...]:
    """[space][workers there][which of its actions are possible, one bit each] -> the hires (Z-DEC-1: colours once each)."""
    crowds = [crowd for size in range(4) for crowd in combinations_with_replacement(range(6), size)]
    return tuple(
        {
            crowd: tuple(
                tuple(
                    HIRE[action][colour]
                    for bit, action in enumerate(space)
                    if mask >> bit & 1
                    for colour in sorted(set(crowd))
                )
                for mask in range(1 << len(space))
            )
            for crowd in crowds
        }
        for space in BOARD.spaces
    )


HIRES: Final = _hires()
