"""docs/matches.md and docs/replays.md say what is true."""

import re
from pathlib import Path

import pytest

from arena import replays
from arena.matches import FAULTS, PRESETS, MatchSpec, play, preset
from arena.replays.document import sealed
from arena.replays.files import LARGEST_DOCUMENT, LARGEST_FILE
from tests.arena.replays.test_round_trip import KEY, Late, record
from tests.arena.seats import First, Ticks

DOCS = Path(__file__).parents[2] / "docs"
MATCHES = (DOCS / "matches.md").read_text("utf-8")
REPLAYS = (DOCS / "replays.md").read_text("utf-8")


def snippets(text):
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("number", range(2))
def test_the_examples_of_matches_run(number):
    known = {}
    exec(snippets(MATCHES)[number], known)
    assert known["record"].ended_by


def test_the_example_of_replays_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    made = play(MatchSpec("iki", 2, seed=7, hidden_seed=8), [First(), First()], now=Ticks())
    replays.write(Path("m-7.replay.gz"), made, KEY)
    (snippet,) = snippets(REPLAYS)
    exec(snippet, {})
    printed = capsys.readouterr().out.splitlines()
    assert "played again, all the same" in printed[0]
    assert printed[-1] == f"None {made.digest}"


def test_the_presets_are_those_in_the_table():
    for name, clock in PRESETS.items():
        bank = "no limit" if clock.bank_ms is None else f"{clock.bank_ms / 1000:g} s"
        increment = f" {clock.increment_ms / 1000:g} s " if clock.increment_ms else " "
        assert f"| `{name}` | {bank} |{increment}|" in MATCHES
    assert preset("90+0.5").name == "90+0.5"


def test_every_verdict_is_in_the_table():
    for verdict, meaning in FAULTS.items():
        assert re.search(rf"^\| `{verdict}` \| {meaning}", MATCHES, re.MULTILINE)
        assert f"`{verdict}`" in REPLAYS


def names(value):
    """Every field name in a document, but those a game chooses."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            if key not in {"options", "categories", "tie_breaks", "start"}:
                yield from names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names(inner)


def test_every_field_of_a_replay_is_described(tiny):
    made = record(by=[First(), Late(), First()], start=tiny.new(3, 1, 2).to_dict())
    fields = set(names(sealed(made, KEY)))
    assert {"stand_in", "start", "faults", "public_key"} <= fields
    assert sorted(field for field in fields if f"`{field}`" not in REPLAYS) == []


def test_every_error_and_limit_is_described():
    errors = [
        name
        for name, value in vars(replays).items()
        if isinstance(value, type) and issubclass(value, replays.ReplayError)
    ]
    assert [name for name in errors if name not in {"ReplayError", "BadKey"} and f"`{name}`" not in REPLAYS] == []
    assert f"{LARGEST_FILE >> 10} KiB packed or {LARGEST_DOCUMENT >> 20} MiB unpacked" in REPLAYS
