"""Monthly dumps of seasons that ended: a page with their checksums, and the files."""

from flask import Blueprint, Response, abort, render_template

from arena.seasons.dumps import Dump, listed
from web import limits
from web.pages.downloads import whole_file
from web.site import site

pages = Blueprint("dumps", __name__)


@pages.get("/data")
def overview() -> str:
    """Every month, the newest first."""
    return render_template("dumps.html", dumps=listed(site().settings.dumps_path))


@pages.get("/data/SHA256SUMS")
def sums() -> Response:
    """The checksums as `sha256sum --check` reads them."""
    lines = [f"{dump.sha256}  {dump.name}\n" for dump in listed(site().settings.dumps_path)]
    return Response("".join(lines), mimetype="text/plain")


@pages.get("/data/<name>")
def file(name: str) -> Response:
    """The file of a month."""
    dump = next((one for one in listed(site().settings.dumps_path) if one.name == name), None)
    if dump is None:
        abort(404)
    limits.count("archive")
    return _sent(dump)


def _sent(dump: Dump) -> Response:
    """Only a name that a record has opens a file, so no address leads out of the folder."""
    answer = whole_file((site().settings.dumps_path / dump.name).open("rb"), "application/zip")
    answer.content_length = dump.bytes
    answer.set_etag(dump.sha256)
    answer.headers["Content-Disposition"] = f'attachment; filename="{dump.name}"'
    return answer
