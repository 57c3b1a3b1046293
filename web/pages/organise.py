"""Organisers: their seasons, and a new one out of its file, with its plan first."""

from dataclasses import dataclass, replace

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from arena.leagues.plan import Begun, Plan, plan
from arena.leagues.season import Season, SeasonError
from arena.leagues.seasonfile import parse
from arena.storage.base import utcnow
from arena.storage.errors import StorageError
from arena.storage.leagues.creating import create_season, read_file
from arena.storage.leagues.organisers import add_organiser
from arena.storage.pages.organising import Control, run_by
from web import limits
from web.access import actor, organisers, signed_in
from web.documents import ShownLine, around, document
from web.forms import done, field, said
from web.site import reading, who, writing

pages = Blueprint("organise", __name__, url_prefix="/organise")

FILE = "season.toml"
"""How messages call the text that was pasted."""
EXAMPLE = """\
name = "Autumn cup"
game = "nippon"
seats = 2
clock = "blitz"
time_zone = "Europe/Berlin"
expected_entries = 8

[schedule]
first = 2027-10-01T20:00:00
rounds = "asap"

[entry_rules]
per_team = 1
invite_only = true

[[stage]]
format = "round_robin"
"""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a season file says, or what is wrong with it and where."""

    season: Season | None = None
    plan: Plan | None = None
    wrong: str = ""
    lines: tuple[ShownLine, ...] = ()


def preview(text: str) -> Preview:
    """Read and plan a season to come; a file that is right but cannot be planned yet has no plan."""
    season: Season | None = None
    try:
        season = parse(text, FILE)
        if season.field_size < season.seats:
            return Preview(read_file(text, FILE, utcnow()))
        return Preview(season, plan(season, now=utcnow()))
    except (SeasonError, StorageError) as wrong:
        return Preview(season, wrong=str(wrong), lines=tuple(around(text, str(wrong))))


def kept_preview(found: Control) -> Preview:
    """The plan of a season that we hold: with the entries it really has, from when it really started."""
    season = parse(found.file, FILE, kept=True)
    begun = None if found.first_round is None else Begun(found.fields, found.first_round)
    entered = sum(entry.state == "active" for entry in found.entries)
    season = replace(season, expected_entries=max(season.expected_entries, entered))
    if begun is None and season.field_size < season.seats:
        return Preview(season)
    try:
        return Preview(season, plan(season, now=utcnow() if begun is None else None, begun=begun))
    except SeasonError as wrong:
        return Preview(season, wrong=str(wrong))


@pages.get("")
@signed_in
def overview() -> ResponseReturnValue:
    """The seasons that I may run."""
    with reading() as session:
        mine = run_by(session, who())
    return render_template("organise.html", seasons=mine, wrong="", said=said())


@pages.get("/new")
@organisers
def new() -> ResponseReturnValue:
    """The form for a new season."""
    return render_template("season_new.html", text=EXAMPLE, slug="", preview=None, wrong="", said="")


@pages.post("/new")
@organisers
def make() -> ResponseReturnValue:
    """Show the plan of a file, or make the season."""
    limits.count("plan", who().account_id)
    try:
        text = document("file", "upload")
    except StorageError as wrong:
        return _refused("", str(wrong))
    # Read and planned before anything is locked: the writer's turn is short whatever the file says.
    found = preview(text)
    if field("act") != "create" or found.wrong:
        page = render_template(
            "season_new.html", text=text, slug=field("slug", 40), preview=found, wrong=found.wrong, said=""
        )
        return page, 422 if found.wrong else 200
    try:
        with writing() as session:
            slug = create_season(
                session, text, actor(), slug=field("slug", 40), file=FILE, now=utcnow(), who=who()
            ).slug
            add_organiser(session, slug, who().name, actor())
    except StorageError as wrong:
        return _refused(text, str(wrong))
    return done("control.one", "season", slug=slug)


def _refused(text: str, wrong: str) -> ResponseReturnValue:
    shown = Preview(wrong=wrong, lines=tuple(around(text, wrong)))
    page = render_template("season_new.html", text=text, slug=field("slug", 40), preview=shown, wrong=wrong, said="")
    return page, 422
