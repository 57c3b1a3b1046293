"""Comments on matches: who may write, read and delete them, what is refused, and what goes when an account goes."""

import pytest
from sqlalchemy import func, select, text

from arena.access.viewers import PUBLIC, Viewer, viewer
from arena.accounts.commands import delete_account
from arena.comments import commands
from arena.comments.commands import delete_comment, write_comment
from arena.comments.queries import comments, newest_comments
from arena.db.database import Database, newest, upgrade
from arena.db.models import Account, AuditEntry, Comment, Match, SetKind
from arena.db.paging import Part
from arena.errors import ArenaError, Conflict, Invalid, LimitReached, NotAllowed, NotFound, NotSignedIn
from tests.arena.storage.small_world import World, small_world


class Table:
    """A world with a finished rated match, and what people say about it."""

    def __init__(self, world: World) -> None:
        self.world = world
        played = world.table(SetKind.RATED, "kabuki", "bunraku")
        world.play(*played)
        self.match = played[0]
        self.last = world.row(Match, self.match).decisions or 0

    def who(self, name: str) -> Viewer:
        with self.world.database.read() as session:
            return viewer(session, self.world.accounts[name]) if name else PUBLIC

    def write(self, name: str, step: int | None = 3, body: str = "well played", match: int = 0) -> int:
        who = self.who(name)
        with self.world.database.write() as session:
            return write_comment(session, who, match or self.match, step, body).id

    def delete(self, name: str, comment: int, why: str = "") -> None:
        who = self.who(name)
        with self.world.database.write() as session:
            delete_comment(session, who, comment, why)

    def read(self, name: str = "", match: int = 0) -> list[tuple[str, int, str, bool]]:
        who = self.who(name)
        with self.world.database.read() as session:
            return [
                (line.author, line.step, line.body, line.own) for line in comments(session, who, match or self.match)
            ]

    def audit(self) -> list[tuple[str, str, dict[str, object]]]:
        """Who deleted which comment, and what the log says about it."""
        wanted = select(AuditEntry.actor, AuditEntry.subject, AuditEntry.detail)
        with self.world.database.read() as session:
            return [tuple(row) for row in session.execute(wanted.where(AuditEntry.action == "comment_deleted"))]


@pytest.fixture
def table(database) -> Table:
    return Table(small_world(database))


def test_everyone_reads_what_somebody_wrote_by_step(table):
    table.write("ben", table.last, "and out")
    table.write("aki", 0, "first\nlines")
    assert table.read() == [("aki", 0, "first\nlines", False), ("ben", table.last, "and out", False)]
    assert [own for *_, own in table.read("aki")] == [True, False]


@pytest.mark.parametrize(
    ("step", "body", "error", "sentence"),
    [
        (-1, "x", Invalid, "from 0 to"),
        (10**6, "x", Invalid, "from 0 to"),
        (None, "x", Invalid, "whole number"),
        (0, "", Invalid, "needs some text"),
        (0, "x" * 1001, Invalid, "too long: 1000 characters at most"),
        (0, "right\u202eleft", Invalid, "cannot be shown"),
    ],
)
def test_what_is_no_comment_is_refused(table, step, body, error, sentence):
    with pytest.raises(error, match=sentence):
        table.write("aki", step, body)
    assert table.read() == []


def test_nobody_comments_on_a_match_before_its_set_is_done(table):
    first, second = table.world.table(SetKind.RATED, "kabuki", "bunraku")
    with pytest.raises(Conflict, match="open when all matches of its set are over"):
        table.write("aki", 0, match=first)
    table.world.play(first)
    with pytest.raises(Conflict, match="open when all matches of its set are over"):
        table.write("aki", 0, match=first)
    table.world.play(second)
    table.write("aki", 0, match=first)


def test_a_match_that_is_not_for_somebody_has_no_comments_for_them(table):
    (challenge,) = table.world.table(SetKind.CHALLENGE, "kabuki", "tanuki", asked_by="aki", rotations=1)
    table.world.play(challenge)
    kept = table.write("aki", 1, "between us", match=challenge)
    assert table.read("root", challenge) == [("aki", 1, "between us", False)]
    assert table.read("ben", challenge) == table.read("", challenge) == []
    for act in (lambda: table.write("ben", 1, match=challenge), lambda: table.delete("ben", kept)):
        with pytest.raises(NotFound):
            act()


def test_the_public_writes_nothing(table):
    with pytest.raises(NotSignedIn):
        table.write("")


def test_authors_delete_their_own_and_admins_any_with_a_reason(table):
    own, rude = table.write("aki"), table.write("ben", 5, "rude")
    with pytest.raises(NotAllowed):
        table.delete("aki", rude)
    table.delete("aki", own)
    assert table.audit() == []
    with pytest.raises(Invalid, match="say why"):
        table.delete("root", rude)
    table.delete("root", rude, "insults")
    assert table.read() == []
    about = {"match": table.match, "step": 5, "author": "ben", "why": "insults"}
    assert table.audit() == [("root", f"comment:{rude}", about)]
    with pytest.raises(NotFound, match="has been deleted"):
        table.delete("root", rude, "again")


def test_one_account_and_one_match_have_a_limit(table, monkeypatch):
    monkeypatch.setattr(commands, "MOST_BY_ACCOUNT", 2)
    monkeypatch.setattr(commands, "MOST_BY_MATCH", 3)
    table.write("aki")
    table.write("aki")
    with pytest.raises(LimitReached, match="you have written 2"):
        table.write("aki")
    table.write("ben")
    with pytest.raises(LimitReached, match="has 3 comments"):
        table.write("root")


def test_admins_list_all_of_them_in_pieces(table):
    ids = [table.write("aki", step) for step in range(5)]
    with table.world.database.read() as session:
        first = newest_comments(session, table.who("root"), Part(3))
        rest = newest_comments(session, table.who("root"), Part(3, first.next))
        assert [line.id for line in (*first.rows, *rest.rows)] == ids[::-1]
        assert rest.next is None
        with pytest.raises(ArenaError, match="only admins"):
            newest_comments(session, table.who("aki"), Part())


def test_comments_go_with_their_account(table):
    table.write("ben", 1, "BEN-WAS-HERE")
    table.write("aki", 2, "stays")
    table.delete("root", table.write("ben", 3), "rude")
    with table.world.database.write() as session:
        delete_account(session, session.get_one(Account, table.world.accounts["ben"]), "ben")
    assert table.read() == [("aki", 2, "stays", False)]
    assert str(table.audit()[0][2]["author"]).startswith("deleted-")


def test_a_database_of_the_version_before_gets_the_table_and_keeps_its_rows(address):
    database = Database(address)
    upgrade(database, "0005")
    with database.write() as session:
        session.execute(
            text("INSERT INTO teams (name, folded, house, created_at) VALUES ('aki', 'aki', false, '2026-01-01')")
        )
    assert upgrade(database) == ("0005", newest())
    with database.read() as session:
        assert session.scalar(text("SELECT name FROM teams")) == "aki"
        assert session.scalar(select(func.count()).select_from(Comment)) == 0
    database.close()
