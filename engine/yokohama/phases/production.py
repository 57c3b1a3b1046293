"""Copper mine, silk factory, tea plantation, fishing ground, Bank (Y-ACT-PROD-1, Y-ACT-BANK-1)."""

from engine.yokohama.data.records import COPPER, FISH, SILK, TEA
from engine.yokohama.phases.effects import end_effect
from engine.yokohama.phases.goods import gain
from engine.yokohama.position import Position


def copper(state: Position, effect: int) -> None:
    """A copper mine gives *effect* copper."""
    _gather(state, COPPER, effect)


def silk(state: Position, effect: int) -> None:
    """A silk factory gives *effect* silk."""
    _gather(state, SILK, effect)


def tea(state: Position, effect: int) -> None:
    """A tea plantation gives *effect* tea."""
    _gather(state, TEA, effect)


def fish(state: Position, effect: int) -> None:
    """A fishing ground gives *effect* fish."""
    _gather(state, FISH, effect)


def bank(state: Position, effect: int) -> None:
    """The Bank gives *effect* yen."""
    state.acting.yen += effect
    end_effect(state)


def _gather(state: Position, good: int, number: int) -> None:
    gain(state.acting, good, number)
    end_effect(state)
