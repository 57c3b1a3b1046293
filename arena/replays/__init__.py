"""Replays: write, read and verify them. docs/replays.md describes the format."""

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
from arena.replays.replay import Replay, replay_of
from arena.replays.verification import (
    Verified,
    has_current_rules,
    old_rules_remark,
    position_at,
    positions,
    verify,
)

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
    "has_current_rules",
    "key_path",
    "loads",
    "local_key",
    "old_rules_remark",
    "packed",
    "position_at",
    "positions",
    "read",
    "replay_of",
    "verify",
    "write",
]
