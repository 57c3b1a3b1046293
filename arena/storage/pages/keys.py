"""The keys that sign this arena's replays: read from the replays themselves, which only its own workers write."""

import gzip
import zlib

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage.models import ReplayFile


def signing_keys(session: Session) -> list[str]:
    """Public keys (64 hex digits), that of the newest replay first, then that of the oldest if it is another. Two statements."""
    bodies = [
        session.scalar(select(ReplayFile.body).order_by(order).limit(1))
        for order in (ReplayFile.match_id.desc(), ReplayFile.match_id)
    ]
    keys = [signer(body) for body in bodies if body is not None]
    return list(dict.fromkeys(key for key in keys if key is not None))


def signer(body: bytes) -> str | None:
    """The public key that signed a packed replay of ours; None if the stored file is damaged."""
    try:
        return str(orjson.loads(gzip.decompress(body))["signature"]["public_key"])
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError):
        return None
