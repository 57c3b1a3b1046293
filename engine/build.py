"""Which build of the engine runs: its compiled modules, or the Python source they were made from.

`make compiled` writes compiled modules with a manifest to `_compiled/<interpreter>/`, never beside the source. They are used only if
the manifest's hash of every source file holds: an edited file is never shadowed by an older compiled one. Other packages may have
modules in the same build; one edited file there sends all of them back to Python, and the engine stays compiled. The variable
MEIJI_ENGINE chooses: `plain` never uses them, `compiled` refuses to run without them. This module itself is never compiled.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

PACKAGE: Final = Path(__file__).parent
SUFFIX: Final = EXTENSION_SUFFIXES[0]
"""Of extension modules for exactly this interpreter, such as `.cpython-311-x86_64-linux-gnu.so`."""
FOLDER: Final = PACKAGE / "_compiled" / SUFFIX.strip(".").rpartition(".")[0]
MANIFEST: Final = FOLDER / "manifest.json"
"""`sources`: the hash of every source file by its path below the package; `modules`: the compiled file of every module by its name;
`others`: the same for other packages, with paths beside the package."""
CHOICE: Final = "MEIJI_ENGINE"


class NotCompiled(ImportError):
    """The compiled engine was asked for, and there is none for this source."""


def digest(source: Path) -> str:
    """The hash of one source file."""
    return blake2b(source.read_bytes(), digest_size=16).hexdigest()


def changed(sources: Mapping[str, str], below: Path) -> str:
    """What has become of the first source file that is not as it was compiled; empty if all are."""
    for path, expected in sources.items():
        try:
            if digest(below / path) != expected:
                return f"{path} has changed since it was compiled"
        except OSError:
            return f"{path} is missing"
    return ""


def usable(manifest: Mapping[str, Any]) -> dict[str, str]:
    """The compiled modules of the engine, and those of other packages if none of these has changed."""
    modules, others = dict(manifest["modules"]), manifest.get("others")
    if others and not changed(others["sources"], PACKAGE.parent):
        modules |= others["modules"]
    return modules


def flaw() -> str:
    """Why the compiled modules cannot be used; empty if they can."""
    try:
        sources: Mapping[str, str] = json.loads(MANIFEST.read_bytes())["sources"]
    except FileNotFoundError:
        return f"not compiled for {FOLDER.name}"
    except (OSError, ValueError, KeyError) as error:
        return f"{MANIFEST} cannot be read: {error}"
    flawed = changed(sources, PACKAGE)
    if flawed:
        return f"engine/{flawed}"
    return "" if find_spec("librt") is not None else "its library librt is not installed"


class _Finder:
    """Finds the modules of the manifest, before Python looks for their source."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The compiled module of that name, if there is one."""
        del path, target
        file = self._files.get(name)
        if file is None:
            return None
        origin = str(FOLDER / file)
        return ModuleSpec(name, ExtensionFileLoader(name, origin), origin=origin)


def choose() -> str:
    """Set up the import of compiled modules. Gives the reason why the engine runs as plain Python; empty if it is compiled."""
    wanted = os.environ.get(CHOICE, "")
    if wanted not in ("", "plain", "compiled"):
        raise ValueError(f"{CHOICE} is {wanted!r}; it can be plain or compiled, or left out")
    if wanted == "plain":
        return f"{CHOICE}=plain"
    reason = flaw()
    if not reason:
        sys.meta_path.insert(0, _Finder(usable(json.loads(MANIFEST.read_bytes()))))
    elif wanted == "compiled":
        raise NotCompiled(f"{CHOICE}=compiled, but {reason}: run make compiled")
    return reason


PLAIN_BECAUSE: Final = choose()
"""Why this process runs the engine as plain Python; empty: it runs the compiled one."""
COMPILED: Final = not PLAIN_BECAUSE


def description() -> str:
    """`compiled`, or `plain Python` with the reason."""
    return "compiled" if COMPILED else f"plain Python ({PLAIN_BECAUSE})"
