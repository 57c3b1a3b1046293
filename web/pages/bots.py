"""Bots: the list, and one with its curve, rivals, seats, time, and why it is or is not playing."""

from flask import Blueprint, abort, render_template
from redis import RedisError

from arena.running.why import Answer, why
from arena.storage.pages import bots as queries
from arena.storage.pages.bot_ranks import in_leagues
from arena.storage.pages.bots import BotLine, Entered
from arena.storage.pages.match import faults, latest_notes
from arena.storage.pages.matches import Wanted, matches
from arena.storage.pages.versions import by_version
from arena.storage.pages.viewers import PUBLIC
from web.charts import rating_curve
from web.kept import keep, keep_while_same
from web.presence import standing
from web.reading import maybe_number, number, text
from web.site import online, reading, site, who

pages = Blueprint("bots", __name__)

PARTLY_HIDDEN_SECONDS = 3


@pages.get("/bots")
def overview() -> str:
    """All bots by name."""
    search = text("q", 60)
    with reading() as session:
        page = queries.bots(session, search, number("page", 1, high=100_000))
    here = online([line.id for line in page.rows if line.house is None])
    return render_template("bots.html", page=page, search=search, here=here)


@pages.get("/bots/<name:name>")
def one(name: str) -> str:
    """One bot; `?season=` chooses which of its seasons the figures are of."""
    viewer, wanted = who(), text("season")
    with reading() as session:
        found = queries.bot(session, name)
        here = online([found.id]).get(found.id)
        keep_while_same(session, found.id, here)
        owner = viewer.admin or viewer.owns(found.team_id)
        entries = queries.entered(session, viewer, found.id)
        if not all(one.interval for one in entries):
            keep(PARTLY_HIDDEN_SECONDS)  # what the public may know of a hidden part is in no mark
        entry = _chosen(entries, wanted)
        points = queries.curve(session, viewer, entry, found.id)
        # The live curve comes from the public API: it would lack what only this viewer sees.
        public = viewer is PUBLIC or entry in queries.entered(session, PUBLIC, found.id)
        if entry is not None:
            (entry,) = in_leagues(session, viewer, [entry])
        rivals, places, habits = queries.recent(session, viewer, entry, found.id)
        versions = queries.versions(session, found.id)
        lines = by_version(session, entry, found.id)
        newest = matches(
            session, viewer, Wanted(bot_id=found.id, bot_team=found.team_id, before=maybe_number("before"), limit=20)
        )
        own = faults(session, viewer, bot_id=found.id, limit=10) if owner else []
        noted = latest_notes(session, viewer, found.id) if owner else []
    return render_template(
        "bot.html",
        bot=found,
        owner=owner,
        entries=entries,
        entry=entry,
        chart=rating_curve(points, versions),
        live_curve=public,
        rivals=rivals,
        places=places,
        habits=habits,
        versions=versions,
        by_version=lines,
        newest=newest,
        faulted=own,
        noted=noted,
        waiting=_waiting(found) if owner else None,
        here=here,
        standing=standing(found, here, entries),
    )


def _waiting(bot: BotLine) -> Answer | None:
    """The scheduler's own answer to why the bot waits; it looks at all who could be paired, so only owners ask."""
    try:
        return why(site().database, site().redis, bot.id, tick=site().settings.tick_seconds)
    except RedisError:
        return None


def _chosen(entries: list[Entered], wanted: str) -> Entered | None:
    if not wanted:
        return max(entries, key=lambda entry: (entry.season_state == "running", entry.sets), default=None)
    found = next((entry for entry in entries if entry.season == wanted), None)
    if found is None:
        abort(404, f"the bot is not entered in a season {wanted!r}")
    return found
