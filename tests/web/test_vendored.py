"""Scripts of others: the bytes, versions and licences are those that the list names, and they run under the strict policy."""

import json
import re
import tomllib
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "web" / "static" / "vendor"
LIST = tomllib.loads((FOLDER / "vendored.toml").read_text("utf-8"))["file"]


def test_every_file_is_listed_with_its_hash_version_and_licence():
    assert {one["name"] for one in LIST} == {
        file.name for file in FOLDER.iterdir() if file.suffix in {".js", ".css", ".woff2"}
    }
    for one in LIST:
        body = (FOLDER / one["name"]).read_bytes()
        assert sha256(body).hexdigest() == one["sha256"], one["name"]
        assert re.fullmatch(r"\d+\.\d+\.\d+", one["version"])
        assert one["licence"] in {"0BSD", "MIT", "OFL-1.1"}
        assert (
            any(
                word in (FOLDER / one["licence_file"]).read_text("utf-8").lower()
                for word in ("copyright", "open font license")
            )
            or one["licence"] == "0BSD"
        )


def test_they_are_served_for_ever_from_this_site(client):
    page = client.get("/").text
    for name in ("htmx.min.js", "htmx-sse.min.js"):
        address = re.search(rf'src="(/static/[0-9a-f]+/{name})"', page).group(1)
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert "javascript" in answer.mimetype


def test_htmx_may_neither_evaluate_text_nor_write_styles(client):
    found = json.loads(re.search(r"name=\"htmx-config\" content='([^']+)'", client.get("/").text).group(1))
    assert found["allowEval"] is False
    assert found["includeIndicatorStyles"] is False
    assert found["allowScriptTags"] is False


def test_the_public_is_sent_parts_and_who_is_signed_in_is_told_to_ask(client, sign_in):
    page = client.get("/").text
    assert 'data-sse-connect="/streams/matches"' in page
    assert 'data-sse-swap="part"' in page
    own = sign_in("aki").get("/").text
    assert "data-sse-swap" not in own, "what is pushed is the public's view: owners see more"
    assert 'data-hx-trigger="sse:part, every 4s"' in own
