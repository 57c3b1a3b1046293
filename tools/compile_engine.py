"""Compiles the engine with mypyc into engine/_compiled: `make compiled`. Nothing is done if the modules there are of this source.

The modules on the way of every decision are compiled, and with them the search of the house bots. Tables, restoring and its checks stay Python: they run once, and
would take half of the compiler's time. Needs a C compiler and Python's headers; without them the exit code is 3 (0 with --if-possible).
What was compiled is kept in the user's cache folder by a hash of all that went into it: another clone of the same source copies it.
"""

import argparse
import fcntl
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from tempfile import mkdtemp

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "compiled"
"""C files, object files and mypy's cache."""
LOG = WORK / "log"
IN_BACKGROUND = (
    f"The engine is being compiled in the background (see {LOG.relative_to(ROOT)}): the next start will be faster."
)
COLD = {
    "checks",
    "data",
    "checks.py",
    "restore.py",
    "grammar.py",
    "game.py",
    "__init__.py",
    "build.py",
    "native.py",
    "rows.py",
    "plain_row.py",
}
"""Names of folders and files that stay Python. Packages do too, so that their data is found beside their source, and `Game`, so that
it answers arguments of a wrong type itself: a compiled function would refuse them before it begins."""
SEARCH = ("arena/players/turn_search.py", "arena/players/evaluation")
"""Outside the engine: what a house bot calls for every position it looks at."""
MYPY = "[mypy]\n[mypy-arena.*]\nfollow_imports = skip\n"
"""The search needs nothing of the arena but itself, and nothing of it is read where only the engine is to be compiled."""
NO_COMPILER = 3
SPEED, TESTS = 2, 1
"""Levels of optimisation. Tests take the lower one: it compiles in two thirds of the time and plays the same matches."""
KEPT = 4
"""Builds in the cache folder."""


def compiler_words() -> list[str]:
    """The command of the C compiler."""
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def sources() -> list[Path]:
    """Every source file of the engine below its package: what a compiled module may have been made from."""
    found = (ROOT / "engine").rglob("*.py")
    return sorted(path for path in found if "_compiled" not in path.parts)


def search_sources() -> list[Path]:
    """The source files of the search that is compiled with the engine."""
    found = (path for name in SEARCH for path in [ROOT / name, *(ROOT / name).glob("*.py")])
    return sorted(path for path in found if path.is_file() and path.name not in COLD)


def hot() -> list[str]:
    """The files to compile, relative to the root."""
    relative = (path.relative_to(ROOT) for path in (*sources(), *search_sources()))
    return [str(path) for path in relative if COLD.isdisjoint(path.parts)]


def hashes(paths: Iterable[Path], below: Path) -> dict[str, str]:
    """The hash of every file by its path."""
    from engine import build

    return {path.relative_to(below).as_posix(): build.digest(path) for path in paths}


def missing() -> str:
    """What is needed to compile and is not here; empty if nothing."""
    compiler = compiler_words()[0]
    if shutil.which(compiler) is None:
        return f"no C compiler ({compiler})"
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not header.exists():
        return f"no Python headers ({header})"
    return ""


def kept(level: int) -> Path:
    """Where a build of this source by these tools is kept."""
    from engine import build

    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "meiji-arena" / "engine"
    compiler = subprocess.run([*compiler_words(), "--version"], capture_output=True, text=True, check=False).stdout
    tools = [build.SUFFIX, sys.version, version("mypy"), compiler, str(level), build.digest(Path(__file__))]
    files = [" ".join(pair) for pair in hashes([*sources(), *search_sources()], ROOT).items()]
    return cache / blake2b("\n".join([*tools, *files]).encode(), digest_size=16).hexdigest()


def take(found: Path) -> bool:
    """Use the build that is kept there; False if there is none."""
    from engine import build

    if not (found / build.MANIFEST.name).exists():
        return False
    shutil.rmtree(build.FOLDER, ignore_errors=True)
    shutil.copytree(found, build.FOLDER, ignore=shutil.ignore_patterns(build.MANIFEST.name))
    shutil.copy(found / build.MANIFEST.name, build.MANIFEST)  # last of all: without it nothing is used
    os.utime(found)
    return not build.flaw()


def keep(place: Path) -> None:
    """Put this build into the cache folder, whole or not at all, and drop the oldest ones."""
    from engine import build

    place.parent.mkdir(parents=True, exist_ok=True)
    new = Path(mkdtemp(dir=place.parent))
    try:
        shutil.copytree(build.FOLDER, new, dirs_exist_ok=True)
        shutil.rmtree(place, ignore_errors=True)
        new.rename(place)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    builds = sorted(place.parent.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in builds[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def compile_modules(jobs: int, level: int) -> None:
    """Build the library and write the manifest, last of all: without it nothing is used."""
    from mypyc.build import mypycify
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    from engine import build

    os.chdir(ROOT)
    shutil.rmtree(build.FOLDER, ignore_errors=True)
    made_from, search_from = hashes(sources(), build.PACKAGE), hashes(search_sources(), ROOT)
    configuration = WORK / "mypy.ini"
    configuration.write_text(MYPY)
    library, *shims = mypycify(
        [f"--config-file={configuration}", "--strict", f"--cache-dir={WORK / 'mypy'}", *hot()],
        opt_level=str(level),
        debug_level="0",
        multi_file=True,  # one C file for everything takes gcc minutes and cannot be compiled in parallel
        target_dir=str(WORK.relative_to(ROOT)),
        group_name="engine",
    )
    # mypyc gives every module a small library that starts it from the large one. One for each package does the same sooner.
    starters: dict[str, list[str]] = {}
    for shim in shims:
        starters.setdefault(shim.name.rpartition(".")[0], []).extend(shim.sources)
    files = {library.name: library.sources}
    for package, shim_files in starters.items():
        files[f"{package}.starter"] = [str(_starter(package, shim_files))]

    compiler = new_compiler()
    customize_compiler(compiler)
    flags = library.extra_compile_args
    includes = [sysconfig.get_path("include"), str(WORK), *library.include_dirs]

    newest = max(header.stat().st_mtime for header in WORK.rglob("*.h"))  # mypyc leaves files alone that stay the same

    folder = WORK / f"objects-{level}"

    def compiled(source: str) -> list[str]:
        objects: list[str] = compiler.object_filenames([source], output_dir=str(folder))
        made = Path(objects[0])
        if not made.exists() or made.stat().st_mtime < max(newest, Path(source).stat().st_mtime):
            compiler.compile([source], str(folder), include_dirs=includes, extra_postargs=flags)
        return objects

    with ThreadPoolExecutor(jobs) as pool:
        objects = {name: [pool.submit(compiled, file) for file in c_files] for name, c_files in files.items()}
    for name, waiting in objects.items():
        parts = [part for done in waiting for part in done.result()]
        compiler.link_shared_object(parts, str(build.FOLDER / f"{name}{build.SUFFIX}"))
    modules = {shim.name: f"{shim.name.rpartition('.')[0]}.starter{build.SUFFIX}" for shim in shims}
    modules[library.name] = f"{library.name}{build.SUFFIX}"
    others = {name: modules.pop(name) for name in list(modules) if name.startswith("arena.")}
    manifest = {"level": level, "sources": made_from, "modules": modules}
    manifest["others"] = {"sources": search_from, "modules": others}
    build.MANIFEST.write_text(json.dumps(manifest, indent=1))


def _starter(package: str, shims: list[str]) -> Path:
    """One C file that takes in the shims of a package. Each also defines the same spare name, which only Windows asks for."""
    lines = []
    for number, shim in enumerate(shims):
        lines += [
            f"#define PyInit___init__ spare_{number}",
            f'#include "{(ROOT / shim).as_posix()}"',
            "#undef PyInit___init__",
        ]
    path = WORK / f"{package}.starter.c"
    path.write_text("\n".join(lines) + "\n")
    return path.relative_to(ROOT)


def good_enough(level: int) -> bool:
    """Whether the build that is here is of this source and optimised at least so far."""
    from engine import build

    return not build.flaw() and int(json.loads(build.MANIFEST.read_bytes()).get("level", 0)) >= level


@contextmanager
def alone(wait: bool) -> Iterator[None]:
    """Only one process at a time writes the build. Without *wait* BlockingIOError says that another one does."""
    WORK.mkdir(parents=True, exist_ok=True)
    with (WORK / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield


def provide(jobs: int, level: int, *, soon: bool) -> None:
    """Take the build from the cache folder, or compile it and keep it there; says which. With *soon* another process compiles it."""
    from engine import build

    if good_enough(level):
        if not soon:
            print(f"The compiled engine for {build.FOLDER.name} is up to date.")
        return
    place = kept(level)
    if take(place):
        print(f"The compiled engine for {build.FOLDER.name} was copied from {place}.")
        return
    if soon:
        with LOG.open("w") as log:
            words = ["nice", "-n", "19", sys.executable, "-m", "tools.compile_engine"]
            subprocess.Popen(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        print(IN_BACKGROUND)
        return
    begun = time.monotonic()
    print(f"Compiling the engine for {build.FOLDER.name} ({build.flaw() or 'optimised'}); a minute or two.", flush=True)
    compile_modules(jobs, level)
    try:
        keep(place)
    except OSError as error:  # a cache is not worth a failure
        print(f"The compiled engine could not be kept in {place.parent}: {error}", file=sys.stderr)
    print(f"Compiled into {os.path.relpath(build.FOLDER, ROOT)} in {time.monotonic() - begun:.0f} s.")


def main() -> int:
    """Compile if that is needed and possible; says what was done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--if-possible", action="store_true", help="without a C compiler exit with 0, not 3")
    parser.add_argument("--for-tests", action="store_true", help="compile faster, to slower code")
    parser.add_argument("--soon", action="store_true", help="do not wait: compile in the background, at low priority")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="C files to compile at once")
    arguments = parser.parse_args()
    os.environ["MEIJI_ENGINE"] = "plain"  # what is here already may be half built
    level = TESTS if arguments.for_tests else SPEED
    absent = missing()
    if absent and not good_enough(level):
        print(f"The engine cannot be compiled here: {absent}. It runs as plain Python.", file=sys.stderr)
        return 0 if arguments.if_possible else NO_COMPILER
    try:
        with alone(wait=not arguments.soon):
            provide(arguments.jobs, level, soon=arguments.soon)
    except BlockingIOError:
        print(IN_BACKGROUND)
    return 0


if __name__ == "__main__":
    sys.exit(main())
