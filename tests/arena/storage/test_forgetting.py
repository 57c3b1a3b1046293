"""Names: which may be taken, and that none stays behind when its person leaves."""

import pytest
from sqlalchemy import select, text

from arena.access.credentials import create_bot_token
from arena.accounts.commands import create_account, delete_account
from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import Base, Database, newest, upgrade
from arena.db.models import (
    Account,
    Bot,
    Champion,
    Entry,
    FinalLine,
    Role,
    RulingEntry,
    RulingKind,
    Season,
    SeasonFormat,
    SeasonState,
    Team,
    audit,
)
from arena.errors import Conflict
from arena.ladders.rating import enter
from arena.names import folded


def account(session, name: str) -> tuple[Account, Team]:
    made = create_account(session, name, None, Role.AUTHOR, f"site:{name}")
    return made, session.scalars(select(Team).where(Team.name == name)).one()


def written(database: Database) -> str:
    """Everything that is in the database, as text."""
    with database.read() as session:
        rows = [str(session.execute(table.select()).all()) for table in Base.metadata.sorted_tables]
    return "\n".join(rows)


def played(session, names: tuple[str, ...]) -> None:
    """A finished season with final tables, a champion, rulings and audit lines that name the bots and their people."""
    season = Season(slug="cup", title="Cup", game="nippon", seats=2, clock="blitz", format=SeasonFormat.SWISS)
    season.state = SeasonState.FINISHED
    session.add(season)
    session.flush()
    for place, name in enumerate(names, 1):
        bot = session.scalars(select(Bot).where(Bot.name == f"{name}-bot")).one()
        enter(session, season, bot.id)
        entry = session.scalars(select(Entry).where(Entry.bot_id == bot.id)).one()
        for stage in (0, -1):
            line = {"season_id": season.id, "stage": stage, "division": 0, "place": place, "entry_id": entry.id}
            session.add(FinalLine(**line, bot=bot.name, team=name, detail={"points": "3"}))
        if place == 1:
            crown = {"season_id": season.id, "division": 0, "entry_id": entry.id, "league": "cup", "title": "Cup"}
            session.add(Champion(**crown, division_name="", bot=bot.name, team=name))
        session.add(RulingEntry(season_id=season.id, kind=RulingKind.VOID, reason="rain", actor=f"site:{name}"))
        audit(session, name, "challenge", f"bot:{bot.name}", opponents=["shinobi", bot.name], matches=2)
        audit(session, f"site:{name}", "member_added", f"team:{name}", member=name, reason="in their own words")
        audit(session, "arena", "season_finished", "season:cup", champions=[bot.name])


def test_nothing_names_an_account_that_is_deleted(database):
    with database.write() as session:
        for name in ("tsubame", "sparrow"):
            _, team = account(session, name)
            create_bot_token(session, create_bot(session, f"{name}-bot", team, f"site:{name}"), "laptop", name)
        played(session, ("tsubame", "sparrow"))
    assert written(database).count("tsubame") > 20
    others = written(database).count("sparrow")
    with database.write() as session:
        delete_account(session, session.scalars(select(Account).where(Account.name == "tsubame")).one(), "site")
    assert "tsubame" not in written(database)
    assert written(database).count("sparrow") == others
    with database.read() as session:
        bot = session.scalars(select(Bot).where(Bot.disabled_at.is_not(None))).one()
        assert {line.bot for line in session.scalars(select(FinalLine).where(FinalLine.place == 1))} == {bot.name}
        assert session.scalars(select(Champion)).one().team == bot.team.name


def test_a_bot_that_has_the_name_of_a_retired_one_holds_nobody_up(database):
    with database.write() as session:
        leaving, team = account(session, "tsubame")
        bot = create_bot(session, "tsubame-bot", team, "test")
        _, other = account(session, "sparrow")
        for name in (f"retired-{bot.id}", f"Retired-{bot.id}-2"):  # from before the rule
            session.add(Bot(name=name, team_id=other.id))
        session.add(Team(name=f"deleted-{team.id}"))
        session.flush()
        delete_account(session, leaving, "site")
        assert bot.name == f"retired-{bot.id}-3"
        assert team.name == f"deleted-{team.id}-2"


@pytest.mark.parametrize(
    "name", ["alice", "Alice", "ALiCE", "a1ice", "A1iCE"], ids=["same", "case", "more case", "digit", "digit and case"]
)
def test_names_that_look_alike_are_one_name(database, name):
    with database.write() as session:
        _, team = account(session, "alice")
        create_bot(session, "alice", team, "test")
        with pytest.raises(Conflict, match=r"already|looks too much like"):
            account(session, name)
        with pytest.raises(Conflict, match=r"already|looks too much like"):
            add_team(session, name, "test")
        with pytest.raises(Conflict, match=r"already|looks too much like"):
            create_bot(session, name, team, "test")
    assert folded("my_bot.v0") == folded("My-Bot-vO")
    assert folded("barn") == folded("bam")
    assert folded("kai") != folded("kei")


def test_kai_and_kal_are_two_names_and_a_capital_i_is_neither(database):
    with database.write() as session:
        for name in ("kai", "kal"):
            account(session, name)
        for name in ("KAI", "kaI"):
            with pytest.raises(Conflict, match="a capital I looks like l, so write i"):
                account(session, name)
        with pytest.raises(Conflict, match="looks too much like the account 'kal'"):
            account(session, "ka1")


@pytest.mark.parametrize(
    "name", ["admin", "Admin", "adm1n", "arena", "house", "cli", "retired-7", "Deleted-7x", "R00T"]
)
def test_reserved_names_are_for_nobody_but_the_arena(database, name):
    with database.write() as session:
        _, team = account(session, "tsubame")
        for make in (
            lambda: account(session, name),
            lambda: add_team(session, name, "test"),
            lambda: create_bot(session, name, team, "test"),
        ):
            with pytest.raises(Conflict, match="reserved"):
                make()


def test_an_admin_and_the_house_may_have_a_reserved_name(database):
    with database.write() as session:
        assert create_account(session, "admin", None, Role.ADMIN, "cli").name == "admin"
        assert add_team(session, "house", "arena", house=True).name == "house"
        with pytest.raises(Conflict, match="reserved"):
            create_account(session, "deleted-1", None, Role.ADMIN, "cli")


def test_names_from_before_the_rule_stay_and_nobody_can_join_them(address):
    database = Database(address)
    upgrade(database, "0002")
    with database.write() as session:
        for name in ("alice", "Alice", "a1ice"):
            session.execute(text(f"INSERT INTO teams (name, house, created_at) VALUES ('{name}', false, '2026-01-01')"))
    assert upgrade(database) == ("0002", newest())
    with database.write() as session:
        kept = session.scalars(select(Team).order_by(Team.id)).all()
        assert [team.name for team in kept] == ["alice", "Alice", "a1ice"]
        assert kept[0].folded == folded("alice")
        with pytest.raises(Conflict, match="looks too much like"):
            add_team(session, "ALiCE", "test")
    database.close()
