"""`arena season preset, copy`: a new season from a preset, or from an earlier season."""

from argparse import Namespace
from typing import TYPE_CHECKING

from arena.cli.command import argument, command
from arena.cli.season_plan import moment
from arena.cli.season_views import SLUG
from arena.cli.service import change, operator
from arena.text import clean_line

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@command(
    "preset",
    "print the season file of a preset",
    argument("name", nargs="?", metavar="NAME", help="which one; without it they are listed"),
    argument("--time-zone", default="UTC", metavar="ZONE", help="such as Europe/Berlin (default: UTC)"),
    text="""\
Dates are moved to the weeks to come. The form for a new season on the site offers the same presets.

examples:
  arena season preset
  arena season preset class --time-zone Europe/Berlin > class.toml
""",
)
def preset(arguments: Namespace) -> int:
    """List the presets, or print the file of one."""
    from arena.db.database import utcnow
    from arena.seasons.drafts import preset_file, presets

    if arguments.name is None:
        for found in presets():
            print(f"{found.key:6} {found.title}. {found.about}")
        return 0
    print(preset_file(arguments.name, utcnow(), arguments.time_zone), end="")
    return 0


@change(
    "copy",
    "create a draft like an earlier season",
    SLUG,
    argument("--first", type=moment, metavar="WHEN", help="start of round 1 (default: same weekday and hour, soon)"),
    argument("--name", default="", help="the new season's name (default: the old one's, counted up)"),
    argument("--slug", dest="new_slug", default="", help="its name in URLs (default: from its name)"),
    text="""\
The same file without its entries, every date moved with round 1. For the following season of a league, with promotion and
relegation, use `arena season next`.

examples:
  arena season copy class-cup
  arena season copy class-cup --first 2027-09-08T14:00 --name "Class cup, autumn term"
""",
)
def copy(arguments: Namespace, session: "Session") -> str:
    """Create the draft."""
    from arena.db.database import utcnow
    from arena.seasons.creation import create_season
    from arena.seasons.drafts import copied_file

    name = clean_line(arguments.name, 120)
    text = copied_file(session, operator(), arguments.slug, utcnow(), first=arguments.first, name=name)
    season = create_season(session, operator(), text, slug=arguments.new_slug)
    return f"{season.slug} ({season.title}) is a draft like {arguments.slug}, without entries"
