"""The page of monthly dumps, their files, and what programs read of them."""

import io
import zipfile
from datetime import timedelta
from hashlib import sha256

import pytest
from sqlalchemy import select

from arena.db.database import utcnow
from arena.db.models import Season, SeasonState
from arena.seasons import dumps

LATER = timedelta(days=40)


@pytest.fixture
def made(world, tmp_path):
    with world.database.write() as session:
        season = session.scalars(select(Season).where(Season.slug == "nippon-open")).one()
        season.state, season.finished_at = SeasonState.FINISHED, utcnow()
    (one,) = dumps.make_due(world.database, tmp_path / "dumps", utcnow() + LATER)
    return one


def test_a_dump_is_offered_with_its_checksum(client, made):
    page = client.get("/data").text
    assert made.sha256 in page
    assert f'href="/data/{made.name}"' in page
    answer = client.get(f"/data/{made.name}")
    assert answer.mimetype == "application/zip"
    assert answer.headers["Content-Length"] == str(made.bytes)
    assert sha256(answer.data).hexdigest() == made.sha256
    names = zipfile.ZipFile(io.BytesIO(answer.data)).namelist()
    assert f"{made.month}/README.md" in names
    assert f"{made.month}/nippon-open/results.csv" in names
    assert client.get("/data/SHA256SUMS").text == f"{made.sha256}  {made.name}\n"


def test_programs_find_it_too(client, made):
    (one,) = client.get("/api/v1/dumps").json["items"]
    assert (one["month"], one["seasons"], one["sha256"]) == (made.month, ["nippon-open"], made.sha256)
    assert sha256(client.get(one["file"]).data).hexdigest() == made.sha256


def test_nothing_else_of_the_folder_or_the_disk_is_sent(client, made, tmp_path):
    (tmp_path / "dumps" / "secret.zip").write_bytes(b"x")
    for name in ("secret.zip", f"{made.month}.json", ".lock", "..%2Farena.db", "meiji-arena-1999-01.zip"):
        assert client.get(f"/data/{name}").status_code == 404, name


def test_before_the_first_one_the_page_says_so(client):
    assert "No month is complete yet" in client.get("/data").text
    assert client.get("/api/v1/dumps").json == {"items": []}
