"""A hosted bot's page tells its owner how far it has come: archive, sandbox, validation match."""

from sqlalchemy import select

from arena.db.models import Bot, Match, MatchSeat, SetKind
from arena.results.table_sets import Table, create_set
from arena.submissions import runs
from arena.transport import runners
from arena.transport.runners import RunnerLine

PAGE = "/account/bots/akis-bot/hosting"


def test_its_owner_sees_each_step_from_the_archive_to_validation(app, sign_in, world):
    aki = sign_in("aki")
    page = aki.get(PAGE).text
    assert "version 1.0 is active" in page
    assert "Sandbox: not started yet" in page
    with world.database.write() as session:
        one = next(one for one in runs.wanted(session) if one.bot == "akis-bot")
        begun = runs.begin(session, one, "runner-1")
    runners.show(app.extensions["arena"].redis, RunnerLine("runner-1", "bubblewrap", "cgroup v2", 2, {}))
    page = aki.get(PAGE).text
    assert "under bubblewrap" in page
    assert "Validation match: passed" in page, "it was validated before matches were kept"
    with world.database.write() as session:
        runs.end(session, begun, "the sandbox could not be started: no room", runs.Figures())
    assert "the sandbox could not be started: no room" in aki.get(PAGE).text


def test_what_became_of_the_validation_match(sign_in, world):
    aki, bots = sign_in("aki"), [world.bots["akis-bot"], world.bots["tanuki"]]
    with world.database.write() as session:
        session.get_one(Bot, bots[0]).validated_at = None
    assert "begins within a minute of the bot&#39;s start" in aki.get(PAGE).text.replace("'", "&#39;")
    with world.database.write() as session:
        made = create_set(session, Table(SetKind.VALIDATION, "nippon", 2, {}, "blitz", bots, rotations=1))
        match = session.scalars(select(Match).where(Match.set_id == made.id)).one()
        match_id = match.id
    said = {}
    for state, verdict in (
        ("queued", None),
        ("running", None),
        ("finished", "finished"),
        ("finished", "timeout"),
        ("failed", None),
    ):
        with world.database.write() as session:
            session.get_one(Match, match_id).state = state
            seats = select(MatchSeat).where(MatchSeat.match_id == match_id, MatchSeat.bot_id == bots[0])
            session.scalars(seats).one().verdict = verdict
        said[state, verdict] = aki.get(PAGE).text.split("Validation match:")[1].split("</li>")[0]
    assert all(f"/matches/{match_id}" in line for line in said.values())
    assert "waits to be played" in said["queued", None]
    assert "is being played" in said["running", None]
    assert "passed" in said["finished", "finished"]
    assert "failed: connected, but its time ran out" in said["finished", "timeout"]
    assert "was given up" in said["failed", None]
