"""`arena play --save`, `arena replay show` and `arena replay verify`."""

import gzip
import json
import re

import pytest

from arena.cli import main
from arena.replays import SigningKey, read
from arena.replays.document import hash_of, signed_message


@pytest.fixture
def folder(tiny, tmp_path, capsys):
    """Three saved matches."""
    assert main(["play", "tiny", "--bots", "greedy,random", "--games", "3", "--save", str(tmp_path / "replays")]) == 0
    capsys.readouterr()
    return tmp_path / "replays"


def first(folder):
    return min(folder.iterdir())


def repacked(path, change):
    """Change the document in a file and pack it again."""
    document = json.loads(gzip.decompress(path.read_bytes()))
    change(document)
    path.write_bytes(gzip.compress(json.dumps(document).encode()))


def slower(document):
    document["decisions"][0]["think_ms"] += 1


def resealed(document):
    slower(document)
    document["hash"] = hash_of(document)


def signed_by_another(document):
    resealed(document)
    key = SigningKey.new()
    document["signature"]["public_key"] = key.public
    document["signature"]["value"] = key.sign(signed_message(document["hash"]))


def test_every_match_is_saved_and_good(folder, capsys):
    names = [path.name for path in sorted(folder.iterdir())]
    assert all(re.fullmatch(rf"tiny-2p-[0-9a-f]{{6}}-1-0000{at + 1}.replay.gz", name) for at, name in enumerate(names))
    assert main(["replay", "verify", str(folder)]) == 0
    out = capsys.readouterr().out
    assert out.count(": good, ") == 3
    assert out.endswith("3 replays are good\n")


def test_another_series_overwrites_no_replay(folder, capsys):
    again = ["play", "tiny", "--bots", "greedy,random", "--games", "3", "--save", str(folder)]
    assert main(again) == 0
    assert len(list(folder.iterdir())) == 3
    assert main([*again, "--option", "pace=fast"]) == 0
    assert len(list(folder.iterdir())) == 6


def test_results_are_counted_for_whoever_sat_there(tiny, tmp_path, capsys):
    bots = ["random", "greedy", "greedy:noise=0.5"]
    argv = ["--bots", ",".join(bots), "--games", "6", "--save", str(tmp_path), "--json"]
    assert main(["play", "tiny", *argv]) == 0
    matches = json.loads(capsys.readouterr().out)["matches"]
    for match, file in zip(matches, sorted(tmp_path.glob("*.replay.gz")), strict=True):
        replay = read(file)
        assert sorted(replay.spec.players) == sorted(bots)
        by_seat = dict(zip(replay.spec.players, zip(replay.scores, replay.places, strict=True), strict=True))
        assert [by_seat[bot] for bot in bots] == list(zip(match["scores"], match["places"], strict=True))
    assert len({read(file).spec.players for file in tmp_path.glob("*.replay.gz")}) == 3


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (slower, "Tampered: the content does not fit its hash"),
        (resealed, "Tampered: the signature does not fit"),
    ],
)
def test_a_changed_think_time_is_refused_with_the_reason(folder, capsys, change, reason):
    repacked(first(folder), change)
    assert main(["replay", "verify", str(folder)]) == 1
    out = capsys.readouterr().out
    assert f"{first(folder)}: BAD, {reason}" in out
    assert out.endswith("2 replays are good, 1 bad\n")


def test_a_forger_with_a_key_of_their_own_is_told_from_bad_content(folder, capsys):
    repacked(first(folder), signed_by_another)
    assert main(["replay", "verify", str(folder)]) == 3
    assert "2 replays are good, 1 good but for an unknown signer" in capsys.readouterr().out
    repacked(sorted(folder.glob("*.replay.gz"))[1], slower)
    assert main(["replay", "verify", str(folder)]) == 1, "bad content outweighs an unknown signer"


def test_every_bad_file_has_its_own_reason(folder, tmp_path, capsys):
    (tmp_path / "text").write_text("hello")
    cut = tmp_path / "cut.replay.gz"
    cut.write_bytes(first(folder).read_bytes()[:-20])
    assert main(["replay", "verify", str(first(folder)), str(tmp_path / "text"), str(cut), str(tmp_path / "none")]) == 1
    out = capsys.readouterr().out
    assert "text: BAD, Foreign" in out
    assert "cut.replay.gz: BAD, Truncated" in out
    assert "none: BAD, Unreadable" in out
    assert "1 replay is good, 3 bad" in out


def test_another_key_is_trusted_only_when_it_is_named(folder, monkeypatch, tmp_path, capsys):
    signer = json.loads(gzip.decompress(first(folder).read_bytes()))["signature"]["public_key"]
    monkeypatch.setenv("ARENA_KEY", str(tmp_path / "other.pem"))
    assert main(["replay", "verify", str(folder)]) == 3, (
        "nothing is wrong with them but that nobody vouches for the key"
    )
    out = capsys.readouterr().out
    assert f"{first(folder)}: SIGNER UNKNOWN, the content is good" in out
    assert "BAD" not in out
    assert f"--key {signer}" in out
    assert main(["replay", "verify", str(folder), "--key", signer.upper()]) == 0
    capsys.readouterr()
    assert main(["replay", "verify", str(folder), "--any-key"]) == 0
    assert f"signed by the key {signer}" in capsys.readouterr().out
    assert not (tmp_path / "other.pem").exists()


def test_of_many_files_only_the_bad_are_listed(folder, monkeypatch, capsys):
    monkeypatch.setattr("arena.cli.replay.LIST_UP_TO", 2)
    assert main(["replay", "verify", str(folder)]) == 0
    assert capsys.readouterr().out == "3 replays are good\n"


@pytest.mark.parametrize("key", ["12", "x" * 64])
def test_a_key_that_is_none_is_refused(folder, capsys, key):
    assert main(["replay", "verify", str(folder), "--key", key]) == 2
    assert "64 hex digits" in capsys.readouterr().err


def test_a_folder_without_replays_is_refused(tmp_path, capsys):
    assert main(["replay", "verify", str(tmp_path)]) == 2
    assert "no replays there" in capsys.readouterr().err


def test_a_folder_of_logs_beside_the_replays_is_passed_over(folder, capsys):
    """As the shell gives it after `arena local --save replays`: `arena replay verify replays/*`."""
    (folder / "logs").mkdir()
    (folder / "logs" / "seat-0.log").write_text("hello\n")
    assert main(["replay", "verify", *map(str, sorted(folder.iterdir()))]) == 0
    assert "3 replays are good" in capsys.readouterr().out


def test_a_match_is_shown_move_by_move(folder, capsys):
    assert main(["replay", "show", str(first(folder))]) == 0
    out = capsys.readouterr().out
    assert "tiny (rules 3), 2 seats, match tiny-2p-" in out
    assert "options: pace=slow, extra=false; clock: none" in out
    assert "  seat 1: greedy" in out
    assert "   0  seat 1  " in out
    assert "              round 1" in out
    assert "              seat 1: draw" in out
    assert "The match ended: last round" in out
    assert "Proof: " in out
    assert "all the same; signed by the key " in out


def test_a_position_of_a_match_is_shown(folder, capsys):
    assert main(["replay", "show", str(first(folder)), "--at", "2"]) == 0
    out = capsys.readouterr().out
    assert "turns: 2" in out
    assert "to act:" in out
    assert "Chosen: " in out
    assert main(["replay", "show", str(first(folder)), "--at", "2", "--seat", "public"]) == 0
    assert "hand: " not in capsys.readouterr().out


def test_a_position_beyond_the_end_is_refused(folder, capsys):
    assert main(["replay", "show", str(first(folder)), "--at", "500"]) == 2
    assert "decisions: --at takes 0 to " in capsys.readouterr().err


def test_what_is_no_replay_is_refused_in_a_sentence(tmp_path, capsys):
    (tmp_path / "text").write_text("hello")
    assert main(["replay", "show", str(tmp_path / "text")]) == 2
    assert capsys.readouterr().err.startswith("arena: this is not a replay")
    assert main(["replay", "show", str(tmp_path / "none")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_forged_replay_shows_as_bad_and_steers_no_terminal(folder, capsys):
    def forged(document):
        document["decisions"][0]["events"].append("- \x1b[2J[bold]gone")
        document["hash"] = hash_of(document)

    repacked(first(folder), forged)
    assert main(["replay", "show", str(first(folder))]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\\x1b[2J[bold]gone" in out
    assert "Proof: BAD, Tampered" in out


def test_replay_alone_prints_its_help(capsys):
    assert main(["replay"]) == 0
    assert "arena replay verify FOLDER" in capsys.readouterr().out


def test_a_key_that_cannot_be_used_is_found_before_anything_is_played(tiny, tmp_path, monkeypatch, capsys):
    key = tmp_path / "bad.pem"
    key.write_text("no key")
    key.chmod(0o600)
    monkeypatch.setenv("ARENA_KEY", str(key))
    assert main(["play", "tiny", "--save", str(tmp_path / "replays")]) == 2
    assert str(key) in capsys.readouterr().err
    assert list((tmp_path / "replays").iterdir()) == []
