"""Archives that do harm where somebody simply unpacks them. Each is unpacked like that first, and must do it there; then the arena gets it."""

import io
import stat
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arena.archives import limits
from arena.archives.reading import unpack
from arena.errors import Invalid

MANIFEST = b'name = "kabuki"\nversion = "1.0"\nlanguage = "python"\ncommand = ["python3", "bot.py"]\n'
PLAIN = {"bot.toml": MANIFEST, "bot.py": b"print(0)\n"}
BESIDE = "beside"
"""A folder beside the one that is unpacked into."""


@dataclass(frozen=True)
class Trick:
    name: str
    make: Callable[[Path], bytes]
    """The archive; given the folder that holds both."""
    harms: Callable[[Path], bool]
    """Whether it did, in the folder that holds both."""
    user: bool = True
    """Whether it works without root, too."""


@dataclass
class Outcome:
    escaped: bool
    words: str


def entry(name: str, kind: bytes = tarfile.REGTYPE, target: str = "", mode: int = 0o644) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.mode = kind, target, mode
    info.devmajor, info.devminor = 1, 5
    return info


def tarred(*extra: tarfile.TarInfo) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in PLAIN.items():
            info = entry(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
        for info in extra:
            archive.addfile(info)
    return out.getvalue()


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**PLAIN, **files}.items():
            archive.writestr(name, content)
    return out.getvalue()


def unpack_simply(data: bytes, folder: Path) -> None:
    """As somebody does who trusts it."""
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            archive.extractall(folder)
        return
    with tarfile.open(fileobj=io.BytesIO(data)) as plain:
        if hasattr(tarfile, "fully_trusted_filter"):  # older ones trust without being asked
            plain.extraction_filter = staticmethod(tarfile.fully_trusted_filter)
        plain.extractall(folder)


def beside(around: Path) -> bool:
    return (around / BESIDE / "new").exists()


def names(around: Path) -> set[str]:
    return {path.name for path in (around / "bot").iterdir()}


def bytes_in(around: Path) -> int:
    return sum(path.stat().st_size for path in (around / "bot").rglob("*") if path.is_file())


def kind_of(around: Path) -> int:
    path = around / "bot" / "x"
    return path.lstat().st_mode if path.exists() else 0


TRICKS = (
    Trick("an absolute path", lambda around: tarred(entry(f"{around}/{BESIDE}/new")), beside),
    Trick("a dotted path", lambda _: tarred(entry(f"../{BESIDE}/new")), beside),
    Trick(
        "a link to a folder, and a file in it",
        lambda around: tarred(entry("link", tarfile.SYMTYPE, f"{around}/{BESIDE}"), entry("link/new")),
        beside,
    ),
    Trick(
        "a second name for the arena's file",
        lambda _: tarred(entry("x", tarfile.LNKTYPE, f"../{BESIDE}/secret")),
        lambda around: (around / BESIDE / "secret").stat().st_nlink > 1,
    ),
    Trick(
        "a device", lambda _: tarred(entry("x", tarfile.CHRTYPE)), lambda around: stat.S_ISCHR(kind_of(around)), False
    ),
    Trick("a pipe", lambda _: tarred(entry("x", tarfile.FIFOTYPE)), lambda around: stat.S_ISFIFO(kind_of(around))),
    Trick(
        "a program that becomes its owner",
        lambda _: tarred(entry("x", mode=0o6755)),
        lambda around: bool(kind_of(around) & 0o6000),
    ),
    Trick(
        "a bomb",
        lambda _: zipped({"x": bytes(limits.MOST_UNPACKED)}),
        lambda around: bytes_in(around) > limits.MOST_UNPACKED,
    ),
    Trick(
        "very many files",
        lambda _: zipped({f"f{number}": b"" for number in range(limits.MOST_FILES)}),
        lambda around: len(names(around)) > limits.MOST_FILES,
    ),
    Trick(
        "names that differ only in case",
        lambda _: zipped({"BOT.py": b"print(1)\n"}),
        lambda around: {"bot.py", "BOT.py"} <= names(around),
    ),
    Trick(
        "a huge name", lambda _: zipped({"x" * 250: b""}), lambda around: any(len(name) > 200 for name in names(around))
    ),
)


def tried(trick: Trick, take: Callable[[bytes, Path], object]) -> Outcome:
    """What comes of one when *take* unpacks it."""
    with tempfile.TemporaryDirectory() as name:
        around = Path(name)
        (around / BESIDE).mkdir()
        (around / "bot").mkdir()
        (around / BESIDE / "secret").write_text("secret")
        words = "unpacked"
        try:
            take(trick.make(around), around / "bot")
        except (Invalid, OSError) as error:
            words = str(error)
        return Outcome(trick.harms(around), words)


def simply(trick: Trick) -> Outcome:
    return tried(trick, unpack_simply)


def by_the_arena(trick: Trick) -> Outcome:
    return tried(trick, unpack)
