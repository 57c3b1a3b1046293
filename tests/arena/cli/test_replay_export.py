"""`arena replay export`: pages, pictures and clips, and what is refused."""

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from arena.cli import main
from arena.cli.replay_export import MOST_PICTURES
from arena.replays import read
from tests.arena.viewer.matches import random_match


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    replay = random_match("iki", 2)
    path = tmp_path_factory.mktemp("replays") / "m-7.replay.gz"
    import gzip

    path.write_bytes(gzip.compress(json.dumps(replay.document).encode()))
    assert read(path).hash == replay.hash
    return path


def export(file: Path, *arguments: str) -> int:
    return main(["replay", "export", str(file), *arguments])


def test_a_page(file, tmp_path, capsys):
    assert export(file, "--html", str(tmp_path / "m.html")) == 0
    page = (tmp_path / "m.html").read_text("utf-8")
    assert page.startswith("<!doctype html>") and all(
        f'data-frames="{eyes}"' in page for eyes in ("public", "seat-0", "seat-1", "all")
    )
    assert "m.html: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        (["--html"], "m-7.html"),
        (["--svg", "--at", "20"], "m-7-20.svg"),
        (["--png", "--at", "20"], "m-7-20.png"),
        (["--gif", "--from", "3", "--to", "4"], "m-7-3-4.gif"),
    ],
)
def test_without_a_name_the_file_is_named_after_the_replay(file, tmp_path, monkeypatch, capsys, asked, written):
    monkeypatch.chdir(tmp_path)
    assert export(file, *asked) == 0
    assert [path.name for path in tmp_path.iterdir()] == [written]
    assert capsys.readouterr().out.startswith(f"{written}: ")


def test_a_picture_of_the_end_is_the_default(file, tmp_path):
    last = len(read(file).decisions)
    assert export(file, "--svg", str(tmp_path / "end.svg")) == 0
    assert export(file, "--svg", str(tmp_path / "last.svg"), "--at", str(last)) == 0
    assert (tmp_path / "end.svg").read_bytes() == (tmp_path / "last.svg").read_bytes()
    assert f"Step {last} of {last}" in (tmp_path / "end.svg").read_text("utf-8")


def test_pictures_for_other_eyes_in_other_colours_and_sizes(file, tmp_path):
    wanted = {
        "plain": [],
        "seat": ["--seat", "2"],
        "all": ["--everything"],
        "dark": ["--theme", "dark"],
        "board": ["--board"],
    }
    for name, options in wanted.items():
        assert export(file, "--png", str(tmp_path / f"{name}.png"), "--at", "40", "--width", "400", *options) == 0
    pictures = {name: (tmp_path / f"{name}.png").read_bytes() for name in wanted}
    assert {Image.open(io.BytesIO(picture)).width for picture in pictures.values()} == {400}
    assert len(set(pictures.values())) == len(wanted) - (pictures["seat"] == pictures["plain"])
    assert Image.open(io.BytesIO(pictures["dark"])).convert("RGB").getpixel((2, 2)) < (60, 60, 60)


def test_a_clip(file, tmp_path):
    assert (
        export(file, "--gif", str(tmp_path / "c.gif"), "--from", "10", "--to", "13", "--width", "300", "--pause", "200")
        == 0
    )
    with Image.open(tmp_path / "c.gif") as clip:
        assert (clip.n_frames, clip.width, clip.info["duration"]) == (4, 300, 200)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--png", "x.png", "--at", "9999"], r"the match has \d+ decisions: --at takes 0 to \d+"),
        (["--gif", "x.gif", "--to", "9999"], r"--to takes 0 to \d+"),
        (["--gif", "x.gif", "--from", "40", "--to", "20"], "--from 40 is after --to 20"),
        (["--png", "x.png", "--seat", "5"], "the match has 2 seats: --seat takes 1 to 2"),
        (["--png", "x.png", "--seat", "1", "--everything"], "give --seat or --everything, not both"),
        (["--html", "x.html", "--at", "3"], "--at goes with --svg and --png, not with --html"),
        (["--png", "x.png", "--from", "3"], "--from goes with --gif, not with --png"),
        (["--svg", "x.svg", "--width", "300"], "--width goes with --png and --gif, not with --svg"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(file, tmp_path, monkeypatch, capsys, arguments, sentence):
    import re

    monkeypatch.chdir(tmp_path)
    assert export(file, *arguments) == 2
    assert re.search(sentence, capsys.readouterr().err)
    assert not list(tmp_path.iterdir()), "nothing is written"


def test_a_clip_is_bounded(file, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("arena.cli.replay_export.MOST_PICTURES", 5)
    assert export(file, "--gif", str(tmp_path / "c.gif"), "--from", "0", "--to", "5") == 2
    assert "a clip has 5 pictures at most; --from 0 --to 5 has 6" in capsys.readouterr().err
    assert MOST_PICTURES == 400


def test_a_folder_that_is_not_there_is_named(file, tmp_path, capsys):
    assert export(file, "--html", str(tmp_path / "nowhere" / "m.html")) == 2
    assert "nowhere" in capsys.readouterr().err


def test_a_game_without_a_drawn_board_still_has_a_page(tiny, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("arena.export.page.catalog", lambda _: {})  # it is no package
    assert main(["play", "tiny", "--bots", "greedy,random", "--games", "1", "--save", str(tmp_path / "replays")]) == 0
    (file,) = (tmp_path / "replays").iterdir()
    assert export(file, "--html", str(tmp_path / "m.html")) == 0
    assert export(file, "--png", str(tmp_path / "m.png")) == 2
    assert "tiny has no drawn board yet" in capsys.readouterr().err
