"""The turn of a position: the pending decision, and what earlier decisions of the turn settled for it."""

from typing import Final

from engine.yokohama.decisions import Decision, Phase
from engine.yokohama.player import NOWHERE

EXTRA: Final = Decision.EXTRA
TURN_START: Final = Decision.TURN_START
PHASE_A: Final = Phase.A


class Turn:
    """The turn of one seat. Fields that the pending decision does not use hold their starting value."""

    __slots__ = (
        "after",
        "agent_used",
        "any_left",
        "area",
        "by_agent",
        "church_paid",
        "copper_gained",
        "decision",
        "left",
        "mill_used",
        "move_left",
        "phase",
        "placed",
        "power",
        "seat",
        "slot",
        "spot",
        "university_used",
        "warehouse_left",
    )

    seat: int
    decision: Decision
    """The pending decision."""
    phase: Phase
    agent_used: bool
    """Once-per-turn limits (Y-TURN-5), as are *mill_used* and *university_used*."""
    mill_used: bool
    university_used: bool
    church_paid: int
    """Kinds paid to the Church this turn, as bits (Y-ACT-CHU-4)."""
    area: int
    """The action area; NOWHERE outside an action."""
    power: int
    """Power of the action, fixed when it began (Y-ACT-2)."""
    by_agent: bool
    placed: int
    """Areas of a spread so far."""
    spot: int
    """An area that the next choice refers to: the last one placed in or recalled from, or the one a moving assistant leaves."""
    slot: int
    """The display slot or management space chosen."""
    left: int
    """Pieces or exchanges the action still allows."""
    any_left: int
    """Icons of the reward still to resolve (Y-REW-1), as are *warehouse_left* and *move_left*."""
    warehouse_left: int
    move_left: int
    copper_gained: bool
    """This reward gave copper already: Mining Technology counts it once (R-15)."""
    after: Decision
    """What follows the reward; TURN_START until one was taken in this turn."""

    def __init__(self, seat: int, source: "Turn | None" = None) -> None:
        self.seat = seat
        if source is None:
            self._start()
        else:
            self._copy(source)

    def _start(self) -> None:
        self.decision = EXTRA
        self.after = TURN_START
        self.phase = PHASE_A
        self.agent_used = self.mill_used = self.university_used = self.by_agent = self.copper_gained = False
        self.area = self.spot = NOWHERE
        self.church_paid = self.power = self.placed = self.slot = self.left = 0
        self.any_left = self.warehouse_left = self.move_left = 0

    def _copy(self, source: "Turn") -> None:
        self.decision = source.decision
        self.phase = source.phase
        self.agent_used = source.agent_used
        self.mill_used = source.mill_used
        self.university_used = source.university_used
        self.church_paid = source.church_paid
        self.area = source.area
        self.power = source.power
        self.by_agent = source.by_agent
        self.placed = source.placed
        self.spot = source.spot
        self.slot = source.slot
        self.left = source.left
        self.any_left = source.any_left
        self.warehouse_left = source.warehouse_left
        self.move_left = source.move_left
        self.copper_gained = source.copper_gained
        self.after = source.after
