"""Which functions answer for which decision: the whole course of a match on one page, in the order of play."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.nippon.actions import Move
from engine.nippon.decisions import Decision
from engine.nippon.phases import consolidation, export, factory, machine, market, network, produce, steps, turn
from engine.nippon.position import Position

Legal = Callable[[Position], Sequence[Move]]
"""What may be chosen; never changes the state."""
Apply = Callable[[Position, Move], None]
"""Carries a choice out, up to the next decision."""

RULES: Final[dict[Decision, tuple[Legal, Apply]]] = {
    Decision.TURN: (turn.legal_turn, turn.apply_turn),
    Decision.STEPS: (steps.legal_steps, steps.apply_steps),
    Decision.FACTORY: (factory.legal_factory, factory.apply_factory),
    Decision.MACHINE: (machine.legal_machine, machine.apply_machine),
    Decision.PRODUCE: (produce.legal_produce, produce.apply_produce),
    Decision.CONTRACT: (export.legal_contract, export.apply_contract),
    Decision.CONTRACT_GOOD: (export.legal_contract_good, export.apply_contract_good),
    Decision.PLACE: (network.legal_place, network.apply_place),
    Decision.MARKET_SLOT: (market.legal_market_slot, market.apply_market_slot),
    Decision.MARKET_COUNT: (market.legal_market_count, market.apply_market_count),
    Decision.MARKET_RETURN: (market.legal_market_return, market.apply_market_return),
    Decision.REWARD: (consolidation.legal_reward, consolidation.apply_reward),
    Decision.ACHIEVEMENT: (consolidation.legal_achievement, consolidation.apply_achievement),
    Decision.GOODS_TO: (factory.legal_goods_to, factory.apply_goods_to),
    Decision.END: (turn.legal_end, turn.apply_end),
}
"""Every decision but OVER, which asks nothing."""

LEGAL: Final[tuple[Legal, ...]] = tuple(RULES[decision][0] for decision in Decision if decision is not Decision.OVER)
APPLY: Final[tuple[Apply, ...]] = tuple(RULES[decision][1] for decision in Decision if decision is not Decision.OVER)
"""The same by the number of the decision, because every decision of a match looks here."""
