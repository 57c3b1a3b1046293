"""docker-compose.yml: by the compose schema, and by what the arena itself says of commands and settings."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from arena.cli.parser import COMMANDS, parser
from arena.settings import load

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docker-compose.yml"
COMPOSE = yaml.safe_load(FILE.read_text("utf-8"))
SERVICES = COMPOSE["services"]
OURS = ("migrate", "gateway", "worker-matches", "worker-house", "worker-control", "beat", "web", "runner")
LASTING = tuple(name for name in SERVICES if name != "migrate")


def test_it_follows_the_compose_schema():
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(FILE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_whole_topology_is_there():
    assert set(SERVICES) == {"postgres", "redis", *OURS}


@pytest.mark.parametrize("name", OURS)
def test_every_command_is_one_of_ours(name):
    command = SERVICES[name]["command"]
    names = {each.name for each in COMMANDS}
    assert command[0] in names or command == ["web"]
    if command[0] in names:
        parsed = parser().parse_args(command)
        assert callable(parsed.run)


@pytest.mark.parametrize("name", OURS)
def test_the_settings_it_gives_exist(name, tmp_path):
    environment = {}
    for variable, value in SERVICES[name]["environment"].items():
        given = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", str(value))
        if variable.endswith("_FILE"):
            assert given.removeprefix("/run/secrets/") in SERVICES[name]["secrets"]
            (tmp_path / variable).write_text("sqlite:///x.db")
            given = str(tmp_path / variable)
        environment[variable] = given
    settings = load(environment)
    assert settings.sources["database_url"] == "ARENA_DATABASE_URL_FILE"
    assert settings.sources["redis_url"] == "ARENA_REDIS_URL_FILE"


@pytest.mark.parametrize("name", LASTING)
def test_every_lasting_service_restarts_is_watched_and_limited(name):
    service = SERVICES[name]
    assert service["restart"] == "unless-stopped"
    assert service["healthcheck"]["test"][0] in {"CMD", "CMD-SHELL"}
    assert {"cpus", "memory"} <= set(service["deploy"]["resources"]["limits"])
    assert service["logging"]["options"]["max-size"], "logs must not fill the disk"


@pytest.mark.parametrize("name", [name for name in OURS if name != "migrate"])
def test_nothing_starts_before_the_tables_and_redis_are_there(name):
    wanted = {"migrate": "service_completed_successfully", "redis": "service_healthy"}
    assert {part: how["condition"] for part, how in SERVICES[name]["depends_on"].items()} == wanted
    assert SERVICES[name]["healthcheck"]["test"] == ["CMD", "arena", "health"]


def test_migrate_runs_once_after_the_database_is_there():
    assert SERVICES["migrate"]["restart"] == "no"
    assert SERVICES["migrate"]["depends_on"]["postgres"]["condition"] == "service_healthy"


def test_secrets_come_by_file_only():
    for name, secret in COMPOSE["secrets"].items():
        assert secret == {"file": f"deploy/secrets/{name}"}
    used = {secret for service in SERVICES.values() for secret in service.get("secrets", [])}
    assert used == set(COMPOSE["secrets"])
    for service in SERVICES.values():
        for variable in service.get("environment", {}):
            assert variable.endswith("_FILE") or not re.search(
                "PASSWORD|SECRET|TOKEN|_URL$", variable.replace("PUBLIC_URL", "")
            )


def test_what_must_last_is_in_volumes_and_redis_keeps_a_journal():
    mounted = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}
    assert mounted == set(COMPOSE["volumes"])
    script = SERVICES["redis"]["command"][-1]
    for words in ("requirepass", "--appendonly yes", "noeviction", "exec redis-server"):
        assert words in script


def test_ports_are_open_to_this_machine_only_unless_asked():
    for service in SERVICES.values():
        assert all(port.startswith("${ARENA_BIND:-127.0.0.1}:") for port in service.get("ports", []))
    published = SERVICES["gateway"]["ports"][0].rsplit(":", 2)[1]
    first, last = map(int, published.split("-"))
    assert last > first, "several gateways need several ports"


def test_secrets_are_made_once_and_fit_the_settings(tmp_path):
    (tmp_path / "make-secrets").write_bytes((ROOT / "deploy" / "make-secrets").read_bytes())

    def make() -> dict[str, str]:
        subprocess.run(["sh", "make-secrets"], cwd=tmp_path, check=True, capture_output=True, timeout=60)
        return {file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()}

    first = make()
    assert set(first) == set(COMPOSE["secrets"])
    assert len(first["redis_password"]) == 48
    assert first["postgres_password"] in first["database_url"]
    assert first["redis_password"] in first["redis_url"]
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
    assert make() == first, "what exists is kept"
    where = {f"ARENA_{name}_FILE": str(tmp_path / "secrets" / name.lower()) for name in ("DATABASE_URL", "REDIS_URL")}
    assert load(where).redis_address == first["redis_url"]


def test_the_runner_gets_no_capability_and_no_file_of_the_arena():
    runner = SERVICES["runner"]
    assert runner["cap_drop"] == ["ALL"]
    assert "cap_add" not in runner
    assert "privileged" not in runner
    assert runner["volumes"] == []
    assert "no-new-privileges:true" in runner["security_opt"]
    assert runner["profiles"] == ["hosted"], "it is asked for: it needs more of the kernel than the others"
