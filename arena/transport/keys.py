"""Names in Redis, and how long things live there (seconds)."""

LEASE_SECONDS = 4
"""A worker that has not renewed its leases for this long is taken for dead."""
RENEW_SECONDS = 1.0
GATEWAY_SECONDS = 5
"""A gateway that has not shown itself for this long is taken for dead."""
PRESENCE_SECONDS = 15
HELD_SECONDS = 3600
"""How long a bot counts as lost by the arena after its gateway was last heard of."""
REDIAL_SECONDS = 30
"""How long clocks pause, and a bot counts as lost, when its gateway drained."""
INBOX_SECONDS = 120
"""Envelopes that were not fetched for this long were meant for a process that is gone."""
JOURNAL_SECONDS = 24 * 3600
"""Journals end with their match; this is for what is left behind by accident."""
SEEN_SECONDS = 7 * 24 * 3600
"""Longer than any match waits for an absent bot."""
LIVE_STATUS_SECONDS = 15
"""How long the live status of a match stays after its worker last wrote it."""
WATCHED_SECONDS = 5
"""A match counts as watched for this long after the site last said so."""
LIVE_FRAMES_SECONDS = 60
"""How long the frames of a match stay after its worker last wrote them, so that everyone sees the end."""

GATEWAYS = "arena:gateways"
"""Exists while any gateway lives: bots can dial in."""
CLOSED = "arena:closed"
"""When the scheduler last found no gateway: a Unix time."""
PASSED = "arena:passed"
"""When the scheduler last looked which bots are here: a Unix time."""
NUDGE = "arena:nudge"
"""Exists for a moment after a match ended: the scheduler was asked to look before its next tick."""
NUDGE_MS = 200
"""Between such looks, at least."""
USED = "arena:used"
"""A channel: every runner reports what its bots have used, as JSON: bot id to [run, seconds of processor time]."""
RUNNER_SECONDS = 60
LEASES = "arena:lease:*"
COACHED = "arena:coached"
"""A list: ids of the matches that the coach was asked about."""
COACH_WAITS_SECONDS = 3600
"""A report that was asked for can be asked for again after this time."""
COACH_SILENT_SECONDS = 300
"""The same after the worker was last heard of."""
COACH_KEPT_SECONDS = 30 * 24 * 3600
SHOW = "arena:show"
"""Held by the thread that plays the show tables."""
SHOW_SECONDS = 10
PART_SECONDS = 20
"""A process that has not shown itself for this long is taken for dead."""
BACKUPS = "arena:backups"
"""How the scheduled backups do, as JSON."""
ERRORS = "arena:errors"
"""A list: the newest errors of all parts, as JSON."""


def part(name: str) -> str:
    """A process of the arena, as JSON, while it lives."""
    return f"arena:part:{name}"


def errors_of(minute: int) -> str:
    """How many errors all parts have logged in a minute of Unix time."""
    return f"arena:errors:{minute}"


def runner(name: str) -> str:
    """What a runner offers, as JSON, while it lives."""
    return f"arena:runner:{name}"


def coaching(match_id: int) -> str:
    """How far the coach is with a match, and its report, as JSON."""
    return f"arena:coaching:{match_id}"


def lease(match_id: int | str) -> str:
    """Held by the worker that plays the match: `worker attempt`."""
    return f"arena:lease:{match_id}"


def journal(match_id: int | str) -> str:
    """The journal's lines."""
    return f"arena:journal:{match_id}"


def journal_proof(match_id: int | str) -> str:
    """A hash: `fence`, the attempt that may write, and `run`, the Redis process that has had the journal whole."""
    return f"arena:journal:{match_id}:proof"


def live_status(match_id: int | str) -> str:
    """What people may see of a running match, as JSON."""
    return f"arena:shown:{match_id}"


def live_frames(name: int | str) -> str:
    """A list: the frames of a running match or show table, as far as everyone may see them."""
    return f"arena:frames:{name}"


def watched(name: int | str) -> str:
    """Exists while somebody watches the match."""
    return f"arena:watched:{name}"


def gateway(name: str) -> str:
    """Exists while the gateway lives."""
    return f"arena:gateway:{name}"


def presence(bot_id: int | str) -> str:
    """Where a bot is connected, as JSON; deleted when it leaves."""
    return f"arena:bot:{bot_id}"


def held(bot_id: int | str) -> str:
    """The gateway that has a bot, and since when. It outlives the presence, and is deleted when the gateway sees the bot leave: while it is
    there and the presence is not, the arena has lost the bot.
    """
    return f"arena:held:{bot_id}"


def returns(match_id: int) -> str:
    """How many times the match was handed back because a bot left just before it began."""
    return f"arena:returns:{match_id}"


def announced(set_id: int) -> str:
    """Exists once the bots of a void set have heard of it."""
    return f"arena:announced:{set_id}"


def playing(bot_id: int | str) -> str:
    """A hash of the bot's running matches and the workers that play them, which must hear when it dials in."""
    return f"arena:playing:{bot_id}"


def seen(bot_id: int) -> str:
    """When the scheduler last saw a bot that a match waits for: a Unix time."""
    return f"arena:seen:{bot_id}"


def left(bot_id: int) -> str:
    """How many times a bot has left lately before its match began."""
    return f"arena:left:{bot_id}"


def pause(bot_id: int) -> str:
    """Exists while a bot is not paired because it left before its match began."""
    return f"arena:pause:{bot_id}"
