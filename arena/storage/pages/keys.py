"""The keys that sign this arena's replays: read from the replays themselves, which only its own workers write."""

import gzip

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
    return list(dict.fromkeys(signer(body) for body in bodies if body is not None))


def signer(body: bytes) -> str:
    """The public key that signed a packed replay of ours."""
    return str(orjson.loads(gzip.decompress(body))["signature"]["public_key"])
