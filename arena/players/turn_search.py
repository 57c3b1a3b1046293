"""Search over the small decisions of one's own turn, with an evaluation of the position at its end.

A turn is a chain of small decisions. The search carries every first choice on to the end of the turn: of the chains with the same
length and the same first choice it keeps the few that look best. Budgets count positions, never seconds, so that the same
seed gives the same choice on every machine. `make compiled` compiles it with the engine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, TypeAlias

from arena.players.evaluation.weighing import Evaluation
from engine import Action, State

LONGEST_CHAIN: Final = 24
"""Decisions of one turn; a chain that is longer is judged where it is."""

CLOSE_LOOKS: Final = 6
"""Plans that are judged for all seats; the others only for the seat that plans, which takes a fraction of the time."""

ALL_CHOICES: Final = 1_000
QUICK: Final = 6
"""Chains that are looked at for a turn of others."""

Chain: TypeAlias = tuple[Action, ...]


@dataclass(slots=True)
class Plan:
    """A chain of decisions, and how good the position after it is."""

    value: float
    chain: Chain
    state: State
    alone: int
    """How many of the decisions come before others act: these can be relied on."""


_VALUE: Final = attrgetter("value")


class TurnSearch:
    """Looks for the best way to play one's turn."""

    __slots__ = ("error", "evaluation", "looked", "seats")

    def __init__(self, evaluation: Evaluation, seats: int) -> None:
        self.evaluation = evaluation
        self.seats = seats
        self.looked = 0
        """Positions looked at so far."""
        self.error: Callable[[int], float] | None = None
        """By seat: points by which it misjudges a plan while the match is played on; None: everyone plays their best plan."""

    def plans(
        self, state: State, width: int, beam: int, carried: int = ALL_CHOICES, through_others: bool = True
    ) -> list[Plan]:
        """The best plan found for each first choice, best first.

        *width*: chains kept for each first choice. *beam*: chains kept in all, where there are few first choices.
        *carried*: first choices that are carried on, the most promising ones; others are left out.
        *through_others*: where others act before the turn is over, let them, and go on.
        """
        seat = state.to_act
        assert seat is not None
        done: dict[Action, Plan] = {}
        open_plans = [Plan(0.0, (), state, 0)]
        for _ in range(LONGEST_CHAIN):
            open_plans = self._longer(open_plans, seat, done, through_others)
            if not open_plans:
                break
            open_plans = _most_promising(open_plans, width, beam, carried)
        for plan in open_plans:
            _keep(done, plan)
        return self._judged(list(done.values()), seat)

    def _judged(self, plans: list[Plan], seat: int) -> list[Plan]:
        """The plans by what they mean for all seats, best first. Only the most promising are looked at so closely."""
        plans.sort(key=_VALUE, reverse=True)
        for plan in plans[:CLOSE_LOOKS]:
            plan.value = self.evaluation.lead(plan.state, seat, self.seats)
        first = plans[:CLOSE_LOOKS]
        first.sort(key=_VALUE, reverse=True)
        lowest = first[-1].value
        for below, plan in enumerate(plans[CLOSE_LOOKS:], 1):
            plan.value = lowest - below  # in their order, behind the others
        return first + plans[CLOSE_LOOKS:]

    def _longer(self, plans: list[Plan], seat: int, done: dict[Action, Plan], through_others: bool) -> list[Plan]:
        """Every plan with one more decision. Those that end the turn go to *done*."""
        points, turn_over = self.evaluation.points, self.evaluation.features.turn_over
        longer = []
        for plan in plans:
            for action in plan.state.legal_actions():
                state = plan.state.clone()
                state.apply(action)
                self.looked += 1
                over = turn_over(state, seat)
                length = len(plan.chain)
                alone = length + 1 if plan.alone == length else plan.alone
                if not over and state.to_act != seat:
                    over = not through_others or not self._others_play(state, seat)
                    alone = min(alone, length)  # what was asked now may be something else then
                after = Plan(points(state, seat), (*plan.chain, action), state, alone)
                if over:
                    _keep(done, after)
                else:
                    longer.append(after)
        return longer

    def _others_play(self, state: State, seat: int) -> bool:
        """Let others act until the seat is asked again; false if its turn is over by then."""
        turn_over = self.evaluation.features.turn_over
        while state.to_act is not None and state.to_act != seat:
            self.play_turn(state)
        return state.to_act is not None and not turn_over(state, seat)

    def play_on(self, state: State, seat: int, carried: int = QUICK) -> None:
        """Let everyone play until the seat has finished the turn it is in, or its next one; the state changes."""
        turn_over = self.evaluation.features.turn_over
        asked = not turn_over(state, seat)
        while state.to_act is not None and not (asked and turn_over(state, seat)):
            asked = asked or state.to_act == seat
            self.play_turn(state, carried)

    def carried_out(self, start: State, plan: Plan, carried: int = QUICK) -> State:
        """The position after a plan and the rest of its turn, in another draw of what is hidden."""
        state = start.clone()
        seat = state.to_act
        assert seat is not None
        for action in plan.chain:
            if state.to_act != seat or action not in state.legal_actions():
                break  # the plan counted on another draw, or others act first
            state.apply(action)
        if not self.evaluation.features.turn_over(state, seat):
            self.play_on(state, seat, carried)
        return state

    def play_turn(self, state: State, carried: int = QUICK) -> None:
        """Let the seat to act play its turn by a narrow search, as far as it goes without others; the state changes."""
        seat = state.to_act
        plans = self.plans(state, 1, carried, carried, through_others=False)
        error = self.error
        best = plans[0] if error is None or seat is None else max(plans, key=lambda plan: plan.value + error(seat))
        for action in best.chain:
            if state.to_act != seat or action not in state.legal_actions():
                return
            state.apply(action)


def _keep(done: dict[Action, Plan], plan: Plan) -> None:
    """Keep the plan if it is the best one with its first choice."""
    first = plan.chain[0]
    known = done.get(first)
    if known is None or plan.value > known.value:
        done[first] = plan


def _most_promising(plans: list[Plan], width: int, beam: int, carried: int) -> list[Plan]:
    """The best *width* plans of each of the best *carried* first choices, and the best others up to *beam* in all."""
    plans.sort(key=_VALUE, reverse=True)
    kept: list[Plan] = []
    others: list[Plan] = []
    counts: dict[Action, int] = {}
    for plan in plans:
        first = plan.chain[0]
        count = counts.get(first, 0)
        if count < width and (count or len(counts) < carried):
            counts[first] = count + 1
            kept.append(plan)
        elif first in counts:
            others.append(plan)
    return kept + others[: max(0, beam - len(kept))]
