"""Every decision with its functions: the whole course of a match on one page, in the order of play."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.yokohama.actions import Move
from engine.yokohama.decisions import Decision
from engine.yokohama.phases import (
    achievements,
    agency,
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
)
from engine.yokohama.position import Position

Legal = Callable[[Position], Sequence[Move]]
Apply = Callable[[Position, Move], None]
Pass = Callable[[Position], None]


def _nothing(_state: Position) -> Sequence[Move]:
    return ()


def _never_applied(state: Position, action: Move) -> None:
    raise AssertionError(f"{action!r} at {state.turn.decision.label}, which asks nothing")


def _never_passed(state: Position) -> None:
    raise AssertionError(f"{state.turn.decision.label} has no legal action")


class Rule(NamedTuple):
    """The functions of one decision."""

    legal: Legal
    """The choices, sorted as section 15 of the rules says; it changes nothing."""
    apply: Apply
    """Carries a choice out and sets the next decision."""
    pass_: Pass = _never_passed
    """Goes on to the next decision where `legal` gives nothing; only decisions that may have no choice need it."""


RULES: Final[dict[Decision, Rule]] = {
    Decision.KEEP_ORDER: Rule(keep.legal_keep_order, keep.apply_keep_order),
    Decision.TURN_START: Rule(_nothing, _never_applied),
    Decision.EXTRA: Rule(extra.legal_extra, extra.apply_extra),
    Decision.PLACE: Rule(place.legal_place, place.apply_place, place.pass_place),
    Decision.PLACE_NEXT: Rule(place.legal_place_next, place.apply_place_next, place.pass_place_next),
    Decision.TELEGRAM: Rule(place.legal_telegram, place.apply_telegram),
    Decision.MOVE: Rule(move.legal_move, move.apply_move),
    Decision.RECALL_MODE: Rule(recall.legal_recall_mode, recall.apply_recall_mode, recall.pass_recall_mode),
    Decision.RECALL: Rule(recall.legal_recall, recall.apply_recall),
    Decision.PORT_CARD: Rule(port.legal_port_card, port.apply_port_card, port.pass_port_card),
    Decision.PORT_SECOND: Rule(port.legal_port_second, port.apply_port_second, port.pass_port_second),
    Decision.PORT_SECOND_CARD: Rule(port.legal_port_second_card, port.apply_port_second_card),
    Decision.LAB_CARD: Rule(laboratory.legal_lab_card, laboratory.apply_lab_card, laboratory.pass_lab_card),
    Decision.LAB_PAY: Rule(laboratory.legal_lab_pay, laboratory.apply_lab_pay),
    Decision.STATION_AREA: Rule(laboratory.legal_station_area, laboratory.apply_station_area),
    Decision.HIRE: Rule(agency.legal_hire, agency.apply_hire, agency.pass_hire),
    Decision.EXCHANGE: Rule(chinatown.legal_exchange, chinatown.apply_exchange, chinatown.pass_exchange),
    Decision.CHURCH_SPACE: Rule(church.legal_church_space, church.apply_church_space, church.pass_church_space),
    Decision.CHURCH_PAY: Rule(church.legal_church_pay, church.apply_church_pay),
    Decision.CHURCH_FROM: Rule(management.legal_from, church.apply_church_from),
    Decision.CUSTOMS_SPACE: Rule(customs.legal_customs_space, customs.apply_customs_space, customs.pass_customs_space),
    Decision.CUSTOMS_FROM: Rule(management.legal_from, customs.apply_customs_from),
    Decision.FIVE_POWER: Rule(five_power.legal_five_power, five_power.apply_five_power, five_power.pass_five_power),
    Decision.BUILD: Rule(build.legal_build, build.apply_build, build.pass_build),
    Decision.RECOVERY: Rule(recovery.legal_recovery, recovery.apply_recovery, recovery.pass_recovery),
    Decision.ANY_GOOD: Rule(rewards.legal_any_good, rewards.apply_any_good, rewards.pass_any_good),
    Decision.WAREHOUSE: Rule(rewards.legal_warehouse, rewards.apply_warehouse, rewards.pass_warehouse),
    Decision.MOVE_FROM: Rule(rewards.legal_move_from, rewards.apply_move_from, rewards.pass_move_from),
    Decision.MOVE_TO: Rule(rewards.legal_move_to, rewards.apply_move_to),
    Decision.ORDER_DONE: Rule(_nothing, _never_applied, extra.pass_order_done),
    Decision.OBJECTIVE_REWARD: Rule(achievements.legal_objective_reward, achievements.apply_objective_reward),
    Decision.OVER: Rule(_nothing, _never_applied),
}

LEGAL: Final[tuple[Legal, ...]] = tuple(RULES[decision].legal for decision in Decision)
APPLY: Final[tuple[Apply, ...]] = tuple(RULES[decision].apply for decision in Decision)
PASS: Final[tuple[Pass, ...]] = tuple(RULES[decision].pass_ for decision in Decision)
"""The same by the number of the decision, because every decision of a match looks here."""
