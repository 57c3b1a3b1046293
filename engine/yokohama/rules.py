"""Which functions answer for which step: the whole course of a match on one page, in the order of steps.py."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.yokohama import steps
from engine.yokohama.actions import Play
from engine.yokohama.phases import (
    achievements,
    agency,
    area,
    build,
    chinatown,
    church,
    customs,
    extra,
    five_power,
    keep,
    laboratory,
    management,
    move,
    place,
    port,
    recall,
    recovery,
    rewards,
    turns,
)

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

Options = Callable[["YokohamaState"], Sequence[Play]]
"""What may be chosen; nothing once it has carried the state to the next step."""
CarryOut = Callable[["YokohamaState", Play], None]
"""Carries a choice out and sets the next step."""


def _asks_nothing(state: "YokohamaState", play: Play) -> None:
    raise AssertionError(f"{play!r} at step {steps.NAMES[state.turn.step]}, which asks nothing")


STEPS: dict[int, tuple[Options, CarryOut]] = {
    steps.KEEP_ORDER: (keep.options, keep.chosen),
    steps.TURN_START: (turns.start, _asks_nothing),
    steps.EXTRA: (extra.options, extra.chosen),
    steps.PLACE: (place.options, place.chosen),
    steps.PLACE_NEXT: (place.next_options, place.next_chosen),
    steps.TELEGRAM: (place.telegram_options, place.telegram_chosen),
    steps.MOVE: (move.options, move.chosen),
    steps.RECALL_MODE: (recall.mode_options, recall.mode_chosen),
    steps.RECALL: (recall.options, recall.chosen),
    steps.AREA_ACTION: (area.begin, _asks_nothing),
    steps.PORT_CARD: (port.options, port.chosen),
    steps.PORT_SECOND: (port.second_options, port.second_chosen),
    steps.PORT_SECOND_CARD: (port.second_card_options, port.second_card_chosen),
    steps.LAB_CARD: (laboratory.options, laboratory.chosen),
    steps.LAB_PAY: (laboratory.pay_options, laboratory.pay_chosen),
    steps.STATION_AREA: (laboratory.station_options, laboratory.station_chosen),
    steps.LAB_GAINED: (laboratory.gained, _asks_nothing),
    steps.HIRE: (agency.options, agency.chosen),
    steps.EXCHANGE: (chinatown.options, chinatown.chosen),
    steps.CHURCH_SPACE: (church.options, church.chosen),
    steps.CHURCH_PAY: (church.pay_options, church.pay_chosen),
    steps.CHURCH_FROM: (management.sources, church.from_chosen),
    steps.CUSTOMS_SPACE: (customs.options, customs.chosen),
    steps.CUSTOMS_FROM: (management.sources, customs.from_chosen),
    steps.FIVE_POWER: (five_power.options, five_power.chosen),
    steps.BUILD: (build.options, build.chosen),
    steps.RECOVERY: (recovery.options, recovery.chosen),
    steps.ANY_GOOD: (rewards.any_good_options, rewards.any_good_chosen),
    steps.WAREHOUSE: (rewards.warehouse_options, rewards.warehouse_chosen),
    steps.MOVE_FROM: (rewards.move_from_options, rewards.move_from_chosen),
    steps.MOVE_TO: (rewards.move_to_options, rewards.move_to_chosen),
    steps.ORDER_DONE: (extra.order_done, _asks_nothing),
    steps.OBJECTIVE_REWARD: (achievements.objective_options, achievements.objective_chosen),
    steps.TURN_END: (turns.end, _asks_nothing),
    steps.OVER: (turns.over, _asks_nothing),
}

OPTIONS: tuple[Options, ...] = tuple(STEPS[step][0] for step in range(len(steps.NAMES)))
CARRY_OUT: tuple[CarryOut, ...] = tuple(STEPS[step][1] for step in range(len(steps.NAMES)))
