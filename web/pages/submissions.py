"""Bots that are handed in: upload an archive, choose the version that plays, download and delete versions."""

from contextlib import suppress

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from redis.exceptions import RedisError
from sqlalchemy.orm import Session

from arena.archives import limits
from arena.archives.reading import inspect
from arena.bots.queries import own_bots
from arena.errors import Invalid
from arena.submissions import commands, queries
from arena.submissions.progress import progress
from arena.submissions.runs import RunLine, latest_runs, runs as runs_of
from arena.transport.runners import runners
from web.charts import use_of
from web.forms import change, done, form
from web.inputs import attached, field, text
from web.site import reading, signed_in, site, who, writing

pages = Blueprint("submissions", __name__, url_prefix="/account")


@pages.get("/submissions")
@signed_in
def overview() -> ResponseReturnValue:
    """My versions, and the form for a new one."""
    with reading() as session:
        lines = queries.submissions(session, who())
        used = queries.used_bytes(session, who())
        latest = latest_runs(session, who())
        bots = [bot.name for bot in own_bots(session, who()).rows if bot.disabled_at is None]
    by_bot: dict[str, list[queries.SubmissionLine]] = {}
    for line in lines:
        by_bot.setdefault(line.bot, []).append(line)
    runs: dict[str, list[RunLine]] = {}
    for run in latest:
        runs.setdefault(run.bot, []).append(run)
    quota = site().settings.submission_quota_megabytes
    return render_template(
        "submissions.html", by_bot=by_bot, runs=runs, used=used, quota=quota, bots=bots, limits=limits
    )


@pages.get("/bots/<name:name>/hosting")
@signed_in
def one(name: str) -> ResponseReturnValue:
    """How the arena runs one of my bots: its runs, what it used over time and in each match, its stderr. Fresh every few seconds."""
    with reading() as session:
        runs, steps = runs_of(session, who(), name), progress(session, who(), name)
    latest = runs[0] if runs else None
    sandbox = _sandbox_of(latest.runner) if latest is not None else ""
    chart = use_of(latest.points) if latest is not None else None
    template = "parts/hosting.html" if request.headers.get("HX-Request") else "hosting.html"
    return render_template(
        template,
        bot=name,
        runs=runs,
        latest=latest,
        chart=chart,
        megabyte=limits.MEGABYTE,
        steps=steps,
        sandbox=sandbox,
    )


def _sandbox_of(runner: str) -> str:
    """What a runner makes sandboxes with; empty if it has stopped, or Redis does not answer."""
    with suppress(RedisError):
        return next((line.sandbox for line in runners(site().redis) if line.name == runner), "")
    return ""


@pages.post("/submissions")
@signed_in
@form(overview, "submit")
def upload() -> ResponseReturnValue:
    """Keep an archive."""
    data = attached("archive", limits.MOST_BYTES + 1)
    if data is None:
        raise Invalid("Choose an archive first: a zip, tar or tar.gz file.")
    archive = inspect(data)
    with writing() as session:
        commands.submit(session, who(), archive, quota_megabytes=site().settings.submission_quota_megabytes)
    return done("submissions.overview", "submitted")


@pages.post("/bots/<name:name>/submissions/activate")
@signed_in
@form(overview)
def activate(name: str) -> ResponseReturnValue:
    """Another version plays, or none."""
    version = field("version", 64)
    with writing() as session:
        if version:
            commands.activate(session, who(), name, version)
        else:
            commands.deactivate(session, who(), name)
    return done("submissions.overview", "activated" if version else "deactivated")


@pages.post("/bots/<name:name>/submissions/delete")
@signed_in
@change(overview, "submission_deleted")
def delete(session: Session, name: str) -> None:
    """An archive is deleted."""
    commands.delete_submission(session, who(), name, field("version", 64))


@pages.get("/bots/<name:name>/submission")
@signed_in
def download(name: str) -> ResponseReturnValue:
    """The archive of `?version=`, as it was sent."""
    version = text("version", 64)
    with reading() as session:
        data = queries.archive(session, who(), name, version)
    return as_file(data, name, version)


def as_file(data: bytes, bot: str, version: str) -> Response:
    """An archive to be saved."""
    answer = Response(data, mimetype="application/octet-stream")
    ending = "zip" if data[:2] == b"PK" else "tar.gz" if data[:2] == b"\x1f\x8b" else "tar"
    answer.headers["Content-Disposition"] = f'attachment; filename="{bot}-{version}.{ending}"'
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
