"""An author at the command line, against a whole arena of real processes."""

import json
import subprocess
import sys

from arena.access.credentials import create_author_token
from arena.access.lookup import bot as bot_named
from arena.accounts.commands import create_account
from arena.db.models import Role, TeamMember
from arena.replays import local_key
from tests.services.cluster import await_until, cluster


def test_from_why_to_a_verified_replay_of_a_challenge(tmp_path):
    with cluster(tmp_path) as running:
        running.house_team("random")
        _, bot_token = running.new_bot("kaede", validated=True)
        with running.database.write() as session:
            account = create_account(session, "aki", None, Role.AUTHOR, "test")
            session.add(TeamMember(team_id=bot_named(session, "kaede").team_id, account_id=account.id))
            token = create_author_token(session, account, "", "test")
        address = running.start_gateway()

        def arena(*words: str) -> tuple[int, str, str]:
            done = subprocess.run(
                [sys.executable, "-m", "arena.cli", *words],
                capture_output=True,
                text=True,
                timeout=300,
                check=False,
                env={**running.environment, "ARENA_ENDPOINT": address, "ARENA_TOKEN": token},
            )
            assert "Traceback" not in done.stderr
            return done.returncode, done.stdout, done.stderr

        assert arena("why", "kaede")[1].startswith("kaede has never connected")
        running.start_workers()
        running.start_bot("kaede", bot_token, address)
        await_until(lambda: "is in no season" in arena("why", "kaede")[1], "kaede is connected", running)
        code, out, said = arena(
            "challenge", "kaede", "house-0", "--game", "nippon", "--matches", "2", "--wait", "--json"
        )
        assert code == 0, said + running.logs()
        played = json.loads(out)
        assert [match["state"] for match in played] == ["MATCH_STATE_FINISHED"] * 2
        assert all(seat["verdict"] == "finished" for match in played for seat in match["seats"])
        file = tmp_path / "played.replay.gz"
        assert arena("matches", played[0]["id"], "--save", str(file))[0] == 0
        code, out, said = arena("replay", "verify", str(file), "--key", local_key(tmp_path / "signing.pem").public)
        assert code == 0, out + said
