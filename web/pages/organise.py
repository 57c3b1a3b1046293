"""Organisers: their seasons and invitations, and a new season from a form or a file, with its plan first."""

from dataclasses import dataclass, replace

from flask import Blueprint, g, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from arena.db.database import utcnow
from arena.errors import ArenaError, Invalid
from arena.leagues.plan import Begun, Plan, plan
from arena.leagues.season import Season, SeasonError
from arena.leagues.season_form import written
from arena.leagues.seasonfile import parse
from arena.seasons.creation import create_season, read_file
from arena.seasons.drafts import copied_file, preset_file, presets, usual_zone
from arena.seasons.organisers import accept_organiser, decline_organiser
from arena.seasons.queries import Control, asked_to_run, run_by
from web.forms import change, done, form
from web.inputs import DocumentLine, around, document, field, text as text_of
from web.season_forms import SeasonForm, label_of, place_of, sent, shown
from web.site import organisers, reading, signed_in, who, writing

pages = Blueprint("organise", __name__, url_prefix="/organise")

FILE = "season.toml"
"""How messages call the text that was pasted."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a season file says, or what is wrong with it and where."""

    season: Season | None = None
    plan: Plan | None = None
    wrong: str = ""
    field: str = ""
    """The field of the form that is wrong, if it has it, and why."""
    why: str = ""
    lines: tuple[DocumentLine, ...] = ()

    @property
    def sentence(self) -> str:
        """What is wrong, with the field as the form calls it."""
        return f"{label_of(self.field)}: {self.why}" if self.field else self.why or self.wrong


def preview(text: str) -> Preview:
    """Read and plan a season to come; a file that is right but cannot be planned yet has no plan."""
    season: Season | None = None
    try:
        season = parse(text, FILE)
        if season.field_size < season.seats:
            return Preview(read_file(text, FILE, utcnow()))
        return Preview(season, plan(season, now=utcnow()))
    except ArenaError as error:
        return refusal(error, text, season)


def refusal(error: ArenaError, text: str = "", season: Season | None = None) -> Preview:
    """What is wrong with a season file: the sentence, the lines around its place, and the field of the form."""
    why = error.why if isinstance(error, SeasonError) else str(error)
    return Preview(season, None, str(error), place_of(error), why, around(text, str(error)))


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


def sent_text() -> str:
    """The season file that was sent: as text, or as the fields of the form. It is read and planned; Invalid names what is wrong."""
    if field("how", 8) != "form":
        g.how = "file"
        text = document("file", "upload")
        checked_preview(text)
        return text
    base, g.values = sent()
    try:
        text = written(base, g.values)
        g.preview = preview(text)
    except ArenaError as error:
        g.preview = refusal(error)
    if g.preview.wrong:
        g.preview = replace(g.preview, lines=())  # a form has no lines
        raise Invalid(g.preview.sentence)
    return text


def form_shown(text: str) -> SeasonForm:
    """The form for a file, or as it was sent, with the field marked that was refused."""
    found: Preview = g.get("preview") or Preview()
    return shown(text, g.get("values"), found.field, found.why)


def plan_part() -> ResponseReturnValue:
    """The plan beside the form, for the script that keeps it up to date."""
    try:
        sent_text()
    except ArenaError:
        return render_template("parts/season_plan.html", preview=g.preview, refusal=True)
    return render_template("parts/season_plan.html", preview=g.preview)


@pages.get("")
@signed_in
def overview() -> ResponseReturnValue:
    """The seasons that I may run, and those that I am invited to run."""
    with reading() as session:
        mine, asked = run_by(session, who()), asked_to_run(session, who())
    return render_template("organise.html", seasons=mine, invitations=asked)


@pages.post("/invitations/<name:slug>/accept")
@signed_in
@change(overview, "organising")
def accept(session: Session, slug: str) -> None:
    """Run a season that invited me."""
    accept_organiser(session, who(), slug)


@pages.post("/invitations/<name:slug>/decline")
@signed_in
@change(overview, "declined")
def decline(session: Session, slug: str) -> None:
    """Decline an invitation."""
    decline_organiser(session, who(), slug)


@pages.get("/new")
@organisers
def new() -> ResponseReturnValue:
    """The form for a new season, from a preset, a copy of another one, or as it was sent."""
    with reading() as session:
        text = g.document if "document" in g else _start(session)
        mine = [season for season in run_by(session, who()) if season.state != "cancelled"][:20]
    if "preview" not in g and "document" not in g:
        g.preview = preview(text)
    return render_template(
        "season_new.html",
        text=text,
        form=None if g.get("how") == "file" else form_shown(text),
        preview=g.get("preview"),
        presets=presets(),
        mine=mine,
        chosen=text_of("copy", 64) or text_of("preset", 20) or presets()[0].key,
    )


def _start(session: Session) -> str:
    """The file that a new form begins with."""
    if source := text_of("copy", 64):
        return copied_file(session, who(), source, utcnow())
    return preset_file(text_of("preset", 20) or presets()[0].key, utcnow(), usual_zone(session, who()))


@pages.post("/new")
@organisers
@form(new, "plan")
def make() -> ResponseReturnValue:
    """Show the plan, change between form and file, or make the season. All is read and planned before anything is locked."""
    if request.headers.get("X-Part") == "plan":
        return plan_part()
    text = sent_text()
    act = field("act", 8)
    if act == "create":
        with writing() as session:
            slug = create_season(session, who(), text, slug=field("slug", 40), file=FILE, now=utcnow()).slug
        return done("control.one", "saved", slug=slug)
    if act in {"file", "form"}:
        g.how, g.document, g.values = act, text, None
    return new()
