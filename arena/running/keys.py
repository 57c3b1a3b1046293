"""Names in Redis, and how long things live there (seconds)."""

LEASE_SECONDS = 6
"""A worker that has not renewed its matches for so long is taken for dead."""
RENEW_SECONDS = 1.5
GATEWAY_SECONDS = 5
"""A gateway that has not shown itself for so long is taken for dead."""
PRESENCE_SECONDS = 15
INBOX_SECONDS = 120
"""What nobody has fetched for so long was meant for a process that is gone."""
JOURNAL_SECONDS = 24 * 3600
"""Journals end with their match; this is for what is left behind by accident."""
SEEN_SECONDS = 7 * 24 * 3600
"""Above what any match waits for a bot that is away."""
SHOWN_SECONDS = 15
"""How a running match stands is shown for so long after its worker was last heard of."""

GATEWAYS = "arena:gateways"
"""There while any gateway lives: bots can dial in."""
CLOSED = "arena:closed"
"""When the scheduler last found no gateway: a Unix time."""
PASSED = "arena:passed"
"""When the scheduler last looked which bots are here: a Unix time."""
NUDGE = "arena:nudge"
"""There for a moment after a match ended: the scheduler was asked to look before its next tick."""
NUDGE_MS = 200
"""Between such looks, at least."""
LEASES = "arena:lease:*"


def lease(match_id: int) -> str:
    """Held by the worker that plays the match: `worker attempt`."""
    return f"arena:lease:{match_id}"


def journal(match_id: int | str) -> str:
    """The journal's lines."""
    return f"arena:journal:{match_id}"


def journal_proof(match_id: int | str) -> str:
    """A hash: `fence`, the attempt that may write, and `run`, the Redis process that has had the journal whole."""
    return f"arena:journal:{match_id}:proof"


def shown(match_id: int | str) -> str:
    """What people may see of a running match, as JSON."""
    return f"arena:shown:{match_id}"


def inbox(name: str) -> str:
    """A list of frames for one worker or gateway."""
    return f"arena:inbox:{name}"


def gateway(name: str) -> str:
    """There while the gateway lives."""
    return f"arena:gateway:{name}"


def presence(bot_id: int | str) -> str:
    """Where a bot is connected, as JSON; gone when it left."""
    return f"arena:bot:{bot_id}"


def returns(match_id: int) -> str:
    """How many times the match was handed back because a bot left just before it began."""
    return f"arena:returns:{match_id}"


def playing(bot_id: int | str) -> str:
    """A hash of the bot's running matches and the workers that play them: who must hear when it dials in."""
    return f"arena:playing:{bot_id}"


def seen(bot_id: int) -> str:
    """When the scheduler last saw a bot that a match waits for: a Unix time."""
    return f"arena:seen:{bot_id}"


def left(bot_id: int) -> str:
    """How many times a bot has left lately before its match began."""
    return f"arena:left:{bot_id}"


def pause(bot_id: int) -> str:
    """There while a bot is not paired because it left before its match began."""
    return f"arena:pause:{bot_id}"
