"""The Helm chart, rendered by helm and held against Kubernetes' schemas and our own settings. `make helm` runs it; it needs helm."""

import json
import re
import subprocess
from pathlib import Path

import kubernetes_validate
import pytest
import yaml

from arena.cli.parser import COMMANDS
from arena.settings import load

ROOT = Path(__file__).parents[2]
CHART = ROOT / "deploy" / "helm" / "meiji-arena"
VERSIONS = ("1.30.0", "1.33.0", "1.37.0")
FULL = (
    "ingress.enabled=true,ingress.className=nginx,ingress.tlsSecret=web-tls,gateway.tlsSecret=grpc-tls,monitoring.enabled=true,"
    "secretSettings={sign_in_client_secret},backups.storageClass=fast,settings.ARENA_LOG_LEVEL=DEBUG"
)
CASES = {"as it comes": "", "with everything": FULL, "without backups": "backups.enabled=false"}


def helm() -> str:
    return str(ROOT / ".cache" / "helm" / "helm")


def rendered(case: str) -> list[dict]:
    values = ["--set", CASES[case]] if CASES[case] else []
    command = [helm(), "template", "arena", str(CHART), "--kube-version", "1.33", *values]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return [one for one in yaml.safe_load_all(done.stdout) if one]


@pytest.fixture(params=CASES)
def objects(request) -> list[dict]:
    return rendered(request.param)


def pods(objects: list[dict]) -> dict[str, dict]:
    return {
        one["metadata"]["name"]: one["spec"]["template"]["spec"]
        for one in objects
        if one["kind"] in {"Deployment", "Job"}
    }


def test_helm_finds_nothing_wrong():
    done = subprocess.run(
        [helm(), "lint", "--strict", str(CHART)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("version", VERSIONS)
def test_kubernetes_would_take_every_object(objects, version):
    for one in objects:
        if one["kind"] != "PodMonitor":  # of the Prometheus operator
            kubernetes_validate.validate(one, version, strict=True)


def test_a_wrong_object_would_be_noticed():
    broken = rendered("as it comes")[-1]
    broken["spec"]["unheardOf"] = 1
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken, VERSIONS[0], strict=True)


def test_every_part_runs_one_of_our_commands_with_settings_that_exist(objects, tmp_path):
    known = {command.name for command in COMMANDS} | {"web"}
    found = pods(objects)
    parts = ("gateway", "worker-matches", "worker-house", "worker-control", "beat", "web", "migrate-1")
    assert set(found) == {f"arena-{part}" for part in parts}
    for pod in found.values():
        container = pod["containers"][0]
        assert container["args"][0] in known
        given = {one["name"]: one["value"] for one in container["env"]}
        for name, value in given.items():
            if name.endswith("_FILE"):
                (tmp_path / name).write_text("sqlite:///x.db")
                assert value.startswith("/run/secrets/arena/")
                given[name] = str(tmp_path / name)
        assert load(given).public_url == "https://arena.example.org"


def test_no_pod_has_more_rights_than_it_needs(objects):
    for pod in pods(objects).values():
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["automountServiceAccountToken"] is False
        assert pod["enableServiceLinks"] is False, "Kubernetes would add ARENA_WEB_PORT, which is no setting"
        inner = pod["containers"][0]["securityContext"]
        assert (inner["allowPrivilegeEscalation"], inner["readOnlyRootFilesystem"]) == (False, True)
        assert inner["capabilities"] == {"drop": ["ALL"]}
        assert {"requests", "limits"} <= set(pod["containers"][0]["resources"])


def test_volumes_that_are_mounted_exist_and_secrets_are_never_written_out(objects):
    for pod in pods(objects).values():
        mounted = {one["name"] for one in pod["containers"][0]["volumeMounts"]}
        assert mounted == {one["name"] for one in pod["volumes"]}
    assert not re.search(r"(?i)password", json.dumps(objects))
    assert not [one for one in objects if one["kind"] == "Secret"]


def test_services_reach_the_pods_they_name(objects):
    labels = {
        one["metadata"]["name"]: one["spec"]["template"]["metadata"]["labels"]
        for one in objects
        if one["kind"] == "Deployment"
    }
    services = [one for one in objects if one["kind"] == "Service"]
    assert len(services) == 2
    for service in services:
        reached = [name for name, own in labels.items() if service["spec"]["selector"].items() <= own.items()]
        assert reached == [service["metadata"]["name"]]
