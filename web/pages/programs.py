"""For people who write programs: the JSON API explained, and the protos of the bots' protocol."""

from flask import Blueprint, Response, render_template

from arena.kits import protos_archive
from web.api.declaration import OPERATIONS, PREFIX, rules
from web.api.description import PLACE
from web.site import site

pages = Blueprint("programs", __name__)


@pages.get("/api")
def api() -> str:
    """Every address, with an example to paste."""
    lines = [
        {
            "operation": operation,
            "path": PREFIX + PLACE.sub(r"{\2}", operation.rule),
            "example": PREFIX
            + PLACE.sub(lambda place, operation=operation: str(operation.example[place.group(2)]), operation.rule),  # type: ignore[misc]
            "query": rules(operation.query),
        }
        for operation in OPERATIONS
    ]
    settings = site().settings
    return render_template("api.html", lines=lines, root=settings.site_address, per_minute=settings.web_api_per_minute)


@pages.get("/protos.zip")
def protos() -> Response:
    """The protos that bots are built from, in one archive. Its address never changes."""
    answer = Response(protos_archive(), mimetype="application/zip")
    answer.headers["Content-Disposition"] = 'attachment; filename="meiji-arena-protos.zip"'
    answer.headers["Cache-Control"] = "public, max-age=3600"
    return answer
