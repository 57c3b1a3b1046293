"""Challenges: ask for unrated matches of one's bots against others, and cancel what has not begun."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

import engine
from arena.bots.challenges import MOST_AT_ONCE, Challenge, cancel, challenge
from arena.bots.queries import opponents, own_bots
from arena.db.models import SetKind
from arena.errors import Invalid, existing
from arena.matches.clocks import PRESETS
from arena.results.queries import Wanted, matches
from arena.text import whole_number
from web.forms import done, form
from web.inputs import field, fields, lines, older, text
from web.site import online, reading, signed_in, site, who

SIZE = 30
MOST_OPPONENTS = 3
CLOCKS = tuple(name for name in PRESETS if name not in {"slow", "none"})
"""Those that challenges may have: at most `long`."""

pages = Blueprint("challenges", __name__, url_prefix="/account/challenges")


@pages.get("")
@signed_in
def overview() -> ResponseReturnValue:
    """The form, and my challenges."""
    wanted = Wanted(kind=SetKind.CHALLENGE, asked_by=who().account_id, part=older(SIZE))
    with reading() as session:
        own = [bot for bot in own_bots(session, who()).rows if bot.disabled_at is None]
        others = opponents(session, who())
        asked = matches(session, who(), wanted)
    return render_template(
        "challenges.html",
        own=own,
        opponents=others,
        here=online([bot.id for bot in others if not bot.house] + [bot.id for bot in own]),
        matches=asked.rows,
        following=asked.next,
        all_games=[engine.game(name) for name in engine.games()],
        clocks=CLOCKS,
        bot_name=field("bot", 64) or text("bot", 64),
        game_name=field("game", 64) or text("game", 20),
        opponent_names=fields("opponent", MOST_OPPONENTS, 64) or [text("opponent", 64)],
        most=MOST_AT_ONCE,
    )


@pages.post("")
@signed_in
@form(overview, "challenge")
def ask() -> ResponseReturnValue:
    """Queue the matches."""
    many = whole_number(field("matches", 64), 1, MOST_AT_ONCE)
    if many is None:
        raise Invalid(f"how many matches must be a number from 1 to {MOST_AT_ONCE}; got {field('matches', 64)!r}")
    asked = Challenge(
        field("bot", 64),
        [name for name in fields("opponent", MOST_OPPONENTS, 64) if name],
        field("game", 64),
        _options(lines("options")),
        field("clock", 64) or "blitz",
        many,
    )
    challenge(site().database, site().redis, who(), asked)
    return done("challenges.overview", "challenged")


@pages.post("/cancel")
@signed_in
@form(overview)
def cancel_matches() -> ResponseReturnValue:
    """Cancel one match that has not begun, or all of them."""
    wanted = field("match", 18)
    match_id = existing(whole_number(wanted or "0", 0, 10**17), f"there is no match {wanted!r}")
    cancel(site().database, who(), [match_id] if wanted else [])
    return done("challenges.overview", "cancelled")


def _options(text: str) -> dict[str, str]:
    options = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        name, sign, value = line.partition("=")
        if not sign:
            raise Invalid(f"write each option as name=value, one per line; got {line!r}")
        options[name.strip()] = value.strip()
    return options
