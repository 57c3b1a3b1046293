"""`arena season`: a season from its draft to its end, its entries, invites, organisers and rulings, and the list of all actions."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli import season_class, season_drafts, season_plan, season_views
from arena.cli.command import Command, Refused, argument, group, one_of, repeated, row_number, whole_number
from arena.cli.season_plan import FILE, moment
from arena.cli.season_views import SLUG
from arena.cli.service import SETTINGS_HELP, change, operator
from arena.wording import counted

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from arena.db.models import Season

BOT = argument("bot", metavar="BOT", help="the bot's name")

ENTER = """\
For organisers: this needs no invite and no open registration. Authors enter their own bots with `arena enter`.

examples:
  arena season enter club-1 kabuki
  arena season withdraw club-1 kabuki                   before the start; afterwards a public reason is needed
  arena season withdraw club-1 kabuki --reason "its author has moved"
"""


@change("enter", "enter a bot as an organiser", SLUG, BOT, text=ENTER)
def enter(arguments: Namespace, session: "Session") -> str:
    """Enter the bot."""
    from arena.seasons import entries

    entry = entries.enter(session, operator(), arguments.slug, arguments.bot)
    count = counted(len(entries.active(session, entry.season)), "entry")
    return f"{arguments.bot} is in {arguments.slug}, which now has {count}"


@change(
    "withdraw",
    "take a bot out of a season",
    SLUG,
    BOT,
    argument("--reason", default="", help="why; everyone can read it; needed once the season runs"),
    text=ENTER,
)
def withdraw(arguments: Namespace, session: "Session") -> str:
    """Take the bot out: freely before the start, by a ruling afterwards."""
    from arena.seasons.withdrawal import leave

    leave(session, operator(), arguments.slug, arguments.bot, reason=arguments.reason)
    return f"{arguments.bot} is out of {arguments.slug}"


@change(
    "invite",
    "create or revoke a code that lets teams into a closed season",
    SLUG,
    argument("--uses", type=whole_number(1, 1000), default=1, metavar="N", help="teams (default: 1)"),
    argument("--label", default="", help="a note to yourself, to tell codes apart"),
    argument("--revoke", type=row_number, metavar="N", help="revoke this invite instead"),
    text="""\
A code is shown once and stored as a hash. A team needs one for its first bot.

examples:
  arena season invite club-1                            one code for one team
  arena season invite club-1 --uses 30 --label class    one code for a class of thirty
  arena season invite club-1 --revoke 3                 invite 3 stops working
""",
)
def invite(arguments: Namespace, session: "Session") -> str:
    """Create or revoke a code."""
    from arena.seasons.invites import create_invite, revoke_invite

    if arguments.revoke is not None:
        revoke_invite(session, operator(), arguments.slug, arguments.revoke)
        return f"invite {arguments.revoke} of {arguments.slug} is revoked; teams that used it stay entered"
    invited, code = create_invite(session, operator(), arguments.slug, uses=arguments.uses, label=arguments.label)
    teams = "one team" if invited.uses_left == 1 else f"{invited.uses_left} teams"
    return f"invite {invited.id} of {arguments.slug} for {teams} (shown this once): {code}"


@change(
    "organiser",
    "ask an account to run a season, or stop it from doing so",
    SLUG,
    one_of(argument("--add", metavar="ACCOUNT"), argument("--remove", metavar="ACCOUNT")),
    text="""\
Organisers run the season on the site and see all of it, also what is hidden or frozen. An account becomes one when it accepts the
invitation on the site, under Organise. --remove also takes back an invitation.

examples:
  arena season organiser club-1 --add anna
  arena season organiser club-1 --remove anna
""",
)
def organiser(arguments: Namespace, session: "Session") -> str:
    """Invite or remove an organiser."""
    from arena.seasons.organisers import invite_organiser, remove_organiser

    if arguments.add:
        invite_organiser(session, operator(), arguments.slug, arguments.add)
        return f"{arguments.add} is invited to run {arguments.slug}, and runs it once the account accepts on the site"
    remove_organiser(session, operator(), arguments.slug, arguments.remove)
    return f"{arguments.remove} does not run {arguments.slug} any more"


@change(
    "rule",
    "decide a dispute, with a public reason",
    SLUG,
    argument("kind", choices=("void", "replay", "forfeit", "withdraw", "disqualify", "take-back")),
    argument("--match", type=row_number, metavar="N", help="the match's number"),
    argument("--bot", default="", help="the bot it concerns"),
    argument(
        "--ruling", type=row_number, metavar="N", help="the ruling to take back; `arena season rulings` lists them"
    ),
    argument("--reason", required=True, help="why; everyone can read it"),
    text="""\
  void        the match does not count
  replay      the match does not count and is played again; its stage waits for it
  forfeit     --bot is placed last in the match, the others keep their order
  withdraw    what --bot has played counts, the rest is forfeited without waiting
  disqualify  --bot is placed last in all it has played, and out of the table
  take-back   --ruling no longer counts; what was forfeited meanwhile stays

Results are never edited: tables follow from results and rulings, and ratings are taken back by opposite lines in their log.

examples:
  arena season rule club-1 void --match 812 --reason "the server's clock jumped"
  arena season rule club-1 replay --match 812 --reason "a network failure at the venue"
  arena season rule club-1 forfeit --match 812 --bot kabuki --reason "played with outside help"
  arena season rule club-1 disqualify --bot kabuki --reason "two bots of one author under two names"
  arena season rule club-1 take-back --ruling 7 --reason "the second bot was somebody else's"
""",
)
def rule(arguments: Namespace, session: "Session") -> str:
    """Add a ruling."""
    from arena.db.models import RulingKind
    from arena.seasons import rulings

    slug, kind, match, bot, reason = arguments.slug, arguments.kind, arguments.match, arguments.bot, arguments.reason
    wanted, undone = RulingKind(kind.replace("-", "_")), arguments.ruling
    ruling = rulings.rule(session, operator(), slug, wanted, reason, match_id=match, bot=bot, takes_back=undone)
    subject = f"ruling {undone}" if undone is not None else bot if match is None else f"match {match}"
    return f"ruling {ruling.id} of {slug}: {wanted.words} {subject} ({reason})"


ACTIONS = (enter, withdraw, invite, organiser, rule)


CREATE = """\
The season starts as a draft that only its organisers see. Bots that the file lists are entered at once.

examples:
  arena season create spring.toml                       its URL name comes from its title
  arena season create spring.toml --slug club-1 --organiser anna
  arena season update club-1 spring.toml                read the file again, until the season starts
"""


@change(
    "create",
    "create a season from its file, as a draft",
    FILE,
    argument("--slug", default="", help="its name in URLs and commands (default: made from its title)"),
    repeated("--organiser", "ACCOUNT", "an account to invite to run it on the site; may be repeated"),
    text=CREATE,
)
def create(arguments: Namespace, session: "Session") -> str:
    """Create the draft."""
    from arena.db.database import utcnow
    from arena.seasons.creation import create_season
    from arena.seasons.organisers import invite_organiser

    text = _text(arguments.file)
    season = create_season(session, operator(), text, slug=arguments.slug, file=str(arguments.file), now=utcnow())
    for name in arguments.organiser:
        invite_organiser(session, operator(), season.slug, name)
    session.refresh(season)
    return f"{season.slug} is a draft with {_entries(season)}; `arena season open {season.slug}` lets teams enter"


@change("update", "read a season's file again, until the season starts", SLUG, FILE, text=CREATE)
def update(arguments: Namespace, session: "Session") -> str:
    """Take the file's new content."""
    from arena.db.database import utcnow
    from arena.seasons.creation import update_season

    text = _text(arguments.file)
    season = update_season(session, operator(), arguments.slug, text, file=str(arguments.file), now=utcnow())
    session.refresh(season)
    return f"{season.slug} is as {arguments.file} says, with {_entries(season)}"


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(f"{path}: is not UTF-8 text ({error.reason} at byte {error.start})") from None


def _entries(season: "Season") -> str:
    return counted(sum(entry.state.value == "active" for entry in season.entries), "entry")


def _lifecycle(name: str, summary: str, sentence: str, example: str) -> Command:
    """An action that only moves the season on."""

    @change(name, summary, SLUG, text=f"example:\n  arena season {name} club-1    {example}".rstrip())
    def moved(arguments: Namespace, session: "Session") -> str:
        from arena.seasons import lifecycle

        changes = {
            "open": lifecycle.open_season,
            "pause": lifecycle.pause_season,
            "resume": lifecycle.resume_season,
            "finish": lifecycle.finish_season,
        }
        changes[name](session, operator(), arguments.slug)
        return f"{arguments.slug} {sentence}"

    return moved


LIFECYCLE = {
    name: _lifecycle(name, *words)
    for name, *words in (
        ("open", "let teams enter", "takes entries", "now; a [registration] window in the file does it by date"),
        ("pause", "start nothing new", "is paused; matches that run are played to their end", ""),
        ("resume", "go on by the calendar from now", "goes on", ""),
        (
            "finish",
            "end a season now: open tables are called off, the final tables are frozen",
            "is finished; its tables are frozen",
            "before its time; a season finishes automatically after its last stage",
        ),
    )
}


@change(
    "start",
    "close entries, form the divisions and plan the rounds",
    SLUG,
    text="example:\n  arena season start club-1    rounds still wait for their time; without it the season starts at `first`",
)
def start(arguments: Namespace, session: "Session") -> str:
    """Start it, and say what comes first."""
    from arena.seasons.entries import when
    from arena.seasons.lifecycle import current_stage
    from arena.seasons.start import start_season

    season = start_season(session, operator(), arguments.slug)
    stage = current_stage(session, season)
    assert stage is not None
    divisions = [entry.division or 0 for entry in season.entries if entry.state.value == "active"]
    sizes = " + ".join(str(divisions.count(number)) for number in sorted(set(divisions)))
    return (
        f"{season.slug} has started: {sizes} entries, {len(stage.rounds)} rounds in stage {stage.name}; "
        f"round 1 starts at {when(season, stage.rounds[0].starts_at)}"
    )


@change(
    "cancel",
    "end a season without a table",
    SLUG,
    argument("--reason", required=True, help="why; everyone can read it"),
    text='example:\n  arena season cancel club-1 --reason "too few entries"',
)
def cancel(arguments: Namespace, session: "Session") -> str:
    """Cancel it."""
    from arena.seasons.lifecycle import cancel_season

    cancel_season(session, operator(), arguments.slug, arguments.reason)
    return f"{arguments.slug} is cancelled"


@change(
    "next",
    "create the following season of a league",
    argument("slug", metavar="SLUG", help="the season that is finished"),
    argument("--first", type=moment, metavar="WHEN", help="start of round 1, in the season's time zone"),
    argument("--file", type=Path, metavar="FILE", help="another season file"),
    argument("--slug", dest="new_slug", default="", help="its name in URLs (default: the last one's, counted up)"),
    text="""\
Every entry that was active at the end is entered again with its last rating. Divisions follow the final tables, with as many
promoted and relegated as the file says; new entries start at the bottom. Teams may leave or enter until it starts.

examples:
  arena season next club-1 --first 2027-09-06T20:00     the same file, every date moved with round 1
  arena season next club-1 --file autumn.toml --slug club-autumn
""",
)
def following(arguments: Namespace, session: "Session") -> str:
    """Create the draft of the following season."""
    from arena.seasons.creation import next_season

    if (arguments.first is None) == (arguments.file is None):
        raise Refused("the next season needs either --first, the start of its round 1, or --file, another season file")
    season = next_season(
        session,
        operator(),
        arguments.slug,
        first=arguments.first,
        text=_text(arguments.file) if arguments.file else "",
        new_slug=arguments.new_slug,
        file=str(arguments.file or "season"),
    )
    return f"{season.slug} ({season.title}) is a draft with {_entries(season)} of {arguments.slug}"


@change(
    "reveal",
    "end the freeze of a season's stages",
    SLUG,
    argument(
        "--stage", type=whole_number(1, 100), metavar="N", help="only this stage, from 1 (default: all that are frozen)"
    ),
    text=f"""\
From now on everyone the stage is for sees its tables, matches and replays. The audit log records it.

{SETTINGS_HELP}

example:
  arena season reveal club-1 --stage 2
""",
)
def reveal(arguments: Namespace, session: "Session") -> str:
    """End the freeze."""
    from arena.seasons import lifecycle

    if arguments.stage is None:
        stages = lifecycle.reveal(session, operator(), arguments.slug)
    else:
        stages = [lifecycle.reveal_stage(session, operator(), arguments.slug, arguments.stage - 1)]
    return f"{arguments.slug}: {', '.join(stage.name for stage in stages)} can be seen"


season = group(
    "season",
    "plan, run and rule league seasons",
    season_plan.plan,
    season_plan.simulate,
    create,
    update,
    LIFECYCLE["open"],
    start,
    LIFECYCLE["pause"],
    LIFECYCLE["resume"],
    cancel,
    LIFECYCLE["finish"],
    following,
    season_drafts.preset,
    season_drafts.copy,
    *ACTIONS,
    *season_class.ACTIONS,
    *season_views.ACTIONS,
    reveal,
    season_plan.demo,
    text="""\
docs/run-a-league.md describes the season file.

examples:
  arena season plan spring.toml                      matches, hours, load per bot, expected end
  arena season simulate spring.toml --runs 1000      how often the best bot would win it
  arena season simulate --entries 24 --seats 4       compare all formats
  arena season create spring.toml --slug club-1      a draft, then `open`, `start`; the calendar does the rest
  arena season invite club-1 --uses 30               a code for a class
  arena season rule club-1 void --match 812 --reason "the server's clock jumped"
  arena season next club-1 --first 2027-09-06T20:00  the following season, with promotion and relegation
  arena season demo                                  three divisions, two seasons, here and now
  arena season list                                  all seasons
  arena season status spring                         how far it is, what comes next
  arena season standings spring                      the table, with what decided each place
  arena season export spring archive/spring          everything as a folder that needs no server
""",
)
