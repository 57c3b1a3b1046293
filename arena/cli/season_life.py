"""`arena season create, update, open, start, pause, resume, cancel, finish, next`: a season's life by hand."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.arguments import Commands, command
from arena.cli.refusals import Refused
from arena.cli.service import actor, add_settings, opened
from arena.text import local_moment

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from arena.storage.models import Season

CREATE = """\
The season is a draft: nobody but its organisers sees it. Entries the file lists are entered by the names of their bots.

examples:
  arena season create spring.toml                       its slug comes from its name
  arena season create spring.toml --slug club-1 --organiser anna
  arena season update club-1 spring.toml                the file has changed (until the season starts)
"""
NEXT = """\
Everyone who was active at the end is entered again, with the rating of then. Divisions follow the final tables, with as many
promoted and relegated as the file says; new entrants start at the bottom. Teams may leave and others enter until it starts.

examples:
  arena season next club-1 --first 2027-09-06T20:00     the same file, every date moved with round 1
  arena season next club-1 --file autumn.toml --slug club-autumn
"""
VERBS = {
    "open": ("take entries", "  arena season open club-1           by hand; a [registration] window does it by date\n"),
    "start": (
        "close entries, make divisions and plan the rounds",
        "  arena season start club-1          rounds still wait for their time; without it the season starts at `first`\n",
    ),
    "pause": (
        "start nothing new; matches that run are played to their end",
        "  arena season pause club-1\n  arena season resume club-1\n",
    ),
    "resume": ("go on by the calendar from now", "  arena season resume club-1\n"),
    "cancel": (
        "end it without a table",
        '  arena season cancel club-1 --reason "too few entries"\n',
    ),
    "finish": (
        "end it now: what is open is called off, tables are frozen",
        "  arena season finish club-1         a season finishes by itself when its last stage is done\n",
    ),
}


def add(actions: Commands) -> None:
    """Declare the actions."""
    creating = command(actions, "create", "a new season from its file, as a draft", CREATE, run_create)
    creating.add_argument("file", type=Path, metavar="FILE", help="the season, in TOML")
    creating.add_argument("--slug", default="", help="its name in addresses and commands (default: from its name)")
    creating.add_argument(
        "--organiser", action="append", default=[], metavar="ACCOUNT", help="who may run it on the site; several times"
    )
    add_settings(creating)
    updating = command(actions, "update", "read a season's file again, until it starts", CREATE, run_update)
    updating.add_argument("slug", metavar="SLUG")
    updating.add_argument("file", type=Path, metavar="FILE", help="the season, in TOML")
    add_settings(updating)
    for verb, (summary, example) in VERBS.items():
        made = command(actions, verb, summary, f"examples:\n{example}", run_verb)
        made.add_argument("slug", metavar="SLUG")
        if verb == "cancel":
            made.add_argument("--reason", required=True, help="public")
        made.set_defaults(verb=verb)
        add_settings(made)
    following = command(actions, "next", "the following season of a league", NEXT, run_next)
    following.add_argument("slug", metavar="SLUG", help="the season that is finished")
    following.add_argument("--first", type=_moment, metavar="WHEN", help="start of round 1, in the season's time zone")
    following.add_argument("--file", type=Path, metavar="FILE", help="a file of its own")
    following.add_argument("--slug", dest="new_slug", default="", help="its name (default: the last one's, counted up)")
    add_settings(following)


def _moment(text: str) -> datetime:
    found = local_moment(text)
    if found is None:
        raise ArgumentTypeError(f"expected a time such as 2027-09-06T20:00, got {text!r}")
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as wrong:
        raise Refused(f"{path}: is not UTF-8 text ({wrong.reason} at byte {wrong.start})") from None


def run_create(arguments: Namespace) -> int:
    """Make a draft."""
    text = _text(arguments.file)
    with opened(arguments) as database, database.write() as session:
        from arena.storage.base import utcnow
        from arena.storage.leagues.creating import create_season
        from arena.storage.leagues.organisers import add_organiser

        made = create_season(session, text, actor(), slug=arguments.slug, file=str(arguments.file), now=utcnow())
        for name in arguments.organiser:
            add_organiser(session, made.slug, name, actor())
        session.refresh(made)
        print(f"{made.slug} is a draft with {_entries(made)}; `arena season open {made.slug}` lets teams enter")
    return 0


def run_update(arguments: Namespace) -> int:
    """Read the file again."""
    text = _text(arguments.file)
    with opened(arguments) as database, database.write() as session:
        from arena.storage.base import utcnow
        from arena.storage.leagues.creating import update_season

        made = update_season(session, arguments.slug, text, actor(), file=str(arguments.file), now=utcnow())
        session.refresh(made)
        print(f"{made.slug} is as {arguments.file} says, with {_entries(made)}")
    return 0


def _entries(made: "Season") -> str:
    active = sum(entry.state.value == "active" for entry in made.entries)
    return f"{active} {'entry' if active == 1 else 'entries'}"


def run_verb(arguments: Namespace) -> int:
    """Change a season's state."""
    with opened(arguments) as database, database.write() as session:
        print(_DONE[arguments.verb](session, arguments))
    return 0


def _open(session: "Session", arguments: Namespace) -> str:
    from arena.storage.leagues.life import open_season

    open_season(session, arguments.slug, actor())
    return f"{arguments.slug} takes entries"


def _start(session: "Session", arguments: Namespace) -> str:
    from arena.storage.leagues.entering import when
    from arena.storage.leagues.life import current_stage
    from arena.storage.leagues.starting import start_season

    row = start_season(session, arguments.slug, actor())
    stage = current_stage(session, row)
    assert stage is not None
    playing = [entry.division or 0 for entry in row.entries if entry.state.value == "active"]
    sizes = " + ".join(str(playing.count(division)) for division in sorted(set(playing)))
    return (
        f"{row.slug} has started: {sizes} entries, {len(stage.rounds)} rounds in stage {stage.name}; "
        f"round 1 starts at {when(row, stage.rounds[0].starts_at)}"
    )


def _pause(session: "Session", arguments: Namespace) -> str:
    from arena.storage.leagues.life import pause_season

    pause_season(session, arguments.slug, actor())
    return f"{arguments.slug} is paused; matches that run are played to their end"


def _resume(session: "Session", arguments: Namespace) -> str:
    from arena.storage.leagues.life import resume_season

    resume_season(session, arguments.slug, actor())
    return f"{arguments.slug} goes on"


def _cancel(session: "Session", arguments: Namespace) -> str:
    from arena.storage.leagues.ending import cancel_season

    cancel_season(session, arguments.slug, arguments.reason, actor())
    return f"{arguments.slug} is cancelled"


def _finish(session: "Session", arguments: Namespace) -> str:
    from arena.storage.leagues.ending import finish_season

    finish_season(session, arguments.slug, actor())
    return f"{arguments.slug} is finished; its tables are frozen"


_DONE: dict[str, Callable[["Session", Namespace], str]] = {
    "open": _open,
    "start": _start,
    "pause": _pause,
    "resume": _resume,
    "cancel": _cancel,
    "finish": _finish,
}


def run_next(arguments: Namespace) -> int:
    """Follow a finished season."""
    if (arguments.first is None) == (arguments.file is None):
        raise Refused("the next season needs either --first, the start of its round 1, or --file, a file of its own")
    text = _text(arguments.file) if arguments.file else ""
    with opened(arguments) as database, database.write() as session:
        from arena.storage.leagues.following import next_season

        made = next_season(
            session,
            arguments.slug,
            actor(),
            first=arguments.first,
            text=text,
            new_slug=arguments.new_slug,
            file=str(arguments.file or "season"),
        )
        print(f"{made.slug} ({made.title}) is a draft with {_entries(made)} of {arguments.slug}")
    return 0
