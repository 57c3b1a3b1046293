"""The rule for names of accounts, teams and bots: how they are written, which nobody may take, and which look alike.

Names are ASCII, so letters of other scripts cannot pass for ours. What is left to confuse people is case, `l` for `1`, `0` for `o`, `rn` for
`m`, and dots for dashes: two names that differ only in these are one name, and the database keeps them apart (`folded`). `I` is `i` without
case and looks like `l`; it would make `kai` and `kal` one name, so no new name has it.
"""

import re

from arena.errors import Conflict

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{1,39}\Z")
SHAPE = "2 to 40 letters, digits, dots, dashes or underscores, no dot or dash first"
_LETTERS = str.maketrans({"1": "l", "0": "o", "_": "-", ".": "-"})
_PAIRS = (("rn", "m"), ("vv", "w"))


def folded(name: str) -> str:
    """What a name has in common with all that look like it: `Al0ha` and `a1oha` both give `aloha`."""
    plain = name.lower().translate(_LETTERS)
    for pair, letter in _PAIRS:
        plain = plain.replace(pair, letter)
    return plain


def _sounded(name: str) -> str:
    """Wider than what looks alike: `adm1n` reads as `admin`, too."""
    return folded(name).replace("i", "l")


RESERVED = frozenset(
    map(
        _sounded,
        [
            "admin",
            "administrator",
            "root",
            "superuser",
            "sysop",
            "operator",
            "owner",
            "staff",
            "team",
            "support",
            "help",
            "security",
            "official",
            "system",
            "server",
            "moderator",
            "mod",
            "referee",
            "judge",
            "organiser",
            "organizer",
            "arena",
            "meiji",
            "meiji-arena",
            "house",
            "anonymous",
            "everyone",
            "everybody",
            "nobody",
            "none",
            "null",
            "unnamed",
            "unknown",
            "deleted",
            "retired",
            "api",
            "cli",
            "site",
            "web",
            "gateway",
            "worker",
            "scheduler",
            "housekeeping",
            "beat",
            "reset-link",
            "bot",
        ],
    )
)
"""Names that speak for the arena, or that it writes into its own records. Admins and the arena's own bots may have them."""
GIVEN = re.compile(rf"({_sounded('deleted')}|{_sounded('retired')})-")
"""What the arena calls accounts, teams and bots whose person has left; nobody may take such a name."""


def checked_name(what: str, name: str) -> str:
    """The name itself, if it can be part of addresses and logs."""
    if not NAME.match(name):
        raise Conflict(f"{name!r} cannot be the name of {what}: {SHAPE}")
    return name


def free_to_take(what: str, name: str, *, official: bool = False) -> str:
    """The name itself, if it is well formed and not reserved. *official*: for admins and the arena's own bots."""
    common = _sounded(checked_name(what, name))
    if GIVEN.match(common) or (common in RESERVED and not official):
        raise Conflict(f"{name!r} is reserved: choose another name for {what}")
    if "I" in name:
        raise Conflict(f"{name!r} cannot be the name of {what}: a capital I looks like l, so write i")
    return name
