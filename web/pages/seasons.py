"""Seasons: all of them; one with its tables, schedule, entries and rulings; the hall of fame."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from flask import Blueprint, abort, render_template, url_for
from sqlalchemy.orm import Session

from arena.access.viewers import concealed
from arena.accounts.follows import is_following
from arena.db.database import utcnow
from arena.db.models import MatchState, SeasonStage, SeasonState
from arena.db.paging import Part
from arena.leagues.results import shared_points
from arena.matches.clocks import preset
from arena.results.queries import MatchLine, Wanted, matches, of_sets
from arena.seasons import league_queries, messages
from arena.seasons.leaderboard import Asked, leaderboard
from arena.seasons.league_queries import Facts
from arena.seasons.queries import SeasonLine, champions, season, seasons
from arena.seasons.results import Ruled, as_ruled
from arena.seasons.rounds import foreseen
from arena.seasons.tables import season_tables
from web.inputs import number
from web.season_format import explained
from web.site import online, reading, who

pages = Blueprint("seasons", __name__)

STANDINGS = 20
SAID = 3
"""Messages of the organisers on top of a season's pages: the newest."""
STATES = (
    ("running", "Running"),
    ("registration", "Open for entries"),
    ("draft", "Drafts"),
    ("finished", "Finished"),
    ("cancelled", "Cancelled"),
)


@pages.get("/seasons")
def overview() -> str:
    """All seasons by state."""
    with reading() as session:
        listed = seasons(session, who())
    by_state = [(state, title, [season for season in listed if season.state == state]) for state, title in STATES]
    return render_template("seasons.html", by_state=by_state, any=bool(listed))


@pages.get("/hall-of-fame")
def fame() -> str:
    """Champions of all leagues, the newest first."""
    with reading() as session:
        won = champions(session, who())
    by_season: dict[str, list[Any]] = {}
    for one in won:
        by_season.setdefault(one.season, []).append(one)
    return render_template("fame.html", seasons=list(by_season.values()))


@pages.get("/seasons/<name:slug>")
def one(slug: str) -> str:
    """One season: a ladder with its ranking, a league with its current table."""
    with reading() as session:
        found = season(session, who(), slug)
        known = league_queries.facts(session, who(), slug)
        newest = _newest(session, found)
        if known.file is None:
            return _ladder(session, found, newest)
        return render_template(
            "league.html", **_overview(session, known, found, newest), **_live(known, "live", slug=slug)
        )


@pages.get("/live/leagues/<name:slug>")
def live(slug: str) -> str:
    """What changes on the page of a league while it is played: standings, results, progress."""
    with reading() as session:
        known, found = _league(session, slug)
        return render_template("parts/league.html", **_overview(session, known, found, _newest(session, found)))


@pages.get("/live/leagues/<name:slug>/tables/<number:place>")
def live_tables(slug: str, place: int) -> str:
    """What changes on the page of a stage."""
    with reading() as session:
        known, found = _league(session, slug)
        return render_template(
            "parts/league_tables.html", **_head(session, known, found), **_stage(session, known, known.stage(place - 1))
        )


def _live(known: Facts, endpoint: str, **where: Any) -> dict[str, str]:
    """Where the part of the page comes from, and the stream that follows it; nothing for seasons that are over."""
    if known.row.state not in {SeasonState.REGISTRATION, SeasonState.RUNNING}:
        return {"live": "", "stream": ""}
    path = url_for(f"seasons.{endpoint}", **where)
    public = known.row.visibility == "public"  # streams show what the public sees: of others there are none
    return {"live": path, "stream": path.replace("/live/", "/streams/", 1) if public else ""}


def _newest(session: Session, found: SeasonLine) -> list[MatchLine]:
    wanted = Wanted(season_id=found.id, states=(MatchState.FINISHED,), named=True, part=Part(10))
    return matches(session, who(), wanted).rows


def _overview(session: Session, known: Facts, found: SeasonLine, newest: list[MatchLine]) -> dict[str, Any]:
    stage, won = known.current, champions(session, who(), season_id=found.id)
    return {
        **_head(session, known, found),
        **({"stage": None, "tables": None, "rounds": []} if stage is None else _stage(session, known, stage)),
        # Champions are named once nothing of the season is hidden from the viewer; its final table goes with them.
        "whole": season_tables(session, found.id) if won else {},
        "champions": won,
        "newest": newest,
        "parts": explained(known),
        "clock": preset(found.clock),
    }


def _ladder(session: Session, found: SeasonLine, newest: list[Any]) -> str:
    page = leaderboard(session, who(), found.id, Asked(part=Part(STANDINGS)))
    here = online([rank.bot_id for rank in page.rows if not rank.house])
    return render_template(
        "season.html",
        season=found,
        page=page,
        newest=newest,
        here=here,
        clock=preset(found.clock),
        follows=is_following(session, who(), season_id=found.id),
    )


def _head(session: Session, known: Facts, found: SeasonLine) -> dict[str, Any]:
    """What the head of all pages of a league season shows."""
    return {
        "season": found,
        "follows": is_following(session, who(), season_id=found.id),
        "row": known.row,
        "known": known,
        "zone": known.row.time_zone,
        "now": utcnow(),
        "said": [] if known.role == "visitor" else messages.messages(session, who(), found.slug)[:SAID],
    }


def _stage(session: Session, known: Facts, stage: SeasonStage, now: datetime | None = None) -> dict[str, Any]:
    tables = league_queries.tables(session, known, stage, now)
    order = league_queries.whole(session, known, {stage.number: tables}, now)
    marked = {number: league_queries.zones(known, number, lines) for number, lines in order.items()}
    return {
        "stage": stage,
        "tables": tables,
        "marked": marked,
        "rounds": league_queries.rounds(session, who(), known, stage, now),
    }


def _league(session: Session, slug: str) -> tuple[Facts, SeasonLine]:
    known, found = league_queries.facts(session, who(), slug), season(session, who(), slug)
    if known.file is None:
        abort(404, f"{slug} is an open-ended ladder: it has a leaderboard, but no rounds")
    return known, found


@pages.get("/seasons/<name:slug>/tables/<number:place>")
def tables(slug: str, place: int) -> str:
    """Standings, crosstable and progress of one stage, from 1."""
    with reading() as session:
        known, found = _league(session, slug)
        stage = known.stage(place - 1)
        return render_template(
            "league_tables.html",
            **_head(session, known, found),
            **_stage(session, known, stage),
            **_live(known, "live_tables", slug=slug, place=place),
        )


@pages.get("/seasons/<name:slug>/schedule")
def schedule(slug: str) -> str:
    """All rounds, and the tables of one of them: `?stage=` and `?round=`, both from 1."""
    with reading() as session:
        known, found = _league(session, slug)
        asked, wanted = number("stage", 0), number("round", 0)
        all_rounds = {stage.number: league_queries.rounds(session, who(), known, stage) for stage in known.stages}
        stage = known.stage(asked - 1) if asked else known.current
        begun = [] if stage is None else [one.number for one in all_rounds[stage.number] if one.state != "planned"]
        chosen = wanted or (begun[-1] if begun else 0)
        listed = [] if stage is None else league_queries.sets_of_round(session, who(), stage, chosen)
        played = of_sets(session, who(), [set_id for set_id, _ in listed])
        ruled = as_ruled(session, [match for row in played.values() for match in row])
        shown = [] if stage is None else all_rounds[stage.number]
        planned = [one.starts_at for one in shown if one.state == "planned"]
        running = found.state == SeasonState.RUNNING and not found.paused
        return render_template(
            "league_schedule.html",
            **_head(session, known, found),
            idle=league_queries.idle(session, stage, chosen) if stage is not None and chosen in begun else [],
            next_round=planned[0] if running and planned and planned[0] > utcnow() else None,
            forecast=league_queries.forecast(shown, utcnow()) if running else None,
            stage=stage,
            rounds=all_rounds,
            chosen=chosen,
            ruled=ruled,
            sets=[
                (set_id, division, played.get(set_id, []), _gained(known, played.get(set_id, []), ruled))
                for set_id, division in listed
            ],
            fixtures=_fixtures(session, known, stage, chosen) if stage is not None and chosen not in begun else [],
            starts={one.number: one.starts_at for one in shown},
        )


def _fixtures(session: Session, known: Facts, stage: SeasonStage, number: int) -> list[tuple[int, tuple[str, ...]]]:
    """The tables of a round to come, unless something of the season is hidden from the viewer: finalists would tell it."""
    rule = known.rule(stage)
    if rule is None or not number or concealed(session, who(), [known.row.id]):
        return []
    return foreseen(session, stage, rule, known.row.seats, number)


def _gained(known: Facts, played: Sequence[MatchLine], ruled: Mapping[int, Ruled]) -> list[tuple[str, Fraction]]:
    """Points from the finished matches of a set as they count after rulings, the most first."""
    sums: dict[str, Fraction] = {}
    for match in played:
        if match.state == MatchState.FINISHED:
            ruling = ruled.get(match.id)
            found = ruling.places if ruling else tuple(seat.place for seat in match.seats)
            places = tuple(place or len(match.seats) for place in found)
            counts = ruling is None or ruling.counts
            for seat, won in zip(match.seats, shared_points(places, known.points), strict=True):
                if not seat.bot:
                    continue  # not told before the set is over
                sums[seat.bot] = sums.get(seat.bot, Fraction()) + (won if counts else 0)
    return sorted(sums.items(), key=lambda item: (-item[1], item[0]))


@pages.get("/seasons/<name:slug>/entries")
def entries(slug: str) -> str:
    """Everyone who entered."""
    with reading() as session:
        known, found = _league(session, slug)
        lines = league_queries.entries(session, known.row.id)
        return render_template("league_entries.html", **_head(session, known, found), entries=lines)


@pages.get("/seasons/<name:slug>/rulings")
def rulings(slug: str) -> str:
    """What the organisers have decided."""
    with reading() as session:
        known, found = _league(session, slug)
        lines = league_queries.rulings(session, who(), known.row.id)
        return render_template("league_rulings.html", **_head(session, known, found), rulings=lines)
