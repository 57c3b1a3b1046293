"""The position as plain data: whole for `to_dict`, without what is hidden for `view`.

Nothing is private to one player: all seats have the same view. Hidden are only the order of the bag and of the automa's pile.
docs/rules/zaibatsu.md describes the fields; proto/arena/v1/zaibatsu.proto has them as messages.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, TypeVar

from engine.core.parts import Part, Take, fresh
from engine.zaibatsu.actions import HIRES
from engine.zaibatsu.automa_board import AutomaBoard
from engine.zaibatsu.data import ACTIONS, BOARD, TOKENS
from engine.zaibatsu.pieces import RAILS
from engine.zaibatsu.player import NO_PAIR, Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import COLOURS, GOODS, NO_ACTION, TILE_NAMES

T = TypeVar("T")
WORKERS: Final = (*COLOURS, *(f"expert_{colour}" for colour in COLOURS))


def _chosen(names: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """By bit mask: the names whose bit is set."""
    return tuple(tuple(n for at, n in enumerate(names) if mask >> at & 1) for mask in range(1 << len(names)))


# What a view needs often is looked up: it is made for every decision of every bot.
UPGRADES: Final = _chosen(COLOURS)
CONTRACTS: Final = _chosen(tuple(contract.name for contract in TOKENS.contracts))
LOCKED: Final = {sum(1 << value for value in values): values for values in _chosen(BOARD.locked)}
COLUMNS: Final = _chosen(range(6))
CROWDS: Final = {crowd: tuple(COLOURS[colour] for colour in crowd) for crowd in HIRES[0]}
OWNER: Final = tuple((token >> 3) - 1 for token in range(48))


def position(state: Position, *, whole: bool, take: Take = fresh) -> dict[str, Any]:
    """All fields; with *whole* also seeds and hidden orders; parts as *take* gives them."""
    data: dict[str, Any] = {
        **state.game.header(state.setup, whole, take),
        **take(NOW, state),
        **take(BOARD_NOW, state, take),
        "players": [take(PLAYER, player, take) for player in state.players],
        "spaces": [take(SPACE, workers) for workers in state.spaces],
        "queue": take(QUEUE, state.queue),
        "bag": take(BAG, bag_counts(state)),
        "pending": take(PENDING, state),
    }
    if state.automa is not None:
        data["automa"] = take(AUTOMA, state.automa, whole)
    if whole:
        data["bag_order"] = [COLOURS[colour] for colour in state.bag]
        data["bag_returned"] = [COLOURS[colour] for colour in state.returned]
    return data


def now(state: Position) -> dict[str, Any]:
    """How far the match has come."""
    data: dict[str, Any] = {
        "phase": state.phase.label,
        "ask": state.decision.label,
        "round": state.round,
        "active": state.active,
        "marker": state.marker,
        "turns_left": state.turns_left,
        "final": state.final,
        "bag_size": len(state.bag) + len(state.returned),
        "rewards_due": [{"seat": seat, "objective": TOKENS.objectives[at]} for seat, at in state.rewards],
    }
    if state.to_act is not None:
        data["to_act"] = state.to_act
    return data


def board(state: Position, take: Take) -> dict[str, Any]:
    """What lies on the board and changes seldom. The key of BOARD_NOW must name every field that is read here."""
    return {
        "destinations": take(DESTINATIONS, state),
        "markets": take(MARKETS, state),
        "regions": take(REGIONS, state.rails),
        "supply": take(SUPPLY, state.supply),
        "start_pairs": take(PAIRS, state.pairs),
        "shared_objectives": take(OBJECTIVES, state),
    }


def crowd(workers: tuple[int, ...]) -> dict[str, Any]:
    """The workers of a space or row by colour."""
    return {"workers": list(CROWDS[workers])}


def regions(rails: list[int]) -> list[dict[str, Any]]:
    """The owner of each train slot, by region."""
    return [{"trains": rails[at : at + RAILS]} for at in range(0, 4 * RAILS, RAILS)]


def start_pairs(pairs: tuple[tuple[int, int], ...]) -> list[dict[str, Any]]:
    """Starting pairs still to be taken."""
    return [{"a": TOKENS.start_a[a].name, "b": b} for a, b in pairs]


def bag_counts(state: Position) -> tuple[int, ...]:
    """How many of each colour are in the bag: everybody can work that out."""
    held = (*state.bag, *state.returned)
    return tuple([held.count(colour) for colour in range(len(COLOURS))])


def player_fields(player: Player, take: Take = fresh) -> dict[str, Any]:
    """One player's board. The key of PLAYER must name every field that is read here."""
    data: dict[str, Any] = {
        "score": player.score,
        "influence_points": player.influence_points,
        "reward_points": player.reward_points,
        "factory_points": player.factory_points,
        "wages_lost": player.wages_lost,
        "money": player.money,
        "coal": player.coal,
        "silk": player.silk,
        "iron": player.iron,
        "stored_coal": player.stored_coal,
        "rnd": player.tracks[0],
        "mines": player.tracks[1],
        "finance": player.tracks[2],
        "ships": player.built[0],
        "machines": player.built[1],
        "trains": player.built[2],
        "cells": [WORKERS[worker] for worker in player.cells],
        "factories": take(FACTORIES, player),
        "upgrades": list(UPGRADES[player.upgrades]),
        "influence": take(RESERVE, player.tokens),
        "locked": list(LOCKED[player.locked]),
        "contracts": take(CONTRACTS_DONE, player.contracts),
        "favours": take(FAVOURS, player.favours),
        "reserve_machine": bool(player.reserve_machine),
        "reserve_goods": player.reserve_goods,
        "factory_discount": player.discount,
    }
    if player.start != NO_PAIR:
        data["start_a"] = TOKENS.start_a[player.start[0]].name
        data["start_b"] = player.start[1]
    return data


def factories(player: Player) -> list[dict[str, Any]]:
    """The factories with their machines and goods."""
    return [
        {"tile": TILE_NAMES[tile], "machines": machines, "goods": goods}
        for tile, machines, goods in zip(player.tiles, player.fitted, player.goods, strict=True)
    ]


def reserve(tokens: list[int]) -> list[int]:
    """Influence tokens in reserve, lowest first, from how many there are of each value."""
    return [value for value, count in enumerate(tokens) for _ in range(count)]


@lru_cache(maxsize=64)
def goods_of_markets(demand: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """The goods of the eight markets by name; they never change in a match."""
    return tuple(tuple(GOODS[good] for good in demand[at : at + 4]) for at in range(0, len(demand), 4))


def favours(levels: tuple[int, ...]) -> dict[str, int]:
    """The level of the favour on each objective, 0 where there is none."""
    ship, machine, train, rnd, mines, finance, factory, contract = levels
    return {
        "ship": ship,
        "machine": machine,
        "train": train,
        "rnd": rnd,
        "mines": mines,
        "finance": finance,
        "factory": factory,
        "contract": contract,
    }


def destinations(state: Position) -> list[dict[str, Any]]:
    """The Iwakura mission."""
    ships = state.ships_at
    return [
        {"name": name, "expert": bool(state.experts >> at & 1), "ships": ships[at]}
        for at, name in enumerate(BOARD.destinations)
    ]


def markets(state: Position) -> list[dict[str, Any]]:
    """The cities: goods asked for and tokens on slots N, E, S, W; owner -1 and value 0 where there is none."""
    listed = []
    at = 0
    for goods in goods_of_markets(state.demand):
        n, e, s, w = state.board[at : at + 4]
        at += 4
        owners = [OWNER[n], OWNER[e], OWNER[s], OWNER[w]]
        listed.append({"goods": list(goods), "owners": owners, "values": [n & 7, e & 7, s & 7, w & 7]})
    return listed


def shared_objectives(state: Position) -> list[dict[str, Any]]:
    """Objectives with their period."""
    return [
        {"period": period, "objective": TOKENS.objectives[at]}
        for period, dealt in enumerate(state.objectives, 1)
        for at in dealt
    ]


def pending(state: Position) -> dict[str, Any]:
    """What is under way: the action, its activations, waiting effects, the parts of a choice made so far."""
    data: dict[str, Any] = {
        "waiting": [effect.name for effect in state.waiting],
        "activations": state.done,
        "used": list(COLUMNS[state.used]),
        "modifier_used": state.modifier_used,
        "contracts": state.contracts_now,
        "count": state.count,
        "need": state.need,
        "spread": list(COLUMNS[state.spread]),
        "step": state.step,
    }
    if state.action != NO_ACTION:
        data["action"] = ACTIONS[state.action]
        data["hired"] = COLOURS[state.hired]
    if state.effect is not None:
        data["effect"] = state.effect.name
    if state.region >= 0:
        data["region"] = state.region
    if state.slot >= 0:
        data["slot"] = state.slot
    if state.good >= 0:
        data["good"] = GOODS[state.good]
    if state.place >= 0:
        data["place"] = state.place
    return data


def automa_fields(board: AutomaBoard, whole: bool) -> dict[str, Any]:
    """The automa's board; the set of tokens in its pile is known, their order is not."""
    tokens = TOKENS.automa_tokens
    data: dict[str, Any] = {
        "level": board.level,
        "goals": [TOKENS.objectives[goal] for goal in board.goals],
        "region_colours": [COLOURS[colour] for colour in board.region_colours],
        "priority": [COLOURS[colour] for colour in board.priority],
        "pile": [tokens[at].name for at in sorted(board.pile)],
        "pile_size": len(board.pile),
        "trains": board.trains,
        "row_1": board.rows[0][:],
        "row_2": board.rows[1][:],
        "row_3": board.rows[2][:],
        "shuffles": board.shuffles,
    }
    if whole:
        data["pile_order"] = [tokens[at].name for at in board.pile]
    return data


# What parts depend on

_NUMBERS: Final = attrgetter(
    *("score", "influence_points", "reward_points", "factory_points", "wages_lost"),
    *("money", "coal", "silk", "iron", "stored_coal"),
    *("tiles", "upgrades", "locked", "contracts", "favours", "reserve_machine", "reserve_goods", "discount", "start"),
)
_AT_HAND: Final = attrgetter(
    *("done", "used", "modifier_used", "contracts_now", "count", "need", "spread", "step"),
    *("action", "hired", "effect", "region", "slot", "good", "place"),
)
_NOW: Final = attrgetter(*("phase", "decision", "round", "active", "marker", "turns_left", "final", "to_act"))
FACTORIES: Final = Part(
    "players.factories", factories, key=lambda player: (player.tiles, *player.fitted, *player.goods)
)
RESERVE: Final = Part("players.influence", reserve, key=tuple)
CONTRACTS_DONE: Final = Part("players.contracts", lambda contracts: [*CONTRACTS[contracts]], key=int)
FAVOURS: Final = Part("players.favours", favours, key=tuple)
PLAYER: Final = Part(
    "players",
    player_fields,
    key=lambda player, _: (
        *_NUMBERS(player),
        tuple(player.cells),  # of any length; machines and goods are as many as tiles
        *(*player.tracks, *player.built, *player.tokens, *player.fitted, *player.goods),
    ),
    is_item=True,
)
SPACE: Final = Part("spaces", crowd, key=tuple, is_item=True)
QUEUE: Final = Part("queue", lambda rows: [crowd(workers) for workers in rows], key=tuple)
BAG: Final = Part("bag", lambda counts: dict(zip(COLOURS, counts, strict=True)), key=tuple)
NOW: Final = Part("(now)", now, key=lambda state: (*_NOW(state), len(state.bag) + len(state.returned), *state.rewards))
BOARD_NOW: Final = Part(
    "(board)",
    board,
    key=lambda state, _: (
        *(state.experts, state.demand, state.pairs, state.objectives),
        *(*state.ships_at, *state.board, *state.rails, *state.supply),
    ),
)
DESTINATIONS: Final = Part("(board).destinations", destinations, key=lambda state: (state.experts, *state.ships_at))
MARKETS: Final = Part("(board).markets", markets, key=lambda state: (state.demand, *state.board))
REGIONS: Final = Part("(board).regions", regions, key=tuple)
PAIRS: Final = Part("(board).start_pairs", start_pairs, key=tuple)
OBJECTIVES: Final = Part("(board).shared_objectives", shared_objectives, key=lambda state: state.objectives)
AUTOMA: Final = Part(
    "automa",
    automa_fields,
    key=lambda board, whole: (
        *(whole, board.level, board.goals, board.region_colours, board.trains, board.shuffles),
        *(tuple(board.pile if whole else sorted(board.pile)), *board.priority, *map(tuple, board.rows)),
    ),
)
SUPPLY: Final = Part("(board).supply", lambda supply: [TILE_NAMES[tile] for tile in supply], key=tuple)
PENDING: Final = Part("pending", pending, key=lambda state: (*_AT_HAND(state), *state.waiting))
