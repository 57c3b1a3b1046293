"""Retention: what is older than the settings keep goes, everything else stays."""

from datetime import timedelta

from sqlalchemy import func, select

from arena.access.viewers import viewer
from arena.accounts.commands import create_account
from arena.db.database import utcnow
from arena.db.models import AuditEntry, Delivery, FaultEntry, Match, PrivateNotes, ReplayFile, Role
from arena.scheduler.housekeeping import BATCH, tidy
from arena.settings import Settings
from arena.webhooks.commands import create_webhook
from tests.arena.storage.history import claimed, finish, house_bots, ladder, new_set


def count(database, table) -> int:
    with database.read() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def history(database) -> None:
    """Two finished matches, one of them 40 days ago, with a note and a fault each, and an old audit line."""
    bots = house_bots(database, "random", "random")
    _, matches = new_set(database, ladder(database, bots), bots)
    for match_id in matches:
        finish(database, claimed(database, match_id))
    now = utcnow()
    with database.write() as session:
        for match_id, age in zip(matches, (40, 0), strict=True):
            at = now - timedelta(days=age)
            session.get_one(Match, match_id).finished_at = at
            session.add(PrivateNotes(match_id=match_id, seat=0, notes=[[0, "a note", None]]))
            session.add(FaultEntry(match_id=match_id, seat=0, bot_id=bots[0], decision=0, verdict="timeout", at=at))
        session.add(AuditEntry(actor="test", action="old", subject="x", at=now - timedelta(days=40)))


def test_by_default_everything_is_kept(database):
    history(database)
    before = [count(database, table) for table in (PrivateNotes, FaultEntry, AuditEntry)]
    assert tidy(database, Settings()) == {"deliveries": 0, "excess_notes": 0}
    assert [count(database, table) for table in (PrivateNotes, FaultEntry, AuditEntry)] == before


def test_what_is_too_old_goes_and_results_and_replays_stay(database):
    history(database)
    audit_lines = count(database, AuditEntry)
    settings = Settings(notes_megabytes=0, keep_notes_days=30, keep_faults_days=30, keep_audit_days=30)
    assert tidy(database, settings) == {"notes": 1, "faults": 1, "audit": 1, "deliveries": 0}
    assert (count(database, PrivateNotes), count(database, FaultEntry)) == (1, 1)
    assert count(database, AuditEntry) == audit_lines  # one went, and one tells of it
    assert (count(database, Match), count(database, ReplayFile)) == (2, 2)
    assert tidy(database, settings) == {"notes": 0, "faults": 0, "audit": 0, "deliveries": 0}
    assert count(database, AuditEntry) == audit_lines, "nothing was done, nothing is told"


def test_each_kind_has_its_own_span(database):
    history(database)
    assert tidy(database, Settings(notes_megabytes=0, keep_notes_days=50, keep_faults_days=30)) == {
        "notes": 0,
        "faults": 1,
        "deliveries": 0,
    }


def test_more_than_one_batch_goes_in_one_pass(database):
    old = utcnow() - timedelta(days=2)
    with database.write() as session:
        session.add_all(AuditEntry(actor="t", action="a", subject="s", at=old) for _ in range(BATCH * 2 + 7))
    assert tidy(database, Settings(notes_megabytes=0, keep_audit_days=1))["audit"] == BATCH * 2 + 7


def test_a_team_keeps_its_newest_notes_up_to_a_limit(database):
    bots = house_bots(database, "random", "random")
    _, matches = new_set(database, ladder(database, bots), bots)
    with database.write() as session:
        for match_id in matches:
            for seat in (0, 1):  # both of the house's team
                session.add(PrivateNotes(match_id=match_id, seat=seat, notes=[[0, "n" * 1_000, None]]))
    assert tidy(database, Settings(notes_megabytes=0.0025)) == {"deliveries": 0, "excess_notes": 2}
    with database.read() as session:
        assert set(session.scalars(select(PrivateNotes.match_id))) == {max(matches)}
    assert tidy(database, Settings(notes_megabytes=0.0025)) == {"deliveries": 0, "excess_notes": 0}


def test_deliveries_that_ended_long_ago_go_and_those_that_wait_stay(database):
    old = utcnow() - timedelta(days=40)
    with database.write() as session:
        owner = create_account(session, "aki", None, Role.AUTHOR, "test")
        who = viewer(session, owner.id)
        hook = create_webhook(session, who, "https://example.com/", ["bot.faulted"])
        for ended in (old, utcnow(), None):
            session.add(Delivery(webhook_id=hook.id, event="ping", facts={}, created_at=old, ended_at=ended))
    assert tidy(database, Settings(notes_megabytes=0)) == {"deliveries": 1}
    assert count(database, Delivery) == 2
