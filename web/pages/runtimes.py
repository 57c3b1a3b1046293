"""What hosted bots run on: the runtimes of each runner with their versions, and the limits."""

from flask import Blueprint, render_template

from arena.archives import limits as archives
from arena.matches.clocks import WALL_TIMES
from arena.sandbox.limits import USUAL
from arena.transport.runners import runners
from web.site import site

pages = Blueprint("runtimes", __name__)


@pages.get("/runtimes")
def overview() -> str:
    """All runners that live, and the limits of every bot."""
    return render_template(
        "runtimes.html",
        runners=runners(site().redis),
        limits=USUAL,
        archives=archives,
        wall=WALL_TIMES,
        megabyte=archives.MEGABYTE,
    )
