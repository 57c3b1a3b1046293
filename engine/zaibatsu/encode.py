"""The position as numbers, for programs that learn (engine/core/encoding.py). Only the orders of the bag and of the automa's pile are hidden."""

from typing import Final

from engine.core.encoding import relative
from engine.core.rows import Row
from engine.zaibatsu.automa_board import AutomaBoard
from engine.zaibatsu.catalogue import ALL_EFFECTS
from engine.zaibatsu.data import ACTIONS, BOARD, TOKENS
from engine.zaibatsu.decisions import Decision, Phase
from engine.zaibatsu.player import EXPERT, Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import CELLS, COLOURS, COLUMNS, GOODS, TILE_NAMES

VERSION: Final = 1
DECISIONS: Final = len(Decision)
PHASES: Final = len(Phase)
EFFECT_NUMBER: Final[dict[str, int]] = {effect.name: n for n, effect in enumerate(ALL_EFFECTS)}
EFFECTS: Final = len(EFFECT_NUMBER)
COLOUR_COUNT: Final = len(COLOURS)
OBJECTIVES: Final = len(TOKENS.objectives)
STARTS: Final = len(TOKENS.start_a)
CONTRACTS: Final = len(TOKENS.contracts)
ROWS: Final = 8
"""No table has more waiting rows."""
AUTOMA_ROW: Final = 4
"""Influence tokens in a row of the automa, at most."""
REWARDS_DUE: Final = 12
"""Three rewards of a period for four players, at most."""


def encode(row: Row, state: Position, seat: int) -> None:
    """Write every field."""
    seats = len(state.players)
    table = state.table
    row.one_of("phase", state.phase, PHASES)
    row.one_of("decision", state.decision, DECISIONS)
    row.category("to_act", -1 if state.to_act is None else (state.to_act - seat) % table, table + 1)
    row.category("active", relative(state.active, seat, table), table + 1)
    row.category("marker", relative(state.marker, seat, table), table + 1)
    row.number("round", state.round)
    row.number("turns_left", state.turns_left)
    row.flag("final", state.final)
    row.categories("rewards_due.seat", [(due[0] - seat) % table for due in state.rewards], table + 1, REWARDS_DUE)
    row.categories("rewards_due.objective", [due[1] for due in state.rewards], OBJECTIVES + 1, REWARDS_DUE)
    _encode_board(row, state, seat)
    _encode_pending(row, state)
    for n in range(seats):
        row.under("players", n)
        _encode_player(row, state.players[(seat + n) % seats])
    row.under_nothing()
    if state.automa is not None:
        _encode_automa(row, state.automa)


def _encode_board(row: Row, state: Position, seat: int) -> None:
    table = state.table
    row.numbers("spaces", _workers(state.spaces, 5))
    row.number("queue_size", len(state.queue))
    row.numbers("queue", _workers(list(state.queue), ROWS))
    row.counts("bag", [*state.bag, *state.returned], COLOUR_COUNT)
    row.bits("destinations.expert", state.experts, 6)
    row.numbers("destinations.ships", state.ships_at)
    row.categories("markets.good", state.demand, len(GOODS) + 1, len(state.board))
    row.numbers("markets.value", [token & 7 for token in state.board])
    owners = [relative((token >> 3) - 1, seat, table) for token in state.board]
    row.categories("markets.owner", owners, table + 1, len(owners))
    row.categories("trains.owner", [relative(owner, seat, table) for owner in state.rails], table + 1, len(state.rails))
    row.members("supply", state.supply, len(TILE_NAMES))
    row.members("start_pairs.a", [pair[0] for pair in state.pairs], STARTS)
    row.members("start_pairs.b", [pair[1] for pair in state.pairs], STARTS)
    for period, dealt in enumerate(state.objectives):
        row.under("shared_objectives", period)
        row.members("dealt", dealt, OBJECTIVES)
    row.under_nothing()


def _encode_pending(row: Row, state: Position) -> None:
    row.counts("pending.waiting", [EFFECT_NUMBER[effect.name] for effect in state.waiting], EFFECTS)
    effect = state.effect
    row.category("pending.effect", -1 if effect is None else EFFECT_NUMBER[effect.name], EFFECTS + 1)
    row.category("pending.action", state.action, len(ACTIONS) + 1)
    row.category("pending.hired", state.hired, COLOUR_COUNT + 1)
    row.number("pending.activations", state.done)
    row.bits("pending.used", state.used, 6)
    row.flag("pending.modifier_used", state.modifier_used)
    row.number("pending.contracts", state.contracts_now)
    row.category("pending.region", state.region, 5)
    row.category("pending.slot", state.slot, 33)
    row.category("pending.good", state.good, len(GOODS) + 1)
    row.number("pending.count", state.count)
    row.number("pending.need", state.need)
    row.category("pending.place", state.place, 7)
    row.bits("pending.spread", state.spread, 6)
    row.number("pending.step", state.step)


def _workers(crowds: list[tuple[int, ...]], length: int) -> list[int]:
    """Of up to *length* crowds how many workers each has of every colour."""
    counts = [0] * (COLOUR_COUNT * length)
    for n, crowd in enumerate(crowds):
        for colour in crowd:
            counts[COLOUR_COUNT * n + colour] += 1
    return counts


def _padded(values: list[int], length: int) -> list[int]:
    return values + [0] * (length - len(values))


def _encode_player(row: Row, player: Player) -> None:
    row.number("score", player.score)
    row.number("influence_points", player.influence_points)
    row.number("reward_points", player.reward_points)
    row.number("factory_points", player.factory_points)
    row.number("wages_lost", player.wages_lost)
    row.number("money", player.money)
    row.number("coal", player.coal)
    row.number("silk", player.silk)
    row.number("iron", player.iron)
    row.number("stored_coal", player.stored_coal)
    row.numbers("tracks", player.tracks)
    row.numbers("built", player.built)
    row.categories("cells", player.cells, 2 * EXPERT + 1, CELLS)
    row.categories("factories.tile", player.tiles, len(TILE_NAMES) + 1, COLUMNS)
    row.numbers("factories.machines", _padded(player.fitted, COLUMNS))
    row.numbers("factories.goods", _padded(player.goods, COLUMNS))
    row.bits("upgrades", player.upgrades, COLOUR_COUNT)
    row.numbers("influence", player.tokens)
    row.bits("locked", player.locked, 8)
    row.bits("contracts", player.contracts, CONTRACTS)
    row.numbers("favours", player.favours)
    row.number("reserve_machine", player.reserve_machine)
    row.number("reserve_goods", player.reserve_goods)
    row.number("factory_discount", player.discount)
    row.category("start_a", player.start[0], STARTS + 1)
    row.category("start_b", player.start[1], STARTS + 1)


def _encode_automa(row: Row, board: AutomaBoard) -> None:
    row.number("automa.level", board.level)
    row.members("automa.goals", board.goals, OBJECTIVES)
    row.categories("automa.region_colours", board.region_colours, COLOUR_COUNT + 1, len(BOARD.regions))
    row.categories("automa.priority", board.priority, COLOUR_COUNT + 1, COLOUR_COUNT)
    row.counts("automa.pile", board.pile, len(TOKENS.automa_tokens))
    row.number("automa.trains", board.trains)
    for n, tokens in enumerate(board.rows):
        row.under("automa.rows", n)
        row.numbers("tokens", _padded(tokens, AUTOMA_ROW))
    row.under_nothing()
    row.number("automa.shuffles", board.shuffles)
