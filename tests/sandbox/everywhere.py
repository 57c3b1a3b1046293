"""`make escape`: all probes under bubblewrap as root and as a user, and under runsc. As a user without root, only what a user can."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOBODY = "65534"
PYTHON = f"/usr/bin/python3.{sys.version_info.minor}"
"""A user cannot read the interpreter in somebody's home."""


def main() -> int:
    runs = [("bubblewrap", [sys.executable])]
    if os.geteuid() == 0:
        if Path(PYTHON).exists():
            as_user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", PYTHON]
            runs.append(("bubblewrap", as_user))
        else:
            print(f"not run as a user: there is no {PYTHON}")
        runs.append(("runsc", [sys.executable]))
    failed = 0
    for way, python in runs:
        print(f"== {way}, {'as a user' if 'setpriv' in python[0] else 'as you are'}", flush=True)
        packages = f"{ROOT}:{sysconfig.get_path('purelib')}"
        environment = {**os.environ, "PYTHONPATH": packages, "PYTHONDONTWRITEBYTECODE": "1"}
        failed += (
            subprocess.run(
                [*python, "-m", "tests.sandbox.escape", way], cwd=ROOT, env=environment, check=False
            ).returncode
            != 0
        )
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
