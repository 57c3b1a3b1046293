"""The questions a state can be at, and who answers them.

`state.ask` is the number of the pending question. Each phase module registers here what is legal for its questions and what an answer
does; `state.phase` says who goes on once no question and no effect is left. The tables are lists, because every decision reads them.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.zaibatsu.actions import Move
    from engine.zaibatsu.state import ZaibatsuState

NAMES = (
    "none",
    "start_pair",
    "old_factory_side",
    "bag_worker",
    "turn",
    "steps",
    "factory",
    "machine",
    "produce",
    "ship",
    "train_region",
    "train_slot",
    "build_pick",
    "region",
    "market_slot",
    "market_count",
    "market_return",
    "market_gain",
    "goods_from",
    "invest_good",
    "invest_use",
    "modifier",
    "service",
    "white",
    "may",
    "goods_to",
    "order",
    "favour",
    "objective",
    "keep",
    "wage_silk",
    "shared_reward",
)
(
    NONE,
    START_PAIR,
    OLD_SIDE,
    BAG_WORKER,
    TURN,
    STEPS,
    FACTORY,
    MACHINE,
    PRODUCE,
    SHIP,
    TRAIN_REGION,
    TRAIN_SLOT,
    BUILD_PICK,
    REGION,
    MARKET_SLOT,
    MARKET_COUNT,
    MARKET_RETURN,
    MARKET_GAIN,
    GOODS_FROM,
    INVEST_GOOD,
    INVEST_USE,
    MODIFIER,
    SERVICE,
    WHITE,
    MAY,
    GOODS_TO,
    ORDER,
    FAVOUR,
    OBJECTIVE,
    KEEP,
    WAGE_SILK,
    REWARD,
) = range(len(NAMES))

PHASES = ("draft", "turn", "consolidation", "rewards", "over")
DRAFT, PLAY, CONSOLIDATION, REWARDS, OVER = range(len(PHASES))


def _unknown(*_: Any) -> Any:
    raise AssertionError("no phase has registered this question")


LEGAL: list[Callable[["ZaibatsuState"], "Sequence[Move]"]] = [_unknown] * len(NAMES)
ANSWER: list[Callable[["ZaibatsuState", "Move"], None]] = [_unknown] * len(NAMES)
GO_ON: list[Callable[["ZaibatsuState"], None]] = [_unknown] * len(PHASES)


def register(
    ask: int,
    legal: Callable[["ZaibatsuState"], "Sequence[Move]"],
    answer: Callable[["ZaibatsuState", "Move"], None],
) -> None:
    """Say what is legal for a question and what an answer does."""
    LEGAL[ask] = legal
    ANSWER[ask] = answer
