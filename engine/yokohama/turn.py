"""Where a turn stands: the step, and what the steps of one action hand on to each other."""

from engine.yokohama import steps
from engine.yokohama.player import NOWHERE


class Turn:
    """The turn of one seat. Fields that a step does not use hold their starting value."""

    __slots__ = (
        "after",
        "agent_used",
        "any_left",
        "area",
        "by_agent",
        "church_paid",
        "copper_gained",
        "left",
        "mill_used",
        "move_left",
        "phase",
        "placed",
        "power",
        "seat",
        "slot",
        "spot",
        "step",
        "university_used",
        "warehouse_left",
    )

    seat: int
    step: int
    phase: int
    agent_used: bool
    """Once-per-turn limits (Y-TURN-5); so *mill_used* and *university_used*."""
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
    """An area that the next choice refers to: the last one placed in or recalled from, or where a moving assistant stands."""
    slot: int
    """The display slot or management space chosen."""
    left: int
    """Pieces or exchanges the action still allows."""
    any_left: int
    """Icons of the reward still to resolve (Y-REW-1); so *warehouse_left* and *move_left*."""
    warehouse_left: int
    move_left: int
    copper_gained: bool
    """This reward gave copper already: Mining Technology counts it once (R-15)."""
    after: int
    """The step that follows the reward."""

    def __init__(self, seat: int, source: "Turn | None" = None) -> None:
        self.seat = seat
        if source is None:
            self._start()
        else:
            self._copy(source)

    def _start(self) -> None:
        self.step = self.after = steps.TURN_START
        self.phase = steps.PHASE_A
        self.agent_used = self.mill_used = self.university_used = self.by_agent = self.copper_gained = False
        self.area = self.spot = NOWHERE
        self.church_paid = self.power = self.placed = self.slot = self.left = 0
        self.any_left = self.warehouse_left = self.move_left = 0

    def _copy(self, source: "Turn") -> None:
        self.step = source.step
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
