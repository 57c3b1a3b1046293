"""Known holes in what we depend on: asks an advisory database (OSV) about every pinned version in requirements.lock.

Exit code 1 if there are any. Where the database cannot be reached the check is skipped within seconds, with one line that says so.
"""

import json
import re
import signal
import sys
from pathlib import Path
from typing import Any, NoReturn
from urllib.request import Request, urlopen

ADDRESS = "https://api.osv.dev/v1/querybatch"
LOCK = Path(__file__).parents[1] / "requirements.lock"
CONNECT_SECONDS = 4
LONGEST_SECONDS = 8
"""In all, with looking up the name, which cannot be limited separately."""
LARGEST_ANSWER = 4 << 20
PINNED = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^]]*\])?==([^\s;\\]+)", re.MULTILINE)
ACCEPTED: dict[str, str] = {}
"""Advisories that do not concern us, each with the reason."""


class Unreachable(Exception):
    """Nobody can tell."""


def pinned(text: str) -> list[tuple[str, str]]:
    """Names and versions of a lock file."""
    return PINNED.findall(text)


def advisories(packages: list[tuple[str, str]], address: str = ADDRESS) -> dict[str, list[str]]:
    """Advisories by package; Unreachable if the database does not answer as it should."""
    asked = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in packages]
    request = Request(address, json.dumps({"queries": asked}).encode(), {"Content-Type": "application/json"})  # noqa: S310 (https, or a test's)
    try:
        with urlopen(request, timeout=CONNECT_SECONDS) as answer:  # noqa: S310
            told: list[dict[str, Any]] = json.loads(answer.read(LARGEST_ANSWER))["results"]
        found = {
            f"{name} {version}": [one["id"] for one in result.get("vulns", []) if one["id"] not in ACCEPTED]
            for (name, version), result in zip(packages, told, strict=True)
        }
    except (OSError, ValueError, KeyError, TypeError) as wrong:
        raise Unreachable(str(wrong) or type(wrong).__name__) from None
    return {package: ids for package, ids in found.items() if ids}


def _too_long(_number: int, _frame: object) -> NoReturn:
    raise Unreachable(f"no answer within {LONGEST_SECONDS} s")


def main(address: str = ADDRESS) -> int:
    """Say what was found."""
    packages = pinned(LOCK.read_text("utf-8"))
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LONGEST_SECONDS)
    try:
        found = advisories(packages, address)
    except Unreachable as wrong:
        print(f"audit: skipped, no advisory database can be reached ({wrong})")
        return 0
    finally:
        signal.alarm(0)
    for package, ids in found.items():
        print(f"audit: {package} has known holes: {', '.join(ids)}")
    if not found:
        print(f"audit: no known holes in {len(packages)} pinned packages")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
