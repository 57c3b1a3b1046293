"""R&D, Mines and Finance: steps and what lies on the way."""

from engine.zaibatsu.data import BOARD, TRACK_NAMES
from engine.zaibatsu.effects import Effect, verb
from engine.zaibatsu.player import Player
from engine.zaibatsu.state import ZaibatsuState
from engine.zaibatsu.terms import TRACK_LAST

BONUS: list[list[Effect | None]] = [[None] * len(track.values) for track in BOARD.tracks]
"""What lies on each space; filled in by the catalogue."""


def advance(state: ZaibatsuState, player: Player, track: int, steps: int) -> None:
    """Move a pawn on; surplus steps are lost (Z-GEN-4), every bonus reached or passed joins the set (Z-GEN-5)."""
    at = player.tracks[track]
    to = at + steps
    to = min(to, TRACK_LAST[track])
    player.tracks[track] = to
    row = BONUS[track]
    while at < to:
        at += 1
        bonus = row[at]
        if bonus is not None:
            state.waiting.append(bonus)


def step(state: ZaibatsuState, player: Player, effect: Effect) -> None:
    """track:rnd:2"""
    advance(state, player, effect.what, effect.amount)


@verb("track")
def make_track(arguments: list[str], _: int) -> Effect:
    track, steps = arguments
    return Effect(f"track_{track}_{steps}", step, what=TRACK_NAMES.index(track), amount=int(steps))


def unlock(_: ZaibatsuState, player: Player, effect: Effect) -> None:
    """influence:5: the locked token of that value joins the reserve, once (Z-GEN-5)."""
    bit = 1 << effect.amount
    if player.locked & bit:
        player.locked ^= bit
        player.tokens[effect.amount] += 1


@verb("influence")
def make_influence(arguments: list[str], _: int) -> Effect:
    (value,) = arguments
    if int(value) not in BOARD.locked:
        raise ValueError(value)
    return Effect(f"influence_{value}", unlock, amount=int(value))
