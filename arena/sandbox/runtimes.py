"""Which runtimes a hosted bot finds, with their versions: asked inside the sandbox, where the bot will look for them."""

import json
import tempfile
from pathlib import Path

from arena.errors import Unavailable
from arena.sandbox import bubblewrap
from arena.sandbox.program import Program

SECONDS = 60.0
SCRIPT = r"""
import importlib.metadata, json, platform, re, subprocess, sys
import engine
def printed(*words):
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=30)
    except OSError:
        return ""
    found = re.search(r"\d+(\.\d+)+", done.stdout + done.stderr)
    return found[0] if found and done.returncode == 0 else ""
def package(name):
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""
compiled = engine.compiled
print(json.dumps({
    "Python": platform.python_version(),
    "meiji-arena (SDK and engine)": package("meiji-arena") + (", compiled" if compiled else ", not compiled"),
    "numpy": package("numpy"),
    "Node.js": printed("node", "--version"),
    "Java": printed("java", "--version"),
    "glibc, for binaries": platform.libc_ver()[1],
}))
"""


def runtimes(way: str = bubblewrap.NAME) -> dict[str, str]:
    """Each runtime with its version; those that are missing are left out."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as out:
        Path(folder).chmod(0o755)
        with Program(Path(folder), ["python3", "-c", SCRIPT], way=way, stdout=out) as program:
            ended = program.wait(SECONDS)
        out.seek(0)
        text = out.read()
    if ended.code != 0:
        raise Unavailable(f"the runtimes could not be asked: {ended.reason}: {ended.stderr[-300:]}")
    return {name: version for name, version in json.loads(text).items() if version}
