"""Bots: the list, and one with its curve, rivals, seats, time, and why it is or is not playing."""

from flask import Blueprint, abort, render_template

from arena.access.viewers import PUBLIC
from arena.accounts.follows import is_following
from arena.bots import figures, queries
from arena.bots.figures import by_version
from arena.bots.queries import BotEntry, in_leagues
from arena.db.paging import token
from arena.results.match import faults, latest_notes
from arena.results.queries import Wanted, matches
from arena.scheduler.why import why_for
from arena.seasons.messages import messages_to
from web.charts import rating_curve
from web.frame_files import make_newest_ahead
from web.inputs import older, part, text
from web.page_cache import keep, keep_while_same
from web.site import online, reading, site, who

pages = Blueprint("bots", __name__)

PARTLY_HIDDEN_SECONDS = 3
SAID = 3
"""Messages of organisers to its owners: the newest."""


@pages.get("/bots")
def overview() -> str:
    """All bots by name."""
    search = text("q", 60)
    with reading() as session:
        page = queries.bots(session, part("bots", [search], str, int), search)
    here = online([line.id for line in page.rows if line.house is None])
    return render_template(
        "bots.html", page=page, following=token("bots", [search], page.next), search=search, here=here
    )


@pages.get("/bots/<name:name>")
def one(name: str) -> str:
    """One bot; `?season=` chooses which of its seasons the figures are of."""
    viewer, wanted = who(), text("season")
    with reading() as session:
        line = queries.bot(session, name)
        here = online([line.id]).get(line.id)
        keep_while_same(session, line.id, here)
        owner = viewer.admin or viewer.owns(line.team_id)
        entries = queries.entries(session, viewer, line.id)
        if not all(one.interval for one in entries):
            keep(PARTLY_HIDDEN_SECONDS)  # what the public may know of a hidden part is in no mark
        entry = _chosen(entries, wanted)
        points = figures.curve(session, viewer, entry, line.id)
        # The live curve comes from the public API: it would lack what only this viewer sees.
        public = viewer is PUBLIC or entry in queries.entries(session, PUBLIC, line.id)
        if entry is not None:
            (entry,) = in_leagues(session, viewer, [entry])
        rivals, places, habits = figures.recent(session, viewer, entry, line.id)
        versions = figures.versions(session, line.id)
        lines = by_version(session, entry, line.id)
        newest = matches(session, viewer, Wanted(bot_id=line.id, part=older(20)))
        own = faults(session, viewer, bot_id=line.id, limit=10) if owner else []
        noted = latest_notes(session, viewer, line.id) if owner else []
        said = messages_to(session, viewer, bot=line.name) if owner else []
        follows = is_following(session, viewer, bot_id=line.id)
    if owner:
        make_newest_ahead(site(), newest.rows, viewer)
    return render_template(
        "bot.html",
        bot=line,
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
        newest=newest.rows,
        following=newest.next,
        faulted=own,
        noted=noted,
        said=said[:SAID],
        follows=follows,
        waiting=why_for(site().database, site().redis, viewer, line, here, entries, tick=site().settings.tick_seconds),
        here=here,
    )


def _chosen(entries: list[BotEntry], wanted: str) -> BotEntry | None:
    if not wanted:
        return max(entries, key=lambda entry: (entry.season_state == "running", entry.sets), default=None)
    chosen = next((entry for entry in entries if entry.season == wanted), None)
    if chosen is None:
        abort(404, f"the bot is not entered in a season {wanted!r}")
    return chosen
