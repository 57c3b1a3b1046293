"""Every decision with its functions: the whole course of a match on one page, in the order of play."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.iki.actions import Move
from engine.iki.decisions import Decision
from engine.iki.phases import (
    build,
    business,
    fire,
    ikizama,
    month_end,
    neutral,
    recruit,
    settlement,
    start,
    trade,
    walk,
)
from engine.iki.position import Position

Legal = Callable[[Position], Sequence[Move]]
"""The choices, never none; changes nothing."""
Apply = Callable[[Position, Move], None]
"""Carries a choice out and sets the next decision."""


RULES: Final[dict[Decision, tuple[Legal, Apply]]] = {
    Decision.START_CARD: (start.legal_start_card, start.apply_start_card),
    Decision.START_ROOM: (start.legal_start_room, start.apply_start_room),
    Decision.IKIZAMA: (ikizama.legal_ikizama, ikizama.apply_ikizama),
    Decision.STEP_A: (recruit.legal_step_a, recruit.apply_step_a),
    Decision.RECRUIT_ROOM: (recruit.legal_recruit_room, recruit.apply_recruit_room),
    Decision.MOVE_X: (walk.legal_move_x, walk.apply_move_x),
    Decision.MOVE_EXTRA: (walk.legal_move_extra, walk.apply_move_extra),
    Decision.BUSINESS: (business.legal_business, business.apply_business),
    Decision.TRAIN_TARGET: (trade.legal_train_target, trade.apply_train_target),
    Decision.BUILD_PICK: (build.legal_build_pick, build.apply_build_pick),
    Decision.BUILD_ROOM: (build.legal_build_room, business.apply_build_room),
    Decision.SWAP_FIRST: (trade.legal_swap_first, trade.apply_swap_first),
    Decision.SWAP_SECOND: (trade.legal_swap_second, trade.apply_swap_second),
    Decision.NEUTRAL_CARD: (neutral.legal_neutral_card, neutral.apply_neutral_card),
    Decision.NEUTRAL_ROOM: (neutral.legal_neutral_room, month_end.apply_neutral_room),
    Decision.FIRE_SAVE: (fire.legal_fire_save, month_end.apply_fire_save),
    Decision.STARVE: (settlement.legal_starve, month_end.apply_starve),
    Decision.NEW_YEAR_SPACE: (walk.legal_new_year_space, walk.apply_new_year_space),
}
"""Every decision but OVER, which asks nothing."""

LEGAL: Final[tuple[Legal, ...]] = tuple(RULES[decision][0] for decision in Decision if decision is not Decision.OVER)
APPLY: Final[tuple[Apply, ...]] = tuple(RULES[decision][1] for decision in Decision if decision is not Decision.OVER)
"""The same by the number of the decision, because every decision of a match looks here."""
