"""Webhooks on both databases: who is told is found in their tables, and deliveries are taken once."""

from sqlalchemy import select

from arena.access.viewers import viewer
from arena.accounts.commands import create_account, delete_account
from arena.db.models import Account, Delivery, DeliveryState, Organiser, Role, Season, SeasonFormat
from arena.webhooks import commands, delivery, events


def test_an_event_is_noted_taken_once_and_forgotten_with_its_people(database):
    with database.write() as session:
        kei = create_account(session, "kei", None, Role.ORGANISER, "test")
        create_account(session, "tsubame", None, Role.AUTHOR, "test")
        season = Season(slug="cup", title="Cup", game="nippon", seats=2, clock="blitz", format=SeasonFormat.SWISS)
        session.add(season)
        session.flush()
        session.add(Organiser(season_id=season.id, account_id=kei.id))
        commands.create_webhook(session, viewer(session, kei.id), "https://example.com/", [events.CHAMPION])
        events.champions(session, season, ["tsubame"])
        events.champions(session, season, ["shinobi"])
        events.season_started(session, season, 3)  # nobody asked for it
    assert [order.facts["champions"] for order in delivery.take(database)] == [["tsubame"], ["shinobi"]]
    assert delivery.take(database) == []
    with database.write() as session:
        delete_account(session, session.scalars(select(Account).where(Account.name == "tsubame")).one(), "test")
    with database.read() as session:
        (row,) = session.scalars(select(Delivery)).all()
        assert (row.facts["champions"], row.attempts, row.state) == (["shinobi"], 1, DeliveryState.WAITING)
