"""Monthly dumps: one file for each month that is over, of what everybody may see, with a checksum that holds."""

import io
import json
import subprocess
import zipfile
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from arena.cli import main
from arena.db.models import Season, SeasonState
from arena.scheduler.dumps import DumpKeeper
from arena.scheduler.folder_lock import alone
from arena.seasons import dumps
from arena.settings import Settings
from tests.arena.storage.test_league_archive import database, really_played, spring  # noqa: F401 (fixtures)

OCTOBER, NOVEMBER = datetime(2026, 10, 31, 23, 59, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC)


def ended(made, at=OCTOBER, **fields):
    made.change(Season, made.season, state=SeasonState.FINISHED, finished_at=at, **fields)


def keeper(made, tmp_path):
    return DumpKeeper(made.database, Settings(data=tmp_path))


def test_a_month_becomes_one_file_when_it_is_over(spring, tmp_path, capsys):  # noqa: F811
    really_played(spring)
    ended(spring)
    keeps, folder = keeper(spring, tmp_path), tmp_path / "dumps"
    assert keeps.look(OCTOBER) == []
    (made,) = keeps.look(NOVEMBER)
    assert (made.month, made.seasons, made.matches, made.replays) == ("2026-10", (spring.slug,), 2, 2)
    assert keeps.look(NOVEMBER) == []
    assert dumps.listed(folder) == [made]
    body = (folder / made.name).read_bytes()
    assert (len(body), sha256(body).hexdigest()) == (made.bytes, made.sha256)
    zipfile.ZipFile(io.BytesIO(body)).extractall(tmp_path / "out")
    season = tmp_path / "out" / "2026-10" / spring.slug
    summed = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=season, capture_output=True, text=True, check=False)
    assert summed.returncode == 0, summed.stdout
    assert main(["replay", "verify", str(season / "replays"), "--any-key"]) == 0
    assert main(["dataset", str(tmp_path / "set"), str(season / "replays")]) == 0
    assert {path.name for path in folder.iterdir()} == {made.name, "2026-10.json", ".lock"}
    capsys.readouterr()


@pytest.mark.parametrize(
    "hidden",
    [{"visibility": "members"}, {"visibility": "organisers"}, {"state": SeasonState.CANCELLED}, {"wiped_at": OCTOBER}],
)
def test_what_is_not_public_or_did_not_end_is_in_none(spring, tmp_path, hidden):  # noqa: F811
    ended(spring)
    spring.change(Season, spring.season, **hidden)
    assert keeper(spring, tmp_path).look(NOVEMBER) == []


def test_what_is_half_there_is_not_listed_and_made_again(spring, tmp_path):  # noqa: F811
    ended(spring)
    keeps, folder = keeper(spring, tmp_path), tmp_path / "dumps"
    (made,) = keeps.look(NOVEMBER)
    (folder / made.name).write_bytes(b"torn")
    (folder / "2026-09.json").write_text("{")
    (folder / "2026-08.json").write_text(json.dumps({"month": "../../x", "seasons": []}))
    assert dumps.listed(folder) == []
    with alone(folder):
        assert keeps.look(NOVEMBER) == [], "another process makes it"
    (again,) = keeps.look(NOVEMBER)
    assert dumps.listed(folder) == [again]


def test_a_folder_that_cannot_be_written_is_logged(spring, tmp_path, caplog):  # noqa: F811
    ended(spring)
    (tmp_path / "dumps").write_text("in the way")
    assert keeper(spring, tmp_path).look(NOVEMBER) == []
    assert "no monthly dump" in caplog.text
