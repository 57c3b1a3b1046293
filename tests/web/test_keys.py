"""The arena's public key, published: with nothing but the site anybody can check a replay."""

import html
import re
import shlex

import pytest

from arena.cli import main
from arena.db.models import ReplayFile
from tests.arena.storage.history import KEY


def test_the_key_is_on_the_site_in_the_api_and_at_a_well_known_address(client):
    assert KEY.public in client.get("/keys").text
    for path in ("/api/v1/keys", "/.well-known/meiji-arena-keys"):
        answer = client.get(path)
        assert answer.json == {"algorithm": "ed25519", "keys": [KEY.public]}
        assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_the_command_of_a_match_page_says_good_on_a_machine_that_knows_no_key(
    client, world, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("ARENA_KEY", str(tmp_path / "none.pem"))
    monkeypatch.chdir(tmp_path)
    page = client.get(f"/matches/{world.done_match}").text
    shown = html.unescape(re.search(r"<code class=\"token\">(arena replay verify [^<]+)</code>", page).group(1))
    body = client.get(f"/matches/{world.done_match}/replay").data
    (tmp_path / f"match-{world.done_match}.replay.gz").write_bytes(body)
    assert main(shlex.split(shown)[1:]) == 0, capsys.readouterr().out
    assert main(shlex.split(shown)[1:4]) == 3, "without the key: the content is good, the signer unknown"


@pytest.mark.parametrize("path", ["/keys", "/api/v1/keys"])
def test_an_arena_without_replays_has_no_key_to_show(client, world, path):
    with world.database.write() as session:
        session.query(ReplayFile).delete()
    assert client.get(path).status_code == 200
    assert KEY.public not in client.get(path).text
