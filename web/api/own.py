"""What authors do with their hosted bots from a program: the JSON twin of the form on the site and of `arena submit`.

Signed by an author token in the header, never by a cookie, so that no other site can send any of it. Nothing here is public or kept.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from arena.access.callers import caller
from arena.access.viewers import Viewer
from arena.archives.reading import inspect
from arena.errors import Invalid, NotSignedIn
from arena.submissions import commands, queries
from web import limits
from web.api.answers import Answer, Time
from web.inputs import body, text
from web.pages.submissions import as_file
from web.site import reading, site, writing
from web.uploads import API_PATH

own = Blueprint("own", __name__)
PREFIX = "bearer "
OF_BOT = "/api/author/v1/bots/<name:name>/submissions"


class Version(Answer):
    """A version of a bot that was handed in; sizes in bytes."""

    bot: str
    version: str
    active: bool
    language: str
    protocol: str
    command: list[str]
    games: list[str]
    sha256: str
    archive_bytes: int
    unpacked_bytes: int
    files: int
    created_at: Time


class Versions(Answer):
    """By bot, the newest first."""

    items: list[Version]


class HandedIn(Answer):
    """What became of an archive."""

    bot: str
    version: str
    sha256: str
    created: bool


def signed(limit: str) -> Callable[[Callable[..., Any]], Callable[..., Response]]:
    """A view that gets the account of the author token. *limit* is counted for the account."""

    def decorate(view: Callable[..., Any]) -> Callable[..., Response]:
        @wraps(view)
        def answered(**values: Any) -> Response:
            limits.count("api", most=site().settings.web_api_per_minute)
            given = request.headers.get("Authorization", "")
            if given[: len(PREFIX)].lower() != PREFIX:
                raise NotSignedIn("send an author token: `Authorization: Bearer <author token>`")
            who = caller(site().database, given[len(PREFIX) :].strip())
            limits.count(limit, who.account_id)
            answer = view(who, **values)
            if not isinstance(answer, Response):
                answer = Response(msgspec.json.encode(answer), mimetype="application/json")
            answer.headers["Cache-Control"] = "private, no-store"
            return answer

        return answered

    return decorate


@own.get(API_PATH)
@signed("change")
def versions(who: Viewer) -> Versions:
    """All versions of my bots."""
    return _versions(who, "")


@own.post(API_PATH)
@signed("submit")
def submit(who: Viewer) -> HandedIn:
    """Keep the archive that is the body of the request."""
    archive = inspect(body())
    with writing() as session:
        kept = commands.submit(session, who, archive, quota_megabytes=site().settings.submission_quota_megabytes)
    return HandedIn.from_record(kept)


@own.get(OF_BOT)
@signed("change")
def versions_of_bot(who: Viewer, name: str) -> Versions:
    """The versions of one of my bots."""
    return _versions(who, name)


@own.post(f"{OF_BOT}/activate")
@signed("change")
def activate(who: Viewer, name: str) -> Versions:
    """Let `?version=` play; none without it."""
    version = text("version", 64)
    with writing() as session:
        if version:
            commands.activate(session, who, name, version)
        else:
            commands.deactivate(session, who, name)
    return _versions(who, name)


@own.delete(OF_BOT)
@signed("change")
def delete(who: Viewer, name: str) -> Versions:
    """Delete the archive of `?version=`."""
    with writing() as session:
        commands.delete_submission(session, who, name, _version())
    return _versions(who, name)


@own.get(f"{OF_BOT}/archive")
@signed("change")
def download(who: Viewer, name: str) -> Response:
    """The archive of `?version=`, as it was sent."""
    version = _version()
    with reading() as session:
        return as_file(queries.archive(session, who, name, version), name, version)


def _version() -> str:
    version = text("version", 64)
    if not version:
        raise Invalid("say which version, for example ?version=1.0")
    return version


def _versions(who: Viewer, bot: str) -> Versions:
    with reading() as session:
        return Versions([Version.from_record(line) for line in queries.submissions(session, who, bot)])
