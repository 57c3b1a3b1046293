"""What a starter says if it cannot connect: a reason on stderr, and an exit code by which a supervisor knows whether to start it again."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.services.servers import free_port

SECONDS = 60
HELPLESS, REFUSED = 1, 2
"""Exit codes: there was no connection for too long; the arena does not want this bot, or its settings cannot be right."""


@dataclass(frozen=True)
class Trouble:
    """A reason for which a bot cannot connect."""

    name: str
    settings: dict[str, str]
    code: int
    said: str
    """What stderr must hold."""


def troubles(address: str, authority: Path) -> list[Trouble]:
    """With a gateway that speaks plain text at *address*, and the file of an authority that it does not know."""
    nobody = f"127.0.0.1:{free_port()}"
    known = {"ARENA_TOKEN": "not-a-token", "ARENA_GIVE_UP_SECONDS": "1"}
    return [
        Trouble("no settings", {}, REFUSED, "ARENA_ENDPOINT"),
        Trouble(
            "an authority that is not there",
            {**known, "ARENA_ENDPOINT": nobody, "ARENA_CA": str(authority.with_name("none.pem"))},
            REFUSED,
            "none.pem",
        ),
        Trouble("nobody listens", {**known, "ARENA_ENDPOINT": nobody}, HELPLESS, f"no connection to {nobody}"),
        Trouble("a wrong token", {**known, "ARENA_ENDPOINT": address}, REFUSED, "token"),
        Trouble(
            "TLS, and the arena has none",
            {**known, "ARENA_ENDPOINT": address, "ARENA_CA": str(authority)},
            HELPLESS,
            f"no connection to {address}",
        ),
    ]


def mistakes(language: str, command: list[str], folder: Path, expected: list[Trouble]) -> list[str]:
    """Start a bot into each trouble and print what it says. Returns the troubles in which it said or did the wrong thing."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    clean["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{clean['PATH']}"
    wrong = []
    for trouble in expected:
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                env={**clean, **trouble.settings},
                capture_output=True,
                text=True,
                errors="replace",
                timeout=SECONDS,
                check=False,
            )
            code, said = done.returncode, done.stderr.strip()
        except subprocess.TimeoutExpired:
            code, said = None, f"still running after {SECONDS} s"
        print(f"{language}: {trouble.name}: {said[:300]} (exit code {code})", flush=True)
        if code != trouble.code or trouble.said not in said:
            wrong.append(trouble.name)
    return wrong
