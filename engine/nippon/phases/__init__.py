"""The decisions of the game, one module per part of the board: what is legal, and what a choice does."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.actions import Action
from engine.nippon.phases import consolidation, export, factory, machine, market, network, produce, steps, turn

Phase = tuple[Callable[[Any], Sequence[Action]], Callable[[Any, Any], None]]


def _legal_over(_state: Any) -> Sequence[Action]:
    return ()


def _apply_over(_state: Any, _action: Any) -> None:
    raise AssertionError("the base refuses every action once the match is over")


PHASES: tuple[Phase, ...] = (  # in the order of kinds.KINDS
    (turn.legal, turn.apply),
    (steps.legal, steps.apply),
    (factory.legal, factory.apply),
    (machine.legal, machine.apply),
    (produce.legal, produce.apply),
    (export.legal_contract, export.apply_contract),
    (export.legal_good, export.apply_good),
    (network.legal, network.apply),
    (market.legal_slot, market.apply_slot),
    (market.legal_count, market.apply_count),
    (market.legal_return, market.apply_return),
    (consolidation.legal_reward, consolidation.apply_reward),
    (consolidation.legal_achievement, consolidation.apply_achievement),
    (factory.legal_supply, factory.apply_supply),
    (turn.legal_end, turn.apply_end),
    (_legal_over, _apply_over),
)
