"""Compiles the engine with mypyc into engine/_compiled: `make compiled`. Nothing is done if the modules there are of this source.

The modules on the way of every decision are compiled. Tables, restoring and its checks stay Python: they run once, and
would take half of the compiler's time. Needs a C compiler and Python's headers; without them the exit code is 3 (0 with --if-possible).
"""

import argparse
import json
import os
import shlex
import shutil
import sys
import sysconfig
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "compiled"
"""C files, object files and mypy's cache."""
COLD = {"checks", "data", "checks.py", "restore.py", "grammar.py", "__init__.py", "build.py", "native.py"}
"""Names of folders and files that stay Python. Packages do too, so that their data is found beside their source."""
NO_COMPILER = 3


def sources() -> list[Path]:
    """Every source file of the engine below its package: what a compiled module may have been made from."""
    found = (ROOT / "engine").rglob("*.py")
    return sorted(path for path in found if "_compiled" not in path.parts)


def hot() -> list[str]:
    """The files to compile, relative to the root."""
    relative = (path.relative_to(ROOT) for path in sources())
    return [str(path) for path in relative if COLD.isdisjoint(path.parts)]


def missing() -> str:
    """What is needed to compile and is not here; empty if nothing."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        return f"no C compiler ({compiler})"
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not header.exists():
        return f"no Python headers ({header})"
    return ""


def compile_modules(jobs: int) -> None:
    """Build the library and write the manifest, last of all: without it nothing is used."""
    from mypyc.build import mypycify
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    from engine import build

    os.chdir(ROOT)
    shutil.rmtree(build.FOLDER, ignore_errors=True)
    hashes = {path.relative_to(build.PACKAGE).as_posix(): build.digest(path) for path in sources()}
    library, *shims = mypycify(
        ["--config-file=", "--strict", f"--cache-dir={WORK / 'mypy'}", *hot()],
        opt_level="2",
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

    def compiled(source: str) -> list[str]:
        objects: list[str] = compiler.object_filenames([source], output_dir=str(WORK / "objects"))
        made = Path(objects[0])
        if not made.exists() or made.stat().st_mtime < max(newest, Path(source).stat().st_mtime):
            compiler.compile([source], str(WORK / "objects"), include_dirs=includes, extra_postargs=flags)
        return objects

    with ThreadPoolExecutor(jobs) as pool:
        objects = {name: [pool.submit(compiled, file) for file in c_files] for name, c_files in files.items()}
    for name, waiting in objects.items():
        parts = [part for done in waiting for part in done.result()]
        compiler.link_shared_object(parts, str(build.FOLDER / f"{name}{build.SUFFIX}"))
    modules = {shim.name: f"{shim.name.rpartition('.')[0]}.starter{build.SUFFIX}" for shim in shims}
    modules[library.name] = f"{library.name}{build.SUFFIX}"
    build.MANIFEST.write_text(json.dumps({"sources": hashes, "modules": modules}, indent=1))


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


def main() -> int:
    """Compile if that is needed and possible; says what was done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--if-possible", action="store_true", help="without a C compiler exit with 0, not 3")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="C files to compile at once")
    arguments = parser.parse_args()
    os.environ["MEIJI_ENGINE"] = "plain"  # what is here already may be half built
    from engine import build

    if not build.flaw():
        print(f"The compiled engine for {build.FOLDER.name} is up to date.")
        return 0
    absent = missing()
    if absent:
        print(f"The engine cannot be compiled here: {absent}. It runs as plain Python.", file=sys.stderr)
        return 0 if arguments.if_possible else NO_COMPILER
    begun = time.monotonic()
    print(f"Compiling the engine for {build.FOLDER.name} ({build.flaw()}); this takes a minute or two.", flush=True)
    compile_modules(arguments.jobs)
    print(f"Compiled into {build.FOLDER.relative_to(ROOT)} in {time.monotonic() - begun:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
