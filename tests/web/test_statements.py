"""Pages cost the same number of statements whatever there is to show."""

from contextlib import contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import event, select

from arena.access.credentials import create_bot_token
from arena.access.viewers import operator, viewer
from arena.accounts.commands import create_account
from arena.accounts.teams import create_team, invite
from arena.bots.commands import create_bot
from arena.db.models import Match, Role, Season, SetKind, Team
from arena.ladders.rating import enter
from arena.results.table_sets import Table, create_set
from arena.seasons.entries import enter_by_hand
from arena.seasons.invites import create_invite
from tests.web.world import PASSWORD, play

PAGES = [
    ("public", "/"),
    ("public", "/watch"),
    ("public", "/games/nippon"),
    ("public", "/leaderboards"),
    ("public", "/seasons/nippon-open/leaderboard"),
    ("public", "/bots"),
    ("public", "/bots/shinobi"),
    ("public", "/matches"),
    ("public", "/matches/{done_match}"),
    ("public", "/sets/{done_set}"),
    ("aki", "/bots/akis-bot"),
    ("aki", "/matches/{challenge_match}"),
    ("aki", "/account"),
    ("aki", "/account/teams"),
    ("aki", "/account/challenges"),
    ("aki", "/account/submissions"),
    ("aki", "/account/bots/akis-bot/hosting"),
    ("public", "/runtimes"),
    ("public", "/data"),
    ("aki", "/account/faults"),
    ("kei", "/organise"),
    ("kei", "/organise/seasons/autumn-cup"),
    ("root", "/admin"),
    ("root", "/admin/users"),
    ("root", "/admin/audit"),
]


@contextmanager
def counted(database):
    """The statements of the block."""
    said: list[str] = []

    def note(_connection, _cursor, statement, *_):
        if not statement.startswith("BEGIN"):
            said.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield said
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


def more_of_everything(world):
    """Bots, entries, teams, tokens, matches: several times what was there."""
    world.more = []
    with world.database.write() as session:
        season = session.scalars(select(Season).where(Season.slug == "nippon-open")).one()
        house = session.scalars(select(Team).where(Team.house.is_(True))).one()
        own = session.scalars(select(Team).where(Team.name == "aki")).one()
        for number in range(6):
            person = create_account(session, f"person-{number}", PASSWORD, Role.AUTHOR, "test")
            aki = viewer(session, world.accounts["aki"])
            create_team(session, aki, f"team-{number}")
            invite(session, aki, "crew", person.name)
            invite(session, viewer(session, person.id), person.name, "aki")
            world.bots[f"more-{number}"] = create_bot(session, f"more-{number}", house, "test", house="random").id
            mine = create_bot(session, f"mine-{number}", own, "test")
            mine.open_to_challenges = True
            create_bot_token(session, mine, "", "test")
            enter(session, season, world.bots[f"more-{number}"])
            enter(session, season, mine.id)
            enter_by_hand(session, operator("test"), "autumn-cup", f"more-{number}")
            create_invite(session, operator("test"), "autumn-cup")
        for number in range(4):
            ids = [world.bots["shinobi"], world.bots[f"more-{number}"]]
            made = create_set(session, Table(SetKind.RATED, "nippon", 2, {}, "blitz", ids, season_id=season.id))
            world.more += session.scalars(select(Match.id).where(Match.set_id == made.id))
    for match_id in world.more:
        play(world.database, match_id)


def costs(app, sign_in, world):
    clients = {"public": app.test_client(), "aki": sign_in("aki"), "kei": sign_in("kei"), "root": sign_in("root")}
    found = {}
    for role, path in PAGES:
        app.extensions["arena"].redis.delete("arena:page:statistics:nippon")
        with counted(world.database) as said:
            assert clients[role].get(path.format(**vars(world))).status_code == 200
        found[role, path] = len(said)
    return found


@pytest.mark.usefixtures("client")
def test_every_page_takes_as_many_statements_whatever_there_is(app, sign_in, world):
    site = app.extensions["arena"]
    settings = replace(site.settings, frames_megabytes=0)  # or frames would be made ahead, in another thread
    app.extensions["arena"] = replace(site, settings=settings)
    before = costs(app, sign_in, world)
    more_of_everything(world)
    after = costs(app, sign_in, world)
    # The head of every running ladder is a ladder of its own; there is one season here, before and after.
    assert after == before
    own = after.pop(("aki", "/bots/akis-bot"))
    assert own <= 30, "its place in a league takes the league's tables"
    assert max(after.values()) <= 20
