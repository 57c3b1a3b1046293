"""Challenges: unrated matches that an author asks for, against house bots, bots of others that agreed, and own ones."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

import engine
from arena.matches.clocks import PRESETS
from arena.running.challenges import MOST_AT_ONCE, Challenge, cancel, challenge
from arena.storage.errors import Conflict, Invalid, NotFound, StorageError
from arena.storage.models import SetKind
from arena.storage.pages.accounts import own_bot, own_bots
from arena.storage.pages.challenges import opponents
from arena.storage.pages.matches import Wanted, matches
from arena.text import whole_number
from web import limits
from web.access import signed_in
from web.forms import done, field, fields, lines, said
from web.reading import maybe_number, text
from web.site import online, reading, site, who

pages = Blueprint("challenges", __name__, url_prefix="/account/challenges")

SIZE = 30
MOST_OPPONENTS = 3
CLOCKS = tuple(name for name, clock in PRESETS.items() if clock.bank_ms is not None)


@pages.get("")
@signed_in
def overview() -> ResponseReturnValue:
    """The form, and my challenges."""
    first = {"bot": text("bot", 64), "opponents": [text("opponent", 64)], "game": text("game", 20)}
    return _overview(first)


@pages.post("")
@signed_in
def ask() -> ResponseReturnValue:
    """Queue the matches."""
    limits.count("challenge", who().account_id)
    typed = _typed()
    try:
        with reading() as session:
            own_bot(session, who(), typed["bot"])
    except NotFound:
        abort(404)
    try:
        challenge(site().database, site().redis, who(), _asked(typed))
    except (StorageError, engine.EngineError) as wrong:
        return _overview(typed, str(wrong), 422)
    return done("challenges.overview", "challenged")


@pages.post("/cancel")
@signed_in
def stop() -> ResponseReturnValue:
    """Cancel one match that has not begun, or all of them."""
    limits.count("change", who().account_id)
    wanted = field("match", 18)
    match_id = whole_number(wanted or "0", 0, 10**17)
    if match_id is None:
        abort(404)
    try:
        cancel(site().database, who(), [match_id] if wanted else [])
    except Conflict as wrong:
        return _overview({"bot": "", "opponents": [], "game": ""}, str(wrong), 422)
    return done("challenges.overview", "cancelled")


def _typed() -> dict[str, Any]:
    """What the form says, to be shown again if it is refused."""
    return {
        "bot": field("bot", 64),
        "game": field("game", 64),
        "clock": field("clock", 64),
        "matches": field("matches", 64),
        "opponents": fields("opponent", MOST_OPPONENTS, 64),
        "options": lines("options"),
    }


def _asked(typed: Mapping[str, Any]) -> Challenge:
    wanted = whole_number(typed["matches"], 1, MOST_AT_ONCE)
    if wanted is None:
        raise Invalid(f"how many matches must be a number from 1 to {MOST_AT_ONCE}; got {typed['matches']!r}")
    named = [name for name in typed["opponents"] if name]
    return Challenge(typed["bot"], named, typed["game"], _options(typed["options"]), typed["clock"] or "blitz", wanted)


def _options(text: str) -> dict[str, str]:
    found = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        name, sign, value = line.partition("=")
        if not sign:
            raise Invalid(f"an option is written as name=value, one to a line; got {line!r}")
        found[name.strip()] = value.strip()
    return found


def _overview(typed: Mapping[str, Any], wrong: str = "", status: int = 200) -> ResponseReturnValue:
    wanted = Wanted(kind=SetKind.CHALLENGE, asked_by=who().account_id, before=maybe_number("before"), limit=SIZE)
    with reading() as session:
        own = [bot for bot in own_bots(session, who()) if bot.disabled_at is None]
        others = opponents(session, who())
        asked = matches(session, who(), wanted)
    page = render_template(
        "challenges.html",
        own=own,
        opponents=others,
        here=online([bot.id for bot in others if not bot.house] + [bot.id for bot in own]),
        matches=asked,
        more=len(asked) == SIZE,
        all_games=[engine.game(name) for name in engine.games()],
        clocks=CLOCKS,
        typed=typed,
        most=MOST_AT_ONCE,
        wrong=wrong,
        said=said(),
    )
    return page, status
