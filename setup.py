"""What pyproject.toml cannot say: the wheel brings the starter bots and the protos along, where `arena.kits` finds them, and the documents for `web.documents`.

With MEIJI_COMPILED=1 it also holds the compiled engine and is for one platform: `make dist COMPILED=1` compiles first
(tools/compile_engine.py). Otherwise the wheel is pure Python and needs no compiler.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
COMPILED = os.environ.get("MEIJI_COMPILED") == "1"
sys.path.insert(0, str(ROOT))


class PlatformDistribution(Distribution):
    """A distribution with extension modules that were built beforehand."""

    def has_ext_modules(self) -> bool:
        """True: the wheel's name tells the interpreter and the platform."""
        return True


class Build(build_py):
    """Builds the packages, then copies what comes from elsewhere."""

    def run(self) -> None:
        """Copy it after the source."""
        super().run()
        if not self.editable_mode:
            self._copy_kits()
            self._copy_documents()
        if COMPILED:
            self._copy_compiled_engine()

    def _copy_kits(self) -> None:
        from arena.kits.catalog import kits
        from arena.kits.protos import proto_files

        target = Path(self.build_lib) / "arena" / "kits" / "files"
        names = [Path("bots", kit.language, path) for kit in kits().values() for path in kit.files()]
        for name in (*names, *proto_files()):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)

    def _copy_documents(self) -> None:
        for file in (ROOT / "docs").rglob("*.md"):
            target = Path(self.build_lib) / "web" / file.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)

    def _copy_compiled_engine(self) -> None:
        from engine import build

        if build.flaw():
            raise SystemExit(
                f"The compiled engine is missing: {build.flaw()}. Run python -m tools.compile_engine first."
            )
        folder = build.FOLDER.relative_to(ROOT)
        shutil.copytree(build.FOLDER, Path(self.build_lib) / folder, dirs_exist_ok=True)


setup(cmdclass={"build_py": Build}, **({"distclass": PlatformDistribution} if COMPILED else {}))
