"""Archives of the caller's bots: hand one in, list, activate, delete and download versions."""

from arena.access.viewers import Viewer
from arena.archives.limits import MEGABYTE, MOST_BYTES
from arena.archives.reading import inspect
from arena.gateway.api import messages
from arena.gateway.api.requests import Room, named, perhaps_named
from arena.submissions import commands, queries
from arena.v1 import arena_pb2 as pb


def may_submit(_room: Room, _who: Viewer, _request: None) -> None:
    """Any account may; the caller has been found by now."""


def too_large() -> str:
    """The refusal of an archive that does not end."""
    return f"the archive has more than {MOST_BYTES / MEGABYTE:.0f} MB"


def submit(room: Room, who: Viewer, data: bytes) -> pb.SubmitBotResponse:
    """Check the archive and keep it."""
    found = inspect(data)
    with room.database.write() as session:
        kept = commands.submit(session, who, found, quota_megabytes=room.quota_megabytes)
    return pb.SubmitBotResponse(bot=kept.bot, version=kept.version, sha256=kept.sha256, created=kept.created)


def list_submissions(room: Room, who: Viewer, request: pb.ListSubmissionsRequest) -> pb.ListSubmissionsResponse:
    """The versions of one bot, or of all."""
    return pb.ListSubmissionsResponse(submissions=_lines(room, who, perhaps_named("bot", request.bot)))


def activate(room: Room, who: Viewer, request: pb.ActivateSubmissionRequest) -> pb.ActivateSubmissionResponse:
    """Let another version play, or none."""
    bot, version = named("bot", request.bot), perhaps_named("version", request.version)
    with room.database.write() as session:
        if version:
            commands.activate(session, who, bot, version)
        else:
            commands.deactivate(session, who, bot)
    return pb.ActivateSubmissionResponse(submissions=_lines(room, who, bot))


def delete(room: Room, who: Viewer, request: pb.DeleteSubmissionRequest) -> pb.DeleteSubmissionResponse:
    """Delete the archive of a version."""
    bot = named("bot", request.bot)
    with room.database.write() as session:
        commands.delete_submission(session, who, bot, named("version", request.version))
    return pb.DeleteSubmissionResponse(submissions=_lines(room, who, bot))


def download(room: Room, who: Viewer, request: pb.DownloadSubmissionRequest) -> bytes:
    """The archive of a version."""
    with room.database.read() as session:
        return queries.archive(session, who, named("bot", request.bot), named("version", request.version))


def _lines(room: Room, who: Viewer, bot: str) -> list[pb.Submission]:
    with room.database.read() as session:
        return [messages.submission(line) for line in queries.submissions(session, who, bot)]
