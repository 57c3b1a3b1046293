"""For people who write programs: the JSON API explained."""

from flask import Blueprint, render_template

from web.api.asking import rules
from web.api.declaring import OPERATIONS, PREFIX
from web.api.description import PLACE
from web.site import site

pages = Blueprint("programs", __name__)


@pages.get("/api")
def api() -> str:
    """Every address, with an example to paste."""
    lines = [
        {
            "operation": one,
            "path": PREFIX + PLACE.sub(r"{\2}", one.rule),
            "example": PREFIX + PLACE.sub(lambda place, one=one: str(one.example[place.group(2)]), one.rule),  # type: ignore[misc]
            "query": rules(one.query),
        }
        for one in OPERATIONS
    ]
    settings = site().settings
    return render_template("api.html", lines=lines, root=settings.site_address, per_minute=settings.web_api_per_minute)
