"""Time in a position that was set up by hand: phase, question, round and turns left must fit, or a match would not end."""

from engine.core.positions import Reader
from engine.zaibatsu import asks
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.state import ZaibatsuState

PHASE_OF = (
    dict.fromkeys((asks.START_PAIR, asks.OLD_SIDE, asks.BAG_WORKER), asks.DRAFT)
    | dict.fromkeys((asks.TURN, asks.STEPS, asks.FACTORY, asks.PRODUCE, asks.GOODS_FROM, asks.MODIFIER), asks.PLAY)
    | dict.fromkeys((asks.MARKET_SLOT, asks.MARKET_COUNT, asks.MARKET_RETURN, asks.MARKET_GAIN), asks.PLAY)
    | dict.fromkeys((asks.INVEST_GOOD, asks.INVEST_USE), asks.PLAY)
    | dict.fromkeys((asks.FAVOUR, asks.OBJECTIVE, asks.KEEP, asks.WAGE_SILK), asks.CONSOLIDATION)
    | {asks.REWARD: asks.REWARDS}
)
"""Questions of one phase only; effects ask the others wherever they come up."""
AT_MARKET = frozenset((asks.MARKET_SLOT, asks.MARKET_COUNT, asks.MARKET_RETURN, asks.MARKET_GAIN, asks.GOODS_FROM))
"""Questions that a delivery under way asks, and no other comes in between."""


def check(reader: Reader, state: ZaibatsuState) -> None:
    """InvalidPosition names the field that does not fit."""
    phase = asks.PHASES[state.phase]
    expected = PHASE_OF.get(state.ask, state.phase)
    if expected != state.phase:
        reader.wrong("ask", f"{asks.NAMES[state.ask]!r} is asked in the phase {asks.PHASES[expected]}, not in {phase}")
    if state.slot >= 0 and state.ask not in AT_MARKET:
        among = ", ".join(asks.NAMES[ask] for ask in sorted(AT_MARKET))
        reader.wrong(
            "ask", f"a delivery is under way (pending.slot): expected one of {among}, got {asks.NAMES[state.ask]!r}"
        )
    if state.phase == asks.DRAFT and state.round != 1:
        reader.wrong("round", f"expected 1 in the draft, got {state.round} (Z-SETUP-8)")
    if state.final and (state.round < BOARD.rounds or state.phase not in (asks.CONSOLIDATION, asks.OVER)):
        reader.wrong("final", f"the final consolidation comes after round {BOARD.rounds} (Z-LAST-3)")
    low, high = _turns_left(state)
    if not low <= state.turns_left <= high:
        span = f"from {low} to {high}" if low < high else str(low)
        reader.wrong("turns_left", f"expected {span} in round {state.round}, phase {phase}, got {state.turns_left}")


def _turns_left(state: ZaibatsuState) -> tuple[int, int]:
    """The least and the most there can be (Z-LAST-2, Z-FINAL-1)."""
    if state.round <= BOARD.dark_rounds or state.phase in (asks.REWARDS, asks.OVER):
        return 0, 0
    return 1, state.seats if state.final else state.table
