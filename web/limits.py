"""How often something may be done: counted in Redis in fixed windows, per address, account or name."""

from typing import Any

from flask import request
from werkzeug.exceptions import TooManyRequests

from arena.addresses import household
from web.site import site

LIMITS: dict[str, tuple[int, int]] = {
    "sign_in_address": (30, 300),
    "sign_in_name": (10, 300),
    "sign_up": (10, 3600),
    "password": (10, 300),
    "second_factor": (5, 300),  # of an account, from anywhere
    "reset": (30, 300),
    "forgot": (10, 600),
    "challenge": (30, 60),
    "submit": (10, 60),
    "plan": (60, 60),  # also the live plan beside the form
    "change": (120, 60),
    "comment": (20, 600),
    "coach": (10, 3600),
    "api": (0, 60),  # how often is a setting
    "archive": (6, 600),
    "picture": (20, 60),
    "pictures": (60, 60),  # of all addresses together
    "table": (60, 600),
}
"""What, how often, and in how many seconds."""


def address() -> str:
    """Under which this request's limits are counted."""
    return household(request.remote_addr or "")


def count(what: str, of: str | int | None = None, most: int | None = None) -> None:
    """Count one more; TooManyRequests if that was one too many. RedisError is raised: without a count nobody gets in."""
    usual, window = LIMITS[what]
    key = f"arena:limit:{what}:{address() if of is None else of}"
    with site().redis.pipeline() as pipe:
        pipe.set(key, 0, ex=window, nx=True)
        pipe.incr(key)
        pipe.ttl(key)
        counted: list[Any] = pipe.execute()
    if int(counted[1]) > (usual if most is None else most):
        raise TooManyRequests("Too many tries in a short time.", retry_after=max(1, int(counted[2])))
