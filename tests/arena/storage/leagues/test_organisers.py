"""Invitations to run a season: how many may be open, and what goes when an account goes."""

import pytest
from sqlalchemy import select

from arena.access.viewers import operator, viewer
from arena.accounts.commands import create_account, delete_account
from arena.db.models import Account, Organiser, OrganiserInvitation, Role
from arena.errors import Conflict, NotFound
from arena.seasons import organisers
from tests.arena.storage.leagues.league_world import season_file


@pytest.fixture
def people(league):
    """Two accounts by name."""
    league.create(season_file())
    with league.database.write() as session:
        return {name: create_account(session, name, None, Role.AUTHOR, "test").id for name in ("anna", "ben")}


def invited(league, name):
    with league.database.write() as session:
        organisers.invite_organiser(session, operator("test"), league.slug, name)


def test_an_invitation_that_somebody_else_got_or_nobody_is_no_invitation(league, people):
    invited(league, "anna")
    for slug in (league.slug, "no-season"):
        with league.database.write() as session, pytest.raises(NotFound, match="no open invitation to run a season"):
            organisers.accept_organiser(session, viewer(session, people["ben"]), slug)
    with league.database.read() as session:
        assert session.scalars(select(Organiser)).all() == []


def test_open_invitations_have_a_limit(league, people, monkeypatch):
    monkeypatch.setattr(organisers, "MOST_SENT", 1)
    invited(league, "anna")
    with pytest.raises(Conflict, match="1 open invitations already: withdraw one first"):
        invited(league, "ben")
    monkeypatch.setattr(organisers, "MOST_SENT", 9)
    monkeypatch.setattr(organisers, "MOST_RECEIVED", 0)
    with pytest.raises(Conflict, match="ben has 0 open invitations already and has to answer one first"):
        invited(league, "ben")


def test_an_account_takes_its_invitations_along(league, people):
    invited(league, "anna")
    with league.database.write() as session:
        delete_account(session, session.get_one(Account, people["anna"]), "test")
    with league.database.read() as session:
        assert session.scalars(select(OrganiserInvitation)).all() == []
