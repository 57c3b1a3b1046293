"""Replays: written, read, and proved. docs/replays.md describes the format."""

from arena.replays.errors import (
    BadKey,
    Corrupt,
    Diverges,
    Foreign,
    FromTheFuture,
    OldRules,
    Oversized,
    ReplayError,
    Tampered,
    Truncated,
    Unreadable,
    Untrusted,
)
from arena.replays.files import SUFFIX, loads, packed, read, write
from arena.replays.keys import SigningKey, key_path, local_key
from arena.replays.proof import Verified, current, outdated, position_at, positions, verify
from arena.replays.replay import Replay, replay_of

__all__ = [
    "SUFFIX",
    "BadKey",
    "Corrupt",
    "Diverges",
    "Foreign",
    "FromTheFuture",
    "OldRules",
    "Oversized",
    "Replay",
    "ReplayError",
    "SigningKey",
    "Tampered",
    "Truncated",
    "Unreadable",
    "Untrusted",
    "Verified",
    "current",
    "key_path",
    "loads",
    "local_key",
    "outdated",
    "packed",
    "position_at",
    "positions",
    "read",
    "replay_of",
    "verify",
    "write",
]
