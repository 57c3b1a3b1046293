"""One database of two kinds: migrations, snapshots, whole writes."""

import shutil
from datetime import UTC, datetime, timedelta, timezone

import pytest
from alembic import op
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import event, func, inspect, select, text

from arena.accounts.commands import create_account
from arena.db.database import Base, Database, current, newest, require_newest, upgrade
from arena.db.models import Account, Role, Team
from arena.errors import BadDatabaseAddress, NotMigrated
from tools import migrations


def count(database: Database, model=Account) -> int:
    with database.read() as session:
        return session.scalar(select(func.count()).select_from(model))


def test_migrations_make_the_tables_of_the_models(database):
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    assert current(database) == newest()


def test_upgrading_twice_changes_nothing(database):
    assert upgrade(database) == (newest(), newest())


def test_a_database_without_tables_is_refused_with_the_command_to_run(address):
    database = Database(address)
    with pytest.raises(NotMigrated, match="arena db upgrade"):
        require_newest(database)
    upgrade(database)
    require_newest(database)
    database.close()


def test_a_database_of_a_newer_program_is_left_alone(database):
    with database.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NotMigrated, match="newer"):
        upgrade(database)


def test_a_migration_that_fails_leaves_no_half_of_it(address, monkeypatch):
    database = Database(address)
    make, made = op.create_table, []

    def third_fails(name, *columns):
        made.append(name)
        if len(made) == 3:
            raise OSError("the disk is full")
        return make(name, *columns)

    monkeypatch.setattr(op, "create_table", third_fails)
    with pytest.raises(OSError, match="disk is full"):
        upgrade(database)
    assert len(made) == 3
    assert inspect(database.engine).get_table_names() == []
    database.close()


@pytest.mark.parametrize("address", ["", "nonsense", "mysql://x/y"])
def test_a_wrong_address_is_refused_in_a_sentence(address):
    with pytest.raises(BadDatabaseAddress, match="sqlite"):
        Database(address)


def test_a_write_is_whole_or_not_at_all(database):
    with pytest.raises(ZeroDivisionError), database.write() as session:
        create_account(session, "kenji", None, Role.AUTHOR, "test")
        session.flush()
        raise ZeroDivisionError
    assert count(database) == 0
    assert count(database, Team) == 0


def test_a_reader_sees_one_moment(database):
    with database.read() as session:
        assert session.scalar(select(func.count()).select_from(Account)) == 0
        with database.write() as other:
            create_account(other, "kenji", None, Role.AUTHOR, "test")
        assert session.scalar(select(func.count()).select_from(Account)) == 0
    assert count(database) == 1


def test_a_connection_in_use_when_the_database_closes_is_closed_when_it_is_given_back(database):
    closed = []
    event.listen(database.engine, "close", lambda connection, _record: closed.append(connection))
    with database.read() as session:
        connection = session.connection().connection.dbapi_connection
        database.close()
        assert session.execute(text("SELECT 1")).scalar() == 1
        assert connection not in closed
    assert connection in closed


def test_times_come_back_in_utc_and_need_a_zone(database):
    tokyo = timezone(timedelta(hours=9))
    with database.write() as session:
        session.add(Account(name="aki", created_at=datetime(2026, 11, 16, 9, 30, tzinfo=tokyo)))
    with database.read() as session:
        assert session.scalar(select(Account.created_at)) == datetime(2026, 11, 16, 0, 30, tzinfo=UTC)
    with pytest.raises(Exception, match="without a zone"), database.write() as session:
        session.add(Account(name="ume", created_at=datetime(2026, 11, 16)))


@pytest.mark.parametrize("was", [None, 0o644, 0o664])
def test_the_file_of_sqlite_is_for_its_owner_alone(tmp_path, was):
    """It holds password hashes and hidden seeds; the write-ahead log holds them first."""
    path = tmp_path / "arena.db"
    if was is not None:
        made = Database(f"sqlite:///{path}")
        upgrade(made)
        held = made.engine.connect()  # keeps the log from being removed
        for file in tmp_path.iterdir():
            file.chmod(was)
    database = Database(f"sqlite:///{path}")
    upgrade(database)
    with database.write():
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert modes == dict.fromkeys(("arena.db", "arena.db-wal", "arena.db-shm"), 0o600)
    database.close()
    if was is not None:
        held.close()
        made.close()


@pytest.mark.parametrize(
    ("name", "revision", "follows", "fault"),
    [
        ("v9998_beside", "9998", "0001", "v9998_beside.py: its down_revision is 0001; set it to {newest}"),
        ("v9998_other", "9997", "{newest}", "v9998_other.py: its revision is 9997"),
        (
            "v{newest}_twice",
            "{newest}",
            "0001",
            "another migration has the same revision; give this one the next number",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore:Revision .* is present more than once")
def test_make_check_refuses_migrations_beside_each_other(tmp_path, name, revision, follows, fault):
    folder = tmp_path / "migrations"
    shutil.copytree(migrations.FOLDER, folder)
    assert migrations.faults(folder) == []
    name, revision, follows, fault = (text.format(newest=newest()) for text in (name, revision, follows, fault))
    body = f'revision = "{revision}"\ndown_revision = "{follows}"\n'
    (folder / "versions" / f"{name}.py").write_text(body)
    assert any(fault in sentence for sentence in migrations.faults(folder))
