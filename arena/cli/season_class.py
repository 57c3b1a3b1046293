"""`arena season rehearse, wipe, message, messages, students`: what a teacher needs around a season."""

import csv
import sys
from argparse import Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING

from arena.cli.command import Answer, argument, left, listing
from arena.cli.season_views import SLUG
from arena.cli.service import change, operator, query

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from arena.access.viewers import Viewer

REHEARSE = """\
A rehearsal is a copy of the season, with the bots that have entered so far. Its rounds are played one after the other, starting
now. Only its participants see it, and nothing in it counts. Wipe it when you have seen enough; the start of the real season wipes it, too.

examples:
  arena season rehearse class-cup
  arena season status class-cup-rehearsal
  arena season wipe class-cup-rehearsal      deletes matches, replays, tables, faults and messages
"""


@change("rehearse", "play a trial run of a season before it starts; nothing in it counts", SLUG, text=REHEARSE)
def rehearse(arguments: Namespace, session: "Session") -> str:
    """Start the rehearsal."""
    from arena.seasons.entries import active
    from arena.seasons.rehearsals import rehearse_season
    from arena.wording import counted

    rehearsal = rehearse_season(session, operator(), arguments.slug)
    return f"{rehearsal.slug} has started with {counted(len(active(session, rehearsal)), 'bot')}; nothing in it counts"


@change("wipe", "delete a rehearsal and everything that was played in it", SLUG, text=REHEARSE)
def wipe(arguments: Namespace, session: "Session") -> str:
    """Wipe it."""
    from arena.seasons.wiping import wipe_rehearsal

    if wipe_rehearsal(session, operator(), arguments.slug):
        return f"{arguments.slug} is wiped; nothing of it is left"
    return f"{arguments.slug} is called off; it is deleted within a minute, once its bots are notified"


MESSAGE = """\
Participants read messages on the season's page, on their bot's page and under My bots.

examples:
  arena season message class-cup "Round 1 starts at 14:00. Connect your bots by then."
  arena season message class-cup "Your bot sends its moves too late." --bot kabuki
  arena season messages class-cup
"""


@change(
    "message",
    "send a message to the participants of a season, or to the owners of one bot",
    SLUG,
    argument("body", metavar="TEXT", help="plain text of at most 2,000 characters"),
    argument("--bot", default="", help="only for the owners of this bot"),
    text=MESSAGE,
)
def message(arguments: Namespace, session: "Session") -> str:
    """Send it."""
    from arena.seasons.messages import send_message

    sent = send_message(session, operator(), arguments.slug, arguments.body, bot=arguments.bot)
    to = f"the owners of {arguments.bot}" if arguments.bot else "everybody who plays"
    return f"message {sent.id} of {arguments.slug} is sent to {to}"


@query("messages", "list the organisers' messages to participants", SLUG, text=MESSAGE)
def messages(arguments: Namespace, session: "Session", viewer: "Viewer") -> Answer:
    """All of them, the newest first."""
    from arena.seasons import messages as said

    columns = (
        left("id"),
        left("sent", lambda message: f"{message.at:%Y-%m-%d %H:%M}"),
        left("by", "actor"),
        left("to", lambda message: message.bot or "everybody"),
        left("message", lambda message: " ".join(message.body.split())),
    )
    return listing(said.messages(session, viewer, arguments.slug), columns, "No message has been sent yet.")


@query(
    "students",
    "print the results per student as CSV, for grading",
    SLUG,
    text="A line per person and bot: place, points, matches, wins, forfeits, faults.\n\n"
    "example:\n  arena season students class-cup > grades.csv",
)
def students(arguments: Namespace, session: "Session", viewer: "Viewer") -> Answer:
    """Write CSV to the standard output, or JSON."""
    from arena.seasons import students as found

    lines = found.student_lines(session, viewer, arguments.slug)

    def write() -> None:
        writer = csv.DictWriter(sys.stdout, found.COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(found.plain_row(line) for line in lines)

    return Answer([asdict(line) for line in lines], write)


ACTIONS = (rehearse, wipe, message, messages, students)
