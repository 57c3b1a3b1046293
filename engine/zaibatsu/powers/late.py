"""The late factories (Z-FAC-14 to Z-FAC-16)."""

from engine.zaibatsu.catalogue import TRACK_BONUS
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.effects import Effect
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import MACHINE, TILE_GOOD


def low_and_high(player: Player, category: int) -> tuple[bool, bool]:
    """Whether the low and the high threshold of a row (0 to 2) or track (3 to 5) are reached (Z-FINAL-2)."""
    if category < 3:
        return player.built[category] >= BOARD.row_low, player.built[category] >= BOARD.row_high
    track = BOARD.tracks[category - 3]
    at = player.tracks[category - 3]
    return at >= track.low, at >= track.high


def service_by_favour(state: Position, player: Player, effect: Effect) -> None:
    """service_by_favour:rnd:yellow: once with a level 2 favour there, twice with level 3 (Z-FAC-14)."""
    assert effect.inner is not None
    times = max(0, player.favours[effect.what] - 1)
    state.waiting.extend([effect.inner] * times)


def services_reached(state: Position, player: Player, effect: Effect) -> None:
    """services_reached:mines: every service at or behind the pawn again (Z-FAC-15)."""
    for at in range(player.tracks[effect.what] + 1):
        if BOARD.tracks[effect.what].bonus[at].startswith("service:"):
            bonus = TRACK_BONUS[effect.what][at]
            assert bonus is not None
            state.waiting.append(bonus)


def money_per_machine(_: Position, player: Player, effect: Effect) -> None:
    """money_per_machine:2:8, at most 8 (Z-FAC-16)."""
    player.money += min(effect.limit, effect.amount * player.built[MACHINE])


def score(player: Player, effect: Effect, counted: int) -> None:
    """Points for each thing counted, up to the limit of the tile; the score sheet has a line for them."""
    points = min(effect.limit, effect.amount * counted)
    player.score += points
    player.factory_points += points


def points_per_factory_type(_: Position, player: Player, effect: Effect) -> None:
    """points_per_factory_type:2:12: different goods among own factories, this one too (Z-FAC-16)."""
    score(player, effect, len({TILE_GOOD[tile] for tile in player.tiles}))


def points_per_threshold(_: Position, player: Player, effect: Effect) -> None:
    """points_per_threshold:ship,machine,train:2:12: each low and each high one reached (Z-FAC-16)."""
    score(player, effect, sum(sum(low_and_high(player, category)) for category in effect.kinds))


def points_per_low_threshold(_: Position, player: Player, effect: Effect) -> None:
    """points_per_low_threshold:2:12: low thresholds of all six rows and tracks (Z-FAC-16)."""
    score(player, effect, sum(low_and_high(player, category)[0] for category in range(6)))
