"""Time: phase, decision, round and turns left must fit, or a match would not end."""

from typing import Final

from engine.core.positions import Reader
from engine.zaibatsu import automa
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.decisions import Decision, Phase
from engine.zaibatsu.position import Position

PHASE_OF: Final = (
    dict.fromkeys((Decision.START_PAIR, Decision.OLD_FACTORY_SIDE, Decision.BAG_WORKER), Phase.DRAFT)
    | dict.fromkeys(
        (Decision.TURN, Decision.STEPS, Decision.FACTORY, Decision.PRODUCE, Decision.GOODS_FROM, Decision.MODIFIER),
        Phase.TURN,
    )
    | dict.fromkeys(
        (Decision.MARKET_SLOT, Decision.MARKET_COUNT, Decision.MARKET_RETURN, Decision.MARKET_GAIN), Phase.TURN
    )
    | dict.fromkeys((Decision.INVEST_GOOD, Decision.INVEST_USE), Phase.TURN)
    | dict.fromkeys((Decision.FAVOUR, Decision.OBJECTIVE, Decision.KEEP, Decision.WAGE_SILK), Phase.CONSOLIDATION)
    | {Decision.SHARED_REWARD: Phase.REWARDS}
)
"""Decisions of one phase only; effects bring up the others in any phase."""
AT_MARKET: Final = frozenset(
    (Decision.MARKET_SLOT, Decision.MARKET_COUNT, Decision.MARKET_RETURN, Decision.MARKET_GAIN, Decision.GOODS_FROM)
)
"""Decisions of a delivery under way; no other comes in between."""


def check(reader: Reader, state: Position) -> None:
    """InvalidPosition names the field that does not fit."""
    phase = state.phase.label
    expected = PHASE_OF.get(state.decision, state.phase)
    if expected != state.phase:
        reader.wrong("ask", f"{state.decision.label!r} is asked in the phase {expected.label}, not in {phase}")
    if state.slot >= 0 and state.decision not in AT_MARKET:
        among = ", ".join(decision.label for decision in sorted(AT_MARKET))
        reader.wrong(
            "ask", f"a delivery is under way (pending.slot): expected one of {among}, got {state.decision.label!r}"
        )
    if state.phase == Phase.DRAFT and state.round != 1:
        reader.wrong("round", f"expected 1 in the draft, got {state.round} (Z-SETUP-8)")
    if state.final and (state.round < BOARD.rounds or state.phase not in (Phase.CONSOLIDATION, Phase.OVER)):
        reader.wrong("final", f"the final consolidation comes after round {BOARD.rounds} (Z-LAST-3)")
    if state.final and state.automa is not None and not automa.goals_met(state):
        reader.wrong("final", "without its solo objectives a solo game ends before the final consolidation (Z-SOLO-16)")
    expected_left = _turns_left(state)
    if state.turns_left != expected_left:
        why = f"expected {expected_left} in round {state.round}, phase {phase}, by marker and active"
        reader.wrong("turns_left", f"{why}; got {state.turns_left}")
    if state.round <= BOARD.dark_rounds and state.marker >= state.seats:
        reader.wrong("marker", f"the automa is never first before round {BOARD.dark_rounds + 1}")
    if state.phase == Phase.OVER:
        _over(reader, state)
    elif state.active >= state.seats:
        reader.wrong("active", "the automa's turn asks nothing")
    _rewards(reader, state)


def _turns_left(state: Position) -> int:
    """Turns left in a late round, or players in the final consolidation, by whose turn it is (Z-LAST-2, Z-FINAL-1)."""
    if state.round <= BOARD.dark_rounds or state.phase in (Phase.REWARDS, Phase.OVER):
        return 0
    if state.final:
        first = state.marker if state.marker < state.seats else 0
        return state.seats - (state.active - first) % state.seats
    return state.table - (state.active - state.marker) % state.table


def _over(reader: Reader, state: Position) -> None:
    """The match ends after round 8, with the final consolidation unless a solo game is lost (Z-LAST-3, Z-SOLO-16)."""
    if state.round != BOARD.rounds:
        reader.wrong("round", f"the match is over after round {BOARD.rounds} (Z-LAST-3)")
    if state.final != (state.automa is None or automa.goals_met(state)):
        reader.wrong("final", "there is a final consolidation unless a solo objective is missed (Z-SOLO-16)")


def _rewards(reader: Reader, state: Position) -> None:
    """Rewards are given at the end of a period, objective by objective, in turn order from the next player (Z-SHARED-2)."""
    period = BOARD.period_of_round[state.round - 1]
    if state.phase == Phase.REWARDS:
        last = state.round == BOARD.rounds or BOARD.period_of_round[state.round] != period
        if not last or not state.objectives[period - 1]:
            reader.wrong("phase", f"there are no rewards after round {state.round}")
        if state.round <= BOARD.dark_rounds and (state.queue or () not in state.spaces):
            reader.wrong("phase", "a round ends once a space is empty and no row is left (Z-SHORT-1)")
    elif state.rewards:
        reader.wrong("rewards_due", f"must be empty in the phase {state.phase.label}")
    dealt = state.objectives[period - 1]
    order = []
    for at, (seat, objective) in enumerate(state.rewards):
        if objective not in dealt:
            reader.wrong(f"rewards_due[{at}].objective", f"is not one of period {period}")
        order.append((dealt.index(objective), (seat - state.active - 1) % state.table))
    if order != sorted(set(order)):
        reader.wrong("rewards_due", "expected objective by objective, in turn order from the next player (Z-SHARED-2)")
    if state.decision == Decision.SHARED_REWARD and (not state.rewards or state.to_act != state.rewards[0][0]):
        reader.wrong("to_act", "expected the seat of the first reward due")
