"""Organisers: their seasons, and a new one out of its file, with its plan first."""

from dataclasses import dataclass, replace

from flask import Blueprint, g, render_template
from flask.typing import ResponseReturnValue

from arena.db.base import utcnow
from arena.errors import ArenaError, Invalid
from arena.leagues.plan import Begun, Plan, plan
from arena.leagues.season import Season, SeasonError
from arena.leagues.seasonfile import parse
from arena.seasons.creation import create_season, read_file
from arena.seasons.queries import Control, run_by
from web.access import organisers, signed_in
from web.forms import done, form
from web.inputs import DocumentLine, around, document, field
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
    lines: tuple[DocumentLine, ...] = ()


def preview(text: str) -> Preview:
    """Read and plan a season to come; a file that is right but cannot be planned yet has no plan."""
    season: Season | None = None
    try:
        season = parse(text, FILE)
        if season.field_size < season.seats:
            return Preview(read_file(text, FILE, utcnow()))
        return Preview(season, plan(season, now=utcnow()))
    except ArenaError as error:
        return Preview(season, wrong=str(error), lines=around(text, str(error)))


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
    except SeasonError as error:
        return Preview(season, wrong=str(error))


def checked_preview(text: str) -> None:
    """Keep the preview of a file for the page that is shown next; Invalid says what is wrong with the file."""
    g.preview = preview(text)
    if g.preview.wrong:
        raise Invalid(g.preview.wrong)


@pages.get("")
@signed_in
def overview() -> ResponseReturnValue:
    """The seasons that I may run."""
    with reading() as session:
        mine = run_by(session, who())
    return render_template("organise.html", seasons=mine)


@pages.get("/new")
@organisers
def new() -> ResponseReturnValue:
    """The form for a new season."""
    return render_template("season_new.html", text=g.get("document", EXAMPLE), preview=g.get("preview"))


@pages.post("/new")
@organisers
@form(new, "plan")
def make() -> ResponseReturnValue:
    """Show the plan of a file, or make the season. The file is read and planned before anything is locked."""
    text = document("file", "upload")
    checked_preview(text)
    if field("act") != "create":
        return new()
    with writing() as session:
        slug = create_season(session, who(), text, slug=field("slug", 40), file=FILE, now=utcnow()).slug
    return done("control.one", "saved", slug=slug)
