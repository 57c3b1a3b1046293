"""Every command of organisers checks by itself who calls it: no edge can forget to."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer, viewer
from arena.accounts.commands import create_account
from arena.bots import roster
from arena.db.models import AuditEntry, Role, RulingKind
from arena.errors import NotAllowed
from arena.seasons import creation, entries, invites, lifecycle, organisers, rulings, start
from tests.arena.storage.leagues.league_world import season_file

Command = Callable[[Session, Viewer, str], Any]
COMMANDS: dict[str, Command] = {
    "open": lifecycle.open_season,
    "pause": lifecycle.pause_season,
    "resume": lifecycle.resume_season,
    "finish": lifecycle.finish_season,
    "cancel": lambda session, who, slug: lifecycle.cancel_season(session, who, slug, "rain"),
    "start": start.start_season,
    "reveal": lifecycle.reveal,
    "reveal a stage": lambda session, who, slug: lifecycle.reveal_stage(session, who, slug, 0),
    "update": lambda session, who, slug: creation.update_season(session, who, slug, season_file()),
    "next": creation.next_season,
    "invite": invites.create_invite,
    "revoke": lambda session, who, slug: invites.revoke_invite(session, who, slug, 1),
    "invite organiser": lambda session, who, slug: organisers.invite_organiser(session, who, slug, "ben"),
    "remove organiser": lambda session, who, slug: organisers.remove_organiser(session, who, slug, "ben"),
    "enter by hand": lambda session, who, slug: entries.enter_by_hand(session, who, slug, "ume"),
    "rule on a match": lambda session, who, slug: rulings.rule(session, who, slug, RulingKind.VOID, "rain", match_id=1),
    "rule on a bot": lambda session, who, slug: rulings.rule(
        session, who, slug, RulingKind.WITHDRAW, "rain", bot="ume"
    ),
    "roster": lambda session, who, slug: roster.carry_out(session, who, slug, roster.read("team,bot\nkobo,kobo-one\n")),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_an_organiser_of_other_seasons_is_refused_and_nothing_is_logged(league, command):
    league.create(season_file())
    with league.database.write() as session:
        ben = create_account(session, "ben", None, Role.ORGANISER, "test").id
    with league.database.write() as session:
        before = session.scalar(select(func.count()).select_from(AuditEntry))
        with pytest.raises(NotAllowed, match="not an organiser of test-league"):
            command(session, viewer(session, ben), league.slug)
        assert session.scalar(select(func.count()).select_from(AuditEntry)) == before


def test_an_author_creates_no_season(league):
    with league.database.write() as session:
        ben = create_account(session, "ben", None, Role.AUTHOR, "test").id
    with league.database.write() as session, pytest.raises(NotAllowed, match="only organisers and admins"):
        creation.create_season(session, viewer(session, ben), season_file(), slug="club")
