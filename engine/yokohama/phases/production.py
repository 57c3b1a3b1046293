"""Copper mine, silk factory, tea plantation, fishing ground, Bank (Y-ACT-PROD-1, Y-ACT-BANK-1)."""

from typing import TYPE_CHECKING

from engine.yokohama import steps
from engine.yokohama.data.records import COPPER, FISH, SILK, TEA
from engine.yokohama.phases.goods import gain

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState


def copper(state: "YokohamaState", effect: int) -> None:
    """Copper mine."""
    _gather(state, COPPER, effect)


def silk(state: "YokohamaState", effect: int) -> None:
    """Silk factory."""
    _gather(state, SILK, effect)


def tea(state: "YokohamaState", effect: int) -> None:
    """Tea plantation."""
    _gather(state, TEA, effect)


def fish(state: "YokohamaState", effect: int) -> None:
    """Fishing ground."""
    _gather(state, FISH, effect)


def bank(state: "YokohamaState", effect: int) -> None:
    """Bank: yen."""
    state.acting.yen += effect
    state.turn.step = steps.FIVE_POWER


def _gather(state: "YokohamaState", good: int, number: int) -> None:
    gain(state.acting, good, number)
    state.turn.step = steps.FIVE_POWER
