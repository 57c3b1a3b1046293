"""Which bot each connection of a runner to a gateway carries: written by the runner before a byte passes, read by the gateway.

The bots of a runner have one address. Without this a bot that got another one's token, say in its next archive, could think for it, and that
one would not be charged for it.
"""

from typing import Any
from urllib.parse import unquote

from redis import Redis, RedisError
from redis.asyncio import Redis as AsyncRedis

from arena.errors import Unavailable

SECONDS = 8 * 3600
"""How long an entry is kept: longer than any bot runs without being started again."""


def note(redis: Redis, bot_id: int, name: object) -> None:
    """That bot is carried by the connection of this name, as the runner's socket says it."""
    redis.set(_key(_own(name)), bot_id, ex=SECONDS)


async def bot_of(redis: AsyncRedis, peer: str) -> str:
    """The bot that a connection carries, from gRPC's name of the peer. Empty if nobody noted it, or if the address was changed on the way.

    Unavailable if Redis does not answer.
    """
    try:
        found: Any = await redis.get(_key(_others(peer)))
    except RedisError as error:
        raise Unavailable(f"Redis does not answer: {error}") from None
    return found.decode() if found is not None else ""


def _own(name: object) -> str:
    if isinstance(name, tuple):
        host, port = name[:2]
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    return name.decode().lstrip("\0") if isinstance(name, bytes) else str(name)


def _others(peer: str) -> str:
    return unquote(peer).partition(":")[2]


def _key(where: str) -> str:
    return f"arena:carried:{where}"
