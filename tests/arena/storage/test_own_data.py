"""What a person can take along, what an admin sees of an account, and anonymising somebody else."""

import json

import pytest
from sqlalchemy import select

from arena.access.credentials import create_author_token, create_bot_token
from arena.access.viewers import operator, viewer
from arena.accounts.commands import anonymise_account, create_account
from arena.accounts.own_data import own_data
from arena.accounts.queries import owned
from arena.bots.commands import create_bot, set_disabled
from arena.db.models import Account, Bot, Role, Team
from arena.errors import Conflict, Invalid, NotAllowed
from arena.webhooks.commands import create_webhook

SECRET = "a long password of aki"


@pytest.fixture
def people(database) -> dict[str, int]:
    ids = {}
    with database.write() as session:
        for name, role in (("aki", Role.AUTHOR), ("ben", Role.AUTHOR), ("chief", Role.ADMIN)):
            ids[name] = create_account(session, name, SECRET if name == "aki" else None, role, name).id
            team = session.scalars(select(Team).where(Team.name == name)).one()
            create_bot_token(session, create_bot(session, f"{name}-bot", team, name), "laptop", name)
        aki = viewer(session, ids["aki"])
        create_author_token(session, session.get_one(Account, ids["aki"]), "script", "aki")
        create_webhook(session, aki, "https://example.com/aki", ["bot.faulted"])
    return ids


def test_people_export_what_is_theirs_and_no_secret(database, people):
    with database.read() as session:
        found = own_data(session, viewer(session, people["aki"]))
        with pytest.raises(NotAllowed):
            own_data(session, viewer(session, people["aki"]), "ben")
        assert own_data(session, operator("cli"), "aki").keys() == found.keys()
    text = json.dumps(found)
    assert [bot["name"] for bot in found["bots"]] == ["aki-bot"]
    assert [token["label"] for token in found["author_tokens"]] == ["script"]
    assert found["webhooks"][0]["url"] == "https://example.com/aki"
    assert {change["action"] for change in found["changes"]} >= {"bot_created", "webhook_created"}
    assert "ben" not in text
    for secret in ("argon2", "whsec_", "meiji_"):
        assert secret not in text


def test_an_admin_sees_what_an_account_owns_disables_its_bot_and_anonymises_it(database, people):
    with database.write() as session:
        chief, ben = viewer(session, people["chief"]), viewer(session, people["ben"])
        set_disabled(session, chief, "aki-bot", disabled=True)
        found = owned(session, "aki")
        assert [(bot, team, at is not None) for bot, team, at in found.bots] == [("aki-bot", "aki", True)]
        assert (found.teams, found.tokens, found.webhooks) == (("aki",), 1, 1)
        for who in (ben, viewer(session, people["aki"])):
            with pytest.raises(NotAllowed):
                anonymise_account(session, who, "aki", "aki")
            with pytest.raises(NotAllowed):
                set_disabled(session, who, "aki-bot", disabled=False)
        with pytest.raises(Invalid, match="write aki into the box"):
            anonymise_account(session, chief, "aki", "ben")
        with pytest.raises(Conflict, match="yourself"):
            anonymise_account(session, chief, "chief", "chief")
        anonymise_account(session, chief, "aki", "aki")
        gone = session.get_one(Account, people["aki"])
        with pytest.raises(Conflict, match="already"):
            anonymise_account(session, chief, gone.name, gone.name)
        assert session.scalar(select(Bot.id).where(Bot.name == "aki-bot")) is None
        assert own_data(session, chief, gone.name)["webhooks"] == []
