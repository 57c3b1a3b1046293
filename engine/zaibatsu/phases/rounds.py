"""End of turn, end of round, the last three rounds, end of the match (Z-SHORT-1, Z-ROUND-1 to 3, Z-LAST-1 to 3)."""

from typing import Final

from engine.core import chance
from engine.zaibatsu import automa, influence, scoring
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.decisions import Decision, Phase
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import COLOURS, NO_ACTION

TURN: Final = Decision.TURN
NONE: Final = Decision.NONE
PLAY: Final = Phase.TURN
CONSOLIDATION: Final = Phase.CONSOLIDATION
REWARDS: Final = Phase.REWARDS
OVER: Final = Phase.OVER
DARK: Final = BOARD.dark_rounds
LAST: Final = BOARD.rounds
PERIOD: Final = BOARD.period_of_round


def end_turn(state: Position) -> None:
    """The active player's turn is over (Z-SHORT-1)."""
    state.action = NO_ACTION
    state.region = state.slot = state.good = state.place = -1
    state.hired = state.done = state.used = state.contracts_now = 0
    state.count = state.need = state.spread = state.step = 0
    state.modifier_used = False
    short = () in state.spaces and not fill_from_queue(state)
    if state.round <= DARK:
        if short:
            end_round(state)
        else:
            next_turn(state)
        return
    state.turns_left -= 1
    if state.turns_left:
        next_turn(state)
    else:
        end_round(state)


def fill_from_queue(state: Position) -> bool:
    """The topmost row of the queue moves onto an empty space; False if a space stays empty (Z-SHORT-1, Z-LAST-2)."""
    for space in range(5):
        if not state.spaces[space]:
            if not state.queue:
                return False
            state.spaces[space], *rest = state.queue
            state.queue = tuple(rest)
    return True


def next_turn(state: Position) -> None:
    """The player to the left plays (Z-TURN-1)."""
    state.active = (state.active + 1) % state.table
    begin_turn(state)


def begin_turn(state: Position) -> None:
    """The active player decides, or the automa plays its whole turn."""
    state.phase = PLAY
    if state.active < state.seats:
        state.to_act = state.active
        state.decision = TURN
    else:
        automa.take_turn(state)
        end_turn(state)


def end_round(state: Position) -> None:
    """Step 1: the last round of a period is scored, and its shared objectives rewarded (Z-ROUND-1, Z-ROUND-3)."""
    period = PERIOD[state.round - 1]
    if state.round == LAST or PERIOD[state.round] != period:
        influence.score(state, period)
        state.rewards = tuple(influence.rewarded(state, period))
    state.phase = REWARDS
    state.to_act = 0  # any seat: the rewards go on from here
    state.decision = NONE


def after_rewards(state: Position) -> None:
    """Steps 2 to 5, or the end."""
    if state.round == LAST:
        begin_end(state)
        return
    state.round += 1
    if state.round <= DARK + 1:
        refill(state)
        if state.round == DARK + 1:
            state.marker = (state.active + 1) % state.table  # Z-LAST-1
    if state.round > DARK:
        state.turns_left = state.table
    next_turn(state)


def refill(state: Position) -> None:
    """One worker onto each space that is not full, then the queue, as far as the bag reaches (Z-ROUND-1, Z-ROUND-2)."""
    bag = shuffled_bag(state)
    for space in range(5):
        if len(state.spaces[space]) < BOARD.workers_per_space and bag:
            state.spaces[space] = tuple(sorted((*state.spaces[space], bag.pop())))
    while len(state.queue) < state.limits.queue_rows and bag:
        state.queue += (tuple(sorted(bag.pop() for _ in range(min(BOARD.row_size, len(bag))))),)
    state.bag = tuple(bag)
    if state.events is not None:
        for space in range(5):
            state.note(" ".join(("space", str(space), *(COLOURS[colour] for colour in state.spaces[space]))))
        for row, workers in enumerate(state.queue):
            state.note(" ".join(("queue", str(row), *(COLOURS[colour] for colour in workers))))


def shuffled_bag(state: Position) -> list[int]:
    """Put the returned workers at random places of the bag: its order stays evenly random, whatever came back."""
    draws = chance.stream(state.setup.hidden_seed, "bag", state.round)
    bag = list(state.bag)
    for colour in state.returned:
        bag.insert(draws.randrange(len(bag) + 1), colour)
    state.returned.clear()
    return bag


def begin_end(state: Position) -> None:
    """Final consolidation in turn order from the marker holder (Z-FINAL-1); a solo game may be lost first (Z-SOLO-16)."""
    if state.automa is not None and not automa.goals_met(state):
        finish_match(state)
        return
    state.final = True
    state.turns_left = state.seats
    state.phase = CONSOLIDATION
    state.action = NO_ACTION
    state.step = 0
    state.active = state.to_act = state.marker if state.marker < state.seats else 0
    state.decision = NONE


def after_consolidation(state: Position) -> None:
    """A turn ends; in the final consolidation the next player follows, or the final scoring."""
    if not state.final:
        end_turn(state)
        return
    state.turns_left -= 1
    if state.turns_left:
        state.step = 0
        state.active = state.to_act = (state.active + 1) % state.seats
    else:
        scoring.score_boards(state)
        finish_match(state)


def finish_match(state: Position) -> None:
    """The match is over: no seat acts."""
    state.phase = OVER
    state.decision = NONE
    state.to_act = None
