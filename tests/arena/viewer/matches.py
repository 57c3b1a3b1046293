"""Matches for tests of the viewer: played by random bots, as replays."""

from functools import cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import engine
from arena.matches import MatchSpec, play, preset
from arena.replays import Replay, SigningKey, loads, packed
from tests.arena.seats import Picks, Ticks

KEY = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(32)))
EVERY_TABLE = [(game, seats) for game in engine.games() for seats in engine.game(game).seats]


def replay_of(game: str, seats: int, players=None, seed: int = 5, **given) -> Replay:
    """A finished match."""
    names = tuple(f"bot-{seat}" for seat in range(seats))
    spec = MatchSpec(game, seats, seed=seed, hidden_seed=seed + 1, clock=preset("blitz"), players=names, **given)
    record = play(spec, players or [Picks(seed + seat) for seat in range(seats)], now=Ticks(1))
    return loads(packed(record, KEY))


random_match = cache(replay_of)
