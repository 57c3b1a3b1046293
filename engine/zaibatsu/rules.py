"""Which functions answer for which decision: the whole course of a match on one page, in the order of play."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.zaibatsu.actions import Move
from engine.zaibatsu.decisions import Decision, Phase
from engine.zaibatsu.phases import (
    choices,
    consolidation,
    develop,
    draft,
    factories,
    goods,
    invest,
    machines,
    markets,
    production,
    rewards,
    ships,
    trains,
    turn,
)
from engine.zaibatsu.position import Position

Legal = Callable[[Position], Sequence[Move]]
"""What may be chosen; never changes the state."""
Apply = Callable[[Position, Move], None]
"""Carries a choice out. It may set the next decision, or leave effects waiting."""

RULES: Final[dict[Decision, tuple[Legal, Apply]]] = {
    Decision.START_PAIR: (draft.legal_start_pair, draft.apply_start_pair),
    Decision.OLD_FACTORY_SIDE: (draft.legal_old_factory_side, draft.apply_old_factory_side),
    Decision.BAG_WORKER: (draft.legal_bag_worker, draft.apply_bag_worker),
    Decision.TURN: (turn.legal_turn, turn.apply_turn),
    Decision.STEPS: (develop.legal_steps, develop.apply_steps),
    Decision.FACTORY: (factories.legal_factory, factories.apply_factory),
    Decision.MACHINE: (machines.legal_machine, machines.apply_machine),
    Decision.PRODUCE: (production.legal_produce, production.apply_produce),
    Decision.SHIP: (ships.legal_ship, ships.apply_ship),
    Decision.TRAIN_REGION: (trains.legal_train_region, trains.apply_train_region),
    Decision.TRAIN_SLOT: (trains.legal_train_slot, trains.apply_train_slot),
    Decision.BUILD_PICK: (choices.legal_build_pick, choices.apply_build_pick),
    Decision.REGION: (choices.legal_region, choices.apply_region),
    Decision.MARKET_SLOT: (markets.legal_market_slot, markets.apply_market_slot),
    Decision.MARKET_COUNT: (markets.legal_market_count, markets.apply_market_count),
    Decision.MARKET_RETURN: (markets.legal_market_return, markets.apply_market_return),
    Decision.MARKET_GAIN: (markets.legal_market_gain, markets.apply_market_gain),
    Decision.GOODS_FROM: (goods.legal_goods_from, goods.apply_goods_from),
    Decision.INVEST_GOOD: (invest.legal_invest_good, invest.apply_invest_good),
    Decision.INVEST_USE: (invest.legal_invest_use, invest.apply_invest_use),
    Decision.MODIFIER: (turn.legal_modifier, turn.apply_modifier),
    Decision.SERVICE: (choices.legal_service, choices.apply_service),
    Decision.WHITE: (choices.legal_white, choices.apply_white),
    Decision.MAY: (choices.legal_may, choices.apply_may),
    Decision.GOODS_TO: (goods.legal_goods_to, goods.apply_goods_to),
    Decision.ORDER: (choices.legal_order, choices.apply_order),
    Decision.FAVOUR: (consolidation.legal_favour, consolidation.apply_favour),
    Decision.OBJECTIVE: (consolidation.legal_objective, consolidation.apply_objective),
    Decision.KEEP: (consolidation.legal_keep, consolidation.apply_keep),
    Decision.WAGE_SILK: (consolidation.legal_wage_silk, consolidation.apply_wage_silk),
    Decision.SHARED_REWARD: (rewards.legal_shared_reward, rewards.apply_shared_reward),
}
"""Every decision but NONE, which asks nothing."""

LEGAL: Final[tuple[Legal, ...]] = tuple(RULES[decision][0] for decision in Decision if decision is not Decision.NONE)
APPLY: Final[tuple[Apply, ...]] = tuple(RULES[decision][1] for decision in Decision if decision is not Decision.NONE)
"""The same by the number of the decision, because every decision of a match looks here."""

NEXT: Final[dict[Phase, Callable[[Position], None]]] = {
    Phase.DRAFT: draft.go_on,
    Phase.TURN: turn.go_on,
    Phase.CONSOLIDATION: consolidation.go_on,
    Phase.REWARDS: rewards.go_on,
}
"""How a phase goes on once no decision is pending and no effect waits; OVER does not."""
GO_ON: Final[tuple[Callable[[Position], None], ...]] = tuple(NEXT[phase] for phase in Phase if phase is not Phase.OVER)
