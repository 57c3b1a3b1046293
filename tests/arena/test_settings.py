"""Settings: flags before the environment before the file before defaults, secrets masked, wrong ones named."""

import pytest

from arena.cli import main
from arena.settings import InvalidSetting, load

SECRET = "postgresql://arena:hush@db/arena"


def test_flags_come_before_the_environment_before_the_file_before_defaults(tmp_path):
    file = tmp_path / "arena.toml"
    file.write_text("grpc_port = 1\nweb_port = 2\ntick_seconds = 3\nlog_json = true\n")
    found = load({"ARENA_WEB_PORT": "20", "ARENA_TICK_SECONDS": "30"}, file, tick_seconds=300.0)
    assert (found.grpc_port, found.web_port, found.tick_seconds, found.log_json) == (1, 20, 300.0, True)
    assert found.match_threads == load({}).match_threads
    sources = {name: source for name, _, source, _ in found.rows()}
    assert sources["grpc_port"] == str(file)
    assert sources["web_port"] == "ARENA_WEB_PORT"
    assert sources["tick_seconds"] == "--tick-seconds"
    assert sources["match_threads"] == "default"


def test_a_secret_can_come_from_a_file_and_is_never_shown(tmp_path, monkeypatch, capsys):
    (tmp_path / "url").write_text(f"{SECRET}\n")
    environment = {"ARENA_DATABASE_URL_FILE": str(tmp_path / "url"), "ARENA_REDIS_URL": "redis://:hush@cache"}
    found = load(environment)
    assert found.database_address == SECRET
    assert "hush" not in str(found.rows())
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["settings"]) == 0
    told = capsys.readouterr().out
    assert "hush" not in told
    assert "(secret)" in told
    assert "from ARENA_DATABASE_URL_FILE" in told


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"ARENA_GRPC_PORT": "many"}, r"grpc_port \(from ARENA_GRPC_PORT\): must be a whole number; got 'many'"),
        ({"ARENA_TICK_SECONDS": "0"}, "at least 0.1"),
        ({"ARENA_LOG_LEVEL": "LOUD"}, "DEBUG, INFO, WARNING or ERROR"),
        ({"ARENA_LOG_JSON": "perhaps"}, "true or false"),
        ({"ARENA_PROT": "1"}, "no setting ARENA_PROT"),
        ({"ARENA_REDIS_URL_FILE": "/nowhere/at/all"}, "cannot read /nowhere/at/all"),
    ],
)
def test_a_wrong_one_is_named_with_where_it_came_from(environment, sentence):
    with pytest.raises(InvalidSetting, match=sentence):
        load(environment)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("port = 1", "no setting 'port'"), ("= 1", "is not TOML"), ("web_port = true", "must be a number")],
)
def test_a_wrong_file_is_named(tmp_path, text, sentence):
    file = tmp_path / "arena.toml"
    file.write_text(text)
    with pytest.raises(InvalidSetting, match=sentence) as told:
        load({}, file)
    assert "arena.toml" in str(told.value)
