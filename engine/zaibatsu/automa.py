"""The automa's turn in a solo game (Z-SOLO-5 to 14)."""

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.core import chance
from engine.zaibatsu import influence
from engine.zaibatsu.automa_board import AUTOMA, AutomaBoard
from engine.zaibatsu.data import BOARD, TOKENS
from engine.zaibatsu.data.records import AutomaToken
from engine.zaibatsu.pieces import RAILS
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import COLOURS, EMPTY, PRINTED

Finder: TypeAlias = Callable[[Position, AutomaBoard, int], int | None]
"""(state, board, region) -> the slot where the automa would act there, if it can."""

HUMAN: Final = 0
TRAIN_SPACE: Final = 3
MARKET_SPACE: Final = 4
LEFT_TO_RIGHT: Final = (3, 0, 2, 1)
"""Slots of a market from the left: W, N, S, E (Z-SOLO-11)."""


def take_turn(state: Position) -> None:
    """Reveal a token, remove a worker, perhaps act (Z-SOLO-5, Z-SOLO-6); then see to the pile (Z-SOLO-13)."""
    board = board_of(state)
    token = TOKENS.automa_tokens[board.pile.pop()]
    if state.events is not None:
        state.note(f"automa reveals {token.name}")
    space = remove_worker(state, board, token)
    acts = token.acts
    if token.space < 0 and token.level <= board.level:
        acts = {TRAIN_SPACE: "train", MARKET_SPACE: "market"}.get(space, "")
    if acts == "train":
        act(state, board, train_slot)
    elif acts == "market":
        act(state, board, market_slot)
    if not board.pile:
        reshuffle(board, state.setup.hidden_seed)


def board_of(state: Position) -> AutomaBoard:
    """The automa of a solo game."""
    assert state.automa is not None
    return state.automa


def remove_worker(state: Position, board: AutomaBoard, token: AutomaToken) -> int:
    """One worker of the token's space goes into the bag, by priority of colours; returns the space, -1 if none moved."""
    space = token.space if token.space >= 0 else fullest_space(state, token.arrow)
    workers = state.spaces[space]
    if not workers:
        return -1  # Z-SOLO-14
    colour = next(colour for colour in board.priority if colour in workers)
    at = workers.index(colour)
    state.spaces[space] = workers[:at] + workers[at + 1 :]
    state.returned.append(colour)
    if state.events is not None:
        state.note(f"automa removes {COLOURS[colour]} space {space}")
    return space


def fullest_space(state: Position, arrow: str) -> int:
    """The space with most workers, ties to the arrow's side (Z-SOLO-5)."""
    sizes = [len(workers) for workers in state.spaces]
    tied = [space for space, size in enumerate(sizes) if size == max(sizes)]
    return tied[0] if arrow == "left" else tied[-1]


def act(state: Position, board: AutomaBoard, find: Finder) -> None:
    """Choose the region (Z-SOLO-7), then do what was found there."""
    regions = [board.region_colours.index(colour) for colour in board.priority if colour in board.region_colours]
    behind = [r for r in regions if influence.of(state, AUTOMA, r) <= influence.of(state, HUMAN, r)]
    for region in (*behind, *regions):
        slot = find(state, board, region)
        if slot is not None:
            place(state, board, find, region, slot)
            return


def train_slot(state: Position, board: AutomaBoard, region: int) -> int | None:
    """The highest free train slot of a region, if the automa has a train (Z-SOLO-9)."""
    if not board.trains:
        return None
    slots = range(region * RAILS, region * RAILS + state.limits.train_limit)
    return next((slot for slot in slots if state.rails[slot] == EMPTY), None)


def market_slot(state: Position, board: AutomaBoard, region: int) -> int | None:
    """Over the human's highest lower token, else the empty slot with the highest print; ties leftmost (Z-SOLO-10, 11)."""
    row = current_row(state, board)
    if row is None:
        return None
    value = board.rows[row][0]
    slots = [
        region * 8 + market * 4 + side
        for market in (0, 1)
        for side in LEFT_TO_RIGHT
        if BOARD.level_of_good[state.demand[region * 8 + market * 4 + side]] == row + 1
    ]
    lower = [slot for slot in slots if state.board[slot] >> 3 == HUMAN + 1 and state.board[slot] & 7 < value]
    if lower:
        return max(lower, key=lambda slot: state.board[slot] & 7)
    empty = [slot for slot in slots if not state.board[slot] and has_room(state, slot)]
    return max(empty, key=lambda slot: PRINTED[slot]) if empty else None


def current_row(state: Position, board: AutomaBoard) -> int | None:
    """The row of the period, or the next later one with tokens; never an earlier one."""
    period = BOARD.period_of_round[state.round - 1]
    return next((row for row in range(period - 1, 3) if board.rows[row]), None)


def has_room(state: Position, slot: int) -> bool:
    """Whether the slot's market is below its limit (Z-SOLO-11)."""
    first = slot & ~3
    return sum(1 for token in state.board[first : first + 4] if token) < state.limits.market_limit


def place(state: Position, board: AutomaBoard, find: Finder, region: int, slot: int) -> None:
    """Put down a train (no bonus) or the lowest token of the row; a token it covers returns to the human."""
    if find is train_slot:
        board.trains -= 1
        state.rails[slot] = AUTOMA
        state.rail_count[region] += 1
        if state.events is not None:
            state.note(f"automa train {region} slot {slot % RAILS}")
        return
    row = current_row(state, board)
    assert row is not None
    value = board.rows[row].pop(0)
    old = state.board[slot]
    if old:
        state.players[HUMAN].tokens[old & 7] += 1
    state.board[slot] = 8 * (AUTOMA + 1) + value
    if state.events is not None:
        state.note(f"automa token {value} market {slot // 4} slot {slot % 4}")


def reshuffle(board: AutomaBoard, hidden_seed: int) -> None:
    """A new priority order and a new pile of all nine tokens (Z-SOLO-13)."""
    board.shuffles += 1
    chance.stream(hidden_seed, "automa_priority", board.shuffles).shuffle(board.priority)
    board.pile = list(range(len(TOKENS.automa_tokens)))
    chance.stream(hidden_seed, "automa_pile", board.shuffles).shuffle(board.pile)


def goals_met(state: Position) -> bool:
    """Whether every solo objective is reached (Z-SOLO-16, Z-SOLO-17)."""
    return all(influence.measure(state, HUMAN, goal) >= TOKENS.solo_goals[goal] for goal in board_of(state).goals)
