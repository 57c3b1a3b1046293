"""Organisers: their seasons, and a new one out of its file, with its plan first."""

from dataclasses import dataclass

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from arena.leagues.plan import Plan, plan
from arena.leagues.season import Season, SeasonError
from arena.leagues.seasonfile import parse
from arena.storage.errors import StorageError
from arena.storage.leagues.creating import create_season
from arena.storage.leagues.organisers import add_organiser
from arena.storage.pages.organising import run_by
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
    """Read and plan a season; a file that is right but cannot be planned yet has no plan."""
    try:
        season = parse(text, FILE)
    except SeasonError as wrong:
        return Preview(wrong=str(wrong), lines=tuple(around(text, str(wrong))))
    if season.field_size < season.seats:
        return Preview(season)
    try:
        return Preview(season, plan(season))
    except SeasonError as wrong:
        return Preview(season, wrong=str(wrong), lines=tuple(around(text, str(wrong))))


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
    if field("act") != "create":
        found = preview(text)
        page = render_template(
            "season_new.html", text=text, slug=field("slug", 40), preview=found, wrong=found.wrong, said=""
        )
        return page, 422 if found.wrong else 200
    try:
        with writing() as session:
            slug = create_season(session, text, actor(), slug=field("slug", 40), file=FILE).slug
            add_organiser(session, slug, who().name, actor())
    except StorageError as wrong:
        return _refused(text, str(wrong))
    return done("control.one", "season", slug=slug)


def _refused(text: str, wrong: str) -> ResponseReturnValue:
    shown = Preview(wrong=wrong, lines=tuple(around(text, wrong)))
    page = render_template("season_new.html", text=text, slug=field("slug", 40), preview=shown, wrong=wrong, said="")
    return page, 422
