"""`arena up --lan`: a teacher's machine and a student's, each in a network namespace of its own, with a cable between them."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.test_up import up
from tests.services.cluster import await_until

STARTER = Path(__file__).parents[2] / "bots" / "python" / "random_bot.py"
STUDENT = """
import re, ssl, sys
from urllib.request import urlopen
import requests

site, name = sys.argv[1:]
unseen = ssl.create_default_context()
unseen.check_hostname, unseen.verify_mode = False, ssl.CERT_NONE  # as after the browser's warning
open("arena-ca.pem", "wb").write(urlopen(f"{site}/arena-ca.pem", context=unseen).read())
browser = requests.Session()
browser.verify, browser.trust_env = "arena-ca.pem", False
browser.headers["Origin"] = site


def send(page, to, **fields):
    fields["csrf"] = re.search('name="csrf" value="([^"]+)"', browser.get(site + page).text)[1]
    answer = browser.post(site + to, fields)
    assert answer.ok, answer.text
    return answer.text


send("/sign-up", "/sign-up", name=name, password="plum blossom in snow", again="plum blossom in snow")
told = send("/account", "/account/bots", name=f"{name}-bot")
assert browser.cookies.keys() == ["__Host-meiji_session"], browser.cookies
print(re.search('id="token">([^<]+)<', told)[1])
print(re.search("export (ARENA_ENDPOINT=.*)", told)[1])
"""


@dataclass
class Room:
    """Two machines."""

    teacher: str
    student: str
    address: str
    """Of the teacher's."""

    def run(self, *command: str, on: str = "", **options: object) -> subprocess.CompletedProcess[str]:
        """Run a command on the student's machine, or on another."""
        return subprocess.run(
            [*at(on or self.student), *command], capture_output=True, text=True, check=False, timeout=120, **options
        )


def at(namespace: str) -> list[str]:
    """What to put before a command. Not `ip netns exec`: that hides the cgroups that the sandbox needs."""
    return ["nsenter", f"--net=/run/netns/{namespace}"]


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def room() -> Iterator[Room]:
    if shutil.which("ip") is None or shutil.which("nsenter") is None or os.geteuid() != 0:
        pytest.skip("network namespaces need root, ip (iproute2) and nsenter")
    here = f"{os.getpid():x}"
    names = [f"arena-{here}-{who}" for who in ("teacher", "student")]
    made: list[str] = []
    try:
        for name in names:
            ip("netns", "add", name)
            made.append(name)
        ip("link", "add", "room0", "netns", names[0], "type", "veth", "peer", "name", "room0", "netns", names[1])
        for number, name in enumerate(names, 1):
            ip("-n", name, "address", "add", f"192.168.77.{number}/24", "dev", "room0")
            for device in ("lo", "room0"):
                ip("-n", name, "link", "set", device, "up")
            ip("-n", name, "route", "add", "default", "via", "192.168.77.1", "dev", "room0")
    except subprocess.CalledProcessError as refusal:
        _remove(made)
        pytest.skip(f"no network namespaces here: {refusal.stderr.decode().strip()}")
    yield Room(names[0], names[1], "192.168.77.1")
    _remove(made)


def _remove(namespaces: list[str]) -> None:
    for name in namespaces:
        ip("netns", "delete", name)


def test_a_class_joins_with_the_certificate_of_its_room(room: Room, tmp_path: Path):
    with up(tmp_path / "data", "--lan", under=at(room.teacher)) as arena:
        arena.says("The arena is up.")
        site = re.search(r"For the people in this room:\n +open +(https://192\.168\.77\.1:\d+)/", arena.text)[1]
        desk = tmp_path / "desk"
        desk.mkdir()
        joined = room.run(sys.executable, "-c", STUDENT, site, "hana", cwd=desk)
        assert joined.returncode == 0, joined.stderr
        token, line = joined.stdout.split("\n")[:2]
        assert line == re.search(r"(ARENA_ENDPOINT=\S+ ARENA_CA=\S+) python bot.py", arena.text)[1]
        assert "ARENA_CA=arena-ca.pem" in line
        shown = re.findall(r"(?:[0-9A-F]{2}:){15}[0-9A-F]{2}", arena.text)
        assert seen_fingerprint(room, site) == ":".join(shown)
        assert "not trusted" in dial(room, desk, token, line.split()[0], "is not trusted")
        dial(room, desk, token, line, ": place ")
        key = tmp_path / "data" / "lan" / "ca-key.pem"
        assert key.stat().st_mode & 0o777 == 0o600


def test_plain_text_takes_an_explicit_choice(room: Room, tmp_path: Path):
    refused = room.run(
        sys.executable, "-m", "arena.cli", "up", "--data", str(tmp_path / "no"), "--plain-text", on=room.teacher
    )
    assert refused.returncode == 2, refused
    assert "--plain-text goes with --lan" in refused.stderr
    with up(tmp_path / "data", "--lan", room.address, "--plain-text", under=at(room.teacher)) as arena:
        arena.says("The arena is up.")
        assert "everybody in this network can read passwords and tokens" in arena.text
        line = re.search(r"(ARENA_ENDPOINT=192\S+ ARENA_PLAIN_TEXT=1) python bot.py", arena.text)[1]
        told = ""
        for words in ("user create hana", "bot create hana-bot --owner hana"):
            command = [sys.executable, "-m", "arena.cli", *words.split(), "--data", str(arena.data)]
            told = room.run(*command, on=room.teacher).stdout
        token = re.search(r"meiji_bot_\S+", told)[0]
        dial(room, tmp_path, token, line, ": place ")


SEEN = """
import hashlib, ssl, sys
host, port = sys.argv[1].removeprefix("https://").split(":")
shown = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate((host, int(port))))
print(hashlib.sha256(shown).digest().hex(":").upper())
"""


def seen_fingerprint(room: Room, site: str) -> str:
    """What a browser shows of the certificate."""
    return room.run(sys.executable, "-c", SEEN, site).stdout.strip()


def dial(room: Room, desk: Path, token: str, line: str, words: str) -> str:
    """Start the starter bot on the student's machine as the page says, until it prints *words*; all it printed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    environment |= {"ARENA_TOKEN": token, **dict(one.split("=", 1) for one in line.split())}
    output = desk / "bot.out"
    with open(output, "wb") as out:
        command = [*at(room.student), sys.executable, "-u", str(STARTER)]
        bot = subprocess.Popen(command, env=environment, cwd=desk, stdout=out, stderr=out)
    try:
        await_until(lambda: words in output.read_text(), f"the bot says {words!r}")
    finally:
        bot.terminate()
        bot.wait(60)
    return output.read_text()
